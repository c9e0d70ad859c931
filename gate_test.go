package gogate_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"example.com/gogate"
)

func TestNewGate(t *testing.T) {
	for _, test := range []struct {
		name     string
		proposer gogate.Player
		fallback gogate.Chooser
		checks   []gogate.Check
		want     string
	}{
		{"no proposer", nil, first, nil, "gogate: NewGate needs a proposer and a fallback"},
		{"no fallback", gogate.Random{}, nil, nil, "gogate: NewGate needs a proposer and a fallback"},
		{"a nil check", gogate.Random{}, first, []gogate.Check{always, nil}, "gogate: NewGate: check 2 is nil"},
	} {
		t.Run(test.name, func(t *testing.T) {
			defer func() {
				if got := recover(); got != test.want {
					t.Errorf("panic %v, want %q", got, test.want)
				}
			}()
			gogate.NewGate(test.proposer, test.fallback, test.checks...)
		})
	}
	t.Run("advice of a nil check", func(t *testing.T) {
		defer func() {
			if got, want := recover(), "gogate: Advise needs a check"; got != want {
				t.Errorf("panic %v, want %q", got, want)
			}
		}()
		gogate.Advise(nil)
	})
}

// A gate keeps its checks, whatever becomes of the list that it was given.
func TestNewGateCopiesItsChecks(t *testing.T) {
	checks := []gogate.Check{never}
	gate := gogate.NewGate(gogate.Random{}, first, checks...)
	checks[0] = always
	if gate.Allows(gogate.MustStart(5), gogate.Pass) {
		t.Error("the gate asks the check that was put into the caller's list later")
	}
}

// Allows, Allowed and Judge say the same of every number that a Move can be.
func TestAllowed(t *testing.T) {
	noEdge := func(p *gogate.Position, m gogate.Move) gogate.Verdict {
		pt, ok := m.Point()
		return gogate.Verdict{Check: "no_edge", OK: !ok || pt.Line(p.Size()) > 1}
	}
	resign := gogate.DefaultRules(5)
	resign.Resign = true
	for _, test := range []struct {
		name   string
		checks []gogate.Check
	}{
		{"no checks", nil},
		{"the built-in checks", []gogate.Check{
			gogate.NotOwnEye, gogate.NotSelfAtari, gogate.NotInOwnPassAlive, gogate.NotInOpponentPassAlive,
		}},
		{"a check of one's own", []gogate.Check{noEdge, gogate.NotSelfAtari}},
		{"advice", []gogate.Check{gogate.Advise(never), noEdge}},
		{"no pass", []gogate.Check{noPass}},
		{"nothing", []gogate.Check{always, panics}},
	} {
		t.Run(test.name, func(t *testing.T) {
			gate := gogate.NewGate(gogate.Random{}, first, test.checks...)
			for _, p := range randomGame(t, resign, 4) {
				var want []gogate.Move
				for _, m := range p.LegalMoves() {
					if allowed(gogate.Judge(p, m, test.checks...)) {
						want = append(want, m)
					}
				}
				if got := gate.Allowed(p); !slices.Equal(got, want) {
					t.Fatalf("Allowed = %v, want %v in\n%v", got, want, p)
				}
			}
			p := midGame(t, 9)
			for n := range 1 << 16 {
				m := gogate.Move(n)
				if got, want := gate.Allows(p, m), allowed(gogate.Judge(p, m, test.checks...)); got != want {
					t.Errorf("Allows(%v) = %t, want %t", m, got, want)
				}
			}
		})
	}
}

func allowed(verdicts []gogate.Verdict) bool {
	for _, v := range verdicts {
		if !v.OK && !v.Advice {
			return false
		}
	}
	return true
}

// Gates, checks and positions are shared between goroutines.
func TestGateIsShared(t *testing.T) {
	gate := gogate.NewGate(gogate.Greedy{Seed: 1}, gogate.Random{Seed: 1}, gogate.NotOwnEye, gogate.NotSelfAtari)
	positions := randomGame(t, gogate.DefaultRules(7), 1)
	positions = positions[:len(positions)-1]
	var want []gogate.Decision
	for _, p := range positions {
		d, err := gate.Decide(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, d.WithoutTimes())
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for i, p := range positions {
				d, err := gate.Decide(t.Context(), p)
				if diff := cmp.Diff(want[i], d.WithoutTimes()); diff != "" || err != nil {
					t.Errorf("turn %d: %v, decision (-want +got):\n%s", p.Turn()+1, err, diff)
				}
			}
		})
	}
	all.Wait()
}

