package main

import (
	"context"
	"encoding/json"
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
		"legal, not_own_eye and not_self_atari", "gated–random", "gated–greedy", "mcts–greedy", "gated–mcts",
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

func TestProgress(t *testing.T) {
	var stderr strings.Builder
	// Both streams on one terminal: the line is gone before the report begins.
	run(context.Background(), small, &stderr, &stderr, true)
	if got := stderr.String(); !strings.Contains(got, "8 of 8 games, 0s left"+eraseLine+"gated: greedy proposes") {
		t.Errorf("got %q, want the games counted and the line erased", got)
	}
	stderr.Reset()
	run(context.Background(), append(small, "-quiet"), io.Discard, &stderr, true)
	if stderr.Len() > 0 {
		t.Errorf("-quiet: got %q, want nothing", stderr.String())
	}
}

func TestHelp(t *testing.T) {
	for _, args := range [][]string{{"help"}, {"-h"}, {"report", "-help"}} {
		var stdout, stderr strings.Builder
		status := run(context.Background(), args, &stdout, &stderr, false)
		if status != 0 || stderr.Len() > 0 || !strings.Contains(stdout.String(), "usage: gogate") {
			t.Errorf("%v: got status %d, stdout %q, stderr %q", args, status, stdout.String(), stderr.String())
		}
	}
}

// What is wrong with the arguments is said in one line, with what is allowed.
func TestBadUsage(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"nonsense", `gogate: "nonsense" is no subcommand: want report, match, play, gtp, audit, site or help`},
		{"-size 1", `gogate: invalid value "1" for flag -size: want 2 to 25, such as 9 or 9x9`},
		{"-size 9x13", `gogate: invalid value "9x13" for flag -size: want 2 to 25, such as 9 or 9x9`},
		{"-size nine", `gogate: invalid value "nine" for flag -size: want 2 to 25, such as 9 or 9x9`},
		{"-large 26", `gogate: invalid value "26" for flag -large: want 2 to 25, such as 9 or 9x9, or 0 for none`},
		{"-seeds 0", `gogate: invalid value "0" for flag -seeds: want a whole number from 1 to 1000000, or a range of no more, such as 100:200`},
		{"-playouts -1", `gogate: invalid value "-1" for flag -playouts: want a whole number from 1 to 1000000000`},
		{"-workers x", `gogate: invalid value "x" for flag -workers: want a whole number from 1 to 1024`},
		{"report -bogus", "gogate: flag provided but not defined: -bogus: want -json, -large, -merge, -playouts, -quiet, -seeds, -sgf, -size, -workers"},
		{"report extra", `gogate: "extra" after the flags: want nothing there`},
		{"-size +9", `gogate: invalid value "+9" for flag -size: want 2 to 25, such as 9 or 9x9`},
		{"-size 09x09", `gogate: invalid value "09x09" for flag -size: want 2 to 25, such as 9 or 9x9`},
		{"-large 00", `gogate: invalid value "00" for flag -large: want 2 to 25, such as 9 or 9x9, or 0 for none`},
		{"-seeds +1", `gogate: invalid value "+1" for flag -seeds: want a whole number from 1 to 1000000, or a range of no more, such as 100:200`},
		{"-seeds 5:5", `gogate: invalid value "5:5" for flag -seeds: want a range of 1 to 1000000 seeds, such as 100:200 for 100 to 199, none above 18446744073709551614`},
		{"-seeds 0:1000001", `gogate: invalid value "0:1000001" for flag -seeds: want a range of 1 to 1000000 seeds, such as 100:200 for 100 to 199, none above 18446744073709551614`},
		{"-merge", "gogate: -merge without a file: want one or more after the flags"},
		{"report -merge -size 5 a.json", "gogate: -size with -merge: want only -json and -quiet, since the files hold the settings"},
		{"report -merge -sgf games a.json", "gogate: -sgf with -merge: want only -json and -quiet, since the files hold the settings"},
		{"-sgf= -size 5", `gogate: invalid value "" for flag -sgf: must be the name of a directory`},
		{"report -merge a.json -json", `gogate: "-json" after a file: want the flags before the files`},
		{"report -merge=false a.json", `gogate: "a.json" after the flags: want nothing there`},
		{"-size", "gogate: flag needs an argument: -size: want a value after it, as -h explains"},
		{"site", "gogate: -o is missing: it must name the directory to write"},
		{"site -o main_test.go", "gogate: -o main_test.go: must be a directory"},
		{"site www", `gogate: "www" after the flags: want nothing there`},
		{"site -o www -serve nowhere", "gogate: -serve nowhere: must be a free address of this machine, such as localhost:8080 (listen tcp: address nowhere: missing port in address)"},
		{"-json=maybe", `gogate: invalid boolean value "maybe" for -json: parse error: want true or false`},
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
