package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"golang.org/x/term"

	"example.com/gogate"
	"example.com/gogate/internal/form"
	"example.com/gogate/internal/tell"
)

// A playFlags is what the flags of gogate play say.
type playFlags struct {
	rules    gogate.Rules
	agents   string
	you      gogate.Color // Empty for nobody
	guarded  bool
	playouts int
	seed     uint64
	limit    time.Duration
	style    string
	live     bool
	delay    time.Duration
	maxSteps int
	file     string // for the record; empty for none

	agentsGiven bool // whether -agents is, so that nobody named there is left out
	resignGiven bool // whether -resign is, so that an engine makes no difference to it
}

// most is the largest number of turns that a flag takes.
const most = 1_000_000

// readPlayFlags reads the flags. It reports done if something else was asked for, which
// is then printed.
func readPlayFlags(args []string, stdout io.Writer) (g playFlags, done bool, err error) {
	g = playFlags{rules: gogate.DefaultRules(9), limit: usualLimit, style: "auto", live: true, delay: 300 * time.Millisecond}
	g.rules.MoveLimit = -1 // for the one of the size
	flags := flag.NewFlagSet("play", flag.ContinueOnError)
	sizeFlag(flags, &g.rules.Size)
	flags.StringVar(&g.agents, "agents", "gated,mcts", "the two `agents`, Black and White, separated by a comma; with -you the one that is your opponent")
	flags.BoolFunc("you", "play yourself, as Black; -you=white as White", func(s string) (err error) {
		if s == "true" {
			s = "black"
		}
		if g.you, err = gogate.ParseColor(s); err != nil {
			err = errors.New("want -you, -you=black or -you=white")
		}
		return err
	})
	flags.BoolVar(&g.guarded, "guarded", false, "with -you: your move is a proposal, and where "+usualChecks+" refuse it, mcts chooses another for you")
	flags.Func("view", "`view` of the game: live draws each position in the place of the one before it, history below it; what is no terminal gets a history (default live)", func(s string) error {
		if s != "live" && s != "history" {
			return errors.New("want live or history")
		}
		g.live = s == "live"
		return nil
	})
	number(flags, &g.maxSteps, "max-steps", most, "stop after this `number` of turns (default: at the end of the game)")
	flags.Func("delay", "the shortest `time` for which the live view shows a position (default 300ms)", func(s string) (err error) {
		if g.delay, err = readLimit(s); err != nil {
			err = errors.New("want a time such as 300ms or 2s, or 0 for none")
		}
		return err
	})
	flags.Func("style", "`style` of the board: unicode with colours, ascii without, or auto, which fits the terminal (default auto)", func(s string) (err error) {
		g.style = s
		_, err = readStyle(s, false, os.Getenv)
		return err
	})
	seedFlag(flags, &g.seed, "`seed` of the players, a whole number (default 0)")
	number(flags, &g.playouts, "playouts", gogate.MaxPlayouts, "`number` of playouts for a move of agents that do not set it, and of the gate (default 200)")
	komiFlag(flags, &g.rules.Komi)
	ruleFlags(flags, &g.rules)
	flags.BoolVar(&g.rules.Resign, "resign", false, "allow resignation (default: with an engine)")
	flags.Func("move-limit", "`number` of turns after which the board is scored as it stands, or 0 for none (default 3 for each point)", func(s string) error {
		n, ok := form.Number(s)
		if !ok || n < 0 || n > most {
			return fmt.Errorf("want a whole number from 0 to %d, 0 for no limit", most)
		}
		g.rules.MoveLimit = n
		return nil
	})
	timeoutFlag(flags, &g.limit, "game")
	flags.Func("sgf", "save the game as a record in the `file`, which must not be there yet", func(s string) error {
		if s == "" {
			return errors.New("want a file")
		}
		g.file = s
		return nil
	})
	list := flags.Bool("list", false, "list the agents, and play nothing")
	if done, err := parse(flags, args, stdout); done || err != nil {
		return g, done, err
	}
	if *list {
		return g, true, listAgents(stdout)
	}
	flags.Visit(func(f *flag.Flag) {
		g.agentsGiven = g.agentsGiven || f.Name == "agents"
		g.resignGiven = g.resignGiven || f.Name == "resign"
	})
	if g.rules.MoveLimit < 0 {
		g.rules.MoveLimit = gogate.DefaultRules(g.rules.Size).MoveLimit
	}
	return g, false, nil
}

