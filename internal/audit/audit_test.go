package audit_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"example.com/gogate"
	"example.com/gogate/internal/audit"
	"example.com/gogate/sgf"
)

// ko are moves on 5×5 that end with one that retakes a ko at once.
const ko = "B A1,B B2,W C2,W D1,W B1,B C1,W B1"

// The rules decide what is legal, and what is legal is judged on. The last verdict of a
// game, and how many turns are left.
func TestRules(t *testing.T) {
	for _, test := range []struct {
		name, args, moves, want string
		left                    int
	}{
		{"handicap", "-size 19", "B D4,B Q16,W D16", "not_self_atari liberties", 0},
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
			moves := writeFile(t, t.TempDir(), "moves", strings.ReplaceAll(test.moves, ",", "\n"))
			document, _ := runAudit(t, test.args+" -json "+moves)
			r := readResult(t, document)
			turns := r.Games[0].Turns
			verdicts := turns[len(turns)-1].Verdicts
			last, left := verdicts[len(verdicts)-1], r.Summary.Unjudged
			if got := last.Check + " " + last.Code; got != test.want || left != test.left {
				t.Errorf("got %q with %d turns left, want %q with %d: %v", got, left, test.want, test.left, last)
			}
		})
	}
}

// Size and komi are the record's, and all other rules the user's.
func TestRecordRules(t *testing.T) {
	const suicide = "(;SZ[5]KM[-3,25]RU[Japanese]AB[ca][cb][ac][bc]AW[aa][ba];W[ab];B[];W[bb])" // of four stones
	record := writeFile(t, t.TempDir(), "game.sgf", suicide)
	for _, test := range []struct {
		args string
		want gogate.Rules
		code string
	}{
		{"", gogate.Rules{Size: 5, Komi: -3.25, Resign: true}, "suicide"},
		{"-size 5 -ko simple -suicide", gogate.Rules{Size: 5, Komi: -3.25, Ko: gogate.SimpleKo, Suicide: true, Resign: true}, "legal"},
	} {
		document, _ := runAudit(t, test.args+" -json -checks legal "+record)
		g := readResult(t, document).Games[0]
		if code := g.Turns[2].Verdicts[0].Code; g.Rules != test.want || code != test.code {
			t.Errorf("%s: got %+v and %s, want %+v and %s", test.args, g.Rules, code, test.want, test.code)
		}
	}
}

func TestReadChecks(t *testing.T) {
	const all = "legal, not_own_eye, not_self_atari, not_in_own_pass_alive, not_in_opponent_pass_alive"
	for _, test := range []struct{ value, want, err string }{
		{"legal", "legal", ""},
		{"legal,not_own_eye", "legal not_own_eye", ""},
		{"not_self_atari,legal", "legal not_self_atari", ""},
		{"not_self_atari,not_own_eye,legal", "legal not_own_eye not_self_atari", ""},
		{"not_own_eye", "legal not_own_eye", ""},
		{"not_in_opponent_pass_alive,not_in_own_pass_alive,not_own_eye",
			"legal not_own_eye not_in_own_pass_alive not_in_opponent_pass_alive", ""},
		{audit.DefaultChecks, "legal not_own_eye not_self_atari", ""},

		{"", "", `check "": must be one of ` + all},
		{"legal,", "", `check "": must be one of ` + all},
		{"legal,legal", "", `check "legal" is given twice: each check must be given at most once`},
		{"legal, not_own_eye", "", `check " not_own_eye": must be one of ` + all},
		{"Legal", "", `check "Legal": must be one of ` + all},
		{"not_own_eye,not_own_eye", "", `check "not_own_eye" is given twice: each check must be given at most once`},
	} {
		got, err := audit.ReadChecks(test.value)
		if strings.Join(got, " ") != test.want || (err == nil) != (test.err == "") || err != nil && err.Error() != test.err {
			t.Errorf("%q: got %q, error %v, want %q, error %s", test.value, got, err, test.want, test.err)
		}
	}
}

