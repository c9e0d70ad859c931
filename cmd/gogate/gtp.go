package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime/debug"

	"example.com/gogate"
	"example.com/gogate/gtp"
	"example.com/gogate/internal/form"
)

// serve runs gogate gtp. Nothing but answers is written to standard output.
func serve(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	playouts, seed, limit := 0, uint64(0), usualLimit
	rules := gogate.DefaultRules(19)
	rules.MoveLimit = 0 // an addition of the package, which no controller knows
	rules.Resign = true // for engines: the players of the package never do
	flags := flag.NewFlagSet("gtp", flag.ContinueOnError)
	spec := flags.String("player", "gated", "the `agent` that is asked for moves")
	number(flags, &playouts, "playouts", gogate.MaxPlayouts, "`number` of playouts for a move if the agent does not set it (default 200)")
	seedFlag(flags, &seed, "`seed` of the agent, a whole number (default 0)")
	timeoutFlag(flags, &limit, "wait")
	ruleFlags(flags, &rules)
	if done, err := parse(flags, args, stdout); done || err != nil {
		return err
	}
	entrants, err := readAgents(*spec, playouts, limit)
	switch {
	case err != nil:
		return badUsage{fmt.Errorf("-player: %w", err)}
	case len(entrants) != 1:
		return badUsage{fmt.Errorf("-player: got %d: want one agent", len(entrants))}
	}
	player := entrants[0].New(seed)
	if c, ok := player.(io.Closer); ok {
		defer c.Close()
	}
	engine := gtp.Engine{Player: player, Name: "gogate " + entrants[0].Name, Version: version(), Rules: rules, Log: stderr}
	if _, ok := player.(gtp.Analyzer); !ok {
		engine.Analyzer = gogate.MCTS{Seed: seed}
	}
	return engine.Serve(ctx, stdin, stdout)
}

// seedFlag defines the flag -seed.
func seedFlag(flags *flag.FlagSet, seed *uint64, usage string) {
	flags.Func("seed", usage, func(s string) (err error) {
		var ok bool
		if *seed, ok = form.Seed(s); !ok {
			err = errors.New("want a whole number, 0 or more")
		}
		return err
	})
}

// version returns the version of the module that the program was built from.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info.Main.Version
	}
	return ""
}
