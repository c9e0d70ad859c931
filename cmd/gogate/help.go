package main

import (
	"flag"
	"fmt"
	"slices"
	"strings"
)

// overview is what gogate help prints. It fits a screen of 24 rows and 80 columns.
const overview = `usage: gogate [SUBCOMMAND] [FLAGS]

  report   play the players of the package against each other, and explain what
           the gate did; gogate does this without a subcommand
  match    play two agents against each other
  play     show a game in the terminal, move by move, or play in it
  gtp      answer a GUI or another controller in the Go Text Protocol
  audit    judge the moves of games that were played elsewhere
  site     write a page for the browser, in which the package itself runs
  version  print the version
  help     print this, or with a subcommand after it the help on that

An agent is one of these, with its options:
  random, greedy
  search [width=N]
  mcts [playouts=N] [uct or nopriors] [workers=N] [keep]
  gated [the options of mcts, for its fallback]
  gtp:PROGRAM [ARGUMENTS]   a program that speaks the Go Text Protocol; {seed}
                            in an argument stands for the seed of the game

The exit status is 0 for success, 1 for a failure, 2 for wrong arguments and 130
for an interruption. For audit, 1 means that a check refuses a move, and 2 any
other failure.
`

// helps have, for each subcommand, how it is called, what it does in two sentences and an
// example. The flags stand between them. All of it fits a screen too.
var helps = map[string]struct{ usage, about, example string }{
	"report": {
		usage: `gogate [report] [FLAGS]
       gogate report -merge [FLAGS] FILE...`,
		about: `Plays gated, mcts, greedy and random against each other and explains what the
gate did. The same seeds give the same report on every machine.`,
		example: "gogate report -size 5 -seeds 10 -large 0",
	},
	"match": {
		usage: `gogate match [FLAGS]
       gogate match -merge [FLAGS] FILE...`,
		about: `Plays two agents against each other, with both colours for every seed, and
counts the wins. The agents are named as gogate help says.`,
		example: "gogate match -agents 'gated,gtp:gnugo --mode gtp --seed {seed}'",
	},
	"play": {
		usage: `gogate play [FLAGS]`,
		about: `Shows a game of two agents in the terminal, or with -you lets you play an agent.
The agents are named as gogate help says.`,
		example: "gogate play -you -guarded -white mcts",
	},
	"gtp": {
		usage: `gogate gtp [FLAGS]`,
		about: `Answers the commands of a controller, such as a GUI, with the moves of an agent.
If the agent is an engine that fails or takes too long, mcts plays that move.`,
		example: "gogate gtp -player 'gated keep' -playouts 1000 -seed 1",
	},
	"audit": {
		usage: `gogate audit [FLAGS] [FILE or DIRECTORY...]`,
		about: `Judges every move of SGF records, or of text with a colour and a move a line. In
a directory it judges all SGF records. Without a file it reads standard input.`,
		example: "gogate audit -quiet games/",
	},
	"site": {
		usage: `gogate site -o DIRECTORY [-serve ADDRESS]`,
		about: `Writes a page with a recorded game and with a board to play on, for which the Go
toolchain compiles this package. Any web server can serve the directory.`,
		example: "gogate site -o www -serve localhost:8080",
	},
}

// helpOn returns the help on a subcommand. A usage of a flag that begins with what stands
// for the value, in backquotes, has it beside the name of the flag alone.
func helpOn(flags *flag.FlagSet) string {
	h := helps[flags.Name()]
	var b strings.Builder
	fmt.Fprintf(&b, "usage: %s\n%s\n", h.usage, h.about)
	var rows [][2]string
	widest := 0
	flags.VisitAll(func(f *flag.Flag) {
		value, usage := flag.UnquoteUsage(f)
		row := "-" + f.Name
		if !isSwitch(f) {
			row += " " + value
		}
		widest = max(widest, len(row))
		rows = append(rows, [2]string{row, strings.TrimPrefix(usage, value+" ")})
	})
	for _, row := range rows {
		for i, line := range wrap(row[1], 80-len("    ")-widest) {
			if i > 0 {
				row[0] = ""
			}
			fmt.Fprintf(&b, "  %-*s  %s\n", widest, row[0], line)
		}
	}
	fmt.Fprintf(&b, "Example: %s\n", h.example)
	return b.String()
}

// asksForHelp reports whether an argument is the flag that asks for help.
func asksForHelp(arg string) bool {
	return slices.Contains([]string{"-h", "--h", "-help", "--help"}, arg)
}

// wrap breaks a text at blanks into lines of at most so many columns.
func wrap(text string, columns int) (lines []string) {
	for word := range strings.FieldsSeq(text) {
		last := len(lines) - 1
		if last < 0 || len(lines[last])+len(" ")+len(word) > columns {
			lines = append(lines, word)
			continue
		}
		lines[last] += " " + word
	}
	return lines
}
