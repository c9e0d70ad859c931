package gogate

import (
	"context"
	"fmt"
	"testing"
	"time"
)

// onBoards runs a benchmark in the middle of games of several sizes.
func onBoards(b *testing.B, run func(b *testing.B, p *Position)) {
	for _, test := range []struct{ size, turns int }{{9, 40}, {13, 80}, {19, 150}, {25, 300}} {
		p := played(b, test.size, test.turns)
		b.Run(fmt.Sprintf("%dx%d", test.size, test.size), func(b *testing.B) {
			b.ReportAllocs()
			run(b, p)
		})
	}
}

// inTurns runs a benchmark early and late in games, to show how its cost grows.
func inTurns(b *testing.B, run func(b *testing.B, p *Position)) {
	for _, test := range []struct{ size, turns int }{
		{9, 40}, {13, 80}, {19, 20}, {19, 150}, {19, 700}, {25, 300},
	} {
		p := played(b, test.size, test.turns)
		b.Run(fmt.Sprintf("%dx%d/turn%d", test.size, test.size, test.turns), func(b *testing.B) {
			b.ReportAllocs()
			run(b, p)
		})
	}
}

func BenchmarkPlay(b *testing.B) {
	inTurns(b, func(b *testing.B, p *Position) {
		moves := p.LegalMoves()
		for i := 0; b.Loop(); i++ {
			if _, err := p.Play(moves[i%len(moves)]); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkAppendLegal(b *testing.B) {
	inTurns(b, func(b *testing.B, p *Position) {
		var moves []Move
		for b.Loop() {
			moves = p.AppendLegal(moves[:0])
		}
	})
}

func BenchmarkLegalMoves(b *testing.B) {
	inTurns(b, func(b *testing.B, p *Position) {
		for b.Loop() {
			p.LegalMoves()
		}
	})
}

// BenchmarkLegal asks about all points of the board, a pass and no move in one go.
func BenchmarkLegal(b *testing.B) {
	onBoards(b, func(b *testing.B, p *Position) {
		moves := []Move{Pass, 0}
		for pt := range p.Points() {
			moves = append(moves, MoveAt(pt))
		}
		for b.Loop() {
			for _, m := range moves {
				_ = p.Legal(m)
			}
		}
	})
}

func BenchmarkScore(b *testing.B) {
	onBoards(b, func(b *testing.B, p *Position) {
		for b.Loop() {
			p.Score()
		}
	})
}

// untilLate runs a benchmark in the middle and late in games, where most of the
// board is alive.
func untilLate(b *testing.B, run func(b *testing.B, p *Position)) {
	onBoards(b, run)
	for _, size := range []int{9, 13, 19, 25} {
		p := late(b, DefaultRules(size), 1)
		b.Run(fmt.Sprintf("%dx%d/late", size, size), func(b *testing.B) {
			b.ReportAllocs()
			run(b, p)
		})
	}
}

// BenchmarkPassAlive asks for one colour.
func BenchmarkPassAlive(b *testing.B) {
	untilLate(b, func(b *testing.B, p *Position) {
		for b.Loop() {
			p.PassAlive(Black)
		}
	})
}

// benchmarkMoves asks about the legal moves one after the other.
func benchmarkMoves(b *testing.B, ask func(p *Position, m Move)) { onBoards(b, oneByOne(ask)) }

func oneByOne(ask func(p *Position, m Move)) func(b *testing.B, p *Position) {
	return func(b *testing.B, p *Position) {
		moves := p.LegalMoves()
		for i := 0; b.Loop(); i++ {
			ask(p, moves[i%len(moves)])
		}
	}
}

// BenchmarkLegalCheck is the check that every gate begins with.
func BenchmarkLegalCheck(b *testing.B) {
	benchmarkMoves(b, func(p *Position, m Move) { legal(p, m) })
}

func BenchmarkNotOwnEye(b *testing.B) {
	benchmarkMoves(b, func(p *Position, m Move) { NotOwnEye(p, m) })
}

func BenchmarkNotSelfAtari(b *testing.B) {
	benchmarkMoves(b, func(p *Position, m Move) { NotSelfAtari(p, m) })
}

func BenchmarkNotInOwnPassAlive(b *testing.B) {
	untilLate(b, oneByOne(func(p *Position, m Move) { NotInOwnPassAlive(p, m) }))
}

func BenchmarkNotInOpponentPassAlive(b *testing.B) {
	untilLate(b, oneByOne(func(p *Position, m Move) { NotInOpponentPassAlive(p, m) }))
}

func BenchmarkAllows(b *testing.B) {
	gate := NewGate(Random{}, Random{}, NotOwnEye, NotSelfAtari)
	benchmarkMoves(b, func(p *Position, m Move) { gate.Allows(p, m) })
}

func BenchmarkAllowed(b *testing.B) {
	gate := NewGate(Random{}, Random{}, NotOwnEye, NotSelfAtari)
	onBoards(b, func(b *testing.B, p *Position) {
		for b.Loop() {
			gate.Allowed(p)
		}
	})
}

// BenchmarkDecide decides about a proposal that passes, under a context that
// cannot end, so that no goroutine is started.
func BenchmarkDecide(b *testing.B) { benchmarkDecide(b, 0) }

// BenchmarkDecideInTime is the same with a ProposeTimeout, for which the proposer
// gets a goroutine of its own.
func BenchmarkDecideInTime(b *testing.B) { benchmarkDecide(b, time.Minute) }

func benchmarkDecide(b *testing.B, timeout time.Duration) {
	onBoards(b, func(b *testing.B, p *Position) {
		good := NewGate(Random{}, Random{}, NotOwnEye, NotSelfAtari).Allowed(p)[0]
		proposer := PlayerFunc(func(context.Context, *Position) (Move, error) { return good, nil })
		gate := NewGate(proposer, Random{}, NotOwnEye, NotSelfAtari)
		gate.ProposeTimeout = timeout
		for b.Loop() {
			if d, err := gate.Decide(context.Background(), p); err != nil || d.Move != good {
				b.Fatal(d, err)
			}
		}
	})
}

// BenchmarkPlayouts plays from the empty board to the end.
func BenchmarkPlayouts(b *testing.B) {
	for _, size := range []int{9, 13, 19, 25} {
		b.Run(fmt.Sprintf("%dx%d", size, size), func(b *testing.B) {
			var root, board playout
			root.load(MustStart(size))
			random := rng(1)
			moves, wins := 0, 0
			b.ReportAllocs()
			for b.Loop() {
				board.copyFrom(&root)
				board.run(&random)
				if board.winner() == Black {
					wins++
				}
				moves += board.turn
			}
			ns := float64(b.Elapsed().Nanoseconds())
			b.ReportMetric(ns/float64(moves), "ns/move")
			b.ReportMetric(float64(moves)/float64(b.N), "moves/playout")
			b.ReportMetric(float64(b.N)/ns*1e9, "playouts/s")
		})
	}
}

// BenchmarkMCTS is one move with DefaultPlayouts.
func BenchmarkMCTS(b *testing.B) {
	onBoards(b, func(b *testing.B, p *Position) {
		for b.Loop() {
			if _, err := (MCTS{Seed: 1}).Play(b.Context(), p); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkMCTS10000 is a first move on 9×9 with 10,000 playouts. Its playouts/s
// stand beside those of BenchmarkPlayouts, which has no tree.
func BenchmarkMCTS10000(b *testing.B) {
	const playouts = 10000
	for _, c := range []struct {
		name string
		s    MCTS
	}{
		{"RAVE", MCTS{Playouts: playouts}},
		{"RAVE/2workers", MCTS{Playouts: playouts, Workers: 2}},
		{"UCT", MCTS{Playouts: playouts, UCT: true}},
	} {
		b.Run(c.name, func(b *testing.B) {
			p := MustStart(9)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := c.s.Play(b.Context(), p); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(playouts*float64(b.N)/b.Elapsed().Seconds(), "playouts/s")
		})
	}
}

func BenchmarkSearch(b *testing.B) {
	onBoards(b, func(b *testing.B, p *Position) {
		for b.Loop() {
			if _, err := (Search{}).Play(b.Context(), p); err != nil {
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
			if _, err := gate.Decide(b.Context(), p); err != nil {
				b.Fatal(err)
			}
		}
	})
}
