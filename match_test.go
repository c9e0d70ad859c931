package gogate

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPlayGame(t *testing.T) {
	for _, test := range []struct {
		name         string
		black, white string
		result, err  string
		moves        []string
	}{
		{"to two passes", "C3", "pass", "B+24.5", "", []string{"C3", "pass", "pass"}},
		{"a margin of komi", "C3 C2", "C4", "B+0.5", "", []string{"C3", "C4", "C2", "pass", "pass"}},
		{"illegal move", "C3", "C3", "", "turn 2, White C3: the point is occupied", []string{"C3"}},
		{"player fails", "C3 nonsense", "C4", "",
			`turn 3, Black: move "nonsense": must be a point from A1 to Z25 (there is no column I), pass or resign`,
			[]string{"C3", "C4"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			rules := DefaultRules(5)
			rules.Komi = 0.5
			g, err := PlayGame(t.Context(), rules, scripted(test.black), scripted(test.white))
			got := ""
			if err != nil {
				got = err.Error()
			}
			if got != test.err {
				t.Errorf("got error %q, want %q", got, test.err)
			}
			var moves []string
			for _, p := range g.Final.History()[1:] {
				moves = append(moves, p.Last().String())
			}
			if !slices.Equal(moves, test.moves) {
				t.Errorf("got moves %v, want %v", moves, test.moves)
			}
			if test.err == "" && g.Final.Result() != test.result {
				t.Errorf("got result %s, want %s\n%s", g.Final.Result(), test.result, g.Final)
			}
		})
	}
}

func TestStep(t *testing.T) {
	a1 := MustParseMove("A1")
	stopped := errors.New("the player left")
	for _, test := range []struct {
		name     string
		player   func(leave context.CancelCauseFunc) Player
		move     Move // what the turn says
		note     string
		decision bool
		err      string // "" if the move is played
	}{
		{"a player", func(context.CancelCauseFunc) Player { return scripted("A1") }, a1, "", false, ""},
		{"a player of the package says what it saw", func(context.CancelCauseFunc) Player { return Greedy{Seed: 1} },
			MustParseMove("B2"), "captures nothing and leaves its group 4 liberties; the only such move", false, ""},
		{"a gate", func(context.CancelCauseFunc) Player { return NewGate(scripted("A1"), Random{}) }, a1, "", true, ""},
		{"a gate around a player that leaves", func(leave context.CancelCauseFunc) Player {
			return NewGate(PlayerFunc(func(context.Context, *Position) (Move, error) {
				leave(stopped)
				return 0, stopped
			}), Random{})
		}, 0, "", true, "the player left"},
		{"a move as the context ends", func(leave context.CancelCauseFunc) Player {
			return PlayerFunc(func(context.Context, *Position) (Move, error) {
				leave(stopped)
				return a1, nil
			})
		}, a1, "", false, "the player left"},
		{"an error", func(context.CancelCauseFunc) Player {
			return PlayerFunc(func(context.Context, *Position) (Move, error) { return 0, errors.New("no idea") })
		}, 0, "", false, "turn 1, Black: no idea"},
		{"a panic", func(context.CancelCauseFunc) Player {
			return PlayerFunc(func(context.Context, *Position) (Move, error) { panic("no idea") })
		}, 0, "", false, "turn 1, Black: the player panicked: no idea"},
		{"an illegal move", func(context.CancelCauseFunc) Player { return scripted("Z9") },
			MustParseMove("Z9"), "", false, "turn 1, Black Z9: the point is off the board"},
	} {
		t.Run(test.name, func(t *testing.T) {
			ctx, leave := context.WithCancelCause(t.Context())
			defer leave(nil)
			g := Game{Final: MustStart(3)}
			turn, err := g.Step(ctx, test.player(leave))
			if turn.Move != test.move || turn.Note != test.note || (turn.Decision != nil) != test.decision {
				t.Errorf("got %+v, want %v, note %q, a decision: %t", turn, test.move, test.note, test.decision)
			}
			if got := fmt.Sprint(err); test.err != "" && got != test.err || test.err == "" && err != nil {
				t.Errorf("got error %q, want %q", got, test.err)
			}
			played, kept := g.Final.Turn() == 1 && g.Final.Last() == test.move, len(g.Decisions) == 1
			if want := test.err == ""; played != want || kept != (want && test.decision) {
				t.Errorf("played %t, kept %t, want %t, %t", played, kept, want, want && test.decision)
			}
		})
	}
}

