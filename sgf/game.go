package sgf

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"example.com/gogate"
)

// A Game is the main line of a record. It holds what a game is played with and the
// commonest things said of it; all else stays in the tree that it was read from. It is
// plain data, and several goroutines may read it at the same time.
type Game struct {
	// Start is the board before the first turn, with the rules in force and the side
	// to move.
	Start *gogate.Position
	Turns []Turn

	Black, White string // the names of the players, PB and PW
	Result       string // RE as it stands, such as B+3.5, W+R or Void
	Date         string // DT, in the format's words a list of days such as 2016-03-09,10
	RuleText     string // RU, words for readers: the rules in force are those of Start
	Handicap     int    // HA; the stones themselves are on the board at the start, or are moves
	Comment      string // C of the root, which speaks of the whole game or of its start
}

// A Turn is what a node of a game does: a move or a set-up, or neither, where it only
// says something. Colours need not alternate.
type Turn struct {
	// Color is who makes the move. Without a move it is the side to move next, as PL
	// names it, or Empty, which leaves that as it is.
	Color gogate.Color

	// Move is the zero Move if there is none. A resignation can only be the last
	// turn; records have no move for it.
	Move gogate.Move

	// Setup are points that get another stone or lose theirs, without a capture, each
	// once. With one or more of them there is no move, and the history of the game
	// begins anew.
	Setup []Stone

	Comment string
	Offset  int // of the node in the text it was read from, in bytes; 0 if it was not read
}

// A Stone is what a set-up puts on a point: a stone, or Empty for none.
type Stone struct {
	Color gogate.Color
	Point gogate.Point
}

// FromPosition returns the game that led to p: its start, which may be a set-up board,
// and a turn for each of its turns, so that Turns[n] is turn n+1 and can be given a
// comment. The result is that of p, and the rule text says what p's rules are. If
// [gogate.Position.WithToPlay] gave the turn to the other side in the end, one more
// turn says so. A game that was resumed after two passes replays as one that is over
// until a move shows that it goes on.
func FromPosition(p *gogate.Position) *Game {
	history := p.History()
	g := &Game{Start: history[0], Result: p.Result(), RuleText: p.Rules().String()}
	toPlay := g.Start.ToPlay()
	for i, before := range history[:p.Turn()] {
		g.Turns = append(g.Turns, Turn{Color: before.ToPlay(), Move: history[i+1].Last()})
		toPlay = before.ToPlay().Opponent()
	}
	if toPlay != p.ToPlay() && p.Last() != gogate.Resign {
		g.Turns = append(g.Turns, Turn{Color: p.ToPlay()})
	}
	return g
}

// Replay plays all turns and returns the last position. If one cannot be played it
// returns the position before it, and an *Error with its index: errors.Is finds
// gogate's reason for an illegal move in it, errors.As the *gogate.IllegalMoveError
// with the facts.
//
// A set-up begins a new history. The boards before it are none of those that superko
// looks for, its own board is the first, and [gogate.Position.Turn] and a move limit
// count from there. Two passes do not keep the game from going on: see [Turn.Play].
func (g *Game) Replay() (*gogate.Position, error) {
	if g.Start == nil {
		return nil, errNoStart
	}
	p := g.Start
	for i, t := range g.Turns {
		next, err := t.Play(p)
		if err != nil {
			return p, &Error{t.Offset, i, err}
		}
		p = next
	}
	return p, nil
}

var errNoStart = errors.New("the game has no start: want a position")

// Play returns the position after t, or an error and none. The error for an illegal move
// is that of [gogate.Position.Play].
//
// A move after two passes resumes the game: see [gogate.Position.Resume]. Players who
// disagree about dead stones play on so, and their records hold those moves. That the
// moves go on is all that a record says of it: a third pass in a row is the first of
// two again. A game that the move limit or a resignation has ended stays over.
func (t Turn) Play(p *gogate.Position) (*gogate.Position, error) {
	if err := t.check(p.Size()); err != nil {
		return nil, err
	}
	if t.Color != gogate.Empty {
		p = p.WithToPlay(t.Color)
	}
	switch {
	case t.Move != 0 && p.Over():
		return p.Resume().Play(t.Move)
	case t.Move != 0:
		return p.Play(t.Move)
	case len(t.Setup) > 0:
		return setUp(p, t.Setup)
	}
	return p, nil
}

// check returns what is wrong with t on a board of the given size, whatever stands on
// it. The move itself is not looked at.
func (t Turn) check(size int) error {
	switch {
	case t.Color > gogate.White:
		return fmt.Errorf("%v to play: want Black, White or Empty", t.Color)
	case t.Color == gogate.Empty && t.Move != 0:
		return fmt.Errorf("%v without a colour: want Black or White", t.Move)
	case t.Move != 0 && len(t.Setup) > 0:
		return fmt.Errorf("%v with a set-up: want a turn for each", t.Move)
	}
	var seen [gogate.MaxSize][gogate.MaxSize]bool
	for _, s := range t.Setup {
		switch pt := s.Point; {
		case pt.Line(size) < 1:
			return fmt.Errorf("set-up: %v is off the board: want a point on %d×%d", pt, size, size)
		case s.Color > gogate.White:
			return fmt.Errorf("set-up: %v on %v: want Black, White or Empty", s.Color, pt)
		case seen[pt.Y][pt.X]:
			return fmt.Errorf("set-up: %v stands there twice: want each point once", pt)
		default:
			seen[pt.Y][pt.X] = true
		}
	}
	return nil
}

// setUp returns the position after a set-up, without a history.
func setUp(p *gogate.Position, stones []Stone) (*gogate.Position, error) {
	const letters = ".XO"
	size := p.Size()
	rows := make([][]byte, size) // the top row first
	for row := range rows {
		for x := range size {
			rows[row] = append(rows[row], letters[p.At(gogate.Point{X: x, Y: size - 1 - row})])
		}
	}
	for _, s := range stones {
		rows[size-1-s.Point.Y][s.Point.X] = letters[s.Color]
	}
	return p.Rules().Setup(p.ToPlay(), string(bytes.Join(rows, []byte("\n"))))
}

// Winner returns who won by the result, Empty for a tie. It reports false if the
// result does not say, as for an unknown one, a void game, or no result at all.
func (g *Game) Winner() (winner gogate.Color, ok bool) {
	result := strings.ToUpper(strings.TrimSpace(g.Result))
	switch {
	case strings.HasPrefix(result, "B+"):
		return gogate.Black, true
	case strings.HasPrefix(result, "W+"):
		return gogate.White, true
	}
	return gogate.Empty, result == "0" || result == "DRAW"
}

// opener returns who begins a game whose record does not say it with PL: the side
// that makes the first move, and without one White after a handicap.
func opener(turns []Turn, handicap int) gogate.Color {
	for _, t := range turns {
		if t.Move != 0 && t.Move != gogate.Resign {
			return t.Color
		}
	}
	if handicap >= 2 {
		return gogate.White
	}
	return gogate.Black
}
