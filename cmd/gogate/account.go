package main

import (
	"fmt"
	"math"

	"example.com/gogate"
)

// account says in words how a turn was played in p. The note is what a player other
// than a gate says that it saw.
func account(p *gogate.Position, m gogate.Move, note string) string {
	text := fmt.Sprintf("turn %d: %v ", p.Turn()+1, p.ToPlay())
	switch m {
	case gogate.Pass:
		text += "passes"
	case gogate.Resign:
		text += "resigns"
	default:
		text += "plays " + m.String()
	}
	if note != "" {
		text += ", " + note
	}
	return text
}

// accountOf is account for a decision of a gate. Of one that overrode a proposal it
// gives all verdicts.
func accountOf(p *gogate.Position, d gogate.Decision) string {
	if d.Overridden {
		return d.String()
	}
	return account(p, d.Move, "as proposed")
}

// state says in words how the game stands: captures, and the turn, with the mark of the
// stones whose turn it is, or the result.
func (s *scene) state(look *style) []string {
	p := s.position
	taken := captures(p)
	lines := []string{fmt.Sprintf("captures: %d by Black, %d by White", taken[gogate.Black], taken[gogate.White])}
	switch {
	case s.end != "":
		return append(lines, s.end)
	case p.Over():
		return append(lines, s.result()...)
	}
	c := p.ToPlay()
	return append(lines, fmt.Sprintf("turn %d: %v %s (%s) to move", p.Turn()+1, c, look.stone(c), s.names[c]))
}

// side returns a colour with the name of its player.
func (s *scene) side(c gogate.Color) string { return fmt.Sprintf("%v (%s)", c, s.names[c]) }

// captures returns how many stones each side has taken: those that the other played
// and that are not on the board. Where suicide is legal, its stones count as captures by
// the opponent.
func captures(p *gogate.Position) (taken [3]int) {
	history := p.History()
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

// result says in words how a game ended that is over: the count, and who has won.
func (s *scene) result() []string {
	p := s.position
	if p.Last() == gogate.Resign {
		return []string{fmt.Sprintf("%s wins by resignation: %s", s.side(p.Winner()), p.Result())}
	}
	why := "two passes"
	if p.Last() != gogate.Pass || previous(p).Last() != gogate.Pass {
		why = "the move limit"
	}
	n := p.Score()
	lines := []string{
		fmt.Sprintf("the end after %s, by %s", some(p.Turn(), "turn"), why),
		fmt.Sprintf("Black: %s + %d territory = %d", some(n.BlackStones, "stone"), n.BlackTerritory, n.BlackStones+n.BlackTerritory),
		fmt.Sprintf("White: %s + %d territory + %v komi = %v", some(n.WhiteStones, "stone"), n.WhiteTerritory, n.Komi,
			float64(n.WhiteStones+n.WhiteTerritory)+n.Komi),
	}
	if n.Neutral > 0 {
		lines = append(lines, "neutral: "+some(n.Neutral, "point"))
	}
	if n.Winner() == gogate.Empty {
		return append(lines, "neither side has more: a tie")
	}
	return append(lines, fmt.Sprintf("%s wins by %v: %v", s.side(n.Winner()), math.Abs(n.Margin()), n))
}
