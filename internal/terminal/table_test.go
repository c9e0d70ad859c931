package terminal

import (
	"context"
	"testing"

	"example.com/gogate"
)

// A decision that came as the game was interrupted is of no turn, and saves as none.
func TestTableInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	late := gogate.PlayerFunc(func(context.Context, *gogate.Position) (gogate.Move, error) {
		return gogate.MustParseMove("C3"), nil
	})
	gate := gogate.NewGate(late, gogate.Random{})
	gate.OnDecision = func(gogate.Decision) { cancel() }
	table := &Table{Players: [3]gogate.Player{gogate.Black: gate}, Game: gogate.Game{Final: gogate.MustStart(5)}}
	if err := table.Play(ctx, new(mute)); err != context.Canceled {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
	if g := table.Game; g.Final.Turn() != 0 || len(g.Decisions) != 0 {
		t.Errorf("got %d turns and %d decisions, want none", g.Final.Turn(), len(g.Decisions))
	}
}
