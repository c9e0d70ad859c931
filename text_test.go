package gogate_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"example.com/gogate"
	"github.com/google/go-cmp/cmp"
)

// The last word that is a move counts, whatever stands around it.
func TestMoveInText(t *testing.T) {
	const (
		none    = "the text names no move: it must have a point such as D4, pass or resign"
		unclear = "the text names no clear move: move %q: must be a point from A1 to Z25 (there is no column I), pass or resign"
	)
	for _, test := range []struct {
		text string
		want string // the move; with quotes, what is refused; "" for none
	}{
		{"D4", "D4"},
		{"d4", "D4"},
		{"I play D4.", "D4"},
		{"I thought of D4, but E5.", "E5"},
		{"D4 (not E5)", "E5"},
		{"**D4**", "D4"},
		{"`d4`\n", "D4"},
		{"D4/E5", "E5"},
		{"_D4_", "D4"},
		{"D4\x00", "D4"},
		{"D4\u2028I am sure.", "D4"},
		{"“D4”", "D4"},
		{"'D4'", "D4"},
		{"D4 \xff", "D4"},
		{"我下D4。", "D4"},
		{"D4に打ちます", "D4"},
		{"E5! D4에 둡니다", "D4"},
		{"Z25", "Z25"},

		// pass and resign: the whole last line, or what MOVE or JSON names.
		{"PASS!", "pass"},
		{"Nothing is left.\n\n**Pass.**\n", "pass"},
		{"resign", "resign"},
		{"D4 is best. White cannot simply let this pass.", "D4"},
		{"I will not resign. D4", "D4"},
		{"I pass", ""},
		{"We resign, D.", ""},
		{"passing, resigned", ""},
		{"paſs", ""},

		// The line that the prompt asks for counts, wherever it is.
		{"MOVE: D4", "D4"},
		{"move = d4", "D4"},
		{"**Move:** `D4`", "D4"},
		{"Move：D4", "D4"},
		{"MOVE: D4\nE5 would be slow,\nand C3 loses\na group.", "D4"},
		{"MOVE: E5\nNo, wait.\nMOVE: D4", "D4"},
		{"MOVE: D4, since it captures 2 stones", "D4"},
		{"MOVE: pass", "pass"},
		{"```json\n{\"move\": \"E5\"}\n```\nMOVE: D4", "D4"},
		{"D4\nMOVE: D4 or pass", `"D4 or pass"`},
		{"D4\nMOVE: D4? no, resign", `"D4? no, resign"`},
		{"MOVE: resign.", "resign"},
		{"D4\nMOVE: I5", `"I5"`},
		{"D4\nMOVE: D4 or E5", `"D4 or E5"`},
		{"D4\nMOVE: the corner", `"the corner"`},
		{"D4\nMOVE:", `""`},
		{"The move D4 is large", "D4"},

		// JSON, alone, on the last line or in the last block.
		{`"D4"`, "D4"},
		{"{\"move\": \"d4\"}", "D4"},
		{"I take C3 or D4.\n{\"why\": \"E5 is small\", \"move\": \"D4\"}", "D4"},
		{"{\n  \"why\": \"E5\",\n  \"move\": \"pass\"\n}", "pass"},
		{"Here:\n```json\n{\"move\": \"D4\"}\n```\nE5 was worse.", "D4"},
		{`{"move": "I5"}`, `"I5"`},
		{`{"Move": "D 4"}`, `"D 4"`},
		{`{"moves": ["D4"]}`, "D4"},
		{`{"move": "D4", "move": "E5"}`, `"{"move": "D4", "move": "E5"}"`},
		{"null", ""},

		// What looks like a point last is not passed over for an earlier one.
		{"Not E5. Final answer: I5", `"I5"`},
		{"E5 is bad. I play A26", `"A26"`},
		{"D4 and then I5", `"I5"`},
		{"B2 or D04", `"D04"`},
		{"B2 or A0", `"A0"`},
		{"B2\nD-4", `"D-4"`},
		{"B2\nD 4", `"D 4"`},
		{"B2\n(D, 4)", `"D, 4"`},
		{"B2\nＤ４", `"Ｄ４"`},
		{"B2、Ｄ４", `"Ｄ４"`},
		{"B2\nd04", `"d04"`},
		{"B2\nD４", `"D４"`},

		{"play D 4", ""},
		{"D4E5", ""},
		{"D4th", ""},
		{"XD4", ""},
		{"Д4", ""},
		{"#7 none", ""},
		{"no idea", ""},
		{"", ""},
		{" \n\t\n", ""},
		{"\xff\xfe", ""},
	} {
		t.Run(test.text, func(t *testing.T) {
			m, err := gogate.MoveInText(test.text)
			wrong := ""
			switch refused, quoted := strings.CutPrefix(test.want, `"`); {
			case test.want == "":
				wrong = none
			case quoted:
				wrong = fmt.Sprintf(unclear, strings.TrimSuffix(refused, `"`))
			}
			if wrong != "" {
				if m != 0 || err == nil || err.Error() != wrong {
					t.Errorf("got %v, %v, want no move, %s", m, err, wrong)
				}
				return
			}
			if m != gogate.MustParseMove(test.want) || err != nil {
				t.Errorf("got %v, %v, want %s", m, err, test.want)
			}
		})
	}
}

