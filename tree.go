package gogate

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"
)

// A Tree keeps what an MCTS has found from one move of a game to the next. The next search
// begins with the part of the tree below the moves that were played since, and adds its
// playouts. If the position does not follow from the last one, or if the MCTS has other
// settings, the tree begins anew.
//
// The zero value is ready to use. A Tree is for one player in one game.
//
// Several goroutines may use a Tree. Their searches run one after the other, and what they
// find depends on their order. A search waits for its turn. Then, before its first
// playout, it copies the part that it keeps. It does both even if its context ends
// meanwhile.
type Tree struct {
	using   sync.Mutex
	at      *Position // where the last search began; nil before the first
	by      growth    // its settings
	workers []*worker
}

// MaxPlayouts is the largest number of playouts for a move. A node's score counts two for
// each playout, in 32 bits.
const MaxPlayouts = 1_000_000_000

// A growth holds the settings of a search that decide how its tree grows. A search with
// other settings cannot use the tree.
type growth struct {
	seed    uint64
	workers int  // at least 1
	uct     bool // plain UCT, without RAVE
	priors  bool // a new node begins with playouts that were never played
}

const (
	// urgency is the value of a move about which nothing is known yet. exploration
	// decides how much UCT prefers moves that were tried seldom. In a prototype, UCT won
	// most games with these two values: on 9×9 at 1,000 playouts, against trying every
	// move once first, and against an urgency of 0.6.
	urgency     = 1.1
	exploration = 0.3
	// ownTrust is the number of playouts counted as first at which one playout of the
	// move's own weighs as much as two of them.
	ownTrust = 1000
	// passDoubt is how many lost playouts RAVE adds to a pass that it has tried. A pass
	// has no playouts counted as first that would even out its luck. Without the lost
	// ones, every fourth game on 9×9 at 200 playouts had a pass while most of the board
	// was empty.
	passDoubt = 5
	// These are the playouts counted as first with which a new move begins.
	// BENCHMARKS.md has the games against NoPriors.
	priorEven      = 10 // half of them won
	priorCapture   = 20 // won
	priorSave      = 20 // won
	priorSelfAtari = 20 // lost
	priorAtari     = 5  // won
	priorShape     = 20 // won
	priorNear      = 10 // won
	// expandAt is the visit at which a leaf gets its children.
	expandAt = 2
)

// A node is a move in the tree and what is known about it. The children of a node lie side
// by side. The first node is the root, which
// has no move. A score is seen from the player who made the move: it counts 2 for a
// playout won and 1 for a tie.
type node struct {
	move     Move
	children uint16 // how many children there are,
	first    int32  // and where they begin; without any, how the move ends the game, or 0
	visits   int32  // playouts that came through here
	score    int32
	// The same for "all moves as first": the playouts through the parent in which the
	// player was the first to play on the point of the move, at once or later. A pass
	// has none, since every playout ends in passes, which says nothing about a pass now.
	amafVisits int32
	amafScore  int32
}

// A move that ends the game has a result that is known exactly: it is won, tied or lost
// for the player who makes it.
const (
	endsWon int32 = -1 - iota
	endsTied
	endsLost
)

// endFor returns how a move ends the game for its player.
func endFor(winner, player Color) int32 { return endsLost + scoreFor(winner, player) }

// endValue is the value of a move that ends the game, between those of all other moves.
func (n *node) endValue() float64 {
	switch n.first {
	case endsWon:
		return math.Inf(1)
	case endsTied:
		return 0.5
	}
	return -1
}

// nodes are all nodes of a tree, the root first. They lie in chunks that stay where they
// are, so that a tree grows without a copy. The upper bits of an index are the chunk. The
// end of a chunk is left empty where the children of a node do not fit.
type nodes struct {
	chunks [][]node
	end    int32 // the index after the last node
}

const (
	chunkBits = 16
	chunkMask = 1<<chunkBits - 1
	nodeBytes = 24
)

