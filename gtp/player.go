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

// A Player is a GTP engine as a gogate.Player. Set Command or Dial, use it by
// pointer and close it in the end. Its settings must not change after its first
// move.
//
// The engine starts with the first move, not before: so a Player can be written
// down where no error can be returned, as in the New of a gogate.Entrant, and an
// engine that is missing fails like one that dies later.
//
// The engine is led to the position that it is asked about. Within a game it is
// told what is new; where its board went elsewhere, as after a move that a gate
// replaced, it takes moves back, or clears its board and replays the game. The
// stones of a set-up board are sent as moves.
//
// Of the rules an engine hears the size and the komi and, where it knows KataGo's
// kata-set-rules, the ko rule, suicide and area scoring. With others the rules
// are a matter of the command line, as with GNU Go's --chinese-rules
// --positional-superko. An engine with a stricter ko rule may refuse to follow a
// game, which is an error; all the more on a set-up board, whose stones reach it
// one by one, so that it counts boards as earlier ones that never stood. It does
// not learn of the move limit, nor of deadlines: no time settings are sent.
//
// Several goroutines may ask at once. Their questions queue, and each may lead
// the engine to another board, so it is slow.
type Player struct {
	Command []string  // the program and its arguments, as in {"gnugo", "--mode", "gtp"}
	Stderr  io.Writer // gets the standard error of Command; nil drops it

	// Dial, if set, makes the client instead of Command: for an engine behind a
	// connection, or a program that needs an environment of its own.
	Dial func() (*Client, error)

	// Restart makes a move begin with a new engine if the one before it has ended
	// or still owes an answer. Without it, one that has ended fails every move
	// after, and one that is late is waited for. With it, an engine that needs
	// longer to start than a move may take never gets to move.
	Restart bool

	once sync.Once
	busy chan struct{} // holds an element while a move is asked for: a mutex that a context can give up

	mu     sync.Mutex // for the two below
	client *Client    // nil before the first move and after Close
	closed bool

	// The rest belongs to the holder of busy.
	commands map[string]bool // what the engine knows; nil until it was asked
	told     *record         // what is on its board; nil if that is unknown
}

// A record is what an engine is told of a position.
type record struct {
	rules gogate.Rules // without what an engine is not told
	turns []turn       // the stones of a set-up board and then the moves
}

// A turn is a move with its colour, which need not alternate.
type turn struct {
	color gogate.Color
	move  gogate.Move
}

// Play asks the engine for its move in p with genmove. It returns any point, pass
// or resignation that the engine names, legal or not: that is for a gate or a game
// to judge. Anything else is an error. When ctx ends, Play returns the context's
// error at once, and the next question leads the engine back to its board.
//
// An engine passes once it takes a game for decided, although there may be dead
// stones on the board, which count here as they stand. So if it knows
// kgs-genmove_cleanup, which passes only when all dead stones are captured, a pass
// is taken back and that is asked instead; if the engine refuses, the pass stands.
// Some engines have an option to the same end, such as GNU Go's --play-out-aftermath
// --capture-all-dead.
func (e *Player) Play(ctx context.Context, p *gogate.Position) (gogate.Move, error) {
	if p.Over() {
		return 0, gogate.ErrOver
	}
	e.once.Do(func() { e.busy = make(chan struct{}, 1) })
	select {
	case e.busy <- struct{}{}:
		defer func() { <-e.busy }()
	case <-ctx.Done():
		return 0, ctx.Err()
	}
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

// Close ends the engine, as Client.Close does. A move that is being asked for
// fails, and so does every later one. Close may be called again, and returns nil.
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
		if closed { // meanwhile, without this client
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
	e.commands = map[string]bool{} // of an engine that cannot list them: only the required ones
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
		return nil, errors.New("an engine without a command: want a program and its arguments")
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
		return 0, fmt.Errorf("the engine answers %.60q to %q: want a point such as D4, pass or resign", text, command)
	}
	// What an engine does with a resignation or with a move that is illegal here is
	// its own business: its board is then unknown.
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
		// The way over an empty board is to clear it and to play n turns more.
		if back == 0 || e.commands["undo"] && back <= n {
			err := e.step(ctx, c, back, want.turns[n:])
			if err == nil {
				e.told = &want
				return nil
			}
			if refused := new(AnswerError); !errors.As(err, &refused) {
				return err
			}
			// Its board is not what it should be. Begin anew.
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

// step takes back so many turns and plays others.
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
// The stones of a set-up board may be played in any order, since no board on the
// way has a group without a liberty, and so none of them captures. Take a group
// of such a board: it is part of a group of the set-up board, which has a liberty.
// If it is all of it, that point is empty on the way too. If not, then one of the
// stones that are missing is beside it, since a group is connected, and the point
// of that stone is still empty.
func recordOf(p *gogate.Position) record {
	rules := p.Rules()
	r := record{rules: gogate.Rules{Size: rules.Size, Komi: rules.Komi, Ko: rules.Ko, Suicide: rules.Suicide}}
	history := p.History()
	for pt := range points(rules.Size) {
		if color := history[0].At(pt); color != gogate.Empty {
			r.turns = append(r.turns, turn{color, gogate.MoveAt(pt)})
		}
	}
	for i, before := range history[:len(history)-1] {
		r.turns = append(r.turns, turn{before.ToPlay(), history[i+1].Last()})
	}
	return r
}

// common returns how many turns a and b begin with alike.
func common(a, b []turn) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