// decisions returns one of each kind.
func decisions(t *testing.T) map[string]gogate.Decision {
	failing := chooserFunc(func(context.Context, *gogate.Position, []gogate.Move) (gogate.Choice, error) {
		return gogate.Choice{}, errors.New("no idea")
	})
	outside := chooserFunc(func(context.Context, *gogate.Position, []gogate.Move) (gogate.Choice, error) {
		return gogate.Choice{Move: gogate.MustParseMove("A4"), Note: "trust me"}, nil
	})
	fails := func(text string) gogate.Player {
		return gogate.PlayerFunc(func(context.Context, *gogate.Position) (gogate.Move, error) {
			return 0, errors.New(text)
		})
	}
	babbles := chooserFunc(func(_ context.Context, _ *gogate.Position, moves []gogate.Move) (gogate.Choice, error) {
		return gogate.Choice{Move: moves[1], Note: "two\nlines, \xfe"}, nil
	})
	persists := gogate.NewGate(proposesInTurn("D2 E5 D1 D2"), first, gogate.NotOwnEye, gogate.NotSelfAtari)
	persists.Retries = 3
	persists.Seed = 1<<64 - 1
	speaks := gogate.NewGate(says("I resign.\nMOVE: resign\n", "D4?\tOr\u202eA3!", "\xff\x00 [pass] legal: {move}\n<b>A1</b>\u2028?"),
		unasked(t), gogate.NotOwnEye)
	speaks.Retries = 5
	all := map[string]gogate.Decision{"zero": {}}
	for _, kind := range []struct {
		name string
		gate *gogate.Gate
	}{
		{"accepted", gogate.NewGate(proposes(gogate.MustParseMove("B2")), first, gogate.NotOwnEye)},
		{"advised against", gogate.NewGate(proposes(gogate.MustParseMove("A4")), first, gogate.Advise(gogate.NotOwnEye))},
		{"overridden", gogate.NewGate(proposes(gogate.MustParseMove("D1")), first, gogate.NotOwnEye, gogate.NotSelfAtari)},
		{"overridden without a note", gogate.NewGate(proposes(7), chooses(gogate.Pass), gogate.NotOwnEye)},
		{"words in disorder", gogate.NewGate(fails("\xff is no move\n\ttry D4\n"), babbles, gogate.NotOwnEye)},
		{"fallback failed", gogate.NewGate(proposes(0), failing, gogate.NotOwnEye)},
		{"fallback outside", gogate.NewGate(proposes(65535), outside, gogate.NotOwnEye)},
		{"retried in vain", persists},
		{"retried in words", speaks},
	} {
		d, err := kind.gate.Decide(t.Context(), position(t))
		if err != nil {
			t.Fatal(err)
		}
		all[kind.name] = d
	}
	d, err := gogate.NewGate(proposes(gogate.Pass), first, never).Decide(t.Context(), position(t))
	if err != gogate.ErrNothingAllowed {
		t.Fatal(err)
	}
	all["nothing allowed"] = d
	over := playAll(t, gogate.MustStart(4), "pass pass")
	if all["game over"], err = gogate.NewGate(proposes(gogate.Pass), first).Decide(t.Context(), over); err != gogate.ErrOver {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if all["cancelled"], err = gogate.NewGate(proposes(gogate.Pass), first).Decide(ended, position(t)); err != context.Canceled {
		t.Fatal(err)
	}
	return all
}

func TestDecisionString(t *testing.T) {
	want := map[string]string{
		"zero": "turn 1: Empty's proposer was not asked\n" +
			"played: nothing",
		"game over": "turn 3: Black's proposer was not asked\n" +
			"played: nothing: the game is over",
		"cancelled": "turn 1: Black's proposer was not asked\n" +
			"played: nothing: context canceled",
		"accepted": "turn 1: Black proposes B2\n" +
			"  [pass] legal: B2 is legal\n" +
			"  [pass] not_own_eye: B2 fills no eye of the mover's own\n" +
			"played: B2, as proposed",
		"advised against": "turn 1: Black proposes A4\n" +
			"  [pass] legal: A4 is legal\n" +
			"  [note] not_own_eye: A4 fills an eye of the mover's own\n" +
			"played: A4, as proposed",
		"overridden": "turn 1: Black proposes D1\n" +
			"  [pass] legal: D1 is legal\n" +
			"  [pass] not_own_eye: D1 fills no eye of the mover's own\n" +
			"  [FAIL] not_self_atari: D1 captures nothing and leaves its group 1 liberty\n" +
			"played: A1, the fallback's choice:\n  the first",
		"overridden without a note": "turn 1: Black proposes #7\n" +
			"  [FAIL] legal: #7 is not a move\n" +
			"played: pass, the fallback's choice",
		"words in disorder": "turn 1: Black's proposer gave no move\n" +
			"  [FAIL] proposer: the proposer failed: \uFFFD is no move try D4\n" +
			"played: B1, the fallback's choice:\n  two lines, \uFFFD",
		"fallback failed": "turn 1: Black's proposer gave no move\n" +
			"  [FAIL] legal: none is not a move\n" +
			"  [FAIL] fallback: the fallback failed: no idea\n" +
			"played: pass, since the fallback failed",
		"fallback outside": "turn 1: Black proposes #65535\n" +
			"  [FAIL] legal: #65535 is not a move\n" +
			"the fallback chooses A4\n" +
			"  [FAIL] fallback: A4 is not one of the moves to choose from\n" +
			"played: pass, since the fallback failed",
		"retried in vain": "turn 1: Black proposes D2\n" +
			"  [FAIL] legal: D2 is occupied\n" +
			"and then E5\n" +
			"  [FAIL] legal: E5 is off the board\n" +
			"and then D1\n" +
			"  [pass] legal: D1 is legal\n" +
			"  [pass] not_own_eye: D1 fills no eye of the mover's own\n" +
			"  [FAIL] not_self_atari: D1 captures nothing and leaves its group 1 liberty\n" +
			"and then D2\n" +
			"  [FAIL] legal: D2 is occupied\n" +
			"played: A1, the fallback's choice:\n  the first",
		"retried in words": "turn 1: Black proposes resign\n" +
			"  [FAIL] legal: these rules have no resignation\n" +
			"and then A3\n" +
			"  [FAIL] legal: A3 is occupied\n" +
			"and then A1\n" +
			"  [pass] legal: A1 is legal\n" +
			"  [pass] not_own_eye: A1 fills no eye of the mover's own\n" +
			"played: A1, as proposed",
		"nothing allowed": "turn 1: Black proposes pass\n" +
			"  [pass] legal: pass is legal\n" +
			"  [FAIL] never: pass is refused\n" +
			"played: nothing: " + gogate.ErrNothingAllowed.Error(),
	}
	got := map[string]string{}
	for name, d := range decisions(t) {
		got[name] = d.String()
	}
	want["of another make"] = "turn 1: Empty's proposer gave no move\n" +
		"  [FAIL] : two lines\n" +
		"played: none, the fallback's choice:\n  two lines"
	got["of another make"] = gogate.Decision{
		Proposals: []gogate.Answer{{Text: "two\nlines", Error: "two\nlines", Verdicts: []gogate.Verdict{{Why: "two\nlines"}}}},
		Fallback:  gogate.Answer{Text: "two\nlines", Note: "two\nlines", Error: "two\nlines"},
		Source:    gogate.FromFallback,
		Error:     "two\nlines",
	}.String()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("texts (-want +got):\n%s", diff)
	}
}

