package gogate

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestKoRule(t *testing.T) {
	for k, text := range map[KoRule]string{
		PositionalSuperko: "positional", SituationalSuperko: "situational", SimpleKo: "simple",
	} {
		if got := k.String(); got != text {
			t.Errorf("String() = %q, want %q", got, text)
		}
		data, err := k.MarshalText()
		if string(data) != text || err != nil {
			t.Errorf("MarshalText() = %q, %v, want %q", data, err, text)
		}
		back := KoRule(99)
		if err := back.UnmarshalText(data); back != k || err != nil {
			t.Errorf("UnmarshalText(%q) gives %v, %v, want %v", data, back, err, k)
		}
	}
	if got, want := KoRule(3).String(), "KoRule(3)"; got != want {
		t.Errorf("String() = %q, want %q", got, want)
	}
	if data, err := KoRule(3).MarshalText(); err == nil {
		t.Errorf("MarshalText() of no ko rule = %q, want an error", data)
	}
	for _, text := range []string{"", "Positional", "superko", "simple ", "KoRule(3)"} {
		k := SimpleKo
		if err := k.UnmarshalText([]byte(text)); err == nil || k != SimpleKo {
			t.Errorf("UnmarshalText(%q) gives %v, %v, want an error and no change", text, k, err)
		}
	}
}

func TestRules(t *testing.T) {
	want := Rules{Size: 9, Komi: 7.5, MoveLimit: 243}
	if diff := cmp.Diff(want, DefaultRules(9)); diff != "" {
		t.Errorf("DefaultRules(9) (-want +got):\n%s", diff)
	}
	if want.Ko != PositionalSuperko {
		t.Errorf("the zero KoRule is %v, want %v", want.Ko, PositionalSuperko)
	}
	tests := []struct {
		name   string
		change func(*Rules)
		want   string // the error, "" for none
	}{
		{"default", func(r *Rules) {}, ""},
		{"zero", func(r *Rules) { *r = Rules{} }, "board size 0: must be a whole number from 2 to 25"},
		{"size 1", func(r *Rules) { r.Size = 1 }, "board size 1: must be a whole number from 2 to 25"},
		{"size 2", func(r *Rules) { r.Size = 2 }, ""},
		{"size 25", func(r *Rules) { r.Size = 25 }, ""},
		{"size 26", func(r *Rules) { r.Size = 26 }, "board size 26: must be a whole number from 2 to 25"},
		{"negative size", func(r *Rules) { r.Size = -9 }, "board size -9: must be a whole number from 2 to 25"},
		{"negative komi", func(r *Rules) { r.Komi = -0.5 }, ""},
		{"komi no number", func(r *Rules) { r.Komi = math.NaN() }, "komi NaN: must be a finite number"},
		{"komi infinite", func(r *Rules) { r.Komi = math.Inf(1) }, "komi +Inf: must be a finite number"},
		{"komi minus infinite", func(r *Rules) { r.Komi = math.Inf(-1) }, "komi -Inf: must be a finite number"},
		{"simple ko", func(r *Rules) { r.Ko = SimpleKo }, ""},
		{"no ko rule", func(r *Rules) { r.Ko = 3 },
			"ko rule 3: must be PositionalSuperko, SituationalSuperko or SimpleKo"},
		{"no limit", func(r *Rules) { r.MoveLimit = 0 }, ""},
		{"negative limit", func(r *Rules) { r.MoveLimit = -1 }, "move limit -1: must be 1 or more, or 0 for none"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := DefaultRules(9)
			test.change(&r)
			started, startErr := r.Start()
			replayed, replayErr := Replay(r, []Move{Pass})
			setUp, setUpErr := r.Setup(White, strings.Repeat(strings.Repeat(".", max(0, r.Size))+"\n", max(0, r.Size)))
			for name, err := range map[string]error{
				"Validate": r.Validate(), "Start": startErr, "Replay": replayErr, "Setup": setUpErr,
			} {
				if got := fmt.Sprint(err); err == nil && test.want != "" || err != nil && got != test.want {
					t.Errorf("%s: error %v, want %q", name, err, test.want)
				}
			}
			for name, p := range map[string]*Position{"Start": started, "Replay": replayed, "Setup": setUp} {
				if (p == nil) != (test.want != "") {
					t.Errorf("%s: position %v beside error %q", name, p, test.want)
				} else if p != nil && p.Rules() != r {
					t.Errorf("%s: Rules() = %+v, want %+v", name, p.Rules(), r)
				}
			}
		})
	}
}

func TestMustStart(t *testing.T) {
	p := MustStart(13)
	if p.Rules() != DefaultRules(13) || p.Size() != 13 || p.ToPlay() != Black || p.Turn() != 0 {
		t.Errorf("MustStart(13): rules %+v, size %d, %v to play, turn %d", p.Rules(), p.Size(), p.ToPlay(), p.Turn())
	}
	defer func() {
		if recover() == nil {
			t.Error("MustStart(26) does not panic")
		}
	}()
	MustStart(26)
}

