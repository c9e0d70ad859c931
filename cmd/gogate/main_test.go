package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"example.com/gogate"
)

// small are the flags of a report that takes no time.
var small = []string{"report", "-size", "5x5", "-large", "0", "-seeds", "1", "-playouts", "10"}

func TestReport(t *testing.T) {
	var stdout, stderr strings.Builder
	if status := run(context.Background(), small, &stdout, &stderr, false); status != 0 {
		t.Fatalf("got status %d, stderr %q", status, stderr.String())
	}
	for _, part := range []string{
		"legal, not_own_eye and\nnot_self_atari allow it", "gated–random", "gated–greedy", "mcts–greedy", "gated–mcts",
		"How to read it:", "A finished game:", "12675",
	} {
		if !strings.Contains(stdout.String(), part) {
			t.Errorf("the report lacks %q:\n%s", part, stdout.String())
		}
	}
	if stderr.Len() > 0 {
		t.Errorf("got %q on standard error, want nothing where it is no terminal", stderr.String())
	}
}

func TestReportJSON(t *testing.T) {
	var stdout, text strings.Builder
	if status := run(context.Background(), append(small, "-json", "-workers", "3"), &stdout, io.Discard, false); status != 0 {
		t.Fatalf("got status %d", status)
	}
	var r gogate.Report
	if err := json.Unmarshal([]byte(stdout.String()), &r); err != nil {
		t.Fatal(err)
	}
	run(context.Background(), small, &text, io.Discard, false)
	if r.String() != text.String() {
		t.Errorf("the JSON prints as\n%s\nwant\n%s", r, text.String())
	}
}

// counted checks that a terminal showed games from the first to the last, and that the
// line was gone before the text was printed.
func counted(t *testing.T, shown string, games int, text string) {
	t.Helper()
	const erase = "\r\x1b[K"
	for done := range games + 1 {
		if want := fmt.Sprintf("%s%d of %d games", erase, done, games); !strings.Contains(shown, want) {
			t.Errorf("got %q, want %q in it", shown, want)
		}
	}
	if line, _, _ := strings.Cut(shown, text); !strings.HasSuffix(line, erase) || line == shown {
		t.Errorf("got %q, want the line erased before %q", shown, text)
	}
}

func TestProgress(t *testing.T) {
	var stderr strings.Builder
	// Both streams on one terminal: the line is gone before the report begins.
	run(context.Background(), small, &stderr, &stderr, true)
	counted(t, stderr.String(), 8, "gated: greedy proposes")
	stderr.Reset()
	run(context.Background(), append(small, "-quiet"), io.Discard, &stderr, true)
	if stderr.Len() > 0 {
		t.Errorf("-quiet: got %q, want nothing", stderr.String())
	}
}

