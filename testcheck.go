package gogate

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
)

// TestCheck puts a check through what every gate relies on, in the given positions
// or, without any, in those of random games on 5×5, where suicide and resignation
// are legal, 9×9 and 13×13, each with another ko rule, before and after a pass. It
// asks about every legal move, and once more in another order and from several
// goroutines at once, and returns what it found wrong, at most a few of a kind, or
// nil:
//
//   - the check panics, or ends its goroutine,
//   - it answers the same question in different ways,
//   - its name changes, or is one of those that a gate gives: "legal", "proposer" and
//     "fallback",
//   - it refuses a pass, so that a gate may be left without a move.
//
// It does not look into what the check means, and it cannot tell that a check keeps
// what it must not keep. Under the race detector it also shows data races.
func TestCheck(c Check, positions ...*Position) error {
	if c == nil {
		return errors.New("the check is nil")
	}
	if len(positions) == 0 {
		positions = samplePositions()
	}
	t := checkTest{check: c}
	for i, p := range positions {
		if p == nil {
			return fmt.Errorf("position %d is nil", i+1)
		}
		t.position(p)
	}
	return errors.Join(t.found...)
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
	found []error
	kinds map[string]int
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
			t.report(p, m, "exit", "ends its goroutine")
			return
		}
		if v.Code == "panic" && v.Check == "" {
			t.report(p, m, "panic", "%s", v.Why)
			continue
		}
		if at, is, was := difference("", reflect.ValueOf(again[i]), reflect.ValueOf(v)); at != "" {
			t.report(p, m, "answers", "%s is %s and then %s: want one answer to one question", at, was, is)
		}
		if !t.named {
			t.named, t.name = true, v.Check
		}
		if slices.Contains([]string{"legal", "proposer", "fallback"}, v.Check) {
			t.report(p, m, "reserved", "calls itself %q: want a name that a gate does not give itself", v.Check)
		}
		if v.Check != t.name {
			t.report(p, m, "name", "calls itself %q and then %q: want one name", t.name, v.Check)
		}
		if m == Pass && !v.Allows() {
			t.report(p, m, "pass", "refuses a pass, %v: want a pass allowed, or a gate may have no move", v)
		}
	}
}

// report notes what is wrong, unless there was enough of the kind.
func (t *checkTest) report(p *Position, m Move, kind, format string, args ...any) {
	const enough = 3
	if t.kinds == nil {
		t.kinds = map[string]int{}
	}
	if t.kinds[kind]++; t.kinds[kind] <= enough {
		t.found = append(t.found, fmt.Errorf("turn %d, %v %v: %s\n%v", p.Turn()+1, p.ToPlay(), m, fmt.Sprintf(format, args...), p))
	}
}
