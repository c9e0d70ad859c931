package gogate

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"sync"
)

// MCTS is Monte Carlo tree search. It grows a tree of moves from the position.
// For each playout it walks down to a leaf, always to the child that looks best,
// plays one random game from there to the end, and counts the result at every
// node it came through. It plays the most visited move.
//
// Which child looks best is decided by RAVE (Gelly and Silver 2007): its share of
// won playouts, mixed with the share of those in which its move came at any later
// turn. With UCT set, it is plain UCT (Kocsis and Szepesvári 2006), which looks
// at the move's own playouts alone and is much weaker with few of them.
//
// What it counts are results of its own random playouts on the way to a
// decision. They are neither independent nor those of good play; Playouts gives
// independent ones. Below the root it knows simple ko only and never fills an
// eye of the mover's own; the moves at the root are those it is given.
//
// The tree takes memory with every playout, about 0.4 KB on 9×9 and 1.7 KB on
// 19×19 (TestTreeBytes). At 800 MB for each worker it stops growing, though not
// searching; while it grows it needs up to twice as much.
//
// The zero value plays 200 playouts. The result depends on the fields and the
// position alone, unless ctx ends first or Until is set.
type MCTS struct {
	Playouts int // playouts for a move, of all workers; 0 means DefaultPlayouts
	Seed     uint64
	UCT      bool // choose by plain UCT
	Until    bool // play on until the deadline of the context, or MaxPlayouts; without one Playouts counts
	Workers  int  // trees that grow side by side, each with its share of the playouts; 0 means 1
}

// DefaultPlayouts is the number of playouts for a move if none is set, and
// MaxPlayouts the largest. MaxWorkers is the largest number of workers.
const (
	DefaultPlayouts = 200
	MaxPlayouts     = math.MaxInt32 / 2 // a node's score counts two for a playout
	MaxWorkers      = 1024
)

const (
	// urgency is the value of a move of which nothing is known yet, and
	// exploration weighs how much UCT tries a move for being tried little. On 9×9
	// at 1,000 playouts these two won 44 of 60 games for UCT against trying every
	// move first, and 54 of 60 against an urgency of 0.6, in a prototype.
	urgency     = 1.1
	exploration = 0.3
	// bias says how soon a move's own playouts outweigh the others in RAVE. Both
	// 0.02 and 0.0004 were weaker in the same prototype.
	bias = 0.0025
	// passDoubt is how many lost playouts RAVE adds to a pass that it has tried. A
	// pass has no count as first to temper its luck: without these, every fourth
	// game on 9×9 at 200 playouts had a pass while most of the board was empty.
	passDoubt = 5
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
	// now. With them RAVE won 86 of 100 games against UCT, without them all.
	amafVisits int32
	amafScore  int32
}

// Play chooses among all legal moves.
func (s MCTS) Play(ctx context.Context, p *Position) (Move, error) { return play(ctx, p, s) }

// Choose chooses among moves. It leaves out those that fill an eye of the
// mover's own, unless the list has neither another point nor a pass, and a
// resignation unless there is nothing else. If ctx ends it returns within about
// one playout what it has found so far; without a single playout, it chooses as
// Random does.
func (s MCTS) Choose(ctx context.Context, p *Position, moves []Move) (Choice, error) {
	if err := choosable(p, moves); err != nil {
		return Choice{}, fmt.Errorf("mcts: %w", err)
	}
	if err := s.validate(); err != nil {
		return Choice{}, err
	}
	moves = sparing(p, moves, true)
	if len(moves) == 1 {
		return Choice{moves[0], "the only move to choose"}, nil
	}
	best, playouts := s.search(ctx, p, moves)
	if playouts == 0 {
		choice, err := Random{s.Seed}.Choose(ctx, p, moves)
		choice.Note += ", as there was no time for a playout"
		return choice, err
	}
	wins := strconv.FormatFloat(float64(best.score)/2, 'f', -1, 64)
	return Choice{
		Move: best.move,
		Note: fmt.Sprintf("won %s of its %d tree playouts, %d in all", wins, best.visits, playouts),
	}, nil
}

