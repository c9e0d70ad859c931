package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/gogate/internal/terminal"
)

// directory makes a directory games of records, some of them broken, and goes to
// where it is.
func directory(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, dir := range []string{"games/sub/deep", "games/z.sgf", "empty", "problems"} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{
		"games/b.sgf":          "(;SZ[9];B[ba];W[aa];B[ab];W[];B[aa])",
		"games/a.SGF":          "(;SZ[5];B[aa];W[bb])(;SZ[9])(;SZ[5];W[aa];W[aa];B[bb])",
		"games/cut.sgf":        "(;SZ[9];B[aa];W[bb",
		"games/mixed.sgf":      "(;GM[2])(;SZ[9:13])(;SZ[9];B[aa])",
		"games/problem.sgf":    "(;SZ[9]AB[aa])",
		"games/notes.txt":      "B",
		"games/sub/deep/c.sgf": "(;SZ[9];B[aa])",
		"games/sub/bad\n.sgf":  "",
		"games/z.sgf/d.sgf":    "(;SZ[9];B[aa])",
		"problems/p.sgf":       "(;SZ[9]AB[aa])",
	} {
		writeFile(t, ".", name, text)
	}
	for link, to := range map[string]string{"games/sub/loop": "..", "games/again.sgf": "b.sgf", "link": "games/sub/deep"} {
		if err := os.Symlink(to, link); err != nil {
			t.Skipf("no symbolic links here: %v", err)
		}
	}
}

// summary is what is printed below the table of that directory.
const summary = `
13 turns in 8 games, 2 of them without a move: 9 passed, 3 failed, 1 not judged
4 records could not be read
  check                       code               passed    failed
  legal                       legal                  11         0
  legal                       occupied                0         1
  not_own_eye                 no_eye                 10         0
  not_own_eye                 own_eye                 0         1
  not_self_atari              captures                1         0
  not_self_atari              liberties               8         0
  not_self_atari              no_stone                1         0
  not_self_atari              self_atari              0         1
`

// The records of a directory in a table, in order, with what cannot be read.
func TestAuditDirectory(t *testing.T) {
	directory(t)
	const stderr = "gogate: 4 records could not be read\n"
	for args, want := range map[string]string{
		"games": `
games: Tromp–Taylor without suicide, positional superko
  games    turns   failed  not judged     legal  not_own_eye  not_self_atari  record
      3        5        1           1         1            0               0  games/a.SGF
      1        5        2           0         0            1               1  games/b.sgf
  not read: games/cut.sgf: byte 15: a value of W has no end: want ]
      1        1        0           0         0            0               0  games/mixed.sgf
  not read: games/mixed.sgf: byte 1: GM[2] is another game: want 1, which is Go
  not read: games/mixed.sgf, game 2: byte 9: board size "9:13": want a square of 2 to 25
      1        0        0           0         0            0               0  games/problem.sgf
  not read: "games/sub/bad\n.sgf": there is no game: want one that begins with (;
      1        1        0           0         0            0               0  games/sub/deep/c.sgf
      1        1        0           0         0            0               0  games/z.sgf/d.sgf
      8       13        3           1         1            1               1  in 8 files
`,
		"-quiet games": `
games: Tromp–Taylor without suicide, positional superko
  games    turns   failed  not judged     legal  not_own_eye  not_self_atari  record
      3        5        1           1         1            0               0  games/a.SGF
      1        5        2           0         0            1               1  games/b.sgf
  not read: games/cut.sgf: byte 15: a value of W has no end: want ]
      1        1        0           0         0            0               0  games/mixed.sgf
  not read: games/mixed.sgf: byte 1: GM[2] is another game: want 1, which is Go
  not read: games/mixed.sgf, game 2: byte 9: board size "9:13": want a square of 2 to 25
  not read: "games/sub/bad\n.sgf": there is no game: want one that begins with (;
      8       13        3           1         1            1               1  in 8 files
`,
	} {
		status, got, wrong := audits(args)
		want := want[1:] + summary
		if status != 2 || got != want || wrong != stderr {
			t.Errorf("%s: got status %d, stderr %q and\n%s\nwant 2, %q and\n%s", args, status, wrong, got, stderr, want)
		}
	}
}

// The document holds all games and all that could not be read, and says what the
// text says.
func TestAuditDirectoryJSON(t *testing.T) {
	directory(t)
	_, text, _ := audits("games")
	for _, quiet := range []string{"", " -quiet"} {
		status, document, _ := audits("-json" + quiet + " games")
		var r audited
		in := json.NewDecoder(strings.NewReader(document))
		in.DisallowUnknownFields()
		if err := in.Decode(&r); err != nil || status != 2 {
			t.Fatalf("got status %d, %v", status, err)
		}
		if len(r.Games) != 8 || r.Games[2].Name != "games/a.SGF, game 3" || len(r.Unread) != 4 {
			t.Errorf("got %+v, want 8 games and 4 that could not be read", r)
		}
		if !strings.HasSuffix(text, "\n\n"+r.String()) {
			t.Errorf("the document says\n%s\nwant what ends\n%s", r, text)
		}
	}
}

