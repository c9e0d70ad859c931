package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"

	"example.com/gogate"
	"example.com/gogate/internal/form"
	"example.com/gogate/internal/tell"
	"example.com/gogate/internal/terminal"
	"example.com/gogate/sgf"
)

// always is the check that gogate.Judge always asks, before all others.
const always = "legal"

// choosable are the checks beside it, in the order in which they are asked.
var choosable = []struct {
	name  string
	check gogate.Check
}{
	{"not_own_eye", gogate.NotOwnEye},
	{"not_self_atari", gogate.NotSelfAtari},
	{"not_in_own_pass_alive", gogate.NotInOwnPassAlive},
	{"not_in_opponent_pass_alive", gogate.NotInOpponentPassAlive},
}

// usualChecks are those that are asked if the user names none. They are about
// blunders; what the two about pass-alive groups refuse is of no use but harmless
// once all else is decided, and common at the end of a game.
const usualChecks = "not_own_eye,not_self_atari"

// audit runs gogate audit. Its error is the context's if that ended, a badUsage if
// something could not be read or the verdicts not written, and otherwise says how many
// turns fail.
func audit(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer, onTerminal bool) error {
	a := auditor{
		text:   stdout,
		rules:  gogate.DefaultRules(9),
		result: audited{Games: []auditedGame{}, Unread: []string{}},
	}
	a.rules.MoveLimit = 0 // an addition of the package, which elsewhere nobody knows
	a.rules.Resign = true // as games end elsewhere
	flags := flag.NewFlagSet("audit", flag.ContinueOnError)
	sizeFlag(flags, &a.rules.Size)
	ruleFlags(flags, &a.rules)
	names, _ := readChecks(usualChecks)
	flags.Func("checks", "the `CHECKS` beside "+always+", separated by commas: "+strings.Join(checkNames(), ", ")+" (default "+usualChecks+")", func(s string) (err error) {
		names, err = readChecks(s)
		return err
	})
	flags.BoolVar(&a.quiet, "quiet", false, "print only refusals and the summary, and show no progress")
	flags.BoolVar(&a.asJSON, "json", false, "print one JSON document")
	if done, err := parse(flags, args, stdout); done || err != nil {
		return err
	}
	flags.Visit(func(f *flag.Flag) { a.sized = a.sized || f.Name == "size" })
	a.ask(names)
	a.line = terminal.NewProgress(stderr, onTerminal && !a.quiet, "files")
	if a.asJSON {
		a.text = io.Discard
	}
	files := flags.Args()
	if len(files) == 0 {
		files = []string{"-"}
	}
	sources := make([]source, len(files))
	for i, file := range files { // their names, before the first line is read
		if file == "-" && slices.Contains(files[:i], file) {
			return badUsage{errors.New("standard input twice: want - once, since nothing is left of it to read again")}
		}
		var err error
		if sources[i], err = a.open(ctx, file, stdin); err != nil {
			return badUsage{err}
		}
	}

	err := a.run(ctx, sources)
	if err == nil {
		err = show(stdout, a.result, a.asJSON)
	}
	failed, unread := a.result.Summary.Failed, len(a.result.Unread)
	switch {
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return badUsage{err}
	case unread > 0:
		return badUsage{fmt.Errorf("%s could not be read", form.Count(unread, "record"))}
	case failed == 1:
		return errors.New("1 turn fails a check")
	case failed > 1:
		return fmt.Errorf("%d turns fail a check", failed)
	}
	return nil
}

// checkNames returns the names of all checks in the order in which they are asked.
func checkNames() []string {
	names := []string{always}
	for _, c := range choosable {
		names = append(names, c.name)
	}
	return names
}

// readChecks reads names of checks, separated by commas and in any order, and
// returns them in the order in which they are asked, legal first whether or not it
// is among them.
func readChecks(s string) ([]string, error) {
	names, given := checkNames(), strings.Split(s, ",")
	for i, name := range given {
		switch {
		case !slices.Contains(names, name):
			return nil, fmt.Errorf("%q is no check: want %s", name, strings.Join(names, ", "))
		case slices.Contains(given[:i], name):
			return nil, fmt.Errorf("%q stands there twice: want each check once", name)
		}
	}
	return slices.DeleteFunc(names, func(name string) bool {
		return name != always && !slices.Contains(given, name)
	}), nil
}

// A source is what an argument names.
type source struct {
	name  string
	games iter.Seq2[game, error] // nil for a directory
	want  string                 // what should be in it
}

// A game is one to audit. It may be read while it is audited, and only once.
type game struct {
	name  string
	start *gogate.Position           // the board before the first turn, and the rules
	turns iter.Seq2[sgf.Turn, error] // an error, which names the game, is the last
}

// open returns the source that an argument names: standard input, a directory, or a
// file, whose extension tells a record from a text.
func (a *auditor) open(ctx context.Context, file string, stdin io.Reader) (source, error) {
	switch {
	case file == "":
		return source{}, errors.New("a file without a name: want one, or - for standard input")
	case file == "-":
		open := func() (io.ReadCloser, error) { return io.NopCloser(stdin), nil }
		return a.openText(ctx, "standard input", open)
	case strings.HasPrefix(file, "-"):
		return source{}, fmt.Errorf("%q after a file: want the flags before the files", file)
	}
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		return source{name: file, want: wantRecord}, nil
	}
	if isRecord(file) {
		return source{file, a.record(ctx, file), wantRecord}, nil
	}
	return a.openText(ctx, file, func() (io.ReadCloser, error) { return os.Open(file) })
}

