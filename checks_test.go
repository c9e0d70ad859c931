package gogate_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/gogate"
)

func TestLegalVerdict(t *testing.T) {
	const ko = `
		....
		.XO.
		XO.O
		.XO.`
	const corner = `
		....
		....
		OO..
		.O..`
	empty := gogate.MustStart(4)
	suicide, situational, simple, resign := empty.Rules(), empty.Rules(), empty.Rules(), empty.Rules()
	suicide.Suicide = true
	situational.Ko = gogate.SituationalSuperko
	simple.Ko = gogate.SimpleKo
	resign.Resign = true
	for _, test := range []struct {
		name     string
		position *gogate.Position
		move     gogate.Move
		code     string
		n        int
		line     string
	}{
		{"a point", empty, gogate.MustParseMove("A4"), "legal", 0, "[pass] legal: A4 is legal"},
		{"a pass", empty, gogate.Pass, "legal", 0, "[pass] legal: pass is legal"},
		{"a resignation", fromDiagram(t, resign, gogate.Black, ko), gogate.Resign, "legal", 0,
			"[pass] legal: resign is legal"},
		{"the zero Move", empty, 0, "no_move", 0, "[FAIL] legal: none is not a move"},
		{"a number between resign and A1", empty, 7, "no_move", 0, "[FAIL] legal: #7 is not a move"},
		{"a number past Z25", empty, 65535, "no_move", 0, "[FAIL] legal: #65535 is not a move"},
		{"a pass when the game is over", playAll(t, empty, "pass pass"), gogate.Pass, "over", 0,
			"[FAIL] legal: the game is over"},
		{"no move when the game is over", playAll(t, empty, "pass pass"), 0, "no_move", 0,
			"[FAIL] legal: none is not a move"},
		{"a resignation that the rules lack", empty, gogate.Resign, "resign", 0,
			"[FAIL] legal: these rules have no resignation"},
		{"off the board", empty, gogate.MustParseMove("E4"), "off_board", 0, "[FAIL] legal: E4 is off the board"},
		{"occupied", fromDiagram(t, empty.Rules(), gogate.Black, ko), gogate.MustParseMove("C1"), "occupied", 0,
			"[FAIL] legal: C1 is occupied"},
		{"suicide", fromDiagram(t, empty.Rules(), gogate.Black, corner), gogate.MustParseMove("A1"), "suicide", 0,
			"[FAIL] legal: A1 is suicide"},
		{
			"suicide of one stone, where suicide is permitted",
			playAll(t, fromDiagram(t, suicide, gogate.White, corner), "D4"),
			gogate.MustParseMove("A1"), "suicide", 1,
			"[FAIL] legal: A1 is suicide and recreates the board as it was after turn 1",
		},
		{
			"the board at the start", playAll(t, fromDiagram(t, empty.Rules(), gogate.Black, ko), "C2"),
			gogate.MustParseMove("B2"), "superko", 0,
			"[FAIL] legal: B2 breaks superko: it recreates the board as it was at the start",
		},
		{
			"positional superko", playAll(t, fromDiagram(t, empty.Rules(), gogate.Black, ko), "A4 D4 C2"),
			gogate.MustParseMove("B2"), "superko", 2,
			"[FAIL] legal: B2 breaks superko: it recreates the board as it was after turn 2",
		},
		{
			"situational superko", playAll(t, fromDiagram(t, situational, gogate.Black, ko), "C2 D4 A4 B2"),
			gogate.MustParseMove("C2"), "superko", 3,
			"[FAIL] legal: C2 breaks superko: it recreates the board as it was after turn 3",
		},
		{
			"simple ko", playAll(t, fromDiagram(t, simple, gogate.Black, ko), "A4 D4 C2"),
			gogate.MustParseMove("B2"), "ko", 2,
			"[FAIL] legal: B2 retakes the ko at once: it recreates the board as it was after turn 2",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			verdicts := gogate.Judge(test.position, test.move, never)
			if !verdicts[0].OK && len(verdicts) > 1 {
				t.Errorf("%v, want legal alone where it refuses", verdicts)
			}
			got := verdicts[0]
			want := gogate.Verdict{
				Check: "legal", Code: test.code, OK: test.code == "legal", Move: test.move, N: test.n, Why: got.Why,
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("verdict (-want +got):\n%s", diff)
			}
			if got.String() != test.line {
				t.Errorf("String = %q, want %q", got, test.line)
			}
			if err := test.position.Legal(test.move); got.OK != (err == nil) {
				t.Errorf("OK = %t, but Legal = %v", got.OK, err)
			}
		})
	}
}