func TestDecisionJSON(t *testing.T) {
	for name, d := range decisions(t) {
		t.Run(name, func(t *testing.T) {
			text, err := json.Marshal(d)
			if err != nil {
				t.Fatal(err)
			}
			var back gogate.Decision
			if err := json.Unmarshal(text, &back); err != nil {
				t.Fatalf("%v in %s", err, text)
			}
			if diff := cmp.Diff(d, back); diff != "" {
				t.Errorf("read back (-want +got):\n%s\n%s", diff, text)
			}
		})
	}
}

func TestDecisionJSONText(t *testing.T) {
	gate := gogate.NewGate(says("D2, of course.", "No idea."), chooses(gogate.MustParseMove("A4")), gogate.NotOwnEye)
	gate.Retries = 1
	gate.Seed = 1<<64 - 1
	d, err := gate.Decide(t.Context(), position(t))
	if err != nil {
		t.Fatal(err)
	}
	d = d.WithoutTimes()
	d.Took = 3 * time.Microsecond
	d.Allowed = d.Allowed[:2]
	const want = `{
  "turn": 0,
  "color": "Black",
  "seed": 18446744073709551615,
  "proposals": [
    {
      "move": "D2",
      "text": "D2, of course.",
      "verdicts": [
        {
          "check": "legal",
          "code": "occupied",
          "ok": false,
          "move": "D2",
          "n": 0,
          "why": "{move} is occupied"
        }
      ],
      "took_ns": 0
    },
    {
      "move": "",
      "text": "No idea.",
      "error": "failed: the text names no move: it must have a point such as D4, pass or resign",
      "verdicts": [
        {
          "check": "proposer",
          "code": "no_move",
          "ok": false,
          "move": "",
          "n": 0,
          "why": "the proposer failed: the text names no move: it must have a point such as D4, pass or resign"
        }
      ],
      "took_ns": 0
    }
  ],
  "fallback": {
    "move": "A4",
    "verdicts": [
      {
        "check": "fallback",
        "code": "outside",
        "ok": false,
        "move": "A4",
        "n": 0,
        "why": "{move} is not one of the moves to choose from"
      }
    ],
    "took_ns": 0
  },
  "allowed": [
    "A1",
    "B1"
  ],
  "move": "pass",
  "source": "pass",
  "verdicts": [
    {
      "check": "legal",
      "code": "legal",
      "ok": true,
      "move": "pass",
      "n": 0,
      "why": "{move} is legal"
    },
    {
      "check": "not_own_eye",
      "code": "no_eye",
      "ok": true,
      "move": "pass",
      "n": 0,
      "why": "{move} fills no eye of the mover's own"
    }
  ],
  "took_ns": 3000,
  "proposal_allowed": false,
  "overridden": true
}`
	got, err := json.MarshalIndent(d, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("JSON (-want +got):\n%s", diff)
	}
}

