package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.com/gogate"
	"example.com/gogate/internal/agents"
	"example.com/gogate/internal/form"
)

// Environment variables that make the test binary another program.
const (
	asProgram = "GOGATE_TEST_PROGRAM" // gogate
	asEngine  = "GOGATE_TEST_ENGINE"  // an engine that begins to think by making a file in this directory
)

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Unsetenv(asProgram) // its engines are none
		main()
	}
	if os.Getenv(asEngine) != "" {
		engineMain(os.Args[len(os.Args)-1])
		return
	}
	status := m.Run()
	os.Exit(status)
}

// engineMain is an engine that passes, resigns, dies, plays an illegal move or says
// nothing, by its seed.
func engineMain(seed string) {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		id, command, _ := strings.Cut(in.Text(), " ")
		text := ""
		if strings.HasPrefix(command, "genmove") {
			text = "pass"
			switch seed {
			case "1":
				text = "resign"
			case "2":
				fmt.Fprintln(os.Stderr, "no more")
				os.Exit(4)
			case "3":
				text = "A1" // again and again
			case "5":
				os.WriteFile(filepath.Join(os.Getenv(asEngine), strconv.Itoa(os.Getpid())), nil, 0o666)
				time.Sleep(time.Hour)
			}
		}
		fmt.Printf("=%s %s\n\n", id, text)
	}
}

// against returns the agents of a match of random against the engine.
func against(t *testing.T) string {
	t.Setenv(asEngine, t.TempDir())
	t.Setenv("GORACE", "atexit_sleep_ms=0")
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return "random,gtp:" + agents.Quote(program) + " {seed}"
}

// quick are the flags of a match that takes no time.
var quick = []string{"match", "-size", "5", "-seeds", "2", "-playouts", "10"}

func TestMatch(t *testing.T) {
	var first, stderr strings.Builder
	if status := run(context.Background(), quick, &first, &stderr, false); status != 0 || stderr.Len() > 0 {
		t.Fatalf("got status %d, stderr %q", status, stderr.String())
	}
	for _, part := range []string{"5×5", "\ngated playouts=10 ", "\nmcts playouts=10 ", "95 % interval"} {
		if !strings.Contains(first.String(), part) {
			t.Errorf("the table lacks %q:\n%s", part, first.String())
		}
	}
	for _, more := range [][]string{{"-workers", "1"}, {"-workers", "3"}, {"-seeds", "0:2"}, {"-time"}, {"-agents", "gated,mcts"}, {"-black", "gated"}, {"-white", "mcts", "-black", "gated"}, {"-komi", "7.5"}} {
		var again strings.Builder
		if run(context.Background(), append(slices.Clone(quick), more...), &again, io.Discard, false); again.String() != first.String() {
			t.Errorf("%v: got\n%s\nwant\n%s", more, again.String(), first.String())
		}
	}
}

// A report on agents is their match.
func TestReportOfAgents(t *testing.T) {
	args := []string{"-size", "4", "-seeds", "1", "-agents=greedy,random"}
	want := printed(t, append([]string{"match"}, args...)...)
	for _, command := range [][]string{{"report"}, nil} {
		if got := printed(t, append(command, args...)...); got != want {
			t.Errorf("%v: got\n%s\nwant\n%s", command, got, want)
		}
	}
}

func TestMatchJSON(t *testing.T) {
	var text, document strings.Builder
	args := append(slices.Clone(quick), "-seeds", "7:9", "-komi", "-0.5", "-agents", "random,greedy")
	run(context.Background(), args, &text, io.Discard, false)
	if status := run(context.Background(), append(args, "-json"), &document, io.Discard, false); status != 0 {
		t.Fatalf("got status %d", status)
	}
	var r gogate.Pairing
	if err := json.Unmarshal([]byte(document.String()), &r); err != nil {
		t.Fatal(err)
	}
	if r.Result.String() != text.String() {
		t.Errorf("the JSON prints as\n%s\nwant\n%s", r.Result, text.String())
	}
	if r.Rules.Size != 5 || r.Rules.Komi != -0.5 || len(r.Games) != 4 || r.Games[0].Seed != 7 || r.Games[3].Seed != 8 {
		t.Errorf("got %+v, want 5×5, komi -0.5 and four games of the seeds 7 and 8", r.Result)
	}
	if a, b := r.Tallies(); r.TallyA != a || r.TallyB != b {
		t.Errorf("got the tallies %+v and %+v, want %+v and %+v", r.TallyA, r.TallyB, a, b)
	}
}

