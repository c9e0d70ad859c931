package session

import (
	"fmt"
	"strings"

	"example.com/gogate"
	"example.com/gogate/internal/form"
	"example.com/gogate/internal/tell"
	"example.com/gogate/sgf"
)

// A Record is what the page is told of a record that was loaded.
type Record struct {
	About    string    `json:"about"` // the board, the komi and the handicap, in words
	Names    Sides     `json:"names"` // of the players
	Result   string    `json:"result"`
	Turns    int       `json:"turns"` // that can be viewed, set-ups included
	Moves    int       `json:"moves"` // in the whole record
	Failed   []Failure `json:"failed"`
	Unjudged int       `json:"unjudged"` // moves after the illegal one
	Ends     string    `json:"ends"`     // why the record cannot be played further; empty if it can
}

// Sides has a text for each side.
type Sides struct {
	Black string `json:"black"`
	White string `json:"white"`
}

// A Failure is a turn whose move fails checks.
type Failure struct {
	Turn   int      `json:"turn"`
	Label  string   `json:"label"`
	Color  string   `json:"color"`
	Move   string   `json:"move"`
	Checks []string `json:"checks"` // the names of those that it fails
}

// Saved is a game as a record.
type Saved struct {
	Name string `json:"name"` // for its file
	SGF  string `json:"sgf"`
}

// load returns the game of a record, which is its main line, and what the page is told
// of it. An illegal move is the last one of the game, and changes nothing on the board:
// nothing after it can be judged.
func load(r Request) (*game, *Record, error) {
	roots, err := sgf.Parse(strings.NewReader(r.SGF))
	if err != nil {
		return nil, nil, err
	}
	rules := gogate.Rules{Resign: true, Suicide: r.Suicide}
	if err := rules.Ko.UnmarshalText([]byte(r.Ko)); err != nil {
		return nil, nil, err
	}
	record, err := sgf.NewGame(roots[0], rules)
	switch {
	case err != nil:
		return nil, nil, err
	case len(record.Turns) > maxTurns:
		return nil, nil, fmt.Errorf("the record has %d turns: it must have at most %d", len(record.Turns), maxTurns)
	}
	g := &game{
		steps:  []step{{position: record.Start, account: record.Comment}},
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
	return g, &Record{
		About: about(record, len(roots)), Names: Sides{Black: record.Black, White: record.White}, Result: record.Result,
		Turns: len(g.steps) - 1, Moves: moves, Failed: g.failed(), Unjudged: unjudged, Ends: ends,
	}, nil
}

// about says what a record is of, which is the first one of so many in its file.
func about(record *sgf.Game, games int) string {
	rules := record.Start.Rules()
	text := fmt.Sprintf("%d×%[1]d, komi %v", rules.Size, rules.Komi)
	if record.Handicap > 0 {
		text += fmt.Sprintf(", handicap %d", record.Handicap)
	}
	if games > 1 {
		text += fmt.Sprintf(", the first of %d games", games)
	}
	return text
}

// follow adds a turn of a record after so many set-ups in mid-game, itself included. It
// returns why it cannot be played, if it cannot.
func (g *game) follow(t sgf.Turn, setups int) error {
	if t.Move == 0 {
		next, err := t.Play(g.position())
		if err != nil {
			return err
		}
		followed := step{position: next, account: t.Comment}
		if len(t.Setup) > 0 {
			followed.label = fmt.Sprintf("set-up %d", setups)
			followed.account = strings.TrimSpace(followed.label + ": " + form.Count(len(t.Setup), "point") + "\n" + t.Comment)
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
	g.steps = append(g.steps, step{
		position: next, before: p, label: label,
		account: strings.TrimSpace(label + ": " + tell.Act(t.Color, t.Move) + "\n" + t.Comment),
		move:    t.Move, verdicts: judge(p, t.Move),
	})
	return err
}

// failed returns the turns that fail a check.
func (g *game) failed() []Failure {
	list := []Failure{}
	for i, step := range g.steps {
		var names []string
		for _, v := range step.verdicts {
			if !v.Allows() {
				names = append(names, v.Check)
			}
		}
		if names != nil {
			list = append(list, Failure{i, step.label, step.before.ToPlay().String(), step.move.String(), names})
		}
	}
	return list
}

// save returns the game as a record, with the comments in it.
func (g *game) save() (*Saved, error) {
	p := g.position()
	comments := map[int]string{}
	for i, step := range g.steps[1:] {
		comments[i] = step.comment
	}
	o := gogate.Outcome{Seed: g.seed, Black: g.agentName(gogate.Black), White: g.agentName(gogate.White), Result: p.Result()}
	var text strings.Builder
	err := tell.Record(o, p, comments).Write(&text)
	name := fmt.Sprintf("%dx%d-seed%d-%s-%s.sgf", p.Size(), p.Size(), g.seed, g.names[gogate.Black], g.names[gogate.White])
	return &Saved{name, text.String()}, err
}

// agentName returns the name of a player in a record. gogate play knows an agent by that
// name, which plays the same game again.
func (g *game) agentName(c gogate.Color) string {
	name := g.names[c]
	if (name == "mcts" || name == "gated") && g.playouts != gogate.DefaultPlayouts {
		name += fmt.Sprintf(" playouts=%d", g.playouts)
	}
	return name
}
