// Package audit judges the moves of games that were played elsewhere: it asks checks
// about every move of both sides, and counts what they say.
package audit

import (
	"context"
	"errors"
	"fmt"
	"io"

	"example.com/gogate"
	"example.com/gogate/internal/files"
	"example.com/gogate/internal/form"
	"example.com/gogate/internal/tell"
	"example.com/gogate/sgf"
)

// An Audit says what is judged and how.
type Audit struct {
	// Rules are those of moves in text, on DefaultSize if Size is 0. A record brings its own
	// size and komi, and an error is reported if Size is set and the record has another one.
	Rules gogate.Rules

	Checks []string // by name, as ReadChecks returns them
	Quiet  bool     // print only refusals, and of a directory only the records with any
	JSON   bool     // print one JSON document
	Stdin  io.Reader

	Progress func(done, all int) // is told of the files of a directory; may be nil
	Clear    func()              // is called before anything is printed; may be nil
}

// DefaultSize is the board size of moves in text.
const DefaultSize = 9

// DefaultRules are those of games from elsewhere: without a move limit, which is an
// addition of package gogate, and with resignation. Their size is 0: see Audit.Rules.
func DefaultRules() gogate.Rules {
	rules := gogate.DefaultRules(DefaultSize)
	rules.Size, rules.MoveLimit, rules.Resign = 0, 0, true
	return rules
}

// A Failed is the error of an audit in which so many turns fail a check.
type Failed int

func (n Failed) Error() string {
	if n == 1 {
		return "1 turn fails a check"
	}
	return fmt.Sprintf("%d turns fail a check", int(n))
}

// Run audits games and prints what the checks say on out: text turn by turn as soon as it
// is known, JSON at the end. An argument names a file of moves, a record or a directory of
// records; - is standard input, which is read without arguments too.
//
// The error is a Failed if everything was read and printed and some turns fail. It is the
// context's if ctx ended.
func (a Audit) Run(ctx context.Context, args []string, out io.Writer) error {
	run := auditor{Audit: a, checks: checksNamed(a.Checks), out: out}
	run.result = Result{Checks: a.Checks, Games: []Game{}, Unread: []string{}}
	err := run.all(ctx, args)
	failed, unread := run.result.Summary.Failed, len(run.result.Unread)
	switch {
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return err
	case unread > 0:
		return fmt.Errorf("%s could not be read", form.Count(unread, "record"))
	case failed > 0:
		return Failed(failed)
	}
	return nil
}

// An auditor is an Audit that runs.
type auditor struct {
	Audit
	checks []gogate.Check // beside Legal
	out    io.Writer
	begun  bool // whether anything was printed
	result Result
}

// all audits what the arguments name, and prints it. A source without a move is an error:
// it must not look like one in which every move is allowed.
func (a *auditor) all(ctx context.Context, args []string) error {
	sources, err := a.open(ctx, args)
	if err != nil {
		return err
	}
	for _, s := range sources {
		before, unread := a.result.Summary.turns(), len(a.result.Unread)
		if err := a.source(ctx, s); err != nil {
			return err
		}
		if a.result.Summary.turns() == before && len(a.result.Unread) == unread {
			return fmt.Errorf("%s: no moves: %s", files.Printable(s.name), s.accepted)
		}
	}
	return a.finish()
}

// source audits one source.
func (a *auditor) source(ctx context.Context, s source) error {
	if s.games == nil {
		return a.directory(ctx, s.name)
	}
	var empty []func(string) error // what prints of games without a move before the current one
	flush := func() (err error) {
		for _, show := range empty {
			err = errors.Join(err, show("no moves\n"))
		}
		empty = nil
		return err
	}
	moves := 0
	for g, err := range s.games {
		if err == nil {
			show := a.printer(g)
			var t Tally
			t, err = a.game(ctx, g, func(text string) error { return errors.Join(flush(), show(text)) })
			if moves += t.turns(); t.turns() == 0 && err == nil && !a.Quiet {
				empty = append(empty, show)
			}
		}
		if err != nil {
			return errors.Join(flush(), err)
		}
	}
	if moves == 0 {
		return nil // all says that of the whole source
	}
	return flush()
}

// game audits one game. It prints with show.
func (a *auditor) game(ctx context.Context, g game, show func(string) error) (Tally, error) {
	result := Game{Name: g.name, Rules: g.start.Rules(), Turns: []Turn{}, Tally: Tally{Counts: []Count{}}}
	err := a.judge(ctx, g, &result, show)
	a.result.Summary.count(result.Tally)
	if a.JSON {
		a.result.Games = append(a.result.Games, result)
	}
	left := result.Tally.Unjudged
	if err == nil && left > 0 {
		err = show(form.Count(left, "more turn") + " not judged: an illegal move came before\n")
	}
	return result.Tally, err
}

// judge asks the checks about the moves of a game and shows what they say. After an
// illegal move it only counts the turns.
func (a *auditor) judge(ctx context.Context, g game, result *Game, show func(string) error) error {
	p, setups := g.start, 0
	for t, err := range g.turns {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return err
		case t.Move == 0 && p != nil: // a set-up, or only a comment
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
		if err := a.keep(newTurn(p, t.Move, setups, verdicts), result, show); err != nil {
			return err
		}
		p, _ = p.Play(t.Move) // nil if it is illegal, as its verdict says
	}
	return nil
}

// keep shows a turn, or adds it to the result if that is to be printed as JSON.
func (a *auditor) keep(t Turn, result *Game, show func(string) error) error {
	if a.Quiet {
		if t.OK {
			return nil
		}
		t.Verdicts = t.refusals()
	}
	if a.JSON {
		result.Turns = append(result.Turns, t)
		return nil
	}
	return show(t.String())
}
