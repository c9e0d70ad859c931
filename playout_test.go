package gogate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

// A failer is what *testing.T and *rapid.T share.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// checkPlayout derives all that b holds anew from the stones of g.
func checkPlayout(t failer, b *playout, g *plainGame) {
	t.Helper()
	if got, want := b.own, stoneOf(g.toPlay); got != want {
		t.Fatalf("side to move: got %#x, want %#x", got, want)
	}
	if got, want := b.passes, g.passes; got != want {
		t.Fatalf("passes: got %d, want %d", got, want)
	}
	if got, want := b.candidates(nil), g.candidates(); !slices.Equal(got, want) {
		t.Fatalf("candidates: got %v, want %v", got, want)
	}
	opponent := *g
	opponent.toPlay = g.toPlay.Opponent()
	either := append(g.candidates(), opponent.candidates()...)
	area, empty := spot(0), 0
	for y := range g.size {
		for x := range g.size {
			pt, m, color := Point{x, y}, At(Point{x, y}), g.grid[y][x]
			s := b.spots[center+m]
			want := spot(0)
			if color != Empty {
				want = stoneOf(color)
			}
			if got := s & anyStone; got != want {
				t.Fatalf("%v: got stone %#x, want %#x", m, got, want)
			}
			var beside [3]spot
			for _, n := range g.beside(pt) {
				beside[g.grid[n.Y][n.X]]++
			}
			if got := [3]spot{s / oneEmpty & 7, s / (2 * blackStone) & 7, s / (2 * whiteStone) & 7}; got != beside {
				t.Fatalf("beside %v: got %v empty, black and white, want %v", m, got, beside)
			}
			switch {
			case color != Empty:
				area += want
				checkPlayoutGroup(t, b, g, pt)
			case s&parked != 0:
				area += b.around(spot(m)).sides()
				if slices.Contains(either, m) {
					t.Fatalf("%v is parked and a candidate", m)
				}
			default:
				empty++
				if !slices.Contains(b.empty[:b.n], m) {
					t.Fatalf("%v is empty and not listed", m)
				}
			}
		}
	}
	for m, got := range b.groups[:(g.size+2)<<rowShift] {
		s := b.spots[center+m]
		if s&anyStone == 0 && (got < 4*oneLiberty || got >= 13*oneLiberty) {
			t.Fatalf("tally of %v, where no stone is: got %#x, want 4 to 12 liberties", Move(m), got)
		}
	}
	if b.n != empty {
		t.Fatalf("listed points: got %d, want %d", b.n, empty)
	}
	if b.area != area {
		t.Fatalf("area: got %#x, want %#x", b.area, area)
	}
}

func checkPlayoutGroup(t failer, b *playout, g *plainGame, pt Point) {
	t.Helper()
	id := b.spots[center+At(pt)] & groupID
	points, _ := g.region(&g.grid, pt)
	var want groupTally
	for _, s := range points {
		if got := b.spots[center+At(s)] & groupID; got != id {
			t.Fatalf("%v and %v are connected: got IDs %d and %d", pt, s, id, got)
		}
		want += oneStone
		for _, n := range g.beside(s) {
			switch {
			case g.grid[n.Y][n.X] != Empty:
			case b.spots[center+At(n)]&parked != 0:
				want += oneParked
			default:
				want += oneLiberty
			}
		}
	}
	if got := b.groups[id]; got != want {
		t.Fatalf("tally of the group at %v: got %#x, want %#x", pt, got, want)
	}
	ring := 0
	for range b.ring(id) {
		ring++
	}
	if ring != len(points) {
		t.Fatalf("ring of the group at %v: got %d stones, want %d", pt, ring, len(points))
	}
}

func TestPlayoutAgrees(t *testing.T) { rapid.Check(t, checkPlayoutAgrees) }
func FuzzPlayoutAgrees(f *testing.F) { f.Fuzz(rapid.MakeFuzz(checkPlayoutAgrees)) }

