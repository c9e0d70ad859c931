package gogate

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// Search looks two moves ahead by the full rules: it tries its best candidates, each
// against every legal reply. It plays the candidate whose worst reply leaves it best off by
// an area estimate. Among equals it plays a pass, then the more promising candidate.
//
// The zero value tries 8 candidates. Search uses no randomness and has no seed.
//
// The estimate is Black's area minus White's, in whole points:
//
//   - A stone counts for its colour. It counts for nobody if its group is in atari.
//   - An empty point counts for the side for which the nearest stones count, in steps
//     along the lines. It counts for nobody if they differ or if there are none.
//   - Once the game is over, the area of [Position.Score] counts instead. After a
//     resignation the winner has the whole board.
//
// The estimate leaves out komi; the note of a choice includes it to say who is ahead. If
// no group is in atari and every empty region touches only one colour, the estimate equals
// the score.
//
// The candidates are the Width moves with the best estimate right after the move. Among
// equals they are those farther from the edge, then those earlier in the list. A pass in
// the list is always one more candidate, and comes first among equals.
//
// Search guarantees the worst case of the move that it plays: no reply leaves it worse
// off, by the estimate, than the note of its choice says. It guarantees nothing after the
// reply. The estimate knows neither ladders nor life and death nor dead stones, and the
// best move may not be among the candidates.
//
// Preferring a pass among equals ends games. A stone whose worst case is no better than
// that of a pass fills the player's own territory or hopes for a mistake. Search still
// makes the captures that it sees before it passes. The opponent may answer a pass with
// another, so a pass is worth no more than the score, and the score counts all stones
// as alive.
type Search struct {
	Width int // how many candidates to try, beside a pass; 0 means 8
}

const defaultWidth = 8

// Play chooses among all legal moves.
func (s Search) Play(ctx context.Context, p *Position) (Move, error) { return play(ctx, p, s) }

// Choose chooses among moves. If ctx ends early, it returns the best of the candidates that
// it has tried against every reply. If there is none yet, it returns the most promising
// one, which it finds in any case, within a few milliseconds. The note then says that it
// stopped early.
func (s Search) Choose(ctx context.Context, p *Position, moves []Move) (Choice, error) {
	if s.Width < 0 {
		return Choice{}, fmt.Errorf("search: width %d: must be 1 or more, or 0 for the usual %d", s.Width, defaultWidth)
	}
	if err := choosable(p, moves); err != nil {
		return Choice{}, fmt.Errorf("search: %w", err)
	}
	candidates := s.promising(p, moves)
	var best *candidate
	for i := range candidates {
		c := &candidates[i]
		atLeast := math.MinInt // the worst case with which c becomes the best
		if best != nil {
			atLeast = best.worst
			if c.move != Pass {
				atLeast++
			}
		}
		examined := c.examine(ctx, atLeast)
		switch {
		case !examined && best == nil:
			return Choice{c.move, "the most promising move; stopped before all its replies were examined"}, nil
		case !examined:
			return Choice{best.move, fmt.Sprintf("%s; stopped after %d of %d moves", best.note(), i, len(candidates))}, nil
		case c.worst >= atLeast:
			best = c
		}
	}
	return Choice{best.move, best.note()}, nil
}

// A candidate is a move to try and what is known about it. Its estimates are seen from the
// side that plays it.
type candidate struct {
	move    Move
	after   *Position
	promise int       // the estimate after the move
	worst   int       // the estimate after the worst reply
	leaf    *Position // the position after that reply; after itself if there is no reply
}

