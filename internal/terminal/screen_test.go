package terminal

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/gogate"
)

// A screen that was restored draws nothing more, though it is shown something or the
// terminal has another size, and it is restored once.
func TestScreenAfter(t *testing.T) {
	var out lockedBuilder
	columns := 80
	s := newScreen(&out, asciiStyle, func() (int, int) { columns++; return columns, 24 })
	now := scene{position: gogate.MustStart(5)}
	if err := s.show(now); err != nil {
		t.Fatal(err)
	}
	s.restore()
	before := out.String()
	s.restore()
	s.redraw()
	if err := errors.Join(s.show(now), s.ask("")); err != nil || out.String() != before || !strings.HasSuffix(before, ownScreen) {
		t.Errorf("got %v and %q after %q", err, out.String(), before)
	}
}

type lockedBuilder struct {
	mu sync.Mutex
	b  strings.Builder
}

func (l *lockedBuilder) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(b)
}

func (l *lockedBuilder) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// A player that panics leaves the last position, and the terminal as it was.
func TestScreenPanic(t *testing.T) {
	var out lockedBuilder
	s := newScreen(&out, asciiStyle, func() (int, int) { return 80, 24 })
	crashing := gogate.PlayerFunc(func(context.Context, *gogate.Position) (gogate.Move, error) { panic("crashed") })
	table := &Table{Players: [3]gogate.Player{gogate.Black: crashing}, Game: gogate.Game{Final: gogate.MustStart(5)}}
	if err := table.Play(t.Context(), s); err == nil || !strings.Contains(err.Error(), "crashed") {
		t.Errorf("got the error %v, want what the player panicked with", err)
	}
	_, after, restored := strings.Cut(out.String(), leave)
	if !restored || strings.Contains(after, home) || !strings.HasSuffix(after, "\nbroken off after 0 turns: the game is not over\n") {
		t.Errorf("got %q after the terminal was restored, want the last position", after)
	}
}

// While the program is suspended the last position stands on the screen of the shell, and
// then the game is drawn anew.
func TestScreenSuspend(t *testing.T) {
	var out lockedBuilder
	s := newScreen(&out, asciiStyle, func() (int, int) { return 80, 24 })
	p := playMoves(t, gogate.MustStart(5), "C3")
	if err := s.show(scene{position: p}); err != nil {
		t.Fatal(err)
	}
	if err := s.ask(""); err != nil {
		t.Fatal(err)
	}
	before := len(out.String())
	stopped := 0
	s.suspend(func() {
		stopped = len(out.String())
		if got := out.String()[before:]; !strings.HasPrefix(got, leave) || !strings.Contains(got, " 3 . .(x). .") || strings.Contains(got, enter) {
			t.Errorf("when stopped: got %q, want the own screen with the position", got)
		}
	})
	if got := out.String()[stopped:]; !strings.HasPrefix(got, enter) || !strings.Contains(got, " 3 . .(x). .") || !strings.HasSuffix(got, prompt+showCursor) {
		t.Errorf("afterwards: got %q, want the other screen drawn, with the prompt", got)
	}
	s.restore()
	before = len(out.String())
	s.suspend(func() { t.Error("stopped after the end") })
	if len(out.String()) != before {
		t.Error("got output after the end")
	}
}

// The last line says who thinks, and for how long, but not while a person is asked.
func TestScreenThinking(t *testing.T) {
	var out lockedBuilder
	s := newScreen(&out, asciiStyle, func() (int, int) { return 80, 24 })
	if err := s.show(scene{position: gogate.MustStart(5)}); err != nil {
		t.Fatal(err)
	}
	s.think("White (mcts) is thinking")
	if got := out.String(); strings.Contains(got, "thinking") {
		t.Errorf("at once: got %q, want nothing about it yet", got)
	}
	s.since = s.since.Add(-time.Hour)
	s.redraw()
	if got := out.String(); !regexp.MustCompile(`White \(mcts\) is thinking\.\.\. \d+ s`).MatchString(got) {
		t.Errorf("after an hour: got %q, want it said", got)
	}
	before := len(out.String())
	if err := s.ask(""); err != nil {
		t.Fatal(err)
	}
	if got := out.String()[before:]; strings.Contains(got, "thinking") {
		t.Errorf("asking: got %q, want the prompt alone", got)
	}
	if err := s.heard("D4"); err != nil {
		t.Fatal(err)
	}
	if s.drawing().seconds >= 3600 {
		t.Error("the time of the person counts as that of the gate")
	}
	s.think("")
	before = len(out.String())
	s.since = s.since.Add(-time.Hour)
	s.drawn = drawing{}
	s.redraw()
	if got := out.String()[before:]; got == "" || strings.Contains(got, "thinking") {
		t.Errorf("after the move: got %q, want it gone", got)
	}
}
