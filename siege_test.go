package gogate

import (
	"fmt"
	"math/bits"
	"strings"
	"testing"
)

// A siege is a board whose side X never moves, as sets of points with a bit for
// each: where its attacker can get is known by going there.
type siege struct {
	size, n     int    // n points
	left, right uint32 // the first and the last column
	suicide     bool
}

// A camp is the stones of a siege.
type camp struct{ x, o uint32 }

func newSiege(size int, suicide bool) *siege {
	s := &siege{size: size, n: size * size, suicide: suicide}
	for row := range size {
		s.left |= 1 << (row * size)
	}
	s.right = s.left << (size - 1)
	return s
}

// around returns the points beside a set, some of its own among them.
func (s *siege) around(set uint32) uint32 {
	return (set<<s.size | set>>s.size | (set&^s.right)<<1 | (set&^s.left)>>1) & (1<<s.n - 1)
}

// connected returns what of a set is connected to some of its points.
func (s *siege) connected(set, some uint32) uint32 {
	for {
		more := some | set&s.around(some)
		if more == some {
			return some
		}
		some = more
	}
}

// breathless returns the stones of a colour whose group has no liberty.
func (s *siege) breathless(stones, empty uint32) uint32 {
	return stones &^ s.connected(stones, stones&s.around(empty))
}

func (s *siege) legal(c camp) bool {
	empty := s.empty(c)
	return s.breathless(c.x, empty)|s.breathless(c.o, empty) == 0
}

func (s *siege) empty(c camp) uint32 { return (1<<s.n - 1) &^ (c.x | c.o) }

// play returns the stones after the attacker's on the empty point i, and whether
// it may go there.
func (s *siege) play(c camp, i int) (camp, bool) {
	c.o |= 1 << i
	c.x &^= s.breathless(c.x, s.empty(c))
	gone := s.breathless(c.o, s.empty(c))
	c.o &^= gone
	return c, gone == 0 || s.suicide
}

// lost returns the stones of X that can be lost when the attacker plays anywhere, X
// in the given points alone, and either as often in a row as it likes. It gives up
// after so many boards, and returns whether it went everywhere.
func (s *siege) lost(from camp, own uint32, boards int) (lost uint32, all bool) {
	seen := map[camp]bool{from: true}
	for stack := []camp{from}; len(stack) > 0; {
		here := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		var next []camp
		for empty := s.empty(here); empty != 0; empty &= empty - 1 {
			i := bits.TrailingZeros32(empty)
			if c, ok := s.play(here, i); ok {
				next = append(next, c)
			}
			if own>>i&1 != 0 {
				if c, ok := s.play(camp{here.o, here.x}, i); ok {
					next = append(next, camp{c.o, c.x})
				}
			}
		}
		for _, c := range next {
			if seen[c] {
				continue
			}
			if len(seen) == boards {
				return lost, false
			}
			seen[c] = true
			stack = append(stack, c)
			lost |= from.x &^ c.x
		}
	}
	return lost, true
}

// random returns a board with many stones of X.
func (s *siege) random(random *rng) camp {
	for {
		var c camp
		for i := range s.n {
			switch n := random.below(16); {
			case n < 11:
				c.x |= 1 << i
			case n < 14:
				c.o |= 1 << i
			}
		}
		if s.legal(c) {
			return c
		}
	}
}

// forEach calls f with every board on which each group has a liberty, those with
// less of X first and among them those with more of the attacker.
func (s *siege) forEach(f func(camp)) {
	for x := range uint32(1) << s.n {
		s.forEachWith(x, f)
	}
}

// forEachWith calls f with those of the boards that have these stones of X.
func (s *siege) forEachWith(x uint32, f func(camp)) {
	rest := s.empty(camp{x, 0})
	for o, more := rest, true; more; o = (o - 1) & rest {
		if c := (camp{x, o}); s.legal(c) {
			f(c)
		}
		more = o != 0
	}
}

