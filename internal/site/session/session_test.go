package session_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/gogate"
	"example.com/gogate/internal/site/session"
)

// form returns a request for a game of two people on 5×5, and changes it.
func form(change func(r *session.Request)) session.Request {
	r := session.Request{
		Op: "start", Size: "5", Komi: "7.5", Ko: "positional",
		Black: "you", White: "you", Playouts: "30", Seed: "0",
	}
	change(&r)
	return r
}

// ask asks for an answer that is not a refusal.
func ask(t *testing.T, s *session.Session, r session.Request) session.Answer {
	t.Helper()
	answer := s.Answer(t.Context(), r)
	if answer.Error != "" {
		t.Fatalf("%+v: %s", r, answer.Error)
	}
	return answer
}

// view asks for an answer that has a view.
func view(t *testing.T, s *session.Session, r session.Request) *session.View {
	t.Helper()
	answer := ask(t, s, r)
	if answer.View == nil {
		t.Fatalf("%+v: got no view", r)
	}
	return answer.View
}

// refused asks for a refusal, and returns it.
func refused(t *testing.T, s *session.Session, r session.Request) string {
	t.Helper()
	answer := s.Answer(t.Context(), r)
	if answer.Error == "" || answer != (session.Answer{Error: answer.Error}) {
		t.Fatalf("%+v: got %+v, want an error alone", r, answer)
	}
	return answer.Error
}

// played returns the moves of a game, by the views of all its positions.
func played(t *testing.T, s *session.Session) []string {
	t.Helper()
	var moves []string
	for turn := 1; ; turn++ {
		answer := s.Answer(t.Context(), session.Request{Op: "view", Turn: turn})
		if answer.Error != "" {
			return moves
		}
		moves = append(moves, answer.View.Last)
	}
}

// A game in a session has the moves that the library plays with the same settings.
func TestStepsAreTheLibrarys(t *testing.T) {
	for _, names := range [][2]string{{"gated", "random"}, {"mcts", "greedy"}, {"search", "gated"}} {
		t.Run(names[0]+" "+names[1], func(t *testing.T) {
			var s session.Session
			r := form(func(r *session.Request) { r.Black, r.White, r.Seed = names[0], names[1], "7" })
			for v := view(t, &s, r); !v.Over; {
				v = view(t, &s, session.Request{Op: "step"})
			}
			var players [2]gogate.Player
			for _, e := range gogate.Entrants(30) {
				for i, name := range names {
					if e.Name == name {
						players[i] = e.New(7)
					}
				}
			}
			g, err := gogate.PlayGame(t.Context(), gogate.DefaultRules(5), players[0], players[1])
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
			end := view(t, &s, session.Request{Op: "view", Turn: len(want)})
			if !strings.HasSuffix(end.State, ": "+g.Final.Result()) {
				t.Errorf("the end is %q, want the result %s", end.State, g.Final.Result())
			}
			if refusal := refused(t, &s, session.Request{Op: "step"}); refusal != "the game is over: start another" {
				t.Errorf("after the end: %s", refusal)
			}
		})
	}
}

