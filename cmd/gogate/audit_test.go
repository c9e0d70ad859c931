package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/gogate"
)

// standardInput gives the program a file with this text as its standard input.
func standardInput(t *testing.T, text string) {
	t.Helper()
	f, err := os.Open(writeFile(t, t.TempDir(), "stdin", text))
	if err != nil {
		t.Fatal(err)
	}
	replaceInput(t, f)
}

// replaceInput gives the program f as its standard input until the test ends.
func replaceInput(t *testing.T, f *os.File) {
	before := os.Stdin
	os.Stdin = f
	t.Cleanup(func() { os.Stdin = before; f.Close() })
}

// audits runs gogate audit with flags and files, separated by blanks.
func audits(args string) (status int, stdout, stderr string) {
	var out, wrong strings.Builder
	status = run(context.Background(), append([]string{"audit"}, strings.Fields(args)...), &out, &wrong, false)
	return status, out.String(), wrong.String()
}

// lines returns moves that are separated by commas, one a line.
func lines(moves string) string { return strings.ReplaceAll(moves, ",", "\n") + "\n" }

// ko are moves on 5×5 that end with one that retakes a ko at once.
const ko = "B A1,B B2,W C2,W D1,W B1,B C1,W B1"

// The text that is printed, under its heading, and on standard error.
func TestAudit(t *testing.T) {
	for _, test := range []struct {
		name, args, input string
		status            int
		want, stderr      string
	}{
		{
			"every move passes", "-size 5", "B C3\nW D4\nB pass\n", 0, `
standard input: 5×5, Tromp–Taylor without suicide, positional superko
turn 1: Black C3
  [pass] legal: C3 is legal
  [pass] not_own_eye: C3 fills no eye of the mover's own
  [pass] not_self_atari: C3 leaves its group 4 liberties
turn 2: White D4
  [pass] legal: D4 is legal
  [pass] not_own_eye: D4 fills no eye of the mover's own
  [pass] not_self_atari: D4 leaves its group 4 liberties
turn 3: Black pass
  [pass] legal: pass is legal
  [pass] not_own_eye: pass fills no eye of the mover's own
  [pass] not_self_atari: pass places no stone

3 turns in 1 game: 3 passed, 0 failed
  check                       code               passed    failed
  legal                       legal                   3         0
  not_own_eye                 no_eye                  3         0
  not_self_atari              liberties               2         0
  not_self_atari              no_stone                1         0
`, "",
		},
		{
			"quiet, and nothing to say", "-quiet -checks legal", "B C3", 0, `
1 turn in 1 game: 1 passed, 0 failed
  check                       code               passed    failed
  legal                       legal                   1         0
`, "",
		},
		{
			"quiet prints refusals alone", "-quiet", lines("B A2,W A1,B B1,W pass,B A1"), 1, `
standard input: 9×9, Tromp–Taylor without suicide, positional superko
turn 2: White A1
  [FAIL] not_self_atari: A1 captures nothing and leaves its group 1 liberty
turn 5: Black A1
  [FAIL] not_own_eye: A1 fills an eye of the mover's own

5 turns in 1 game: 3 passed, 2 failed
  check                       code               passed    failed
  legal                       legal                   5         0
  not_own_eye                 no_eye                  4         0
  not_own_eye                 own_eye                 0         1
  not_self_atari              captures                1         0
  not_self_atari              liberties               2         0
  not_self_atari              no_stone                1         0
  not_self_atari              self_atari              0         1
`, "gogate: 2 turns fail a check\n",
		},
		{
			"an illegal move, and more after it", "-checks legal -ko situational", lines("B A1,W A1,W B2,# no turn,B C3"), 1, `
standard input: 9×9, Tromp–Taylor without suicide, situational superko
turn 1: Black A1
  [pass] legal: A1 is legal
turn 2: White A1
  [FAIL] legal: A1 is occupied
2 turns are left, which cannot be judged after an illegal move

4 turns in 1 game: 1 passed, 1 failed, 2 not judged
  check                       code               passed    failed
  legal                       legal                   1         0
  legal                       occupied                0         1
`, "gogate: 1 turn fails a check\n",
		},
		{
			"an illegal move at the end", "-suicide -ko simple", lines("W K9"), 1, `
standard input: 9×9, Tromp–Taylor with suicide, simple ko
turn 1: White K9
  [FAIL] legal: K9 is off the board

1 turn in 1 game: 0 passed, 1 failed
  check                       code               passed    failed
  legal                       off_board               0         1
`, "gogate: 1 turn fails a check\n",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			standardInput(t, test.input)
			status, stdout, stderr := audits(test.args)
			if want := test.want[1:]; status != test.status || stdout != want || stderr != test.stderr {
				t.Errorf("got status %d, stderr %q and\n%s\nwant %d, %q and\n%s", status, stderr, stdout, test.status, test.stderr, want)
			}
		})
	}
}

