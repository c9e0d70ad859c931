package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/gogate"
	"example.com/gogate/sgf"
)

// files returns the files of a directory with what is in them.
func files(t *testing.T, dir string) map[string]string {
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

// checkRecords compares the records in a directory with the games of a match, by
// their names.
func checkRecords(t *testing.T, dir string, games []gogate.Outcome, names ...string) {
	t.Helper()
	all := files(t, dir)
	if got := slices.Sorted(maps.Keys(all)); len(games) != len(names) || !slices.Equal(got, slices.Sorted(slices.Values(names))) {
		t.Fatalf("got %q, want %q", got, names)
	}
	_, document, _ := audits("-json -checks legal " + dir)
	var r audited
	if err := json.Unmarshal([]byte(document), &r); err != nil {
		t.Fatal(err)
	}
	for i, o := range games {
		path := filepath.Join(dir, names[i])
		at := slices.IndexFunc(r.Games, func(g auditedGame) bool { return g.Name == path })
		if at < 0 {
			t.Errorf("%s: the audit lacks it, and has %q", names[i], r.Unread)
			continue
		}
		turns := o.Turns
		if strings.HasSuffix(o.Result, "+R") {
			turns-- // which records have no move for
		}
		if got := r.Games[at].Tally; got.Judged != turns || got.Failed != 0 || got.Unjudged != 0 {
			t.Errorf("%s: got %+v, want %d turns that pass", names[i], got, turns)
		}
		if g := readRecord(t, all[names[i]]); g.Black != o.Black || g.White != o.White || g.Result != o.Result ||
			g.Date != "" || g.Comment != fmt.Sprintf("seed %d", o.Seed) {
			t.Errorf("%s: got %+v, want %+v", names[i], g, o)
		}
	}
}

// matchGames returns the games of a match that prints JSON.
func matchGames(t *testing.T, args ...string) []gogate.Outcome {
	t.Helper()
	var r gogate.Result
	if err := json.Unmarshal([]byte(printed(t, args...)), &r); err != nil {
		t.Fatal(err)
	}
	return r.Games
}

// Every game of a match is a file that reads back, and nothing else that is printed
// changes.
func TestMatchRecords(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "games")
	args := []string{"match", "-size", "5", "-playouts", "10", "-seeds", "7:9", "-agents", "gated,mcts uct", "-komi", "5.5"}
	want := printed(t, args...)
	if got := printed(t, append(args, "-sgf", dir)...); got != want {
		t.Errorf("got\n%s\nwant what is printed without -sgf,\n%s", got, want)
	}
	games := matchGames(t, append(args, "-json")...)
	checkRecords(t, dir, games,
		"5x5-seed7-gated_playouts=10-mcts_playouts=10_uct.sgf", "5x5-seed7-mcts_playouts=10_uct-gated_playouts=10.sgf",
		"5x5-seed8-gated_playouts=10-mcts_playouts=10_uct.sgf", "5x5-seed8-mcts_playouts=10_uct-gated_playouts=10.sgf")

	// The same for any number of workers, and beside the records of other seeds.
	want8 := files(t, dir)
	for _, workers := range []string{"1", "3"} {
		again := filepath.Join(t.TempDir(), "games")
		for _, seeds := range []string{"8:9", "7:8"} {
			printed(t, append(args, "-sgf", again, "-workers", workers, "-seeds", seeds)...)
		}
		if got := files(t, again); !maps.Equal(got, want8) {
			t.Errorf("%s workers: got other files", workers)
		}
	}
}

// The comments are the decisions of the gate, without what differs from run to run.
func TestRecordComments(t *testing.T) {
	dir := t.TempDir()
	printed(t, "match", "-size", "5", "-seeds", "1", "-playouts", "10", "-agents", "random,gated", "-sgf", dir)
	text := files(t, dir)["5x5-seed0-random-gated_playouts=10.sgf"]
	match := gogate.Match{Rules: gogate.DefaultRules(5), Seeds: []uint64{0}}
	match.Rules.Resign = true
	for i, e := range []*gogate.Entrant{&match.A, &match.B} {
		*e = gogate.Entrant{New: gogate.Entrants(10)[[]int{0, 4}[i]].New}
	}
	var decisions []gogate.Decision
	match.OnGame = func(_ gogate.Outcome, g gogate.Game) error {
		if decisions == nil {
			decisions = g.Decisions
		}
		return nil
	}
	if _, err := match.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	game := readRecord(t, text)
	overridden := 0
	for _, d := range decisions {
		if got := game.Turns[d.Turn].Comment; got != d.String() {
			t.Errorf("turn %d: got %q, want %q", d.Turn+1, got, d)
		}
		if d.Overridden() {
			overridden++
		}
	}
	for i, turn := range game.Turns {
		if (turn.Comment == "") != (i%2 == 0) {
			t.Errorf("turn %d: got the comment %q, want those of White alone", i+1, turn.Comment)
		}
	}
	if overridden == 0 {
		t.Errorf("no decision overrides a proposal, so this shows little")
	}
}

