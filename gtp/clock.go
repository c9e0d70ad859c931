package gtp

import (
	"context"
	"math"
	"strconv"
	"time"

	"example.com/gogate"
)

// A timing is what time_settings says: main time, and then periods in which so
// many stones must be played. The zero value has no byo-yomi.
type timing struct {
	period    time.Duration
	stones    int
	unlimited bool
}

// A clock is what a side has left.
type clock struct {
	on     bool
	left   time.Duration
	stones int // to be played in that time; 0 in main time
}

// overhead is kept back from the time for a move: a gate may wait twice Grace
// longer than its context lasts.
const overhead = 2 * gogate.Grace

// fewest is the least number of moves among which main time is shared.
const fewest = 20

// forMove returns the time for a move with so many empty points on the board.
func (t timing) forMove(c clock, empty int) time.Duration {
	share := c.left / time.Duration(max(c.stones, 1))
	if c.stones == 0 {
		share = c.left / time.Duration(max(empty/2, fewest))
		if t.stones > 0 {
			share += t.period / time.Duration(t.stones)
		}
	}
	return share - min(share/2, overhead)
}

// spend takes the time of a move off the clock.
func (t timing) spend(c *clock, took time.Duration) {
	c.left = max(c.left-took, 0)
	switch {
	case c.stones > 1:
		c.stones--
	case t.stones > 0 && (c.stones == 1 || c.left == 0): // the next period, or the first
		c.left, c.stones = t.period, t.stones
	}
}

// timed returns a context for a move of the given colour.
func (s *session) timed(ctx context.Context, color gogate.Color) (context.Context, context.CancelFunc) {
	if !s.clocks[color].on {
		return context.WithCancel(ctx)
	}
	empty := 0
	p := s.position()
	for pt := range points(p.Size()) {
		if p.At(pt) == gogate.Empty {
			empty++
		}
	}
	return context.WithTimeout(ctx, s.timing.forMove(s.clocks[color], empty))
}

func (s *session) timeSettings(_ context.Context, args []string) (string, error) {
	main, ok1 := readTime(args[0])
	period, ok2 := readTime(args[1])
	stones, ok3 := readStones(args[2])
	if !ok1 || !ok2 || !ok3 {
		return "", errSyntax
	}
	s.timing = timing{unlimited: stones == 0 && period > 0 || main == 0 && period == 0}
	first := clock{on: !s.timing.unlimited, left: main}
	if stones > 0 && period > 0 {
		s.timing.period, s.timing.stones = period, stones
		if main == 0 {
			first.left, first.stones = period, stones
		}
	}
	s.clocks[gogate.Black], s.clocks[gogate.White] = first, first
	return "", nil
}

func (s *session) timeLeft(_ context.Context, args []string) (string, error) {
	color, err := readColor(args[0])
	left, ok1 := readTime(args[1])
	stones, ok2 := readStones(args[2])
	if err != nil || !ok1 || !ok2 {
		return "", errSyntax
	}
	if !s.timing.unlimited {
		s.clocks[color] = clock{true, left, stones}
	}
	return "", nil
}

// readTime reads seconds. What is negative is no time left.
func readTime(text string) (time.Duration, bool) {
	const most = 1e9 // which a Duration has room for
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(v) {
		return 0, false
	}
	return time.Duration(min(max(v, 0), most) * float64(time.Second)), true
}

// readStones reads a number of stones, which some controllers send with a point.
func readStones(text string) (int, bool) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || v != math.Trunc(v) || v < 0 || v > math.MaxInt32 {
		return 0, false
	}
	return int(v), true
}
