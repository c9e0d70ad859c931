package gtp

import (
	"context"
	"errors"

	"example.com/gogate"
	"example.com/gogate/internal/form"
	"example.com/gogate/sgf"
)

var errStones = errors.New("invalid number of stones")

// mostFixed returns how many stones fixed_handicap places at most on a board. The
// specification of the protocol has nine points only on boards with a centre and room.
func mostFixed(size int) int {
	switch {
	case size < 7:
		return 0
	case size == 7 || size%2 == 0:
		return 4
	}
	return 9
}

// fixed returns the points of the given number of handicap stones, at most nine, as the
// specification shows them: the corners, the sides, and the centre for an odd number from
// five. They are on the fourth line from 13×13 and on the third line below that. The
// specification leaves out the smallest boards: there they are on the second line, or on
// the first if there is no room for that.
func fixed(size, stones int) []gogate.Point {
	low := 3
	switch {
	case size < 4:
		low = 0
	case size < 7:
		low = 1
	case size < 13:
		low = 2
	}
	mid, high := size/2, size-1-low
	all := []gogate.Point{
		{X: low, Y: low}, {X: high, Y: high}, {X: low, Y: high}, {X: high, Y: low},
		{X: low, Y: mid}, {X: high, Y: mid}, {X: mid, Y: low}, {X: mid, Y: high},
	}
	if stones >= 5 && stones%2 == 1 {
		return append(all[:stones-1], gogate.Point{X: mid, Y: mid})
	}
	return all[:stones]
}

func (s *session) fixedHandicap(_ context.Context, args []string) (string, error) {
	n, ok := form.Number(args[0])
	if !ok {
		return "", errSyntax
	}
	if n < 2 || n > mostFixed(s.rules.Size) {
		return "", errStones
	}
	return s.place(fixed(s.rules.Size, n))
}

// placeFreeHandicap places the stones of fixed_handicap. If that has fewer points than
// were asked for, it places fewer stones, as the specification allows. A controller may
// ask for two on every board.
func (s *session) placeFreeHandicap(_ context.Context, args []string) (string, error) {
	size := s.rules.Size
	n, ok := form.Number(args[0])
	if !ok {
		return "", errSyntax
	}
	if n < 2 || n >= size*size {
		return "", errStones
	}
	return s.place(fixed(size, min(n, max(mostFixed(size), 2))))
}

func (s *session) setFreeHandicap(_ context.Context, args []string) (string, error) {
	var stones []gogate.Point
	for _, a := range args {
		m, err := readVertex(a)
		pt, ok := m.Point()
		if err != nil || !ok {
			return "", errVertices
		}
		stones = append(stones, pt)
	}
	if len(stones) < 2 {
		return "", errVertices
	}
	_, err := s.place(stones)
	return "", err
}

var errVertices = errors.New("bad vertex list")

// place begins the game with Black's handicap stones and White to move, so that undo does
// not take the stones back. It returns their points.
func (s *session) place(stones []gogate.Point) (string, error) {
	if len(s.game) > 1 || len(pointsOf(s.position(), gogate.Black, gogate.White)) > 0 {
		return "", errors.New("board not empty")
	}
	start, err := s.rules.SetupStones(gogate.White, stones, nil)
	if err != nil { // a point is off the board or named twice, or a group has no liberty
		return "", errVertices
	}
	s.game, s.decision = []*gogate.Position{start}, ""
	s.record = sgf.Game{Handicap: len(stones)}
	return names(stones), nil
}
