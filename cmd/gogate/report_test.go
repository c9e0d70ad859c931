package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// printed returns what gogate prints to standard output if all goes well.
func printed(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr strings.Builder
	if status := run(context.Background(), args, &stdout, &stderr, false); status != 0 || stderr.Len() > 0 {
		t.Fatalf("gogate %s: got status %d, stderr %q", strings.Join(args, " "), status, stderr.String())
	}
	return stdout.String()
}

// tiny returns the arguments of a report that takes no time.
func tiny(seeds string, more ...string) []string {
	return append([]string{"report", "-size", "3", "-large", "2", "-playouts", "2", "-seeds", seeds}, more...)
}

// writeFile writes a file into a directory of the test's own and returns its path.
func writeFile(t *testing.T, dir, name, content string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestMerge(t *testing.T) {
	dir := t.TempDir()
	merge := []string{"report", "-merge", "-quiet"}
	for i, seeds := range []string{"8:9", "5:7", "7:8"} {
		merge = append(merge, writeFile(t, dir, fmt.Sprint(i), printed(t, tiny(seeds, "-json")...)))
	}
	if got, want := printed(t, merge...), printed(t, tiny("5:9")...); got != want {
		t.Errorf("got\n%s\nwant what one run prints:\n%s", got, want)
	}
	merge[2] = "-json"
	if got, want := printed(t, merge...), printed(t, tiny("5:9", "-json")...); got != want {
		t.Errorf("-json: got\n%s\nwant what one run prints:\n%s", got, want)
	}
}

// What is wrong with files is said in one line that names them, and nothing is
// printed besides.
func TestMergeFailures(t *testing.T) {
	dir := t.TempDir()
	good := printed(t, tiny("0:2", "-json")...)
	for name, content := range map[string]string{
		"good":      good,
		"overlaps":  printed(t, tiny("1:3", "-json")...),
		"far":       printed(t, tiny("4:5", "-json")...),
		"other":     printed(t, "report", "-size", "3", "-large", "0", "-playouts", "2", "-seeds", "2:3", "-json"),
		"text":      printed(t, tiny("2:3")...),
		"empty":     "",
		"blank":     " \n",
		"null":      "null\n",
		"list":      "[" + good + "]\n",
		"twice":     good + good,
		"trailing":  good + "}",
		"more":      strings.Replace(good, "{", `{"date": "today",`, 1),
		"negative":  strings.Replace(good, `"first_seed": 0`, `"first_seed": -1`, 1),
		"no colour": strings.Replace(good, `"winner": "Black"`, `"winner": "Blue"`, 1),
		"binary":    "\x7fELF\x00\xff",
		"NaN":       strings.Replace(good, `"komi": 7.5`, `"komi": NaN`, 1),
		"infinite":  strings.Replace(good, `"komi": 7.5`, `"komi": 1e999`, 1),
		"huge":      strings.Replace(good, `"komi": 7.5`, `"komi": 1e308`, 1),
		"many":      strings.Replace(good, `"seeds": 2`, `"seeds": 2147483647`, 1),
		"fraction":  strings.Replace(good, `"seeds": 2`, `"seeds": 2.5`, 1),
		"swapped":   strings.Replace(strings.Replace(good, `"a": "gated"`, `"b": "gated"`, 1), `"b": "random"`, `"a": "random"`, 1),
		"duplicate": strings.Replace(good, `"seeds": 2`, `"seeds": 2, "seeds": 2`, 1),
		"case":      strings.Replace(good, `"size": 3`, `"Size": 3`, 1),
		"match":     printed(t, "match", "-size", "5", "-seeds", "1", "-agents", "random,random", "-json"),
		"audit":     `{"checks": []}`,
		"no\x1b":    "null",
		"edited":    strings.Replace(good, `"won": 4`, `"won": 5`, 1),
	} {
		writeFile(t, dir, name, content)
	}
	if err := os.Mkdir(filepath.Join(dir, "directory"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	for _, test := range []struct{ files, want string }{
		{"missing", "missing: no such file or directory: it must be a file that -json printed"},
		{"good directory", "directory: is a directory: it must be a file that -json printed"},
		{"good empty", "empty: the file is empty: it must hold what -json prints"},
		{"good blank", "blank: the file is empty: it must hold what -json prints"},
		{"good text", "text: invalid character 'g' looking for beginning of value: it must be a file that -json printed"},
		{"good list", "list: the file holds a list, not a report: it must be a file that -json printed"},
		{"good twice", "twice: the file goes on after its end: it must hold what -json prints, once"},
		{"good trailing", "trailing: the file goes on after its end: it must hold what -json prints, once"},
		{"good more", `more: unknown field "date": it must be a file that -json printed`},
		{"negative", `negative: field "first_seed" has -1: must be a whole number from 0 to 18446744073709551615`},
		{"no*colour", `no colour: colour "Blue": must be Black, White or Empty: it must be a file that -json printed`},
		{"good null", "null: the file holds null, not a report: it must be a file that -json printed"},
		{"binary", `binary: invalid character '\x7f' looking for beginning of value: it must be a file that -json printed`},
		{"NaN", "NaN: invalid character 'N' looking for beginning of value: it must be a file that -json printed"},
		{"infinite", `infinite: field "matches.rules.komi" has 1e999: must be a number nearer to 0`},
		{"good huge", "huge: matches[0]: rules.komi is 1e+308: must be 7.5"},
		{"many", "many: 2147483647 seeds: must be 1 to 1000000"},
		{"fraction", `fraction: field "seeds" has 2.5: must be a whole number`},
		{"swapped", `swapped: matches[0]: a is "random": must be "gated"`},
		{"edited", "edited: matches[0]: tally_a.won is 5: must be 4"},
		{"duplicate", `duplicate: field "seeds" is there twice: it must be there once`},
		{"case", `case: field "Size" is not one that -json prints: their names are in lower case`},
		{"match", "match: the file holds a match, not a report: merge it with gogate match -merge"},
		{"audit", "audit: the file holds an audit, which cannot be merged"},
		{"no\x1b", `"no\x1b": the file holds null, not a report: it must be a file that -json printed`},
		{"good good", "good and good: both have seeds 0 to 1: every seed must be there once"},
		{"overlaps good", "good and overlaps: both have seed 1: every seed must be there once"},
		{"far good", "good and far: no part has seeds 2 to 3 between them"},
		{"other good", "good and other: large is 2 and 0: must be the same in all parts"},
	} {
		t.Run(test.files, func(t *testing.T) {
			args := []string{"report", "-merge"}
			for name := range strings.FieldsSeq(test.files) {
				args = append(args, strings.ReplaceAll(name, "*", " "))
			}
			var stdout, stderr strings.Builder
			status := run(context.Background(), args, &stdout, &stderr, false)
			if want := "gogate: " + test.want + "\n"; status != 1 || stdout.Len() > 0 || stderr.String() != want {
				t.Errorf("got status %d, stdout %q, stderr %q, want 1, nothing and %q", status, stdout.String(), stderr.String(), want)
			}
		})
	}
}

// An interruption ends the wait for a part, as for a pipe that nobody writes to.
func TestMergeInterrupted(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := exec.Command("mkfifo", pipe).Run(); err != nil {
		t.Skip("no named pipes here: want mkfifo, which coreutils has")
	}
	for _, command := range []string{"report", "match"} {
		ctx, cancel := context.WithCancel(context.Background())
		var stderr strings.Builder
		status := make(chan int)
		go func() { status <- run(ctx, []string{command, "-merge", pipe}, io.Discard, &stderr, false) }()
		cancel()
		select {
		case got := <-status:
			if got != 130 || stderr.String() != "gogate: interrupted\n" {
				t.Errorf("%s: got status %d, stderr %q, want 130 and one line", command, got, stderr.String())
			}
		case <-time.After(time.Minute):
			t.Fatalf("%s: still waiting after the interruption", command)
		}
	}
	if end, err := os.OpenFile(pipe, os.O_RDWR, 0); err == nil { // for those that still open it
		end.Close()
	}
}

// GNU parallel plays ranges of seeds side by side, and the merged report is that of
// a single run, byte for byte.
func TestMergeOfGNUParallel(t *testing.T) {
	long(t)
	dir := t.TempDir()
	t.Setenv("PARALLEL_HOME", dir)
	if version, _ := exec.Command("parallel", "--version").Output(); !strings.HasPrefix(string(version), "GNU parallel") {
		t.Skip("no GNU parallel here: apt-get install parallel")
	}
	if out, err := exec.Command("go", "build", "-o", dir, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	command := func(line string) string {
		cmd := exec.Command("sh", "-c", line)
		cmd.Dir = dir
		var stderr strings.Builder
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v\n%s", line, err, stderr.String())
		}
		return string(out)
	}
	const report = "./gogate report -size 5 -large 0 -playouts 10"
	command("parallel --will-cite '" + report + " -json -seeds {} >part-{#}.json' ::: 100:102 102:103 103:106")
	for _, format := range []string{"", " -json"} {
		got := command("./gogate report -merge" + format + " part-*.json")
		if want := command(report + " -seeds 100:106" + format); got != want {
			t.Errorf("got\n%s\nwant what one run prints:\n%s", got, want)
		}
	}
}
