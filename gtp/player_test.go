package gtp_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"example.com/gogate"
	"example.com/gogate/gtp"
)

// answering returns a fake that answers genmove with the given moves in turn, or refuses
// where one begins with a question mark.
func answering(list []string, moves ...string) *fake {
	f := &fake{list: list}
	f.answer = func(command string) (string, bool) {
		words := strings.Fields(command)
		if words[0] != "genmove" && words[0] != "kgs-genmove_cleanup" || len(moves) == 0 {
			return "", false
		}
		name := moves[0]
		moves = moves[1:]
		if strings.HasPrefix(name, "?") {
			return name, true
		}
		if m, err := gogate.ParseMove(name); err == nil && m != gogate.Resign {
			f.play(words[1], m)
		}
		return "= " + name, true
	}
	return f
}

func without(list []string, name string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == name })
}

// What an engine is told, question after question.
func TestCommands(t *testing.T) {
	start := gogate.MustStart(5)
	moved := play(t, start, "C3", "C4")
	rules := gogate.DefaultRules(5)
	rules.Komi = -0.5
	setup := must(rules.Setup(gogate.White, `
		. . . . .
		. O O . .
		. . X . .
		. . . . .
		X . . . .`))
	opening := "boardsize 5|komi 7.5|clear_board|"
	for _, test := range []struct {
		name    string
		list    []string
		answers []string
		asked   []*gogate.Position
		want    []string
	}{
		{"a game", usual, []string{"c3", "D3"},
			[]*gogate.Position{start, moved},
			[]string{"list_commands|" + opening + "genmove b", "play w C4|genmove b"}},
		{"the same again", usual, []string{"D3", "D4"},
			[]*gogate.Position{moved, moved},
			[]string{"list_commands|" + opening + "play b C3|play w C4|genmove b", "undo|genmove b"}},
		{"another answer was played", usual, []string{"A1", "D3"},
			[]*gogate.Position{start, moved},
			// Clearing the board is as short as taking one move back.
			[]string{"list_commands|" + opening + "genmove b", opening + "play b C3|play w C4|genmove b"}},
		{"another answer was played later", usual, []string{"A1", "D3"},
			[]*gogate.Position{moved, play(t, moved, "B2", "B3")},
			[]string{"list_commands|" + opening + "play b C3|play w C4|genmove b", "undo|play b B2|play w B3|genmove b"}},
		{"no undo", without(usual, "undo"), []string{"A1", "D3"},
			[]*gogate.Position{moved, play(t, moved, "B2", "B3")},
			[]string{"list_commands|" + opening + "play b C3|play w C4|genmove b",
				opening + "play b C3|play w C4|play b B2|play w B3|genmove b"}},
		{"no list", nil, []string{"A1", "D3"},
			[]*gogate.Position{start, play(t, start, "A1", "pass")},
			[]string{"list_commands|" + opening + "genmove b", "play w pass|genmove b"}},
		{"kata-set-rules", append([]string{"kata-set-rules"}, usual...), []string{"A1"},
			[]*gogate.Position{start},
			[]string{`list_commands|boardsize 5|kata-set-rules {"ko":"POSITIONAL","scoring":"AREA","tax":"NONE","suicide":false,"hasButton":false,"whiteHandicapBonus":"0"}|komi 7.5|clear_board|genmove b`}},
		{"set-up board", usual, []string{"D4"},
			[]*gogate.Position{setup},
			[]string{"list_commands|boardsize 5|komi -0.5|clear_board|play b A1|play b C3|play w B4|play w C4|genmove w"}},
		{"the same colour again", usual, []string{"B2", "E5"},
			[]*gogate.Position{start, play(t, play(t, start, "B2").WithToPlay(gogate.Black), "B3").WithToPlay(gogate.Black)},
			[]string{"list_commands|" + opening + "genmove b", "play b B3|genmove b"}},
		{"another komi", usual, []string{"A1", "D4"},
			[]*gogate.Position{start, setup},
			[]string{"list_commands|" + opening + "genmove b",
				"boardsize 5|komi -0.5|clear_board|play b A1|play b C3|play w B4|play w C4|genmove w"}},
		{"illegal here", usual, []string{"C3", "B2"},
			[]*gogate.Position{moved, play(t, moved, "B2", "B3")},
			[]string{"list_commands|" + opening + "play b C3|play w C4|genmove b",
				opening + "play b C3|play w C4|play b B2|play w B3|genmove b"}},
		{"cleanup", append([]string{"kgs-genmove_cleanup"}, usual...), []string{"pass", "B2"},
			[]*gogate.Position{moved},
			[]string{"list_commands|" + opening + "play b C3|play w C4|genmove b|undo|kgs-genmove_cleanup b"}},
		{"cleanup refused", append([]string{"kgs-genmove_cleanup"}, usual...), []string{"pass", "? not now", "A1"},
			[]*gogate.Position{moved, play(t, moved, "pass", "B2")},
			[]string{"list_commands|" + opening + "play b C3|play w C4|genmove b|undo|kgs-genmove_cleanup b",
				opening + "play b C3|play w C4|play b pass|play w B2|genmove b"}},
		{"cleanup done", append([]string{"kgs-genmove_cleanup"}, usual...), []string{"pass", "pass", "A1"},
			[]*gogate.Position{moved, play(t, moved, "pass", "B2")},
			[]string{"list_commands|" + opening + "play b C3|play w C4|genmove b|undo|kgs-genmove_cleanup b",
				"play w B2|genmove b"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := answering(test.list, test.answers...)
			player := &gtp.Player{Dial: f.dial}
			defer player.Close()
			var got []string
			for _, p := range test.asked {
				ask(t, player, p)
				got = append(got, strings.Join(f.said(), "|"))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("commands (-want +got):\n%s", diff)
			}
		})
	}
}

