package gogate

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestMCTSFindsTheMove(t *testing.T) {
	for _, test := range []struct {
		name    string
		toPlay  Color
		diagram string
		want    string
	}{
		{"capture the cutting stones", Black, `
			. . X . .
			. X O X .
			X O . O X
			. X O X .
			. . X . .`, "C3"},
		{"kill in the middle of the eye", Black, `
			. X . X .
			X X X X X
			O O O O O
			O . . . O
			O O O O O`, "C2"},
		{"live in the middle of the eye", White, `
			. X . X .
			X X X X X
			O O O O O
			O . . . O
			O O O O O`, "C2"},
		{"pass when all is settled and won", Black, `
			. X X O .
			X X X O O
			X . X O .
			X X X O O
			. X X O .`, "pass"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := setUpEven(t, test.toPlay, test.diagram)
			for seed := range uint64(5) {
				choice, err := MCTS{Playouts: 2000, Seed: seed}.Choose(t.Context(), p, p.LegalMoves())
				if err != nil || choice.Move.String() != test.want {
					t.Errorf("seed %d: got %v, %v, want %s\n%s", seed, choice, err, test.want, p)
				}
			}
		})
	}
}

func TestMCTSNote(t *testing.T) {
	p := MustStart(5)
	choice, err := MCTS{Playouts: 150}.Choose(t.Context(), p, p.LegalMoves())
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`^won [0-9.]+ of its [0-9]+ tree playouts, 150 in all$`).MatchString(choice.Note) {
		t.Errorf("got note %q", choice.Note)
	}
}

// The counts of the tree add up: each playout goes through one child of the root
// and so on down, and ends somewhere.
func TestMCTSTreeCounts(t *testing.T) {
	p := MustStart(4)
	tree := newTree(p, p.LegalMoves(), seeded(1, p))
	const playouts = 3000
	for range playouts {
		tree.visit()
	}
	if got := tree.nodes[0].visits; got != playouts {
		t.Fatalf("the root has %d visits, want %d", got, playouts)
	}
	expanded := 0
	for i, n := range tree.nodes {
		if n.score < 0 || n.score > 2*n.visits {
			t.Errorf("node %d: score %d of %d visits", i, n.score, n.visits)
		}
		if n.children == 0 {
			continue
		}
		expanded++
		below := int32(0)
		for c := n.first; c < n.first+int32(n.children); c++ {
			below += tree.nodes[c].visits
		}
		// The visits before it was expanded ended at the node itself.
		own := int32(expandAt - 1)
		if i == 0 {
			own = 0
		}
		if n.visits != below+own {
			t.Errorf("node %d: %d visits, its children %d", i, n.visits, below)
		}
	}
	if expanded < 10 {
		t.Errorf("only %d nodes have children", expanded)
	}
}

func TestMCTSChoosesFromTheList(t *testing.T) {
	p := MustStart(9)
	for _, names := range []string{"A1", "A1 J9", "pass B1", "pass"} {
		moves := movesNamed(names)
		choice, err := MCTS{Playouts: 50}.Choose(t.Context(), p, moves)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(moves, choice.Move) {
			t.Errorf("got %v, want one of %v", choice.Move, moves)
		}
	}
}

func TestMCTSErrors(t *testing.T) {
	p := MustStart(9)
	over := goOn(t, p, "pass pass")
	for _, test := range []struct {
		name  string
		s     MCTS
		p     *Position
		moves []Move
		want  string
	}{
		{"no moves", MCTS{}, p, nil, "mcts: no moves to choose from"},
		{"illegal move", MCTS{}, p, []Move{Pass, 0}, "mcts: none is no move to choose: this is no move"},
		{"game over", MCTS{}, over, []Move{Pass}, "mcts: pass is no move to choose: the game is over"},
		{"negative playouts", MCTS{Playouts: -1}, p, []Move{Pass}, "mcts: -1 playouts: want 1 to 1073741823, or 0 for 200"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := test.s.Choose(t.Context(), test.p, test.moves)
			if err == nil || err.Error() != test.want {
				t.Errorf("got error %v, want %s", err, test.want)
			}
		})
	}
	if _, err := (MCTS{}).Play(t.Context(), over); err != ErrOver {
		t.Errorf("Play after the end: got error %v, want %v", err, ErrOver)
	}
}

func TestMCTSStopsWithItsContext(t *testing.T) {
	p := MustStart(19)
	endless := MCTS{Playouts: MaxPlayouts}
	t.Run("ended before", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		choice, err := endless.Choose(ctx, p, p.LegalMoves())
		legal := p.Legal(choice.Move) == nil && choice.Move != Pass
		if err != nil || !legal || !strings.Contains(choice.Note, "no time for a playout") {
			t.Errorf("got %v, %v, want a legal move at random", choice, err)
		}
	})
	t.Run("deadline", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		choice, err := endless.Choose(ctx, p, p.LegalMoves())
		if err != nil || p.Legal(choice.Move) != nil || !strings.Contains(choice.Note, "in all") {
			t.Errorf("got %v, %v, want a legal move with playouts", choice, err)
		}
	})
}

func TestMCTSIsReproducible(t *testing.T) {
	var positions []*Position
	for _, turns := range []int{0, 10, 30, 60} {
		positions = append(positions, played(t, 9, turns))
	}
	play := func(seed uint64) string {
		var all []string
		for _, p := range positions {
			choice, err := MCTS{Playouts: 100, Seed: seed}.Choose(t.Context(), p, p.LegalMoves())
			if err != nil {
				t.Error(err)
			}
			all = append(all, fmt.Sprint(choice))
		}
		return strings.Join(all, "; ")
	}
	want := play(1)
	if other := play(2); other == want {
		t.Errorf("seeds 1 and 2 give the same: %s", want)
	}
	for _, procs := range []int{1, 2, 8} {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
		var searches sync.WaitGroup
		for range 4 {
			searches.Go(func() {
				if got := play(1); got != want {
					t.Errorf("GOMAXPROCS %d: got %s, want %s", procs, got, want)
				}
			})
		}
		searches.Wait()
	}
}

// ln is the logarithm, up to what its doc says.
func TestLn(t *testing.T) {
	for n := int32(1); n > 0 && n < math.MaxInt32/3; n += 1 + n/7 {
		if got, want := ln(n), math.Log(float64(n)); math.Abs(got-want) > 1e-8 {
			t.Errorf("ln(%d): got %v, want %v", n, got, want)
		}
	}
	if ln(1) != 0 {
		t.Errorf("ln(1): got %v, want 0", ln(1))
	}
}
