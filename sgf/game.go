package sgf

import (
	"errors"
	"fmt"
	"strings"

	"example.com/gogate"
)

// A Game is the main line of a record: the start, the turns, and the most common facts
// about the game. Everything else stays in the tree that it was read from. The zero Game
// has no start and can be neither played nor written. Several goroutines may read a Game
// at once.
type Game struct {
	// Start is the position before the first turn. Its rules are the rules of the game.
	Start *gogate.Position
	Turns []Turn

	Black, White string // the names of the players, PB and PW
	Result       string // RE as it stands, such as B+3.5, W+R or Void
	Date         string // DT, usually a list of days such as 2016-03-09,10
	RuleText     string // RU, a text for readers: the rules are those of Start
	Handicap     int    // HA; the stones are on the board at the start, or are moves
	Comment      string // C of the root: about the whole game or its start
}

// A Turn is what a node of a game does: a move, a set-up, or neither if the node only has
// a comment or names the side to move. Colours need not alternate. The zero Turn does
// nothing.
type Turn struct {
	// Color is the side that makes the move. Without a move it is the side to move
	// next, as PL names it, or Empty to leave that as it is.
	Color gogate.Color

	// Move is the zero Move if the turn has none. Only the last turn may resign, since
	// records have no move for that.
	Move gogate.Move

	// Setup puts stones on points and takes stones off others, without captures. Each
	// point stands in it once. A turn with a set-up has no move, and with it the history
	// of the game begins anew.
	Setup []Stone

	Comment string
	Offset  int // of the node in the text, in bytes; 0 if it was not read
}

// A Stone is what a set-up puts on a point: a stone, or Empty to take the stone off.
type Stone struct {
	Color gogate.Color
	Point gogate.Point
}

// FromPosition returns the game that led to p. Its start may be a set-up board. Turns[n]
// is turn n+1 of the game and can be given a comment. The result is that of p, and the
// rule text describes p's rules.
//
// If [gogate.Position.WithToPlay] changed the side to move after the last move, a turn
// at the end says so. The record does not tell that a game was resumed after two
// passes: until its next move, it replays as a game that is over.
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

// Replay plays all turns and returns the last position.
//
// If a turn cannot be played, it returns the position before that turn, and an *Error
// with its index. For an illegal move, errors.Is finds gogate's reason in that error, and
// errors.As the *gogate.IllegalMoveError with the facts. A game without a start gives an
// error and no position.
//
// A set-up begins a new history. Superko does not look at boards before it, and its own
// board is the first. [gogate.Position.Turn] and the move limit count from there. Two
// passes do not keep the game from going on: see [Turn.Play].
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

var errNoStart = errors.New("the game has no start: Start must be a position")

// Play returns the position after t. For an illegal move it returns the error of
// [gogate.Position.Play] and no position, and it is an error if t contradicts itself.
//
// A move after two passes resumes the game: see [gogate.Position.Resume]. Players who
// disagree about dead stones play on in this way, and their records have those moves. A
// record says nothing else about such a resumption, so a third pass in a row counts as
// the first of two again. A game that the move limit or a resignation has ended stays
// over.
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

// check returns what is wrong with t on a board of the given size, whatever stands on it.
// It does not look at the move itself.
func (t Turn) check(size int) error {
	switch {
	case t.Color > gogate.White:
		return fmt.Errorf("%v to play: must be Black, White or Empty", t.Color)
	case t.Color == gogate.Empty && t.Move != 0:
		return fmt.Errorf("%v without a colour: must be Black or White", t.Move)
	case t.Move != 0 && len(t.Setup) > 0:
		return fmt.Errorf("%v with a set-up: each must be a turn of its own", t.Move)
	}
	var seen [gogate.MaxSize][gogate.MaxSize]bool
	for _, s := range t.Setup {
		switch pt := s.Point; {
		case pt.Line(size) < 1:
			return fmt.Errorf("set-up: %v is off the board: must be a point on %d×%d", pt, size, size)
		case s.Color > gogate.White:
			return fmt.Errorf("set-up: %v on %v: must be Black, White or Empty", s.Color, pt)
		case seen[pt.Y][pt.X]:
			return fmt.Errorf("set-up: %v is named twice: must be named once", pt)
		default:
			seen[pt.Y][pt.X] = true
		}
	}
	return nil
}

// setUp returns the position after a set-up, without a history.
func setUp(p *gogate.Position, stones []Stone) (*gogate.Position, error) {
	changes := make(map[gogate.Point]gogate.Color, len(stones))
	for _, s := range stones {
		changes[s.Point] = s.Color
	}
	var points [gogate.White + 1][]gogate.Point // by colour
	for pt := range p.Points() {
		color, changed := changes[pt]
		if !changed {
			color = p.At(pt)
		}
		points[color] = append(points[color], pt)
	}
	return p.Rules().SetupStones(p.ToPlay(), points[gogate.Black], points[gogate.White])
}

// Winner returns the winner according to Result, and Empty for a tie. It reports false if
// the result does not tell: it is unknown, void or missing.
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

// opener returns the side that begins a game whose record does not name it with PL. It is
// the side that makes the first move. Without moves it is White after a handicap.
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
