package gogate

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"
)

func TestMCTSFindsTheMove(t *testing.T) {
	for _, test := range []struct {
		name    string
		toPlay  Color
		diagram string
		want    string
	}{
		{"capture the cutting stones", Black, `
			. . X . .
			. X O X .
			X O . O X
			. X O X .
			. . X . .`, "C3"},
		{"kill in the middle of the eye", Black, `
			. X . X .
			X X X X X
			O O O O O
			O . . . O
			O O O O O`, "C2"},
		{"live in the middle of the eye", White, `
			. X . X .
			X X X X X
			O O O O O
			O . . . O
			O O O O O`, "C2"},
		{"pass when all is settled and won", Black, `
			. X X O .
			X X X O O
			X . X O .
			X X X O O
			. X X O .`, "pass"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := setUpEven(t, test.toPlay, test.diagram)
			for i := range uint64(6) {
				s := MCTS{Playouts: 2000, Seed: i / 2, UCT: i%2 == 1}
				choice, err := s.Choose(t.Context(), p, p.LegalMoves())
				if err != nil || choice.Move.String() != test.want {
					t.Errorf("%+v: got %v, %v, want %s\n%s", s, choice, err, test.want, p)
				}
			}
		})
	}
}

func TestMCTSNote(t *testing.T) {
	p := MustStart(5)
	choice, err := MCTS{Playouts: 150}.Choose(t.Context(), p, p.LegalMoves())
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`^won [0-9.]+ of the [0-9]+ random games it played with [A-E][1-5] \(150 in all\)$`).MatchString(choice.Note) {
		t.Errorf("got note %q", choice.Note)
	}
}

// newWorker returns the one worker of a search with room for so many playouts.
func newWorker(s MCTS, p *Position, playouts int) *worker {
	var tree Tree
	tree.begin(s.growth(), p, p.LegalMoves(), playouts, DefaultMemory)
	return tree.workers[0]
}

// The counts of the tree add up: each playout goes through one child of the root
// and so on down, and ends somewhere.
func TestMCTSTreeCounts(t *testing.T) {
	p := MustStart(4)
	const playouts = 3000
	tree := newWorker(MCTS{Seed: 1}, p, playouts)
	tree.grow(t.Context(), playouts)
	if got := tree.nodes.at(int32(0)).visits; got != playouts {
		t.Fatalf("the root has %d visits, want %d", got, playouts)
	}
	expanded := 0
	for i, n := range tree.nodes.all() {
		if n.score < 0 || n.score > 2*n.visits {
			t.Errorf("node %d: score %d of %d visits", i, n.score, n.visits)
		}
		if n.children == 0 {
			continue
		}
		expanded++
		below := int32(0)
		for c := n.first; c < n.first+int32(n.children); c++ {
			below += tree.nodes.at(int32(c)).visits
		}
		// The visits before it was expanded ended at the node itself.
		own := int32(expandAt - 1)
		if i == 0 {
			own = 0
		}
		if n.visits != below+own {
			t.Errorf("node %d: %d visits, its children %d", i, n.visits, below)
		}
	}
	if expanded < 10 {
		t.Errorf("only %d nodes have children", expanded)
	}
}

// What a node counts as first is what the definition says: of the playouts through
// its parent, those in which the player to move there was the first to play on
// the point.
func TestMCTSCountsAsFirst(t *testing.T) {
	p := mustPlay(t, MustStart(3), MustParseMove("B2"))
	tree := newWorker(MCTS{Seed: 2, NoPriors: true}, p, 500)
	type count struct{ visits, score int32 }
	want := map[int32]count{}
	for range 500 {
		tree.visit()
		winner := tree.board.winner()
		turns := tree.board.moves[:tree.board.turn]
		for depth, parent := range tree.path {
			player := p.ToPlay()
			if depth%2 == 1 {
				player = player.Opponent()
			}
			n := tree.nodes.at(int32(parent))
			for child := n.first; child < n.first+int32(n.children); child++ {
				m := tree.nodes.at(int32(child)).move
				after := slices.Index(turns[depth:], m)
				if m == Pass || after < 0 || after%2 != 0 {
					continue
				}
				c := want[child]
				c.visits++
				c.score += map[Color]int32{player: 2, Empty: 1}[winner]
				want[child] = c
			}
		}
	}
	seen := 0
	for i, n := range tree.nodes.all() {
		got := count{n.amafVisits, n.amafScore}
		if got != want[int32(i)] {
			t.Errorf("node %d, %v: got %v, want %v", i, n.move, got, want[int32(i)])
		}
		if got != (count{n.visits, n.score}) {
			seen++
		}
	}
	if seen < 100 {
		t.Errorf("only %d nodes count more as first than as their own", seen)
	}
}

