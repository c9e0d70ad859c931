package main

import (
	"io"
	"strings"
)

// A view shows a game to whoever watches or plays it.
type view interface {
	// show shows a position that is new.
	show(s scene) error
	// ask asks for a line, after an answer to the line before if there is one.
	ask(answer string) error
	// heard is called with the line that was read, and with an empty one at the end
	// of input.
	heard(line string) error
	// close shows how a game has ended that show has not shown over, and ends the view.
	close(s scene) error
}

const prompt = "your move (? for help): "

// A history is a view that prints every position below the one before it.
type history struct {
	w       io.Writer
	look    *style
	columns func() int // 0 for as many as it takes
	echo    bool       // whether lines that are read are printed, because no terminal does
	shown   bool       // whether a position was
}

func (h *history) show(s scene) error {
	frame := s.frame(h.look, room{h.columns(), -1})
	if h.shown {
		frame = append([]string{""}, frame...)
	}
	h.shown = true
	return h.print(frame...)
}

func (h *history) ask(answer string) error {
	if answer != "" {
		if err := h.print(wrap(answer, h.columns())...); err != nil {
			return err
		}
	}
	_, err := io.WriteString(h.w, prompt)
	return err
}

func (h *history) heard(line string) error {
	if !h.echo && line != "" {
		return nil
	}
	return h.print(line)
}

func (h *history) close(s scene) error {
	if s.end == "" {
		return nil
	}
	return h.print(wrap(s.end, h.columns())...)
}

// print prints lines in one piece.
func (h *history) print(lines ...string) error {
	_, err := io.WriteString(h.w, strings.Join(lines, "\n")+"\n")
	return err
}
