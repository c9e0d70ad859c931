package terminal

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"example.com/gogate"
)

// What can be typed, in any case, and what is answered.
func TestReadWish(t *testing.T) {
	rules := gogate.DefaultRules(5)
	start, err := rules.Setup(gogate.Black, ".O...\nO.X..\n.OX..\nOX...\n.....")
	if err != nil {
		t.Fatal(err)
	}
	rules.Resign = true
	resigning, err := rules.Start()
	if err != nil {
		t.Fatal(err)
	}
	const wish = "type a point from A1 to E5, pass, undo for your last move and the answer to it, q to quit or ? for this"
	const help = ". There is no column I. Two passes end the game, and all stones count as they stand. Ctrl-C ends it at any time."
	for _, test := range []struct {
		line   string
		p      *gogate.Position
		move   string
		answer string
		err    error
	}{
		{"D4", start, "D4", "", nil},
		{"d4", start, "D4", "", nil},
		{"Pass", start, "pass", "", nil},
		{"C4", start, "", "C4 is occupied", nil},
		{"F1", start, "", "F1 is off the board", nil},
		{"A5", start, "", "A5 is suicide", nil},
		{"resign", start, "", "these rules have no resignation", nil},
		{"RESIGN", resigning, "resign", "", nil},
		{"", start, "", `"" is not a move: ` + wish, nil},
		{"D04", start, "", `"D04" is not a move: ` + wish, nil},
		{"I5", start, "", `"I5" is not a move: ` + wish, nil},
		{"D4 D5", start, "", `"D4 D5" is not a move: ` + wish, nil},
		{"四\x1b[2J", start, "", `"\u56db\x1b[2J" is not a move: ` + wish, nil},
		{"q", start, "", "", errQuit},
		{"Quit", start, "", "", errQuit},
		{"undo", start, "", "there is no move of yours to take back", nil},
		{"undo", playMoves(t, start, "A1"), "", "there is no move of yours to take back", nil},
		{"UNDO", playMoves(t, start, "A1 E5"), "", "", errUndo},
		{"undo", playMoves(t, start, "A1 E5 E4"), "", "", errUndo},
		{"?", start, "", wish + help, nil},
		{"help", resigning, "", strings.Replace(wish, "pass,", "pass, resign,", 1) + help, nil},
	} {
		m, answer, err := readWish(test.line, test.p)
		want := gogate.Move(0)
		if test.move != "" {
			want = gogate.MustParseMove(test.move)
		}
		if m != want || answer != test.answer || err != test.err {
			t.Errorf("%q: got %v, %q, %v, want %v, %q, %v", test.line, m, answer, err, want, test.answer, test.err)
		}
	}
}

// Whatever is typed gives a legal move, an answer that does nothing to a terminal, or
// an error.
func FuzzReadWish(f *testing.F) {
	for _, line := range []string{"D4", "pass", "resign", "undo", "q", "?", "", "\x1b]0;title\a", "\xff", "Z25"} {
		f.Add(line)
	}
	p := gogate.MustStart(5)
	f.Fuzz(func(t *testing.T, line string) {
		m, answer, err := readWish(line, p)
		if (m != 0) == (answer != "" || err != nil) || m != 0 && p.Legal(m) != nil {
			t.Errorf("got %v, %q, %v", m, answer, err)
		}
		if strings.ContainsFunc(answer, func(r rune) bool { return r < ' ' || r > '~' }) {
			t.Errorf("the answer is %q", answer)
		}
	})
}

// A mute view shows nothing, and keeps what was heard.
type mute struct{ lines []string }

func (m *mute) show(scene) error                  { return nil }
func (m *mute) think(string)                      {}
func (m *mute) ask(string) error                  { return nil }
func (m *mute) heard(line string) error           { m.lines = append(m.lines, line); return nil }
func (m *mute) linger(context.Context, time.Time) {}
func (m *mute) close(scene) error                 { return nil }
func (m *mute) restore()                          {}

// A human is asked until there is a legal move, and ends the decision where there will
// be none, so that no gate plays on.
func TestHuman(t *testing.T) {
	for _, test := range []struct {
		name, input string
		want        string // the move, or the error
		heard       []string
	}{
		{"a move at last", "x\nE9\n D4 \nC3\n", "D4", []string{"x", "E9", "D4"}},
		{"no line end", "D4", "D4", []string{"D4"}},
		{"lines of DOS", "D4\r\n", "D4", []string{"D4"}},
		{"quit", "x\nq\nD4\n", "quit", []string{"x", "q"}},
		{"end of input", "x\n", "quit", []string{"x", ""}},
		{"a long line", strings.Repeat("D4", 1<<20) + "\nC3\n", "C3", []string{strings.Repeat("D4", longestWish/2) + "...", "C3"}},
		{"a move, blanks and more", "A1" + strings.Repeat(" ", 38) + "garbage\nA1" + strings.Repeat(" ", 9999) + "garbage\nC3\n", "C3",
			[]string{"A1" + strings.Repeat(" ", 38) + "...", "A1" + strings.Repeat(" ", 38) + "...", "C3"}},
		{"a move after blanks", strings.Repeat(" ", 9999) + "C3\n", "C3", []string{"C3"}},
		{"cut between letters", "x" + strings.Repeat("é", 30) + "\nC3\n", "C3", []string{strconv.QuoteToASCII("x" + strings.Repeat("é", 19) + "..."), "C3"}},
		{"what would steer a terminal", "\x1b[2J\nC3\n", "C3", []string{`"\x1b[2J"`, "C3"}},
		{"input fails", "x\n" + failing, "failed", []string{"x"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, guarded := range []bool{false, true} {
				ctx, leave := context.WithCancelCause(t.Context())
				view := new(mute)
				h := &Human{in: bufio.NewReader(failsAt(test.input)), view: view, leave: leave}
				var player gogate.Player = h
				if guarded {
					player = gogate.NewGate(h, gogate.Random{})
				}
				m, err := player.Play(ctx, gogate.MustStart(5))
				got := m.String()
				if err != nil {
					got = context.Cause(ctx).Error()
				}
				if got != test.want || !slices.Equal(view.lines, test.heard) {
					t.Errorf("guarded %v: got %s after %q, want %s after %q", guarded, got, view.lines, test.want, test.heard)
				}
				leave(nil)
			}
		})
	}
}

// failsAt returns a reader of a text that fails where the text says so.
func failsAt(text string) io.Reader {
	before, _, fails := strings.Cut(text, failing)
	if !fails {
		return strings.NewReader(text)
	}
	return io.MultiReader(strings.NewReader(before), iotest.ErrReader(errors.New("failed")))
}

const failing = "(failing)"
