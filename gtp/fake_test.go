package gtp_test

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/gogate"
	"example.com/gogate/gtp"
)

// fakeEngine is the environment variable that makes the test binary an engine that fails
// in the way that the variable names.
const fakeEngine = "GOGATE_FAKE_ENGINE"

func TestMain(m *testing.M) {
	if way := os.Getenv(fakeEngine); way != "" {
		os.Exit(fakeMain(way))
	}
	before := runtime.NumGoroutine()
	status := m.Run()
	fuzzing := flag.Lookup("test.fuzz").Value.String() != "" // which has goroutines of its own
	for range 1200 {                                         // a minute, since the machine may be busy
		if fuzzing || runtime.NumGoroutine() <= before {
			os.Exit(status)
		}
		time.Sleep(50 * time.Millisecond)
	}
	fmt.Println("goroutines are left after the tests:")
	pprof.Lookup("goroutine").WriteTo(os.Stdout, 1)
	os.Exit(1)
}

// A fake is an engine without any strength. It remembers its commands.
type fake struct {
	list   []string                            // what list_commands gives; nil for an error
	answer func(command string) (string, bool) // answers before the fake does, "= …" or "? …"; nil for none

	mu       sync.Mutex
	commands []string           // all that came, without ids
	board    []string           // the moves on its board, "b D4"
	position []*gogate.Position // after each of them
	moves    int                // how many genmoves
}

var usual = []string{"list_commands", "boardsize", "komi", "clear_board", "play", "genmove", "undo", "quit"}

// serve is an engine on a connection.
func (f *fake) serve(r io.Reader, w io.Writer) {
	in := bufio.NewScanner(r)
	for in.Scan() {
		id, command, _ := strings.Cut(in.Text(), " ")
		f.mu.Lock()
		f.commands = append(f.commands, command)
		f.mu.Unlock()
		answer, handled := "", false
		if f.answer != nil {
			answer, handled = f.answer(command)
		}
		if !handled {
			answer = f.reply(command)
		}
		if answer != "" {
			if _, err := fmt.Fprintf(w, "%c%s%s\n\n", answer[0], id, answer[1:]); err != nil {
				return
			}
		}
		if command == "quit" {
			return
		}
	}
}

// reply is what an engine does.
func (f *fake) reply(command string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	words := strings.Fields(command)
	switch words[0] {
	case "list_commands":
		if f.list == nil {
			return "? unknown command"
		}
		return "= " + strings.Join(f.list, "\n")
	case "boardsize":
		var size int
		fmt.Sscan(words[1], &size)
		if size > 19 {
			return "? unacceptable size"
		}
		f.board, f.position = nil, []*gogate.Position{must(gogate.Rules{Size: size}.Start())}
	case "clear_board":
		f.board, f.position = nil, f.position[:1]
	case "play":
		m, err := gogate.ParseMove(words[2])
		if err != nil || !f.play(words[1], m) {
			return "? illegal move"
		}
	case "genmove":
		f.moves++
		p := f.position[len(f.position)-1].WithToPlay(color(words[1]))
		m, err := gogate.Random{Seed: uint64(len(f.board))}.Play(context.Background(), p)
		if err != nil {
			return "? " + err.Error()
		}
		f.play(words[1], m)
		return "= " + strings.ToLower(m.String())
	case "undo":
		if len(f.board) == 0 {
			return "? cannot undo"
		}
		f.board, f.position = f.board[:len(f.board)-1], f.position[:len(f.position)-1]
	}
	return "= "
}

func (f *fake) play(c string, m gogate.Move) bool {
	p := f.position[len(f.position)-1]
	if p.Over() { // an engine plays on after two passes
		p = must(p.Rules().Setup(color(c), p.String()))
	}
	next, err := p.WithToPlay(color(c)).Play(m)
	if err != nil {
		return false
	}
	f.board, f.position = append(f.board, c+" "+m.String()), append(f.position, next)
	return true
}

