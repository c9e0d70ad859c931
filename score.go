package gogate

import (
	"math"
	"strconv"
)

// A Score is the area of both sides: stones and territory, the empty points
// that reach stones of one colour only. Neutral points reach both or none. All
// stones count as they stand; none is taken for dead.
type Score struct {
	BlackStones    int     `json:"black_stones"`
	BlackTerritory int     `json:"black_territory"`
	WhiteStones    int     `json:"white_stones"`
	WhiteTerritory int     `json:"white_territory"`
	Neutral        int     `json:"neutral"`
	Komi           float64 `json:"komi"` // for White
}

// Margin returns Black's area less White's and komi, in points.
func (s Score) Margin() float64 {
	return float64(s.BlackStones+s.BlackTerritory-s.WhiteStones-s.WhiteTerritory) - s.Komi
}

// Winner returns the side with more points, and Empty for a tie.
func (s Score) Winner() Color {
	switch m := s.Margin(); {
	case m > 0:
		return Black
	case m < 0:
		return White
	}
	return Empty
}

// String returns the result in the form of game records: "B+3.5", "W+12" or
// "0".
func (s Score) String() string {
	if w := s.Winner(); w != Empty {
		return w.letter() + "+" + strconv.FormatFloat(math.Abs(s.Margin()), 'f', -1, 64)
	}
	return "0"
}

// Score counts the board as it stands, whether or not the game is over.
func (p *Position) Score() Score {
	s := Score{Komi: p.game.rules.Komi}
	var w walk
	for c := range p.points() {
		switch p.color(c) {
		case Black:
			s.BlackStones++
			continue
		case White:
			s.WhiteStones++
			continue
		}
		if !w.start(c) {
			continue
		}
		switch p.reached(&w) {
		case Black:
			s.BlackTerritory += w.n
		case White:
			s.WhiteTerritory += w.n
		default:
			s.Neutral += w.n
		}
	}
	return s
}

// Owner returns the colour of the stone on pt or, if pt is empty, the one
// colour that it reaches: Empty if it reaches both or none, or is off the board.
func (p *Position) Owner(pt Point) Color {
	if c := p.At(pt); c != Empty || !pt.within(p.size()) {
		return c
	}
	var w walk
	w.start(p.index(pt))
	return p.reached(&w)
}

// reached finishes a walk over empty points and returns the one colour that they
// reach: Empty if they reach both or none.
func (p *Position) reached(w *walk) Color {
	var around colorSet
	for w.more() {
		_, here := w.next(&p.board, setOf(Empty))
		around |= here
	}
	switch around & (setOf(Black) | setOf(White)) {
	case setOf(Black):
		return Black
	case setOf(White):
		return White
	}
	return Empty
}

// Winner returns the side that has won the game: Empty for a tie, and while it
// goes on.
func (p *Position) Winner() Color {
	switch {
	case !p.Over():
		return Empty
	case p.resigned != Empty:
		return p.resigned.Opponent()
	}
	return p.Score().Winner()
}

// Result returns the result of the game in the form of game records: "B+3.5",
// "W+R" after a resignation, "0" for a tie, and "" while it goes on.
func (p *Position) Result() string {
	switch {
	case !p.Over():
		return ""
	case p.resigned != Empty:
		return p.Winner().letter() + "+R"
	}
	return p.Score().String()
}