// What README.md shows is what is printed.
func TestAuditOfReadme(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	const moves = "'B A2' 'W A1' 'B B1' 'W pass' 'B A1'"
	standardInput(t, strings.ReplaceAll(strings.Trim(moves, "'"), "' '", "\n"))
	_, stdout, _ := audits("-quiet")
	want := "```sh\nprintf '%s\\n' " + moves + " | go run ./cmd/gogate audit -quiet\n```\n\n```text\n" + stdout + "```\n"
	if !strings.Contains(string(readme), want) {
		t.Errorf("README.md lacks\n%s", want)
	}
}

// The rules decide what is legal, and what is legal is judged on. The last verdict
// of a game, and how many turns are left.
func TestAuditRules(t *testing.T) {
	for _, test := range []struct {
		name, args, moves, want string
		left                    int
	}{
		{"handicap", "-size 19x19", "B D4,B Q16,W D16", "not_self_atari liberties", 0},
		{"the same on 9×9", "", "B D4,B Q16,W D16", "legal off_board", 1},
		{"a ko", "-size 5", ko, "legal superko", 0},
		{"a ko, situational", "-size 5 -ko situational", ko, "legal superko", 0},
		{"a ko, simple", "-size 5 -ko simple", ko + ",B A5", "legal ko", 1},
		{"a ko after two more turns", "-size 5", strings.Replace(ko, "C1,", "C1,W E5,B E4,", 1), "not_self_atari captures", 0},
		{"suicide", "", "B A2,B B1,W A1,W A1", "legal suicide", 1},
		{"suicide of one stone recreates the board", "-suicide", "B A2,B B1,W A1", "legal suicide", 0},
		{"unless the side to move counts", "-suicide -ko situational", "B A2,W A1,B B1,W A1", "not_self_atari suicide", 0},
		{"suicide of three stones", "-suicide", "B A3,B B2,W A1,B C1,W A2,W B1", "not_self_atari suicide", 0},
		{"two passes", "", "B pass,W pass", "not_self_atari no_stone", 0},
		{"a move after two passes", "", "B pass,W pass,B A1,W A1", "legal occupied", 0},
		{"a move after two passes of one side", "", "B pass,B pass,W A1", "not_self_atari liberties", 0},
		{"superko across two passes", "-size 5", strings.Replace(ko, "C1,", "C1,W pass,B pass,", 1), "legal superko", 0},
		{"a pass, a move, a pass", "", "B pass,W A1,B pass", "not_self_atari no_stone", 0},
		{"resignation", "", "B A1,W resign", "not_self_atari no_stone", 0},
		{"a move after resignation", "", "B A1,W resign,B A2", "legal over", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			standardInput(t, lines(test.moves))
			_, stdout, stderr := audits("-json " + test.args)
			var r audited
			if err := json.Unmarshal([]byte(stdout), &r); err != nil {
				t.Fatalf("%v, stderr %q", err, stderr)
			}
			turns := r.Games[0].Turns
			verdicts := turns[len(turns)-1].Verdicts
			last, left := verdicts[len(verdicts)-1], r.Summary.Unjudged
			if got := last.Check + " " + last.Code; got != test.want || left != test.left {
				t.Errorf("got %q with %d turns left, want %q with %d: %v", got, left, test.want, test.left, last)
			}
		})
	}
}