// Parts of a match merge to what one match prints.
func TestMatchMerge(t *testing.T) {
	dir := t.TempDir()
	part := func(args ...string) string {
		var stdout strings.Builder
		if status := run(context.Background(), append(slices.Clone(quick), args...), &stdout, io.Discard, false); status != 0 {
			t.Fatalf("%v: got status %d", args, status)
		}
		return stdout.String()
	}
	write := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	a := write("a", part("-json", "-seeds", "5:8"))
	b := write("b", part("-json", "-seeds", "3:5"))
	for _, format := range []string{"-json", "-json=false"} {
		var merged strings.Builder
		run(context.Background(), []string{"match", "-merge", format, a, b}, &merged, io.Discard, false)
		if want := part(format, "-seeds", "3:8"); merged.String() != want {
			t.Errorf("%s: got\n%s\nwant\n%s", format, merged.String(), want)
		}
	}
	good := part("-json", "-seeds", "8:9")
	edited := func(name, old, new string) string { return write(name, strings.Replace(good, old, new, 1)) }
	wrong := write("wrong", strings.Replace(part("-json", "-seeds", "8:9"), `"won": `, `"won": 1`, 1))
	other := write("other", part("-json", "-seeds", "8:9", "-komi", "6"))
	for _, test := range []struct {
		files []string
		want  string
	}{
		{[]string{a, a}, a + " and " + a + ": both have seeds 5 to 7"},
		{[]string{a, other}, a + " and " + other + ": rules"},
		{[]string{a, wrong}, wrong + ": the tallies are not those of the games"},
		{[]string{a, dir}, dir + ": is a directory: it must be a file that -json printed"},
		{[]string{write("binary", "\x00\xff\x7fELF")}, dir + `/binary: invalid character '\x00' looking for beginning of value: it must be a file that -json printed`},
		{[]string{write("cut", good[:len(good)/2])}, dir + "/cut: the file ends too early"},
		{[]string{write("none", "")}, dir + "/none: the file is empty"},
		{[]string{edited("NaN", `"komi": 7.5`, `"komi": NaN`)}, dir + "/NaN: invalid character 'N' looking for beginning of value"},
		{[]string{edited("infinite", `"komi": 7.5`, `"komi": 1e999`)}, dir + "/infinite: field \"rules.komi\" has 1e999: must be a number nearer to 0\n"},
		{[]string{edited("huge", `"komi": 7.5`, `"komi": 1e308`)}, dir + "/huge: games[0]"},
		{[]string{edited("large", `"size": 5`, `"size": 1000000`)}, dir + "/large: board size 1000000: must be a whole number from 2 to 25"},
		{[]string{edited("type", `"games": [`, `"games": [7, `)}, dir + "/type: field \"games\" has a number: must be an object\n"},
		{[]string{edited("null", `"rules": {`, `"rules": null, "b": {`)}, dir + "/null: field \"b\" is there twice: it must be there once\n"},
		{[]string{edited("object", `"games": [`, `"forfeits": {}, "games": [`)}, dir + "/object: unknown field \"forfeits\": it must be a file that -json printed\n"},
		{[]string{edited("case", `"seed": 8`, `"Seed": 8`)}, dir + "/case: field \"games[0].Seed\" is not one that -json prints: their names are in lower case\n"},
		{[]string{write("report", printed(t, append(small, "-json")...))}, dir + "/report: the file holds a report, not a match: merge it with gogate report -merge\n"},
		{[]string{write("nothing", "null")}, dir + "/nothing: the file holds null, not a match: it must be a file that -json printed\n"},
		{[]string{edited("swapped", `"a": "gated`, `"b": "gated`)}, dir + "/swapped: "},
		{[]string{edited("seed", `"seed": 8`, `"seed": 9`)}, dir + "/seed: "},
	} {
		var stderr strings.Builder
		status := run(context.Background(), append([]string{"match", "-merge"}, test.files...), io.Discard, &stderr, false)
		if status != 1 || !strings.HasPrefix(stderr.String(), "gogate: "+test.want) {
			t.Errorf("got status %d, %q, want 1 and %q", status, stderr.String(), test.want)
		}
	}
}

