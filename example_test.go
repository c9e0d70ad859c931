package gogate_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"

	"example.com/gogate"
)

// noEarlyEdge keeps stones off the first line for the first 30 turns.
func noEarlyEdge(p *gogate.Position, m gogate.Move) gogate.Verdict {
	v := gogate.Verdict{Check: "no_early_edge", Move: m, Why: "{move} is on the first line within the first 30 turns"}
	pt, ok := m.Point()
	v.OK = !ok || p.Turn() >= 30 || pt.Line(p.Size()) > 1
	return v
}

// A check of one's own is a function. The gate asks it about legal moves alone,
// together with those of the package.
func ExampleCheck() {
	pos := gogate.MustStart(9)
	for _, name := range []string{"E5", "A1", "pass"} {
		m := gogate.MustParseMove(name)
		for _, v := range gogate.Judge(pos, m, gogate.NotSelfAtari, noEarlyEdge) {
			fmt.Println(v)
		}
	}
	// Output:
	// [pass] legal: E5 is legal
	// [pass] not_self_atari: E5 leaves its group 4 liberties
	// [pass] no_early_edge: E5 is allowed
	// [pass] legal: A1 is legal
	// [pass] not_self_atari: A1 leaves its group 2 liberties
	// [FAIL] no_early_edge: A1 is on the first line within the first 30 turns
	// [pass] legal: pass is legal
	// [pass] not_self_atari: pass places no stone
	// [pass] no_early_edge: pass is allowed
}

// A gated player in a bot: it proposes greedily, and where a check refuses, the
// tree search chooses among the moves that pass.
func ExampleGate() {
	gate := gogate.NewGate(gogate.Greedy{Seed: 1}, gogate.MCTS{Seed: 1}, gogate.NotOwnEye, gogate.NotSelfAtari)
	rules := gogate.DefaultRules(5)
	rules.Komi = 0.5
	pos, err := rules.Setup(gogate.Black, `
		. X X O .
		X X X O O
		X . X O .
		X X X O .
		. X O O .`)
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err := gate.Decide(context.Background(), pos)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d)
	// Output:
	// turn 1: Black proposes A1
	//   [pass] legal: A1 is legal
	//   [FAIL] not_own_eye: A1 fills an eye of the mover's own
	//   [pass] not_self_atari: A1 leaves its group 2 liberties
	// played: E2, the fallback's choice:
	//   won 199 of the 199 random games it played with E2 (200 in all)
}

// A function from elsewhere, here one that always answers E5, becomes a proposer
// through PlayerFunc. Whatever it answers, only moves that pass are played.
func ExamplePlayerFunc() {
	stubborn := gogate.PlayerFunc(func(context.Context, *gogate.Position) (gogate.Move, error) {
		return gogate.ParseMove("E5")
	})
	gate := gogate.NewGate(stubborn, gogate.Random{Seed: 7}, gogate.NotOwnEye, gogate.NotSelfAtari)
	pos := gogate.MustStart(9)
	for range 3 {
		d, err := gate.Decide(context.Background(), pos)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(d)
		if pos, err = pos.Play(d.Move); err != nil {
			fmt.Println(err)
			return
		}
	}
	// Output:
	// turn 1: Black proposes E5
	//   [pass] legal: E5 is legal
	//   [pass] not_own_eye: E5 fills no eye of the mover's own
	//   [pass] not_self_atari: E5 leaves its group 4 liberties
	// played: E5, as proposed
	// turn 2: White proposes E5
	//   [FAIL] legal: E5 is occupied
	// played: F5, the fallback's choice:
	//   chosen at random from 80 moves
	// turn 3: Black proposes E5
	//   [FAIL] legal: E5 is occupied
	// played: E3, the fallback's choice:
	//   chosen at random from 79 moves
}

