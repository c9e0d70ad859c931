package gogate_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"example.com/gogate"
)

// proposes returns a proposer that always names m.
func proposes(m gogate.Move) gogate.Player {
	return gogate.PlayerFunc(func(context.Context, *gogate.Position) (gogate.Move, error) { return m, nil })
}

// inTurn returns a function that gives each of the answers in turn, and then the
// last again and again. Only one goroutine may call it.
func inTurn[T any](answers ...T) func() T {
	next := 0
	return func() T {
		next++
		return answers[min(next, len(answers))-1]
	}
}

// proposesInTurn returns a proposer that names these moves in turn.
func proposesInTurn(names string) gogate.Player {
	next := inTurn(movesNamed(names)...)
	return gogate.PlayerFunc(func(context.Context, *gogate.Position) (gogate.Move, error) { return next(), nil })
}

// says returns a proposer that answers with these texts in turn.
func says(texts ...string) gogate.TextFunc {
	next := inTurn(texts...)
	return func(context.Context, string) (string, error) { return next(), nil }
}

// A chooserFunc is an ordinary function as a Chooser.
type chooserFunc func(ctx context.Context, p *gogate.Position, moves []gogate.Move) (gogate.Choice, error)

func (f chooserFunc) Choose(ctx context.Context, p *gogate.Position, moves []gogate.Move) (gogate.Choice, error) {
	return f(ctx, p, moves)
}

// first chooses the first move of the list.
var first = chooserFunc(func(_ context.Context, _ *gogate.Position, moves []gogate.Move) (gogate.Choice, error) {
	return gogate.Choice{Move: moves[0], Note: "the first"}, nil
})

// chooses returns a chooser that always names m.
func chooses(m gogate.Move) gogate.Chooser {
	return chooserFunc(func(context.Context, *gogate.Position, []gogate.Move) (gogate.Choice, error) {
		return gogate.Choice{Move: m}, nil
	})
}

// overwrites returns a chooser that writes m into its list and chooses that.
func overwrites(m gogate.Move) gogate.Chooser {
	return chooserFunc(func(_ context.Context, _ *gogate.Position, moves []gogate.Move) (gogate.Choice, error) {
		for i := range moves {
			moves[i] = m
		}
		return gogate.Choice{Move: moves[0]}, nil
	})
}

// unasked returns a chooser that must not be asked.
func unasked(t *testing.T) gogate.Chooser {
	return chooserFunc(func(context.Context, *gogate.Position, []gogate.Move) (gogate.Choice, error) {
		t.Error("the fallback was asked")
		return gogate.Choice{}, nil
	})
}

// position is where these tests decide. A4 is an eye of Black's, to play, and a
// stone on D1 would be in atari; the first move that passes is A1.
func position(t testing.TB) *gogate.Position {
	return fromDiagram(t, gogate.DefaultRules(4), gogate.Black, `
		.X..
		XX..
		...O
		....`)
}

