package gogate

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// Search looks two moves ahead by the full rules: at its most promising moves,
// each against every legal reply. It plays the one whose worst reply leaves it
// best off by an area estimate; among equals a pass, then the more promising. It
// uses no randomness and has no seed.
//
// The estimate is Black's area less White's, in whole points. Komi is left out,
// and comes in only where the note of a choice says who is ahead:
//
//   - A stone counts for its colour; one whose group is in atari for nobody.
//   - An empty point counts for whom the nearest stones count, in steps along
//     the lines; for nobody if they differ or there are none.
//   - Once the game is over, the area of [Position.Score] counts instead; after
//     a resignation the winner has the whole board.
//
// Where no group is in atari and every empty region touches one colour only, the
// estimate is the score.
//
// The most promising moves are the Width ones with the best estimate right after
// the move; among equals those farther from the edge, then those earlier in the
// list. A pass in the list is always looked at beside them, and is the more
// promising among equals.
//
// What Search guarantees is that worst case, for the moves it looked at: no
// reply leaves it worse off, by the estimate, than the note of its choice says.
// It guarantees nothing beyond the reply. The estimate knows no ladder, no life
// and death and no dead stones, and the best move may not be among the Width.
//
// The pass among equals ends games: a stone whose worst case is no better fills
// the player's own territory or hopes for a mistake. Nor does Search pass before
// the captures that it sees, since a pass that the opponent may answer with
// another is worth no more than the score, which takes all stones for alive.
type Search struct {
	Width int // how many moves to look at, beside a pass; 0 means 8
}

const defaultWidth = 8

// Play chooses among all legal moves.
func (s Search) Play(ctx context.Context, p *Position) (Move, error) { return play(ctx, p, s) }

// Choose chooses among moves. If ctx ends before it is done, it returns the best
// of those that it has held against every reply or, if there is none, the most
// promising one, which it finds in any case: that takes a few milliseconds at
// most. The note then says so.
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

// A candidate is a move to look at and what is known of it. Its estimates are
// seen from the side that plays it.
type candidate struct {
	move    Move
	after   *Position
	promise int       // the estimate after the move
	worst   int       // the estimate after the worst reply
	leaf    *Position // the position there: after itself if nothing can be replied
}

// promising returns the moves to look at, the most promising first.
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

// examine finds the worst reply to the candidate, the first among equals. It
// stops at one that leaves less than atLeast, since the candidate is refuted
// then. It reports false if ctx ended before it was done.
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

// nobody is the owner of what both colours lay claim to: the union of their
// bits.
const nobody = Black | White

// estimate returns the area of the given side less that of the other, as the doc
// of Search defines it.
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

// nearest returns how many more points count for Black than for White while the
// game goes on. It walks outward from all stones at once, a step at a time, so
// that a point has its owner before the walk goes on from there.
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
