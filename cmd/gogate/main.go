// Command gogate shows the package gogate at work. Its subcommand report plays the
// players of the package against each other and explains what the gate did. match plays
// any two agents against each other, programs that speak the Go Text Protocol included.
// gtp makes an agent such a program. play shows a game in the terminal, move by move,
// and lets a person play. audit judges moves that were played elsewhere. site writes a
// page for the browser, in which the package itself runs.
//
// The exit status is 0 if all went well, 1 if something failed, 2 for wrong arguments
// and 130 after an interruption. For audit, 1 says that a move fails a check, and 2 that
// something else failed.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"golang.org/x/term"
)

func main() {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	const hangup = syscall.Signal(1) // SIGHUP, which package syscall lacks for js
	if !signal.Ignored(hangup) {     // as nohup has it
		signals = append(signals, hangup)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, stop) // so that a second signal ends what the first does not
	onTerminal := term.IsTerminal(int(os.Stderr.Fd())) && os.Getenv("TERM") != "dumb"
	status := run(ctx, os.Args[1:], os.Stdout, os.Stderr, onTerminal)
	stop()
	os.Exit(status)
}

// run is the whole program and returns the exit status. onTerminal tells whether standard
// error is a terminal to draw on.
func run(ctx context.Context, args []string, stdout, stderr io.Writer, onTerminal bool) int {
	err := runCommand(ctx, args, stdout, stderr, onTerminal)
	switch {
	case err == nil:
		return 0
	case errors.As(err, new(badUsage)):
		fmt.Fprintln(stderr, "gogate:", err)
		return 2
	case ctx.Err() != nil:
		fmt.Fprintln(stderr, "gogate: interrupted")
		return 130 // as shells count a program that SIGINT ended
	}
	fmt.Fprintln(stderr, "gogate:", err)
	return 1
}

// runCommand runs a subcommand, which is report if none is named.
func runCommand(ctx context.Context, args []string, stdout, stderr io.Writer, onTerminal bool) error {
	command := "report"
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		command, args = args[0], args[1:]
	} else if len(args) > 0 {
		name, _, valued := strings.Cut(strings.TrimPrefix(args[0][1:], "-"), "=")
		switch asked := name == "h" || name == "help"; {
		case (asked || name == "version") && valued:
			return badUsage{fmt.Errorf("%q: -%s must stand without a value", args[0], name)}
		case asked:
			command, args = "help", nil
		case name == "version":
			command, args = "version", args[1:]
		}
	}
	switch command {
	case "report":
		return report(ctx, args, stdout, stderr, onTerminal)
	case "match":
		return match(ctx, args, stdout, stderr, onTerminal)
	case "play":
		return play(ctx, args, os.Stdin, stdout)
	case "gtp":
		return serve(ctx, args, os.Stdin, stdout, stderr)
	case "audit":
		return auditGames(ctx, args, os.Stdin, stdout, stderr, onTerminal)
	case "site":
		return makeSite(ctx, args, stdout)
	case "version":
		return printVersion(args, stdout)
	case "help":
		if len(args) == 0 || len(args) == 1 && (args[0] == "help" || asksForHelp(args[0])) {
			_, err := io.WriteString(stdout, overview)
			return err
		}
		if len(args) > 1 {
			return badUsage{fmt.Errorf("%q after help %s: only one subcommand may follow help", args[1], args[0])}
		}
		if _, ok := helps[args[0]]; !ok && args[0] != "version" {
			return badUsage{fmt.Errorf("help %q: %s", args[0], subcommands)}
		}
		return runCommand(ctx, []string{args[0], "-h"}, stdout, stderr, onTerminal)
	}
	return badUsage{fmt.Errorf("%q: %s", command, subcommands)}
}

const subcommands = "the subcommand must be report, match, play, gtp, audit, site, version or help"

// A badUsage is an error in the arguments or, for audit, in what they name.
type badUsage struct{ error }
