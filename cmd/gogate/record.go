package main

import (
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"example.com/gogate"
	"example.com/gogate/internal/form"
	"example.com/gogate/internal/tell"
	"example.com/gogate/sgf"
)

// sgfFlag defines the flag -sgf. Its value is empty if it is not given.
func sgfFlag(flags *flag.FlagSet) *string {
	dir := new(string)
	flags.Func("sgf", "`DIR` save every game as a record in this directory", func(s string) error {
		if s == "" {
			return errors.New("must be the name of a directory")
		}
		*dir = s
		return nil
	})
	return dir
}

// A recorder saves games as records in a directory, each in a file of its own. The
// file has the same name and the same bytes in every run with the same seed.
type recorder struct {
	dir   string
	names map[string]bool // those given so far
}

// newRecorder returns a recorder for the games of so many seeds from the first one on,
// between agents with the given names. It makes the directory. It is an error if that
// has a record of such a game: better now than when the game has been played.
func newRecorder(dir string, sizes []int, first uint64, seeds int, agents ...string) (*recorder, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("-sgf: %s: %w", dir, cause(err))
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("-sgf: %s: %w", dir, cause(err))
	}
	var slugs []string
	for _, name := range agents {
		slugs = append(slugs, slug(name))
	}
	for _, e := range entries {
		part := recordNames.FindStringSubmatch(e.Name())
		if part == nil {
			continue
		}
		size, _ := form.Number(part[1])
		seed, ok := form.Seed(part[2])
		if ok && seed-first < uint64(seeds) && slices.Contains(sizes, size) &&
			slices.Contains(slugs, part[3]) && slices.Contains(slugs, part[4]) {
			return nil, fmt.Errorf("-sgf: %s is there already: want a directory without records of the same board size, seeds and agents", filepath.Join(dir, e.Name()))
		}
	}
	f, err := os.CreateTemp(dir, ".gogate-*")
	if err != nil {
		return nil, fmt.Errorf("-sgf: %s: %w: want a directory that can be written", dir, cause(err))
	}
	if err := errors.Join(f.Close(), os.Remove(f.Name())); err != nil {
		return nil, fmt.Errorf("-sgf: %w", err)
	}
	return &recorder{dir, make(map[string]bool)}, nil
}

// recordNames is the form of the names of records, and of those that are not yet
// written to their end.
var recordNames = regexp.MustCompile(`^\.?([0-9]+)x[0-9]+-seed([0-9]+)-([^-]+)-([^-]+)(?:-2)?\.sgf(?:\.tmp)?$`)

// name returns the name of a game's file, without its extension.
func (r *recorder) name(o gogate.Outcome, size int) string {
	name := fmt.Sprintf("%dx%[1]d-seed%d-%s-%s", size, o.Seed, slug(o.Black), slug(o.White))
	if r.names[name] { // an agent against itself, or the small sample on a board of the main size
		name += "-2"
	}
	r.names[name] = true
	return name
}

// slug returns the name of an agent for use in that of a file: small letters, digits
// and = as they are, and _ for blanks. For a name that has more, or is long, the first
// bytes of its hash follow, which tell it from those that it now looks like.
func slug(name string) string {
	const longest = 40
	if !plainAgents.MatchString(name) || len(name) > longest {
		words := strings.Trim(notPlain.ReplaceAllString(strings.ToLower(name), "_"), "_")
		hash := sha256.Sum256([]byte(name))
		return fmt.Sprintf("%.*s.%x", longest, words, hash[:4])
	}
	return strings.ReplaceAll(name, " ", "_")
}

var (
	plainAgents = regexp.MustCompile(`^[a-z0-9= ]+$`)
	notPlain    = regexp.MustCompile(`[^a-z0-9=]+`)
)

// save writes the record of a game. It is what Match.OnGame calls.
func (r *recorder) save(o gogate.Outcome, g gogate.Game) error {
	return writeRecord(filepath.Join(r.dir, r.name(o, g.Final.Size())+".sgf"), tell.Record(o, g.Final, tell.Comments(g.Decisions)))
}

// writeRecord writes a record into a new file, whole or not at all.
func writeRecord(path string, g *sgf.Game) error {
	return writeWhole(path, func(w io.Writer) error {
		err := g.Write(w)
		if _, exists := os.Lstat(path); err == nil && !errors.Is(exists, fs.ErrNotExist) {
			err = fmt.Errorf("%s is there already, which it was not at the start: want one run at a time for a record", path)
		}
		return err
	})
}

// writeWhole writes a file, whole or not at all, in place of one that is there.
func writeWhole(path string, write func(io.Writer) error) error {
	f, err := openUnfinished(path)
	if err != nil {
		return err
	}
	err = errors.Join(write(f), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// openUnfinished opens a new file beside the one with the given path, for what will
// have its name once it is written to its end.
func openUnfinished(path string) (*os.File, error) {
	dir, name := filepath.Split(path)
	unfinished := dir + "." + name + ".tmp"
	f, err := os.OpenFile(unfinished, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		err = fmt.Errorf("%s is there, of a run that goes on or did not end well: want it removed, or another place", unfinished)
	}
	return f, err
}