// A step that cannot be taken says why and asks nobody.
func TestStepErrors(t *testing.T) {
	over := mustPlay(t, mustPlay(t, MustStart(3), Pass), Pass)
	asked := PlayerFunc(func(context.Context, *Position) (Move, error) {
		t.Error("the player was asked")
		return Pass, nil
	})
	for _, test := range []struct {
		name   string
		game   Game
		player Player
		want   string
	}{
		{"no position", Game{}, asked, "the game has no position: Final must be one, such as Rules.Start returns"},
		{"no player", Game{Final: MustStart(3)}, nil, "the player is nil: must be one that can be asked"},
		{"over", Game{Final: over}, asked, ErrOver.Error()},
		{"over, for a gate", Game{Final: over}, NewGate(asked, Random{}), ErrOver.Error()},
	} {
		t.Run(test.name, func(t *testing.T) {
			before := test.game.Final
			turn, err := test.game.Step(t.Context(), test.player)
			if err == nil || err.Error() != test.want || turn != (Turn{}) {
				t.Errorf("got %+v and error %v, want no turn and %s", turn, err, test.want)
			}
			if test.game.Final != before || len(test.game.Decisions) != 0 {
				t.Error("the game is not as before")
			}
		})
	}
}

// A game that went back goes on as if the later turns had never been, and a copy made
// before keeps them.
func TestTakeBack(t *testing.T) {
	gate := NewGate(scripted("A1 B2 C3"), Random{})
	for _, test := range []struct {
		name                   string
		turns, left, decisions int
	}{
		{"none", 0, 5, 3},
		{"fewer than none", -1, 5, 3},
		{"one", 1, 4, 2},
		{"two", 2, 3, 2},
		{"all", 5, 0, 0},
		{"more than all", 6, 0, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := Game{Final: MustStart(5)}
			players := [...]Player{gate, scripted("A5 B5 C5")}
			for i := range 5 {
				if _, err := g.Step(t.Context(), players[i%2]); err != nil {
					t.Fatal(err)
				}
			}
			whole, want := g, slices.Clone(g.Decisions)
			g.TakeBack(test.turns)
			if g.Final != whole.Final.History()[test.left] || len(g.Decisions) != test.decisions {
				t.Errorf("got turn %d and %d decisions, want %d and %d",
					g.Final.Turn(), len(g.Decisions), test.left, test.decisions)
			}
			if _, err := g.Step(t.Context(), NewGate(scripted(""), Random{})); err != nil {
				t.Error(err)
			}
			if diff := cmp.Diff(want, whole.Decisions); diff != "" {
				t.Errorf("the copy changed (-want +got):\n%s", diff)
			}
		})
	}
	var zero Game
	zero.TakeBack(1)
	if zero.Final != nil {
		t.Error("the zero Game: got a position")
	}
}

func TestPlayGameEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	stops := PlayerFunc(func(_ context.Context, p *Position) (Move, error) {
		if p.Turn() == 6 {
			cancel()
		}
		return p.LegalMoves()[0], nil
	})
	g, err := PlayGame(ctx, DefaultRules(9), stops, stops)
	if !errors.Is(err, context.Canceled) || g.Final.Turn() != 6 {
		t.Errorf("got %v after turn %d, want %v after turn 6", err, g.Final.Turn(), context.Canceled)
	}
	if _, err := PlayGame(t.Context(), Rules{}, stops, stops); err == nil {
		t.Error("rules without a size: got no error")
	}
}

