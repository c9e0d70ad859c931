package gtp_test

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
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"example.com/gogate/gtp"
)

// scripted returns a client of an engine that writes the text before it reads
// anything, and then one answer for each command, as it stands.
func scripted(before string, answers ...string) *gtp.Client {
	return connect(func(r io.Reader, w io.Writer) {
		io.WriteString(w, before)
		in := bufio.NewScanner(r)
		for _, a := range answers {
			if !in.Scan() {
				return
			}
			io.WriteString(w, a)
		}
		for in.Scan() { // stays, and says nothing more
		}
	})
}

func TestAnswers(t *testing.T) {
	for _, test := range []struct{ name, before, answer, want string }{
		{"plain", "", "=1 E5\n\n", "E5"},
		{"without a blank", "", "=1\n\n", ""},
		{"without an id", "", "= E5\n\n", "E5"},
		{"carriage returns", "", "=1 E5\r\n\r\n", "E5"},
		{"blank lines before", "", "\n\r\n\n=1 E5\n\n", "E5"},
		{"several lines", "", "=1 one\ntwo\tthree\n four\n\n", "one\ntwo three\n four"},
		{"text on the second line", "", "=1\none\n\n", "one"},
		{"control characters", "", "=1 E\a5\v\n\n", "E5"},
		{"no UTF-8", "", "=1 \xff\n\n", "\ufffd"},
		{"almost too long", "", "=1 " + strings.Repeat("x", 1<<20-6) + "\n\n", strings.Repeat("x", 1<<20-6)},
		{"output before it", "Leela 1.0\nready.\n\n", "=1 E5\n\n", "E5"},
		{"coloured output before it", "\x1b[1mready\x1b[0m\n", "=1 E5\n\n", "E5"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := scripted(test.before, test.answer)
			defer c.Close()
			if got, err := c.Send(context.Background(), "name"); err != nil || got != test.want {
				t.Errorf("got %.60q, %v, want %.60q", got, err, test.want)
			}
		})
	}
}

func TestUnreadableAnswers(t *testing.T) {
	const id = ": no command with this id waits for one"
	for _, test := range []struct{ name, answer, want string }{
		{"no answer", "E5\n\n", `the engine gave the line "E5": an answer must begin with = or ?`},
		{"binary", "\x00\xff\x01\n\n", "the engine gave the line \"\ufffd\": an answer must begin with = or ?"},
		{"id ahead", "=3 E5\n\n", "the engine gave an answer with the id 3" + id},
		{"id behind", "=1 E5\n\n", "the engine gave an answer with the id 1" + id},
		{"huge id", "=99999999999999999999 E5\n\n", `the engine gave the line "=99999999999999999999 E5": the number after = or ? must be the id of a command`},
		{"too long", "=2 " + strings.Repeat("x", 1<<20) + "\n\n", "the engine gave an answer of more than 1048576 bytes"},
		{"too many lines", "=2\n" + strings.Repeat("x\n", 1<<19) + "\n", "the engine gave an answer of more than 1048576 bytes"},
		{"too many blank lines", strings.Repeat("\n", 1<<20+1), "the engine gave an answer of more than 1048576 bytes"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := scripted("", "=1\n\n", test.answer)
			defer c.Close()
			if _, err := c.Send(context.Background(), "name"); err != nil {
				t.Fatal(err)
			}
			for _, command := range []string{"version", "one after it"} {
				if got, err := c.Send(context.Background(), command); err == nil || err.Error() != test.want {
					t.Errorf("%s: got %.60q, %v, want %s", command, got, err, test.want)
				}
			}
		})
	}
}

// GNU Go without --mode gtp sends these bytes of another protocol and waits.
func TestOtherProtocol(t *testing.T) {
	c := scripted("\x01\xa1\xa0\x80")
	defer c.Close()
	const want = "the engine gave binary data instead of answers: the program must speak GTP, for which it may need an option such as --mode gtp"
	if _, err := c.Send(context.Background(), "name"); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// checkOutput states that whatever an engine writes before it ends, every command
// gets an answer or an error.
func checkOutput(t *rapid.T) {
	lines := rapid.SliceOf(rapid.OneOf(
		rapid.StringOf(rapid.SampledFrom([]rune("=?123 \n\r\tE5"))),
		rapid.StringMatching(`[=?][1-3]? (E5)?(\n\n)?`),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }),
	)).Draw(t, "lines")
	c := connect(func(r io.Reader, w io.Writer) {
		bufio.NewReader(r).ReadString('\n')
		io.WriteString(w, strings.Join(lines, ""))
	})
	defer c.Close()
	for range 3 {
		text, err := c.Send(context.Background(), "name")
		if err == nil && (strings.ContainsAny(text, "\r\t\x00") || strings.Contains(text, "\n\n")) {
			t.Fatalf("got %q, want a clean text", text)
		}
	}
}

