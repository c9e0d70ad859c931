package gtp_test

import (
	"context"
	"embed"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"example.com/gogate"
	"example.com/gogate/gtp"
)

// long skips a test that runs other programs or waits for real seconds, unless
// GOGATE_LONG is set.
func long(t *testing.T) {
	t.Helper()
	if os.Getenv("GOGATE_LONG") != "1" {
		t.Skip("this test runs other programs or waits for seconds: set GOGATE_LONG=1 to run it")
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func color(letter string) gogate.Color {
	if letter == "b" {
		return gogate.Black
	}
	return gogate.White
}

func last(all []string) string { return all[len(all)-1] }

// inFolder makes an empty folder the working directory and writes files there.
func inFolder(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// play plays moves by name, each after the last.
func play(t *testing.T, p *gogate.Position, moves ...string) *gogate.Position {
	t.Helper()
	for _, name := range moves {
		next, err := p.Play(gogate.MustParseMove(name))
		if err != nil {
			t.Fatal(err)
		}
		p = next
	}
	return p
}

// ask returns the player's move, which must come without an error.
func ask(t *testing.T, player gogate.Player, p *gogate.Position) gogate.Move {
	t.Helper()
	m, err := player.Play(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// rulesOf returns the usual rules for a session of GTP.
func rulesOf(size int) gogate.Rules {
	rules := gogate.DefaultRules(size)
	rules.MoveLimit = 0
	return rules
}

func resigning(size int) gogate.Rules {
	rules := rulesOf(size)
	rules.Resign = true
	return rules
}

// randomEngine is an engine of no strength that answers at once.
func randomEngine() *gtp.Engine {
	return &gtp.Engine{Player: gogate.Random{}, Version: "1", Rules: rulesOf(9)}
}

// playing returns a player that answers with the given moves in turn, and then fails.
func playing(moves ...string) gogate.Player {
	return gogate.PlayerFunc(func(context.Context, *gogate.Position) (gogate.Move, error) {
		if len(moves) == 0 {
			return 0, errors.New("no more moves")
		}
		m := gogate.MustParseMove(moves[0])
		moves = moves[1:]
		return m, nil
	})
}

// waiting returns a player that waits for the end of its context and then names a move.
func waiting(m string) gogate.Player {
	return gogate.PlayerFunc(func(ctx context.Context, _ *gogate.Position) (gogate.Move, error) {
		<-ctx.Done()
		return gogate.MustParseMove(m), nil
	})
}

// timing returns a player that waits for its deadline and then passes, and the times that
// it had, -1 for a move without a deadline.
func timing() (player gogate.Player, took func() []time.Duration) {
	var all []time.Duration
	return gogate.PlayerFunc(func(ctx context.Context, _ *gogate.Position) (gogate.Move, error) {
		began := time.Now()
		if _, limited := ctx.Deadline(); !limited {
			all = append(all, -1)
			return gogate.Pass, nil
		}
		<-ctx.Done()
		all = append(all, time.Since(began))
		return gogate.Pass, nil
	}), func() []time.Duration { return all }
}

// answers returns what an engine answers to a whole input.
func answers(t *testing.T, e *gtp.Engine, input string) []string {
	t.Helper()
	var out strings.Builder
	if err := e.Serve(t.Context(), strings.NewReader(input), &out); err != nil {
		t.Fatal(err)
	}
	return split(t, out.String())
}

// split returns the answers in an output, each of which must end with an empty line.
func split(t *testing.T, output string) []string {
	t.Helper()
	if output == "" {
		return nil
	}
	whole, ok := strings.CutSuffix(output, "\n\n")
	if !ok {
		t.Fatalf("got %q, want an empty line at the end", output)
	}
	return strings.Split(whole, "\n\n")
}

// checkScript checks the answers to a script: a table of commands, each with its answer
// after "->", where | stands for a line end. A line without "->" gets no answer.
func checkScript(t *testing.T, e *gtp.Engine, script string) {
	t.Helper()
	var input string
	var commands, want []string
	for text := range strings.Lines(script) {
		text = strings.TrimRight(strings.TrimLeft(text, "\t"), "\n")
		command, answer, answered := strings.Cut(text, " -> ")
		input += command + "\n"
		if answered {
			commands = append(commands, command)
			want = append(want, strings.ReplaceAll(answer, "|", "\n"))
		}
	}
	got := answers(t, e, input)
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Errorf("%s: got %q, want %q", commands[i], got[i], want[i])
		}
	}
	if len(got) != len(want) {
		t.Errorf("got %d answers, want %d:\n%q", len(got), len(want), got)
	}
}

//go:embed testdata/scripts
var scripts embed.FS // so that a test may change its working directory

// script returns a script of the test data.
func script(t *testing.T, name string) string {
	t.Helper()
	text, err := scripts.ReadFile("testdata/scripts/" + strings.ReplaceAll(name, " ", "-") + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
