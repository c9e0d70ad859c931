package gogate

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

func TestPlayoutAgrees(t *testing.T) { rapid.Check(t, checkPlayoutAgrees) }
func FuzzPlayoutAgrees(f *testing.F) { f.Fuzz(rapid.MakeFuzz(checkPlayoutAgrees)) }

// checkPlayoutAgrees ties the board of playouts to a Position and to a naive game:
// from any position on, along any sequence, drawn or given, they agree.
func checkPlayoutAgrees(t *rapid.T) {
	size := rapid.OneOf(rapid.IntRange(MinSize, 7), rapid.IntRange(MinSize, MaxSize)).Draw(t, "size")
	suicide := rapid.Bool().Draw(t, "suicide")
	before := rapid.IntRange(0, 2*size*size).Draw(t, "turns before")
	turns := rapid.IntRange(0, 2*size*size).Draw(t, "turns")
	random := rng(rapid.Uint64().Draw(t, "seed"))
	p := playOut(t, Rules{Size: size, Komi: 0.5, Ko: SimpleKo, Suicide: suicide}, "")
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
	g := newNaivePlayout(p)
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
	if got := boardOf(p); got != g.now().board {
		t.Fatalf("the naive rules lead to another board than\n%v", p)
	}
	want := p.Score().Margin()
	if got := b.score().Margin(); got != want {
		t.Fatalf("margin of the playout: got %v, want %v in\n%v", got, want, p)
	}
	if got := g.score(g.owners()).Margin(); got != want {
		t.Fatalf("margin by the naive rules: got %v, want %v in\n%v", got, want, p)
	}
}

