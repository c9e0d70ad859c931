package gtp_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"example.com/gogate"
	"example.com/gogate/gtp"
)

// GNU Go finds the same moves legal, for both colours and after every move of random
// games. Where it is known to be wrong is left out: it keeps no more than 500 boards
// for superko (MAX_MOVE_HISTORY in GNU Go 3.8), so games end before that, and it does
// not ask superko about suicides of two or more stones.
func TestGNUGoLegality(t *testing.T) {
	gnuGo(t) // which each part starts for itself
	random := func(seed uint64) gogate.Player { return gogate.Random{Seed: seed} }
	var all legality
	for _, test := range []struct {
		size    int
		suicide bool
		name    string
		player  func(seed uint64) gogate.Player
		games   uint64
	}{
		{5, false, "any move", reckless, 12},
		{5, true, "any move", reckless, 12},
		{9, false, "any move", reckless, 4},
		{9, true, "any move", reckless, 4},
		{13, false, "any move", reckless, 2},
		{9, false, "random", random, 4},
		{13, true, "random", random, 1},
	} {
		t.Run(fmt.Sprintf("%s on %d×%d, suicide %t", test.name, test.size, test.size, test.suicide), func(t *testing.T) {
			rules := gogate.DefaultRules(test.size)
			rules.Suicide, rules.MoveLimit = test.suicide, 490
			var options []string
			if test.suicide {
				options = append(options, "--allow-suicide") // of two or more stones: one leaves the board as it was
			}
			gnu := start(t, gnuGo(t, options...))
			for seed := range test.games {
				all.compare(t, gnu, rules, test.player(seed))
			}
		})
	}
	t.Logf("%d positions, %d moves refused by superko alone, and %d suicides", all.positions, all.superko, all.suicides)
	if all.positions == 0 || all.superko == 0 || all.suicides == 0 {
		t.Error("want some of each")
	}
}

// reckless plays any legal point, its own eyes included, so that whole armies are
// captured and boards come back, and now and then passes.
func reckless(seed uint64) gogate.Player {
	random := rand.New(rand.NewPCG(seed, 0))
	return gogate.PlayerFunc(func(_ context.Context, p *gogate.Position) (gogate.Move, error) {
		moves := p.LegalMoves()
		if points := len(moves) - 1; points > 0 && (p.Last() == gogate.Pass || random.IntN(20) > 0) {
			moves = moves[:points]
		}
		return moves[random.IntN(len(moves))], nil
	})
}

// A legality counts what was compared with GNU Go.
type legality struct {
	positions int
	superko   int // moves that simple ko allows and superko refuses
	suicides  int // suicides that superko refuses, but not GNU Go
}

// compare plays a game and compares the legal moves in its positions.
func (l *legality) compare(t *testing.T, gnu *gtp.Client, rules gogate.Rules, player gogate.Player) {
	p := must(rules.Start())
	rules.Ko = gogate.SimpleKo
	simple := must(rules.Start()) // the same game
	send(t, gnu, fmt.Sprint("boardsize ", rules.Size))
	send(t, gnu, "clear_board")
	for !p.Over() {
		for _, c := range []gogate.Color{gogate.Black, gogate.White} {
			l.compareFor(t, gnu, p.WithToPlay(c), simple.WithToPlay(c))
		}
		m := ask(t, player, p)
		send(t, gnu, fmt.Sprintf("play %v %v", p.ToPlay(), m))
		p, simple = play(t, p, m.String()), play(t, simple, m.String())
	}
	checkStones(t, gnu, p)
}

// compareFor compares the legal moves of the side to move.
func (l *legality) compareFor(t *testing.T, gnu *gtp.Client, p, simple *gogate.Position) {
	l.positions++
	var want []string
	for pt := range p.Points() {
		m := gogate.MoveAt(pt)
		err := p.Legal(m)
		switch {
		case p.Rules().Suicide && errors.Is(err, gogate.ErrSuicide) && connects(p, m):
			l.suicides++
			checkRepeats(t, gnu, p, m)
			fallthrough // since GNU Go allows it
		case err == nil:
			want = append(want, m.String())
		case errors.Is(err, gogate.ErrSuperko) && simple.Legal(m) == nil:
			l.superko++
		}
	}
	got := strings.Fields(send(t, gnu, fmt.Sprint("all_legal ", p.ToPlay())))
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("turn %d: legal for %v (-want +GNU Go):\n%s\n%v", p.Turn(), p.ToPlay(), diff, p)
	}
}

// connects reports whether m puts a stone beside one of its own colour, so that a
// suicide removes two or more.
func connects(p *gogate.Position, m gogate.Move) bool {
	pt, _ := m.Point()
	for n := range p.Neighbors(pt) {
		if p.At(n) == p.ToPlay() {
			return true
		}
	}
	return false
}

// checkRepeats checks that m recreates an earlier board when GNU Go plays it.
func checkRepeats(t *testing.T, gnu *gtp.Client, p *gogate.Position, m gogate.Move) {
	t.Helper()
	send(t, gnu, fmt.Sprintf("play %v %v", p.ToPlay(), m))
	board := listed(t, gnu)
	send(t, gnu, "undo")
	if !slices.ContainsFunc(p.History(), func(q *gogate.Position) bool { return stones(q) == board }) {
		t.Errorf("turn %d: %v for %v recreates no board, which is refused in\n%v", p.Turn(), m, p.ToPlay(), p)
	}
}