// checkPlayoutAgrees ties the board of playouts to a Position and to the plain
// rules: from any position on, along any sequence, drawn or given, they agree.
func checkPlayoutAgrees(t *rapid.T) {
	size := rapid.OneOf(rapid.IntRange(MinSize, 7), rapid.IntRange(MinSize, MaxSize)).Draw(t, "size")
	suicide := rapid.Bool().Draw(t, "suicide")
	before := rapid.IntRange(0, 2*size*size).Draw(t, "turns before")
	turns := rapid.IntRange(0, 2*size*size).Draw(t, "turns")
	random := rng(rapid.Uint64().Draw(t, "seed"))
	p := mustStart(t, Rules{Size: size, Komi: 0.5, Ko: SimpleKo, Suicide: suicide})
	for range before {
		p = mustPlay(t, p, anyMove(p, &random))
		if !suicide && random.below(10) == 0 {
			p = p.WithToPlay(p.ToPlay().Opponent())
		}
		if p.Over() {
			return
		}
	}
	var b playout
	b.load(p)
	g := plainGameOf(p)
	checkPlayout(t, &b, g)
	for range turns {
		m := anyMove(p, &random)
		if random.below(3) == 0 {
			b.play(m)
		} else if m = Move(b.draw(&random)); m == Pass {
			b.pass()
		} else {
			b.put(spot(m))
		}
		p = mustPlay(t, p, m)
		g.play(m)
		if p.Over() {
			break
		}
		if random.below(1+size*size/8) == 0 {
			checkPlayout(t, &b, g)
			checkPlayoutMoves(t, &b, p)
		}
	}
	checkPlayout(t, &b, g)
	if got := plainGridOf(p); got != g.grid {
		t.Fatalf("the plain rules lead to another board than\n%v", p)
	}
	want := p.Score().Margin()
	if got := b.score().Margin(); got != want {
		t.Fatalf("margin of the playout: got %v, want %v in\n%v", got, want, p)
	}
	if got := g.margin(0.5); got != want {
		t.Fatalf("margin by the plain rules: got %v, want %v in\n%v", got, want, p)
	}
}

func mustStart(t failer, r Rules) *Position {
	t.Helper()
	p, err := r.Start()
	if err != nil {
		t.Fatalf("%v", err)
	}
	return p
}

func mustSetup(t failer, r Rules, toPlay Color, diagram string) *Position {
	t.Helper()
	p, err := r.Setup(toPlay, diagram)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return p
}

func mustPlay(t failer, p *Position, moves ...Move) *Position {
	t.Helper()
	for _, m := range moves {
		q, err := p.Play(m)
		if err != nil {
			t.Fatalf("%v in\n%v", err, p)
		}
		p = q
	}
	return p
}

// anyMove returns a random legal move, but a second pass only if there is
// nothing else.
func anyMove(p *Position, random *rng) Move {
	moves := p.LegalMoves()
	if len(moves) > 1 && p.passes > 0 {
		moves = moves[:len(moves)-1]
	}
	return moves[random.below(len(moves))]
}

// checkPlayoutMoves compares what b says of every point with p, whose rules
// must have simple ko.
func checkPlayoutMoves(t failer, b *playout, p *Position) {
	t.Helper()
	for c := range p.points() {
		pt := p.point(c)
		m := At(pt)
		want := p.Legal(m) == nil && p.LibertiesAfter(m) > 0 && !p.Eye(pt, p.ToPlay())
		if got := p.At(pt) == Empty && b.candidate(spot(m)); got != want {
			t.Fatalf("%v is a candidate: got %v, want %v in\n%v", m, got, want, p)
		}
		if want {
			after := *b
			after.play(m)
			if got, want := b.count(after.own)-after.count(after.own), p.Captures(m); got != want {
				t.Fatalf("captures of %v: got %d, want %d in\n%v", m, got, want, p)
			}
		}
	}
}

// count returns how many stones of a side are on the board.
func (b *playout) count(side spot) (n int) {
	for _, s := range b.spots {
		if s&anyStone == side {
			n++
		}
	}
	return n
}

