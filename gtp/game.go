package gtp

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.com/gogate"
	"example.com/gogate/internal/form"
)

func (s *session) boardsize(_ context.Context, args []string) (string, error) {
	for _, a := range args {
		if strings.Trim(a, "0123456789") != "" {
			return "", errSyntax
		}
	}
	rules := s.rules
	rules.Size, _ = strconv.Atoi(args[0]) // no board has the size of a number that is too large for an int
	if len(args) > 1 || s.clear(rules) != nil {
		return "", errors.New("unacceptable size")
	}
	return "", nil
}

func (s *session) clearBoard(context.Context, []string) (string, error) { return "", s.clear(s.rules) }

func (s *session) komi(_ context.Context, args []string) (string, error) {
	rules := s.rules
	komi, err := strconv.ParseFloat(args[0], 64)
	if err != nil || math.IsNaN(komi) || math.IsInf(komi, 0) {
		return "", errSyntax
	}
	if rules.Komi, err = soundKomi(komi); err != nil {
		return "", err
	}
	return "", s.change(rules)
}

// soundKomi returns a komi that can be added up and printed, -0 as 0.
func soundKomi(komi float64) (float64, error) {
	sound, err := form.Komi(strconv.FormatFloat(komi, 'f', -1, 64))
	if err != nil {
		return 0, fmt.Errorf("komi %g: must be %s", komi, form.KomiRange)
	}
	return sound, nil
}

func (s *session) getKomi(context.Context, []string) (string, error) {
	return strconv.FormatFloat(s.rules.Komi, 'f', -1, 64), nil
}

// change sets the rules of the game and plays it again under them. If that is not
// possible, it changes nothing.
func (s *session) change(rules gogate.Rules) error {
	old := s.game[0]
	start, err := rules.SetupStones(old.ToPlay(), pointsOf(old, gogate.Black), pointsOf(old, gogate.White))
	if err != nil {
		return err
	}
	game := []*gogate.Position{start}
	for i, q := range s.game[1:] {
		p := game[i]
		if q.Turn() == s.game[i].Turn() { // a pass after the end
			p = p.WithToPlay(q.ToPlay())
		} else if p, err = after(p, q.ToPlay().Opponent(), q.Last()); err != nil {
			return fmt.Errorf("the game so far is illegal under these rules: %w", err)
		}
		game = append(game, p)
	}
	if rules != s.rules {
		s.record.Result = "" // it was the result under other rules
	}
	s.rules, s.game = rules, game
	return nil
}

// after returns the position after a turn of the given colour, whoever was to move. Two
// passes before it do not matter.
func after(p *gogate.Position, color gogate.Color, m gogate.Move) (*gogate.Position, error) {
	return asked(p, color).Play(m)
}

// asked returns p with the given colour to move. If both sides had passed, the game goes
// on.
func asked(p *gogate.Position, color gogate.Color) *gogate.Position {
	if p.Over() {
		p = p.Resume()
	}
	return p.WithToPlay(color)
}

func (s *session) play(_ context.Context, args []string) (string, error) {
	color, m, err := readMove(args)
	if err != nil {
		return "", err
	}
	p, err := after(s.position(), color, m)
	if err != nil {
		return "", errIllegal
	}
	s.game = append(s.game, p)
	return "", nil
}

func (s *session) undo(context.Context, []string) (string, error) {
	if len(s.game) == 1 {
		return "", errors.New("cannot undo")
	}
	s.game = s.game[:len(s.game)-1]
	return "", nil
}

func (s *session) finalScore(context.Context, []string) (string, error) {
	return s.position().Score().String(), nil
}

func (s *session) finalStatusList(_ context.Context, args []string) (string, error) {
	switch args[0] {
	case "alive":
		return names(pointsOf(s.position(), gogate.Black, gogate.White)), nil
	case "seki", "dead":
		return "", nil
	}
	return "", errSyntax
}

func (s *session) listStones(_ context.Context, args []string) (string, error) {
	color, err := readColor(args[0])
	if err != nil {
		return "", err
	}
	return names(pointsOf(s.position(), color)), nil
}

// pointsOf returns the points of p that have one of the given colours.
func pointsOf(p *gogate.Position, colors ...gogate.Color) (list []gogate.Point) {
	for pt := range p.Points() {
		if slices.Contains(colors, p.At(pt)) {
			list = append(list, pt)
		}
	}
	return list
}

// names returns the names of points as an answer lists them.
func names(points []gogate.Point) string {
	list := make([]string, len(points))
	for i, pt := range points {
		list[i] = pt.String()
	}
	return strings.Join(list, " ")
}

func (s *session) showboard(context.Context, []string) (string, error) {
	return "\n" + s.position().String(), nil
}
