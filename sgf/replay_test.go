package sgf_test

import (
	"errors"
	"strings"
	"testing"

	"example.com/gogate"
	"example.com/gogate/sgf"
)

// setUp returns the position of a diagram that must be right.
func setUp(t failer, r gogate.Rules, toPlay gogate.Color, diagram string) *gogate.Position {
	t.Helper()
	p, err := r.Setup(toPlay, diagram)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return p
}

// The board in the end, and how many turns its history has.
func TestReplay(t *testing.T) {
	for _, test := range []struct {
		name, text, board string
		toPlay            gogate.Color
		turn              int
	}{
		{"moves", "(;SZ[3];B[aa];W[cc];B[])", "X . . / . . . / . . O", gogate.White, 3},
		{"a capture", "(;SZ[3];B[aa];W[ab];B[cc];W[ba])", ". O . / O . . / . . X", gogate.Black, 4},
		{"colours that do not alternate", "(;SZ[3];B[aa];B[bb];W[cc];W[])", "X . . / . X . / . . O", gogate.Black, 4},
		{"the start is not empty", "(;SZ[3]AB[aa:ca];W[bb])", "X X X / . O . / . . .", gogate.Black, 1},
		{"a set-up does not capture", "(;SZ[3]AW[aa];AB[ab:bb])", "O . . / X X . / . . .", gogate.Black, 0},
		{"nor does it for the side to move", "(;SZ[3]AB[aa];W[ab];AE[bb];B[cc];AW[ba]AE[aa])", ". O . / O . . / . . X", gogate.White, 0},
		{"a set-up overwrites", "(;SZ[3]AB[aa:cb];AW[bb]AE[ca:cb])", "X X . / X O . / . . .", gogate.Black, 0},
		{"turns count from it", "(;SZ[3];B[aa];W[bb];AE[aa];B[ab];W[])", ". . . / X O . / . . .", gogate.Black, 2},
		{"set-up first, then the move of the node", "(;SZ[3];B[aa]AW[ba:bb])", "X O . / . O . / . . .", gogate.White, 1},
		{"its PL does not matter then", "(;SZ[3];B[aa]AW[bb]PL[W])", "X . . / . O . / . . .", gogate.White, 1},
		{"PL alone keeps the history", "(;SZ[3];B[aa];PL[B])", "X . . / . . . / . . .", gogate.Black, 1},
		{"PL with stones", "(;SZ[3];B[aa];AW[bb]PL[B])", "X . . / . O . / . . .", gogate.Black, 0},
		{"an empty list changes nothing", "(;SZ[3];B[aa];AB[]AE[];W[bb])", "X . . / . O . / . . .", gogate.Black, 2},
		{"passes do not count across a set-up", "(;SZ[3];B[];AB[aa];W[];B[bb])", "X . . / . X . / . . .", gogate.White, 2},
		{"moves after two passes", "(;SZ[3];B[];W[];B[aa];W[bb])", "X . . / . O . / . . .", gogate.Black, 4},
		{"the side to move after two passes", "(;SZ[3];B[];W[];PL[W];W[bb])", ". . . / . O . / . . .", gogate.Black, 3},
		{"a comment does nothing", "(;SZ[3];B[aa];C[x];W[bb])", "X . . / . O . / . . .", gogate.Black, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := replay(t, newGame(t, test.text, gogate.Rules{}))
			want := setUp(t, p.Rules(), gogate.Black, strings.ReplaceAll(test.board, "/", "\n"))
			if !p.SameBoard(want) || p.ToPlay() != test.toPlay || p.Turn() != test.turn {
				t.Errorf("got\n%v%v to play after %d turns, want\n%v%v to play after %d", p, p.ToPlay(), p.Turn(), want, test.toPlay, test.turn)
			}
		})
	}
}

