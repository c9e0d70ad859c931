package gogate

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"
)

// A Tree keeps what an MCTS has found from one move of a game to the next. The
// part of it below the moves played since then is where the next search begins,
// with its playouts on top. Where a position does not follow from the last one,
// or the MCTS has other settings, it begins anew.
//
// The zero value is ready. A Tree is for one player in one game. Several
// goroutines may use it, one after the other; what they find then depends on
// their order. A search waits for its turn, and copies what it keeps before the
// first playout, even if its context ends meanwhile.
type Tree struct {
	using   sync.Mutex
	at      *Position // where the last search began; nil before the first
	by      growth    // its settings
	workers []*worker
}

// MaxPlayouts is the largest number of playouts for a move: a node's score counts two
// for each, in 32 bits.
const MaxPlayouts = 1_000_000_000

// A growth is what decides how a tree grows. What one kind of search has found is of no
// use to another.
type growth struct {
	seed    uint64
	workers int  // at least 1
	uct     bool // plain UCT, without RAVE
	priors  bool // a new node begins with playouts that were never played
}

const (
	// urgency is the value of a move of which nothing is known yet, and
	// exploration weighs how much UCT tries a move for being tried little. In a
	// prototype these two won most games on 9×9 at 1,000 playouts for UCT against
	// trying every move first, and against an urgency of 0.6.
	urgency     = 1.1
	exploration = 0.3
	// ownTrust is how many playouts counted as first it takes until an own one weighs
	// two of them.
	ownTrust = 1000
	// passDoubt is how many lost playouts RAVE adds to a pass that it has tried. A
	// pass has no count as first to temper its luck: without these, every fourth
	// game on 9×9 at 200 playouts had a pass while most of the board was empty.
	passDoubt = 5
	// What a move that is not yet tried begins with, in playouts as first. BENCHMARKS.md
	// has the games against NoPriors.
	priorEven      = 10 // half of them won
	priorCapture   = 20 // won
	priorSave      = 20 // won
	priorSelfAtari = 20 // lost
	priorAtari     = 5  // won
	priorShape     = 20 // won
	priorNear      = 10 // won
	// expandAt is the visit at which a leaf gets its children.
	expandAt = 2
	// maxNodes is how many nodes a tree may have before it stops growing.
	maxNodes = 1 << 25
)

// A node is a move in the tree and what is known of it. The nodes of a tree lie
// in one slice, the children of a node side by side; the first is the root,
// which has no move. A score is that of the player who made the move: 2 for a
// playout won, 1 for a tie.
type node struct {
	move     Move
	children uint16 // how many children there are,
	first    int32  // and where they begin
	visits   int32  // playouts that came through here
	score    int32
	// The same for the playouts through the parent in which the player was the
	// first to play on the point of the move, then or later: "all moves as first".
	// A pass has none: every playout ends in passes, which says nothing of a pass
	// now.
	amafVisits int32
	amafScore  int32
}

// nodes are those of a tree, the root first.
type nodes []node

// childrenOf returns the children of node i.
func (all nodes) childrenOf(i int32) []node {
	first := all[i].first
	return all[first : first+int32(all[i].children)]
}

// child returns the child of node i for m, or -1 if there is none.
func (all nodes) child(i int32, m Move) int32 {
	c := slices.IndexFunc(all.childrenOf(i), func(n node) bool { return n.move == m })
	if c < 0 {
		return -1
	}
	return all[i].first + int32(c)
}

// follow returns the node that the turns lead to from the root, and whether there
// is one.
func (all nodes) follow(turns []Move) (i int32, known bool) {
	if len(all) == 0 {
		return 0, false
	}
	for _, m := range turns {
		if i = all.child(i, m); i < 0 {
			return 0, false
		}
	}
	return i, true
}

// begin makes the tree one for p and the moves to choose from there, of what it
// has found below the turns since its last search.
func (t *Tree) begin(by growth, p *Position, moves []Move, budget int) {
	turns, follows := t.turnsTo(p)
	if !follows || by != t.by {
		random := seeded(by.seed, p)
		t.workers = make([]*worker, by.workers)
		for i := range t.workers {
			t.workers[i] = &worker{random: rng(random.next()), uct: by.uct, priors: by.priors}
		}
	}
	t.at, t.by = p, by
	for i, w := range t.workers {
		w.begin(p, turns, moves, t.share(budget, i))
	}
}