// Wherever the questions jump, the engine's board is the one it is asked about.
func TestFollows(t *testing.T) {
	for _, list := range [][]string{usual, without(usual, "undo")} {
		f := &fake{list: list}
		player := &gtp.Player{Dial: f.dial}
		defer player.Close()
		random := rand.New(rand.NewPCG(1, 2))
		games := []*gogate.Position{gogate.MustStart(3), gogate.MustStart(4), must(gogate.DefaultRules(3).Setup(gogate.White, "XO.\nXO.\nX.."))}
		all := slices.Clone(games)
		for range 400 {
			p := all[random.IntN(len(all))]
			if random.IntN(4) > 0 { // mostly on in one of the games
				p = all[len(all)-1]
			}
			if p.Over() {
				p = games[random.IntN(len(games))]
			}
			if random.IntN(5) == 0 {
				p = p.WithToPlay(p.ToPlay().Opponent())
			}
			m := ask(t, player, p)
			board := f.onBoard()
			on := f.position[len(board)-1]
			if !on.SameBoard(p) {
				t.Fatalf("got the engine on\n%v\nwant\n%v", on, p)
			}
			if random.IntN(3) == 0 {
				m = p.LegalMoves()[0] // as a gate may decide
			}
			if next, err := p.Play(m); err == nil {
				all = append(all, next)
			}
		}
	}
}

