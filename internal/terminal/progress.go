package terminal

import (
	"fmt"
	"io"
	"sync"
	"time"
)

const eraseLine = "\r\x1b[K"

// A Progress is a line on a terminal that says how much of a long work is done and for
// how long it has gone on, and estimates how long the rest takes. The line is written
// over and over in its place, at every Show and once a second from then on, so that it
// moves although nothing is done yet. Any number of goroutines may use one.
type Progress struct {
	w      io.Writer
	things string

	mu        sync.Mutex
	start     time.Time
	done, all int
	moving    chan struct{} // closed by Clear; nil while there is no line
}

// NewProgress returns a line about the given things, such as "games". The line is
// written to w if shown is set, and nowhere if not. It appears with the first Show.
func NewProgress(w io.Writer, shown bool, things string) *Progress {
	if !shown {
		w = nil
	}
	return &Progress{w: w, things: things}
}

// Show writes the line anew: so many are done of all that there are. Time counts from the
// last Show with none done.
func (p *Progress) Show(done, all int) {
	if p.w == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done, p.all = done, all
	if p.start.IsZero() || done == 0 {
		p.start = time.Now()
	}
	if p.moving == nil {
		p.moving = make(chan struct{})
		go p.move(p.moving)
	}
	p.write()
}

// Clear erases the line, until the next Show. Call it before anything else is written to
// the terminal.
func (p *Progress) Clear() {
	if p.w == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.moving != nil {
		close(p.moving)
		p.moving = nil
	}
	io.WriteString(p.w, eraseLine)
}

// move writes the line once a second until the channel is closed.
func (p *Progress) move(moving chan struct{}) {
	second := time.NewTicker(time.Second)
	defer second.Stop()
	for {
		select {
		case <-moving:
			return
		case <-second.C:
		}
		p.mu.Lock()
		if p.moving == moving {
			p.write()
		}
		p.mu.Unlock()
	}
}

// write writes the line. Before the first second has passed it says nothing about time,
// and before the first thing is done there is nothing to estimate from.
func (p *Progress) write() {
	line := fmt.Sprintf("%s%d of %d %s", eraseLine, p.done, p.all, p.things)
	passed := time.Since(p.start)
	if passed >= time.Second {
		line += fmt.Sprintf(" after %v", passed.Round(time.Second))
		if p.done > 0 {
			left := passed / time.Duration(p.done) * time.Duration(p.all-p.done)
			line += fmt.Sprintf(", about %v left", left.Round(time.Second))
		}
	}
	io.WriteString(p.w, line)
}
