package gogate

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
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

// A TextFunc is a function that answers a prompt with text, such as a call of a
// language model, as a Player. The prompt is that of Prompt; the move is the last
// one that the answer names, as MoveInText finds it. Whatever else the answer says is
// ignored, but a gate that has it for its proposer, and not something around it, keeps
// the whole answer in its record. A gate with Retries tells it what was refused.
type TextFunc func(ctx context.Context, prompt string) (string, error)

// Play asks for a move in p.
func (f TextFunc) Play(ctx context.Context, p *Position) (Move, error) {
	return f.Revise(ctx, p, nil)
}

// Revise asks for a move in p after others were refused.
func (f TextFunc) Revise(ctx context.Context, p *Position, refused []Answer) (Move, error) {
	m, _, err := f.ask(ctx, p, refused)
	return m, err
}

// ask returns the move and the text that named it. The text is valid UTF-8.
func (f TextFunc) ask(ctx context.Context, p *Position, refused []Answer) (Move, string, error) {
	text, err := f(ctx, Prompt(p, refused))
	text = strings.ToValidUTF8(text, string(utf8.RuneError))
	if err != nil {
		return 0, text, err
	}
	m, err := MoveInText(text)
	return m, text, err
}

// MoveInText returns the last move that a text names: a point such as D4, pass or
// resign, in any case, as a word of its own in the Latin script, whatever script is
// around it. A point may lie off the board in question. So of "I thought of D4, but
// E5." it takes E5, and it knows nothing of what the text means.
func MoveInText(text string) (Move, error) {
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.Is(unicode.Latin, r) && !unicode.IsDigit(r) })
	for _, word := range slices.Backward(words) {
		if m, err := ParseMove(word); err == nil {
			return m, nil
		}
	}
	return 0, errNamesNone
}

var errNamesNone = errors.New("the text names no move: want a point such as D4, pass or resign")

// Prompt returns what a TextFunc is asked in p: the board, the rules in force, the
// moves so far, who is to move, and what was refused with the reasons.
func Prompt(p *Position, refused []Answer) string {
	var b strings.Builder
	r := p.Rules()
	fmt.Fprintf(&b, "You play Go (weiqi, baduk) as %v. The board is %d×%d.\n", p.ToPlay(), r.Size, r.Size)
	b.WriteString("X is Black, O is White. Columns are letters from the left, without I, and rows\n" +
		"numbers from below, so that A1 is the lower left corner.\n\n")
	fmt.Fprintf(&b, "Rules: %v.\n", r)
	fmt.Fprintf(&b, "Moves so far:%s\n\n%v\n", moveList(p), p)
	for _, a := range refused {
		answer := "Your answer"
		if a.Move != 0 {
			answer += " " + a.Move.String()
		}
		fmt.Fprintf(&b, "%s was refused:\n", answer)
		for _, v := range a.Verdicts {
			if !v.Allows() {
				fmt.Fprintf(&b, "- %s\n", v.Reason())
			}
		}
	}
	end := " or pass"
	if r.Resign {
		end = ", pass or resign"
	}
	fmt.Fprintf(&b, "%v is to move. End your answer with one move: a point%s.\n", p.ToPlay(), end)
	return b.String()
}

// moveList returns the moves so far with their colours.
func moveList(p *Position) string {
	var b strings.Builder
	history := p.History()
	for i, before := range history[:p.Turn()] {
		fmt.Fprintf(&b, " %s %v", before.ToPlay().letter(), history[i+1].Last())
	}
	if p.Turn() == 0 {
		return " none"
	}
	return b.String()
}

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
			return fmt.Errorf("%v is no move to choose: %w", m, err)
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
		Note: fmt.Sprintf("chosen at random from %d", len(moves)),
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
		such := "the only such move"
		if len(best) > 1 {
			such = fmt.Sprintf("one of %d such moves", len(best))
		}
		choice.Note = fmt.Sprintf("captures: %d, liberties after it: %d, %s", captures, liberties, such)
	}
	return choice, nil
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
