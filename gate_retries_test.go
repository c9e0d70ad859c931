package gogate_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"example.com/gogate"
)

// After a refusal the proposer is asked again, as often as Retries says, and then
// the fallback.
func TestDecideRetries(t *testing.T) {
	for _, test := range []struct {
		name     string
		retries  int
		proposed string // by a proposer that would go on
		asked    int
		move     string
		source   gogate.Source
	}{
		{"none", 0, "A4 B2", 1, "A1", gogate.FromFallback},
		{"fewer than none", -1, "A4 B2", 1, "A1", gogate.FromFallback},
		{"the first passes", 3, "B2 C2", 1, "B2", gogate.FromProposer},
		{"the second passes", 1, "A4 B2", 2, "B2", gogate.FromRetry},
		{"the last passes", 3, "A4 D2 E5 B2", 4, "B2", gogate.FromRetry},
		{"the one after the last would", 2, "A4 D2 E5 B2", 3, "A1", gogate.FromFallback},
		{"the same again", 5, "D1", 6, "A1", gogate.FromFallback},
		{"a pass", 1, "D2 pass", 2, "pass", gogate.FromRetry},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := position(t)
			checks := []gogate.Check{gogate.NotOwnEye, gogate.NotSelfAtari}
			gate := gogate.NewGate(proposesInTurn(test.proposed), first, checks...)
			gate.Retries = test.retries
			d, err := gate.Decide(t.Context(), p)
			if err != nil || d.Move != gogate.MustParseMove(test.move) || d.Source != test.source {
				t.Errorf("%v (%s), %v, want %s (%s)", d.Move, d.Source, err, test.move, test.source)
			}
			next := inTurn(movesNamed(test.proposed)...)
			var want []gogate.Answer
			var refused []gogate.Verdict
			for range test.asked {
				m := next()
				verdicts := gogate.Judge(p, m, checks...)
				want = append(want, gogate.Answer{Move: m, Verdicts: verdicts})
				for _, v := range verdicts {
					if !v.OK {
						refused = append(refused, v)
					}
				}
			}
			if diff := cmp.Diff(want, d.WithoutTimes().Proposals); diff != "" {
				t.Errorf("proposals (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(want[len(want)-1], d.WithoutTimes().Proposal()); diff != "" {
				t.Errorf("the proposal that counts (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(refused, d.Refusals()); diff != "" {
				t.Errorf("refusals (-want +got):\n%s", diff)
			}
			passed := test.source != gogate.FromFallback
			if d.ProposalAllowed() != passed || d.Move == 0 || d.Overridden() == passed {
				t.Errorf("proposal allowed %t, played %v, overridden %t, want %t, a move, %t",
					d.ProposalAllowed(), d.Move, d.Overridden(), passed, !passed)
			}
		})
	}
}

// Every way to fail may come before a proposal that passes.
func TestDecideRetriesAfterHostileProposals(t *testing.T) {
	b2 := gogate.MustParseMove("B2")
	for _, test := range hostileProposers {
		t.Run(test.name, func(t *testing.T) {
			by := inTurn(test.propose, test.propose, proposes(b2))
			gate := gogate.NewGate(gogate.PlayerFunc(func(ctx context.Context, p *gogate.Position) (gogate.Move, error) {
				return by().Play(ctx, p)
			}), unasked(t), gogate.NotOwnEye, gogate.NotSelfAtari)
			gate.Retries = 2
			d, err := gate.Decide(t.Context(), position(t))
			if d.Move != b2 || d.Source != gogate.FromRetry || err != nil {
				t.Errorf("%v (%s), %v, want %v (%s)", d.Move, d.Source, err, b2, gogate.FromRetry)
			}
			var got []string
			for _, v := range d.Refusals() {
				got = append(got, v.Code+" "+v.String())
			}
			want := test.code + " " + test.refused
			if diff := cmp.Diff([]string{want, want}, got); diff != "" {
				t.Errorf("refusals (-want +got):\n%s", diff)
			}
		})
	}
}

// A reviser proposes the first move, and then what f says.
type reviser struct {
	first gogate.Move
	f     func(ctx context.Context, p *gogate.Position, refused []gogate.Answer) (gogate.Move, error)
}