// A match alternates colours, and each tally sees its own side.
func TestMatch(t *testing.T) {
	rules := DefaultRules(3)
	rules.Komi = 0
	rules.Resign = true
	m := Match{
		Rules: rules,
		A:     Entrant{"middle", func(uint64) Player { return scripted("B2") }},
		B: Entrant{"odd", func(seed uint64) Player {
			if seed == 7 {
				return scripted("resign")
			}
			return scripted("")
		}},
		Seeds: []uint64{1, 7},
	}
	r, err := m.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := Result{Rules: rules, A: "middle", B: "odd", Games: []Outcome{
		{Seed: 1, Black: "middle", White: "odd", Turns: 3, Result: "B+9", Winner: Black, Margin: 9},
		{Seed: 1, Black: "odd", White: "middle", Turns: 4, Result: "W+9", Winner: White, Margin: -9},
		{Seed: 7, Black: "middle", White: "odd", Turns: 2, Result: "B+R", Winner: Black, Margin: 9},
		{Seed: 7, Black: "odd", White: "middle", Turns: 1, Result: "W+R", Winner: White},
	}}
	for i := range want.Games {
		want.Games[i].Refusals = map[string]int{}
	}
	if diff := cmp.Diff(want, r); diff != "" {
		t.Errorf("result (-want +got):\n%s", diff)
	}
	a, b := r.Tallies()
	wantA := Tally{Name: "middle", Won: 4, Turns: 2.5, Margin: 6.75, Wins: share(4, 4)}
	wantB := Tally{Name: "odd", Lost: 4, Turns: 2.5, Margin: -6.75, Wins: share(0, 4)}
	if diff := cmp.Diff([]Tally{wantA, wantB}, []Tally{a, b}); diff != "" {
		t.Errorf("tallies (-want +got):\n%s", diff)
	}
}

// A decider that fills in nothing but its move has not overridden anything.
func TestMatchOfATersePlayer(t *testing.T) {
	terse := Entrant{"terse", func(uint64) Player { return terse{} }}
	r, err := Match{Rules: DefaultRules(5), A: terse, B: terse, Seeds: []uint64{1}}.Run(context.Background())
	if err != nil || len(r.Games) != 2 || r.Games[0].Overrides != [2]int{} || r.Games[0].Turns != 2 {
		t.Errorf("got %+v, %v, want two games of two passes", r.Games, err)
	}
}

func TestTalliesCountDrawsAndOverrides(t *testing.T) {
	r := Result{A: "a", B: "b", Games: []Outcome{
		{Turns: 10, Winner: Empty, Overrides: [2]int{3, 0}},
		{Turns: 20, Winner: Black, Margin: 5, Overrides: [2]int{0, 4}},
	}}
	a, b := r.Tallies()
	wantA := Tally{Name: "a", Lost: 1, Drawn: 1, Turns: 15, Margin: -2.5, Overrides: 7, Wins: share(0, 2)}
	wantB := Tally{Name: "b", Won: 1, Drawn: 1, Turns: 15, Margin: 2.5, Wins: share(1, 2)}
	if diff := cmp.Diff([]Tally{wantA, wantB}, []Tally{a, b}); diff != "" {
		t.Errorf("result (-want +got):\n%s", diff)
	}
}

// What is wrong with a player ends the match with an error that names it.
func TestMatchOfBrokenPlayers(t *testing.T) {
	fine := Entrant{"fine", func(seed uint64) Player { return Random{seed} }}
	for _, test := range []struct {
		name string
		a    Entrant
		want string
	}{
		{"panics", Entrant{"pp", func(uint64) Player {
			return PlayerFunc(func(_ context.Context, p *Position) (Move, error) { panic("no idea") })
		}}, "pp (Black) against fine, seed 1: turn 1, Black: the player panicked: no idea"},
		{"no player", Entrant{"nobody", func(uint64) Player { return nil }},
			"nobody (Black) against fine, seed 1: a game needs two players, and one is nil"},
		{"no New", Entrant{Name: "nothing"}, `field A: entrant "nothing" has no New, which makes its player`},
		{"New panics", Entrant{"lost", func(uint64) Player { panic("no weights") }},
			"lost (Black) against fine, seed 1: an entrant panicked: no weights"},
		{"ends its goroutine", Entrant{"gone", func(uint64) Player {
			return PlayerFunc(func(context.Context, *Position) (Move, error) {
				runtime.Goexit()
				return Pass, nil
			})
		}}, "gone (Black) against fine, seed 1: a player ended its goroutine"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, err := Match{Rules: DefaultRules(5), A: test.a, B: fine, Seeds: []uint64{1}, Workers: 2}.Run(t.Context())
			if err == nil || err.Error() != test.want || len(r.Games) != 0 {
				t.Errorf("got %d games and error %v, want %s", len(r.Games), err, test.want)
			}
		})
	}
}