// Zero has one form, as every other komi has.
func TestKomi(t *testing.T) {
	for text, want := range map[string]string{
		"7.5": "7.5", "-5": "-5", "0": "0", "-0": "0", "-0.0": "0", "999999.999999": "999999.999999", "-999999.999999": "-999999.999999",
	} {
		if komi, err := form.Komi(text); err != nil || fmt.Sprint(komi) != want {
			t.Errorf("%s: got %v, %v, want %s", text, komi, err, want)
		}
	}
}

func TestMatchTime(t *testing.T) {
	var stderr strings.Builder
	args := append(slices.Clone(quick), "-agents", "random,gated", "-time")
	run(context.Background(), args, io.Discard, &stderr, false)
	line := regexp.MustCompile(`^seconds a move: random \d+\.\d{3}, gated playouts=10 \d+\.\d{3}\n$`)
	if !line.MatchString(stderr.String()) {
		t.Errorf("got %q, want one line with both means", stderr.String())
	}
}

func TestMatchProgress(t *testing.T) {
	var both strings.Builder
	run(context.Background(), quick, &both, &both, true)
	counted(t, both.String(), 4, "5×5")
	both.Reset()
	run(context.Background(), append(slices.Clone(quick), "-quiet"), io.Discard, &both, true)
	if both.Len() > 0 {
		t.Errorf("-quiet: got %q, want nothing", both.String())
	}
}

// An engine gets the seed of the game, and may resign.
func TestMatchEngine(t *testing.T) {
	var stdout, stderr strings.Builder
	args := append(slices.Clone(quick), "-agents", against(t), "-json")
	if status := run(context.Background(), args, &stdout, &stderr, false); status != 0 {
		t.Fatalf("got status %d, stderr %q", status, stderr.String())
	}
	var r gogate.Result
	if err := json.Unmarshal([]byte(stdout.String()), &r); err != nil {
		t.Fatal(err)
	}
	if passed, resigned := r.Games[1], r.Games[2:]; passed.Winner != gogate.White || passed.Turns < 3 ||
		resigned[0].Result != "B+R" || resigned[1].Result != "W+R" || resigned[1].Turns != 1 {
		t.Errorf("got %+v, want passes with seed 0 and resignations with seed 1", r.Games)
	}
}

// thinking returns the engines that began to think and say nothing.
func thinking(t *testing.T) (engines []*os.Process) {
	files, err := os.ReadDir(os.Getenv(asEngine))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		pid, _ := strconv.Atoi(f.Name())
		if p, err := os.FindProcess(pid); err == nil {
			engines = append(engines, p)
		}
	}
	return engines
}

// noneLeft reports engines that run on.
func noneLeft(t *testing.T) {
	for _, p := range thinking(t) {
		if p.Signal(syscall.Signal(0)) == nil {
			t.Errorf("the engine with the process id %d is left", p.Pid)
			p.Kill()
		}
	}
}

// An engine that says nothing ends the match, and does not outlive it.
func TestMatchTimeout(t *testing.T) {
	long(t)
	both := against(t)
	// Over the limit either in starting or in thinking.
	args := append(slices.Clone(quick), "-agents", both, "-seeds", "5:6", "-workers", "1", "-timeout", "200ms")
	engine := strings.TrimPrefix(both, "random,")
	want := "gogate: random (Black) against " + engine + ", seed 5: turn 2, White: " + engine +
		" gave no move within 200ms: it must speak GTP and answer in time, or be given more with -timeout\n"
	var stdout, stderr strings.Builder
	if status := run(context.Background(), args, &stdout, &stderr, false); status != 1 || stdout.Len() > 0 || stderr.String() != want {
		t.Errorf("got status %d, stdout %q, stderr %q, want 1, nothing and %q", status, stdout.String(), stderr.String(), want)
	}
	noneLeft(t)
}

