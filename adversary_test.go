package gogate_test

import (
	"context"
	"math/rand/v2"
	"os"
	"testing"

	"example.com/gogate"
)

// Whole games of gated players, most of whose proposers and fallbacks do what they can
// to lose, against opponents that hunt for a move which breaks a guarantee: none is
// found. In the same games without checks some are, by each opponent.
func TestAdversaries(t *testing.T) {
	moves := 5000
	if os.Getenv("GOGATE_LONG") != "" {
		moves = 100_000
	}
	for _, adversary := range adversaries {
		t.Run(adversary.name, func(t *testing.T) {
			t.Parallel()
			gated := contest{opponent: adversary.play, checks: []gogate.Check{gogate.NotOwnEye, gogate.NotSelfAtari}}
			gated.run(t, moves/len(adversaries))
			t.Logf("%d gated moves in %d games, by source %v; broken: %d",
				gated.moves, gated.games, gated.sources, len(gated.broken))
			for _, err := range gated.broken[:min(3, len(gated.broken))] {
				t.Error(err)
			}
			if gated.sources[gogate.FromProposer] == 0 || gated.sources[gogate.FromFallback] == 0 || gated.sources[gogate.FromPass] == 0 {
				t.Errorf("moves by source %v, want some of each", gated.sources)
			}

			free := contest{opponent: adversary.play}
			free.run(t, 500)
			t.Logf("without checks %d of %d moves are broken", len(free.broken), free.moves)
			if len(free.broken) == 0 {
				t.Errorf("nothing broken in %d moves without checks, want something", free.moves)
			}
		})
	}
}

// adversaries choose among the legal moves the one that is worst for the last stone,
// or for the gate.
var adversaries = []struct {
	name string
	play func(p *gogate.Position, legal []gogate.Move) gogate.Move
}{
	{"hunter", hunt},
	{"starver", func(p *gogate.Position, legal []gogate.Move) gogate.Move {
		return least(legal, func(m gogate.Move) int {
			q, err := p.Play(m)
			if err != nil {
				return -1
			}
			return len(gogate.Allowed(q, gogate.NotOwnEye, gogate.NotSelfAtari))
		})
	}},
}

// A contest is games of gates with these checks against an opponent.
type contest struct {
	opponent func(p *gogate.Position, legal []gogate.Move) gogate.Move
	checks   []gogate.Check

	games, moves int
	sources      map[gogate.Source]int
	broken       []error
}

// run plays games until the gates have made so many moves.
func (c *contest) run(t *testing.T, moves int) {
	c.sources = map[gogate.Source]int{}
	for ; c.moves < moves; c.games++ {
		c.game(t, uint64(c.games))
	}
}

// game plays one game, the same for every seed. The opponent now and then plays any
// move, so that no two games are alike.
func (c *contest) game(t *testing.T, seed uint64) {
	random := rand.New(rand.NewPCG(seed, 1))
	rules := gogate.DefaultRules(2 + random.IntN(4))
	rules.Ko = gogate.KoRule(random.IntN(3))
	rules.Suicide = random.IntN(2) == 0
	gate := gogate.NewGate(anyProposer(random), anyFallback(random), c.checks...)
	side := gogate.Color(1 + random.IntN(2))
	p, err := rules.Start()
	if err != nil {
		t.Fatal(err)
	}
	for !p.Over() {
		var m gogate.Move
		if legal := p.LegalMoves(); p.ToPlay() == side {
			d, err := gate.Decide(context.Background(), p) // cannot end, which keeps the players in this goroutine
			if err != nil {
				t.Fatalf("%v in\n%v", err, p)
			}
			m = d.Move
			c.moves++
			c.sources[d.Source]++
		} else if m = c.opponent(p, legal); random.IntN(4) == 0 {
			m = legal[random.IntN(len(legal))]
		}
		q, err := p.Play(m)
		if err != nil {
			t.Fatalf("%v in\n%v", err, p)
		}
		if p.ToPlay() == side {
			if err := broken(p, q); err != nil {
				c.broken = append(c.broken, err)
			}
		}
		p = q
	}
}

// hostile are the kinds of answers that a hostile player gives.
var hostile = []string{"bad", "bad", "bad", "bad", "any", "error", "panic"}

// anyProposer returns a player of the package or a hostile one.
func anyProposer(random *rand.Rand) gogate.Player {
	if random.IntN(3) == 0 {
		return builtIns[random.IntN(len(builtIns))].new(random.Uint64())
	}
	return gogate.PlayerFunc(func(_ context.Context, p *gogate.Position) (gogate.Move, error) {
		return answer{hostile[random.IntN(len(hostile))], uint16(random.Uint32())}.move(p)
	})
}

// anyFallback returns a fallback of the package or one that is hostile half of the
// time, and also spoils its list.
func anyFallback(random *rand.Rand) gogate.Chooser {
	if random.IntN(2) == 0 {
		return builtIns[random.IntN(len(builtIns))].new(random.Uint64())
	}
	return chooserFunc(func(_ context.Context, p *gogate.Position, moves []gogate.Move) (gogate.Choice, error) {
		if random.IntN(2) == 0 {
			return gogate.Choice{Move: moves[random.IntN(len(moves))]}, nil
		}
		m, err := answer{hostile[random.IntN(len(hostile))], uint16(random.Uint32())}.move(p)
		for i := range moves {
			moves[i] = m
		}
		return gogate.Choice{Move: m}, err
	})
}
