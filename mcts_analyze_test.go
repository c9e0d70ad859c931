package gogate_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/gogate"
)

// reports returns so many reports of an analysis.
func reports(t *testing.T, s gogate.MCTS, p *gogate.Position, every, n int) (all [][]gogate.Candidate) {
	t.Helper()
	seq, err := s.Analyze(t.Context(), p, p.LegalMoves(), every)
	if err != nil {
		t.Fatal(err)
	}
	for candidates := range seq {
		if all = append(all, candidates); len(all) == n {
			break
		}
	}
	return all
}

// What an analysis knows after so many playouts is what a search with as many
// decides on, however the playouts were divided into reports.
func TestAnalyzeIsTheSearch(t *testing.T) {
	p := gogate.MustStart(5)
	for _, s := range []gogate.MCTS{{}, {Seed: 3}, {Workers: 3}, {UCT: true}, {NoPriors: true, Seed: 9}, {Workers: 7, Playouts: 1, UntilDeadline: true}} {
		for _, every := range []int{1, 2, 50, 100, 300} {
			last := reports(t, s, p, every, 300/every)
			candidates := last[len(last)-1]
			plain := s
			plain.Playouts, plain.UntilDeadline = 300, false
			choice, err := plain.Choose(t.Context(), p, p.LegalMoves())
			if err != nil {
				t.Fatal(err)
			}
			best := candidates[0]
			note := fmt.Sprintf("won %v of the %d random games it played with %v (300 in all)", best.Wins, best.Playouts, best.Move)
			if best.Move != choice.Move || note != choice.Note {
				t.Errorf("%+v every %d: got %v, %s, want %v, %s", s, every, best.Move, note, choice.Move, choice.Note)
			}
			if again := reports(t, s, p, 300, 1)[0]; !cmp.Equal(again, candidates) {
				t.Errorf("%+v: every %d differs from every 300: %s", s, every, cmp.Diff(again, candidates))
			}
		}
	}
}

// The candidates are moves of the list, the best first, with all the playouts.
func TestAnalyzeCandidates(t *testing.T) {
	p := gogate.MustStart(5)
	for i, candidates := range reports(t, gogate.MCTS{Workers: 2}, p, 150, 4) {
		sum := 0
		for j, c := range candidates {
			sum += c.Playouts
			if c.Playouts < 1 || c.Wins < 0 || c.Wins > float64(c.Playouts) || !slices.Contains(p.LegalMoves(), c.Move) {
				t.Errorf("report %d: got %+v", i, c)
			}
			if j > 0 && (c.Playouts > candidates[j-1].Playouts || c.Playouts == candidates[j-1].Playouts && c.Wins > candidates[j-1].Wins) {
				t.Errorf("report %d: %+v comes after %+v", i, c, candidates[j-1])
			}
			q, err := p.Play(c.Move)
			for _, m := range c.Line {
				if err == nil {
					q, err = q.Play(m)
				}
			}
			if err != nil {
				t.Errorf("report %d: %v %v: %v", i, c.Move, c.Line, err)
			}
		}
		if want := 150 * (i + 1); sum != want {
			t.Errorf("report %d: got %d playouts, want %d", i, sum, want)
		}
	}
	best := reports(t, gogate.MCTS{}, p, 2000, 1)[0][0]
	if len(best.Line) < 2 {
		t.Errorf("got the line %v of %d playouts", best.Line, best.Playouts)
	}
}

// A tie is half a win for either side.
func TestAnalyzeOfTies(t *testing.T) {
	for _, toPlay := range []gogate.Color{gogate.Black, gogate.White} {
		p := fromDiagram(t, gogate.Rules{Size: 4}, toPlay, `
			.XO.
			XXOO
			.XO.
			XXOO`)
		pass := reports(t, gogate.MCTS{}, p, 10, 1)[0][0]
		if pass.Move != gogate.Pass || pass.Playouts != 10 || pass.Wins != 5 {
			t.Errorf("%v to play: got %v won %v of %d, want pass won 5 of 10", toPlay, pass.Move, pass.Wins, pass.Playouts)
		}
	}
}

