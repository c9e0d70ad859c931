package gtp_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"example.com/gogate"
	"example.com/gogate/gtp"
)

// build returns the path of the program gogate, built anew.
func build(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "gogate")
	if out, err := exec.Command("go", "build", "-o", program, "example.com/gogate/cmd/gogate").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return program
}

// The program plays whole games against GNU Go, process against process. Every move
// is legal for the referee, and in the end all three have the same board.
func TestGNUGoAgainstProgram(t *testing.T) {
	gnuGo(t) // before anything is built
	program := build(t)
	for _, test := range []struct {
		size  int
		black bool
	}{{9, true}, {9, false}, {13, true}, {19, false}} {
		t.Run(fmt.Sprintf("%d×%d, black %t", test.size, test.size, test.black), func(t *testing.T) {
			own, ownClient := started(t, []string{program, "gtp", "-player", "gated", "-playouts", "5", "-seed", "1"})
			gnu, gnuClient := started(t, gnuGo(t, "--seed", "3"))
			sides := []gogate.Player{own, gnu}
			if !test.black {
				slices.Reverse(sides)
			}
			g, err := gogate.PlayGame(t.Context(), gogate.DefaultRules(test.size), sides[0], sides[1])
			if err != nil {
				t.Fatal(err)
			}
			final := g.Final
			if !final.Over() || final.Turn() < test.size*test.size/4 {
				t.Errorf("got %q after %d turns", final.Result(), final.Turn())
			}
			waiting := gnuClient() // which does not know the last move
			if test.black == (final.ToPlay() == gogate.Black) {
				waiting = ownClient()
			}
			send(t, waiting, fmt.Sprintf("play %v %v", final.ToPlay().Opponent(), final.Last()))
			for _, client := range []*gtp.Client{ownClient(), gnuClient()} {
				checkStones(t, client, final)
			}
			if got, want := send(t, ownClient(), "final_score"), final.Score().String(); got != want {
				t.Errorf("got the score %s, want %s", got, want)
			}
		})
	}
}

// Behind a gate GNU Go plays whole games, against itself too. Every move of the gate
// passes its checks, and the log holds. A check that GNU Go runs into all the time
// makes it take moves back again and again.
func TestGateOfGNUGo(t *testing.T) {
	usual := []gogate.Check{gogate.NotOwnEye, gogate.NotSelfAtari}
	other, _ := started(t, gnuGo(t, "--seed", "6"))
	for _, test := range []struct {
		name     string
		size     int
		opponent gogate.Player
		color    gogate.Color
		checks   []gogate.Check
	}{
		{"random", 9, gogate.Random{Seed: 1}, gogate.Black, usual},
		{"greedy", 9, gogate.Greedy{Seed: 2}, gogate.White, usual},
		{"greedy", 13, gogate.Greedy{Seed: 3}, gogate.Black, usual},
		{"GNU Go", 9, other, gogate.White, usual},
		{"greedy, off the edge", 9, gogate.Greedy{Seed: 4}, gogate.Black, append(usual, notOnEdge)},
	} {
		t.Run(fmt.Sprintf("%d×%d against %s", test.size, test.size, test.name), func(t *testing.T) {
			gnu, _ := started(t, gnuGo(t, "--seed", "5"))
			sides := []gogate.Player{gogate.NewGate(gnu, gogate.MCTS{Playouts: 20}, test.checks...), test.opponent}
			if test.color == gogate.White {
				slices.Reverse(sides)
			}
			g, err := gogate.PlayGame(t.Context(), gogate.DefaultRules(test.size), sides[0], sides[1])
			if err != nil {
				t.Fatal(err)
			}
			sources := checkGated(t, g, test.color, test.checks)
			t.Logf("%s after %d turns, decided by %v", g.Final.Result(), g.Final.Turn(), sources)
			if sources[gogate.FromProposer] == 0 || len(test.checks) > len(usual) && sources[gogate.FromFallback] == 0 {
				t.Error("want some moves of GNU Go, and some of the fallback where the checks are many")
			}
		})
	}
}

// notOnEdge refuses moves on the first line.
func notOnEdge(p *gogate.Position, m gogate.Move) gogate.Verdict {
	pt, ok := m.Point()
	last := p.Size() - 1
	edge := ok && (pt.X == 0 || pt.Y == 0 || pt.X == last || pt.Y == last)
	why := "{move} is not on the first line"
	if edge {
		why = "{move} is on the first line"
	}
	return gogate.Verdict{Check: "not on the edge", OK: !edge, Why: why}
}

// checkGated checks that every move of a colour passes the checks, that its proposer
// never failed, and that the log of its decisions holds, and counts the decisions.
func checkGated(t *testing.T, g gogate.Game, color gogate.Color, checks []gogate.Check) map[gogate.Source]int {
	t.Helper()
	history := g.Final.History()
	for turn, after := range history[1:] {
		p := history[turn]
		for _, v := range gogate.Judge(p, after.Last(), checks...) {
			if p.ToPlay() == color && !v.Allows() {
				t.Errorf("turn %d: %v in\n%v", turn, v, p)
			}
		}
	}
	var log bytes.Buffer
	lines := json.NewEncoder(&log)
	sources := map[gogate.Source]int{}
	for _, d := range g.Decisions {
		if err := lines.Encode(d); err != nil {
			t.Fatal(err)
		}
		if d.Proposal().Error != "" {
			t.Errorf("the proposer failed:\n%v", d)
		}
		sources[d.Source]++
	}
	if err := gogate.VerifyLog(&log, g.Final, checks...); err != nil {
		t.Error(err)
	}
	if got, want := len(g.Decisions), (g.Final.Turn()+int(2-color))/2; got != want {
		t.Errorf("got %d decisions, want %d", got, want)
	}
	return sources
}
