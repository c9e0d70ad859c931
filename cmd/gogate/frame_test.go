package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"example.com/gogate"
)

// A frame fits into every room that is given, with colours and without, and where the
// board fits all of it is there.
func TestFrameFits(t *testing.T) {
	for _, size := range []int{gogate.MinSize, 9, 19, gogate.MaxSize} {
		p := playMoves(t, gogate.MustStart(size), "A1 B1 pass")
		s := &scene{
			position: p,
			names:    [3]string{"", "mcts", "gtp:'/a path/to an engine' --level 10"},
			accounts: slices.Repeat([]string{"turn 1: Black proposes A1\n  [FAIL] not_self_atari: A1 captures nothing and leaves its group 1 liberty", "turn 2: White passes"}, 20),
			answer:   "B1 is occupied",
		}
		for _, look := range []*style{asciiStyle, unicodeStyle} {
			for columns := 1; columns <= 120; columns += 9 {
				for lines := 0; lines < 50; lines += 3 {
					frame := s.frame(look, room{columns, lines})
					if len(frame) > lines {
						t.Fatalf("%d×%[1]d in %d columns and %d lines: got %d lines", size, columns, lines, len(frame))
					}
					for _, line := range frame {
						if n := utf8.RuneCountInString(escapes.ReplaceAllString(line, "")); n > columns {
							t.Fatalf("%d×%[1]d in %d columns and %d lines: got %d columns: %q", size, columns, lines, n, line)
						}
					}
					text := strings.Join(frame, "\n")
					if fits := columns >= 2*size+3 && lines >= size+1; fits != strings.Contains(text, "\n   A B") {
						t.Fatalf("%d×%[1]d in %d columns and %d lines: got\n%s", size, columns, lines, text)
					}
				}
			}
		}
	}
}

// overridden is a scene in which the last turn but one was decided by a gate.
func overridden(t *testing.T, size int) *scene {
	p := playMoves(t, gogate.MustStart(size), "A2 C3 B1 D4 E1 C4")
	s := &scene{position: p, names: [3]string{"", "you, guarded", "mcts"}}
	for i := range 4 {
		s.accounts = append(s.accounts, fmt.Sprintf("turn %d: %v plays somewhere", i+1, p.History()[i].ToPlay()))
	}
	d := gogate.Decision{
		Turn: 4, Color: gogate.Black, Overridden: true,
		Proposals: []gogate.Proposal{{
			Move: gogate.MustParseMove("A1"), Verdicts: gogate.Judge(p.History()[4], gogate.MustParseMove("A1"), gogate.NotOwnEye, gogate.NotSelfAtari),
		}},
		Move: gogate.MustParseMove("E1"), Source: gogate.FromFallback, Fallback: gogate.Proposal{Note: "won 12 of its 21 tree playouts, 30 in all"},
	}
	s.accounts = append(s.accounts, accountOf(p.History()[4], d), account(p.History()[5], p.Last(), "won 9 of its 14 tree playouts, 30 in all"))
	return s
}

// Where the text stands: under the board, beside it, and without a board; and what is
// left of it where there is little room.
func TestFrameGolden(t *testing.T) {
	var b strings.Builder
	for _, test := range []struct {
		name string
		size int
		room room
	}{
		{"9×9 in 80×24", 9, room{80, 23}},
		{"19×19 in 80×24", 19, room{80, 23}},
		{"9×9 in 40×14", 9, room{40, 13}},
		{"9×9 in 80×12: beside the board", 9, room{80, 11}},
		{"9×9 in 20×20: no board", 9, room{20, 19}},
		{"9×9 in 20 columns without end: no board", 9, room{20, -1}},
		{"9×9 without end", 9, room{0, -1}},
	} {
		fmt.Fprintf(&b, "== %s\n%s\n", test.name, strings.Join(overridden(t, test.size).frame(asciiStyle, test.room), "\n"))
	}
	golden(t, "frames.golden", b.String())
}

func TestWrap(t *testing.T) {
	for _, test := range []struct {
		line    string
		columns int
		want    string
	}{
		{"one two three", 0, "one two three"},
		{"one two three", 13, "one two three"},
		{"one two three", 12, "one two|  three"},
		{"one two three", 7, "one two|  three"},
		{"  [FAIL] legal: A1", 12, "  [FAIL]|    legal:|    A1"},
		{"×××××××××", 4, "××××|  ××|  ××|  ×"},
		{"one", 1, "o|n|e"},
		{"a  b", 2, "a| b"},
		{"", 5, ""},
	} {
		if got := strings.Join(wrap(test.line, test.columns), "|"); got != test.want {
			t.Errorf("%q in %d columns: got %q, want %q", test.line, test.columns, got, test.want)
		}
	}
}
