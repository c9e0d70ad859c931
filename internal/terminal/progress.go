package terminal

import (
	"fmt"
	"io"
	"time"
)

const eraseLine = "\r\x1b[K"

// A Progress is a line on a terminal that says how much of a long work is done, and
// estimates how long the rest takes. The line is written over and over in its place.
// It is for one goroutine at a time.
type Progress struct {
	w      io.Writer
	start  time.Time
	things string
}

// NewProgress returns a line about the given things, such as "games". The line is
// written to w if shown is set, and nowhere if not. It appears with the first Show.
func NewProgress(w io.Writer, shown bool, things string) *Progress {
	if !shown {
		w = io.Discard
	}
	return &Progress{w: w, start: time.Now(), things: things}
}

// Show writes the line anew: so many are done of all that there are. Before the first
// is done there is nothing to estimate from, so the line then says nothing about time.
func (p *Progress) Show(done, all int) {
	left := ""
	if done > 0 {
		d := time.Since(p.start) / time.Duration(done) * time.Duration(all-done)
		left = fmt.Sprintf(", about %v left", d.Round(time.Second))
	}
	fmt.Fprintf(p.w, "%s%d of %d %s%s", eraseLine, done, all, p.things, left)
}

// Clear erases the line. Call it before anything else is written to the terminal.
func (p *Progress) Clear() { fmt.Fprint(p.w, eraseLine) }