// said returns the commands since the last call.
func (f *fake) said() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	said := f.commands
	f.commands = nil
	return said
}

// onBoard returns the moves on the engine's board.
func (f *fake) onBoard() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.board)
}

// dial connects to the fake through pipes.
func (f *fake) dial() (*gtp.Client, error) { return connect(f.serve), nil }

// connect returns a client of an engine in a goroutine.
func connect(serve func(io.Reader, io.Writer)) *gtp.Client {
	commands, toEngine := io.Pipe()
	answers, fromEngine := io.Pipe()
	go func() {
		serve(commands, fromEngine)
		commands.Close()
		fromEngine.Close()
	}()
	return gtp.NewClient(answers, toEngine)
}

// failing connects to engines in goroutines that fail at their third genmove in the given
// way. Those that hang do so until stop is closed.
func failing(way string, stop <-chan struct{}) func() (*gtp.Client, error) {
	return func() (*gtp.Client, error) {
		return connect(func(r io.Reader, w io.Writer) {
			f := &fake{list: usual}
			f.answer = func(command string) (string, bool) { return f.fail(way, command, w, stop) }
			f.serve(r, w)
			if way == "stubborn" {
				<-stop
			}
		}), nil
	}
}

// fail answers a command as a failing engine does.
func (f *fake) fail(way, command string, w io.Writer, stop <-chan struct{}) (answer string, handled bool) {
	if way == "mute" {
		<-stop
	}
	if !strings.HasPrefix(command, "genmove") || f.moves < 2 {
		return "", false
	}
	switch way {
	case "closes":
		w.(io.Closer).Close()
		<-stop
	case "hangs":
		<-stop
	case "slow":
		time.Sleep(300 * time.Millisecond)
		return "", false
	case "garbage":
		io.WriteString(w, "\xff\xfe\x00 no answer\n\n")
	case "long":
		io.WriteString(w, "="+strings.Repeat("x", 2<<20)+"\n\n")
	case "illegal":
		return "= a1", true // the fake has no stone there, but the game has
	case "far":
		return "= Z25", true
	case "nonsense":
		return "= the corner", true
	case "refuses":
		return "? I do not like this\nposition", true
	case "resigns":
		return "= RESIGN", true
	}
	return "", true
}

// process returns the command of an engine in a process of its own that fails in the given
// way.
func process(way string) *exec.Cmd {
	cmd := exec.Command(must(os.Executable()))
	// The race detector makes a program sleep for a second at its end.
	cmd.Env = append(os.Environ(), fakeEngine+"="+way, "GORACE=atexit_sleep_ms=0")
	return cmd
}

// hang does nothing for ever. An empty select would end the program, where nothing else
// runs, as a deadlock.
func hang() { time.Sleep(24 * time.Hour) }

// fakeMain is the engine in a process of its own. It fails at its third genmove, or at a
// command that is named after "dies at".
func fakeMain(way string) int {
	step, dies := strings.CutPrefix(way, "dies at ")
	switch {
	case way == "lingers":
		hang()
	case step == "start":
		return 3
	}
	f := &fake{list: usual}
	f.answer = func(command string) (string, bool) {
		if way == "mute" {
			hang()
		}
		if dies && strings.HasPrefix(command, step) {
			os.Exit(3)
		}
		if !strings.HasPrefix(command, "genmove") || f.moves < 2 {
			return "", false
		}
		switch way {
		case "dies":
			fmt.Fprintln(os.Stderr, "thinking\nout of\x07 memory")
			os.Exit(3)
		case "leaves a child":
			child := process("lingers")
			child.Stdout = os.Stdout
			if err := child.Start(); err != nil {
				panic(err)
			}
			fmt.Fprintln(os.Stderr, child.Process.Pid)
			os.Exit(3)
		case "closes":
			os.Stdout.Close()
			hang()
		}
		return "", false
	}
	f.serve(os.Stdin, os.Stdout)
	if way == "stubborn" {
		hang()
	}
	return 0
}
