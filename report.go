package gogate

import (
	"context"
	"fmt"
)

// A Game is a played game.
type Game struct {
	Final     *Position  // the position at the end; it holds the rules and the history
	Decisions []Decision // those of players that are gates, in order
}

// Moves returns the moves of the game.
func (g Game) Moves() []Move {
	var moves []Move
	for _, p := range g.Final.History()[1:] {
		moves = append(moves, p.Last())
	}
	return moves
}

// PlayGame plays a game from the start to its end.
func PlayGame(ctx context.Context, r Rules, black, white Player) (Game, error) {
	p, err := r.Start()
	if err != nil {
		return Game{}, err
	}
	g := Game{Final: p}
	for !g.Final.Over() {
		if err := ctx.Err(); err != nil {
			return g, err
		}
		player := black
		if g.Final.ToPlay() == White {
			player = white
		}
		var m Move
		if decider, ok := player.(Decider); ok {
			var d Decision
			if d, err = decider.Decide(ctx, g.Final); err == nil {
				g.Decisions = append(g.Decisions, d)
			}
			m = d.Move
		} else {
			m, err = player.Play(ctx, g.Final)
		}
		if err != nil {
			return g, fmt.Errorf("turn %d, %v: %w", g.Final.Turn()+1, g.Final.ToPlay(), err)
		}
		next, err := g.Final.Play(m)
		if err != nil {
			return g, err
		}
		g.Final = next
	}
	return g, nil
}
