package gtp

import (
	"bufio"
	"cmp"
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

// An Engine makes a gogate.Player an engine: a program that answers the commands
// of a controller, such as a GUI, a referee or the client of a server. Player must
// be set, and nothing may change once Serve was called. Every call of Serve is a
// session with a board of its own, and several may go on at once if the player
// allows that.
//
// An engine never refuses genmove where a pass is legal, since a controller may
// then give up the game. A player that is no *gogate.Gate is put behind one without
// checks: where it fails, panics, is silent past its time or names an illegal move,
// MCTS chooses with its usual playouts or in what time there is, and if need be the
// engine passes. What a gate replaced and what went wrong is said in Log.
//
// All stones count as they stand, in final_score too, so none is ever dead. After
// two passes the game is over and genmove answers pass, but play goes on with it.
// Where Rules has Resign, the player may resign; the board then stays as it is.
//
// With a clock, a move gets the time left, divided by the moves that are still to
// come: those of the period in byo-yomi, and otherwise half as many as there are
// empty points, at least twenty, with the share of the first byo-yomi period on
// top. The deadline of the player's context is half a second before the end of that,
// or half-way if that is later. Between two commands time_left the engine counts the
// time itself; reg_genmove spends time and no stone, since none is played. A new game,
// by clear_board, boardsize or loadsgf, begins with what time_settings said.
//
// Beside the usual commands there are gogate-legal, gogate-allowed and
// gogate-judge, which name the points where a colour may play, those of them that
// pass the checks of the gate, and the verdicts on a move. gomill-explain_last_move
// tells the gate's decision. cputime is the time spent on moves, by the clock on the
// wall, the report of lz-genmove_analyze included and lz-analyze not.
//
// lz-analyze takes an interval, minmoves, maxmoves, avoid and allow, as Leela Zero and
// KataGo have them; the last two hold for the move that is looked for, and not for
// those after it. lz-genmove_analyze gives one report, for which its move waits no
// longer than Grace, nor past the time for the move. It refuses avoid and allow, since
// the gate alone decides.
//
// After loadsgf, printsgf repeats what the record says of the players, the date, the
// rules, the handicap and its moves, and as long as the game is that of the whole
// record its result too. A pass after the end is a turn for undo, but none of the
// record.
type Engine struct {
	Player  gogate.Player // who is asked for moves
	Name    string        // the answer to name; "gogate" if it is empty
	Version string        // the answer to version

	// Rules are those at the start. The zero value means DefaultRules(19) without
	// a move limit, which controllers do not know of. boardsize, komi and
	// kata-set-rules change them.
	Rules gogate.Rules

	// Analyzer is asked by lz-analyze and lz-genmove_analyze, about the moves that
	// the gate allows. nil means Player, if it is one; without any, the engine does
	// not know these commands.
	Analyzer Analyzer

	Log io.Writer // gets a few lines where something went wrong; nil drops them
}

// Serve reads commands from in and writes their answers to out, and nothing else,
// until quit, the end of the input or the end of ctx, whose error it then returns.
// A command is answered, with one Write, before the next is carried out; what an
// analysis reports is written line by line. A last line without a line end is a
// command too.
//
// Serve reads one line ahead. If it finds the end of the input while the player
// looks for a move, the player's context ends as at a deadline: what it has found
// is the last answer. So a script whose last move deserves its time ends with quit:
// then quit is the line read ahead, and the end of the input is not seen before the
// move. It follows that a player without a limit, asked without a clock, can keep
// Serve for ever after such an input; then only the end of ctx ends it.
//
// An error of out ends the session, and so does one of in other than io.EOF; Serve
// returns it. When ctx ends, a Write that nobody reads gets Grace and is then given
// up. A Read or a Write that goes on when Serve has returned keeps a goroutine until
// it ends, and so does a player that ignores its context.
func (e *Engine) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	s, err := e.session(ctx, out)
	if err != nil {
		return err
	}
	input, end := context.WithCancelCause(ctx)
	defer end(nil)
	go s.read(input, in, end)
	for {
		l, err := s.next(ctx)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		c, ok := l.command()
		if !ok {
			continue
		}
		if err := s.obey(input, c); err != nil {
			return cmp.Or(ctx.Err(), err)
		}
		if c.name == quit {
			return nil
		}
	}
}

// A hurried context passes its deadline when the input ends. A gate waits for an
// answer then, which it does not where a context is cancelled.
type hurried struct{ context.Context }

func (c hurried) Err() error {
	err := c.Context.Err()
	if err != nil && errors.Is(context.Cause(c.Context), context.DeadlineExceeded) {
		return context.DeadlineExceeded
	}
	return err
}

// A session is a controller's time with an engine.
type session struct {
	*Engine
	gate     *gogate.Gate
	analyzer Analyzer // nil for none
	handlers []handler

	ctx    context.Context // that of Serve
	out    io.Writer
	lines  chan line
	ahead  []line // one at most, which ended an analysis
	failed error  // why no more can be read; set before lines is closed

	rules    gogate.Rules
	game     []*gogate.Position // the start and then the position after each turn
	record   sgf.Game           // what a record says of the game
	timing   timing
	clocks   [gogate.White + 1]clock
	thought  time.Duration // spent on moves
	decision string        // how the last move of genmove came about, in words
}

// session returns a new session.
func (e *Engine) session(ctx context.Context, out io.Writer) (*session, error) {
	if e.Player == nil {
		return nil, errors.New("an engine without a player: want one that is asked for moves")
	}
	s := &session{Engine: e, analyzer: e.Analyzer, ctx: ctx, out: out, lines: make(chan line), rules: e.Rules}
	if s.rules == (gogate.Rules{}) {
		s.rules = gogate.DefaultRules(19)
		s.rules.MoveLimit = 0
	}
	if err := s.clear(s.rules); err != nil {
		return nil, fmt.Errorf("an engine's rules: %w", err)
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

// begin makes a game the one on the board.
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

// position returns the one on the board.
func (s *session) position() *gogate.Position { return s.game[len(s.game)-1] }

// maxLine is the size in bytes of the longest line that is read. That of
// set_free_handicap on the largest board has some 2,500.
const maxLine = 64 << 10

// A line is one of the input.
type line struct {
	text string
	cut  bool // whether this is only the beginning of it
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
				return // without anybody who reads on
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

// next returns the next line. Its error is io.EOF, that of the input or that of
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
	id   string // its digits; empty for none
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

// obey carries out a command and answers it. Its error ends the session.
func (s *session) obey(ctx context.Context, c command) error {
	if c.cut {
		c.id = c.id[:min(len(c.id), 20)] // of a line that may be one number
		return s.answer(c.id, "", fmt.Errorf("line too long: want at most %d bytes", maxLine))
	}
	i := slices.IndexFunc(s.handlers, func(h handler) bool { return h.name == c.name })
	if i < 0 {
		return s.answer(c.id, "", errors.New("unknown command"))
	}
	h := s.handlers[i]
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
func (s *session) stream(ctx context.Context, c command, h handler) error {
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
	case err := <-written: // of an output that failed, or as ctx ended
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

// answer writes the answer to a command. No line of a text but the first may be
// blank, since a blank line ends an answer.
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

// write writes text. When the context of Serve has ended it waits no longer than
// Grace for one who does not read.
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

// logf writes a line where one who runs the engine may see it.
func (s *session) logf(format string, args ...any) {
	if s.Log != nil {
		fmt.Fprintf(s.Log, format+"\n", args...) // what fails here harms no game
	}
}