// A language model becomes a proposer through TextFunc. Here a function stands for
// it: it names an illegal move, is told why it was refused, and finds a better one.
func ExampleTextFunc() {
	model := gogate.TextFunc(func(_ context.Context, prompt string) (string, error) {
		if strings.Contains(prompt, "C3 is occupied") {
			fmt.Println(prompt)
			return "You are right. I do not need the centre, so I choose c2.", nil
		}
		return "The centre is the best point of a small board.\n\n**C3**", nil
	})
	gate := gogate.NewGate(model, gogate.MCTS{Seed: 1}, gogate.NotOwnEye, gogate.NotSelfAtari)
	gate.Retries = 2
	gate.ProposeTimeout = time.Minute
	pos, err := gogate.Replay(gogate.DefaultRules(5), []gogate.Move{gogate.MustParseMove("C3")})
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err := gate.Decide(context.Background(), pos)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d)
	for _, a := range d.Proposals {
		fmt.Printf("%v: %q\n", a.Move, a.Text)
	}
	// Output:
	// You play Go (weiqi, baduk) as White. The board is 5×5.
	// X is Black, O is White. Columns are letters from the left, without I, and rows
	// numbers from below, so that A1 is the lower left corner.
	//
	// Rules: Tromp–Taylor without suicide, positional superko, komi 7.5, at most 75 turns.
	// Moves so far: B C3
	//
	//  5 . . . . .
	//  4 . . . . .
	//  3 . . X . .
	//  2 . . . . .
	//  1 . . . . .
	//    A B C D E
	//
	// Your answer C3 was refused:
	// - C3 is occupied
	// White is to move. You may explain your move. The last line of your answer is what
	// counts, and it must have this form, with a point or pass in place of D4:
	// MOVE: D4
	// A pass gives the turn to the opponent; two passes in a row end the game, and all
	// stones then count as they stand.
	//
	// turn 2: White proposes C3
	//   [FAIL] legal: C3 is occupied
	// and then C2
	//   [pass] legal: C2 is legal
	//   [pass] not_own_eye: C2 fills no eye of the mover's own
	//   [pass] not_self_atari: C2 leaves its group 3 liberties
	// played: C2, as proposed
	// C3: "The centre is the best point of a small board.\n\n**C3**"
	// C2: "You are right. I do not need the centre, so I choose c2."
}

// A hook sends every decision to log/slog.
func ExampleGate_onDecision() {
	logger := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{} // so that the output is the same each time
			}
			return a
		},
	}))
	gate := gogate.NewGate(gogate.Greedy{Seed: 1}, gogate.Random{Seed: 1}, gogate.NotOwnEye, gogate.NotSelfAtari)
	gate.OnDecision = func(d gogate.Decision) {
		level := slog.LevelInfo
		if d.Overridden() {
			level = slog.LevelWarn
		}
		logger.Log(context.Background(), level, "decision", "turn", d.Turn+1, "color", d.Color,
			"proposal", d.Proposal().Move, "refused", d.Refusals(), "move", d.Move, "source", d.Source)
	}
	pos, err := gogate.DefaultRules(5).Setup(gogate.Black, `
		. X X O .
		X X X O O
		X . X O .
		X X X O .
		. X O O .`)
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 2 {
		m, err := gate.Play(context.Background(), pos)
		if err != nil {
			fmt.Println(err)
			return
		}
		if pos, err = pos.Play(m); err != nil {
			fmt.Println(err)
			return
		}
	}
	// Output:
	// level=WARN msg=decision turn=1 color=Black proposal=A1 refused="[[FAIL] not_own_eye: A1 fills an eye of the mover's own]" move=E2 source=fallback
	// level=INFO msg=decision turn=2 color=White proposal=E3 refused=[] move=E3 source=proposer
}

