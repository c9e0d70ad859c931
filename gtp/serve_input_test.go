package gtp_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"example.com/gogate"
	"example.com/gogate/gtp"
)

// Lines that are too long are refused and cost no memory; what is within a remark
// does not count.
func TestLongLines(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	blank := strings.Repeat(" ", 1<<20)
	refused := "line too long: must be at most 65536 bytes"
	for _, test := range []struct{ line, want string }{
		{long, "? " + refused},
		{"17 " + long, "?17 " + refused},
		{strings.Repeat("1", 1<<20), "?" + strings.Repeat("1", 20) + " " + refused},
		{"17 komi 5" + blank + "5", "?17 " + refused},
		{blank, "? " + refused},
		{"17 komi 5 # " + long, "=17"},
		{"# " + long, ""},
		{"17 komi 5" + blank[:60_000], "=17"},
	} {
		got := answers(t, randomEngine(), test.line+"\n18 name")
		want := []string{test.want, "=18 gogate"}
		if test.want == "" {
			want = want[1:]
		}
		if !slices.Equal(got, want) {
			t.Errorf("%.10s…: got %q, want %q", test.line, got, want)
		}
		if alone := answers(t, randomEngine(), test.line); !slices.Equal(alone, want[:len(want)-1]) {
			t.Errorf("%.10s… without a line end: got %q", test.line, alone)
		}
	}
}

// Thousands of commands at once, in pieces of any size.
func TestManyCommands(t *testing.T) {
	var input strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&input, "%d known_command play\n", i)
	}
	for _, in := range []io.Reader{
		strings.NewReader(input.String()),
		iotest.OneByteReader(strings.NewReader(input.String())),
		iotest.DataErrReader(strings.NewReader(input.String())),
	} {
		var out strings.Builder
		if err := randomEngine().Serve(t.Context(), in, &out); err != nil {
			t.Fatal(err)
		}
		for i, got := range split(t, out.String()) {
			if want := fmt.Sprintf("=%d true", i); got != want {
				t.Fatalf("got %q, want %q", got, want)
			}
		}
	}
}

// An output takes so many writes.
type output struct{ left int }

var errFull = errors.New("the output is full")

func (o *output) Write(text []byte) (int, error) {
	if o.left == 0 {
		return 0, errFull
	}
	o.left--
	return len(text), nil
}

// An error of the output ends the session at once, also in an analysis, and so
// does one of the input.
func TestServeErrors(t *testing.T) {
	for _, test := range []struct {
		name, input string
		writes      int
	}{
		{"a command", "name\nversion\nname\n", 1},
		{"the beginning of an analysis", "name\nlz-analyze b\n", 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := randomEngine()
			e.Analyzer = gogate.MCTS{}
			if err := e.Serve(t.Context(), strings.NewReader(test.input), &output{left: test.writes}); !errors.Is(err, errFull) {
				t.Errorf("got %v, want the error of the output", err)
			}
		})
	}
	t.Run("an analysis", func(t *testing.T) {
		commands, controller := io.Pipe()
		defer controller.Close()
		e := randomEngine()
		e.Analyzer = gogate.MCTS{}
		go io.WriteString(controller, "lz-analyze b 0\n") // and the input goes on
		if err := e.Serve(t.Context(), commands, &output{left: 3}); !errors.Is(err, errFull) {
			t.Errorf("got %v, want the error of the output", err)
		}
	})
	t.Run("the input", func(t *testing.T) {
		broken := errors.New("broken")
		var out strings.Builder
		err := randomEngine().Serve(t.Context(), io.MultiReader(strings.NewReader("1 name\n2 na"), iotest.ErrReader(broken)), &out)
		if got := out.String(); !errors.Is(err, broken) || got != "=1 gogate\n\n?2 unknown command\n\n" {
			t.Errorf("got %q and %v", got, err)
		}
	})
	t.Run("no player", func(t *testing.T) {
		if err := new(gtp.Engine).Serve(t.Context(), strings.NewReader("name"), io.Discard); err == nil || !strings.Contains(err.Error(), "has no player") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("no rules", func(t *testing.T) {
		e := &gtp.Engine{Player: gogate.Random{}, Rules: gogate.Rules{Size: 30}}
		if err := e.Serve(t.Context(), strings.NewReader("name"), io.Discard); err == nil || !strings.Contains(err.Error(), "board size 30") {
			t.Errorf("got %v", err)
		}
	})
}
