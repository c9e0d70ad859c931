package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"example.com/gogate"
	"example.com/gogate/internal/terminal"
)

// report runs gogate report, or match if the flags name agents.
func report(ctx context.Context, args []string, stdout, stderr io.Writer, onTerminal bool) error {
	c, done, err := readContest("report", args, stdout)
	switch {
	case done || err != nil:
		return err
	case merging(c.flags):
		return mergeFiles(ctx, c, stdout, reportKind, gogate.MergeReports)
	case c.agents.given():
		return c.match(ctx, stdout, stderr, onTerminal)
	case c.given("komi", "time", "timeout") != "":
		return badUsage{fmt.Errorf("-%s without agents: the report has its own rules and no engines", c.given("komi", "time", "timeout"))}
	}
	comparison := gogate.Comparison{
		Size: c.size, Seeds: gogate.SeedRange(c.first, c.seeds), Large: c.large,
		Playouts: c.playouts, Workers: c.workers,
	}
	if comparison.OnGame, err = c.saver([]int{c.size, c.large}, "gated", "greedy", "mcts", "random"); err != nil {
		return badUsage{err}
	}
	line := terminal.NewProgress(stderr, onTerminal && !c.quiet, "games")
	line.Show(0, reportGames(c))
	comparison.Progress = line.Show
	r, err := comparison.Run(ctx)
	line.Clear() // before anything else is printed, which may be on the same terminal
	if err != nil {
		return err
	}
	return c.show(stdout, r)
}

// reportGames returns how many games a report plays: four pairings on the main board
// and two on the other, each seed with both colours.
func reportGames(c *contest) int {
	games := 4 * 2 * c.seeds
	if c.large != 0 {
		games += 2 * 2 // one seed
	}
	return games
}

// largeFlag defines the flag -large.
func largeFlag(flags *flag.FlagSet, size *int) {
	flags.Func("large", "`N` board size of a second, small sample; 0: none (default 13)", func(s string) error {
		n, ok := readSize(s)
		if !ok && s != "0" {
			return errors.New("must be " + sizes + ", or 0 for no such sample")
		}
		*size = n
		return nil
	})
}
