package terminal

import (
	"strings"
	"testing"
)

// The line counts from the start, and is gone after Clear. What it says of the time
// left depends on the machine and is not tested.
func TestProgress(t *testing.T) {
	var w strings.Builder
	p := NewProgress(&w, true, "games")
	p.Show(0, 40)
	if got, want := w.String(), eraseLine+"0 of 40 games"; got != want {
		t.Errorf("at the start: got %q, want %q", got, want)
	}
	p.Show(1, 40)
	p.Clear()
	if got := w.String(); !strings.Contains(got, eraseLine+"1 of 40 games, about ") || !strings.HasSuffix(got, " left"+eraseLine) {
		t.Errorf("after a game: got %q, want 1 of 40 games, the time left and the line erased", got)
	}
}

func TestProgressNotShown(t *testing.T) {
	var w strings.Builder
	p := NewProgress(&w, false, "games")
	p.Show(0, 40)
	p.Clear()
	if w.Len() > 0 {
		t.Errorf("got %q, want nothing", w.String())
	}
}
