package gogate

import (
	"math/bits"
	"slices"
	"strings"
	"testing"
)

// A moveGraph is the boards that can come up on 2×2, as numbers with the empty board
// first, and where a stone of either colour leads from each.
type moveGraph struct {
	boards []string // as boardOf writes them
	after  []boardSet
	// symmetries say where rotation, reflection and exchange of the colours take
	// each board.
	symmetries []symmetry
}

// A boardSet is a set of boards, with a bit for each.
type boardSet uint64

// A symmetry has the image of each board, and those of all sets of eight boards that
// lie in one byte of a boardSet.
type symmetry struct {
	board []int
	bytes [8][256]boardSet
}

// newMoveGraph asks Position what is legal and where it leads.
func newMoveGraph(t *testing.T, suicide bool) *moveGraph {
	t.Helper()
	rules := Rules{Size: 2, Suicide: suicide}
	g := &moveGraph{boards: []string{"...."}}
	for i := 0; i < len(g.boards); i++ {
		g.after = append(g.after, 0)
		for _, c := range []Color{Black, White} {
			p, err := rules.start(c, naiveRows(g.boards[i], 2), zobrist)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range p.LegalMoves() {
				if m == Pass {
					continue
				}
				board := boardOf(mustPlay(t, p, m))
				if !slices.Contains(g.boards, board) {
					g.boards = append(g.boards, board)
				}
				g.after[i] |= 1 << slices.Index(g.boards, board)
			}
		}
	}
	for n := range 16 {
		g.symmetries = append(g.symmetries, g.symmetry(t, n))
	}
	return g
}

// symmetry returns the n-th of the sixteen symmetries, and checks that it is one.
func (g *moveGraph) symmetry(t *testing.T, n int) (s symmetry) {
	t.Helper()
	for _, board := range g.boards {
		a, b, c, d := board[0], board[1], board[2], board[3]
		if n&1 != 0 { // left and right
			a, b, c, d = b, a, d, c
		}
		if n&2 != 0 { // above and below
			a, b, c, d = c, d, a, b
		}
		if n&4 != 0 { // across the diagonal
			b, c = c, b
		}
		image := string([]byte{a, b, c, d})
		if n&8 != 0 {
			image = swapped(image)
		}
		s.board = append(s.board, slices.Index(g.boards, image))
	}
	for k := range s.bytes {
		for set := range s.bytes[k] {
			for bit := range 8 {
				if i := 8*k + bit; i < len(g.boards) && set>>bit&1 != 0 {
					s.bytes[k][set] |= 1 << s.board[i]
				}
			}
		}
	}
	for i, after := range g.after {
		if s.of(after) != g.after[s.board[i]] {
			t.Fatalf("symmetry %d takes %s to %s, but not what follows", n, g.boards[i], g.boards[s.board[i]])
		}
	}
	return s
}

// of returns the image of a set.
func (s *symmetry) of(set boardSet) (image boardSet) {
	for k := range s.bytes {
		image |= s.bytes[k][set>>(8*k)&255]
	}
	return image
}

// all returns the set of all boards.
func (g *moveGraph) all() boardSet { return 1<<len(g.boards) - 1 }

// elements yields the boards of a set.
func (set boardSet) elements(yield func(int) bool) {
	for ; set != 0; set &= set - 1 {
		if !yield(bits.TrailingZeros64(uint64(set))) {
			return
		}
	}
}

// paths counts the paths of at most so many moves from board i through boards that
// are free, each at most once. That of no move is one.
func (g *moveGraph) paths(i int, free boardSet, moves int) int64 {
	n := int64(1)
	if moves > 0 {
		for next := range (g.after[i] & free).elements {
			n += g.paths(next, free&^(1<<next), moves-1)
		}
	}
	return n
}

// A pathCounter counts paths of any length, and remembers what it counted.
type pathCounter struct {
	*moveGraph
	pairs boardSet // the boards of two stones
	known map[boardSet]int64
}

func newPathCounter(g *moveGraph) *pathCounter {
	c := &pathCounter{g, 0, map[boardSet]int64{}}
	for i, board := range g.boards {
		if strings.Count(board, ".") == 2 {
			c.pairs |= 1 << i
		}
	}
	return c
}

// paths counts as those of the graph do. How many there are depends on i and on the
// free boards that can be reached, up to symmetry. It is enough to remember that for
// the boards of two stones: from any other the next is one, or the next but one.
func (c *pathCounter) paths(i int, free boardSet) int64 {
	free = c.reach(i, free)
	var key boardSet
	remember := free != 0 && c.pairs>>i&1 != 0
	if remember {
		key = c.key(i, free)
		if n, ok := c.known[key]; ok {
			return n
		}
	}
	n := int64(1)
	for next := range (c.after[i] & free).elements {
		n += c.paths(next, free&^(1<<next))
	}
	if remember {
		c.known[key] = n
	}
	return n
}

