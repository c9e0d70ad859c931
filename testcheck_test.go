package gogate_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"example.com/gogate"
)

func TestTestCheckOfGoodChecks(t *testing.T) {
	nameless := func(*gogate.Position, gogate.Move) gogate.Verdict { return gogate.Verdict{OK: true} }
	refusesPoints := func(_ *gogate.Position, m gogate.Move) gogate.Verdict {
		return gogate.Verdict{Check: "idle", OK: m == gogate.Pass}
	}
	var once sync.Map
	remembers := func(p *gogate.Position, m gogate.Move) gogate.Verdict {
		type question struct {
			p *gogate.Position
			m gogate.Move
		}
		v, _ := once.LoadOrStore(question{p, m}, gogate.NotSelfAtari(p, m))
		return v.(gogate.Verdict)
	}
	for _, test := range []struct {
		name  string
		check gogate.Check
	}{
		{"NotOwnEye", gogate.NotOwnEye},
		{"NotSelfAtari", gogate.NotSelfAtari},
		{"a check of one's own", noEarlyEdge},
		{"advice", gogate.Advise(noEarlyEdge)},
		{"advice against a pass", gogate.Advise(noPass)},
		{"always", always},
		{"no name", nameless},
		{"nothing but a pass", refusesPoints},
		{"another move in the verdict", aboutAnother},
		{"answers from memory", remembers},
	} {
		t.Run(test.name, func(t *testing.T) {
			if err := gogate.TestCheck(test.check); err != nil {
				t.Error(err)
			}
			if err := gogate.TestCheck(test.check, position(t), midGame(t, 9)); err != nil {
				t.Errorf("in given positions: %v", err)
			}
		})
	}
}

// A check that only minds a pass after a pass is found in the positions of its own.
func TestTestCheckAfterAPass(t *testing.T) {
	goesOn := func(p *gogate.Position, m gogate.Move) gogate.Verdict {
		return gogate.Verdict{Check: "goes_on", OK: m != gogate.Pass || p.Last() != gogate.Pass}
	}
	if err := gogate.TestCheck(goesOn); err == nil || !strings.Contains(err.Error(), "refuses a pass") {
		t.Errorf("got %v, want that it refuses a pass", err)
	}
}

