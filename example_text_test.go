package gogate_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"example.com/gogate"
)

// The last line that begins with MOVE counts, and what looks like a point must be one.
func ExampleMoveInText() {
	for _, answer := range []string{
		"E5 is large, but D4 is larger.\nMOVE: D4",
		`{"why": "E5 is taken", "move": "pass"}`,
		"White cannot simply let this pass, so D4.",
		"Not E5. Final answer: I5",
	} {
		m, err := gogate.MoveInText(answer)
		fmt.Println(m, err)
	}
	// Output:
	// D4 <nil>
	// pass <nil>
	// D4 <nil>
	// none the text names no clear move: move "I5": must be a point from A1 to Z25 (there is no column I), pass or resign
}

// A model that is asked in German and answers with a field of its own. Its log is verified
// with the same reader.
func ExampleTextPlayer() {
	player := gogate.TextPlayer{
		Ask: func(_ context.Context, prompt string) (string, error) {
			fmt.Println(prompt)
			return `{"zug": "C3"}`, nil
		},
		Prompt: func(p *gogate.Position, refused []gogate.Answer) string {
			return fmt.Sprintf("%v ist am Zug, Brett %d×%[2]d.", p.ToPlay(), p.Size())
		},
		Read: func(answer string) (gogate.Move, error) {
			var read struct{ Zug gogate.Move }
			err := json.Unmarshal([]byte(answer), &read)
			return read.Zug, err
		},
	}
	gate := gogate.NewGate(player, gogate.Random{}, gogate.UsualChecks()...)
	var log strings.Builder
	gate.OnDecision = func(d gogate.Decision) {
		line, _ := json.Marshal(d)
		fmt.Fprintf(&log, "%s\n", line)
	}
	game := gogate.Game{Final: gogate.MustStart(5)}
	turn, err := game.Step(context.Background(), gate)
	fmt.Println(turn.Move, err)

	verifier := gogate.LogVerifier{Checks: gogate.UsualChecks(), Of: gogate.Black, Read: player.Read}
	fmt.Println(verifier.Verify(strings.NewReader(log.String()), game.Final))
	fmt.Println(verifier.Verify(strings.NewReader(""), game.Final))
	// Output:
	// Black ist am Zug, Brett 5×5.
	// C3 <nil>
	// <nil>
	// turn 1: no line has the decision of Black that played it
}
