package audit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"

	"example.com/gogate"
	"example.com/gogate/internal/files"
	"example.com/gogate/sgf"
)

// A source is what an argument names.
type source struct {
	name     string
	games    iter.Seq2[game, error] // nil for a directory
	accepted string                 // what it must have, in words
}

// A game is one to audit. It may be read while it is audited, and only once.
type game struct {
	name  string
	start *gogate.Position           // the board before the first turn, and the rules
	turns iter.Seq2[sgf.Turn, error] // an error names the game and is the last
}

// open returns the sources that arguments name. It reads nothing: a wrong argument is
// reported before the first line is read.
func (a *auditor) open(ctx context.Context, args []string) ([]source, error) {
	if len(args) == 0 {
		args = []string{"-"}
	}
	sources := make([]source, len(args))
	for i, arg := range args {
		if arg == "-" && slices.Contains(args[:i], arg) {
			return nil, errors.New("- is given twice: standard input can be read only once")
		}
		var err error
		if sources[i], err = a.openOne(ctx, arg); err != nil {
			return nil, err
		}
	}
	return sources, nil
}

// openOne returns the source that an argument names. The extension of a file tells a
// record from text.
func (a *auditor) openOne(ctx context.Context, arg string) (source, error) {
	switch {
	case arg == "":
		return source{}, errors.New(`file "": must be the name of a file or directory, or - for standard input`)
	case arg == "-":
		open := func() (io.ReadCloser, error) { return io.NopCloser(a.Stdin), nil }
		return a.openText(ctx, "standard input", open)
	case strings.HasPrefix(arg, "-"):
		return source{}, fmt.Errorf("%q comes after a file: flags must come before files", arg)
	}
	if info, err := os.Stat(arg); err == nil && info.IsDir() {
		return source{name: arg, accepted: "at least one of its records must have a move"}, nil
	}
	if isRecord(arg) {
		return source{files.Printable(arg), a.record(ctx, arg), "at least one of its games must have a move"}, nil
	}
	return a.openText(ctx, files.Printable(arg), func() (io.ReadCloser, error) { return os.Open(arg) })
}

// openText returns the source of text, which is one game.
func (a *auditor) openText(ctx context.Context, name string, open func() (io.ReadCloser, error)) (source, error) {
	rules := a.Rules
	if rules.Size == 0 {
		rules.Size = DefaultSize
	}
	start, err := rules.Start()
	if err != nil {
		return source{}, err
	}
	g := game{name, start, readMoves(ctx, name, open)}
	one := func(yield func(game, error) bool) { yield(g, nil) }
	return source{name, one, acceptedText}, nil
}
