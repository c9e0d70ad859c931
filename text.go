package gogate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A TextFunc is a Player made of a function that answers a prompt with text, such as a
// call of a language model. The prompt is that of Prompt, and MoveInText finds the move in
// the answer. A TextPlayer is the same with a prompt and a reader of your own.
//
// A gate whose proposer is a TextFunc or a TextPlayer keeps the whole answer in its
// record. The gate cannot keep the answer if another player, such as a PlayerFunc,
// stands around the TextFunc. A gate with Retries also tells such a proposer what was
// refused.
type TextFunc func(ctx context.Context, prompt string) (string, error)

// Play asks for a move in p.
func (f TextFunc) Play(ctx context.Context, p *Position) (Move, error) {
	return TextPlayer{Ask: f}.Play(ctx, p)
}

// Revise asks for a move in p after others were refused.
func (f TextFunc) Revise(ctx context.Context, p *Position, refused []Answer) (Move, error) {
	return TextPlayer{Ask: f}.Revise(ctx, p, refused)
}

func (f TextFunc) ask(ctx context.Context, p *Position, refused []Answer) (Move, string, error) {
	return TextPlayer{Ask: f}.ask(ctx, p, refused)
}

// A TextPlayer is a Player that asks with a prompt and reads the answer as you say, for
// another language or an answer in another form. The zero value has nobody to ask: its
// Play is an error. Set the fields before the first use; it is as safe for several
// goroutines as its functions are.
type TextPlayer struct {
	Ask    TextFunc
	Prompt func(p *Position, refused []Answer) string // nil for the function Prompt
	Read   func(answer string) (Move, error)          // nil for MoveInText; a LogVerifier has one too
}

// Play asks for a move in p.
func (t TextPlayer) Play(ctx context.Context, p *Position) (Move, error) {
	return t.Revise(ctx, p, nil)
}

// Revise asks for a move in p after others were refused.
func (t TextPlayer) Revise(ctx context.Context, p *Position, refused []Answer) (Move, error) {
	m, _, err := t.ask(ctx, p, refused)
	return m, err
}

// ask returns the move and the text that named it. The text is valid UTF-8.
func (t TextPlayer) ask(ctx context.Context, p *Position, refused []Answer) (Move, string, error) {
	if t.Ask == nil {
		return 0, "", errors.New("a TextPlayer needs Ask")
	}
	prompt, read := Prompt, MoveInText
	if t.Prompt != nil {
		prompt = t.Prompt
	}
	if t.Read != nil {
		read = t.Read
	}
	text, err := t.Ask(ctx, prompt(p, refused))
	text = strings.ToValidUTF8(text, string(utf8.RuneError))
	if err != nil {
		return 0, text, err
	}
	m, err := read(text)
	if err != nil {
		return 0, text, unread{err}
	}
	return m, text, nil
}

// An unread is the error for an answer that names no clear move.
type unread struct{ error }

func (u unread) Unwrap() error { return u.error }
func (unread) code() string    { return "no_move" }

// MoveInText returns the move that an answer names: a point such as D4, pass or resign,
// in any case. It looks in this order, and the first that is there decides:
//
//   - The whole answer or its last line as JSON: a string, or an object with a string
//     "move".
//   - The last line that begins with MOVE and a colon, as Prompt asks for it.
//   - The last block between lines of ``` as JSON.
//   - The last line, if it is nothing but a move, whatever marks stand around it.
//     Outside JSON and without MOVE, pass and resign are taken only here, since prose
//     is full of these words.
//   - The last word of the answer that is a point or looks like one. The word must be in
//     the Latin script; the words around it may be in any.
//
// What decides must be written correctly. Otherwise, as with I5, A26, d04, "D 4", D-4,
// (D, 4) and Ｄ４, it is refused with the reason, and no earlier point is taken instead.
// MoveInText does not understand the answer: "never play E5" names E5 too. The point
// may lie off the board in question.
func MoveInText(answer string) (Move, error) {
	lines := strings.FieldsFunc(answer, func(r rune) bool { return strings.ContainsRune("\n\r\v\f\u0085\u2028\u2029", r) })
	lines = slices.DeleteFunc(lines, func(line string) bool { return strings.TrimSpace(line) == "" })
	if len(lines) == 0 {
		return 0, errNamesNoMove
	}
	last := lines[len(lines)-1]
	for _, text := range []string{answer, last} {
		if named, ok := jsonMove(text); ok {
			return parseNamed(named)
		}
	}
	for _, line := range slices.Backward(lines) {
		if rest, ok := labelled(line); ok {
			return moveOfLine(rest)
		}
	}
	if named, ok := jsonMove(lastBlock(lines)); ok {
		return parseNamed(named)
	}
	bare := strings.TrimFunc(last, isMark)
	if m, err := ParseMove(bare); err == nil {
		return m, nil
	}
	if likePoint(bare, isMark) {
		return parseNamed(bare)
	}
	return lastPoint(answer)
}

var errNamesNoMove = errors.New("the text names no move: it must have a point such as D4, pass or resign")

