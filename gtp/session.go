package gtp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"time"

	"example.com/gogate"
	"example.com/gogate/sgf"
)

// A session is one call of Serve: a controller, its board and its clocks.
type session struct {
	*Engine
	gate     *gogate.Gate
	analyzer Analyzer // nil if there is none
	handlers []handler

	ctx    context.Context // of Serve
	out    io.Writer
	lines  chan line
	ahead  []line // at most one: the line that ended an analysis
	failed error  // why no more can be read; set before lines is closed

	rules    gogate.Rules
	game     []*gogate.Position // the start and then the position after each turn
	record   sgf.Game           // what a loaded record says of the game
	timing   timing
	clocks   [gogate.White + 1]clock
	thought  time.Duration // spent on moves
	decision string        // how genmove decided on its last move, in words
}

// session returns a new session.
func (e *Engine) session(ctx context.Context, out io.Writer) (*session, error) {
	if e.Player == nil {
		return nil, errors.New("the engine has no player: Player must be set")
	}
	s := &session{Engine: e, analyzer: e.Analyzer, ctx: ctx, out: out, lines: make(chan line), rules: e.Rules}
	if s.rules == (gogate.Rules{}) {
		s.rules = gogate.DefaultRules(19)
		s.rules.MoveLimit = 0
	}
	if err := s.clear(s.rules); err != nil {
		return nil, fmt.Errorf("the engine's rules: %w", err)
	}
	var gated bool
	if s.gate, gated = e.Player.(*gogate.Gate); !gated {
		s.gate = gogate.NewGate(e.Player, gogate.MCTS{})
	}
	if s.analyzer == nil {
		s.analyzer, _ = e.Player.(Analyzer)
	}
	s.handlers = s.table()
	return s, nil
}

// begin puts a game on the board.
func (s *session) begin(rules gogate.Rules, game []*gogate.Position, record sgf.Game) {
	s.rules, s.game, s.record, s.decision = rules, game, record, ""
	s.startClocks()
}

// clear begins a game under the given rules.
func (s *session) clear(rules gogate.Rules) error {
	start, err := rules.Start()
	if err != nil {
		return err
	}
	s.begin(rules, []*gogate.Position{start}, sgf.Game{})
	return nil
}

// position returns the position on the board.
func (s *session) position() *gogate.Position { return s.game[len(s.game)-1] }

// obey carries out a command and answers it. Its error ends the session.
func (s *session) obey(ctx context.Context, c command) error {
	if c.cut {
		c.id = c.id[:min(len(c.id), 20)] // as the whole line may be one number
		return s.answer(c.id, "", fmt.Errorf("line too long: must be at most %d bytes", maxLine))
	}
	h := s.handler(c.name)
	if h == nil {
		return s.answer(c.id, "", errors.New("unknown command"))
	}
	if len(c.args) < h.least || len(c.args) > h.most {
		return s.answer(c.id, "", errSyntax)
	}
	if h.stream != nil {
		return s.stream(ctx, c, h)
	}
	text, err := h.run(ctx, c.args)
	if err != nil && (hurried{ctx}).Err() == context.Canceled {
		return err
	}
	return s.answer(c.id, text, err)
}

// stream answers with lines until the next line of the input arrives.
func (s *session) stream(ctx context.Context, c command, h *handler) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	lines, err := h.stream(ctx, c.args)
	if err != nil {
		return s.answer(c.id, "", err)
	}
	if err := s.write("=" + c.id + "\n"); err != nil {
		return err
	}
	written := make(chan error, 1)
	go func() { written <- s.writeLines(ctx, lines) }()
	select {
	case l, open := <-s.lines:
		if open {
			s.ahead = []line{l}
		}
	case <-ctx.Done():
	case err := <-written: // the output failed, or ctx ended
		written <- err
	}
	stop()
	if err := <-written; err != nil {
		return err
	}
	return s.write("\n")
}

// writeLines writes lines until there is an error or ctx has ended.
func (s *session) writeLines(ctx context.Context, lines iter.Seq[string]) error {
	for text := range lines {
		if err := s.write(text + "\n"); err != nil {
			return err
		}
	}
	<-ctx.Done()
	return nil
}

// answer writes the answer to a command. After its first line a text has no blank lines,
// since a blank line ends an answer.
func (s *session) answer(id, text string, err error) error {
	mark := "="
	if err != nil {
		mark, text = "?", err.Error()
	}
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(clean(lines[i]), " ")
	}
	first, more := lines[0], slices.DeleteFunc(lines[1:], func(l string) bool { return l == "" })
	if first != "" {
		first = " " + first
	}
	return s.write(mark + id + strings.Join(slices.Insert(more, 0, first), "\n") + "\n\n")
}

// write writes text. After the context of Serve has ended, it waits no longer than Grace
// for a reader.
func (s *session) write(text string) error {
	written := make(chan error, 1)
	go func() {
		_, err := s.out.Write([]byte(text))
		written <- err
	}()
	var err error
	select {
	case err = <-written:
	case <-s.ctx.Done():
		select {
		case err = <-written:
		case <-time.After(gogate.Grace):
			err = s.ctx.Err()
		}
	}
	if err != nil {
		return fmt.Errorf("writing answers: %w", err)
	}
	return nil
}

// logf writes a line to the log.
func (s *session) logf(format string, args ...any) {
	if s.Log != nil {
		fmt.Fprintf(s.Log, format+"\n", args...) // a log that fails must not stop a game
	}
}
