// Package tell says what happens in a game, in the words that the terminal, the browser
// and records share, and finds out what they show of a board beside the stones.
package tell

import (
	"fmt"
	"math"
	"strings"

	"example.com/gogate"
	"example.com/gogate/internal/form"
	"example.com/gogate/sgf"
)

// Told says in words how a turn was played in p, with what the player says that it saw.
// For a gate that overrode a proposal it gives all verdicts.
func Told(p *gogate.Position, t gogate.Turn) string {
	note := t.Note
	switch {
	case t.Decision == nil:
	case t.Decision.Overridden():
		return t.Decision.String()
	default:
		note = "as proposed"
	}
	text := Label(p.Turn()+1, 0) + ": " + Act(p.ToPlay(), t.Move)
	if note != "" {
		text += ", " + note
	}
	return text
}

// Label names a turn of a record after so many set-ups in mid-game, at each of which
// turns are counted anew.
func Label(turn, setups int) string {
	if setups == 0 {
		return fmt.Sprintf("turn %d", turn)
	}
	return fmt.Sprintf("turn %d after set-up %d", turn, setups)
}

// Act says in words what a player does.
func Act(c gogate.Color, m gogate.Move) string {
	switch m {
	case gogate.Pass:
		return c.String() + " passes"
	case gogate.Resign:
		return c.String() + " resigns"
	}
	return fmt.Sprintf("%v plays %v", c, m)
}

// Captures returns how many stones each side has taken: those that the other played
// or that were set up, and that are not on the board. They are counted from the last
// set-up on. Where suicide is legal, its stones count as captures by the opponent.
func Captures(p *gogate.Position) (taken [3]int) {
	history := p.History()
	start := history[0].Score()
	taken[gogate.White], taken[gogate.Black] = start.BlackStones, start.WhiteStones
	for i, before := range history[:p.Turn()] {
		if _, stone := history[i+1].Last().Point(); stone {
			taken[before.ToPlay().Opponent()]++
		}
	}
	count := p.Score()
	taken[gogate.White] -= count.BlackStones
	taken[gogate.Black] -= count.WhiteStones
	return taken
}

// Previous returns the position before the last turn, and p itself at the start.
func Previous(p *gogate.Position) *gogate.Position {
	return p.History()[max(p.Turn()-1, 0)]
}

// Names are those of the players, by colour.
type Names [3]string

// Side returns a colour with the name of its player, if that has one.
func (n Names) Side(c gogate.Color) string {
	if n[c] == "" {
		return c.String()
	}
	return fmt.Sprintf("%v (%s)", c, n[c])
}

// End says in words how a game ended that is over: the count, and who has won.
func (n Names) End(p *gogate.Position) []string {
	if p.Last() == gogate.Resign {
		return []string{fmt.Sprintf("%s wins by resignation: %s", n.Side(p.Winner()), p.Result())}
	}
	why := "two passes"
	if p.Last() != gogate.Pass || Previous(p).Last() != gogate.Pass {
		why = "the move limit"
	}
	s := p.Score()
	lines := append([]string{fmt.Sprintf("the end after %s, by %s", form.Count(p.Turn(), "turn"), why)}, s.Lines()...)
	if s.Winner() == gogate.Empty {
		return append(lines, "neither side has more: a tie")
	}
	return append(lines, fmt.Sprintf("%s wins by %v: %v", n.Side(s.Winner()), math.Abs(s.Margin()), s))
}

// Before returns the position in which a turn of a record makes its move, after p. A
// record may go on after two passes, as players do who disagree about dead stones.
func Before(p *gogate.Position, t sgf.Turn) *gogate.Position {
	if p = p.WithToPlay(t.Color); p.Over() {
		return p.Resume()
	}
	return p
}

// Record returns a game with comments on its turns, and how it was lost if a move was
// illegal: that move has no turn in it.
func Record(o gogate.Outcome, final *gogate.Position, comments map[int]string) *sgf.Game {
	r := sgf.FromPosition(final)
	r.Black, r.White, r.Result = o.Black, o.White, o.Result
	r.Comment = fmt.Sprintf("seed %d", o.Seed)
	if o.Forfeit != "" {
		r.Turns = append(r.Turns, sgf.Turn{Comment: "forfeit: " + o.Forfeit})
	}
	for turn, comment := range comments {
		t := &r.Turns[turn]
		t.Comment = strings.TrimSpace(comment + "\n" + t.Comment)
	}
	return r
}

// Comments returns decisions as comments on their turns.
func Comments(decisions []gogate.Decision) map[int]string {
	comments := map[int]string{}
	for _, d := range decisions {
		comments[d.Turn] = d.String()
	}
	return comments
}
