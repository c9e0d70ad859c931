package gogate

import (
	"context"
	"fmt"
	"iter"
	"slices"
)

// Playouts plays n independent random games from p to the end and returns how many of them
// c wins. A tie does not count as a win.
//
// In each turn of such a playout the side to move plays a random point, with the same
// chance for each legal point that is not its own single-point eye. It passes only when
// there is none. A playout ends with two passes in a row, at the move limit of the game,
// or after 3·size² turns of its own. Area and komi decide who has won. If p is over, every
// playout has the result of p.
//
// A playout is an estimate and not a game by the full rules: it knows only simple ko, and
// never plays a suicide, whatever the rules of the game say.
//
// The answer depends only on p, c, n and seed. c must be Black or White, and n at least 0.
// If ctx ends, Playouts returns the wins so far and ctx.Err(). What it allocates does not
// depend on n.
func Playouts(ctx context.Context, p *Position, c Color, n int, seed uint64) (wins int, err error) {
	switch {
	case c != Black && c != White:
		return 0, fmt.Errorf("playouts for %v: must be for Black or White", c)
	case n < 0:
		return 0, fmt.Errorf("%d playouts: must be 0 or more", n)
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case p.Over():
		if p.Winner() == c {
			wins = n
		}
		return wins, nil
	}
	var root, b playout
	root.load(p)
	r := seeded(seed, p)
	for i := range n {
		// Eight playouts take less than a millisecond on any board
		// (BenchmarkPlayouts).
		if i%8 == 0 && ended(ctx) != nil {
			return wins, ctx.Err()
		}
		b.copyFrom(&root)
		b.run(&r)
		if b.winner() == c {
			wins++
		}
	}
	return wins, nil
}

// A playout is a board for random games. It is changed in place and used again. It knows
// simple ko but not superko.
//
// A point is named by the Move that plays there, so rows are 32 cells apart on every board
// size. All other cells, those of Pass and Resign included, are the border. They look like
// empty points but are never chosen.
type playout struct {
	playoutState
	spots  [playoutCells + northEast]spot // that of m is spots[m+center]; a window around m begins at m
	groups [playoutCells]groupTally       // by the group's ID
	next   [playoutCells]Move             // the stones of a group form a ring
	empty  [playoutCells]Move             // the first n are the empty points without parked eyes, in any order
	moves  [2 * playoutCells]Move         // the turns since load: toPlay began, and the sides alternate
}

// playoutCells is how many cells there are. It is a power of two, so that an index masked
// with playoutCells-1 needs no bounds check.
const playoutCells = 1 << 10

type playoutState struct {
	size   int
	toPlay Color // who was to move at load
	komi   float64
	limit  int  // how many turns there may be
	turn   int  // how many there were since load
	passes int  // in a row, at the end
	n      int  // how many points are in empty
	own    spot // the side to move now
	ko     spot // the point that it may not retake, or 0
	area   spot // stones and parked eyes, a blackStone or whiteStone for each
}

// A spot is what a playout knows about one point. It is one word, so that a new stone costs
// each neighbour one load and one store:
//
//	23…21     20     19    18   17      16…14    13…11    10     9…0
//	white    white   off   on  parked   empty    black   black  group
//	beside   stone  board edge  eye     beside   beside  stone   ID
//
// A side is named by its stone s: s<<1 is one such stone beside the point, and s*beside
// covers their number. The ID of a group is one of its stones. An empty point or a border
// cell has its own index as ID.
type spot uint32

const (
	groupID    spot = playoutCells - 1
	blackStone spot = 1 << 10
	whiteStone spot = 1 << 20
	anyStone        = blackStone | whiteStone
	beside     spot = 7 << 1
	oneEmpty   spot = 1 << 14
	anyEmpty        = 7 * oneEmpty
	parked     spot = 1 << 17
	onEdge     spot = 1 << 18
	offBoard   spot = 1 << 19
)