func TestReplay(t *testing.T) {
	moves := []Move{MustParseMove("C3"), Pass, MustParseMove("C3"), MustParseMove("D4")}
	p, err := Replay(DefaultRules(5), moves)
	if !errors.Is(err, ErrOccupied) || p == nil || p.Turn() != 2 || p.Last() != Pass {
		t.Errorf("Replay stops with %v at\n%v, want %v after turn 2", err, p, ErrOccupied)
	}
	if p, err = Replay(DefaultRules(5), nil); err != nil || p.Turn() != 0 {
		t.Errorf("Replay of nothing = %v, %v, want the start", p, err)
	}
}

func TestSetup(t *testing.T) {
	const want = " 3 . X O\n 2 O . .\n 1 X . .\n   A B C\n"
	accepted := map[string]string{
		"bare":                           ".XO\nO..\nX..",
		"blanks between":                 ". X O\nO . .\nX . .\n",
		"blank lines around":             "\n\n  .XO\n\tO..  \n  X..\n \n",
		"other line ends":                ".XO\r\nO..\r\nX..\r\n",
		"coordinates":                    want,
		"coordinates, no blanks between": "3 .XO\n2 O..\n1 X..\nA B C",
	}
	for name, diagram := range accepted {
		t.Run(name, func(t *testing.T) {
			p := setUp(t, DefaultRules(3), White, diagram)
			if got := p.String(); got != want {
				t.Errorf("got\n%swant\n%s", got, want)
			}
			if p.ToPlay() != White || p.Turn() != 0 || p.Last() != 0 || p.Over() || len(p.History()) != 1 {
				t.Errorf("%v to play, turn %d, last %v, over %v, %d positions; want White, 0, none, false, 1",
					p.ToPlay(), p.Turn(), p.Last(), p.Over(), len(p.History()))
			}
			if err := consistent(p); err != nil {
				t.Error(err)
			}
		})
	}
	refused := []struct{ name, diagram, want string }{
		{"nothing", "", "set-up: 0 rows: a board of size 3 must have 3"},
		{"a row short", ".XO\n..X", "set-up: 2 rows: a board of size 3 must have 3"},
		{"a row more", ".XO\n..X\nX..\n...", "set-up: 4 rows: a board of size 3 must have 3"},
		{"a blank line within", ".XO\n\n..X\nX..", "set-up: 4 rows: a board of size 3 must have 3"},
		{"a short row", ".XO\n..\nX..", `set-up: row 2, "..": must have 3 points, each X, O or '.'`},
		{"a long row", ".XO\n..X.\nX..", `set-up: row 2, "..X.": must have 3 points, each X, O or '.'`},
		{"another letter", ".XO\n..x\nX..", `set-up: row 2, "..x": must have 3 points, each X, O or '.'`},
		{"a letter of two bytes", ".XO\n.é\nX..", `set-up: row 2, ".é": must have 3 points, each X, O or '.'`},
		{"two blanks", ". X O\n.  . X\nX . .", `set-up: row 2, ".  . X": must have 3 points, each X, O or '.'`},
		{"blanks here and there", ".XO\n. .X\nX..", `set-up: row 2, ". .X": must have 3 points, each X, O or '.'`},
		{"a tab", ".XO\n.\t.\tX\nX..", `set-up: row 2, ".\t.\tX": must have 3 points, each X, O or '.'`},
		{"columns without rows", ".XO\n..X\nX..\nA B C", `set-up: row ".XO": must begin with its number, 3`},
		{"rows without columns", "3 .XO\n2 ..X\n1 X..", `set-up: row 3, "3 .XO": must have 3 points, each X, O or '.'`},
		{"a wrong row number", "3 .XO\n3 ..X\n1 X..\nA B C", `set-up: row "3 ..X": must begin with its number, 2`},
		{"a row number with a zero", "3 .XO\n02 ..X\n1 X..\nA B C",
			`set-up: row "02 ..X": must begin with its number, 2`},
		{"top row last", "1 X..\n2 ..X\n3 .XO\nA B C", `set-up: row "1 X..": must begin with its number, 3`},
		{"a wrong column", "3 .XO\n2 ..X\n1 X..\nA B D", `set-up: columns "A B D": must be "A B C"`},
		{"a column more", "3 .XO\n2 ..X\n1 X..\nA B C D", `set-up: columns "A B C D": must be "A B C"`},
		{"a stone without a liberty", "XO.\nO..\n...", "set-up: the Black group at A3 has no liberty"},
		{"a full board", "XXX\nXXX\nXXX", "set-up: the Black group at A1 has no liberty"},
		{"a group without a liberty", "XX.\nOOX\nXX.", "set-up: the White group at A2 has no liberty"},
	}
	for _, test := range refused {
		t.Run(test.name, func(t *testing.T) {
			p, err := DefaultRules(3).Setup(Black, test.diagram)
			if p != nil || err == nil || err.Error() != test.want {
				t.Errorf("got %v, %v, want the error %q", p, err, test.want)
			}
		})
	}
	for _, c := range []Color{Empty, border} {
		want := fmt.Sprintf("set-up: %v to play: must be Black or White", c)
		if p, err := DefaultRules(3).Setup(c, "...\n...\n..."); p != nil || err == nil || err.Error() != want {
			t.Errorf("Setup(%v, …) = %v, %v, want the error %q", c, p, err, want)
		}
	}
}