// at returns node i.
func (all *nodes) at(i int32) *node { return &all.chunks[i>>chunkBits][i&chunkMask] }

// add adds n nodes side by side, and returns the index of the first one.
func (all *nodes) add(n int) (first int32, added []node) {
	c, place := int(all.end>>chunkBits), int(all.end&chunkMask)
	if c == len(all.chunks) || place+n > len(all.chunks[c]) {
		c, place = len(all.chunks), 0
		all.chunks = append(all.chunks, make([]node, 1<<chunkBits))
	}
	first = int32(c<<chunkBits | place)
	all.end = first + int32(n)
	return first, all.chunks[c][place : place+n]
}

// childrenOf returns the children of node i.
func (all *nodes) childrenOf(i int32) []node {
	n := all.at(i)
	if n.children == 0 {
		return nil
	}
	return all.chunks[n.first>>chunkBits][n.first&chunkMask:][:n.children]
}

// child returns the child of node i for m, or -1 if there is none.
func (all *nodes) child(i int32, m Move) int32 {
	c := slices.IndexFunc(all.childrenOf(i), func(n node) bool { return n.move == m })
	if c < 0 {
		return -1
	}
	return all.at(i).first + int32(c)
}

// follow returns the node to which the turns lead from the root. It reports false if the
// tree has no such node.
func (all *nodes) follow(turns []Move) (i int32, known bool) {
	if all.end == 0 {
		return 0, false
	}
	for _, m := range turns {
		if i = all.child(i, m); i < 0 {
			return 0, false
		}
	}
	return i, true
}

// begin prepares the tree for a search at p among the given moves. It keeps what it has
// found below the turns since its last search, as far as the memory goes.
func (t *Tree) begin(by growth, p *Position, moves []Move, budget int, memory int64) {
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
		w.most = int32(min(memory/nodeBytes/int64(by.workers), math.MaxInt32>>1))
		w.begin(p, turns, moves, t.share(budget, i))
	}
}

// turnsTo returns the turns from the last search to p. It reports false if p does not
// follow from there.
func (t *Tree) turnsTo(p *Position) (turns []Move, follows bool) {
	if t.at == nil {
		return nil, false
	}
	for p.turn > t.at.turn {
		if p.toPlay == p.parent.toPlay || p.passes != p.parent.passesAfter(p.last) {
			return nil, false // WithToPlay or Resume came in between
		}
		turns = append(turns, p.last)
		p = p.parent
	}
	slices.Reverse(turns)
	return turns, p.Equal(t.at)
}

// share returns how many playouts worker i makes. The shares add up to the budget.
func (t *Tree) share(budget, i int) int { return (budget + i) / len(t.workers) }

// grow lets the workers make the playouts of this search from one number to another. It
// reports false if ctx has ended or MaxPlayouts were already done.
func (t *Tree) grow(ctx context.Context, from, to int) bool {
	var growing sync.WaitGroup
	more := false
	for i, w := range t.workers {
		// The counts of all workers must add up in 32 bits, with those kept from earlier.
		visits := min(t.share(to, i)-t.share(from, i), t.share(MaxPlayouts, i)-int(w.nodes.at(0).visits))
		more = more || visits > 0
		growing.Go(func() { w.grow(ctx, visits) })
	}
	growing.Wait()
	return more && ctx.Err() == nil
}

// sums returns what all workers together know about each move at the root, the best move
// first. The workers are independent, so their counts of a move add up.
func (t *Tree) sums(moves []Move) []node {
	sums := make([]node, len(moves))
	for i, m := range moves {
		sums[i].move = m
		for _, w := range t.workers {
			n := w.nodes.at(w.nodes.child(0, m))
			sums[i].visits += n.visits
			sums[i].score += n.score
			sums[i].first = min(sums[i].first, n.first)
		}
	}
	slices.SortStableFunc(sums, func(a, b node) int {
		return cmp.Or(cmp.Compare(b.winsAtOnce(), a.winsAtOnce()), cmp.Compare(b.visits, a.visits), cmp.Compare(b.score, a.score))
	})
	return sums
}

