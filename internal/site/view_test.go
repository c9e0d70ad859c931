package site_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/gogate/internal/site"
)

// A view after a capture, whole.
func TestView(t *testing.T) {
	var s site.Session
	got := ask(t, &s, form("size", "3", "moves", "B1 A1 A2", "white", "greedy"))
	want := site.Answer{
		"turn": 3, "label": "turn 3", "size": 3, "stars": []any{}, "rows": []any{"...", "X..", ".X."},
		"last": "A2", "account": "turn 3: Black plays A2", "comment": "",
		"captured": []any{"A1"}, "taken": site.Answer{"black": 1, "white": 0},
		"toPlay": "White", "player": "greedy", "over": false, "state": "turn 4: White (greedy) to move",
		"count": []any{}, "owners": []any{}, "marks": []any{},
		"move": site.Answer{
			"color": "Black", "move": "A2", "player": "you", "override": nil,
			"verdicts": []any{
				site.Answer{"check": "legal", "ok": true, "why": "A2 is legal"},
				site.Answer{"check": "not_own_eye", "ok": true, "why": "A2 fills no eye of the mover's own"},
				site.Answer{"check": "not_self_atari", "ok": true, "why": "A2 captures 1 stone"},
			},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// At the end the points have owners, stones included, and the score is told.
func TestViewOfTheEnd(t *testing.T) {
	var s site.Session
	v := ask(t, &s, form("size", "3", "komi", "0.5", "moves", "B1 C3 B2 C2 B3 pass A1 pass pass"))
	got := site.Answer{"rows": v["rows"], "owners": v["owners"], "count": v["count"], "state": v["state"], "over": v["over"], "player": v["player"]}
	want := site.Answer{
		"rows":   []any{".XO", ".XO", "XX."},
		"owners": []any{"XXO", "XXO", "XX."},
		"count": []any{
			"the end after 9 turns, by two passes",
			"Black: 4 stones + 2 territory = 6",
			"White: 2 stones + 0 territory + 0.5 komi = 2.5",
			"neutral: 1 point",
		},
		"state": "Black (you) wins by 3.5: B+3.5", "over": true, "player": "",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
