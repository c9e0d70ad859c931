package gogate

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// swapped returns the diagram with the colours exchanged.
func swapped(diagram string) string {
	return strings.NewReplacer("X", "O", "O", "X").Replace(diagram)
}

// drawLife draws the stones of the groups in letters of the colour and the points
// of the regions as #, in the form of the table below.
func drawLife(p *Position, l Life) string {
	points := map[Point]byte{}
	for _, g := range l.Groups {
		for _, pt := range g.Stones {
			points[pt] = letters[g.Color]
		}
	}
	for _, r := range l.Regions {
		for _, pt := range r {
			points[pt] = '#'
		}
	}
	var rows []string
	for y := p.Size() - 1; y >= 0; y-- {
		row := ""
		for x := range p.Size() {
			letter, ok := points[Point{x, y}]
			if !ok {
				letter = '.'
			}
			row += string(letter)
		}
		rows = append(rows, row)
	}
	return strings.Join(rows, ",")
}

func TestPassAlive(t *testing.T) {
	const none = ".....,.....,.....,.....,....."
	for _, test := range []struct {
		name, diagram string
		want          string // Black's groups and their regions, without suicide
		suicide       string // and with it, if they differ
	}{
		{"the empty board", none, none, ""},
		{"a lone stone", ".....,.....,..X..,.....,.....", none, ""},
		{"one empty point", "XXXXX,XXXXX,XX.XX,XXXXX,XXXXX", none, ""},
		{"two one-point regions in the corner",
			".X.XO,XXXXO,OOOOO,.....,.....",
			"#X#X.,XXXX.,.....,.....,.....", ""},
		{"two one-point regions on the edge",
			".....,OOOOO,XXXXO,X.X.X,XXXXX",
			".....,.....,XXXX.,X#X#X,XXXXX", ""},
		{"two one-point regions in the middle",
			"XXX..,X.XX.,XXXX.,XX.X.,.XXX.",
			"XXX..,X#XX.,XXXX.,XX#X.,#XXX.", ""},
		{"one region of two points",
			"..XO.,XXXO.,OOOO.,.....,.....", none, ""},
		{"a region of two points and one of one",
			"..X.X,XXXXX,OOOOO,.....,.....",
			"##X#X,XXXXX,.....,.....,.....", ""},
		{"a bulky region, every point a liberty",
			"XXXXX,X..XX,X..XX,XXXXX,XX.XX",
			"XXXXX,X##XX,X##XX,XXXXX,XX#XX", ""},
		{"a bulky region with a point that is no liberty",
			"XXXXX,X.XXX,XXXXX,..XXX,..XXX", none, ""},
		{"the opponent's territory, whose empty point is a liberty",
			".XXXX,XXXXX,XXXXX,XXXXX,OO.OO",
			"#XXXX,XXXXX,XXXXX,XXXXX,#####", ""},
		{"the opponent's territory, whose empty point is no liberty",
			".XXXX,XXXXX,XXXXX,OOOOO,OO.OO", none, ""},
		{"a stone away from the group",
			"XXXXX,X.XXX,XXXXX,..XXX,O.XXX",
			"XXXXX,X#XXX,XXXXX,##XXX,##XXX", none},
		{"stones beside the group",
			"XXXXX,X.XXX,XXXXX,O.OXX,XXXXX",
			"XXXXX,X#XXX,XXXXX,###XX,XXXXX", ""},
		{"a region that is full but for one point",
			"XXXXX,X.XXX,XXXXX,OOXXX,O.XXX",
			"XXXXX,X#XXX,XXXXX,##XXX,##XXX", none},
		{"a false eye",
			".X.XO,XXXO.,OOOO.,.....,.....", none, ""},
		{"a false eye beside two regions",
			".X.XO,XXXO.,X.XO.,XXXO.,OOOO.",
			"#X...,XXX..,X#X..,XXX..,.....", ""},
		{"two groups that share two regions",
			".....,.OOOO,.OXXX,.OX.X,OOXX.",
			".....,.....,..XXX,..X#X,..XX#", ""},
		{"two groups that are alive only together",
			".XOO.,XXXOO,OX.XO,OOXXX,.OOX.",
			"#X...,XXX..,.X#X.,..XXX,...X#", ""},
		{"one of them without a region of its own",
			".XOO.,XXXOO,OX.XO,OOXXX,.OOXX", none, ""},
		{"a stone that is not alive takes three regions along",
			"..X..,XX.XX,XXXXX,OOOOO,.O.O.", none, ""},
		{"the same stone connected",
			"..X..,XXXXX,XXXXX,OOOOO,.O.O.",
			"##X##,XXXXX,XXXXX,.....,.....", ""},
		{"a seki with shared liberties", "XXX.O,XXXOO,XXOOO,XXOOO,X.OOO", none, ""},
		{"a seki with an eye each", ".XX.O,XXXOO,XXOOO,XXOO.,XXOOO", none, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.suicide == "" {
				test.suicide = test.want
			}
			for _, suicide := range []bool{false, true} {
				want := test.want
				if suicide {
					want = test.suicide
				}
				rules := Rules{Size: 5, Suicide: suicide}
				diagram := strings.ReplaceAll(test.diagram, ",", "\n")
				p := setUp(t, rules, White, diagram)
				if got := drawLife(p, p.PassAlive(Black)); got != want {
					t.Errorf("suicide %v: got %s, want %s", suicide, got, want)
				}
				q := setUp(t, rules, White, swapped(diagram))
				if got := drawLife(q, q.PassAlive(White)); got != swapped(want) {
					t.Errorf("suicide %v: White got %s, want %s", suicide, got, swapped(want))
				}
			}
		})
	}
}

