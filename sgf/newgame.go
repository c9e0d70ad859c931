package sgf

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/gogate"
)

// NewGame reads the main line of the game with the given root. It takes the size and the
// komi from the record: 19 if it gives no size, and the komi of rules if it gives none.
// Everything else comes from rules; gogate.Rules{} is Tromp–Taylor without suicide, with
// positional superko and no move limit. An empty property counts as missing.
//
// Every error is an *Error. NewGame refuses a game other than Go, a board that is not
// square or has a size that gogate does not have, a komi that is not a number, a move or
// stone off the board, and a set-up at the start that leaves a group without a liberty.
// It reads turns without playing them: Replay finds illegal moves.
//
// A pass is [], blanks between the brackets, or [tt] up to 19×19. A node with a set-up and
// a move gives two turns, in this order. A node with a move of each side gives two turns
// in the order in which they stand. A node without a move, a set-up, a side to move or a
// comment gives none. Nor does a resignation, which only the result tells.
//
// PL says who begins. Without PL it is the side that makes the first move. Without moves
// it is White after a handicap of two or more, and otherwise Black. A handicap alone puts
// no stones on the board.
func NewGame(root *Node, rules gogate.Rules) (*Game, error) {
	g := &Game{
		Black:    root.line("PB"),
		White:    root.line("PW"),
		Result:   root.line("RE"),
		Date:     root.line("DT"),
		RuleText: root.line("RU"),
		Comment:  root.text("C"),
	}
	err := root.readHead(&rules, &g.Handicap)
	if err != nil {
		return nil, &Error{root.Offset, -1, err}
	}
	var start Turn
	for n := range root.mainLine() {
		setup, moves, err := readNode(n, rules.Size)
		if err != nil {
			return nil, &Error{n.Offset, -1, err}
		}
		if n == root {
			start, setup = setup, Turn{}
		}
		g.Turns = append(g.Turns, together(setup, moves)...)
	}
	if start.Color == gogate.Empty {
		start.Color = opener(g.Turns, g.Handicap)
	}
	g.Start, err = rules.Start()
	if err == nil {
		g.Start, err = start.Play(g.Start)
	}
	if err != nil {
		return nil, &Error{root.Offset, -1, err}
	}
	return g, nil
}

// readHead reads what a root says of the board and of the beginning of the game.
func (n *Node) readHead(rules *gogate.Rules, handicap *int) (err error) {
	if game := n.word("GM"); game != "" && !is(game, 1) {
		return fmt.Errorf("GM[%s] is another game: must be 1, which is Go", shown(game))
	}
	rules.Size = 19
	if size := n.word("SZ"); size != "" {
		if rules.Size, err = readSize(size); err != nil {
			return err
		}
	}
	if komi := n.word("KM"); komi != "" {
		if rules.Komi, err = readKomi(komi); err != nil {
			return err
		}
	}
	if stones := n.word("HA"); stones != "" {
		if *handicap, err = strconv.Atoi(stones); err != nil || *handicap < 0 {
			return fmt.Errorf("handicap %.40q: must be a whole number, 0 or more", stones)
		}
	}
	return rules.Validate()
}

// readSize reads a size such as 19 or 19:19.
func readSize(s string) (int, error) {
	columns, rows, two := strings.Cut(s, ":")
	n, err := strconv.Atoi(columns)
	if err != nil || n < gogate.MinSize || n > gogate.MaxSize || two && !is(rows, n) {
		return 0, fmt.Errorf("board size %.40q: must be square, from %d to %d", s, gogate.MinSize, gogate.MaxSize)
	}
	return n, nil
}

// readKomi reads a number with a point or a comma. Other numbers that strconv reads, such
// as 1e308, are refused.
func readKomi(s string) (float64, error) {
	number := strings.Replace(s, ",", ".", 1)
	komi, err := strconv.ParseFloat(number, 64)
	if err != nil || strings.Trim(number, "+-.0123456789") != "" {
		return 0, fmt.Errorf("komi %.40q: must be a number such as 6.5", s)
	}
	return komi + 0, nil // 0 for -0, which prints otherwise
}

// is reports whether s is the number n. The format writes numbers as strconv.Atoi reads
// them: digits, with or without a sign.
func is(s string, n int) bool {
	got, err := strconv.Atoi(s)
	return err == nil && got == n
}

