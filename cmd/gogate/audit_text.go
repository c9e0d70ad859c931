package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"strings"

	"example.com/gogate"
	"example.com/gogate/internal/wait"
	"example.com/gogate/sgf"
)

const (
	wantMoves = "moves, one a line, such as B D4"
	wantLine  = "a colour and a move, such as B D4 or W pass"

	longestLine = 1<<16 - 1 // in bytes, without its end
)

// readMoves yields the turns of a text with one a line. Its errors name the text and,
// where a line is wrong, its number.
func readMoves(ctx context.Context, name string, open func() (io.ReadCloser, error)) iter.Seq2[sgf.Turn, error] {
	return func(yield func(sgf.Turn, error) bool) {
		r, err := wait.For(ctx, open)
		if err != nil {
			yield(sgf.Turn{}, fmt.Errorf("%s: %w", name, cause(err)))
			return
		}
		defer r.Close()
		in := bufio.NewReaderSize(wait.Reader(ctx, r), longestLine+1)
		for n, end := 1, false; !end; n++ {
			line, err := in.ReadSlice('\n')
			if end = err == io.EOF; err != nil && !end && err != bufio.ErrBufferFull {
				yield(sgf.Turn{}, fmt.Errorf("%s: %w: want %s", name, cause(err), wantMoves))
				return
			}
			if n == 1 {
				line = bytes.TrimPrefix(line, []byte("\ufeff")) // some editors put it there
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

// readTurn reads a line, of which it may get the beginning if it is too long. It
// reports false for one without a move.
func readTurn(line []byte) (t sgf.Turn, ok bool, err error) {
	const cut = 40 // letters of what is wrong: enough to see it, and no move is longer
	switch {
	case bytes.IndexByte(line, 0) >= 0:
		return sgf.Turn{}, false, fmt.Errorf("this is no text: want %s", wantLine)
	case len(bytes.TrimSuffix(line, []byte("\n"))) > longestLine:
		return sgf.Turn{}, false, fmt.Errorf("more than %d bytes: want %s", longestLine, wantLine)
	}
	text, _, _ := strings.Cut(string(line), "#")
	words := strings.Fields(text)
	switch len(words) {
	case 0:
		return sgf.Turn{}, false, nil
	case 2:
	default:
		return sgf.Turn{}, false, fmt.Errorf("%.*q: want %s", cut, strings.TrimSpace(text), wantLine)
	}
	if t.Color, err = gogate.ParseColor(words[0]); err != nil {
		return sgf.Turn{}, false, err
	}
	if t.Move, err = gogate.ParseMove(words[1][:min(len(words[1]), cut)]); err != nil {
		return sgf.Turn{}, false, err
	}
	return t, true, nil
}
