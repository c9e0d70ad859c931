package gogate

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestColor(t *testing.T) {
	tests := []struct {
		c        Color
		opponent Color
		text     string
	}{
		{Empty, Empty, "Empty"},
		{Black, White, "Black"},
		{White, Black, "White"},
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			if got := test.c.Opponent(); got != test.opponent {
				t.Errorf("Opponent() = %v, want %v", got, test.opponent)
			}
			if got := test.c.String(); got != test.text {
				t.Errorf("String() = %q, want %q", got, test.text)
			}
			text, err := test.c.MarshalText()
			if string(text) != test.text || err != nil {
				t.Errorf("MarshalText() = %q, %v, want %q", text, err, test.text)
			}
			back := border
			if err := back.UnmarshalText(text); back != test.c || err != nil {
				t.Errorf("UnmarshalText(%q) gives %v, %v, want %v", text, back, err, test.c)
			}
		})
	}
	for _, c := range []Color{border, 200} {
		if text, err := c.MarshalText(); err == nil {
			t.Errorf("MarshalText() of %d = %q, want an error", c, text)
		}
		if got, want := c.Opponent(), Empty; got != want {
			t.Errorf("Opponent() of %d = %v, want %v", c, got, want)
		}
	}
	if got, want := Color(200).String(), "Color(200)"; got != want {
		t.Errorf("String() = %q, want %q", got, want)
	}
	for _, text := range []string{"", "black", "BLACK", "B", "Black ", "Color(3)"} {
		c := White
		if err := c.UnmarshalText([]byte(text)); err == nil || c != White {
			t.Errorf("UnmarshalText(%q) gives %v, %v, want an error and no change", text, c, err)
		}
	}
}

func TestParseColor(t *testing.T) {
	for text, want := range map[string]Color{
		"b": Black, "B": Black, "black": Black, "Black": Black, "bLACK": Black,
		"w": White, "W": White, "white": White, "WHITE": White,
	} {
		if c, err := ParseColor(text); c != want || err != nil {
			t.Errorf("ParseColor(%q) = %v, %v, want %v", text, c, err, want)
		}
	}
	// The last are a Kelvin sign, which folds to k, and a capital I with a dot.
	for _, text := range []string{"", " b", "b ", "bl", "blac", "blacks", "Empty", "e", "1", "blac\u212a", "wh\u0130te"} {
		want := fmt.Sprintf("colour %q: must be b, w, black or white", text)
		if c, err := ParseColor(text); c != Empty || err == nil || err.Error() != want {
			t.Errorf("ParseColor(%q) = %v, %v, want the error %s", text, c, err, want)
		}
	}
}

func TestPoint(t *testing.T) {
	tests := []struct {
		p    Point
		text string
		line int // on a 19×19 board
	}{
		{Point{0, 0}, "A1", 1},
		{Point{3, 3}, "D4", 4},
		{Point{7, 9}, "H10", 8},
		{Point{8, 9}, "J10", 9}, // there is no I
		{Point{9, 9}, "K10", 10},
		{Point{18, 18}, "T19", 1},
		{Point{16, 9}, "R10", 3},
		{Point{9, 1}, "K2", 2},
		{Point{9, 17}, "K18", 2},
		{Point{19, 0}, "U1", 0},
		{Point{24, 24}, "Z25", -5},
		{Point{25, 0}, "(25,0)", -6},
		{Point{-1, 4}, "(-1,4)", 0},
		{Point{4, -3}, "(4,-3)", -2},
	}
	for _, test := range tests {
		if got := test.p.String(); got != test.text {
			t.Errorf("String() of %#v = %q, want %q", test.p, got, test.text)
		}
		if got := test.p.Line(19); got != test.line {
			t.Errorf("%v.Line(19) = %d, want %d", test.p, got, test.line)
		}
	}
}

