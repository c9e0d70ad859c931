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
	for _, name := range []string{"gnugo", "/usr/games/gnugo"} {
		if path, err := exec.LookPath(name); err == nil {
			return append([]string{path, "--mode", "gtp", "--level", "1", "--chinese-rules", "--positional-superko"}, arguments...)
		}
	}
	t.Skip("GNU Go is not here: apt-get install gnugo")
	return nil
}

// GNU Go takes a random player's stones off the board before it passes, since its
// passes are asked again as kgs-genmove_cleanup.
func TestGNUGoGames(t *testing.T) {
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
	command := gnuGo(t)
	var client *gtp.Client
	engine := &gtp.Player{Dial: func() (c *gtp.Client, err error) {
		c, err = gtp.Start(exec.Command(command[0], command[1:]...))
		client = c
		return c, err
	}}
	defer engine.Close()
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
		for _, c := range []gogate.Color{gogate.Black, gogate.White} {
			text, err := client.Send(context.Background(), "list_stones "+strings.ToLower(c.String()))
			if err != nil {
				t.Fatal(err)
			}
			got := strings.Fields(text)
			var want []string
			for y := range p.Size() {
				for x := range p.Size() {
					if pt := (gogate.Point{X: x, Y: y}); after.At(pt) == c {
						want = append(want, pt.String())
					}
				}
			}
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("got %v stones %v, want %v", c, got, want)
			}
		}
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
