package audit

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"example.com/gogate/internal/files"
	"example.com/gogate/internal/form"
	"example.com/gogate/internal/wait"
)

// A found is a record in a directory, or a directory that could not be read.
type found struct {
	path string
	err  error
}

// recordsIn returns the records in a directory and those below it, in the order of their
// names. It does not follow symbolic links, which might lead round in a circle.
func recordsIn(dir string) (all []found) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		all = append(all, found{dir, files.Cause(err)})
	}
	for _, e := range entries {
		switch path := filepath.Join(dir, e.Name()); {
		case e.IsDir():
			all = append(all, recordsIn(path)...)
		case e.Type().IsRegular() && isRecord(path):
			all = append(all, found{path: path})
		}
	}
	return all
}

// A row is what the table says of a record, or of all.
type row struct {
	Summary
	unread []string // what could not be read, each with its name and the reason
}

// directory audits the records of a directory and prints a table of them. A record's line
// is printed as soon as the record is judged. What cannot be read is noted and does not
// stop the others.
func (a *auditor) directory(ctx context.Context, dir string) error {
	records, err := wait.For(ctx, func() ([]found, error) { return recordsIn(dir), nil })
	switch {
	case err != nil:
		return err
	case len(records) == 0:
		return fmt.Errorf("%s: no records: the name of a record must end in .sgf", files.Printable(dir))
	}
	if err := a.print(fmt.Sprintf("%s%s: %s\n%s", a.gap(), files.Printable(dir), ruleWords(a.Rules), a.columns())); err != nil {
		return err
	}
	defer a.clear()
	a.progress(0, len(records))
	var total row
	for i, f := range records {
		r, err := a.file(ctx, f)
		if err != nil {
			return err
		}
		total.Games += r.Games
		total.addAll(r.Tally)
		if !a.Quiet || r.Failed > 0 || len(r.unread) > 0 {
			if err := a.print(a.tabled(r, files.Printable(f.path))); err != nil {
				return err
			}
		}
		a.progress(i+1, len(records))
	}
	return a.print(a.tabled(total, "in "+form.Count(len(records), "file")))
}

// file audits a record of a directory. Its error is that of ctx.
func (a *auditor) file(ctx context.Context, f found) (r row, err error) {
	note := func(err error) {
		r.unread = append(r.unread, err.Error())
		a.result.Unread = append(a.result.Unread, err.Error())
	}
	if f.err != nil {
		note(fmt.Errorf("%s: %w", files.Printable(f.path), f.err))
		return r, nil
	}
	for g, err := range a.record(ctx, f.path) {
		if err == nil {
			var t Tally
			t, err = a.game(ctx, g, silent)
			r.count(t)
		}
		if ctx.Err() != nil {
			return r, ctx.Err()
		}
		if err != nil {
			note(err)
		}
	}
	return r, nil
}

// columns returns the head of the table.
func (a *auditor) columns() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%7s %8s %8s %11s", "games", "turns", "failed", "not judged")
	for _, check := range a.Checks {
		fmt.Fprintf(&b, "  %8s", check)
	}
	return b.String() + "  record\n"
}

// tabled returns a line of the table, and below it what could not be read. A record
// without a game that could be read has no line.
func (a *auditor) tabled(r row, name string) string {
	var b strings.Builder
	if r.Games > 0 || len(r.unread) == 0 {
		fmt.Fprintf(&b, "%7d %8d %8d %11d", r.Games, r.turns(), r.Failed, r.Unjudged)
		for _, check := range a.Checks {
			fmt.Fprintf(&b, "  %*d", max(8, len(check)), r.failedBy(check))
		}
		fmt.Fprintf(&b, "  %s\n", name)
	}
	for _, reason := range r.unread {
		fmt.Fprintf(&b, "  not read: %s\n", reason)
	}
	return b.String()
}
