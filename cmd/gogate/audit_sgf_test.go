package main

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/gogate"
	"example.com/gogate/sgf"
)

// auditsRecord runs gogate audit on a record with this text, in a directory of the
// test's own.
func auditsRecord(t *testing.T, args, text string) (status int, stdout, stderr string) {
	t.Helper()
	t.Chdir(t.TempDir())
	writeFile(t, ".", "game.sgf", text)
	return audits(args + " game.sgf")
}

// The text that is printed of records.
func TestAuditRecord(t *testing.T) {
	for _, test := range []struct {
		name, args, record string
		status             int
		want, stderr       string
	}{
		{
			"a handicap in ISO-8859-1", "", "(;CA[ISO-8859-1]GM[1]SZ[19]KM[6,5]PB[M\xfcller]HA[2]AB[dd:dd][pp];W[dp]C[\xe9];B[tt])", 0, `
game.sgf: 19×19, Tromp–Taylor without suicide, positional superko
turn 1: White D4
  [pass] legal: D4 is legal
  [pass] not_own_eye: D4 fills no eye of the mover's own
  [pass] not_self_atari: D4 leaves its group 4 liberties
turn 2: Black pass
  [pass] legal: pass is legal
  [pass] not_own_eye: pass fills no eye of the mover's own
  [pass] not_self_atari: pass places no stone

2 turns in 1 game: 2 passed, 0 failed
  check                       code               passed    failed
  legal                       legal                   2         0
  not_own_eye                 no_eye                  2         0
  not_self_atari              liberties               1         0
  not_self_atari              no_stone                1         0
`, "",
		},
		{
			"words and variations", "-checks legal", "mail (;SZ[9];C[begin];B[ee](;C[no move];W[ed];TB[aa])(;W[ee];B[ee])) the end", 0, `
game.sgf: 9×9, Tromp–Taylor without suicide, positional superko
turn 1: Black E5
  [pass] legal: E5 is legal
turn 2: White E6
  [pass] legal: E6 is legal

2 turns in 1 game: 2 passed, 0 failed
  check                       code               passed    failed
  legal                       legal                   2         0
`, "",
		},
		{
			"set-ups count turns anew", "-checks legal", "(;SZ[9]AB[aa];B[ee];W[ed];PL[W];W[dd];AE[ee];B[ee];W[ec]AB[ff];W[aa])", 1, `
game.sgf: 9×9, Tromp–Taylor without suicide, positional superko
turn 1: Black E5
  [pass] legal: E5 is legal
turn 2: White E6
  [pass] legal: E6 is legal
turn 3: White D6
  [pass] legal: D6 is legal
turn 1 after set-up 1: Black E5
  [pass] legal: E5 is legal
turn 1 after set-up 2: White E7
  [pass] legal: E7 is legal
turn 2 after set-up 2: White A9
  [FAIL] legal: A9 is occupied

6 turns in 1 game: 5 passed, 1 failed
  check                       code               passed    failed
  legal                       legal                   5         0
  legal                       occupied                0         1
`, "gogate: 1 turn fails a check\n",
		},
		{
			"moves after two passes, and an illegal one", "-quiet -checks legal", "(;SZ[9];B[];W[];B[aa];W[];B[];W[aa];C[x];AB[bb];W[])", 1, `
game.sgf: 9×9, Tromp–Taylor without suicide, positional superko
turn 6: White A9
  [FAIL] legal: A9 is occupied
1 turn is left, which cannot be judged after an illegal move

7 turns in 1 game: 5 passed, 1 failed, 1 not judged
  check                       code               passed    failed
  legal                       legal                   5         0
  legal                       occupied                0         1
`, "gogate: 1 turn fails a check\n",
		},
		{
			"a collection", "-checks legal", "(;SZ[5];B[aa])(;SZ[5]AB[aa])\n(;SZ[7];W[gg]", 0, `
game.sgf: 5×5, Tromp–Taylor without suicide, positional superko
turn 1: Black A5
  [pass] legal: A5 is legal

game.sgf, game 2: 5×5, Tromp–Taylor without suicide, positional superko
no moves

game.sgf, game 3: 7×7, Tromp–Taylor without suicide, positional superko
turn 1: White G1
  [pass] legal: G1 is legal

2 turns in 3 games, 1 of them without a move: 2 passed, 0 failed
  check                       code               passed    failed
  legal                       legal                   2         0
`, "",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			status, stdout, stderr := auditsRecord(t, test.args, test.record)
			if want := test.want[1:]; status != test.status || stdout != want || stderr != test.stderr {
				t.Errorf("got status %d, stderr %q and\n%s\nwant %d, %q and\n%s", status, stderr, stdout, test.status, test.stderr, want)
			}
		})
	}
}

// Size and komi are the record's, and all other rules the user's.
func TestAuditRecordRules(t *testing.T) {
	const suicide = "(;SZ[5]KM[-3,25]RU[Japanese]AB[ca][cb][ac][bc]AW[aa][ba];W[ab];B[];W[bb])" // of four stones
	for _, test := range []struct {
		args string
		want gogate.Rules
		code string
	}{
		{"", gogate.Rules{Size: 5, Komi: -3.25, Resign: true}, "suicide"},
		{"-size 5 -ko simple -suicide", gogate.Rules{Size: 5, Komi: -3.25, Ko: gogate.SimpleKo, Suicide: true, Resign: true}, "legal"},
	} {
		_, stdout, stderr := auditsRecord(t, "-json -checks legal "+test.args, suicide)
		var r audited
		if err := json.Unmarshal([]byte(stdout), &r); err != nil {
			t.Fatalf("%v, stderr %q", err, stderr)
		}
		g := r.Games[0]
		if code := g.Turns[2].Verdicts[0].Code; g.Rules != test.want || code != test.code {
			t.Errorf("%s: got %+v and %s, want %+v and %s", test.args, g.Rules, code, test.want, test.code)
		}
	}
}