// A player of texts has its own prompt and reader, and its log verifies with that reader.
func TestTextPlayer(t *testing.T) {
	var asked []string
	player := gogate.TextPlayer{
		Ask: func(_ context.Context, prompt string) (string, error) {
			asked = append(asked, prompt)
			return []string{"zwei links", "vier vier"}[len(asked)-1], nil
		},
		Prompt: func(p *gogate.Position, refused []gogate.Answer) string {
			return fmt.Sprintf("%v am Zug, %d abgelehnt", p.ToPlay(), len(refused))
		},
		Read: func(answer string) (gogate.Move, error) {
			if answer != "vier vier" {
				return 0, errors.New("kein Zug")
			}
			return gogate.MustParseMove("D4"), nil
		},
	}
	gate := gogate.NewGate(player, gogate.Random{})
	gate.Retries = 1
	p := gogate.MustStart(5)
	d, err := gate.Decide(t.Context(), p)
	if err != nil || d.Move != gogate.MustParseMove("D4") || d.Source != gogate.FromRetry {
		t.Fatalf("got %v, %v", d, err)
	}
	if diff := cmp.Diff([]string{"Black am Zug, 0 abgelehnt", "Black am Zug, 1 abgelehnt"}, asked); diff != "" {
		t.Errorf("prompts (-want +got):\n%s", diff)
	}
	first := d.Proposals[0]
	if v := first.Verdicts[0]; first.Text != "zwei links" || v.Code != "no_move" || v.Reason() != "the proposer failed: kein Zug" {
		t.Errorf("first answer: %+v", first)
	}
	line, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	final := playAll(t, p, "D4")
	if err := (gogate.LogVerifier{Read: player.Read}).Verify(strings.NewReader(string(line)), final); err != nil {
		t.Errorf("with its reader: %v", err)
	}
	if err := gogate.VerifyLog(strings.NewReader(string(line)), final); err == nil {
		t.Error("without its reader: no error")
	}
	if m, err := (gogate.TextPlayer{}).Play(t.Context(), p); m != 0 || err == nil || err.Error() != "a TextPlayer needs Ask" {
		t.Errorf("the zero TextPlayer: %v, %v", m, err)
	}
}

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

Black is to move. You may explain your move. The last line of your answer is what
counts, and it must have this form, with a point or pass in place of D4:
MOVE: D4
A pass gives the turn to the opponent; two passes in a row end the game, and all
stones then count as they stand.
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
Black is to move. You may explain your move. The last line of your answer is what
counts, and it must have this form, with a point, pass or resign in place of D4:
MOVE: D4
A pass gives the turn to the opponent; two passes in a row end the game, and all
stones then count as they stand.
`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, gogate.Prompt(test.position, test.refused)); diff != "" {
				t.Errorf("prompt (-want +got):\n%s", diff)
			}
		})
	}
}