// All 65,536 moves: those on a point, pass, resign, the zero Move and the numbers
// that are no move.
func TestMoves(t *testing.T) {
	points := map[Point]Move{}
	for n := range 1 << 16 {
		m := Move(n)
		pt, onPoint := m.Point()
		if onPoint {
			if earlier, ok := points[pt]; ok {
				t.Errorf("moves %d and %d are both on %v", earlier, n, pt)
			}
			points[pt] = m
			if got := MoveAt(pt); got != m {
				t.Errorf("MoveAt(%v) = %d, want %d", pt, got, n)
			}
			if got, want := m.String(), pt.String(); got != want {
				t.Errorf("String() of the move on %v = %q", pt, got)
			}
		} else if pt != (Point{}) {
			t.Errorf("Point() of %v = %v, false, want the zero Point", m, pt)
		}
		parsed, err := ParseMove(m.String())
		if isMove := onPoint || m == Pass || m == Resign; isMove != (err == nil) || isMove && parsed != m {
			t.Errorf("ParseMove(%q) = %v, %v for move %d", m, parsed, err, n)
		}
		text, err := m.MarshalText()
		if err != nil {
			t.Errorf("MarshalText() of %v: %v", m, err)
		}
		back := ^m
		if err := back.UnmarshalText(text); back != m || err != nil {
			t.Errorf("UnmarshalText(%q) gives %v, %v, want %v", text, back, err, m)
		}
	}
	if len(points) != MaxSize*MaxSize {
		t.Errorf("there are moves on %d points, want %d", len(points), MaxSize*MaxSize)
	}
	for _, pt := range []Point{{-1, 0}, {0, -1}, {MaxSize, 0}, {0, MaxSize}, {math.MaxInt, 3}, {3, math.MinInt}} {
		if got := MoveAt(pt); got != 0 {
			t.Errorf("MoveAt(%v) = %v, want the zero Move", pt, got)
		}
	}
}

func TestParseMove(t *testing.T) {
	tests := []struct {
		text string
		want Move
	}{
		{"A1", MoveAt(Point{0, 0})},
		{"d4", MoveAt(Point{3, 3})},
		{"H9", MoveAt(Point{7, 8})},
		{"J9", MoveAt(Point{8, 8})},
		{"t19", MoveAt(Point{18, 18})},
		{"Z25", MoveAt(Point{24, 24})},
		{"pass", Pass},
		{"PASS", Pass},
		{"Resign", Resign},
	}
	for _, test := range tests {
		if got, err := ParseMove(test.text); got != test.want || err != nil {
			t.Errorf("ParseMove(%q) = %v, %v, want %v", test.text, got, err, test.want)
		}
		if got := MustParseMove(test.text); got != test.want {
			t.Errorf("MustParseMove(%q) = %v, want %v", test.text, got, test.want)
		}
	}
	refused := []string{
		"", " ", "A", "1", "11", "D0", "A0", "D00", "D04", "D+4", "D-4", "D 4", " D4", "D4 ", "D4\n", "D4.", "D26",
		"Z26", "D99", "D444", "I9", "i9", "AA1", "4D", "Ä1", "D٤", "\xff1", "none", "#7", "pass ", "p", "passs",
		"resigned", "paſs", "resİgn", "RESİGN", "(3,3)",
	}
	for _, text := range refused {
		got, err := ParseMove(text)
		if got != 0 || err == nil {
			t.Errorf("ParseMove(%q) = %v, %v, want an error", text, got, err)
			continue
		}
		want := fmt.Sprintf("move %q: must be a point from A1 to Z25 (there is no column I), pass or resign", text)
		if err.Error() != want {
			t.Errorf("ParseMove(%q): %q, want %q", text, err, want)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("MustParseMove of no move does not panic")
		}
	}()
	MustParseMove("D04")
}