// allLost returns for every board what lost returns: what each move takes and
// what is lost after it, put together until nothing is new.
func (s *siege) allLost() func(camp) uint32 {
	place := make([]int, 1<<s.n) // a board is a number in base three
	for set := range place {
		if set > 0 {
			place[set] = 3*place[set>>1] + set&1
		}
	}
	at := func(c camp) int { return place[c.x] + 2*place[c.o] }
	all := make([]uint16, 1+2*place[len(place)-1])
	for changed := true; changed; {
		changed = false
		s.forEach(func(c camp) {
			before := all[at(c)]
			lost := uint32(before)
			for empty := s.empty(c); empty != 0; empty &= empty - 1 {
				if next, ok := s.play(c, bits.TrailingZeros32(empty)); ok {
					lost |= c.x&^next.x | uint32(all[at(next)])
				}
			}
			if uint16(lost) != before {
				all[at(c)], changed = uint16(lost), true
			}
		})
	}
	return func(c camp) uint32 { return uint32(all[at(c)]) }
}

// position returns the board as a position with X as Black.
func (s *siege) position(t failer, c camp, r Rules, toPlay Color) *Position {
	t.Helper()
	board := []byte(strings.Repeat(".", s.n))
	for i := range s.n {
		if c.x>>i&1 != 0 {
			board[i] = 'X'
		}
		if c.o>>i&1 != 0 {
			board[i] = 'O'
		}
	}
	p, err := r.start(toPlay, naiveRows(string(board), s.size), zobrist)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return p
}

// check compares the stones that are lost, of those that are if not all, with the
// groups that a position calls pass-alive. It returns whether there are any. Nor
// may they be lost when their owner plays outside their regions, as far as so many
// boards show.
func (s *siege) check(t failer, c camp, lost uint32, all bool, boards int) (alive bool) {
	t.Helper()
	p := s.position(t, c, Rules{Size: s.size, Suicide: s.suicide}, Black)
	set := func(points []Point) (set uint32) {
		for _, pt := range points {
			set |= 1 << (pt.Y*s.size + pt.X)
		}
		return set
	}
	life := p.PassAlive(Black)
	saved, regions := uint32(0), uint32(0)
	for _, g := range life.Groups {
		saved |= set(g.Stones)
	}
	for _, r := range life.Regions {
		regions |= set(r)
	}
	if saved != 0 && boards > 0 {
		more, _ := s.lost(c, ^regions, boards)
		lost |= more & saved
	}
	if saved&lost != 0 || all && saved|lost != c.x {
		t.Fatalf("suicide %v: bit by bit from A1, %0*b are pass-alive and %0*b can be lost in\n%v",
			s.suicide, s.n, bits.Reverse32(saved)>>(32-s.n), s.n, bits.Reverse32(lost)>>(32-s.n), p)
	}
	return saved != 0
}

// On every board the pass-alive groups are exactly those that no sequence of moves
// takes while their owner passes. In a long test this takes some minutes.
func TestPassAliveOnEveryBoard(t *testing.T) {
	sizes := []int{2, 3}
	if long {
		sizes = append(sizes, 4)
	}
	for _, size := range sizes {
		for _, suicide := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d×%d, suicide %v", size, size, suicide), func(t *testing.T) {
				s := newSiege(size, suicide)
				lost := s.allLost()
				boards, alive := 0, 0
				most := 12675 // all that there are on 3×3
				if size > 3 {
					most = 0
				}
				s.forEach(func(c camp) {
					boards++
					if s.check(t, c, lost(c), true, most) {
						alive++
					}
				})
				t.Logf("something is alive on %d of %d boards", alive, boards)
			})
		}
	}
}

// The same on larger boards, as far as the attacker's sequences can be followed.
func TestPassAliveOnSomeBoards(t *testing.T) {
	boards, most := 200, 2000
	if long {
		boards, most = 2000, 20000
	}
	for _, size := range []int{4, 5} {
		for _, suicide := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d×%d, suicide %v", size, size, suicide), func(t *testing.T) {
				s := newSiege(size, suicide)
				random := rng(size)
				alive, followed := 0, 0
				for range boards {
					c := s.random(&random)
					lost, all := s.lost(c, 0, most)
					if all {
						followed++
					}
					if s.check(t, c, lost, all, most) {
						alive++
					}
				}
				t.Logf("something is alive on %d of %d boards, and %d are searched to the end", alive, boards, followed)
			})
		}
	}
}
