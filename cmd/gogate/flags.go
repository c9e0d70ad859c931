package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"example.com/gogate"
	"example.com/gogate/internal/files"
	"example.com/gogate/internal/form"
)

// parse reads the flags of a subcommand. It reports done if the user asked for help,
// which is then printed.
func parse(flags *flag.FlagSet, args []string, stdout io.Writer) (done bool, err error) {
	rest, err := readFlags(flags, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		_, err := io.WriteString(stdout, helpOn(flags))
		return true, err
	case err != nil:
		return false, badUsage{err}
	case len(rest) > 0 && flags.Name() != "audit" && !merging(flags):
		return false, badUsage{fmt.Errorf("%q: nothing may follow the flags", rest[0])}
	}
	return false, flags.Parse(append([]string{"--"}, rest...)) // for flags.Args
}

// readFlags sets the flags at the beginning of args and returns what follows them. It
// takes them in the forms that package flag takes. That package's own Parse is not used
// because it words its errors for programs with other rules.
func readFlags(flags *flag.FlagSet, args []string) (rest []string, err error) {
	for len(args) > 0 {
		arg := args[0]
		switch {
		case arg == "--":
			return args[1:], nil
		case arg == "-" || !strings.HasPrefix(arg, "-"):
			return args, nil
		}
		args = args[1:]
		name, value, given := strings.Cut(strings.TrimPrefix(arg[1:], "-"), "=")
		f := flags.Lookup(name)
		switch {
		case f == nil && (name == "h" || name == "help"):
			return nil, flag.ErrHelp
		case f == nil:
			return nil, fmt.Errorf("there is no flag -%s: the flags of gogate %s are %s", files.Printable(name), flags.Name(), names(flags))
		case given:
		case isSwitch(f):
			value = "true"
		case len(args) == 0:
			return nil, fmt.Errorf("-%s: a value must follow, as gogate %s -h explains", name, flags.Name())
		default:
			value, args = args[0], args[1:]
		}
		if err := flags.Set(name, value); err != nil {
			if isBool(f) {
				err = errors.New("must be true or false")
			}
			return nil, fmt.Errorf("-%s %q: %w", name, value, err)
		}
	}
	return nil, nil
}

// isSwitch reports whether a flag may stand without a value.
func isSwitch(f *flag.Flag) bool {
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// isBool reports whether a flag is true or false and nothing else.
func isBool(f *flag.Flag) bool {
	g, ok := f.Value.(flag.Getter)
	if !ok {
		return false
	}
	_, ok = g.Get().(bool)
	return ok
}

// names lists the flags.
func names(flags *flag.FlagSet) string {
	var all []string
	flags.VisitAll(func(f *flag.Flag) { all = append(all, "-"+f.Name) })
	return strings.Join(all, ", ")
}

// sizes are the board sizes in words.
var sizes = fmt.Sprintf("a whole number from %d to %d, such as 9 or 9x9", gogate.MinSize, gogate.MaxSize)

// sizeFlag defines the flag -size.
func sizeFlag(flags *flag.FlagSet, size *int) {
	flags.Func("size", fmt.Sprintf("`N` board size, from %d to %d (default 9)", gogate.MinSize, gogate.MaxSize), func(s string) error {
		n, ok := readSize(s)
		if !ok {
			return errors.New("must be " + sizes)
		}
		*size = n
		return nil
	})
}

// readSize reads a board size, "9" or "9x9".
func readSize(s string) (size int, ok bool) {
	columns, rows, square := strings.Cut(s, "x")
	n, ok := form.Number(columns)
	return n, ok && (!square || rows == columns) && gogate.MinSize <= n && n <= gogate.MaxSize
}

// numberFlag defines a flag for a whole number from 1 to most.
func numberFlag(flags *flag.FlagSet, n *int, name string, most int, usage string) {
	flags.Func(name, usage, func(s string) error {
		v, ok := form.Number(s)
		if !ok || v < 1 || v > most {
			return fmt.Errorf("must be a whole number from 1 to %d", most)
		}
		*n = v
		return nil
	})
}

// playoutsFlag defines the flag -playouts.
func playoutsFlag(flags *flag.FlagSet, n *int, usage string) {
	numberFlag(flags, n, "playouts", gogate.MaxPlayouts, usage)
}

// seedFlag defines the flag -seed.
func seedFlag(flags *flag.FlagSet, seed *uint64, usage string) {
	flags.Func("seed", usage, func(s string) error {
		n, ok := form.Seed(s)
		if !ok {
			return fmt.Errorf("must be a whole number from 0 to %d", uint64(math.MaxUint64))
		}
		*seed = n
		return nil
	})
}

// seedsFlag defines the flag -seeds: how many from 0, or a half-open range.
func seedsFlag(flags *flag.FlagSet, first *uint64, count *int, usage string) {
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
		case isRange: // whose end is not a seed of it
			return fmt.Errorf("must be a range of 1 to %d seeds, such as 100:200 for 100 to 199, none above %d", gogate.MaxSeeds, uint64(math.MaxUint64-1))
		}
		return fmt.Errorf("must be a whole number from 1 to %d, or a range of at most that many, such as 100:200", gogate.MaxSeeds)
	})
}

// komiFlag defines the flag -komi.
func komiFlag(flags *flag.FlagSet, komi *float64) {
	flags.Func("komi", "`POINTS` points for White, such as 7.5, 0 or -5 (default 7.5)", func(s string) (err error) {
		*komi, err = form.Komi(s)
		return err
	})
}

// usualLimit is the -timeout of those who set none.
const usualLimit = 10 * time.Minute

// timeoutFlag defines the flag -timeout.
func timeoutFlag(flags *flag.FlagSet, limit *time.Duration, usage string) {
	timeFlag(flags, limit, "timeout", usage, "90s, 10m or 1h30m, or 0 for no limit")
}

// timeFlag defines a flag for a time that is not negative.
func timeFlag(flags *flag.FlagSet, d *time.Duration, name, usage, such string) {
	flags.Func(name, usage, func(s string) error {
		v, err := time.ParseDuration(s)
		if err != nil || strings.ContainsAny(s, "+-") {
			return errors.New("must be a time such as " + such)
		}
		*d = v
		return nil
	})
}

// wordFlag defines a flag for one of some words. The value is the place of the word.
func wordFlag(flags *flag.FlagSet, place *int, name, usage string, words ...string) {
	flags.Func(name, usage, func(s string) error {
		for i, word := range words {
			if s == word {
				*place = i
				return nil
			}
		}
		last := len(words) - 1
		return errors.New("must be " + strings.Join(words[:last], ", ") + " or " + words[last])
	})
}

// ruleFlags defines the flags -ko and -suicide.
func ruleFlags(flags *flag.FlagSet, rules *gogate.Rules) {
	flags.Func("ko", "`RULE` positional, situational or simple ko (default positional)", func(s string) error {
		if rules.Ko.UnmarshalText([]byte(s)) != nil {
			return errors.New("must be positional, situational or simple")
		}
		return nil
	})
	flags.BoolVar(&rules.Suicide, "suicide", false, "allow a move to remove the player's own stones")
}

// sgfFlag defines the flag -sgf for the name of such a thing: a file or a directory.
func sgfFlag(flags *flag.FlagSet, name *string, thing, usage string) {
	flags.Func("sgf", usage, func(s string) error {
		if s == "" {
			return errors.New("must be the name of a " + thing)
		}
		*name = s
		return nil
	})
}
