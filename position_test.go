package gogate

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestGame(t *testing.T) {
	p := playOut(t, Rules{Size: 5, Komi: 0.5}, "C3 pass B2")
	if p.Turn() != 3 || p.Last() != MustParseMove("B2") || p.ToPlay() != White || p.Over() || p.Result() != "" {
		t.Errorf("turn %d, last %v, %v to play, over %v, result %q; want 3, B2, White, false, none",
			p.Turn(), p.Last(), p.ToPlay(), p.Over(), p.Result())
	}
	history := p.History()
	var lasts []Move
	for n, q := range history {
		if q.Turn() != n {
			t.Errorf("History()[%d] is after %d turns", n, q.Turn())
		}
		lasts = append(lasts, q.Last())
	}
	if want := []Move{0, MustParseMove("C3"), Pass, MustParseMove("B2")}; !slices.Equal(lasts, want) {
		t.Errorf("the moves of the history are %v, want %v", lasts, want)
	}
	if !history[3].Equal(p) || stonesOf(history[2], Black) != 1 {
		t.Errorf("the history ends in\n%v after\n%v, want\n%v after the board with one stone",
			history[3], history[2], p)
	}
	history[0] = nil
	if p.History()[0] == nil {
		t.Error("a change to the slice of History changes the next")
	}

	tests := []struct {
		name, moves string
		resign      bool
		limit       int
		over        bool
		result      string
	}{
		{"at the start", "", false, 0, false, ""},
		{"one pass", "C3 pass", false, 0, false, ""},
		{"two passes", "C3 pass pass", false, 0, true, "B+24.5"},
		{"two passes at once", "pass pass", false, 0, true, "W+0.5"},
		{"two passes with a stone between", "pass C3 pass", false, 0, false, ""},
		{"before the limit", "C3 C4", false, 3, false, ""},
		{"at the limit", "C3 C4 C2", false, 3, true, "B+0.5"},
		{"at the limit with a pass", "C3 C4 pass", false, 3, true, "W+0.5"},
		{"Black resigns", "C3 C4 resign", true, 0, true, "W+R"},
		{"White resigns", "C3 resign", true, 0, true, "B+R"},
		{"resignation at the limit", "C3 resign", true, 2, true, "B+R"},
		{"resignation after a pass", "pass resign", true, 0, true, "B+R"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := playOut(t, Rules{Size: 5, Komi: 0.5, Resign: test.resign, MoveLimit: test.limit}, test.moves)
			if p.Over() != test.over || p.Result() != test.result {
				t.Errorf("over %v, result %q, want %v, %q", p.Over(), p.Result(), test.over, test.result)
			}
			legal := p.LegalMoves()
			if test.over && (legal != nil || len(p.AppendLegal([]Move{Pass})) != 1) {
				t.Errorf("LegalMoves() = %v after the end, want none", legal)
			}
			if slices.Contains(legal, Resign) {
				t.Errorf("LegalMoves() = %v, want no resignation", legal)
			}
			if got, want := p.Legal(Resign) == nil, test.resign && !test.over; got != want {
				t.Errorf("Legal(Resign) = %v, want it legal: %v", p.Legal(Resign), want)
			}
			for _, c := range []Color{Black, White} {
				q := p.WithToPlay(c)
				if q.Result() != test.result {
					t.Errorf("with %v to play the result is %q, want %q", c, q.Result(), test.result)
				}
				want := Empty
				if test.result != "" {
					want = map[byte]Color{'B': Black, 'W': White}[test.result[0]]
				}
				if q.Winner() != want {
					t.Errorf("with %v to play the winner is %v, want %v", c, q.Winner(), want)
				}
			}
			if want := movesNamed(test.moves); !slices.Equal(p.Moves(), want) {
				t.Errorf("Moves() = %v, want %v", p.Moves(), want)
			}
			if q, err := Replay(p.Rules(), p.Moves()); err != nil || !q.Equal(p) {
				t.Errorf("its moves replay to\n%v%v, want\n%v", q, err, p)
			}
		})
	}
}

