package gogate

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

func midgame(size, n int) *Position {
	p := MustStart(size)
	r := rand.New(rand.NewPCG(1, 2))
	for p.Turn() < n {
		ms := p.LegalMoves()
		if len(ms) == 1 {
			p, _ = p.Play(Pass)
			continue
		}
		m := ms[r.IntN(len(ms))]
		if m == Pass {
			continue
		}
		p, _ = p.Play(m)
	}
	return p
}
func BenchmarkPlay(b *testing.B) {
	for _, c := range [][2]int{{9, 20}, {9, 40}, {13, 80}, {19, 20}, {19, 150}, {19, 700}, {25, 300}} {
		b.Run(fmt.Sprintf("%d/%d", c[0], c[1]), func(b *testing.B) {
			p := midgame(c[0], c[1])
			ms := p.LegalMoves()
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				p.Play(ms[i%len(ms)])
				i++
			}
		})
	}
}
func BenchmarkLegal(b *testing.B) {
	for _, c := range [][2]int{{9, 20}, {9, 40}, {13, 80}, {19, 20}, {19, 150}, {19, 700}, {25, 300}} {
		b.Run(fmt.Sprintf("%d/%d", c[0], c[1]), func(b *testing.B) {
			p := midgame(c[0], c[1])
			ms := p.LegalMoves()
			b.ReportAllocs()
			for b.Loop() {
				ms = p.AppendLegal(ms[:0])
			}
		})
	}
}
