package gogate

import (
	"context"
	"fmt"
	"testing"
)

// passedAndWon returns positions in which the opponent has passed and a pass wins: games of
// random players up to such a point, a seed each.
func passedAndWon(t *testing.T, size, n int) (positions []*Position) {
	for seed := uint64(0); len(positions) < n; seed++ {
		rules := DefaultRules(size)
		rules.Komi = 0.5
		p, err := rules.Start()
		if err != nil {
			t.Fatal(err)
		}
		for !p.Over() {
			if p.Turn() > size*size {
				passed := mustPlay(t, p, Pass)
				if passed.Over() {
					break
				}
				if after := mustPlay(t, passed, Pass); after.Winner() == passed.ToPlay() {
					positions = append(positions, passed)
					break
				}
			}
			m, err := Random{Seed: seed}.Play(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			p = mustPlay(t, p, m)
		}
	}
	return positions
}

// After a pass, a pass that wins is played, whatever the playouts say of other moves.
func TestMCTSPassesToWin(t *testing.T) {
	for _, size := range []int{3, 5, 7} {
		for i, p := range passedAndWon(t, size, 40) {
			for _, s := range []MCTS{{}, {Seed: 1, UCT: true}, {Seed: 2, Workers: 3}, {NoPriors: true, Playouts: 5}} {
				choice, err := s.Choose(t.Context(), p, p.LegalMoves())
				if want := "ends the game: " + mustPlay(t, p, Pass).Result(); choice.Move != Pass || choice.Note != want && choice.Note != "the only move to choose" || err != nil {
					t.Fatalf("%d×%[1]d, %d, %+v: %v, %v, want pass, %s\n%v", size, i, s, choice, err, want, p)
				}
			}
		}
	}
}

// The case in which this was found: every other move loses.
func TestMCTSPassesOnTwoByTwo(t *testing.T) {
	rules := DefaultRules(2)
	rules.Komi = 0.5
	p, err := Replay(rules, []Move{MustParseMove("B1"), MustParseMove("A2"), MustParseMove("A1"), Pass})
	if err != nil {
		t.Fatal(err)
	}
	if m, err := (MCTS{Seed: 1}).Play(t.Context(), p); m != Pass || err != nil {
		t.Errorf("got %v, %v, want pass\n%v", m, err, p)
	}
}

// A pass that ends the game and loses is not played while there is another move.
func TestMCTSDoesNotPassToLose(t *testing.T) {
	rules := DefaultRules(4)
	rules.Komi = 20.5 // more than the board has
	p, err := rules.Setup(White, "XX..\nXX..\n....\n....")
	if err != nil {
		t.Fatal(err)
	}
	p = mustPlay(t, p, Pass)
	for _, s := range []MCTS{{}, {Seed: 1}, {UCT: true}, {Workers: 2, Seed: 5}, {Playouts: 1}} {
		if choice, err := s.Choose(t.Context(), p, p.LegalMoves()); choice.Move == Pass || err != nil {
			t.Errorf("%+v: %v, %v, want another move than a pass", s, choice, err)
		}
	}
	if choice, err := (MCTS{}).Choose(t.Context(), p, []Move{Pass}); choice.Move != Pass || err != nil {
		t.Errorf("with nothing else to choose: %v, %v, want a pass", choice, err)
	}
}

// The last turn before the move limit ends the game too.
func TestMCTSOnTheLastTurn(t *testing.T) {
	rules := DefaultRules(3)
	rules.Komi, rules.MoveLimit = 0.5, 3
	p, err := rules.Setup(Black, ".O.\nOO.\nX..")
	if err != nil {
		t.Fatal(err)
	}
	p = mustPlay(t, mustPlay(t, p, Pass), MustParseMove("C1"))
	m, err := (MCTS{}).Play(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	best, most := Pass, -1e9
	for _, m := range p.LegalMoves() {
		if margin := mustPlay(t, p, m).Score().Margin(); margin > most {
			best, most = m, margin
		}
	}
	if got := mustPlay(t, p, m); got.Winner() != mustPlay(t, p, best).Winner() {
		t.Errorf("played %v, %s; %v gives %v\n%v", m, got.Result(), best, most, p)
	}
}

// A tree that was kept over two passes knows a game that is over; after Resume it is not.
func TestTreeBeginsAnewAfterResume(t *testing.T) {
	for seed := range uint64(20) {
		s := MCTS{Seed: seed, UCT: true, Tree: new(Tree)}
		p := MustStart(5)
		if _, err := s.Play(context.Background(), p); err != nil {
			t.Fatal(err)
		}
		resumed := mustPlay(t, mustPlay(t, p, Pass), Pass).Resume()
		kept, err := s.Choose(t.Context(), resumed, resumed.LegalMoves())
		if err != nil {
			t.Fatal(err)
		}
		fresh, err := MCTS{Seed: seed, UCT: true}.Choose(t.Context(), resumed, resumed.LegalMoves())
		if fmt.Sprint(kept) != fmt.Sprint(fresh) || err != nil {
			t.Errorf("seed %d: got %v, want %v, %v", seed, kept, fresh, err)
		}
	}
}
