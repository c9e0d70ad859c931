package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/gogate"
	"example.com/gogate/sgf"
)

// contents returns the files of a directory with what is in them.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := make(map[string]string)
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = string(text)
	}
	return all
}

// readRecord returns the game of a file.
func readRecord(t *testing.T, text string) *sgf.Game {
	t.Helper()
	roots, err := sgf.Parse(strings.NewReader(text))
	if err != nil || len(roots) != 1 {
		t.Fatalf("got %d games, %v, want one", len(roots), err)
	}
	g, err := sgf.NewGame(roots[0], gogate.Rules{Resign: true})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Every game of a match is a file, and nothing else that is printed changes.
func TestMatchRecords(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "games")
	args := []string{"match", "-size", "5", "-playouts", "10", "-seeds", "7:9", "-agents", "gated,mcts uct", "-komi", "5.5"}
	want := printed(t, args...)
	if got := printed(t, append(args, "-sgf", dir)...); got != want {
		t.Errorf("got\n%s\nwant what is printed without -sgf,\n%s", got, want)
	}
	records := contents(t, dir)
	for _, seed := range []int{7, 8} {
		for _, agents := range []string{"gated_playouts=10-mcts_playouts=10_uct", "mcts_playouts=10_uct-gated_playouts=10"} {
			name := fmt.Sprintf("5x5-seed%d-%s.sgf", seed, agents)
			if g := readRecord(t, records[name]); g.Result == "" || g.Start.Rules().Komi != 5.5 {
				t.Errorf("%s: got %+v, want a game with komi 5.5 that ended", name, g)
			}
		}
	}
	if len(records) != 4 {
		t.Errorf("got %q, want 4 files", slices.Sorted(maps.Keys(records)))
	}

	// The same for any number of workers, and beside the records of other seeds.
	again := filepath.Join(t.TempDir(), "games")
	for _, seeds := range []string{"8:9", "7:8"} {
		printed(t, append(args, "-sgf", again, "-workers", "3", "-seeds", seeds)...)
	}
	if got := contents(t, again); !maps.Equal(got, records) {
		t.Error("3 workers: got other files")
	}
}

// A report keeps the games of all its matches, those of a second sample of the same size
// included.
func TestReportRecords(t *testing.T) {
	dir := t.TempDir()
	args := tiny("5:7", "-large", "3")
	want := printed(t, args...)
	if got := printed(t, append(args, "-sgf", dir)...); got != want {
		t.Errorf("got\n%s\nwant what is printed without -sgf", got)
	}
	got := slices.Sorted(maps.Keys(contents(t, dir)))
	var names []string
	for _, players := range []string{"gated-random", "random-gated", "gated-greedy", "greedy-gated", "mcts-greedy", "greedy-mcts", "gated-mcts", "mcts-gated"} {
		names = append(names, "3x3-seed5-"+players+".sgf", "3x3-seed6-"+players+".sgf")
		if !strings.Contains(players, "mcts") { // the small sample leaves mcts out
			names = append(names, "3x3-seed5-"+players+"-2.sgf")
		}
	}
	slices.Sort(names)
	if !slices.Equal(got, names) {
		t.Errorf("got %q, want %q", got, names)
	}
}

// Records of the same games are refused before the first is played.
func TestRecordsExist(t *testing.T) {
	dir := t.TempDir()
	path := writeFile(t, dir, "5x5-seed5-random-greedy.sgf", "(;SZ[5])")
	want := "gogate: -sgf: " + path + " exists already: choose a directory without records of the same board size, seeds and agents\n"
	for _, command := range []string{"match -agents random,greedy", "report -large 0 -playouts 2"} {
		var stdout, stderr strings.Builder
		status := run(context.Background(), append(strings.Fields(command), "-size", "5", "-seeds", "5:7", "-sgf", dir), &stdout, &stderr, false)
		if got := contents(t, dir); len(got) != 1 || status != 2 || stdout.Len() > 0 || stderr.String() != want {
			t.Errorf("%s: got status %d, stdout %q, stderr %q, %d files, want 2, nothing, %q and 1", command, status, stdout.String(), stderr.String(), len(got), want)
		}
	}
}

func TestRecordsOfDocs(t *testing.T) {
	const match, audit = "match -agents gated,random -seeds 1 -sgf games", "audit games"
	var stdout strings.Builder
	t.Run("run", func(t *testing.T) {
		t.Chdir(t.TempDir())
		printed(t, strings.Fields(match)...)
		run(context.Background(), strings.Fields(audit), &stdout, io.Discard, false)
	})
	checkShown(t, "go run ./cmd/gogate "+match+"\ngo run ./cmd/gogate "+audit+"\n", stdout.String())
}