// passAlive is the naive PassAlive, as Benson's theorem reads.
func (g *naiveGame) passAlive(c Color, suicide bool) (l Life) {
	type part struct{ points, beside []int }
	board := g.now().board
	parts := func(board string, letter byte) (all []part) {
		done := make([]bool, len(board))
		for i := range len(board) {
			if board[i] != letter || done[i] {
				continue
			}
			points, beside := g.flood(board, i)
			for _, n := range points {
				done[n] = true
			}
			all = append(all, part{points, beside})
		}
		return all
	}
	bare := strings.ReplaceAll(board, letters[c.Opponent():c.Opponent()+1], ".")
	groups, regions := parts(bare, letters[c]), parts(bare, '.')

	vital := func(region, group part) bool {
		return !slices.ContainsFunc(region.points, func(n int) bool {
			return (suicide || board[n] == '.') && !slices.Contains(group.beside, n)
		})
	}
	for before := -1; len(groups)+len(regions) != before; {
		before = len(groups) + len(regions)
		groups = slices.DeleteFunc(groups, func(group part) bool {
			n := 0
			for _, region := range regions {
				if vital(region, group) {
					n++
				}
			}
			return n < 2
		})
		regions = slices.DeleteFunc(regions, func(region part) bool {
			return slices.ContainsFunc(region.beside, func(n int) bool {
				return !slices.ContainsFunc(groups, func(group part) bool { return slices.Contains(group.points, n) })
			})
		})
	}

	points := func(indices []int) (all []Point) {
		for _, i := range indices {
			all = append(all, g.point(i))
		}
		return all
	}
	for _, group := range groups {
		l.Groups = append(l.Groups, Group{c, points(group.points), points(g.liberties(board, group.points[0]))})
	}
	for _, region := range regions {
		if slices.ContainsFunc(groups, func(group part) bool { return vital(region, group) }) {
			l.Regions = append(l.Regions, points(region.points))
		}
	}
	return l
}

// A held is what the given groups and regions hold of a board, row by row from A1:
// '#' for the stones of pass-alive groups; for a region that has all its points
// beside them and no other group of their colour around, '.' if it is empty and
// '!' if it has stones; ' ' for all else.
type held []byte

// held returns what c holds, given its groups that are pass-alive where suicide is
// permitted.
func (g *naiveGame) held(c Color, l Life) held {
	h := held(strings.Repeat(" ", g.points()))
	for _, group := range l.Groups {
		for _, pt := range group.Stones {
			i, _ := g.index(pt)
			h[i] = '#'
		}
	}
	isAlive := func(n int) bool { return h[n] == '#' }
	board := g.now().board
	bare := strings.ReplaceAll(board, letters[c.Opponent():c.Opponent()+1], ".")
	done := make([]bool, len(bare))
	for i := range len(bare) {
		if bare[i] != '.' || done[i] {
			continue
		}
		region, beside := g.flood(bare, i)
		mark := byte('.')
		for _, n := range region {
			done[n] = true
			if board[n] != '.' {
				mark = '!'
			}
		}
		if slices.ContainsFunc(beside, func(n int) bool { return !isAlive(n) }) ||
			slices.ContainsFunc(region, func(n int) bool { return !slices.ContainsFunc(g.beside[n], isAlive) }) {
			continue
		}
		for _, n := range region {
			h[n] = mark
		}
	}
	return h
}