// turnsTo returns the turns from the last search to p, and whether p follows from
// it by them.
func (t *Tree) turnsTo(p *Position) (turns []Move, follows bool) {
	if t.at == nil {
		return nil, false
	}
	for p.turn > t.at.turn {
		if p.toPlay == p.parent.toPlay {
			return nil, false
		}
		turns = append(turns, p.last)
		p = p.parent
	}
	slices.Reverse(turns)
	return turns, p.Equal(t.at)
}

// share returns the playouts of worker i. They add up to the budget.
func (t *Tree) share(budget, i int) int { return (budget + i) / len(t.workers) }

// grow shares the playouts of this search from one number to another among the
// workers. It reports whether they made them: not if ctx ends, nor once MaxPlayouts
// are done.
func (t *Tree) grow(ctx context.Context, from, to int) bool {
	var growing sync.WaitGroup
	more := false
	for i, w := range t.workers {
		// With what is kept, too, the counts of all workers must add up in 32 bits.
		visits := min(t.share(to, i)-t.share(from, i), t.share(MaxPlayouts, i)-int(w.nodes[0].visits))
		more = more || visits > 0
		growing.Go(func() { w.grow(ctx, visits) })
	}
	growing.Wait()
	return more && ctx.Err() == nil
}

// sums returns what all workers together know of each move at the root, the best
// first. They know nothing of each other: their counts of a move add up.
func (t *Tree) sums(moves []Move) []node {
	sums := make([]node, len(moves))
	for i, m := range moves {
		sums[i].move = m
		for _, w := range t.workers {
			n := w.nodes[w.nodes.child(0, m)]
			sums[i].visits += n.visits
			sums[i].score += n.score
		}
	}
	slices.SortStableFunc(sums, func(a, b node) int {
		return cmp.Or(cmp.Compare(b.visits, a.visits), cmp.Compare(b.score, a.score))
	})
	return sums
}

// A Candidate is what a search knows of a move at its root.
type Candidate struct {
	Move     Move
	Playouts int
	Wins     float64 // playouts won by the player of the move, a tie as half of one
	Line     []Move  // the most visited continuation after the move
}

// candidates returns the moves at the root that have had playouts, the best first.
func (t *Tree) candidates(moves []Move) []Candidate {
	var all []Candidate
	for _, sum := range t.sums(moves) {
		if sum.visits > 0 {
			all = append(all, Candidate{sum.move, int(sum.visits), float64(sum.score) / 2, t.line(sum.move)})
		}
	}
	return all
}

// line returns the most visited continuation after a move at the root, of equals
// the move that comes first on the board.
func (t *Tree) line(m Move) []Move {
	line := []Move{m}
	for {
		var visits [(MaxSize + 1) << rowShift]int32
		var next Move
		for _, w := range t.workers {
			i, known := w.nodes.follow(line)
			if !known {
				continue
			}
			for _, n := range w.nodes.childrenOf(i) {
				visits[n.move] += n.visits
				if sum := visits[n.move]; sum > visits[next] || sum == visits[next] && sum > 0 && n.move < next {
					next = n.move
				}
			}
		}
		if next == 0 {
			return line[1:]
		}
		line = append(line, next)
	}
}

// A worker is a tree that grows by itself, with what it needs for a visit.
type worker struct {
	nodes  nodes
	uct    bool
	priors bool
	random rng
	start  playout // the position at the root
	last   Move    // the move that led to it
	board  playout // where a visit is played out
	moves  []Move  // the candidates of the node that is being expanded
	path   []int32 // the nodes of a visit
	// earliest has for each move by whom it was played first in a stretch of the
	// last visit: the number of the visit, doubled, and one more for Black. That
	// stays below 1<<31, on which countAsFirst relies: begin counts anew.
	earliest [playoutCells]uint32
	visited  uint32
}