// winsAtOnce returns 1 for a move that ends the game and wins it, whose visits may be fewer
// than those kept from before it was known, and 0 for every other move.
func (n *node) winsAtOnce() int {
	if n.first == endsWon {
		return 1
	}
	return 0
}

// A Candidate is what a search knows about one of the moves to choose from.
type Candidate struct {
	Move     Move
	Playouts int     // the random games that the search played with the move
	Wins     float64 // how many of them the player of the move won; a tie counts half
	Line     []Move  // the most visited continuation after the move
}

// candidates returns the moves at the root that had playouts, the best move first.
func (t *Tree) candidates(moves []Move) []Candidate {
	var all []Candidate
	for _, sum := range t.sums(moves) {
		if sum.visits > 0 {
			all = append(all, Candidate{sum.move, int(sum.visits), float64(sum.score) / 2, t.line(sum.move)})
		}
	}
	return all
}

// line returns the most visited continuation after a move at the root. Among equals it
// takes the move that comes first on the board.
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

// A worker is one tree, which grows on its own, and what it needs for a visit.
type worker struct {
	nodes  nodes
	most   int32 // nodes, after which the tree stops growing
	uct    bool
	priors bool
	random rng
	start  playout // the position at the root
	last   Move    // the move that led to it
	board  playout // where a visit is played out
	moves  []Move  // the candidates of the node that is being expanded
	path   []int32 // the nodes of a visit
	// earliest tells, for each move, who played it first in a stretch of the last visit.
	// The value is the number of the visit, doubled, plus one for Black. countAsFirst
	// relies on values below 1<<31, so begin numbers the visits anew.
	earliest [playoutCells]uint32
	visited  uint32
}

// begin makes p the root, with the given moves. If the turns lead there from the old root,
// it keeps what is known about these moves and below them. It makes room for the nodes of
// so many playouts.
func (w *worker) begin(p *Position, turns, moves []Move, playouts int) {
	old := w.nodes
	w.start.load(p)
	w.last = p.last
	w.board.copyFrom(&w.start)
	w.visited = 0
	clear(w.earliest[:])
	// About three of eight playouts expand a node, into a few moves fewer than here.
	room := min(playouts, 1<<20/len(moves)) * len(moves) * 3 / 8
	w.nodes = nodes{chunks: [][]node{make([]node, min(1+len(moves)+room, 1<<chunkBits))}, end: 1}
	w.expand(0, moves)

	root, known := old.follow(turns)
	if !known {
		return
	}
	children := w.nodes.childrenOf(0)
	for i := range children {
		n := &children[i]
		if c := old.child(root, n.move); c >= 0 {
			*n = *old.at(c)
			w.nodes.at(0).visits += n.visits
		}
	}
	// Add the children of each node, level by level.
	for i := int32(1); i < w.nodes.end; i++ {
		if int(i&chunkMask) >= len(w.nodes.chunks[i>>chunkBits]) { // the first chunk may be short
			i |= chunkMask
			continue
		}
		n := w.nodes.at(i)
		if n.children == 0 {
			continue
		}
		if w.full(int(n.children)) {
			n.first, n.children = 0, 0
			continue
		}
		kept := old.chunks[n.first>>chunkBits][n.first&chunkMask:][:n.children]
		first, added := w.nodes.add(len(kept))
		copy(added, kept)
		n.first = first
	}
}

// full reports whether the tree has no room for n more nodes.
func (w *worker) full(n int) bool { return w.nodes.end > w.most-int32(n) }

// grow makes so many visits, or fewer if ctx ends.
func (w *worker) grow(ctx context.Context, visits int) {
	for range visits {
		if ended(ctx) != nil {
			return
		}
		w.visit()
	}
}