var hostileProposers = []struct {
	name    string
	propose gogate.Player
	move    gogate.Move // that the decision records
	code    string
	refused string // the verdict that refuses
	exits   bool   // it ends its goroutine, which must not be the gate's
}{
	{"an eye", proposes(gogate.MustParseMove("A4")), gogate.MustParseMove("A4"), "own_eye",
		"[FAIL] not_own_eye: A4 fills an eye of the mover's own", false},
	{"a self-atari", proposes(gogate.MustParseMove("D1")), gogate.MustParseMove("D1"), "self_atari",
		"[FAIL] not_self_atari: D1 captures nothing and leaves its group 1 liberty", false},
	{"the zero Move", proposes(0), 0, "no_move", "[FAIL] legal: none is not a move", false},
	{"7", proposes(7), 7, "no_move", "[FAIL] legal: #7 is not a move", false},
	{"65535", proposes(65535), 65535, "no_move", "[FAIL] legal: #65535 is not a move", false},
	{"off the board", proposes(gogate.MustParseMove("E5")), gogate.MustParseMove("E5"), "off_board",
		"[FAIL] legal: E5 is off the board", false},
	{"occupied", proposes(gogate.MustParseMove("D2")), gogate.MustParseMove("D2"), "occupied",
		"[FAIL] legal: D2 is occupied", false},
	{"a resignation that the rules lack", proposes(gogate.Resign), gogate.Resign, "resign",
		"[FAIL] legal: these rules have no resignation", false},
	{"an error beside a move", gogate.PlayerFunc(func(context.Context, *gogate.Position) (gogate.Move, error) {
		return gogate.MustParseMove("B1"), errors.New("no idea")
	}), 0, "error", "[FAIL] proposer: the proposer failed: no idea", false},
	{"a panic", gogate.PlayerFunc(func(context.Context, *gogate.Position) (gogate.Move, error) {
		panic("no idea")
	}), 0, "panic", "[FAIL] proposer: the proposer panicked: no idea", false},
	{"a panic with nil", gogate.PlayerFunc(func(context.Context, *gogate.Position) (gogate.Move, error) {
		panic(nil)
	}), 0, "panic", "[FAIL] proposer: the proposer panicked: " + new(runtime.PanicNilError).Error(), false},
	{"a panic that cannot be printed", gogate.PlayerFunc(func(context.Context, *gogate.Position) (gogate.Move, error) {
		panic(unprintable{})
	}), 0, "panic", "[FAIL] proposer: the proposer panicked: a gogate_test.unprintable, which cannot be printed", false},
	{"an error that cannot be printed", gogate.PlayerFunc(func(context.Context, *gogate.Position) (gogate.Move, error) {
		return 0, unprintable{}
	}), 0, "error", "[FAIL] proposer: the proposer failed: a gogate_test.unprintable, which cannot be printed", false},
	{"an error that would clear the screen", gogate.PlayerFunc(func(context.Context, *gogate.Position) (gogate.Move, error) {
		return 0, errors.New("no\x1b[2Jidea\x00")
	}), 0, "error", "[FAIL] proposer: the proposer failed: no [2Jidea", false},
	{"an error that would turn the line around", gogate.PlayerFunc(func(context.Context, *gogate.Position) (gogate.Move, error) {
		return 0, errors.New("no\u202eidea\u2028at all")
	}), 0, "error", "[FAIL] proposer: the proposer failed: no idea at all", false},
	{"a nil function", gogate.PlayerFunc(nil), 0, "panic",
		"[FAIL] proposer: the proposer panicked: runtime error: invalid memory address or nil pointer dereference", false},
	{"the end of its goroutine", gogate.PlayerFunc(func(context.Context, *gogate.Position) (gogate.Move, error) {
		runtime.Goexit()
		return gogate.Pass, nil
	}), 0, "exit", "[FAIL] proposer: the proposer ended its goroutine", true},
}