// shrinks reports whether later, after a turn, something that h holds is lost.
func (h held) shrinks(later held) bool {
	for i := range h {
		if h[i] == '#' && later[i] != '#' || h[i] != ' ' && later[i] == ' ' {
			return true
		}
	}
	return false
}

// checkTurn holds the two checks and what they promise against what the sides hold
// on the board of p, and returns what that leaves the side to move: the empty
// points, and among them those where no check refuses a stone.
func checkTurn(t failer, g *naiveGame, p *Position, by [3]held) (all, allowed []Move) {
	t.Helper()
	c, other := p.ToPlay(), p.ToPlay().Opponent()
	for i := range g.points() {
		m := MoveAt(g.point(i))
		if g.now().board[i] != '.' {
			if v, w := NotInOwnPassAlive(p, m), NotInOpponentPassAlive(p, m); !v.OK || !w.OK {
				t.Fatalf("%v, %v of a point that is taken in\n%v", v, w, p)
			}
			continue
		}
		own, theirs := by[c][i] == '.', by[other][i] != ' '
		if v := NotInOwnPassAlive(p, m); v.OK == own {
			t.Fatalf("%v: %v holds %q in\n%v", v, c, by[c], p)
		}
		if v := NotInOpponentPassAlive(p, m); v.OK == theirs {
			t.Fatalf("%v: %v holds %q in\n%v", v, other, by[other], p)
		}
		if (own || theirs) && p.Captures(m) > 0 {
			t.Fatalf("%v is refused, but %v takes stones there in\n%v", m, c, p)
		}
		if by[c][i] != ' ' && p.LibertiesAfter(m) == 0 {
			t.Fatalf("%v, which %v holds, is suicide in\n%v", m, c, p)
		}
		all = append(all, m)
		if !own && !theirs {
			allowed = append(allowed, m)
		}
	}
	return all, allowed
}

// checkStone plays a stone and holds what the sides held before it against what
// they hold after it.
func checkStone(t failer, p *Position, m Move, by [3]held, after func(*Position) [3]held) (*Position, [3]held) {
	t.Helper()
	c, other := p.ToPlay(), p.ToPlay().Opponent()
	q := mustPlay(t, p, m)
	now := after(q)
	if by[other].shrinks(now[other]) {
		t.Fatalf("%v of %v: %v held %q, then %q in\n%v", m, c, other, by[other], now[other], q)
	}
	if NotInOwnPassAlive(p, m).OK {
		if by[c].shrinks(now[c]) {
			t.Fatalf("%v of %v, which is allowed: it held %q, then %q in\n%v", m, c, by[c], now[c], q)
		}
	} else if before, after := p.Score(), q.Score(); before.Margin() != after.Margin() || before.Neutral != after.Neutral {
		t.Fatalf("%v of %v, which is refused, changes the area: %+v, then %+v in\n%v", m, c, before, after, q)
	}
	return q, now
}

// On every board the two checks refuse what PassAlive tells them to, and whatever
// is played next, neither side loses what it holds, but for what it fills itself
// against its check. By induction that is so for all that can follow.
func TestHeldOnEveryBoard(t *testing.T) {
	for _, size := range []int{2, 3} {
		known := map[string][3]held{}
		hold := func(p *Position) [3]held {
			board := boardOf(p)
			by, ok := known[board]
			if !ok {
				q, err := Rules{Size: size, Suicide: true}.start(Black, naiveRows(board, size), zobrist)
				if err != nil {
					t.Fatal(err)
				}
				g := newNaiveGame(q.Rules(), Black, board)
				by = [3]held{nil, g.held(Black, q.PassAlive(Black)), g.held(White, q.PassAlive(White))}
				known[board] = by
			}
			return by
		}
		s := newSiege(size, true)
		s.forEach(func(c camp) {
			for _, suicide := range []bool{false, true} {
				for _, toPlay := range []Color{Black, White} {
					p := s.position(t, c, Rules{Size: size, Suicide: suicide}, toPlay)
					by := hold(p)
					all, _ := checkTurn(t, newNaiveGame(p.Rules(), toPlay, boardOf(p)), p, by)
					for _, m := range all {
						if p.Legal(m) == nil {
							checkStone(t, p, m, by, hold)
						}
					}
				}
			}
		})
	}
}

