package gogate

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
)

// On every legal board, with either side to move, with suicide and without, every
// point is what the definitions say, and so is every stone with every reply to it.
// In a long test this takes about twenty minutes on 4×4 with two cores.
//
// NotSelfAtari is defined by playing: it allows a stone that takes something, or that
// stands whatever the reply is. So a stone that it refuses takes nothing, and it either
// removes its own group or there is a legal reply that takes it.
//
// The boards are set up, so nothing came before: superko refuses a stone only if it
// leaves the very board that was set up, as a suicide of one stone does, and a reply
// only if it brings that board back, as in a ko, or leaves the one before it.
func TestEveryBoard(t *testing.T) {
	literature := readPerft(t).Literature.LegalPositions.Values
	sizes := []int{2, 3}
	if long {
		sizes = append(sizes, 4)
	}
	for _, size := range sizes {
		for _, suicide := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d×%d, suicide %v", size, size, suicide), func(t *testing.T) {
				e := newExact(size, suicide)
				var boards atomic.Int64
				t.Run("parts", func(t *testing.T) {
					parts := 1 // each reports when it is done
					if size > 3 {
						parts = 64
					}
					for part := range parts {
						t.Run(strconv.Itoa(part), func(t *testing.T) {
							t.Parallel()
							for x := part; x < 1<<e.n; x += parts {
								e.forEachWith(uint32(x), func(c camp) {
									boards.Add(1)
									e.checkBoard(t, c)
								})
							}
							t.Logf("%d of %.0f boards", boards.Load(), literature[strconv.Itoa(size)])
						})
					}
				})
				if got, want := boards.Load(), int64(literature[strconv.Itoa(size)]); got != want || want == 0 {
					t.Errorf("%d boards, want %d", got, want)
				}
			})
		}
	}
}

// An exact knows the rules and the checks by their definitions, on boards that are
// sets of points. Of a camp the side to move is O, whatever its colour.
type exact struct {
	*siege
	rules     Rules
	points    []Point
	diagonals []uint32
	gate      *Gate
}

func newExact(size int, suicide bool) *exact {
	rules := DefaultRules(size)
	rules.Suicide = suicide
	e := &exact{
		siege: newSiege(size, suicide),
		rules: rules,
		gate:  NewGate(Greedy{}, Random{}, NotOwnEye, NotSelfAtari),
	}
	e.diagonals = make([]uint32, e.n)
	for i := range e.n {
		e.points = append(e.points, Point{i % size, i / size})
		for k, pt := range e.points {
			dx, dy := pt.X-e.points[i].X, pt.Y-e.points[i].Y
			if dx*dx == 1 && dy*dy == 1 {
				e.diagonals[i] |= 1 << k
				e.diagonals[k] |= 1 << i
			}
		}
	}
	return e
}

// turned returns the board as the other side sees it.
func (c camp) turned() camp { return camp{c.o, c.x} }

// has reports whether point i is in a set.
func has(set uint32, i int) bool { return set>>i&1 != 0 }

// judge returns the board after O's stone on i and why it is refused, where these
// boards were before.
func (e *exact) judge(c camp, i int, past ...camp) (after camp, reason error) {
	if has(c.x|c.o, i) {
		return c, ErrOccupied
	}
	after, permitted := e.play(c, i)
	switch repeats := slices.Contains(past, after); {
	case !permitted:
		return after, ErrSuicide
	case repeats && !has(after.o, i):
		return after, ErrSuicide
	case repeats:
		return after, ErrSuperko
	}
	return after, nil
}

// eye reports whether i is a single-point eye of a side: its neighbours are all the
// side's own, and of its diagonal points the other side has none, or one of four.
func (e *exact) eye(own, theirs uint32, i int) bool {
	bad := bits.OnesCount32(e.diagonals[i] & theirs)
	return !has(own|theirs, i) && e.around(1<<i)&^own == 0 &&
		(bad == 0 || bad == 1 && bits.OnesCount32(e.diagonals[i]) == 4)
}

// owner returns whose point i is in a camp of Black's O and White's X.
func (e *exact) owner(c camp, i int) Color {
	switch {
	case has(c.o, i):
		return Black
	case has(c.x, i):
		return White
	}
	reached := e.around(e.connected(e.empty(c), 1<<i))
	switch black, white := reached&c.o != 0, reached&c.x != 0; {
	case black && !white:
		return Black
	case white && !black:
		return White
	}
	return Empty
}

// liberties returns how many liberties the group of O on i has; 0 without one.
func (e *exact) liberties(c camp, i int) int {
	group := e.connected(c.o, c.o&(1<<i))
	return bits.OnesCount32(e.around(group) & e.empty(c))
}