func (s MCTS) validate() error {
	switch {
	case s.Playouts < 0 || s.Playouts > MaxPlayouts:
		return fmt.Errorf("mcts: %d playouts: want 1 to %d, or 0 for %d", s.Playouts, MaxPlayouts, DefaultPlayouts)
	case s.Workers < 0 || s.Workers > MaxWorkers:
		return fmt.Errorf("mcts: %d workers: want 1 to %d, or 0 for 1", s.Workers, MaxWorkers)
	}
	return nil
}

// search returns what all workers together know of the best move, and how many
// playouts they made.
func (s MCTS) search(ctx context.Context, p *Position, moves []Move) (best node, playouts int) {
	budget := s.Playouts
	if budget == 0 {
		budget = DefaultPlayouts
	}
	if _, ok := ctx.Deadline(); ok && s.Until {
		budget = MaxPlayouts
	}
	workers := max(s.Workers, 1)
	trees := make([]*tree, workers)
	random := seeded(s.Seed, p)
	var growing sync.WaitGroup
	for i := range trees {
		share := budget / workers
		if i < budget%workers {
			share++
		}
		t := newTree(p, moves, share, rng(random.next()))
		t.uct = s.UCT
		trees[i] = t
		growing.Go(func() { t.grow(ctx, share) })
	}
	growing.Wait()

	// The trees know nothing of each other: their counts of a move add up.
	for _, m := range moves {
		sum := node{move: m}
		for _, t := range trees {
			n := t.child(m)
			sum.visits += n.visits
			sum.score += n.score
		}
		if sum.visits > best.visits || sum.visits == best.visits && sum.score > best.score {
			best = sum
		}
		playouts += int(sum.visits)
	}
	return best, playouts
}

// A tree is a search in progress.
type tree struct {
	nodes  []node
	uct    bool
	random rng
	start  playout // the position at the root
	board  playout // where a visit is played out
	moves  []Move  // the candidates of the node that is being expanded
	path   []int32 // the nodes of a visit
	// earliest has for each move by whom it was played first in a stretch of the
	// last visit: the number of the visit, doubled, and one more for Black.
	earliest [playoutCells]uint32
	visited  uint32
}

// newTree returns a tree with a root that has the given moves, and with room for
// the nodes of so many playouts.
func newTree(p *Position, moves []Move, playouts int, random rng) *tree {
	// About every fourth playout expands a node, into a few less moves than here.
	room := min(playouts, 1<<20/len(moves)) * len(moves) / 4
	t := &tree{random: random, nodes: make([]node, 1, 1+len(moves)+room)}
	t.start.load(p)
	t.expand(0, moves)
	return t
}

// grow makes so many visits, less if ctx ends.
func (t *tree) grow(ctx context.Context, visits int) {
	for range visits {
		if ctx.Err() != nil {
			return
		}
		t.visit()
	}
}

// expand gives node i a child for every move, in random order, so that moves
// not yet tried are tried in no special order.
func (t *tree) expand(i int32, moves []Move) {
	first := len(t.nodes)
	if first+len(moves) > cap(t.nodes) {
		// Twice as many: fewer copies than append makes, and no more than it may have.
		t.nodes = append(make([]node, 0, min(2*first, maxNodes)+len(moves)), t.nodes...)
	}
	for _, m := range moves {
		t.nodes = append(t.nodes, node{move: m})
		last := len(t.nodes) - 1
		other := first + t.random.below(last-first+1)
		t.nodes[last], t.nodes[other] = t.nodes[other], t.nodes[last]
	}
	t.nodes[i].first, t.nodes[i].children = int32(first), uint16(len(moves))
}

// childrenOf returns the children of node i.
func (t *tree) childrenOf(i int32) []node {
	first := t.nodes[i].first
	return t.nodes[first : first+int32(t.nodes[i].children)]
}

