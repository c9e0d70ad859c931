package site_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/gogate"
	"example.com/gogate/internal/site"
)

// form returns a request for a game on 5×5 with other fields on top.
func form(fields ...string) site.Request {
	r := site.Request{
		"op": "start", "size": "5", "komi": "7.5", "ko": "positional", "suicide": "false", "limit": "",
		"black": "you", "white": "you", "playouts": "30", "seed": "0", "guarded": "false",
	}
	for i := 0; i < len(fields); i += 2 {
		r[fields[i]] = fields[i+1]
	}
	return r
}

// ask asks for an answer that is no error.
func ask(t *testing.T, s *site.Session, r site.Request) site.Answer {
	t.Helper()
	answer := s.Answer(t.Context(), r)
	if wrong, ok := answer["error"]; ok {
		t.Fatalf("%v: %v", r, wrong)
	}
	checkTypes(t, answer)
	return answer
}

// refused asks for an answer that is an error, and returns it.
func refused(t *testing.T, s *site.Session, r site.Request) string {
	t.Helper()
	answer := s.Answer(t.Context(), r)
	wrong, ok := answer["error"].(string)
	if !ok || len(answer) != 1 {
		t.Fatalf("%v: got %v, want an error alone", r, answer)
	}
	return wrong
}

// checkTypes checks that JavaScript takes a value as it is.
func checkTypes(t *testing.T, value any) {
	t.Helper()
	switch value := value.(type) {
	case nil, bool, int, string:
	case []any:
		for _, v := range value {
			checkTypes(t, v)
		}
	case site.Answer:
		for _, v := range value {
			checkTypes(t, v)
		}
	default:
		t.Fatalf("%T in an answer, want what syscall/js.ValueOf takes", value)
	}
}

// played returns the names of the moves of a game, by the views of all its positions.
func played(t *testing.T, s *site.Session) []string {
	t.Helper()
	var moves []string
	for turn := 1; ; turn++ {
		v := s.Answer(t.Context(), site.Request{"op": "view", "turn": fmt.Sprint(turn)})
		if v["error"] != nil {
			return moves
		}
		moves = append(moves, v["last"].(string))
	}
}

// A game in a session has the moves that the library plays with the same settings.
func TestStepsAreTheLibrarys(t *testing.T) {
	for _, names := range [][2]string{{"gated", "random"}, {"mcts", "greedy"}, {"search", "gated"}} {
		t.Run(names[0]+" "+names[1], func(t *testing.T) {
			var s site.Session
			r := form("black", names[0], "white", names[1], "seed", "7")
			for v := ask(t, &s, r); v["over"] == false; {
				v = ask(t, &s, site.Request{"op": "step"})
			}
			rules := gogate.DefaultRules(5)
			var players [2]gogate.Player
			for _, e := range gogate.Entrants(30) {
				for i, name := range names {
					if e.Name == name {
						players[i] = e.New(7)
					}
				}
			}
			g, err := gogate.PlayGame(t.Context(), rules, players[0], players[1])
			if err != nil {
				t.Fatal(err)
			}
			var want []string
			for _, m := range g.Final.Moves() {
				want = append(want, m.String())
			}
			if diff := cmp.Diff(want, played(t, &s)); diff != "" {
				t.Errorf("moves (-library +session):\n%s", diff)
			}
			end := ask(t, &s, site.Request{"op": "view", "turn": fmt.Sprint(len(want))})
			if text := end["state"].(string); !strings.HasSuffix(text, ": "+g.Final.Result()) {
				t.Errorf("the end is %q, want the result %s", text, g.Final.Result())
			}
			if refusal := refused(t, &s, site.Request{"op": "step"}); refusal != "the game is over: start another" {
				t.Errorf("after the end: %s", refusal)
			}
		})
	}
}

