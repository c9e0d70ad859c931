package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"example.com/gogate"
	"example.com/gogate/internal/form"
)

// match runs gogate match.
func match(ctx context.Context, args []string, stdout, stderr io.Writer, terminal bool) error {
	size, playouts := 9, 0
	limit := usualLimit
	komi := gogate.DefaultRules(size).Komi
	first, seeds := uint64(0), 4
	m := gogate.Match{Workers: runtime.GOMAXPROCS(0)}
	flags := flag.NewFlagSet("match", flag.ContinueOnError)
	specs := flags.String("agents", "gated,mcts", "the two `agents`, separated by a comma")
	sizeFlag(flags, &size)
	komiFlag(flags, &komi)
	seedRange(flags, &first, &seeds, "`number` of seeds, or a range such as 100:200 for 100 to 199: each gives two games (default 4)")
	number(flags, &playouts, "playouts", gogate.MaxPlayouts, "`number` of playouts for a move of agents that do not set it (default 200)")
	number(flags, &m.Workers, "workers", 1<<10, "`number` of games at a time (default: one for each processor); the output is the same for any")
	timeoutFlag(flags, &limit, "match")
	records := sgfFlag(flags)
	asJSON := flags.Bool("json", false, "print one JSON document")
	quiet := flags.Bool("quiet", false, "show no progress on a terminal")
	timing := flags.Bool("time", false, "say on standard error how long each agent took for a move, the start of an engine included; with several workers the games slow each other")
	mergeFlag(flags)
	if done, err := parse(flags, args, stdout); done || err != nil {
		return err
	}
	if merging(flags) {
		p, err := mergeFiles(ctx, flags, mergePairings)
		if err != nil {
			return err
		}
		return show(stdout, p, *asJSON)
	}
	entrants, err := readAgents(*specs, playouts, limit)
	switch {
	case err != nil:
		return badUsage{fmt.Errorf("-agents: %w", err)}
	case len(entrants) != 2:
		return badUsage{fmt.Errorf("-agents: got %d: want two, separated by a comma", len(entrants))}
	}
	m.Rules = gogate.DefaultRules(size)
	m.Rules.Komi = komi
	m.Rules.Resign = true // for engines: the players of the package never do
	for i := range uint64(seeds) {
		m.Seeds = append(m.Seeds, first+i)
	}

	if *records != "" {
		r, err := newRecorder(*records, []int{size}, first, seeds, entrants[0].Name, entrants[1].Name)
		if err != nil {
			return badUsage{err}
		}
		m.OnGame = r.save
	}

	line := newProgress(stderr, terminal && !*quiet)
	m.Progress = line.show
	var clocks [2]clock
	m.A, m.B = clocks[0].time(entrants[0]), clocks[1].time(entrants[1])
	r, err := m.Run(ctx)
	line.clear() // before anything else is printed, which may be on the same terminal
	if err != nil {
		// An interruption at a terminal goes to the engines too, whose end may come first.
		select {
		case <-ctx.Done():
		case <-time.After(100 * time.Millisecond):
		}
	}
	switch {
	case err == nil:
		err = show(stdout, pairing(r), *asJSON)
	case len(r.Games) > 0 && !*asJSON: // half a document would be worse than none
		fmt.Fprintf(stdout, "%d of %d games:\n%v", len(r.Games), 2*seeds, r)
	}
	if *timing && err == nil {
		_, err = fmt.Fprintf(stderr, "seconds a move: %s %.3f, %s %.3f\n",
			r.A, clocks[0].mean().Seconds(), r.B, clocks[1].mean().Seconds())
	}
	return err
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

// komiFlag defines the flag -komi.
func komiFlag(flags *flag.FlagSet, komi *float64) {
	flags.Func("komi", "`points` for White, "+form.KomiRange+" (default 7.5)", func(s string) (err error) {
		*komi, err = form.Komi(s)
		return err
	})
}

// usualLimit is the -timeout of those who set none.
const usualLimit = 10 * time.Minute

// timeoutFlag defines the flag -timeout. What ends is in one word.
func timeoutFlag(flags *flag.FlagSet, limit *time.Duration, ends string) {
	flags.Func("timeout", "the longest `time` that an engine may take for a move, its start included, such as 90s, or 0 for no limit; the "+ends+" ends if it takes longer (default 10m)", func(s string) (err error) {
		*limit, err = readLimit(s)
		return err
	})
}

// readLimit reads how long something may take, 0 for no limit.
func readLimit(s string) (time.Duration, error) {
	d, err := time.ParseDuration(s)
	if err != nil || strings.ContainsAny(s, "+-") {
		return 0, errors.New("want a time such as 90s, 10m or 1h30m, or 0 for no limit")
	}
	return d, nil
}

// A clock adds up how long the moves of an agent take, in all its games.
type clock struct{ nanoseconds, moves atomic.Int64 }

// time returns the entrant with players that the clock times.
func (c *clock) time(e gogate.Entrant) gogate.Entrant {
	return gogate.Entrant{Name: e.Name, New: func(seed uint64) gogate.Player {
		t := timed{e.New(seed), c}
		if d, ok := t.Player.(gogate.Decider); ok {
			return timedDecider{t, d}
		}
		return t
	}}
}

// mean returns the mean time of a move, 0 without any.
func (c *clock) mean() time.Duration {
	return time.Duration(c.nanoseconds.Load() / max(c.moves.Load(), 1))
}

func (c *clock) add(since time.Time) {
	c.nanoseconds.Add(int64(time.Since(since)))
	c.moves.Add(1)
}

// A timed is a player whose moves are timed.
type timed struct {
	gogate.Player
	clock *clock
}

func (t timed) Play(ctx context.Context, p *gogate.Position) (gogate.Move, error) {
	defer t.clock.add(time.Now())
	return t.Player.Play(ctx, p)
}

// Close ends the player if it has something to end.
func (t timed) Close() error {
	if c, ok := t.Player.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// A timedDecider is the same for a player that tells how it came to its move.
type timedDecider struct {
	timed
	decider gogate.Decider
}

func (t timedDecider) Decide(ctx context.Context, p *gogate.Position) (gogate.Decision, error) {
	defer t.clock.add(time.Now())
	return t.decider.Decide(ctx, p)
}