// Of the reasons why a move is wrong the first in the fixed order counts.
func TestReasons(t *testing.T) {
	rules := DefaultRules(5)
	over := playOut(t, rules, "A2 C3 B1 pass pass")
	ko := goOn(t, setUp(t, rules, Black, koDiagram), "C2")
	suicidal := rules
	suicidal.Suicide = true
	tests := []struct {
		name string
		p    *Position
		m    Move
		want error
	}{
		{"no move, over", over, 0, ErrNoMove},
		{"no move, a number between", MustStart(5), 3, ErrNoMove},
		{"no move, a column too far", MustStart(5), MoveAt(Point{24, 0}) + 1, ErrNoMove},
		{"over, a pass", over, Pass, ErrOver},
		{"over, no resignation", over, Resign, ErrOver},
		{"over, off the board", over, MoveAt(Point{5, 0}), ErrOver},
		{"over, occupied", over, MustParseMove("C3"), ErrOver},
		{"over, suicide", over.WithToPlay(White), MustParseMove("A1"), ErrOver},
		{"no resignation", MustStart(5), Resign, ErrResign},
		{"off the board, a column", MustStart(5), MoveAt(Point{5, 0}), ErrOffBoard},
		{"off the board, a row", MustStart(5), MoveAt(Point{0, 5}), ErrOffBoard},
		{"occupied by the opponent, a ko beside", ko, MustParseMove("C2"), ErrOccupied},
		{"occupied by the mover", ko, MustParseMove("C1"), ErrOccupied},
		{"suicide that repeats the board", playOut(t, rules, "A2 pass B1"), MustParseMove("A1"), ErrSuicide},
		{"permitted suicide that repeats the board", playOut(t, suicidal, "A2 pass B1"), MustParseMove("A1"), ErrSuicide},
		{"superko", ko, MustParseMove("B2"), ErrSuperko},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if err := refusal(t, test.p, test.m); err.Err != test.want {
				t.Errorf("%v is refused with %v, want %v\n%v", test.m, err.Err, test.want, test.p)
			}
		})
	}
}

// Black takes a ko at C2 and White retakes at B2.
const koDiagram = `
	. . . . .
	. . . . .
	. X O . .
	X O . O .
	. X O . .`

