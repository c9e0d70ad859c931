package main

import (
	"io"
	"slices"
	"strings"
	"sync"
	"time"
)

// What the screen of a terminal is told, as xterm and its kin understand it.
const (
	otherScreen = "\x1b[?1049h"
	ownScreen   = "\x1b[?1049l"
	hideCursor  = "\x1b[?25l"
	showCursor  = "\x1b[?25h"
	cutLines    = "\x1b[?7l" // at the margin, rather than break them
	breakLines  = "\x1b[?7h"
	home        = "\x1b[H"
	clearLine   = "\x1b[2K"
	clearBelow  = "\x1b[J"
)

// A screen is a view on a terminal that draws every position in the place of the one
// before it. It uses the other screen that terminals have for this, so that the close
// leaves everything as it was, and draws anew when the terminal has another size. A line
// that is half typed then is still read whole, though the drawing hides its beginning.
// While the program is suspended, as by Ctrl-Z, the other screen stays up.
type screen struct {
	w    io.Writer
	look *style
	size func() (columns, lines int)

	mu     sync.Mutex // held while one draws, as the resizing does in its own time
	scene  scene
	asking bool
	drawn  [2]int // the size for which it was drawn
	closed chan struct{}
	once   sync.Once
}

// resizing is how often a screen asks the terminal for its size. Not every system has
// a signal for it.
const resizing = 100 * time.Millisecond

// newScreen returns a screen whose terminal shows nothing yet.
func newScreen(w io.Writer, look *style, size func() (columns, lines int)) *screen {
	s := &screen{w: w, look: look, size: size, closed: make(chan struct{})}
	io.WriteString(w, otherScreen+hideCursor)
	return s
}

// follow draws anew whenever the terminal has another size, until the screen is
// restored.
func (s *screen) follow() {
	defer s.restore() // for a panic in here, which no other goroutine can see to
	for {
		select {
		case <-s.closed:
			return
		case <-time.After(resizing):
		}
		s.redraw()
	}
}

func (s *screen) redraw() {
	s.mu.Lock()
	defer s.mu.Unlock()
	columns, lines := s.size()
	if s.scene.position != nil && s.drawn != [2]int{columns, lines} {
		s.draw()
	}
}

func (s *screen) show(now scene) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.scene, s.asking = now, false
	return s.draw()
}

func (s *screen) ask(answer string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.scene.answer, s.asking = answer, true
	return s.draw()
}

// heard leaves the line to the terminal and to the next drawing.
func (s *screen) heard(string) error { return nil }

// close restores the terminal and prints the last position there: so that it can be seen
// at once if it fits above the prompt of a shell, and otherwise whole all the same, since
// this screen scrolls.
func (s *screen) close(last scene) error {
	s.restore()
	columns, lines := s.size()
	frame, fits := last.boarded(s.look, room{columns, lines - 1})
	if !fits {
		frame = last.frame(s.look, room{columns, -1})
	}
	frame = slices.CompactFunc(frame, func(a, b string) bool { return a+b == "" })
	_, err := io.WriteString(s.w, strings.Join(frame, "\n")+"\n")
	return err
}

// restore leaves the terminal as newScreen found it. What is drawn after it is nothing.
func (s *screen) restore() {
	s.once.Do(func() {
		close(s.closed)
		s.mu.Lock()
		defer s.mu.Unlock()
		io.WriteString(s.w, reset+breakLines+showCursor+ownScreen)
	})
}

// draw draws the scene in one piece. The last line is for typing.
func (s *screen) draw() error {
	select {
	case <-s.closed:
		return nil
	default:
	}
	columns, lines := s.size()
	s.drawn = [2]int{columns, lines}
	text := hideCursor + cutLines + home
	for _, line := range s.scene.frame(s.look, room{columns, lines - 1}) {
		text += clearLine + line + "\r\n"
	}
	text += clearBelow + breakLines
	if s.asking {
		text += prompt + showCursor
	}
	_, err := io.WriteString(s.w, text)
	return err
}
