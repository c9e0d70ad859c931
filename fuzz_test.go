package gogate

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Each property is a function checkX of a rapid.T. Its test runs it on random
// input, its fuzz target on input that go test -fuzz finds.

func TestPosition(t *testing.T) { rapid.Check(t, checkPosition) }
func TestSeki(t *testing.T)     { rapid.Check(t, checkSeki) }
func TestDiagram(t *testing.T)  { rapid.Check(t, checkDiagram) }
func TestFilling(t *testing.T)  { rapid.Check(t, checkFilling) }
func FuzzPosition(f *testing.F) { f.Fuzz(rapid.MakeFuzz(checkPosition)) }
func FuzzSeki(f *testing.F)     { f.Fuzz(rapid.MakeFuzz(checkSeki)) }
func FuzzDiagram(f *testing.F)  { f.Fuzz(rapid.MakeFuzz(checkDiagram)) }
func FuzzFilling(f *testing.F)  { f.Fuzz(rapid.MakeFuzz(checkFilling)) }

// checkPosition plays games on a position and on its naive twin, with illegal
// moves among the legal ones, and compares everything they know.
func checkPosition(t *rapid.T) {
	var p *Position
	var g *naiveGame
	compare := func() {
		if err := g.differs(p); err != nil {
			t.Fatalf("%v\n%v%v to play, %+v, after %v", err, p, p.ToPlay(), p.Rules(), movesOf(g))
		}
	}
	play := func(m Move) {
		next, err := p.Play(m)
		if g.isLegal(m) != (err == nil) {
			t.Fatalf("%v: got %v, which the naive game does not find\n%v", m, err, p)
		}
		if err != nil {
			return
		}
		g.play(m)
		p = next
	}
	// legalMove draws a legal stone, one that is liked if there is any, and is a
	// pass if there is no stone.
	legalMove := func(likes func(Move) bool) Move {
		legal := g.legal()
		var liked []Move
		for _, m := range legal {
			if likes(m) {
				liked = append(liked, m)
			}
		}
		switch {
		case len(liked) > 0:
			return rapid.SampledFrom(liked).Draw(t, "liked")
		case len(legal) > 0:
			return rapid.SampledFrom(legal).Draw(t, "legal")
		}
		return Pass
	}
	// burst plays several such moves in a row.
	burst := func(likes func(Move) bool) {
		for range rapid.IntRange(1, 10).Draw(t, "turns") {
			if p.Over() {
				break
			}
			play(legalMove(likes))
			if p.Size() <= 5 {
				compare()
			}
		}
	}
	newGame := func(t *rapid.T) {
		if g != nil {
			checkHistory(t, p, g)
		}
		r := drawRules(t)
		toPlay := rapid.SampledFrom([]Color{Black, White}).Draw(t, "to play")
		g = newNaiveGame(r, toPlay, drawBoard(t, r.Size))
		k := zobrist
		if rapid.Bool().Draw(t, "equal hashes") {
			k = new(keys)
		}
		var err error
		if p, err = r.start(toPlay, naiveRows(g.now().board, r.Size), k); err != nil {
			t.Fatal(err)
		}
	}
	newGame(t)
	t.Repeat(map[string]func(*rapid.T){
		"":         func(*rapid.T) { compare() },
		"new game": newGame,
		"legal":    func(*rapid.T) { burst(func(Move) bool { return true }) },
		"capture":  func(*rapid.T) { burst(func(m Move) bool { return p.Captures(m) > 0 }) },
		"fill":     func(*rapid.T) { burst(func(m Move) bool { return p.LibertiesAfter(m) < 2 }) },
		"stone": func(t *rapid.T) {
			play(MoveAt(p.point(rapid.SampledFrom(slices.Collect(p.points())).Draw(t, "point"))))
		},
		"anything": func(t *rapid.T) { play(Move(rapid.Uint16().Draw(t, "move"))) },
		"pass":     func(*rapid.T) { play(Pass) },
		"resign":   func(*rapid.T) { play(Resign) },
		"other side": func(t *rapid.T) {
			c := rapid.SampledFrom([]Color{Black, White}).Draw(t, "to play")
			p = p.WithToPlay(c)
			g.setToPlay(c)
		},
	})
}

// checkHistory compares every earlier board.
func checkHistory(t failer, p *Position, g *naiveGame) {
	t.Helper()
	for turn, earlier := range p.History() {
		if got, want := boardOf(earlier), g.past[turn].board; got != want || earlier.Turn() != turn {
			t.Fatalf("turn %d of the history: got %s, turn %d, want %s", turn, got, earlier.Turn(), want)
		}
	}
}

// movesOf returns the moves of a game.
func movesOf(g *naiveGame) (moves []Move) {
	for _, turn := range g.past[1:] {
		moves = append(moves, turn.last)
	}
	return moves
}

// drawRules draws rules for a board that is small more often than not, so that
// boards repeat.
func drawRules(t *rapid.T) Rules {
	sizes := []int{2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5, 6, 6, 7, 8, 9, 11, 19}
	return Rules{
		Size:      rapid.SampledFrom(sizes).Draw(t, "size"),
		Komi:      rapid.SampledFrom([]float64{0, 0.5, 3.75, 7, 7.5, -5}).Draw(t, "komi"),
		Ko:        rapid.SampledFrom([]KoRule{PositionalSuperko, SituationalSuperko, SimpleKo}).Draw(t, "ko"),
		Suicide:   rapid.Bool().Draw(t, "suicide"),
		Resign:    rapid.Bool().Draw(t, "resign"),
		MoveLimit: rapid.SampledFrom([]int{0, 0, 0, 40}).Draw(t, "limit"),
	}
}

