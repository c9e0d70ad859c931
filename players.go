package gogate

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"example.com/gogate/internal/form"
)

// A Player names the move to play in a position. A gate asks a Player to propose, and
// PlayGame asks one in every turn.
//
// Play must return soon after ctx ends: its best move so far and no error, if it has a
// move.
//
// In one game, one goroutine at a time calls Play. But a gate does not wait for an answer
// after its deadline, and may call Play again while the late call is still running. A
// Player that several games or gates share must allow several calls at once. The players
// of this package do.
type Player interface {
	Play(ctx context.Context, p *Position) (Move, error)
}

// A PlayerFunc makes a Player of an ordinary function.
type PlayerFunc func(ctx context.Context, p *Position) (Move, error)

// Play returns f(ctx, p).
func (f PlayerFunc) Play(ctx context.Context, p *Position) (Move, error) { return f(ctx, p) }

// A Chooser picks one of the given moves, all of which are legal in p. A gate asks its
// Chooser to pick among the moves that all checks allow. The rules for ctx and goroutines
// are those of Player.
type Chooser interface {
	Choose(ctx context.Context, p *Position, moves []Move) (Choice, error)
}

// A Choice is the move that a Chooser picked. Note says in a few words why, for people to
// read.
type Choice struct {
	Move Move
	Note string
}

// play is the Play method of every Chooser here: its choice among all legal moves.
func play(ctx context.Context, p *Position, by Chooser) (Move, error) {
	if p.Over() {
		return 0, ErrOver
	}
	choice, err := by.Choose(ctx, p, p.LegalMoves())
	return choice.Move, err
}

// choosable returns an error unless moves is a list to choose from in p.
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

// sparing returns those of moves that a player chooses from who does not fill its own
// eyes: all points but its eyes, and with passToo a pass as well. If there are none of
// these it returns the pass, else the eyes, and a resignation only if nothing is left.
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
	var seen [(MaxSize + 1) << rowShift]bool // a move listed twice counts once
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

// Random plays a legal point at random, with the same chance for each. It leaves out its
// own single-point eyes, and passes when nothing else is left.
//
// The zero value is ready to use, with seed 0. The choice depends only on Seed and the
// position.
type Random struct{ Seed uint64 }

// Play chooses among all legal moves.
func (r Random) Play(ctx context.Context, p *Position) (Move, error) { return play(ctx, p, r) }

// Choose chooses among moves. It fills an eye of its own only if the list has neither
// another point nor a pass.
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

// Greedy captures as many stones as one move can. Among equal captures it prefers the move
// that leaves the new stone's group the most liberties. Seed and the position decide
// between moves that are still equal.
//
// It never passes while it has a legal point, so in the end it fills its own eyes.
//
// The zero value is ready to use, with seed 0.
type Greedy struct{ Seed uint64 }

// Play chooses among all legal moves.
func (g Greedy) Play(ctx context.Context, p *Position) (Move, error) { return play(ctx, p, g) }

// Choose chooses among moves. It passes only if the list has no point.
func (g Greedy) Choose(_ context.Context, p *Position, moves []Move) (Choice, error) {
	if err := choosable(p, moves); err != nil {
		return Choice{}, fmt.Errorf("greedy: %w", err)
	}
	const passing, resigning = -1, -2 // worse than a point that captures nothing
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

// ended returns ctx.Err() for a search. In WebAssembly all goroutines share one thread,
// and none is interrupted. There a search must yield, or its deadline would never come and
// nobody could cancel it.
func ended(ctx context.Context) error {
	if runtime.GOARCH == "wasm" {
		runtime.Gosched()
	}
	return ctx.Err()
}

// seeded returns the random numbers of a player with this seed in this position. Its
// choice then depends on nothing else.
func seeded(seed uint64, p *Position) rng {
	s := rng(seed)
	s = rng(s.next() ^ p.hash)
	s = rng(s.next() ^ uint64(p.turn)<<2 ^ uint64(p.toPlay))
	s.next()
	return s
}
