package gogate

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"example.com/gogate/internal/form"
)

// A Player names the move to play in a position. The gate asks a Player to
// propose; PlayGame asks one for every turn.
//
// Play returns soon after ctx ends, with its best move so far and no error if it
// has one. In one game it is asked by one goroutine at a time, but a gate does not
// wait for an answer past its deadline and may ask again meanwhile. A Player that
// several games or gates share must allow several calls at once; the players of
// this package do.
type Player interface {
	Play(ctx context.Context, p *Position) (Move, error)
}

// A PlayerFunc is an ordinary function as a Player.
type PlayerFunc func(ctx context.Context, p *Position) (Move, error)

// Play returns f(ctx, p).
func (f PlayerFunc) Play(ctx context.Context, p *Position) (Move, error) { return f(ctx, p) }

// A Chooser picks one of the given moves, all of them legal in p. The gate asks
// one to choose among the moves that pass its checks. What is said of ctx and
// of goroutines at Player holds here too.
type Chooser interface {
	Choose(ctx context.Context, p *Position, moves []Move) (Choice, error)
}

// A Choice is the move that a Chooser picked and, in a few words, what it saw.
type Choice struct {
	Move Move
	Note string
}

// play is Play for a Chooser: its choice among all legal moves.
func play(ctx context.Context, p *Position, by Chooser) (Move, error) {
	if p.Over() {
		return 0, ErrOver
	}
	choice, err := by.Choose(ctx, p, p.LegalMoves())
	return choice.Move, err
}

// choosable reports what is wrong with moves as a list to choose from in p.
func choosable(p *Position, moves []Move) error {
	if len(moves) == 0 {
		return errors.New("no moves to choose from")
	}
	for _, m := range moves {
		if err := p.Legal(m); err != nil {
			return fmt.Errorf("%v cannot be chosen: %w", m, err)
		}
	}
	return nil
}

// sparing returns the moves that a player who spares its own eyes chooses from:
// the points that are no eye of its own, with passes among them or not. If there
// are none, it is the passes, else its eyes, and at the very last a resignation.
func sparing(p *Position, moves []Move, passToo bool) []Move {
	rank := func(m Move) int {
		c, onPoint := p.open(m)
		switch {
		case m == Pass && passToo:
			return 0
		case m == Pass:
			return 1
		case !onPoint:
			return 3
		case p.eye(c, p.toPlay):
			return 2
		}
		return 0
	}
	var best []Move
	var seen [(MaxSize + 1) << rowShift]bool // so that a move counts once
	for _, m := range moves {
		if len(best) > 0 && rank(m) < rank(best[0]) {
			best = best[:0]
		}
		if !seen[m] && (len(best) == 0 || rank(m) == rank(best[0])) {
			best = append(best, m)
		}
		seen[m] = true
	}
	return best
}

// Random plays a uniformly random legal point that is not one of its own eyes,
// and passes when nothing else is left. Its choice depends on Seed and the
// position alone. The zero value is ready, with seed 0.
type Random struct{ Seed uint64 }

// Play chooses among all legal moves.
func (r Random) Play(ctx context.Context, p *Position) (Move, error) { return play(ctx, p, r) }

// Choose chooses among moves. It fills an eye of its own only if the list has
// neither another point nor a pass.
func (r Random) Choose(_ context.Context, p *Position, moves []Move) (Choice, error) {
	if err := choosable(p, moves); err != nil {
		return Choice{}, fmt.Errorf("random: %w", err)
	}
	moves = sparing(p, moves, false)
	random := seeded(r.Seed, p)
	return Choice{
		Move: moves[random.below(len(moves))],
		Note: "chosen at random from " + form.Count(len(moves), "move"),
	}, nil
}

// Greedy takes as many stones as it can at once; among equal captures it gives
// the new stone's group the most liberties; what still ties is decided by Seed
// and the position. It never passes while it has a legal point, so in the end
// it fills its own eyes. The zero value is ready, with seed 0.
type Greedy struct{ Seed uint64 }

// Play chooses among all legal moves.
func (g Greedy) Play(ctx context.Context, p *Position) (Move, error) { return play(ctx, p, g) }

// Choose chooses among moves. It passes only if the list has no point.
func (g Greedy) Choose(_ context.Context, p *Position, moves []Move) (Choice, error) {
	if err := choosable(p, moves); err != nil {
		return Choice{}, fmt.Errorf("greedy: %w", err)
	}
	const passing, resigning = -1, -2 // captures less than any point
	var best []Move
	captures, liberties := resigning, 0
	for _, m := range moves {
		caught, free := p.Captures(m), p.LibertiesAfter(m)
		switch m {
		case Pass:
			caught = passing
		case Resign:
			caught = resigning
		}
		switch {
		case caught < captures || caught == captures && free < liberties:
			continue
		case caught > captures || free > liberties:
			best, captures, liberties = best[:0], caught, free
		}
		best = append(best, m)
	}
	random := seeded(g.Seed, p)
	choice := Choice{Move: best[random.below(len(best))]}
	if captures >= 0 {
		taken, such := "nothing", "the only such move"
		if captures > 0 {
			taken = form.Count(captures, "stone")
		}
		if len(best) > 1 {
			such = fmt.Sprintf("one of %d such moves", len(best))
		}
		choice.Note = fmt.Sprintf("captures %s and leaves its group %s; %s", taken, libertiesInWords(liberties), such)
	}
	return choice, nil
}

func libertiesInWords(n int) string {
	if n == 1 {
		return "1 liberty"
	}
	return fmt.Sprintf("%d liberties", n)
}

// ended is ctx.Err() for a search. Compiled to WebAssembly, all goroutines share one
// thread and none is interrupted: no deadline would come, and nobody could cancel, if
// the search did not make way.
func ended(ctx context.Context) error {
	if runtime.GOARCH == "wasm" {
		runtime.Gosched()
	}
	return ctx.Err()
}

// seeded returns the source that a player with this seed uses in this position,
// so that its choice depends on nothing else.
func seeded(seed uint64, p *Position) rng {
	s := rng(seed)
	s = rng(s.next() ^ p.hash)
	s = rng(s.next() ^ uint64(p.turn)<<2 ^ uint64(p.toPlay))
	s.next()
	return s
}
