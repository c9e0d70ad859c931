package main

import (
	"fmt"

	"example.com/gogate"
	"example.com/gogate/internal/tell"
)

// state says in words how the game stands: captures, and the turn, with the mark of the
// stones whose turn it is, or the result.
func (s *scene) state(look *style) []string {
	p := s.position
	taken := tell.Captures(p)
	lines := []string{fmt.Sprintf("captures: %d by Black, %d by White", taken[gogate.Black], taken[gogate.White])}
	switch {
	case s.end != "":
		return append(lines, s.end)
	case p.Over():
		return append(lines, s.names.End(p)...)
	}
	c := p.ToPlay()
	return append(lines, fmt.Sprintf("turn %d: %v %s (%s) to move", p.Turn()+1, c, look.stone(c), s.names[c]))
}
