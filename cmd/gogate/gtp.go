package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"

	"example.com/gogate"
	"example.com/gogate/gtp"
	"example.com/gogate/internal/agents"
	"example.com/gogate/internal/form"
)

// serve runs gogate gtp. Nothing but answers is written to standard output.
func serve(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	playouts, memory, seed, limit := 0, 0, uint64(0), usualLimit
	rules := gogate.DefaultRules(19)
	rules.MoveLimit = 0 // an addition of the package, which no controller knows
	rules.Resign = true // for engines: the players of the package never do
	flags := flag.NewFlagSet("gtp", flag.ContinueOnError)
	spec := flags.String("player", "gated", "`AGENT` the agent that is asked for moves (default gated)")
	playoutsFlag(flags, &playouts, "`N` playouts of an agent that does not set them (default 200)")
	flags.Func("memory", "`SIZE` memory for the tree of mcts (default 512MB)", func(s string) error {
		n, ok := form.Number(strings.TrimSuffix(s, "MB"))
		if !ok || n < 1 || n > agents.MaxMemory || !strings.HasSuffix(s, "MB") {
			return fmt.Errorf("must be a whole number of megabytes from 1MB to %dMB", agents.MaxMemory)
		}
		memory = n
		return nil
	})
	seedFlag(flags, &seed, "`SEED` seed of the agent, a whole number (default 0)")
	timeoutFlag(flags, &limit, "`TIME` longest time of an engine for a move; 0: no limit (default 10m)")
	ruleFlags(flags, &rules)
	if done, err := parse(flags, args, stdout); done || err != nil {
		return err
	}
	r := reader(playouts, limit)
	r.Memory = memory
	entrant, err := readOne(r, "player", *spec)
	if err != nil {
		return badUsage{err}
	}
	player := entrant.New(seed)
	if c, ok := player.(io.Closer); ok {
		defer c.Close()
	}
	engine := gtp.Engine{Player: player, Name: "gogate " + entrant.Name, Version: version(), Rules: rules, Log: stderr}
	if _, ok := player.(gtp.Analyzer); !ok {
		engine.Analyzer = gogate.MCTS{Seed: seed, Memory: int64(memory) << 20}
	}
	return engine.Serve(ctx, stdin, stdout)
}
