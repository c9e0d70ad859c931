package agents

import (
	"context"
	"io"
	"sync/atomic"
	"time"

	"example.com/gogate"
)

// A Clock adds up how long the moves of an entrant take, in all its games. Its games may
// be played at the same time. The zero value is ready for use.
type Clock struct{ nanoseconds, moves atomic.Int64 }

// Time returns the entrant with players that the clock times.
func (c *Clock) Time(e gogate.Entrant) gogate.Entrant {
	return gogate.Entrant{Name: e.Name, New: func(seed uint64) gogate.Player {
		t := timed{e.New(seed), c}
		if d, ok := t.Player.(gogate.Decider); ok {
			return timedDecider{t, d}
		}
		return t
	}}
}

// Mean returns the mean time of a move, or 0 before the first one.
func (c *Clock) Mean() time.Duration {
	return time.Duration(c.nanoseconds.Load() / max(c.moves.Load(), 1))
}

func (c *Clock) add(since time.Time) {
	c.nanoseconds.Add(int64(time.Since(since)))
	c.moves.Add(1)
}

// A timed is a player whose moves are timed.
type timed struct {
	gogate.Player
	clock *Clock
}

func (t timed) Play(ctx context.Context, p *gogate.Position) (gogate.Move, error) {
	defer t.clock.add(time.Now())
	return t.Player.Play(ctx, p)
}

// Close ends the player if it has something to end.
func (t timed) Close() error {
	if c, ok := t.Player.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// A timedDecider is a timed player that tells how it came to its move.
type timedDecider struct {
	timed
	decider gogate.Decider
}

func (t timedDecider) Decide(ctx context.Context, p *gogate.Position) (gogate.Decision, error) {
	defer t.clock.add(time.Now())
	return t.decider.Decide(ctx, p)
}
