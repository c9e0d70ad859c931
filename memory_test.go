package gogate_test

import (
	"runtime"
	"testing"
	"time"

	"example.com/gogate"
)

// All that a search allocates from its beginning to its end stays under a bound, so that
// it never needs more at a time. The long one fills the tree's usual memory.
func TestSearchMemory(t *testing.T) {
	playouts, bound := 2000, uint64(12e6)
	if gogate.Long {
		playouts, bound = 200_000, 600e6
	}
	p := gogate.MustStart(19)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := (gogate.MCTS{Playouts: playouts}).Play(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	got := after.TotalAlloc - before.TotalAlloc
	t.Logf("%d playouts allocate %d MB", playouts, got/1e6)
	if got > bound {
		t.Errorf("%d playouts allocate %d bytes, want at most %d", playouts, got, bound)
	}
}

// Gates that make many decisions, with retries, a time for each proposal and a
// fallback, leave nothing behind: no memory, no goroutine.
func TestDecisionsLeaveNothing(t *testing.T) {
	decisions := 20_000
	if gogate.Long {
		decisions = 1_000_000
	}
	gate := gogate.NewGate(gogate.Greedy{Seed: 1}, gogate.Random{Seed: 1}, gogate.NotOwnEye, gogate.NotSelfAtari)
	var tally gogate.DecisionTally
	gate.Retries, gate.ProposeTimeout, gate.OnDecision = 1, time.Hour, tally.Add

	play := func(decisions int) {
		for p := gogate.MustStart(5); decisions > 0; decisions-- {
			d, err := gate.Decide(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			if p, err = p.Play(d.Move); err != nil {
				t.Fatal(err)
			}
			if p.Over() {
				p = gogate.MustStart(5)
			}
		}
	}
	left := func() (bytes uint64, goroutines int) {
		var all runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&all)
		return all.HeapAlloc, runtime.NumGoroutine()
	}

	play(1000) // which makes what is made once
	bytes, goroutines := left()
	play(decisions)
	bytesLater, goroutinesLater := left()
	t.Logf("after %d decisions %d bytes more than before\n%v", decisions, int64(bytesLater-bytes), &tally)
	const some, few = 64 << 10, 10 // which the rest of the program may need meanwhile, and the last decision
	if bytesLater > bytes+some || goroutinesLater > goroutines+few {
		t.Errorf("%d bytes and %d goroutines more after %d decisions, want at most %d and %d",
			int64(bytesLater-bytes), goroutinesLater-goroutines, decisions, some, few)
	}
}
