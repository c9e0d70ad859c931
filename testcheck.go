package gogate

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
)

// TestCheck verifies that your check keeps the contract that a gate relies on. It asks
// the check about every legal move of the given positions, and once more in another
// order and from several goroutines at once. Without positions it takes those of random
// games on 5×5, 9×9 and 13×13, before and after a pass. Each size has another ko rule,
// and on 5×5 suicide and resignation are legal.
//
// It returns nil, or what it found wrong, at most a few faults of a kind:
//
//   - the check panics, or ends its goroutine,
//   - it answers the same question in different ways,
//   - its name changes, or is one that a gate gives: "legal", "proposer" or "fallback",
//   - it refuses a pass, so that a gate may be left without a move.
//
// It does not look into what the check means, and it cannot tell whether a check keeps
// anything from one call to the next. Under the race detector it also shows data races.
func TestCheck(c Check, positions ...*Position) error {
	if c == nil {
		return errors.New("the check is nil")
	}
	if len(positions) == 0 {
		positions = samplePositions()
	}
	t := checkTest{check: c}
	for i, p := range positions {
		if p == nil || p.game == nil {
			return fmt.Errorf("position %d is nil or zero: must be of a game", i+1)
		}
		t.position(p)
	}
	return t.found.err()
}

// samplePositions returns positions from all phases of a few games.
func samplePositions() (positions []*Position) {
	for _, size := range []int{5, 9, 13} {
		rules := DefaultRules(size)
		rules.Suicide, rules.Resign = size == 5, size == 5
		rules.Ko = map[int]KoRule{5: SituationalSuperko, 9: PositionalSuperko, 13: SimpleKo}[size]
		p, err := rules.Start()
		for err == nil && !p.Over() {
			if p.Turn()%(2*size) < 2 { // with either side to move
				positions = append(positions, p)
				if q, err := p.Play(Pass); err == nil && !q.Over() {
					positions = append(positions, q)
				}
			}
			var m Move
			if m, err = (Random{Seed: uint64(size)}).Play(context.Background(), p); err == nil {
				p, err = p.Play(m)
			}
		}
		if err != nil {
			panic(err) // a mistake of this package
		}
	}
	return positions
}

// A checkTest is a run of TestCheck.
type checkTest struct {
	check Check
	named bool
	name  string // that the check first gave itself
	found faults
}

func (t *checkTest) position(p *Position) {
	moves := p.LegalMoves()
	if p.Legal(Resign) == nil {
		moves = append(moves, Resign)
	}
	first, again := make([]Verdict, len(moves)), make([]Verdict, len(moves))
	var asking sync.WaitGroup
	asking.Go(func() { // in a goroutine too, which the check may end
		for i, m := range moves {
			first[i] = ask(t.check, p, m)
		}
	})
	asking.Wait()
	for half := range 2 {
		asking.Go(func() {
			for i := len(moves) - 1 - half; i >= 0; i -= 2 {
				again[i] = ask(t.check, p, moves[i])
			}
		})
	}
	asking.Wait()
	for i, m := range moves {
		v := first[i]
		if v.Move == 0 || again[i].Move == 0 {
			t.report(p, m, "moves on which the check ends its goroutine", "ends its goroutine")
			return
		}
		if v.Code == "panic" && v.Check == "" {
			t.report(p, m, "moves on which the check panics", "%s", v.Why)
			continue
		}
		if at, is, was := difference("", reflect.ValueOf(again[i]), reflect.ValueOf(v)); at != "" {
			t.report(p, m, "moves on which the answers differ", "%s is %s and then %s: a check must give one answer to one question", at, was, is)
		}
		if !t.named {
			t.named, t.name = true, v.Check
		}
		if slices.Contains(gateChecks, v.Check) {
			t.report(p, m, "verdicts with a name that a gate gives", "calls itself %q: a gate gives this name itself", v.Check)
		}
		if v.Check != t.name {
			t.report(p, m, "verdicts with another name", "calls itself %q and then %q: a check must keep its name", t.name, v.Check)
		}
		if m == Pass && !v.Allows() {
			t.report(p, m, "passes refused", "refuses a pass, %v: a check must allow a pass, or a gate may have no move", v)
		}
	}
}

// report notes what is wrong.
func (t *checkTest) report(p *Position, m Move, kind, format string, args ...any) {
	t.found.add(kind, fmt.Errorf("turn %d, %v %v: %s\n%v", p.Turn()+1, p.ToPlay(), m, fmt.Sprintf(format, args...), p))
}