// TestPlayoutIsPlain replays whole playouts: every move was among the plain
// candidates, every pass came for want of one, and the end and the score are
// right.
func TestPlayoutIsPlain(t *testing.T) {
	for _, c := range []struct {
		name                          string
		size, limit, before, playouts int
	}{
		{"smallest", 2, 0, 0, 200},
		{"3x3", 3, 0, 0, 200},
		{"4x4", 4, 0, 0, 100},
		{"5x5 from the middle", 5, 0, 12, 50},
		{"7x7", 7, 0, 0, 20},
		{"9x9", 9, 0, 0, 5},
		{"game limit after the end", 9, 243, 60, 5},
		{"game limit before the end", 9, 90, 60, 5},
		{"13x13", 13, 0, 0, 1},
		{"19x19, 50 turns to the limit", 19, 450, 400, 1},
		{"25x25, late", 25, 0, 900, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			random := rng(c.size)
			p := mustStart(t, Rules{Size: c.size, Komi: 6.5, MoveLimit: c.limit})
			for range c.before {
				p = mustPlay(t, p, anyMove(p, &random))
			}
			var root, b playout
			root.load(p)
			for range c.playouts {
				b.copyFrom(&root)
				b.run(&random)
				checkRun(t, &b, p)
			}
		})
	}
}

// checkRun checks the whole playout b, which began at p.
func checkRun(t *testing.T, b *playout, p *Position) {
	t.Helper()
	g := plainGameOf(p)
	limit := 3 * p.Size() * p.Size()
	if p.Rules().MoveLimit > 0 {
		limit = min(limit, p.Rules().MoveLimit-p.Turn())
	}
	for turn, m := range b.moves[:b.turn] {
		if g.passes >= 2 || turn >= limit {
			t.Fatalf("turn %d: got %v after the end", turn, m)
		}
		want := g.candidates()
		if m == Pass && len(want) > 0 || m != Pass && !slices.Contains(want, m) {
			t.Fatalf("turn %d: got %v, want one of %v", turn, m, want)
		}
		g.play(m)
	}
	if g.passes < 2 && b.turn < limit {
		t.Fatalf("ended after %d turns and %d passes, want %d turns or 2 passes", b.turn, g.passes, limit)
	}
	checkPlayout(t, b, g)
	if got, want := b.score().Margin(), g.margin(p.Rules().Komi); got != want {
		t.Fatalf("margin: got %v, want %v", got, want)
	}
}

// An awkward position has candidates among points that are rejected or parked.
type awkward struct {
	name       string
	size       int
	toPlay     Color
	diagram    string
	move       Move // to be played first
	candidates int
	parked     int // eyes that neither side may choose
}

func (a awkward) position(t failer) *Position {
	t.Helper()
	p := mustSetup(t, DefaultRules(a.size), a.toPlay, a.diagram)
	if a.move != 0 {
		p = mustPlay(t, p, a.move)
	}
	return p
}

var awkwards = []awkward{
	{"eyes, true and false", 5, Black, `
		.X.O.
		XXOOO
		OXX.O
		.OXXX
		OO.X.`, 0, 4, 3},
	{"suicides", 5, Black, `
		.O.O.
		OOOO.
		..O..
		OO.OO
		.OO.O`, 0, 6, 5},
	{"ko", 5, White, `
		.OX.X
		OX.XX
		.OXX.
		OOOXX
		.OX.X`, MustParseMove("C4"), 2, 4},
	{"captures in eyes", 5, Black, `
		.OX.X
		OOXXX
		XXXOO
		OOXO.
		.OXOO`, 0, 3, 0},
	{"two candidates", 5, White, `
		.X.X.
		XXXXX
		OOOOO
		OOOO.
		.O.XO`, 0, 2, 4},
	{"empty board", 3, Black, `
		...
		...
		...`, 0, 9, 0},
}

// TestDrawIsUniform draws from awkward positions, as they are loaded and with
// their eyes parked. The seeds are fixed, so that it passes always or never.
func TestDrawIsUniform(t *testing.T) {
	for _, c := range awkwards {
		p := c.position(t)
		want := plainGameOf(p).candidates()
		if len(want) != c.candidates {
			t.Errorf("%s: got candidates %v, want %d in\n%v", c.name, want, c.candidates, p)
		}
		var loaded, used playout
		loaded.load(p)
		used.copyFrom(&loaded)
		random := rng(1)
		for range 200 {
			if m := used.draw(&random); m != spot(Pass) {
				used.list(m)
			}
		}
		checkPlayout(t, &used, plainGameOf(p))
		if got := loaded.n - used.n; got != c.parked {
			t.Errorf("%s: parked eyes: got %d, want %d in\n%v", c.name, got, c.parked, p)
		}
		for i, root := range []*playout{&loaded, &used} {
			t.Run(fmt.Sprintf("%s, %s", c.name, []string{"as loaded", "parked"}[i]), func(t *testing.T) {
				const draws = 100_000
				counts := map[string]int{}
				expected := map[string]float64{}
				for _, m := range want {
					expected[m.String()] = draws / float64(len(want))
				}
				var b playout
				for range draws {
					b.copyFrom(root)
					counts[Move(b.draw(&random)).String()]++
				}
				checkCounts(t, counts, expected)
			})
		}
	}
}

