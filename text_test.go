package gogate_test

import (
	"context"
	"errors"
	"testing"

	"example.com/gogate"
	"github.com/google/go-cmp/cmp"
)

// The last word that is a move counts, whatever stands around it.
func TestMoveInText(t *testing.T) {
	for _, test := range []struct {
		text string
		want string // "" for none
	}{
		{"D4", "D4"},
		{"d4", "D4"},
		{"I play D4.", "D4"},
		{"I thought of D4, but E5.", "E5"},
		{"D4 (not E5)", "E5"},
		{"**D4**", "D4"},
		{"`d4`\n", "D4"},
		{"Move:D4", "D4"},
		{"{\"move\": \"d4\"}", "D4"},
		{"D4/E5", "E5"},
		{"_D4_", "D4"},
		{"D4\x00", "D4"},
		{"D4\u2028I am sure.", "D4"},
		{"“D4”", "D4"},
		{"'D4'", "D4"},
		{"D4 \xff", "D4"},
		{"PASS!", "pass"},
		{"I pass", "pass"},
		{"We resign, D.", "resign"},
		{"Z25", "Z25"},
		{"D4 and then I5", "D4"},
		{"B2 or D04 or D+5 or Z26 or A0", "B2"},
		{"play D 4", ""},
		{"D4E5", ""},
		{"D4th", ""},
		{"XD4", ""},
		{"Ｄ４", ""},
		{"Д4", ""},
		{"我下D4。", "D4"},
		{"D4に打ちます", "D4"},
		{"E5! D4에 둡니다", "D4"},
		{"paſs", ""},
		{"passing, resigned", ""},
		{"#7 none", ""},
		{"no idea", ""},
		{"", ""},
		{"\xff\xfe", ""},
	} {
		t.Run(test.text, func(t *testing.T) {
			m, err := gogate.MoveInText(test.text)
			if test.want == "" {
				const want = "the text names no move: it must have a point such as D4, pass or resign"
				if m != 0 || err == nil || err.Error() != want {
					t.Errorf("got %v, %v, want no move, %s", m, err, want)
				}
				return
			}
			if m != gogate.MustParseMove(test.want) || err != nil {
				t.Errorf("got %v, %v, want %s", m, err, test.want)
			}
		})
	}
}

// A TextFunc is a player of its own, with the prompt of Prompt.
func TestTextFunc(t *testing.T) {
	failure := errors.New("out of credit")
	p := position(t)
	a4 := gogate.MustParseMove("A4")
	refused := []gogate.Answer{{Move: a4, Verdicts: gogate.Judge(p, a4, gogate.NotOwnEye)}}
	for _, test := range []struct {
		name    string
		text    string
		err     error
		refused []gogate.Answer
		want    gogate.Move
		fails   string
	}{
		{"a move", "B2", nil, nil, gogate.MustParseMove("B2"), ""},
		{"a move after a refusal", "B2", nil, refused, gogate.MustParseMove("B2"), ""},
		{"an illegal move", "Z25", nil, nil, gogate.MustParseMove("Z25"), ""},
		{"no move", "no idea", nil, nil, 0, "the text names no move: it must have a point such as D4, pass or resign"},
		{"an error beside a move", "B2", failure, nil, 0, "out of credit"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var player gogate.Reviser = gogate.TextFunc(func(ctx context.Context, prompt string) (string, error) {
				if want := gogate.Prompt(p, test.refused); prompt != want || ctx != t.Context() {
					t.Errorf("the function got %v,\n%s\nwant %v,\n%s", ctx, prompt, t.Context(), want)
				}
				return test.text, test.err
			})
			m, err := player.Revise(t.Context(), p, test.refused)
			if test.refused == nil {
				m, err = player.Play(t.Context(), p)
			}
			if m != test.want || (err == nil) != (test.fails == "") || err != nil && err.Error() != test.fails {
				t.Errorf("got %v, %v, want %v, %s", m, err, test.want, test.fails)
			}
		})
	}
}

func TestPrompt(t *testing.T) {
	rules := gogate.DefaultRules(3)
	start, err := rules.Start()
	if err != nil {
		t.Fatal(err)
	}
	rules.Suicide, rules.Resign, rules.Ko, rules.Komi, rules.MoveLimit = true, true, gogate.SimpleKo, -2, 0
	setUp := fromDiagram(t, rules, gogate.White, `
		.XO
		X.O
		...`)
	played := playAll(t, setUp, "B1 pass B2")
	played = playAll(t, played.WithToPlay(gogate.White), "A1")
	judged := func(p *gogate.Position, name string) gogate.Answer {
		m := gogate.MustParseMove(name)
		return gogate.Answer{Move: m, Verdicts: gogate.Judge(p, m, gogate.NotSelfAtari, gogate.Advise(never), gogate.NotOwnEye)}
	}
	for _, test := range []struct {
		name     string
		position *gogate.Position
		refused  []gogate.Answer
		want     string
	}{
		{"the start", start, nil, `You play Go (weiqi, baduk) as Black. The board is 3×3.
X is Black, O is White. Columns are letters from the left, without I, and rows
numbers from below, so that A1 is the lower left corner.

Rules: Tromp–Taylor without suicide, positional superko, komi 7.5, at most 27 turns.
Moves so far: none

 3 . . .
 2 . . .
 1 . . .
   A B C

Black is to move. End your answer with one move: a point or pass.
`},
		{"moves and refusals", played, []gogate.Answer{
			judged(played, "C3"),
			{Error: "failed: no idea", Verdicts: []gogate.Verdict{{Why: "the proposer failed: no idea"}}},
			judged(played, "A3"),
		}, `You play Go (weiqi, baduk) as Black. The board is 3×3.
X is Black, O is White. Columns are letters from the left, without I, and rows
numbers from below, so that A1 is the lower left corner.

Rules: Tromp–Taylor with suicide, simple ko, komi -2, resignation.
Moves so far: W B1 B pass W B2 W A1

 3 . X O
 2 X O O
 1 O O .
   A B C

Your answer C3 was refused:
- C3 is occupied
Your answer was refused:
- the proposer failed: no idea
Your answer A3 was refused:
- A3 removes its own group
Black is to move. End your answer with one move: a point, pass or resign.
`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, gogate.Prompt(test.position, test.refused)); diff != "" {
				t.Errorf("prompt (-want +got):\n%s", diff)
			}
		})
	}
}