// A groupTally is what a playout knows about a group, again in one word:
//
//	  31…21       20…10       9…0
//	liberties  parked eyes  stones
//
// Liberties are pseudo-liberties here: an empty point counts once for each stone of the
// group beside it. So the tallies of groups that join add up, and still show whether the
// group has a liberty at all. Parked eyes are liberties too, but counted separately. Below
// oneParked a group has no liberty; below oneLiberty it has only parked eyes.
type groupTally uint32

const (
	oneStone    groupTally = 1
	oneParked   groupTally = 1 << 10
	oneLiberty  groupTally = 1 << 21
	lessLiberty groupTally = 1<<32 - 1<<21 // adding it takes one away

	// noGroup is the tally of empty points and border cells. A new stone takes a
	// liberty from all four neighbours without asking what they are. That never brings
	// noGroup down to no liberty, so it does not look like a captured group.
	noGroup = 8 * oneLiberty
)

// A window is the spots around a point, from its row below to its row above.
type window [northEast + 1]spot

const (
	southWest, south, southEast = 0, 1, 2
	west, center, east          = 32, 33, 34
	northWest, north, northEast = 64, 65, 66
)

func (b *playout) around(m spot) *window {
	i := int(m & groupID)
	return (*window)(b.spots[i : i+northEast+1])
}

func stoneOf(c Color) spot { return blackStone << (10 * (c - Black)) }

// load makes b the board of p. It ignores a resignation.
func (b *playout) load(p *Position) {
	b.playoutState = playoutState{size: p.size(), toPlay: p.toPlay, komi: p.game.rules.Komi}
	for i := range b.spots {
		b.spots[i] = spot(i-center)&groupID + 4*oneEmpty | offBoard
	}
	for i := range b.groups {
		b.groups[i] = noGroup
	}
	for c := range p.points() {
		at := b.around(spot(MoveAt(p.point(c))))
		at[center] &^= offBoard
		for _, n := range p.around(c) {
			if p.color(n) == border {
				at[center] = at[center] - oneEmpty | onEdge
			}
		}
	}

	// No stone is captured meanwhile: a group that is not complete yet has a liberty
	// where its next stone will be.
	for c := range p.points() {
		m := spot(MoveAt(p.point(c)))
		if color := p.color(c); color != Empty {
			b.own = stoneOf(color)
			b.put(m)
		} else {
			b.list(m)
		}
	}

	b.own = stoneOf(p.toPlay)
	b.ko = spot(p.koPoint())
	b.turn, b.passes = 0, int(p.passes)
	b.limit = 3 * b.size * b.size
	if limit := p.game.rules.MoveLimit; limit > 0 {
		b.limit = min(b.limit, limit-p.Turn())
	}
}

// koPoint returns the move that captures the last stone played and so recreates the board
// before it. It returns 0 if there is none.
func (p *Position) koPoint() Move {
	if p.parent == nil {
		return 0
	}
	for c := range p.points() {
		if p.color(c) != Empty || p.parent.color(c) != p.toPlay {
			continue
		}
		e := p.effect(c, p.toPlay)
		if e.removed.n > 0 && !e.suicide && p.becomes(p.parent, c, &e) {
			return MoveAt(p.point(c))
		}
	}
	return 0
}

// copyFrom makes b the same as a.
func (b *playout) copyFrom(a *playout) {
	b.playoutState = a.playoutState
	n := (b.size + 2) << rowShift
	copy(b.spots[:center+n], a.spots[:center+n])
	copy(b.groups[:n], a.groups[:n])
	copy(b.next[:n], a.next[:n])
	copy(b.empty[:b.n], a.empty[:b.n])
	copy(b.moves[:b.turn], a.moves[:b.turn])
}

// over reports whether the playout has ended.
func (b *playout) over() bool { return b.passes >= 2 || b.turn >= b.limit }

