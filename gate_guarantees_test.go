package gogate_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"example.com/gogate"
)

func TestGatedGames(t *testing.T) { rapid.Check(t, checkGatedGame) }
func FuzzGatedGames(f *testing.F) { f.Fuzz(rapid.MakeFuzz(checkGatedGame)) }

// checkGatedGame plays a game of a gate whose proposer and fallback do what they
// can to lose, and looks at each of its moves with nothing but the stones.
func checkGatedGame(t *rapid.T) {
	rules := drawGameRules(t)
	p, err := rules.Start()
	if err != nil {
		t.Fatal(err)
	}
	opponent := rapid.SampledFrom([]string{"gated", "any", "greedy", "hunter"}).Draw(t, "opponent")
	gated := rapid.SampledFrom([]gogate.Color{gogate.Black, gogate.White}).Draw(t, "gated side")
	for longest := longestGame(rules); !p.Over(); {
		if p.Turn() >= longest {
			t.Fatalf("no end after %d turns, want at most %d:\n%v", p.Turn(), longest, p)
		}
		if p.ToPlay() == gated || opponent == "gated" {
			p = playGated(t, p)
			continue
		}
		m := drawOpponent(t, opponent, p)
		if p, err = p.Play(m); err != nil {
			t.Fatal(err)
		}
	}
}

func drawGameRules(t *rapid.T) gogate.Rules {
	size := rapid.IntRange(2, 9).Draw(t, "size")
	rules := gogate.DefaultRules(size)
	rules.Ko = rapid.SampledFrom([]gogate.KoRule{
		gogate.PositionalSuperko, gogate.SituationalSuperko, gogate.SimpleKo,
	}).Draw(t, "ko")
	rules.Suicide = rapid.Bool().Draw(t, "suicide")
	rules.Resign = rapid.Bool().Draw(t, "resign")
	if _, known := legalBoards[size]; known && rules.Ko != gogate.SimpleKo && rapid.Bool().Draw(t, "no limit") {
		rules.MoveLimit = 0
	}
	return rules
}

// legalBoards are the numbers of boards on which every group has a liberty
// (Tromp and Farnebäck, Combinatorics of Go).
var legalBoards = map[int]int{2: 57, 3: 12675}

// longestGame returns the turn after which no game goes on: the move limit or,
// since superko lets a board come at most once for each side to move, and one
// pass at most between them, four times the number of boards.
func longestGame(r gogate.Rules) int {
	if r.MoveLimit > 0 {
		return r.MoveLimit
	}
	return 4 * legalBoards[r.Size]
}

// An answer is what a proposer or a fallback will do. It is drawn beforehand,
// because rapid ends a run by a panic, which the gate would take for a player's.
type answer struct {
	kind   string
	number uint16
}

func drawAnswer(t *rapid.T, who string, kinds ...string) answer {
	return answer{
		rapid.SampledFrom(kinds).Draw(t, who),
		rapid.Uint16().Draw(t, who+"'s number"),
	}
}

// move returns the answer as a move: one that the built-in checks refuse, a legal
// one, or any number.
func (a answer) move(p *gogate.Position) (gogate.Move, error) {
	moves := p.LegalMoves()
	switch a.kind {
	case "bad":
		bad := slices.DeleteFunc(slices.Clone(moves), func(m gogate.Move) bool {
			return gogate.NotOwnEye(p, m).OK && gogate.NotSelfAtari(p, m).OK
		})
		if len(bad) > 0 {
			moves = bad
		}
	case "any":
		return gogate.Move(a.number), nil
	case "error":
		return gogate.Pass, errors.New("no idea")
	case "panic":
		panic("no idea")
	}
	return moves[int(a.number)%len(moves)], nil
}

// playGated returns the position after the move of a gate with the built-in
// checks, whose promises it holds against the boards.
func playGated(t *rapid.T, p *gogate.Position) *gogate.Position {
	proposal := drawAnswer(t, "proposer", "bad", "bad", "bad", "legal", "any", "error", "panic")
	fallback := drawAnswer(t, "fallback", "legal", "legal", "legal", "legal", "bad", "any", "error", "panic")
	gate := gogate.NewGate(
		gogate.PlayerFunc(func(_ context.Context, p *gogate.Position) (gogate.Move, error) { return proposal.move(p) }),
		chooserFunc(func(_ context.Context, p *gogate.Position, moves []gogate.Move) (gogate.Choice, error) {
			if fallback.kind == "legal" { // as a fallback should
				return gogate.Choice{Move: moves[int(fallback.number)%len(moves)]}, nil
			}
			m, err := fallback.move(p)
			moves[0] = m
			return gogate.Choice{Move: m, Note: fallback.kind}, err
		}),
		gogate.NotOwnEye, gogate.NotSelfAtari,
	)
	d, err := gate.Decide(context.Background(), p) // cannot end, which keeps the players in this goroutine
	if err != nil {
		t.Fatalf("%v in\n%v", err, p)
	}
	checkDecision(t, gate, p, d)
	q, err := p.Play(d.Move)
	if err != nil {
		t.Fatalf("%v in\n%v\n%v", err, p, d)
	}
	if err := broken(p, q); err != nil {
		t.Fatal(err)
	}
	return q
}

