package gtp

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"strings"
	"time"

	"example.com/gogate"
)

// An Analyzer tells what it thinks of moves while it thinks. A gogate.MCTS is one.
//
// Analyze yields, each time that so many playouts are done, what it knows of the
// moves, the best first. It goes on until the loop or ctx ends, and then soon
// returns.
type Analyzer interface {
	Analyze(ctx context.Context, p *gogate.Position, moves []gogate.Move, every int) (iter.Seq[[]gogate.Candidate], error)
}

// batch is how many playouts there are between two looks at the candidates.
const batch = gogate.DefaultPlayouts

// defaultInterval is the time between two reports if none is asked for.
const defaultInterval = time.Second

// analyze reports on the moves of a colour, or of the side to move, in the form of
// Leela Zero's lz-analyze: after the first batch of playouts, and then at every
// interval in hundredths of a second.
func (s *session) analyze(ctx context.Context, args []string) (iter.Seq[string], error) {
	color := s.position().ToPlay()
	if len(args) > 0 {
		if c, err := readColor(args[0]); err == nil {
			color, args = c, args[1:]
		}
	}
	interval, err := readInterval(args)
	if err != nil {
		return nil, err
	}
	reports, err := s.candidates(ctx, color)
	if err != nil {
		return nil, err
	}
	return func(yield func(string) bool) {
		var last time.Time
		for candidates := range reports {
			if len(candidates) == 0 || time.Since(last) < interval {
				continue
			}
			last = time.Now()
			if !yield(info(candidates)) {
				return
			}
		}
	}, nil
}

// readInterval reads the arguments after a colour: hundredths of a second, with
// or without the word interval before them.
func readInterval(args []string) (time.Duration, error) {
	if len(args) == 2 && args[0] == "interval" {
		args = args[1:]
	}
	if len(args) == 0 {
		return defaultInterval, nil
	}
	n, ok := readNumber(args[0])
	if len(args) > 1 || !ok || n < 0 || n > math.MaxInt32 {
		return 0, errSyntax
	}
	return time.Duration(n) * 10 * time.Millisecond, nil
}

// genmoveAnalyze is genmove with one report on the position that it moved in. The
// move is the decision of the gate, which need not agree with the report.
func (s *session) genmoveAnalyze(ctx context.Context, args []string) (string, error) {
	color, err := readColor(args[0])
	if err != nil {
		return "", err
	}
	if _, err := readInterval(args[1:]); err != nil {
		return "", err
	}
	over := s.position().Over()
	m, explained, err := s.choose(ctx, color)
	if err != nil {
		return "", err
	}
	text := "\n"
	if reports, err := s.candidates(ctx, color); err == nil && !over {
		for candidates := range reports {
			text += info(candidates) + "\n" // of none a blank line, which answer drops
			break
		}
	}
	s.decision = explained
	return text + "play " + m.String(), s.playOwn(color, m)
}

// candidates returns what the analyzer thinks of the moves that the gate allows. It
// ends where the analyzer panics.
func (s *session) candidates(ctx context.Context, color gogate.Color) (iter.Seq[[]gogate.Candidate], error) {
	p := asked(s.position(), color)
	moves := s.gate.Allowed(p)
	if len(moves) == 0 {
		return nil, errors.New("no move to analyze")
	}
	reports, err := s.analyzer.Analyze(ctx, p, moves, batch)
	if err != nil {
		return nil, err
	}
	return func(yield func([]gogate.Candidate) bool) {
		defer func() {
			if cause := recover(); cause != nil {
				s.logf("the analyzer panicked: %v", cause)
			}
		}()
		reports(yield)
	}, nil
}

// info returns a line on the candidates. A win rate is in ten-thousandths, for the
// side to move. Leela Zero's prior is left out: it is the opinion of a network.
func info(candidates []gogate.Candidate) string {
	parts := make([]string, len(candidates))
	for i, c := range candidates {
		rate := math.Round(10_000 * c.Wins / float64(c.Playouts))
		parts[i] = fmt.Sprintf("info move %v visits %d winrate %.0f order %d pv %v", c.Move, c.Playouts, rate, i, c.Move)
		for _, m := range c.Line {
			parts[i] += " " + m.String()
		}
	}
	return strings.Join(parts, " ")
}
