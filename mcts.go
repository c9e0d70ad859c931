package gogate

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"strconv"

	"example.com/gogate/internal/form"
)

// MCTS chooses a move by Monte Carlo tree search. It plays many random games, called
// playouts, from the position, and grows a tree of the moves that they begin with. Each
// playout walks down the tree to a leaf, always to the child that looks best. From the
// leaf it plays one random game to the end, and counts the result at every node that it
// came through. MCTS plays the most visited move.
//
// The zero value makes 200 playouts with seed 0. The result depends only on the fields and
// the position, unless ctx ends first or UntilDeadline or Tree is set. Several goroutines
// may use one MCTS at the same time; with a Tree their searches wait for each other.
//
// RAVE (Gelly and Silver 2007) decides which child looks best. It takes the share of
// playouts won with the move together with those in which the move came at any later turn.
// With UCT set, plain UCT decides (Kocsis and Szepesvári 2006). It looks only at the
// move's own playouts, and is much weaker with few of them.
//
// A new move begins with a few playouts that were never played, and half of them count as
// won. More that count as won are added if the move captures, saves a group in atari, gives
// atari, makes one of a few shapes or is one of the eight points around the last move. More
// that count as lost are added if it is a self-atari. NoPriors leaves all of these out.
//
// A move that ends the game is worth its exact result: a pass after a pass, or the last
// turn before the move limit. MCTS plays one that wins, and does not play one that loses
// while there is another move.
//
// The counts are results of random playouts on the way to a decision. The playouts are
// not independent of each other, and far from good play. Function Playouts gives
// independent ones. Below the root, MCTS knows only simple ko and never fills an eye of
// the mover's own. At the root it chooses among the moves that it is given.
//
// The tree takes memory with every playout: about 0.7 KB on 9×9 and 3 KB on 19×19
// (TestTreeBytes). When the trees of all workers fill Memory they stop growing, and the
// search goes on. A Tree that is kept for the next move needs up to twice as much while it
// is taken over.
type MCTS struct {
	Playouts      int // playouts for a move, of all workers together; 0 means DefaultPlayouts
	Seed          uint64
	UCT           bool  // plain UCT decides instead of RAVE
	NoPriors      bool  // a new move begins without playouts; with UCT it always does
	UntilDeadline bool  // search until the context's deadline, or MaxPlayouts; without a deadline Playouts applies
	Workers       int   // how many trees grow side by side and share the playouts; 0 means 1
	Memory        int64 // bytes for the trees of all workers; 0 means DefaultMemory
	Tree          *Tree // keeps the trees for the next move of the game; nil begins each move anew
}

// DefaultPlayouts is the number of playouts for a move if none is set, and DefaultMemory
// the number of bytes. MaxWorkers is the largest number of workers.
const (
	DefaultPlayouts = 200
	DefaultMemory   = 512 << 20
	MaxWorkers      = 1024
)

// Play chooses among all legal moves.
func (s MCTS) Play(ctx context.Context, p *Position) (Move, error) { return play(ctx, p, s) }

// Choose chooses among moves. It leaves out those that fill an eye of the mover's own,
// unless the list has neither another point nor a pass. It leaves out a resignation,
// unless there is nothing else.
//
// If ctx ends, Choose returns within about one playout, with the best move so far. If
// there was no time for a single playout, it chooses as Random does.
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
	best, playouts, kept := s.search(ctx, p, moves)
	if playouts+kept == 0 {
		choice, err := Random{s.Seed}.Choose(ctx, p, moves)
		choice.Note += ", because there was no time for a playout"
		return choice, err
	}
	if after, err := p.Play(best.move); err == nil && after.Over() {
		return Choice{best.move, "ends the game: " + after.Result()}, nil
	}
	wins := strconv.FormatFloat(float64(best.score)/2, 'f', -1, 64)
	all := fmt.Sprintf("%d in all", playouts+kept)
	if kept > 0 {
		all += fmt.Sprintf(", %d of them kept from earlier searches", kept)
	}
	move := best.move.String()
	if best.move == Pass {
		move = "a pass"
	}
	games := form.Count(int(best.visits), "random game")
	return Choice{best.move, fmt.Sprintf("won %s of the %s it played with %s (%s)", wins, games, move, all)}, nil
}

