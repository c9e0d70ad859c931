package gogate_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"example.com/gogate"
	"example.com/gogate/internal/form"
)

// fromDiagram returns the position of a diagram that must be right.
func fromDiagram(t testing.TB, r gogate.Rules, toPlay gogate.Color, diagram string) *gogate.Position {
	t.Helper()
	p, err := r.Setup(toPlay, diagram)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// playAll plays the named moves from p.
func playAll(t testing.TB, p *gogate.Position, names string) *gogate.Position {
	t.Helper()
	for _, m := range movesNamed(names) {
		next, err := p.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		p = next
	}
	return p
}

// movesNamed reads moves such as "D4 E5 pass".
func movesNamed(names string) (moves []gogate.Move) {
	for name := range strings.FieldsSeq(names) {
		moves = append(moves, gogate.MustParseMove(name))
	}
	return moves
}

// randomGame returns the positions of a game in which every legal move is
// equally likely, eyes and passes included.
func randomGame(t testing.TB, r gogate.Rules, seed uint64) []*gogate.Position {
	t.Helper()
	p, err := r.Start()
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(seed, uint64(r.Size)))
	for !p.Over() {
		legal := p.LegalMoves()
		if p, err = p.Play(legal[random.IntN(len(legal))]); err != nil {
			t.Fatal(err)
		}
	}
	return p.History()
}

// midGame returns a position with about half of its points taken.
func midGame(t testing.TB, size int) *gogate.Position {
	t.Helper()
	return randomGame(t, gogate.DefaultRules(size), 1)[size*size/2]
}

// A builtIn is what each player of the package is.
type builtIn interface {
	gogate.Player
	gogate.Chooser
}

var builtIns = []struct {
	name string
	new  func(seed uint64) builtIn
}{
	{"random", func(seed uint64) builtIn { return gogate.Random{Seed: seed} }},
	{"greedy", func(seed uint64) builtIn { return gogate.Greedy{Seed: seed} }},
	{"mcts", func(seed uint64) builtIn { return gogate.MCTS{Playouts: 20, Seed: seed} }},
	{"search", func(uint64) builtIn { return gogate.Search{Width: 3} }},
}

func TestPlayerFunc(t *testing.T) {
	failure := errors.New("no idea")
	p := gogate.MustStart(5)
	var player gogate.Player = gogate.PlayerFunc(func(ctx context.Context, q *gogate.Position) (gogate.Move, error) {
		if ctx != t.Context() || q != p {
			t.Errorf("the function got (%v, %p), want (%v, %p)", ctx, q, t.Context(), p)
		}
		return gogate.Pass, failure
	})
	if m, err := player.Play(t.Context(), p); m != gogate.Pass || err != failure {
		t.Errorf("Play = %v, %v, want %v, %v", m, err, gogate.Pass, failure)
	}
}