// Forms of lines that mean the same, and where blanks, comments and ends do not
// matter.
func TestAuditForms(t *testing.T) {
	standardInput(t, "B D4\nW pass\n")
	_, want, _ := audits("")
	for name, text := range map[string]string{
		"lower case":         "b d4\nw pass\n",
		"words":              "black D4\nwhite PASS\n",
		"any case":           "BLACK d4\nWhite Pass\n",
		"no end":             "B D4\nW pass",
		"CRLF":               "B D4\r\nW pass\r\n",
		"blanks":             " \tB \t D4 \n\n \n\r\nW pass \n\n",
		"comments":           "# a game\nB D4 # the first\n #\nW pass#the last\n#",
		"comments of any":    "B D4 # \xff \x1b[2J\nW pass\n",
		"a mark of UTF-8":    "\ufeffB D4\nW pass\n",
		"as long as allowed": "B D4\n" + strings.Repeat(" ", longestLine-6) + "W pass",
		"the same, and more": "B D4\n" + strings.Repeat(" ", longestLine-6) + "W pass\n\n",
	} {
		t.Run(name, func(t *testing.T) {
			standardInput(t, text)
			if status, got, stderr := audits(""); status != 0 || got != want || stderr != "" {
				t.Errorf("got status %d, stderr %q and\n%s\nwant 0, nothing and\n%s", status, stderr, got, want)
			}
		})
	}
}

// Each file is a game, and an illegal move ends only its own.
func TestAuditFiles(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	writeFile(t, dir, "one%d", lines("B A1,W A1,B A2"))
	writeFile(t, dir, "two.moves", lines("B A1"))
	standardInput(t, lines("W A1"))
	const want = `one%d: 9×9, Tromp–Taylor without suicide, positional superko
turn 1: Black A1
  [pass] legal: A1 is legal
turn 2: White A1
  [FAIL] legal: A1 is occupied
1 turn is left, which cannot be judged after an illegal move

standard input: 9×9, Tromp–Taylor without suicide, positional superko
turn 1: White A1
  [pass] legal: A1 is legal

two.moves: 9×9, Tromp–Taylor without suicide, positional superko
turn 1: Black A1
  [pass] legal: A1 is legal

5 turns in 3 games: 3 passed, 1 failed, 1 not judged
  check                       code               passed    failed
  legal                       legal                   3         0
  legal                       occupied                0         1
`
	if status, got, _ := audits("-checks legal one%d - two.moves"); status != 1 || got != want {
		t.Errorf("got status %d and\n%s\nwant 1 and\n%s", status, got, want)
	}
}

// A file that is named twice is two games.
func TestAuditFileTwice(t *testing.T) {
	file := writeFile(t, t.TempDir(), "moves", "B A1\n")
	const want = `
2 turns in 2 games: 2 passed, 0 failed
  check                       code               passed    failed
  legal                       legal                   2         0
`
	if status, got, stderr := audits("-quiet -checks legal " + file + " " + file); status != 0 || got != want[1:] {
		t.Errorf("got status %d, stderr %q and\n%s\nwant 0 and\n%s", status, stderr, got, want[1:])
	}
}