// A failed game keeps those before it and names itself.
func TestMatchStopsAtAnError(t *testing.T) {
	broken := errors.New("out of order")
	m := Match{
		Rules: DefaultRules(5),
		A:     Entrant{"random", func(seed uint64) Player { return Random{seed} }},
		B: Entrant{"broken", func(seed uint64) Player {
			if seed == 3 {
				return PlayerFunc(func(context.Context, *Position) (Move, error) { return 0, broken })
			}
			return Random{seed}
		}},
		Seeds: []uint64{1, 2, 3, 4},
	}
	for _, m.Workers = range []int{0, 1, 3} {
		r, err := m.Run(t.Context())
		want := "random (Black) against broken, seed 3: turn 2, White: out of order"
		if err == nil || err.Error() != want {
			t.Errorf("%d workers: got error %v, want %s", m.Workers, err, want)
		}
		if len(r.Games) != 4 {
			t.Errorf("%d workers: got %d games, want the 4 before", m.Workers, len(r.Games))
		}
		if !errors.Is(err, broken) {
			t.Errorf("%d workers: %v is not the player's error", m.Workers, err)
		}
	}
}

// A match that cannot be played names the field, and does not look like one without games.
func TestMatchErrors(t *testing.T) {
	fine := Entrant{"fine", func(seed uint64) Player { return Random{seed} }}
	whole := Match{Rules: DefaultRules(5), A: fine, B: fine, Seeds: SeedRange(0, 1)}
	for _, test := range []struct {
		name   string
		change func(m *Match)
		want   string
	}{
		{"no rules", func(m *Match) { m.Rules = Rules{} }, "field Rules: board size 0: must be a whole number from 2 to 25"},
		{"no first player", func(m *Match) { m.A = Entrant{Name: "a"} }, `field A: entrant "a" has no New, which makes its player`},
		{"no second player", func(m *Match) { m.B.New = nil }, `field B: entrant "fine" has no New, which makes its player`},
		{"no seeds", func(m *Match) { m.Seeds = nil }, "field Seeds: there must be at least one"},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := whole
			test.change(&m)
			r, err := m.Run(t.Context())
			if err == nil || err.Error() != test.want || len(r.Games) != 0 {
				t.Errorf("got %v, %v, want %s", r.Games, err, test.want)
			}
		})
	}
}

func TestSeedRange(t *testing.T) {
	if got := SeedRange(7, 3); !slices.Equal(got, []uint64{7, 8, 9}) {
		t.Errorf("got %v, want 7 to 9", got)
	}
	if got := SeedRange(7, -1); len(got) != 0 {
		t.Errorf("got %v, want none", got)
	}
}

func TestMatchProgress(t *testing.T) {
	random := Entrant{"random", func(seed uint64) Player { return Random{seed} }}
	m := Match{Rules: DefaultRules(3), A: random, B: random, Seeds: []uint64{5, 6, 7}}
	for _, m.Workers = range []int{1, 3} {
		calls := 0
		m.Progress = func(done, games int) {
			calls++
			if done != calls || games != 6 {
				t.Errorf("%d workers: call %d: got %d of %d, want %d of 6", m.Workers, calls, done, games, calls)
			}
		}
		if _, err := m.Run(t.Context()); err != nil || calls != 6 {
			t.Errorf("%d workers: got %d calls and error %v, want 6 and none", m.Workers, calls, err)
		}
	}
}

