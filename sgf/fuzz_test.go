package sgf_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"example.com/gogate"
	"example.com/gogate/sgf"
)

// Whatever the text, Parse does not panic, and what it returns reads back the same.
// NewGame and Replay do not panic either, and a game that can be written reads back
// with the same text from then on.
func FuzzParse(f *testing.F) {
	for _, s := range readCases(f) {
		f.Add([]byte(s.Input.SGF))
	}
	for _, text := range []string{
		"(;FF[4]GM[1]SZ[9]KM[6.5];B[ee];W[];B[gc])",         // a game
		"(;A[](;B[aa];W[bb])(;B[cc]))",                      // variations
		"(;A[])(;B[])",                                      // a collection
		"x (( ;A[] ) y",                                     // text around it, and a parenthesis too many
		"(;A[](;B[aa]",                                      // no end
		`(;C[a\]b\\\` + "\n\r\nc\t])",                       // escapes, line breaks, a tab
		"(;LB[aa:\\:][bb:x:y])",                             // composed values
		"(;White[aa]aB[bb])",                                // long names
		"(;AB[aa]C[x]AB[bb])",                               // a property twice
		"(;SZ[5]AB[aa:ee]AE[cc]PL[W];AW[bb])",               // rectangles, and a set-up that captures nothing
		"(;SZ[2]AB[aa:bb])",                                 // no liberty
		"(;SZ[3];AB[aa][ba][ab][bb]AW[ca][cb][cc][bc][ac])", // none in mid-game
		"(;SZ[19];B[tt];W[dd]B[ee])",                        // an old pass, two moves in a node
		"(;SZ[21:21]KM[6,5]HA[2]RE[B+R];B[tt])",             // the numbers of the wild
		"(;CA[latin1]C[\xe9])",                              // another charset
		"\ufeff(;CA[UTF-8]C[\xe9])",                         // a byte-order mark, and no UTF-8
		"(;C[\xe9])",                                        // no charset
		"(;GM[2])",                                          // another game
		"(;SZ[9];B[aa];B[aa])",                              // an illegal move
		"(;;B[]W[];C[x]PL[B])",                              // nodes without a move
		"((((((((;",                                         // nothing but structure
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		roots, err := sgf.Parse(bytes.NewReader(text))
		if err != nil {
			if e := new(sgf.Error); !errors.As(err, &e) || e.Offset < 0 || e.Offset > len(text) || e.Turn != -1 {
				t.Errorf("got %#v, want an *Error within the text", err)
			}
			checkSentence(t, err)
		} else if len(roots) == 0 {
			t.Fatal("got neither a game nor an error")
		}
		if len(roots) == 0 {
			return
		}
		written := write(t, roots...)
		again := parse(t, written)
		if diff := cmp.Diff(flat(roots), flat(again)); diff != "" {
			t.Fatalf("%q (-want +got):\n%s", written, diff)
		}
		for _, root := range roots {
			checkGame(t, root)
		}
	})
}

// checkSentence checks that an error is one line, which does nothing to a terminal.
func checkSentence(t *testing.T, err error) {
	t.Helper()
	text := err.Error()
	if text == "" || !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		t.Errorf("got the error %q, want one line of printable text", text)
	}
}

// checkGame checks what holds for the main line of any tree that was read.
func checkGame(t *testing.T, root *sgf.Node) {
	g, err := sgf.NewGame(root, gogate.Rules{})
	if err != nil {
		if e := new(sgf.Error); !errors.As(err, &e) {
			t.Errorf("got %#v, want an *Error", err)
		}
		checkSentence(t, err)
		return
	}
	p, err := g.Replay()
	if err != nil {
		checkSentence(t, err)
	}
	if e := new(sgf.Error); err != nil && (!errors.As(err, &e) || e.Turn < 0 || e.Turn >= len(g.Turns) || g.Turns[e.Turn].Offset != e.Offset) {
		t.Errorf("got %#v, want an *Error of a turn", err)
	}
	tree, err := g.Tree()
	if err != nil {
		t.Fatalf("a game that was read cannot be written: %v", err)
	}
	text := write(t, tree)
	g2 := newGame(t, text, gogate.Rules{})
	if q, _ := g2.Replay(); !q.Equal(p) || q.ToPlay() != p.ToPlay() {
		t.Errorf("%q: got\n%v%v to play, want\n%v%v to play", text, q, q.ToPlay(), p, p.ToPlay())
	}
	tree2, err := g2.Tree()
	if err != nil {
		t.Fatal(err)
	}
	if again := write(t, tree2); again != text {
		t.Errorf("got %q, want %q", again, text)
	}
}
