package gogate

import (
	"fmt"
	"math"
	"strconv"

	"example.com/gogate/internal/form"
)

// A Score is the area of both sides: stones and territory. Territory is the empty points
// that reach stones of one colour only. Neutral points reach both colours or none.
//
// All stones count as they stand. A Score does not judge which of them are dead.
type Score struct {
	BlackStones    int     `json:"black_stones"`
	BlackTerritory int     `json:"black_territory"`
	WhiteStones    int     `json:"white_stones"`
	WhiteTerritory int     `json:"white_territory"`
	Neutral        int     `json:"neutral"`
	Komi           float64 `json:"komi"` // for White
}

// Margin returns by how many points Black is ahead: Black's area minus White's area and
// komi. It is negative if White is ahead.
func (s Score) Margin() float64 {
	return float64(s.BlackStones+s.BlackTerritory-s.WhiteStones-s.WhiteTerritory) - s.Komi
}

// Winner returns the side with more points, or Empty for a tie.
func (s Score) Winner() Color {
	switch m := s.Margin(); {
	case m > 0:
		return Black
	case m < 0:
		return White
	}
	return Empty
}

// String returns the result as game records write it: "B+3.5", "W+12" or "0".
func (s Score) String() string {
	if w := s.Winner(); w != Empty {
		return w.letter() + "+" + strconv.FormatFloat(math.Abs(s.Margin()), 'f', -1, 64)
	}
	return "0"
}

// Lines says in words how the score adds up, a line for each side and one for neutral
// points if there are any: "Black: 43 stones + 2 territory = 45".
func (s Score) Lines() []string {
	sign := "+"
	if s.Komi < 0 {
		sign = "-"
	}
	lines := []string{
		fmt.Sprintf("Black: %s + %d territory = %d", form.Count(s.BlackStones, "stone"), s.BlackTerritory,
			s.BlackStones+s.BlackTerritory),
		fmt.Sprintf("White: %s + %d territory %s %v komi = %v", form.Count(s.WhiteStones, "stone"), s.WhiteTerritory, sign, math.Abs(s.Komi),
			float64(s.WhiteStones+s.WhiteTerritory)+s.Komi),
	}
	if s.Neutral > 0 {
		lines = append(lines, "Neutral: "+form.Count(s.Neutral, "point"))
	}
	return lines
}

// Score counts the area of both sides on the board as it stands, whether or not the game
// is over. It does not allocate.
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

// Owner returns the side for which pt counts. That is the colour of the stone on pt or, if
// pt is empty, the one colour that it reaches. Owner returns Empty if pt reaches both
// colours or none, or is off the board.
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

// Winner returns the side that has won the game. It returns Empty for a tie, and while the
// game goes on.
func (p *Position) Winner() Color {
	switch {
	case !p.Over():
		return Empty
	case p.resigned != Empty:
		return p.resigned.Opponent()
	}
	return p.Score().Winner()
}

// Result returns the result of the game as game records write it: "B+3.5" by points,
// "W+R" after a resignation and "0" for a tie. It returns "" while the game goes on.
func (p *Position) Result() string {
	switch {
	case !p.Over():
		return ""
	case p.resigned != Empty:
		return p.Winner().letter() + "+R"
	}
	return p.Score().String()
}

// A walk goes over connected points, each once: from one point to the next through
// the colours that the caller names. One walk may be started again from other points;
// it does not come back to those that it has seen.
type walk struct {
	seen    cellSet
	points  [MaxSize * MaxSize]uint16 // those found since the last start
	done, n int                       // how many of them next has returned, and how many there are
}

// start begins anew at c. It reports false, and does nothing, if c was seen before.
func (w *walk) start(c int) bool {
	if !w.seen.add(c) {
		return false
	}
	w.points[0], w.done, w.n = uint16(c), 0, 1
	return true
}

// more reports whether next has another point.
func (w *walk) more() bool { return w.done < w.n }

// next returns the next point and the colours around it.
func (w *walk) next(b *board, through colorSet) (c int, around colorSet) {
	c = int(w.points[w.done])
	w.done++
	cells, end := b.cells, w.n
	for _, n := range b.around(c) {
		color := setOf(cells[n].group.color())
		around |= color
		if through&color != 0 && w.seen.add(n) {
			w.points[end] = uint16(n)
			end++
		}
	}
	w.n = end
	return c, around
}

// A colorSet is a set of colours, a bit for each.
type colorSet uint8

func setOf(c Color) colorSet { return 1 << (c & border) }