func TestTestCheckOfBadChecks(t *testing.T) {
	asked := 0
	var lock sync.Mutex
	count := func() int {
		lock.Lock()
		defer lock.Unlock()
		asked++
		return asked
	}
	var shared, patience atomic.Int32
	for _, test := range []struct {
		name  string
		check gogate.Check
		want  string
		times int // how often it is reported
	}{
		{"nil", nil, "the check is nil", 1},
		{"panics", panics, "turn 1, Black A1: the check panicked: no idea\n 4 . X . .", 3},
		{"panics with nil", panicsWithNil, "turn 1, Black A1: the check panicked: " + new(runtime.PanicNilError).Error(), 3},
		{"panics with what cannot be printed", func(*gogate.Position, gogate.Move) gogate.Verdict { panic(unprintable{}) },
			"turn 1, Black A1: the check panicked: a gogate_test.unprintable, which cannot be printed", 3},
		{"panics on a pass", func(p *gogate.Position, m gogate.Move) gogate.Verdict {
			pt, ok := m.Point()
			if !ok {
				panic("no point")
			}
			return gogate.Verdict{Check: "line", OK: pt.Line(p.Size()) > 0}
		}, "turn 1, Black pass: the check panicked: no point", 1},
		{"ends its goroutine", func(*gogate.Position, gogate.Move) gogate.Verdict {
			runtime.Goexit()
			return gogate.Verdict{}
		}, "turn 1, Black A1: ends its goroutine", 1},
		{"ends its goroutine later", func(*gogate.Position, gogate.Move) gogate.Verdict {
			if count() > 13 {
				runtime.Goexit()
			}
			return gogate.Verdict{OK: true}
		}, ": ends its goroutine", 1},
		{"refuses a pass", noPass, "turn 1, Black pass: refuses a pass, [FAIL] no_pass: passing is not allowed: " +
			"a check must allow a pass, or a gate may have no move", 1},
		{"refuses everything", never, "turn 1, Black pass: refuses a pass, [FAIL] never: pass is refused: ", 1},
		{"remembers who asked", func(*gogate.Position, gogate.Move) gogate.Verdict {
			return gogate.Verdict{Check: "first_come", OK: count() <= 13}
		}, "turn 1, Black A1: ok is true and then false: a check must give one answer to one question", 3},
		{"counts", func(*gogate.Position, gogate.Move) gogate.Verdict {
			return gogate.Verdict{Check: "counts", OK: true, N: count()}
		}, "turn 1, Black A1: n is 1 and then ", 3},
		{"tosses a coin", func(*gogate.Position, gogate.Move) gogate.Verdict {
			return gogate.Verdict{Check: "coin", OK: true, Why: fmt.Sprint(rand.Uint64())}
		}, "turn 1, Black A1: why is ", 3},
		{"shares what it works with", func(_ *gogate.Position, m gogate.Move) gogate.Verdict {
			shared.Store(int32(m))
			for range patience.Load() {
				if runtime.Gosched(); shared.Load() != int32(m) {
					break
				}
			}
			return gogate.Verdict{Check: "shared", OK: true, N: int(shared.Load())}
		}, ": n is ", 3},
		{"takes a name of the gate", func(*gogate.Position, gogate.Move) gogate.Verdict {
			return gogate.Verdict{Check: "legal", OK: true}
		}, `turn 1, Black A1: calls itself "legal": a gate gives this name itself`, 3},
		{"names itself after the move", func(_ *gogate.Position, m gogate.Move) gogate.Verdict {
			return gogate.Verdict{Check: m.String(), OK: true}
		}, `turn 1, Black B1: calls itself "A1" and then "B1": a check must keep its name`, 3},
		{"has a name only now and then", func(_ *gogate.Position, m gogate.Move) gogate.Verdict {
			v := gogate.Verdict{OK: true}
			if m == gogate.Pass {
				v.Check = "pass"
			}
			return v
		}, `turn 1, Black pass: calls itself "" and then "pass": a check must keep its name`, 1},
		{"has another name when asked again", func(*gogate.Position, gogate.Move) gogate.Verdict {
			return gogate.Verdict{Check: fmt.Sprint(count() <= 13), OK: true}
		}, `turn 1, Black A1: check is "true" and then "false": a check must give one answer to one question`, 3},
	} {
		t.Run(test.name, func(t *testing.T) {
			asked = 0
			patience.Store(10_000) // so that the other goroutine has its turn
			p := position(t)
			legal := len(p.LegalMoves())
			if legal != 13 {
				t.Fatalf("%d legal moves, want 13, as the rows count", legal)
			}
			err := gogate.TestCheck(test.check, p)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Fatalf("got  %v\nwant %s", err, test.want)
			}
			if got := max(1, strings.Count(err.Error(), "turn 1, ")); got != test.times {
				t.Errorf("reported %d times, want %d:\n%v", got, test.times, err)
			}
			asked = 0
			patience.Store(10) // for thousands of moves, of which one is enough
			if err := gogate.TestCheck(test.check); err == nil {
				t.Error("no error in positions of its own")
			}
		})
	}
	if err, want := gogate.TestCheck(always, position(t), nil), "position 2 is nil or zero: must be of a game"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if err := gogate.TestCheck(never, playAll(t, gogate.MustStart(4), "pass pass")); err != nil {
		t.Errorf("in a game that is over: %v, want nothing to ask", err)
	}
}

// TestCheck asks about every legal move twice, a resignation too where it is legal,
// on boards of several sizes with either side to move.
func TestTestCheckAsks(t *testing.T) {
	type question struct {
		p *gogate.Position
		m gogate.Move
	}
	var lock sync.Mutex
	asked := map[question]int{}
	counts := func(p *gogate.Position, m gogate.Move) gogate.Verdict {
		lock.Lock()
		defer lock.Unlock()
		asked[question{p, m}]++
		return gogate.Verdict{OK: true}
	}
	if err := gogate.TestCheck(counts); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for q, n := range asked {
		if n != 2 {
			t.Errorf("turn %d, %v: asked %d times, want 2", q.p.Turn(), q.m, n)
		}
		moves := q.p.LegalMoves()
		if q.p.Rules().Resign {
			moves = append(moves, gogate.Resign)
		}
		for _, m := range moves {
			if asked[question{q.p, m}] == 0 {
				t.Errorf("turn %d: %v is legal and was not asked about", q.p.Turn(), m)
			}
		}
		seen[fmt.Sprintf("%v%d", q.p.ToPlay(), q.p.Size())] = true
		seen[q.m.String()] = true
	}
	for _, want := range strings.Fields("Black5 White5 Black9 White9 Black13 White13 pass resign A1 E5 N13") {
		if !seen[want] {
			t.Errorf("never asked about %s", want)
		}
	}
}