func (r reviser) Play(context.Context, *gogate.Position) (gogate.Move, error) { return r.first, nil }

func (r reviser) Revise(ctx context.Context, p *gogate.Position, refused []gogate.Answer) (gogate.Move, error) {
	return r.f(ctx, p, refused)
}

// A Reviser is told everything that was refused so far, and why.
func TestDecideTellsRevisers(t *testing.T) {
	p := position(t)
	checks := []gogate.Check{gogate.NotOwnEye, gogate.NotSelfAtari}
	a4, d1, b2 := gogate.MustParseMove("A4"), gogate.MustParseMove("D1"), gogate.MustParseMove("B2")
	want := []gogate.Answer{{Move: a4, Verdicts: gogate.Judge(p, a4, checks...)}}
	calls := 0
	revises := func(ctx context.Context, q *gogate.Position, refused []gogate.Answer) (gogate.Move, error) {
		calls++
		for i := range refused {
			refused[i].Took = 0
		}
		if diff := cmp.Diff(want, refused); diff != "" || q != p {
			t.Errorf("call %d: the position %p, want %p; refused (-want +got):\n%s", calls, q, p, diff)
		}
		switch calls {
		case 1:
			want = append(want, gogate.Answer{Error: "failed: no idea", Verdicts: []gogate.Verdict{
				{Check: "proposer", Code: "error", Why: "the proposer failed: no idea"},
			}})
			return b2, errors.New("no idea")
		case 2:
			want = append(want, gogate.Answer{Move: d1, Verdicts: gogate.Judge(p, d1, checks...)})
			return d1, nil
		}
		return b2, nil
	}
	gate := gogate.NewGate(reviser{a4, revises}, unasked(t), checks...)
	gate.Retries = 9
	d, err := gate.Decide(t.Context(), p)
	if d.Move != b2 || d.Source != gogate.FromRetry || err != nil || calls != 3 {
		t.Errorf("%v (%s), %v after %d calls, want %v (%s) after 3", d.Move, d.Source, err, calls, b2, gogate.FromRetry)
	}
}

