package gogate

// A Life is the pass-alive groups of one colour and the regions that make them so. The
// zero Life has neither.
//
// Groups and regions are ordered by their first point, and the points of a region run A1,
// B1, …. All slices belong to the caller.
type Life struct {
	Groups  []Group
	Regions [][]Point
}

// PassAlive returns the groups of c that are pass-alive, also called unconditionally
// alive. The opponent cannot capture their stones with any moves, however many in a row,
// while c passes or plays outside the regions returned.
//
// For a colour other than Black and White it returns the zero Life. It allocates only what
// it returns.
//
// It does not find every living group. A group that is not returned may live in seki, or
// because its owner would answer.
//
// The answer is exact, by a theorem of D. B. Benson (Life in the game of Go, 1976). A
// region is a largest set of connected points without a stone of c: they are empty or
// hold the opponent's stones. A region is vital to a group if all its empty points are
// liberties of that group. PassAlive returns the largest set of groups in which each
// has at least two vital regions that no group of c outside the set touches. It returns
// these regions too.
//
// Why no group of the set can be captured: the opponent would have to fill one of the
// group's regions before it plays the capturing move. The stone that fills it would
// capture nothing and have no liberty, which is suicide.
//
// Why every other group can be captured while c passes, ko and superko apart: a group
// with fewer than two vital regions falls first. The opponent fills all but one point
// of each region around it. The point that is left can be one that is not a liberty of
// the group, except in the one region that may be vital to it. The point left there is
// then the group's last liberty. The captured group leaves behind a region that is
// vital to no group, so the next group falls.
//
// If the rules permit suicide, the opponent can clear a region of its own stones. A region
// is then vital only if all its points, empty or not, are beside the group. The rest holds
// as before. The ko rule does not matter, because it only forbids moves.
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

// A life is what PassAlive finds. Its arrays fit the largest board, so that the checks
// allocate nothing.
type life struct {
	n      int                       // how many regions there are
	region [maxCells]uint16          // the region of a cell, from 1; 0 for the colour's stones and the border
	vital  [maxRegions]groupSet      // the groups that a region is vital to; none if another touches it
	has    [maxCells]uint16          // at the head of a group: how many regions are vital to it
	walk   walk                      // over the points of a region
	out    [MaxSize * MaxSize]uint16 // the heads of the groups that are not pass-alive
}

// maxRegions is one more than the number of regions that a board can have. No two regions
// touch, so at most every other point begins one.
const maxRegions = (MaxSize*MaxSize+1)/2 + 1

// alive reports whether a group of the colour is pass-alive.
func (l *life) alive(g groupRef) bool { return l.has[g.head()] >= 2 }

// find fills l, which is zero, with the pass-alive groups of the given colour.
func (l *life) find(p *Position, color Color, suicide bool) {
	for c := range p.points() {
		if p.color(c) != color && l.walk.start(c) {
			l.n++
			l.vital[l.n] = l.survey(p, color, suicide)
			for _, g := range l.vital[l.n].all() {
				l.has[g.head()]++
			}
		}
	}

	// A group with fewer than two vital regions is not in the set. The regions that it
	// touches then count for no group, which may leave others with fewer than two.
	out := 0
	for c := range p.points() {
		if g := p.cells[c].group; g == groupOf(color, c) && !l.alive(g) {
			l.out[out] = uint16(c)
			out++
		}
	}
	for done := 0; done < out; done++ {
		for s := range p.ring(groupOf(color, int(l.out[done]))) {
			for _, n := range p.around(s) {
				vital := &l.vital[l.region[n]]
				for _, g := range vital.all() {
					if l.has[g.head()]--; l.has[g.head()] == 1 {
						l.out[out] = uint16(g.head())
						out++
					}
				}
				vital.n = 0
			}
		}
	}
}

// survey marks the points of the last region, where the walk has started, and returns
// the groups that the region is vital to: those beside each of its empty points or,
// where suicide is permitted, of all its points.
func (l *life) survey(p *Position, color Color, suicide bool) (vital groupSet) {
	counted := 0
	through := regionOf(color)
	for l.walk.more() {
		c, _ := l.walk.next(&p.board, through)
		l.region[c] = uint16(l.n)
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

// regionOf returns the colours that the points of a region of the given colour have.
func regionOf(color Color) colorSet { return setOf(Empty) | setOf(color.Opponent()) }

// held reports whether pass-alive groups of the given colour hold the region of c. Every
// group of that colour around the region must be pass-alive by the rules with suicide, and
// every point of the region must be beside one. If the region must be empty, held reports
// false for one with a stone in it.
//
// PassAlive by the rules without suicide would be wrong here. By those, a region can be
// vital to a group although it has stones away from the group. After the stones are
// captured it may no longer be vital.
func (p *Position) held(c int, color Color, empty bool) bool {
	// Few regions have all their points beside stones of the colour. Most calls end
	// here, at the first point that is not.
	through, held := regionOf(color), setOf(color)
	var w walk
	for w.start(c); w.more(); {
		c, around := w.next(&p.board, through)
		if empty && p.cells[c].group != 0 || around&held == 0 {
			return false
		}
	}

	var found life
	found.find(p, color, true)
	for _, c := range w.points[:w.n] {
		around := p.beside(int(c), color)
		for _, g := range around.all() {
			if !found.alive(g) {
				return false
			}
		}
	}
	return true
}