// In a whole playout every move is among the naive candidates, every pass comes
// for want of one, and the end and the score are right.
func TestWholePlayouts(t *testing.T) {
	for _, test := range []struct {
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
		t.Run(test.name, func(t *testing.T) {
			random := rng(test.size)
			p := playOut(t, Rules{Size: test.size, Komi: 6.5, MoveLimit: test.limit}, "")
			for range test.before {
				p = mustPlay(t, p, anyMove(p, &random))
			}
			var root, b playout
			root.load(p)
			for range test.playouts {
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
	g := newNaivePlayout(p)
	limit := 3 * p.Size() * p.Size()
	if p.Rules().MoveLimit > 0 {
		limit = min(limit, p.Rules().MoveLimit-p.Turn())
	}
	for turn, m := range b.moves[:b.turn] {
		if g.passes >= 2 || turn >= limit {
			t.Fatalf("turn %d: got %v after the end", turn, m)
		}
		want := g.candidates(g.now().toPlay)
		if m == Pass && len(want) > 0 || m != Pass && !slices.Contains(want, m) {
			t.Fatalf("turn %d: got %v, want one of %v", turn, m, want)
		}
		g.play(m)
	}
	if g.passes < 2 && b.turn < limit {
		t.Fatalf("ended after %d turns and %d passes, want %d turns or 2 passes", b.turn, g.passes, limit)
	}
	checkPlayout(t, b, g)
	if got, want := b.score().Margin(), g.score(g.owners()).Margin(); got != want {
		t.Fatalf("margin: got %v, want %v", got, want)
	}
}

// checkPlayout derives all that b holds anew from the stones of g.
func checkPlayout(t failer, b *playout, g *naiveGame) {
	t.Helper()
	now := g.now()
	if got, want := b.own, stoneOf(now.toPlay); got != want {
		t.Fatalf("side to move: got %#x, want %#x", got, want)
	}
	if got, want := b.passes, g.passes; got != want {
		t.Fatalf("passes: got %d, want %d", got, want)
	}
	candidates := g.candidates(now.toPlay)
	if got := b.candidates(nil); !slices.Equal(got, candidates) {
		t.Fatalf("candidates: got %v, want %v", got, candidates)
	}
	either := append(candidates, g.candidates(now.toPlay.Opponent())...)
	area, empty := spot(0), 0
	for i := range g.points() {
		m, color := MoveAt(g.point(i)), colorOf(now.board[i])
		s := b.spots[center+m]
		want := spot(0)
		if color != Empty {
			want = stoneOf(color)
		}
		if got := s & anyStone; got != want {
			t.Fatalf("%v: got stone %#x, want %#x", m, got, want)
		}
		var beside [3]spot
		for _, n := range g.beside[i] {
			beside[colorOf(now.board[n])]++
		}
		if got := [3]spot{s / oneEmpty & 7, s / (2 * blackStone) & 7, s / (2 * whiteStone) & 7}; got != beside {
			t.Fatalf("beside %v: got %v empty, black and white, want %v", m, got, beside)
		}
		switch {
		case color != Empty:
			area += want
			checkPlayoutGroup(t, b, g, i)
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
	for m, got := range b.groups[:(g.rules.Size+2)<<rowShift] {
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

// checkPlayoutGroup does so for the group at i.
func checkPlayoutGroup(t failer, b *playout, g *naiveGame, i int) {
	t.Helper()
	board := g.now().board
	id := b.spots[center+MoveAt(g.point(i))] & groupID
	stones, _ := g.flood(board, i)
	var want groupTally
	for _, s := range stones {
		if got := b.spots[center+MoveAt(g.point(s))] & groupID; got != id {
			t.Fatalf("%v and %v are connected: got IDs %d and %d", g.point(i), g.point(s), id, got)
		}
		want += oneStone
		for _, n := range g.beside[s] {
			switch {
			case board[n] != '.':
			case b.spots[center+MoveAt(g.point(n))]&parked != 0:
				want += oneParked
			default:
				want += oneLiberty
			}
		}
	}
	if got := b.groups[id]; got != want {
		t.Fatalf("tally of the group at %v: got %#x, want %#x", g.point(i), got, want)
	}
	ring := 0
	for range b.ring(id) {
		ring++
	}
	if ring != len(stones) {
		t.Fatalf("ring of the group at %v: got %d stones, want %d", g.point(i), ring, len(stones))
	}
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
		m := MoveAt(pt)
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
			checkOutlook(t, b, p, m)
		}
	}
}

// checkOutlook compares what b says of the candidate m with p.
func checkOutlook(t failer, b *playout, p *Position, m Move) {
	t.Helper()
	before := *b
	got := b.outlook(spot(m))
	if *b != before {
		t.Fatalf("the outlook of %v changed the board\n%v", m, p)
	}
	captures, left := p.Captures(m) > 0, p.LibertiesAfter(m)
	want := outlook{captures: captures, selfAtari: !captures && left == 1, shape: naiveShapes()[surroundings(p, m)]}
	for beside := range p.Neighbors(pointOf(m)) {
		switch {
		case p.At(beside) == p.ToPlay():
			want.saves = want.saves || p.Liberties(beside) == 1 && !want.selfAtari
		case p.At(beside) != Empty:
			want.ataris = want.ataris || p.Liberties(beside) == 2
		}
	}
	if got != want {
		t.Fatalf("outlook of %v: got %+v, want %+v in\n%v", m, got, want, p)
	}
}

// surroundings returns the eight points around m, the row above first.
func surroundings(p *Position, m Move) string {
	var around []byte
	for y := 1; y >= -1; y-- {
		for x := -1; x <= 1; x++ {
			pt := pointOf(m)
			pt.X, pt.Y = pt.X+x, pt.Y+y
			switch {
			case x == 0 && y == 0:
			case min(pt.X, pt.Y) < 0 || max(pt.X, pt.Y) >= p.Size():
				around = append(around, '#')
			default:
				around = append(around, stoneLetters[p.At(pt)])
			}
		}
	}
	return string(around)
}

// naiveShapes are all surroundings that one of the patterns fits in one of its
// eight positions and for one of the sides, found by trying them all.
var naiveShapes = sync.OnceValue(func() map[string]bool {
	fits := map[byte]string{'X': "X", 'O': "O", '.': ".", '#': "#", 'x': "O.#", 'o': "X.#", '?': "XO.#"}
	other := map[byte]byte{'X': 'O', 'O': 'X', '.': '.', '#': '#'}
	ring := [8]int{0, 1, 2, 4, 7, 6, 5, 3} // the eight points, clockwise
	all := map[string]bool{}
	for index := range 1 << 16 {
		around := make([]byte, 8)
		for i := range around {
			around[i] = ".XO#"[index>>(2*i)&3]
		}
		for _, p := range []string{
			"XOX .. ???", "XO. .. ?.?", "XO? X. x.?", ".O. X. ...", "XO? Oo ?o?", "?X? OO ooo",
			"OX? oO ???", "X.? O? ###", "OX? XO ###", "?X? xO ###", "?XO xx ###", "?OX XO ###",
		} {
			p = strings.ReplaceAll(p, " ", "")
			for turn := range 8 {
				matches, swapped := true, true
				for i := range ring {
					j := (i + 2*turn) % 8
					if turn >= 4 { // mirrored
						j = (16 + 2*turn - i) % 8
					}
					letter := around[ring[j]]
					matches = matches && strings.IndexByte(fits[p[ring[i]]], letter) >= 0
					swapped = swapped && strings.IndexByte(fits[p[ring[i]]], other[letter]) >= 0
				}
				if matches || swapped {
					all[string(around)] = true
				}
			}
		}
	}
	return all
})

// The set has exactly the surroundings that a pattern fits.
func TestShapesAreThePatterns(t *testing.T) {
	want := naiveShapes()
	for index, got := range shapes {
		around := make([]byte, 8)
		for i := range around {
			around[i] = ".XO#"[index>>(14-2*i)&3]
		}
		if got != want[string(around)] {
			t.Errorf("%s: got %v, want %v", around, got, want[string(around)])
		}
	}
	if len(want) < 1000 || len(want) > 1<<15 {
		t.Errorf("%d surroundings of 65,536 are shapes: want some and not most", len(want))
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