// Somebody else's words are not taken for those of a reason, with its placeholders.
func TestDecideKeepsForeignWords(t *testing.T) {
	fails := gogate.PlayerFunc(func(context.Context, *gogate.Position) (gogate.Move, error) {
		return 0, errors.New("no {move} of {n}")
	})
	d, err := gogate.NewGate(fails, first).Decide(t.Context(), position(t))
	const want = "the proposer failed: no { move } of { n }"
	if got := d.Proposals[0].Verdicts[0].Reason(); err != nil || got != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	panics := func(*gogate.Position, gogate.Move) gogate.Verdict { panic("no {move}") }
	v := gogate.Judge(position(t), gogate.Pass, panics)[1]
	if got, want := v.Reason(), "the check panicked: no { move }"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Whatever the proposer does, the fallback's choice is played, and the decision
// says why.
func TestDecideWithHostileProposers(t *testing.T) {
	for _, test := range hostileProposers {
		for _, asked := range []struct {
			name     string
			ctx      context.Context
			timeout  time.Duration
			contains bool // the proposer has a goroutine of its own
		}{
			{"endless", context.Background(), 0, false},
			{"may end", t.Context(), 0, true},
			{"in time", context.Background(), time.Hour, true},
		} {
			if test.exits && !asked.contains {
				continue
			}
			t.Run(test.name+"/"+asked.name, func(t *testing.T) {
				ctx := asked.ctx
				p := position(t)
				checks := []gogate.Check{gogate.NotOwnEye, gogate.NotSelfAtari}
				gate := gogate.NewGate(test.propose, first, checks...)
				gate.ProposeTimeout = asked.timeout
				d, err := gate.Decide(ctx, p)
				if err != nil {
					t.Fatal(err)
				}
				words, failed := strings.CutPrefix(test.refused, "[FAIL] proposer: the proposer ")
				if !failed {
					words = ""
				}
				a1 := gogate.MustParseMove("A1")
				verdicts := gogate.Judge(p, a1, checks...)
				want := gogate.Decision{
					Color:     gogate.Black,
					Proposals: []gogate.Answer{{Move: test.move, Error: words, Verdicts: d.Proposal().Verdicts}},
					Fallback:  gogate.Answer{Move: a1, Note: "the first", Verdicts: verdicts},
					Allowed:   movesNamed("A1 B1 C1 A2 B2 C2 C3 D3 C4 D4 pass"),
					Move:      a1,
					Source:    gogate.FromFallback,
					Verdicts:  verdicts,
				}
				if diff := cmp.Diff(want, d.WithoutTimes()); diff != "" {
					t.Errorf("decision (-want +got):\n%s", diff)
				}
				refusals := d.Refusals()
				if len(refusals) != 1 || refusals[0].Code != test.code || refusals[0].String() != test.refused {
					t.Errorf("refusals %v, want %s with the code %q", refusals, test.refused, test.code)
				}
				if d.Proposal().Playable() || !d.Fallback.Playable() {
					t.Errorf("proposal allowed %t, fallback allowed %t, want false, true",
						d.Proposal().Playable(), d.Fallback.Playable())
				}
				if m, err := gate.Play(ctx, p); m != d.Move || err != nil {
					t.Errorf("Play = %v, %v, want %v", m, err, d.Move)
				}
			})
		}
	}
}

func TestDecideRefusesSuperko(t *testing.T) {
	p := playAll(t, fromDiagram(t, gogate.DefaultRules(4), gogate.Black, `
		....
		.XO.
		XO.O
		.XO.`), "A4 D4 C2")
	gate := gogate.NewGate(proposes(gogate.MustParseMove("B2")), chooses(gogate.MustParseMove("D1")))
	d, err := gate.Decide(t.Context(), p)
	if err != nil || d.Turn != 3 || d.Color != gogate.White || d.Move != gogate.MustParseMove("D1") {
		t.Errorf("turn %d, %v plays %v, %v, want turn 3, White, D1", d.Turn, d.Color, d.Move, err)
	}
	const want = "[[FAIL] legal: B2 breaks superko: it recreates the board as it was after turn 2]"
	if got := fmt.Sprint(d.Refusals()); got != want {
		t.Errorf("refusals %v, want %v", got, want)
	}
}

// A proposal that the checks allow is played, and the fallback is not asked.
func TestDecideAccepts(t *testing.T) {
	resign := gogate.DefaultRules(4)
	resign.Resign = true
	resignable, err := resign.Start()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name     string
		position *gogate.Position
		move     gogate.Move
		checks   []gogate.Check
	}{
		{"a point", position(t), gogate.MustParseMove("B2"), []gogate.Check{gogate.NotOwnEye, gogate.NotSelfAtari}},
		{"a pass", position(t), gogate.Pass, []gogate.Check{gogate.NotOwnEye, gogate.NotSelfAtari}},
		{"a resignation", resignable, gogate.Resign, []gogate.Check{gogate.NotOwnEye, gogate.NotSelfAtari}},
		{"an eye, against advice", position(t), gogate.MustParseMove("A4"),
			[]gogate.Check{gogate.Advise(gogate.NotOwnEye)}},
		{"an eye, without checks", position(t), gogate.MustParseMove("A4"), nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			d, err := gogate.NewGate(proposes(test.move), unasked(t), test.checks...).Decide(t.Context(), test.position)
			if err != nil {
				t.Fatal(err)
			}
			verdicts := gogate.Judge(test.position, test.move, test.checks...)
			want := gogate.Decision{
				Color:     gogate.Black,
				Proposals: []gogate.Answer{{Move: test.move, Verdicts: verdicts}},
				Move:      test.move,
				Source:    gogate.FromProposer,
				Verdicts:  verdicts,
			}
			if diff := cmp.Diff(want, d.WithoutTimes()); diff != "" {
				t.Errorf("decision (-want +got):\n%s", diff)
			}
			if d.Refusals() != nil {
				t.Errorf("refusals %v, want none", d.Refusals())
			}
		})
	}
}

