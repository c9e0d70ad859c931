package main

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
)

// session returns what gogate gtp answers to the given commands.
func session(t *testing.T, commands string, args ...string) (stdout, stderr string) {
	t.Helper()
	var answers, log strings.Builder
	if err := serve(context.Background(), args, strings.NewReader(commands), &answers, &log); err != nil {
		t.Fatal(err)
	}
	return answers.String(), log.String()
}

const fewMoves = "boardsize 5\ngenmove b\ngenmove w\ngenmove b\nshowboard\nquit\n"

// The same seed gives the same session, whatever other agents there are.
func TestServe(t *testing.T) {
	for _, agent := range []string{"random", "greedy", "search", "mcts", "mcts workers=2 keep", "gated playouts=20 keep"} {
		first, _ := session(t, "1 name\n2 known_command lz-analyze\n"+fewMoves, "-player", agent, "-playouts", "10", "-seed", "3")
		again, _ := session(t, "1 name\n2 known_command lz-analyze\n"+fewMoves, "-seed", "3", "-playouts", "10", "-player", agent)
		if first != again {
			t.Errorf("%s: got\n%s\nand then\n%s", agent, first, again)
		}
		name, _, _ := strings.Cut(agent, " ")
		if !strings.HasPrefix(first, "=1 gogate "+name) || !strings.Contains(first, "\n\n=2 true\n\n") || strings.Contains(first, "?") {
			t.Errorf("%s: got %q", agent, first)
		}
	}
	one, _ := session(t, fewMoves, "-player", "random", "-seed", "1")
	if other, _ := session(t, fewMoves, "-player", "random", "-seed", "2"); one == other {
		t.Error("two seeds give the same game")
	}
}

// The defaults are those of a controller that says nothing: 19×19, no move limit,
// and the rules of the flags.
func TestServeRules(t *testing.T) {
	got, _ := session(t, "gomill-describe_engine\nplay b T19\nquit", "-ko", "simple", "-suicide")
	if want := "Tromp–Taylor with suicide, simple ko, komi 7.5, resignation\n\n=\n\n=\n\n"; !strings.HasPrefix(got, "= gogate gated ") || !strings.HasSuffix(got, want) {
		t.Errorf("got %q, want it to end in %q", got, want)
	}
}

// An engine behind the engine may resign. Where it dies, another player moves, and
// standard error tells why.
func TestServeEngine(t *testing.T) {
	agent := strings.TrimPrefix(against(t), "random,")
	for _, test := range []struct{ seed, want, log string }{
		{"0", "= pass", ""},
		{"1", "= resign", ""},
		{"2", "= ", "exit status 4"},
	} {
		stdout, stderr := session(t, "boardsize 5\nlist_stones b\ngenmove b\nquit\n", "-player", agent, "-seed", test.seed)
		move := strings.Split(stdout, "\n\n")[2]
		if !strings.HasPrefix(move, test.want) || !strings.Contains(stderr, test.log) || (test.log == "") != (stderr == "") {
			t.Errorf("seed %s: got %q and %q on standard error", test.seed, move, stderr)
		}
	}
}

// If an engine behind the engine says nothing, another player moves in its place, although
// the input went on after genmove.
func TestServeTimeout(t *testing.T) {
	long(t)
	agent := strings.TrimPrefix(against(t), "random,")
	stdout, stderr := session(t, "boardsize 5\n1 genmove b\nquit\n", "-player", agent, "-seed", "5", "-timeout", "200ms")
	if !strings.HasPrefix(stdout, "=\n\n=1 ") || !strings.HasSuffix(stdout, "\n\n=\n\n") {
		t.Errorf("got %q", stdout)
	}
	if want := " gave no move within 200ms: it must speak GTP and answer in time, or be given more with -timeout"; !strings.Contains(stderr, want) {
		t.Errorf("got %q on standard error, want %q in it", stderr, want)
	}
	noneLeft(t)
}

// An interrupt ends the program although nobody reads what it answers.
func TestServeUnread(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	unread, out := io.Pipe()
	defer unread.Close()
	beginning := make([]byte, 1)
	go func() {
		unread.Read(beginning) // and no more: the program is now writing
		cancel()
	}()
	if err := serve(ctx, nil, strings.NewReader("name\nquit\n"), out, io.Discard); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

// Output that cannot be written and an interrupt end the program with their status.
func TestServeStatus(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func(stdin *os.File) { os.Stdin = stdin }(os.Stdin)
	os.Stdin = r
	io.WriteString(w, "name\n")
	w.Close()
	closed, broken := io.Pipe()
	closed.Close()
	var stderr strings.Builder
	if status := run(context.Background(), []string{"gtp"}, broken, &stderr, false); status != 1 || !strings.HasPrefix(stderr.String(), "gogate: writing answers: ") {
		t.Errorf("got status %d, stderr %q", status, stderr.String())
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	stderr.Reset()
	if status := run(ctx, []string{"gtp"}, io.Discard, &stderr, false); status != 130 || stderr.String() != "gogate: interrupted\n" {
		t.Errorf("got status %d, stderr %q", status, stderr.String())
	}
}

func TestServeBadUsage(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"-player none", `-player: "none": must be one of random, greedy, search, mcts, gated or gtp:PROGRAM`},
		{"-player mcts,mcts", "-player names 2 agents: it must name one"},
		{"-seed -1", `-seed "-1": must be a whole number from 0 to 18446744073709551615`},
		{"-seed 01", `-seed "01": must be a whole number from 0 to 18446744073709551615`},
		{"-playouts 0", `-playouts "0": must be a whole number from 1 to 1000000000`},
		{"extra", `"extra": nothing may follow the flags`},
		{"-bogus", "there is no flag -bogus: the flags of gogate gtp are -ko, -memory, -player, -playouts, -seed, -suicide, -timeout"},
		{"-timeout 5", `-timeout "5": must be a time such as 90s, 10m or 1h30m, or 0 for no limit`},
	} {
		var stdout, stderr strings.Builder
		status := run(context.Background(), append([]string{"gtp"}, strings.Fields(test.args)...), &stdout, &stderr, false)
		if want := "gogate: " + test.want + "\n"; status != 2 || stdout.Len() > 0 || stderr.String() != want {
			t.Errorf("%s: got status %d, stdout %q, stderr %q, want 2, nothing and %q", test.args, status, stdout.String(), stderr.String(), want)
		}
	}
}