// A signal in the midst of a match ends it and its engines, and prints what was
// played, but no half document.
func TestMatchSignal(t *testing.T) {
	long(t)
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be interrupted here")
	}
	for _, test := range []struct {
		signal os.Signal
		format string
		want   string // how standard output begins; nothing at all if it is empty
	}{
		{os.Interrupt, "-json=false", "2 of 4 games:\n5×5"},
		{os.Interrupt, "-json", ""},
		{syscall.SIGTERM, "-json", ""},
	} {
		t.Run(fmt.Sprint(test.signal, test.format), func(t *testing.T) {
			args := append(slices.Clone(quick), "-agents", against(t), "-seeds", "4:6", "-workers", "2", test.format)
			program, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(program, args...)
			cmd.Env = append(os.Environ(), asProgram+"=1")
			var stdout, stderr strings.Builder
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			for range 600 { // a minute, until both games of the last seed are under way
				if len(thinking(t)) == 2 {
					break
				}
				time.Sleep(100 * time.Millisecond)
			}
			if err := cmd.Process.Signal(test.signal); err != nil {
				t.Fatal(err)
			}
			cmd.Wait()
			if status := cmd.ProcessState.ExitCode(); status != 130 || stderr.String() != "gogate: interrupted\n" {
				t.Errorf("got status %d, stderr %q, want 130 and one line", status, stderr.String())
			}
			if got := stdout.String(); !strings.HasPrefix(got, test.want) || test.want == "" && got != "" {
				t.Errorf("got %q, want %q", got, test.want)
			}
			if n := len(thinking(t)); n != 2 {
				t.Errorf("got %d engines that think, want 2", n)
			}
			noneLeft(t)
		})
	}
}

// An engine that fails ends the match with one sentence.
func TestMatchEngineFails(t *testing.T) {
	const failed = `, seed 2: turn 2, White: the engine has ended (exit status 4), saying "no more"`
	for _, test := range []struct{ more, want string }{
		{"-seeds 2:3", ""},
		{"-seeds 1:3", "2 of 4 games:\n5×5"},
		{"-seeds 1:3 -json", ""},
	} {
		var stdout, stderr strings.Builder
		args := append(append(slices.Clone(quick), "-agents", against(t)), strings.Fields(test.more)...)
		status := run(context.Background(), args, &stdout, &stderr, false)
		if got := stderr.String(); status != 1 || !strings.HasSuffix(got, failed+"\n") || strings.Count(got, "\n") != 1 {
			t.Errorf("%s: got status %d, stderr %q, want 1 and …%s", test.more, status, got, failed)
		}
		if got := stdout.String(); !strings.HasPrefix(got, test.want) || test.want == "" && got != "" {
			t.Errorf("%s: got %q, want %q", test.more, got, test.want)
		}
	}
}