// reach returns the free boards that can be reached from board i.
func (g *moveGraph) reach(i int, free boardSet) boardSet {
	reached := g.after[i] & free
	for todo := reached; todo != 0; {
		more := boardSet(0)
		for next := range todo.elements {
			more |= g.after[next]
		}
		todo = more & free &^ reached
		reached |= todo
	}
	return reached
}

// key returns the least of the images of board i and a set, in one word.
func (g *moveGraph) key(i int, set boardSet) boardSet {
	least := ^boardSet(0)
	for n := range g.symmetries {
		s := &g.symmetries[n]
		least = min(least, boardSet(s.board[i])<<len(g.boards)|s.of(set))
	}
	return least
}

// gamesFrom counts the games from p of at most so many stones, by playing them. A
// side that does not play passes.
func gamesFrom(t *testing.T, p *Position, stones int) int64 {
	n := int64(1)
	if stones == 0 {
		return n
	}
	for _, q := range []*Position{p, mustPlay(t, p, Pass)} {
		for _, m := range q.LegalMoves() {
			if m != Pass {
				n += gamesFrom(t, mustPlay(t, q, m), stones-1)
			}
		}
	}
	return n
}

// The graph has as many boards as are legal, games under superko are the paths in it,
// and counts that are remembered up to symmetry are right.
func TestMoveGraph(t *testing.T) {
	const moves, movesBySuicide = 184, 8 // as another program counted, which perft.json names
	for _, suicide := range []bool{false, true} {
		g := newMoveGraph(t, suicide)
		if got, want := len(g.boards), int(readPerft(t).Literature.LegalPositions.Values["2"]); got != want {
			t.Fatalf("suicide %v: %d boards, want %d", suicide, got, want)
		}
		got, toEmpty := 0, 0
		for _, after := range g.after {
			got += bits.OnesCount64(uint64(after))
			toEmpty += int(after & 1)
		}
		// Only the suicide of three stones is more, and it leaves the empty board.
		want := map[bool][2]int{false: {moves, 0}, true: {moves + movesBySuicide, movesBySuicide}}[suicide]
		if [2]int{got, toEmpty} != want {
			t.Errorf("suicide %v: %d moves, %d of them to the empty board, want %v", suicide, got, toEmpty, want)
		}
		const stones = 8
		p, err := Rules{Size: 2, Suicide: suicide}.Start()
		if err != nil {
			t.Fatal(err)
		}
		if got, want := gamesFrom(t, p, stones), g.paths(0, g.all()&^1, stones); got != want {
			t.Errorf("suicide %v: %d games of at most %d stones, want %d paths", suicide, got, stones, want)
		}
	}

	g := newMoveGraph(t, false)
	counter := newPathCounter(g)
	random := rng(1)
	for range 2000 {
		free := boardSet(random.next()) & g.all()
		free &= boardSet(random.next())
		i := random.below(len(g.boards))
		if got, want := counter.paths(i, free), g.paths(i, free, len(g.boards)); got != want {
			t.Fatalf("from %s through %b: %d paths, want %d", g.boards[i], free, got, want)
		}
	}
}

// The games on 2×2 under positional superko are as many as the literature says (Tromp
// and Farnebäck, Combinatorics of Go; OEIS A269417). A game is the boards that follow
// one another from the empty one, none of them twice: passes make no other game, and
// either side may play on any board, since the other may pass before. It may end on
// every board, by two passes, so that one without a stone is counted too.
//
// Suicide makes no difference: where TestMoveGraph finds one, it leaves the empty
// board, which stood before. By symmetry as many games begin with each first stone.
func TestGamesOn2x2(t *testing.T) {
	if !long {
		t.Skip("set GOGATE_LONG=1 to count the games on 2×2, about 30 s")
	}
	g := newMoveGraph(t, false)
	counter := newPathCounter(g)
	first := bits.TrailingZeros64(uint64(g.after[0]))
	from := counter.paths(first, g.all()&^(1|1<<first))
	got := 1 + int64(bits.OnesCount64(uint64(g.after[0])))*from
	t.Logf("%d games; %d counts were remembered", got, len(counter.known))
	if want := readPerft(t).Literature.Games.Value; got != want {
		t.Errorf("%d games, want %d", got, want)
	}
}