// A record says the same as a text of the same moves.
func TestAuditRecordAsText(t *testing.T) {
	moves, _ := longGame(t, 9, 200)
	g := &sgf.Game{Start: gogate.MustStart(9)}
	for line := range strings.Lines(moves) {
		turn, _, err := readTurn([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		g.Turns = append(g.Turns, turn)
	}
	var record strings.Builder
	if err := g.Write(&record); err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{"", "-quiet", "-json"} {
		standardInput(t, moves)
		_, want, _ := audits(args)
		_, got, stderr := auditsRecord(t, args, record.String())
		if got = strings.Replace(got, "game.sgf", "standard input", 1); got != want {
			t.Errorf("%q: got stderr %q and\n%s\nwant\n%s", args, stderr, got, want)
		}
	}
}

// Records and texts stand side by side.
func TestAuditRecordAndText(t *testing.T) {
	t.Chdir(t.TempDir())
	writeFile(t, ".", "one.SGF", "(;SZ[5];B[aa])")
	writeFile(t, ".", "two", "B A1\n")
	const want = `one.SGF: 5×5, Tromp–Taylor without suicide, positional superko
turn 1: Black A5
  [pass] legal: A5 is legal

two: 9×9, Tromp–Taylor without suicide, positional superko
turn 1: Black A1
  [pass] legal: A1 is legal

2 turns in 2 games: 2 passed, 0 failed
  check                       code               passed    failed
  legal                       legal                   2         0
`
	if status, got, stderr := audits("-checks legal one.SGF two"); status != 0 || got != want {
		t.Errorf("got status %d, stderr %q and\n%s\nwant 0 and\n%s", status, stderr, got, want)
	}
}

// What is wrong with a record is said in one line, with the byte where it is.
func TestAuditRecordFailures(t *testing.T) {
	const noMoves = "game.sgf: no moves: want a record with a game that was played"
	for _, test := range []struct{ name, args, record, want string }{
		{"nothing", "", "", "game.sgf: there is no game: want one that begins with (;"},
		{"a text of moves", "", "B D4\n", "game.sgf: there is no game: want one that begins with (;"},
		{"cut off", "", "(;SZ[9];B[aa];W[bb", "game.sgf: byte 15: a value of W has no end: want ]"},
		{"cut off in the second game", "", "(;SZ[9];B[aa])(;W[b", "game.sgf: byte 17: a value of W has no end: want ]"},
		{"another game", "", "(;SZ[9];B[aa])(;GM[2])", "game.sgf, game 2: byte 15: GM[2] is another game: want 1, which is Go"},
		{"no square", "", "(;SZ[9:13])", `game.sgf: byte 1: board size "9:13": want a square of 2 to 25`},
		{"another charset", "", "(;CA[Big5];B[aa])", `game.sgf: byte 1: charset "Big5": want UTF-8 or ISO-8859-1`},
		{"a point off the board", "", "(;SZ[9];B[aa];W[jj])", "game.sgf: byte 13: W[jj] is no point of the board: want two letters from a to i"},
		{"a set-up without a liberty", "", "(;SZ[3];B[aa];W[ba];AW[ab];B[cc])", "game.sgf: byte 19: set-up: the Black group at A3 has no liberty"},
		{"no moves", "", "(;SZ[9]AB[aa])", noMoves},
		{"no moves in any game", "", "(;SZ[9])(;SZ[9]C[x])", noMoves},
		{"no moves beside a text of them", "text", "(;SZ[9])", noMoves},
		{"another size", "-size 9", "(;SZ[13];B[aa])", "game.sgf: byte 1: the board is 13×13: want 9×9, which is what -size says, or no -size"},
		{"the size of a record that says none", "-size 9", "(;B[aa])", "game.sgf: byte 1: the board is 19×19: want 9×9, which is what -size says, or no -size"},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, format := range []string{"", "-json "} {
				t.Chdir(t.TempDir())
				writeFile(t, ".", "game.sgf", test.record)
				writeFile(t, ".", "text", "B D4\n")
				status, stdout, stderr := audits(format + test.args + " game.sgf")
				if want := "gogate: " + test.want + "\n"; status != 2 || stderr != want {
					t.Errorf("got status %d, stderr %q, want 2 and %q", status, stderr, want)
				}
				if format != "" && stdout != "" || strings.Contains(stdout, "passed, ") {
					t.Errorf("got\n%s\nwant no document and no summary", stdout)
				}
			}
		})
	}
}

// An interruption ends the wait for a record.
func TestAuditRecordInterrupted(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe.sgf")
	if err := exec.Command("mkfifo", pipe).Run(); err != nil {
		t.Skip("no named pipes here: want mkfifo, which coreutils has")
	}
	ctx, cancel := context.WithCancel(context.Background())
	var stderr strings.Builder
	status := make(chan int)
	go func() { status <- run(ctx, []string{"audit", pipe}, io.Discard, &stderr, false) }()
	cancel()
	select {
	case got := <-status:
		if got != 130 || stderr.String() != "gogate: interrupted\n" {
			t.Errorf("got status %d, stderr %q, want 130 and one line", got, stderr.String())
		}
	case <-time.After(time.Minute):
		t.Fatal("still waiting after the interruption")
	}
	if end, err := os.OpenFile(pipe, os.O_RDWR, 0); err == nil { // for what still opens it
		end.Close()
	}
}