// openText returns the source of a text, which is a game.
func (a *auditor) openText(ctx context.Context, name string, open func() (io.ReadCloser, error)) (source, error) {
	start, err := a.rules.Start()
	if err != nil {
		return source{}, err
	}
	g := game{name, start, readMoves(ctx, name, open)}
	one := func(yield func(game, error) bool) { yield(g, nil) }
	return source{name, one, wantMoves}, nil
}

// An auditor judges games one after the other.
type auditor struct {
	rules  gogate.Rules // of a game that does not bring its own
	sized  bool         // whether the user asked for their size
	checks []gogate.Check
	quiet  bool
	asJSON bool
	text   io.Writer          // where turns are printed as they are judged, unless asJSON
	begun  bool               // whether anything was
	line   *terminal.Progress // of a directory
	result audited
}

// ask sets the checks that are asked, by their names.
func (a *auditor) ask(names []string) {
	a.result.Checks = names
	for _, c := range choosable {
		if slices.Contains(names, c.name) {
			a.checks = append(a.checks, c.check)
		}
	}
}

// run audits the sources. One without a move is an error: it must not look like one
// in which every move passes.
func (a *auditor) run(ctx context.Context, sources []source) error {
	for _, s := range sources {
		before, unread := a.result.Summary.turns(), len(a.result.Unread)
		if err := a.source(ctx, s); err != nil {
			return err
		}
		if a.result.Summary.turns() == before && len(a.result.Unread) == unread {
			return fmt.Errorf("%s: no moves: want %s", s.name, s.want)
		}
	}
	if a.begun {
		return a.print("\n") // before the summary
	}
	return nil
}

// source audits one source.
func (a *auditor) source(ctx context.Context, s source) error {
	if s.games == nil {
		return a.directory(ctx, s.name)
	}
	for g, err := range s.games {
		if err == nil {
			_, err = a.game(ctx, g, true)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// game audits one game, and prints it if it is told to.
func (a *auditor) game(ctx context.Context, g game, printed bool) (auditTally, error) {
	result := auditedGame{Name: g.name, Rules: g.start.Rules(), Turns: []auditedTurn{}, Tally: auditTally{Counts: []auditCount{}}}
	show := func(string) error { return nil }
	if printed {
		heading := fmt.Sprintf("%s: %d×%d, %s\n", g.name, g.start.Size(), g.start.Size(), ruleWords(result.Rules))
		show = func(text string) error {
			if heading != "" {
				text, heading = a.gap()+heading+text, ""
			}
			return a.print(text)
		}
	}
	err := a.judge(ctx, g, &result, show)
	a.result.Summary.count(result.Tally)
	if a.asJSON {
		a.result.Games = append(a.result.Games, result)
	}
	left := result.Tally.Unjudged
	switch {
	case err != nil:
	case left == 1:
		err = show("1 turn is left, which cannot be judged after an illegal move\n")
	case left > 1:
		err = show(fmt.Sprintf("%d turns are left, which cannot be judged after an illegal move\n", left))
	case result.Tally.turns() == 0 && !a.quiet:
		err = show("no moves\n")
	}
	return result.Tally, err
}

// judge asks the checks about the moves of a game, and shows what is to be printed.
// After an illegal move it only counts.
func (a *auditor) judge(ctx context.Context, g game, result *auditedGame, show func(string) error) error {
	p, setups := g.start, 0
	for t, err := range g.turns {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return err
		case t.Move == 0 && p != nil: // a set-up, or only words
			if p, err = t.Play(p); err != nil {
				return fmt.Errorf("%s: %w", g.name, &sgf.Error{Offset: t.Offset, Turn: -1, Err: err})
			}
			if len(t.Setup) > 0 {
				setups++
			}
			continue
		case t.Move == 0:
			continue
		case p == nil:
			result.Tally.Unjudged++
			continue
		}
		p = tell.Before(p, t)
		verdicts := gogate.Judge(p, t.Move, a.checks...)
		result.Tally.add(verdicts)
		judged := a.turn(p, t.Move, verdicts)
		judged.Setups = setups
		switch {
		case a.quiet && judged.OK:
		case a.asJSON:
			result.Turns = append(result.Turns, judged)
		default:
			if err := show(judged.String()); err != nil {
				return err
			}
		}
		p, _ = p.Play(t.Move) // nil if it is illegal, as its verdict says
	}
	return nil
}

// turn returns what is recorded of a turn.
func (a *auditor) turn(p *gogate.Position, m gogate.Move, verdicts []gogate.Verdict) auditedTurn {
	t := auditedTurn{Turn: p.Turn() + 1, Color: p.ToPlay(), Move: m, OK: true}
	for _, v := range verdicts {
		t.OK = t.OK && v.Allows()
		if !a.quiet || !v.Allows() {
			t.Verdicts = append(t.Verdicts, auditedVerdict{v, v.Reason()})
		}
	}
	return t
}

// gap returns what divides a part of the text from what is before it.
func (a *auditor) gap() string {
	if a.begun {
		return "\n"
	}
	return ""
}

func (a *auditor) print(text string) error {
	a.begun = true
	_, err := io.WriteString(a.text, text)
	return err
}