// longGame returns a game of so many turns in which either side may be next, and what the
// checks say of each.
func longGame(t *testing.T, size, turns int) (moves string, verdicts [][]gogate.Verdict) {
	rules := audit.DefaultRules()
	rules.Size = size
	p, err := rules.Start()
	random := rand.New(rand.NewPCG(1, 2))
	var text strings.Builder
	for len(verdicts) < turns && err == nil {
		if random.IntN(size) == 0 || len(p.LegalMoves()) == 1 {
			p = p.WithToPlay(p.ToPlay().Opponent())
		}
		m := gogate.Pass
		legal := slices.DeleteFunc(p.LegalMoves(), func(m gogate.Move) bool { return m == gogate.Pass || m == gogate.Resign })
		if len(legal) > 0 && (p.Last() == gogate.Pass || random.IntN(size) > 0) {
			m = legal[random.IntN(len(legal))]
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

// A long game is judged as the library judges it, and the document says the same as the
// text.
func TestLongGame(t *testing.T) {
	const turns = 1100 // more than the move limit of the other subcommands
	moves, want := longGame(t, 19, turns)
	t.Chdir(t.TempDir())
	writeFile(t, ".", "moves", moves)
	for _, quiet := range []bool{false, true} {
		text, _ := runAudit(t, fmt.Sprintf("-size 19 -quiet=%v moves", quiet))
		document, _ := runAudit(t, fmt.Sprintf("-size 19 -quiet=%v -json moves", quiet))
		r := readResult(t, document)
		words := "moves: 19×19, Tromp–Taylor without suicide, positional superko\n"
		for _, turn := range r.Games[0].Turns {
			words += turn.String()
		}
		if words += "\n" + r.String(); words != text {
			t.Errorf("the document says\n%s\nwant\n%s", words, text)
		}

		failed, printed := 0, r.Games[0].Turns
		for i, verdicts := range want {
			var kept []audit.Verdict
			ok := true
			for _, v := range verdicts {
				ok = ok && v.Allows()
				if !quiet || !v.Allows() {
					kept = append(kept, audit.Verdict{Verdict: v, Reason: v.Reason()})
				}
			}
			if !ok {
				failed++
			}
			switch {
			case quiet && ok:
			case len(printed) == 0 || printed[0].Turn != i+1 || printed[0].OK != ok || !slices.Equal(printed[0].Verdicts, kept):
				t.Fatalf("turn %d: got %v, want %v", i+1, printed[:min(1, len(printed))], kept)
			default:
				printed = printed[1:]
			}
		}
		if s := r.Summary; len(printed) > 0 || s.Judged != turns || s.Failed != failed || s.Allowed != turns-failed || failed == 0 || failed == turns {
			t.Errorf("got %d judged, %d allowed, %d failed, want %d, %d, %d", s.Judged, s.Allowed, s.Failed, turns, turns-failed, failed)
		}
	}
}

// A record says the same as text of the same moves.
func TestRecordAsText(t *testing.T) {
	moves, _ := longGame(t, 9, 200)
	g := &sgf.Game{Start: gogate.MustStart(9)}
	for line := range strings.Lines(moves) {
		color, move, _ := strings.Cut(strings.TrimSpace(line), " ")
		c, err := gogate.ParseColor(color)
		if err != nil {
			t.Fatal(err)
		}
		g.Turns = append(g.Turns, sgf.Turn{Color: c, Move: gogate.MustParseMove(move)})
	}
	var record strings.Builder
	if err := g.Write(&record); err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	writeFile(t, ".", "game", moves)
	writeFile(t, ".", "game.sgf", record.String())
	for _, args := range []string{"", "-quiet ", "-json "} {
		want, _ := runAudit(t, args+"game")
		got, err := runAudit(t, args+"game.sgf")
		if got = strings.Replace(got, "game.sgf", "game", 1); got != want {
			t.Errorf("%q: got error %v and\n%s\nwant\n%s", args, err, got, want)
		}
	}
}

// games makes a directory of so many records of one move.
func games(t *testing.T, n int) string {
	dir := t.TempDir()
	for i := range n {
		writeFile(t, dir, fmt.Sprintf("%02d.sgf", i), "(;SZ[9];B[aa])")
	}
	return dir
}

// The files of a directory are counted, from 0 on, and what shows that is cleared before
// anything is printed.
func TestProgress(t *testing.T) {
	dir := games(t, 2)
	t.Chdir(dir)
	var all strings.Builder
	shown := false
	a := audit.Audit{Rules: audit.DefaultRules(), Checks: []string{audit.Legal}}
	a.Progress = func(done, files int) { fmt.Fprintf(&all, "<%d of %d>\n", done, files); shown = true }
	a.Clear = func() { shown = false }
	out := writer(func(b []byte) (int, error) {
		if shown {
			t.Errorf("%q is printed before the progress is cleared", b)
		}
		return all.Write(b)
	})
	if err := a.Run(t.Context(), []string{"."}, out); err != nil {
		t.Fatal(err)
	}
	_, got, _ := strings.Cut(all.String(), "record\n")
	const want = `<0 of 2>
      1        1        0           0         0  00.sgf
<1 of 2>
      1        1        0           0         0  01.sgf
<2 of 2>
      2        2        0           0         0  in 2 files
`
	if got, _, _ := strings.Cut(got, "\n2 turns"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	a.JSON = true
	if err := a.Run(t.Context(), []string{"."}, out); err != nil {
		t.Fatal(err)
	}
}

// A turn is printed as soon as its line is there, and an interruption ends the wait for
// the next.
func TestWaits(t *testing.T) {
	in, moves := io.Pipe()
	defer moves.Close()
	out, stdout := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error)
	go func() {
		a := audit.Audit{Rules: audit.DefaultRules(), Checks: []string{audit.Legal}, Stdin: in}
		ended <- a.Run(ctx, nil, stdout)
	}()
	for _, test := range []struct{ move, want string }{
		{"B A1\n", "standard input: 9×9, Tromp–Taylor without suicide, positional superko\nturn 1: Black A1\n  [pass] legal: A1 is legal\n"},
		{"W B1\n", "turn 2: White B1\n  [pass] legal: B1 is legal\n"},
	} {
		if _, err := io.WriteString(moves, test.move); err != nil {
			t.Fatal(err)
		}
		got := make([]byte, len(test.want))
		if _, err := io.ReadFull(out, got); err != nil || string(got) != test.want {
			t.Fatalf("got %q, error %v, want %q", got, err, test.want)
		}
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

// An interruption among the files of a directory ends the audit there.
func TestDirectoryInterrupted(t *testing.T) {
	dir := games(t, 8)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var text strings.Builder
	a := audit.Audit{Rules: audit.DefaultRules(), Checks: []string{audit.Legal}}
	err := a.Run(ctx, []string{dir}, writer(func(b []byte) (int, error) {
		if strings.Contains(string(b), "03.sgf") {
			cancel()
		}
		return text.Write(b)
	}))
	if !errors.Is(err, context.Canceled) || !strings.HasSuffix(text.String(), filepath.Join(dir, "03.sgf")+"\n") {
		t.Errorf("got %v and\n%s\nwant the table up to 03.sgf", err, text.String())
	}
}

// An interruption ends the wait for a record.
func TestRecordInterrupted(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe.sgf")
	if err := exec.Command("mkfifo", pipe).Run(); err != nil {
		t.Skip("mkfifo, which makes a named pipe, does not run here")
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		a := audit.Audit{Rules: audit.DefaultRules(), Checks: []string{audit.Legal}}
		ended <- a.Run(ctx, []string{pipe}, io.Discard)
	}()
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
	if end, err := os.OpenFile(pipe, os.O_RDWR, 0); err == nil { // for the goroutine that still opens it
		end.Close()
	}
}

// What cannot be read in a directory is reported, and the rest is judged.
func TestClosedDirectory(t *testing.T) {
	t.Chdir(games(t, 1))
	if err := os.Mkdir("closed", 0); err != nil {
		t.Fatal(err)
	}
	if _, err := os.ReadDir("closed"); err == nil {
		t.Skip("every directory can be read here, as by root")
	}
	text, err := runAudit(t, "-checks legal .")
	if err == nil || err.Error() != "1 record could not be read" ||
		!strings.Contains(text, "00.sgf\n  not read: closed: "+syscall.EACCES.Error()+"\n") {
		t.Errorf("got %v and\n%s\nwant what could not be read, and the rest", err, text)
	}
}

// Output that cannot be written is an error of its own.
func TestWriteFails(t *testing.T) {
	dir := games(t, 1)
	broken := errors.New("broken")
	for _, json := range []bool{false, true} {
		a := audit.Audit{Rules: audit.DefaultRules(), Checks: []string{audit.Legal}, JSON: json}
		err := a.Run(t.Context(), []string{dir}, writer(func([]byte) (int, error) { return 0, broken }))
		if !errors.Is(err, broken) {
			t.Errorf("JSON %v: got %v, want %v", json, err, broken)
		}
	}
	a := audit.Audit{Rules: audit.DefaultRules(), Checks: []string{audit.Legal}}
	if err := a.Run(t.Context(), []string{""}, io.Discard); err == nil || !strings.HasPrefix(err.Error(), `file "": `) {
		t.Errorf("a file without a name: got %v", err)
	}
}

// A writer is a function as an io.Writer.
type writer func([]byte) (int, error)

func (w writer) Write(b []byte) (int, error) { return w(b) }

// writeFile writes a file and returns its path.
func writeFile(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}
