package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// standardInput gives the program a file with this text as its standard input.
func standardInput(t *testing.T, text string) {
	t.Helper()
	f, err := os.Open(writeFile(t, t.TempDir(), "stdin", text))
	if err != nil {
		t.Fatal(err)
	}
	before := os.Stdin
	os.Stdin = f
	t.Cleanup(func() { os.Stdin = before; f.Close() })
}

// refusedMoves are five, of which two fail a check.
const refusedMoves = "B A2\nW A1\nB B1\nW pass\nB A1\n"

// Each exit status. What is printed is tested in package audit.
func TestAudit(t *testing.T) {
	t.Chdir(t.TempDir())
	writeFile(t, ".", "moves", refusedMoves)
	writeFile(t, ".", "game.sgf", "(;SZ[9];B[aa])")
	for _, test := range []struct {
		args   string
		status int
		stderr string
	}{
		{"-size 9x9 -checks legal,not_own_eye game.sgf", 0, ""},
		{"-json -ko simple -suicide game.sgf", 0, ""},
		{"-quiet moves", 1, "gogate: 2 turns fail a check\n"},
		{"-", 2, "gogate: standard input: no moves: text must have one move a line, such as B D4\n"},
		{"-checks legal,x", 2, `gogate: -checks "legal,x": check "x": must be one of legal, not_own_eye, not_self_atari, not_in_own_pass_alive, not_in_opponent_pass_alive` + "\n"},
		{"moves -json", 2, `gogate: "-json" comes after a file: flags must come before files` + "\n"},
	} {
		standardInput(t, "")
		var stderr strings.Builder
		status := run(context.Background(), append([]string{"audit"}, strings.Fields(test.args)...), io.Discard, &stderr, false)
		if status != test.status || stderr.String() != test.stderr {
			t.Errorf("%s: got status %d, stderr %q, want %d and %q", test.args, status, stderr.String(), test.status, test.stderr)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var stderr strings.Builder
	if status := run(ctx, []string{"audit", "moves"}, io.Discard, &stderr, false); status != 130 || stderr.String() != "gogate: interrupted\n" {
		t.Errorf("interrupted: got status %d, stderr %q", status, stderr.String())
	}
	r, w := io.Pipe()
	r.Close()
	if status := run(context.Background(), []string{"audit", "game.sgf"}, w, io.Discard, false); status != 2 {
		t.Errorf("output that cannot be written: got status %d, want 2", status)
	}
}

// On a terminal the files of a directory are counted, unless with -quiet.
func TestAuditProgress(t *testing.T) {
	t.Chdir(t.TempDir())
	writeFile(t, ".", "game.sgf", "(;SZ[9];B[aa])")
	for args, want := range map[string]bool{"audit .": true, "audit -quiet .": false} {
		var stderr strings.Builder
		run(context.Background(), strings.Fields(args), io.Discard, &stderr, true)
		if got := strings.Contains(stderr.String(), "1 of 1 files"); got != want {
			t.Errorf("%s: got %q, want the files counted: %v", args, stderr.String(), want)
		}
	}
}

// checkShown fails unless README.md or a page of docs shows a command and what it prints.
func checkShown(t *testing.T, command, printed string) {
	t.Helper()
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range append(pages, "../../README.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), command) && strings.Contains(string(text), "```text\n"+printed+"```\n") {
			return
		}
	}
	t.Errorf("no page shows\n%s\nand below it\n%s", command, printed)
}

func TestAuditOfDocs(t *testing.T) {
	standardInput(t, refusedMoves)
	var stdout strings.Builder
	run(context.Background(), []string{"audit", "-quiet"}, &stdout, io.Discard, false)
	checkShown(t, "printf '%s\\n' 'B A2' 'W A1' 'B B1' 'W pass' 'B A1' | go run ./cmd/gogate audit -quiet\n", stdout.String())
}

// The page's example of the pass-alive checks prints what the page shows.
func TestAuditChecksOfDocs(t *testing.T) {
	moves := []string{"B B1", "B B2", "B A2", "B C2", "B D2", "B D1", "W pass", "B A1"}
	file := filepath.Join(t.TempDir(), "moves.txt")
	writeFile(t, filepath.Dir(file), "moves.txt", strings.Join(moves, "\n")+"\n")
	checks := "-quiet -checks not_in_own_pass_alive,not_in_opponent_pass_alive"
	var stdout strings.Builder
	run(context.Background(), append(append([]string{"audit"}, strings.Fields(checks)...), file), &stdout, io.Discard, false)
	checkShown(t, "printf '%s\\n' '"+strings.Join(moves, "' '")+"' >moves.txt\ngo run ./cmd/gogate audit "+checks+" moves.txt\n",
		strings.Replace(stdout.String(), file, "moves.txt", 1))
}
