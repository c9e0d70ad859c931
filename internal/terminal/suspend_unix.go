//go:build unix

package terminal

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// suspensions returns a channel that gets the signal of Ctrl-Z. A shell without job
// control has that signal ignored; then nothing comes.
func suspensions() chan os.Signal {
	c := make(chan os.Signal, 1)
	if !signal.Ignored(syscall.SIGTSTP) {
		signal.Notify(c, syscall.SIGTSTP)
	}
	return c
}

// suspend stops the program as Ctrl-Z would without a handler, and returns when it goes
// on. It sends SIGTTOU, which has the same effect as SIGTSTP: package os/signal does not
// give a signal that was once handled its usual effect again. Where no shell could
// continue the program, the system does not stop it, hence the limit.
func suspend() {
	resumed := make(chan os.Signal, 1)
	signal.Notify(resumed, syscall.SIGCONT)
	defer signal.Stop(resumed)
	if syscall.Kill(syscall.Getpid(), syscall.SIGTTOU) != nil {
		return
	}
	select {
	case <-resumed:
	case <-time.After(time.Second):
	}
}