// TestTwoDrawsAreUniform counts pairs of moves: each candidate of the second
// turn is as likely as any other, whatever the first move was.
func TestTwoDrawsAreUniform(t *testing.T) {
	for _, c := range awkwards {
		t.Run(c.name, func(t *testing.T) {
			const pairs = 100_000
			p := c.position(t)
			expected := map[string]float64{}
			first := plainGameOf(p).candidates()
			for _, m := range first {
				g := plainGameOf(p)
				g.play(m)
				second := g.candidates()
				if len(second) == 0 {
					second = []Move{Pass}
				}
				for _, n := range second {
					expected[m.String()+" "+n.String()] = pairs / float64(len(first)*len(second))
				}
			}
			counts := map[string]int{}
			var root, b playout
			root.load(p)
			root.limit = 2
			random := rng(2)
			for range pairs {
				b.copyFrom(&root)
				b.run(&random)
				counts[b.moves[0].String()+" "+b.moves[1].String()]++
			}
			checkCounts(t, counts, expected)
		})
	}
}

// checkCounts is the chi-squared test of counts. Of fair ones it would refuse
// one in a thousand.
func checkCounts(t *testing.T, counts map[string]int, expected map[string]float64) {
	t.Helper()
	for what, n := range counts {
		if expected[what] == 0 {
			t.Errorf("%s: got %d, want none", what, n)
		}
	}
	sum := 0.0
	for what, e := range expected {
		if e < 5 {
			t.Fatalf("%s: %v expected are too few for the test", what, e)
		}
		d := float64(counts[what]) - e
		sum += d * d / e
	}
	chance := distuv.ChiSquared{K: float64(len(expected) - 1)}.Survival(sum)
	t.Logf("%d kinds, chi-squared %.1f, p = %.3f", len(expected), sum, chance)
	if chance < 0.001 {
		t.Errorf("chi-squared %.1f over %d kinds: a chance of %.2g, want 0.001 or more\n%v", sum, len(expected), chance, counts)
	}
}

func TestLoadFindsKo(t *testing.T) {
	const ko = `
		.XO.
		XO.O
		.XO.
		....`
	for _, c := range []struct {
		name    string
		diagram string
		moves   string
		flip    bool // and then the other side is to move
		want    string
	}{
		{"ko", ko, "C3", false, "B3"},
		{"after another move", ko, "C3 A1", false, "none"},
		{"after a pass", ko, "C3 pass", false, "none"},
		{"retaken after two moves elsewhere", ko, "C3 A1 B1 B3", false, "C3"},
		{"the same side again", ko, "C3", true, "none"},
		{"set up", `
			.XO.
			X.XO
			.XO.
			....`, "", false, "none"},
		{"two stones taken", `
			....
			....
			XXO.
			OO.O`, "C1", false, "none"},
		{"two stones taken one by one", `
			.X..
			XO..
			O.O.
			.O..`, "", false, "none"},
		{"the taking stone has company", `
			.XXO
			XO.O
			.XO.
			....`, "C3", false, "none"},
		{"the taking stone has a liberty", `
			.X..
			XO.O
			.XO.
			....`, "C3", false, "none"},
		{"ko in the corner", `
			....
			....
			XO..
			O.O.`, "B1", false, "A1"},
	} {
		for _, rule := range []KoRule{PositionalSuperko, SituationalSuperko, SimpleKo} {
			t.Run(fmt.Sprintf("%s, %v", c.name, rule), func(t *testing.T) {
				p := mustSetup(t, Rules{Size: 4, Ko: rule}, Black, c.diagram)
				for _, m := range strings.Fields(c.moves) {
					p = mustPlay(t, p, MustParseMove(m))
				}
				if c.flip {
					p = p.WithToPlay(p.ToPlay().Opponent())
				}
				var b playout
				b.load(p)
				if got := Move(b.ko).String(); got != c.want {
					t.Errorf("got ko %v, want %v in\n%v", got, c.want, p)
				}
				checkPlayout(t, &b, plainGameOf(p))
			})
		}
	}
}

