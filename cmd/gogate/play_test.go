package main

import (
	"context"
	"errors"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"example.com/gogate"
	"example.com/gogate/internal/agents"
	"example.com/gogate/internal/terminal"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares got with a file in testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s-update writes it anew", file, diff)
	}
}

// plainly takes from the environment what asks for colours.
func plainly(t *testing.T) {
	for _, name := range []string{"NO_COLOR", "CLICOLOR_FORCE"} {
		t.Setenv(name, "")
	}
}

// played returns what gogate play prints if it gets the given lines.
func played(t *testing.T, lines string, args ...string) string {
	t.Helper()
	plainly(t)
	var stdout strings.Builder
	if err := play(t.Context(), args, strings.NewReader(lines), &stdout); err != nil {
		t.Fatal(err)
	}
	return stdout.String()
}

// The same seed gives the same bytes: a game of two agents to its end, with overrides
// and captures, and games of a person that end in other ways.
func TestPlayGolden(t *testing.T) {
	for _, test := range []struct {
		name, lines, args string
	}{
		{"agents", "", "-size 5 -seed 2 -playouts 20"},
		{"limit", "", "-size 4 -agents greedy,random -move-limit 6 -komi 0.5"},
		{"steps", "", "-size 3 -agents random,search -max-steps 3"},
		// An occupied point and nonsense are answered; an own eye and a self-atari are
		// replaced; the end of input quits.
		{"guarded", "A2\na2\nB1\nwhat now?\n\nA1\nA5\n", "-you -guarded -size 5 -agents random -playouts 30 -seed 1"},
		{"undo", "undo\nC3\nundo\nundo\n?\nB2\nresign\nq\nD4\n", "-you=white -size 4 -agents random"},
		{"resign", "B2\nQUIT!\nresign", "-you -resign -size 3 -agents greedy"},
		{"passes", "pass\nPASS\n pass \n\tpass\npass\n", "-you -size 2 -agents random -ko simple -komi -4"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := played(t, test.lines, strings.Fields(test.args)...)
			golden(t, "play-"+test.name+".golden", got)
			if again := played(t, test.lines, strings.Fields(test.args)...); again != got {
				t.Errorf("got\n%s\nand then\n%s", got, again)
			}
		})
	}
}

// Flags are read with one dash or two, and all of them reach the rules.
func TestPlayRules(t *testing.T) {
	g, done, err := readPlayFlags(strings.Fields(
		"--size 13x13 --komi=0.5 -ko situational --suicide -resign -move-limit 0 --you=white --view history -delay 2s"), io.Discard)
	want := gogate.Rules{Size: 13, Komi: 0.5, Ko: gogate.SituationalSuperko, Suicide: true, Resign: true}
	if err != nil || done || g.rules != want || g.you != gogate.White || !g.look.History || g.look.Delay != 2*time.Second {
		t.Errorf("got %+v, %v, %v, want the rules %+v", g, done, err, want)
	}
	g, _, _ = readPlayFlags([]string{"-you"}, io.Discard)
	if want := gogate.DefaultRules(9); g.rules != want || g.you != gogate.Black || g.look.History {
		t.Errorf("got %+v, want the rules %+v", g, want)
	}
}