// Late in games the checks look at the whole board for many points.
func TestPassAliveNoAllocs(t *testing.T) {
	for _, size := range []int{9, 19, 25} {
		p := late(t, DefaultRules(size), 1)
		refused := 0
		for _, c := range []Check{NotInOwnPassAlive, NotInOpponentPassAlive} {
			for _, p := range []*Position{p.WithToPlay(Black), p.WithToPlay(White)} {
				if n := testing.AllocsPerRun(1, func() {
					for pt := range p.points() {
						if !c(p, MoveAt(p.point(pt))).OK {
							refused++
						}
					}
				}); n != 0 {
					t.Errorf("%d×%d: %v allocations for all points of the board, want 0", size, size, n)
				}
			}
		}
		if refused == 0 {
			t.Errorf("%d×%d: nothing is refused in\n%v", size, size, p)
		}
	}
}

func TestLife(t *testing.T) { rapid.Check(t, checkLife) }
func FuzzLife(f *testing.F) { f.Fuzz(rapid.MakeFuzz(checkLife)) }

// checkLife plays on from a board or from late in a game, the sides in any order,
// and compares what is alive and held with the naive game. Then a side that holds
// a region with stones in it takes them.
func checkLife(t *rapid.T) {
	rules := drawRules(t)
	rules.MoveLimit = 0
	var p *Position
	if rapid.Bool().Draw(t, "game") {
		p = late(t, rules, rapid.Uint64().Draw(t, "seed"))
	} else {
		var err error
		if p, err = rules.start(Black, naiveRows(drawBoard(t, rules.Size), rules.Size), zobrist); err != nil {
			t.Fatal(err)
		}
	}
	compare := func(p *Position) (by [3]held) {
		g := newNaiveGame(p.Rules(), p.ToPlay(), boardOf(p))
		for _, c := range []Color{Black, White} {
			if diff := cmp.Diff(g.passAlive(c, p.Rules().Suicide), p.PassAlive(c)); diff != "" {
				t.Fatalf("%v (-want +got):\n%s\n%v", c, diff, p)
			}
			by[c] = g.held(c, g.passAlive(c, true))
		}
		return by
	}
	by := compare(p)
	// any plays a legal stone of c and reports whether there was one.
	any := func(c Color, ofAllowed bool) bool {
		p = p.WithToPlay(c)
		moves, allowed := checkTurn(t, newNaiveGame(rules, c, boardOf(p)), p, by)
		if ofAllowed {
			moves = allowed
		}
		moves = slices.DeleteFunc(moves, func(m Move) bool { return p.Legal(m) != nil })
		if len(moves) > 0 {
			p, by = checkStone(t, p, rapid.SampledFrom(moves).Draw(t, "move"), by, compare)
		}
		return len(moves) > 0
	}
	drawColor := func() Color { return rapid.SampledFrom([]Color{Black, White}).Draw(t, "colour") }
	for range rapid.IntRange(0, 8).Draw(t, "turns") {
		any(drawColor(), rapid.Bool().Draw(t, "allowed"))
	}

	c := drawColor()
	start := by[c]
	taken := func() (bool, []Move) {
		g := newNaiveGame(rules, c, boardOf(p))
		var fill []Move
		for i := range start {
			if start[i] == '!' && g.now().board[i] == letters[c.Opponent()] {
				for _, n := range g.liberties(g.now().board, i) {
					fill = append(fill, MoveAt(g.point(n)))
				}
			}
		}
		return len(fill) == 0, fill
	}
	limit := strings.Count(string(start), "!")
	for n := 0; ; n++ {
		done, fill := taken()
		if done {
			break
		}
		if n == limit {
			t.Fatalf("%v has played %d stones and still not taken all in %q in\n%v", c, n, start, p)
		}
		p, by = checkStone(t, p.WithToPlay(c), rapid.SampledFrom(fill).Draw(t, "fill"), by, compare)
		if done, _ := taken(); done {
			break
		}
		for range rapid.IntRange(0, 2).Draw(t, "stones between") {
			any(c.Opponent(), false)
		}
	}
}