// What is refused, with its index, its reason and the position before it.
func TestReplayIllegal(t *testing.T) {
	for _, test := range []struct {
		name, text string
		turn       int
		reason     error
		words      string
	}{
		{"occupied", "(;SZ[9];B[ee];W[ed];B[ee];W[aa])", 2, gogate.ErrOccupied, "turn 3, Black E5: the point is occupied"},
		{"suicide", "(;SZ[9]AB[ab][ba];W[aa])", 0, gogate.ErrSuicide, "turn 1, White A9: the move is suicide"},
		{"ko", "(;SZ[4]AB[ba][ab][bc]AW[ca][bb][cc][db];B[cb];W[bb])", 1, gogate.ErrSuperko, "the move recreates an earlier board, the one at the start"},
		{"ko after two passes", "(;SZ[4]AB[ba][ab][bc]AW[ca][bb][cc][db];B[cb];W[];B[];W[bb])", 3, gogate.ErrSuperko, "turn 4, White B3: superko: the move recreates an earlier board, the one at the start"},
		{"comments count as turns of the record", "(;SZ[9];B[ee];C[x];W[ee])", 2, gogate.ErrOccupied, "turn 2, White E5"},
		{"after a set-up", "(;SZ[9];B[ee];AW[dd];W[dd])", 2, gogate.ErrOccupied, "turn 1, White D6"},
		{"after one in its own node", "(;SZ[9];B[ee];W[dd]AB[dd])", 2, gogate.ErrOccupied, "turn 1, White D6"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := newGame(t, test.text, gogate.Rules{})
			p, err := g.Replay()
			checkError(t, err, g.Turns[test.turn].Offset, test.words)
			e, illegal := new(sgf.Error), new(gogate.IllegalMoveError)
			if !errors.As(err, &e) || !errors.As(err, &illegal) || !errors.Is(err, test.reason) || e.Turn != test.turn {
				t.Fatalf("got %#v, want turn %d and %v", err, test.turn, test.reason)
			}
			if illegal.Color != g.Turns[test.turn].Color || illegal.Move != g.Turns[test.turn].Move {
				t.Errorf("got %v %v, want those of the turn", illegal.Color, illegal.Move)
			}
			g.Turns = g.Turns[:test.turn]
			if want := replay(t, g); !p.Equal(want) {
				t.Errorf("got\n%v, want the position before the move,\n%v", p, want)
			}
		})
	}
}

// A board from before a set-up may come again, and its own may not.
func TestReplaySuperko(t *testing.T) {
	const start = "(;SZ[4]AB[ba][ab][bc]AW[ca][bb][cc][db];B[cb]"
	if _, err := newGame(t, start+";W[bb])", gogate.Rules{}).Replay(); !errors.Is(err, gogate.ErrSuperko) {
		t.Errorf("without a set-up: got %v, want %v", err, gogate.ErrSuperko)
	}
	if _, err := newGame(t, start+";AE[dd];W[bb])", gogate.Rules{}).Replay(); err != nil {
		t.Errorf("after a set-up that changes nothing: got %v, want the retake", err)
	}
	if _, err := newGame(t, start+";AE[dd];W[bb];B[cb])", gogate.Rules{}).Replay(); !errors.Is(err, gogate.ErrSuperko) {
		t.Errorf("back to the set-up: got %v, want %v", err, gogate.ErrSuperko)
	}
	if _, err := newGame(t, start+";PL[W];W[bb])", gogate.Rules{}).Replay(); !errors.Is(err, gogate.ErrSuperko) {
		t.Errorf("after PL alone: got %v, want %v", err, gogate.ErrSuperko)
	}
}

// Two passes end a game until a move goes on with it; then it takes two more. What the
// move limit has ended stays over.
func TestReplayResumes(t *testing.T) {
	for text, over := range map[string]bool{
		"(;SZ[3];B[];W[])":               true,
		"(;SZ[3];B[];W[];B[aa])":         false,
		"(;SZ[3];B[];W[];B[])":           false,
		"(;SZ[3];B[];W[];B[];W[])":       true,
		"(;SZ[3];B[];W[];B[aa];W[])":     false,
		"(;SZ[3];B[];W[];B[aa];W[];B[])": true,
	} {
		if got := replay(t, newGame(t, text, gogate.Rules{})).Over(); got != over {
			t.Errorf("%s: over is %t, want %t", text, got, over)
		}
	}
	_, err := newGame(t, "(;SZ[3];B[];W[];B[aa])", gogate.Rules{MoveLimit: 2}).Replay()
	if !errors.Is(err, gogate.ErrOver) {
		t.Errorf("past the move limit: got %v, want %v", err, gogate.ErrOver)
	}
	rules := gogate.Rules{Size: 3, Resign: true}
	resigned := sgf.Game{Start: setUp(t, rules, gogate.Black, ". . .\n. . .\n. . ."), Turns: []sgf.Turn{
		{Color: gogate.Black, Move: gogate.Pass}, {Color: gogate.White, Move: gogate.Pass},
		{Color: gogate.Black, Move: gogate.Resign}, {Color: gogate.White, Move: gogate.Pass},
	}}
	if p, err := resigned.Replay(); !errors.Is(err, gogate.ErrOver) || p.Result() != "W+R" {
		t.Errorf("after a resignation: got %v and %v, want %v", p.Result(), err, gogate.ErrOver)
	}
}

