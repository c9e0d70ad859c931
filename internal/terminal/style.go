package terminal

import (
	"fmt"

	"example.com/gogate"
	"example.com/gogate/internal/tell"
)

// A mark is what a point is drawn as.
type mark int

const (
	emptyMark mark = iota
	starMark
	blackMark
	whiteMark
	takenMark     // a stone stood here that the last move captured
	blackAreaMark // territory, once the game is scored
	whiteAreaMark
)

// A style is the characters of a board, one for each mark, and their colours.
type style struct {
	marks   []string
	colours []int // of the 256 that terminals number alike; nil for none
}

var (
	asciiStyle   = &style{marks: []string{".", "+", "x", "o"}}
	unicodeStyle = &style{
		marks:   []string{"·", "+", "●", "○", "✶", "◦", "◦"},
		colours: []int{52, 52, 16, 231, 226, 16, 231},
	}
)

// The board is of wood, dark enough for white lines on it, and the last stone on a
// bluish ground.
const (
	wood      = 137
	lastStone = 67
	reset     = "\x1b[0m"
)

// Styles are the names of the styles: unicode has colours, ascii has none, and auto is
// the one of them that fits the terminal.
var Styles = []string{"auto", "unicode", "ascii"}

// readStyle returns the style with the given name, and for auto the one that fits the
// terminal, if there is one, and the wishes in the environment: NO_COLOR
// (no-color.org), CLICOLOR_FORCE (bixense.com/clicolors) and TERM, in this order.
func readStyle(name string, terminal bool, getenv func(string) string) (*style, error) {
	colour := terminal && getenv("TERM") != "dumb"
	switch force := getenv("CLICOLOR_FORCE"); {
	case getenv("NO_COLOR") != "":
		colour = false
	case force != "" && force != "0":
		colour = true
	}
	switch {
	case name == "unicode" || name == "auto" && colour:
		return unicodeStyle, nil
	case name == "ascii" || name == "auto":
		return asciiStyle, nil
	}
	return nil, fmt.Errorf("style %q: must be %s, %s or %s", name, Styles[0], Styles[1], Styles[2])
}

// boardWidth returns how many columns a board needs.
func boardWidth(size int) int { return len("19 ") + 2*size }

// board returns the lines of a board, the top row first and the letters of the columns
// last, all of them boardWidth wide. A point is a character and a blank, since
// terminals do not agree how wide the characters are. Without colours the last stone
// stands in brackets.
func (s *style) board(p *gogate.Position) []string {
	size := p.Size()
	before, scored := tell.Previous(p), p.Over() && p.Last() != gogate.Resign
	var lines []string
	letters := "   "
	for y := size - 1; y >= 0; y-- {
		b := brush{style: s}
		line := fmt.Sprintf("%2d", y+1) + b.paint(" ", emptyMark, wood)
		for x := range size {
			pt := gogate.Point{X: x, Y: y}
			m := s.mark(before, p, pt, scored)
			left, ground, right := "", wood, " "
			switch isLast := p.Last() == gogate.MoveAt(pt) && p.At(pt) != gogate.Empty; {
			case isLast && s.colours == nil:
				line = line[:len(line)-1]
				left, right = "(", ")"
			case isLast:
				ground = lastStone
			}
			line += left + b.paint(s.marks[m], m, ground) + b.paint(right, m, wood)
		}
		if s.colours != nil {
			line += reset
		}
		lines = append(lines, line)
	}
	for x := range size {
		letters += gogate.Point{X: x}.String()[:1] + " "
	}
	return append(lines, letters)
}

// stone returns the character for a stone of a colour.
func (s *style) stone(c gogate.Color) string { return s.marks[blackMark+mark(c-gogate.Black)] }

// A brush paints a line, and tells the terminal of a colour only where it is another.
// The zero colours are those before the line.
type brush struct {
	*style
	colour, ground int
}

// paint returns a text on the given ground, in the colour of a mark.
func (b *brush) paint(text string, m mark, ground int) (painted string) {
	if b.colours == nil {
		return text
	}
	if colour := b.colours[m]; colour != b.colour {
		b.colour = colour
		painted += fmt.Sprintf("\x1b[38;5;%dm", colour)
	}
	if ground != b.ground {
		b.ground = ground
		painted += fmt.Sprintf("\x1b[48;5;%dm", ground)
	}
	return painted + text
}

// mark returns what a point is drawn as in p, which follows before.
func (s *style) mark(before, p *gogate.Position, pt gogate.Point, scored bool) mark {
	if c := p.At(pt); c != gogate.Empty {
		return blackMark + mark(c-gogate.Black)
	}
	if s.colours != nil { // there is a character for it
		if before.At(pt) != gogate.Empty {
			return takenMark
		}
		if scored && p.Owner(pt) != gogate.Empty {
			return blackAreaMark + mark(p.Owner(pt)-gogate.Black)
		}
	}
	if tell.Star(pt, p.Size()) {
		return starMark
	}
	return emptyMark
}
