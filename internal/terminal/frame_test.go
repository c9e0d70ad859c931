package terminal

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"example.com/gogate"
	"example.com/gogate/internal/tell"
)

var update = flag.Bool("update", false, "write the golden files anew")

// beside is a row of a board, in ASCII or without its colours.
var beside = regexp.MustCompile(`^([ 0-9][0-9][ (][^ ].*|   A B.*)$`)

// A frame fits into every room that is given, with colours and without. The turn and the
// answer are there in all that have room for them, and all of the board where there is
// enough for both.
func TestFrameFits(t *testing.T) {
	for _, size := range []int{gogate.MinSize, 9, 19, gogate.MaxSize} {
		p := playMoves(t, gogate.MustStart(size), "A1 B1 pass")
		s := &scene{
			position: p,
			names:    [3]string{"", "mcts", "gtp:'/a path/to an engine' --level 10"},
			accounts: slices.Repeat([]string{"turn 1: Black proposes A1\n  [FAIL] not_self_atari: A1 captures nothing and leaves its group 1 liberty", "turn 2: White passes"}, 20),
			answer:   "B1 is occupied",
		}
		width := boardWidth(size)
		for _, look := range []*style{asciiStyle, unicodeStyle} {
			turn := "turn 4: White " + look.stone(gogate.White) + " (gtp:'/a path/to an engine' --level 10) to move"
			for columns := 1; columns <= 120; columns += 7 {
				for lines := range 50 {
					where := fmt.Sprintf("%d×%[1]d in %d columns and %d lines", size, columns, lines)
					frame := s.frame(look, room{columns, lines})
					if len(frame) > lines {
						t.Fatalf("%s: got %d lines", where, len(frame))
					}
					said := "" // without the board and without blanks, since words may be broken
					rows := 0
					for _, line := range frame {
						line = escapes.ReplaceAllString(line, "")
						if n := utf8.RuneCountInString(line); n > columns {
							t.Fatalf("%s: got %d columns: %q", where, n, line)
						}
						if beside.MatchString(line) {
							rows++
							line = string([]rune(line)[min(width, utf8.RuneCountInString(line)):])
						}
						said += strings.ReplaceAll(line, " ", "")
					}
					for _, want := range []string{turn, s.answer} {
						if len(wrap(turn, columns))+len(wrap(s.answer, columns)) <= lines && !strings.Contains(said, strings.ReplaceAll(want, " ", "")) {
							t.Fatalf("%s: want %q, got\n%s", where, want, strings.Join(frame, "\n"))
						}
					}
					roomy := columns >= 41 && columns >= width && lines >= size+1+1+5 || columns >= width+gap+narrowest && lines >= max(size+1, 13) && size >= 13
					if rows != 0 && rows != size+1 || roomy && rows == 0 {
						t.Fatalf("%s: got\n%s", where, strings.Join(frame, "\n"))
					}
				}
			}
		}
	}
}

// Under the board there are no more lines than the eye can follow.
func TestFrameHighest(t *testing.T) {
	s := overridden(t, 9)
	s.accounts = slices.Repeat(s.accounts, 20)
	if frame := s.frame(asciiStyle, room{80, 60}); len(frame) != 10+1+highest {
		t.Errorf("got %d lines, want the board, a blank line and %d", len(frame), highest)
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
		Turn: 4, Color: gogate.Black,
		Proposals: []gogate.Answer{{
			Move: gogate.MustParseMove("A1"), Verdicts: gogate.Judge(p.History()[4], gogate.MustParseMove("A1"), gogate.NotOwnEye, gogate.NotSelfAtari),
		}},
		Move: gogate.MustParseMove("E1"), Source: gogate.FromFallback, Fallback: gogate.Answer{Note: "won 12 of the 21 random games it played with E1 (30 in all)"},
	}
	s.accounts = append(s.accounts, tell.Told(p.History()[4], gogate.Turn{Move: d.Move, Decision: &d}),
		tell.Told(p.History()[5], gogate.Turn{Move: p.Last(), Note: "won 9 of the 14 random games it played with C4 (30 in all)"}))
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
		{"9×9 in 40×12: beside the board", 9, room{40, 11}},
		{"19×19 in 60×22: beside the board", 19, room{60, 21}},
		{"9×9 in 20×20: no board", 9, room{20, 19}},
		{"9×9 in 20 columns without end: no board", 9, room{20, -1}},
		{"9×9 without end", 9, room{0, -1}},
	} {
		fmt.Fprintf(&b, "== %s\n%s\n", test.name, strings.Join(overridden(t, test.size).frame(asciiStyle, test.room), "\n"))
	}
	file := filepath.Join("testdata", "frames.golden")
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := b.String(); got != string(want) {
		t.Errorf("got\n%s\nwant as in %s, which -update writes anew:\n%s", got, file, want)
	}
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