// What a Reviser is given is its own: whatever it does with it, the record stays.
func TestDecideKeepsItsRecordFromRevisers(t *testing.T) {
	p := position(t)
	a4 := gogate.MustParseMove("A4")
	forges := func(_ context.Context, _ *gogate.Position, refused []gogate.Answer) (gogate.Move, error) {
		for i := range refused {
			for j := range refused[i].Verdicts {
				refused[i].Verdicts[j].OK = true
			}
			refused[i] = gogate.Answer{Move: gogate.Pass, Verdicts: refused[i].Verdicts[:1]}
		}
		return a4, nil
	}
	gate := gogate.NewGate(reviser{a4, forges}, first, gogate.NotOwnEye)
	gate.Retries = 2
	d, err := gate.Decide(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	refused := gogate.Answer{Move: a4, Verdicts: gogate.Judge(p, a4, gogate.NotOwnEye)}
	want := []gogate.Answer{refused, refused, refused}
	if diff := cmp.Diff(want, d.WithoutTimes().Proposals); diff != "" {
		t.Errorf("proposals (-want +got):\n%s", diff)
	}
}

// A TextFunc is prompted with what was refused, and all that it says is kept.
func TestDecideWithText(t *testing.T) {
	p := position(t)
	checks := []gogate.Check{gogate.NotOwnEye, gogate.NotSelfAtari}
	texts := []string{
		"I take the corner:\n**a4**.",
		"\xff\x00\u2028 no idea",
		"",
		"E5!",
		"Not D1 then. B2",
	}
	next := inTurn(texts...)
	var prompts []string
	failure := errors.New("out of credit")
	gate := gogate.NewGate(gogate.TextFunc(func(_ context.Context, prompt string) (string, error) {
		prompts = append(prompts, prompt)
		text := next()
		if len(prompts) == 4 {
			return text, failure
		}
		return text, nil
	}), unasked(t), checks...)
	gate.Retries = 4
	d, err := gate.Decide(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	a4, b2 := gogate.MustParseMove("A4"), gogate.MustParseMove("B2")
	fails := func(text, code, why string) gogate.Answer {
		return gogate.Answer{Text: text, Error: why, Verdicts: []gogate.Verdict{
			{Check: "proposer", Code: code, Why: "the proposer " + why},
		}}
	}
	const noMove = "failed: the text names no move: it must have a point such as D4, pass or resign"
	want := gogate.Decision{
		Color: gogate.Black,
		Proposals: []gogate.Answer{
			{Move: a4, Text: texts[0], Verdicts: gogate.Judge(p, a4, checks...)},
			fails("\uFFFD\x00\u2028 no idea", "no_move", noMove),
			fails("", "no_move", noMove),
			fails("E5!", "error", "failed: out of credit"),
			{Move: b2, Text: texts[4], Verdicts: gogate.Judge(p, b2, checks...)},
		},
		Move:     b2,
		Source:   gogate.FromRetry,
		Verdicts: gogate.Judge(p, b2, checks...),
	}
	if diff := cmp.Diff(want, d.WithoutTimes()); diff != "" {
		t.Errorf("decision (-want +got):\n%s", diff)
	}
	for i, prompt := range prompts {
		if want := gogate.Prompt(p, d.Proposals[:i]); prompt != want {
			t.Errorf("prompt %d is\n%s\nwant\n%s", i+1, prompt, want)
		}
	}
}

// A proposal that takes too long is refused, the next one has as long again, and
// then the fallback is asked. The clock of these tests stands still while anything
// runs.
func TestDecideProposeTimeout(t *testing.T) {
	const second, grace = time.Second, gogate.Grace
	const late = "late: the proposer gave no answer by the deadline"
	b2 := gogate.MustParseMove("B2")
	stops := gogate.PlayerFunc(func(ctx context.Context, _ *gogate.Position) (gogate.Move, error) {
		<-ctx.Done()
		return b2, nil
	})
	stopsWithoutMove := gogate.PlayerFunc(func(ctx context.Context, _ *gogate.Position) (gogate.Move, error) {
		<-ctx.Done()
		return 0, ctx.Err()
	})
	for _, test := range []struct {
		name     string
		timeout  time.Duration
		deadline time.Duration // of the context of the decision; 0 for one that cannot end
		retries  int
		proposer gogate.Player
		move     string
		source   gogate.Source
		after    time.Duration
		refused  string
	}{
		{"an answer before it", second, 0, 0, sleeps(second/2, b2), "B2", gogate.FromProposer, second / 2, ""},
		{"an answer in the time of grace", second, 0, 0, sleeps(second+grace-1, b2), "B2", gogate.FromProposer, second + grace - 1, ""},
		{"an answer too late", second, 0, 0, sleeps(second+grace+1, b2), "A1", gogate.FromFallback, second + grace, late},
		{"each too late", second, 0, 2, sleeps(time.Hour, b2), "A1", gogate.FromFallback, 3 * (second + grace), late + late + late},
		{"a player that stops in time", second, 0, 2, stops, "B2", gogate.FromProposer, second, ""},
		{"a player that stops without a move", second, 0, 1, stopsWithoutMove, "A1", gogate.FromFallback, 2 * second,
			strings.Repeat("error: the proposer failed: context deadline exceeded", 2)},
		{"a deadline that comes first", time.Hour, second, 2, sleeps(2*time.Hour-1, b2), "A1", gogate.FromFallback, second + grace, late},
		{"a deadline during a retry", second, 2 * second, 5, sleeps(time.Hour, b2), "A1", gogate.FromFallback, 2*second + grace, late + late},
		{"a deadline that comes later", second, time.Hour, 0, sleeps(2*time.Hour-1, b2), "A1", gogate.FromFallback, second + grace, late},
		{"none", 0, 0, 0, sleeps(time.Hour, b2), "B2", gogate.FromProposer, time.Hour, ""},
		{"less than none", -1, 0, 0, sleeps(time.Hour, b2), "B2", gogate.FromProposer, time.Hour, ""},
		{"the shortest", 1, 0, 0, proposes(b2), "B2", gogate.FromProposer, 0, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx := context.Background()
				if test.deadline > 0 {
					var cancel context.CancelFunc
					ctx, cancel = context.WithTimeout(ctx, test.deadline)
					defer cancel()
				}
				gate := gogate.NewGate(test.proposer, first, gogate.NotOwnEye, gogate.NotSelfAtari)
				gate.ProposeTimeout, gate.Retries = test.timeout, test.retries
				start := time.Now()
				d, err := gate.Decide(ctx, position(t))
				after := time.Since(start)
				if d.Move != gogate.MustParseMove(test.move) || d.Source != test.source || err != nil || after != test.after {
					t.Errorf("%v (%s), %v after %v, want %s (%s) after %v",
						d.Move, d.Source, err, after, test.move, test.source, test.after)
				}
				if got := refusals(d); got != test.refused {
					t.Errorf("refused for %q, want %q", got, test.refused)
				}
				if d.Took != after {
					t.Errorf("took %v, want %v", d.Took, after)
				}
				var proposing time.Duration
				for _, a := range d.Proposals {
					proposing += a.Took
				}
				if proposing+d.Fallback.Took != after {
					t.Errorf("the proposals took %v and the fallback %v, want %v in all", proposing, d.Fallback.Took, after)
				}
				waitForLateAnswers()
			})
		})
	}
}

