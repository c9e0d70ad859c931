package session_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/gogate/internal/site/session"
)

// A view after a capture, whole.
func TestView(t *testing.T) {
	var s session.Session
	got := view(t, &s, form(func(r *session.Request) { r.Size, r.Moves, r.White = "3", "B1 A1 A2", "greedy" }))
	want := &session.View{
		Turn: 3, Label: "turn 3", Size: 3, Stars: []string{}, Rows: []string{"...", "X..", ".X."},
		Last: "A2", Account: "turn 3: Black plays A2", Captured: []string{"A1"}, Taken: session.Taken{Black: 1},
		ToPlay: "White", Player: "greedy", State: "turn 4: White (greedy) to move",
		Count: []string{}, Owners: []string{}, Marks: []session.Mark{},
		Move: &session.Move{
			Color: "Black", Move: "A2", Player: "you",
			Verdicts: []session.Verdict{
				{Check: "legal", OK: true, Why: "A2 is legal"},
				{Check: "not_own_eye", OK: true, Why: "A2 fills no eye of the mover's own"},
				{Check: "not_self_atari", OK: true, Why: "A2 captures 1 stone"},
			},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// At the end the points have owners, stones included, and the score is told.
func TestViewOfTheEnd(t *testing.T) {
	var s session.Session
	v := view(t, &s, form(func(r *session.Request) { r.Size, r.Komi, r.Moves = "3", "0.5", "B1 C3 B2 C2 B3 pass A1 pass pass" }))
	got := session.View{Rows: v.Rows, Owners: v.Owners, Count: v.Count, State: v.State, Over: v.Over, Player: v.Player}
	want := session.View{
		Rows:   []string{".XO", ".XO", "XX."},
		Owners: []string{"XXO", "XXO", "XX."},
		Count: []string{
			"the end after 9 turns, by two passes",
			"Black: 4 stones + 2 territory = 6",
			"White: 2 stones + 0 territory + 0.5 komi = 2.5",
			"Neutral: 1 point",
		},
		State: "Black (you) wins by 3.5: B+3.5", Over: true,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
