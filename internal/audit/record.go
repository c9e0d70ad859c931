package audit

import (
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"example.com/gogate/internal/files"
	"example.com/gogate/internal/wait"
	"example.com/gogate/sgf"
)

// isRecord reports whether a file is a game record, by the extension of its name.
func isRecord(file string) bool { return strings.EqualFold(filepath.Ext(file), ".sgf") }

// record returns the games of a file, their main lines. They are read one after the
// other. An error is about one game, except that the last one can be about the file, of
// which nothing more can be read. Errors name the file.
func (a *auditor) record(ctx context.Context, file string) iter.Seq2[game, error] {
	return func(yield func(game, error) bool) {
		name := files.Printable(file)
		roots, unread := wait.For(ctx, func() ([]*sgf.Node, error) {
			f, err := os.Open(file)
			if err != nil {
				return nil, err
			}
			defer f.Close()
			return sgf.Parse(f)
		})
		for i, root := range roots {
			g := game{name: name}
			if i > 0 {
				g.name = fmt.Sprintf("%s, game %d", name, i+1)
			}
			record, err := a.newGame(root)
			if err != nil {
				err = fmt.Errorf("%s: %w", g.name, err)
			} else {
				g.start, g.turns = record.Start, allOf(record.Turns)
			}
			if !yield(g, err) {
				return
			}
		}
		if unread != nil {
			yield(game{}, fmt.Errorf("%s: %w", name, files.Unread(unread)))
		}
	}
}

// newGame reads a game of a record. Its board must have the size that the user asked for,
// if any.
func (a *auditor) newGame(root *sgf.Node) (*sgf.Game, error) {
	g, err := sgf.NewGame(root, a.Rules)
	if err != nil {
		return nil, err
	}
	if size, asked := g.Start.Size(), a.Rules.Size; asked != 0 && size != asked {
		err := fmt.Errorf("the board is %d×%[1]d: must be %d×%[2]d, as -size says; without -size, every size is accepted", size, asked)
		return nil, &sgf.Error{Offset: root.Offset, Turn: -1, Err: err}
	}
	return g, nil
}

// allOf yields turns, without an error.
func allOf(turns []sgf.Turn) iter.Seq2[sgf.Turn, error] {
	return func(yield func(sgf.Turn, error) bool) {
		for _, t := range turns {
			if !yield(t, nil) {
				return
			}
		}
	}
}
