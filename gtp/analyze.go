package gtp

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"time"

	"example.com/gogate"
)

// An Analyzer reports what it thinks of moves while it thinks. A gogate.MCTS is one.
//
// Analyze yields what it thinks of the given moves, the best first. It does so again and
// again, each time after as many playouts as every says. It goes on until the loop stops
// or ctx ends, and returns soon after that. Its error says why it cannot begin.
//
// An Engine asks for the reports of one command at a time. Sessions that run at once may
// ask at once.
type Analyzer interface {
	Analyze(ctx context.Context, p *gogate.Position, moves []gogate.Move, every int) (iter.Seq[[]gogate.Candidate], error)
}

// batch is the number of playouts between two looks at the candidates.
const batch = gogate.DefaultPlayouts

// analyze reports on the moves of a colour, or of the side to move if none is named, in
// the form of Leela Zero's lz-analyze. The first report comes after the first batch of
// playouts, and the next ones after each interval.
func (s *session) analyze(ctx context.Context, args []string) (iter.Seq[string], error) {
	color := s.position().ToPlay()
	if len(args) > 0 {
		if c, err := readColor(args[0]); err == nil {
			color, args = c, args[1:]
		}
	}
	o, err := readOptions(args)
	if err != nil {
		return nil, err
	}
	moves := slices.DeleteFunc(s.allowedTo(color), func(m gogate.Move) bool { return o.excludes(color, m) })
	reports, err := s.candidates(ctx, color, moves)
	if err != nil {
		return nil, err
	}
	return func(yield func(string) bool) {
		var last time.Time
		for candidates := range reports {
			if len(candidates) == 0 || time.Since(last) < o.interval {
				continue
			}
			last = time.Now()
			if !yield(info(candidates[:min(len(candidates), o.most)])) {
				return
			}
		}
	}, nil
}

// genmoveAnalyze is genmove with one report on the position before the move. The gate
// decides on the move, and need not agree with the report. That is why avoid and allow
// are refused.
func (s *session) genmoveAnalyze(ctx context.Context, args []string) (string, error) {
	color, err := readColor(args[0])
	if err != nil {
		return "", err
	}
	o, err := readOptions(args[1:])
	if err != nil {
		return "", err
	}
	if len(o.avoid)+len(o.allow) > 0 {
		return "", errors.New("avoid and allow do not apply to a move that is played: use them with lz-analyze")
	}
	over := s.position().Over()
	began := time.Now()
	limited, stop := s.timed(ctx, color)
	defer stop(1)
	m, explained, err := s.choose(limited, color)
	if err != nil {
		return "", err
	}
	text := "\n"
	if !over {
		limit := gogate.Grace
		if share, on := s.share(color); on {
			limit = min(limit, share-time.Since(began))
		}
		text += s.report(ctx, color, limit, o.most)
	}
	s.decision = explained
	return text + "play " + m.String(), s.playOwn(color, m)
}

// report returns the analyzer's first report as a line. It returns "" if there is none
// within the limit.
func (s *session) report(ctx context.Context, color gogate.Color, limit time.Duration, most int) string {
	ctx, stop := context.WithTimeout(ctx, limit)
	defer stop()
	reports, err := s.candidates(ctx, color, s.allowedTo(color))
	if err != nil {
		s.logf("no report: %v", err)
		return ""
	}
	for candidates := range reports {
		return info(candidates[:min(len(candidates), most)]) + "\n" // a blank line without candidates, which answer drops
	}
	return ""
}

// allowedTo returns the moves of a colour that the gate allows.
func (s *session) allowedTo(color gogate.Color) []gogate.Move {
	return s.gate.Allowed(asked(s.position(), color))
}

// candidates returns what the analyzer thinks of the given moves. If the analyzer panics,
// there is an error, or the reports end.
func (s *session) candidates(ctx context.Context, color gogate.Color, moves []gogate.Move) (reports iter.Seq[[]gogate.Candidate], err error) {
	if len(moves) == 0 {
		return nil, errors.New("no move to analyze")
	}
	contain := func() {
		if cause := recover(); cause != nil {
			s.logf("the analyzer panicked: %v", cause)
		}
	}
	defer contain()
	err = errors.New("the analyzer panicked") // unless the next call returns
	all, err := s.analyzer.Analyze(ctx, asked(s.position(), color), moves, batch)
	if err != nil {
		return nil, err
	}
	return func(yield func([]gogate.Candidate) bool) {
		defer contain()
		all(yield)
	}, nil
}

// info returns a line about the candidates. A win rate is in ten-thousandths and that of
// the side to move. Leela Zero's prior is left out, since it is the opinion of a network.
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
