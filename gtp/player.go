package gtp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"sync"

	"example.com/gogate"
)

// A Player makes a gogate.Player of an engine that speaks GTP. Set Command or Dial, use
// the Player through a pointer, do not change its fields after the first move, and close
// it in the end.
//
// The zero Player has no engine: its moves fail. The engine starts with Start or with the
// first move. A Player can therefore be made where no error can be returned, as in the New
// of a gogate.Entrant: an engine that is missing fails its first move.
//
// Several goroutines may ask a Player at once. Their questions queue, and each may lead
// the engine to another board, which is slow.
//
// Before each move the Player leads the engine to the position in question. Within a
// game it sends the new moves. If the engine's board went another way, for example
// because a gate replaced its move, the Player takes moves back, or clears the board and
// replays the game. The stones of a set-up board are sent as moves.
//
// The engine is told the size of the board and the komi. If it knows KataGo's
// kata-set-rules, it is also told the ko rule, whether suicide is allowed, and that
// area counts. Other engines take their rules from their command line, as with GNU Go's
// --chinese-rules --positional-superko. An engine with a stricter ko rule may refuse to
// follow a game, which is an error. This is more likely on a set-up board: its stones
// reach the engine one by one, so the engine remembers boards that never stood. The
// engine is not told the move limit, the time left, or any deadline.
type Player struct {
	Command []string  // the program and its arguments, such as {"gnugo", "--mode", "gtp"}
	Stderr  io.Writer // gets what Command writes to standard error; nil drops it

	// Dial, if set, makes the client instead of Command. It is meant for an engine
	// behind a connection, or for a program that needs an environment of its own.
	Dial func() (*Client, error)

	// Restart starts a new engine for a move if the last one has ended or still owes
	// an answer. Without Restart, every move fails after the engine has ended, and a
	// late engine is waited for. With Restart, an engine that needs longer to start
	// than a move may take never plays a move.
	Restart bool

	once sync.Once
	busy chan struct{} // holds an element while a move is asked for: a mutex whose Lock ends with a context

	mu     sync.Mutex // guards the next two fields
	client *Client    // nil before the first move and after Close
	closed bool

	// These belong to the goroutine that holds busy.
	commands map[string]bool // what the engine knows; nil until it was asked
	told     *record         // what is on its board; nil if that is unknown
}

// A record is what an engine is told of a position.
type record struct {
	rules gogate.Rules // only what an engine is told of them
	turns []turn       // the stones of a set-up board, then the moves
}

// A turn is a move with its colour. Colours need not alternate.
type turn struct {
	color gogate.Color
	move  gogate.Move
}

// Play asks the engine for its move in p and returns it. The move is any point, a pass
// or a resignation, and need not be legal: a gate or a game judges it.
//
// The error is gogate.ErrOver if the game is over. It is an error if the engine fails or
// answers anything that is not a move. If ctx ends, Play returns the context's error at once.
// The next question then leads the engine back to its board.
//
// Engines pass when they take the game for decided, even if dead stones are on the
// board. Here those stones count as they stand. If the engine knows kgs-genmove_cleanup,
// which passes only after all dead stones are captured, Play therefore takes a pass back
// and asks with that command. If the engine refuses it, the pass stands. Some engines
// have an option for this, such as GNU Go's --play-out-aftermath --capture-all-dead.
func (e *Player) Play(ctx context.Context, p *gogate.Position) (gogate.Move, error) {
	if p.Over() {
		return 0, gogate.ErrOver
	}
	done, err := e.reserve(ctx)
	if err != nil {
		return 0, err
	}
	defer done()
	c, err := e.engine(ctx)
	if err != nil {
		return 0, err
	}
	m, err := e.generate(ctx, c, p, "genmove")
	if err != nil || m != gogate.Pass || !e.commands[cleanup] {
		return m, err
	}
	m, err = e.generate(ctx, c, p, cleanup)
	if refused := new(AnswerError); errors.As(err, &refused) {
		return gogate.Pass, nil
	}
	return m, err
}

const cleanup = "kgs-genmove_cleanup"

// Start starts the engine and asks it for its commands. Play does this for the first move.
// Behind a gate that would go unnoticed: the fallback moves for an engine that is missing
// or does not speak GTP. Start returns its error before the game. If ctx ends first, Start
// returns the context's error, and the engine goes on starting.
func (e *Player) Start(ctx context.Context) error {
	done, err := e.reserve(ctx)
	if err != nil {
		return err
	}
	defer done()
	_, err = e.engine(ctx)
	return err
}