// The rules of the caller are in force.
func TestReplayRules(t *testing.T) {
	const suicide = "(;SZ[5]AB[ca][cb][ac][bc]AW[aa][ba];W[ab];B[];W[bb])" // the last fills the liberty of four
	if _, err := newGame(t, suicide, gogate.Rules{}).Replay(); !errors.Is(err, gogate.ErrSuicide) {
		t.Errorf("got %v, want %v", err, gogate.ErrSuicide)
	}
	p := replay(t, newGame(t, suicide, gogate.Rules{Suicide: true}))
	if p.Score().WhiteStones != 0 {
		t.Errorf("a suicide leaves\n%v", p)
	}
	const long = "(;SZ[5];B[aa];W[bb];AE[cc];B[dd];W[ee])"
	if _, err := newGame(t, long, gogate.Rules{MoveLimit: 1}).Replay(); !errors.Is(err, gogate.ErrOver) {
		t.Errorf("got %v, want %v", err, gogate.ErrOver)
	}
	if _, err := newGame(t, long, gogate.Rules{MoveLimit: 2}).Replay(); err != nil {
		t.Errorf("a set-up did not begin the move limit anew: %v", err)
	}
}

// A set-up in mid-game is played on the board that it finds, so only then is it known
// that a group has no liberty.
func TestReplaySetupError(t *testing.T) {
	text := "(;SZ[3];B[aa];W[ba];AW[ab])"
	g := newGame(t, text, gogate.Rules{})
	p, err := g.Replay()
	checkError(t, err, strings.Index(text, ";AW"), "set-up: the Black group at A3 has no liberty")
	if e := new(sgf.Error); !errors.As(err, &e) || e.Turn != 2 {
		t.Errorf("got %#v, want turn 2", err)
	}
	if p.Turn() != 2 {
		t.Errorf("got the position after %d turns, want 2", p.Turn())
	}
}

// Games may also be made by hand, and then wrongly.
func TestReplayByHand(t *testing.T) {
	if p, err := new(sgf.Game).Replay(); p != nil || err == nil || !strings.Contains(err.Error(), "no start") {
		t.Errorf("no start: got %v, %v", p, err)
	}
	start := gogate.MustStart(9)
	d4 := gogate.MustParseMove("D4")
	stone := func(c gogate.Color, x, y int) sgf.Stone { return sgf.Stone{Color: c, Point: gogate.Point{X: x, Y: y}} }
	for _, test := range []struct {
		name  string
		turn  sgf.Turn
		words string // of Replay
		tree  string // of Tree, "" if such a record can be written
	}{
		{"no colour", sgf.Turn{Move: d4}, "D4 without a colour: must be Black or White", "turn 2: D4 without a colour"},
		{"another colour", sgf.Turn{Color: 3}, "Color(3) to play: must be Black, White or Empty", "Color(3)"},
		{"a move with a set-up", sgf.Turn{Color: gogate.White, Move: gogate.Pass, Setup: []sgf.Stone{stone(gogate.Black, 0, 0)}}, "pass with a set-up: each must be a turn of its own", "turn 2: pass with a set-up"},
		{"a move that is none", sgf.Turn{Color: gogate.White, Move: 7}, "this is not a move", "#7 is not a move: must be a point"},
		{"off the board", sgf.Turn{Color: gogate.White, Move: gogate.MustParseMove("K1")}, "off the board", "K1 is off the board: must be a point on 9×9"},
		{"a stone off the board", sgf.Turn{Setup: []sgf.Stone{stone(gogate.Black, 0, 9)}}, "set-up: A10 is off the board: must be a point on 9×9", "A10"},
		{"a stone far off", sgf.Turn{Setup: []sgf.Stone{stone(gogate.Black, -1, 0)}}, "set-up: (-1,0) is off the board", "(-1,0)"},
		{"a stone of another colour", sgf.Turn{Setup: []sgf.Stone{stone(3, 0, 0)}}, "set-up: Color(3) on A1", "Color(3) on A1"},
		{"a point twice", sgf.Turn{Setup: []sgf.Stone{stone(gogate.Black, 0, 0), stone(gogate.White, 0, 0)}}, "set-up: A1 is named twice", "A1 is named twice"},
		{"a resignation without the rule", sgf.Turn{Color: gogate.White, Move: gogate.Resign}, "these rules have no resignation", ""},
		{"an illegal move", sgf.Turn{Color: gogate.White, Move: d4}, "occupied", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := &sgf.Game{Start: start, Turns: []sgf.Turn{{Color: gogate.Black, Move: d4}, test.turn}}
			p, err := g.Replay()
			checkError(t, err, 0, test.words)
			if p.Turn() != 1 {
				t.Errorf("got the position after %d turns, want 1", p.Turn())
			}
			_, err = g.Tree()
			switch {
			case test.tree == "":
				if err != nil {
					t.Errorf("Tree: %v", err)
				}
			default:
				checkError(t, err, 0, test.tree)
			}
		})
	}
}