func TestPlayBadUsage(t *testing.T) {
	dir := t.TempDir()
	taken := writeFile(t, dir, "game.sgf", "(;)")
	writeFile(t, dir, ".a.sgf.tmp", "")
	stale, missing := filepath.Join(dir, "a.sgf"), filepath.Join(dir, "none", "a.sgf")
	long := filepath.Join(dir, strings.Repeat("a", 252))
	for _, test := range []struct{ args, want string }{
		{"-size 26", `-size "26": must be a whole number from 2 to 25, such as 9 or 9x9`},
		{"-agents mcts", "-agents names 1 agent: it must name two, separated by a comma"},
		{"-agents mcts,human", `-agents: agent 2: "human": must be one of random, greedy, search, mcts, gated or gtp:PROGRAM`},
		{"-you -agents mcts,mcts,mcts", "-agents names 3 agents: with -you it must name one, your opponent"},
		{"-you -agents random,greedy", "-agents names 2 agents: with -you it must name one, your opponent"},
		{"-you=red", `-you "red": must be black or white, and -you alone means black`},
		{"-you=empty", `-you "empty": must be black or white, and -you alone means black`},
		{"-you -black mcts", "-black with -you: you play Black, so name your opponent with -white"},
		{"-you=white -white mcts", "-white with -you: you play White, so name your opponent with -black"},
		{"-black mcts -agents random,random", "-agents with -black or -white: name the agents in one of the two ways"},
		{"-you white", `"white": nothing may follow the flags`},
		{"-guarded", "-guarded without -you: the gate guards your moves, so you must play"},
		{"-guarded=maybe", `-guarded "maybe": must be true or false`},
		{"-view film", `-view "film": must be live or history`},
		{"-max-steps 0", `-max-steps "0": must be a whole number from 1 to 1000000`},
		{"-delay -1s", `-delay "-1s": must be a time such as 300ms or 2s, or 0 for none`},
		{"-style fancy", `-style "fancy": must be auto, unicode or ascii`},
		{"-seed x", `-seed "x": must be a whole number from 0 to 18446744073709551615`},
		{"-playouts 0", `-playouts "0": must be a whole number from 1 to 1000000000`},
		{"-komi 1e3", `-komi "1e3": must be points such as 7.5, 0 or -5, from -999999.999999 to 999999.999999 with at most 6 decimals`},
		{"-ko none", `-ko "none": must be positional, situational or simple`},
		{"-move-limit -1", `-move-limit "-1": must be a whole number from 0 to 1000000, where 0 means no limit`},
		{"-sgf=", `-sgf "": must be the name of a file`},
		{"-sgf " + taken, "-sgf: " + taken + " exists already: choose a file that does not exist"},
		{"-sgf " + stale, "-sgf: " + filepath.Dir(stale) + "/.a.sgf.tmp exists: another run is writing it or was stopped while it did; if none is, remove it"},
		{"-sgf " + missing, "-sgf: " + missing + ": no such file or directory: choose a file in a directory that exists"},
		{"-sgf " + long, "-sgf: " + long + ": file name too long: choose a shorter name"},
		{"-sgf " + taken + "/game", "-sgf: " + taken + "/game: not a directory: choose a file in a directory in which files can be written"},
		{"-bogus", "there is no flag -bogus: the flags of gogate play are -agents, -black, -delay, -guarded, -ko, -komi, -list, -max-steps, -move-limit, -playouts, -resign, -seed, -sgf, -size, -style, -suicide, -timeout, -view, -white, -you"},
	} {
		var stdout, stderr strings.Builder
		status := run(context.Background(), append([]string{"play"}, strings.Fields(test.args)...), &stdout, &stderr, false)
		if want := "gogate: " + test.want + "\n"; status != 2 || stdout.Len() > 0 || stderr.String() != want {
			t.Errorf("%s: got status %d, stdout %q, stderr %q, want 2, nothing and %q", test.args, status, stdout.String(), stderr.String(), want)
		}
	}
}

func TestPlayList(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(played(t, "", "-list")), "\n")
	if len(lines) != len(agents.All())+1 {
		t.Errorf("got %q, want a line for each agent and for engines", lines)
	}
	for i, a := range agents.All() {
		if !strings.HasPrefix(lines[i], a.Name+" ") {
			t.Errorf("got %q, want it to begin with %s", lines[i], a.Name)
		}
	}
}

// Output that cannot be written ends a game, also one in which a gate plays for a
// person who cannot be asked.
func TestPlayBrokenOutput(t *testing.T) {
	for _, args := range []string{"", "-you", "-you -guarded"} {
		r, w := io.Pipe()
		r.Close()
		if err := play(t.Context(), strings.Fields(args), strings.NewReader("D4\n"), w); err == nil {
			t.Errorf("%q: got no error", args)
		}
	}
}