func TestMoveText(t *testing.T) {
	tests := []struct {
		m            Move
		text, inJSON string
	}{
		{MoveAt(Point{3, 3}), "D4", `"D4"`},
		{Pass, "pass", `"pass"`},
		{Resign, "resign", `"resign"`},
		{0, "none", `""`},
		{7, "#7", `"#7"`},
		{1<<16 - 1, "#65535", `"#65535"`},
	}
	for _, test := range tests {
		if got := test.m.String(); got != test.text {
			t.Errorf("String() = %q, want %q", got, test.text)
		}
		data, err := json.Marshal(test.m)
		if string(data) != test.inJSON || err != nil {
			t.Errorf("%v in JSON is %s, %v, want %s", test.m, data, err, test.inJSON)
		}
		back := ^test.m
		if err := json.Unmarshal(data, &back); back != test.m || err != nil {
			t.Errorf("%s reads back as %v, %v, want %v", data, back, err, test.m)
		}
	}
	for _, text := range []string{"none", "#", "#0", "#1", "#2", "#32", "#07", "#+7", "#65536", "#D4", "# 7", "D04", " "} {
		m := Pass
		if err := m.UnmarshalText([]byte(text)); err == nil || m != Pass {
			t.Errorf("UnmarshalText(%q) gives %v, %v, want an error and no change", text, m, err)
		}
	}
}

func TestNeighbors(t *testing.T) {
	p := MustStart(9)
	tests := []struct{ name, at, want string }{
		{"a corner", "A1", "B1 A2"},
		{"the opposite corner", "J9", "J8 H9"},
		{"the lower edge", "E1", "D1 F1 E2"},
		{"the right edge", "J5", "J4 H5 J6"},
		{"the left edge", "A5", "A4 B5 A6"},
		{"the upper edge", "E9", "E8 D9 F9"},
		{"the middle", "E5", "E4 D5 F5 E6"},
		{"off the board", "K5", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := names(slices.Collect(p.Neighbors(at(test.at))))
			if got != test.want {
				t.Errorf("Neighbors(%s) = %s, want %s", test.at, got, test.want)
			}
		})
	}
	for range p.Neighbors(at("E5")) {
		break // must not go on
	}
}

func TestGroup(t *testing.T) {
	p := setUp(t, DefaultRules(5), Black, `
		. . O X .
		O O O X .
		. X X O .
		. X . X X
		X . . . .`)
	tests := []struct {
		name, at          string
		color             Color
		stones, liberties string
	}{
		{"a bent group with one liberty seen from two stones", "C3", Black, "B2 B3 C3", "B1 A2 C2 A3"},
		{"the same from its other end", "B2", Black, "B2 B3 C3", "B1 A2 C2 A3"},
		{"around a corner", "A4", White, "A4 B4 C4 C5", "A3 A5 B5"},
		{"a stone with one liberty", "D3", White, "D3", "E3"},
		{"on the edge", "E2", Black, "D2 E2", "D1 E1 C2 E3"},
		{"a corner stone", "A1", Black, "A1", "B1 A2"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := p.Group(at(test.at))
			if g.Color != test.color || names(g.Stones) != test.stones || names(g.Liberties) != test.liberties {
				t.Errorf("Group(%s) = %v %s, liberties %s, want %v %s, liberties %s", test.at,
					g.Color, names(g.Stones), names(g.Liberties), test.color, test.stones, test.liberties)
			}
			if got, want := p.Liberties(at(test.at)), len(g.Liberties); got != want {
				t.Errorf("Liberties(%s) = %d, want %d", test.at, got, want)
			}
		})
	}
	for _, pt := range []Point{at("A5"), {-1, 0}, {5, 0}, {0, 5}} {
		if diff := cmp.Diff(Group{}, p.Group(pt)); diff != "" || p.Liberties(pt) != 0 || p.At(pt) != Empty {
			t.Errorf("%v: Liberties %d, At %v, want none; Group (-want +got):\n%s", pt, p.Liberties(pt), p.At(pt), diff)
		}
	}
	g := p.Group(at("C3"))
	g.Stones[0], g.Liberties[0] = Point{}, Point{}
	if again := p.Group(at("C3")); names(again.Stones) != "B2 B3 C3" || names(again.Liberties) != "B1 A2 C2 A3" {
		t.Errorf("a change to the lists of a Group changes the next: %v", again)
	}
}

