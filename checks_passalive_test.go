package gogate_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/gogate"
)

// The groups of each row are Black's: its own check is asked about a stone of
// Black's, the other about one of White's on the same point.
func TestNotInPassAlive(t *testing.T) {
	const alive = `
		..X.X
		XXXXX
		OOOOO
		O.O.O
		OOOOO`
	const loose = `
		..X.X
		..XXX
		XXX.X
		XXXXX
		.O.O.`
	const neighbour = `
		.X.XO
		XXXO.
		X.XO.
		XXXO.
		OOOO.`
	const shared = `
		XX.....
		.X.....
		XX.....
		.X.....
		XX.....
		X.XXXXX
		..X.X.X`
	for _, test := range []struct {
		name       string
		board      string
		move       string
		own, their bool // whether NotInOwnPassAlive refuses Black, NotInOpponentPassAlive White
	}{
		{"a region of one point", alive, "D5", true, true},
		{"a region of two points", alive, "A5", true, true},
		{"the other of the two", alive, "B5", true, true},
		{"a stone of the group itself", alive, "C5", false, false},
		{"a region of the other side's", alive, "B2", false, false},
		{"a pass", alive, "pass", false, false},
		{"a resignation", alive, "resign", false, false},
		{"no move", alive, "none", false, false},
		{"beside an opponent's stone", strings.Replace(alive, "..X", "O.X", 1), "B5", false, true},
		{"the stone itself", strings.Replace(alive, "..X", "O.X", 1), "A5", false, false},
		{"a region with a point that is not beside the group", loose, "A5", false, false},
		{"beside that point", loose, "B4", false, false},
		{"another region of the same group", loose, "D5", true, true},
		{"a region with a stone that is not beside the group", strings.Replace(loose, "..X", "O.X", 1), "B4", false, false},
		{"a region with stones that are all beside the group", loose, "A1", false, true},
		{"a group with a single region", `
			..XO.
			XXXO.
			OOOO.
			.....
			.....`, "A5", false, false},
		{"a false eye, where another group can be taken", neighbour, "C5", false, false},
		{"a true one of the same group", neighbour, "A5", true, true},
		{"a region that two groups hold together", shared, "A1", true, true},
		{"where it is beside both groups", shared, "B2", true, true},
		{"the open board beside the same groups", shared, "C3", false, false},
		{"two groups that are alive only together", `
			.XOO.
			XXXOO
			OX.XO
			OOXXX
			.OOX.`, "C3", true, true},
		{"one of them without a region of its own", `
			.XOO.
			XXXOO
			OX.XO
			OOXXX
			.OOXX`, "C3", false, false},
		{"a seki", `
			XXX.O
			XXXOO
			XXOOO
			XXOOO
			X.OOO`, "D5", false, false},
		// Without suicide both groups are pass-alive. Were A2 taken for a region that
		// they hold, the promise would be false: Black takes three stones there, and
		// then nothing of Black's is pass-alive.
		{"groups that are alive only without suicide", `
			XXXO
			OOX.
			.OXX
			XX.O`, "A2", false, false},
		{"on the smallest board", `
			.X
			X.`, "A2", true, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			var m gogate.Move
			if err := m.UnmarshalText([]byte(strings.TrimPrefix(test.move, "none"))); err != nil {
				t.Fatal(err)
			}
			swapped := strings.NewReplacer("X", "O", "O", "X").Replace(test.board)
			rules := gogate.DefaultRules(len(strings.Fields(test.board)))
			for _, suicide := range []bool{false, true} {
				rules.Suicide = suicide
				for _, side := range []struct {
					holder gogate.Color
					board  string
				}{{gogate.Black, test.board}, {gogate.White, swapped}} {
					p := fromDiagram(t, rules, side.holder, side.board)
					want := gogate.Verdict{
						Check: "not_in_own_pass_alive", Code: "no_region", OK: true, Move: m,
						Why: "{move} is not in an empty region held by the mover's pass-alive groups",
					}
					if test.own {
						want.Code, want.OK = "own_region", false
						want.Why = "{move} is in an empty region held by the mover's pass-alive groups"
					}
					if diff := cmp.Diff(want, gogate.NotInOwnPassAlive(p, m)); diff != "" {
						t.Errorf("suicide %v, %v (-want +got):\n%s\n%v", suicide, p.ToPlay(), diff, p)
					}

					p = p.WithToPlay(side.holder.Opponent())
					want = gogate.Verdict{
						Check: "not_in_opponent_pass_alive", Code: "no_region", OK: true, Move: m,
						Why: "{move} is not in a region held by the opponent's pass-alive groups",
					}
					if test.their {
						want.Code, want.OK = "opponent_region", false
						want.Why = "{move} is in a region held by the opponent's pass-alive groups"
					}
					if diff := cmp.Diff(want, gogate.NotInOpponentPassAlive(p, m)); diff != "" {
						t.Errorf("suicide %v, %v (-want +got):\n%s\n%v", suicide, p.ToPlay(), diff, p)
					}
				}
			}
		})
	}
}