// What a session refuses leaves the game as it was.
func TestRefusals(t *testing.T) {
	var s session.Session
	if got, want := refused(t, &s, session.Request{Op: "move", Move: "A1"}), "no game has begun: start one, or load a record"; got != want {
		t.Errorf("without a game: %s", got)
	}
	ask(t, &s, form(func(r *session.Request) { r.White, r.Moves = "random", "C3 C2" }))
	for _, c := range []struct {
		name    string
		request session.Request
		want    string
	}{
		{"an occupied point", session.Request{Op: "move", Move: "C3"}, "C3 is occupied"},
		{"a point that no board has", session.Request{Op: "move", Move: "I3"}, `move "I3": must be a point from A1 to E5, pass or resign`},
		{"a point off this board", session.Request{Op: "move", Move: "F1"}, "F1 is off the board"},
		{"a step for a person", session.Request{Op: "step"}, "it is your turn: name a move for Black"},
		{"a turn too late", session.Request{Op: "view", Turn: 3}, "turn 3: must be a whole number from 0 to 2"},
		{"a turn too early", session.Request{Op: "view", Turn: -1}, "turn -1: must be a whole number from 0 to 2"},
		{"an unknown request", session.Request{Op: "jump"}, `request "jump": must be start, settings, load, view, move, step, undo or save`},
		{"settings", form(func(r *session.Request) { r.Op, r.Size = "settings", "26" }), `size "26": must be a whole number from 2 to 25`},
		{"a board too large", form(func(r *session.Request) { r.Size = "26" }), `size "26": must be a whole number from 2 to 25`},
		{"a size with decimals", form(func(r *session.Request) { r.Size = "9.5" }), `size "9.5": must be a whole number from 2 to 25`},
		{"a size with a zero before", form(func(r *session.Request) { r.Size = "05" }), `size "05": must be a whole number from 2 to 25`},
		{"komi in words", form(func(r *session.Request) { r.Komi = "half" }), `komi "half": must be points such as 7.5, 0 or -5, from -999999.999999 to 999999.999999 with at most 6 decimals`},
		{"no number as komi", form(func(r *session.Request) { r.Komi = "NaN" }), `komi "NaN": must be points such as 7.5, 0 or -5, from -999999.999999 to 999999.999999 with at most 6 decimals`},
		{"a limit below none", form(func(r *session.Request) { r.Limit = "-1" }), `limit "-1": must be a whole number from 0 to 10000`},
		{"no playouts", form(func(r *session.Request) { r.Playouts = "0" }), `playouts "0": must be a whole number from 1 to 100000`},
		{"a negative seed", form(func(r *session.Request) { r.Seed = "-1" }), `seed "-1": must be a whole number from 0 to 18446744073709551615`},
		{"an unknown player", form(func(r *session.Request) { r.Black = "gnugo" }), `black "gnugo": must be one of you, random, greedy, mcts, search, gated`},
		{"two unknown players", form(func(r *session.Request) { r.Black, r.White = "one", "other" }), `black "one": must be one of you, random, greedy, mcts, search, gated`},
		{"an unknown ko rule", form(func(r *session.Request) { r.Ko = "none" }), ""},
		{"illegal moves", form(func(r *session.Request) { r.Moves = "A1 A1" }), ""},
		{"no record", session.Request{Op: "load", Ko: "positional", SGF: "no record"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := refused(t, &s, c.request)
			if c.want != "" && got != c.want || strings.Contains(got, "\n") {
				t.Errorf("got %s\nwant %s", got, c.want)
			}
			if moves := played(t, &s); !cmp.Equal(moves, []string{"C3", "C2"}) {
				t.Fatalf("the game has changed: %v", moves)
			}
		})
	}
	right := form(func(r *session.Request) { r.Op, r.Size = "settings", "19" })
	if answer := ask(t, &s, right); answer != (session.Answer{}) || !cmp.Equal(played(t, &s), []string{"C3", "C2"}) {
		t.Errorf("settings that are right: got %+v and the game %v", answer, played(t, &s))
	}
	ask(t, &s, session.Request{Op: "move", Move: " d3 "})
	if got, want := refused(t, &s, session.Request{Op: "move", Move: "A1"}), "it is the turn of White (random): wait for its move"; got != want {
		t.Errorf("out of turn: %s", got)
	}
}

// A person may resign, and take that back.
func TestResign(t *testing.T) {
	var s session.Session
	ask(t, &s, form(func(r *session.Request) { r.White, r.Moves = "random", "C3 C2" }))
	v := view(t, &s, session.Request{Op: "move", Move: "resign"})
	if v.State != "White (random) wins by resignation: W+R" || !v.Over || len(v.Owners) != 0 {
		t.Errorf("after the resignation: %+v", v)
	}
	if sgf := ask(t, &s, session.Request{Op: "save"}).Saved.SGF; !strings.Contains(sgf, "RE[W+R]") {
		t.Errorf("the record lacks the result: %s", sgf)
	}
	if v := view(t, &s, session.Request{Op: "undo"}); v.Turn != 2 || v.Player != "you" {
		t.Errorf("taken back: %+v", v)
	}
}

// eyed are moves after which A1 is an eye of Black, whose turn it is, and A3 a capture.
const eyed = "A2 A3 B1 C1 B2 A4 B3 pass"

