package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"time"

	"example.com/gogate"
	"example.com/gogate/internal/agents"
	"example.com/gogate/internal/record"
	"example.com/gogate/internal/terminal"
)

// A contest is what the flags of gogate match and of gogate report say.
type contest struct {
	flags    *flag.FlagSet
	agents   pair
	size     int
	large    int // of a report
	komi     float64
	first    uint64
	seeds    int
	playouts int
	workers  int
	limit    time.Duration
	records  string // the directory for them; empty for none
	asJSON   bool
	quiet    bool
	timing   bool
}

// readContest reads the flags of match or report. It reports done if something else was
// asked for, which is then printed.
func readContest(command string, args []string, stdout io.Writer) (c *contest, done bool, err error) {
	flags := flag.NewFlagSet(command, flag.ContinueOnError)
	c = &contest{
		flags: flags, size: 9, large: 13, komi: gogate.DefaultRules(9).Komi,
		seeds: 4, workers: runtime.GOMAXPROCS(0), limit: usualLimit,
	}
	if command == "report" {
		c.agents.define(flags, "play a match of these two agents, as gogate match does", "the first agent of a match", "the second agent of a match")
		largeFlag(flags, &c.large)
	} else {
		c.agents.define(flags, "the two agents, separated by a comma", "the first agent", "the second agent")
	}
	sizeFlag(flags, &c.size)
	komiFlag(flags, &c.komi)
	seedsFlag(flags, &c.first, &c.seeds, "`SEEDS` how many seeds from 0 on, or a range like 100:200 (default 4)")
	playoutsFlag(flags, &c.playouts, "`N` playouts of agents that do not set them (default 200)")
	numberFlag(flags, &c.workers, "workers", 1<<10, "`N` games at a time (default: one for each processor)")
	timeoutFlag(flags, &c.limit, "`TIME` longest time of an engine for a move; 0: no limit (default 10m)")
	sgfFlag(flags, &c.records, "directory", "`DIR` save every game as an SGF record in this directory")
	flags.BoolVar(&c.asJSON, "json", false, "print one JSON document")
	flags.BoolVar(&c.quiet, "quiet", false, "show no progress on a terminal")
	flags.BoolVar(&c.timing, "time", false, "print the mean time of a move, on standard error")
	mergeFlag(flags)
	done, err = parse(flags, args, stdout)
	return c, done, err
}

// given returns the first of the flags that is given, or nothing.
func (c *contest) given(names ...string) (first string) {
	set := map[string]bool{}
	c.flags.Visit(func(f *flag.Flag) { set[f.Name] = true })
	for _, name := range names {
		if set[name] {
			return name
		}
	}
	return ""
}

// saver returns what saves the games between the agents as records, or nil if that is
// not asked for.
func (c *contest) saver(sizes []int, names ...string) (func(gogate.Outcome, gogate.Game) error, error) {
	if c.records == "" {
		return nil, nil
	}
	r, err := record.NewRecorder(c.records, record.Games{Sizes: sizes, First: c.first, Seeds: c.seeds, Agents: names})
	if err != nil {
		return nil, fmt.Errorf("-sgf: %w", err)
	}
	return r.Save, nil
}

// show prints what was measured, as text or as JSON.
func (c *contest) show(w io.Writer, r fmt.Stringer) error {
	if c.asJSON {
		out := json.NewEncoder(w)
		out.SetIndent("", "  ")
		return out.Encode(r)
	}
	_, err := io.WriteString(w, r.String())
	return err
}

// match runs gogate match.
func match(ctx context.Context, args []string, stdout, stderr io.Writer, onTerminal bool) error {
	c, done, err := readContest("match", args, stdout)
	switch {
	case done || err != nil:
		return err
	case merging(c.flags):
		return mergeFiles(ctx, c, stdout, matchKind, mergePairings)
	}
	return c.match(ctx, stdout, stderr, onTerminal)
}

