package session_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/gogate/internal/site/session"
)

func load(text string) session.Request {
	return session.Request{Op: "load", SGF: text, Ko: "positional"}
}

// A record that was saved loads, with each move judged.
func TestLoadWhatWasSaved(t *testing.T) {
	var s session.Session
	ask(t, &s, form(func(r *session.Request) { r.Moves, r.White = eyed+" A1 A5", "random" }))
	text := ask(t, &s, session.Request{Op: "save"}).Saved.SGF
	moves := played(t, &s)
	got := ask(t, &s, load(text))
	want := &session.Record{
		About: "5×5, komi 7.5", Names: session.Sides{Black: "you", White: "random"}, Turns: 10, Moves: 10,
		Failed: []session.Failure{{Turn: 9, Label: "turn 9", Color: "Black", Move: "A1", Checks: []string{"not_own_eye"}}},
	}
	if diff := cmp.Diff(want, got.Record); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if v := got.View; v.Turn != 0 || v.State != "Black (you) to move" || v.Account != "seed 0" {
		t.Errorf("at the start: %+v", v)
	}
	if diff := cmp.Diff(moves, played(t, &s)); diff != "" {
		t.Errorf("moves (-saved +loaded):\n%s", diff)
	}
	for _, op := range []string{"step", "save"} {
		if got, want := refused(t, &s, session.Request{Op: op}), "a record can only be viewed: start a game to play or to save one"; got != want {
			t.Errorf("%s: %s", op, got)
		}
	}
}

func TestLoad(t *testing.T) {
	const small, tiny = "3×3, komi 0", "2×2, komi 0"
	type end struct {
		Turns, Moves, Unjudged int
		About, Ends            string
		Rows                   string // at the last turn
		Label, Account, State  string
		Taken                  session.Taken
	}
	for _, c := range []struct {
		name, sgf string
		want      end
	}{
		{"an illegal move ends the walk", "(;SZ[3];B[bb];W[bb];B[aa])", end{
			2, 3, 1, small, "the record cannot be played further: turn 2, White B2: the point is occupied",
			"... .X. ...", "turn 2", "turn 2: White plays B2", "White to move", session.Taken{},
		}},
		{"handicap stones count as no captures", "(;SZ[3]HA[2]PB[b]AB[aa][bb];W[ac];B[bc])", end{
			2, 2, 0, "3×3, komi 0, handicap 2", "", "X.. .X. OX.", "turn 2", "turn 2: Black plays B1", "White to move", session.Taken{},
		}},
		{"a set-up in mid-game", "(;SZ[3];B[aa];AE[aa]AW[ba]AB[ca][bb];W[cc];B[aa])", end{
			4, 3, 0, small, "", "X.X .X. ..O", "turn 2 after set-up 1", "turn 2 after set-up 1: Black plays A3", "White to move", session.Taken{Black: 1},
		}},
		{"a set-up at the end", "(;SZ[3];B[aa];AW[ba][bb]C[so?])", end{
			2, 1, 0, small, "", "XO. .O. ...", "set-up 1", "set-up 1: 2 points\nso?", "White to move", session.Taken{},
		}},
		{"two moves in a row, and after two passes", "(;SZ[3]PB[A]PW[B]RE[W+R];B[aa];B[bb];W[];B[];W[cc]C[here])", end{
			5, 5, 0, small, "", "X.. .X. ..O", "turn 5", "turn 5: White plays C1\nhere", "the record says W+R", session.Taken{},
		}},
		{"the first of two games", "(;SZ[2];B[aa])(;SZ[2];B[bb])", end{
			1, 1, 0, tiny + ", the first of 2 games", "", "X. ..", "turn 1", "turn 1: Black plays A2", "White to move", session.Taken{},
		}},
		{"no move", "(;SZ[2]C[nothing])", end{0, 0, 0, tiny, "", ".. ..", "", "nothing", "Black to move", session.Taken{}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var s session.Session
			r := ask(t, &s, load(c.sgf)).Record
			for turn := range r.Turns { // and then the last one
				ask(t, &s, session.Request{Op: "view", Turn: turn, Marks: true})
			}
			v := view(t, &s, session.Request{Op: "view", Turn: r.Turns})
			got := end{r.Turns, r.Moves, r.Unjudged, r.About, r.Ends, strings.Join(v.Rows, " "), v.Label, v.Account, v.State, v.Taken}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	t.Run("passes at the end", func(t *testing.T) {
		var s session.Session
		ask(t, &s, load("(;SZ[2]KM[0]RE[0];B[aa];W[];B[])"))
		v := view(t, &s, session.Request{Op: "view", Turn: 3})
		want := []string{"the end after 3 turns, by two passes", "Black: 1 stone + 3 territory = 4", "White: 0 stones + 0 territory + 0 komi = 0", "the record says 0"}
		if diff := cmp.Diff(want, v.Count); diff != "" || v.State != "Black wins by 4: B+4" {
			t.Errorf("%s, (-want +got):\n%s", v.State, diff)
		}
	})
	t.Run("too long", func(t *testing.T) {
		var s session.Session
		if got, want := refused(t, &s, load("(;SZ[2]"+strings.Repeat(";B[]", 10_001)+")")), "the record has 10001 turns: it must have at most 10000"; got != want {
			t.Errorf("got %s", got)
		}
	})
}
