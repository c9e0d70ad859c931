package terminal

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/gogate"
	"example.com/gogate/internal/wait"
)

// What a person can want instead of a move.
var (
	errUndo = errors.New("undo")
	errQuit = errors.New("quit")
)

// A Human is a player who types the moves. Asked for one, it asks until it gets one
// that is legal.
type Human struct {
	in   *bufio.Reader
	view View

	// leave ends the decision in which the human is asked, for the given reason. An
	// error alone would not: a gate takes it for a proposal that failed, and plays on.
	leave context.CancelCauseFunc
}

// NewHuman returns a human who types on the given input. The end of ctx ends the wait
// for a line.
func NewHuman(ctx context.Context, in io.Reader) *Human {
	return &Human{in: bufio.NewReader(wait.Reader(ctx, in))}
}

// Play returns the move that is typed.
func (h *Human) Play(_ context.Context, p *gogate.Position) (gogate.Move, error) {
	answer := ""
	for {
		line, err := h.ask(answer)
		if err != nil {
			h.leave(err)
			return 0, err
		}
		var m gogate.Move
		m, answer, err = readWish(line, p)
		switch {
		case err != nil:
			h.leave(err)
			return 0, err
		case answer == "":
			return m, nil
		}
	}
}

// longestWish is how many bytes a line may have without the blanks around it: no wish
// is longer.
const longestWish = 40

// ask returns a line as it was typed, without the blanks around it. Its error at the end
// of input is errQuit.
func (h *Human) ask(answer string) (string, error) {
	if err := h.view.ask(answer); err != nil {
		return "", err
	}
	line, err := h.readLine()
	if err == io.EOF {
		line, err = "", errQuit
	} else if err != nil {
		return "", err
	}
	shown := line
	if strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r > '~' }) {
		shown = strconv.QuoteToASCII(line)
	}
	if err := h.view.heard(shown); err != nil {
		return "", err
	}
	return line, err
}

// readLine reads a line to its end. If the line is too long for a wish, it returns the
// beginning and dots, which is not a wish either.
func (h *Human) readLine() (string, error) {
	var line []byte
	for more := true; more; {
		part, unended, err := h.in.ReadLine()
		if err != nil {
			return "", err
		}
		if len(bytes.TrimSpace(line)) <= longestWish { // else nothing makes it a wish again
			line = append(line, part...)
		}
		more = unended
	}
	line = bytes.TrimSpace(line)
	if len(line) <= longestWish {
		return string(line), nil
	}
	end := longestWish
	for end > longestWish-utf8.UTFMax && !utf8.RuneStart(line[end]) {
		end--
	}
	return string(line[:end]) + dots, nil
}

// readWish reads what the person typed whose turn it is in p. It returns a legal move, an
// answer after which the person is to be asked again, or, as an error, what the person
// wants instead.
func readWish(line string, p *gogate.Position) (m gogate.Move, answer string, err error) {
	switch strings.ToLower(line) {
	case "q", "quit":
		return 0, "", errQuit
	case "?", "help":
		return 0, "type " + wishes(p) + ". There is no column I. Two passes end the game, and all stones count as they stand. Ctrl-C ends it at any time.", nil
	case "undo":
		if p.Turn() < 2 {
			return 0, "there is no move of yours to take back", nil
		}
		return 0, "", errUndo
	}
	m, err = gogate.ParseMove(line)
	if err != nil {
		return 0, fmt.Sprintf("%s is not a move: type %s", strconv.QuoteToASCII(line), wishes(p)), nil
	}
	if v := gogate.Judge(p, m)[0]; !v.OK {
		return 0, v.Reason(), nil
	}
	return m, "", nil
}

// wishes says what can be typed in p.
func wishes(p *gogate.Position) string {
	size := p.Size()
	resign := ""
	if p.Rules().Resign {
		resign = "resign, "
	}
	return fmt.Sprintf("a point from A1 to %v, pass, %sundo for your last move and the answer to it, q to quit or ? for this",
		gogate.Point{X: size - 1, Y: size - 1}, resign)
}
