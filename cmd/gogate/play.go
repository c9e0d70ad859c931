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
	"time"

	"example.com/gogate"
	"example.com/gogate/internal/agents"
	"example.com/gogate/internal/files"
	"example.com/gogate/internal/form"
	"example.com/gogate/internal/record"
	"example.com/gogate/internal/terminal"
)

// A playFlags is what the flags of gogate play say.
type playFlags struct {
	rules    gogate.Rules
	agents   pair
	you      gogate.Color // Empty for nobody
	guarded  bool
	playouts int
	seed     uint64
	limit    time.Duration
	look     terminal.Look
	maxSteps int
	file     string // for the record; empty for none

	resignGiven bool // whether -resign is, so that an engine makes no difference to it
}

// mostTurns is the largest number of turns that a flag takes.
const mostTurns = 1_000_000

// readPlayFlags reads the flags. It reports done if something else was asked for, which
// is then printed.
func readPlayFlags(args []string, stdout io.Writer) (g playFlags, done bool, err error) {
	g = playFlags{rules: gogate.DefaultRules(9), limit: usualLimit}
	g.rules.MoveLimit = -1 // for the one of the size
	flags := flag.NewFlagSet("play", flag.ContinueOnError)
	g.definePlayers(flags)
	g.defineRules(flags)
	view, style := 0, 0
	wordFlag(flags, &view, "view", "`VIEW` live, or history: all positions in a row (default live)", "live", "history")
	wordFlag(flags, &style, "style", "`STYLE` auto, unicode or ascii (default auto)", terminal.Styles...)
	g.look.Delay = 300 * time.Millisecond
	timeFlag(flags, &g.look.Delay, "delay", "`TIME` shortest time of a position in the live view (default 300ms)", "300ms or 2s, or 0 for none")
	numberFlag(flags, &g.maxSteps, "max-steps", mostTurns, "`N` turns after which to stop (default: the end of the game)")
	sgfFlag(flags, &g.file, "file", "`FILE` save the game as a record in this new file")
	list := flags.Bool("list", false, "list the agents and play nothing")
	if done, err := parse(flags, args, stdout); done || err != nil {
		return g, done, err
	}
	if *list {
		return g, true, listAgents(stdout)
	}
	g.look.History, g.look.Style = view == 1, terminal.Styles[style]
	flags.Visit(func(f *flag.Flag) { g.resignGiven = g.resignGiven || f.Name == "resign" })
	if g.rules.MoveLimit < 0 {
		g.rules.MoveLimit = gogate.DefaultRules(g.rules.Size).MoveLimit
	}
	return g, false, nil
}

// definePlayers defines the flags about who plays.
func (g *playFlags) definePlayers(flags *flag.FlagSet) {
	g.agents.define(flags, "both agents, Black first, or with -you your opponent", "Black's agent", "White's agent")
	flags.BoolFunc("you", "play yourself, as Black; with -you=white as White", func(s string) (err error) {
		if s == "true" {
			s = "black"
		}
		if g.you, err = gogate.ParseColor(s); err != nil || g.you == gogate.Empty {
			err = errors.New("must be black or white, and -you alone means black")
		}
		return err
	})
	flags.BoolVar(&g.guarded, "guarded", false, "with -you: if a check refuses your move, mcts plays another")
	seedFlag(flags, &g.seed, "`SEED` seed of the players, a whole number (default 0)")
	playoutsFlag(flags, &g.playouts, "`N` playouts of agents that do not set them (default 200)")
	timeoutFlag(flags, &g.limit, "`TIME` longest time of an engine for a move; 0: no limit (default 10m)")
}

// defineRules defines the flags about the rules.
func (g *playFlags) defineRules(flags *flag.FlagSet) {
	sizeFlag(flags, &g.rules.Size)
	komiFlag(flags, &g.rules.Komi)
	ruleFlags(flags, &g.rules)
	flags.BoolVar(&g.rules.Resign, "resign", false, "allow resignation (default: only with an engine)")
	flags.Func("move-limit", "`N` turns until the board is scored; 0: never (default 3·size²)", func(s string) error {
		n, ok := form.Number(s)
		if !ok || n < 0 || n > mostTurns {
			return fmt.Errorf("must be a whole number from 0 to %d, where 0 means no limit", mostTurns)
		}
		g.rules.MoveLimit = n
		return nil
	})
}

// play runs gogate play.
func play(ctx context.Context, args []string, stdin io.Reader, stdout io.Writer) error {
	g, done, err := readPlayFlags(args, stdout)
	if done || err != nil {
		return err
	}
	t, err := g.table(terminal.NewHuman(ctx, stdin))
	if err != nil {
		return badUsage{err}
	}
	if g.file != "" {
		if err := files.Writable(g.file); err != nil {
			return badUsage{fmt.Errorf("-sgf: %w", err)}
		}
		// A reader of the output that goes away must not end the program before the record
		// is written.
		const brokenPipe = syscall.Signal(13) // SIGPIPE, which not every system has
		broken := make(chan os.Signal, 1)
		signal.Notify(broken, brokenPipe)
		defer signal.Stop(broken)
	}
	for _, player := range t.Players {
		if c, ok := player.(io.Closer); ok {
			defer c.Close()
		}
	}
	view, err := terminal.Open(g.look, stdin, stdout, os.Getenv)
	if err != nil {
		return err
	}
	err = t.Play(ctx, view)
	if g.file != "" {
		err = errors.Join(err, record.Save(g.file, t.Outcome(g.seed), t.Game))
	}
	return err
}

// table returns the table at which the game begins. The human sits there if somebody
// plays.
func (g *playFlags) table(h *terminal.Human) (*terminal.Table, error) {
	if g.guarded && g.you == gogate.Empty {
		return nil, errors.New("-guarded without -you: the gate guards your moves, so you must play")
	}
	seats, err := g.agents.read(reader(g.playouts, g.limit), g.you)
	if err != nil {
		return nil, err
	}
	t := &terminal.Table{You: g.you, MaxSteps: g.maxSteps}
	for _, c := range []gogate.Color{gogate.Black, gogate.White} {
		switch {
		case c != g.you:
			t.Names[c], t.Players[c] = seats[c].Name, seats[c].New(g.seed)
			if isEngine(seats[c]) && !g.resignGiven {
				g.rules.Resign = true
			}
		case g.guarded:
			t.Human, t.Names[c], t.Players[c] = h, "you, guarded", agents.Guard(h, g.playouts, g.seed)
		default:
			t.Human, t.Names[c], t.Players[c] = h, "you", h
		}
	}
	t.Game.Final, err = g.rules.Start()
	return t, err
}

// listAgents prints what each agent does, one a line.
func listAgents(w io.Writer) error {
	var b strings.Builder
	for _, a := range agents.All() {
		fmt.Fprintf(&b, "%-12s %s", a.Name, a.Does)
		if options := a.Options(); options != "" {
			fmt.Fprintf(&b, "; options: %s", options)
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "%-12s plays as an engine that speaks the Go Text Protocol, with its arguments\n", agents.EnginePrefix+"PROGRAM")
	_, err := io.WriteString(w, b.String())
	return err
}
