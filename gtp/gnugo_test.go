package gtp_test

import (
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"example.com/gogate"
	"example.com/gogate/gtp"
)

// gnuGo returns a command for GNU Go, and skips the test without it.
func gnuGo(t *testing.T, arguments ...string) []string {
	t.Helper()
	long(t)
	for _, name := range []string{"gnugo", "/usr/games/gnugo"} {
		if path, err := exec.LookPath(name); err == nil {
			return append([]string{path, "--mode", "gtp", "--level", "1", "--chinese-rules", "--positional-superko"}, arguments...)
		}
	}
	t.Skip("GNU Go is not here: apt-get install gnugo")
	return nil
}

// start starts an engine that ends with the test.
func start(t *testing.T, command []string) *gtp.Client {
	t.Helper()
	client, err := gtp.Start(exec.Command(command[0], command[1:]...))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	return client
}

// started returns the player of an engine that ends with the test, and the client
// that it moves through, nil before its first move.
func started(t *testing.T, command []string) (player *gtp.Player, client func() *gtp.Client) {
	var last *gtp.Client
	player = &gtp.Player{Dial: func() (_ *gtp.Client, err error) {
		last, err = gtp.Start(exec.Command(command[0], command[1:]...))
		return last, err
	}}
	t.Cleanup(func() { player.Close() })
	return player, func() *gtp.Client { return last }
}

// send returns an engine's answer, which must not be a refusal.
func send(t *testing.T, client *gtp.Client, command string) string {
	t.Helper()
	text, err := client.Send(t.Context(), command)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// checkStones checks that the stones of both colours are on the engine's board
// where they are in p.
func checkStones(t *testing.T, client *gtp.Client, p *gogate.Position) {
	t.Helper()
	if got, want := listed(t, client), stones(p); got != want {
		t.Errorf("got the stones\n%s\nwant\n%s", got, want)
	}
}

// listed returns the stones on an engine's board as stones does.
func listed(t *testing.T, client *gtp.Client) (list string) {
	t.Helper()
	for _, c := range []gogate.Color{gogate.Black, gogate.White} {
		names := strings.Fields(send(t, client, "list_stones "+strings.ToLower(c.String())))
		slices.Sort(names)
		list += fmt.Sprintln(c, names)
	}
	return list
}

// stones returns the names of the points with black and with white stones, sorted,
// as text that can be compared.
func stones(p *gogate.Position) (list string) {
	for _, c := range []gogate.Color{gogate.Black, gogate.White} {
		var names []string
		for pt := range p.Points() {
			if p.At(pt) == c {
				names = append(names, pt.String())
			}
		}
		slices.Sort(names)
		list += fmt.Sprintln(c, names)
	}
	return list
}

// GNU Go takes a random player's stones off the board before it passes, since its
// passes are asked again as kgs-genmove_cleanup.
func TestGNUGoGames(t *testing.T) {
	gnuGo(t) // which each game starts for itself
	for seed := range uint64(2) {
		for _, black := range []bool{true, false} {
			t.Run(fmt.Sprintf("seed %d, black %t", seed, black), func(t *testing.T) {
				engine := &gtp.Player{Command: gnuGo(t, "--seed", fmt.Sprint(seed))}
				defer engine.Close()
				var sides = []gogate.Player{engine, gogate.Random{Seed: seed}}
				mine := gogate.Black
				if !black {
					slices.Reverse(sides)
					mine = gogate.White
				}
				g, err := gogate.PlayGame(context.Background(), gogate.DefaultRules(7), sides[0], sides[1])
				if err != nil {
					t.Fatal(err)
				}
				s := g.Final.Score()
				theirs := s.BlackStones + s.BlackTerritory
				if black {
					theirs = s.WhiteStones + s.WhiteTerritory
				}
				if g.Final.Winner() != mine || theirs > 0 {
					t.Errorf("got %s and %d points for the random player, want none, on\n%v", g.Final.Result(), theirs, g.Final)
				}
			})
		}
	}
}

// The same seed gives the same game, 0 included.
func TestGNUGoSeeds(t *testing.T) {
	var games []string
	for range 2 {
		engine := &gtp.Player{Command: gnuGo(t, "--seed", "0")}
		defer engine.Close()
		g, err := gogate.PlayGame(context.Background(), gogate.DefaultRules(7), engine, gogate.Random{})
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, fmt.Sprint(g.Final.Moves()))
	}
	if games[0] != games[1] {
		t.Errorf("got two games:\n%s\n%s", games[0], games[1])
	}
}

// GNU Go's own account of its board, wherever the questions jump.
func TestGNUGoFollows(t *testing.T) {
	engine, client := started(t, gnuGo(t))
	setup := must(gogate.DefaultRules(5).Setup(gogate.White, `
		. X O . X
		X X O O X
		O O X X .
		. O X . X
		O O X X X`))
	game := play(t, gogate.MustStart(9), "E5", "C3", "pass", "G7", "D3").WithToPlay(gogate.Black)
	for _, p := range []*gogate.Position{setup, game, setup, play(t, game, "D4"), game, play(t, game, "pass", "C4")} {
		m := ask(t, engine, p)
		after, err := p.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		checkStones(t, client(), after)
	}
}

func TestGNUGoWithoutGTP(t *testing.T) {
	engine := &gtp.Player{Command: gnuGo(t)[:1]}
	defer engine.Close()
	_, err := engine.Play(context.Background(), gogate.MustStart(9))
	if err == nil || !strings.Contains(err.Error(), "--mode gtp") {
		t.Errorf("got %v, want an error that explains the option", err)
	}
}

// GNU Go places the same handicap stones on its boards, and accepts and refuses the
// same commands. On 12×12 it has them on the fourth line, against the specification.
func TestGNUGoAgrees(t *testing.T) {
	var commands []string
	for _, size := range []int{5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16, 17, 18, 19} {
		commands = append(commands, fmt.Sprintf("boardsize %d", size), "clear_board")
		for stones := range 11 {
			commands = append(commands, fmt.Sprintf("fixed_handicap %d", stones), "list_stones black", "clear_board")
		}
	}
	commands = append(commands, "boardsize 5", "clear_board", "play b C3", "play w C3", "play w Z25", "play w pass",
		"play b PASS", "list_stones b", "undo", "undo", "undo", "undo", "place_free_handicap 0", "set_free_handicap A1 A1",
		"set_free_handicap A1", "set_free_handicap A1 B2", "list_stones b", "set_free_handicap C1 C2", "fixed_handicap 2",
		"undo", "play w A2", "play w B1", "list_stones black", "play b A1", "known_command play", "known_command no_such",
		"no_such", "komi five", "komi", "play w resign", "play b", "genmove x", "boardsize 99",
		"time_settings 0 1 0", "time_left b 5 0", "clear_board", "final_status_list dead")
	client := start(t, gnuGo(t))
	dial, _ := dialling(t, &gtp.Engine{Player: gogate.Random{}})
	own := must(dial())
	defer own.Close()
	for _, c := range commands {
		want, theirs := client.Send(t.Context(), c)
		got, ours := own.Send(t.Context(), c)
		if (ours == nil) != (theirs == nil) {
			t.Errorf("%s: got %q and %v, GNU Go %q and %v", c, got, ours, want, theirs)
		}
		if g, w := slices.Sorted(strings.FieldsSeq(got)), slices.Sorted(strings.FieldsSeq(want)); !slices.Equal(g, w) {
			t.Errorf("%s: got %q, GNU Go %q", c, g, w)
		}
	}
}