func TestNotOwnEye(t *testing.T) {
	const corner = `
		.X...
		X....
		.....
		.....
		.....`
	const centre = `
		.....
		..X..
		.X.X.
		..X..
		.....`
	for _, test := range []struct {
		name   string
		toPlay gogate.Color
		board  string
		move   string
		eye    bool
	}{
		{"in the corner", gogate.Black, corner, "A5", true},
		{"of the opponent", gogate.White, corner, "A5", false},
		{"of White", gogate.White, strings.ReplaceAll(corner, "X", "O"), "A5", true},
		{"beside an eye", gogate.Black, corner, "B4", false},
		{"occupied", gogate.Black, corner, "B5", false},
		{"a pass", gogate.Black, corner, "pass", false},
		{"a resignation", gogate.Black, corner, "resign", false},
		{"in the corner with the opponent at the diagonal", gogate.Black, `
			.X...
			XO...
			.....
			.....
			.....`, "A5", false},
		{"in the corner, one neighbour the opponent's", gogate.Black, `
			.X...
			OX...
			.....
			.....
			.....`, "A5", false},
		{"on the edge", gogate.Black, `
			.....
			....X
			...X.
			....X
			.....`, "E3", true},
		{"on the edge with the opponent at one diagonal", gogate.Black, `
			.....
			...OX
			...X.
			...XX
			.....`, "E3", false},
		{"on the edge, one neighbour empty", gogate.Black, `
			.....
			....X
			.....
			....X
			.....`, "E3", false},
		{"in the centre", gogate.Black, centre, "C3", true},
		{"in the centre with the opponent at one diagonal", gogate.Black, `
			.....
			.OX..
			.X.X.
			..X..
			.....`, "C3", true},
		{"in the centre with the opponent at two diagonals", gogate.Black, `
			.....
			.OX..
			.X.X.
			..XO.
			.....`, "C3", false},
		{"in the centre, one neighbour empty", gogate.Black, `
			.....
			.XXX.
			.X.X.
			.X.X.
			.....`, "C3", false},
		{"in the centre, one neighbour the opponent's", gogate.Black, `
			.....
			.XXX.
			.X.O.
			.XXX.
			.....`, "C3", false},
		{"of groups that are apart", gogate.Black, `
			..X..
			.X.X.
			..X..
			.....
			.....`, "C4", true},
		{"on the smallest board", gogate.Black, `
			.X
			X.`, "A2", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			want := gogate.Verdict{
				Check: "not_own_eye", Code: "no_eye", OK: true, Move: gogate.MustParseMove(test.move),
				Why: "{move} fills no eye of the mover's own",
			}
			if test.eye {
				want.Code, want.OK, want.Why = "own_eye", false, "{move} fills an eye of the mover's own"
			}
			rules := gogate.DefaultRules(len(strings.Fields(test.board)))
			p := fromDiagram(t, rules, test.toPlay, test.board)
			if diff := cmp.Diff(want, gogate.NotOwnEye(p, want.Move)); diff != "" {
				t.Errorf("verdict (-want +got):\n%s\n%v", diff, p)
			}
		})
	}
}

