package gtp_test

import (
	"context"
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"example.com/gogate"
	"example.com/gogate/gtp"
)

// Whatever the player does, genmove answers with a legal move, and the log says
// what happened.
func TestPlayerFails(t *testing.T) {
	for _, test := range []struct {
		name   string
		player gogate.Player
		log    string
	}{
		{"an error", playing(), "[FAIL] proposer: the proposer failed: no more moves"},
		{"a panic", gogate.PlayerFunc(func(context.Context, *gogate.Position) (gogate.Move, error) { panic("oh") }), "panicked: oh"},
		{"the end of its goroutine", gogate.PlayerFunc(func(context.Context, *gogate.Position) (gogate.Move, error) {
			runtime.Goexit()
			return 0, nil
		}), "ended its goroutine"},
		{"an occupied point", playing("C3"), "[FAIL] legal: C3 is occupied"},
		{"a point off the board", playing("Z25"), "[FAIL] legal: Z25 is off the board"},
		{"a resignation", playing("resign"), "[FAIL] legal: these rules have no resignation"},
		{"no move", gogate.PlayerFunc(func(context.Context, *gogate.Position) (gogate.Move, error) { return 0, nil }), "is not a move"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var log strings.Builder
			e := &gtp.Engine{Player: test.player, Rules: rulesOf(5), Log: &log}
			got := answers(t, e, "play b C3\ngenmove w\nlist_stones w\nquit")
			if pt, ok := strings.CutPrefix(got[1], "= "); !ok || got[2] != "= "+pt {
				t.Errorf("got %q", got)
			}
			if !strings.Contains(log.String(), test.log) {
				t.Errorf("got the log %q, want %q", log.String(), test.log)
			}
		})
	}
}

// A gate whose checks refuse everything leaves a pass, which is legal.
func TestNothingAllowed(t *testing.T) {
	never := func(*gogate.Position, gogate.Move) gogate.Verdict { return gogate.Verdict{Check: "never"} }
	var log strings.Builder
	e := &gtp.Engine{Player: gogate.NewGate(gogate.Random{}, gogate.Random{}, never), Rules: rulesOf(5), Log: &log}
	got := answers(t, e, "genmove b\ngomill-explain_last_move\nquit")
	if got[0] != "= pass" || !strings.HasSuffix(got[1], "played: nothing: "+gogate.ErrNothingAllowed.Error()+"\nthe engine passes") {
		t.Errorf("got %q", got)
	}
	if !strings.Contains(log.String(), "the engine passes") {
		t.Errorf("got the log %q", log.String())
	}
}

// The clock of a move: what is left, shared among the moves to come, less half a
// second. The times are exact in a bubble of synctest.
func TestClock(t *testing.T) {
	const half = 500 * time.Millisecond
	for _, test := range []struct {
		name, commands string
		want           []time.Duration // of genmoves for Black, one after the other
	}{
		{"main time on an empty board", "time_settings 400 0 0", []time.Duration{10*time.Second - half, 9262500 * time.Microsecond}},
		{"a main time that was told", "time_settings 400 0 0\ntime_left b 80 0", []time.Duration{2*time.Second - half}},
		{"time of the other side", "time_settings 400 0 0\ntime_left w 80 0", []time.Duration{10*time.Second - half}},
		{"byo-yomi after main time", "time_settings 400 30 10", []time.Duration{13*time.Second - half}},
		{"byo-yomi", "time_settings 0 30 3", []time.Duration{10*time.Second - half, 10250*time.Millisecond - half, 10750*time.Millisecond - half, 10*time.Second - half}},
		{"byo-yomi that was told", "time_settings 400 30 3\ntime_left b 12.5 5", []time.Duration{2500*time.Millisecond - half}},
		{"main time that ends", "time_settings 10 30 3", []time.Duration{10250*time.Millisecond - half, 10006250*time.Microsecond - half, 10*time.Second - half, 10250*time.Millisecond - half}},
		{"periods as stones", "time_left b 30 3", []time.Duration{10*time.Second - half}},
		{"hardly any time", "time_left b 0.5 1", []time.Duration{250 * time.Millisecond}},
		{"no time", "time_left b 0 0", []time.Duration{0}},
		{"a time that nobody has", "time_settings 1e300 0 0", []time.Duration{time.Duration(1e9/40)*time.Second - half}},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				player, took := timing()
				w := talk(t, &gtp.Engine{Rules: rulesOf(9), Player: player})
				for line := range strings.SplitSeq(test.commands, "\n") {
					w.say(line)
					w.expect("=", "")
				}
				for range test.want {
					w.say("genmove b")
					w.expect("= pass", "")
					w.say("undo")
					w.expect("=", "")
				}
				w.end()
				if got := took(); !slices.Equal(got, test.want) {
					t.Errorf("got %v, want %v", got, test.want)
				}
			})
		})
	}
}