// Whatever the fallback does, the gate passes if the checks allow it, and
// otherwise says that nothing is allowed.
func TestDecideWithHostileFallbacks(t *testing.T) {
	for _, test := range []struct {
		name   string
		choose gogate.Chooser
		move   gogate.Move // that the decision records
		code   string
		failed string // the verdict that says so
		exits  bool
	}{
		{"an error beside a move", chooserFunc(func(context.Context, *gogate.Position, []gogate.Move) (gogate.Choice, error) {
			return gogate.Choice{Move: gogate.MustParseMove("A1"), Note: "trust me"}, errors.New("no idea")
		}), 0, "error", "[FAIL] fallback: the fallback failed: no idea", false},
		{"a panic", chooserFunc(func(context.Context, *gogate.Position, []gogate.Move) (gogate.Choice, error) {
			panic("no idea")
		}), 0, "panic", "[FAIL] fallback: the fallback panicked: no idea", false},
		{"the end of its goroutine", chooserFunc(func(context.Context, *gogate.Position, []gogate.Move) (gogate.Choice, error) {
			runtime.Goexit()
			return gogate.Choice{}, nil
		}), 0, "exit", "[FAIL] fallback: the fallback ended its goroutine", true},
		{"the zero Choice", chooses(0), 0, "outside",
			"[FAIL] fallback: none is not one of the moves to choose from", false},
		{"a legal move outside the list", chooses(gogate.MustParseMove("A4")), gogate.MustParseMove("A4"), "outside",
			"[FAIL] fallback: A4 is not one of the moves to choose from", false},
		{"an occupied point", chooses(gogate.MustParseMove("D2")), gogate.MustParseMove("D2"), "outside",
			"[FAIL] fallback: D2 is not one of the moves to choose from", false},
		{"off the board", chooses(65535), 65535, "outside",
			"[FAIL] fallback: #65535 is not one of the moves to choose from", false},
		{"a resignation", chooses(gogate.Resign), gogate.Resign, "outside",
			"[FAIL] fallback: resign is not one of the moves to choose from", false},
		{"an illegal move written into the list", overwrites(gogate.MustParseMove("D2")),
			gogate.MustParseMove("D2"), "outside", "[FAIL] fallback: D2 is not one of the moves to choose from", false},
	} {
		for _, passes := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s/passes=%t", test.name, passes), func(t *testing.T) {
				ctx := context.Background()
				if test.exits {
					ctx = t.Context()
				}
				checks := []gogate.Check{gogate.NotOwnEye, gogate.NotSelfAtari}
				if !passes {
					checks = append(checks, noPass)
				}
				p := position(t)
				gate := gogate.NewGate(proposes(0), test.choose, checks...)
				d, err := gate.Decide(ctx, p)
				words, failed := strings.CutPrefix(test.failed, "[FAIL] fallback: the fallback ")
				if !failed {
					words = ""
				}
				want := gogate.Decision{
					Color:     gogate.Black,
					Proposals: []gogate.Answer{{Verdicts: gogate.Judge(p, 0)}},
					Fallback:  gogate.Answer{Move: test.move, Error: words, Verdicts: d.Fallback.Verdicts},
					Allowed:   gate.Allowed(p),
					Error:     gogate.ErrNothingAllowed.Error(),
				}
				if passes {
					want.Move, want.Source, want.Error = gogate.Pass, gogate.FromPass, ""
					want.Verdicts = gogate.Judge(p, gogate.Pass, checks...)
				}
				if diff := cmp.Diff(want, d.WithoutTimes()); diff != "" {
					t.Errorf("decision (-want +got):\n%s", diff)
				}
				if passes && err != nil || !passes && err != gogate.ErrNothingAllowed {
					t.Errorf("error %v", err)
				}
				verdicts := d.Fallback.Verdicts
				if len(verdicts) != 1 || verdicts[0].Code != test.code || verdicts[0].String() != test.failed {
					t.Errorf("the fallback's verdicts %v, want %s with the code %q", verdicts, test.failed, test.code)
				}
				if d.Fallback.Playable() {
					t.Error("the fallback's choice is allowed")
				}
			})
		}
	}
}

