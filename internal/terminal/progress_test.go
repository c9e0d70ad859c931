package terminal

import (
	"strings"
	"testing"
)

// The line counts from the start, and is gone after Clear. What it says of time depends
// on the machine and is not tested.
func TestProgress(t *testing.T) {
	var w strings.Builder
	p := NewProgress(&w, true, "games")
	p.Show(0, 40)
	p.Show(1, 40)
	p.Clear()
	got := w.String()
	for _, want := range []string{eraseLine + "0 of 40 games", eraseLine + "1 of 40 games"} {
		if !strings.Contains(got, want) {
			t.Errorf("got %q, want %q in it", got, want)
		}
	}
	if !strings.HasSuffix(got, eraseLine) {
		t.Errorf("got %q, want the line erased", got)
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