// expand gives node i, whose position is on the board, a child for every move. The
// children are in random order, so that no part of the board is tried first.
func (w *worker) expand(i int32, moves []Move) {
	first, added := w.nodes.add(len(moves))
	last := w.last
	if w.board.turn > 0 {
		last = w.board.moves[w.board.turn-1]
	}
	for end, m := range moves {
		n := node{move: m}
		if w.priors {
			n.begin(&w.board, last)
		}
		if m == Pass && w.board.passes == 1 {
			n.first = endFor(w.board.winner(), w.toPlay(w.board.turn))
		}
		other := w.random.below(end + 1)
		added[end] = added[other]
		added[other] = n
	}
	parent := w.nodes.at(i)
	parent.first, parent.children = first, uint16(len(moves))
}

// begin gives a new node its playouts that were never played. The last move is the one
// before the node's own.
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

// visit plays one game: down the tree, then by a random playout to the end. It counts the
// result at every node that it came through.
func (w *worker) visit() {
	w.board.copyFrom(&w.start)
	w.path = append(w.path[:0], 0)
	for i := int32(0); !w.board.over(); {
		if n := w.nodes.at(i); n.children == 0 {
			if n.visits+1 < expandAt {
				break
			}
			w.moves = append(w.board.candidates(w.moves[:0]), Pass)
			if w.full(len(w.moves)) {
				break
			}
			w.expand(i, w.moves)
		}
		i = w.choose(i)
		w.board.play(w.nodes.at(i).move)
		w.path = append(w.path, i)
	}
	end := w.board.over()
	w.board.run(&w.random)
	winner := w.board.winner()
	if depth := len(w.path) - 1; end && depth > 0 {
		w.nodes.at(w.path[depth]).first = endFor(winner, w.toPlay(depth).Opponent())
	}
	for depth, i := range w.path {
		n := w.nodes.at(i)
		n.visits++
		n.score += scoreFor(winner, w.toPlay(depth).Opponent())
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

// countAsFirst counts the last visit as "all moves as first". At each node that the visit
// came through it looks at the children: a child counts if, from there to the end of the
// game, the player to move was the first to play on its point.
func (w *worker) countAsFirst(winner Color) {
	w.visited++
	turns := w.board.moves[:w.board.turn]
	// Backwards, so that of two turns on a point the earlier one is noted last.
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
			// Whether it is the same side is nearly random, and a branch would often be
			// mispredicted. So same is computed, as 1 or 0.
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
		explore := exploration * math.Sqrt(ln(max(w.nodes.at(i).visits, 1)))
		for c := range children {
			value := children[c].endValue()
			if children[c].first >= 0 {
				value = children[c].uctValue(explore)
			}
			if value > bestValue {
				best, bestValue = c, value
			}
		}
	} else {
		for c := range children {
			value := children[c].endValue()
			if children[c].first >= 0 {
				value = children[c].raveValue()
			}
			if value > bestValue {
				best, bestValue = c, value
			}
		}
	}
	return w.nodes.at(i).first + int32(best)
}

// uctValue is the share of won playouts, and a bonus that shrinks with their number.
func (n *node) uctValue(explore float64) float64 {
	if n.visits == 0 {
		return urgency
	}
	return float64(n.score)/float64(2*n.visits) + explore/math.Sqrt(float64(n.visits))
}

// raveValue is the share of won playouts, among those counted as first and the node's own
// taken together. The node's own playouts are among those counted as first, and count here
// once more, with a weight. The weight begins at 1 and grows with the number of those
// counted as first, because they see the move at any time of a game and soon mislead. It is
// the weight of Gelly and Silver with their bias as 1/ownTrust. A pass has only its own
// playouts, and passDoubt lost ones.
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

// ln returns the natural logarithm of n, which is at least 1, to about eight digits.
// math.Log rounds differently on different machines; these steps do not.
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
