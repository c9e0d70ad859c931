package gogate

import (
	"fmt"
	"math"
	"strconv"

	"example.com/gogate/internal/form"
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

// Lines says in words how the score adds up, a line for each side and one for neutral
// points if there are any: "Black: 43 stones + 2 territory = 45".
func (s Score) Lines() []string {
	lines := []string{
		fmt.Sprintf("Black: %s + %d territory = %d", form.Count(s.BlackStones, "stone"), s.BlackTerritory,
			s.BlackStones+s.BlackTerritory),
		fmt.Sprintf("White: %s + %d territory + %v komi = %v", form.Count(s.WhiteStones, "stone"), s.WhiteTerritory, s.Komi,
			float64(s.WhiteStones+s.WhiteTerritory)+s.Komi),
	}
	if s.Neutral > 0 {
		lines = append(lines, "Neutral: "+form.Count(s.Neutral, "point"))
	}
	return lines
}

// Score counts the board as it stands, whether or not the game is over.
func (p *Position) Score() Score {
	s := Score{Komi: p.game.rules.Komi}
	var seen cellSet
	for c := range p.points() {
		switch p.color(c) {
		case Black:
			s.BlackStones++
			continue
		case White:
			s.WhiteStones++
			continue
		}
		if !seen.add(c) {
			continue
		}
		switch n, owner := p.region(c, &seen); owner {
		case Black:
			s.BlackTerritory += n
		case White:
			s.WhiteTerritory += n
		default:
			s.Neutral += n
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
	var seen cellSet
	c := p.index(pt)
	seen.add(c)
	_, owner := p.region(c, &seen)
	return owner
}

// region walks the empty points that are connected to c, which is in seen, and
// puts them there. It returns how many they are and the one colour of the
// stones around them.
func (p *Position) region(c int, seen *cellSet) (n int, owner Color) {
	var stack [MaxSize * MaxSize]uint16
	stack[0], n = uint16(c), 1
	reached := [border + 1]bool{}
	for done := 0; done < n; done++ {
		for _, next := range p.around(int(stack[done])) {
			color := p.color(next)
			reached[color] = true
			if color == Empty && seen.add(next) {
				stack[n] = uint16(next)
				n++
			}
		}
	}
	switch {
	case reached[Black] && !reached[White]:
		owner = Black
	case reached[White] && !reached[Black]:
		owner = White
	}
	return n, owner
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