func TestWithToPlay(t *testing.T) {
	p := goOn(t, setUp(t, DefaultRules(5), Black, koDiagram), "C2")
	if got := p.WithToPlay(White); got != p {
		t.Error("WithToPlay of the side to play is another position")
	}
	q := p.WithToPlay(Black)
	if q.ToPlay() != Black || p.ToPlay() != White {
		t.Errorf("%v to play, and %v before; want Black and still White", q.ToPlay(), p.ToPlay())
	}
	if q.Turn() != 1 || q.Last() != MustParseMove("C2") || len(q.History()) != 2 ||
		!q.SameBoard(p) || q.Hash() != p.Hash() {
		t.Errorf("turn %d, last %v, history of %d; want the same board after turn 1, C2",
			q.Turn(), q.Last(), len(q.History()))
	}
	later := goOn(t, q, "E5 pass").WithToPlay(White)
	if err := refusal(t, later, MustParseMove("E5")); err.Color != White || err.Turn != 3 {
		t.Errorf("refused %v in turn %d, want White in turn 3", err.Color, err.Turn)
	}
	back := q.WithToPlay(White)
	if err := refusal(t, back, MustParseMove("B2")); err.Err != ErrSuperko || err.Repeat != 0 {
		t.Errorf("back again, the ko is refused with %v, Repeat %d, want %v, 0", err.Err, err.Repeat, ErrSuperko)
	}
	for _, c := range []Color{Empty, border} {
		t.Run(c.String(), func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Errorf("WithToPlay(%v) does not panic", c)
				}
			}()
			p.WithToPlay(c)
		})
	}
}

// After Resume the passes so far no longer count, and nothing else has changed; what
// the move limit or a resignation has ended stays over.
func TestResume(t *testing.T) {
	rules := Rules{Size: 5, Komi: 0.5, Resign: true}
	for _, test := range []struct {
		name, moves, next string
		limit             int
		over              bool // after next
	}{
		{"two passes", "C3 pass pass", "", 0, false},
		{"two passes, a third", "C3 pass pass", "pass", 0, false},
		{"two passes, two more", "C3 pass pass", "pass pass", 0, true},
		{"two passes, a stone", "C3 pass pass", "C4 pass", 0, false},
		{"one pass, another", "C3 pass", "pass", 0, false},
		{"one pass, two more", "C3 pass", "pass pass", 0, true},
		{"no pass", "C3", "pass pass", 0, true},
		{"resignation", "C3 resign", "", 0, true},
		{"the limit", "C3 pass", "", 2, true},
		{"the limit with two passes", "pass pass", "", 2, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := rules
			r.MoveLimit = test.limit
			p := playOut(t, r, test.moves)
			q := p.Resume()
			if q.Turn() != p.Turn() || q.Last() != p.Last() || q.ToPlay() != p.ToPlay() || !q.SameBoard(p) || len(q.History()) != len(p.History()) {
				t.Errorf("got turn %d after %v, %v to play, on\n%v", q.Turn(), q.Last(), q.ToPlay(), q)
			}
			if passed := p.Last() == Pass; q.Equal(p) == passed || !q.Equal(p.Resume()) {
				t.Errorf("Equal takes the position for the resumed one: %t, want %t", !passed, passed)
			}
			if q = mustPlay(t, q, movesNamed(test.next)...); q.Over() != test.over {
				t.Errorf("over: %t, want %t", q.Over(), test.over)
			}
		})
	}
	p := playOut(t, rules, "C3 pass pass")
	if p.Resume(); !p.Over() {
		t.Error("Resume changed the position")
	}
	// The history still counts for superko, which a set-up board would forget.
	ko := playOut(t, Rules{Size: 4}, "A2 C1 B1 C3 B3 D2 C2 B2 pass pass").Resume()
	if err := ko.Legal(MustParseMove("C2")); err != ErrSuperko {
		t.Errorf("got %v, want superko", err)
	}
}

