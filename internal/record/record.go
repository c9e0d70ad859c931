// Package record saves games as SGF records, each in a file of its own.
package record

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"example.com/gogate"
	"example.com/gogate/internal/files"
	"example.com/gogate/internal/form"
	"example.com/gogate/internal/tell"
)

// Save writes the record of a game, with its decisions as comments, into a new file:
// whole or not at all.
func Save(path string, o gogate.Outcome, g gogate.Game) error {
	return files.WriteNew(path, tell.Record(o, g.Final, tell.Comments(g.Decisions)).Write)
}

// A Recorder saves games in a directory. A game's file has the same name and the same
// bytes in every run with the same seed. A Recorder serves one goroutine.
type Recorder struct {
	dir   string
	names map[string]bool // those given so far
}

// Games are the games that a Recorder will save.
type Games struct {
	Sizes  []int // of their boards
	First  uint64
	Seeds  int      // how many, from First on
	Agents []string // by name, in any pairing
}

// NewRecorder returns a recorder of games in dir, which it makes if it is missing. If dir
// has a record of such a game already, that is an error: it is better reported now than
// after the game.
func NewRecorder(dir string, games Games) (*Recorder, error) {
	if err := files.MakeDir(dir); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: choose a directory that can be read", files.Printable(dir), files.Cause(err))
	}
	for _, e := range entries {
		if games.has(e.Name()) {
			return nil, fmt.Errorf("%s exists already: choose a directory without records of the same board size, seeds and agents", files.Printable(filepath.Join(dir, e.Name())))
		}
	}
	return &Recorder{dir, make(map[string]bool)}, nil
}

// Save writes the record of a game. It is meant for Match.OnGame.
func (r *Recorder) Save(o gogate.Outcome, g gogate.Game) error {
	name := nameOf(g.Final.Size(), o)
	if r.names[name] { // an agent against itself, or both samples of a report on one board size
		name += "-2"
	}
	r.names[name] = true
	return Save(filepath.Join(r.dir, name+".sgf"), o, g)
}

// has reports whether a file has the name of one of the games, or of one whose writing
// was interrupted.
func (g Games) has(file string) bool {
	part := fileNames.FindStringSubmatch(file)
	if part == nil {
		return false
	}
	size, _ := form.Number(part[1])
	seed, ok := form.Seed(part[2])
	plays := func(slugged string) bool {
		return slices.ContainsFunc(g.Agents, func(agent string) bool { return slug(agent) == slugged })
	}
	return ok && seed-g.First < uint64(g.Seeds) && slices.Contains(g.Sizes, size) && plays(part[3]) && plays(part[4])
}