func (s MCTS) validate() error {
	switch {
	case s.Playouts < 0 || s.Playouts > MaxPlayouts:
		return fmt.Errorf("mcts: %d playouts: must be from 1 to %d, or 0 for the usual %d", s.Playouts, MaxPlayouts, DefaultPlayouts)
	case s.Workers < 0 || s.Workers > MaxWorkers:
		return fmt.Errorf("mcts: %d workers: must be from 1 to %d, or 0 for one", s.Workers, MaxWorkers)
	case s.Memory < 0:
		return fmt.Errorf("mcts: %d bytes of memory: must be at least 1, or 0 for %d", s.Memory, DefaultMemory)
	}
	return nil
}

// search returns what all workers together know about the best move, how many playouts
// they made in this search, and how many were kept from earlier ones.
func (s MCTS) search(ctx context.Context, p *Position, moves []Move) (best node, playouts, kept int) {
	budget := s.Playouts
	if budget == 0 {
		budget = DefaultPlayouts
	}
	if _, ok := ctx.Deadline(); ok && s.UntilDeadline {
		budget = MaxPlayouts
	}
	tree := s.tree()
	tree.using.Lock()
	defer tree.using.Unlock()
	tree.begin(s.growth(), p, moves, budget, s.memory())
	for _, w := range tree.workers {
		kept += int(w.nodes.at(0).visits)
	}
	tree.grow(ctx, 0, budget)
	for i, sum := range tree.sums(moves) {
		if i == 0 {
			best = sum
		}
		playouts += int(sum.visits)
	}
	return best, playouts - kept, kept
}

// tree returns the tree that the search grows.
func (s MCTS) tree() *Tree {
	if s.Tree == nil {
		return new(Tree)
	}
	return s.Tree
}

// growth returns the settings that decide how the tree grows. The others may differ from
// move to move.
func (s MCTS) growth() growth {
	return growth{s.Seed, max(s.Workers, 1), s.UCT, !s.UCT && !s.NoPriors}
}

// memory returns the bytes for the trees.
func (s MCTS) memory() int64 { return cmp.Or(s.Memory, DefaultMemory) }

// Analyze searches as Choose does, but without an end. After every so many playouts it
// yields what it knows about the moves that had any, the best move first. The slices
// belong to the caller.
//
// The search goes on until the loop ends, ctx ends, or MaxPlayouts are done. Playouts and
// UntilDeadline do not apply. After n playouts in all, the first candidate is the choice
// of an MCTS with n Playouts, however often Analyze yields. every must be from 1 to
// MaxPlayouts.
//
// Each loop over the sequence is a search of its own. With a Tree it begins with what is
// kept there, and keeps what it finds. Another search with the same Tree waits until the
// loop ends, so the loop must not contain one.
func (s MCTS) Analyze(ctx context.Context, p *Position, moves []Move, every int) (iter.Seq[[]Candidate], error) {
	if err := choosable(p, moves); err != nil {
		return nil, fmt.Errorf("mcts: %w", err)
	}
	if err := s.validate(); err != nil {
		return nil, err
	}
	if every < 1 || every > MaxPlayouts {
		return nil, fmt.Errorf("mcts: a report every %d playouts: must be from 1 to %d", every, MaxPlayouts)
	}
	moves = sparing(p, moves, true)
	return func(yield func([]Candidate) bool) {
		tree := s.tree()
		tree.using.Lock()
		defer tree.using.Unlock()
		tree.begin(s.growth(), p, moves, every, s.memory())
		for done := 0; ; done += every {
			if !tree.grow(ctx, done, done+every) || !yield(tree.candidates(moves)) {
				return
			}
		}
	}, nil
}
