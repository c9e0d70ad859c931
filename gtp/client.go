package gtp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
)

// A Client sends commands to an engine and returns its answers. Start makes a client
// for a program, NewClient one for anything that can be read and written, such as a
// network connection. The zero Client cannot be used. Close a client when it is no
// longer needed.
//
// Several goroutines may use a Client at once; their commands queue.
//
// Every command carries an id. The client skips the late answer of a command whose
// context has ended. An engine may leave ids out: it answers in the order of the
// commands, so an answer without an id belongs to the oldest command that waits for one.
//
// The client drops carriage returns and other control characters, and it skips empty
// lines before an answer. What an engine prints before its first answer is skipped as
// well, up to 1 MB. Later, a line outside an answer is an error.
type Client struct {
	r      io.ReadCloser
	w      io.WriteCloser
	cmd    *exec.Cmd     // nil if no program was started
	exited chan struct{} // closed once the program has ended
	log    lastLine      // of its standard error

	// busy holds an element while a command waits for its answer: a mutex whose Lock
	// ends with a context.
	busy  chan struct{}
	lines chan string   // to the goroutine that writes, which may block for long
	done  chan struct{} // closed once no more answers come, after err is set

	mu      sync.Mutex
	err     error       // why no more answers come: the first reason
	gaveUp  string      // why the client ended an engine that did not answer any more
	sent    uint64      // the id of the last command
	waiting []*question // commands without an answer, the oldest first
}

// A question is a command that was sent.
type question struct {
	id     uint64
	answer chan answer // with room for the answer, so that the reader never waits
}

// grace is how long an engine has to end by itself, after quit or after it has closed
// its output. It is also how long the output may stay open after the engine has ended.
const grace = time.Second

var errClosed = errors.New("the engine was closed")

// NewClient returns a client that reads an engine's answers from r and writes commands
// to w. Close closes both. A Read of r that does not end then keeps its goroutine.
func NewClient(r io.ReadCloser, w io.WriteCloser) *Client {
	c := newClient()
	c.r, c.w = r, w
	c.run()
	return c
}

// newClient returns a client that has no engine yet.
func newClient() *Client {
	return &Client{
		busy:  make(chan struct{}, 1),
		lines: make(chan string),
		done:  make(chan struct{}),
	}
}

// Start starts a program that speaks GTP and returns a client for it. It uses the
// command's standard input and output, so Stdin and Stdout of cmd must be nil. What the
// engine writes to standard error goes to cmd.Stderr, or is dropped if that is nil. If
// the engine ends by itself, the error includes the last line that it wrote there.
//
// It is an error if Stdin or Stdout is set, or if the program cannot be started.
//
// Close stops the program that cmd starts. Processes that this program started itself
// are not stopped, and after the program has ended the client does not wait for their
// output. A shell script should therefore start an engine with exec, which replaces the
// shell by the engine.
func Start(cmd *exec.Cmd) (*Client, error) {
	if cmd.Stdout != nil {
		return nil, errors.New("starting an engine: Stdout is set: must be nil, because the client reads it")
	}
	c := newClient()
	c.cmd, c.exited = cmd, make(chan struct{})
	var err error
	if c.w, err = cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("starting an engine: %w", err)
	}
	// Not StdoutPipe: Wait closes it while there may be answers in it.
	out, in, err := os.Pipe()
	if err != nil {
		c.w.Close()
		return nil, fmt.Errorf("starting an engine: %w", err)
	}
	c.r, cmd.Stdout = out, in
	c.log.next = cmd.Stderr
	cmd.Stderr = &c.log
	if cmd.WaitDelay == 0 {
		cmd.WaitDelay = grace // in case a child of the engine holds standard error open
	}
	err = cmd.Start()
	in.Close() // the engine has its own
	if err != nil {
		out.Close()
		return nil, missing(cmd, err)
	}
	go c.wait()
	c.run()
	return c, nil
}

// missing returns the error for a program that did not start.
func missing(cmd *exec.Cmd, err error) error {
	name := cmd.Path
	if len(cmd.Args) > 0 {
		name = cmd.Args[0]
	}
	var of *exec.Error
	if errors.As(err, &of) {
		err = of.Err // of.Error repeats the name
	}
	return fmt.Errorf("engine %q: %w: must be a program in PATH or the path of one", name, err)
}

// run starts the goroutines that read and write. They end when done is closed, or soon
// after.
func (c *Client) run() {
	go c.read()
	go c.write()
}

// Send sends one command and returns the text of its answer, whose lines are separated
// by line feeds. The command is one line, without an id and without a line end. Send
// waits until earlier commands have their answers.
//
// If the engine refuses the command, the error is an *AnswerError. If ctx ends, Send
// returns the context's error at once; the engine may still carry the command out, and
// its answer is skipped. After any other error the engine has ended or gave an answer
// that cannot be read, and every later command gets the same error.
func (c *Client) Send(ctx context.Context, command string) (string, error) {
	if strings.ContainsFunc(command, unicode.IsControl) || strings.Contains(command, "#") || strings.TrimSpace(command) == "" {
		return "", fmt.Errorf("command %q: must be a name and its arguments on one line, without control characters or #", command)
	}
	if err := ctx.Err(); err != nil {
		return "", err
	}
	select {
	case c.busy <- struct{}{}:
		defer func() { <-c.busy }()
	case <-ctx.Done():
		return "", ctx.Err()
	case <-c.done:
		return "", c.err
	}
	q := c.question()
	select {
	case c.lines <- q.line(command):
	case <-ctx.Done():
		c.forget(q)
		return "", ctx.Err()
	case <-c.done:
		return "", c.err
	}
	select {
	case a := <-q.answer:
		return a.result(command)
	case <-ctx.Done():
		return "", ctx.Err()
	case <-c.done:
	}
	select {
	case a := <-q.answer: // the last one, read before the engine ended
		return a.result(command)
	default:
		return "", c.err
	}
}