// After an engine lost its way in taking moves back, the game is played again.
func TestLosesItsWay(t *testing.T) {
	f := answering(usual, "D3", "D4")
	inner := f.answer
	f.answer = func(command string) (string, bool) {
		if command == "undo" {
			return "? cannot undo", true
		}
		return inner(command)
	}
	player := &gtp.Player{Dial: f.dial}
	defer player.Close()
	p := play(t, gogate.MustStart(5), "C3", "C4")
	ask(t, player, p)
	f.said()
	if got := ask(t, player, p); got != gogate.MustParseMove("D4") {
		t.Errorf("got %v, want D4", got)
	}
	const want = "undo|boardsize 5|komi 7.5|clear_board|play b C3|play w C4|genmove b"
	if got := strings.Join(f.said(), "|"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestAnswersOfPlayer(t *testing.T) {
	for _, test := range []struct{ answer, want string }{
		{"c3", "C3"},
		{"PASS", "pass"},
		{"Resign", "resign"},
		{"Z25", "Z25"}, // for the gate to judge
		{"", `the engine answers "" to "genmove b": must be a point such as D4, pass or resign`},
		{"c3 d4", `the engine answers "c3 d4" to "genmove b": must be a point such as D4, pass or resign`},
		{"i3", `the engine answers "i3" to "genmove b": must be a point such as D4, pass or resign`},
	} {
		f := answering(usual, test.answer)
		player := &gtp.Player{Dial: f.dial}
		m, err := player.Play(context.Background(), gogate.MustStart(9))
		got := m.String()
		if err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%q: got %s, want %s", test.answer, got, test.want)
		}
		player.Close()
	}
}

func TestPlayerErrors(t *testing.T) {
	ctx := context.Background()
	start := gogate.MustStart(5)
	f := &fake{list: usual}
	for _, test := range []struct {
		name   string
		player *gtp.Player
		p      *gogate.Position
		want   string
	}{
		{"over", &gtp.Player{Dial: f.dial}, play(t, start, "pass", "pass"), "the game is over"},
		{"no command", &gtp.Player{}, start, "the engine has no command: must be a program and its arguments"},
		{"no program", &gtp.Player{Command: []string{"no-such-engine"}}, start,
			`engine "no-such-engine": executable file not found in $PATH: must be a program in PATH or the path of one`},
		{"size", &gtp.Player{Dial: f.dial}, gogate.MustStart(25), `the engine refuses "boardsize 25": unacceptable size`},
		{"dial", &gtp.Player{Dial: func() (*gtp.Client, error) { return nil, errors.New("no line") }}, start, "no line"},
	} {
		t.Run(test.name, func(t *testing.T) {
			defer test.player.Close()
			if m, err := test.player.Play(ctx, test.p); err == nil || err.Error() != test.want {
				t.Errorf("got %v, %v, want %s", m, err, test.want)
			}
		})
	}
}

// What keeps an engine from starting is known before the first move, and what Start
// started plays.
func TestPlayerStart(t *testing.T) {
	ctx := t.Context()
	for _, test := range []struct {
		name   string
		player *gtp.Player
		want   string
	}{
		{"no command", &gtp.Player{}, "the engine has no command: must be a program and its arguments"},
		{"no program", &gtp.Player{Command: []string{"no-such-engine"}},
			`engine "no-such-engine": executable file not found in $PATH: must be a program in PATH or the path of one`},
		{"dial", &gtp.Player{Dial: func() (*gtp.Client, error) { return nil, errors.New("no line") }}, "no line"},
	} {
		t.Run(test.name, func(t *testing.T) {
			defer test.player.Close()
			if err := test.player.Start(ctx); err == nil || err.Error() != test.want {
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
	f := &fake{list: usual}
	dials := 0
	player := &gtp.Player{Dial: func() (*gtp.Client, error) {
		dials++
		return f.dial()
	}}
	for range 2 {
		if err := player.Start(ctx); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := player.Play(ctx, gogate.MustStart(5)); err != nil || dials != 1 {
		t.Errorf("after Start: %v, %d engines, want 1", err, dials)
	}
	player.Close()
	if err := player.Start(ctx); err == nil {
		t.Error("after Close: no error")
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	slow := &gtp.Player{Dial: f.dial}
	defer slow.Close()
	if err := slow.Start(ended); err == nil {
		t.Error("with a context that has ended: no error")
	}
}

// Whatever the engine does, the gate plays on and says what was wrong. Times are exact in
// a bubble of synctest.
func TestGateDegrades(t *testing.T) {
	for _, test := range []struct {
		way        string
		overridden int // of four moves
		why        string
	}{
		{"closes", 2, "failed: the engine closed its output"},
		{"hangs", 2, "context deadline exceeded"},
		{"mute", 4, "context deadline exceeded"},
		{"garbage", 2, "failed: the engine gave the line"},
		{"slow", 2, "context deadline exceeded"},
		{"illegal", 2, "is occupied"},
		{"far", 2, "off the board"},
		{"nonsense", 2, `failed: the engine answers "the corner" to "genmove b"`},
		{"refuses", 2, `failed: the engine refuses "genmove b": I do not like this position`},
		{"resigns", 2, "these rules have no resignation"},
		{"long", 2, "failed: the engine gave an answer of more than 1048576 bytes"},
	} {
		t.Run(test.way, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				stop := make(chan struct{})
				defer close(stop)
				player := &gtp.Player{Dial: failing(test.way, stop)}
				defer player.Close()
				checkDegrades(t, player, 200*time.Millisecond, test.overridden, test.why)
			})
		})
	}
}

// A gate tells how a program died.
func TestGateOfDeadProgram(t *testing.T) {
	long(t)
	player := &gtp.Player{Dial: func() (*gtp.Client, error) { return gtp.Start(process("dies")) }}
	defer player.Close()
	checkDegrades(t, player, time.Hour, 2, `failed: the engine has ended (exit status 3), saying "out of memory"`)
}

// checkDegrades plays four moves of a gate in front of an engine, and checks how many of
// them were overridden and why.
func checkDegrades(t *testing.T, engine gogate.Player, limit time.Duration, overridden int, why string) {
	t.Helper()
	gate := gogate.NewGate(engine, gogate.MCTS{Playouts: 20}, gogate.NotOwnEye, gogate.NotSelfAtari)
	p := play(t, gogate.MustStart(5), "A1", "B2")
	got := 0
	for range 4 {
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		d, err := gate.Decide(ctx, p)
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if d.Overridden() {
			got++
			if !strings.Contains(d.String(), why) {
				t.Errorf("got\n%v\nwant it to say %s", d, why)
			}
		}
		p = play(t, p, d.Move.String()).WithToPlay(gogate.Black) // whose moves all are
	}
	if got != overridden {
		t.Errorf("got %d overrides, want %d", got, overridden)
	}
}

// With Restart a new engine takes over where the old one failed.
func TestRestart(t *testing.T) {
	for _, way := range []string{"closes", "hangs", "garbage", "long"} {
		t.Run(way, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				stop := make(chan struct{})
				defer close(stop)
				player := &gtp.Player{Restart: true, Dial: failing(way, stop)}
				defer player.Close()
				p := gogate.MustStart(5)
				var failed []bool
				for range 7 {
					ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
					m, err := player.Play(ctx, p)
					cancel()
					failed = append(failed, err != nil)
					if err != nil {
						m = p.LegalMoves()[0]
					}
					p = play(t, p, m.String())
				}
				if want := []bool{false, false, true, false, false, true, false}; !slices.Equal(failed, want) {
					t.Errorf("got failures %v, want %v", failed, want)
				}
			})
		})
	}
}

// With Restart, engines that die on the way to a move fail it, each for itself, and
// the next that lives moves.
func TestRestartAtEachStep(t *testing.T) {
	long(t)
	for _, step := range []string{"start", "list_commands", "boardsize", "komi", "clear_board", "play", "genmove"} {
		t.Run(step, func(t *testing.T) {
			started := 0
			player := &gtp.Player{Restart: true, Dial: func() (*gtp.Client, error) {
				way := "plays"
				if started++; started < 3 {
					way = "dies at " + step
				}
				return gtp.Start(process(way))
			}}
			defer player.Close()
			p := play(t, gogate.MustStart(5), "C3")
			for range 2 {
				const want = "the engine has ended (exit status 3)"
				if m, err := player.Play(context.Background(), p); err == nil || err.Error() != want {
					t.Errorf("got %v, %v, want %s", m, err, want)
				}
			}
			ask(t, player, p)
			if started != 3 {
				t.Errorf("got %d engines, want 3", started)
			}
		})
	}
}

// A late engine is waited for, and led back to the board.
func TestSlowEngine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := answering(usual, "C3", "D3")
		inner := f.answer
		release := make(chan struct{})
		f.answer = func(command string) (string, bool) {
			if strings.HasPrefix(command, "genmove") {
				<-release
			}
			return inner(command)
		}
		player := &gtp.Player{Dial: f.dial}
		defer player.Close()
		p := gogate.MustStart(5)
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		if _, err := player.Play(ctx, p); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v, want the context's error", err)
		}
		close(release)
		if got := ask(t, player, play(t, p, "A1", "A2")); got != gogate.MustParseMove("D3") {
			t.Errorf("got %v, want D3", got)
		}
		if got, want := f.onBoard(), []string{"b A1", "w A2", "b D3"}; !slices.Equal(got, want) {
			t.Errorf("got %v on the board, want %v", got, want)
		}
	})
}