// begin makes p the root, with the given moves and what is known of them and
// below, if turns lead there from the old root. It makes room for the nodes of so
// many playouts.
func (w *worker) begin(p *Position, turns, moves []Move, playouts int) {
	old := w.nodes
	w.start.load(p)
	w.last = p.last
	w.board.copyFrom(&w.start)
	w.visited = 0
	clear(w.earliest[:])
	// Some three of eight playouts expand a node, into a few less moves than here.
	room := min(playouts, 1<<20/len(moves)) * len(moves) * 3 / 8
	w.nodes = make(nodes, 1, 1+len(moves)+room)
	w.expand(0, moves)

	root, known := old.follow(turns)
	if !known {
		return
	}
	for i := range w.nodes.childrenOf(0) {
		n := &w.nodes[1+i]
		if c := old.child(root, n.move); c >= 0 {
			*n = old[c]
			w.nodes[0].visits += n.visits
		}
	}
	// The children of each node go behind the nodes so far.
	for i := 1; i < len(w.nodes); i++ {
		children := old[w.nodes[i].first:][:w.nodes[i].children]
		w.nodes[i].first = int32(len(w.nodes))
		w.nodes = append(w.nodes, children...)
	}
}

// grow makes so many visits, less if ctx ends.
func (w *worker) grow(ctx context.Context, visits int) {
	for range visits {
		if ended(ctx) != nil {
			return
		}
		w.visit()
	}
}

// expand gives node i, whose position is on the board, a child for every move, in
// random order, so that moves not yet tried are tried in no special order.
func (w *worker) expand(i int32, moves []Move) {
	first := len(w.nodes)
	if first+len(moves) > cap(w.nodes) {
		// Twice as many: fewer copies than append makes, and no more than it may have.
		w.nodes = append(make(nodes, 0, min(2*first, maxNodes)+len(moves)), w.nodes...)
	}
	last := w.last
	if w.board.turn > 0 {
		last = w.board.moves[w.board.turn-1]
	}
	for _, m := range moves {
		n := node{move: m}
		if w.priors {
			n.begin(&w.board, last)
		}
		w.nodes = append(w.nodes, n)
		end := len(w.nodes) - 1
		other := first + w.random.below(end-first+1)
		w.nodes[end], w.nodes[other] = w.nodes[other], w.nodes[end]
	}
	w.nodes[i].first, w.nodes[i].children = int32(first), uint16(len(moves))
}

// begin gives a new node the playouts that were never played. The last move is
// the one before its own.
func (n *node) begin(b *playout, last Move) {
	at, ok := n.move.Point()
	if !ok {
		return
	}
	n.amafVisits, n.amafScore = priorEven, priorEven
	win := func(visits int32) {
		n.amafVisits += visits
		n.amafScore += 2 * visits
	}
	o := b.outlook(spot(n.move))
	if o.captures {
		win(priorCapture)
	}
	if o.saves {
		win(priorSave)
	}
	if o.shape {
		win(priorShape)
	}
	switch {
	case o.selfAtari:
		n.amafVisits += priorSelfAtari
	case o.ataris:
		win(priorAtari)
	}
	if before, ok := last.Point(); ok && max(at.X-before.X, before.X-at.X, at.Y-before.Y, before.Y-at.Y) == 1 {
		win(priorNear)
	}
}

// visit plays one game: down the tree, on by a random playout to the end, and
// back up with the result.
func (w *worker) visit() {
	w.board.copyFrom(&w.start)
	w.path = append(w.path[:0], 0)
	for i := int32(0); !w.board.over(); {
		if w.nodes[i].children == 0 {
			if w.nodes[i].visits+1 < expandAt || len(w.nodes) > maxNodes {
				break
			}
			w.moves = append(w.board.candidates(w.moves[:0]), Pass)
			w.expand(i, w.moves)
		}
		i = w.choose(i)
		w.board.play(w.nodes[i].move)
		w.path = append(w.path, i)
	}
	w.board.run(&w.random)
	winner := w.board.winner()
	for depth, i := range w.path {
		w.nodes[i].visits++
		w.nodes[i].score += scoreFor(winner, w.toPlay(depth).Opponent())
	}
	if !w.uct {
		w.countAsFirst(winner)
	}
}

