package audit

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"example.com/gogate"
	"example.com/gogate/internal/files"
	"example.com/gogate/internal/wait"
	"example.com/gogate/sgf"
)

const (
	acceptedText = "text must have one move a line, such as B D4"
	acceptedLine = "a line must be a colour and a move, such as B D4 or W pass"

	longestLine = 1<<16 - 1 // in bytes, without its end
)

// readMoves yields the turns of text with one a line. Its errors name the text and, if a
// line is wrong, its number.
func readMoves(ctx context.Context, name string, open func() (io.ReadCloser, error)) iter.Seq2[sgf.Turn, error] {
	return func(yield func(sgf.Turn, error) bool) {
		r, err := wait.For(ctx, open)
		if err != nil {
			yield(sgf.Turn{}, fmt.Errorf("%s: %w", name, files.Unread(err)))
			return
		}
		defer r.Close()
		in := bufio.NewReaderSize(wait.Reader(ctx, r), longestLine+1)
		for n, end := 1, false; !end; n++ {
			line, err := in.ReadSlice('\n')
			if end = err == io.EOF; err != nil && !end && err != bufio.ErrBufferFull {
				yield(sgf.Turn{}, fmt.Errorf("%s: %w: %s", name, files.Cause(err), acceptedText))
				return
			}
			if n == 1 {
				line = bytes.TrimPrefix(line, []byte("\ufeff")) // some editors begin a file with it
			}
			t, ok, err := readTurn(line)
			if err != nil {
				yield(sgf.Turn{}, fmt.Errorf("%s:%d: %w", name, n, err))
				return
			}
			if ok && !yield(t, nil) {
				return
			}
		}
	}
}

// readTurn reads a line, or the beginning of one that is too long. It reports false for a
// line without a move.
func readTurn(line []byte) (t sgf.Turn, ok bool, err error) {
	const cut = 40 // letters of a wrong line that are shown; every move is shorter
	switch {
	case bytes.IndexByte(line, 0) >= 0:
		return sgf.Turn{}, false, errors.New("this is not text: " + acceptedLine)
	case len(bytes.TrimSuffix(line, []byte("\n"))) > longestLine:
		return sgf.Turn{}, false, fmt.Errorf("the line is longer than %d bytes: %s", longestLine, acceptedLine)
	}
	text, _, _ := strings.Cut(string(line), "#")
	words := strings.Fields(text)
	switch len(words) {
	case 0:
		return sgf.Turn{}, false, nil
	case 2:
	default:
		return sgf.Turn{}, false, fmt.Errorf("%.*q: %s", cut, strings.TrimSpace(text), acceptedLine)
	}
	if t.Color, err = gogate.ParseColor(words[0]); err != nil {
		return sgf.Turn{}, false, err
	}
	if t.Move, err = gogate.ParseMove(words[1][:min(len(words[1]), cut)]); err != nil {
		return sgf.Turn{}, false, err
	}
	return t, true, nil
}
