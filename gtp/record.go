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
	"example.com/gogate/internal/form"
	"example.com/gogate/sgf"
)

// loadsgf puts a position of a game record on the board: the one before the move with the
// given number, or the last one if no number is given. undo takes back the moves of the
// record.
func (s *session) loadsgf(_ context.Context, args []string) (string, error) {
	moves := math.MaxInt
	if len(args) == 2 {
		n, ok := form.Number(args[1])
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

// readRecord returns the first game of a file. The size and the komi are those of the
// record, the other rules are the given ones.
func readRecord(path string, rules gogate.Rules) (*sgf.Game, error) {
	if info, err := os.Stat(path); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() { // a pipe, for example, may never end
		return nil, errors.New("must be a regular file")
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

// loadRecord returns the position of a game record after the given number of moves, or
// after all of them if it has fewer. It also returns what the record says of the game up
// to there, with the turns since the last set-up.
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
				record.Result = "" // it is that of a later position
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
		if t.Move == 0 && t.Comment != "" { // it is about the position, so about the move that led to it
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

// recorded returns the game as a record. It has the words of the record that was loaded,
// as far as they still hold.
func (s *session) recorded() *sgf.Game {
	g, said := sgf.FromPosition(s.position()), s.record
	g.Black, g.White, g.Date, g.Handicap, g.Comment = said.Black, said.White, said.Date, said.Handicap, said.Comment
	g.RuleText = cmp.Or(said.RuleText, g.RuleText)
	same := 0
	for same < min(len(g.Turns), len(said.Turns)) {
		turn, before := &g.Turns[same], said.Turns[same]
		if turn.Color != before.Color || turn.Move != before.Move {
			break // the recorded move was taken back
		}
		turn.Comment = before.Comment
		same++
	}
	if same == len(said.Turns) && same == s.position().Turn() {
		g.Result = cmp.Or(said.Result, g.Result)
	}
	return g
}