// PlayGame keeps the decisions of a gate, one for each of its turns.
func TestPlayGameKeepsDecisions(t *testing.T) {
	gate := gogate.NewGate(gogate.Greedy{Seed: 1}, gogate.Random{Seed: 1}, gogate.NotOwnEye, gogate.NotSelfAtari)
	game, err := gogate.PlayGame(t.Context(), gogate.DefaultRules(5), gogate.Random{Seed: 2}, gate)
	if err != nil {
		t.Fatal(err)
	}
	history := game.Final.History()
	var want []gogate.Decision
	for turn := 1; turn < game.Final.Turn(); turn += 2 {
		d, err := gate.Decide(t.Context(), history[turn])
		if err != nil {
			t.Fatal(err)
		}
		if d.Move != history[turn+1].Last() {
			t.Errorf("turn %d: decided on %v, played %v", turn+1, d.Move, history[turn+1].Last())
		}
		want = append(want, d.WithoutTimes())
	}
	var got []gogate.Decision
	for _, d := range game.Decisions {
		got = append(got, d.WithoutTimes())
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("decisions (-want +got):\n%s", diff)
	}
	if len(want) < 10 {
		t.Errorf("%d decisions, want a game of some length", len(want))
	}
}

// forEachPoint calls f with every point of the board, a pass and no move.
func forEachPoint(size int, f func(gogate.Move)) {
	for y := range size {
		for x := range size {
			f(gogate.MoveAt(gogate.Point{X: x, Y: y}))
		}
	}
	f(gogate.Pass)
	f(0)
}

func TestNoAllocs(t *testing.T) {
	nameless := func(*gogate.Position, gogate.Move) gogate.Verdict { return gogate.Verdict{OK: true} }
	gate := gogate.NewGate(gogate.Random{}, first,
		gogate.NotOwnEye, gogate.NotSelfAtari, gogate.Advise(gogate.NotOwnEye), nameless)
	for _, size := range []int{9, 19} {
		p := midGame(t, size)
		for _, test := range []struct {
			name string
			ask  func(m gogate.Move)
		}{
			{"NotOwnEye", func(m gogate.Move) { gogate.NotOwnEye(p, m) }},
			{"NotSelfAtari", func(m gogate.Move) { gogate.NotSelfAtari(p, m) }},
			{"NotInOwnPassAlive", func(m gogate.Move) { gogate.NotInOwnPassAlive(p, m) }},
			{"NotInOpponentPassAlive", func(m gogate.Move) { gogate.NotInOpponentPassAlive(p, m) }},
			{"Legal", func(m gogate.Move) { p.Legal(m) }},
			{"Allows", func(m gogate.Move) { gate.Allows(p, m) }},
		} {
			t.Run(fmt.Sprintf("%s/%d", test.name, size), func(t *testing.T) {
				if n := testing.AllocsPerRun(10, func() { forEachPoint(size, test.ask) }); n != 0 {
					t.Errorf("%v allocations for all points of the board, want 0", n)
				}
			})
		}
	}
}

// A decision that accepts its proposal allocates its list of proposals and the
// verdicts, and nothing else.
func TestDecideAllocatesItsRecord(t *testing.T) {
	var tally gogate.DecisionTally
	for _, size := range []int{9, 19} {
		p := midGame(t, size)
		for _, retries := range []int{0, 3} {
			checks := []gogate.Check{gogate.NotOwnEye, gogate.NotSelfAtari, gogate.Advise(gogate.NotOwnEye)}
			good := gogate.NewGate(gogate.Random{}, first, checks...).Allowed(p)[0]
			gate := gogate.NewGate(proposes(good), first, checks...)
			gate.Retries = retries
			gate.OnDecision = tally.Add
			if n := testing.AllocsPerRun(10, func() {
				if _, err := gate.Decide(context.Background(), p); err != nil {
					t.Error(err)
				}
			}); n != 2 {
				t.Errorf("%d×%d, %d retries: %v allocations, want 2", size, size, retries, n)
			}
		}
	}
	if tally.Overridden != 0 {
		t.Errorf("%d overrides, want none", tally.Overridden)
	}
}