// A new game begins with what time_settings said, whichever way it begins, and without
// settings it has no clock. reg_genmove takes time off a clock, but no stone.
func TestClockGoesOn(t *testing.T) {
	const half = 500 * time.Millisecond
	inFolder(t, map[string]string{"game.sgf": "(;SZ[9])"})
	game := []time.Duration{10*time.Second - half, 10*time.Second - half}
	for _, test := range []struct {
		commands string
		want     []time.Duration // of the moves, -1 for one without a deadline
	}{
		{"time_settings 400 0 0,genmove b,clear_board,genmove b", game},
		{"time_settings 400 0 0,genmove w,boardsize 9,genmove w", game},
		{"time_settings 400 0 0,genmove b,loadsgf game.sgf,genmove b", game},
		{"time_settings 400 0 0,time_left b 1 0,clear_board,genmove b", game[:1]},
		{"time_settings 0 30 3,genmove b,clear_board,genmove b", game},
		{"time_left b 30 3,genmove b,clear_board,genmove b", []time.Duration{10*time.Second - half, -1}},
		{"time_settings 0 30 3,reg_genmove b,reg_genmove b,genmove b", []time.Duration{10*time.Second - half, 20500*time.Millisecond/3 - half, 14166666667*time.Nanosecond/3 - half}},
		{"time_settings 10 30 3,reg_genmove b,reg_genmove b,reg_genmove b", []time.Duration{10250*time.Millisecond - half, 10006250*time.Microsecond - half, 10*time.Second - half}},
	} {
		t.Run(test.commands, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				player, took := timing()
				w := talk(t, &gtp.Engine{Rules: rulesOf(9), Player: player})
				for command := range strings.SplitSeq(test.commands, ",") {
					w.say(command)
					if got := w.hear(); got[0] != '=' {
						t.Errorf("%s: got %q", command, got)
					}
					w.expect("")
				}
				w.end()
				if got := took(); !slices.Equal(got, test.want) {
					t.Errorf("got %v, want %v", got, test.want)
				}
			})
		})
	}
}

// Without a clock there is no deadline: with time_settings 0 1 0, which means no
// limit, whatever time_left then says, and without any settings.
func TestNoClock(t *testing.T) {
	for _, commands := range []string{"", "time_settings 0 1 0\n", "time_settings 0 0 0\n", "time_settings 0 1 0\ntime_left b 0 0\n", "time_left w 10 0\n"} {
		deadline := false
		e := &gtp.Engine{Player: gogate.PlayerFunc(func(ctx context.Context, p *gogate.Position) (gogate.Move, error) {
			_, deadline = ctx.Deadline()
			return gogate.Pass, nil
		})}
		if got := answers(t, e, commands+"genmove b\nquit"); got[len(got)-2] != "= pass" || deadline {
			t.Errorf("%q: got %q and a deadline: %t", commands, got, deadline)
		}
	}
}

// A player that ignores its deadline is given up, and the next move is asked for as
// if nothing had been.
func TestPlayerHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		var asked atomic.Int32
		var log strings.Builder
		e := &gtp.Engine{Rules: rulesOf(5), Log: &log, Player: gogate.PlayerFunc(func(context.Context, *gogate.Position) (gogate.Move, error) {
			if asked.Add(1) == 1 {
				<-release
			}
			return gogate.MustParseMove("C3"), nil
		})}
		w := talk(t, e)
		w.say("time_left b 3 1")
		w.expect("=", "")
		began := time.Now()
		w.say("genmove b")
		if got := w.hear(); !strings.HasPrefix(got, "= ") {
			t.Errorf("got %q", got)
		}
		w.expect("")
		if took := time.Since(began); took > 3*time.Second {
			t.Errorf("the move took %v of its 3s", took)
		}
		if !strings.Contains(log.String(), "gave no answer by the deadline") {
			t.Errorf("got the log %q", log.String())
		}
		w.say("clear_board")
		w.expect("=", "")
		w.say("genmove b")
		w.expect("= C3", "")
		close(release)
		w.end()
	})
}

