package gogate

import (
	"context"
	"fmt"
	"iter"
	"strconv"

	"example.com/gogate/internal/form"
)

// MCTS is Monte Carlo tree search. It grows a tree of moves from the position.
// For each playout it walks down to a leaf, always to the child that looks best,
// plays one random game from there to the end, and counts the result at every
// node it came through. It plays the most visited move.
//
// Which child looks best is decided by RAVE (Gelly and Silver 2007): its share of
// won playouts, taken together with those in which its move came at any later turn.
// With UCT set, it is plain UCT (Kocsis and Szepesvári 2006), which looks at the
// move's own playouts alone and is much weaker with few of them.
//
// A move not tried yet begins with a few playouts that were never played: even, and
// then won where it captures, saves a group in atari, gives atari, makes one of a
// few shapes or is one of the eight points around the last move, and lost where it
// is a self-atari. NoPriors leaves these out.
//
// What it counts are results of its own random playouts on the way to a
// decision. They are neither independent nor those of good play; Playouts gives
// independent ones. Below the root it knows simple ko only and never fills an
// eye of the mover's own; the moves at the root are those it is given.
//
// The tree takes memory with every playout, about 0.7 KB on 9×9 and 3 KB on
// 19×19 (TestTreeBytes). At 800 MB for each worker it stops growing, though not
// searching; while it grows it needs up to twice as much, and where a Tree is kept for
// the next move up to three times.
//
// The zero value plays 200 playouts. The result depends on the fields and the
// position alone, unless ctx ends first or UntilDeadline or Tree is set.
type MCTS struct {
	Playouts      int // playouts for a move, of all workers; 0 means DefaultPlayouts
	Seed          uint64
	UCT           bool  // choose by plain UCT
	NoPriors      bool  // begin with nothing known of a move; plain UCT always does
	UntilDeadline bool  // play on until the deadline of the context, or MaxPlayouts; without one Playouts counts
	Workers       int   // how many trees grow side by side, each with its share of the playouts; 0 means 1
	Tree          *Tree // where the trees are kept for the next move of the game; nil to begin each move anew
}

// DefaultPlayouts is the number of playouts for a move if none is set. MaxWorkers is
// the largest number of workers.
const (
	DefaultPlayouts = 200
	MaxWorkers      = 1024
)

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
	best, playouts, kept := s.search(ctx, p, moves)
	if playouts+kept == 0 {
		choice, err := Random{s.Seed}.Choose(ctx, p, moves)
		choice.Note += ", because there was no time for a playout"
		return choice, err
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
	}
	return nil
}

// search returns what all workers together know of the best move, how many
// playouts they made for it, and how many they knew of before.
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
	tree.begin(s.growth(), p, moves, budget)
	for _, w := range tree.workers {
		kept += int(w.nodes[0].visits)
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

// tree returns where the search takes place.
func (s MCTS) tree() *Tree {
	if s.Tree == nil {
		return new(Tree)
	}
	return s.Tree
}

// growth returns what decides how the tree grows. The rest may differ from move to
// move.
func (s MCTS) growth() growth {
	return growth{s.Seed, max(s.Workers, 1), s.UCT, !s.UCT && !s.NoPriors}
}

// Analyze searches as Choose does, but without an end: each time that so many
// playouts are done, 1 to MaxPlayouts, it yields what is known of the moves that
// have had any, the best first. It goes on until the loop ends, ctx ends, or
// MaxPlayouts are done; Playouts and UntilDeadline do not count. The candidates are the
// caller's own. After n playouts in all the first is the choice of an MCTS with n
// Playouts, whatever the number that lies between two reports.
//
// Each loop over the sequence is a search of its own. With a Tree it begins with
// what is kept there and keeps what it finds; another search with the Tree waits
// until the loop ends, and so must not be made within it.
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
		tree.begin(s.growth(), p, moves, every)
		for done := 0; ; done += every {
			if !tree.grow(ctx, done, done+every) || !yield(tree.candidates(moves)) {
				return
			}
		}
	}, nil
}