// The checks about pass-alive groups refuse a stone in territory that is decided, and
// only if they are asked.
func TestAuditPassAlive(t *testing.T) {
	const moves = "B B1,B B2,B B3,B B4,B B5,B A3,W A1,B A4,W C3" // Black holds the two columns on the left
	for _, test := range []struct{ args, want string }{
		{"-checks not_in_own_pass_alive", "turn 8: Black A4\n  [FAIL] not_in_own_pass_alive"},
		{"-checks not_in_opponent_pass_alive", "turn 7: White A1\n  [FAIL] not_in_opponent_pass_alive"},
		{"", "turn 7: White A1\n  [FAIL] not_self_atari"},
	} {
		standardInput(t, lines(moves))
		status, got, stderr := audits("-size 5 -quiet " + test.args)
		if status != 1 || stderr != "gogate: 1 turn fails a check\n" || !strings.Contains(got, test.want) {
			t.Errorf("%s: got status %d, stderr %q and\n%s\nwant 1 and %s alone", test.args, status, stderr, got, test.want)
		}
	}
}

func TestAuditChecks(t *testing.T) {
	for _, test := range []struct {
		value string
		want  []string // nil if it is refused
	}{
		{"legal", []string{"legal"}},
		{"legal,not_own_eye", []string{"legal", "not_own_eye"}},
		{"not_self_atari,legal", []string{"legal", "not_self_atari"}},
		{"not_self_atari,not_own_eye,legal", []string{"legal", "not_own_eye", "not_self_atari"}},
		{"not_own_eye", []string{"legal", "not_own_eye"}},
		{"not_in_opponent_pass_alive,not_in_own_pass_alive,not_own_eye",
			[]string{"legal", "not_own_eye", "not_in_own_pass_alive", "not_in_opponent_pass_alive"}},
		{usualChecks, []string{"legal", "not_own_eye", "not_self_atari"}},

		{"", nil},
		{"legal,", nil},
		{"legal,legal", nil},
		{"legal, not_own_eye", nil},
		{"Legal", nil},
		{"legal,pretty", nil},
		{"not_own_eye,not_own_eye", nil},
	} {
		t.Run(test.value, func(t *testing.T) {
			if got, err := readChecks(test.value); !slices.Equal(got, test.want) || (err == nil) != (test.want != nil) {
				t.Errorf("got %q, error %v, want %q", got, err, test.want)
			}
		})
	}
	// The names are those that the checks give themselves.
	for _, c := range choosable {
		if got := c.check(gogate.MustStart(9), gogate.Pass).Check; got != c.name {
			t.Errorf("got %q, want the name of %s", c.name, got)
		}
	}
	if got := gogate.Judge(gogate.MustStart(9), gogate.Pass)[0].Check; got != always {
		t.Errorf("got %q, want the name of %s", always, got)
	}
}

// The form of the document stays as it is.
func TestAuditJSON(t *testing.T) {
	const want = `{
  "checks": [
    "legal",
    "not_self_atari"
  ],
  "games": [
    {
      "name": "standard input",
      "rules": {
        "size": 2,
        "komi": 7.5,
        "ko": "simple",
        "suicide": false,
        "resign": true,
        "move_limit": 0
      },
      "turns": [
        {
          "turn": 1,
          "color": "White",
          "move": "A1",
          "ok": true,
          "verdicts": [
            {
              "check": "legal",
              "code": "legal",
              "ok": true,
              "move": "A1",
              "n": 0,
              "why": "{move} is legal",
              "reason": "A1 is legal"
            },
            {
              "check": "not_self_atari",
              "code": "liberties",
              "ok": true,
              "move": "A1",
              "n": 2,
              "why": "{move} leaves its group {n} liberties",
              "reason": "A1 leaves its group 2 liberties"
            }
          ]
        },
        {
          "turn": 2,
          "color": "Black",
          "move": "A1",
          "ok": false,
          "verdicts": [
            {
              "check": "legal",
              "code": "occupied",
              "ok": false,
              "move": "A1",
              "n": 0,
              "why": "{move} is occupied",
              "reason": "A1 is occupied"
            }
          ]
        }
      ],
      "tally": {
        "judged": 2,
        "passed": 1,
        "failed": 1,
        "unjudged": 1,
        "counts": [
          {
            "check": "legal",
            "code": "legal",
            "passed": 1,
            "failed": 0
          },
          {
            "check": "legal",
            "code": "occupied",
            "passed": 0,
            "failed": 1
          },
          {
            "check": "not_self_atari",
            "code": "liberties",
            "passed": 1,
            "failed": 0
          }
        ]
      }
    }
  ],
  "unread": [],
  "summary": {
    "games": 1,
    "without_move": 0,
    "judged": 2,
    "passed": 1,
    "failed": 1,
    "unjudged": 1,
    "counts": [
      {
        "check": "legal",
        "code": "legal",
        "passed": 1,
        "failed": 0
      },
      {
        "check": "legal",
        "code": "occupied",
        "passed": 0,
        "failed": 1
      },
      {
        "check": "not_self_atari",
        "code": "liberties",
        "passed": 1,
        "failed": 0
      }
    ]
  }
}
`
	standardInput(t, lines("W A1,B A1,W B1"))
	const args = "-json -size 2 -ko simple -checks not_self_atari,legal"
	if status, got, stderr := audits(args); status != 1 || got != want || stderr != "gogate: 1 turn fails a check\n" {
		t.Errorf("got status %d, stderr %q and\n%s\nwant 1 and\n%s", status, stderr, got, want)
	}
	standardInput(t, "W A1\n")
	if _, got, _ := audits(args + " -quiet"); !strings.Contains(got, `"turns": [],`) {
		t.Errorf("-quiet: got\n%s\nwant no turns", got)
	}
}