// checkBoard compares what a position with this board says with the definitions,
// Black being O and to move, and then White.
func (e *exact) checkBoard(t *testing.T, c camp) {
	p := e.position(t, c.turned(), e.rules, Black) // which has X as Black
	want := Score{Komi: e.rules.Komi, BlackStones: bits.OnesCount32(c.o), WhiteStones: bits.OnesCount32(c.x)}
	for i, pt := range e.points {
		owner := e.owner(c, i)
		switch {
		case has(c.x|c.o, i):
		case owner == Black:
			want.BlackTerritory++
		case owner == White:
			want.WhiteTerritory++
		default:
			want.Neutral++
		}
		if got := p.Owner(pt); got != owner {
			t.Fatalf("%v: owner %v, want %v\n%v", pt, got, owner, p)
		}
		if got, want := p.Eye(pt, Black), e.eye(c.o, c.x, i); got != want {
			t.Fatalf("%v: an eye of Black's %v, want %v\n%v", pt, got, want, p)
		}
		if got, want := p.Eye(pt, White), e.eye(c.x, c.o, i); got != want {
			t.Fatalf("%v: an eye of White's %v, want %v\n%v", pt, got, want, p)
		}
	}
	if got := p.Score(); got != want {
		t.Fatalf("score %+v, want %+v\n%v", got, want, p)
	}
	e.checkMoves(t, p, c)
	e.checkMoves(t, p.WithToPlay(White), c.turned())
}

// checkMoves compares what p says of every move with the definitions.
func (e *exact) checkMoves(t *testing.T, p *Position, c camp) {
	if err := p.Legal(Pass); err != nil || !e.gate.Allows(p, Pass) {
		t.Fatalf("pass: %v, or not allowed, want it legal and allowed\n%v", err, p)
	}
	for i, pt := range e.points {
		m := MoveAt(pt)
		after, reason := e.judge(c, i, c)
		captures, liberties := 0, 0
		if reason != ErrOccupied {
			captures, liberties = bits.OnesCount32(c.x&^after.x), e.liberties(after, i)
		}
		if err := p.Legal(m); err != reason {
			t.Fatalf("%v %v: legal %v, want %v\n%v", p.ToPlay(), m, err, reason, p)
		}
		if got := p.Captures(m); got != captures {
			t.Fatalf("%v %v: captures %d, want %d\n%v", p.ToPlay(), m, got, captures, p)
		}
		if got := p.LibertiesAfter(m); got != liberties {
			t.Fatalf("%v %v: liberties after it %d, want %d\n%v", p.ToPlay(), m, got, liberties, p)
		}
		if reason != nil {
			if e.gate.Allows(p, m) {
				t.Fatalf("%v %v: allowed, want it refused: %v\n%v", p.ToPlay(), m, reason, p)
			}
			continue
		}
		noEye := !e.eye(c.o, c.x, i)
		safe := e.checkReplies(t, p, m, after, c, i) || captures > 0
		if got := NotOwnEye(p, m).OK; got != noEye {
			t.Fatalf("%v %v: NotOwnEye %v, want %v\n%v", p.ToPlay(), m, got, noEye, p)
		}
		if got := NotSelfAtari(p, m).OK; got != safe {
			t.Fatalf("%v %v: NotSelfAtari %v, want %v\n%v", p.ToPlay(), m, got, safe, p)
		}
		if got := e.gate.Allows(p, m); got != (noEye && safe) {
			t.Fatalf("%v %v: allowed %v, want %v\n%v", p.ToPlay(), m, got, noEye && safe, p)
		}
	}
}

// checkReplies plays m, a stone on i that is legal in p, and then every reply. It
// returns whether the stone stands whatever the reply. If m takes nothing, superko
// spares it from none: the reply leaves a stone where neither board before had one.
func (e *exact) checkReplies(t *testing.T, p *Position, m Move, after, before camp, i int) (stands bool) {
	q, err := p.Play(m)
	if err != nil {
		t.Fatalf("%v\n%v", err, p)
	}
	own, theirs := p.ToPlay(), q.ToPlay()
	for k, pt := range e.points {
		if got := q.At(pt); (got == own) != has(after.o, k) || (got == theirs) != has(after.x, k) {
			t.Fatalf("%v %v leaves %v on %v of\n%vafter\n%v", own, m, got, pt, q, p)
		}
	}
	stands = has(after.o, i)
	for k, pt := range e.points {
		reply, reason := e.judge(after.turned(), k, before.turned(), after.turned())
		if err := q.Legal(MoveAt(pt)); err != reason {
			t.Fatalf("%v as a reply to %v: legal %v, want %v\n%vafter\n%v", pt, m, err, reason, q, p)
		}
		if reason == nil && !has(reply.x, i) {
			stands = false
		}
	}
	return stands
}