func TestEqual(t *testing.T) {
	rules := DefaultRules(5)
	komi := rules
	komi.Komi = 6.5
	resign := rules
	resign.Resign = true
	p := playOut(t, rules, "C3 D4 B2")
	tests := []struct {
		name             string
		p, q             *Position
		equal, sameBoard bool
	}{
		{"itself", p, p, true, true},
		{"played again", p, playOut(t, rules, "C3 D4 B2"), true, true},
		{"another branch", p, goOn(t, p.History()[2], "B3"), false, false},
		{"the same in another branch", p, goOn(t, p.History()[2], "B2"), true, true},
		{"another order", p, playOut(t, rules, "B2 D4 C3"), false, true},
		{"a pass more", p, goOn(t, p, "pass"), false, true},
		{"passes between", p, playOut(t, rules, "C3 D4 pass pass").WithToPlay(Black), false, false},
		{"set up", p, setUp(t, rules, White, p.String()), false, true},
		{"set up twice", setUp(t, rules, White, p.String()), setUp(t, rules, White, p.String()), true, true},
		{"set up for the other side",
			setUp(t, rules, White, p.String()), setUp(t, rules, Black, p.String()), false, true},
		{"the other side to play", p, p.WithToPlay(Black), false, true},
		{"and back", p, p.WithToPlay(Black).WithToPlay(White), true, true},
		{"the other side to play before", p, goOn(t, playOut(t, rules, "C3 D4").WithToPlay(White), "B2"), false, false},
		{"other rules", p, playOut(t, komi, "C3 D4 B2"), false, true},
		{"another size", MustStart(5), MustStart(6), false, false},
		{"a shorter history", goOn(t, p, "pass"), p, false, true},
		{"a pass or a resignation", playOut(t, resign, "C3 pass"), playOut(t, resign, "C3 resign"), false, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, pair := range [][2]*Position{{test.p, test.q}, {test.q, test.p}} {
				if got := pair[0].Equal(pair[1]); got != test.equal {
					t.Errorf("Equal = %v, want %v", got, test.equal)
				}
				if got := cmp.Equal(pair[0], pair[1]); got != test.equal {
					t.Errorf("cmp.Equal = %v, want %v", got, test.equal)
				}
				if got := pair[0].SameBoard(pair[1]); got != test.sameBoard {
					t.Errorf("SameBoard = %v, want %v", got, test.sameBoard)
				}
			}
		})
	}
	var none *Position
	if !none.Equal(nil) || none.Equal(p) || p.Equal(nil) {
		t.Error("a nil position is not equal to itself alone")
	}
	if diff := cmp.Diff([]*Position{p, nil}, []*Position{p, nil}); diff != "" {
		t.Errorf("cmp.Diff of the same positions (-want +got):\n%s", diff)
	}
}

// Boards decide where hashes do not.
func TestSameBoardOfOneHash(t *testing.T) {
	start, err := Rules{Size: 5}.start(Black, nil, new(keys))
	if err != nil {
		t.Fatal(err)
	}
	p, q := goOn(t, start, "C3"), goOn(t, start, "B2")
	if p.Hash() != q.Hash() || p.SameBoard(q) || p.Equal(q) {
		t.Errorf("hashes %d and %d, SameBoard %v, Equal %v; want the same hash of different boards",
			p.Hash(), q.Hash(), p.SameBoard(q), p.Equal(q))
	}
}