// readNode reads a node of a game on a board of the given size. It returns the moves, and
// a turn with everything else: the set-up, the comment and the side to move.
func readNode(n *Node, size int) (setup Turn, moves []Turn, err error) {
	var b board
	for _, p := range n.Properties {
		switch p.Name {
		case "B":
			moves, err = appendMove(moves, p, gogate.Black, size, n.Offset)
		case "W":
			moves, err = appendMove(moves, p, gogate.White, size, n.Offset)
		case "AB":
			err = b.set(p, gogate.Black, size)
		case "AW":
			err = b.set(p, gogate.White, size)
		case "AE":
			err = b.set(p, gogate.Empty, size)
		}
		if err != nil {
			return Turn{}, nil, err
		}
	}
	setup = Turn{Setup: b.stones(size), Comment: n.text("C"), Offset: n.Offset}
	if side := n.word("PL"); side != "" {
		if setup.Color, err = gogate.ParseColor(side); err != nil {
			return Turn{}, nil, fmt.Errorf("PL[%s]: must be B or W", shown(side))
		}
	}
	return setup, moves, nil
}

// together returns the turns of a node. The last one gets the comment.
func together(setup Turn, moves []Turn) []Turn {
	if len(moves) == 0 {
		if len(setup.Setup) == 0 && setup.Color == gogate.Empty && setup.Comment == "" {
			return nil
		}
		return []Turn{setup}
	}
	moves[len(moves)-1].Comment = setup.Comment
	if len(setup.Setup) > 0 {
		setup.Comment = ""
		moves = slices.Insert(moves, 0, setup)
	}
	return moves
}

// appendMove reads B or W.
func appendMove(moves []Turn, p Property, color gogate.Color, size, offset int) ([]Turn, error) {
	if len(p.Values) != 1 {
		return nil, fmt.Errorf("%s has %d values: must have one, the move", p.Name, len(p.Values))
	}
	text := strings.TrimSpace(string(p.Values[0]))
	m := gogate.Pass
	if text != "" && (text != "tt" || size > 19) {
		pt, ok := readPoint(text, size)
		if !ok {
			return nil, noPoint(p, text, size)
		}
		m = gogate.MoveAt(pt)
	}
	return append(moves, Turn{Color: color, Move: m, Offset: offset}), nil
}

// A board holds what a node sets up: for each point 0 if there is nothing, and otherwise
// the colour plus 1.
type board [gogate.MaxSize][gogate.MaxSize]gogate.Color

// set reads AB, AW or AE: a list of points and of rectangles, given by two corners.
func (b *board) set(p Property, color gogate.Color, size int) error {
	for _, v := range p.Values {
		text := strings.TrimSpace(string(v))
		if text == "" {
			continue // an empty list
		}
		from, to, two := Value(text).Split()
		if !two {
			to = from
		}
		a, okA := readPoint(string(from), size)
		z, okZ := readPoint(string(to), size)
		if !okA || !okZ {
			return noPoint(p, text, size)
		}
		for y := min(a.Y, z.Y); y <= max(a.Y, z.Y); y++ {
			for x := min(a.X, z.X); x <= max(a.X, z.X); x++ {
				if c := b[y][x]; c != 0 && c != color+1 {
					return fmt.Errorf("%s names %v, which the same node sets up in another way: each point must be set up once", p.Name, gogate.Point{X: x, Y: y})
				}
				b[y][x] = color + 1
			}
		}
	}
	return nil
}

// stones returns the set-up.
func (b *board) stones(size int) (stones []Stone) {
	for y := range size {
		for x := range size {
			if c := b[y][x]; c != 0 {
				stones = append(stones, Stone{c - 1, gogate.Point{X: x, Y: y}})
			}
		}
	}
	return stones
}

// readPoint reads two letters: the column from the left and the row from the top.
func readPoint(s string, size int) (gogate.Point, bool) {
	if len(s) != 2 {
		return gogate.Point{}, false
	}
	pt := gogate.Point{X: int(s[0]) - 'a', Y: size - 1 - (int(s[1]) - 'a')}
	return pt, pt.Line(size) > 0
}

// noPoint returns the error for a text that is not a point.
func noPoint(p Property, text string, size int) error {
	last := 'a' + rune(size) - 1
	return fmt.Errorf("%s[%s] is not a point of the board: must be two letters from a to %c", p.Name, shown(text), last)
}

// shown returns the beginning of a value as errors show it, without line breaks and control
// characters.
func shown(value string) string {
	quoted := fmt.Sprintf("%.40q", value)
	return quoted[1 : len(quoted)-1]
}