// longGame returns a game of so many turns in which either side may be next, and
// what the checks say of each.
func longGame(t *testing.T, size, turns int) (moves string, verdicts [][]gogate.Verdict) {
	rules := gogate.DefaultRules(size)
	rules.MoveLimit = 0
	p, err := rules.Start()
	random := rand.New(rand.NewPCG(1, 2))
	var text strings.Builder
	for len(verdicts) < turns && err == nil {
		if random.IntN(size) == 0 || len(p.LegalMoves()) == 1 {
			p = p.WithToPlay(p.ToPlay().Opponent())
		}
		m := gogate.Pass
		if legal := p.LegalMoves(); len(legal) > 1 && (p.Last() == gogate.Pass || random.IntN(size) > 0) {
			m = legal[random.IntN(len(legal)-1)] // the pass is the last
		}
		fmt.Fprintln(&text, p.ToPlay(), m)
		verdicts = append(verdicts, gogate.Judge(p, m, gogate.NotOwnEye, gogate.NotSelfAtari))
		p, err = p.Play(m)
	}
	if err != nil {
		t.Fatal(err)
	}
	return text.String(), verdicts
}

// A long game is judged as the library judges it, the document reads back as it was,
// and it says the same as the text.
func TestAuditLongGame(t *testing.T) {
	const turns = 1100 // more than the move limit of the other subcommands
	moves, want := longGame(t, 19, turns)
	for _, quiet := range []string{"", " -quiet"} {
		standardInput(t, moves)
		_, text, _ := audits("-size 19" + quiet)
		standardInput(t, moves)
		_, document, _ := audits("-size 19 -json" + quiet)
		var r audited
		in := json.NewDecoder(strings.NewReader(document))
		in.DisallowUnknownFields()
		if err := in.Decode(&r); err != nil {
			t.Fatal(err)
		}
		var again bytes.Buffer
		if err := show(&again, r, true); err != nil || again.String() != document {
			t.Errorf("got another document from what was read, error %v", err)
		}
		words := "standard input: 19×19, " + ruleWords(r.Games[0].Rules) + "\n"
		for _, turn := range r.Games[0].Turns {
			words += turn.String()
		}
		if words += "\n" + r.String(); words != text {
			t.Errorf("the document says\n%s\nwant\n%s", words, text)
		}

		failed := 0
		for i, verdicts := range want {
			ok := !slices.ContainsFunc(verdicts, func(v gogate.Verdict) bool { return !v.Allows() })
			if !ok {
				failed++
			}
			at := slices.IndexFunc(r.Games[0].Turns, func(turn auditedTurn) bool { return turn.Turn == i+1 })
			if at < 0 {
				if quiet == "" || !ok {
					t.Fatalf("turn %d is missing", i+1)
				}
				continue
			}
			for _, v := range verdicts {
				has := slices.Contains(r.Games[0].Turns[at].Verdicts, auditedVerdict{v, v.Reason()})
				if has != (quiet == "" || !v.Allows()) {
					t.Errorf("turn %d: got %v, want %v in its place", i+1, r.Games[0].Turns[at], v)
				}
			}
		}
		if s := r.Summary; s.Judged != turns || s.Failed != failed || s.Passed != turns-failed || failed == 0 || failed == turns {
			t.Errorf("got %d judged, %d passed, %d failed, want %d, %d, %d", s.Judged, s.Passed, s.Failed, turns, turns-failed, failed)
		}
	}
}