// A log of decisions, one as JSON on each line, is verified again from the rules and
// the moves alone, so that a verdict that was changed is found out.
func ExampleVerifyLog() {
	var log bytes.Buffer
	lines := json.NewEncoder(&log)
	gate := gogate.NewGate(gogate.Greedy{Seed: 1}, gogate.MCTS{Playouts: 50, Seed: 1}, gogate.NotOwnEye, gogate.NotSelfAtari)
	gate.OnDecision = func(d gogate.Decision) {
		if err := lines.Encode(d); err != nil {
			fmt.Println(err)
		}
	}
	rules := gogate.DefaultRules(5)
	game, err := gogate.PlayGame(context.Background(), rules, gate, gogate.Random{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	moves := game.Final.Moves() // which is all that the log is held against

	final, err := gogate.Replay(rules, moves)
	if err != nil {
		fmt.Println(err)
		return
	}
	changed := strings.Replace(log.String(), `"ok":false`, `"ok":true`, 1)
	fmt.Println(gogate.VerifyLog(&log, final, gogate.NotOwnEye, gogate.NotSelfAtari))
	fmt.Println(gogate.VerifyLog(strings.NewReader(changed), final, gogate.NotOwnEye, gogate.NotSelfAtari))
	// Output:
	// <nil>
	// line 16: turn 31: proposals[0].verdicts[1].ok is true: must be false
}

// A test of a check of one's own. The second one forgets that a pass has no point.
func ExampleTestCheck() {
	fmt.Println(gogate.TestCheck(noEarlyEdge))

	noEdge := func(p *gogate.Position, m gogate.Move) gogate.Verdict {
		pt, _ := m.Point()
		return gogate.Verdict{Check: "no_edge", OK: pt.Line(p.Size()) > 1, Why: "{move} is on the first line"}
	}
	fmt.Println(gogate.TestCheck(noEdge, gogate.MustStart(3)))
	// Output:
	// <nil>
	// turn 1, Black pass: refuses a pass, [FAIL] no_edge: pass is on the first line: a check must allow a pass, or a gate may have no move
	//  3 . . .
	//  2 . . .
	//  1 . . .
	//    A B C
}

// A tally counts the decisions of any number of gates and games.
func ExampleDecisionTally() {
	var tally gogate.DecisionTally
	for seed := range uint64(3) {
		gate := gogate.NewGate(gogate.Greedy{Seed: seed}, gogate.Random{Seed: seed}, gogate.NotOwnEye, gogate.NotSelfAtari)
		gate.OnDecision = func(d gogate.Decision) {
			tally.Add(d.WithoutTimes()) // so that the output is the same each time
		}
		if _, err := gogate.PlayGame(context.Background(), gogate.DefaultRules(7), gate, gate); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Print(&tally)
	// Output:
	// 144 decisions, 144 proposals: 121 accepted at once, 0 after a retry, 23 overridden, 0 without a move
	//   not_own_eye                own_eye            21
	//   not_self_atari             self_atari          3
	// time: proposer 0s, fallback 0s
}

// An audit of moves that were played elsewhere: each is judged in its position,
// and an illegal one names its reason.
func ExampleJudge() {
	pos := gogate.MustStart(5)
	for _, name := range strings.Fields("B1 A2 B2 A1 A3 E5 A1 C3 A1") {
		m, err := gogate.ParseMove(name)
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, v := range gogate.Judge(pos, m, gogate.NotOwnEye, gogate.NotSelfAtari) {
			if !v.OK {
				fmt.Printf("turn %d, %v: %v\n", pos.Turn()+1, pos.ToPlay(), v)
			}
		}
		next, err := pos.Play(m)
		if err != nil {
			break
		}
		pos = next
	}
	fmt.Print(pos)
	// Output:
	// turn 4, White: [FAIL] not_self_atari: A1 captures nothing and leaves its group 1 liberty
	// turn 9, Black: [FAIL] legal: A1 is occupied
	//  5 . . . . O
	//  4 . . . . .
	//  3 X . O . .
	//  2 . X . . .
	//  1 X X . . .
	//    A B C D E
}

func ExampleAdvise() {
	pos := gogate.MustStart(9)
	gate := gogate.NewGate(gogate.Random{}, gogate.Random{}, gogate.Advise(noEarlyEdge))
	m := gogate.MustParseMove("A1")
	fmt.Println(gate.Allows(pos, m))
	for _, v := range gogate.Judge(pos, m, gogate.Advise(noEarlyEdge)) {
		fmt.Println(v)
	}
	// Output:
	// true
	// [pass] legal: A1 is legal
	// [note] no_early_edge: A1 is on the first line within the first 30 turns
}

func ExampleNotOwnEye() {
	pos, err := gogate.DefaultRules(4).Setup(gogate.Black, `
		. X . X
		X X X X
		O O X .
		. O X X`)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range pos.LegalMoves() {
		fmt.Println(gogate.NotOwnEye(pos, m))
	}
	// Output:
	// [pass] not_own_eye: A1 fills no eye of the mover's own
	// [FAIL] not_own_eye: D2 fills an eye of the mover's own
	// [FAIL] not_own_eye: A4 fills an eye of the mover's own
	// [FAIL] not_own_eye: C4 fills an eye of the mover's own
	// [pass] not_own_eye: pass fills no eye of the mover's own
}

func ExampleNotSelfAtari() {
	pos, err := gogate.DefaultRules(5).Setup(gogate.Black, `
		. O . . .
		O . O . .
		X O X . .
		. X . . .
		. . . . .`)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"A5", "B4", "D5", "C5"} {
		fmt.Println(gogate.NotSelfAtari(pos, gogate.MustParseMove(name)))
	}
	// Output:
	// [FAIL] not_self_atari: A5 removes its own group
	// [pass] not_self_atari: B4 captures 1 stone
	// [pass] not_self_atari: D5 leaves its group 3 liberties
	// [FAIL] not_self_atari: C5 captures nothing and leaves its group 1 liberty
}

// Black's groups hold the two points on the right. On the left White has a stone,
// so Black may take it and White may not add to it.
func ExampleNotInOwnPassAlive() {
	pos, err := gogate.DefaultRules(5).Setup(gogate.Black, `
		O . X . .
		X X X X X
		O O O O O
		. . . . .
		. . . . .`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(gogate.NotInOwnPassAlive(pos, gogate.MustParseMove("D5")))
	fmt.Println(gogate.NotInOwnPassAlive(pos, gogate.MustParseMove("B5")))
	pos = pos.WithToPlay(gogate.White)
	fmt.Println(gogate.NotInOpponentPassAlive(pos, gogate.MustParseMove("D5")))
	fmt.Println(gogate.NotInOpponentPassAlive(pos, gogate.MustParseMove("B5")))
	fmt.Println(gogate.NotInOpponentPassAlive(pos, gogate.MustParseMove("C2")))
	// Output:
	// [FAIL] not_in_own_pass_alive: D5 is in an empty region held by the mover's pass-alive groups
	// [pass] not_in_own_pass_alive: B5 is not in an empty region held by the mover's pass-alive groups
	// [FAIL] not_in_opponent_pass_alive: D5 is in a region held by the opponent's pass-alive groups
	// [FAIL] not_in_opponent_pass_alive: B5 is in a region held by the opponent's pass-alive groups
	// [pass] not_in_opponent_pass_alive: C2 is not in a region held by the opponent's pass-alive groups
}

func ExampleAllowed() {
	pos, err := gogate.DefaultRules(4).Setup(gogate.Black, `
		. X . X
		X X X X
		O O X .
		. O X X`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(pos.LegalMoves())
	fmt.Println(gogate.Allowed(pos, gogate.NotOwnEye, gogate.NotSelfAtari))
	// Output:
	// [A1 D2 A4 C4 pass]
	// [A1 pass]
}

func ExampleRules_Start() {
	rules := gogate.DefaultRules(19)
	rules.Komi = 6.5
	rules.Suicide = true
	pos, err := rules.Start()
	fmt.Println(pos.Size(), pos.ToPlay(), pos.Turn(), err)

	rules.Size = 26
	_, err = rules.Start()
	fmt.Println(err)
	// Output:
	// 19 Black 0 <nil>
	// board size 26: must be a whole number from 2 to 25
}

// A diagram reads the way it is printed, with or without coordinates.
func ExampleRules_Setup() {
	pos, err := gogate.DefaultRules(3).Setup(gogate.White, `
		.XO
		XX.
		..O`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(pos)
	again, err := pos.Rules().Setup(gogate.White, pos.String())
	fmt.Println(again.Equal(pos), err)
	// Output:
	//  3 . X O
	//  2 X X .
	//  1 . . O
	//    A B C
	// true <nil>
}

// The stones of a position set it up again, as its diagram does.
func ExampleRules_SetupStones() {
	pos := gogate.MustStart(9)
	for _, name := range strings.Fields("C3 C4 D4 pass B4") {
		pos, _ = pos.Play(gogate.MustParseMove(name))
	}
	var black, white []gogate.Point
	for pt := range pos.Points() {
		switch pos.At(pt) {
		case gogate.Black:
			black = append(black, pt)
		case gogate.White:
			white = append(white, pt)
		}
	}
	again, err := pos.Rules().SetupStones(pos.ToPlay(), black, white)
	fmt.Println(black, white)
	fmt.Println(again.SameBoard(pos), again.Turn(), err)
	// Output:
	// [C3 B4 D4] [C4]
	// true 0 <nil>
}

func ExampleReplay() {
	var moves []gogate.Move
	for _, name := range strings.Fields("C3 C4 D4 pass B4 C5") {
		moves = append(moves, gogate.MustParseMove(name))
	}
	pos, err := gogate.Replay(gogate.DefaultRules(5), moves)
	fmt.Print(pos)
	fmt.Println(pos.ToPlay(), "to play,", err)

	pos, err = gogate.Replay(gogate.DefaultRules(5), append(moves, gogate.MustParseMove("C3")))
	fmt.Println(pos.Turn(), "turns stand:", err)
	// Output:
	//  5 . . O . .
	//  4 . X O X .
	//  3 . . X . .
	//  2 . . . . .
	//  1 . . . . .
	//    A B C D E
	// Black to play, <nil>
	// 6 turns stand: turn 7, Black C3: the point is occupied
}

// A refused move names its reason and its facts. Here White may not retake the
// ko at once, because that would recreate the board after turn 8.
func ExampleIllegalMoveError() {
	var moves []gogate.Move
	for _, name := range strings.Fields("D5 F4 E4 F6 E6 G5 pass E5 F5") {
		moves = append(moves, gogate.MustParseMove(name))
	}
	pos, _ := gogate.Replay(gogate.DefaultRules(9), moves)

	_, err := pos.Play(gogate.MustParseMove("E5"))
	fmt.Println(err)
	var illegal *gogate.IllegalMoveError
	if errors.As(err, &illegal) {
		fmt.Print(pos.History()[illegal.Repeat])
	}
	fmt.Println(errors.Is(err, gogate.ErrSuperko))
	// Output:
	// turn 10, White E5: superko: the move recreates an earlier board, the one after turn 8
	//  9 . . . . . . . . .
	//  8 . . . . . . . . .
	//  7 . . . . . . . . .
	//  6 . . . . X O . . .
	//  5 . . . X O . O . .
	//  4 . . . . X O . . .
	//  3 . . . . . . . . .
	//  2 . . . . . . . . .
	//  1 . . . . . . . . .
	//    A B C D E F G H J
	// true
}

func ExampleParseMove() {
	for _, s := range []string{"D4", "q16", "PASS", "I5", "D04"} {
		m, err := gogate.ParseMove(s)
		fmt.Println(m, err)
	}
	// Output:
	// D4 <nil>
	// Q16 <nil>
	// pass <nil>
	// none move "I5": must be a point from A1 to Z25 (there is no column I), pass or resign
	// none move "D04": must be a point from A1 to Z25 (there is no column I), pass or resign
}

func ExampleParsePoint() {
	pt, err := gogate.ParsePoint("d4")
	fmt.Println(pt, pt.X, pt.Y, err)
	_, err = gogate.ParsePoint("pass")
	fmt.Println(err)
	// Output:
	// D4 3 3 <nil>
	// point "pass": must be from A1 to Z25 (there is no column I)
}

func ExampleMoveAt() {
	m := gogate.MoveAt(gogate.Point{X: 3, Y: 3})
	pt, ok := m.Point()
	fmt.Println(m, pt.X, pt.Y, ok)
	_, ok = gogate.Pass.Point()
	fmt.Println(gogate.Pass, ok)
	// Output:
	// D4 3 3 true
	// pass false
}

func ExamplePosition_Group() {
	pos, _ := gogate.DefaultRules(4).Setup(gogate.Black, `
		. . . .
		. X X .
		. O X .
		. O . .`)
	g := pos.Group(gogate.Point{X: 1, Y: 2})
	fmt.Println(g.Color, g.Stones, g.Liberties)
	// Output:
	// Black [C2 B3 C3] [C1 D2 A3 D3 B4 C4]
}

func ExamplePosition_Neighbors() {
	pos := gogate.MustStart(9)
	for pt := range pos.Neighbors(gogate.Point{}) {
		fmt.Println(pt)
	}
	// Output:
	// B1
	// A2
}

// Captures, LibertiesAfter and Eye are the facts that checks are made of.
func ExamplePosition_Captures() {
	pos, _ := gogate.DefaultRules(4).Setup(gogate.Black, `
		. O X .
		X O X .
		. X . .
		. . . .`)
	m := gogate.MustParseMove("A4")
	fmt.Println(pos.Captures(m), pos.LibertiesAfter(m))
	// Output:
	// 2 3
}

// A handicap, or a record in which one side plays twice, needs the other side to
// move without a turn.
func ExamplePosition_WithToPlay() {
	pos := gogate.MustStart(9)
	pos, _ = pos.Play(gogate.MustParseMove("C3"))
	pos, err := pos.WithToPlay(gogate.Black).Play(gogate.MustParseMove("G7"))
	fmt.Println(pos.Turn(), pos.ToPlay(), err)
	// Output:
	// 2 White <nil>
}

func ExamplePosition_Score() {
	pos, _ := gogate.DefaultRules(5).Setup(gogate.Black, `
		. X O . .
		X X O O O
		. X X X O
		X X . X O
		. X X O O`)
	s := pos.Score()
	fmt.Printf("Black %d+%d, White %d+%d, neutral %d\n",
		s.BlackStones, s.BlackTerritory, s.WhiteStones, s.WhiteTerritory, s.Neutral)
	fmt.Println(s.Margin(), s.Winner(), s)
	// Output:
	// Black 11+4, White 8+2, neutral 0
	// -2.5 White W+2.5
}

// White's groups live together, by the region between them and one more each.
// Black's stone at A5 is dead.
func ExamplePosition_PassAlive() {
	pos, _ := gogate.DefaultRules(5).Setup(gogate.Black, `
		X . O X .
		O O O X X
		X O . O X
		X X O O O
		. X O . O`)
	for _, c := range []gogate.Color{gogate.Black, gogate.White} {
		life := pos.PassAlive(c)
		fmt.Println(c, len(life.Groups), "groups, regions", life.Regions)
		for _, g := range life.Groups {
			fmt.Println(g.Stones)
		}
	}
	// Output:
	// Black 0 groups, regions []
	// White 2 groups, regions [[D1] [C3] [A5 B5]]
	// [C1 E1 C2 D2 E2 D3]
	// [B3 A4 B4 C4 C5]
}

func ExampleMCTS() {
	rules := gogate.DefaultRules(5)
	rules.Komi = 0
	pos, _ := rules.Setup(gogate.Black, `
		. X . X .
		X X X X X
		O O O O O
		O . . . O
		O O O O O`)
	// One eye of three points: a stone in the middle decides.
	choice, err := gogate.MCTS{Playouts: 500, Seed: 1}.Choose(context.Background(), pos, pos.LegalMoves())
	fmt.Println(choice.Move, err)
	fmt.Println(choice.Note)
	// Output:
	// C2 <nil>
	// won 497 of the 499 random games it played with C2 (500 in all)
}

func ExampleSearch() {
	rules := gogate.DefaultRules(5)
	rules.Komi = 0
	pos, _ := rules.Setup(gogate.Black, `
		. X . X .
		X X X X X
		O O O O O
		O . . . O
		O O O O O`)
	choice, err := gogate.Search{}.Choose(context.Background(), pos, pos.LegalMoves())
	fmt.Println(choice.Move, err)
	fmt.Println(choice.Note)
	// Output:
	// C2 <nil>
	// the worst reply, pass, leaves Black 1 point behind by the area estimate
}

// The share of random playouts that a side wins, with its exact interval.
func ExamplePlayouts() {
	pos := gogate.MustStart(9)
	wins, err := gogate.Playouts(context.Background(), pos, gogate.White, 1000, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	share := gogate.ClopperPearson(wins, 1000, 0.95)
	fmt.Printf("%d of 1000, %.3f to %.3f\n", wins, share.Lo, share.Hi)
	// Output:
	// 594 of 1000, 0.563 to 0.625
}

func ExampleClopperPearson() {
	won := gogate.ClopperPearson(8, 8, 0.95)
	fmt.Printf("%.4f to %.4f\n", won.Lo, won.Hi)
	// Output:
	// 0.6306 to 1.0000
}

func ExamplePlayGame() {
	game, err := gogate.PlayGame(context.Background(), gogate.DefaultRules(7),
		gogate.Gated(100, 1), gogate.Random{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	overrides := 0
	for _, d := range game.Decisions {
		if d.Overridden() {
			overrides++
		}
	}
	fmt.Println(game.Final.Turn(), "turns,", overrides, "overrides,", game.Final.Result())
	// Output:
	// 79 turns, 3 overrides, B+41.5
}

// A game that goes on turn by turn, with a turn taken back.
func ExampleGame_Step() {
	start, err := gogate.DefaultRules(5).Start()
	if err != nil {
		fmt.Println(err)
		return
	}
	game := gogate.Game{Final: start}
	for range 2 {
		turn, err := game.Step(context.Background(), gogate.Greedy{Seed: 1})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%v: %s\n", turn.Move, turn.Note)
	}
	game.TakeBack(1)
	fmt.Println(game.Final.Turn(), "turn,", game.Final.ToPlay(), "to play")
	// Output:
	// C3: captures nothing and leaves its group 4 liberties; one of 9 such moves
	// B4: captures nothing and leaves its group 4 liberties; one of 4 such moves
	// 1 turn, White to play
}

// A match of two entrants, two games a seed.
func ExampleMatch() {
	gated := gogate.Entrant{Name: "gated", New: func(seed uint64) gogate.Player { return gogate.Gated(100, seed) }}
	greedy := gogate.Entrant{Name: "greedy", New: func(seed uint64) gogate.Player { return gogate.Greedy{Seed: seed} }}
	result, err := gogate.Match{
		Rules: gogate.DefaultRules(5), A: gated, B: greedy, Seeds: []uint64{1, 2, 3},
	}.Run(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	a, b := result.Tallies()
	fmt.Println(a.Name, a.Won, a.Lost, a.Drawn, a.Overrides)
	fmt.Println(b.Name, b.Won, b.Lost, b.Drawn, b.Overrides)
	// Output:
	// gated 6 0 0 21
	// greedy 0 6 0 0
}

func ExampleInterval() {
	won := gogate.ClopperPearson(70, 100, 0.95)
	fmt.Println(won)
	fmt.Println(won.Range(), won.Contains(0.5))
	// Output:
	// 70 of 100: 60.0 % to 78.8 % (95 % confidence)
	// 60.0 % to 78.8 % false
}

// A small comparison, as gogate report makes it.
func ExampleComparison() {
	report, err := gogate.Comparison{Size: 5, Seeds: gogate.SeedRange(0, 2), Playouts: 50}.Run(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, match := range report.Matches {
		fmt.Println(match.Result)
	}
	// Output:
	// 5×5    won lost drawn  moves  margin overrides  95 % interval
	// gated    4    0     0   40.5   +25.0         7  39.8 % to 100 %
	// random   0    4     0   40.5   -25.0         0  0 % to 60.2 %
	//
	// 5×5    won lost drawn  moves  margin overrides  95 % interval
	// gated    4    0     0   44.5   +25.0        13  39.8 % to 100 %
	// greedy   0    4     0   44.5   -25.0         0  0 % to 60.2 %
	//
	// 5×5    won lost drawn  moves  margin overrides  95 % interval
	// mcts     4    0     0   31.5    +9.8         0  39.8 % to 100 %
	// greedy   0    4     0   31.5    -9.8         0  0 % to 60.2 %
	//
	// 5×5   won lost drawn  moves  margin overrides  95 % interval
	// gated   0    4     0   25.5    -7.8         8  0 % to 60.2 %
	// mcts    4    0     0   25.5    +7.8         0  39.8 % to 100 %
}

// A match in two parts, which other machines may play.
func ExampleMergeResults() {
	match := gogate.Match{Rules: gogate.DefaultRules(5)}
	match.A = gogate.Entrant{Name: "gated", New: func(seed uint64) gogate.Player { return gogate.Gated(100, seed) }}
	match.B = gogate.Entrant{Name: "greedy", New: func(seed uint64) gogate.Player { return gogate.Greedy{Seed: seed} }}
	var parts []gogate.Result
	for _, match.Seeds = range [][]uint64{{3}, {1, 2}} {
		part, err := match.Run(context.Background())
		if err != nil {
			fmt.Println(err)
			return
		}
		parts = append(parts, part)
	}
	whole, err := gogate.MergeResults(parts...)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(whole)
	// Output:
	// 5×5    won lost drawn  moves  margin overrides  95 % interval
	// gated    6    0     0   45.2   +25.0        21  54.1 % to 100 %
	// greedy   0    6     0   45.2   -25.0         0  0 % to 45.9 %
}
