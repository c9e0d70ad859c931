package terminal

import (
	"context"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"
)

// A View shows a game to whoever watches or plays it.
type View interface {
	// show shows a position that is new.
	show(s scene) error
	// think is called when a player begins to think, with the words for that, and with
	// none when it has ended.
	think(words string)
	// ask asks for a line, after an answer to the line before if there is one.
	ask(answer string) error
	// heard is called with the line that was read, and with an empty one at the end
	// of input.
	heard(line string) error
	// linger waits until a position that is shown since then has been shown for long
	// enough, or ctx ends.
	linger(ctx context.Context, since time.Time)
	// close shows how a game has ended that show has not shown over, and ends the view.
	close(s scene) error
	// restore ends the view at once, if close has not.
	restore()
}

// A Look is how a game is to be shown.
type Look struct {
	Style   string        // unicode, ascii or auto: see Styles
	History bool          // show every position below the one before it, on a terminal too
	Delay   time.Duration // the shortest time for which a position is shown in the place of another
}

// Open returns a view on stdout. On a terminal, unless a history is wanted, every
// position is drawn in the place of the one before it; Table.Play then restores the
// terminal. Stdin tells only whether a terminal shows what is typed. Getenv returns the
// environment, as os.Getenv does.
func Open(look Look, stdin io.Reader, stdout io.Writer, getenv func(string) string) (View, error) {
	terminal := isTerminal(stdout)
	style, err := readStyle(look.Style, terminal, getenv)
	if err != nil {
		return nil, err
	}
	size := func() (columns, lines int) { return 0, -1 }
	if terminal {
		size = func() (columns, lines int) { return sizeOf(stdout.(*os.File)) }
	}
	if terminal && !look.History && getenv("TERM") != "dumb" {
		s := newScreen(stdout, style, size)
		s.delay = look.Delay
		go s.follow(suspensions())
		return s, nil
	}
	return &history{w: stdout, style: style, size: size, echo: !isTerminal(stdin)}, nil
}

// isTerminal reports whether a stream is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// sizeOf returns the size of a terminal, and the usual one if the terminal does not
// tell.
func sizeOf(terminal *os.File) (columns, lines int) {
	columns, lines, err := term.GetSize(int(terminal.Fd()))
	if err != nil || columns <= 0 || lines <= 0 {
		return 80, 24
	}
	return columns, lines
}

const prompt = "your move (? for help): "

// A history is a view that prints every position below the one before it.
type history struct {
	w      io.Writer
	style  *style
	size   func() (columns, lines int) // 0 columns for as many as it takes
	echo   bool                        // whether lines that are read are printed, because no terminal does
	shown  bool                        // whether a position was
	asking bool                        // whether the prompt waits for a line
}

func (h *history) show(s scene) error {
	frame := s.frame(h.style, room{h.columns(), -1})
	if h.shown {
		frame = append([]string{""}, frame...)
	}
	h.shown = true
	return h.print(frame...)
}

func (h *history) think(string) {} // the position says who is to move

func (h *history) ask(answer string) error {
	if answer != "" {
		if err := h.print(wrap(answer, h.columns())...); err != nil {
			return err
		}
	}
	h.asking = true
	_, err := io.WriteString(h.w, prompt)
	return err
}

func (h *history) heard(line string) error {
	h.asking = false
	if !h.echo && line != "" {
		return nil
	}
	return h.print(line)
}

func (h *history) linger(context.Context, time.Time) {}

func (h *history) close(s scene) error {
	if s.end == "" {
		return nil
	}
	lines := wrap(s.end, h.columns())
	if h.asking {
		lines = append([]string{""}, lines...)
	}
	return h.print(lines...)
}

func (h *history) restore() {}

func (h *history) columns() int {
	columns, _ := h.size()
	return columns
}

// print prints lines in one piece.
func (h *history) print(lines ...string) error {
	_, err := io.WriteString(h.w, strings.Join(lines, "\n")+"\n")
	return err
}