// The context of a proposal ends with the proposal, and the one of the decision
// does not.
func TestDecideEndsProposals(t *testing.T) {
	var asked []context.Context
	propose := gogate.PlayerFunc(func(ctx context.Context, _ *gogate.Position) (gogate.Move, error) {
		for i, earlier := range asked {
			if earlier.Err() == nil {
				t.Errorf("proposal %d is asked for while the context of proposal %d goes on", len(asked)+1, i+1)
			}
		}
		if ctx.Err() != nil {
			t.Errorf("proposal %d: its context has ended: %v", len(asked)+1, ctx.Err())
		}
		asked = append(asked, ctx)
		return 0, nil
	})
	fallback := chooserFunc(func(ctx context.Context, _ *gogate.Position, moves []gogate.Move) (gogate.Choice, error) {
		if _, ok := ctx.Deadline(); ok || ctx.Err() != nil {
			t.Errorf("the fallback's context: deadline %t, %v, want that of the decision", ok, ctx.Err())
		}
		return gogate.Choice{Move: moves[0]}, nil
	})
	gate := gogate.NewGate(propose, fallback)
	gate.Retries, gate.ProposeTimeout = 2, time.Hour
	if _, err := gate.Decide(context.Background(), position(t)); err != nil || len(asked) != 3 || asked[2].Err() == nil {
		t.Errorf("%v, %d proposals, want 3, each with a context that ends", err, len(asked))
	}
}

// The times of a decision are those of its parts.
func TestDecisionTook(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		took := inTurn(time.Second, time.Minute)
		gate := gogate.NewGate(gogate.PlayerFunc(func(ctx context.Context, p *gogate.Position) (gogate.Move, error) {
			time.Sleep(took())
			panic("no idea")
		}), choosesLate(time.Hour))
		gate.Retries = 1
		d, err := gate.Decide(context.Background(), position(t))
		if err != nil {
			t.Fatal(err)
		}
		got := []time.Duration{d.Proposals[0].Took, d.Proposals[1].Took, d.Fallback.Took, d.Took}
		want := []time.Duration{time.Second, time.Minute, time.Hour, time.Second + time.Minute + time.Hour}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("times (-want +got):\n%s", diff)
		}
		before := fmt.Sprintf("%#v", d)
		without := d.WithoutTimes()
		for i, took := range []time.Duration{
			without.Proposals[0].Took, without.Proposals[1].Took, without.Fallback.Took, without.Took,
		} {
			if took != 0 {
				t.Errorf("WithoutTimes leaves the time %d of %v", i+1, took)
			}
		}
		if after := fmt.Sprintf("%#v", d); after != before {
			t.Errorf("WithoutTimes changes its decision to\n%s\nfrom\n%s", after, before)
		}
	})
}