// labelled returns what follows MOVE and a colon on a line that begins with them,
// whatever marks stand around them.
func labelled(line string) (rest string, ok bool) {
	line = strings.TrimLeftFunc(line, isMark)
	if len(line) < len("move") || !strings.EqualFold(line[:len("move")], "move") {
		return "", false
	}
	rest = line[len("move"):]
	i := strings.IndexFunc(rest, func(r rune) bool { return !isMark(r) || strings.ContainsRune(":=：", r) })
	if i < 0 {
		return "", false
	}
	mark, size := utf8.DecodeRuneInString(rest[i:])
	return rest[i+size:], isMark(mark)
}

// likePoint reports whether people would take a text for the name of a point: one letter
// and digits, of full width or not, with only such characters between them.
func likePoint(text string, between func(rune) bool) bool {
	letter, size := utf8.DecodeRuneInString(text)
	switch {
	case 'A' <= letter && letter <= 'Z', 'a' <= letter && letter <= 'z':
	case 'Ａ' <= letter && letter <= 'Ｚ', 'ａ' <= letter && letter <= 'ｚ':
	default:
		return false
	}
	digits := strings.TrimLeftFunc(text[size:], between)
	return digits != "" && strings.TrimLeftFunc(digits, unicode.IsDigit) == ""
}

func never(rune) bool { return false }

func isMark(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// parseNamed reads a text that should be the name of a move.
func parseNamed(name string) (Move, error) {
	m, err := ParseMove(strings.TrimSpace(name))
	if err != nil {
		return 0, fmt.Errorf("the text names no clear move: %w", err)
	}
	return m, nil
}

// moveOfLine reads what follows MOVE on a line: a move alone, or a point and words
// without another point.
func moveOfLine(rest string) (Move, error) {
	rest = strings.TrimFunc(rest, isMark)
	if m, err := ParseMove(rest); err == nil {
		return m, nil
	}
	words := textWords(rest)
	moves := 0
	for _, word := range words {
		if likePoint(word, never) || strings.EqualFold(word, Pass.String()) || strings.EqualFold(word, Resign.String()) {
			moves++
		}
	}
	if moves == 1 && likePoint(words[0], never) {
		return parseNamed(words[0])
	}
	return parseNamed(rest)
}

// lastPoint reads the last word that is a point or looks like one.
func lastPoint(text string) (Move, error) {
	for _, word := range slices.Backward(textWords(text)) {
		if likePoint(word, never) {
			return parseNamed(word)
		}
	}
	return 0, errNamesNoMove
}

// textWords returns the words of a text in the Latin script, numbers included.
func textWords(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.Is(unicode.Latin, r) && !unicode.IsDigit(r) })
}

// lastBlock returns the last block of lines between two of ```.
func lastBlock(lines []string) string {
	end := -1
	for i, line := range slices.Backward(lines) {
		if !strings.HasPrefix(strings.TrimSpace(line), "```") {
			continue
		}
		if end >= 0 {
			return strings.Join(lines[i+1:end], "\n")
		}
		end = i
	}
	return ""
}

// moves are all that an object has in its field "move", though it should stand once.
type moves []string

func (m *moves) UnmarshalJSON(text []byte) error {
	var name string
	err := json.Unmarshal(text, &name)
	*m = append(*m, name)
	return err
}

// jsonMove returns the move that a text names as JSON. Of an object with two moves it
// returns the text, which names none.
func jsonMove(text string) (name string, ok bool) {
	if json.Unmarshal([]byte(text), &name) == nil && name != "" {
		return name, true
	}
	var object struct{ Move *moves }
	if json.Unmarshal([]byte(text), &object) != nil || object.Move == nil {
		return "", false
	}
	if len(*object.Move) > 1 {
		return text, true
	}
	return (*object.Move)[0], true
}

// Prompt returns the question that a TextFunc gets in p: the board, the rules in force,
// the moves so far, who is to move, the last refused answers with the reasons and how many
// there were before them, and the form of the answer.
func Prompt(p *Position, refused []Answer) string {
	var b strings.Builder
	r := p.Rules()
	fmt.Fprintf(&b, "You play Go (weiqi, baduk) as %v. The board is %d×%d.\n", p.ToPlay(), r.Size, r.Size)
	b.WriteString("X is Black, O is White. Columns are letters from the left, without I, and rows\n" +
		"numbers from below, so that A1 is the lower left corner.\n\n")
	fmt.Fprintf(&b, "Rules: %v.\n", r)
	fmt.Fprintf(&b, "Moves so far:%s\n\n%v\n", moveList(p), p)
	if more := len(refused) - promptRefusals; more > 0 {
		fmt.Fprintf(&b, "Earlier answers that were refused: %d. The last ones:\n", more)
		refused = refused[more:]
	}
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
	choices := "a point or pass"
	if r.Resign {
		choices = "a point, pass or resign"
	}
	fmt.Fprintf(&b, `%v is to move. You may explain your move. The last line of your answer is what
counts, and it must have this form, with %s in place of D4:
MOVE: D4
A pass gives the turn to the opponent; two passes in a row end the game, and all
stones then count as they stand.
`, p.ToPlay(), choices)
	return b.String()
}

// promptRefusals is how many refused answers a prompt tells in full.
const promptRefusals = 8

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