func TestOutput(t *testing.T) { rapid.Check(t, checkOutput) }
func FuzzOutput(f *testing.F) { f.Fuzz(rapid.MakeFuzz(checkOutput)) }

func TestRefusedCommand(t *testing.T) {
	c := scripted("", "?1 illegal\n move\n\n", "?2\n\n", "=3 fine\n\n")
	defer c.Close()
	for _, want := range []string{`the engine refuses "play b D4": illegal move`, `the engine refuses "play b D4"`} {
		_, err := c.Send(context.Background(), "play b D4")
		var refused *gtp.AnswerError
		if !errors.As(err, &refused) || refused.Command != "play b D4" || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if got, err := c.Send(context.Background(), "name"); err != nil || got != "fine" {
		t.Errorf("after refusals: got %q, %v, want an answer", got, err)
	}
}

func TestBadCommands(t *testing.T) {
	c := scripted("")
	defer c.Close()
	for _, command := range []string{"", " ", "name\nquit", "name # comment", "name\x00", "a\rb"} {
		if _, err := c.Send(context.Background(), command); err == nil {
			t.Errorf("%q: got no error", command)
		}
	}
}

// The answer of a command whose context ended is not that of the next.
func TestLateAnswer(t *testing.T) {
	for name, form := range map[string]string{"ids": "=%[1]d answer %[1]d\n\n", "no ids": "= answer %d\n\n"} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				release := make(chan struct{})
				c := connect(func(r io.Reader, w io.Writer) {
					in := bufio.NewScanner(r)
					for n := 1; in.Scan(); n++ {
						if n == 1 {
							<-release
						}
						fmt.Fprintf(w, form, n)
					}
				})
				defer c.Close()
				ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
				defer cancel()
				if _, err := c.Send(ctx, "genmove b"); !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("got %v, want the context's error", err)
				}
				close(release)
				if got, err := c.Send(t.Context(), "name"); err != nil || got != "answer 2" {
					t.Errorf("got %q, %v, want the second answer", got, err)
				}
			})
		})
	}
}

// An engine that reads nothing does not keep Send beyond its context.
func TestDeafEngine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stop := make(chan struct{})
		c := connect(func(io.Reader, io.Writer) { <-stop })
		defer c.Close()
		defer close(stop)
		for range 3 {
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
			if _, err := c.Send(ctx, "name"); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("got %v, want the context's error", err)
			}
			cancel()
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := c.Send(ctx, "name"); err != context.Canceled {
			t.Errorf("got %v, want the context's error", err)
		}
	})
}

func TestSendFromSeveralGoroutines(t *testing.T) {
	c := connect((&fake{answer: func(command string) (string, bool) { return "= " + command, true }}).serve)
	defer c.Close()
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			command := fmt.Sprint("echo ", i)
			if got, err := c.Send(context.Background(), command); err != nil || got != command {
				t.Errorf("got %q, %v, want %q", got, err, command)
			}
		})
	}
	all.Wait()
}

// The end of an engine is told in one sentence.
func TestEngineEnds(t *testing.T) {
	c := connect(func(r io.Reader, _ io.Writer) { bufio.NewReader(r).ReadString('\n') })
	defer c.Close()
	if _, err := c.Send(context.Background(), "name"); err == nil || err.Error() != "the engine closed its output" {
		t.Errorf("got %v", err)
	}
}