func TestString(t *testing.T) {
	p := playOut(t, DefaultRules(10), "A1 K10 J9")
	want := strings.Join([]string{
		"10 . . . . . . . . . O",
		" 9 . . . . . . . . X .",
		" 8 . . . . . . . . . .",
		" 7 . . . . . . . . . .",
		" 6 . . . . . . . . . .",
		" 5 . . . . . . . . . .",
		" 4 . . . . . . . . . .",
		" 3 . . . . . . . . . .",
		" 2 . . . . . . . . . .",
		" 1 X . . . . . . . . .",
		"   A B C D E F G H J K",
		"",
	}, "\n")
	if got := p.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Questions allocate nothing, and a move makes one allocation.
func TestAllocations(t *testing.T) {
	for _, size := range []int{9, 13, 19, 25} {
		for _, turn := range []int{40, 300} {
			t.Run(fmt.Sprintf("%d×%d, turn %d", size, size, turn), func(t *testing.T) {
				p := played(t, size, turn)
				moves := p.LegalMoves()
				m := moves[len(moves)/2]
				pt, _ := m.Point()
				stone := at("A1")
				for p.At(stone) == Empty {
					stone.X++
				}
				buffer := make([]Move, 0, size*size+1)
				tests := []struct {
					name string
					f    func()
					want float64
				}{
					{"Legal", func() { _ = p.Legal(m) }, 0},
					{"Legal of an occupied point", func() { _ = p.Legal(MoveAt(stone)) }, 0},
					{"AppendLegal", func() { buffer = p.AppendLegal(buffer[:0]) }, 0},
					{"LegalMoves", func() { p.LegalMoves() }, 1},
					{"Liberties", func() { p.Liberties(stone) }, 0},
					{"Captures", func() { p.Captures(m) }, 0},
					{"LibertiesAfter", func() {
						for _, m := range moves {
							p.LibertiesAfter(m)
						}
					}, 0},
					{"Eye", func() { p.Eye(pt, Black) }, 0},
					{"At", func() { p.At(pt) }, 0},
					{"Owner", func() { p.Owner(pt) }, 0},
					{"Score", func() { p.Score() }, 0},
					{"Neighbors", func() {
						for range p.Neighbors(pt) {
						}
					}, 0},
					{"SameBoard", func() { p.SameBoard(p.parent) }, 0},
					{"Play", func() { _, _ = p.Play(m) }, 1},
					{"a pass", func() { _, _ = p.Play(Pass) }, 1},
				}
				for _, test := range tests {
					if got := testing.AllocsPerRun(100, test.f); got != test.want {
						t.Errorf("%s makes %v allocations, want %v", test.name, got, test.want)
					}
				}
			})
		}
	}
}

// A move allocates 1,152 bytes on boards up to 9×9, 2,048 up to 13×13, 4,096 up to
// 19×19 and 6,144 up to 25×25.
func TestPositionBytes(t *testing.T) {
	for _, test := range []struct {
		name  string
		sizes []int // the least and the greatest
		room  uintptr
		want  uint64
	}{
		{"room9", []int{2, 9}, unsafe.Sizeof(room9{}), 1152},
		{"room13", []int{10, 13}, unsafe.Sizeof(room13{}), 2048},
		{"room19", []int{14, 19}, unsafe.Sizeof(room19{}), 4096},
		{"room25", []int{20, 25}, unsafe.Sizeof(room25{}), 6144},
	} {
		t.Run(test.name, func(t *testing.T) {
			if uint64(test.room) > test.want {
				t.Errorf("it takes %d bytes, want at most %d", test.room, test.want)
			}
			for _, size := range test.sizes {
				const moves = 2000
				p := played(t, size, 3)
				m := p.LegalMoves()[0]
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				for range moves {
					_, _ = p.Play(m)
				}
				runtime.ReadMemStats(&after)
				const others = 8 // what the rest of the program may allocate beside a move
				if got := (after.TotalAlloc - before.TotalAlloc) / moves; got < test.want || got > test.want+others {
					t.Errorf("%d×%d: a move allocates %d bytes, want %d", size, size, got, test.want)
				}
			}
		})
	}
}

// No question writes to a position, or the race detector says so.
func TestConcurrentReads(t *testing.T) {
	p := played(t, 5, 60)
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			g := newNaiveGame(p.Rules(), Black, boardOf(p.History()[0]))
			for _, q := range p.History()[1:] {
				g.play(q.Last())
			}
			if err := g.differs(p); err != nil {
				t.Error(err)
			}
			q := p.WithToPlay(p.ToPlay().Opponent())
			if !q.SameBoard(p) || q.Equal(p) || q.String() != p.String() || q.Hash() != p.Hash() {
				t.Errorf("the board with the other side to move is\n%vwant\n%v", q, p)
			}
		})
	}
	readers.Wait()
}