// Resignations, and illegal moves that lose a game, of an engine whose name is long
// and has all sorts of letters.
func TestRecordEngine(t *testing.T) {
	agents := against(t)
	_, engine, _ := strings.Cut(agents, ",")
	e := slug(engine)
	name := func(seed int, black, white string) string {
		return fmt.Sprintf("5x5-seed%d-%s-%s.sgf", seed, black, white)
	}
	dir := t.TempDir()
	args := []string{"match", "-size", "5", "-json", "-agents", agents, "-seeds"}
	games := matchGames(t, append(args, "0:2", "-sgf", dir)...)
	games = append(games, matchGames(t, append(args, "3:4", "-sgf", dir)...)...)
	checkRecords(t, dir, games, name(0, "random", e), name(0, e, "random"), name(1, "random", e), name(1, e, "random"),
		name(3, "random", e), name(3, e, "random"))
	for i, loser := range []gogate.Color{gogate.White, gogate.Black} {
		o := games[4+i]
		text := files(t, dir)[name(3, slug(o.Black), slug(o.White))]
		turns := readRecord(t, text).Turns
		last := turns[len(turns)-1]
		if o.Forfeit == "" || o.Winner != loser.Opponent() || last.Move != 0 || last.Comment != "forfeit: "+o.Forfeit ||
			!strings.Contains(text, "RE["+o.Winner.String()[:1]+"+F]") {
			t.Errorf("got %+v and, in the end, %+v, want a forfeit of %v", o, last, loser)
		}
	}
}

// A report keeps the games of all its matches, those of a second sample of the same
// size included.
func TestReportRecords(t *testing.T) {
	dir := t.TempDir()
	args := tiny("5:7", "-large", "3", "-json")
	want := printed(t, args...)
	if got := printed(t, append(args, "-sgf", dir)...); got != want {
		t.Errorf("got\n%s\nwant what is printed without -sgf", got)
	}
	var r gogate.Report
	if err := json.Unmarshal([]byte(want), &r); err != nil {
		t.Fatal(err)
	}
	var games []gogate.Outcome
	var names []string
	for i, m := range r.Matches {
		for _, o := range m.Games {
			name := fmt.Sprintf("3x3-seed%d-%s-%s", o.Seed, o.Black, o.White)
			if i >= 4 {
				name += "-2"
			}
			games, names = append(games, o), append(names, name+".sgf")
		}
	}
	checkRecords(t, dir, games, names...)
}

// An agent against itself plays two games with each seed under one name.
func TestRecordsOfTwins(t *testing.T) {
	dir := t.TempDir()
	args := []string{"match", "-size", "5", "-agents", "random,random", "-seeds", "2", "-json"}
	games := matchGames(t, append(args, "-sgf", dir)...)
	checkRecords(t, dir, games, "5x5-seed0-random-random.sgf", "5x5-seed0-random-random-2.sgf",
		"5x5-seed1-random-random.sgf", "5x5-seed1-random-random-2.sgf")
}

// Records of the same games are refused before the first is played, and left alone.
func TestRecordsExist(t *testing.T) {
	for _, test := range []struct {
		file string // that is there
		ok   bool
	}{
		{"5x5-seed5-random-greedy.sgf", false},
		{"5x5-seed6-greedy-random.sgf", false},
		{"5x5-seed5-random-random-2.sgf", false},
		{".5x5-seed5-random-greedy.sgf.tmp", false},
		{"5x5-seed4-random-greedy.sgf", true},
		{"5x5-seed7-random-greedy.sgf", true},
		{"5x5-seed5-random-mcts.sgf", true},
		{"6x6-seed5-random-greedy.sgf", true},
		{"5x5-seed99999999999999999999-random-greedy.sgf", true},
		{"game.sgf", true},
	} {
		dir := t.TempDir()
		path := writeFile(t, dir, test.file, "(;SZ[5])")
		for _, command := range []string{"match -agents random,greedy", "report -large 0 -playouts 2"} {
			if test.ok && strings.HasPrefix(command, "report") {
				continue
			}
			var stdout, stderr strings.Builder
			status := run(context.Background(), append(strings.Fields(command), "-size", "5", "-seeds", "5:7", "-sgf", dir), &stdout, &stderr, false)
			all := files(t, dir)
			if all[test.file] != "(;SZ[5])" {
				t.Errorf("%s: the file was changed", test.file)
			}
			want := "gogate: -sgf: " + path + " is there already: want a directory without records of the same board size, seeds and agents\n"
			switch {
			case test.ok && (status != 0 || len(all) != 5):
				t.Errorf("%s: got status %d, stderr %q and %d files, want 0 and 5", test.file, status, stderr.String(), len(all))
			case !test.ok && (status != 2 || stdout.Len() > 0 || stderr.String() != want || len(all) != 1):
				t.Errorf("%s: got status %d, stdout %q, stderr %q, want 2, nothing and %q", test.file, status, stdout.String(), stderr.String(), want)
			}
		}
	}
}

