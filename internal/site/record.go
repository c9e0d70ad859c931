package site

import (
	"fmt"
	"strings"

	"example.com/gogate"
	"example.com/gogate/internal/form"
	"example.com/gogate/internal/tell"
	"example.com/gogate/sgf"
)

// load returns the game of a record, its main line, and what the page is told of it:
// who played, how it ended by the record, how many moves it has, the turns that fail a
// check, and its start. An illegal move is the last one, though the board stays as it
// is: after it nothing can be judged.
func load(r Request) (*game, Answer, error) {
	roots, err := sgf.Parse(strings.NewReader(r["sgf"]))
	if err != nil {
		return nil, nil, err
	}
	rules := gogate.Rules{Resign: true}
	if err := readChoices(r, &rules); err != nil {
		return nil, nil, err
	}
	record, err := sgf.NewGame(roots[0], rules)
	switch {
	case err != nil:
		return nil, nil, err
	case len(record.Turns) > maxTurns:
		return nil, nil, fmt.Errorf("the record has %d turns: want at most %d", len(record.Turns), maxTurns)
	}
	g := &game{
		steps:  []step{{position: record.Start, turn: tell.Turn{Account: record.Comment}}},
		names:  tell.Names{gogate.Black: record.Black, gogate.White: record.White},
		record: true,
		result: record.Result,
	}
	setups, moves, unjudged, ends := 0, 0, 0, ""
	for _, t := range record.Turns {
		if len(t.Setup) > 0 {
			setups++
		}
		switch {
		case ends != "" && t.Move != 0:
			unjudged++
		case ends == "":
			if err := g.follow(t, setups); err != nil {
				ends = fmt.Sprintf("the record cannot be played further: %v", err)
			}
		}
		if t.Move != 0 {
			moves++
		}
	}
	start := record.Start.Rules()
	about := fmt.Sprintf("%d×%[1]d, komi %v", start.Size, start.Komi)
	if record.Handicap > 0 {
		about += fmt.Sprintf(", handicap %d", record.Handicap)
	}
	if len(roots) > 1 {
		about += fmt.Sprintf(", the first of %d games", len(roots))
	}
	return g, Answer{
		"about": about, "names": Answer{"black": record.Black, "white": record.White}, "result": record.Result,
		"turns": len(g.steps) - 1, "moves": moves, "failed": g.failed(), "unjudged": unjudged, "ends": ends,
		"view": g.view(0, r),
	}, nil
}

// follow adds a turn of a record after so many set-ups in mid-game, itself included. It
// returns why it cannot be played, if it cannot.
func (g *game) follow(t sgf.Turn, setups int) error {
	if t.Move == 0 {
		next, err := t.Play(g.position())
		if err != nil {
			return err
		}
		followed := step{position: next, turn: tell.Turn{Account: t.Comment}}
		if len(t.Setup) > 0 {
			followed.label = fmt.Sprintf("set-up %d", setups)
			followed.turn.Account = strings.TrimSpace(followed.label + ": " + form.Count(len(t.Setup), "point") + "\n" + t.Comment)
		}
		g.steps = append(g.steps, followed)
		return nil
	}
	p := tell.Before(g.position(), t)
	next, err := p.Play(t.Move)
	if err != nil {
		next = p
	}
	label := tell.Label(p.Turn()+1, setups)
	account := strings.TrimSpace(label + ": " + tell.Act(t.Color, t.Move) + "\n" + t.Comment)
	g.steps = append(g.steps, step{
		position: next, before: p, label: label,
		turn: tell.Turn{Move: t.Move, Account: account}, verdicts: gogate.Judge(p, t.Move, checks...),
	})
	return err
}

// failed returns the turns that fail a check, with the names of the checks.
func (g *game) failed() []any {
	turns := []any{}
	for i, step := range g.steps {
		names := []any{}
		for _, v := range step.verdicts {
			if !v.Allows() {
				names = append(names, v.Check)
			}
		}
		if len(names) > 0 {
			turns = append(turns, Answer{
				"turn": i, "label": step.label, "color": step.before.ToPlay().String(), "move": step.turn.Move.String(), "checks": names,
			})
		}
	}
	return turns
}

// save answers with the game as a record, the comments in it.
func (g *game) save() (Answer, error) {
	p := g.position()
	comments := map[int]string{}
	for i, step := range g.steps[1:] {
		comments[i] = step.comment
	}
	o := gogate.Outcome{Seed: g.seed, Black: g.agentName(gogate.Black), White: g.agentName(gogate.White), Result: p.Result()}
	var text strings.Builder
	err := tell.Record(o, p, comments).Write(&text)
	name := fmt.Sprintf("%dx%d-seed%d-%s-%s.sgf", p.Size(), p.Size(), g.seed, g.names[gogate.Black], g.names[gogate.White])
	return Answer{"sgf": text.String(), "name": name}, err
}

// agentName returns the name of a player in a record, which is that of the agent of
// gogate play, so that the game can be played again.
func (g *game) agentName(c gogate.Color) string {
	name := g.names[c]
	if (name == "mcts" || name == "gated") && g.playouts != gogate.DefaultPlayouts {
		name += fmt.Sprintf(" playouts=%d", g.playouts)
	}
	return name
}