// What a session refuses leaves the game as it was.
func TestRefusals(t *testing.T) {
	var s site.Session
	if got, want := refused(t, &s, site.Request{"op": "move", "move": "A1"}), "no game has begun: start one, or load a record"; got != want {
		t.Errorf("without a game: %s", got)
	}
	ask(t, &s, form("white", "random", "moves", "C3 C2"))
	for _, c := range []struct {
		request site.Request
		want    string
	}{
		{site.Request{"op": "move", "move": "C3"}, "C3 is occupied"},
		{site.Request{"op": "move", "move": "I3"}, `"I3" is no move: want a point from A1 to E5, pass or resign`},
		{site.Request{"op": "move", "move": "F1"}, "F1 is off the board"},
		{site.Request{"op": "step"}, "it is your turn: name a move for Black"},
		{site.Request{"op": "view", "turn": "3"}, `turn "3": want a whole number from 0 to 2`},
		{site.Request{"op": "jump"}, `"jump" is nothing that can be asked: want start, settings, move, step, undo, view, load or save`},
		{form("op", "settings", "size", "26"), `size "26": want a whole number from 2 to 25`},
		{form("size", "26"), `size "26": want a whole number from 2 to 25`},
		{form("size", "9.5"), `size "9.5": want a whole number from 2 to 25`},
		{form("komi", "half"), `komi "half": want points such as 7.5, 0 or -5, from -999999.999999 to 999999.999999 with at most 6 decimals`},
		{form("komi", "NaN"), `komi "NaN": want points such as 7.5, 0 or -5, from -999999.999999 to 999999.999999 with at most 6 decimals`},
		{form("limit", "-1"), `limit "-1": want a whole number from 0 to 10000`},
		{form("playouts", "0"), `playouts "0": want a whole number from 1 to 100000`},
		{form("seed", "-1"), `seed "-1": want a whole number from 0 to 18446744073709551615`},
		{form("black", "gnugo"), `black "gnugo": want you, random, greedy, mcts, search, gated`},
		{form("size", "05"), `size "05": want a whole number from 2 to 25`},
		{form("suicide", "yes"), `suicide "yes": want true or false`},
		{form("guarded", ""), `guarded "": want true or false`},
		{form("ko", "none"), ""},
		{form("moves", "A1 A1"), ""},
		{site.Request{"op": "load", "ko": "positional", "sgf": "no record"}, ""},
	} {
		got := refused(t, &s, c.request)
		if c.want != "" && got != c.want || strings.Contains(got, "\n") {
			t.Errorf("%v: got %s\nwant %s", c.request, got, c.want)
		}
		if moves := played(t, &s); !cmp.Equal(moves, []string{"C3", "C2"}) {
			t.Fatalf("%v changed the game: %v", c.request, moves)
		}
	}
	if answer := ask(t, &s, form("op", "settings", "size", "19")); len(answer) != 0 || !cmp.Equal(played(t, &s), []string{"C3", "C2"}) {
		t.Errorf("settings that are right: got %v and the game %v", answer, played(t, &s))
	}
	ask(t, &s, site.Request{"op": "move", "move": " d3 "})
	if got, want := refused(t, &s, site.Request{"op": "move", "move": "A1"}), "it is the turn of White (random): wait for its move"; got != want {
		t.Errorf("out of turn: %s", got)
	}
}

// A person may resign, and take that back.
func TestResign(t *testing.T) {
	var s site.Session
	ask(t, &s, form("white", "random", "moves", "C3 C2"))
	v := ask(t, &s, site.Request{"op": "move", "move": "resign"})
	if v["state"] != "White (random) wins by resignation: W+R" || v["over"] != true || len(v["owners"].([]any)) != 0 {
		t.Errorf("after the resignation: %v", v)
	}
	if sgf := ask(t, &s, site.Request{"op": "save"})["sgf"].(string); !strings.Contains(sgf, "RE[W+R]") {
		t.Errorf("the record lacks the result: %s", sgf)
	}
	if v := ask(t, &s, site.Request{"op": "undo"}); v["turn"] != 2 || v["player"] != "you" {
		t.Errorf("taken back: %v", v)
	}
}

// Of several fields that are wrong the same one is named every time.
func TestFirstRefusal(t *testing.T) {
	for range 20 {
		var s site.Session
		got := refused(t, &s, form("black", "one", "white", "other"))
		if want := `black "one": want you, random, greedy, mcts, search, gated`; got != want {
			t.Fatalf("got %s, want %s", got, want)
		}
	}
}

// eyed are moves after which A1 is an eye of Black, whose turn it is, and A3 a capture.
const eyed = "A2 A3 B1 C1 B2 A4 B3"

