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

// A Life is the pass-alive groups of one colour and the regions that make them
// so. Both lists and the points of a region run A1, B1, …, groups and regions by
// their first point, and are the caller's own. The zero Life has neither.
type Life struct {
	Groups  []Group
	Regions [][]Point
}

// PassAlive returns the groups of c that are pass-alive, or unconditionally alive:
// whatever the opponent plays, and however often in a row, it takes none of their
// stones while c passes, or plays anywhere but in the regions returned. For a
// colour other than Black and White it returns the zero Life. It allocates what it
// returns.
//
// It is exact, by a theorem of D. B. Benson (Life in the game of Go, 1976). A
// region is a largest set of connected points without a stone of c, whether empty
// or the opponent's. It is vital to a group if all its empty points are liberties
// of the group. The groups returned are the largest set in which each has at least
// two vital regions that no group of c outside the set touches; these are the
// regions returned. To take a group of the set the opponent would have to fill one
// of its regions before the last move, with a stone that takes nothing and has no
// liberty. Every other group of c can be taken while c passes, ko and superko
// apart. One with fewer than two vital regions falls first: around it the opponent
// fills each region but for one point, which need be a liberty of the group in one
// region at most. It leaves a region that is vital to no group, and the next falls.
//
// Where the rules permit suicide, the opponent can clear a region of its own
// stones. A region is then vital only if all its points, empty or not, are beside
// the group, and the rest holds as before.
//
// The ko rule plays no part: it only forbids moves. A group that is not returned
// may be alive all the same, in seki or because its owner would answer.
func (p *Position) PassAlive(c Color) Life {
	if c != Black && c != White {
		return Life{}
	}
	var found life
	found.find(p, c, p.game.rules.Suicide)
	var all Life
	var listed cellSet        // the heads of the groups in the list
	var place [maxRegions]int // of a region in the list, counted from 1
	for s := range p.points() {
		if g := p.cells[s].group; g.color() == c {
			if found.alive(g) && listed.add(g.head()) {
				all.Groups = append(all.Groups, p.Group(p.point(s)))
			}
			continue
		}
		r := found.region[s]
		if found.vital[r].n == 0 {
			continue
		}
		if place[r] == 0 {
			all.Regions = append(all.Regions, nil)
			place[r] = len(all.Regions)
		}
		all.Regions[place[r]-1] = append(all.Regions[place[r]-1], p.point(s))
	}
	return all
}

// A life is what PassAlive finds, in arrays for the largest board, so that the
// checks allocate nothing.
type life struct {
	n      int                       // how many regions there are
	region [maxCells]uint16          // the region of a cell, from 1; 0 for the colour's stones and the border
	vital  [maxRegions]groupSet      // the groups that a region is vital to; none if another touches it
	has    [maxCells]uint16          // at the head of a group: how many regions are vital to it
	work   [MaxSize * MaxSize]uint16 // cells that are still to be looked at
}

// maxRegions is one more than there can be on a board: the first points of any two
// regions do not touch.
const maxRegions = (MaxSize*MaxSize+1)/2 + 1

// alive reports whether a group of the colour is pass-alive.
func (l *life) alive(g groupRef) bool { return l.has[g.head()] >= 2 }

// find fills l, which is zero, with the pass-alive groups of the given colour.
func (l *life) find(p *Position, color Color, suicide bool) {
	for c := range p.points() {
		if p.color(c) != color && l.region[c] == 0 {
			l.n++
			l.vital[l.n] = l.flood(p, c, color, suicide)
			for _, g := range l.vital[l.n].all() {
				l.has[g.head()]++
			}
		}
	}

	// A group with fewer than two vital regions is not in the set. With it go the
	// regions that it touches, which may leave other groups with fewer than two.
	out := 0
	for c := range p.points() {
		if g := p.cells[c].group; g == groupOf(color, c) && !l.alive(g) {
			l.work[out] = uint16(c)
			out++
		}
	}
	for done := 0; done < out; done++ {
		for s := range p.ring(groupOf(color, int(l.work[done]))) {
			for _, n := range p.around(s) {
				vital := &l.vital[l.region[n]]
				for _, g := range vital.all() {
					if l.has[g.head()]--; l.has[g.head()] == 1 {
						l.work[out] = uint16(g.head())
						out++
					}
				}
				vital.n = 0
			}
		}
	}
}

// flood marks the points of the last region, which c is in, and returns the groups
// that the region is vital to: those beside each of its empty points or, where
// suicide is permitted, of all its points.
func (l *life) flood(p *Position, c int, color Color, suicide bool) (vital groupSet) {
	l.region[c] = uint16(l.n)
	l.work[0] = uint16(c)
	counted := 0
	for done, n := 0, 1; done < n; done++ {
		c := int(l.work[done])
		for _, next := range p.around(c) {
			if g := p.cells[next].group; g != borderLine && g.color() != color && l.region[next] == 0 {
				l.region[next] = uint16(l.n)
				l.work[n] = uint16(next)
				n++
			}
		}
		if p.cells[c].group != 0 && !suicide {
			continue
		}
		if counted++; counted == 1 {
			vital = p.beside(c, color)
		} else if vital.n > 0 {
			around := p.beside(c, color)
			vital.keep(&around)
		}
	}
	return vital
}

// held reports whether pass-alive groups of the given colour hold the region of c:
// every group of that colour around it is pass-alive where suicide is permitted,
// and every point of it is beside one. If the region must be empty, it also
// reports whether there is no stone in it.
//
// PassAlive under the rules would not do. Without suicide a region may have stones
// away from a group that it is vital to, and once these are taken it may no longer
// be.
func (p *Position) held(c int, color Color, empty bool) bool {
	// Few regions have all their points beside stones of the colour. Looking for a
	// point that is not spares most calls the rest.
	var seen cellSet
	var stack [MaxSize * MaxSize]uint16
	seen.add(c)
	stack[0] = uint16(c)
	n := 1
	for done := 0; done < n; done++ {
		c := int(stack[done])
		if empty && p.cells[c].group != 0 {
			return false
		}
		beside := false
		for _, next := range p.around(c) {
			switch p.color(next) {
			case border:
			case color:
				beside = true
			default:
				if seen.add(next) {
					stack[n] = uint16(next)
					n++
				}
			}
		}
		if !beside {
			return false
		}
	}

	var found life
	found.find(p, color, true)
	for _, c := range stack[:n] {
		around := p.beside(int(c), color)
		for _, g := range around.all() {
			if !found.alive(g) {
				return false
			}
		}
	}
	return true
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
