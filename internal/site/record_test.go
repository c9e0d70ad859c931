package site_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/gogate"
	"example.com/gogate/internal/site"
)

func load(text string) site.Request {
	return site.Request{"op": "load", "sgf": text, "ko": "positional", "suicide": "false"}
}

// A record that was saved loads, with each move judged.
func TestLoadWhatWasSaved(t *testing.T) {
	var s site.Session
	ask(t, &s, form("moves", eyed+" pass A1 A5", "white", "random"))
	text := ask(t, &s, site.Request{"op": "save"})["sgf"].(string)
	moves := played(t, &s)
	got := ask(t, &s, load(text))
	want := site.Answer{
		"about": "5×5, komi 7.5", "names": site.Answer{"black": "you", "white": "random"}, "result": "",
		"turns": 10, "moves": 10, "unjudged": 0, "ends": "",
		"failed": []any{
			site.Answer{"turn": 9, "label": "turn 9", "color": "Black", "move": "A1", "checks": []any{"not_own_eye"}},
		},
	}
	view := got["view"].(site.Answer)
	delete(got, "view")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if view["turn"] != 0 || view["state"] != "Black (you) to move" || view["account"] != "seed 0" {
		t.Errorf("at the start: %v", view)
	}
	if diff := cmp.Diff(moves, played(t, &s)); diff != "" {
		t.Errorf("moves (-saved +loaded):\n%s", diff)
	}
	if got, want := refused(t, &s, site.Request{"op": "step"}), "this is a record, which is neither played nor saved: start a game for that"; got != want {
		t.Errorf("a step: %s", got)
	}
	if got, want := refused(t, &s, site.Request{"op": "save"}), "this is a record, which is neither played nor saved: start a game for that"; got != want {
		t.Errorf("a save: %s", got)
	}
}

func TestLoad(t *testing.T) {
	const small, tiny = "3×3, komi 0", "2×2, komi 0"
	type end struct {
		Turns, Moves, Unjudged int
		About, Ends            string
		Rows                   []any // at the last turn
		Label, Account, State  string
		Taken                  site.Answer
	}
	none := site.Answer{"black": 0, "white": 0}
	for _, c := range []struct {
		name, sgf string
		want      end
	}{
		{"an illegal move ends the walk", "(;SZ[3];B[bb];W[bb];B[aa])", end{
			2, 3, 1, small, "the record cannot be played further: turn 2, White B2: the point is occupied",
			[]any{"...", ".X.", "..."}, "turn 2", "turn 2: White plays B2", "White to move", none,
		}},
		{"handicap stones count as no captures", "(;SZ[3]HA[2]PB[b]AB[aa][bb];W[ac];B[bc])", end{
			2, 2, 0, "3×3, komi 0, handicap 2", "", []any{"X..", ".X.", "OX."}, "turn 2", "turn 2: Black plays B1", "White to move", none,
		}},
		{"a set-up in mid-game", "(;SZ[3];B[aa];AE[aa]AW[ba]AB[ca][bb];W[cc];B[aa])", end{
			4, 3, 0, small, "", []any{"X.X", ".X.", "..O"}, "turn 2 after set-up 1", "turn 2 after set-up 1: Black plays A3", "White to move",
			site.Answer{"black": 1, "white": 0},
		}},
		{"a set-up at the end", "(;SZ[3];B[aa];AW[ba][bb]C[so?])", end{
			2, 1, 0, small, "", []any{"XO.", ".O.", "..."}, "set-up 1", "set-up 1: 2 points\nso?", "White to move", none,
		}},
		{"two moves in a row, and after two passes", "(;SZ[3]PB[A]PW[B]RE[W+R];B[aa];B[bb];W[];B[];W[cc]C[here])", end{
			5, 5, 0, "3×3, komi 0", "", []any{"X..", ".X.", "..O"}, "turn 5", "turn 5: White plays C1\nhere", "the record says W+R", none,
		}},
		{"the first of two games", "(;SZ[2];B[aa])(;SZ[2];B[bb])", end{
			1, 1, 0, tiny + ", the first of 2 games", "", []any{"X.", ".."}, "turn 1", "turn 1: Black plays A2", "White to move", none,
		}},
		{"no move", "(;SZ[2]C[nothing])", end{0, 0, 0, tiny, "", []any{"..", ".."}, "", "nothing", "Black to move", none}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var s site.Session
			a := ask(t, &s, load(c.sgf))
			for turn := range a["turns"].(int) { // and then the last one
				ask(t, &s, site.Request{"op": "view", "turn": fmt.Sprint(turn), "marks": "true"})
			}
			v := ask(t, &s, site.Request{"op": "view", "turn": fmt.Sprint(a["turns"])})
			got := end{
				a["turns"].(int), a["moves"].(int), a["unjudged"].(int), a["about"].(string), a["ends"].(string),
				v["rows"].([]any), v["label"].(string), v["account"].(string), v["state"].(string), v["taken"].(site.Answer),
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	t.Run("passes at the end", func(t *testing.T) {
		var s site.Session
		ask(t, &s, load("(;SZ[2]KM[0]RE[0];B[aa];W[];B[])"))
		v := ask(t, &s, site.Request{"op": "view", "turn": "3"})
		want := []any{"the end after 3 turns, by two passes", "Black: 1 stone + 3 territory = 4", "White: 0 stones + 0 territory + 0 komi = 0", "the record says 0"}
		if diff := cmp.Diff(want, v["count"]); diff != "" || v["state"] != "Black wins by 4: B+4" {
			t.Errorf("%v, (-want +got):\n%s", v["state"], diff)
		}
	})
	t.Run("too long", func(t *testing.T) {
		var s site.Session
		if got, want := refused(t, &s, load("(;SZ[2]"+strings.Repeat(";B[]", 10_001)+")")), "the record has 10001 turns: want at most 10000"; got != want {
			t.Errorf("got %s", got)
		}
	})
}

// The recorded example is the game that the report explains and shows to its end.
func TestRecordingIsTheReports(t *testing.T) {
	recording, err := site.NewRecording(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	checkTypes(t, recording)
	report, err := gogate.Comparison{Seeds: 1}.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	views, explained := recording["views"].([]any), report.Explained
	turn := recording["override"].(int)
	if turn != explained.Decision.Turn+1 {
		t.Fatalf("the override is turn %d, want %d", turn, explained.Decision.Turn+1)
	}
	view := views[turn].(site.Answer)
	if view["comment"] != explained.Decision.String() {
		t.Errorf("got\n%v\nwant\n%v", view["comment"], explained.Decision)
	}
	if interval := view["move"].(site.Answer)["override"].(site.Answer)["interval"].(string); !strings.Contains(interval, explained.Playouts.Range()) {
		t.Errorf("got %s, want %s in it", interval, explained.Playouts.Range())
	}
	if end := views[len(views)-1].(site.Answer); !strings.HasSuffix(end["state"].(string), ": "+report.Matches[0].Games[0].Result) {
		t.Errorf("the end: %v, want %v", end["state"], report.Matches[0].Games[0].Result)
	}
}
