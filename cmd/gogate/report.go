package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"slices"
	"strings"
	"time"

	"example.com/gogate"
	"example.com/gogate/internal/form"
)

// report runs gogate report, or match if there are agents to compare.
func report(ctx context.Context, args []string, stdout, stderr io.Writer, terminal bool) error {
	for _, arg := range args {
		if name, _, _ := strings.Cut(arg, "="); name == "-agents" || name == "--agents" {
			return match(ctx, args, stdout, stderr, terminal)
		}
	}
	c := gogate.Comparison{Size: 9, Seeds: 4, Large: 13} // with the library's defaults for the rest
	flags := flag.NewFlagSet("report", flag.ContinueOnError)
	sizeFlag(flags, &c.Size)
	flags.Func("large", "board `size` of the second, small sample, "+sizes+", or 0 for none (default 13)", func(s string) error {
		return setSize(&c.Large, s, sizes+", or 0 for none", true)
	})
	seedRange(flags, &c.First, &c.Seeds, "`number` of seeds, or a range such as 100:200 for 100 to 199: each gives two games a pairing (default 4)")
	number(flags, &c.Playouts, "playouts", gogate.MaxPlayouts, "`number` of playouts of mcts for a move (default 200)")
	number(flags, &c.Workers, "workers", 1<<10, "`number` of games at a time (default: one for each processor); the output is the same for any")
	records := sgfFlag(flags)
	asJSON := flags.Bool("json", false, "print one JSON document")
	quiet := flags.Bool("quiet", false, "show no progress on a terminal")
	mergeFlag(flags)
	if done, err := parse(flags, args, stdout); done || err != nil {
		return err
	}
	if merging(flags) {
		r, err := mergeFiles(ctx, flags, gogate.MergeReports)
		if err != nil {
			return err
		}
		return show(stdout, r, *asJSON)
	}

	if *records != "" {
		r, err := newRecorder(*records, []int{c.Size, c.Large}, c.First, c.Seeds, "gated", "greedy", "mcts", "random")
		if err != nil {
			return badUsage{err}
		}
		c.OnGame = r.save
	}

	line := newProgress(stderr, terminal && !*quiet)
	c.Progress = line.show
	r, err := c.Run(ctx)
	line.clear() // before anything else is printed, which may be on the same terminal
	if err != nil {
		return err
	}
	return show(stdout, r, *asJSON)
}

// show prints what was measured, as text or as JSON.
func show(w io.Writer, r fmt.Stringer, asJSON bool) error {
	if asJSON {
		out := json.NewEncoder(w)
		out.SetIndent("", "  ")
		return out.Encode(r)
	}
	_, err := io.WriteString(w, r.String())
	return err
}

// mergeFlag defines the flag -merge, with which parse allows files after the flags.
func mergeFlag(flags *flag.FlagSet) {
	flags.Bool("merge", false, "play nothing: put together what -json printed into the files after the flags")
}

// merging reports whether there is a flag -merge and it is set.
func merging(flags *flag.FlagSet) bool {
	f := flags.Lookup("merge")
	return f != nil && f.Value.String() == "true"
}

// mergeFiles merges what -json printed into the files after the flags, unless ctx
// ends before. Its errors name files.
func mergeFiles[T any](ctx context.Context, flags *flag.FlagSet, merge func(...T) (T, error)) (T, error) {
	if err := onlyMerging(flags); err != nil {
		var none T
		return none, badUsage{err}
	}
	return await(ctx, func() (T, error) { return mergeParts(flags.Args(), merge) })
}

// mergeParts is mergeFiles without a context.
func mergeParts[T any](files []string, merge func(...T) (T, error)) (whole T, err error) {
	parts := make([]T, len(files))
	for i, file := range files {
		if err := readPart(file, &parts[i]); err != nil {
			return whole, fmt.Errorf("%s: %w", file, err)
		}
	}
	whole, err = merge(parts...)
	if wrong := (*gogate.MergeError)(nil); errors.As(err, &wrong) {
		var names []string
		for _, i := range wrong.Parts {
			names = append(names, files[i])
		}
		err = fmt.Errorf("%s: %w", strings.Join(names, " and "), wrong.Err)
	}
	return whole, err
}