// Where records cannot be saved, that is said.
func TestRecordFailures(t *testing.T) {
	dir := t.TempDir()
	file := writeFile(t, dir, "file", "")
	for _, path := range []string{file, file + "/below"} {
		var stderr strings.Builder
		status := run(context.Background(), []string{"match", "-size", "5", "-agents", "random,greedy", "-sgf", path}, io.Discard, &stderr, false)
		if want := "gogate: -sgf: " + path + ": not a directory\n"; status != 2 || stderr.String() != want {
			t.Errorf("got status %d, stderr %q, want 2 and %q", status, stderr.String(), want)
		}
	}

	if os.Geteuid() > 0 {
		closed := t.TempDir()
		if err := os.Chmod(closed, 0o555); err != nil {
			t.Fatal(err)
		}
		if _, err := newRecorder(closed, []int{5}, 0, 1, "a", "b"); err == nil {
			t.Error("a directory that cannot be written: no error")
		}
	}
	r, err := newRecorder(dir, []int{5}, 0, 1, "a", "b")
	if err != nil {
		t.Fatal(err)
	}
	o := gogate.Outcome{Black: "a", White: "b"}
	g := gogate.Game{Final: gogate.MustStart(5)}
	path := writeFile(t, dir, "5x5-seed0-a-b.sgf", "another run") // since the recorder was made
	if err := r.save(o, g); err == nil || !strings.HasPrefix(err.Error(), path+" is there already") {
		t.Errorf("a file that is there: got %v", err)
	}
	if err := r.save(gogate.Outcome{Black: "b", White: "a"}, gogate.Game{Final: g.Final}); err != nil {
		t.Error(err)
	}
	got := files(t, dir)
	if len(got) != 3 || got["5x5-seed0-a-b.sgf"] != "another run" || !strings.HasPrefix(got["5x5-seed0-b-a.sgf"], "(;FF[4]") {
		t.Errorf("got %q, want the file as it was, and the other game", got)
	}
	os.RemoveAll(dir)
	if err := r.save(gogate.Outcome{Black: "b", White: "a", Seed: 1}, g); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no directory: got %v, want %v", err, fs.ErrNotExist)
	}
}

// Names of agents make names of files that every file system takes, that differ also
// where case does not count, and that can be read.
func TestSlug(t *testing.T) {
	for name, want := range map[string]string{
		"gated":                              "gated",
		"mcts playouts=1000":                 "mcts_playouts=1000",
		"search width=12":                    "search_width=12",
		"gtp:gnugo --mode gtp --seed {seed}": "gtp_gnugo_mode_gtp_seed_seed.b059b1fa",
	} {
		if got := slug(name); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
	safe := regexp.MustCompile(`^[a-z0-9=_.]{1,60}$`)
	seen := make(map[string]string)
	for _, name := range []string{
		"", " ", ".", "..", "/", "a/b", "a\\b", "a:b", "a b", "a_b", "a  b", "a-b", "a", "A", "é", "e", "\x00", "\xff", "囲碁", "con",
		"gtp:x.b059b1fa", "gtp:GNUGO", "gtp:gnugo", "gtp: gnugo", "gtp:'a,b'", strings.Repeat("a", 40), strings.Repeat("a", 41), strings.Repeat("a", 300),
	} {
		got := slug(name)
		if other, taken := seen[got]; taken || !safe.MatchString(got) {
			t.Errorf("%q: got %q, which is not safe or that of %q", name, got, other)
		}
		seen[got] = name
	}
}

// What README.md shows of records is what is printed.
func TestRecordsOfReadme(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	const match, audit = "match -agents gated,random -seeds 1 -sgf games", "audit games"
	printed(t, strings.Fields(match)...)
	var stdout bytes.Buffer
	run(context.Background(), strings.Fields(audit), &stdout, io.Discard, false)
	want := "```sh\ngo run ./cmd/gogate " + match + "\ngo run ./cmd/gogate " + audit + "\n```\n"
	if !strings.Contains(string(readme), want) || !strings.Contains(string(readme), "```text\n"+stdout.String()+"```\n") {
		t.Errorf("README.md lacks\n%s\nor\n%s", want, stdout.String())
	}
}
