package gtp

import (
	"context"
	"math"
	"strconv"
	"time"

	"example.com/gogate"
)

// A timing is what time_settings says: main time, and then periods in each of which a
// number of stones must be played. The zero value has no clock.
type timing struct {
	first     clock // of both sides, at the start of a game
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

// overhead is kept back from the time for a move, since a gate may wait up to twice Grace
// after its context has ended.
const overhead = 2 * gogate.Grace

// fewest is the smallest number of moves among which main time is shared.
const fewest = 20

// share returns the time for a move when the board has the given number of empty points.
func (t timing) share(c clock, empty int) time.Duration {
	share := c.left / time.Duration(max(c.stones, 1))
	if c.stones == 0 {
		share = c.left / time.Duration(max(empty/2, fewest))
		if t.stones > 0 {
			share += t.period / time.Duration(t.stones)
		}
	}
	return share
}

// spend takes time and stones, at most one, off the clock.
func (t timing) spend(c *clock, took time.Duration, stones int) {
	c.left = max(c.left-took, 0)
	switch {
	case c.stones > stones:
		c.stones -= stones
	case t.stones > 0 && (c.stones > 0 || c.left == 0): // the next period, or the first
		c.left, c.stones = t.period, t.stones
	}
}

// timed returns a context for a move of the given colour, and a function that ends the
// context and takes the time and the stones played off the clock.
func (s *session) timed(ctx context.Context, color gogate.Color) (limited context.Context, stop func(stones int)) {
	began := time.Now()
	var cancel context.CancelFunc
	if share, on := s.share(color); on {
		limited, cancel = context.WithTimeout(ctx, share-min(share/2, overhead))
	} else {
		limited, cancel = context.WithCancel(ctx)
	}
	return limited, func(stones int) {
		cancel()
		took := time.Since(began)
		s.thought += took
		s.timing.spend(&s.clocks[color], took, stones)
	}
}

// share returns the time for a move of the given colour, if it has a clock.
func (s *session) share(color gogate.Color) (share time.Duration, on bool) {
	if !s.clocks[color].on {
		return 0, false
	}
	empty := pointsOf(s.position(), gogate.Empty)
	return s.timing.share(s.clocks[color], len(empty)), true
}

// startClocks sets both clocks to what time_settings says.
func (s *session) startClocks() {
	s.clocks[gogate.Black], s.clocks[gogate.White] = s.timing.first, s.timing.first
}

func (s *session) timeSettings(_ context.Context, args []string) (string, error) {
	main, ok1 := readTime(args[0])
	period, ok2 := readTime(args[1])
	stones, ok3 := readStones(args[2])
	if !ok1 || !ok2 || !ok3 {
		return "", errSyntax
	}
	s.timing = timing{unlimited: stones == 0 && period > 0 || main == 0 && period == 0}
	s.timing.first = clock{on: !s.timing.unlimited, left: main}
	if stones > 0 && period > 0 {
		s.timing.period, s.timing.stones = period, stones
		if main == 0 {
			s.timing.first.left, s.timing.first.stones = period, stones
		}
	}
	s.startClocks()
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

// readTime reads seconds. A negative number means that no time is left.
func readTime(text string) (time.Duration, bool) {
	const most = 1e9 // fits into a Duration
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(v) {
		return 0, false
	}
	return time.Duration(min(max(v, 0), most) * float64(time.Second)), true
}

// readStones reads a number of stones. Some controllers send 5.0 for 5.
func readStones(text string) (int, bool) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || v != math.Trunc(v) || v < 0 || v > math.MaxInt32 {
		return 0, false
	}
	return int(v), true
}
