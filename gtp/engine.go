package gtp

import (
	"cmp"
	"context"
	"io"

	"example.com/gogate"
)

// An Engine answers GTP commands on behalf of a gogate.Player: it makes the player a
// program that GUIs, referees and clients of Go servers can use. Set Player; the zero
// Engine has none and cannot serve. No field may change after the first call of Serve.
// Every call of Serve is a session with a board of its own. Several sessions may run at
// once if the player allows that.
//
// # Moves
//
// An engine never refuses genmove where a pass is legal, because a controller may then
// give up the game. If Player is not a *gogate.Gate, the engine puts it behind a gate
// without checks. If the player fails, panics, is silent past its time or names an illegal move,
// MCTS chooses instead: with its usual playouts, or in the time that is left. If that
// fails too, the engine passes. Log tells which moves a gate replaced and what went
// wrong.
//
// All stones count as they stand, also in final_score, so no stone is ever dead. After
// two passes the game is over and genmove answers pass, but the command play resumes it.
// If Rules has Resign, the player may resign; the board then stays as it is.
//
// # Time
//
// Without a clock a move has no deadline. With one, a move gets a share of the time
// left. In byo-yomi the time is divided by the stones of the period that are still to
// be played. In main time it is divided by half the number of empty points, at least
// twenty, and a move's share of the first byo-yomi period is added. The deadline of the
// player's context is half a second before the end of the share, or at half of it if
// that is later. Between two time_left commands the engine counts the time itself.
// reg_genmove spends time but no stone, since it plays none. A new game, which
// clear_board, boardsize or loadsgf begins, starts with what time_settings said.
//
// # Commands
//
// list_commands names the commands. Beside the usual ones there are three that ask the
// gate. gogate-legal names the points where a colour may play, gogate-allowed those of
// them that the gate's checks allow, and gogate-judge gives the verdicts on a move.
// gomill-explain_last_move tells how the gate decided. cputime is the time spent on
// moves, by the clock on the wall; it includes the report of lz-genmove_analyze, but
// not lz-analyze.
//
// lz-analyze takes an interval, minmoves, maxmoves, avoid and allow, as in Leela Zero
// and KataGo. Here avoid and allow hold only for the next move, not for those after it.
// lz-genmove_analyze gives one report with its move. The move waits for the report no
// longer than Grace and not past the time for the move. lz-genmove_analyze refuses avoid
// and allow, since only the gate decides.
//
// printsgf writes the game as a record. After loadsgf it repeats what the loaded record
// says of the players, the date, the rules, the handicap and its moves. It repeats the
// result as long as the game is that of the whole record. A pass after the end is a turn
// for undo, but not a turn of the record.
type Engine struct {
	Player  gogate.Player // is asked for moves
	Name    string        // the answer to name; "gogate" if it is empty
	Version string        // the answer to version

	// Rules are those at the start. The zero value means DefaultRules(19) without a
	// move limit, because controllers do not know of one. boardsize, komi and
	// kata-set-rules change the rules of a session.
	Rules gogate.Rules

	// Analyzer is asked by lz-analyze and lz-genmove_analyze about the moves that the
	// gate allows. If it is nil, Player is asked, provided that it is an Analyzer.
	// Otherwise the engine does not know these commands.
	Analyzer Analyzer

	Log io.Writer // gets a few lines when something goes wrong; nil drops them
}

// Serve reads commands from in and writes their answers to out, and nothing else. It
// ends with quit, at the end of the input, or when ctx ends.
//
// Every command is answered with one Write before the next one is carried out. Only the
// reports of an analysis are written line by line. A last line without a line end is a
// command too.
//
// Serve reads one line ahead. If it finds the end of the input while the player looks
// for a move, the player's context ends as at a deadline, and what the player has found
// by then is the last answer. A script whose last move should get its full time ends
// with quit: Serve then reads quit ahead and does not see the end of the input before
// the move. The price is that a player without a limit of its own, asked without a
// clock, can then keep Serve waiting for ever: only the end of ctx ends it.
//
// Serve returns nil after quit and at the end of the input, and the error of ctx if ctx
// ends. It returns an error if the engine has no player or its rules are not valid. An
// error of out, and one of in other than io.EOF, ends the session, and Serve returns it.
//
// When ctx ends, a Write that nobody reads gets Grace to finish. A Read or a Write that
// still runs after Serve has returned keeps its goroutine until it ends, and so does a
// player that ignores its context.
func (e *Engine) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	s, err := e.session(ctx, out)
	if err != nil {
		return err
	}
	input, end := context.WithCancelCause(ctx)
	defer end(nil)
	go s.read(input, in, end)
	for {
		l, err := s.next(ctx)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		c, ok := l.command()
		if !ok {
			continue
		}
		if err := s.obey(input, c); err != nil {
			return cmp.Or(ctx.Err(), err)
		}
		if c.name == quit {
			return nil
		}
	}
}
