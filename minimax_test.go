package gogate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

func TestSearchEstimate(t *testing.T) {
	tests := []struct {
		name    string
		diagram string
		want    int
	}{
		{"no stone", `
			...
			...
			...`, 0},
		{"one stone has the whole board", `
			...
			.X.
			...`, 9},
		{"the middle is nobody's", `
			...
			X.O
			...`, 0},
		// C1, C2, B4 and nothing else lie as near to D2 as to the wall or to the
		// wall's end; Black has 4 + 3 stones and points of column A and B and C3, C4.
		{"a wall and a stone", `
			.X..
			.X..
			.X.O
			....`, 5 + 3 + 2 - 3},
		// A1 is nobody's, and so are A2 and A3, which lie nearest to it.
		{"a stone in atari", `
			...
			...
			OX.`, 6},
		// The two stones have one liberty, C1, which lies nearest to them.
		{"a group in atari", `
			...
			XX.
			OO.`, 6},
		{"territory and eyes are counted exactly", `
			.XO.
			XXOO
			.XO.
			XXOO`, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := setUpEven(t, Black, test.diagram)
			if got := estimate(p, Black); got != test.want {
				t.Errorf("estimate %d for Black, want %d\n%v", got, test.want, p)
			}
			if got := estimate(p, White); got != -test.want {
				t.Errorf("estimate %d for White, want %d\n%v", got, -test.want, p)
			}
		})
	}
}

func TestSearchEstimateSymmetry(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPlayed(t)
		if p.Over() {
			p = setUp(t, Rules{Size: p.Size()}, Black, p.String())
		}
		want := estimate(p, Black)
		rows := rowsOf(p)
		for turn := range 8 {
			if turn == 4 {
				slices.Reverse(rows)
			}
			rows = rotated(rows)
			q := setUp(t, p.Rules(), p.ToPlay(), strings.Join(rows, "\n"))
			if got := estimate(q, Black); got != want {
				t.Fatalf("estimate %d\n%vbut %d on the same board turned\n%v", want, p, got, q)
			}
			swapped := strings.NewReplacer("X", "O", "O", "X").Replace(strings.Join(rows, "\n"))
			q = setUp(t, p.Rules(), p.ToPlay(), swapped)
			if got := estimate(q, White); got != want {
				t.Fatalf("estimate %d for Black\n%vbut %d for White with the colours swapped\n%v", want, p, got, q)
			}
		}
	})
}

// rotated returns the rows turned by a quarter.
func rotated(rows []string) []string {
	turned := make([]string, len(rows))
	for _, row := range rows {
		for x := range turned {
			turned[x] = row[x:x+1] + turned[x]
		}
	}
	return turned
}

// On a settled board the estimate is the score. Games of Search end on one,
// nearly always.
func TestSearchEstimateOfSettledBoards(t *testing.T) {
	settled := 0
	for seed := range uint64(20) {
		p := searchGame(t, 7, seed)
		q := setUp(t, p.Rules(), Black, p.String())
		s := q.Score()
		atari := slices.ContainsFunc(slices.Collect(q.Points()), func(pt Point) bool { return q.Liberties(pt) == 1 })
		if atari || s.Neutral > 0 {
			continue
		}
		settled++
		want := s.BlackStones + s.BlackTerritory - s.WhiteStones - s.WhiteTerritory
		if got := estimate(q, Black); got != want {
			t.Errorf("estimate %d, want the area %d\n%v", got, want, q)
		}
	}
	if settled < 10 {
		t.Errorf("%d settled boards of 20, want at least 10: the test says little", settled)
	}
}

// searchGame plays Search against itself after a few random moves, none for seed
// 0, and returns the end.
func searchGame(t *testing.T, size int, seed uint64) *Position {
	t.Helper()
	p := MustStart(size)
	random := rng(seed)
	for !p.Over() {
		m, err := Search{}.Play(t.Context(), p)
		if opening := size; seed > 0 && p.Turn() < opening {
			moves := p.LegalMoves()
			m = moves[random.below(len(moves)-1)]
		}
		if err != nil {
			t.Fatal(err)
		}
		p = mustPlay(t, p, m)
	}
	return p
}

func TestSearchEndsGames(t *testing.T) {
	for _, size := range []int{2, 3, 4, 5, 6, 7, 9} {
		for seed := range uint64(8) {
			p := searchGame(t, size, seed)
			if limit := p.Rules().MoveLimit; p.Turn() >= limit {
				t.Errorf("%dx%d, seed %d: %d turns, want two passes before %d\n%v",
					size, size, seed, p.Turn(), limit, p)
			}
		}
	}
}