// checkDecision holds the parts of a decision against each other.
func checkDecision(t *rapid.T, gate *gogate.Gate, p *gogate.Position, d gogate.Decision) {
	if diff := cmp.Diff(gogate.Judge(p, d.Move, gogate.NotOwnEye, gogate.NotSelfAtari), d.Verdicts); diff != "" {
		t.Fatalf("verdicts on the move played (-want +got):\n%s", diff)
	}
	source := gogate.FromPass
	switch {
	case d.Proposal().Playable():
		source = gogate.FromProposer
	case d.Fallback.Playable():
		source = gogate.FromFallback
	}
	if d.Source != source {
		t.Fatalf("source %q, want %q of\n%v", d.Source, source, d)
	}
	if allowed := gate.Allowed(p); d.Overridden() && !slices.Equal(d.Allowed, allowed) {
		t.Fatalf("the list is %v, want %v", d.Allowed, allowed)
	}
	text, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	var back gogate.Decision
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(d, back); diff != "" {
		t.Fatalf("decision read back from JSON (-want +got):\n%s", diff)
	}
}

// broken looks at the move that led from p to q, and returns what is broken of the
// guarantees of NotOwnEye and NotSelfAtari: a stone fills no eye and, if it took
// nothing, no reply takes its group.
func broken(p, q *gogate.Position) error {
	pt, ok := q.Last().Point()
	if !ok {
		return nil
	}
	mover := p.ToPlay()
	if naiveEye(p, pt, mover) {
		return fmt.Errorf("%v fills an eye of %v's in\n%v", pt, mover, p)
	}
	if naiveStones(q, mover.Opponent()) < naiveStones(p, mover.Opponent()) {
		return nil
	}
	stones, liberties := naiveGroup(q, pt)
	if len(liberties) < 2 {
		return fmt.Errorf("%v leaves its group %d liberties in\n%v", pt, len(liberties), q)
	}
	for _, reply := range q.LegalMoves() {
		r, err := q.Play(reply)
		if err != nil {
			return err
		}
		for stone := range stones {
			if r.At(stone) != mover {
				return fmt.Errorf("%v takes the group of %v in\n%v", reply, pt, q)
			}
		}
	}
	return nil
}

// drawOpponent returns the move of an opponent without a gate.
func drawOpponent(t *rapid.T, kind string, p *gogate.Position) gogate.Move {
	legal := p.LegalMoves()
	number := int(rapid.Uint16().Draw(t, "opponent's number"))
	switch kind {
	case "greedy":
		choice, err := gogate.Greedy{Seed: uint64(number)}.Choose(t.Context(), p, legal)
		if err != nil {
			t.Fatal(err)
		}
		return choice.Move
	case "hunter":
		return hunt(p, legal)
	}
	return legal[number%len(legal)]
}

// hunt takes the group that the last stone belongs to if it can, else other stones.
// Otherwise it leaves that group as few liberties as it can.
func hunt(p *gogate.Position, legal []gogate.Move) gogate.Move {
	prey, ok := p.Last().Point()
	return least(legal, func(m gogate.Move) int {
		q, err := p.Play(m)
		switch {
		case err != nil || ok && q.At(prey) == gogate.Empty:
			return -1
		case p.Captures(m) > 0:
			return 0
		}
		return q.Liberties(prey)
	})
}

// least returns the move with the least number, the first if there are several.
func least(moves []gogate.Move, number func(gogate.Move) int) gogate.Move {
	best, n := moves[0], number(moves[0])
	for _, m := range moves[1:] {
		if k := number(m); k < n {
			best, n = m, k
		}
	}
	return best
}

// What follows sees a position as any user does: it asks At and Size alone.

// naiveAt returns the points of the board at the given distances from pt.
func naiveAt(p *gogate.Position, pt gogate.Point, distances [4]gogate.Point) (points []gogate.Point) {
	for _, d := range distances {
		n := gogate.Point{X: pt.X + d.X, Y: pt.Y + d.Y}
		if n.X >= 0 && n.Y >= 0 && n.X < p.Size() && n.Y < p.Size() {
			points = append(points, n)
		}
	}
	return points
}

func naiveNeighbors(p *gogate.Position, pt gogate.Point) []gogate.Point {
	return naiveAt(p, pt, [4]gogate.Point{{X: 0, Y: 1}, {X: 0, Y: -1}, {X: 1, Y: 0}, {X: -1, Y: 0}})
}

func naiveDiagonals(p *gogate.Position, pt gogate.Point) []gogate.Point {
	return naiveAt(p, pt, [4]gogate.Point{{X: 1, Y: 1}, {X: 1, Y: -1}, {X: -1, Y: 1}, {X: -1, Y: -1}})
}

// naiveEye is the nine-point test of an empty point, word by word.
func naiveEye(p *gogate.Position, pt gogate.Point, c gogate.Color) bool {
	for _, n := range naiveNeighbors(p, pt) {
		if p.At(n) != c {
			return false
		}
	}
	diagonals := naiveDiagonals(p, pt)
	theirs := 0
	for _, d := range diagonals {
		if p.At(d) == c.Opponent() {
			theirs++
		}
	}
	return theirs == 0 || theirs == 1 && len(diagonals) == 4
}

// naiveGroup fills the group on pt stone by stone. Without a stone there it
// returns nothing.
func naiveGroup(p *gogate.Position, pt gogate.Point) (stones, liberties map[gogate.Point]bool) {
	stones, liberties = map[gogate.Point]bool{}, map[gogate.Point]bool{}
	c := p.At(pt)
	if c == gogate.Empty {
		return stones, liberties
	}
	var fill func(gogate.Point)
	fill = func(pt gogate.Point) {
		stones[pt] = true
		for _, n := range naiveNeighbors(p, pt) {
			switch {
			case p.At(n) == gogate.Empty:
				liberties[n] = true
			case p.At(n) == c && !stones[n]:
				fill(n)
			}
		}
	}
	fill(pt)
	return stones, liberties
}

// naiveStones counts the stones of one colour on the board.
func naiveStones(p *gogate.Position, c gogate.Color) (n int) {
	for x := range p.Size() {
		for y := range p.Size() {
			if p.At(gogate.Point{X: x, Y: y}) == c {
				n++
			}
		}
	}
	return n
}
