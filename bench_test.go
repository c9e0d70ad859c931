package gogate

import (
	"context"
	"fmt"
	"testing"
)

// played returns a position after so many turns of random legal stones, the same
// on every call. It passes only where nothing else is legal, and then not twice.
func played(tb testing.TB, size, turns int) *Position {
	tb.Helper()
	rules := DefaultRules(size)
	rules.MoveLimit = 0
	p, err := rules.Start()
	if err != nil {
		tb.Fatal(err)
	}
	random := rng(size)
	for p.Turn() < turns {
		moves := p.LegalMoves()
		m := Pass
		if len(moves) > 1 {
			m = moves[random.below(len(moves)-1)]
		}
		if p, err = p.Play(m); err != nil {
			tb.Fatal(err)
		}
	}
	return p
}

// onBoards runs a benchmark in the middle of games of several sizes.
func onBoards(b *testing.B, run func(b *testing.B, p *Position)) {
	for _, c := range []struct{ size, turns int }{{9, 40}, {13, 80}, {19, 150}} {
		p := played(b, c.size, c.turns)
		b.Run(fmt.Sprintf("%dx%d", c.size, c.size), func(b *testing.B) {
			b.ReportAllocs()
			run(b, p)
		})
	}
}

// BenchmarkPlay also shows how the cost grows with the length of the game.
func BenchmarkPlay(b *testing.B) {
	for _, c := range []struct{ size, turns int }{
		{9, 40}, {13, 80}, {19, 20}, {19, 150}, {19, 700}, {25, 300},
	} {
		p := played(b, c.size, c.turns)
		moves := p.LegalMoves()
		b.Run(fmt.Sprintf("%dx%d/turn%d", c.size, c.size, c.turns), func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if _, err := p.Play(moves[i%len(moves)]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkLegalMoves(b *testing.B) {
	for _, c := range []struct{ size, turns int }{
		{9, 40}, {13, 80}, {19, 20}, {19, 150}, {19, 700}, {25, 300},
	} {
		p := played(b, c.size, c.turns)
		var moves []Move
		b.Run(fmt.Sprintf("%dx%d/turn%d", c.size, c.size, c.turns), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				moves = p.AppendLegal(moves[:0])
			}
		})
	}
}

func BenchmarkScore(b *testing.B) {
	onBoards(b, func(b *testing.B, p *Position) {
		for b.Loop() {
			p.Score()
		}
	})
}

// BenchmarkMCTS is one move with DefaultPlayouts.
func BenchmarkMCTS(b *testing.B) {
	onBoards(b, func(b *testing.B, p *Position) {
		for b.Loop() {
			if _, err := (MCTS{Seed: 1}).Play(context.Background(), p); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkGatedMove is a move of Gated for which the proposal is refused, so
// that the fallback searches with DefaultPlayouts.
func BenchmarkGatedMove(b *testing.B) {
	illegal := PlayerFunc(func(context.Context, *Position) (Move, error) { return 0, nil })
	onBoards(b, func(b *testing.B, p *Position) {
		gate := NewGate(illegal, MCTS{Seed: 1}, NotOwnEye, NotSelfAtari)
		for b.Loop() {
			if _, err := gate.Decide(context.Background(), p); err != nil {
				b.Fatal(err)
			}
		}
	})
}