// match plays the two agents that the flags name against each other.
func (c *contest) match(ctx context.Context, stdout, stderr io.Writer, onTerminal bool) error {
	if c.given("large") != "" {
		return badUsage{errors.New("-large with agents: a match is on boards of one size, which -size sets")}
	}
	entrants, err := c.agents.read(reader(c.playouts, c.limit), gogate.Empty)
	if err != nil {
		return badUsage{err}
	}
	a, b := entrants[gogate.Black], entrants[gogate.White]
	var clocks [2]agents.Clock
	m := gogate.Match{
		Rules: gogate.DefaultRules(c.size), Workers: c.workers,
		A: clocks[0].Time(a), B: clocks[1].Time(b),
	}
	m.Rules.Komi = c.komi
	m.Rules.Resign = true // for engines: the players of the package never do
	m.Seeds = gogate.SeedRange(c.first, c.seeds)
	if m.OnGame, err = c.saver([]int{c.size}, a.Name, b.Name); err != nil {
		return badUsage{err}
	}

	var tally gogate.DecisionTally
	m.OnGame = countedGames(&tally, m.OnGame)
	line := terminal.NewProgress(stderr, onTerminal && !c.quiet, "games")
	line.Show(0, 2*c.seeds)
	m.Progress = line.Show
	r, err := m.Run(ctx)
	line.Clear() // before anything else is printed, which may be on the same terminal
	tellErrors(stderr, &tally)
	if err != nil {
		c.showPart(ctx, stdout, r)
		return err
	}
	if err := c.show(stdout, pairing(r)); err != nil || !c.timing {
		return err
	}
	_, err = fmt.Fprintf(stderr, "seconds a move: %s %.3f, %s %.3f\n",
		r.A, clocks[0].Mean().Seconds(), r.B, clocks[1].Mean().Seconds())
	return err
}

// countedGames returns onGame, which may be nil, with the decisions of every game counted.
func countedGames(tally *gogate.DecisionTally, onGame func(gogate.Outcome, gogate.Game) error) func(gogate.Outcome, gogate.Game) error {
	return func(o gogate.Outcome, g gogate.Game) error {
		for _, d := range g.Decisions {
			tally.Add(d)
		}
		if onGame == nil {
			return nil
		}
		return onGame(o, g)
	}
}

// tellErrors prints what proposers said when they gave no move. Otherwise nobody would
// know: the gate goes on with its fallback.
func tellErrors(w io.Writer, tally *gogate.DecisionTally) {
	for _, words := range slices.Sorted(maps.Keys(tally.Errors)) {
		fmt.Fprintf(w, "a proposer %s: %d times\n", words, tally.Errors[words])
	}
}

// showPart prints the games of a match that was broken off. Half a JSON document would be
// worse than none.
func (c *contest) showPart(ctx context.Context, stdout io.Writer, r gogate.Result) {
	// An interruption at a terminal reaches the engines too, and they may end before ctx
	// does.
	select {
	case <-ctx.Done():
	case <-time.After(100 * time.Millisecond):
	}
	if len(r.Games) > 0 && !c.asJSON {
		fmt.Fprintf(stdout, "%d of %d games:\n%v", len(r.Games), 2*c.seeds, r)
	}
}

// pairing returns what -json prints of a match.
func pairing(r gogate.Result) gogate.Pairing {
	a, b := r.Tallies()
	return gogate.Pairing{Result: r, TallyA: a, TallyB: b}
}

// mergePairings is gogate.MergeResults for what -json prints.
func mergePairings(parts ...gogate.Pairing) (gogate.Pairing, error) {
	results := make([]gogate.Result, len(parts))
	for i, p := range parts {
		if p.TallyA != pairing(p.Result).TallyA || p.TallyB != pairing(p.Result).TallyB {
			return p, &gogate.MergeError{Parts: []int{i}, Err: errors.New("the tallies are not those of the games")}
		}
		results[i] = p.Result
	}
	whole, err := gogate.MergeResults(results...)
	return pairing(whole), err
}