// An interrupt ends a game while it waits for a line, and while an agent thinks, and
// what was played is saved.
func TestPlayInterrupted(t *testing.T) {
	silent, _ := io.Pipe()
	for _, args := range []string{"-you", "-you -guarded", "-agents mcts,mcts -playouts 1000000000"} {
		ctx, cancel := context.WithCancel(t.Context())
		first := writerFunc(func(b []byte) (int, error) {
			cancel() // once the first position is shown
			return len(b), nil
		})
		file := filepath.Join(t.TempDir(), "game.sgf")
		if err := play(ctx, append(strings.Fields(args), "-sgf", file), silent, first); !errors.Is(err, context.Canceled) {
			t.Errorf("%q: got %v, want %v", args, err, context.Canceled)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if g := readRecord(t, string(text)); len(g.Turns) != 0 || g.Result != "" {
			t.Errorf("%q: got %d turns and the result %q, want none", args, len(g.Turns), g.Result)
		}
	}
}

type writerFunc func(b []byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// An engine plays along, resigns, forfeits the game by an illegal move, or ends it
// with an error.
func TestPlayEngine(t *testing.T) {
	both := against(t)
	for _, test := range []struct{ seed, want, err string }{
		{"1", " wins by resignation: B+R\n", ""},
		{"3", "White A1: the point is occupied: Black wins by forfeit\n", ""},
		{"2", "\nbroken off after 1 turn: the game is not over\n", `turn 2, White: the engine has ended (exit status 4), saying "no more"`},
	} {
		var stdout strings.Builder
		file := filepath.Join(t.TempDir(), "game.sgf")
		err := play(t.Context(), []string{"-size", "5", "-agents", both, "-seed", test.seed, "-sgf", file}, nil, &stdout)
		if got := stdout.String(); !strings.Contains(got, test.want) || (err == nil) != (test.err == "") || err != nil && err.Error() != test.err {
			t.Errorf("seed %s: got %v and\n%s", test.seed, err, got)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]string{"1": "B+R", "2": "", "3": "B+F"}[test.seed]
		if g := readRecord(t, string(text)); g.Result != want || g.White != strings.TrimPrefix(both, "random,") {
			t.Errorf("seed %s: got the result %q and White %q", test.seed, g.Result, g.White)
		}
	}
}

// With an engine resignation is legal, unless it is forbidden.
func TestPlayResignation(t *testing.T) {
	for _, test := range []struct {
		args []string
		want bool
	}{
		{[]string{"-agents", against(t)}, true},
		{[]string{"-agents", against(t), "-resign=false"}, false},
		{nil, false},
		{[]string{"-resign"}, true},
	} {
		g, _, err := readPlayFlags(test.args, io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		table, err := g.table(nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := table.Game.Final.Rules().Resign; got != test.want {
			t.Errorf("%q: got resignation %v, want %v", test.args, got, test.want)
		}
	}
}

// The default agents are two, of whom a person plays against one.
func TestPlayOpponent(t *testing.T) {
	for args, want := range map[string]string{"": "gated mcts", "-you": "you mcts", "-you=white": "gated you", "-you=white -agents greedy": "greedy you", "-you -white greedy": "you greedy", "-black greedy": "greedy mcts"} {
		g, _, err := readPlayFlags(strings.Fields(args), io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		table, err := g.table(new(terminal.Human))
		if err != nil {
			t.Fatal(err)
		}
		if got := table.Names[gogate.Black] + " " + table.Names[gogate.White]; got != want {
			t.Errorf("%q: got %s, want %s", args, got, want)
		}
	}
}

// A reader that goes away ends the game with an error, and the record is written.
func TestPlayReaderGone(t *testing.T) {
	long(t)
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	r.Close()
	file := filepath.Join(t.TempDir(), "game.sgf")
	cmd := exec.Command(program, "play", "-size", "5", "-sgf", file)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	cmd.Stdout = w
	if err := cmd.Run(); cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != 1 {
		t.Errorf("got %v, want the exit status 1", err)
	}
	if _, err := os.Stat(file); err != nil {
		t.Error(err)
	}
}

// A game is saved as a record with the decisions of the gate, also one that is quit,
// and what was taken back is not in it.
func TestPlayRecord(t *testing.T) {
	for _, test := range []struct {
		name, lines, args string
		turns             int
		result            string
		comments          []string // what some turn says
	}{
		{"agents", "", "-size 4 -playouts 10 -move-limit 9 -komi 0.5", 9, "W+0.5", []string{"turn 9: Black proposes"}},
		{"quit", "A2\nE5\nundo\nB1\nA1\nq\n", "-you -guarded -size 5 -agents random -playouts 30 -seed 1", 6, "",
			[]string{"turn 3: Black proposes B1", "[FAIL] not_own_eye: A1"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "game.sgf")
			played(t, test.lines, append(strings.Fields(test.args), "-sgf", file)...)
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			g := readRecord(t, string(text))
			if len(g.Turns) != test.turns || g.Result != test.result {
				t.Errorf("got %d turns and the result %q, want %d and %q", len(g.Turns), g.Result, test.turns, test.result)
			}
			for _, want := range test.comments {
				if !strings.Contains(string(text), strings.ReplaceAll(want, "]", `\]`)) {
					t.Errorf("the record lacks %q:\n%s", want, text)
				}
			}
			if strings.Contains(string(text), "E5 is legal") {
				t.Error("the record holds a move that was taken back")
			}
			if entries := contents(t, filepath.Dir(file)); len(entries) != 1 {
				t.Errorf("got %d files, want the record alone", len(entries))
			}
		})
	}
}

// What a page shows of a game is what is printed.
func TestPlayOfDocs(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	got := played(t, "A2\nB1\nA1\n", strings.Fields("-you -guarded -size 5 -white random -playouts 30 -seed 1")...)
	shown := 0
	for _, page := range append(pages, "../../README.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range strings.Split(string(text), "\n```text\n")[1:] {
			block, _, _ = strings.Cut(block, "```\n")
			if !strings.Contains(block, "turn 5: Black proposes A1\n") {
				continue
			}
			if shown++; !strings.Contains(got, block) {
				t.Errorf("%s shows\n%s\nwant a part of\n%s", page, block, got)
			}
		}
	}
	if shown == 0 {
		t.Error("no page shows the game in which Black proposes A1")
	}
}