func TestNotSelfAtari(t *testing.T) {
	const empty = `
		.....
		.....
		.....
		.....
		.....`
	const net = `
		.....
		.....
		XXX..
		OOOX.
		..OX.`
	refusals := map[string]string{
		"suicide":    "{move} removes its own group",
		"self_atari": "{move} captures nothing and leaves its group 1 liberty",
	}
	allowances := map[string]string{
		"no_stone":  "{move} places no stone",
		"captures":  "{move} captures {n} stones",
		"liberties": "{move} leaves its group {n} liberties",
	}
	for _, test := range []struct {
		name  string
		board string
		moves string // Black first; the last one is judged
		code  string
		n     int
	}{
		{"a stone in the corner", empty, "A1", "liberties", 2},
		{"a stone on the edge", empty, "E3", "liberties", 3},
		{"a stone in the centre", empty, "C3", "liberties", 4},
		{"a pass", empty, "pass", "no_stone", 0},
		{"in the corner beside the opponent", empty, "C3 E2 E1", "self_atari", 1},
		{"of White", empty, "E2 E1", "self_atari", 1},
		{"shared liberties count once", `
			.....
			..X..
			.X...
			.....
			.....`, "C3", "liberties", 7},
		{"a group on two sides of the stone", `
			.....
			.....
			.XX..
			.X...
			.....`, "C2", "liberties", 8},
		{"a group's last liberty but one", `
			.....
			.....
			OO...
			XXO..
			..O..`, "A1", "self_atari", 1},
		{"a stone without a liberty joins a group with many", `
			X....
			X....
			XO...
			.XO..
			OO...`, "A2", "liberties", 2},
		{"two groups in atari at the same point, joined", `
			XO...
			XO...
			.OO..
			XO...
			.O...`, "A3", "self_atari", 1},
		{"a capture that stays in atari", `
			.....
			.....
			.....
			XO...
			O.O..`, "B1", "captures", 1},
		{"a capture of two groups", `
			.....
			.....
			.....
			X.X..
			O.OX.`, "B1", "captures", 2},
		{"a throw-in, though a snapback follows", net, "B1", "self_atari", 1},
		{"the capture of the thrown-in stone", net, "B1 A1", "captures", 1},
		{"the snapback", net, "B1 A1 B1", "captures", 5},
		{"a suicide of two stones", `
			.....
			.....
			O....
			XO...
			.O...`, "A1", "suicide", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			rules := gogate.DefaultRules(5)
			rules.Suicide = true
			moves := movesNamed(test.moves)
			last := len(moves) - 1
			p := fromDiagram(t, rules, gogate.Black, test.board)
			for _, m := range moves[:last] {
				p = playAll(t, p, m.String())
			}
			why, ok := allowances[test.code]
			if !ok {
				why = refusals[test.code]
			}
			if test.code == "captures" && test.n == 1 {
				why = "{move} captures 1 stone"
			}
			want := gogate.Verdict{
				Check: "not_self_atari", Code: test.code, OK: ok, Move: moves[last], N: test.n, Why: why,
			}
			if err := p.Legal(moves[last]); err != nil {
				t.Errorf("%v is not legal: %v", moves[last], err)
			}
			if diff := cmp.Diff(want, gogate.NotSelfAtari(p, moves[last])); diff != "" {
				t.Errorf("verdict (-want +got):\n%s\n%v", diff, p)
			}
		})
	}
}

func TestVerdictText(t *testing.T) {
	a4 := gogate.MustParseMove("A4")
	for _, test := range []struct {
		name    string
		verdict gogate.Verdict
		allows  bool
		want    string
	}{
		{"zero", gogate.Verdict{}, false, "[FAIL] : none is refused"},
		{"ok", gogate.Verdict{Check: "c", Code: "fine", OK: true, Move: a4, Why: "{move} is fine"}, true,
			"[pass] c: A4 is fine"},
		{"ok with the reason to refuse", gogate.Verdict{Check: "c", OK: true, Move: a4, Why: "{move} is bad"}, true,
			"[pass] c: A4 is allowed"},
		{"refusal", gogate.Verdict{Check: "c", Move: a4, N: 3, Why: "{n} beside {move}, {n}"}, false,
			"[FAIL] c: 3 beside A4, 3"},
		{"advice", gogate.Verdict{Check: "c", Advice: true, Move: gogate.Pass, N: -1, Why: "{move}, {n}"}, true,
			"[note] c: pass, -1"},
		{"advice that is ok", gogate.Verdict{Check: "c", Code: "odd", OK: true, Advice: true, Why: "{other}"}, true,
			"[pass] c: {other}"},
		{"of another make", gogate.Verdict{Check: "c\n", Why: "two\nlines,\u202e \x1b[2J\xff"}, false,
			"[FAIL] c : two lines, [2J\uFFFD"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.verdict.Allows() != test.allows || test.verdict.String() != test.want {
				t.Errorf("Allows %t, %q, want %t, %q", test.verdict.Allows(), test.verdict, test.allows, test.want)
			}
		})
	}
}

