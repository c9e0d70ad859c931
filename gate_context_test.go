package gogate_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"example.com/gogate"
)

// sleeps takes d for its answer, whatever its context says.
func sleeps(d time.Duration, m gogate.Move) gogate.Player {
	return gogate.PlayerFunc(func(context.Context, *gogate.Position) (gogate.Move, error) {
		time.Sleep(d)
		return m, nil
	})
}

// choosesLate takes d to choose the first move of the list.
func choosesLate(d time.Duration) gogate.Chooser {
	return chooserFunc(func(_ context.Context, _ *gogate.Position, moves []gogate.Move) (gogate.Choice, error) {
		time.Sleep(d)
		return gogate.Choice{Move: moves[0]}, nil
	})
}

// A deadline that passes is no error. The clock of these tests stands still
// while anything runs, so that every duration is exact.
func TestDecideAtTheDeadline(t *testing.T) {
	const second, grace = time.Second, gogate.Grace
	a1, b2 := gogate.MustParseMove("A1"), gogate.MustParseMove("B2")
	for _, test := range []struct {
		name     string
		timeout  time.Duration
		proposer gogate.Player
		fallback gogate.Chooser
		move     gogate.Move
		source   gogate.Source
		after    time.Duration
		refused  string
	}{
		{"an answer before it", second, sleeps(second/2, b2), first, b2, gogate.FromProposer, second / 2, ""},
		{"an answer in the time of grace", second, sleeps(second+grace-1, b2), first,
			b2, gogate.FromProposer, second + grace - 1, ""},
		{"an answer too late", second, sleeps(second+grace+1, b2), first, a1, gogate.FromFallback, second + grace,
			"late: the proposer gave no answer by the deadline"},
		{"passed before, an answer at once", 0, proposes(b2), first, b2, gogate.FromProposer, 0, ""},
		{"passed before, no answer", 0, sleeps(time.Hour, b2), first, a1, gogate.FromFallback, grace,
			"late: the proposer gave no answer by the deadline"},
		{"the fallback in the time of grace", second, proposes(0), choosesLate(second + grace - 1),
			a1, gogate.FromFallback, second + grace - 1,
			"no_move: none is not a move"},
		{"the fallback too late", second, proposes(0), choosesLate(time.Hour), gogate.Pass, gogate.FromPass, second + grace,
			"no_move: none is not a move"},
		{"both too late", second, sleeps(time.Hour, b2), choosesLate(time.Hour),
			gogate.Pass, gogate.FromPass, second + 2*grace,
			"late: the proposer gave no answer by the deadline"},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), test.timeout)
				defer cancel()
				start := time.Now()
				gate := gogate.NewGate(test.proposer, test.fallback, gogate.NotOwnEye, gogate.NotSelfAtari)
				d, err := gate.Decide(ctx, position(t))
				after := time.Since(start)
				if d.Move != test.move || d.Source != test.source || err != nil || after != test.after {
					t.Errorf("%v (%s), %v after %v, want %v (%s) after %v",
						d.Move, d.Source, err, after, test.move, test.source, test.after)
				}
				if got := refusals(d); got != test.refused {
					t.Errorf("refused for %q, want %q", got, test.refused)
				}
				if !allowed(d.Verdicts) || len(d.Verdicts) != 3 {
					t.Errorf("verdicts %v, want three that allow the move", d.Verdicts)
				}
				waitForLateAnswers()
			})
		})
	}
}

// refusals returns why the proposal was refused.
func refusals(d gogate.Decision) (reasons string) {
	for _, v := range d.Refusals() {
		reasons += v.Code + ": " + v.Reason()
	}
	return reasons
}

// waitForLateAnswers lets the players that sleep give their answers. A bubble of
// synctest fails if one of their goroutines is then still there.
func waitForLateAnswers() {
	time.Sleep(2 * time.Hour)
	synctest.Wait()
}

// A cancelled context ends the decision at once, with the context's error.
func TestDecideCancelled(t *testing.T) {
	const second = time.Second
	for _, test := range []struct {
		name            string
		cancel          time.Duration // since the start
		propose, choose time.Duration // how long the answers take
		asked           string
	}{
		{"before", 0, time.Hour, time.Hour, ""},
		{"while the proposer thinks", second, time.Hour, time.Hour, "proposer "},
		{"while the fallback thinks", second, second / 2, time.Hour, "proposer fallback "},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				asked := ""
				proposer := gogate.PlayerFunc(func(ctx context.Context, p *gogate.Position) (gogate.Move, error) {
					asked += "proposer "
					return sleeps(test.propose, 0).Play(ctx, p)
				})
				late := choosesLate(test.choose)
				fallback := chooserFunc(func(ctx context.Context, p *gogate.Position, list []gogate.Move) (gogate.Choice, error) {
					asked += "fallback "
					return late.Choose(ctx, p, list)
				})
				ctx, cancel := context.WithCancel(t.Context())
				start := time.Now()
				if test.cancel == 0 {
					cancel()
				} else {
					time.AfterFunc(test.cancel, cancel)
				}
				d, err := gogate.NewGate(proposer, fallback).Decide(ctx, position(t))
				if d.Move != 0 || err != context.Canceled {
					t.Errorf("%v, %v, want the zero Move, %v", d.Move, err, context.Canceled)
				}
				if after := time.Since(start); after != test.cancel {
					t.Errorf("returned after %v, want %v", after, test.cancel)
				}
				waitForLateAnswers()
				if asked != test.asked {
					t.Errorf("asked %q, want %q", asked, test.asked)
				}
			})
		})
	}
}

