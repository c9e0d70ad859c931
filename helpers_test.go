package gogate

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// long asks for the tests that take minutes too.
var long = os.Getenv("GOGATE_LONG") != ""

// A failer is what *testing.T, *testing.B and *rapid.T share.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// setUp returns the position of a diagram that must be right.
func setUp(t failer, r Rules, toPlay Color, diagram string) *Position {
	t.Helper()
	p, err := r.Setup(toPlay, diagram)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return p
}

// setUpEven returns the position of a diagram under the default rules of its
// size, but without komi.
func setUpEven(t failer, toPlay Color, diagram string) *Position {
	t.Helper()
	rules := DefaultRules(sizeOf(diagram))
	rules.Komi = 0
	return setUp(t, rules, toPlay, diagram)
}

// sizeOf returns how many rows a diagram has.
func sizeOf(diagram string) int {
	return strings.Count(strings.TrimSpace(diagram), "\n") + 1
}

// playOut returns the position after moves, names with blanks between them, from
// the empty board.
func playOut(t failer, r Rules, moves string) *Position {
	t.Helper()
	p, err := r.Start()
	if err != nil {
		t.Fatalf("%v", err)
	}
	return goOn(t, p, moves)
}

// goOn returns the position after more moves.
func goOn(t failer, p *Position, moves string) *Position {
	t.Helper()
	return mustPlay(t, p, movesNamed(moves)...)
}

func mustPlay(t failer, p *Position, moves ...Move) *Position {
	t.Helper()
	for _, m := range moves {
		next, err := p.Play(m)
		if err != nil {
			t.Fatalf("%v in\n%v", err, p)
		}
		p = next
	}
	return p
}

// movesNamed reads moves such as "D4 E5 pass".
func movesNamed(names string) (moves []Move) {
	for name := range strings.FieldsSeq(names) {
		moves = append(moves, MustParseMove(name))
	}
	return moves
}

// played returns a position after so many turns of random legal stones, the same
// on every call. It passes only where nothing else is legal, and then not twice.
func played(t failer, size, turns int) *Position {
	t.Helper()
	rules := DefaultRules(size)
	rules.MoveLimit = 0
	p := playOut(t, rules, "")
	random := rng(size)
	for p.Turn() < turns {
		moves := p.LegalMoves()
		m := Pass
		if len(moves) > 1 {
			m = moves[random.below(len(moves)-1)]
		}
		p = mustPlay(t, p, m)
	}
	return p
}

// late returns the last position of a game between random players in which one of
// them had a stone to play, or one after 3·size² turns. They spare their
// single-point eyes, so most groups are alive in the end.
func late(t failer, r Rules, seed uint64) *Position {
	t.Helper()
	r.MoveLimit = 0
	p := playOut(t, r, "")
	for last := p; ; {
		m, err := Random{Seed: seed}.Play(context.Background(), p)
		if err != nil {
			t.Fatalf("%v", err)
		}
		if m != Pass {
			last = p
		}
		if p = mustPlay(t, p, m); p.Over() || p.Turn() == 3*r.Size*r.Size {
			return last
		}
	}
}

// at returns the point of that name.
func at(name string) Point {
	p, ok := MustParseMove(name).Point()
	if !ok {
		panic(name + " is no point")
	}
	return p
}

// names returns the names of points with blanks between them.
func names(points []Point) string {
	var all []string
	for _, p := range points {
		all = append(all, p.String())
	}
	return strings.Join(all, " ")
}

// refusal returns the error of a move that must be refused.
func refusal(t *testing.T, p *Position, m Move) *IllegalMoveError {
	t.Helper()
	next, err := p.Play(m)
	var refused *IllegalMoveError
	if next != nil || !errors.As(err, &refused) {
		t.Fatalf("turn %d: Play(%v) = %v, %v, want an *IllegalMoveError alone", p.Turn(), m, next, err)
	}
	if got := p.Legal(m); got != refused.Err {
		t.Errorf("turn %d: Legal(%v) = %v, but Play refuses it with %v", p.Turn(), m, got, refused.Err)
	}
	if refused.Turn != p.Turn() || refused.Color != p.ToPlay() || refused.Move != m {
		t.Errorf("turn %d: the refusal of %v %v says turn %d, %v %v",
			p.Turn(), p.ToPlay(), m, refused.Turn, refused.Color, refused.Move)
	}
	return refused
}

// letters are how the data and the naive game write the colours.
const letters = ".XO"

// rowsOf returns the board of p, the top row first.
func rowsOf(p *Position) []string {
	var rows []string
	for y := p.Size() - 1; y >= 0; y-- {
		row := make([]byte, p.Size())
		for x := range row {
			row[x] = letters[p.At(Point{x, y})]
		}
		rows = append(rows, string(row))
	}
	return rows
}

// boardOf returns the board of p in the form of a naiveTurn.
func boardOf(p *Position) string {
	rows := rowsOf(p)
	slices.Reverse(rows)
	return strings.Join(rows, "")
}

// pointOf returns the point of a move that is known to be on one.
func pointOf(m Move) Point {
	pt, _ := m.Point()
	return pt
}