// drawBoard draws a board, the empty one or any on which every group has a
// liberty.
func drawBoard(t *rapid.T, size int) string {
	from := rapid.SampledFrom([]string{".", ".XO", "..XO", ".XXOO", ".XXXXOOOO", "XXXXXXXXXXXO."}).Draw(t, "letters")
	board := string(rapid.SliceOfN(rapid.SampledFrom([]byte(from)), size*size, size*size).Draw(t, "board"))
	g := newNaiveGame(Rules{Size: size}, Black, board)
	board, _ = g.withoutDead(board, 'X')
	board, _ = g.withoutDead(board, 'O')
	return board
}

// checkSeki draws a board of two groups that share two liberties and have no
// others. Whoever fills one is taken; so nobody may, and both are neutral.
func checkSeki(t *rapid.T) {
	size := rapid.IntRange(3, 13).Draw(t, "size")
	first := rapid.IntRange(0, size-1).Draw(t, "first row")
	second := (first + rapid.IntRange(1, size-1).Draw(t, "rows between")) % size
	var board [][]byte
	var shared []Point
	for y := range size {
		// Black has the first stones of a row, White the others. In two rows a
		// point where they meet is left empty, but never one on the edge, which
		// keeps each side together.
		blacks := rapid.IntRange(1, size-1).Draw(t, "black stones")
		row := append(bytes.Repeat([]byte("X"), blacks), bytes.Repeat([]byte("O"), size-blacks)...)
		if y == first || y == second {
			x := blacks - 1
			if x == 0 || blacks < size-1 && rapid.Bool().Draw(t, "from White") {
				x = blacks
			}
			row[x] = '.'
			shared = append(shared, Point{x, y})
		}
		board = append(board, row)
	}
	if rapid.Bool().Draw(t, "turned") {
		for y := range size {
			for x := range y {
				board[y][x], board[x][y] = board[x][y], board[y][x]
			}
		}
		for i, pt := range shared {
			shared[i] = Point{pt.Y, pt.X}
		}
	}
	slices.Reverse(board)
	toPlay := rapid.SampledFrom([]Color{Black, White}).Draw(t, "to play")
	p, err := DefaultRules(size).Setup(toPlay, string(bytes.Join(board, []byte("\n"))))
	if err != nil {
		t.Fatal(err)
	}
	if score := p.Score(); score.Neutral != 2 || score.BlackTerritory != 0 || score.WhiteTerritory != 0 {
		t.Fatalf("%+v, want two neutral points and no territory\n%v", score, p)
	}
	if legal := p.LegalMoves(); len(legal) != 3 {
		t.Fatalf("legal moves %v, want the two shared liberties and a pass\n%v", legal, p)
	}
	for i, pt := range shared {
		m, other := MoveAt(pt), MoveAt(shared[1-i])
		if owner := p.Owner(pt); owner != Empty {
			t.Errorf("%v belongs to %v, want nobody", pt, owner)
		}
		if n := p.LibertiesAfter(m); n != 1 || p.Captures(m) != 0 || NotSelfAtari(p, m).OK || !NotOwnEye(p, m).OK {
			t.Errorf("%v leaves %d liberties, captures %d: %v, %v; want a self-atari that fills no eye\n%v",
				m, n, p.Captures(m), NotSelfAtari(p, m), NotOwnEye(p, m), p)
		}
		q, err := p.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		group := len(q.Group(pt).Stones)
		if got := q.Captures(other); got != group || q.Legal(other) != nil {
			t.Errorf("after %v, %v takes %d stones (%v), want the whole group of %d\n%v",
				m, other, got, q.Legal(other), group, q)
		}
	}
}

// checkFilling fills a board at random: it is a position exactly if every group
// has a liberty, the rule by which 57 and 12,675 are counted.
func checkFilling(t *rapid.T) {
	rules := DefaultRules(rapid.IntRange(MinSize, 7).Draw(t, "size"))
	n := rules.Size * rules.Size
	board := string(rapid.SliceOfN(rapid.SampledFrom([]byte(letters)), n, n).Draw(t, "board"))
	g := newNaiveGame(rules, Black, board)
	_, black := g.withoutDead(board, 'X')
	_, white := g.withoutDead(board, 'O')
	rows := naiveRows(board, rules.Size)
	slices.Reverse(rows)
	p, err := rules.Setup(Black, strings.Join(rows, "\n"))
	if (err == nil) != (black+white == 0) {
		t.Fatalf("Setup: %v, with %d stones that have no liberty, of\n%s", err, black+white, strings.Join(rows, "\n"))
	}
	if err == nil {
		if err := consistent(p); err != nil {
			t.Fatal(err)
		}
	}
}

// checkDiagram sets up any board of any size and reads back what it prints.
func checkDiagram(t *rapid.T) {
	rules := DefaultRules(rapid.IntRange(MinSize, MaxSize).Draw(t, "size"))
	board := drawBoard(t, rules.Size)
	rows := naiveRows(board, rules.Size)
	slices.Reverse(rows)
	toPlay := rapid.SampledFrom([]Color{Black, White}).Draw(t, "to play")
	p, err := rules.Setup(toPlay, strings.Join(rows, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got := boardOf(p); got != board {
		t.Fatalf("set up %s, got %s", board, got)
	}
	if err := consistent(p); err != nil {
		t.Fatal(err)
	}
	q, err := rules.Setup(toPlay, p.String())
	if err != nil {
		t.Fatal(err)
	}
	if !p.Equal(q) || p.String() != q.String() {
		t.Fatalf("got\n%vwant\n%v", q, p)
	}
}
