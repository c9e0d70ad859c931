package session

import (
	"context"
	"fmt"

	"example.com/gogate"
	"example.com/gogate/internal/agents"
)

// A Recording is a game to look at, and what the page says of its players.
type Recording struct {
	Title    string   `json:"title"`
	Views    []*View  `json:"views"`    // of all positions, by turn; without comments, as it is not saved
	Override int      `json:"override"` // the turn of the first one
	Players  []Player `json:"players"`  // of the page
}

// A Player is one that the page offers.
type Player struct {
	Name string `json:"name"`
	Does string `json:"does"`
}

// NewRecording plays the game that the report explains: gated against random, with the
// usual settings of the report.
func NewRecording(ctx context.Context) (Recording, error) {
	const black, white, seed = "gated", "random", "0"
	g, err := start(Request{
		Size: "9", Komi: fmt.Sprint(gogate.DefaultRules(9).Komi), Ko: gogate.PositionalSuperko.String(),
		Black: black, White: white, Playouts: fmt.Sprint(gogate.DefaultPlayouts), Seed: seed,
	})
	if err != nil {
		return Recording{}, err
	}
	r := Recording{
		Title:   fmt.Sprintf("%s against %s, seed %s, %s", g.names.Side(gogate.Black), g.names.Side(gogate.White), seed, g.position().Rules()),
		Views:   []*View{g.last(false)},
		Players: []Player{{you, "a person at this board"}},
	}
	for _, a := range agents.All() {
		r.Players = append(r.Players, Player{a.Name, a.Does})
	}
	for !g.position().Over() {
		if err := g.turn(ctx); err != nil {
			return Recording{}, err
		}
		v := g.last(false)
		v.Comment = ""
		if r.Override == 0 && v.Move.Override != nil {
			r.Override = v.Turn
		}
		r.Views = append(r.Views, v)
	}
	return r, nil
}