// A line is what an analysis of the position after the move begins with, and so
// on: the tree there is kept, and is all that there is but for one playout.
func TestAnalyzeLine(t *testing.T) {
	for _, workers := range []int{1, 3} {
		s := gogate.MCTS{Workers: workers, Tree: new(gogate.Tree)}
		p := gogate.MustStart(4)
		line := reports(t, s, p, 5000, 1)[0][0]
		for i, want := range line.Line[:3] {
			var err error
			if p, err = p.Play(line.Move); err != nil {
				t.Fatal(err)
			}
			line = reports(t, s, p, 1, 1)[0][0]
			if line.Move != want {
				t.Errorf("%d workers: got %+v for move %d of the line, want %v", workers, line, i+1, want)
			}
		}
	}
}

// Only what is searched is reported: a single move too, and no eyes but at need.
func TestAnalyzeMoves(t *testing.T) {
	p := gogate.MustStart(5)
	seq, err := gogate.MCTS{}.Analyze(t.Context(), p, []gogate.Move{gogate.Pass, gogate.Pass}, 10)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for candidates := range seq {
		if n++; len(candidates) != 1 || candidates[0].Move != gogate.Pass || candidates[0].Playouts != 10*n {
			t.Errorf("got %+v", candidates)
		}
		if n == 2 {
			break
		}
	}
}

// A Tree goes from analyses to moves and back with all its playouts.
func TestAnalyzeKeepsTheTree(t *testing.T) {
	p := gogate.MustStart(5)
	s := gogate.MCTS{Playouts: 100, Tree: new(gogate.Tree)}
	reports(t, s, p, 100, 3)
	choice, err := s.Choose(t.Context(), p, p.LegalMoves())
	if err != nil || !strings.HasSuffix(choice.Note, " (400 in all, 300 of them kept from earlier searches)") {
		t.Errorf("got %q and %v", choice.Note, err)
	}
	sum := 0
	for _, c := range reports(t, s, p, 50, 1)[0] {
		sum += c.Playouts
	}
	if sum != 450 {
		t.Errorf("got %d playouts, want 450", sum)
	}
}

// An analysis ends with its context, and each loop over it is one of its own.
func TestAnalyzeEnds(t *testing.T) {
	p := gogate.MustStart(5)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	seq, err := gogate.MCTS{}.Analyze(ctx, p, p.LegalMoves(), 20)
	if err != nil {
		t.Fatal(err)
	}
	var first []gogate.Candidate
	for first = range seq {
		break
	}
	n := 0
	for candidates := range seq {
		if n == 0 && !cmp.Equal(candidates, first) {
			t.Errorf("the second loop differs from the first: %s", cmp.Diff(first, candidates))
		}
		if n++; n == 3 {
			cancel()
		}
	}
	if n != 3 {
		t.Errorf("got %d reports, want 3 before the context ended", n)
	}
}

func TestAnalyzeRefuses(t *testing.T) {
	p := gogate.MustStart(5)
	for _, test := range []struct {
		s     gogate.MCTS
		moves []gogate.Move
		every int
		want  string
	}{
		{gogate.MCTS{}, nil, 1, "mcts: no moves to choose from"},
		{gogate.MCTS{}, []gogate.Move{gogate.Resign}, 1, "mcts: resign cannot be chosen: these rules have no resignation"},
		{gogate.MCTS{Workers: -1}, p.LegalMoves(), 1, "mcts: -1 workers: must be from 1 to 1024, or 0 for one"},
		{gogate.MCTS{}, p.LegalMoves(), 0, "mcts: a report every 0 playouts: must be from 1 to 1000000000"},
		{gogate.MCTS{}, p.LegalMoves(), gogate.MaxPlayouts + 1, "mcts: a report every 1000000001 playouts: must be from 1 to 1000000000"},
	} {
		if _, err := test.s.Analyze(t.Context(), p, test.moves, test.every); err == nil || err.Error() != test.want {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
}