// An unguarded person may do what a check refuses, and is told. A guarded one is
// replaced, with every verdict on the proposal.
func TestPerson(t *testing.T) {
	var s site.Session
	ask(t, &s, form("moves", eyed+" pass"))
	v := ask(t, &s, site.Request{"op": "move", "move": "a1"})
	move := v["move"].(site.Answer)
	want := site.Answer{"check": "not_own_eye", "ok": false, "why": "A1 fills an eye of the mover's own"}
	if diff := cmp.Diff(want, move["verdicts"].([]any)[1]); diff != "" || v["last"] != "A1" || move["override"] != nil {
		t.Errorf("unguarded: %v\n%s", v, diff)
	}

	ask(t, &s, form("moves", eyed+" pass", "guarded", "true"))
	v = ask(t, &s, site.Request{"op": "move", "move": "A1"})
	override, ok := v["move"].(site.Answer)["override"].(site.Answer)
	if !ok || override["proposal"] != "A1" || override["played"] != v["last"] || v["last"] == "A1" || !cmp.Equal(override["verdicts"].([]any)[1], any(want)) {
		t.Fatalf("guarded: %v", v)
	}
	if how, want := override["how"].(string), v["last"].(string)+", the fallback's choice"; how != want {
		t.Errorf("played instead: %q, want %q", how, want)
	}
	if interval := override["interval"].(string); !strings.HasPrefix(interval, "Black won ") || !strings.Contains(interval, "of 200 independent random playouts after "+v["last"].(string)) {
		t.Errorf("the interval is %q", interval)
	}
	if comment := v["comment"].(string); comment != v["account"] || !strings.HasPrefix(comment, "turn 9: Black proposes A1\n") {
		t.Errorf("the comment is %q", comment)
	}
}

func TestMarks(t *testing.T) {
	var s site.Session
	v := ask(t, &s, form("moves", eyed+" pass", "marks", "true"))
	marks := map[string]string{}
	for _, m := range v["marks"].([]any) {
		mark := m.(site.Answer)
		marks[mark["move"].(string)] = mark["check"].(string)
	}
	if want := map[string]string{"A1": "not_own_eye", "D1": ""}; marks["A1"] != want["A1"] || marks["D1"] != want["D1"] {
		t.Errorf("marks %v, want %v among them", marks, want)
	}
	if v := ask(t, &s, site.Request{"op": "view", "turn": "8"}); len(v["marks"].([]any)) != 0 {
		t.Errorf("unasked marks: %v", v["marks"])
	}
}

func TestUndo(t *testing.T) {
	var s site.Session
	ask(t, &s, form("white", "random", "moves", "C3 C2 D2 D3"))
	if v := ask(t, &s, site.Request{"op": "undo"}); v["turn"] != 2 || v["player"] != "you" {
		t.Errorf("after one: %v", v)
	}
	if v := ask(t, &s, site.Request{"op": "undo"}); v["turn"] != 0 {
		t.Errorf("after two: %v", v)
	}
	if got, want := refused(t, &s, site.Request{"op": "undo"}), "there is no move of yours to take back"; got != want {
		t.Errorf("after three: %s", got)
	}
}

// A game that goes on in another session, after a search was stopped, saves the same
// record, comments included.
func TestResumedGameSavesTheSame(t *testing.T) {
	var first, second site.Session
	r := form("black", "gated", "white", "random", "size", "4")
	next := form("black", "gated", "white", "random", "size", "4", "moves", "")
	for v := ask(t, &first, r); v["over"] == false; {
		v = ask(t, &first, site.Request{"op": "step"})
		next["moves"] += v["last"].(string) + " "
		next[fmt.Sprintf("comment%v", v["turn"])] = v["comment"].(string)
	}
	ask(t, &second, next)
	want, got := ask(t, &first, site.Request{"op": "save"}), ask(t, &second, site.Request{"op": "save"})
	if diff := cmp.Diff(want, got); diff != "" || want["name"] != "4x4-seed0-gated-random.sgf" || !strings.Contains(want["sgf"].(string), "PB[gated playouts=30]PW[random]") || !strings.Contains(want["sgf"].(string), "proposes") {
		t.Errorf("%v\n(-first +second):\n%s", want["name"], diff)
	}
}
