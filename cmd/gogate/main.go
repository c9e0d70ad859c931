// Command gogate shows the package gogate at work. Its only subcommand so far,
// report, plays the players of the package against each other and explains what
// the gate did.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"golang.org/x/term"
)

const usage = `usage: gogate [report] [flags]

report plays gated, mcts, greedy and random against each other and explains what
the gate did. It is what gogate does without a subcommand.
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	terminal := term.IsTerminal(int(os.Stderr.Fd())) && os.Getenv("TERM") != "dumb"
	status := run(ctx, os.Args[1:], os.Stdout, os.Stderr, terminal)
	stop()
	os.Exit(status)
}

// run is the whole program. The terminal is one that standard error may draw on.
// It returns the exit status: 0 if all went well, 1 if something failed, 2 for
// wrong arguments and 130 if ctx ended.
func run(ctx context.Context, args []string, stdout, stderr io.Writer, terminal bool) int {
	command := "report"
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		command, args = args[0], args[1:]
	}
	var err error
	switch command {
	case "report":
		err = report(ctx, args, stdout, stderr, terminal)
	case "help":
		_, err = io.WriteString(stdout, usage)
	default:
		err = badUsage{fmt.Errorf("%q is no subcommand: want report or help", command)}
	}
	if err == nil {
		return 0
	}
	switch {
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

// A badUsage is an error in the arguments.
type badUsage struct{ error }

// parse reads the flags of a subcommand. It reports done if the user asked for
// help, which is then printed.
func parse(flags *flag.FlagSet, args []string, stdout io.Writer) (done bool, err error) {
	flags.SetOutput(io.Discard)
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		flags.SetOutput(stdout)
		fmt.Fprintf(stdout, "%s\nflags of %s:\n", usage, flags.Name())
		flags.PrintDefaults()
		return true, nil
	case err != nil && strings.HasPrefix(err.Error(), "flag provided but not defined"):
		var names []string
		flags.VisitAll(func(f *flag.Flag) { names = append(names, "-"+f.Name) })
		return false, badUsage{fmt.Errorf("%w: want %s", err, strings.Join(names, ", "))}
	case err != nil:
		return false, badUsage{err}
	case flags.NArg() > 0:
		return false, badUsage{fmt.Errorf("%q after the flags: want nothing there", flags.Arg(0))}
	}
	return false, nil
}