// OnGame gets every game of the result, and its error ends the match.
func TestMatchOnGame(t *testing.T) {
	random := Entrant{"random", func(seed uint64) Player { return Random{seed} }}
	gated := Entrant{"gated", func(seed uint64) Player { return Gated(10, seed) }}
	m := Match{Rules: DefaultRules(4), A: random, B: gated, Seeds: []uint64{5, 6}}
	for _, m.Workers = range []int{1, 3} {
		kept := map[string]Outcome{}
		m.OnGame = func(o Outcome, g Game) error {
			kept[fmt.Sprint(o.Seed, o.Black)] = o
			if g.Final.Turn() != o.Turns || g.Final.Result() != o.Result || len(g.Decisions) == 0 {
				t.Errorf("%v: the game has %d turns, result %s and %d decisions", o, g.Final.Turn(), g.Final.Result(), len(g.Decisions))
			}
			return nil
		}
		r, err := m.Run(t.Context())
		if err != nil || len(kept) != 4 {
			t.Fatalf("%d workers: kept %d games, error %v, want 4 and none", m.Workers, len(kept), err)
		}
		for _, want := range r.Games {
			if diff := cmp.Diff(want, kept[fmt.Sprint(want.Seed, want.Black)]); diff != "" {
				t.Errorf("%d workers (-want +got):\n%s", m.Workers, diff)
			}
		}
	}
	full := errors.New("no room left")
	m.OnGame = func(Outcome, Game) error { return full }
	if r, err := m.Run(t.Context()); !errors.Is(err, full) || len(r.Games) != 0 {
		t.Errorf("got %d games and error %v, want none and %v", len(r.Games), err, full)
	}
}

// playForfeits plays a match of four seeds, 0 to 3. A loses every game by an illegal move:
// in that of a seed it is A's first one after so many turns.
func playForfeits(t *testing.T) Result {
	t.Helper()
	careless := func(seed uint64) Player {
		return PlayerFunc(func(ctx context.Context, p *Position) (Move, error) {
			if uint64(p.Turn()) < seed {
				return Random{seed}.Play(ctx, p)
			}
			return 0, nil
		})
	}
	m := Match{
		Rules: DefaultRules(5), Seeds: []uint64{0, 1, 2, 3},
		A: Entrant{"careless", careless}, B: Entrant{"random", func(seed uint64) Player { return Random{seed} }},
	}
	r, err := m.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// An illegal move loses the game, and the match goes on.
func TestMatchForfeits(t *testing.T) {
	r := playForfeits(t)
	for i, o := range r.Games {
		winner := White
		if i%2 == 1 {
			winner = Black
		}
		if o.Winner != winner || o.Result != winner.letter()+"+F" || !strings.HasSuffix(o.Forfeit, "none: this is not a move") {
			t.Errorf("game %d: got %+v, want it forfeited by %v", i, o, winner.Opponent())
		}
	}
	if first, last := r.Games[0], r.Games[7]; first.Turns != 0 || last.Turns != 3 {
		t.Errorf("got %d and %d turns, want 0 and 3", first.Turns, last.Turns)
	}
	a, b := r.Tallies()
	if a.Lost != 8 || a.Forfeits != 8 || b.Won != 8 || b.Forfeits != 0 {
		t.Errorf("got %+v and %+v, want eight forfeits of the first", a, b)
	}
	if want := "careless lost 8 games by an illegal move.\n"; !strings.HasSuffix(r.String(), want) {
		t.Errorf("got\n%s\nwant it to end with %s", r, want)
	}
}

// Every player that New made is closed once, whatever becomes of the game.
func TestMatchClosesItsPlayers(t *testing.T) {
	plain := func() error { return nil }
	for _, test := range []struct {
		name  string
		play  PlayerFunc
		other func(uint64) Player
		close func() error
		games int // how many are played
		made  int // how many closers
		want  string
	}{
		{name: "to the end", close: plain, games: 4, made: 4},
		{name: "an error of Close", close: func() error { return errors.New("exit status 1") }, games: 4, made: 4},
		{name: "a panic of Close", close: func() error { panic("no process") }, made: 1,
			want: "closer (Black) against other, seed 1: an entrant panicked: no process"},
		{name: "an error", close: plain, made: 1,
			play: func(context.Context, *Position) (Move, error) { return 0, errors.New("lost") },
			want: "closer (Black) against other, seed 1: turn 1, Black: lost"},
		{name: "a panic", close: plain, made: 1,
			play: func(context.Context, *Position) (Move, error) { panic("lost") },
			want: "closer (Black) against other, seed 1: turn 1, Black: the player panicked: lost"},
		{name: "the end of its goroutine", close: plain, made: 1,
			play: func(context.Context, *Position) (Move, error) { runtime.Goexit(); return 0, nil },
			want: "closer (Black) against other, seed 1: a player ended its goroutine"},
		{name: "no opponent", close: plain, made: 1,
			other: func(uint64) Player { return nil },
			want:  "closer (Black) against other, seed 1: a game needs two players, and one is nil"},
		{name: "a panic of the opponent's New", close: plain, made: 1,
			other: func(uint64) Player { panic("no weights") },
			want:  "closer (Black) against other, seed 1: an entrant panicked: no weights"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.play == nil {
				test.play = func(context.Context, *Position) (Move, error) { return Pass, nil }
			}
			if test.other == nil {
				test.other = func(seed uint64) Player { return Random{seed} }
			}
			made := 0
			var closed atomic.Int32
			m := Match{
				Rules: DefaultRules(3),
				A:     Entrant{"closer", func(uint64) Player { made++; return closer{test.play, &closed, test.close} }},
				B:     Entrant{"other", test.other},
				Seeds: []uint64{1, 2},
			}
			r, err := m.Run(t.Context())
			got := ""
			if err != nil {
				got = err.Error()
			}
			if got != test.want || len(r.Games) != test.games {
				t.Errorf("got %d games and error %q, want %d and %q", len(r.Games), got, test.games, test.want)
			}
			if n := int(closed.Load()); made != test.made || n != test.made {
				t.Errorf("got %d made and %d closed, want %d of each", made, n, test.made)
			}
		})
	}
}

