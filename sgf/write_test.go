package sgf_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"example.com/gogate/sgf"
)

// root returns a node with one property.
func root(name string, values ...sgf.Value) *sgf.Node {
	return &sgf.Node{Properties: []sgf.Property{{name, values}}}
}

func TestWriteErrors(t *testing.T) {
	for _, test := range []struct {
		name  string
		roots []*sgf.Node
		words string
	}{
		{"no game", nil, "there is no game to write"},
		{"no node", []*sgf.Node{nil}, "a node is nil"},
		{"no child", []*sgf.Node{{Children: []*sgf.Node{{}, nil}}}, "a node is nil"},
		{"no name", []*sgf.Node{root("", "a")}, `property "": must be a name`},
		{"a small letter", []*sgf.Node{root("Black", "aa")}, `property "Black": must be a name of capital letters`},
		{"a digit", []*sgf.Node{root("1A", "aa")}, `property "1A"`},
		{"no value", []*sgf.Node{root("AB")}, "AB has no value"},
		{"a bracket", []*sgf.Node{root("C", "ok", "a]b")}, `C["a]b"]: every ] must have a backslash before it`},
		{"a backslash", []*sgf.Node{root("C", `a\`)}, "every backslash must have a character after it"},
		{"three backslashes", []*sgf.Node{root("C", `\\\`)}, "every backslash must have a character after it"},
		{"no UTF-8", []*sgf.Node{root("C", "\xff")}, "must be UTF-8"},
		{"a second game", []*sgf.Node{root("C", "a"), root("C", "]")}, "every ] must have a backslash"},
		{"a child", []*sgf.Node{{Children: []*sgf.Node{{}, root("C", "]")}}}, "every ] must have a backslash"},
		{"another charset", []*sgf.Node{root("CA", "latin1")}, `charset "latin1": must be UTF-8`},
	} {
		t.Run(test.name, func(t *testing.T) {
			var b strings.Builder
			err := sgf.Write(&b, test.roots...)
			if err == nil || !strings.Contains(err.Error(), test.words) {
				t.Errorf("got %v, want %q", err, test.words)
			}
			if b.Len() > 0 {
				t.Errorf("wrote %q before the error, want nothing", b.String())
			}
		})
	}
}

// A node that was read is named by its place.
func TestWriteErrorOffset(t *testing.T) {
	roots := parse(t, "(;A[];B[aa])")
	roots[0].Children[0].Properties[0].Values[0] = "]"
	var b strings.Builder
	checkError(t, sgf.Write(&b, roots...), 5, "every ] must have a backslash")
}

// A failing writes nothing.
type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestWriteFails(t *testing.T) {
	cause := errors.New("the disk is full")
	for _, n := range []int{1, 1 << 20} { // within a buffer and beyond it
		if err := sgf.Write(failing{cause}, root("C", sgf.Value(strings.Repeat("a", n)))); err != cause {
			t.Errorf("%d bytes: got %v, want %v", n, err, cause)
		}
	}
}

// drawTree draws a tree with nasty text in properties with names of the given form.
func drawTree(t *rapid.T, names string) *sgf.Node {
	nodes := []*sgf.Node{{}}
	for range rapid.IntRange(0, 10).Draw(t, "nodes") {
		n := &sgf.Node{}
		parent := rapid.SampledFrom(nodes).Draw(t, "parent")
		parent.Children = append(parent.Children, n)
		nodes = append(nodes, n)
	}
	for _, n := range nodes {
		for _, name := range rapid.SliceOfNDistinct(rapid.StringMatching(names), 0, 3, rapid.ID).Draw(t, "names") {
			if name == "CA" {
				continue // which would have to be UTF-8
			}
			values := rapid.SliceOfN(rapid.Map(nasty(), sgf.Text), 1, 3).Draw(t, "values")
			n.Properties = append(n.Properties, sgf.Property{Name: name, Values: values})
		}
	}
	return nodes[0]
}

func TestTreesReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var roots []*sgf.Node
		for range rapid.IntRange(1, 3).Draw(t, "games") {
			roots = append(roots, drawTree(t, "[A-Z][A-Z0-9]{0,2}"))
		}
		text := write(t, roots...)
		read := parse(t, text)
		if diff := cmp.Diff(flat(roots), flat(read)); diff != "" {
			t.Fatalf("%q (-want +got):\n%s", text, diff)
		}
		if again := write(t, read...); again != text {
			t.Fatalf("got %q, want %q", again, text)
		}
	})
}