// OnDecision is called with what Decide returns, before it does, whatever comes of
// the decision.
func TestOnDecision(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, test := range []struct {
		name     string
		ctx      context.Context
		position *gogate.Position
		proposer gogate.Player
		check    gogate.Check
		err      error
	}{
		{"accepted", t.Context(), position(t), proposes(gogate.Pass), gogate.NotOwnEye, nil},
		{"overridden", t.Context(), position(t), proposes(0), gogate.NotOwnEye, nil},
		{"nothing allowed", t.Context(), position(t), proposes(gogate.Pass), never, gogate.ErrNothingAllowed},
		{"cancelled", ended, position(t), proposes(gogate.Pass), always, context.Canceled},
		{"over", t.Context(), playAll(t, gogate.MustStart(4), "pass pass"), proposes(gogate.Pass), always, gogate.ErrOver},
	} {
		t.Run(test.name, func(t *testing.T) {
			gate := gogate.NewGate(test.proposer, first, test.check)
			gate.Seed = 7
			var got []gogate.Decision
			gate.OnDecision = func(d gogate.Decision) { got = append(got, d) }
			d, err := gate.Decide(test.ctx, test.position)
			if err != test.err {
				t.Errorf("error %v, want %v", err, test.err)
			}
			if diff := cmp.Diff([]gogate.Decision{d}, got); diff != "" {
				t.Errorf("calls (-want +got):\n%s", diff)
			}
			if d.Seed != 7 || d.Turn != test.position.Turn() || d.Color != gogate.Black {
				t.Errorf("seed %d, turn %d, %v, want 7, %d, Black", d.Seed, d.Turn, d.Color, test.position.Turn())
			}
			words := ""
			if err != nil {
				words = err.Error()
			}
			if d.Error != words {
				t.Errorf("error %q, want %q", d.Error, words)
			}
			if _, err := gate.Play(test.ctx, test.position); len(got) != 2 || err != test.err {
				t.Errorf("%d calls after Play, %v, want 2, %v", len(got), err, test.err)
			}
		})
	}
}

// The zero Gate passes.
func TestZeroGate(t *testing.T) {
	var gate gogate.Gate
	d, err := gate.Decide(t.Context(), position(t))
	if d.Move != gogate.Pass || d.Source != gogate.FromPass || err != nil {
		t.Errorf("%v (%s), %v, want a pass", d.Move, d.Source, err)
	}
	gate.Retries, gate.ProposeTimeout = 2, time.Hour
	if m, err := gate.Play(context.Background(), position(t)); m != gogate.Pass || err != nil {
		t.Errorf("%v, %v, want a pass", m, err)
	}
}

// A late answer changes nothing, even if its proposer then changes all that it was
// given. The race detector has its say here too.
func TestDecideIgnoresLateAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d2, a4, b2 := gogate.MustParseMove("D2"), gogate.MustParseMove("A4"), gogate.MustParseMove("B2")
		var late atomic.Int32
		forges := func(_ context.Context, _ *gogate.Position, refused []gogate.Answer) (gogate.Move, error) {
			if len(refused) == 3 {
				return a4, nil
			}
			time.Sleep(time.Hour)
			for i := range refused {
				refused[i].Verdicts[0].OK = true
				refused[i] = gogate.Answer{}
			}
			late.Add(1)
			return b2, nil
		}
		gate := gogate.NewGate(reviser{d2, forges}, first, gogate.NotOwnEye)
		gate.Retries, gate.ProposeTimeout = 3, time.Second
		d, err := gate.Decide(context.Background(), position(t))
		if err != nil {
			t.Fatal(err)
		}
		before := fmt.Sprintf("%#v", d)
		if want := "occupied: D2 is occupied" +
			strings.Repeat("late: the proposer gave no answer by the deadline", 2) +
			"own_eye: A4 fills an eye of the mover's own"; refusals(d) != want {
			t.Errorf("refused for %q, want %q", refusals(d), want)
		}
		waitForLateAnswers()
		if after := fmt.Sprintf("%#v", d); after != before || late.Load() != 2 {
			t.Errorf("after %d late answers\n%s\nwant after 2\n%s", late.Load(), after, before)
		}
	})
}

// A decision with many retries takes time in proportion to them: each refused answer is
// copied for the proposer once.
func BenchmarkRetries(b *testing.B) {
	p := gogate.MustStart(9)
	for _, n := range []int{100, 1000, 10000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			gate := gogate.NewGate(proposes(0), gogate.Random{}, gogate.NotOwnEye)
			gate.Retries = n
			b.ReportAllocs()
			for b.Loop() {
				if d, err := gate.Decide(b.Context(), p); err != nil || len(d.Proposals) != n+1 {
					b.Fatal(len(d.Proposals), err)
				}
			}
		})
	}
}
