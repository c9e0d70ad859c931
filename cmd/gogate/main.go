// Command gogate shows the package gogate at work. Its subcommand report plays the
// players of the package against each other and explains what the gate did; match
// plays any two against each other, engines that speak the Go Text Protocol
// included; gtp makes one of them such an engine; play shows a game on the terminal,
// move by move, and lets a person play; audit judges moves that were played elsewhere;
// site writes a page for the browser, in which the package itself runs.
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
	"syscall"

	"golang.org/x/term"
)

const usage = `usage: gogate [report] [flags]
       gogate report -merge [flags] file...
       gogate match [flags]
       gogate match -merge [flags] file...
       gogate play [flags]
       gogate gtp [flags]
       gogate audit [flags] [file or directory...]
       gogate site -o directory [-serve address]

report plays gated, mcts, greedy and random against each other and explains what
the gate did. It is what gogate does without a subcommand. With -merge it puts
together the reports that -json printed for different seeds. With -agents it is match.

match plays two agents against each other, each seed with both colours; -merge is
as for report:
  gogate match -agents 'gated playouts=1000,gtp:gnugo --mode gtp --seed {seed}'
An agent is one of
` + agentList + `
gtp is an engine that speaks the Go Text Protocol, {seed} in its arguments the
seed of the game, and quotes hold a word with blanks or commas together. An engine
is ended after its game, but not what it started in its turn: a script starts the
program that plays with exec.

play shows a game of two agents on the terminal, move by move. With -you it is you
against one of them, and with -guarded a gate plays another move for you where a
check refuses yours:
  gogate play -you -guarded -agents mcts

gtp answers the commands of a controller, such as a GUI, with the moves of an
agent, until quit or the end of standard input:
  gogate gtp -player 'gated keep' -playouts 1000 -seed 1
What went wrong, and what a gate replaced, is said on standard error. Where an engine
behind it takes longer than -timeout or names no legal move, mcts moves for it. One
that ends is not started again: mcts plays all that follows.

audit judges every move of games that were played elsewhere. A file whose name ends
in .sgf is a record in SGF, of one game or several, and a directory is searched for
such files, which are summed up in a table. Any other file is a game, and so is
standard input, which it reads without a file or for the file -: a line is a colour
and a move, such as B D4 or W pass, in any case; what follows # does not count. The
exit status is 0 if every move passes every check, 1 if one fails, 2 if anything
cannot be read or the verdicts not written, 130 if interrupted.

site writes a page for the browser, with a recorded game in it and this package,
which the Go toolchain builds for the browser, beside it. Any web server can serve
the directory:
  gogate site -o www -serve localhost:8080
`

func main() {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	const hangup = syscall.Signal(1) // SIGHUP, which package syscall lacks for js
	if !signal.Ignored(hangup) {     // as nohup has it
		signals = append(signals, hangup)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, stop) // so that a second signal ends what the first does not
	terminal := term.IsTerminal(int(os.Stderr.Fd())) && os.Getenv("TERM") != "dumb"
	status := run(ctx, os.Args[1:], os.Stdout, os.Stderr, terminal)
	stop()
	os.Exit(status)
}

// run is the whole program. The terminal is one that standard error may draw on.
// It returns the exit status: 0 if all went well, 1 if something failed, 2 for
// wrong arguments and 130 if ctx ended. For audit, 1 is a move that fails a check,
// and 2 whatever else failed.
func run(ctx context.Context, args []string, stdout, stderr io.Writer, terminal bool) int {
	command := "report"
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		command, args = args[0], args[1:]
	}
	var err error
	switch command {
	case "report":
		err = report(ctx, args, stdout, stderr, terminal)
	case "match":
		err = match(ctx, args, stdout, stderr, terminal)
	case "play":
		err = play(ctx, args, os.Stdin, stdout)
	case "gtp":
		err = serve(ctx, args, os.Stdin, stdout, stderr)
	case "audit":
		err = auditGames(ctx, args, os.Stdin, stdout, stderr, terminal)
	case "site":
		err = makeSite(ctx, args, stdout)
	case "help":
		_, err = io.WriteString(stdout, usage)
	default:
		err = badUsage{fmt.Errorf("%q is no subcommand: want report, match, play, gtp, audit, site or help", command)}
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

// A badUsage is an error in the arguments or, for audit, in what they name.
type badUsage struct{ error }

// parse reads the flags of a subcommand. It reports done if the user asked for
// help, which is then printed.
func parse(flags *flag.FlagSet, args []string, stdout io.Writer) (done bool, err error) {
	flags.SetOutput(io.Discard)
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		var help strings.Builder
		fmt.Fprintf(&help, "%s\nflags of %s:\n", usage, flags.Name())
		flags.SetOutput(&help)
		flags.PrintDefaults()
		_, err := io.WriteString(stdout, help.String())
		return true, err
	case err != nil:
		return false, badUsage{fmt.Errorf("%w%s", err, allowed(flags, err.Error()))}
	case flags.NArg() > 0 && flags.Name() != "audit" && !merging(flags):
		return false, badUsage{fmt.Errorf("%q after the flags: want nothing there", flags.Arg(0))}
	}
	return false, nil
}

// allowed returns what the package flag leaves out where it says what is wrong.
func allowed(flags *flag.FlagSet, wrong string) string {
	switch {
	case strings.HasPrefix(wrong, "flag provided but not defined"):
		var all []string
		flags.VisitAll(func(f *flag.Flag) { all = append(all, "-"+f.Name) })
		return ": want " + strings.Join(all, ", ")
	case strings.HasPrefix(wrong, "flag needs an argument"):
		return ": want a value after it, as -h explains"
	case strings.HasPrefix(wrong, "invalid boolean value") && strings.HasSuffix(wrong, "parse error"):
		return ": want true or false"
	}
	return "" // the values that setSize, number and seedRange refuse: they say what they want
}
