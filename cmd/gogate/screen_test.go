package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/gogate/internal/agents"
)

// A window is one of tmux with a shell in it.
type window struct {
	t      *testing.T
	socket string
}

// newWindow opens a window. The shell knows the program as gogate.
func newWindow(t *testing.T, columns, lines int) *window {
	t.Helper()
	long(t)
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("tmux is not in PATH: install it, for example with apt-get install tmux")
	}
	dir, err := os.MkdirTemp("", "gogate") // short, as the path of a socket must be
	if err != nil {
		t.Fatal(err)
	}
	w := &window{t, filepath.Join(dir, "s")}
	t.Cleanup(func() {
		w.tmux("kill-server")
		os.RemoveAll(dir)
	})
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	w.tmux("-f", "/dev/null", "new-session", "-d", "-x", fmt.Sprint(columns), "-y", fmt.Sprint(lines), "env PS1='$ ' sh")
	w.await("$")
	w.enter("gogate() { env " + asProgram + "=1 GORACE=atexit_sleep_ms=0 NO_COLOR=$NO_COLOR " + agents.Quote(program) + ` "$@"; }; clear; echo at the shell`)
	w.await("\nat the shell\n$")
	return w
}

// tmux runs a command of tmux and returns what it prints.
func (w *window) tmux(args ...string) string {
	w.t.Helper()
	cmd := exec.Command("tmux", append([]string{"-u", "-S", w.socket}, args...)...)
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "TERM=xterm-256color", "ENV=", "NO_COLOR=", "CLICOLOR_FORCE=")
	out, err := cmd.CombinedOutput()
	if err != nil {
		w.t.Fatalf("tmux %s: %v: %s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// enter types a line.
func (w *window) enter(line string) {
	w.t.Helper()
	w.tmux("send-keys", "-l", line)
	w.tmux("send-keys", "Enter")
}

// pane returns what the window shows, after a line of its own.
func (w *window) pane() string {
	w.t.Helper()
	return "\n" + w.tmux("capture-pane", "-p")
}

// await waits until the window shows all texts, and returns what it shows then.
func (w *window) await(texts ...string) string {
	w.t.Helper()
	var pane string
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		pane = w.pane()
		missing := false
		for _, text := range texts {
			missing = missing || !strings.Contains(pane, text)
		}
		if !missing {
			return pane
		}
	}
	w.t.Fatalf("want %q within a minute, got\n%s", texts, pane)
	return ""
}

// restored reports what the program has not left as it found it.
func (w *window) restored() {
	w.t.Helper()
	if got := strings.TrimSpace(w.tmux("display-message", "-p", "#{alternate_on} #{cursor_flag} #{wrap_flag}")); got != "0 1 1" {
		w.t.Errorf("got %q, want the own screen, the cursor and line breaks back", got)
	}
}

// A game against an agent looks as it should, on both sizes, with colours and without.
func TestScreenGolden(t *testing.T) {
	for _, size := range []string{"9", "19"} {
		for _, style := range []string{"colour", "plain"} {
			t.Run(size+" "+style, func(t *testing.T) {
				w := newWindow(t, 80, 24)
				stone := "●"
				if style == "plain" {
					stone = "x"
					w.enter("NO_COLOR=1")
				}
				w.enter("gogate play -you -guarded -agents random -delay 0 -playouts 30 -seed 1 -size " + size)
				turn := 1
				for _, move := range []string{"A2", "B1", "A1"} {
					w.await(fmt.Sprintf("turn %d: Black %s (you, guarded) to", turn, stone), "move\nyour move (? for help):")
					w.enter(move)
					turn += 2
				}
				w.await("turn 7: Black "+stone+" (you, guarded) to", "move\nyour move (? for help):")
				w.enter("a2")
				golden(t, "screen-"+size+"-"+style+".golden", w.await("A2 is occupied\nyour move (? for help):")[1:])
				coloured := w.tmux("capture-pane", "-pe")
				if got := strings.Contains(coloured, "\x1b[48;5;137m"); got != (style == "colour") {
					t.Errorf("got colours: %v", got)
				}
				w.enter("q")
				w.await("quit after 6 turns: the game is", "[FAIL] not_own_eye", "\n$")
				w.restored()
			})
		}
	}
}

// A finished game stays on the screen below what was there.
func TestScreenEnd(t *testing.T) {
	w := newWindow(t, 80, 30)
	w.enter("gogate play -size 2 -agents greedy,random -seed 1 -delay 1ms -move-limit 7")
	pane := w.await("\nat the shell\n$ gogate play", "   A B\n", "the end after 7 turns, by the move limit", "\n$")
	if strings.Count(pane, "A B") != 1 {
		t.Errorf("got\n%s\nwant one board", pane)
	}
	w.restored()
}

// In a window that is too small for it the result is there all the same, below the board.
func TestScreenEndSmall(t *testing.T) {
	w := newWindow(t, 40, 12)
	w.enter("gogate play -size 9 -agents greedy,random -seed 1 -delay 0 -move-limit 7")
	pane := w.await("the end after 7 turns, by the move limit", " wins by ", "\n$")
	w.restored()
	if all := w.tmux("capture-pane", "-p", "-S", "-"); !strings.Contains(all, "\n 9 ") || !strings.Contains(all, "\n   A B") {
		t.Errorf("got\n%s\nwant the board above\n%s", all, pane)
	}
}

// The last position of a game that an engine breaks off stays on the screen.
func TestScreenBroken(t *testing.T) {
	w := newWindow(t, 80, 24)
	w.enter("gogate play -agents random,gtp:false -delay 0")
	w.await("\n$ gogate play", "●", "   A B", "\nbroken off after 1 turn: the game is not over\ngogate: turn 2, White: ")
	w.restored()
}

// Ctrl-C and an error leave the last board on the screen of the shell, and the rest
// of it as it was.
func TestScreenRestored(t *testing.T) {
	const interrupted = "the game is not over\ngogate: interrupted\nstatus 130"
	for _, test := range []struct {
		name, args string
		seen       string // on the screen before the keys
		keys       []string
		board      string // how the board begins
		want       string
	}{
		{"interrupt a person", "-you", "your move (? for help):", []string{"D", "C-c"}, " 9 ", "interrupted after 0 turns: " + interrupted},
		{"interrupt a guarded person", "-you -guarded", "your move (? for help):", []string{"C-c"}, " 9 ", "interrupted after 0 turns: " + interrupted},
		{"interrupt agents", "-agents mcts,mcts -playouts 1000000000", "turn 1: Black ● (mcts", []string{"C-c"}, " 9 ", "interrupted after 0 turns: " + interrupted},
		{"interrupt the delay", "-size 2 -agents random,random -delay 1h", "turn 1: Black ● (random)", []string{"C-c"}, " 2 ", "interrupted after 1 turn: " + interrupted},
		{"error", "-agents random,gtp:false", "", nil, " 9 ", "broken off after 1 turn: the game is not over\ngogate: turn 2, White: "},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := newWindow(t, 80, 24)
			w.enter("gogate play " + test.args + "; echo status $?")
			if test.seen != "" {
				if pane := w.await(test.seen); strings.Contains(pane, "at the shell") {
					t.Errorf("got\n%s\nwant a screen of its own", pane)
				}
				w.tmux(append([]string{"send-keys"}, test.keys...)...)
			}
			w.await("\nat the shell\n$ gogate play "+test.args+"; echo status $?\n"+test.board, "\n"+test.want, "\nstatus ")
			w.restored()
		})
	}
}

