package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"example.com/gogate"
	"example.com/gogate/internal/files"
	"example.com/gogate/internal/wait"
)

// mergeFlag defines the flag -merge, with which parse allows files after the flags.
func mergeFlag(flags *flag.FlagSet) {
	flags.Bool("merge", false, "play nothing: merge FILEs that -json printed for other seeds")
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
	return wait.For(ctx, func() (T, error) { return mergeParts(flags.Args(), merge) })
}

// merged prints what the files after the flags hold together.
func merged[T fmt.Stringer](ctx context.Context, c *contest, stdout io.Writer, merge func(...T) (T, error)) error {
	whole, err := mergeFiles(ctx, c.flags, merge)
	if err != nil {
		return err
	}
	return show(stdout, whole, c.asJSON)
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
			err = fmt.Errorf("-%s with -merge: only -json and -quiet may stand there, because the files hold the settings", f.Name)
		}
	})
	if err == nil && flags.NArg() == 0 {
		err = errors.New("-merge: at least one file must follow the flags")
	}
	for _, file := range flags.Args() {
		if err == nil && strings.HasPrefix(file, "-") {
			err = fmt.Errorf("%q after a file: all flags must stand before the files", file)
		}
	}
	return err
}

// readPart reads a file that holds one JSON document of a known form and nothing
// else.
func readPart(file string, part any) error {
	f, err := os.Open(file)
	if err != nil {
		return files.Cause(err)
	}
	defer f.Close()
	in := json.NewDecoder(f)
	in.DisallowUnknownFields()
	switch err := in.Decode(part); {
	case errors.Is(err, io.EOF):
		return errors.New("the file is empty: it must hold what -json prints")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the file ends too early: it must hold all that -json prints")
	case err != nil:
		return fmt.Errorf("%w: it must be a file that -json printed", files.Cause(err))
	}
	if _, err := in.Token(); !errors.Is(err, io.EOF) {
		return errors.New("the file goes on after its end: it must hold what -json prints, once")
	}
	return nil
}