// Close sends quit, stops the engine and returns nil. An engine that has not ended a
// second later is killed. Processes that it started itself are not stopped. Commands
// that wait for an answer fail. Close may be called more than once.
func (c *Client) Close() error {
	c.stop(grace)
	return nil
}

// stop is Close with the given time for the engine to end by itself.
func (c *Client) stop(patience time.Duration) {
	c.fail(errClosed)
	timer := time.NewTimer(patience)
	defer timer.Stop()
	if patience > 0 {
		select {
		case c.lines <- c.question().line(quit):
			select {
			case <-c.done:
			case <-timer.C:
			}
		case <-c.done:
		case <-timer.C:
		}
	}
	c.cut()
	select {
	case <-c.done:
	case <-time.After(2 * grace): // for a reader that Close does not wake
	}
}

// cut ends the engine at once.
func (c *Client) cut() {
	if c.cmd != nil {
		c.cmd.Process.Kill() // fails if it has ended
	}
	c.w.Close()
	c.r.Close()
}

// ended reports whether the engine has ended, so that no more answers come.
func (c *Client) ended() bool {
	select {
	case <-c.done:
		return true
	default:
		return false
	}
}

// late reports whether a command whose context ended has no answer yet.
func (c *Client) late() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.waiting) > 0
}

// fail sets why no more answers come, unless there is a reason already.
func (c *Client) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		c.err = err
	}
}

// giveUp ends an engine that no longer answers. The first reason counts.
func (c *Client) giveUp(why string) {
	c.mu.Lock()
	if c.gaveUp == "" {
		c.gaveUp = why
	}
	c.mu.Unlock()
	c.cut()
}

// ending says how the engine ended. A program that ended by itself did so even if the
// client gave it up at the same time.
func (c *Client) ending() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.gaveUp == "" || c.cmd != nil && c.cmd.ProcessState.Exited() {
		return "the engine has ended (" + c.cmd.ProcessState.String() + ")"
	}
	return c.gaveUp
}

// question returns a new question. It is among those that wait before it is sent, as
// the answer may come at once.
func (c *Client) question() *question {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sent++
	q := &question{c.sent, make(chan answer, 1)}
	c.waiting = append(c.waiting, q)
	return q
}

// forget takes back a question that was not sent.
func (c *Client) forget(q *question) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting = slices.DeleteFunc(c.waiting, func(w *question) bool { return w == q })
}

const quit = "quit"

// line returns the line that asks the question.
func (q *question) line(command string) string { return fmt.Sprintf("%d %s\n", q.id, command) }

// write passes lines on to the engine, and closes its input after quit.
func (c *Client) write() {
	for {
		select {
		case <-c.done:
			return
		case line := <-c.lines:
			if _, err := io.WriteString(c.w, line); err != nil {
				select {
				case <-c.done: // the reader knows better why
				case <-time.After(grace):
					c.giveUp("the engine takes no more commands: " + err.Error())
				}
				return
			}
			if strings.HasSuffix(line, " "+quit+"\n") {
				c.w.Close()
				return
			}
		}
	}
}

// read gives every answer to its question until there are no more, and then waits
// for the engine's end.
func (c *Client) read() {
	defer close(c.done)
	from := &output{Reader: c.r}
	in := bufio.NewReader(from)
	var err error
	for err == nil {
		var a answer
		if a, err = readAnswer(in, !from.answered); err == nil {
			from.answered = true
			err = c.give(a)
		}
	}
	var wrong *unreadableError
	if errors.As(err, &wrong) {
		c.fail(err)
		c.cut()
	}
	const closed = "the engine closed its output"
	if c.cmd == nil {
		c.giveUp(closed)
	} else {
		// An engine without output is of no use, even if it lives on.
		kill := time.AfterFunc(grace, func() { c.giveUp(closed) })
		defer kill.Stop()
		<-c.exited
	}
	c.fail(c.log.after(c.ending()))
}

// wait waits until the engine has ended. Its last answers may then still be read for a
// while, but not for as long as its children hold its output open.
func (c *Client) wait() {
	c.cmd.Wait() // its error is in ProcessState
	close(c.exited)
	select {
	case <-c.done:
	case <-time.After(grace):
		c.r.Close()
	}
}

// give hands an answer to its question. The questions before that get no answer any more.
func (c *Client) give(a answer) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, q := range c.waiting {
		if !a.hasID || a.id == q.id {
			q.answer <- a
			c.waiting = c.waiting[i+1:]
			return nil
		}
	}
	if c.err != nil {
		return nil // quit may have overtaken another command
	}
	if a.hasID {
		return unreadable("an answer with the id %d: no command with this id waits for one", a.id)
	}
	return unreadable("an answer although no command waits for one")
}
