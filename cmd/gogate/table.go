package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"example.com/gogate"
	"example.com/gogate/internal/form"
	"example.com/gogate/internal/tell"
)

// A table is where a game is played: the players, the view and the game so far.
type table struct {
	players  [3]gogate.Player // by colour
	names    tell.Names
	human    *human // one of the players or behind a gate; nil if nobody is
	you      gogate.Color
	view     view
	delay    time.Duration // how long a position is shown at least
	maxSteps int           // turns after which the program stops; 0 for no limit

	game     gogate.Game
	accounts []string                 // of the turns
	forfeit  *gogate.IllegalMoveError // the move that lost the game
	end      string                   // why the game does not go on though it is not over
}

// play plays the game to its end, or until somebody wants to stop.
func (t *table) play(ctx context.Context) error {
	for {
		if err := t.view.show(t.scene()); err != nil {
			return err
		}
		turns := t.game.Final.Turn()
		switch {
		case t.game.Final.Over():
			return nil
		case t.maxSteps > 0 && turns >= t.maxSteps:
			t.end = fmt.Sprintf("stopped after %s: the game is not over", form.Count(turns, "turn"))
			return nil
		}
		switch err := t.turn(ctx); {
		case errors.Is(err, errUndo):
			t.undo()
		case errors.Is(err, errQuit):
			t.end = fmt.Sprintf("quit after %s: the game is not over", form.Count(turns, "turn"))
			return nil
		case err != nil || t.forfeit != nil:
			return err
		}
	}
}

// scene returns what there is to show.
func (t *table) scene() scene {
	return scene{position: t.game.Final, names: t.names, accounts: t.accounts, end: t.end}
}

// turn asks whose turn it is for a move and plays it. An illegal one ends the game.
func (t *table) turn(ctx context.Context) error {
	ctx, leave := context.WithCancelCause(ctx)
	defer leave(nil)
	if t.human != nil {
		t.human.leave = leave
	}
	p := t.game.Final
	toPlay := p.ToPlay()
	shown := time.Now()
	told, err := tell.Ask(ctx, t.players[toPlay], p)
	switch {
	case ctx.Err() != nil: // what a player has found so far is no move that it wants
		return context.Cause(ctx)
	case err != nil:
		return fmt.Errorf("turn %d, %v: %w", p.Turn()+1, toPlay, err)
	}
	next, err := p.Play(told.Move)
	if errors.As(err, &t.forfeit) { // the only error of Play
		t.end = fmt.Sprintf("%v: %v wins by forfeit", err, toPlay.Opponent())
		return nil
	}
	t.game.Final = next
	t.game.Decisions = append(t.game.Decisions, told.Decision...)
	t.accounts = append(t.accounts, told.Account)
	if toPlay != t.you {
		select {
		case <-ctx.Done():
		case <-time.After(t.delay - time.Since(shown)):
		}
	}
	return nil
}

// undo takes back the last two turns, which are the human's and the answer to it.
func (t *table) undo() {
	turn := t.game.Final.Turn() - 2
	t.game.Final = t.game.Final.History()[turn]
	t.accounts = t.accounts[:turn]
	for n := len(t.game.Decisions); n > 0 && t.game.Decisions[n-1].Turn >= turn; n-- {
		t.game.Decisions = t.game.Decisions[:n-1]
	}
}

// outcome returns what a record says of the game. The result of one that was not
// played to its end is empty.
func (t *table) outcome(seed uint64) gogate.Outcome {
	o := gogate.Outcome{
		Seed: seed, Black: t.names[gogate.Black], White: t.names[gogate.White],
		Result: t.game.Final.Result(),
	}
	if t.forfeit != nil {
		o.Forfeit, o.Result = t.forfeit.Error(), t.forfeit.Color.Opponent().String()[:1]+"+F"
	}
	return o
}
