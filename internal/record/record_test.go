package record_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"example.com/gogate"
	"example.com/gogate/internal/agents"
	"example.com/gogate/internal/record"
	"example.com/gogate/sgf"
)

// saved plays a match on 5×5 with the records saved in dir. It returns the games and
// their decisions by the names of their files.
func saved(t *testing.T, dir string, a, b gogate.Entrant, seeds ...uint64) map[string]played {
	t.Helper()
	r, err := record.NewRecorder(dir, record.Games{Sizes: []int{5}, First: seeds[0], Seeds: len(seeds), Agents: []string{a.Name, b.Name}})
	if err != nil {
		t.Fatal(err)
	}
	rules := gogate.DefaultRules(5)
	rules.Resign = true
	games := make(map[string]played)
	m := gogate.Match{Rules: rules, A: a, B: b, Seeds: seeds, OnGame: func(o gogate.Outcome, g gogate.Game) error {
		before := names(t, dir)
		err := r.Save(o, g)
		for _, name := range names(t, dir) {
			if !slices.Contains(before, name) {
				games[name] = played{o, g}
			}
		}
		return err
	}}
	if _, err := m.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	return games
}

// A played is a game of a match.
type played struct {
	outcome gogate.Outcome
	game    gogate.Game
}

// names returns the names of the files in a directory.
func names(t *testing.T, dir string) (all []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

// read returns the game of a record.
func read(t *testing.T, path string) *sgf.Game {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	roots, err := sgf.Parse(f)
	if err != nil || len(roots) != 1 {
		t.Fatalf("%s: got %d games, %v, want one", path, len(roots), err)
	}
	g, err := sgf.NewGame(roots[0], gogate.Rules{Resign: true})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// entrant returns the agent of the roster with this name, with 10 playouts for a move.
func entrant(name string) gogate.Entrant {
	return gogate.Entrant{Name: name, New: func(seed uint64) gogate.Player {
		player, _ := agents.New(name, 10, seed)
		return player
	}}
}

// Every game is a file that reads back as it was played, with the decisions of the gate
// as comments.
func TestSave(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "games")
	gated := gogate.Entrant{Name: "gated playouts=10", New: entrant("gated").New}
	games := saved(t, dir, entrant("random"), gated, 7, 8)
	overridden := 0
	for _, name := range []string{
		"5x5-seed7-random-gated_playouts=10.sgf", "5x5-seed7-gated_playouts=10-random.sgf",
		"5x5-seed8-random-gated_playouts=10.sgf", "5x5-seed8-gated_playouts=10-random.sgf",
	} {
		p := games[name]
		g := read(t, filepath.Join(dir, name))
		o := p.outcome
		if g.Black != o.Black || g.White != o.White || g.Result != o.Result || g.Date != "" || g.Comment != fmt.Sprintf("seed %d", o.Seed) {
			t.Fatalf("%s: got %+v, want %+v", name, g, o)
		}
		comments := make(map[int]string)
		for _, d := range p.game.Decisions {
			comments[d.Turn] = d.String()
			if d.Overridden() {
				overridden++
			}
		}
		history := p.game.Final.History()
		for i, turn := range g.Turns {
			if turn.Move != history[i+1].Last() || turn.Comment != comments[i] {
				t.Errorf("%s, turn %d: got %v with %q, want %v with %q", name, i+1, turn.Move, turn.Comment, history[i+1].Last(), comments[i])
			}
		}
		if len(g.Turns) != o.Turns {
			t.Errorf("%s: got %d turns, want %d", name, len(g.Turns), o.Turns)
		}
	}
	if len(games) != 4 || overridden == 0 {
		t.Errorf("got %q with %d moves overridden, want 4 and some", slices.Sorted(maps.Keys(games)), overridden)
	}
}

// A resignation, and an illegal move that loses a game, of a player with a name that no
// file may have.
func TestSaveLost(t *testing.T) {
	dir := t.TempDir()
	bad := gogate.Entrant{Name: "gtp:/bin/bad", New: func(seed uint64) gogate.Player {
		return gogate.PlayerFunc(func(_ context.Context, p *gogate.Position) (gogate.Move, error) {
			switch {
			case p.Turn() < 2:
				return gogate.Pass, nil
			case seed == 0:
				return gogate.Resign, nil
			}
			return gogate.MustParseMove("Z25"), nil
		})
	}}
	games := saved(t, dir, entrant("random"), bad, 0, 1)
	for _, test := range []struct{ name, result string }{
		{"5x5-seed0-random-gtp_bin_bad.04298f41.sgf", "B+R"}, {"5x5-seed0-gtp_bin_bad.04298f41-random.sgf", "W+R"},
		{"5x5-seed1-random-gtp_bin_bad.04298f41.sgf", "B+F"}, {"5x5-seed1-gtp_bin_bad.04298f41-random.sgf", "W+F"},
	} {
		p, ok := games[test.name]
		if !ok {
			t.Fatalf("got %q, want %s", slices.Sorted(maps.Keys(games)), test.name)
		}
		g := read(t, filepath.Join(dir, test.name))
		last := g.Turns[len(g.Turns)-1]
		forfeit := ""
		if p.outcome.Forfeit != "" {
			forfeit = "forfeit: " + p.outcome.Forfeit
		}
		if g.Result != test.result || (forfeit != "") != (test.result[2:] == "F") || last.Comment != forfeit {
			t.Errorf("%s: got %s and at the end %+v, want %s and %q", test.name, g.Result, last, test.result, forfeit)
		}
	}
}

// The two games of an agent against itself have names of their own.
func TestSaveTwins(t *testing.T) {
	games := saved(t, t.TempDir(), entrant("random"), entrant("random"), 3)
	want := []string{"5x5-seed3-random-random-2.sgf", "5x5-seed3-random-random.sgf"}
	if got := slices.Sorted(maps.Keys(games)); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A directory with records of the same games is refused, and left alone.
func TestNewRecorderExists(t *testing.T) {
	for _, test := range []struct {
		file string // that exists
		ok   bool
	}{
		{"5x5-seed5-random-greedy.sgf", false},
		{"5x5-seed6-greedy-random.sgf", false},
		{"5x5-seed5-random-random-2.sgf", false},
		{".5x5-seed5-random-greedy.sgf.tmp", false},
		{"7x7-seed5-random-greedy.sgf", false},
		{"5x5-seed4-random-greedy.sgf", true},
		{"5x5-seed7-random-greedy.sgf", true},
		{"5x5-seed5-random-mcts.sgf", true},
		{"6x6-seed5-random-greedy.sgf", true},
		{"5x5-seed99999999999999999999-random-greedy.sgf", true},
		{"game.sgf", true},
	} {
		dir := t.TempDir()
		path := writeFile(t, dir, test.file, "(;SZ[5])")
		_, err := record.NewRecorder(dir, record.Games{Sizes: []int{5, 7}, First: 5, Seeds: 2, Agents: []string{"random", "greedy"}})
		want := path + " exists already: choose a directory without records of the same board size, seeds and agents"
		if test.ok && err != nil || !test.ok && (err == nil || err.Error() != want) {
			t.Errorf("%s: got %v, want ok %v", test.file, err, test.ok)
		}
		if got := names(t, dir); len(got) != 1 || got[0] != test.file {
			t.Errorf("%s: got %q, want it alone", test.file, got)
		}
	}
}

// Why records cannot be saved.
func TestFailures(t *testing.T) {
	dir := t.TempDir()
	games := record.Games{Sizes: []int{5}, Seeds: 1, Agents: []string{"a", "b"}}
	file := writeFile(t, dir, "file", "")
	for _, path := range []string{file, filepath.Join(file, "below")} {
		want := path + ": " + syscall.ENOTDIR.Error() + ": choose a directory in which files can be written"
		if _, err := record.NewRecorder(path, games); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	closed := filepath.Join(dir, "closed")
	if err := os.Mkdir(closed, 0o555); err != nil {
		t.Fatal(err)
	}
	if os.WriteFile(filepath.Join(closed, "file"), nil, 0o666) != nil { // as for everybody but root
		want := closed + ": " + syscall.EACCES.Error() + ": choose a directory in which files can be written"
		if _, err := record.NewRecorder(closed, games); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}

	saves := filepath.Join(dir, "saves")
	r, err := record.NewRecorder(saves, games)
	if err != nil {
		t.Fatal(err)
	}
	g := gogate.Game{Final: gogate.MustStart(5)}
	path := writeFile(t, saves, "5x5-seed0-a-b.sgf", "another run") // since the recorder was made
	if err := r.Save(gogate.Outcome{Black: "a", White: "b"}, g); err == nil || !strings.HasPrefix(err.Error(), path+" was written by another run") {
		t.Errorf("a file that exists: got %v", err)
	}
	if err := r.Save(gogate.Outcome{Black: "b", White: "a"}, g); err != nil {
		t.Error(err)
	}
	if got := names(t, saves); !slices.Equal(got, []string{"5x5-seed0-a-b.sgf", "5x5-seed0-b-a.sgf"}) {
		t.Errorf("got %q, want the file as it was, and the other game", got)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "another run" {
		t.Errorf("got %q, %v, want the file of another run", text, err)
	}
	os.RemoveAll(saves)
	if err := r.Save(gogate.Outcome{Black: "b", White: "a", Seed: 1}, g); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no directory: got %v, want %v", err, fs.ErrNotExist)
	}
}

// writeFile writes a file and returns its path.
func writeFile(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}