func TestStones(t *testing.T) {
	tests := []struct {
		name, diagram, move string
		captures, liberties int
	}{
		{"alone in the middle", `
			. . . . .
			. . . . .
			. . . . .
			. . . . .
			. . . . .`, "C3", 0, 4},
		{"alone in a corner", `
			. . . . .
			. . . . .
			. . . . .
			. . . . .
			. . . . .`, "A5", 0, 2},
		{"an extension that shares a liberty with its group", `
			. . . . .
			. . X . .
			. . X X .
			. . . . .
			. . . . .`, "D4", 0, 8},
		{"a link of two groups with a common liberty", `
			. . . . .
			. . . . .
			. X . X .
			. X . X .
			. . . . .`, "C3", 0, 10},
		{"a link of four groups", `
			. . . . .
			. . X . .
			. X . X .
			. . X . .
			. . . . .`, "C3", 0, 8},
		{"the last liberty but one", `
			. . . . .
			. . . . .
			. . . . .
			. O O . .
			O X . O .`, "C1", 0, 0},
		{"a capture whose stones become the only liberties", `
			. . . . .
			. . . . .
			X X . . .
			O O X . .
			. O X . .`, "A1", 3, 2},
		{"a ko", `
			. . . . .
			. . X O .
			. X O . O
			. . X O .
			. . . . .`, "D3", 1, 1},
		{"a capture of three groups at once", `
			. X O X .
			X O . O X
			. X O X .
			. . X . .
			. . . . .`, "C4", 4, 4},
		{"a capture that saves the group it joins", `
			. . . . .
			. . . . .
			O O . . .
			X X O . .
			O . O . .`, "B1", 1, 1},
		{"a suicide of one stone", `
			. . . . .
			. . . . .
			. . . . .
			O . . . .
			. O . . .`, "A1", 0, 0},
		{"a suicide of three stones", `
			. . . . .
			O . . . .
			X O . . .
			X O . . .
			. O . . .`, "A1", 0, 0},
		{"on a stone", `
			. . . . .
			. . . . .
			. . O . .
			. . . . .
			. . . . .`, "C3", 0, 0},
		{"off the board", `
			. . . . .
			. . . . .
			. . . . .
			. . . . .
			. . . . .`, "F1", 0, 0},
		{"a pass", `
			. . . . .
			. . . . .
			. . . . .
			. . . . .
			. . . . .`, "pass", 0, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			rules := DefaultRules(5)
			rules.Suicide = true
			m := MustParseMove(test.move)
			// The same with the colours exchanged.
			exchanged := strings.NewReplacer("X", "O", "O", "X").Replace(test.diagram)
			for _, p := range []*Position{setUp(t, rules, Black, test.diagram), setUp(t, rules, White, exchanged)} {
				if got := p.Captures(m); got != test.captures {
					t.Errorf("Captures(%v) = %d, want %d", m, got, test.captures)
				}
				if got := p.LibertiesAfter(m); got != test.liberties {
					t.Errorf("LibertiesAfter(%v) = %d, want %d", m, got, test.liberties)
				}
				if q, err := p.Play(m); err == nil {
					if err := consistent(q); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
}

func TestEye(t *testing.T) {
	tests := []struct {
		name, diagram, at string
		want              bool
	}{
		{"the middle, no enemy near", ".....,..X..,.X.X.,..X..,.....", "C3", true},
		{"the middle, one diagonal lost", ".....,.OX..,.X.X.,..X..,.....", "C3", true},
		{"the middle, two diagonals lost", ".....,.OX..,.X.X.,..XO.,.....", "C3", false},
		{"a neighbour missing", ".....,..X..,.X...,..X..,.....", "C3", false},
		{"a neighbour of the enemy", ".....,..X..,.X.O.,..X..,.....", "C3", false},
		{"the edge", ".....,.....,X....,.X...,X....", "A2", true},
		{"the edge, one diagonal lost", ".....,.....,XO...,.X...,X....", "A2", false},
		{"the upper edge", ".X.X.,..X..,.....,.....,.....", "C5", true},
		{"the right edge, one diagonal lost", ".....,....X,...X.,...OX,.....", "E3", false},
		{"a corner", ".....,.....,.....,X....,.X...", "A1", true},
		{"a corner, the diagonal lost", ".....,.....,.....,XO...,.X...", "A1", false},
		{"a corner, the diagonal the owner's", ".....,.....,.....,XX...,.X...", "A1", true},
		{"the opposite corner", "...X.,....X,.....,.....,.....", "E5", true},
		{"a stone", ".....,..X..,.XXX.,..X..,.....", "C3", false},
		{"off the board", "....X,....X,....X,....X,....X", "F3", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := setUp(t, DefaultRules(5), Black, strings.ReplaceAll(test.diagram, ",", "\n"))
			if got := p.Eye(at(test.at), Black); got != test.want {
				t.Errorf("Eye(%s, Black) = %v, want %v", test.at, got, test.want)
			}
			for _, c := range []Color{Empty, White, border} {
				if p.Eye(at(test.at), c) {
					t.Errorf("Eye(%s, %v) = true, want false", test.at, c)
				}
			}
		})
	}
}

func TestParsePoint(t *testing.T) {
	for y := range MaxSize {
		for x := range MaxSize {
			pt := Point{x, y}
			for _, name := range []string{pt.String(), strings.ToLower(pt.String())} {
				if got, err := ParsePoint(name); got != pt || err != nil {
					t.Errorf("ParsePoint(%q) = %v, %v, want %v", name, got, err, pt)
				}
			}
		}
	}
	for _, test := range []struct{ name, text string }{
		{"nothing", ""},
		{"a column alone", "D"},
		{"a row alone", "4"},
		{"the column I", "I4"},
		{"two columns", "AA1"},
		{"the row first", "4D"},
		{"row 0", "D0"},
		{"row 26", "D26"},
		{"a row of three digits", "D111"},
		{"a leading zero", "D04"},
		{"a plus", "D+4"},
		{"a minus", "D-4"},
		{"a blank before", " D4"},
		{"a blank within", "D 4"},
		{"a blank after", "D4 "},
		{"another digit", "D٤"},
		{"another letter", "Ä1"},
		{"no UTF-8", "\xff1"},
		{"a pass", "pass"},
		{"a resignation", "resign"},
		{"a point off every board", Point{25, 3}.String()},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := ParsePoint(test.text)
			want := fmt.Sprintf("point %q: must be from A1 to Z25 (there is no column I)", test.text)
			if got != (Point{}) || err == nil || err.Error() != want {
				t.Errorf("ParsePoint(%q) = %v, %v, want A1 and the error %q", test.text, got, err, want)
			}
		})
	}
}

// FuzzParsePoint holds that a text names a point exactly if it names a move on that
// point, and that the point's name reads back.
func FuzzParsePoint(f *testing.F) {
	for _, name := range caseNames(f) {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, s string) {
		pt, err := ParsePoint(s)
		m, _ := ParseMove(s)
		of, onPoint := m.Point()
		if (err == nil) != onPoint || pt != of {
			t.Fatalf("ParsePoint(%q) = %v, %v, but ParseMove gives %v", s, pt, err, m)
		}
		if err != nil {
			return
		}
		if again, err := ParsePoint(pt.String()); again != pt || err != nil {
			t.Errorf("ParsePoint(%q) = %v, %v, want %v", pt, again, err, pt)
		}
	})
}