// candidates appends the points that the side to move may choose, in the order A1, B1, ….
func (b *playout) candidates(moves []Move) []Move {
	for y := range b.size {
		first := MoveAt(Point{0, y})
		for m := first; m < first+Move(b.size); m++ {
			if b.spots[center+m]&anyStone == 0 && b.candidate(spot(m)) {
				moves = append(moves, m)
			}
		}
	}
	return moves
}

// play plays m: a pass, or a stone that is legal if superko is ignored.
func (b *playout) play(m Move) {
	if m == Pass {
		b.pass()
		return
	}
	if b.spots[center+m]&parked != 0 {
		b.unpark(spot(m))
	}
	b.unlist(slices.Index(b.empty[:b.n], m), b.n)
	b.put(spot(m))
}

// run plays random moves until the playout is over.
func (b *playout) run(r *rng) {
	for !b.over() {
		if m := b.draw(r); m != spot(Pass) {
			b.put(m)
		} else {
			b.pass()
		}
	}
}

// draw takes a random candidate off the list of empty points and returns it. It returns
// Pass if there is no candidate. A point that is rejected goes behind the n points that
// are still to be tried. So all candidates are equally likely, and none is missed.
func (b *playout) draw(r *rng) spot {
	for n := b.n; n > 0; n-- {
		i := r.below(n) & (playoutCells - 1)
		m := spot(b.empty[i])
		if b.candidate(m) {
			b.unlist(i, n)
			return m
		}
		if b.park(m) {
			b.unlist(i, n)
			continue
		}
		last := (n - 1) & (playoutCells - 1)
		b.empty[i], b.empty[last] = b.empty[last], b.empty[i]
	}
	return spot(Pass)
}

func (b *playout) list(m spot) {
	b.empty[b.n&(playoutCells-1)] = Move(m)
	b.n++
}

// unlist removes the i-th of the first n points. The other n-1 stay in front.
func (b *playout) unlist(i, n int) {
	b.n--
	last := (n - 1) & (playoutCells - 1)
	b.empty[i] = b.empty[last]
	b.empty[last] = b.empty[b.n&(playoutCells-1)]
}

// candidate reports whether the side to move may choose the empty point m. It may not
// choose a suicide, the ko point or its own single-point eye. None of these has an empty
// point beside it.
func (b *playout) candidate(m spot) bool {
	return b.spots[center+m&groupID]&anyEmpty != 0 || b.fits(m)
}

// fits is the rarer half of candidate. It is separate so that candidate is inlined.
func (b *playout) fits(m spot) bool {
	at := b.around(m)
	if m == b.ko || at[center]&((b.own^anyStone)*beside) == 0 && at.eye(b.own) {
		return false
	}
	b.adjust(at, lessLiberty)
	lives := b.helps(at[south]) || b.helps(at[west]) || b.helps(at[east]) || b.helps(at[north])
	b.adjust(at, oneLiberty)
	return lives
}

// helps reports whether s gives a liberty to a new stone beside it, which has already
// taken one from the group of s. That is so if s is its own and has another liberty, or if
// s is the opponent's and has none left.
func (b *playout) helps(s spot) bool {
	return (s&b.own != 0) == (b.groups[s&groupID] >= oneParked)
}

// adjust adds to the tallies of the four neighbours of the point.
func (b *playout) adjust(at *window, by groupTally) {
	b.groups[at[south]&groupID] += by
	b.groups[at[west]&groupID] += by
	b.groups[at[east]&groupID] += by
	b.groups[at[north]&groupID] += by
}

// sides returns the sides that have stones beside the point.
func (at *window) sides() (s spot) {
	if at[center]&(blackStone*beside) != 0 {
		s = blackStone
	}
	if at[center]&(whiteStone*beside) != 0 {
		s |= whiteStone
	}
	return s
}

// eye reports whether the point is an eye by the nine-point test. All its neighbours must
// be the owner's.
func (at *window) eye(owner spot) bool {
	their := owner ^ anyStone
	n := at[southWest]&their + at[southEast]&their + at[northWest]&their + at[northEast]&their
	return n == 0 || n == their && at[center]&onEdge == 0
}