// Where the checks leave nothing but a pass, or nothing, the fallback is not
// asked.
func TestDecideWithoutChoice(t *testing.T) {
	passOnly := func(p *gogate.Position, m gogate.Move) gogate.Verdict {
		return gogate.Verdict{Check: "pass_only", OK: m == gogate.Pass}
	}
	for _, test := range []struct {
		name     string
		position *gogate.Position
		check    gogate.Check
		move     gogate.Move
		source   gogate.Source
		err      error
	}{
		{"a pass is left", position(t), passOnly, gogate.Pass, gogate.FromPass, nil},
		{"nothing is left", position(t), never, 0, "", gogate.ErrNothingAllowed},
		{"every check panics", position(t), panics, 0, "", gogate.ErrNothingAllowed},
		{"the game is over", playAll(t, gogate.MustStart(4), "pass pass"), always, 0, "", gogate.ErrOver},
	} {
		t.Run(test.name, func(t *testing.T) {
			gate := gogate.NewGate(proposes(gogate.MustParseMove("A1")), unasked(t), test.check)
			d, err := gate.Decide(t.Context(), test.position)
			if d.Move != test.move || d.Source != test.source || err != test.err {
				t.Errorf("%v (%s), %v, want %v (%s), %v", d.Move, d.Source, err, test.move, test.source, test.err)
			}
			if d.Turn != test.position.Turn() || d.Color != test.position.ToPlay() {
				t.Errorf("turn %d, %v, want %d, %v", d.Turn, d.Color, test.position.Turn(), test.position.ToPlay())
			}
			played := test.err == nil
			if d.ProposalAllowed() || (d.Move != 0) != played || d.Overridden() != played || (d.Error == "") != played {
				t.Errorf("proposal allowed %t, played %t, overridden %t, error %q, want false, %[5]t, %[5]t, an error %[6]t",
					d.ProposalAllowed(), d.Move != 0, d.Overridden(), d.Error, played, !played)
			}
		})
	}
}

// A check that changes its mind breaks its contract. What the gate plays was
// still allowed by the last verdict on it.
func TestDecideWithInconsistentChecks(t *testing.T) {
	// changesAfter returns a check that allows the first n moves, and later a
	// pass alone.
	changesAfter := func(n int) gogate.Check {
		asked := 0
		return func(_ *gogate.Position, m gogate.Move) gogate.Verdict {
			asked++
			return gogate.Verdict{Check: "fickle", OK: asked <= n || m == gogate.Pass}
		}
	}
	p := position(t)
	legal := len(p.LegalMoves())
	a1, b2, d2 := gogate.MustParseMove("A1"), gogate.MustParseMove("B2"), gogate.MustParseMove("D2")
	for _, test := range []struct {
		name     string
		proposal gogate.Move
		check    gogate.Check
		move     gogate.Move
		source   gogate.Source
	}{
		{"after the proposal", b2, changesAfter(1), b2, gogate.FromProposer},
		{"before the list", d2, changesAfter(0), gogate.Pass, gogate.FromPass},
		{"between list and choice", d2, changesAfter(legal), gogate.Pass, gogate.FromPass},
		{"after the choice", d2, changesAfter(legal + 1), a1, gogate.FromFallback},
	} {
		t.Run(test.name, func(t *testing.T) {
			d, err := gogate.NewGate(proposes(test.proposal), first, test.check).Decide(t.Context(), p)
			if d.Move != test.move || d.Source != test.source || err != nil {
				t.Errorf("%v (%s), %v, want %v (%s)", d.Move, d.Source, err, test.move, test.source)
			}
			if !allowed(d.Verdicts) || len(d.Verdicts) != 2 {
				t.Errorf("verdicts %v, want two that allow the move", d.Verdicts)
			}
		})
	}
}

// The players get the gate's context and position, and the fallback's list is
// its own.
func TestDecideAsks(t *testing.T) {
	type key struct{}
	ctx := context.WithValue(t.Context(), key{}, "value")
	p := position(t)
	proposer := gogate.PlayerFunc(func(got context.Context, q *gogate.Position) (gogate.Move, error) {
		if got.Value(key{}) != "value" || q != p {
			t.Errorf("the proposer got %v, %p, want the gate's context and %p", got, q, p)
		}
		return 0, nil
	})
	fallback := chooserFunc(func(got context.Context, q *gogate.Position, moves []gogate.Move) (gogate.Choice, error) {
		if got.Value(key{}) != "value" || q != p {
			t.Errorf("the fallback got %v, %p, want the gate's context and %p", got, q, p)
		}
		choice := gogate.Choice{Move: moves[len(moves)-2]}
		clear(moves)
		return choice, nil
	})
	gate := gogate.NewGate(proposer, fallback, gogate.NotOwnEye)
	d, err := gate.Decide(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	if d.Move != gogate.MustParseMove("D4") {
		t.Errorf("played %v, want D4", d.Move)
	}
	if want := gate.Allowed(p); !slices.Equal(d.Allowed, want) {
		t.Errorf("the decision's list is %v, want %v", d.Allowed, want)
	}
}

// An unprintable is an error whose text panics, with a value whose text does too.
type unprintable struct{}

func (u unprintable) Error() string { panic(u) }
