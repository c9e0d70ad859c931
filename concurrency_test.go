package gogate_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/gogate"
)

// atOnce calls f from four goroutines at the same time, with their numbers.
func atOnce(f func(goroutine int)) {
	var all sync.WaitGroup
	start := make(chan struct{})
	for n := range 4 {
		all.Go(func() {
			<-start
			f(n)
		})
	}
	close(start)
	all.Wait()
}

// Whatever goroutines ask of the same positions, gates and searches at once, each gets
// what it would get alone. The race detector has its say here too.
func TestSharedByGoroutines(t *testing.T) {
	rules := gogate.DefaultRules(5)
	rules.Suicide = true
	positions := randomGame(t, rules, 2)
	positions = positions[len(positions)/2 : len(positions)-1]
	for _, test := range []struct {
		name string
		ask  func(p *gogate.Position) (string, error)
	}{
		{"a position", asked},
		{"a gate", sharedGate(t)},
		{"a search with workers", chooses20(t, gogate.MCTS{Seed: 1, Workers: 3})},
		{"a search by UCT", chooses20(t, gogate.MCTS{Seed: 1, UCT: true})},
		{"an analysis", func(p *gogate.Position) (string, error) {
			return fmt.Sprint(reports(t, gogate.MCTS{Seed: 1, Workers: 2}, p, 10, 2)), nil
		}},
		{"playouts", func(p *gogate.Position) (string, error) {
			wins, err := gogate.Playouts(t.Context(), p, gogate.Black, 20, 1)
			return fmt.Sprint(wins), err
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var want []string
			for _, p := range positions {
				answer, err := test.ask(p)
				if err != nil {
					t.Fatal(err)
				}
				want = append(want, answer)
			}
			atOnce(func(goroutine int) {
				for i := range positions { // each begins with another
					i = (i + goroutine) % len(positions)
					if got, err := test.ask(positions[i]); got != want[i] || err != nil {
						t.Errorf("turn %d: got %s, %v, want %s as before", positions[i].Turn()+1, got, err, want[i])
					}
				}
			})
		})
	}
}

// asked asks a position everything.
func asked(p *gogate.Position) (string, error) {
	var b strings.Builder
	say := func(answers ...any) { fmt.Fprintln(&b, answers...) }
	say(p, p.Rules(), p.Size(), p.ToPlay(), p.Turn(), p.Last(), p.Over(), p.Winner(), p.Result(), p.Hash(), p.Moves())
	say(p.Score(), p.PassAlive(gogate.Black), p.PassAlive(gogate.White), p.LegalMoves(), slices.Collect(p.Points()))
	forEachPoint(p.Size(), func(m gogate.Move) {
		pt, _ := m.Point()
		say(p.At(pt), p.Owner(pt), p.Group(pt), p.Liberties(pt), slices.Collect(p.Neighbors(pt)))
		say(p.Eye(pt, gogate.Black), p.Eye(pt, gogate.White), p.Captures(m), p.LibertiesAfter(m), p.Legal(m))
		q, err := p.Play(m)
		say(q, err)
	})
	for _, q := range p.History() {
		say(q.Hash(), q.SameBoard(p), q.Equal(p))
	}
	other := p.WithToPlay(p.ToPlay().Opponent())
	say(other.Equal(p), other.LegalMoves(), p.Resume().Over(), gogate.Prompt(p, nil))
	return b.String(), nil
}

// chooses20 returns the choices of a search of 20 playouts.
func chooses20(t *testing.T, s gogate.MCTS) func(*gogate.Position) (string, error) {
	s.Playouts = 20
	return func(p *gogate.Position) (string, error) {
		choice, err := s.Choose(t.Context(), p, p.LegalMoves())
		return fmt.Sprint(choice), err
	}
}

// sharedGate returns the decisions of a gate that has all settings. Its context can
// end, so that each player has a goroutine of its own. Some proposals are refused.
func sharedGate(t *testing.T) func(*gogate.Position) (string, error) {
	gate := gogate.NewGate(gogate.Greedy{Seed: 1}, gogate.MCTS{Playouts: 20, Workers: 2},
		gogate.NotOwnEye, gogate.NotSelfAtari, gogate.NotInOwnPassAlive, gogate.Advise(gogate.NotInOpponentPassAlive))
	var tally gogate.DecisionTally
	gate.Retries, gate.ProposeTimeout, gate.OnDecision = 1, time.Hour, tally.Add
	t.Cleanup(func() {
		if tally.Accepted == 0 || tally.Overridden == 0 {
			t.Errorf("want some proposals played and some refused, got\n%v", &tally)
		}
	})
	return func(p *gogate.Position) (string, error) {
		d, err := gate.Decide(t.Context(), p)
		text, broken := json.Marshal(d.WithoutTimes())
		if broken != nil {
			return "", broken
		}
		return string(text), err
	}
}

// Searches that share a tree come one after the other, and each finds what was left
// by those before: in one position together they choose what as many do in turn.
func TestTreeInTurn(t *testing.T) {
	p := midGame(t, 5)
	for _, workers := range []int{1, 3} {
		t.Run(fmt.Sprintf("%d workers", workers), func(t *testing.T) {
			var want [4]string
			choose := chooses20(t, gogate.MCTS{Seed: 1, Workers: workers, Tree: new(gogate.Tree)})
			for i := range want {
				answer, err := choose(p)
				if err != nil {
					t.Fatal(err)
				}
				want[i] = answer
			}
			var got [4]string
			choose = chooses20(t, gogate.MCTS{Seed: 1, Workers: workers, Tree: new(gogate.Tree)})
			atOnce(func(goroutine int) {
				answer, err := choose(p)
				if err != nil {
					t.Error(err)
				}
				got[goroutine] = answer
			})
			slices.Sort(want[:])
			slices.Sort(got[:])
			if got != want {
				t.Errorf("at once: got\n%q\nwant, as in turn,\n%q", got, want)
			}
		})
	}
}