// A game by itself closes nothing.
func TestPlayGameClosesNothing(t *testing.T) {
	var closed atomic.Int32
	player := closer{scripted(""), &closed, func() error { return nil }}
	if _, err := PlayGame(t.Context(), DefaultRules(3), player, player); err != nil || closed.Load() != 0 {
		t.Errorf("got %d closed and error %v, want neither", closed.Load(), err)
	}
}

// The names have a column as wide as they need, counted in letters.
func TestResultString(t *testing.T) {
	for _, test := range []struct{ name, a, b, want string }{
		{"short", "a", "b", `
9×9 won lost drawn  moves  margin overrides  95 % interval
a     1    0     1   15.0    +2.5         4  1.3 % to 98.7 %
b     0    1     1   15.0    -2.5         0  0 % to 84.2 %
`},
		{"long", "mcts playouts=1000 100%", "gtp:gnugo --mode gtp", `
9×9                     won lost drawn  moves  margin overrides  95 % interval
mcts playouts=1000 100%   1    0     1   15.0    +2.5         4  1.3 % to 98.7 %
gtp:gnugo --mode gtp      0    1     1   15.0    -2.5         0  0 % to 84.2 %
`},
		{"not ASCII", "gated–mcts", "искра", `
9×9        won lost drawn  moves  margin overrides  95 % interval
gated–mcts   1    0     1   15.0    +2.5         4  1.3 % to 98.7 %
искра        0    1     1   15.0    -2.5         0  0 % to 84.2 %
`},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := Result{Rules: DefaultRules(9), A: test.a, B: test.b, Games: []Outcome{
				{Turns: 10, Winner: Black, Margin: 5, Overrides: [2]int{4, 0}},
				{Turns: 20, Winner: Empty},
			}}
			if diff := cmp.Diff(strings.TrimPrefix(test.want, "\n"), r.String()); diff != "" {
				t.Errorf("text (-want +got):\n%s", diff)
			}
		})
	}
}

func TestGatedRecordsItsSeed(t *testing.T) {
	d, err := Gated(1, 7).Decide(t.Context(), MustStart(5))
	if err != nil || d.Seed != 7 {
		t.Errorf("got seed %d and error %v, want 7 and none", d.Seed, err)
	}
}
