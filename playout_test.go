package gogate

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

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
	p := setUp(t, DefaultRules(a.size), a.toPlay, a.diagram)
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

// In awkward positions every candidate is drawn as often as any other, as they are
// loaded and with their eyes parked. The seeds are fixed, so that it passes always or never.
func TestDrawIsUniform(t *testing.T) {
	for _, test := range awkwards {
		p := test.position(t)
		want := newNaivePlayout(p).candidates(p.ToPlay())
		if len(want) != test.candidates {
			t.Errorf("%s: got candidates %v, want %d in\n%v", test.name, want, test.candidates, p)
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
		checkPlayout(t, &used, newNaivePlayout(p))
		if got := loaded.n - used.n; got != test.parked {
			t.Errorf("%s: parked eyes: got %d, want %d in\n%v", test.name, got, test.parked, p)
		}
		for i, root := range []*playout{&loaded, &used} {
			t.Run(fmt.Sprintf("%s, %s", test.name, []string{"as loaded", "parked"}[i]), func(t *testing.T) {
				counts := map[Move]int{}
				var b playout
				for range 100_000 {
					b.copyFrom(root)
					counts[Move(b.draw(&random))]++
				}
				checkEven(t, counts, want)
			})
		}
	}
}

// Each candidate of the second turn is as likely as any other, whatever the first
// move was.
func TestTwoDrawsAreUniform(t *testing.T) {
	for _, test := range awkwards {
		t.Run(test.name, func(t *testing.T) {
			const pairs = 100_000
			p := test.position(t)
			expected := map[[2]Move]float64{}
			first := newNaivePlayout(p).candidates(p.ToPlay())
			for _, m := range first {
				g := newNaivePlayout(p)
				g.play(m)
				second := g.candidates(g.now().toPlay)
				if len(second) == 0 {
					second = []Move{Pass}
				}
				for _, n := range second {
					expected[[2]Move{m, n}] = pairs / float64(len(first)*len(second))
				}
			}
			counts := map[[2]Move]int{}
			var root, b playout
			root.load(p)
			root.limit = 2
			random := rng(2)
			for range pairs {
				b.copyFrom(&root)
				b.run(&random)
				counts[[2]Move(b.moves[:2])]++
			}
			checkCounts(t, counts, expected)
		})
	}
}

func TestLoadFindsKo(t *testing.T) {
	const ko = `
		.XO.
		XO.O
		.XO.
		....`
	for _, test := range []struct {
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
			t.Run(fmt.Sprintf("%s, %v", test.name, rule), func(t *testing.T) {
				p := setUp(t, Rules{Size: 4, Ko: rule}, Black, test.diagram)
				p = goOn(t, p, test.moves)
				if test.flip {
					p = p.WithToPlay(p.ToPlay().Opponent())
				}
				var b playout
				b.load(p)
				if got := Move(b.ko).String(); got != test.want {
					t.Errorf("got ko %v, want %v in\n%v", got, test.want, p)
				}
				checkPlayout(t, &b, newNaivePlayout(p))
			})
		}
	}
}

// A pass lifts a ko: who took it may then fill it.
func TestPassLiftsKo(t *testing.T) {
	p := goOn(t, setUp(t, Rules{Size: 4}, Black, `
		.XO.
		XO.O
		.XO.
		....`), "C3")
	var b playout
	b.load(p)
	g := newNaivePlayout(p)
	for _, move := range []string{"pass", "B3"} {
		b.play(MustParseMove(move))
		g.play(MustParseMove(move))
		if b.ko != 0 {
			t.Errorf("after %s: got ko %v, want none", move, Move(b.ko))
		}
		checkPlayout(t, &b, g)
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
	for _, test := range []struct {
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
		t.Run(test.name, func(t *testing.T) {
			p := setUp(t, Rules{Size: 5, MoveLimit: test.limit}, Black, test.diagram)
			p = goOn(t, p, test.moves)
			var b playout
			b.load(p)
			random := rng(1)
			b.run(&random)
			if b.turn != test.turns || b.passes != test.passes {
				t.Errorf("got %d turns and %d passes at the end, want %d and %d",
					b.turn, b.passes, test.turns, test.passes)
			}
		})
	}

	// On the smallest board stones can be taken in turn for ever.
	var root, b playout
	root.load(playOut(t, Rules{Size: 2}, ""))
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
	for _, test := range []struct {
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
		t.Run(test.name, func(t *testing.T) {
			test.rules.Size = 5
			p := setUp(t, test.rules, Black, test.diagram)
			p = goOn(t, p, test.moves)
			for color, want := range map[Color]int{Black: test.black, White: test.white} {
				got, err := Playouts(t.Context(), p, color, 10, 1)
				if got != want || err != nil {
					t.Errorf("%v: got %d, %v, want %d", color, got, err, want)
				}
			}
		})
	}
}

// The numbers of a seed are the same on every machine.
func TestPlayoutsAreTheSame(t *testing.T) {
	for _, test := range []struct {
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
		t.Run(fmt.Sprintf("%dx%d seed %d", test.size, test.size, test.seed), func(t *testing.T) {
			t.Parallel()
			p := goOn(t, MustStart(test.size), "B2")
			for range 2 {
				got, err := Playouts(t.Context(), p, Black, test.n, test.seed)
				if got != test.want || err != nil {
					t.Errorf("got %d, %v, want %d", got, err, test.want)
				}
			}
		})
	}
}

func TestPlayoutsRefuses(t *testing.T) {
	for _, test := range []struct {
		name  string
		color Color
		n     int
		want  string
	}{
		{"no colour", Empty, 1, "playouts for Empty: must be for Black or White"},
		{"border", border, 1, "playouts for Color(3): must be for Black or White"},
		{"negative", Black, -1, "-1 playouts: must be 0 or more"},
	} {
		t.Run(test.name, func(t *testing.T) {
			wins, err := Playouts(t.Context(), MustStart(9), test.color, test.n, 1)
			if err == nil || err.Error() != test.want || wins != 0 {
				t.Errorf("got %d, %v, want 0, %s", wins, err, test.want)
			}
		})
	}
	if wins, err := Playouts(t.Context(), MustStart(9), Black, 0, 1); wins != 0 || err != nil {
		t.Errorf("0 playouts: got %d, %v, want 0 and no error", wins, err)
	}
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
	for _, p := range []*Position{p, goOn(t, p, "pass pass")} {
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
