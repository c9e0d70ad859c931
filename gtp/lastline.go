package gtp

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

// A lastLine passes on what is written to it and remembers the last line.
type lastLine struct {
	next io.Writer // nil if nothing is passed on

	mu   sync.Mutex
	line []byte // the last line that is not empty, or its beginning
	full bool   // whether its line end came
}

// lastLineSize is how many bytes of a line are remembered.
const lastLineSize = 200

func (l *lastLine) Write(text []byte) (int, error) {
	l.mu.Lock()
	for _, b := range text {
		switch {
		case b == '\n' || b == '\r':
			l.full = true
		case l.full:
			l.line, l.full = append(l.line[:0], b), false
		case len(l.line) < lastLineSize:
			l.line = append(l.line, b)
		}
	}
	l.mu.Unlock()
	if l.next == nil {
		return len(text), nil
	}
	return l.next.Write(text)
}

// after returns an error with the given words and the last line after them.
func (l *lastLine) after(what string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if line := strings.TrimSpace(clean(string(l.line))); line != "" {
		what += fmt.Sprintf(", saying %q", line)
	}
	return errors.New(what)
}
