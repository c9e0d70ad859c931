package main

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"example.com/gogate"
	"example.com/gogate/internal/files"
	"example.com/gogate/internal/record"
	"example.com/gogate/sgf"
)

// sgfFlag defines the flag -sgf. Its value is empty if it is not given.
func sgfFlag(flags *flag.FlagSet) *string {
	dir := new(string)
	flags.Func("sgf", "save every game as an SGF record in this `directory`", func(s string) error {
		if s == "" {
			return errors.New("must be the name of a directory")
		}
		*dir = s
		return nil
	})
	return dir
}

// A recorder saves games as records.
type recorder struct{ *record.Recorder }

func newRecorder(dir string, sizes []int, first uint64, seeds int, agents ...string) (*recorder, error) {
	r, err := record.NewRecorder(dir, record.Games{Sizes: sizes, First: first, Seeds: seeds, Agents: agents})
	if err != nil {
		return nil, fmt.Errorf("-sgf: %w", err)
	}
	return &recorder{r}, nil
}

func (r *recorder) save(o gogate.Outcome, g gogate.Game) error { return r.Save(o, g) }

func writeRecord(path string, g *sgf.Game) error { return files.WriteNew(path, g.Write) }

func openUnfinished(path string) (*os.File, error) { return files.OpenUnfinished(path) }
