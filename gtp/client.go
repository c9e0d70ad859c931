package gtp

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
)

// A Client sends commands to an engine and reads its answers. Start makes one
// for a program, NewClient one for anything that is read and written, such as a
// network connection. It must be closed.
//
// Every command carries an id, and an answer belongs to the command whose id it
// carries, so that the late answer of a command that was given up is skipped. An
// engine that leaves ids out is understood too: answers come in the order of the
// commands, so one without an id is that of the oldest command without an answer.
// Carriage returns and other control characters are dropped, and empty lines
// before an answer skipped. What an engine prints before its first answer is
// skipped as well, up to the size of an answer; later, every line outside an
// answer is an error.
//
// Several goroutines may use a Client at once; their commands queue.
type Client struct {
	r      io.ReadCloser
	w      io.WriteCloser
	cmd    *exec.Cmd     // nil where no program was started
	exited chan struct{} // closed once it was waited for
	log    lastLine      // of its standard error

	// busy holds an element while a command has not got its answer: a mutex on
	// which one waits no longer than a context allows.
	busy  chan struct{}
	lines chan string   // to the goroutine that writes, which may block for long
	done  chan struct{} // closed once the engine has ended, after err is set

	mu      sync.Mutex
	err     error       // why no more answers come: the first reason
	sent    uint64      // the id of the last command
	waiting []*question // commands without an answer, the oldest first
}

// A question is a command that was sent.
type question struct {
	id     uint64
	answer chan answer // has room for the one answer, so that nobody waits to give it
}

// An answer is what an engine said to a command.
type answer struct {
	id    uint64
	hasID bool
	ok    bool // = and not ?
	text  string
}

// An AnswerError is an engine's refusal of a command: an answer that begins with
// a question mark.
type AnswerError struct {
	Command string // as it was sent, without its id
	Text    string // the engine's words
}

// Error returns one sentence.
func (e *AnswerError) Error() string {
	s := fmt.Sprintf("the engine refuses %q", e.Command)
	if e.Text != "" {
		s += ": " + strings.Join(strings.Fields(e.Text), " ")
	}
	return s
}

const (
	// maxAnswer is the size of the largest answer in bytes, blank lines before it
	// included. That of list_commands has a few thousand.
	maxAnswer = 1 << 20
	// grace is how long an engine has to end by itself, after quit or once it has
	// closed its output, and how long its output has to end once it has.
	grace = time.Second
)

var errClosed = errors.New("the engine was closed")

// NewClient returns a client that reads an engine's answers from r and writes
// commands to w. Close closes both; a Read that this does not end keeps a
// goroutine.
func NewClient(r io.ReadCloser, w io.WriteCloser) *Client {
	c := &Client{
		r: r, w: w,
		busy:  make(chan struct{}, 1),
		lines: make(chan string),
		done:  make(chan struct{}),
	}
	c.run()
	return c
}

// Start starts cmd and returns a client for it. It sets the command's standard
// input and output, which must be nil. Where Stderr is set, what the engine
// writes there is passed on, otherwise dropped; the last line of it comes with
// the error if the engine ends on its own.
//
// The engine is the program that cmd starts and no other. Once it has ended, what
// its children write is not waited for, and they are not ended with it: a shell
// script that starts an engine does so with exec, which makes the two one.
func Start(cmd *exec.Cmd) (*Client, error) {
	c := &Client{
		cmd:    cmd,
		exited: make(chan struct{}),
		busy:   make(chan struct{}, 1),
		lines:  make(chan string),
		done:   make(chan struct{}),
	}
	if cmd.Stdout != nil {
		return nil, errors.New("starting an engine: Stdout is set: want nil")
	}
	var err error
	if c.w, err = cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("starting an engine: %w", err)
	}
	// Not StdoutPipe, which Wait closes while there may be answers in it.
	out, in, err := os.Pipe()
	if err != nil {
		c.w.Close()
		return nil, fmt.Errorf("starting an engine: %w", err)
	}
	c.r, cmd.Stdout = out, in
	c.log.next = cmd.Stderr
	cmd.Stderr = &c.log
	if cmd.WaitDelay == 0 {
		cmd.WaitDelay = grace // for standard error that a child of the engine holds open
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
		err = of.Err // which does not say the name again
	}
	return fmt.Errorf("engine %q: %w: want a program in PATH or the path of one", name, err)
}

// run starts the goroutines that read and write. Both have ended when done is
// closed, or soon after.
func (c *Client) run() {
	go c.read()
	go c.write()
}

// Send sends one command, without an id or a line end, and returns the text of
// its answer, whose lines are separated by line feeds. It waits for the commands
// before it. When ctx ends it returns the context's error at once; the command
// may still be carried out, and its answer is then skipped.
//
// A refusal is an *AnswerError. After any other error but the context's, the
// engine has ended or gave an answer that cannot be read, and every later command
// gets the same error.
func (c *Client) Send(ctx context.Context, command string) (string, error) {
	if strings.ContainsFunc(command, unicode.IsControl) || strings.Contains(command, "#") || strings.TrimSpace(command) == "" {
		return "", fmt.Errorf("command %q: want a name and arguments on one line, without control characters or #", command)
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
	case a := <-q.answer: // the engine's last
		return a.result(command)
	default:
		return "", c.err
	}
}

// result returns what Send does.
func (a answer) result(command string) (string, error) {
	if !a.ok {
		return "", &AnswerError{command, a.text}
	}
	return a.text, nil
}

// Close sends quit and ends the engine: one that is still there a second later
// is killed. A program that the engine started in its turn is not. Commands that
// wait get an error. Close may be called again, and returns nil.
func (c *Client) Close() error {
	c.stop(grace)
	return nil
}

