package site

import (
	"cmp"
	"fmt"
	"iter"
	"strings"

	"example.com/gogate"
	"example.com/gogate/internal/tell"
)

// last answers with the view of the position at the end of the game so far.
func (g *game) last(r Request) Answer { return g.view(len(g.steps)-1, r) }

// view returns what there is to show after so many turns, with marks on the moves that
// a check refuses if the request asks for them.
func (g *game) view(turn int, r Request) Answer {
	step := g.steps[turn]
	p := step.position
	taken := tell.Captures(p)
	v := Answer{
		"turn": turn, "size": p.Size(), "stars": stars(p.Size()), "rows": rows(p, p.At),
		"last": "", "move": nil, "label": step.label, "account": step.turn.Account, "comment": step.comment,
		"captured": captured(step), "taken": Answer{"black": taken[gogate.Black], "white": taken[gogate.White]},
		"toPlay": p.ToPlay().String(), "player": "", "over": p.Over(),
		"state": fmt.Sprintf("turn %d: %s to move", p.Turn()+1, g.names.Side(p.ToPlay())),
		"count": []any{}, "owners": []any{}, "marks": []any{},
	}
	if step.before != nil {
		v["last"] = step.turn.Move.String()
		v["move"] = g.moved(step)
	}
	if r["marks"] == "true" {
		v["marks"] = marks(p)
	}
	said := ""
	if g.result != "" && turn == len(g.steps)-1 {
		said = "the record says " + g.result
	}
	switch {
	case p.Over():
		g.end(v, p, said)
	case g.record:
		v["state"] = cmp.Or(said, g.names.Side(p.ToPlay())+" to move")
	default:
		v["player"] = g.names[p.ToPlay()]
	}
	return v
}

// end completes the view of a game that is over. What a record says of its end goes
// beside, since it need not take all stones for alive.
func (g *game) end(v Answer, p *gogate.Position, said string) {
	lines := g.names.End(p)
	v["state"] = lines[len(lines)-1]
	if lines = lines[:len(lines)-1]; said != "" {
		lines = append(lines, said)
	}
	v["count"] = list(lines)
	if p.Last() != gogate.Resign {
		v["owners"] = rows(p, p.Owner)
	}
}

// moved says who made the move of a step, and what was found about it.
func (g *game) moved(step step) Answer {
	c := step.before.ToPlay()
	m := Answer{
		"color": c.String(), "move": step.turn.Move.String(), "player": g.names[c],
		"verdicts": verdicts(step.verdicts), "override": nil,
	}
	for _, d := range step.turn.Decision {
		if d.Overridden() {
			proposal := d.Proposal()
			_, how, _ := strings.Cut(step.comment, "\nplayed: ") // in the words of Decision.String
			how, _, _ = strings.Cut(how, "\n")
			m["override"] = Answer{
				"proposal": proposal.Move.String(), "verdicts": verdicts(proposal.Verdicts),
				"played": d.Move.String(), "how": strings.TrimSuffix(how, ":"), "note": d.Fallback.Note, "interval": step.interval,
			}
		}
	}
	return m
}

// verdicts returns the verdicts on a move.
func verdicts(all []gogate.Verdict) []any {
	list := []any{}
	for _, v := range all {
		list = append(list, Answer{"check": v.Check, "ok": v.OK, "why": v.Reason()})
	}
	return list
}

// marks returns the legal moves in p that a check refuses, each with the first that
// does.
func marks(p *gogate.Position) []any {
	list := []any{}
	for _, m := range p.LegalMoves() {
		for _, v := range gogate.Judge(p, m, checks...) {
			if !v.Allows() {
				list = append(list, Answer{"move": m.String(), "check": v.Check, "why": v.Reason()})
				break
			}
		}
	}
	return list
}

// captured returns the points from which the last move took stones.
func captured(step step) []any {
	list := []any{}
	if step.before == nil {
		return list
	}
	for pt := range points(step.position.Size()) {
		if step.before.At(pt) != gogate.Empty && step.position.At(pt) == gogate.Empty {
			list = append(list, pt.String())
		}
	}
	return list
}

// rows returns the board with X for Black, O for White and . for neither, by what
// color says of each point, the top row first.
func rows(p *gogate.Position, color func(gogate.Point) gogate.Color) []any {
	size := p.Size()
	text := make([]byte, 0, size*size)
	for pt := range points(size) {
		text = append(text, ".XO"[color(pt)])
	}
	list := []any{}
	for y := range size {
		list = append(list, string(text[y*size:(y+1)*size]))
	}
	return list
}

// stars returns the star points.
func stars(size int) []any {
	list := []any{}
	for pt := range points(size) {
		if tell.Star(pt, size) {
			list = append(list, pt.String())
		}
	}
	return list
}

// points yields the points of a board, the top row first.
func points(size int) iter.Seq[gogate.Point] {
	return func(yield func(gogate.Point) bool) {
		for y := size - 1; y >= 0; y-- {
			for x := range size {
				if !yield(gogate.Point{X: x, Y: y}) {
					return
				}
			}
		}
	}
}

// list returns texts as a part of an answer.
func list(texts []string) []any {
	list := []any{}
	for _, t := range texts {
		list = append(list, t)
	}
	return list
}