// Checks that misbehave, each in its own way.
func always(p *gogate.Position, m gogate.Move) gogate.Verdict {
	return gogate.Verdict{Check: "always", OK: true}
}
func never(p *gogate.Position, m gogate.Move) gogate.Verdict  { return gogate.Verdict{Check: "never"} }
func silent(p *gogate.Position, m gogate.Move) gogate.Verdict { return gogate.Verdict{} }
func panics(p *gogate.Position, m gogate.Move) gogate.Verdict { panic("no idea") }
func panicsWithNil(p *gogate.Position, m gogate.Move) gogate.Verdict {
	panic(nil)
}
func aboutAnother(p *gogate.Position, m gogate.Move) gogate.Verdict {
	return gogate.Verdict{Check: "another", OK: true, Move: gogate.Pass, Why: "{move} is fine"}
}
func noPass(p *gogate.Position, m gogate.Move) gogate.Verdict {
	return gogate.Verdict{Check: "no_pass", OK: m != gogate.Pass, Why: "passing is not allowed"}
}

func TestJudge(t *testing.T) {
	p := gogate.MustStart(5)
	for _, test := range []struct {
		name   string
		checks []gogate.Check
		want   []string // after legal
		allows bool
	}{
		{"no checks", nil, nil, true},
		{"in their order", []gogate.Check{gogate.NotSelfAtari, always, gogate.NotOwnEye}, []string{
			"[pass] not_self_atari: A1 leaves its group 2 liberties",
			"[pass] always: A1 is allowed",
			"[pass] not_own_eye: A1 fills no eye of the mover's own",
		}, true},
		{"all of them, past a refusal", []gogate.Check{never, always}, []string{"[FAIL] never: A1 is refused",
			"[pass] always: A1 is allowed"}, false},
		{"the zero Verdict", []gogate.Check{always, silent}, []string{"[pass] always: A1 is allowed",
			"[FAIL] check 2: A1 is refused"}, false},
		{"a panic", []gogate.Check{panics, always}, []string{"[FAIL] check 1: the check panicked: no idea",
			"[pass] always: A1 is allowed"}, false},
		{"a panic with nil", []gogate.Check{panicsWithNil}, []string{
			"[FAIL] check 1: the check panicked: " + new(runtime.PanicNilError).Error(),
		}, false},
		{"another move in the verdict", []gogate.Check{aboutAnother}, []string{"[pass] another: A1 is allowed"}, true},
		{"advice", []gogate.Check{gogate.Advise(never)}, []string{"[note] never: A1 is refused"}, true},
		{"advice that is ok", []gogate.Check{gogate.Advise(always)}, []string{"[pass] always: A1 is allowed"}, true},
		{"advice that panics", []gogate.Check{gogate.Advise(panics)}, []string{
			"[FAIL] check 1: the check panicked: no idea",
		}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := gogate.MustParseMove("A1")
			var got []string
			for _, v := range gogate.Judge(p, m, test.checks...) {
				got = append(got, v.String())
				if v.Move != m {
					t.Errorf("%v is about %v, want %v", v, v.Move, m)
				}
			}
			want := append([]string{"[pass] legal: A1 is legal"}, test.want...)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("verdicts (-want +got):\n%s", diff)
			}
			if got := gogate.NewGate(gogate.Random{}, first, test.checks...).Allows(p, m); got != test.allows {
				t.Errorf("Allows = %t, want %t", got, test.allows)
			}
		})
	}
}

// Panics and refusals have a code, and advice is marked.
func TestJudgeVerdicts(t *testing.T) {
	a1 := gogate.MustParseMove("A1")
	got := gogate.Judge(gogate.MustStart(5), a1,
		panics, gogate.Advise(always), gogate.Advise(aboutAnother), gogate.Advise(never))
	want := []gogate.Verdict{
		{Check: "legal", Code: "legal", OK: true, Move: a1, Why: "{move} is legal"},
		{Check: "check 1", Code: "panic", Move: a1, Why: "the check panicked: no idea"},
		{Check: "always", OK: true, Move: a1},
		{Check: "another", OK: true, Move: a1, Why: "{move} is fine"},
		{Check: "never", Advice: true, Move: a1},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("verdicts (-want +got):\n%s", diff)
	}
}