// What is wrong is said in one line, with what is allowed.
func TestAuditFailures(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	const wantFile, wantText = "want moves, one a line, such as B D4", "want a colour and a move, such as B D4 or W pass"
	for name, content := range map[string]string{
		"good": "B D4\n", "empty": "", "blank": "\n \n# nothing\n", "good.sgf": "(;GM[1])", "100%d": "B\n",
	} {
		writeFile(t, dir, name, content)
	}
	if err := os.Mkdir("directory", 0o755); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ args, input, want string }{
		{"-size 26", "", `-size "26": must be a whole number from 2 to 25, such as 9 or 9x9`},
		{"-ko super", "", `-ko "super": must be positional, situational or simple`},
		{"-suicide=maybe", "", `-suicide "maybe": must be true or false`},
		{"-checks legal,x", "", `-checks "legal,x": "x" is no check: want legal, not_own_eye, not_self_atari, not_in_own_pass_alive, not_in_opponent_pass_alive`},
		{"-checks legal,legal", "", `-checks "legal,legal": "legal" stands there twice: want each check once`},
		{"-komi 7", "", "there is no flag -komi: the flags of gogate audit are -checks, -json, -ko, -quiet, -size, -suicide"},
		{"good -json", "", `"-json" after a file: want the flags before the files`},
		{"-- -json", "", `"-json" after a file: want the flags before the files`},

		{"missing", "", "missing: no such file or directory"},
		{"directory", "", "directory: no records: want files whose names end in .sgf"},
		{"good.sgf", "", "good.sgf: no moves: want a record with a game that was played"},
		{"good missing.SGF", "", "missing.SGF: no such file or directory"},
		{"- -", "B D4", "standard input twice: want - once, since nothing is left of it to read again"},
		{"- good -", "B D4", "standard input twice: want - once, since nothing is left of it to read again"},
		{"empty", "", "empty: no moves: " + wantFile},
		{"blank", "", "blank: no moves: " + wantFile},
		{"", "", "standard input: no moves: " + wantFile},
		{"-json -", "", "standard input: no moves: " + wantFile},
		{"100%d", "", `100%d:1: "B": ` + wantText},

		{"", "D4", `standard input:1: "D4": ` + wantText},
		{"", "# a game\n\nB D4 E5 # both", `standard input:3: "B D4 E5": ` + wantText},
		{"", "play B D4", `standard input:1: "play B D4": ` + wantText},
		{"", "; B D4\r\n", `standard input:1: "; B D4": ` + wantText},
		{"", "X D4", `standard input:1: colour "X": want b, w, black or white`},
		{"", "blac\u212a D4", `standard input:1: colour "blac` + "\u212a" + `": want b, w, black or white`},
		{"", "B I4", `standard input:1: move "I4": want a point from A1 to Z25 (no column I), pass or resign`},
		{"", "B D04", `standard input:1: move "D04": want a point from A1 to Z25 (no column I), pass or resign`},
		{"", "B tt\n", `standard input:1: move "tt": want a point from A1 to Z25 (no column I), pass or resign`},
		{"", "B D4\n\x1b[2J\xff", `standard input:2: "\x1b[2J\xff": ` + wantText},
		{"", "\x7fELF\x02\x00\x00", "standard input:1: this is no text: " + wantText},
		{"", "B\x00 \x00D\x004\x00\n\x00", "standard input:1: this is no text: " + wantText}, // UTF-16
		{"", strings.Repeat("\x00\xff", 1<<20), "standard input:1: this is no text: " + wantText},
		{"", "B D4\nW " + strings.Repeat("D", 1<<20), "standard input:2: more than 65535 bytes: " + wantText},
		{"", strings.Repeat("#", longestLine+1), "standard input:1: more than 65535 bytes: " + wantText},
		{"", "B " + strings.Repeat("D", 1<<10), `standard input:1: move "` + strings.Repeat("D", 40) + `": want a point from A1 to Z25 (no column I), pass or resign`},
		{"", strings.Repeat("é", 1<<10), `standard input:1: "` + strings.Repeat("é", 40) + `": ` + wantText},
		{"", "B D4\nW D4\nB", `standard input:3: "B": ` + wantText}, // after an illegal move too
	} {
		t.Run(test.args+" "+fmt.Sprintf("%.20q", test.input), func(t *testing.T) {
			for _, format := range []string{"", "-json "} {
				standardInput(t, test.input)
				status, stdout, stderr := audits(format + test.args)
				if want := "gogate: " + test.want + "\n"; status != 2 || stderr != want {
					t.Errorf("got status %d, stderr %q, want 2 and %q", status, stderr, want)
				}
				if format != "" && stdout != "" || strings.Contains(stdout, "passed, ") {
					t.Errorf("got\n%s\nwant no document and no summary", stdout)
				}
			}
		})
	}
	if status := run(context.Background(), []string{"audit", ""}, io.Discard, io.Discard, false); status != 2 {
		t.Errorf("a file without a name: got status %d, want 2", status)
	}
	r, w := io.Pipe()
	r.Close()
	for _, args := range []string{"audit good", "audit -json good", "audit -quiet good"} {
		if status := run(context.Background(), strings.Fields(args), w, io.Discard, false); status != 2 {
			t.Errorf("%s: output that cannot be written: got status %d, want 2", args, status)
		}
	}
}