// The value of RAVE is the share of both counts, that of a pass its own with doubt.
func TestRAVEValue(t *testing.T) {
	for _, test := range []struct {
		name string
		n    node
		want float64
	}{
		{"of nothing", node{}, urgency},
		{"its own alone", node{visits: 10, score: 13}, 0.65},
		{"as first alone", node{amafVisits: 8, amafScore: 4}, 0.25},
		{"both", node{visits: 3, score: 4, amafVisits: 97, amafScore: 76}, (4*1.097 + 76) / (2 * (3*1.097 + 97))},
		{"both, as much own as first", node{visits: 1000, score: 2000, amafVisits: 1000}, 2. / 3},
		{"at the limit", node{visits: MaxPlayouts, score: 2 * MaxPlayouts, amafVisits: MaxPlayouts}, 1000001. / 1000002},
		{"a pass", node{move: Pass, visits: 5, score: 10}, 0.5},
	} {
		if got := test.n.raveValue(); got != test.want {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
}

// A shape is one however it is turned, mirrored and coloured.
func TestShapes(t *testing.T) {
	for _, test := range []struct {
		name, diagram, move string
		want                bool
	}{
		{"hane", `
			. . . . .
			. . . . .
			. X O . .
			. . . . .
			. . . . .`, "C2", true},
		{"hane, turned and the colours exchanged", `
			. . . . .
			. . . . .
			. . X . .
			. . O . .
			. . . . .`, "D3", true},
		{"extension along the side", `
			. . . . .
			. . . . .
			X . . . .
			. . . . .
			. . . . .`, "A2", false},
		{"cut", `
			. . . . .
			. O X . .
			. X . . .
			. . . . .
			. . . . .`, "C3", true},
		{"block on the edge", `
			. . . . .
			. . . . .
			. . . . .
			. O X . .
			. X . . .`, "C1", true},
		{"in the open", `
			. . . . .
			. . . . .
			. . . . .
			. . . . .
			. . . . .`, "C3", false},
		{"eye", `
			. . . . .
			. X X X .
			. X . X .
			. X X X .
			. . . . .`, "C3", false},
	} {
		var b playout
		b.load(setUpEven(t, Black, test.diagram))
		if got := b.outlook(spot(MustParseMove(test.move))).shape; got != test.want {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
}

// Nobody passes in the opening.
func TestMCTSOpensWithStones(t *testing.T) {
	for seed := range uint64(20) {
		p := MustStart(9)
		for p.Turn() < 30 {
			m, err := MCTS{Seed: seed}.Play(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			if m == Pass {
				t.Errorf("seed %d: a pass in turn %d of\n%v", seed, p.Turn()+1, p)
				break
			}
			p = mustPlay(t, p, m)
		}
	}
}

// The memory for each playout that the doc of MCTS states, within a tenth.
func TestTreeBytes(t *testing.T) {
	for _, test := range []struct {
		size, playouts int
		want           float64
	}{
		{9, 10000, 0.67e3},
		{19, 2000, 2.9e3},
	} {
		p := MustStart(test.size)
		tree := newWorker(MCTS{Seed: 1}, p, test.playouts)
		tree.grow(t.Context(), test.playouts)
		got := float64(int(tree.nodes.end)) * float64(unsafe.Sizeof(node{})) / float64(test.playouts)
		if math.Abs(got-test.want) > test.want/10 {
			t.Errorf("%d×%d: got %.0f bytes a playout, want about %.0f", test.size, test.size, got, test.want)
		}
	}
}

func TestNodeBytes(t *testing.T) {
	if got := unsafe.Sizeof(node{}); got != 24 {
		t.Errorf("a node has %d bytes, want 24", got)
	}
}

// The workers share the playouts, and what comes out depends on how many there
// are, not on how they run.
func TestMCTSWorkers(t *testing.T) {
	p := played(t, 7, 8)
	notes := map[int]string{}
	for _, workers := range []int{0, 1, 2, 3, 7} {
		for range 5 {
			s := MCTS{Playouts: 211, Seed: 4, Workers: workers}
			choice, err := s.Choose(t.Context(), p, p.LegalMoves())
			if err != nil {
				t.Fatal(err)
			}
			got := fmt.Sprint(choice)
			if !strings.HasSuffix(got, " (211 in all)}") {
				t.Errorf("%d workers: got %s, want 211 playouts", workers, got)
			}
			if was, ok := notes[workers]; ok && was != got {
				t.Errorf("%d workers: got %s, and before %s", workers, got, was)
			}
			notes[workers] = got
		}
	}
	if notes[0] != notes[1] {
		t.Errorf("0 and 1 workers differ: %s, %s", notes[0], notes[1])
	}
	if notes[1] == notes[2] && notes[2] == notes[3] {
		t.Errorf("1, 2 and 3 workers found the same: %s", notes[1])
	}
}

// UntilDeadline plays on past its number of playouts, but only where there is a deadline.
func TestMCTSUntil(t *testing.T) {
	p := MustStart(9)
	s := MCTS{Playouts: 1, UntilDeadline: true}
	choice, err := s.Choose(t.Context(), p, p.LegalMoves())
	if err != nil || !strings.HasSuffix(choice.Note, " (1 in all)") {
		t.Errorf("without a deadline: got %v, %v, want 1 playout", choice, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	choice, err = s.Choose(&countdown{ctx, 50}, p, p.LegalMoves())
	if err != nil || !strings.HasSuffix(choice.Note, " (50 in all)") {
		t.Errorf("with one: got %v, %v, want 50 playouts until it", choice, err)
	}
}

// RAVE, the default, is far stronger than UCT with few playouts: 100 games at 200
// playouts, with the table that says so.
func TestRAVEAgainstUCT(t *testing.T) {
	if !long {
		t.Skip("set GOGATE_LONG=1 to play the 100 games, about 10 s")
	}
	entrant := func(name string, uct bool) Entrant {
		return Entrant{name, func(seed uint64) Player { return MCTS{Seed: seed, UCT: uct} }}
	}
	m := Match{Rules: DefaultRules(9), A: entrant("rave", false), B: entrant("uct", true), Workers: 2}
	for seed := range uint64(50) {
		m.Seeds = append(m.Seeds, seed)
	}
	r, err := m.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("\n%v", r)
	if rave, _ := r.Tallies(); rave.Won < 90 {
		t.Errorf("RAVE won %d of 100, want at least 90", rave.Won)
	}
}

func TestMCTSChoosesFromTheList(t *testing.T) {
	p := MustStart(9)
	for _, names := range []string{"A1", "A1 J9", "pass B1", "pass"} {
		moves := movesNamed(names)
		choice, err := MCTS{Playouts: 50}.Choose(t.Context(), p, moves)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(moves, choice.Move) {
			t.Errorf("got %v, want one of %v", choice.Move, moves)
		}
	}
}

func TestMCTSErrors(t *testing.T) {
	p := MustStart(9)
	over := goOn(t, p, "pass pass")
	for _, test := range []struct {
		name  string
		s     MCTS
		p     *Position
		moves []Move
		want  string
	}{
		{"no moves", MCTS{}, p, nil, "mcts: no moves to choose from"},
		{"illegal move", MCTS{}, p, []Move{Pass, 0}, "mcts: none cannot be chosen: this is not a move"},
		{"game over", MCTS{}, over, []Move{Pass}, "mcts: pass cannot be chosen: the game is over"},
		{"negative workers", MCTS{Workers: -1}, p, []Move{Pass}, "mcts: -1 workers: must be from 1 to 1024, or 0 for one"},
		{"negative playouts", MCTS{Playouts: -1}, p, []Move{Pass}, "mcts: -1 playouts: must be from 1 to 1000000000, or 0 for the usual 200"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := test.s.Choose(t.Context(), test.p, test.moves)
			if err == nil || err.Error() != test.want {
				t.Errorf("got error %v, want %s", err, test.want)
			}
		})
	}
	if _, err := (MCTS{}).Play(t.Context(), over); err != ErrOver {
		t.Errorf("Play after the end: got error %v, want %v", err, ErrOver)
	}
}

func TestMCTSStopsWithItsContext(t *testing.T) {
	p := MustStart(19)
	endless := MCTS{Playouts: MaxPlayouts}
	t.Run("ended before", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		choice, err := endless.Choose(ctx, p, p.LegalMoves())
		legal := p.Legal(choice.Move) == nil && choice.Move != Pass
		if err != nil || !legal || !strings.Contains(choice.Note, "no time for a playout") {
			t.Errorf("got %v, %v, want a legal move at random", choice, err)
		}
	})
	t.Run("deadline", func(t *testing.T) {
		choice, err := endless.Choose(&countdown{t.Context(), 20}, p, p.LegalMoves())
		if err != nil || p.Legal(choice.Move) != nil || !strings.HasSuffix(choice.Note, " (20 in all)") {
			t.Errorf("got %v, %v, want a legal move after 20 playouts", choice, err)
		}
	})
}

func TestMCTSIsReproducible(t *testing.T) {
	var positions []*Position
	for _, turns := range []int{0, 10, 30, 60} {
		positions = append(positions, played(t, 9, turns))
	}
	play := func(seed uint64) string {
		var all []string
		for _, p := range positions {
			choice, err := MCTS{Playouts: 100, Seed: seed}.Choose(t.Context(), p, p.LegalMoves())
			if err != nil {
				t.Error(err)
			}
			all = append(all, fmt.Sprint(choice))
		}
		return strings.Join(all, "; ")
	}
	want := play(1)
	if other := play(2); other == want {
		t.Errorf("seeds 1 and 2 give the same: %s", want)
	}
	for _, procs := range []int{1, 2, 8} {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
		var searches sync.WaitGroup
		for range 4 {
			searches.Go(func() {
				if got := play(1); got != want {
					t.Errorf("GOMAXPROCS %d: got %s, want %s", procs, got, want)
				}
			})
		}
		searches.Wait()
	}
}

// ln is the logarithm, up to what its doc says.
func TestLn(t *testing.T) {
	for n := int32(1); n > 0 && n < math.MaxInt32/3; n += 1 + n/7 {
		if got, want := ln(n), math.Log(float64(n)); math.Abs(got-want) > 1e-8 {
			t.Errorf("ln(%d): got %v, want %v", n, got, want)
		}
	}
	if ln(1) != 0 {
		t.Errorf("ln(1): got %v, want 0", ln(1))
	}
}

// Where suicide is legal, one may be among the moves at the root: it does nothing at once.
func TestOutlookOfSuicide(t *testing.T) {
	rules := DefaultRules(5)
	rules.Suicide = true
	p, err := rules.Setup(White, `
		. . . . .
		X X . . .
		O O X . .
		O . X . .
		X X . . .`)
	if err != nil {
		t.Fatal(err)
	}
	m := MustParseMove("B2")
	if err := p.Legal(m); err != nil {
		t.Fatal(err)
	}
	var b playout
	b.load(p)
	if got, want := b.outlook(spot(m)), (outlook{}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