// onlyMerging reports what in the arguments does not go with -merge.
func onlyMerging(flags *flag.FlagSet) (err error) {
	flags.Visit(func(f *flag.Flag) {
		if !slices.Contains([]string{"merge", "json", "quiet"}, f.Name) {
			err = fmt.Errorf("-%s with -merge: want only -json and -quiet, since the files hold the settings", f.Name)
		}
	})
	if err == nil && flags.NArg() == 0 {
		err = errors.New("-merge without a file: want one or more after the flags")
	}
	for _, file := range flags.Args() {
		if err == nil && strings.HasPrefix(file, "-") {
			err = fmt.Errorf("%q after a file: want the flags before the files", file)
		}
	}
	return err
}

// readPart reads a file that holds one JSON document of a known form and nothing
// else.
func readPart(file string, part any) error {
	f, err := os.Open(file)
	if err != nil {
		return cause(err)
	}
	defer f.Close()
	in := json.NewDecoder(f)
	in.DisallowUnknownFields()
	switch err := in.Decode(part); {
	case errors.Is(err, io.EOF):
		return errors.New("the file is empty: want what -json prints")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the file ends too early: want all that -json prints")
	case err != nil:
		return fmt.Errorf("%w: want what -json prints", cause(err))
	}
	if _, err := in.Token(); !errors.Is(err, io.EOF) {
		return errors.New("the file goes on after its end: want what -json prints once")
	}
	return nil
}

// cause returns an error about a file without the file's name.
func cause(err error) error {
	if about := (*fs.PathError)(nil); errors.As(err, &about) {
		return about.Err
	}
	return err
}

// sizes are the board sizes in words.
var sizes = fmt.Sprintf("%d to %d, such as 9 or 9x9", gogate.MinSize, gogate.MaxSize)

// sizeFlag defines the flag -size.
func sizeFlag(flags *flag.FlagSet, size *int) {
	flags.Func("size", "board `size`, "+sizes+" (default 9)", func(s string) error {
		return setSize(size, s, sizes, false)
	})
}

// setSize reads a board size, "9" or "9x9".
func setSize(size *int, s, allowed string, zero bool) error {
	columns, rows, square := strings.Cut(s, "x")
	n, ok := form.Number(columns)
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
		v, ok := form.Number(s)
		if !ok || v < 1 || v > most {
			return fmt.Errorf("want a whole number from 1 to %d", most)
		}
		*n = v
		return nil
	})
}

// seedRange defines the flag -seeds: how many from 0, or a half-open range.
func seedRange(flags *flag.FlagSet, first *uint64, count *int, usage string) {
	flags.Func("seeds", usage, func(s string) error {
		begin, end, isRange := strings.Cut(s, ":")
		if !isRange {
			begin, end = "0", s
		}
		from, ok := form.Seed(begin)
		to, ok2 := form.Seed(end)
		switch {
		case ok && ok2 && from < to && to-from <= gogate.MaxSeeds:
			*first, *count = from, int(to-from)
			return nil
		case isRange: // whose end is no seed of it
			return fmt.Errorf("want a range of 1 to %d seeds, such as 100:200 for 100 to 199, none above %d", gogate.MaxSeeds, uint64(math.MaxUint64-1))
		}
		return fmt.Errorf("want a whole number from 1 to %d, or a range of no more, such as 100:200", gogate.MaxSeeds)
	})
}

// A progress is a line on a terminal that is written over and over.
type progress struct {
	w      io.Writer
	start  time.Time
	things string // that are counted
}

// newProgress returns a line that is shown on w, or nowhere.
func newProgress(w io.Writer, shown bool) *progress {
	if !shown {
		w = io.Discard
	}
	return &progress{w: w, start: time.Now(), things: "games"}
}

const eraseLine = "\r\x1b[K"

func (p *progress) show(done, all int) {
	left := time.Since(p.start) / time.Duration(done) * time.Duration(all-done)
	fmt.Fprintf(p.w, "%s%d of %d %s, %v left", eraseLine, done, all, p.things, left.Round(time.Second))
}

func (p *progress) clear() { fmt.Fprint(p.w, eraseLine) }
