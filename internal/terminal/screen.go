package terminal

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"time"
)

// Control sequences of xterm and terminals like it.
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

	enter = otherScreen + hideCursor
	leave = reset + breakLines + showCursor + ownScreen
)

// A screen is a view on a terminal that draws every position in the place of the one
// before it. It uses the other screen that terminals have for this, so that close
// leaves everything as it was. It draws anew when the terminal has another size and
// after the program was suspended, as by Ctrl-Z. A line that is half typed when the size
// changes is still read whole, though the drawing hides its beginning.
type screen struct {
	w     io.Writer
	style *style
	size  func() (columns, lines int)
	delay time.Duration

	mu       sync.Mutex // held while one draws, as follow does in its own time
	scene    scene
	asking   bool
	thinking string    // the words for who thinks; empty if nobody does
	since    time.Time // when the thinking began
	drawn    drawing
	closed   chan struct{}
	once     sync.Once
}

// A drawing is what changes a screen while the scene stays the same.
type drawing struct{ columns, lines, seconds int }

// following is how often a screen looks for changes. Not every system has a signal for
// another size.
const following = 100 * time.Millisecond

// newScreen returns a screen whose terminal shows nothing yet.
func newScreen(w io.Writer, style *style, size func() (columns, lines int)) *screen {
	s := &screen{w: w, style: style, size: size, closed: make(chan struct{})}
	io.WriteString(w, enter)
	return s
}

// follow draws anew whenever the terminal has another size or a player has thought for
// another second, and suspends the program where it is asked to, until the screen is
// restored.
func (s *screen) follow(suspensions chan os.Signal) {
	defer s.restore() // for a panic in here, which no other goroutine can handle
	defer signal.Stop(suspensions)
	changes := time.NewTicker(following)
	defer changes.Stop()
	for {
		select {
		case <-s.closed:
			return
		case <-suspensions:
			s.suspend(suspend)
		case <-changes.C:
			s.redraw()
		}
	}
}

func (s *screen) redraw() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.scene.position != nil && s.drawn != s.drawing() {
		s.draw()
	}
}

// suspend leaves the last position on the screen of the shell while stop has the program
// stopped.
func (s *screen) suspend(stop func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over() {
		return
	}
	io.WriteString(s.w, leave)
	if s.scene.position != nil {
		s.leaveBehind(s.scene)
	}
	stop()
	io.WriteString(s.w, enter)
	if s.scene.position != nil {
		s.draw()
	}
}

func (s *screen) show(now scene) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.scene, s.asking = now, false
	return s.draw()
}

// think leaves the words to follow, which shows them after a second: most players are
// faster, and the scene says whose turn it is.
func (s *screen) think(words string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.thinking, s.since = words, time.Now()
}

func (s *screen) ask(answer string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.scene.answer, s.asking = answer, true
	return s.draw()
}

// heard leaves the line to the terminal and to the next drawing. What is thought about
// it begins now.
func (s *screen) heard(string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asking, s.since = false, time.Now()
	s.drawn = s.drawing()
	return nil
}

func (s *screen) linger(ctx context.Context, since time.Time) {
	select {
	case <-ctx.Done():
	case <-time.After(s.delay - time.Since(since)):
	}
}

// close restores the terminal and prints the last position there: so that it can be seen
// at once if it fits above the prompt of a shell, and otherwise whole all the same, since
// this screen scrolls.
func (s *screen) close(last scene) error {
	s.restore()
	return s.leaveBehind(last)
}

// leaveBehind prints a position on the screen of the shell.
func (s *screen) leaveBehind(last scene) error {
	columns, lines := s.size()
	frame, fits := last.boarded(s.style, room{columns, lines - 1})
	if !fits {
		frame = last.frame(s.style, room{columns, -1})
	}
	frame = slices.CompactFunc(frame, func(a, b string) bool { return a+b == "" })
	_, err := io.WriteString(s.w, strings.Join(frame, "\n")+"\n")
	return err
}

// restore leaves the terminal as newScreen found it. After it nothing is drawn.
func (s *screen) restore() {
	s.once.Do(func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		close(s.closed)
		io.WriteString(s.w, leave)
	})
}

// over reports whether the terminal has been restored.
func (s *screen) over() bool {
	select {
	case <-s.closed:
		return true
	default:
		return false
	}
}

// drawing returns what a drawing made now would depend on beside the scene.
func (s *screen) drawing() (d drawing) {
	d.columns, d.lines = s.size()
	if s.thinking != "" && !s.asking {
		d.seconds = int(time.Since(s.since) / time.Second)
	}
	return d
}

// draw draws the scene in one piece. The last line is for typing, or says who thinks.
func (s *screen) draw() error {
	if s.over() {
		return nil
	}
	s.drawn = s.drawing()
	text := hideCursor + cutLines + home
	for _, line := range s.scene.frame(s.style, room{s.drawn.columns, s.drawn.lines - 1}) {
		text += clearLine + line + "\r\n"
	}
	text += clearBelow
	if s.drawn.seconds > 0 {
		text += fmt.Sprintf("%s%s %d s", s.thinking, dots, s.drawn.seconds)
	}
	text += breakLines
	if s.asking {
		text += prompt + showCursor
	}
	_, err := io.WriteString(s.w, text)
	return err
}