// scoreFor returns what a playout adds to the score of a player.
func scoreFor(winner, player Color) int32 {
	switch winner {
	case Empty:
		return 1
	case player:
		return 2
	}
	return 0
}

// countAsFirst counts the last visit for all children of the nodes it came
// through whose move the player to move there was the first to play, from there
// to the end of the game.
func (w *worker) countAsFirst(winner Color) {
	w.visited++
	turns := w.board.moves[:w.board.turn]
	// Backwards, so that the earlier of two turns on a point stands in the end.
	for turn := len(turns) - 1; turn >= 0; turn-- {
		player := w.toPlay(turn)
		side := w.visited<<1 | uint32(player)&1
		if m := turns[turn]; m != Pass {
			w.earliest[m&(playoutCells-1)] = side
		}
		if turn >= len(w.path) {
			continue
		}
		share := scoreFor(winner, player)
		children := w.nodes.childrenOf(w.path[turn])
		for i := range children {
			// Whether it is the same side is as good as random. So there is no
			// branch here for the processor to guess wrong: same is 1 or 0.
			n := &children[i]
			differ := w.earliest[n.move&(playoutCells-1)] ^ side
			same := int32((differ - 1) >> 31)
			n.amafVisits += same
			n.amafScore += same * share
		}
	}
}

// toPlay returns whose turn it is after so many turns from the root.
func (w *worker) toPlay(turns int) Color {
	if turns%2 == 0 {
		return w.start.toPlay
	}
	return w.start.toPlay.Opponent()
}

// choose returns the child of node i that looks best to the player to move.
func (w *worker) choose(i int32) int32 {
	best, bestValue := 0, math.Inf(-1)
	children := w.nodes.childrenOf(i)
	if w.uct {
		explore := exploration * math.Sqrt(ln(max(w.nodes[i].visits, 1)))
		for c := range children {
			if value := children[c].uctValue(explore); value > bestValue {
				best, bestValue = c, value
			}
		}
	} else {
		for c := range children {
			if value := children[c].raveValue(); value > bestValue {
				best, bestValue = c, value
			}
		}
	}
	return w.nodes[i].first + int32(best)
}

// uctValue is the share of won playouts, with more on top the fewer they are.
func (n *node) uctValue(explore float64) float64 {
	if n.visits == 0 {
		return urgency
	}
	return float64(n.score)/float64(2*n.visits) + explore/math.Sqrt(float64(n.visits))
}

// raveValue is the share of won playouts among those counted as first and the node's
// own. An own playout, which is among those too, counts once more at the beginning, and
// the more the more of both there are: those counted as first see their move at any
// time of a game, and soon mislead. This is the weight of Gelly and Silver with their
// bias as 1/ownTrust. A pass has its own playouts alone, with passDoubt lost ones added.
func (n *node) raveValue() float64 {
	if n.visits+n.amafVisits == 0 {
		return urgency
	}
	if n.move == Pass {
		return float64(n.score) / (2 * float64(n.visits+passDoubt))
	}
	first := float64(n.amafVisits)
	weight := 1 + float64(first*(1.0/ownTrust))
	return (float64(float64(n.score)*weight) + float64(n.amafScore)) / (2 * (float64(float64(n.visits)*weight) + first))
}

// ln returns the natural logarithm of n, which is at least 1, to eight digits or
// so. math.Log rounds differently from machine to machine; these steps do not.
func ln(n int32) float64 {
	// n = f·2^e with f from 1 to 2, and ln f = 2(s + s³/3 + s⁵/5 + …) for
	// s = (f-1)/(f+1), which is at most 1/3.
	f, e := math.Frexp(float64(n))
	f, e = 2*f, e-1
	s := (f - 1) / (f + 1)
	sum, power := 0.0, s
	for k := 1; k <= 15; k += 2 {
		sum += power / float64(k)
		power = float64(power*s) * s
	}
	return float64(float64(e)*math.Ln2) + float64(2*sum)
}