// Points yields every point once, A1, B1, …, and stops when the loop does.
func TestPoints(t *testing.T) {
	for _, size := range []int{MinSize, 9, 13, 19, MaxSize} {
		p := MustStart(size)
		var want []Point
		for y := range size {
			for x := range size {
				want = append(want, Point{x, y})
			}
		}
		if got := slices.Collect(p.Points()); !slices.Equal(got, want) {
			t.Errorf("size %d: got %v, want %v", size, got, want)
		}
		visited := 0
		for pt := range p.Points() {
			if visited++; pt == want[size] {
				break
			}
		}
		if visited != size+1 {
			t.Errorf("size %d: %d points up to %v, want %d", size, visited, want[size], size+1)
		}
	}
	p := MustStart(19)
	if n := testing.AllocsPerRun(10, func() {
		for range p.Points() {
		}
	}); n != 0 {
		t.Errorf("a loop over the points makes %v allocations, want 0", n)
	}
}

func TestSetupStones(t *testing.T) {
	points := func(names string) (all []Point) {
		for name := range strings.FieldsSeq(names) {
			pt, err := ParsePoint(name)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, pt)
		}
		return all
	}
	for _, test := range []struct {
		name         string
		rules        Rules
		toPlay       Color
		black, white string
		want         string // the diagram, or the error
	}{
		{"nothing", DefaultRules(3), Black, "", "", "...\n...\n..."},
		{"both colours, in any order", DefaultRules(3), White, "C3 A1", "A2 B3", ".OX\nO..\nX.."},
		{"Black alone", DefaultRules(2), Black, "A1 B1 A2", "", "X.\nXX"},
		{"White alone", DefaultRules(2), White, "", "B2", ".O\n.."},
		{"off the board", DefaultRules(3), Black, "A1 D1", "", "set-up: D1 is off the board of 3×3"},
		{"above the board", DefaultRules(3), Black, "", "C4", "set-up: C4 is off the board of 3×3"},
		{"twice in one colour", DefaultRules(3), Black, "B2 B2", "", "set-up: B2 is named twice: a point holds one stone"},
		{"in both colours", DefaultRules(3), Black, "B2", "A1 B2", "set-up: B2 is named twice: a point holds one stone"},
		{"no liberty", DefaultRules(3), Black, "A1", "A2 B1", "set-up: the Black group at A1 has no liberty"},
		{"a full board", DefaultRules(2), Black, "A1 B1", "A2 B2", "set-up: the Black group at A1 has no liberty"},
		{"nobody to play", DefaultRules(3), Empty, "A1", "", "set-up: Empty to play: must be Black or White"},
		{"no board", Rules{}, Black, "", "", "board size 0: must be a whole number from 2 to 25"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := test.rules.SetupStones(test.toPlay, points(test.black), points(test.white))
			if err != nil {
				if p != nil || err.Error() != test.want {
					t.Errorf("got %v, %v, want the error %q", p, err, test.want)
				}
				return
			}
			if want := setUp(t, test.rules, test.toPlay, test.want); !p.Equal(want) {
				t.Errorf("got\n%vwant\n%v", p, want)
			}
			if err := consistent(p); err != nil {
				t.Error(err)
			}
		})
	}
	for _, pt := range []Point{{-1, 0}, {0, -1}, {math.MaxInt, 0}, {0, math.MinInt}} {
		if p, err := DefaultRules(3).SetupStones(Black, []Point{pt}, nil); p != nil || err == nil {
			t.Errorf("a stone on %v: got %v, %v, want an error", pt, p, err)
		}
	}
}

// The stones of a position, in any order, set it up again, as its diagram does.
func TestSetupStonesOfAPosition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(MinSize, MaxSize).Draw(t, "size")
		turns := rapid.IntRange(0, size*size).Draw(t, "turns")
		p := played(t, size, turns)
		var stones [White + 1][]Point
		for _, pt := range rapid.Permutation(slices.Collect(p.Points())).Draw(t, "order") {
			stones[p.At(pt)] = append(stones[p.At(pt)], pt)
		}
		got, err := p.Rules().SetupStones(p.ToPlay(), stones[Black], stones[White])
		if err != nil {
			t.Fatal(err)
		}
		want := setUp(t, p.Rules(), p.ToPlay(), p.String())
		if !got.Equal(want) || !got.SameBoard(p) {
			t.Fatalf("got\n%vwant\n%v", got, want)
		}
		if err := consistent(got); err != nil {
			t.Fatal(err)
		}
	})
}