func TestPlayerInSeveralGoroutines(t *testing.T) {
	f := &fake{list: usual}
	player := &gtp.Player{Dial: f.dial}
	defer player.Close()
	var all sync.WaitGroup
	for size := range 4 {
		all.Go(func() {
			p := gogate.MustStart(size + 2)
			for range 6 {
				if p.Over() {
					return
				}
				m, err := player.Play(context.Background(), p)
				if err != nil {
					t.Error(err)
					return
				}
				if p, err = p.Play(m); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
}

func TestClosePlayer(t *testing.T) {
	var unused gtp.Player
	unused.Close()
	if _, err := unused.Play(context.Background(), gogate.MustStart(5)); err == nil || err.Error() != "the player of the engine was closed" {
		t.Errorf("got %v", err)
	}

	synctest.Test(t, func(t *testing.T) {
		stop := make(chan struct{})
		defer close(stop)
		player := &gtp.Player{Restart: true, Dial: failing("mute", stop)}
		failed := make(chan error, 1)
		go func() {
			_, err := player.Play(context.Background(), gogate.MustStart(5))
			failed <- err
		}()
		synctest.Wait() // until the engine owes an answer
		player.Close()
		if err := <-failed; err == nil || err.Error() != "the engine was closed" {
			t.Errorf("a move meanwhile: got %v", err)
		}
		if _, err := player.Play(context.Background(), gogate.MustStart(5)); err == nil {
			t.Error("got a move of a player that was closed")
		}
		player.Close()
	})
}

// Standard error is passed on if there is somewhere to.
func TestStderr(t *testing.T) {
	long(t)
	t.Setenv(fakeEngine, "dies")
	var stderr strings.Builder
	player := &gtp.Player{Command: []string{must(os.Executable())}, Stderr: &stderr}
	defer player.Close()
	p := gogate.MustStart(5)
	for range 2 {
		ask(t, player, p)
	}
	if _, err := player.Play(context.Background(), p); err == nil {
		t.Error("got no error")
	}
	if !strings.HasPrefix(stderr.String(), "thinking\n") {
		t.Errorf("got %q, want what the engine wrote", stderr.String())
	}
}
