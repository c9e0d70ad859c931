package site

import (
	"context"
	"fmt"

	"example.com/gogate"
	"example.com/gogate/internal/tell"
)

// NewRecording plays the game that the report explains, gated against random with the
// report's usual settings, and returns it as the page shows it: a "title", the "views" of
// all its positions, the turn of the first "override", and the "players" of the page, each
// with its "name" and what it does.
func NewRecording(ctx context.Context) (Answer, error) {
	request := Request{
		"size": "9", "komi": fmt.Sprint(gogate.DefaultRules(9).Komi), "ko": gogate.PositionalSuperko.String(), "suicide": "false",
		"guarded": "false", "black": "gated", "white": "random", "playouts": fmt.Sprint(gogate.DefaultPlayouts), "seed": "0",
	}
	g, err := start(request)
	if err != nil {
		return nil, err
	}
	views, override := []any{g.last(request)}, 0
	for !g.position().Over() {
		if err := g.turn(ctx); err != nil {
			return nil, err
		}
		views = append(views, g.last(request))
		for _, d := range g.steps[len(g.steps)-1].turn.Decision {
			if d.Overridden() && override == 0 {
				override = len(g.steps) - 1
			}
		}
	}
	var who []any
	for _, e := range players(0) {
		does := tell.Players[e.Name]
		if e.Name == you {
			does = "a person at this board"
		}
		who = append(who, Answer{"name": e.Name, "does": does})
	}
	return Answer{
		"title": fmt.Sprintf("%s against %s, seed %s, %s", g.names.Side(gogate.Black), g.names.Side(gogate.White), request["seed"], g.position().Rules()),
		"views": views, "override": override, "players": who,
	}, nil
}
