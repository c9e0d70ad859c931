package main

import (
	"context"
	"errors"
	"flag"
	"io"
	"strings"

	"example.com/gogate/internal/audit"
	"example.com/gogate/internal/terminal"
)

// auditGames runs gogate audit. Its error is the context's if that ended, an audit.Failed
// if turns fail a check, and else a badUsage.
func auditGames(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer, onTerminal bool) error {
	a := audit.Audit{Rules: audit.DefaultRules(), Stdin: stdin}
	a.Checks, _ = audit.ReadChecks(audit.DefaultChecks)
	flags := flag.NewFlagSet("audit", flag.ContinueOnError)
	sizeFlag(flags, &a.Rules.Size)
	ruleFlags(flags, &a.Rules)
	flags.Func("checks", "`CHECKS` the checks beside "+audit.Legal+", separated by commas: "+
		strings.Join(audit.CheckNames()[1:], ", ")+"; "+audit.Legal+" alone for no others (default "+audit.DefaultChecks+")", func(s string) (err error) {
		a.Checks, err = audit.ReadChecks(s)
		return err
	})
	flags.BoolVar(&a.Quiet, "quiet", false, "print only refusals and the summary, and show no progress")
	flags.BoolVar(&a.JSON, "json", false, "print one JSON document")
	if done, err := parse(flags, args, stdout); done || err != nil {
		return err
	}
	line := terminal.NewProgress(stderr, onTerminal && !a.Quiet, "files")
	a.Progress, a.Clear = line.Show, line.Clear
	err := a.Run(ctx, flags.Args(), stdout)
	switch {
	case err == nil, ctx.Err() != nil, errors.As(err, new(audit.Failed)):
		return err
	}
	return badUsage{err}
}