// settled is a board on which nobody has a candidate. Black has 13 points,
// White 12.
const settled = `
	.XOO.
	XXOOO
	.XXOO
	XXXOO
	XXXO.`

func TestPlayoutEnds(t *testing.T) {
	for _, c := range []struct {
		name    string
		limit   int
		diagram string
		moves   string
		turns   int
		passes  int
	}{
		{"two passes", 0, settled, "", 2, 2},
		{"one more pass", 0, settled, "pass", 1, 2},
		{"over", 0, settled, "pass pass", 0, 2},
		{"the game's limit", 7, emptyBoard, "C3 B3 D4", 4, 0},
		{"at the game's limit", 3, emptyBoard, "C3 B3 D4", 0, 0},
		{"a limit of one", 1, settled, "", 1, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := mustSetup(t, Rules{Size: 5, MoveLimit: c.limit}, Black, c.diagram)
			for _, m := range strings.Fields(c.moves) {
				p = mustPlay(t, p, MustParseMove(m))
			}
			var b playout
			b.load(p)
			random := rng(1)
			b.run(&random)
			if b.turn != c.turns || b.passes != c.passes {
				t.Errorf("got %d turns and %d passes at the end, want %d and %d", b.turn, b.passes, c.turns, c.passes)
			}
		})
	}

	// On the smallest board stones can be taken in turn for ever.
	var root, b playout
	root.load(mustStart(t, Rules{Size: 2}))
	random := rng(1)
	endless := 0
	for range 1000 {
		b.copyFrom(&root)
		b.run(&random)
		if b.passes < 2 {
			endless++
			if b.turn != 12 {
				t.Fatalf("2x2: got %d turns, want 12", b.turn)
			}
		}
	}
	if endless == 0 {
		t.Errorf("2x2: every playout ended by passes")
	}
}

const emptyBoard = `
	.....
	.....
	.....
	.....
	.....`

func TestPlayoutsOfSettledGames(t *testing.T) {
	for _, c := range []struct {
		name         string
		rules        Rules
		diagram      string
		moves        string
		black, white int // wins of 10
	}{
		{"Black is ahead", Rules{Komi: 0.5}, settled, "", 10, 0},
		{"komi decides", Rules{Komi: 1.5}, settled, "", 0, 10},
		{"a tie", Rules{Komi: 1}, settled, "", 0, 0},
		{"after one pass", Rules{Komi: 0.5}, settled, "pass", 10, 0},
		{"over by passes, with open points", Rules{Komi: 24.5}, `
			.....
			.....
			..X..
			.....
			.....`, "pass pass", 10, 0},
		{"over by the limit", Rules{Komi: 0.5, MoveLimit: 2}, emptyBoard, "A1 B1", 0, 10},
		{"over with a tie", Rules{}, emptyBoard, "pass pass", 0, 0},
		{"Black resigned", Rules{Resign: true}, settled, "resign", 0, 10},
		{"White resigned", Rules{Komi: 7.5, Resign: true}, settled, "pass resign", 10, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.rules.Size = 5
			p := mustSetup(t, c.rules, Black, c.diagram)
			for _, m := range strings.Fields(c.moves) {
				p = mustPlay(t, p, MustParseMove(m))
			}
			for color, want := range map[Color]int{Black: c.black, White: c.white} {
				got, err := Playouts(t.Context(), p, color, 10, 1)
				if got != want || err != nil {
					t.Errorf("%v: got %d, %v, want %d", color, got, err, want)
				}
			}
		})
	}
}

