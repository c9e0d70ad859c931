package gtp

import (
	"cmp"
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
	final, record, err := loadRecord(args[0], moves, s.rules)
	if err != nil {
		return "", fmt.Errorf("cannot load file: %w", err)
	}
	game := final.History()
	// As in a session, the opponent is to move after a turn, whoever moves next.
	for i := len(game) - 1; i > 0; i-- {
		game[i] = game[i].WithToPlay(game[i-1].ToPlay().Opponent())
	}
	s.begin(final.Rules(), game, record)
	return "", nil
}

// readRecord returns the first game of a file: with the record's size and komi, and
// otherwise the given rules.
func readRecord(path string, rules gogate.Rules) (*sgf.Game, error) {
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
	_, err = soundKomi(game.Start.Rules().Komi)
	return game, err
}

// loadRecord returns the position of a game record after so many moves, or all of
// them, and what the record says of the game up to there: its turns are those since
// the last set-up.
func loadRecord(path string, moves int, rules gogate.Rules) (*gogate.Position, sgf.Game, error) {
	game, err := readRecord(path, rules)
	if err != nil {
		return nil, sgf.Game{}, err
	}
	p, record := game.Start, *game
	record.Turns = nil
	for _, t := range game.Turns {
		if t.Move != 0 {
			if moves == 0 {
				record.Result = "" // which is that of a later position
				break
			}
			moves--
			record.Turns = append(record.Turns, t)
		}
		if p, err = t.Play(p); err != nil {
			return nil, sgf.Game{}, &sgf.Error{Offset: t.Offset, Turn: -1, Err: err}
		}
		if len(t.Setup) > 0 {
			record.Turns = nil
		}
		if t.Move == 0 && t.Comment != "" { // about the position, so about what led to it
			said := &record.Comment
			if n := len(record.Turns); n > 0 {
				said = &record.Turns[n-1].Comment
			}
			*said = strings.TrimPrefix(*said+"\n"+t.Comment, "\n")
		}
	}
	return p, record, nil
}

// printsgf answers with the game as a record.
func (s *session) printsgf(context.Context, []string) (string, error) {
	var text strings.Builder
	err := s.recorded().Write(&text)
	return text.String(), err
}

// recorded returns the game as a record, with the words of the one that was loaded
// where they still hold.
func (s *session) recorded() *sgf.Game {
	g, said := sgf.FromPosition(s.position()), s.record
	g.Black, g.White, g.Date, g.Handicap, g.Comment = said.Black, said.White, said.Date, said.Handicap, said.Comment
	g.RuleText = cmp.Or(said.RuleText, g.RuleText)
	same := 0
	for same < min(len(g.Turns), len(said.Turns)) {
		turn, before := &g.Turns[same], said.Turns[same]
		if turn.Color != before.Color || turn.Move != before.Move {
			break // taken back
		}
		turn.Comment = before.Comment
		same++
	}
	if same == len(said.Turns) && same == s.position().Turn() {
		g.Result = cmp.Or(said.Result, g.Result)
	}
	return g
}