// Ctrl-Z leaves the last board on the screen of the shell, and after fg the game goes on.
func TestScreenSuspended(t *testing.T) {
	w := newWindow(t, 80, 24)
	w.enter("gogate play -you -size 5 -white random -seed 1 -delay 0")
	w.await("turn 1: Black ● (you) to", "\nyour move (? for help):")
	w.enter("C3")
	w.await("turn 3: Black ● (you) to", "\nyour move (? for help):")
	w.tmux("send-keys", "C-z")
	w.await("\nat the shell\n$ gogate play", "\n   A B C D E\n", "turn 3: Black ● (you) to move\n", "Stopped")
	w.restored()
	w.enter("fg")
	if pane := w.await("turn 3: Black ● (you) to", "\nyour move (? for help):"); strings.Contains(pane, "at the shell") {
		t.Errorf("got\n%s\nwant a screen of its own again", pane)
	}
	w.enter("q")
	w.await("Stopped", "\nquit after 2 turns: the game is not over\n$")
	w.restored()
}

// While an agent thinks, the last line says so.
func TestScreenThinks(t *testing.T) {
	w := newWindow(t, 80, 24)
	w.enter("gogate play -size 5 -black mcts -playouts 1000000000 -white random")
	w.await("turn 1: Black ● (mcts", "Black (mcts playouts=1000000000) is thinking... ", " s\n")
	w.tmux("send-keys", "C-c")
	w.await("interrupted after 0 turns", "\ngogate: interrupted\n$")
	w.restored()
}