// child returns the root's child for m.
func (t *tree) child(m Move) node {
	children := t.childrenOf(0)
	return children[slices.IndexFunc(children, func(n node) bool { return n.move == m })]
}

// visit plays one game: down the tree, on by a random playout to the end, and
// back up with the result.
func (t *tree) visit() {
	t.board.copyFrom(&t.start)
	t.path = append(t.path[:0], 0)
	for i := int32(0); !t.board.over(); {
		if t.nodes[i].children == 0 {
			if t.nodes[i].visits+1 < expandAt || len(t.nodes) > maxNodes {
				break
			}
			t.moves = append(t.board.candidates(t.moves[:0]), Pass)
			t.expand(i, t.moves)
		}
		i = t.choose(i)
		t.board.play(t.nodes[i].move)
		t.path = append(t.path, i)
	}
	t.board.run(&t.random)
	winner := t.board.winner()
	for depth, i := range t.path {
		t.nodes[i].visits++
		t.nodes[i].score += scoreFor(winner, t.toPlay(depth).Opponent())
	}
	if !t.uct {
		t.countAsFirst(winner)
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
func (t *tree) countAsFirst(winner Color) {
	t.visited++
	turns := t.board.moves[:t.board.turn]
	// Backwards, so that the earlier of two turns on a point stands in the end.
	for turn := len(turns) - 1; turn >= 0; turn-- {
		player := t.toPlay(turn)
		side := t.visited<<1 | uint32(player)&1
		if m := turns[turn]; m != Pass {
			t.earliest[m&(playoutCells-1)] = side
		}
		if turn >= len(t.path) {
			continue
		}
		share := scoreFor(winner, player)
		children := t.childrenOf(t.path[turn])
		for i := range children {
			// Whether it is the same side is as good as random. So there is no
			// branch here for the processor to guess wrong: same is 1 or 0.
			n := &children[i]
			differ := t.earliest[n.move&(playoutCells-1)] ^ side
			same := int32((differ - 1) >> 31)
			n.amafVisits += same
			n.amafScore += same * share
		}
	}
}

// toPlay returns whose turn it is after so many turns from the root.
func (t *tree) toPlay(turns int) Color {
	if turns%2 == 0 {
		return t.start.toPlay
	}
	return t.start.toPlay.Opponent()
}

// choose returns the child of node i that looks best to the player to move.
func (t *tree) choose(i int32) int32 {
	best, bestValue := 0, math.Inf(-1)
	children := t.childrenOf(i)
	if t.uct {
		explore := exploration * math.Sqrt(ln(max(t.nodes[i].visits, 1)))
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
	return t.nodes[i].first + int32(best)
}

// uctValue is the share of won playouts, with more on top the fewer they are.
func (n *node) uctValue(explore float64) float64 {
	if n.visits == 0 {
		return urgency
	}
	return float64(n.score)/float64(2*n.visits) + explore/math.Sqrt(float64(n.visits))
}

// raveValue is the share of won playouts, own/n of the node's own and first/a of
// those counted as first, mixed as (1-β)·own/n + β·first/a with a weight
// β = a / (a + n + bias·a·n). With w = 1 + bias·a that is (own·w + first) / (a + n·w).
// A pass has its own share alone, with passDoubt lost playouts added.
//
// A product stands behind a conversion before it is added to, since some machines
// would otherwise round the pair once and some twice, and the choice must be the
// same on all.
func (n *node) raveValue() float64 {
	if n.visits+n.amafVisits == 0 {
		return urgency
	}
	if n.move == Pass {
		return float64(n.score) / (2 * float64(n.visits+passDoubt))
	}
	w := 1 + float64(bias*float64(n.amafVisits))
	won := float64(float64(n.score)*w) + float64(n.amafScore)
	return won / (2 * (float64(n.amafVisits) + float64(float64(n.visits)*w)))
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
