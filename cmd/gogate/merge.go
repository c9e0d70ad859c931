package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"example.com/gogate"
	"example.com/gogate/internal/files"
	"example.com/gogate/internal/wait"
)

// mergeFlag defines the flag -merge, with which parse allows files after the flags.
func mergeFlag(flags *flag.FlagSet) {
	flags.Bool("merge", false, "merge FILEs that -json wrote for different seeds; play nothing")
}

// merging reports whether there is a flag -merge and it is set.
func merging(flags *flag.FlagSet) bool {
	f := flags.Lookup("merge")
	return f != nil && f.Value.String() == "true"
}

// anAudit is what else -json prints.
const anAudit = "an audit, which cannot be merged"

// A report and a match have fields at the top that only they have.
var (
	reportKind = files.Kind{Name: "a report", Others: map[string]string{
		"rules": "a match, not a report: merge it with gogate match -merge", "checks": anAudit,
	}}
	matchKind = files.Kind{Name: "a match", Others: map[string]string{
		"matches": "a report, not a match: merge it with gogate report -merge",
		"size":    "a report, not a match: merge it with gogate report -merge", "checks": anAudit,
	}}
)

// mergeFiles prints what -json printed into the files after the flags, merged, unless ctx
// ends before. Its errors name files.
func mergeFiles[T fmt.Stringer](ctx context.Context, c *contest, stdout io.Writer, kind files.Kind, merge func(...T) (T, error)) error {
	if err := onlyMerging(c.flags); err != nil {
		return badUsage{err}
	}
	names := c.flags.Args()
	whole, err := wait.For(ctx, func() (whole T, err error) {
		parts := make([]T, len(names))
		for i, name := range names {
			if err := files.ReadJSON(name, kind, &parts[i]); err != nil {
				return whole, fmt.Errorf("%s: %w", files.Printable(name), err)
			}
		}
		return merge(parts...)
	})
	if wrong := (*gogate.MergeError)(nil); errors.As(err, &wrong) {
		var about []string
		for _, i := range wrong.Parts {
			about = append(about, files.Printable(names[i]))
		}
		err = fmt.Errorf("%s: %w", strings.Join(about, " and "), wrong.Err)
	}
	if err != nil {
		return err
	}
	return c.show(stdout, whole)
}

// onlyMerging reports what in the arguments does not go with -merge.
func onlyMerging(flags *flag.FlagSet) (err error) {
	flags.Visit(func(f *flag.Flag) {
		if !slices.Contains([]string{"merge", "json", "quiet"}, f.Name) {
			err = fmt.Errorf("-%s with -merge: only -json and -quiet may stand there, because the files hold the settings", f.Name)
		}
	})
	if err == nil && flags.NArg() == 0 {
		err = errors.New("-merge: at least one file must follow the flags")
	}
	for _, file := range flags.Args() {
		if err == nil && strings.HasPrefix(file, "-") {
			err = fmt.Errorf("%q comes after a file: flags must come before files", file)
		}
	}
	return err
}