// What is wrong with the arguments is said in one line, with what is allowed.
func TestBadUsage(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"nonsense", `gogate: "nonsense": the subcommand must be report, match, play, gtp, audit, site, version or help`},
		{"-size 1", `gogate: -size "1": must be a whole number from 2 to 25, such as 9 or 9x9`},
		{"-size 9x13", `gogate: -size "9x13": must be a whole number from 2 to 25, such as 9 or 9x9`},
		{"-size nine", `gogate: -size "nine": must be a whole number from 2 to 25, such as 9 or 9x9`},
		{"-large 26", `gogate: -large "26": must be a whole number from 2 to 25, such as 9 or 9x9, or 0 for no such sample`},
		{"-seeds 0", `gogate: -seeds "0": must be a whole number from 1 to 1000000, or a range of at most that many, such as 100:200`},
		{"-playouts -1", `gogate: -playouts "-1": must be a whole number from 1 to 1000000000`},
		{"-workers x", `gogate: -workers "x": must be a whole number from 1 to 1024`},
		{"report -bogus", "gogate: there is no flag -bogus: the flags of gogate report are -agents, -black, -json, -komi, -large, -merge, -playouts, -quiet, -seeds, -sgf, -size, -time, -timeout, -white, -workers"},
		{"report extra", `gogate: "extra": nothing may follow the flags`},
		{"-size +9", `gogate: -size "+9": must be a whole number from 2 to 25, such as 9 or 9x9`},
		{"-size 09x09", `gogate: -size "09x09": must be a whole number from 2 to 25, such as 9 or 9x9`},
		{"-large 00", `gogate: -large "00": must be a whole number from 2 to 25, such as 9 or 9x9, or 0 for no such sample`},
		{"-seeds +1", `gogate: -seeds "+1": must be a whole number from 1 to 1000000, or a range of at most that many, such as 100:200`},
		{"-seeds 5:5", `gogate: -seeds "5:5": must be a range of 1 to 1000000 seeds, such as 100:200 for 100 to 199, none above 18446744073709551614`},
		{"-seeds 0:1000001", `gogate: -seeds "0:1000001": must be a range of 1 to 1000000 seeds, such as 100:200 for 100 to 199, none above 18446744073709551614`},
		{"-merge", "gogate: -merge: at least one file must follow the flags"},
		{"report -merge -size 5 a.json", "gogate: -size with -merge: only -json and -quiet may stand there, because the files hold the settings"},
		{"report -merge -sgf games a.json", "gogate: -sgf with -merge: only -json and -quiet may stand there, because the files hold the settings"},
		{"-sgf= -size 5", `gogate: -sgf "": must be the name of a directory`},
		{"report -merge a.json -json", `gogate: "-json" comes after a file: flags must come before files`},
		{"report -merge=false a.json", `gogate: "a.json": nothing may follow the flags`},
		{"-size", "gogate: -size: a value must follow, as gogate report -h explains"},
		{"-komi 5", "gogate: -komi without agents: the report has its own rules and no engines"},
		{"-agents mcts,mcts -large 5", "gogate: -large with agents: a match is on boards of one size, which -size sets"},
		{"help nonsense", `gogate: help "nonsense": the subcommand must be report, match, play, gtp, audit, site, version or help`},
		{"help match play", `gogate: "play" after help match: only one subcommand may follow help`},
		{"-version=true", `gogate: "-version=true": -version must stand without a value`},
		{"--help=yes", `gogate: "--help=yes": -help must stand without a value`},
		{"-version 1", `gogate: "1" after version: nothing may follow it`},
		{"version 1", `gogate: "1" after version: nothing may follow it`},
		{"site", "gogate: -o is missing: it must name the directory to write"},
		{"site -o main_test.go", "gogate: -o: main_test.go: not a directory: choose a directory in which files can be written"},
		{"site -o www -serve=", `gogate: -serve "": must be an address such as localhost:8080`},
		{"-sgf main_test.go", "gogate: -sgf: main_test.go: not a directory: choose a directory in which files can be written"},
		{"audit no\x1bfile", `gogate: "no\x1bfile": no such file or directory: choose a file that exists`},
		{"audit no\x1bfile.sgf", `gogate: "no\x1bfile.sgf": no such file or directory: choose a file that exists`},
		{"play -sgf no\x1bdirectory/game.sgf", `gogate: -sgf: "no\x1bdirectory/game.sgf": no such file or directory: choose a file in a directory that exists`},
		{"site -o main_test.go/\x1b", `gogate: -o: "main_test.go/\x1b": not a directory: choose a directory in which files can be written`},
		{"match -agents random,random -sgf main_test.go/\x1b", `gogate: -sgf: "main_test.go/\x1b": not a directory: choose a directory in which files can be written`},
		{"report -\x1b", `gogate: there is no flag -"\x1b": the flags of gogate report are -agents, -black, -json, -komi, -large, -merge, -playouts, -quiet, -seeds, -sgf, -size, -time, -timeout, -white, -workers`},
		{"site -o www -serve \x1b", `gogate: -serve "\x1b": must be a free address of this machine, such as localhost:8080 ("listen tcp: address \x1b: missing port in address")`},
		{"play -style x", `gogate: -style "x": must be auto, unicode or ascii`},
		{"site www", `gogate: "www": nothing may follow the flags`},
		{"site -o www -serve nowhere", "gogate: -serve nowhere: must be a free address of this machine, such as localhost:8080 (listen tcp: address nowhere: missing port in address)"},
		{"-json=maybe", `gogate: -json "maybe": must be true or false`},
	} {
		t.Run(test.args, func(t *testing.T) {
			var stdout, stderr strings.Builder
			status := run(context.Background(), strings.Fields(test.args), &stdout, &stderr, false)
			if status != 2 || stdout.Len() > 0 || stderr.String() != test.want+"\n" {
				t.Errorf("got status %d, stdout %q, stderr %q, want 2, nothing and %q", status, stdout.String(), stderr.String(), test.want)
			}
		})
	}
}

func TestFailures(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var stderr strings.Builder
	if status := run(ctx, small, io.Discard, &stderr, false); status != 130 || stderr.String() != "gogate: interrupted\n" {
		t.Errorf("cancelled: got status %d, stderr %q", status, stderr.String())
	}
	stderr.Reset()
	r, w := io.Pipe()
	r.Close()
	if status := run(context.Background(), small, w, &stderr, false); status != 1 {
		t.Errorf("output that cannot be written: got status %d, want 1", status)
	}
}