// The Choose of every player of the package answers from its list or says why
// it cannot.
func TestChoose(t *testing.T) {
	eyes := fromDiagram(t, gogate.DefaultRules(5), gogate.Black, `
		.XX.X
		XXXXX
		X.XXX
		XXXX.
		OOOO.`)
	over := playAll(t, gogate.MustStart(3), "B2 pass pass")
	resign := gogate.DefaultRules(3)
	resign.Resign = true
	resignable, err := resign.Start()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name     string
		position *gogate.Position
		moves    []gogate.Move
		wrong    string // the error after the player's name; "" for an answer
		reason   error
	}{
		{"no list", eyes, nil, "no moves to choose from", nil},
		{"empty list", eyes, []gogate.Move{}, "no moves to choose from", nil},
		{"own eyes and nothing else", eyes, movesNamed("B3 A5 D5"), "", nil},
		{"one own eye", eyes, movesNamed("D5"), "", nil},
		{"own eyes and a pass", eyes, movesNamed("A5 B3 pass"), "", nil},
		{"no pass", eyes, movesNamed("E1 E2"), "", nil},
		{"a pass alone", eyes, movesNamed("pass"), "", nil},
		{"a pass first", eyes, movesNamed("pass E1"), "", nil},
		{"a resignation alone, where it is legal", resignable, movesNamed("resign"), "", nil},
		{"the same move twice", eyes, movesNamed("E1 E1"), "", nil},
		{"the same moves, more than 65,536 in all", eyes, slices.Repeat(movesNamed("E1 E2"), 1<<15), "", nil},
		{"a resignation twice, where it is legal", resignable, movesNamed("resign resign"), "", nil},
		{"an occupied point", eyes, movesNamed("E1 B4"),
			"B4 cannot be chosen: the point is occupied", gogate.ErrOccupied},
		{"a point off the board", eyes, movesNamed("F6 E1"),
			"F6 cannot be chosen: the point is off the board", gogate.ErrOffBoard},
		{"the zero Move", eyes, []gogate.Move{gogate.Pass, 0},
			"none cannot be chosen: this is not a move", gogate.ErrNoMove},
		{"a number that is no move", eyes, []gogate.Move{7},
			"#7 cannot be chosen: this is not a move", gogate.ErrNoMove},
		{"a resignation that the rules lack", eyes, movesNamed("resign"),
			"resign cannot be chosen: these rules have no resignation", gogate.ErrResign},
		{"the game is over", over, movesNamed("A1 pass"), "A1 cannot be chosen: the game is over", gogate.ErrOver},
	} {
		for _, by := range builtIns {
			t.Run(by.name+"/"+test.name, func(t *testing.T) {
				given := slices.Clone(test.moves)
				choice, err := by.new(3).Choose(t.Context(), test.position, given)
				if !slices.Equal(given, test.moves) {
					t.Errorf("the list is now %v, want it left as %v", given, test.moves)
				}
				if test.wrong == "" {
					if err != nil || !slices.Contains(test.moves, choice.Move) {
						t.Errorf("Choose = %v, %v, want one of %v", choice.Move, err, test.moves)
					}
					return
				}
				if want := by.name + ": " + test.wrong; err == nil || err.Error() != want {
					t.Errorf("error %v, want %v", err, want)
				}
				if test.reason != nil && !errors.Is(err, test.reason) {
					t.Errorf("error %v is not %v", err, test.reason)
				}
				if choice != (gogate.Choice{}) {
					t.Errorf("choice %v beside the error, want the zero Choice", choice)
				}
			})
		}
	}
}

// No player resigns while it has anything else to choose.
func TestChooseDoesNotResign(t *testing.T) {
	rules := gogate.DefaultRules(5)
	rules.Resign = true
	p := fromDiagram(t, rules, gogate.Black, `
		.XX.X
		XXXXX
		X.XXX
		XXXX.
		OOOO.`)
	for _, by := range builtIns {
		for _, list := range []string{"pass resign", "resign A5 B3", "resign E1"} {
			t.Run(by.name+"/"+list, func(t *testing.T) {
				for seed := range uint64(20) {
					choice, err := by.new(seed).Choose(t.Context(), p, movesNamed(list))
					if choice.Move == gogate.Resign || err != nil {
						t.Errorf("seed %d: %v, %v", seed, choice.Move, err)
					}
				}
			})
		}
	}
}