// promising returns the candidates, the most promising one first.
func (s Search) promising(p *Position, moves []Move) []candidate {
	candidates := make([]candidate, len(moves))
	for i, m := range moves {
		after, _ := p.Play(m) // choosable found it legal
		candidates[i] = candidate{move: m, after: after, promise: estimate(after, p.toPlay)}
	}
	height := func(m Move) int {
		pt, ok := m.Point()
		switch {
		case ok:
			return pt.Line(p.size())
		case m == Pass:
			return MaxSize
		}
		return 0
	}
	slices.SortStableFunc(candidates, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.promise, a.promise), cmp.Compare(height(b.move), height(a.move)))
	})
	width := cmp.Or(s.Width, defaultWidth)
	return slices.DeleteFunc(candidates, func(c candidate) bool {
		if c.move != Pass {
			width--
		}
		return c.move != Pass && width < 0
	})
}

// examine finds the worst reply to the candidate, the first among equals. It stops at a
// reply that leaves less than atLeast, which refutes the candidate. It reports false if ctx
// ended before it was done.
func (c *candidate) examine(ctx context.Context, atLeast int) bool {
	replies := c.after.LegalMoves()
	if len(replies) == 0 {
		c.worst, c.leaf = c.promise, c.after
		return true
	}
	c.worst = math.MaxInt
	for _, reply := range replies {
		if ended(ctx) != nil {
			return false
		}
		leaf, _ := c.after.Play(reply) // it is one of the legal moves
		if e := estimate(leaf, c.mover()); e < c.worst {
			c.worst, c.leaf = e, leaf
		}
		if c.worst < atLeast {
			break
		}
	}
	return true
}

func (c *candidate) mover() Color { return c.after.toPlay.Opponent() }

// note says in words what examine found.
func (c *candidate) note() string {
	reply := ""
	if c.leaf != c.after {
		reply = fmt.Sprintf("the worst reply, %v, ", c.leaf.last)
	}
	if c.leaf.Over() {
		return fmt.Sprintf("%sends the game: %s", reply, c.leaf.Result())
	}
	komi := c.leaf.game.rules.Komi
	if c.mover() == Black {
		komi = -komi
	}
	lead := "level"
	switch margin := float64(c.worst) + komi; {
	case margin > 0:
		lead = inPoints(margin) + " ahead"
	case margin < 0:
		lead = inPoints(-margin) + " behind"
	}
	return fmt.Sprintf("%sleaves %v %s by the area estimate", reply, c.mover(), lead)
}

func inPoints(n float64) string {
	if n == 1 {
		return "1 point"
	}
	return strconv.FormatFloat(n, 'f', -1, 64) + " points"
}

// nobody is the owner of a point that both colours claim: the union of their bits.
const nobody = Black | White

// estimate returns the area of the given side minus that of the other, as the doc of
// Search defines it.
func estimate(p *Position, side Color) int {
	if p.resigned == side { // the other side's is never among the replies
		return -p.size() * p.size()
	}
	var black int
	if p.Over() {
		s := p.Score()
		black = s.BlackStones + s.BlackTerritory - s.WhiteStones - s.WhiteTerritory
	} else {
		black = p.nearest()
	}
	if side == White {
		return -black
	}
	return black
}

// nearest returns how many more points count for Black than for White while the game goes
// on. It walks outward from all stones at once, one step at a time, so a point has its
// owner before the walk goes on from there.
func (p *Position) nearest() (area int) {
	var (
		owner [maxCells]Color
		steps [maxCells]uint8
		queue [MaxSize * MaxSize]uint16
	)
	n := 0
	for c := range p.points() {
		g := p.cells[c].group
		if g == 0 {
			continue
		}
		owner[c] = g.color()
		if p.cells[g.head()].libs == 1 {
			owner[c] = nobody
		}
		queue[n] = uint16(c)
		n++
	}
	for i := 0; i < n; i++ {
		c := int(queue[i])
		switch owner[c] {
		case Black:
			area++
		case White:
			area--
		}
		for _, d := range p.around(c) {
			switch {
			case p.cells[d].group != 0:
			case owner[d] == Empty:
				owner[d], steps[d] = owner[c], steps[c]+1
				queue[n] = uint16(d)
				n++
			case steps[d] == steps[c]+1:
				owner[d] |= owner[c]
			}
		}
	}
	return area
}
