package terminal

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"example.com/gogate"
	"example.com/gogate/internal/tell"
)

// A scene is what there is to show of a game.
type scene struct {
	position *gogate.Position
	names    tell.Names
	accounts []string // of the turns, the last one last
	end      string   // why the game stopped before it was over; empty if it did not
	answer   string   // to what was typed
}

// Distances in a frame.
const (
	gap       = 3  // columns between the board and the text beside it
	narrowest = 16 // columns of text beside the board
	few       = 5  // lines of text for the turns, if there is room for them
	highest   = 18 // lines of text under the board, so that the eye need not wander far
)

// A room is what a frame must fit into: columns, 0 for as many as it takes, and lines,
// less than 0 for as many as it takes. The line for typing comes after a frame.
type room struct{ columns, lines int }

// frame returns the lines that show a scene: the board with the text under or beside it.
// If there is no room for both, it is the text alone. The text tells of as many turns as
// there is room for, and of the last one in a room without end.
func (s *scene) frame(look *style, r room) []string {
	frame, fits := s.boarded(look, r)
	if !fits {
		return s.frameless(look, r)
	}
	return frame
}

// boarded is frame with the board. It reports false if the board leaves no room for the
// state and an answer. The text stands under the board, or beside it if only there a few
// lines about the turns have room.
func (s *scene) boarded(look *style, r room) (frame []string, fits bool) {
	columns, lines := boardWidth(s.position.Size()), s.position.Size()+1
	if r.columns > 0 && r.columns < columns {
		return nil, false
	}
	board := look.board(s.position)
	defer func() {
		for i, line := range frame {
			frame[i] = strings.TrimRight(line, " ")
		}
	}()
	if r.lines < 0 {
		return append(append(board, ""), s.text(look, r)...), true
	}
	under := room{r.columns, r.lines - lines - 1}
	beside := room{r.columns - columns - gap, min(r.lines, lines)}
	for _, spare := range []int{few, 0} {
		switch {
		case s.least(look, under.columns)+spare <= under.lines:
			under.lines = min(under.lines, max(highest, s.least(look, under.columns)))
			return append(append(board, ""), s.text(look, under)...), true
		case r.lines >= lines && beside.columns >= narrowest && s.least(look, beside.columns)+spare <= lines:
			for i, line := range s.text(look, beside) {
				board[i] += strings.Repeat(" ", gap) + line
			}
			return board, true
		}
	}
	return nil, false
}

// frameless is frame without the board. It says how much room the board needs, if there
// is room for saying so.
func (s *scene) frameless(look *style, r room) []string {
	columns := boardWidth(s.position.Size())
	needs := fmt.Sprintf("The board needs %d columns", columns)
	if r.lines < 0 {
		return append(wrap(needs+".", r.columns), s.text(look, r)...)
	}
	lines := s.position.Size() + 1 + 1 + s.least(look, max(columns, r.columns)) + 1
	message := wrap(fmt.Sprintf("%s and %d lines.", needs, lines), r.columns)
	if len(message)+s.least(look, r.columns) > r.lines {
		message = nil
	}
	return append(message, s.text(look, room{r.columns, r.lines - len(message)})...)
}

// state says in words how the game stands: captures, and the turn, with the mark of the
// stones whose turn it is, or the result.
func (s *scene) state(look *style) []string {
	p := s.position
	taken := tell.Captures(p)
	lines := []string{fmt.Sprintf("captures: %d by Black, %d by White", taken[gogate.Black], taken[gogate.White])}
	switch {
	case s.end != "":
		return append(lines, s.end)
	case p.Over():
		return append(lines, s.names.End(p)...)
	}
	c := p.ToPlay()
	return append(lines, fmt.Sprintf("turn %d: %v %s (%s) to move", p.Turn()+1, c, look.stone(c), s.names[c]))
}

// ending returns the state and an answer, broken into lines.
func (s *scene) ending(look *style, columns int) (lines []string) {
	for _, line := range append(s.state(look), s.answer) {
		if line != "" {
			lines = append(lines, wrap(line, columns)...)
		}
	}
	return lines
}

// least returns how many lines the ending needs. One of them is kept for an answer that is
// yet to come, so that a short answer moves nothing.
func (s *scene) least(look *style, columns int) int {
	n := len(s.ending(look, columns))
	if s.answer == "" {
		n++
	}
	return n
}

// text returns what is said of the game: the last turns, and in the lowest lines the
// ending. If there is no room for all of the ending, its last lines stay.
func (s *scene) text(look *style, r room) []string {
	ending := s.ending(look, r.columns)
	if r.lines < 0 {
		return append(s.turns(1, r), ending...)
	}
	left := r.lines - len(ending)
	if left <= 0 {
		return ending[len(ending)-r.lines:]
	}
	log := s.turns(left, room{r.columns, max(left-1, 1)}) // and a blank line
	for len(log) < left {
		log = append(log, "")
	}
	return append(log, ending...)
}

// turns returns the accounts of the last n turns, or of as many as there is room for. If
// there is no room for the last account, it returns the beginning of that.
func (s *scene) turns(n int, r room) (lines []string) {
	for i := len(s.accounts) - 1; i >= max(len(s.accounts)-n, 0); i-- {
		var told []string
		for line := range strings.SplitSeq(s.accounts[i], "\n") {
			told = append(told, wrap(line, r.columns)...)
		}
		switch {
		case r.lines < 0 || len(told)+len(lines) <= r.lines:
			lines = append(told, lines...)
		case lines == nil:
			return append(told[:r.lines-1], dots[:min(len(dots), r.columns)])
		default:
			return lines
		}
	}
	return lines
}

// dots stand for what is left out.
const dots = "..."

// wrap breaks a line at blanks, so that no part is longer than the columns. The parts
// after the first are indented two blanks more than the line. A word that is too long is
// broken. With 0 columns the line stays as it is.
func wrap(line string, columns int) []string {
	if columns <= 0 || utf8.RuneCountInString(line) <= columns {
		return []string{line}
	}
	indent := strings.Repeat(" ", min(len(line)-len(strings.TrimLeft(line, " "))+2, columns/2))
	var lines []string
	rest := []rune(line)
	for len(rest) > columns {
		at := columns
		for at > 0 && rest[at] != ' ' {
			at--
		}
		if strings.TrimSpace(string(rest[:at])) == "" { // no blank but those of the indent
			at = columns
		}
		lines = append(lines, strings.TrimRight(string(rest[:at]), " "))
		rest = []rune(indent + strings.TrimLeft(string(rest[at:]), " "))
	}
	return append(lines, string(rest))
}
