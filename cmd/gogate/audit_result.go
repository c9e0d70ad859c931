package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/gogate"
	"example.com/gogate/internal/form"
	"example.com/gogate/internal/tell"
)

// An audited is what -json prints. It is one document, like that of the other
// subcommands: lines of JSON would save less memory than the positions take, which
// superko needs, and half an audit would pass for a whole one.
type audited struct {
	Checks  []string      `json:"checks"` // that were asked
	Games   []auditedGame `json:"games"`  // kept only if they are to be printed in full
	Unread  []string      `json:"unread"` // of directories: what could not be read, and why
	Summary auditSummary  `json:"summary"`
}

// An auditSummary is about all games.
type auditSummary struct {
	Games       int `json:"games"`
	WithoutMove int `json:"without_move"` // of these games
	auditTally
}

// An auditedGame is one of them.
type auditedGame struct {
	Name  string        `json:"name"` // of the file, and which game of it after the first
	Rules gogate.Rules  `json:"rules"`
	Turns []auditedTurn `json:"turns"` // those judged, with -quiet only those that fail
	Tally auditTally    `json:"tally"`
}

// An auditedTurn is what the checks say of a turn.
type auditedTurn struct {
	Turn     int              `json:"turn"`             // counted from 1, and again after a set-up
	Setups   int              `json:"setups,omitempty"` // how many of those came before, the start not counted
	Color    gogate.Color     `json:"color"`
	Move     gogate.Move      `json:"move"`
	OK       bool             `json:"ok"`       // whether every check lets it pass
	Verdicts []auditedVerdict `json:"verdicts"` // with -quiet only refusals
}

// An auditedVerdict is a verdict with its words as they are printed.
type auditedVerdict struct {
	gogate.Verdict
	Reason string `json:"reason"`
}

// An auditTally counts turns and verdicts.
type auditTally struct {
	Judged   int          `json:"judged"`   // turns that were judged
	Passed   int          `json:"passed"`   // those that every check lets pass
	Failed   int          `json:"failed"`   // the others
	Unjudged int          `json:"unjudged"` // turns after an illegal move
	Counts   []auditCount `json:"counts"`   // by check and code, in the order of their names
}

// An auditCount counts the verdicts of one check with one code.
type auditCount struct {
	Check  string `json:"check"`
	Code   string `json:"code"`
	Passed int    `json:"passed"`
	Failed int    `json:"failed"`
}

// count counts a game.
func (s *auditSummary) count(t auditTally) {
	s.Games++
	if t.turns() == 0 {
		s.WithoutMove++
	}
	s.addAll(t)
}

// turns returns how many turns there are.
func (t *auditTally) turns() int { return t.Judged + t.Unjudged }

// failedBy returns how many turns fail a check.
func (t *auditTally) failedBy(check string) (failed int) {
	for _, c := range t.Counts {
		if c.Check == check {
			failed += c.Failed
		}
	}
	return failed
}

// addAll counts what other counts.
func (t *auditTally) addAll(other auditTally) {
	t.Judged += other.Judged
	t.Passed += other.Passed
	t.Failed += other.Failed
	t.Unjudged += other.Unjudged
	for _, c := range other.Counts {
		sum := t.of(c.Check, c.Code)
		sum.Passed += c.Passed
		sum.Failed += c.Failed
	}
}

// of returns the count of a check and a code, which is good until the next is asked
// for.
func (t *auditTally) of(check, code string) *auditCount {
	i, found := slices.BinarySearchFunc(t.Counts, auditCount{Check: check, Code: code}, func(a, b auditCount) int {
		return cmp.Or(cmp.Compare(a.Check, b.Check), cmp.Compare(a.Code, b.Code))
	})
	if !found {
		t.Counts = slices.Insert(t.Counts, i, auditCount{Check: check, Code: code})
	}
	return &t.Counts[i]
}

// add counts a turn with its verdicts.
func (t *auditTally) add(verdicts []gogate.Verdict) {
	passes := true
	for _, v := range verdicts {
		count := t.of(v.Check, v.Code)
		if v.Allows() {
			count.Passed++
		} else {
			count.Failed++
			passes = false
		}
	}
	t.Judged++
	if passes {
		t.Passed++
	} else {
		t.Failed++
	}
}

// ruleWords returns what of the rules decides whether a move is legal.
func ruleWords(r gogate.Rules) string {
	words, _, _ := strings.Cut(r.String(), ", komi ")
	return words
}

// String returns the turn in words, with a line for each verdict.
func (t auditedTurn) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %v %v\n", tell.Label(t.Turn, t.Setups), t.Color, t.Move)
	for _, v := range t.Verdicts {
		fmt.Fprintf(&b, "  %v\n", v)
	}
	return b.String()
}

// String returns the summary.
func (r audited) String() string {
	var b strings.Builder
	t := r.Summary
	fmt.Fprintf(&b, "%s in %s", form.Count(t.turns(), "turn"), form.Count(t.Games, "game"))
	if t.WithoutMove > 0 {
		fmt.Fprintf(&b, ", %d of them without a move", t.WithoutMove)
	}
	fmt.Fprintf(&b, ": %d passed, %d failed", t.Passed, t.Failed)
	if t.Unjudged > 0 {
		fmt.Fprintf(&b, ", %d not judged", t.Unjudged)
	}
	if n := len(r.Unread); n > 0 {
		fmt.Fprintf(&b, "\n%s could not be read", form.Count(n, "record"))
	}
	fmt.Fprintf(&b, "\n  %-26s  %-15s  %8s  %8s\n", "check", "code", "passed", "failed")
	for _, c := range t.Counts {
		fmt.Fprintf(&b, "  %-26s  %-15s  %8d  %8d\n", c.Check, c.Code, c.Passed, c.Failed)
	}
	return b.String()
}