// What a directory must have, and what it may.
func TestAuditDirectories(t *testing.T) {
	directory(t)
	for _, test := range []struct {
		args   string
		status int
		want   string // on standard error
	}{
		{"empty", 2, "empty: no records: want files whose names end in .sgf"},
		{"problems", 2, "problems: no moves: want a record with a game that was played"},
		{"games/sub/deep problems", 2, "problems: no moves: want a record with a game that was played"},
		{"games/sub/deep games/z.sgf", 0, ""},
		{"link", 0, ""}, // is followed if it is named
		{"-size 9 games/sub/deep", 0, ""},
		{"-size 19 games/sub/deep", 2, "1 record could not be read"},
		{"games games/b.sgf games/notes.txt", 2, `games/notes.txt:1: "B": want a colour and a move, such as B D4 or W pass`},
	} {
		status, stdout, stderr := audits(test.args)
		if want := "gogate: " + test.want + "\n"; status != test.status || stderr != want && test.want != "" || stderr != "" && test.want == "" {
			t.Errorf("%s: got status %d, stderr %q, want %d and %q", test.args, status, stderr, test.status, want)
		}
		if test.status == 0 && !strings.Contains(stdout, ": "+fmt.Sprint(strings.Count(stdout, "d.sgf")+strings.Count(stdout, "c.sgf"))+" passed") {
			t.Errorf("%s: got\n%s\nwant the summary", test.args, stdout)
		}
	}
	if err := os.Chmod("games/sub/deep", 0); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod("games/sub/deep", 0o777)
	if _, err := os.ReadDir("games/sub/deep"); err == nil {
		t.Skip("every directory can be read here: want a user who is not root")
	}
	if _, stdout, _ := audits("games"); !strings.Contains(stdout, "not read: games/sub/deep: permission denied\n") || !strings.Contains(stdout, "d.sgf\n") {
		t.Errorf("got\n%s\nwant what could not be read, and the rest", stdout)
	}
}

// The files are counted on a terminal, on a line that is gone before anything else is
// printed there.
func TestAuditProgress(t *testing.T) {
	directory(t)
	var both strings.Builder
	run(context.Background(), []string{"audit", "games"}, &both, &both, true)
	got := both.String()
	const eraseLine = "\r\x1b[K"
	if !strings.Contains(got, eraseLine+"0 of 8 files") || !strings.Contains(got, eraseLine+"8 of 8 files") || !strings.Contains(got, eraseLine+"      8") {
		t.Errorf("got %q, want the files counted and the line erased", got)
	}
	var quiet strings.Builder
	run(context.Background(), []string{"audit", "-quiet", "games"}, io.Discard, &quiet, true)
	if want := "gogate: 4 records could not be read\n"; quiet.String() != want {
		t.Errorf("-quiet: got %q, want %q", quiet.String(), want)
	}
}

// recordOf returns a record of a game of so many turns, all legal.
func recordOf(turns int) string {
	var b strings.Builder
	b.WriteString("(;SZ[19]")
	for i := range turns {
		fmt.Fprintf(&b, ";%c[%c%c]", "BW"[i%2], 'a'+i%19, 'a'+2*(i/19))
	}
	return b.String() + ")"
}

// An interruption among the files of a directory ends the audit there.
func TestAuditDirectoryInterrupted(t *testing.T) {
	dir := t.TempDir()
	for i := range 20 {
		writeFile(t, dir, fmt.Sprintf("%02d.sgf", i), recordOf(50))
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var stderr strings.Builder
	stdout := &cancelling{after: "03.sgf", cancel: cancel}
	status := run(ctx, []string{"audit", dir}, stdout, &stderr, false)
	if status != 130 || stderr.String() != "gogate: interrupted\n" {
		t.Errorf("got status %d, stderr %q, want 130 and one line", status, stderr.String())
	}
	if got := stdout.text.String(); !strings.HasSuffix(got, filepath.Join(dir, "03.sgf")+"\n") {
		t.Errorf("got\n%s\nwant the table up to 03.sgf", got)
	}
}

// A cancelling is a text that cancels something when it gets certain words.
type cancelling struct {
	text   strings.Builder
	after  string
	cancel func()
}

func (c *cancelling) Write(b []byte) (int, error) {
	if strings.Contains(string(b), c.after) {
		c.cancel()
	}
	return c.text.Write(b)
}

// In a table and with -quiet nothing is kept of the games, however many there are.
func TestAuditKeepsNoGames(t *testing.T) {
	directory(t)
	a := auditor{text: io.Discard, line: terminal.NewProgress(io.Discard, false, "files")}
	a.rules.Size = 9
	a.ask([]string{always})
	s, err := a.open(context.Background(), "games", nil)
	if err == nil {
		err = a.run(context.Background(), []source{s})
	}
	if err != nil || a.result.Summary.Games != 8 || len(a.result.Games) != 0 {
		t.Errorf("got %v, %+v, want 8 games counted and none kept", err, a.result)
	}
}