func TestSearchTactics(t *testing.T) {
	tests := []struct {
		name    string
		toPlay  Color
		diagram string
		want    string
	}{
		{"takes a group in atari", Black, `
			OOOO..X
			XXXX..X
			.X.XXXX
			XXXXXXX
			OOOOOOO
			.O.O.O.
			O.O.O.O`, "E7"},
		{"saves its own group from atari", White, `
			OOOO..X
			XXXX..X
			.X.XXXX
			XXXXXXX
			OOOOOOO
			.O.O.O.
			O.O.O.O`, "E7"},
		{"takes the larger of two groups", Black, `
			OOO...X
			XXX...X
			XXXXXXX
			.XX.XX.
			XXXXXXX
			XXXX..X
			OOOO..X`, "E1"},
		{"connects before it is cut", Black, `
			XXX.XX.
			OO.OX.X
			OOOOOXX
			.O.OOOX
			OOOOOOO
			XXXXXXX
			.X.X.X.`, "D7"},
		{"leaves a bait", Black, `
			.X.XX
			XXXXX
			OOOOO
			XXO.O
			O.OO.`, "pass"},
		{"keeps its second eye", Black, `
			.X.XO
			XXXXO
			OOOOO
			.O.O.
			O.O.O`, "pass"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := setUpEven(t, test.toPlay, test.diagram)
			got, err := Search{}.Choose(t.Context(), p, p.LegalMoves())
			if err != nil {
				t.Fatal(err)
			}
			if got.Move.String() != test.want {
				t.Errorf("%v to play chose %v (%s), want %s\n%v", test.toPlay, got.Move, got.Note, test.want, p)
			}
		})
	}
}

func TestSearchPassesWhenNothingIsLeft(t *testing.T) {
	p := setUpEven(t, White, `
		.OX.X
		XXXXX
		OOOOO
		O.OOO
		.OOO.`)
	// B5 is dead, but counts for White until it is captured.
	for _, want := range []string{"pass", "A5", "pass", "pass"} {
		got, err := Search{}.Choose(t.Context(), p, p.LegalMoves())
		if err != nil {
			t.Fatal(err)
		}
		if got.Move.String() != want {
			t.Fatalf("turn %d, %v to play chose %v (%s), want %s\n%v",
				p.Turn()+1, p.ToPlay(), got.Move, got.Note, want, p)
		}
		p = mustPlay(t, p, got.Move)
	}
	if got := p.Result(); got != "W+5" {
		t.Errorf("result %s, want W+5\n%v", got, p)
	}
}

func TestSearchNote(t *testing.T) {
	const twoEyes = `
		.XO.
		XXOO
		.XO.
		XXOO`
	tests := []struct {
		name    string
		toPlay  Color
		komi    float64
		diagram string
		moves   string
		want    string
	}{
		{"level", Black, 0, "..\n..", "A1", "A1: the worst reply, B1, leaves Black level by the area estimate"},
		{"ahead", Black, -1, "..\n..", "A1", "A1: the worst reply, B1, leaves Black 1 point ahead by the area estimate"},
		{"behind", Black, 7.5, "..\n..", "A1", "A1: the worst reply, B1, leaves Black 7.5 points behind by the area estimate"},
		{"White", White, 0.25, "..\n..", "A1", "A1: the worst reply, B1, leaves White 0.25 points ahead by the area estimate"},
		{"equals, in the order given", Black, 0, "..\n..", "B2 A1",
			"B2: the worst reply, A1, leaves Black level by the area estimate"},
		{"a lost group", Black, 0, twoEyes, "A2",
			"A2: the worst reply, A4, leaves Black 16 points behind by the area estimate"},
		{"the reply ends the game", Black, 0.5, twoEyes, "A4 pass A2", "pass: the worst reply, pass, ends the game: W+0.5"},
		{"a pass among equals", Black, 0, ".X.XX\nXXXXX\nOOOOO\nXXO.O\nO.OO.", "B1 pass",
			"pass: the worst reply, B1, leaves Black 5 points behind by the area estimate"},
		{"resignation is last", Black, 0, twoEyes, "resign A2 A4",
			"A2: the worst reply, A4, leaves Black 16 points behind by the area estimate"},
		{"nothing but resignation", White, 0, twoEyes, "resign", "resign: ends the game: B+R"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			rules := DefaultRules(sizeOf(test.diagram))
			rules.Komi = test.komi
			rules.Resign = true
			p := setUp(t, rules, test.toPlay, test.diagram)
			choice, err := Search{}.Choose(t.Context(), p, movesNamed(test.moves))
			if err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprintf("%v: %s", choice.Move, choice.Note); got != test.want {
				t.Errorf("got  %s\nwant %s\n%v", got, test.want, p)
			}
		})
	}
}

func TestSearchWidth(t *testing.T) {
	p := MustStart(5)
	for _, test := range []struct{ width, want int }{{0, 8 + 1}, {1, 1 + 1}, {3, 3 + 1}, {100, 25 + 1}} {
		list := Search{Width: test.width}.promising(p, p.LegalMoves())
		if len(list) != test.want {
			t.Errorf("width %d on the empty board: %d moves to look at, want %d with the pass",
				test.width, len(list), test.want)
		}
		if got := list[0].move.String(); got != "C3" {
			t.Errorf("width %d on the empty board: %s is the most promising, want C3", test.width, got)
		}
	}
}