func (b *playout) pass() {
	b.moves[b.turn&(2*playoutCells-1)] = Pass
	b.turn++
	b.passes++
	b.own ^= anyStone
	b.ko = 0
}

// put plays a stone on the empty point m, which is off the list.
func (b *playout) put(m spot) {
	own, their := b.own, b.own^anyStone
	b.moves[b.turn&(2*playoutCells-1)] = Move(m)
	b.turn++
	b.passes = 0
	b.own = their

	at := b.around(m)
	s := b.touch(&at[south], own<<1-oneEmpty, lessLiberty)
	w := b.touch(&at[west], own<<1-oneEmpty, lessLiberty)
	e := b.touch(&at[east], own<<1-oneEmpty, lessLiberty)
	n := b.touch(&at[north], own<<1-oneEmpty, lessLiberty)

	// The stone enters one group beside it or makes its own, then others join.
	g := pick(n, pick(e, pick(w, pick(s, at[center], own), own), own), own) & groupID
	b.groups[m&groupID] = 0
	b.groups[g] += groupTally(at[center]&anyEmpty/oneEmpty)*oneLiberty + oneStone
	b.next[m&groupID] = Move(m)
	b.next[m&groupID], b.next[g] = b.next[g], Move(m)
	at[center] = at[center]&^groupID | g | own
	b.area += own
	b.join(at[center], at[south])
	b.join(at[center], at[west])
	b.join(at[center], at[east])

	// A lone stone that took one stone, and has no other liberty, could be
	// retaken at once.
	taken := b.settle(s, their) + b.settle(w, their) + b.settle(e, their) + b.settle(n, their)
	b.settle(at[center], own)
	if taken != 1 || at[center]&(own*beside|anyEmpty) != oneEmpty {
		b.ko = 0
	}
	if (at[southWest]|at[southEast]|at[northWest]|at[northEast])&parked != 0 {
		b.review(m, southWest, southEast, northWest, northEast)
	}
}

// touch changes a spot and the tally of its group. It returns what the spot was before.
func (b *playout) touch(at *spot, change spot, by groupTally) spot {
	s := *at
	*at = s + change
	b.groups[s&groupID] += by
	return s
}

func pick(s, other, own spot) spot {
	if s&own != 0 {
		return s
	}
	return other
}

// join makes one group of those of s and t if they are two of one colour.
func (b *playout) join(s, t spot) {
	if (s^t)&anyStone == 0 && (s^t)&groupID != 0 {
		b.merge(s, t)
	}
}

// merge gives the smaller group the ID of the larger one. So the group of a stone at least
// doubles each time that its ID changes.
func (b *playout) merge(s, t spot) {
	large, small := s&groupID, t&groupID
	if b.groups[large]%oneParked < b.groups[small]%oneParked {
		large, small = small, large
	}
	b.groups[large] += b.groups[small]
	for m := range b.ring(small) {
		b.spots[center+m&groupID] = b.spots[center+m&groupID]&^groupID | large
	}
	b.next[large], b.next[small] = b.next[small], b.next[large]
}

// ring yields the stones of a group, the one that is its ID last.
func (b *playout) ring(g spot) iter.Seq[spot] {
	return func(yield func(spot) bool) {
		for m := spot(b.next[g&groupID]); yield(m) && m != g; m = spot(b.next[m&groupID]) {
		}
	}
}

// settle looks after the group of s, which has lost a liberty, if s is a stone of the
// given colour. A group without a liberty is taken off the board. If only parked eyes are
// left, they are reviewed. settle returns how many stones were captured.
func (b *playout) settle(s, color spot) int {
	if b.groups[s&groupID] < oneLiberty {
		return b.squeeze(s, color)
	}
	return 0
}