// So is each way in which a program can end.
func TestProcessEnds(t *testing.T) {
	long(t)
	for _, test := range []struct{ way, want string }{
		{"dies", `the engine has ended (exit status 3), saying "out of memory"`},
		{"closes", "the engine closed its output"},
	} {
		t.Run(test.way, func(t *testing.T) {
			var stderr bytes.Buffer
			cmd := process(test.way)
			cmd.Stderr = &stderr
			c := must(gtp.Start(cmd))
			defer c.Close()
			err := lastMove(t, c)
			if err == nil || err.Error() != test.want {
				t.Errorf("got %v, want %s", err, test.want)
			}
			if test.way == "dies" && stderr.String() != "thinking\nout of\a memory\n" {
				t.Errorf("got %q passed on", stderr.String())
			}
			if _, again := c.Send(context.Background(), "name"); again != err {
				t.Errorf("later: got %v, want %v", again, err)
			}
		})
	}
}

// lastMove asks for moves up to the third one, at which a failing engine ends, and returns
// the error of that one.
func lastMove(t *testing.T, c *gtp.Client) (err error) {
	t.Helper()
	for _, command := range []string{"boardsize 5", "genmove b", "genmove w", "genmove b"} {
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.Send(context.Background(), command)
	}
	return err
}

// A child of the engine that holds its standard output open does not keep a command
// for ever once the engine has ended.
func TestEngineLeavesAChild(t *testing.T) {
	long(t)
	var stderr bytes.Buffer
	cmd := process("leaves a child")
	cmd.Stderr = &stderr
	c := must(gtp.Start(cmd))
	defer c.Close()
	err := lastMove(t, c)
	pid, noPid := strconv.Atoi(strings.TrimSpace(stderr.String()))
	if noPid != nil {
		t.Fatalf("the engine started no child: %v", noPid)
	}
	if child, err := os.FindProcess(pid); err == nil {
		defer child.Kill()
	}
	if want := fmt.Sprintf(`the engine has ended (exit status 3), saying "%d"`, pid); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestStartNothing(t *testing.T) {
	for _, name := range []string{"no-such-engine", "./no/such/engine", ""} {
		if _, err := gtp.Start(exec.Command(name)); err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("engine %q: ", name)) {
			t.Errorf("got %v, want an error with the name", err)
		}
	}
}

func TestStartWithOutput(t *testing.T) {
	cmd := process("plays")
	cmd.Stdout = io.Discard
	if _, err := gtp.Start(cmd); err == nil || err.Error() != "starting an engine: Stdout is set: must be nil, because the client reads it" {
		t.Errorf("got %v, want an error about Stdout", err)
	}
	cmd = process("plays")
	cmd.Stdin = strings.NewReader("quit\n")
	if _, err := gtp.Start(cmd); err == nil {
		t.Error("Stdin is set: got no error")
	}
}

// Close ends every engine: at once if the engine obeys quit, and otherwise after a second,
// which is exact in a bubble of synctest.
func TestClose(t *testing.T) {
	for way, want := range map[string]time.Duration{"plays": 0, "mute": time.Second, "stubborn": time.Second} {
		t.Run(way, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				stop := make(chan struct{})
				defer close(stop)
				c := must(failing(way, stop)())
				began := time.Now()
				c.Close()
				if took := time.Since(began); took != want {
					t.Errorf("it took %v, want %v", took, want)
				}
				if _, err := c.Send(t.Context(), "name"); err == nil || err.Error() != "the engine was closed" {
					t.Errorf("a command after it: got %v", err)
				}
			})
		})
	}
}

// Close ends the process of every engine, and the commands that wait.
func TestCloseProcess(t *testing.T) {
	long(t)
	for _, way := range []string{"plays", "mute", "stubborn"} {
		t.Run(way, func(t *testing.T) {
			cmd := process(way)
			c := must(gtp.Start(cmd))
			failed := make(chan error, 1)
			go func() {
				var err error
				for err == nil { // one of them waits, or is about to
					_, err = c.Send(t.Context(), "name")
				}
				failed <- err
			}()
			for range 2 {
				if err := c.Close(); err != nil {
					t.Error(err)
				}
			}
			if err := <-failed; err.Error() != "the engine was closed" {
				t.Errorf("a command meanwhile: got %v", err)
			}
			if cmd.ProcessState == nil { // it is set before a command fails
				t.Fatal("the process was not waited for")
			}
			if way != "plays" && cmd.ProcessState.Success() {
				t.Errorf("got %v, want an engine that was killed", cmd.ProcessState)
			}
		})
	}
}