// An unguarded person may do what a check refuses, and is told. A guarded one is
// replaced, with every verdict on the proposal.
func TestPerson(t *testing.T) {
	var s session.Session
	ask(t, &s, form(func(r *session.Request) { r.Moves = eyed }))
	v := view(t, &s, session.Request{Op: "move", Move: "a1"})
	want := session.Verdict{Check: "not_own_eye", Why: "A1 fills an eye of the mover's own"}
	if diff := cmp.Diff(want, v.Move.Verdicts[1]); diff != "" || v.Last != "A1" || v.Move.Override != nil {
		t.Errorf("unguarded: %+v\n%s", v, diff)
	}

	ask(t, &s, form(func(r *session.Request) { r.Moves, r.Guarded = eyed, true }))
	v = view(t, &s, session.Request{Op: "move", Move: "A1"})
	override := v.Move.Override
	if override == nil || override.Proposal != "A1" || override.Played != v.Last || v.Last == "A1" || override.Verdicts[1] != want {
		t.Fatalf("guarded: %+v", v)
	}
	if got, want := override.How, v.Last+", the fallback's choice"; got != want {
		t.Errorf("played instead: %q, want %q", got, want)
	}
	if got := override.Evidence; !strings.HasPrefix(got, "Black won ") || !strings.Contains(got, "of 200 independent random games after "+v.Last+". ") || strings.Contains(got, "\n") {
		t.Errorf("the evidence is %q", got)
	}
	if v.Comment != v.Account || !strings.HasPrefix(v.Comment, "turn 9: Black proposes A1\n") {
		t.Errorf("the comment is %q", v.Comment)
	}
}

func TestMarks(t *testing.T) {
	var s session.Session
	v := view(t, &s, form(func(r *session.Request) { r.Moves, r.Marks = eyed, true }))
	marks := map[string]string{}
	for _, m := range v.Marks {
		marks[m.Move] = m.Check
	}
	if marks["A1"] != "not_own_eye" || marks["D1"] != "" {
		t.Errorf("marks %v, want A1 for not_own_eye among them and not D1", marks)
	}
	if v := view(t, &s, session.Request{Op: "view", Turn: 8}); len(v.Marks) != 0 {
		t.Errorf("unasked marks: %v", v.Marks)
	}
}

func TestUndo(t *testing.T) {
	var s session.Session
	ask(t, &s, form(func(r *session.Request) { r.White, r.Moves = "random", "C3 C2 D2 D3" }))
	for _, want := range []int{2, 0} {
		if v := view(t, &s, session.Request{Op: "undo"}); v.Turn != want || v.Player != "you" {
			t.Errorf("got turn %d of %s, want turn %d of you", v.Turn, v.Player, want)
		}
	}
	if got, want := refused(t, &s, session.Request{Op: "undo"}), "there is no move of yours to take back"; got != want {
		t.Errorf("at the start: %s", got)
	}
}

// A game that goes on in another session, after a search was stopped, saves the same
// record, comments included.
func TestResumedGameSavesTheSame(t *testing.T) {
	var first, second session.Session
	r := form(func(r *session.Request) { r.Black, r.White, r.Size = "gated", "random", "4" })
	next := r
	v := view(t, &first, r)
	for next.Comments = []string{v.Comment}; !v.Over; {
		v = view(t, &first, session.Request{Op: "step"})
		next.Moves += v.Last + " "
		next.Comments = append(next.Comments, v.Comment)
	}
	ask(t, &second, next)
	want, got := ask(t, &first, session.Request{Op: "save"}).Saved, ask(t, &second, session.Request{Op: "save"}).Saved
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-first +second):\n%s", diff)
	}
	if want.Name != "4x4-seed0-gated-random.sgf" {
		t.Errorf("got the name %s", want.Name)
	}
	for _, part := range []string{"PB[gated playouts=30]PW[random]", "proposes"} {
		if !strings.Contains(want.SGF, part) {
			t.Errorf("the record lacks %s: %s", part, want.SGF)
		}
	}
}

// parsed returns what JSON.parse makes of what encoding/json writes.
func parsed(t *testing.T, v any) (value any) {
	t.Helper()
	text, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(text, &value)
	}
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// What the page is given is what encoding/json would make of it.
func TestValues(t *testing.T) {
	var s session.Session
	answers := map[string]session.Answer{
		"a refusal": {Error: "no"},
		"a start":   ask(t, &s, form(func(r *session.Request) { r.Moves, r.Guarded, r.Marks = eyed, true, true })),
	}
	answers["an override"] = ask(t, &s, session.Request{Op: "move", Move: "A1"})
	answers["a save"] = ask(t, &s, session.Request{Op: "save"})
	answers["a record"] = ask(t, &s, load("(;SZ[3]PB[Ann];B[bb];W[bb];B[aa])"))
	for name, answer := range answers {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(parsed(t, answer), parsed(t, session.Values(answer))); diff != "" {
				t.Errorf("(-encoding/json +Values):\n%s", diff)
			}
		})
	}
}
