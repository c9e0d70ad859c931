package gtp

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"example.com/gogate"
)

func (s *session) genmove(ctx context.Context, args []string) (string, error) {
	color, err := readColor(args[0])
	if err != nil {
		return "", err
	}
	limited, stop := s.timed(ctx, color)
	defer stop(1)
	m, explained, err := s.choose(limited, color)
	if err != nil {
		return "", err
	}
	s.decision = explained
	return m.String(), s.playOwn(color, m)
}

func (s *session) regGenmove(ctx context.Context, args []string) (string, error) {
	color, err := readColor(args[0])
	if err != nil {
		return "", err
	}
	limited, stop := s.timed(ctx, color)
	defer stop(0) // no stone is played
	m, _, err := s.choose(limited, color)
	return m.String(), err
}

// choose returns the engine's move for a colour and the decision in words. ctx comes from
// timed. The only error is that of a ctx that was cancelled.
func (s *session) choose(ctx context.Context, color gogate.Color) (gogate.Move, string, error) {
	p := s.position().WithToPlay(color)
	if p.Over() {
		return gogate.Pass, "played: pass, since the game is over", nil
	}
	d, err := s.gate.Decide(hurried{ctx}, p)
	if cancelled := (hurried{ctx}).Err(); cancelled == context.Canceled {
		return 0, "", cancelled
	}
	if err != nil { // the checks of the gate refuse a pass
		s.logf("%v\nno move: %v; the engine passes", d, err)
		return gogate.Pass, d.String() + "\nthe engine passes", nil
	}
	if d.Overridden() {
		s.logf("%v", d)
	}
	return d.Move, d.String(), nil
}

// playOwn plays the engine's own move. A pass after the end is a turn that undo takes
// back, and the game stays over. A resignation leaves the board as it is.
func (s *session) playOwn(color gogate.Color, m gogate.Move) error {
	p := s.position().WithToPlay(color)
	switch {
	case m == gogate.Resign:
		return nil
	case p.Over():
		p = p.WithToPlay(color.Opponent())
	default:
		var err error
		if p, err = p.Play(m); err != nil {
			return err
		}
	}
	s.game = append(s.game, p)
	return nil
}

func (s *session) cputime(context.Context, []string) (string, error) {
	return strconv.FormatFloat(s.thought.Seconds(), 'f', 3, 64), nil
}

func (s *session) legal(_ context.Context, args []string) (string, error) {
	color, err := readColor(args[0])
	if err != nil {
		return "", err
	}
	return pointList(asked(s.position(), color).LegalMoves()), nil
}

func (s *session) allowed(_ context.Context, args []string) (string, error) {
	color, err := readColor(args[0])
	if err != nil {
		return "", err
	}
	return pointList(s.gate.Allowed(asked(s.position(), color))), nil
}

// pointList lists the points of moves. It leaves out a pass, since GoGui marks on the
// board what is listed.
func pointList(moves []gogate.Move) string {
	var points []gogate.Point
	for _, m := range moves {
		if pt, ok := m.Point(); ok {
			points = append(points, pt)
		}
	}
	return names(points)
}

func (s *session) judge(_ context.Context, args []string) (string, error) {
	color, m, err := readMove(args)
	if err != nil {
		return "", err
	}
	var list []string
	for _, v := range s.gate.Judge(asked(s.position(), color), m) {
		list = append(list, v.String())
	}
	return strings.Join(list, "\n"), nil
}

func (s *session) explain(context.Context, []string) (string, error) {
	if s.decision == "" {
		return "no move was asked for in this game", nil
	}
	return s.decision, nil
}

// A hurried context passes its deadline when the input ends. A gate then waits for an
// answer, whereas it would not wait after a cancellation.
type hurried struct{ context.Context }

func (c hurried) Err() error {
	err := c.Context.Err()
	if err != nil && errors.Is(context.Cause(c.Context), context.DeadlineExceeded) {
		return context.DeadlineExceeded
	}
	return err
}