// An ownContext is a context of another make. Its error may change.
type ownContext struct {
	context.Context
	done chan struct{}
	err  error
}

func (c *ownContext) Done() <-chan struct{} { return c.done }
func (c *ownContext) Err() error            { return c.err }

// An answer that comes together with the cancellation is kept, and not played.
func TestDecideCancelledByItsPlayers(t *testing.T) {
	verify := func(name string, d gogate.Decision) {
		t.Helper()
		line, err := json.Marshal(d)
		if err == nil {
			err = gogate.VerifyLog(bytes.NewReader(line), position(t))
		}
		if err != nil {
			t.Errorf("%s: the record %s: %v", name, line, err)
		}
	}
	ctx := &ownContext{Context: t.Context()}
	proposer := gogate.PlayerFunc(func(context.Context, *gogate.Position) (gogate.Move, error) {
		ctx.err = context.Canceled
		return gogate.MustParseMove("B2"), nil
	})
	if d, err := gogate.NewGate(proposer, first).Decide(ctx, position(t)); d.Move != 0 || err != context.Canceled {
		t.Errorf("proposer: %v, %v, want the zero Move, %v", d.Move, err, context.Canceled)
	} else if d.Proposal().Move != gogate.MustParseMove("B2") || !d.ProposalAllowed() || d.Overridden() {
		t.Errorf("proposer: want B2, which passed and was not played, in the record:\n%+v", d)
	} else {
		verify("proposer", d)
	}
	ctx.err = nil
	fallback := chooserFunc(func(_ context.Context, _ *gogate.Position, moves []gogate.Move) (gogate.Choice, error) {
		ctx.err = context.Canceled
		return gogate.Choice{Move: moves[0]}, nil
	})
	d, err := gogate.NewGate(proposes(0), fallback).Decide(ctx, position(t))
	if d.Move != 0 || err != context.Canceled {
		t.Errorf("fallback: %v, %v, want the zero Move, %v", d.Move, err, context.Canceled)
	} else if d.Fallback.Move != d.Allowed[0] || d.ProposalAllowed() || d.Overridden() {
		t.Errorf("fallback: want its choice %v in the record:\n%+v", d.Allowed[0], d)
	} else {
		verify("fallback", d)
	}

	// The answer is kept too where it comes from another goroutine.
	for range 20 {
		ctx, cancel := context.WithCancel(t.Context())
		d, err := gogate.NewGate(gogate.TextFunc(func(context.Context, string) (string, error) {
			cancel()
			return "B2", nil
		}), first).Decide(ctx, position(t))
		if err != context.Canceled || len(d.Proposals) != 1 {
			t.Fatalf("text: %v, want %v and one proposal:\n%+v", err, context.Canceled, d)
		}
		verify("text", d)
	}
}

func TestDecideWithOwnContexts(t *testing.T) {
	moved := errors.New("the player left the table")
	a1, b2 := gogate.MustParseMove("A1"), gogate.MustParseMove("B2")
	closed := make(chan struct{})
	close(closed)
	for _, test := range []struct {
		name     string
		done     chan struct{}
		err      error
		proposer gogate.Player
		move     gogate.Move
		want     error
	}{
		{"ended with an error of its own", closed, moved, proposes(b2), 0, moved},
		{"ended with an error of its own, without a channel", nil, moved, proposes(b2), 0, moved},
		{"past a deadline with a wrapped error", closed, fmt.Errorf("clock: %w", context.DeadlineExceeded),
			proposes(b2), b2, nil},
		{"past a deadline, and the proposer hangs", closed, context.DeadlineExceeded, sleeps(time.Hour, b2), a1, nil},
		{"past a deadline, without a channel", nil, context.DeadlineExceeded, proposes(b2), b2, nil},
		{"ended without an error", closed, nil, proposes(b2), b2, nil},
		{"ended without an error, and the proposer hangs", closed, nil, sleeps(time.Hour, b2), a1, nil},
		{"never ends", nil, nil, proposes(b2), b2, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, timeout := range []time.Duration{0, time.Minute} {
				synctest.Test(t, func(t *testing.T) {
					ctx := &ownContext{t.Context(), test.done, test.err}
					gate := gogate.NewGate(test.proposer, first)
					gate.ProposeTimeout = timeout
					d, err := gate.Decide(ctx, position(t))
					if d.Move != test.move || err != test.want {
						t.Errorf("timeout %v: %v, %v, want %v, %v", timeout, d.Move, err, test.move, test.want)
					}
					waitForLateAnswers()
				})
			}
		})
	}
}