// stonesOf returns how many stones of a colour are on the board.
func stonesOf(p *Position, c Color) int {
	return strings.Count(strings.Join(rowsOf(p), ""), letters[c:c+1])
}

// consistent derives groups, rings, liberties, hash and the number of stones
// again from the colours on the board, by flood fill, and reports what does not
// agree with what the position keeps.
func consistent(p *Position) error {
	stones, hash := int32(0), uint64(0)
	onBoard, done := make([]bool, len(p.cells)), make([]bool, len(p.cells))
	for y := range p.Size() {
		for x := range p.Size() {
			onBoard[p.index(Point{x, y})] = true
		}
	}
	for c := range p.cells {
		here := p.cells[c].group
		switch {
		case !onBoard[c] && here != borderLine, onBoard[c] && here == borderLine, here != 0 && here.color() == Empty:
			return fmt.Errorf("cell %d (%v) is of group %#x", c, p.point(c), uint16(here))
		case !here.hasStones():
			continue
		}
		stones++
		hash ^= p.game.keys.of(c, here.color())
		if done[c] {
			continue
		}
		group, liberties := floodGroup(p, c)
		for _, s := range group {
			done[s] = true
			if p.cells[s].group != here {
				return fmt.Errorf("%v and %v are connected but of groups %#x and %#x",
					p.point(c), p.point(s), uint16(here), uint16(p.cells[s].group))
			}
		}
		var ring []int
		for s := range p.ring(here) {
			if ring = append(ring, s); len(ring) > len(group) {
				break
			}
		}
		slices.Sort(ring)
		if !slices.Equal(ring, group) {
			return fmt.Errorf("the group at %v is the cells %v, its ring runs through %v", p.point(c), group, ring)
		}
		if got := int(p.cells[here.head()].libs); got != liberties || got == 0 {
			return fmt.Errorf("the group at %v has %d liberties, the position keeps %d", p.point(c), liberties, got)
		}
	}
	if p.stones != stones || p.most < stones {
		return fmt.Errorf("there are %d stones, the position keeps %d and at most %d", stones, p.stones, p.most)
	}
	if p.hash != hash {
		return fmt.Errorf("the hash is %#x, the position keeps %#x", hash, p.hash)
	}
	return consistentHistory(p)
}

// consistentHistory checks that the filters of the history know every earlier
// board, and every stone lost in the last turn and no other.
func consistentHistory(p *Position) error {
	for q := p; q != nil; q = q.parent {
		if !p.mayHold(q.hash, q.stones) {
			return fmt.Errorf("the board after turn %d counts as new in turn %d", q.turn, p.turn)
		}
	}
	for c := range p.cells {
		for _, color := range []Color{Black, White} {
			lost := false
			if p.parent != nil {
				lost = p.parent.mayReturn(c, color) || p.parent.color(c) == color && p.color(c) != color
			}
			if got := p.mayReturn(c, color); got != lost {
				return fmt.Errorf("a %v stone was lost at %v: %v, the position keeps %v", color, p.point(c), lost, got)
			}
		}
	}
	return nil
}

// floodGroup returns the cells that are connected to c by stones of one colour,
// in order, and how many empty cells lie beside them.
func floodGroup(p *Position, c int) (group []int, liberties int) {
	seen := make([]bool, len(p.cells))
	seen[c] = true
	group = []int{c}
	for i := 0; i < len(group); i++ {
		for _, n := range p.around(group[i]) {
			if seen[n] {
				continue
			}
			seen[n] = true
			switch p.color(n) {
			case p.color(c):
				group = append(group, n)
			case Empty:
				liberties++
			}
		}
	}
	slices.Sort(group)
	return group, liberties
}

// A countdown is a context that ends when it has been asked so many times.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// checkEven is checkCounts where each of the kinds has the same chance.
func checkEven[K comparable](t *testing.T, counts map[K]int, kinds []K) {
	t.Helper()
	total := 0
	for _, n := range counts {
		total += n
	}
	expected := map[K]float64{}
	for _, kind := range kinds {
		expected[kind] = float64(total) / float64(len(kinds))
	}
	checkCounts(t, counts, expected)
}

// checkCounts is the chi-squared test of counts. Of fair ones it would refuse
// one in a thousand.
func checkCounts[K comparable](t *testing.T, counts map[K]int, expected map[K]float64) {
	t.Helper()
	for kind, n := range counts {
		if expected[kind] == 0 {
			t.Errorf("%v: got %d, want none", kind, n)
		}
	}
	sum := 0.0
	for kind, e := range expected {
		if e < 5 {
			t.Fatalf("%v: %v expected are too few for the test", kind, e)
		}
		d := float64(counts[kind]) - e
		sum += d * d / e
	}
	chance := distuv.ChiSquared{K: float64(len(expected) - 1)}.Survival(sum)
	t.Logf("%d kinds, chi-squared %.1f, p = %.3f", len(expected), sum, chance)
	if chance < 0.001 {
		t.Errorf("chi-squared %.1f over %d kinds: a chance of %.2g, want 0.001 or more\n%v",
			sum, len(expected), chance, counts)
	}
}
