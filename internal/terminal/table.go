package terminal

import (
	"context"
	"errors"
	"fmt"
	"time"

	"example.com/gogate"
	"example.com/gogate/internal/form"
	"example.com/gogate/internal/tell"
)

// A Table is where a game is played: the players and the game so far.
type Table struct {
	Players  [3]gogate.Player // by colour
	Names    tell.Names
	Human    *Human // one of the players or behind a gate; nil if nobody is
	You      gogate.Color
	MaxSteps int // turns after which the program stops; 0 for no limit

	// Game begins with the position from which it is to be played.
	Game gogate.Game

	view     View
	accounts []string                 // of the turns
	forfeit  *gogate.IllegalMoveError // the move that lost the game
	end      string                   // why the game stopped before it was over
}

// Play plays the game in a view, to its end or until somebody wants to stop, and closes
// the view. The last position stays on the screen, also if ctx ends or a player fails.
func (t *Table) Play(ctx context.Context, view View) error {
	t.view = view
	if t.Human != nil {
		t.Human.view = view
	}
	// For a panic in this goroutine, which is not one of a player: Game.Step recovers those.
	// One in a goroutine that a player started ends the program with the screen as it is.
	defer view.restore()
	err := t.play(ctx)
	if err == nil {
		return view.close(t.scene())
	}
	how := "broken off"
	if ctx.Err() != nil {
		how = "interrupted"
	}
	t.stop(how)
	view.close(t.scene()) // if this fails too, err came first
	return err
}

func (t *Table) play(ctx context.Context) error {
	for {
		if err := t.view.show(t.scene()); err != nil {
			return err
		}
		switch {
		case t.Game.Final.Over():
			return nil
		case t.MaxSteps > 0 && t.Game.Final.Turn() >= t.MaxSteps:
			t.stop("stopped")
			return nil
		}
		switch err := t.turn(ctx); {
		case errors.Is(err, errUndo):
			t.undo()
		case errors.Is(err, errQuit):
			t.stop("quit")
			return nil
		case err != nil || t.forfeit != nil:
			return err
		}
	}
}

// stop says how the game ended before it was over.
func (t *Table) stop(how string) {
	t.end = fmt.Sprintf("%s after %s: the game is not over", how, form.Count(t.Game.Final.Turn(), "turn"))
}

// scene returns what there is to show.
func (t *Table) scene() scene {
	return scene{position: t.Game.Final, names: t.Names, accounts: t.accounts, end: t.end}
}

// turn asks whose turn it is for a move and plays it. An illegal one ends the game.
func (t *Table) turn(ctx context.Context) error {
	ctx, leave := context.WithCancelCause(ctx)
	defer leave(nil)
	if t.Human != nil {
		t.Human.leave = leave
	}
	p := t.Game.Final
	toPlay := p.ToPlay()
	shown := time.Now()
	t.view.think(t.thinking(toPlay))
	turn, err := t.Game.Step(ctx, t.Players[toPlay])
	t.view.think("")
	if errors.As(err, &t.forfeit) {
		t.end = fmt.Sprintf("%v: %v wins by forfeit", err, toPlay.Opponent())
		return nil
	}
	if err != nil {
		return err
	}
	t.accounts = append(t.accounts, tell.Told(p, turn))
	if toPlay != t.You {
		t.view.linger(ctx, shown)
	}
	return nil
}

// thinking says who thinks when it is the turn of a colour. It says nothing of a person,
// but the gate around one may have to find another move.
func (t *Table) thinking(c gogate.Color) string {
	switch {
	case c != t.You:
		return t.Names.Side(c) + " is thinking"
	case t.Players[c] != gogate.Player(t.Human):
		return "your gate is thinking"
	}
	return ""
}

// undo takes back the last two turns, which are the human's and the answer to it.
func (t *Table) undo() {
	turn := t.Game.Final.Turn() - 2
	t.Game.Final = t.Game.Final.History()[turn]
	t.accounts = t.accounts[:turn]
	for n := len(t.Game.Decisions); n > 0 && t.Game.Decisions[n-1].Turn >= turn; n-- {
		t.Game.Decisions = t.Game.Decisions[:n-1]
	}
}

// Outcome returns what a record says of the game. The result of one that was not
// played to its end is empty.
func (t *Table) Outcome(seed uint64) gogate.Outcome {
	o := gogate.Outcome{
		Seed: seed, Black: t.Names[gogate.Black], White: t.Names[gogate.White],
		Result: t.Game.Final.Result(),
	}
	if t.forfeit != nil {
		o.Forfeit, o.Result = t.forfeit.Error(), t.forfeit.Color.Opponent().String()[:1]+"+F"
	}
	return o
}
