package gtp

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// An answer is what an engine says to a command.
type answer struct {
	id    uint64
	hasID bool
	ok    bool // whether it begins with = rather than ?
	text  string
}

// maxAnswer is the size of the largest answer in bytes, blank lines before it
// included. The answer to list_commands has a few thousand.
const maxAnswer = 1 << 20

// An AnswerError is returned if an engine refuses a command: its answer begins with a
// question mark.
type AnswerError struct {
	Command string // as it was sent, without its id
	Text    string // the engine's words
}

// Error returns one sentence with the command and the engine's words.
func (e *AnswerError) Error() string {
	s := fmt.Sprintf("the engine refuses %q", e.Command)
	if e.Text != "" {
		s += ": " + strings.Join(strings.Fields(e.Text), " ")
	}
	return s
}

// result returns what Send returns for the answer.
func (a answer) result(command string) (string, error) {
	if !a.ok {
		return "", &AnswerError{command, a.text}
	}
	return a.text, nil
}

// An unreadableError tells of an answer that breaks the protocol.
type unreadableError struct{ what string }

func (e *unreadableError) Error() string { return "the engine gave " + e.what }

func unreadable(format string, args ...any) error {
	return &unreadableError{fmt.Sprintf(format, args...)}
}

// An output is what an engine writes. Before the engine's first answer, a byte that
// occurs in no text is an error at once. A program that runs in another mode may send
// a few such bytes without a line end and then wait for an answer, as GNU Go does.
type output struct {
	io.Reader
	answered bool
}

func (o *output) Read(p []byte) (int, error) {
	n, err := o.Reader.Read(p)
	if !o.answered && bytes.ContainsFunc(p[:n], func(r rune) bool { return r < '\a' || r > '\r' && r < '\x1b' }) {
		return 0, unreadable("binary data instead of answers: the program must speak GTP, for which it may need an option such as --mode gtp")
	}
	return n, err
}

// readAnswer reads the next answer. A line before it that is not empty is skipped if
// the engine may still chat, and an error otherwise.
func readAnswer(in *bufio.Reader, chatty bool) (answer, error) {
	room := maxAnswer
	var a answer
	for {
		line, err := readLine(in, &room)
		if err != nil {
			return answer{}, err
		}
		if strings.HasPrefix(line, "=") || strings.HasPrefix(line, "?") {
			if a, err = firstLine(line); err != nil {
				return answer{}, err
			}
			break
		}
		if !chatty && strings.TrimSpace(line) != "" {
			return answer{}, unreadable("the line %.60q: an answer must begin with = or ?", line)
		}
	}
	text := []string{a.text}
	for {
		line, err := readLine(in, &room)
		if err != nil {
			return answer{}, err
		}
		if line == "" {
			a.text = strings.TrimSpace(strings.Join(text, "\n"))
			return a, nil
		}
		text = append(text, line)
	}
}

// firstLine reads the line that begins an answer.
func firstLine(line string) (answer, error) {
	a := answer{ok: line[0] == '='}
	rest := line[1:]
	digits := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
	if digits != "" {
		id, err := strconv.ParseUint(digits, 10, 64)
		if err != nil {
			return answer{}, unreadable("the line %.60q: the number after = or ? must be the id of a command", line)
		}
		a.id, a.hasID = id, true
	}
	a.text = rest[len(digits):]
	return a, nil
}

// readLine reads a line, which must fit into the room that is left, and returns it
// clean.
func readLine(in *bufio.Reader, room *int) (string, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		*room -= len(part)
		if *room < 0 {
			return "", unreadable("an answer of more than %d bytes", maxAnswer)
		}
		line = append(line, part...)
		if err == nil {
			return clean(string(line)), nil
		}
		if err != bufio.ErrBufferFull {
			return "", err
		}
	}
}