func TestMatchBadUsage(t *testing.T) {
	const (
		seeds   = "must be a whole number from 1 to 1000000, or a range of at most that many, such as 100:200"
		ranges  = "must be a range of 1 to 1000000 seeds, such as 100:200 for 100 to 199, none above 18446744073709551614"
		komi    = "must be points such as 7.5, 0 or -5, from -999999.999999 to 999999.999999 with at most 6 decimals"
		timeout = "must be a time such as 90s, 10m or 1h30m, or 0 for no limit"
	)
	for _, test := range []struct{ args, want string }{
		{"-size 26", `-size "26": must be a whole number from 2 to 25, such as 9 or 9x9`},
		{"-komi +7", `-komi "+7": ` + komi},
		{"-komi NaN", `-komi "NaN": ` + komi},
		{"-komi 07", `-komi "07": ` + komi},
		{"-seeds 0", `-seeds "0": ` + seeds},
		{"-seeds 5:5", `-seeds "5:5": ` + ranges},
		{"-seeds -1:5", `-seeds "-1:5": ` + ranges},
		{"-seeds 1:", `-seeds "1:": ` + ranges},
		{"-seeds 1:2:3", `-seeds "1:2:3": ` + ranges},
		{"-seeds 0:1000001", `-seeds "0:1000001": ` + ranges},
		{"-seeds 18446744073709551615:18446744073709551616", `-seeds "18446744073709551615:18446744073709551616": ` + ranges},
		{"-seeds 18446744073709551616", `-seeds "18446744073709551616": ` + seeds},
		{"-komi 1e308", `-komi "1e308": ` + komi},
		{"-komi 1234567", `-komi "1234567": ` + komi},
		{"-komi 0.1234567", `-komi "0.1234567": ` + komi},
		{"-timeout 5", `-timeout "5": ` + timeout},
		{"-timeout -5s", `-timeout "-5s": ` + timeout},
		{"-timeout +5s", `-timeout "+5s": ` + timeout},
		{"-timeout 9999999h", `-timeout "9999999h": ` + timeout},
		{"-merge -timeout 5s a.json", "-timeout with -merge: only -json and -quiet may stand there, because the files hold the settings"},
		{"-merge -sgf games a.json", "-sgf with -merge: only -json and -quiet may stand there, because the files hold the settings"},
		{"-playouts 0", `-playouts "0": must be a whole number from 1 to 1000000000`},
		{"-agents mcts", "-agents names 1 agent: it must name two, separated by a comma"},
		{"-agents mcts,mcts,mcts", "-agents names 3 agents: it must name two, separated by a comma"},
		{"-agents mcts,gtp:no-such-engine", `-agents: agent 2: cannot run the program "no-such-engine": it must be in PATH, or be given with its path`},
		{"-black nobody", `-black: "nobody": must be one of random, greedy, search, mcts, gated or gtp:PROGRAM`},
		{"-white mcts,mcts", "-white names 2 agents: it must name one"},
		{"-white=", "-white: no agent is named: it must be one of random, greedy, search, mcts, gated or gtp:PROGRAM"},
		{"-white mcts -agents mcts,mcts", "-agents with -black or -white: name the agents in one of the two ways"},
		{"extra", `"extra": nothing may follow the flags`},
		{"-bogus", "there is no flag -bogus: the flags of gogate match are -agents, -black, -json, -komi, -merge, -playouts, -quiet, -seeds, -sgf, -size, -time, -timeout, -white, -workers"},
	} {
		t.Run(test.args, func(t *testing.T) {
			var stdout, stderr strings.Builder
			status := run(context.Background(), append([]string{"match"}, strings.Fields(test.args)...), &stdout, &stderr, false)
			if want := "gogate: " + test.want + "\n"; status != 2 || stdout.Len() > 0 || stderr.String() != want {
				t.Errorf("got status %d, stdout %q, stderr %q, want 2, nothing and %q", status, stdout.String(), stderr.String(), want)
			}
		})
	}
}

func TestMatchInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var stderr strings.Builder
	if status := run(ctx, quick, io.Discard, &stderr, false); status != 130 || stderr.String() != "gogate: interrupted\n" {
		t.Errorf("got status %d, stderr %q", status, stderr.String())
	}
}

// A proposer that fails behind a gate is told of after the match.
func TestMatchTellsErrors(t *testing.T) {
	silent := gogate.PlayerFunc(func(context.Context, *gogate.Position) (gogate.Move, error) {
		return 0, errors.New("no such engine")
	})
	m := gogate.Match{
		Rules: gogate.DefaultRules(2), Seeds: []uint64{0},
		A: gogate.Entrant{Name: "silent", New: func(seed uint64) gogate.Player { return gogate.NewGate(silent, gogate.Random{Seed: seed}) }},
		B: gogate.Entrant{Name: "random", New: func(seed uint64) gogate.Player { return gogate.Random{Seed: seed} }},
	}
	var tally gogate.DecisionTally
	games := 0
	m.OnGame = countedGames(&tally, func(gogate.Outcome, gogate.Game) error {
		games++
		return nil
	})
	if _, err := m.Run(t.Context()); err != nil || games != 2 {
		t.Fatalf("%v after %d games", err, games)
	}
	var out strings.Builder
	tellErrors(&out, &tally)
	if want := fmt.Sprintf("a proposer failed: no such engine: %d times\n", tally.Decisions); out.String() != want || tally.Decisions == 0 {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}
