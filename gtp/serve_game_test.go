package gtp_test

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"example.com/gogate"
	"example.com/gogate/gtp"
)

// dialling returns a Dial for an engine of this package in a goroutine, and the
// client of its last call.
func dialling(t *testing.T, e *gtp.Engine) (dial func() (*gtp.Client, error), client func() *gtp.Client) {
	var last *gtp.Client
	return func() (*gtp.Client, error) {
		last = connect(func(r io.Reader, w io.Writer) {
			if err := e.Serve(context.Background(), r, w); err != nil && t.Context().Err() == nil {
				t.Errorf("the engine: %v", err)
			}
		})
		return last, nil
	}, func() *gtp.Client { return last }
}

// Both halves of the package play whole games against each other, and agree about
// the board, the score and the rules at the end.
func TestPlayerAgainstEngine(t *testing.T) {
	for _, test := range []struct {
		size   int
		player gogate.Player
	}{
		{9, gogate.Random{Seed: 1}},
		{19, gogate.Random{Seed: 2}},
		{9, gogate.MCTS{Playouts: 20, Tree: new(gogate.Tree)}},
		{9, gogate.NewGate(gogate.Greedy{}, gogate.Random{}, gogate.NotOwnEye, gogate.NotSelfAtari)},
	} {
		t.Run(fmt.Sprintf("%T on %d×%d", test.player, test.size, test.size), func(t *testing.T) {
			rules := gogate.DefaultRules(test.size)
			rules.Komi, rules.Suicide, rules.Ko = 5.5, true, gogate.SituationalSuperko
			dial, client := dialling(t, &gtp.Engine{Player: test.player})
			engine := &gtp.Player{Dial: dial}
			defer engine.Close()
			g, err := gogate.PlayGame(t.Context(), rules, engine, gogate.Random{Seed: 7})
			if err != nil {
				t.Fatal(err)
			}
			final := g.Final
			if final.Last() != gogate.Pass || final.Turn() < test.size*test.size/2 {
				t.Errorf("the game ended after %d turns with %v", final.Turn(), final.Last())
			}
			ask := func(command string) string {
				text, err := client().Send(t.Context(), command)
				if err != nil {
					t.Error(err)
				}
				return text
			}
			if got := must(rules.Setup(gogate.Black, ask("showboard"))); !got.SameBoard(final) {
				t.Errorf("got the board\n%v\nwant\n%v", got, final)
			}
			for _, c := range []gogate.Color{gogate.Black, gogate.White} {
				for _, name := range strings.Fields(ask("list_stones " + c.String())) {
					if pt, _ := gogate.MustParseMove(name).Point(); final.At(pt) != c {
						t.Errorf("got a stone of %v on %s, want %v", c, name, final.At(pt))
					}
				}
			}
			if got, want := ask("final_score"), final.Score().String(); got != want {
				t.Errorf("got the score %s, want %s", got, want)
			}
			if got := ask("kata-get-rules"); !strings.Contains(got, `"ko":"SITUATIONAL"`) || !strings.Contains(got, `"suicide":true`) {
				t.Errorf("got the rules %s", got)
			}
			moves := len(final.Moves())
			if final.ToPlay() == gogate.Black { // the last pass was not told to the engine
				moves--
			}
			for range moves {
				ask("undo")
			}
			if got := ask("list_stones b") + ask("list_stones w"); got != "" {
				t.Errorf("got the stones %s after all moves were taken back", got)
			}
		})
	}
}

// The same seed gives the same game through the wire as without it.
func TestEngineGamesRepeat(t *testing.T) {
	rules := gogate.DefaultRules(7)
	black, white := gogate.MCTS{Playouts: 30, Seed: 4}, gogate.Greedy{Seed: 5}
	direct, err := gogate.PlayGame(t.Context(), rules, black, white)
	if err != nil {
		t.Fatal(err)
	}
	dial, _ := dialling(t, &gtp.Engine{Player: black})
	engine := &gtp.Player{Dial: dial}
	defer engine.Close()
	wired, err := gogate.PlayGame(t.Context(), rules, engine, white)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := wired.Final.Moves(), direct.Final.Moves(); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
