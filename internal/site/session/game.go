package session

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"example.com/gogate"
	"example.com/gogate/internal/agents"
	"example.com/gogate/internal/form"
	"example.com/gogate/internal/tell"
)

// you is the name of a player who is a person.
const you = "you"

// The most that a page can ask for. Nobody waits for that long, and it needs far less than
// the 4 GB of memory that WebAssembly has.
const (
	maxPlayouts = 100_000
	maxTurns    = 10_000
)

// playerNames returns the names of those who can play either side.
func playerNames() []string {
	names := []string{you}
	for _, a := range agents.All() {
		names = append(names, a.Name)
	}
	return names
}

// judge returns the verdicts that are shown on a move.
func judge(p *gogate.Position, m gogate.Move) []gogate.Verdict {
	return gogate.Judge(p, m, gogate.UsualChecks()...)
}

// A game is one that is played, or a record to walk through.
type game struct {
	steps    []step // the first one without a turn
	names    tell.Names
	players  [3]gogate.Player // by colour; a person is one too, or the proposer of a gate
	move     gogate.Move      // that a person proposes
	seed     uint64
	playouts int    // for a move
	record   bool   // whether the game is a record, to walk through
	result   string // of the game, as the record says
}

// A step is a position of the game and the turn that led to it.
type step struct {
	position *gogate.Position
	before   *gogate.Position // where the move was made; nil without one
	label    string           // of the turn or set-up; empty for neither
	account  string           // of the turn, in words
	move     gogate.Move
	verdicts []gogate.Verdict // on the move
	decision *gogate.Decision // how a gate came to the move; nil for every other player
	evidence string           // what playouts say of an override
	comment  string           // for the record, if the game is saved
}

// start returns a game with the settings of a request, at its start or after the moves
// that the request has.
func start(r Request) (*game, error) {
	rules, err := readRules(r)
	if err != nil {
		return nil, err
	}
	playouts, err := number("playouts", r.Playouts, 1, maxPlayouts)
	if err != nil {
		return nil, err
	}
	seed, ok := form.Seed(r.Seed)
	if !ok {
		return nil, fmt.Errorf("seed %q: must be a whole number from 0 to %d", r.Seed, uint64(math.MaxUint64))
	}
	p, err := rules.Start()
	if err != nil {
		return nil, err
	}
	g := &game{
		steps: []step{{position: p}}, names: tell.Names{gogate.Black: r.Black, gogate.White: r.White},
		seed: seed, playouts: playouts,
	}
	for _, c := range []gogate.Color{gogate.Black, gogate.White} {
		player, ok := agents.New(g.names[c], playouts, seed)
		switch {
		case ok:
			g.players[c] = player
		case !g.human(c):
			return nil, fmt.Errorf("%s %q: must be one of %s", strings.ToLower(c.String()), g.names[c], strings.Join(playerNames(), ", "))
		case r.Guarded:
			g.players[c] = agents.Guard(g.person(), playouts, seed)
		default:
			g.players[c] = g.person()
		}
	}
	return g, g.resume(r)
}

// person returns a person as a player, who plays the move that the request names.
func (g *game) person() gogate.Player {
	return gogate.PlayerFunc(func(context.Context, *gogate.Position) (gogate.Move, error) { return g.move, nil })
}

// human reports whether a person plays a colour.
func (g *game) human(c gogate.Color) bool { return g.names[c] == you }

// position returns the position at the end of the game so far.
func (g *game) position() *gogate.Position { return g.steps[len(g.steps)-1].position }

// resume plays the moves again that were played in another session, by whomever, and
// takes over the comments on them.
func (g *game) resume(r Request) error {
	for i, text := range strings.Fields(r.Moves) {
		m, err := gogate.ParseMove(text)
		if err != nil {
			return err
		}
		p := g.position()
		next, err := p.Play(m)
		if err != nil {
			return err
		}
		made := newStep(p, next, gogate.Turn{Move: m})
		if i+1 < len(r.Comments) {
			made.comment = r.Comments[i+1]
		}
		g.steps = append(g.steps, made)
	}
	return nil
}

// propose makes the move that a person names, or that the gate plays for it.
func (g *game) propose(ctx context.Context, text string) error {
	p := g.position()
	if !p.Over() && !g.human(p.ToPlay()) {
		return fmt.Errorf("it is the turn of %s: wait for its move", g.names.Side(p.ToPlay()))
	}
	m, err := gogate.ParseMove(strings.TrimSpace(text))
	if err != nil {
		return fmt.Errorf("move %q: must be a point from A1 to %v, pass or resign", text, gogate.Point{X: p.Size() - 1, Y: p.Size() - 1})
	}
	if v := gogate.Judge(p, m)[0]; !v.OK { // a slip of the hand, not a proposal, as in the terminal
		return errors.New(v.Reason())
	}
	g.move = m
	return g.turn(ctx)
}

// agent makes the move of the player whose turn it is, unless that is a person.
func (g *game) agent(ctx context.Context) error {
	if p := g.position(); !p.Over() && g.human(p.ToPlay()) {
		return fmt.Errorf("it is your turn: name a move for %v", p.ToPlay())
	}
	return g.turn(ctx)
}

// turn lets the player move whose turn it is.
func (g *game) turn(ctx context.Context) error {
	p := g.position()
	if p.Over() {
		return errors.New("the game is over: start another")
	}
	next := gogate.Game{Final: p}
	t, err := next.Step(ctx, g.players[p.ToPlay()])
	if err != nil {
		return err
	}
	made := newStep(p, next.Final, t)
	if d := t.Decision; d != nil {
		made.comment = d.String()
		if d.Overridden() {
			override, err := gogate.Explain(ctx, p, *d, g.seed)
			if err != nil {
				return err
			}
			made.evidence = strings.ReplaceAll(override.Evidence(), "\n", " ")
		}
	}
	g.steps = append(g.steps, made)
	return nil
}

// newStep returns the step of a turn that led from one position to the next.
func newStep(before, position *gogate.Position, t gogate.Turn) step {
	return step{
		position: position, before: before, label: tell.Label(before.Turn()+1, 0), account: tell.Told(before, t),
		move: t.Move, decision: t.Decision, verdicts: judge(before, t.Move),
	}
}

// undo takes back the last move of a person and what came after it.
func (g *game) undo() error {
	for i := len(g.steps) - 1; i > 0; i-- {
		if g.human(g.steps[i].before.ToPlay()) {
			g.steps = g.steps[:i]
			return nil
		}
	}
	return errors.New("there is no move of yours to take back")
}

// readRules reads the rules of a game. Resignation is legal if a person plays: the
// players of the package never resign.
func readRules(r Request) (gogate.Rules, error) {
	size, err := number("size", r.Size, gogate.MinSize, gogate.MaxSize)
	if err != nil {
		return gogate.Rules{}, err
	}
	rules := gogate.DefaultRules(size)
	rules.Suicide = r.Suicide
	rules.Resign = r.Black == you || r.White == you
	if rules.Komi, err = form.Komi(r.Komi); err != nil {
		return rules, fmt.Errorf("komi %q: %w", r.Komi, err)
	}
	if r.Limit != "" {
		if rules.MoveLimit, err = number("limit", r.Limit, 0, maxTurns); err != nil {
			return rules, err
		}
	}
	return rules, rules.Ko.UnmarshalText([]byte(r.Ko))
}

// number reads a whole number from a field of the form.
func number(name, text string, least, most int) (int, error) {
	n, ok := form.Number(text)
	if !ok || n < least || n > most {
		return 0, fmt.Errorf("%s %q: must be a whole number from %d to %d", name, text, least, most)
	}
	return n, nil
}
