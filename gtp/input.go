package gtp

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
)

// maxLine is the size in bytes of the longest line that is read. The longest useful one,
// set_free_handicap on the largest board, has some 2,500.
const maxLine = 64 << 10

// A line is a line of the input.
type line struct {
	text string
	cut  bool // whether text is only its beginning
}

// read passes lines on until the input ends.
func (s *session) read(ctx context.Context, in io.Reader, end context.CancelCauseFunc) {
	r := bufio.NewReaderSize(in, maxLine)
	for {
		text, err := r.ReadSlice('\n')
		l := line{string(text), err == bufio.ErrBufferFull}
		for err == bufio.ErrBufferFull {
			_, err = r.ReadSlice('\n')
		}
		if l.text != "" {
			select {
			case s.lines <- l:
			case <-ctx.Done():
				return // nobody reads on
			}
		}
		if err != nil {
			if s.failed = err; err != io.EOF {
				s.failed = fmt.Errorf("reading commands: %w", err)
			}
			close(s.lines)
			end(context.DeadlineExceeded)
			return
		}
	}
}

// next returns the next line. Its error is io.EOF, the error of the input or that of
// ctx.
func (s *session) next(ctx context.Context) (l line, err error) {
	if err := ctx.Err(); err != nil {
		return line{}, err
	}
	if len(s.ahead) > 0 {
		l, s.ahead = s.ahead[0], nil
		return l, nil
	}
	select {
	case l, open := <-s.lines:
		if !open {
			return line{}, s.failed
		}
		return l, nil
	case <-ctx.Done():
		return line{}, ctx.Err()
	}
}

// A command is what a line asks for.
type command struct {
	id   string // its digits; empty if there is none
	name string
	args []string
	cut  bool // whether the line was too long to be read
}

// command returns the command of a line, if it has one.
func (l line) command() (c command, ok bool) {
	text, _, commented := strings.Cut(clean(l.text), "#")
	words := strings.Fields(text)
	c.cut = l.cut && !commented
	if len(words) == 0 {
		return c, c.cut
	}
	if strings.Trim(words[0], "0123456789") == "" {
		c.id, words = words[0], words[1:]
	}
	if len(words) > 0 {
		c.name, c.args = words[0], words[1:]
	}
	return c, true
}
