package gogate

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A TextFunc is a Player made of a function that answers a prompt with text, such as a
// call of a language model.
//
// The prompt is that of Prompt. The move is the last one that the answer names, as
// MoveInText finds it; the rest of the answer is ignored. A gate whose proposer is a
// TextFunc keeps the whole answer in its record. It does not if something else, such
// as a PlayerFunc, stands around the TextFunc. A gate with Retries tells a TextFunc
// what was refused.
type TextFunc func(ctx context.Context, prompt string) (string, error)

// Play asks for a move in p.
func (f TextFunc) Play(ctx context.Context, p *Position) (Move, error) {
	return f.Revise(ctx, p, nil)
}

// Revise asks for a move in p after others were refused.
func (f TextFunc) Revise(ctx context.Context, p *Position, refused []Answer) (Move, error) {
	m, _, err := f.ask(ctx, p, refused)
	return m, err
}

// ask returns the move and the text that named it. The text is valid UTF-8.
func (f TextFunc) ask(ctx context.Context, p *Position, refused []Answer) (Move, string, error) {
	text, err := f(ctx, Prompt(p, refused))
	text = strings.ToValidUTF8(text, string(utf8.RuneError))
	if err != nil {
		return 0, text, err
	}
	m, err := MoveInText(text)
	return m, text, err
}

// MoveInText returns the last move that a text names. A move is a point such as D4,
// pass or resign, in any case, as a word of its own in the Latin script; the words
// around it may be in any script. So MoveInText takes E5 from "I thought of D4, but
// E5."
//
// It does not understand the text: "never play E5" names E5 too. The point may lie off
// the board in question.
func MoveInText(text string) (Move, error) {
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.Is(unicode.Latin, r) && !unicode.IsDigit(r) })
	for _, word := range slices.Backward(words) {
		if m, err := ParseMove(word); err == nil {
			return m, nil
		}
	}
	return 0, namesNoMove{}
}

// namesNoMove is the error for a text that names no move.
type namesNoMove struct{}

func (namesNoMove) Error() string {
	return "the text names no move: it must have a point such as D4, pass or resign"
}

func (namesNoMove) code() string { return "no_move" }

// Prompt returns the question that a TextFunc gets in p: the board, the rules in
// force, the moves so far, who is to move, and what was refused with the reasons.
func Prompt(p *Position, refused []Answer) string {
	var b strings.Builder
	r := p.Rules()
	fmt.Fprintf(&b, "You play Go (weiqi, baduk) as %v. The board is %d×%d.\n", p.ToPlay(), r.Size, r.Size)
	b.WriteString("X is Black, O is White. Columns are letters from the left, without I, and rows\n" +
		"numbers from below, so that A1 is the lower left corner.\n\n")
	fmt.Fprintf(&b, "Rules: %v.\n", r)
	fmt.Fprintf(&b, "Moves so far:%s\n\n%v\n", moveList(p), p)
	for _, a := range refused {
		answer := "Your answer"
		if a.Move != 0 {
			answer += " " + a.Move.String()
		}
		fmt.Fprintf(&b, "%s was refused:\n", answer)
		for _, v := range a.Verdicts {
			if !v.Allows() {
				fmt.Fprintf(&b, "- %s\n", v.Reason())
			}
		}
	}
	end := " or pass"
	if r.Resign {
		end = ", pass or resign"
	}
	fmt.Fprintf(&b, "%v is to move. End your answer with one move: a point%s.\n", p.ToPlay(), end)
	return b.String()
}

// moveList returns the moves so far with their colours.
func moveList(p *Position) string {
	if p.Turn() == 0 {
		return " none"
	}
	var b strings.Builder
	history := p.History()
	for i, before := range history[:p.Turn()] {
		fmt.Fprintf(&b, " %s %v", before.ToPlay().letter(), history[i+1].Last())
	}
	return b.String()
}
