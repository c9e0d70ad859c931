package sgf_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"example.com/gogate"
	"example.com/gogate/sgf"
)

// long skips a test that runs other programs, unless GOGATE_LONG is set.
func long(t *testing.T) {
	t.Helper()
	if os.Getenv("GOGATE_LONG") != "1" {
		t.Skip("this test runs other programs: set GOGATE_LONG=1 to run it")
	}
}

// A failer is what *testing.T, *testing.B and *rapid.T share.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// parse returns the roots of a text that must be right.
func parse(t failer, text string) []*sgf.Node {
	t.Helper()
	roots, err := sgf.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%.200q: %v", text, err)
	}
	return roots
}

// write returns the text of trees that must be right.
func write(t failer, roots ...*sgf.Node) string {
	t.Helper()
	var b strings.Builder
	if err := sgf.Write(&b, roots...); err != nil {
		t.Fatalf("%v", err)
	}
	return b.String()
}

// newGame returns the first game of a text that must be right.
func newGame(t failer, text string, rules gogate.Rules) *sgf.Game {
	t.Helper()
	g, err := sgf.NewGame(parse(t, text)[0], rules)
	if err != nil {
		t.Fatalf("%.200q: %v", text, err)
	}
	return g
}

// replay returns the last position of a game of legal moves.
func replay(t failer, g *sgf.Game) *gogate.Position {
	t.Helper()
	p, err := g.Replay()
	if err != nil {
		t.Fatalf("%v", err)
	}
	return p
}

// A flatNode is a node without its place in the text, so that trees can be compared
// as lists: a tree of a million nodes is too deep for cmp.
type flatNode struct {
	Children   int
	Properties []sgf.Property
}

// flat returns the nodes of trees, each before those below it.
func flat(roots []*sgf.Node) (nodes []flatNode) {
	for _, root := range roots {
		for stack := []*sgf.Node{root}; len(stack) > 0; {
			n := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			nodes = append(nodes, flatNode{len(n.Children), n.Properties})
			for i := len(n.Children) - 1; i >= 0; i-- {
				stack = append(stack, n.Children[i])
			}
		}
	}
	return nodes
}

// checkError checks what every error of a reader says: where, and a sentence that
// contains the given words.
func checkError(t *testing.T, err error, offset int, words string) {
	t.Helper()
	e := new(sgf.Error)
	if !errors.As(err, &e) {
		t.Fatalf("got %v, want an *Error", err)
	}
	where := fmt.Sprintf("byte %d: ", offset)
	if e.Offset != offset || strings.HasPrefix(err.Error(), where) != (offset > 0) || !strings.Contains(err.Error(), words) {
		t.Errorf("got %q at byte %d, want %q at byte %d", err, e.Offset, words, offset)
	}
}
