package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"example.com/gogate"
)

// report runs gogate report.
func report(ctx context.Context, args []string, stdout, stderr io.Writer, terminal bool) error {
	c := gogate.Comparison{Large: 13} // with the library's defaults for the rest
	flags := flag.NewFlagSet("report", flag.ContinueOnError)
	sizes := fmt.Sprintf("%d to %d, such as 9 or 9x9", gogate.MinSize, gogate.MaxSize)
	flags.Func("size", "board `size`, "+sizes+" (default 9)", func(s string) error {
		return setSize(&c.Size, s, sizes, false)
	})
	flags.Func("large", "board `size` of the second, small sample, "+sizes+", or 0 for none (default 13)", func(s string) error {
		return setSize(&c.Large, s, sizes+", or 0 for none", true)
	})
	number(flags, &c.Seeds, "seeds", gogate.MaxSeeds, "`number` of seeds: each gives two games a pairing (default 4)")
	number(flags, &c.Playouts, "playouts", gogate.MaxPlayouts, "`number` of playouts of mcts for a move (default 200)")
	number(flags, &c.Workers, "workers", 1<<10, "`number` of games at a time (default: one for each processor); the output is the same for any")
	asJSON := flags.Bool("json", false, "print one JSON document")
	quiet := flags.Bool("quiet", false, "show no progress on a terminal")
	if done, err := parse(flags, args, stdout); done || err != nil {
		return err
	}

	line := progress{w: io.Discard, start: time.Now()}
	if terminal && !*quiet {
		line.w = stderr
	}
	c.Progress = line.show
	r, err := c.Run(ctx)
	line.clear() // before anything else is printed, which may be on the same terminal
	if err != nil {
		return err
	}
	if *asJSON {
		out := json.NewEncoder(stdout)
		out.SetIndent("", "  ")
		return out.Encode(r)
	}
	_, err = io.WriteString(stdout, r.String())
	return err
}

// setSize reads a board size, "9" or "9x9".
func setSize(size *int, s, allowed string, zero bool) error {
	columns, rows, square := strings.Cut(s, "x")
	n, ok := readNumber(columns)
	ok = ok && (!square || rows == columns) && (zero && n == 0 || gogate.MinSize <= n && n <= gogate.MaxSize)
	if !ok {
		return fmt.Errorf("want %s", allowed)
	}
	*size = n
	return nil
}

// number defines a flag for a whole number from 1 to most.
func number(flags *flag.FlagSet, n *int, name string, most int, usage string) {
	flags.Func(name, usage, func(s string) error {
		v, ok := readNumber(s)
		if !ok || v < 1 || v > most {
			return fmt.Errorf("want a whole number from 1 to %d", most)
		}
		*n = v
		return nil
	})
}

// readNumber reads a whole number without a sign in front or a zero too many.
func readNumber(s string) (n int, ok bool) {
	n, err := strconv.Atoi(s)
	return n, err == nil && strconv.Itoa(n) == s
}

// A progress is a line on a terminal that is written over and over.
type progress struct {
	w     io.Writer
	start time.Time
}

const eraseLine = "\r\x1b[K"

func (p *progress) show(done, games int) {
	left := time.Since(p.start) / time.Duration(done) * time.Duration(games-done)
	fmt.Fprintf(p.w, "%s%d of %d games, %v left", eraseLine, done, games, left.Round(time.Second))
}

func (p *progress) clear() { fmt.Fprint(p.w, eraseLine) }
