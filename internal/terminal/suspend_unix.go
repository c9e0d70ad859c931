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
// on. Where nobody could continue it, the system does not stop it: hence the limit.
func suspend(suspensions chan os.Signal) {
	resumed := make(chan os.Signal, 1)
	signal.Notify(resumed, syscall.SIGCONT)
	defer signal.Stop(resumed)
	signal.Reset(syscall.SIGTSTP)
	defer signal.Notify(suspensions, syscall.SIGTSTP)
	if syscall.Kill(syscall.Getpid(), syscall.SIGTSTP) != nil {
		return
	}
	select {
	case <-resumed:
	case <-time.After(time.Second):
	}
}