// Play is Choose among all legal moves, the same each time. When its context has
// ended, a player still names a move.
func TestPlay(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, by := range builtIns {
		t.Run(by.name, func(t *testing.T) {
			for _, p := range randomGame(t, gogate.DefaultRules(5), 8) {
				m, err := by.new(8).Play(t.Context(), p)
				if p.Over() {
					if m != 0 || err != gogate.ErrOver {
						t.Errorf("when the game is over: %v, %v, want the zero Move, %v", m, err, gogate.ErrOver)
					}
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				again, err := by.new(8).Play(t.Context(), p)
				if m != again || err != nil {
					t.Errorf("turn %d: %v, then %v, %v", p.Turn()+1, m, again, err)
				}
				hasty, err := by.new(8).Play(ended, p)
				if p.Legal(hasty) != nil || err != nil {
					t.Errorf("turn %d: %v, %v when the context has ended, want a legal move", p.Turn()+1, hasty, err)
				}
				choice, err := by.new(8).Choose(t.Context(), p, p.LegalMoves())
				if m != choice.Move || err != nil {
					t.Errorf("turn %d: Play = %v, Choose = %v, %v", p.Turn()+1, m, choice.Move, err)
				}
			}
		})
	}
}

// Goroutines that share a player and a position get what one alone gets. The
// race detector has its say here too.
func TestPlayersAreShared(t *testing.T) {
	positions := randomGame(t, gogate.DefaultRules(5), 3)
	positions = positions[:len(positions)-1]
	for _, by := range builtIns {
		t.Run(by.name, func(t *testing.T) {
			player := by.new(5)
			var want []gogate.Move
			for _, p := range positions {
				m, err := player.Play(t.Context(), p)
				if err != nil {
					t.Fatal(err)
				}
				want = append(want, m)
			}
			var all sync.WaitGroup
			for range 8 {
				all.Go(func() {
					for i, p := range positions {
						if m, err := player.Play(t.Context(), p); m != want[i] || err != nil {
							t.Errorf("turn %d: %v, %v, want %v", p.Turn()+1, m, err, want[i])
						}
					}
				})
			}
			all.Wait()
		})
	}
}

// candidates says again what Random chooses among: the legal points that are no
// single-point eyes of the player's own, or a pass.
func candidates(p *gogate.Position) (moves []gogate.Move) {
	for _, m := range p.LegalMoves() {
		if pt, ok := m.Point(); ok && !naiveEye(p, pt, p.ToPlay()) {
			moves = append(moves, m)
		}
	}
	if moves == nil {
		moves = []gogate.Move{gogate.Pass}
	}
	return moves
}

func TestRandomIsUniformOverSeeds(t *testing.T) {
	for _, test := range []struct {
		name     string
		position *gogate.Position
		want     int // candidates
	}{
		{"empty 2x2", gogate.MustStart(2), 4},
		{"empty 9x9", gogate.MustStart(9), 81},
		{"two points beside an eye and suicides", fromDiagram(t, gogate.DefaultRules(5), gogate.Black, `
			.XO.O
			XXOOO
			XXXXX
			OOOXX
			.O.X.`), 2},
		{"middle of a game on 13x13", midGame(t, 13), 83},
	} {
		t.Run(test.name, func(t *testing.T) {
			moves := candidates(test.position)
			if len(moves) != test.want {
				t.Fatalf("%d candidates %v, want %d", len(moves), moves, test.want)
			}
			counts := map[gogate.Move]int{}
			for seed := range uint64(100 * len(moves)) {
				m, err := gogate.Random{Seed: seed}.Play(t.Context(), test.position)
				if !slices.Contains(moves, m) || err != nil {
					t.Fatalf("seed %d: %v, %v, want one of %v", seed, m, err, moves)
				}
				counts[m]++
			}
			gogate.CheckEven(t, counts, moves)
		})
	}
}

// With one seed the position alone makes the choice, and does so as evenly.
func TestRandomIsUniformOverPositions(t *testing.T) {
	first := []int{0, 1, 2, 3, 4, 5, 6, 7}
	counts := map[int]int{}
	for game := range uint64(30) {
		for _, p := range randomGame(t, gogate.DefaultRules(7), game) {
			moves := candidates(p)
			if len(moves) < len(first) || p.Over() {
				continue
			}
			moves = moves[:len(first)]
			choice, err := gogate.Random{}.Choose(t.Context(), p, moves)
			if err != nil {
				t.Fatal(err)
			}
			counts[slices.Index(moves, choice.Move)]++
		}
	}
	gogate.CheckEven(t, counts, first)
}

func TestRandomSparesItsEyes(t *testing.T) {
	for _, size := range []int{2, 3, 5, 7} {
		for seed := range uint64(20) {
			for _, p := range randomGame(t, gogate.DefaultRules(size), seed) {
				if p.Over() {
					continue
				}
				want := candidates(p)
				choice, err := gogate.Random{Seed: seed}.Choose(t.Context(), p, p.LegalMoves())
				if err != nil || !slices.Contains(want, choice.Move) {
					t.Fatalf("%v, %v, want one of %v in\n%v", choice.Move, err, want, p)
				}
				if note := "chosen at random from " + form.Count(len(want), "move"); choice.Note != note {
					t.Fatalf("note %q, want %q", choice.Note, note)
				}
			}
		}
	}
}

// greediest says the rule of Greedy again, by the boards that the moves lead
// to: the most stones taken, then the most liberties.
func greediest(t *testing.T, p *gogate.Position) (best []gogate.Move, note string) {
	captures, liberties := -1, -1
	for _, m := range p.LegalMoves() {
		pt, ok := m.Point()
		if !ok {
			continue
		}
		q, err := p.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		caught := naiveStones(p, p.ToPlay().Opponent()) - naiveStones(q, p.ToPlay().Opponent())
		_, free := naiveGroup(q, pt)
		if caught > captures || caught == captures && len(free) > liberties {
			best, captures, liberties = nil, caught, len(free)
		}
		if caught == captures && len(free) == liberties {
			best = append(best, m)
		}
	}
	if best == nil {
		return []gogate.Move{gogate.Pass}, ""
	}
	said := fmt.Sprintf("captures %d stones and leaves its group %d liberties; one of %d such moves", captures, liberties, len(best))
	return best, strings.NewReplacer(
		"captures 0 stones", "captures nothing",
		"captures 1 stones", "captures 1 stone",
		"group 1 liberties", "group 1 liberty",
		"one of 1 such moves", "the only such move",
	).Replace(said)
}

func TestGreedy(t *testing.T) {
	for _, suicide := range []bool{false, true} {
		for _, size := range []int{2, 3, 5, 7, 9} {
			rules := gogate.DefaultRules(size)
			rules.Suicide = suicide
			for seed := range uint64(8) {
				for _, p := range randomGame(t, rules, seed) {
					if p.Over() {
						continue
					}
					want, note := greediest(t, p)
					choice, err := gogate.Greedy{Seed: seed}.Choose(t.Context(), p, p.LegalMoves())
					if err != nil || !slices.Contains(want, choice.Move) || choice.Note != note {
						t.Fatalf("%v (%s), %v, want one of %v (%s) in\n%v",
							choice.Move, choice.Note, err, want, note, p)
					}
				}
			}
		}
	}
}

func TestGreedyPrefers(t *testing.T) {
	for _, test := range []struct {
		name  string
		board string
		list  string // "" for all legal moves
		want  string
	}{
		{"two stones to one", `
			OOX..
			X....
			.....
			X....
			O....`, "", "B4"},
		{"a capture to liberties", `
			OX...
			.....
			.....
			.....
			.....`, "", "A4"},
		{"liberties where nothing can be taken", `
			.....
			.....
			.XX..
			.....
			.....`, "A1 A5 D3 E5", "D3"},
		{"its own eye to a pass", `
			.X.XX
			XXXXX
			XXXXX
			OOXXX
			.OXX.`, "A5 pass", "A5"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := fromDiagram(t, gogate.DefaultRules(5), gogate.Black, test.board)
			moves := movesNamed(test.list)
			if moves == nil {
				moves = p.LegalMoves()
			}
			for seed := range uint64(20) {
				choice, err := gogate.Greedy{Seed: seed}.Choose(t.Context(), p, moves)
				if err != nil || choice.Move.String() != test.want {
					t.Fatalf("seed %d: %v, %v, want %s in\n%v", seed, choice.Move, err, test.want, p)
				}
			}
		})
	}
}

