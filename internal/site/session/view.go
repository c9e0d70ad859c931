package session

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"

	"example.com/gogate"
	"example.com/gogate/internal/tell"
)

// A View is what there is to show of a game after a turn. Its lists are never nil.
type View struct {
	Turn     int      `json:"turn"` // how many turns led here
	Size     int      `json:"size"`
	Stars    []string `json:"stars"` // the star points
	Rows     []string `json:"rows"`  // of the board, the top one first: X for Black, O for White
	Last     string   `json:"last"`  // the move of the turn; empty without one
	Move     *Move    `json:"move"`  // what was found about that move; nil without one
	Label    string   `json:"label"`
	Account  string   `json:"account"`  // of the turn, in words
	Comment  string   `json:"comment"`  // that the record of a game which is played will have
	Captured []string `json:"captured"` // the points from which the turn took stones
	Taken    Taken    `json:"taken"`
	ToPlay   string   `json:"toPlay"` // Black or White
	Player   string   `json:"player"` // who moves next; empty in a record and at the end
	Over     bool     `json:"over"`
	State    string   `json:"state"`  // how the game stands, in words
	Count    []string `json:"count"`  // the score in words, at the end
	Owners   []string `json:"owners"` // the rows with whose each point is, at the end
	Marks    []Mark   `json:"marks"`  // the moves that the checks refuse, if they were asked for
}

// Taken is how many stones each side has captured.
type Taken struct {
	Black int `json:"black"`
	White int `json:"white"`
}

// A Move is who made a move and what was found about it.
type Move struct {
	Color    string    `json:"color"`
	Move     string    `json:"move"`
	Player   string    `json:"player"`
	Verdicts []Verdict `json:"verdicts"`
	Override *Override `json:"override"` // nil for a move that no gate has replaced
}

// A Verdict is what a check found about a move.
type Verdict struct {
	Check string `json:"check"`
	OK    bool   `json:"ok"`
	Why   string `json:"why"`
}

// An Override is a proposal that a gate has replaced.
type Override struct {
	Proposal string    `json:"proposal"`
	Verdicts []Verdict `json:"verdicts"` // on the proposal
	Played   string    `json:"played"`
	How      string    `json:"how"`      // the move played came about, in words
	Note     string    `json:"note"`     // what the fallback saw
	Evidence string    `json:"evidence"` // what independent playouts say of the move played
}

// A Mark is a legal move that a check refuses.
type Mark struct {
	Move  string `json:"move"`
	Check string `json:"check"` // the first that refuses it
	Why   string `json:"why"`
}

// last returns the view of the game so far, with marks if they are wanted.
func (g *game) last(marked bool) *View { return g.view(len(g.steps)-1, marked) }

// view returns the view after so many turns.
func (g *game) view(turn int, marked bool) *View {
	step := g.steps[turn]
	p := step.position
	taken := tell.Captures(p)
	v := &View{
		Turn: turn, Size: p.Size(), Stars: stars(p), Rows: rows(p, p.At),
		Label: step.label, Account: step.account, Comment: step.comment,
		Captured: captured(step), Taken: Taken{Black: taken[gogate.Black], White: taken[gogate.White]},
		ToPlay: p.ToPlay().String(), Over: p.Over(),
		State: fmt.Sprintf("turn %d: %s to move", p.Turn()+1, g.names.Side(p.ToPlay())),
		Count: []string{}, Owners: []string{}, Marks: []Mark{},
	}
	if step.before != nil {
		v.Last = step.move.String()
		v.Move = g.moved(step)
	}
	if marked {
		v.Marks = marks(p)
	}
	said := ""
	if g.result != "" && turn == len(g.steps)-1 {
		said = "the record says " + g.result
	}
	switch {
	case p.Over():
		g.end(v, p, said)
	case g.record:
		v.State = cmp.Or(said, g.names.Side(p.ToPlay())+" to move")
	default:
		v.Player = g.names[p.ToPlay()]
	}
	return v
}

// end completes the view of a game that is over. What a record says of its end stands
// beside the score, since a record need not take all stones for alive.
func (g *game) end(v *View, p *gogate.Position, said string) {
	lines := g.names.End(p)
	last := len(lines) - 1
	v.State = lines[last]
	v.Count = append(v.Count, lines[:last]...)
	if said != "" {
		v.Count = append(v.Count, said)
	}
	if p.Last() != gogate.Resign {
		v.Owners = rows(p, p.Owner)
	}
}

// moved says who made the move of a step, and what was found about it.
func (g *game) moved(step step) *Move {
	c := step.before.ToPlay()
	m := &Move{
		Color: c.String(), Move: step.move.String(), Player: g.names[c],
		Verdicts: verdicts(step.verdicts),
	}
	if d := step.decision; d != nil && d.Overridden() {
		proposal := d.Proposal()
		m.Override = &Override{
			Proposal: proposal.Move.String(), Verdicts: verdicts(proposal.Verdicts),
			Played: d.Move.String(), How: d.Played(), Note: d.Fallback.Note, Evidence: step.evidence,
		}
	}
	return m
}

func verdicts(all []gogate.Verdict) []Verdict {
	list := []Verdict{}
	for _, v := range all {
		list = append(list, Verdict{v.Check, v.OK, v.Reason()})
	}
	return list
}

// marks returns the legal moves in p that a check refuses.
func marks(p *gogate.Position) []Mark {
	list := []Mark{}
	for _, m := range p.LegalMoves() {
		for _, v := range judge(p, m) {
			if !v.Allows() {
				list = append(list, Mark{m.String(), v.Check, v.Reason()})
				break
			}
		}
	}
	return list
}

// captured returns the points from which the move of a step took stones.
func captured(step step) []string {
	list := []string{}
	if step.before == nil {
		return list
	}
	for pt := range step.position.Points() {
		if step.before.At(pt) != gogate.Empty && step.position.At(pt) == gogate.Empty {
			list = append(list, pt.String())
		}
	}
	return list
}

// rows returns the board with X, O or a dot for each point, by what color says of it.
func rows(p *gogate.Position, color func(gogate.Point) gogate.Color) []string {
	size := p.Size()
	grid := make([][]byte, size)
	for y := range grid {
		grid[y] = make([]byte, size)
	}
	for pt := range p.Points() {
		grid[size-1-pt.Y][pt.X] = ".XO"[color(pt)]
	}
	return strings.Split(string(bytes.Join(grid, []byte("\n"))), "\n")
}

func stars(p *gogate.Position) []string {
	list := []string{}
	for pt := range p.Points() {
		if tell.Star(pt, p.Size()) {
			list = append(list, pt.String())
		}
	}
	return list
}