// play runs gogate play.
func play(ctx context.Context, args []string, stdin io.Reader, stdout io.Writer) error {
	g, done, err := readPlayFlags(args, stdout)
	if done || err != nil {
		return err
	}
	h := &human{in: bufio.NewReader(newPatient(ctx, stdin))}
	t, err := g.table(h)
	if err != nil {
		return badUsage{err}
	}
	if err := g.reserve(); err != nil {
		return badUsage{fmt.Errorf("-sgf: %w", err)}
	}
	if g.file != "" { // a reader that goes away is an error then, and not the end before the record is written
		broken := make(chan os.Signal, 1)
		signal.Notify(broken, syscall.Signal(13))
		defer signal.Stop(broken)
	}
	for _, player := range t.players {
		if c, ok := player.(io.Closer); ok {
			defer c.Close()
		}
	}
	if t.view, err = g.view(stdin, stdout); err != nil {
		return err
	}
	if s, ok := t.view.(*screen); ok {
		// For an error, an interruption and a panic in this goroutine. A gate recovers one
		// of the player that proposes; one in a goroutine that a player started ends the
		// program with the screen as it is.
		defer s.restore()
		go s.follow()
		t.delay = g.delay
	}
	h.view = t.view
	err = t.play(ctx)
	switch {
	case err == nil:
		err = t.view.close(t.scene())
	case ctx.Err() == nil:
		t.end = fmt.Sprintf("broken off after %s: the game is not over", form.Count(t.game.Final.Turn(), "turn"))
		t.view.close(t.scene()) // if this fails too, err came first
	}
	if g.file != "" {
		err = errors.Join(err, writeRecord(g.file, tell.Record(t.outcome(g.seed), t.game.Final, tell.Comments(t.game.Decisions))))
	}
	return err
}

// view returns a screen if that is wanted and there is a terminal for it, and otherwise
// a history.
func (g *playFlags) view(stdin io.Reader, stdout io.Writer) (view, error) {
	look, err := readStyle(g.style, isTerminal(stdout), os.Getenv)
	if err != nil {
		return nil, err
	}
	echo := !isTerminal(stdin)
	if !isTerminal(stdout) {
		return &history{w: stdout, look: look, columns: func() int { return 0 }, echo: echo}, nil
	}
	size := func() (columns, lines int) { return sizeOf(stdout.(*os.File)) }
	if g.live && os.Getenv("TERM") != "dumb" {
		return newScreen(stdout, look, size), nil
	}
	columns := func() int {
		columns, _ := size()
		return columns
	}
	return &history{w: stdout, look: look, columns: columns, echo: echo}, nil
}

// table returns the table at which the game begins, without a view. The human sits
// there if somebody plays.
func (g *playFlags) table(h *human) (*table, error) {
	entrants, err := readAgents(g.agents, g.playouts, g.limit)
	switch {
	case err != nil:
		return nil, fmt.Errorf("-agents: %w", err)
	case g.you != gogate.Empty && g.agentsGiven && len(entrants) != 1:
		return nil, fmt.Errorf("-agents: got %d with -you: want one, your opponent", len(entrants))
	case g.you != gogate.Empty && g.agentsGiven:
		entrants = append(entrants, entrants[0]) // whichever the human is not
	case len(entrants) != 2:
		return nil, fmt.Errorf("-agents: got %d: want two, separated by a comma", len(entrants))
	case g.guarded && g.you == gogate.Empty:
		return nil, errors.New("-guarded without -you: want both, since it is your moves that are guarded")
	}
	t := &table{you: g.you, maxSteps: g.maxSteps}
	for i, e := range entrants {
		color := gogate.Black + gogate.Color(i)
		if color == g.you {
			t.human = h
			t.names[color], t.players[color] = g.person(h)
			continue
		}
		t.names[color], t.players[color] = e.Name, e.New(g.seed)
		if strings.HasPrefix(e.Name, engine) && !g.resignGiven {
			g.rules.Resign = true
		}
	}
	t.game.Final, err = g.rules.Start()
	return t, err
}

// person returns the human as a player, behind a gate if the moves are to be guarded.
func (g *playFlags) person(h *human) (string, gogate.Player) {
	if !g.guarded {
		return "you", h
	}
	return "you, guarded", tell.Guard(h, g.playouts, g.seed)
}

// reserve reports what would keep the record from being written after the game.
func (g *playFlags) reserve() error {
	if g.file == "" {
		return nil
	}
	if _, err := os.Lstat(g.file); err == nil {
		return fmt.Errorf("%s is there already: want a file that is not", g.file)
	}
	f, err := openUnfinished(g.file)
	if err == nil {
		return errors.Join(f.Close(), os.Remove(f.Name()))
	}
	if !errors.As(err, new(*fs.PathError)) {
		return err
	}
	want := "a file in a directory that can be written"
	switch {
	case errors.Is(err, fs.ErrNotExist):
		want = "a file in a directory that is there"
	case errors.Is(err, syscall.ENAMETOOLONG):
		want = "a shorter name"
	}
	return fmt.Errorf("%s: %w: want %s", g.file, cause(err), want)
}

// isTerminal reports whether a stream is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// sizeOf returns the size of a terminal, and the usual one if that does not tell.
func sizeOf(terminal *os.File) (columns, lines int) {
	columns, lines, err := term.GetSize(int(terminal.Fd()))
	if err != nil || columns <= 0 || lines <= 0 {
		return 80, 24
	}
	return columns, lines
}

// listAgents prints what each agent does, one a line.
func listAgents(w io.Writer) error {
	var b strings.Builder
	for _, a := range agents {
		fmt.Fprintf(&b, "%-12s %s", a.name, a.does)
		if len(a.options) > 0 {
			fmt.Fprintf(&b, "; options: %s", a.allowed())
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "%-12s an engine that speaks the Go Text Protocol, with its arguments\n", engine+"PROGRAM")
	_, err := io.WriteString(w, b.String())
	return err
}