// squeeze is the rarer half of settle. It is separate so that settle is inlined.
func (b *playout) squeeze(s, color spot) int {
	g := s & groupID
	switch {
	case s&color == 0 || b.groups[g] >= 5*oneParked: // two eyes: one has four neighbours
		return 0
	case b.groups[g] < oneParked:
		return b.lift(g, color)
	}
	for m := range b.ring(g) {
		b.review(m, south, west, east, north)
	}
	return 0
}

// lift takes a group off the board and returns how many stones it had. It makes the
// group's ID the ko point. That is right for a single stone; put clears it otherwise.
func (b *playout) lift(g, color spot) (taken int) {
	for m := range b.ring(g) {
		at := b.around(m)
		at[center] = at[center]&^(groupID|anyStone) | m
		b.groups[m&groupID] = noGroup
		b.touch(&at[south], oneEmpty-color<<1, oneLiberty)
		b.touch(&at[west], oneEmpty-color<<1, oneLiberty)
		b.touch(&at[east], oneEmpty-color<<1, oneLiberty)
		b.touch(&at[north], oneEmpty-color<<1, oneLiberty)
		b.area -= color
		b.list(m)
		taken++
	}
	b.ko = g
	return taken
}

// park parks m if it is an eye that neither side may choose, and reports whether it is.
// Its owner may not, because it is an eye. The opponent may not, because no group beside it
// is in atari and so the move is suicide. The caller takes parked eyes off the list, where
// they would be drawn and rejected over and over.
//
// While the eye is empty, no group beside it can be captured. So only two things can make
// it a candidate: a stone diagonal to it, or the loss of another liberty that puts a group
// in atari. After either, put has the eye reviewed.
func (b *playout) park(m spot) bool {
	at := b.around(m)
	owner := at.sides()
	if owner == anyStone || !at.eye(owner) {
		return false
	}
	b.adjust(at, lessLiberty)
	if b.groups[at[south]&groupID] < oneParked || b.groups[at[west]&groupID] < oneParked ||
		b.groups[at[east]&groupID] < oneParked || b.groups[at[north]&groupID] < oneParked {
		b.adjust(at, oneLiberty)
		return false
	}
	b.adjust(at, oneParked)
	at[center] |= parked
	b.area += owner
	return true
}

// unpark puts a parked eye back on the list.
func (b *playout) unpark(m spot) {
	at := b.around(m)
	b.adjust(at, oneLiberty-oneParked)
	at[center] &^= parked
	b.area -= at.sides()
	b.list(m)
}

// review unparks those points around m that may not stay parked.
func (b *playout) review(m spot, around ...spot) {
	for _, d := range around {
		if eye := m + d - center; b.spots[center+eye&groupID]&parked != 0 {
			b.unpark(eye)
			if b.park(eye) {
				b.unlist(b.n-1, b.n)
			}
		}
	}
}

// winner returns the side with the higher score, or Empty for a tie.
func (b *playout) winner() Color { return b.score().Winner() }

// score returns the score, with territory counted among the stones. An empty point counts
// for the one colour that it reaches. To find it, the colours beside each empty point
// spread over the empty points beside it until nothing changes. If the playout ended
// because no candidates were left, no two empty points are neighbours and nothing spreads.
func (b *playout) score() Score {
	var reach [playoutCells + northEast]spot
	for _, m := range b.empty[:b.n] {
		reach[center+m] = b.around(spot(m)).sides()
	}
	for spread := true; spread; {
		spread = false
		for _, m := range b.empty[:b.n] {
			at := (*window)(reach[m:])
			all := at[center] | at[south] | at[west] | at[east] | at[north]
			spread = spread || all != at[center]
			at[center] = all
		}
	}
	area := b.area
	for _, m := range b.empty[:b.n] {
		if r := reach[center+m]; r != anyStone {
			area += r
		}
	}
	return Score{BlackStones: int(area / blackStone % playoutCells), WhiteStones: int(area / whiteStone), Komi: b.komi}
}