// TestPlayoutsAreTheSame pins the numbers of some seeds: they must be the same
// on every machine.
func TestPlayoutsAreTheSame(t *testing.T) {
	for _, c := range []struct {
		size, n int
		seed    uint64
		want    int
	}{
		{5, 1000, 1, 523},
		{9, 1000, 1, 428},
		{9, 1000, 2, 420},
		{13, 300, 1, 129},
		{19, 100, 1, 45},
		{25, 50, 1, 24},
	} {
		t.Run(fmt.Sprintf("%dx%d seed %d", c.size, c.size, c.seed), func(t *testing.T) {
			t.Parallel()
			p := mustPlay(t, MustStart(c.size), MustParseMove("B2"))
			for range 2 {
				got, err := Playouts(t.Context(), p, Black, c.n, c.seed)
				if got != c.want || err != nil {
					t.Errorf("got %d, %v, want %d", got, err, c.want)
				}
			}
		})
	}
}

func TestPlayoutsRefuses(t *testing.T) {
	for _, c := range []struct {
		name  string
		color Color
		n     int
		want  string
	}{
		{"no colour", Empty, 1, "playouts for Empty: want Black or White"},
		{"border", border, 1, "playouts for Color(3): want Black or White"},
		{"negative", Black, -1, "-1 playouts: want 0 or more"},
	} {
		t.Run(c.name, func(t *testing.T) {
			wins, err := Playouts(t.Context(), MustStart(9), c.color, c.n, 1)
			if err == nil || err.Error() != c.want || wins != 0 {
				t.Errorf("got %d, %v, want 0, %s", wins, err, c.want)
			}
		})
	}
	if wins, err := Playouts(t.Context(), MustStart(9), Black, 0, 1); wins != 0 || err != nil {
		t.Errorf("0 playouts: got %d, %v, want 0 and no error", wins, err)
	}
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

func TestPlayoutsStops(t *testing.T) {
	p := MustStart(9)
	last := -1
	for left := range 40 {
		got, err := Playouts(&countdown{t.Context(), left}, p, White, 1_000_000, 1)
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("after %d questions: got error %v, want %v", left, err, context.DeadlineExceeded)
		}
		if got < last || got > last+8 {
			t.Errorf("after %d questions: got %d wins, want %d to %d", left, got, last, last+8)
		}
		last = got
	}
	if last < 100 {
		t.Errorf("got %d wins in the end, want 100 or more", last)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, p := range []*Position{p, mustPlay(t, p, Pass, Pass)} {
		if wins, err := Playouts(cancelled, p, White, 10, 1); wins != 0 || !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled: got %d, %v, want 0, %v", wins, err, context.Canceled)
		}
	}
}

func TestPlayoutsAllocates(t *testing.T) {
	for _, size := range []int{2, 9, 19} {
		p := MustStart(size)
		count := func(n int) float64 {
			return testing.AllocsPerRun(5, func() {
				if _, err := Playouts(t.Context(), p, Black, n, 1); err != nil {
					t.Fatal(err)
				}
			})
		}
		if few, many := count(1), count(50); few != many {
			t.Errorf("%dx%d: got %v allocations for 1 playout and %v for 50, want the same", size, size, few, many)
		}
	}

	var root, b playout
	root.load(MustStart(9))
	random := rng(1)
	first := MustParseMove("E5")
	moves := make([]Move, 0, 9*9)
	if n := testing.AllocsPerRun(100, func() {
		b.copyFrom(&root)
		b.play(first)
		moves = b.candidates(moves[:0])
		b.run(&random)
		b.winner()
	}); n != 0 {
		t.Errorf("a playout: got %v allocations, want 0", n)
	}
}

func BenchmarkPlayouts(b *testing.B) {
	for _, size := range []int{9, 13, 19, 25} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			var root, board playout
			root.load(MustStart(size))
			random := rng(1)
			moves, wins := 0, 0
			b.ReportAllocs()
			for b.Loop() {
				board.copyFrom(&root)
				board.run(&random)
				if board.winner() == Black {
					wins++
				}
				moves += board.turn
			}
			ns := float64(b.Elapsed().Nanoseconds())
			b.ReportMetric(ns/float64(moves), "ns/move")
			b.ReportMetric(float64(moves)/float64(b.N), "moves/playout")
			b.ReportMetric(float64(b.N)/ns*1e9, "playouts/s")
		})
	}
}