// Under a context that cannot end the players run in the caller's goroutine, and
// may end it.
func TestDecideInTheCallersGoroutine(t *testing.T) {
	done := make(chan string, 1)
	go func() {
		result := "the goroutine ended"
		defer func() { done <- result }()
		exits := gogate.PlayerFunc(func(context.Context, *gogate.Position) (gogate.Move, error) {
			runtime.Goexit()
			return 0, nil
		})
		d, err := gogate.NewGate(exits, first).Decide(context.Background(), position(t))
		result = fmt.Sprint("Decide returned ", d, err)
	}()
	if got, want := <-done, "the goroutine ended"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Players that stop with their context leave no goroutine behind: the bubble
// fails if one is left when this returns.
func TestDecideLeavesNoGoroutine(t *testing.T) {
	waits := gogate.PlayerFunc(func(ctx context.Context, _ *gogate.Position) (gogate.Move, error) {
		<-ctx.Done()
		return 0, ctx.Err()
	})
	waitsToo := chooserFunc(func(ctx context.Context, _ *gogate.Position, moves []gogate.Move) (gogate.Choice, error) {
		<-ctx.Done()
		return gogate.Choice{Move: moves[1]}, nil
	})
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		d, err := gogate.NewGate(waits, waitsToo).Decide(ctx, position(t))
		if want := gogate.MustParseMove("B1"); d.Move != want || err != nil {
			t.Errorf("past the deadline: %v, %v, want %v", d.Move, err, want)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		gate := gogate.NewGate(waits, first)
		gate.Retries, gate.ProposeTimeout = 3, time.Second
		d, err := gate.Decide(context.Background(), position(t))
		if want := gogate.MustParseMove("A1"); d.Move != want || err != nil || len(d.Proposals) != 4 {
			t.Errorf("past all timeouts: %v, %v after %d proposals, want %v after 4", d.Move, err, len(d.Proposals), want)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		gate := gogate.NewGate(waits, waitsToo)
		gate.Retries, gate.ProposeTimeout = 3, time.Minute
		d, err := gate.Decide(ctx, position(t))
		if d.Move != 0 || err != context.Canceled {
			t.Errorf("cancelled before the timeout: %v, %v, want the zero Move, %v", d.Move, err, context.Canceled)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		d, err := gogate.NewGate(waits, waitsToo).Decide(ctx, position(t))
		if d.Move != 0 || err != context.Canceled {
			t.Errorf("cancelled: %v, %v, want the zero Move, %v", d.Move, err, context.Canceled)
		}
	})
}

// A laterContext has its error when its channel is closed.
type laterContext struct{ ownContext }

func (c *laterContext) Err() error {
	select {
	case <-c.done:
		return c.err
	default:
		return nil
	}
}

// A context of another make may end while the proposer thinks, with an error or
// without one.
func TestDecideWhileOwnContextsEnd(t *testing.T) {
	moved := errors.New("the player left the table")
	for _, test := range []struct {
		name  string
		err   error
		move  string
		want  error
		after time.Duration
	}{
		{"with an error of its own", moved, "", moved, time.Second},
		{"past its deadline", context.DeadlineExceeded, "A1", nil, time.Second + gogate.Grace},
		{"without an error", nil, "A1", nil, time.Second + gogate.Grace},
	} {
		for _, timeout := range []time.Duration{0, time.Minute} {
			t.Run(fmt.Sprintf("%s/timeout %v", test.name, timeout), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					ctx := &laterContext{ownContext{t.Context(), make(chan struct{}), test.err}}
					time.AfterFunc(time.Second, func() { close(ctx.done) })
					gate := gogate.NewGate(sleeps(time.Hour, gogate.Pass), first)
					gate.ProposeTimeout = timeout
					start := time.Now()
					d, err := gate.Decide(ctx, position(t))
					if after := time.Since(start); err != test.want || after != test.after {
						t.Errorf("%v after %v, want %v after %v", err, after, test.want, test.after)
					}
					if test.move != "" && d.Move != gogate.MustParseMove(test.move) || test.move == "" && d.Move != 0 {
						t.Errorf("%v, want %s", d.Move, test.move)
					}
					waitForLateAnswers()
				})
			})
		}
	}
}

// The search stops with its context too, however many playouts it has left.
func TestDecideStopsMCTS(t *testing.T) {
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	endless := gogate.MCTS{Playouts: gogate.MaxPlayouts}
	p := position(t)
	d, err := gogate.NewGate(endless, endless, gogate.NotOwnEye).Decide(ctx, p)
	if p.Legal(d.Move) != nil || err != nil {
		t.Errorf("%v, %v, want a legal move", d.Move, err)
	}
	for wait := time.Millisecond; runtime.NumGoroutine() > before; wait *= 2 {
		if wait > 10*time.Second {
			t.Fatalf("%d goroutines, want %d as before", runtime.NumGoroutine(), before)
		}
		time.Sleep(wait)
	}
}