func TestSearchRefuses(t *testing.T) {
	p := setUpEven(t, Black, `
		.X.
		X.O
		...`)
	over := playOut(t, DefaultRules(3), "pass pass")
	d4, b2, b3 := MustParseMove("D4"), MustParseMove("B2"), MustParseMove("B3")
	tests := []struct {
		name   string
		search Search
		p      *Position
		moves  []Move
		reason error  // found by errors.Is, if not nil
		names  string // must be in the text
	}{
		{"no moves", Search{}, p, nil, nil, "no moves"},
		{"an occupied point", Search{}, p, []Move{b2, b3}, ErrOccupied, "B3"},
		{"a point off the board", Search{}, p, []Move{d4}, ErrOffBoard, "D4"},
		{"no move", Search{}, p, []Move{Pass, 0}, ErrNoMove, "none"},
		{"a number that is no move", Search{}, p, []Move{7, Pass}, ErrNoMove, "#7"},
		{"a resignation against the rules", Search{}, p, []Move{Resign}, ErrResign, "resign"},
		{"a game that is over", Search{}, over, []Move{Pass}, ErrOver, "pass"},
		{"a negative width", Search{Width: -1}, p, []Move{Pass}, nil, "width -1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := test.search.Choose(t.Context(), test.p, test.moves)
			if err == nil {
				t.Fatalf("chose %v, want an error", got)
			}
			if text := err.Error(); !strings.HasPrefix(text, "search: ") || !strings.Contains(text, test.names) {
				t.Errorf("error %q, want it to begin with \"search: \" and to name %q", text, test.names)
			}
			if test.reason != nil && !errors.Is(err, test.reason) {
				t.Errorf("error %q, want it to be %q", err, test.reason)
			}
			if got != (Choice{}) {
				t.Errorf("chose %v beside the error, want nothing", got)
			}
		})
	}
	if m, err := (Search{}).Play(t.Context(), over); m != 0 || err != ErrOver {
		t.Errorf("Play in a game that is over: %v, %v, want no move and %v", m, err, ErrOver)
	}
}

// Wherever the context ends, Search stops at once and plays the best of the
// moves examined before.
func TestSearchStops(t *testing.T) {
	p := played(t, 5, 9)
	moves := p.LegalMoves()
	naive := newNaiveSearch(p, moves, defaultWidth)
	before, done := 0, false
	for asked := 0; !done; asked++ {
		ctx := &countdown{t.Context(), asked}
		got, err := Search{}.Choose(ctx, p, moves)
		if err != nil {
			t.Fatal(err)
		}
		if ctx.left < -1 {
			t.Fatalf("ended at question %d: %d more were asked, want none", asked, -1-ctx.left)
		}
		want, examined, of := naive.order[0], 0, 0
		at := strings.Index(got.Note, "; stopped after ")
		switch {
		case got.Note == "the most promising move; stopped before all its replies were examined":
		case at >= 0:
			if _, err := fmt.Sscanf(got.Note[at:], "; stopped after %d of %d moves", &examined, &of); err != nil {
				t.Fatalf("note %q: %v", got.Note, err)
			}
			if of != len(naive.order) || examined < before {
				t.Fatalf("note %q after %d of %d moves", got.Note, before, len(naive.order))
			}
			want = naive.best(examined)
		default:
			done = true
			want = naive.best(len(naive.order))
		}
		if got.Move != want {
			t.Fatalf("ended at question %d: chose %v (%s), want %v\n%v", asked, got.Move, got.Note, want, p)
		}
		if examined > 0 {
			before = examined
		}
	}
	if before != len(naive.order)-1 {
		t.Errorf("at most %d moves were examined before the end, want %d", before, len(naive.order)-1)
	}

	// With no time at all, games end too: a pass is the more promising among equals.
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for p := MustStart(5); !p.Over(); {
		m, err := Search{}.Play(ctx, p)
		if want := newNaiveSearch(p, p.LegalMoves(), 1).order[0]; m != want || err != nil {
			t.Fatalf("a context that has ended: %v, %v, want the most promising move, %v\n%v", m, err, want, p)
		}
		p = mustPlay(t, p, m)
		if p.Turn() == p.Rules().MoveLimit {
			t.Errorf("%d turns, want two passes before\n%v", p.Turn(), p)
		}
	}
}

func TestSearchIsDeterministic(t *testing.T) {
	p := played(t, 9, 30)
	want, err := Search{}.Choose(t.Context(), p, p.LegalMoves())
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if got, err := (Search{}).Choose(t.Context(), p, p.LegalMoves()); got != want || err != nil {
				t.Errorf("got %v, %v, want %v as before", got, err, want)
			}
		})
	}
	all.Wait()
}
