package gtp

import (
	"context"
	"errors"
	"strings"

	"example.com/gogate"
	"example.com/gogate/sgf"
)

var errStones = errors.New("invalid number of stones")

// mostFixed returns how many stones fixed_handicap places at most on a board: as
// the specification of the protocol says, all nine points only where there is a
// centre and room.
func mostFixed(size int) int {
	switch {
	case size < 7:
		return 0
	case size == 7 || size%2 == 0:
		return 4
	}
	return 9
}

// fixed returns the points of so many handicap stones, of nine at most, as the
// specification shows them: corners, the centre for an odd number from five, and
// sides, all on the fourth line from 13×13 and on the third below. On the boards
// that the specification leaves out it is the second, or the first without
// room for that.
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
	n, ok := readNumber(args[0])
	if !ok {
		return "", errSyntax
	}
	if n < 2 || n > mostFixed(s.rules.Size) {
		return "", errStones
	}
	return s.place(fixed(s.rules.Size, n))
}

// placeFreeHandicap places the stones of fixed_handicap, and where there are not
// as many fewer than asked, as the specification allows. A controller may ask for
// two on every board.
func (s *session) placeFreeHandicap(_ context.Context, args []string) (string, error) {
	size := s.rules.Size
	n, ok := readNumber(args[0])
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

// place makes a board with Black's handicap stones the start of the game, with
// White to move, so that they are no turns that undo could take back. It returns
// their points.
func (s *session) place(stones []gogate.Point) (string, error) {
	if len(s.game) > 1 || s.stones(onBoard) != "" {
		return "", errors.New("board not empty")
	}
	setup := sgf.Turn{Color: gogate.White}
	var list []string
	for _, pt := range stones {
		setup.Setup = append(setup.Setup, sgf.Stone{Color: gogate.Black, Point: pt})
		list = append(list, pt.String())
	}
	start, err := setup.Play(s.position())
	if err != nil { // a point off the board, one twice, or no liberty
		return "", errVertices
	}
	s.game, s.decision = []*gogate.Position{start}, ""
	s.record = sgf.Game{Handicap: len(stones)}
	return strings.Join(list, " "), nil
}