// A window that is too small says so, and shows the board when it is not any more.
func TestScreenResize(t *testing.T) {
	w := newWindow(t, 80, 24)
	w.enter("gogate play -you -size 19")
	w.await("\n19 · ·", "captures: 0 by Black, 0 by White\n   A B", "turn 1: Black ● (you) to move\n", "\nyour move (? for help):")
	w.tmux("resize-window", "-x", "38", "-y", "24")
	if pane := w.await("\nThe board needs 41 columns and 25\n  lines.", "\nyour move (? for help):"); strings.Contains(pane, "· ·") {
		t.Errorf("got a broken picture:\n%s", pane)
	}
	w.tmux("resize-window", "-x", "80", "-y", "20")
	w.await("The board needs 41 columns and 25 lines.", "\nyour move (? for help):")
	w.tmux("resize-window", "-x", "50", "-y", "40")
	w.await("\n19 · ·", "\n\n", "\nturn 1: Black ● (you) to move\nyour move (? for help):")
	w.enter("D4")
	w.await("\nturn 1: Black plays D4\n")
	w.tmux("send-keys", "C-c")
	w.await("gogate: interrupted")
	w.restored()
}

// Where the lines come from elsewhere than a terminal, the screen is drawn all the
// same, and where it is drawn elsewhere, a history.
func TestScreenPipes(t *testing.T) {
	w := newWindow(t, 80, 24)
	w.enter("echo D4 | gogate play -you -size 5 -agents random -delay 0")
	w.await("\nquit after 2 turns: the game is not over\n$", "●")
	w.enter("clear; gogate play -you -size 5 -agents random -view live | cat")
	w.await("turn 1: Black x (you) to move\nyour move (? for help):", "\n 5 . . . . .\n")
	w.enter("C3")
	w.await("your move (? for help): C3\n\n 5 . . . . .\n", "turn 1: Black plays C3\n", "turn 3: Black x (you) to move\nyour move (? for help):")
	w.tmux("send-keys", "C-d")
	w.await("your move (? for help):\nquit after 2 turns: the game is not over\n$")
	w.enter("clear; gogate play -you -size 5 -view history")
	w.await("turn 1: Black ● (you) to move\nyour move (? for help):", "·")
	w.tmux("send-keys", "C-d")
	w.await("your move (? for help):\nquit after 0 turns: the game is not over\n$")
	w.tmux("resize-window", "-x", "40", "-y", "24")
	w.enter("clear; gogate play -size 19 -view history -max-steps 1 -agents random,random")
	w.await("The board needs 41 columns.\n", "stopped after 1 turn")
}
