package gogate

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The move and the note of Search are those of the naive search, for any list of
// moves in any order.
func TestSearchAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPlayed(t)
		moves := p.LegalMoves()
		if len(moves) == 0 {
			if _, err := (Search{}).Play(t.Context(), p); err != ErrOver {
				t.Fatalf("the game is over: got error %v, want %v", err, ErrOver)
			}
			return
		}
		moves = rapid.Permutation(moves).Draw(t, "order")
		moves = moves[:rapid.IntRange(1, len(moves)).Draw(t, "number")]
		width := rapid.IntRange(0, 9).Draw(t, "width")
		want := newNaiveSearch(p, moves, max(width, 8*(1-min(width, 1))))
		move := want.best(len(want.order))

		given := slices.Clone(moves)
		got, err := Search{Width: width}.Choose(t.Context(), p, moves)
		if err != nil {
			t.Fatal(err)
		}
		if got.Move != move {
			t.Fatalf("%v to play chose %v, want %v, of %v\n%v", p.ToPlay(), got.Move, move, moves, p)
		}
		if note := want.note(move); got.Note != note {
			t.Fatalf("%v: note %q, want %q\n%v", got.Move, got.Note, note, p)
		}
		if !slices.Equal(moves, given) {
			t.Fatalf("the list is now %v, want it left as %v", moves, given)
		}
	})
}

// drawPlayed draws a position on a small board under any rules, in the middle of
// a game, a few turns before its end or there.
func drawPlayed(t *rapid.T) *Position {
	choices := rapid.SliceOfN(rapid.IntRange(0, 1000), 0, 40).Draw(t, "choices")
	rules := Rules{
		Size:      rapid.IntRange(2, 5).Draw(t, "size"),
		Komi:      rapid.SampledFrom([]float64{0, 7.5, -3, 0.25}).Draw(t, "komi"),
		Ko:        rapid.SampledFrom([]KoRule{PositionalSuperko, SituationalSuperko, SimpleKo}).Draw(t, "ko"),
		Suicide:   rapid.Bool().Draw(t, "suicide"),
		MoveLimit: rapid.SampledFrom([]int{0, 10, len(choices) + 1, len(choices) + 2, len(choices) + 3}).Draw(t, "limit"),
	}
	p := playOut(t, rules, "")
	for _, n := range choices {
		moves := p.LegalMoves()
		if len(moves) == 0 {
			break
		}
		p = mustPlay(t, p, moves[n%len(moves)])
	}
	return p
}

// A naiveSearch is Search written down from its doc, without a thought for speed.
type naiveSearch struct {
	p     *Position
	order []Move // the moves to look at, the most promising first
	worst map[Move]int
	reply map[Move]Move // 0 if the move ends the game
}

func newNaiveSearch(p *Position, moves []Move, width int) *naiveSearch {
	s := &naiveSearch{p, nil, map[Move]int{}, map[Move]Move{}}
	promise := map[Move]int{}
	for _, m := range moves {
		after, _ := p.Play(m)
		promise[m] = naiveEstimate(after, p.ToPlay())
		s.worst[m] = promise[m]
		for i, r := range after.LegalMoves() {
			leaf, _ := after.Play(r)
			if e := naiveEstimate(leaf, p.ToPlay()); i == 0 || e < s.worst[m] {
				s.worst[m], s.reply[m] = e, r
			}
		}
	}
	better := func(m, n Move) bool {
		if promise[m] != promise[n] || m == Pass || n == Pass {
			return promise[m] > promise[n] || promise[m] == promise[n] && m == Pass
		}
		pt, _ := m.Point()
		other, _ := n.Point()
		return pt.Line(p.Size()) > other.Line(p.Size())
	}
	left := slices.Clone(moves)
	for len(left) > 0 {
		best := 0
		for i := range left {
			if better(left[i], left[best]) {
				best = i
			}
		}
		if m := left[best]; m == Pass || width > 0 {
			s.order = append(s.order, m)
			if m != Pass {
				width--
			}
		}
		left = slices.Delete(left, best, best+1)
	}
	return s
}

// best returns what to play among the first n moves of the order.
func (s *naiveSearch) best(n int) Move {
	worst := math.MinInt
	for _, m := range s.order[:n] {
		worst = max(worst, s.worst[m])
	}
	equals := slices.DeleteFunc(slices.Clone(s.order[:n]), func(m Move) bool { return s.worst[m] != worst })
	if slices.Contains(equals, Pass) {
		return Pass
	}
	return equals[0]
}

// note says what the worst reply to m is and what it leaves.
func (s *naiveSearch) note(m Move) string {
	leaf, _ := s.p.Play(m)
	text := ""
	if r := s.reply[m]; r != 0 {
		leaf, _ = leaf.Play(r)
		text = fmt.Sprintf("the worst reply, %v, ", r)
	}
	if leaf.Over() {
		return text + "ends the game: " + leaf.Result()
	}
	margin := float64(s.worst[m]) + s.p.Rules().Komi
	if s.p.ToPlay() == Black {
		margin -= 2 * s.p.Rules().Komi
	}
	lead := fmt.Sprintf("%g points ahead", margin)
	if margin < 0 {
		lead = fmt.Sprintf("%g points behind", -margin)
	}
	lead = strings.Replace(" "+lead, " 1 points", " 1 point", 1)
	if margin == 0 {
		lead = " level"
	}
	return fmt.Sprintf("%sleaves %v%s by the area estimate", text, s.p.ToPlay(), lead)
}

func naiveEstimate(p *Position, side Color) int {
	margin := map[Color]int{}
	for pt := range p.Points() {
		if p.Over() {
			margin[p.Owner(pt)]++
		} else {
			margin[naiveOwner(p, pt)]++
		}
	}
	return margin[side] - margin[side.Opponent()]
}

// naiveOwner returns for whom pt counts, Empty for nobody.
func naiveOwner(p *Position, pt Point) Color {
	var owners []Color
	nearest := math.MaxInt
	for stone := range p.Points() {
		if p.At(stone) == Empty {
			continue
		}
		distance := max(stone.X-pt.X, pt.X-stone.X) + max(stone.Y-pt.Y, pt.Y-stone.Y)
		if distance < nearest {
			nearest, owners = distance, nil
		}
		if distance == nearest {
			owner := p.At(stone)
			if p.Liberties(stone) == 1 {
				owner = Empty
			}
			owners = append(owners, owner)
		}
	}
	if owners = slices.Compact(owners); len(owners) == 1 {
		return owners[0]
	}
	return Empty
}
