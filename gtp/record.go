package gtp

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"

	"example.com/gogate"
	"example.com/gogate/sgf"
)

// loadsgf makes the position of a game record before a move the one on the board,
// or its last without a number. undo takes back the moves of the record.
func (s *session) loadsgf(_ context.Context, args []string) (string, error) {
	moves := math.MaxInt
	if len(args) == 2 {
		n, ok := readNumber(args[1])
		if !ok || n < 1 {
			return "", errSyntax
		}
		moves = n - 1
	}
	final, err := loadRecord(args[0], moves, s.rules)
	if err != nil {
		return "", fmt.Errorf("cannot load file: %w", err)
	}
	game := final.History()
	// As in a session, the opponent is to move after a turn, whoever moves next.
	for i := len(game) - 1; i > 0; i-- {
		game[i] = game[i].WithToPlay(game[i-1].ToPlay().Opponent())
	}
	s.rules, s.game, s.decision = final.Rules(), game, ""
	return "", nil
}

// loadRecord returns the position of a game record after so many moves, or all of its
// main line, whose first game it is: with the record's size and komi, and otherwise the
// given rules. As with play, two passes do not end the game for good.
func loadRecord(path string, moves int, rules gogate.Rules) (*gogate.Position, error) {
	if info, err := os.Stat(path); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() { // such as a pipe, which may never end
		return nil, errors.New("no regular file")
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	roots, err := sgf.Parse(file)
	if err != nil {
		return nil, err
	}
	game, err := sgf.NewGame(roots[0], rules)
	if err != nil {
		return nil, err
	}
	p := game.Start
	for _, t := range game.Turns {
		if t.Move != 0 {
			if moves == 0 {
				break
			}
			moves--
			if p.Over() {
				p = p.Resume()
			}
		}
		if p, err = t.Play(p); err != nil {
			return nil, &sgf.Error{Offset: t.Offset, Turn: -1, Err: err}
		}
	}
	return p, nil
}

// printsgf answers with the game as a record.
func (s *session) printsgf(context.Context, []string) (string, error) {
	var text strings.Builder
	game := sgf.FromPosition(s.position())
	err := game.Write(&text)
	return text.String(), err
}