// reserve waits until nobody else asks the engine. The caller calls done when it no longer
// asks.
func (e *Player) reserve(ctx context.Context) (done func(), err error) {
	e.once.Do(func() { e.busy = make(chan struct{}, 1) })
	select {
	case e.busy <- struct{}{}:
		return func() { <-e.busy }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Close stops the engine, as Client.Close does, and returns nil. The move that is being
// asked for fails, and so does every later one. Close may be called more than once.
func (e *Player) Close() error {
	e.mu.Lock()
	c := e.client
	e.client, e.closed = nil, true
	e.mu.Unlock()
	if c == nil {
		return nil
	}
	return c.Close()
}

var errPlayerClosed = errors.New("the player of the engine was closed")

// engine returns the client of an engine that runs and whose commands are known.
func (e *Player) engine(ctx context.Context) (*Client, error) {
	e.mu.Lock()
	c, closed := e.client, e.closed
	e.mu.Unlock()
	if closed {
		return nil, errPlayerClosed
	}
	if c != nil && e.Restart && (c.ended() || c.late()) {
		c.stop(0)
		c = nil
	}
	if c == nil {
		var err error
		if c, err = e.dial(); err != nil {
			return nil, err
		}
		e.commands, e.told = nil, nil
		e.mu.Lock()
		e.client, closed = c, e.closed
		e.mu.Unlock()
		if closed { // while the engine started
			c.stop(0)
			return nil, errPlayerClosed
		}
	}
	if e.commands != nil {
		return c, nil
	}
	list, err := c.Send(ctx, "list_commands")
	if refused := new(AnswerError); err != nil && !errors.As(err, &refused) {
		return nil, err
	}
	e.commands = map[string]bool{} // stays empty for an engine that cannot list them
	for name := range strings.FieldsSeq(list) {
		e.commands[name] = true
	}
	return c, nil
}

// dial starts an engine.
func (e *Player) dial() (*Client, error) {
	if e.Dial != nil {
		return e.Dial()
	}
	if len(e.Command) == 0 {
		return nil, errors.New("the engine has no command: must be a program and its arguments")
	}
	cmd := exec.Command(e.Command[0], e.Command[1:]...)
	cmd.Stderr = e.Stderr
	return Start(cmd)
}

// generate leads the engine to p and asks it for a move with the given command.
func (e *Player) generate(ctx context.Context, c *Client, p *gogate.Position, command string) (gogate.Move, error) {
	want := recordOf(p)
	if err := e.follow(ctx, c, want); err != nil {
		return 0, err
	}
	told := e.told
	e.told = nil // until it is known what the engine did
	color := p.ToPlay()
	command += " " + colorName(color)
	text, err := c.Send(ctx, command)
	if err != nil {
		return 0, err
	}
	m, err := gogate.ParseMove(text)
	if err != nil {
		return 0, fmt.Errorf("the engine answers %.60q to %q: must be a point such as D4, pass or resign", text, command)
	}
	// After a resignation, or a move that is illegal here, it is unknown what the
	// engine has on its board.
	if p.Legal(m) == nil && m != gogate.Resign {
		told.turns = append(told.turns, turn{color, m})
		e.told = told
	}
	return m, nil
}

// follow leads the engine to the wanted position.
func (e *Player) follow(ctx context.Context, c *Client, want record) error {
	told := e.told
	e.told = nil // unless all goes well
	if told != nil && told.rules == want.rules {
		n := common(told.turns, want.turns)
		back := len(told.turns) - n
		// The other way is to clear the board and to play n turns more.
		if back == 0 || e.commands["undo"] && back <= n {
			err := e.step(ctx, c, back, want.turns[n:])
			if err == nil {
				e.told = &want
				return nil
			}
			if refused := new(AnswerError); !errors.As(err, &refused) {
				return err
			}
			// The engine lost its way: begin anew.
		}
	}
	for _, command := range e.opening(want.rules) {
		if _, err := c.Send(ctx, command); err != nil {
			return err
		}
	}
	if err := e.step(ctx, c, 0, want.turns); err != nil {
		return err
	}
	e.told = &want
	return nil
}

// opening returns the commands that lead to an empty board under the given rules.
func (e *Player) opening(r gogate.Rules) []string {
	commands := []string{"boardsize " + strconv.Itoa(r.Size)}
	if e.commands["kata-set-rules"] {
		commands = append(commands, fmt.Sprintf(
			`kata-set-rules {"ko":%q,"scoring":"AREA","tax":"NONE","suicide":%t,"hasButton":false,"whiteHandicapBonus":"0"}`,
			kataKo[r.Ko], r.Suicide))
	}
	return append(commands, "komi "+strconv.FormatFloat(r.Komi, 'f', -1, 64), "clear_board")
}

// step takes back the given number of turns and plays others.
func (e *Player) step(ctx context.Context, c *Client, back int, turns []turn) error {
	for range back {
		if _, err := c.Send(ctx, "undo"); err != nil {
			return err
		}
	}
	for _, t := range turns {
		if _, err := c.Send(ctx, "play "+colorName(t.color)+" "+t.move.String()); err != nil {
			return err
		}
	}
	return nil
}

// recordOf returns what an engine is told of p.
//
// The stones of a set-up board may be played in any order: no board on the way has a
// group without a liberty, so no stone captures. Proof: a group on the way is part of a
// group of the set-up board, which has a liberty. If it is the whole group, that liberty
// is empty on the way too. If it is not, one of the missing stones is next to it, since
// the whole group is connected, and the point of that stone is still empty.
func recordOf(p *gogate.Position) record {
	rules := p.Rules()
	r := record{rules: gogate.Rules{Size: rules.Size, Komi: rules.Komi, Ko: rules.Ko, Suicide: rules.Suicide}}
	history := p.History()
	for pt := range history[0].Points() {
		if color := history[0].At(pt); color != gogate.Empty {
			r.turns = append(r.turns, turn{color, gogate.MoveAt(pt)})
		}
	}
	for i, before := range history[:len(history)-1] {
		r.turns = append(r.turns, turn{before.ToPlay(), history[i+1].Last()})
	}
	return r
}

// common returns how many turns a and b share at the beginning.
func common(a, b []turn) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