// The ko rules see some positions differently, and others only look like a
// repetition. The words Black and White among the
// moves give that side the turn.
func TestRepetitions(t *testing.T) {
	const (
		empty = `
			. . . . .
			. . . . .
			. . . . .
			. . . . .
			. . . . .`
		// Black's two stones are taken at A5, and the taker at B5: the first board
		// again, with the other side to move.
		sendTwo = `
			. X . O .
			X O O O .
			. . . . .
			. . . . .
			. . . . .`
		// Black throws in at C1, White takes at D1, Black takes five at C1.
		snapback = `
			. . . . .
			. . . . .
			. X X X .
			X O O O X
			X O . . X`
		bigEye = `
			O O O O O
			O X X X O
			O X . X O
			O X X X O
			. O O O .`
	)
	all := func(want string) [3]string { return [3]string{want, want, want} }
	tests := []struct {
		name           string
		suicide        bool
		diagram, moves string
		m              string
		want           [3]string // under each ko rule
	}{
		{"a ko retaken at once", false, koDiagram, "C2", "B2", [3]string{"superko 0", "superko 0", "ko 0"}},
		{"a ko retaken after an exchange", false, koDiagram, "C2 E5 A5", "B2", all("legal")},
		{"a ko retaken after a pass and a stone", false, koDiagram, "C2 pass A5", "B2", all("legal")},
		{"a ko retaken after a pass alone", false, koDiagram, "C2 pass White", "B2",
			[3]string{"superko 0", "superko 0", "legal"}},
		{"a ko taken after a pass, retaken", false, koDiagram, "White pass C2", "B2",
			[3]string{"superko 0", "superko 1", "ko 1"}},
		{"two sent, one returned", false, sendTwo, "C5 A5", "B5", [3]string{"superko 0", "legal", "legal"}},
		{"two sent after a pass, one returned", false, sendTwo, "White pass C5 A5", "B5",
			[3]string{"superko 0", "superko 0", "legal"}},
		{"two sent, one returned elsewhere", false, sendTwo, "C5 A5 E1 E3", "B5", all("legal")},
		{"a snapback", false, snapback, "C1 D1", "C1", all("legal")},
		{"a capture of the eye of eight", false, bigEye, "White", "C3", all("legal")},
		{"back into a captured corner", false, empty, "A2 A1 B1", "A1", all("suicide -1")},
		{"the same with suicide", true, empty, "A2 A1 B1", "A1", [3]string{"suicide 3", "legal", "suicide 3"}},
		{"the same with suicide, after a pass", true, empty, "A2 A1 B1 pass pass White", "A1",
			[3]string{"over", "over", "over"}},
		{"a suicide of two stones", true, empty, "A2 A3 pass B2 pass B1", "A1", all("legal")},
		{"a suicide of two stones, forbidden", false, empty, "A2 A3 pass B2 pass B1", "A1", all("suicide -1")},
		{"a suicide of two stones that brings back a board", true, "...\n...\n...", "A1 B1 B2 C1 C2 B1 pass", "C1",
			[3]string{"suicide 5", "legal", "legal"}},
		{"the same, forbidden", false, "...\n...\n...", "A1 B1 B2 C1 C2 B1 pass", "C1", all("suicide -1")},
	}
	words := map[error]string{ErrOver: "over", ErrSuicide: "suicide", ErrSuperko: "superko", ErrKo: "ko"}
	for _, test := range tests {
		for i, ko := range []KoRule{PositionalSuperko, SituationalSuperko, SimpleKo} {
			t.Run(test.name+", "+ko.String(), func(t *testing.T) {
				p := setUp(t, Rules{Size: sizeOf(test.diagram), Ko: ko, Suicide: test.suicide}, Black, test.diagram)
				for _, word := range strings.Fields(test.moves) {
					switch word {
					case "Black", "White":
						p = p.WithToPlay(map[string]Color{"Black": Black, "White": White}[word])
					default:
						p = goOn(t, p, word)
					}
				}
				m, got := MustParseMove(test.m), "legal"
				if p.Legal(m) != nil {
					err := refusal(t, p, m)
					got = words[err.Err]
					if err.Err != ErrOver {
						got += fmt.Sprintf(" %d", err.Repeat)
					}
				}
				if got != test.want[i] {
					t.Errorf("%v is %q, want %q\n%v", m, got, test.want[i], p)
				}
			})
		}
	}
}

func TestIllegalMoveError(t *testing.T) {
	ko := setUp(t, Rules{Size: 5}, Black, koDiagram)
	simple := setUp(t, Rules{Size: 5, Ko: SimpleKo}, Black, koDiagram)
	start := MustStart(5)
	permitted := setUp(t, Rules{Size: 5, Suicide: true}, Black, start.String())
	tests := []struct {
		name string
		p    *Position
		m    Move
		want string
	}{
		{"no move", start, 0, "turn 1, Black none: this is not a move"},
		{"a number", start, 7, "turn 1, Black #7: this is not a move"},
		{"over", goOn(t, start, "pass pass"), Pass, "turn 3, Black pass: the game is over"},
		{"no resignation", start, Resign, "turn 1, Black resign: these rules have no resignation"},
		{"off the board", start, MoveAt(Point{5, 0}), "turn 1, Black F1: the point is off the board"},
		{"occupied", goOn(t, start, "C3"), MustParseMove("C3"), "turn 2, White C3: the point is occupied"},
		{"suicide", goOn(t, start, "A3 A2 B2 pass B1"), MustParseMove("A1"), "turn 6, White A1: the move is suicide"},
		{"suicide that repeats a board", goOn(t, permitted, "A2 pass B1"), MustParseMove("A1"),
			"turn 4, White A1: the move is suicide and recreates an earlier board, the one after turn 3"},
		{"superko to the start", goOn(t, ko, "C2"), MustParseMove("B2"),
			"turn 2, White B2: superko: the move recreates an earlier board, the one at the start"},
		{"superko", goOn(t, ko, "E5 E4 C2"), MustParseMove("B2"),
			"turn 4, White B2: superko: the move recreates an earlier board, the one after turn 2"},
		{"ko", goOn(t, simple, "E5 E4 C2"), MustParseMove("B2"),
			"turn 4, White B2: ko: the move recreates the board before the opponent's turn, the one after turn 2"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := refusal(t, test.p, test.m)
			if got := err.Error(); got != test.want {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
			if errors.Unwrap(err) != err.Err {
				t.Errorf("Unwrap() = %v, want %v", errors.Unwrap(err), err.Err)
			}
		})
	}
}