// A turn is judged as soon as its line is there, and an interruption ends the wait
// for the next.
func TestAuditWaits(t *testing.T) {
	in, moves, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer moves.Close()
	replaceInput(t, in)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	out, stdout := io.Pipe()
	var stderr strings.Builder
	status := make(chan int)
	go func() {
		status <- run(ctx, []string{"audit", "-checks", "legal"}, stdout, &stderr, false)
	}()
	for i, want := range []string{
		"standard input: 9×9, Tromp–Taylor without suicide, positional superko\nturn 1: Black A1\n  [pass] legal: A1 is legal\n",
		"turn 2: White B1\n  [pass] legal: B1 is legal\n",
	} {
		if _, err := moves.WriteString([]string{"B A1\n", "W B1\n"}[i]); err != nil {
			t.Fatal(err)
		}
		got := make([]byte, len(want))
		if _, err := io.ReadFull(out, got); err != nil || string(got) != want {
			t.Fatalf("got %q, error %v, want %q", got, err, want)
		}
	}
	cancel()
	select {
	case got := <-status:
		if got != 130 || stderr.String() != "gogate: interrupted\n" {
			t.Errorf("got status %d, stderr %q, want 130 and one line", got, stderr.String())
		}
	case <-time.After(time.Minute):
		t.Fatal("still waiting after the interruption")
	}
}

func TestAuditInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	standardInput(t, "B A1\n")
	var stderr strings.Builder
	status := run(ctx, []string{"audit"}, io.Discard, &stderr, false)
	if status != 130 || stderr.String() != "gogate: interrupted\n" {
		t.Errorf("got status %d, stderr %q", status, stderr.String())
	}
}
