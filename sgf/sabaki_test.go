package sgf_test

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"example.com/gogate"
	"example.com/gogate/sgf"
)

// A sabakiNode is a node as another program reads it.
type sabakiNode struct {
	Children   int
	Properties map[string][]string // as text
}

// sabaki returns the nodes that Sabaki's parser finds in a text, each before those
// below it.
func sabaki(t *testing.T, text string) (nodes []sabakiNode) {
	t.Helper()
	const needs = "this test needs node in PATH, and GOGATE_NODE_MODULES with the absolute path of the node_modules where npm install @sabaki/sgf puts it"
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skipf("%v: %s", err, needs)
	}
	modules := os.Getenv("GOGATE_NODE_MODULES")
	if modules == "" {
		modules = os.Getenv("NODE_PATH")
	}
	run := func(args ...string) *exec.Cmd {
		c := exec.Command(node, args...)
		c.Env = append(os.Environ(), "NODE_PATH="+modules)
		return c
	}
	if run("-e", "require.resolve('@sabaki/sgf')").Run() != nil {
		t.Skipf("no @sabaki/sgf in %q: %s", modules, needs)
	}
	c := run("testdata/sabaki.js")
	c.Stdin = strings.NewReader(text)
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out, &nodes); err != nil {
		t.Fatal(err)
	}
	return nodes
}

// What is written means the same to the program that most people edit records with.
func TestSabaki(t *testing.T) {
	long(t)
	for _, test := range []struct {
		name  string
		roots func(t *testing.T) []*sgf.Node
	}{
		{"games", playedGames},
		{"drawn trees", func(*testing.T) (roots []*sgf.Node) {
			trees := rapid.Custom(func(t *rapid.T) *sgf.Node {
				return drawTree(t, "[A-Z]{1,3}") // this parser knows no digits in names
			})
			for seed := range 100 {
				roots = append(roots, trees.Example(seed))
			}
			return roots
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			roots := test.roots(t)
			text := write(t, roots...)
			var want []sabakiNode
			for _, n := range flat(roots) {
				properties := map[string][]string{}
				for _, p := range n.Properties {
					for _, v := range p.Values {
						properties[p.Name] = append(properties[p.Name], v.Text())
					}
				}
				want = append(want, sabakiNode{n.Children, properties})
			}
			if diff := cmp.Diff(want, sabaki(t, text)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// playedGames returns random games with comments, on boards of several sizes, empty
// and set up, and one of them with set-ups and a variation.
func playedGames(t *testing.T) (roots []*sgf.Node) {
	for _, size := range []int{2, 9, 19, 25} {
		rules := gogate.DefaultRules(size)
		player := gogate.Random{Seed: uint64(size)}
		played, err := gogate.PlayGame(context.Background(), rules, player, player)
		if err != nil {
			t.Fatal(err)
		}
		again, err := rules.Setup(gogate.White, played.Final.String())
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range []*gogate.Position{played.Final, again} {
			g := sgf.FromPosition(p)
			g.Black, g.White = "Ann [1d]", `Bö \ 棋`
			for i := range g.Turns {
				g.Turns[i].Comment = nasty().Example(i)
			}
			root, err := g.Tree()
			if err != nil {
				t.Fatal(err)
			}
			roots = append(roots, root)
		}
	}
	corner := sgf.Stone{Color: gogate.White, Point: gogate.Point{}}
	g := &sgf.Game{Start: gogate.MustStart(9), Turns: []sgf.Turn{
		{Color: gogate.Black, Move: gogate.MustParseMove("D4")},
		{Color: gogate.White, Setup: []sgf.Stone{corner}, Comment: "[x]:\\\n\n"},
		{Color: gogate.White, Move: gogate.Pass},
	}}
	root, err := g.Tree()
	if err != nil {
		t.Fatal(err)
	}
	root.Children = append(root.Children, &sgf.Node{Properties: []sgf.Property{{Name: "B", Values: []sgf.Value{"cc"}}}})
	return append(roots, root)
}
