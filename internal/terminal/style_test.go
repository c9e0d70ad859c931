package terminal

import (
	"regexp"
	"strings"
	"testing"

	"example.com/gogate"
)

// The wishes in the environment, and what wins where they differ.
func TestReadStyle(t *testing.T) {
	for _, test := range []struct {
		name     string
		terminal bool
		env      string
		want     *style
	}{
		{"auto", true, "", unicodeStyle},
		{"auto", false, "", asciiStyle},
		{"auto", true, "TERM=dumb", asciiStyle},
		{"auto", true, "NO_COLOR=1", asciiStyle},
		{"auto", true, "NO_COLOR=", unicodeStyle},
		{"auto", false, "CLICOLOR_FORCE=1", unicodeStyle},
		{"auto", false, "CLICOLOR_FORCE=0", asciiStyle},
		{"auto", true, "CLICOLOR_FORCE=1 TERM=dumb", unicodeStyle},
		{"auto", true, "CLICOLOR_FORCE=1 NO_COLOR=1", asciiStyle},
		{"unicode", false, "NO_COLOR=1 TERM=dumb", unicodeStyle},
		{"ascii", true, "CLICOLOR_FORCE=1", asciiStyle},
		{"ASCII", true, "", nil},
		{"", true, "", nil},
	} {
		env := make(map[string]string)
		for _, pair := range strings.Fields(test.env) {
			name, value, _ := strings.Cut(pair, "=")
			env[name] = value
		}
		got, err := readStyle(test.name, test.terminal, func(name string) string { return env[name] })
		if got != test.want || (err != nil) != (test.want == nil) {
			t.Errorf("%q, terminal %v, %q: got %v, %v", test.name, test.terminal, test.env, got, err)
		}
	}
}

var escapes = regexp.MustCompile("\x1b\\[[0-9;?]*[A-Za-z]")

// drawn returns a board without its colours.
func drawn(look *style, p *gogate.Position) string {
	return escapes.ReplaceAllString(strings.Join(look.board(p), "\n"), "")
}

// playMoves plays moves from the given board on.
func playMoves(t *testing.T, p *gogate.Position, moves string) *gogate.Position {
	t.Helper()
	for _, name := range strings.Fields(moves) {
		var err error
		if p, err = p.Play(gogate.MustParseMove(name)); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// What a board shows: stones, the last one, stones that were captured, and at the end
// territory, but none that is neutral or after a resignation.
func TestBoard(t *testing.T) {
	rules := gogate.DefaultRules(5)
	rules.Resign = true
	start, err := rules.Setup(gogate.Black, "..X.O\n.XO.O\nXOO.O\n.XO.O\nX.XOO")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, moves, ascii, unicode string
	}{
		{"at the start", "",
			" 5 . . x . o \n 4 . x o . o \n 3 x o o . o \n 2 . x o . o \n 1 x . x o o \n   A B C D E ",
			" 5 · · ● · ○ \n 4 · ● ○ · ○ \n 3 ● ○ ○ · ○ \n 2 · ● ○ · ○ \n 1 ● · ● ○ ○ \n   A B C D E "},
		{"the last stone", "D5 A5",
			" 5(o). x x o \n 4 . x o . o \n 3 x o o . o \n 2 . x o . o \n 1 x . x o o \n   A B C D E ",
			" 5 ○ · ● ● ○ \n 4 · ● ○ · ○ \n 3 ● ○ ○ · ○ \n 2 · ● ○ · ○ \n 1 ● · ● ○ ○ \n   A B C D E "},
		{"a capture", "pass B1",
			" 5 . . x . o \n 4 . x o . o \n 3 x o o . o \n 2 . x o . o \n 1 x(o). o o \n   A B C D E ",
			" 5 · · ● · ○ \n 4 · ● ○ · ○ \n 3 ● ○ ○ · ○ \n 2 · ● ○ · ○ \n 1 ● ○ ✶ ○ ○ \n   A B C D E "},
		{"the end", "pass pass",
			" 5 . . x . o \n 4 . x o . o \n 3 x o o . o \n 2 . x o . o \n 1 x . x o o \n   A B C D E ",
			" 5 ◦ ◦ ● · ○ \n 4 ◦ ● ○ · ○ \n 3 ● ○ ○ · ○ \n 2 ◦ ● ○ · ○ \n 1 ● ◦ ● ○ ○ \n   A B C D E "},
		{"a resignation", "resign",
			" 5 . . x . o \n 4 . x o . o \n 3 x o o . o \n 2 . x o . o \n 1 x . x o o \n   A B C D E ",
			" 5 · · ● · ○ \n 4 · ● ○ · ○ \n 3 ● ○ ○ · ○ \n 2 · ● ○ · ○ \n 1 ● · ● ○ ○ \n   A B C D E "},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := playMoves(t, start, test.moves)
			if got := drawn(asciiStyle, p); got != test.ascii {
				t.Errorf("got\n%s\nwant\n%s", got, test.ascii)
			}
			if got := drawn(unicodeStyle, p); got != test.unicode {
				t.Errorf("got\n%s\nwant\n%s", got, test.unicode)
			}
		})
	}
}

// Only the last stone stands on another ground, and territory has the colour of its
// owner.
func TestBoardColours(t *testing.T) {
	p := playMoves(t, gogate.MustStart(2), "A1")
	if got, want := strings.Join(unicodeStyle.board(p), "\n"), ""+
		" 2\x1b[38;5;52m\x1b[48;5;137m · · \x1b[0m\n"+
		" 1\x1b[38;5;52m\x1b[48;5;137m \x1b[38;5;16m\x1b[48;5;67m●\x1b[48;5;137m \x1b[38;5;52m· \x1b[0m\n"+
		"   A B "; got != want {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
	end := strings.Join(unicodeStyle.board(playMoves(t, p, "pass pass")), "\n")
	if strings.Count(end, "◦") != 3 || strings.Contains(end, "38;5;231m") || strings.Contains(end, "48;5;67m") {
		t.Errorf("got\n%q\nwant three points of Black's, and no last stone", end)
	}
}