// Without a clock nothing but the end of the input gives up a player that hangs; then
// another moves.
func TestPlayerHangsWithoutClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		var log strings.Builder
		e := &gtp.Engine{Rules: rulesOf(5), Log: &log, Player: gogate.PlayerFunc(func(context.Context, *gogate.Position) (gogate.Move, error) {
			<-release
			return gogate.MustParseMove("C3"), nil
		})}
		w := talk(t, e)
		w.say("genmove b")
		time.Sleep(time.Hour)
		synctest.Wait()
		w.in.Close()
		if got := w.hear(); !strings.HasPrefix(got, "= ") {
			t.Errorf("got %q", got)
		}
		w.expect("")
		w.end()
		if !strings.Contains(log.String(), "gave no answer by the deadline") {
			t.Errorf("got the log %q", log.String())
		}
		close(release)
	})
}

// The end of the input stops a search, whose best move so far is the last answer.
// A line that waits is no end.
func TestEndInSearch(t *testing.T) {
	e := &gtp.Engine{Player: waiting("D4"), Rules: rulesOf(5)}
	if got := answers(t, e, "1 genmove b"); len(got) != 1 || got[0] != "=1 D4" {
		t.Errorf("got %q", got)
	}
	e.Player = gogate.PlayerFunc(func(ctx context.Context, _ *gogate.Position) (gogate.Move, error) {
		select {
		case <-ctx.Done():
			return gogate.Pass, nil
		case <-time.After(10 * time.Millisecond):
			return gogate.MustParseMove("B2"), nil
		}
	})
	if got := answers(t, e, "1 genmove b\n2 quit"); len(got) != 2 || got[0] != "=1 B2" {
		t.Errorf("got %q", got)
	}
}

// When the context of Serve is cancelled, Serve returns its error without an
// answer; when its deadline passes, a search ends with one.
func TestServeContext(t *testing.T) {
	t.Run("waiting for a command", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		commands, in := io.Pipe()
		defer in.Close()
		go func() {
			io.WriteString(in, "name\n")
			io.WriteString(in, "\n") // which is read once the name was
			cancel()
		}()
		var out strings.Builder
		if err := randomEngine().Serve(ctx, commands, &out); err != context.Canceled || out.String() != "= gogate\n\n" {
			t.Errorf("got %q and %v", out.String(), err)
		}
	})
	for _, command := range []string{"genmove b", "reg_genmove b", "lz-genmove_analyze b"} {
		t.Run(command, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			commands, in := io.Pipe()
			defer in.Close()
			go io.WriteString(in, command+"\n")
			var out strings.Builder
			e := &gtp.Engine{Analyzer: gogate.MCTS{}, Player: gogate.PlayerFunc(func(ctx context.Context, _ *gogate.Position) (gogate.Move, error) {
				cancel(errors.New("no more time"))
				<-ctx.Done()
				return gogate.Pass, nil
			})}
			if err := e.Serve(ctx, commands, &out); err != context.Canceled || out.Len() > 0 {
				t.Errorf("got %q and %v", out.String(), err)
			}
		})
	}
	t.Run("deadline", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			commands, in := io.Pipe()
			go io.WriteString(in, "genmove b\n")
			var out strings.Builder
			err := (&gtp.Engine{Player: waiting("D4")}).Serve(ctx, commands, &out)
			in.Close()
			if err != context.DeadlineExceeded || out.String() != "= D4\n\n" {
				t.Errorf("got %q and %v", out.String(), err)
			}
		})
	})
	t.Run("ended before", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		var out strings.Builder
		if err := randomEngine().Serve(ctx, strings.NewReader("name\nquit\n"), &out); err != context.Canceled || out.Len() > 0 {
			t.Errorf("got %q and %v", out.String(), err)
		}
	})
}

// Nobody has to read for Serve to return when its context ends. Here the beginning of
// an output is read, which is then stuck.
func TestServeUnread(t *testing.T) {
	for _, command := range []string{"name", "lz-analyze b 0"} {
		t.Run(command, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				commands, in := io.Pipe()
				unread, out := io.Pipe()
				ended := make(chan error, 1)
				e := randomEngine()
				e.Analyzer = gogate.MCTS{}
				go func() { ended <- e.Serve(ctx, commands, out) }()
				io.WriteString(in, command+"\n")
				unread.Read(make([]byte, 1))
				began := time.Now()
				cancel()
				if err := <-ended; !errors.Is(err, context.Canceled) {
					t.Errorf("got %v, want %v", err, context.Canceled)
				}
				if took := time.Since(began); took != gogate.Grace { // exact in a bubble of synctest
					t.Errorf("Serve returned after %v, want %v", took, gogate.Grace)
				}
				in.Close()
				unread.Close()
			})
		})
	}
}