// stop is Close with so much time for the engine to end by itself.
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
	case <-time.After(2 * grace): // a reader that its Close does not wake
	}
}

// cut ends the engine at once.
func (c *Client) cut() {
	if c.cmd != nil {
		c.cmd.Process.Kill() // which fails where it has ended
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

// late reports whether a command that was given up has no answer yet.
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

// question returns a new question, which waits before it is sent, since the
// answer may come at once.
func (c *Client) question() *question {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sent++
	q := &question{c.sent, make(chan answer, 1)}
	c.waiting = append(c.waiting, q)
	return q
}

// forget takes back the last question, which was not sent.
func (c *Client) forget(q *question) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, w := range c.waiting {
		if w == q {
			c.waiting = append(c.waiting[:i], c.waiting[i+1:]...)
		}
	}
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
				case <-c.done: // which says better why
				case <-time.After(grace):
					c.fail(fmt.Errorf("the engine takes no more commands: %w", err))
					c.cut()
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
	if c.cmd == nil {
		c.fail(errors.New("the engine closed its output"))
		c.cut()
		return
	}
	// An engine without output is of no use, even if it lives on.
	kill := time.AfterFunc(grace, func() {
		c.fail(c.log.last("the engine closed its output"))
		c.cmd.Process.Kill()
	})
	defer kill.Stop()
	<-c.exited
	c.fail(c.log.last("the engine has ended (" + c.cmd.ProcessState.String() + ")"))
}

// wait waits for the engine's end. Then its last answers are read, but its children
// may hold its output open for long after.
func (c *Client) wait() {
	c.cmd.Wait() // ProcessState says how it ended
	close(c.exited)
	select {
	case <-c.done:
	case <-time.After(grace):
		c.r.Close()
	}
}

// give hands an answer to its question. The questions before it get none any more.
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
		return nil // quit may have gone ahead of another command
	}
	if a.hasID {
		return unreadable("an answer with the id %d, which no command without an answer has", a.id)
	}
	return unreadable("an answer to no command")
}

// An unreadableError is an answer that breaks the protocol.
type unreadableError struct{ what string }

func (e *unreadableError) Error() string { return "the engine gave " + e.what }

func unreadable(format string, args ...any) error {
	return &unreadableError{fmt.Sprintf(format, args...)}
}

// An output is what an engine writes. Before its first answer, bytes that no text
// has are an error at once, since a program in another mode may send a few of them
// without a line end and wait for an answer of their kind, as GNU Go does.
type output struct {
	io.Reader
	answered bool
}

func (o *output) Read(p []byte) (int, error) {
	n, err := o.Reader.Read(p)
	if !o.answered && bytes.ContainsFunc(p[:n], func(r rune) bool { return r < '\a' || r > '\r' && r < '\x1b' }) {
		return 0, unreadable("binary data instead of answers: want a program that speaks GTP, which may take an option such as --mode gtp")
	}
	return n, err
}

// readAnswer reads the next answer. What comes before it is skipped if the engine
// may still chat, and an error otherwise, unless it is empty.
func readAnswer(in *bufio.Reader, chatty bool) (answer, error) {
	room := maxAnswer
	var a answer
	for {
		line, err := readLine(in, &room)
		if err != nil {
			return answer{}, err
		}
		if strings.HasPrefix(line, "=") || strings.HasPrefix(line, "?") {
			if a, err = firstLine(line); err != nil {
				return answer{}, err
			}
			break
		}
		if !chatty && strings.TrimSpace(line) != "" {
			return answer{}, unreadable("the line %.60q: want an answer, which begins with = or ?", line)
		}
	}
	text := []string{a.text}
	for {
		line, err := readLine(in, &room)
		if err != nil {
			return answer{}, err
		}
		if line == "" {
			a.text = strings.TrimSpace(strings.Join(text, "\n"))
			return a, nil
		}
		text = append(text, line)
	}
}

// firstLine reads the line that begins an answer.
func firstLine(line string) (answer, error) {
	a := answer{ok: line[0] == '='}
	rest := line[1:]
	digits := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
	if digits != "" {
		id, err := strconv.ParseUint(digits, 10, 64)
		if err != nil {
			return answer{}, unreadable("the line %.60q: want the id of a command after = or ?", line)
		}
		a.id, a.hasID = id, true
	}
	a.text = rest[len(digits):]
	return a, nil
}

// readLine reads a line, which must fit into the room that is left, and returns
// it clean.
func readLine(in *bufio.Reader, room *int) (string, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		*room -= len(part)
		if *room < 0 {
			return "", unreadable("an answer of more than %d bytes", maxAnswer)
		}
		line = append(line, part...)
		if err == nil {
			return clean(string(line)), nil
		}
		if err != bufio.ErrBufferFull {
			return "", err
		}
	}
}

// A lastLine passes on what is written to it and remembers the last line.
type lastLine struct {
	next io.Writer // nil for none

	mu   sync.Mutex
	line []byte // the last line that is not empty, or its beginning
	full bool   // whether its line end came
}

// lastLineSize is how much of a line is remembered.
const lastLineSize = 200

func (l *lastLine) Write(text []byte) (int, error) {
	l.mu.Lock()
	for _, b := range text {
		switch {
		case b == '\n' || b == '\r':
			l.full = true
		case l.full:
			l.line, l.full = append(l.line[:0], b), false
		case len(l.line) < lastLineSize:
			l.line = append(l.line, b)
		}
	}
	l.mu.Unlock()
	if l.next == nil {
		return len(text), nil
	}
	return l.next.Write(text)
}

// last returns an error that begins with what and ends with the last line.
func (l *lastLine) last(what string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if line := strings.TrimSpace(clean(string(l.line))); line != "" {
		what += fmt.Sprintf(", saying %q", line)
	}
	return errors.New(what)
}