// Among the moves that are equally good every one has the same chance.
func TestGreedyTiesBySeed(t *testing.T) {
	for _, p := range []*gogate.Position{
		gogate.MustStart(2), gogate.MustStart(9), playAll(t, gogate.MustStart(5), "C3 C2"),
	} {
		best, _ := greediest(t, p)
		if len(best) < 2 {
			t.Fatalf("no tie in\n%v", p)
		}
		counts := map[gogate.Move]int{}
		for seed := range uint64(100 * len(best)) {
			m, err := gogate.Greedy{Seed: seed}.Play(t.Context(), p)
			if !slices.Contains(best, m) || err != nil {
				t.Fatalf("seed %d: %v, %v, want one of %v", seed, m, err, best)
			}
			counts[m]++
		}
		gogate.CheckEven(t, counts, best)
	}
}

// A prompt names the rules that are in force.
func TestRulesString(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*gogate.Rules)
		want   string
	}{
		{"the usual ones", func(*gogate.Rules) {},
			"Tromp–Taylor without suicide, positional superko, komi 7.5, at most 243 turns"},
		{"suicide", func(r *gogate.Rules) { r.Suicide = true },
			"Tromp–Taylor with suicide, positional superko, komi 7.5, at most 243 turns"},
		{"situational superko", func(r *gogate.Rules) { r.Ko = gogate.SituationalSuperko },
			"Tromp–Taylor without suicide, situational superko, komi 7.5, at most 243 turns"},
		{"simple ko", func(r *gogate.Rules) { r.Ko = gogate.SimpleKo },
			"Tromp–Taylor without suicide, simple ko, komi 7.5, at most 243 turns"},
		{"komi", func(r *gogate.Rules) { r.Komi = -3.75 },
			"Tromp–Taylor without suicide, positional superko, komi -3.75, at most 243 turns"},
		{"resignation", func(r *gogate.Rules) { r.Resign = true },
			"Tromp–Taylor without suicide, positional superko, komi 7.5, resignation, at most 243 turns"},
		{"one turn", func(r *gogate.Rules) { r.MoveLimit = 1 },
			"Tromp–Taylor without suicide, positional superko, komi 7.5, at most 1 turn"},
		{"no limit", func(r *gogate.Rules) { r.MoveLimit = 0 },
			"Tromp–Taylor without suicide, positional superko, komi 7.5"},
	} {
		t.Run(test.name, func(t *testing.T) {
			rules := gogate.DefaultRules(9)
			test.change(&rules)
			if got := rules.String(); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}
