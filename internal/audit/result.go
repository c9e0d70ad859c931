package audit

import (
	"fmt"
	"strings"

	"example.com/gogate"
	"example.com/gogate/internal/form"
	"example.com/gogate/internal/tell"
)

// A Result is what is printed as JSON. It is one document, like that of the other
// subcommands. A document for each line would save less memory than the positions take,
// which superko needs, and half an audit could be taken for a whole one.
type Result struct {
	Checks  []string `json:"checks"` // that were asked
	Games   []Game   `json:"games"`  // kept only if they are to be printed in full
	Unread  []string `json:"unread"` // of directories: what could not be read, and why
	Summary Summary  `json:"summary"`
}

// A Game is one that was judged.
type Game struct {
	Name  string       `json:"name"` // of the file, and which game of it after the first
	Rules gogate.Rules `json:"rules"`
	Turns []Turn       `json:"turns"` // those judged, with Quiet only those that fail
	Tally Tally        `json:"tally"`
}

// A Turn is what the checks say of a turn.
type Turn struct {
	Turn     int          `json:"turn"`             // counted from 1, and again after a set-up
	Setups   int          `json:"setups,omitempty"` // how many came before, the start not counted
	Color    gogate.Color `json:"color"`
	Move     gogate.Move  `json:"move"`
	OK       bool         `json:"ok"`       // whether every check allows the move
	Verdicts []Verdict    `json:"verdicts"` // with Quiet only refusals
}

// A Verdict is one of a check, with its words as they are printed.
type Verdict struct {
	gogate.Verdict
	Reason string `json:"reason"`
}

// newTurn returns a turn that was judged, the move m in p.
func newTurn(p *gogate.Position, m gogate.Move, setups int, verdicts []gogate.Verdict) Turn {
	t := Turn{Turn: p.Turn() + 1, Setups: setups, Color: p.ToPlay(), Move: m}
	for _, v := range verdicts {
		t.Verdicts = append(t.Verdicts, Verdict{v, v.Reason()})
	}
	t.OK = len(t.refusals()) == 0
	return t
}

// refusals returns the verdicts that refuse the move.
func (t Turn) refusals() (refused []Verdict) {
	for _, v := range t.Verdicts {
		if !v.Allows() {
			refused = append(refused, v)
		}
	}
	return refused
}

// String returns the turn in words, with a line for each verdict.
func (t Turn) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %v %v\n", tell.Label(t.Turn, t.Setups), t.Color, t.Move)
	for _, v := range t.Verdicts {
		fmt.Fprintf(&b, "  %v\n", v.Verdict)
	}
	return b.String()
}

// String returns the summary.
func (r Result) String() string {
	var b strings.Builder
	t := r.Summary
	fmt.Fprintf(&b, "%s in %s: %d allowed, %d failed", form.Count(t.turns(), "turn"), form.Count(t.Games, "game"), t.Allowed, t.Failed)
	if t.Unjudged > 0 {
		fmt.Fprintf(&b, ", %d not judged", t.Unjudged)
	}
	if n := t.WithoutMove; n > 0 {
		fmt.Fprintf(&b, "\n%s without a move", form.Count(n, "game"))
	}
	if n := len(r.Unread); n > 0 {
		fmt.Fprintf(&b, "\n%s could not be read", form.Count(n, "record"))
	}
	fmt.Fprintf(&b, "\n  %-26s  %-15s  %8s  %8s\n", "check", "code", "allowed", "failed")
	for _, c := range t.Counts {
		fmt.Fprintf(&b, "  %-26s  %-15s  %8d  %8d\n", c.Check, c.Code, c.Allowed, c.Failed)
	}
	return b.String()
}

// ruleWords returns the part of the rules that decides whether a move is legal.
func ruleWords(r gogate.Rules) string {
	words, _, _ := strings.Cut(r.String(), ", komi ")
	return words
}
