package sgf

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"example.com/gogate"
)

// AP names this program and the version of what it writes.
const application, version = "gogate", "1"

// Write writes the game as the tree that Tree returns, and has the errors of Tree and of w.
func (g *Game) Write(w io.Writer) error {
	root, err := g.Tree()
	if err != nil {
		return err
	}
	return Write(w, root)
}

// Tree returns the game as a tree with one line, which begins with
// FF[4]GM[1]CA[UTF-8]AP[gogate:1]. With the rules of the start, NewGame reads the same game
// back, except for what the format cannot express: see [Text] for tabs and line breaks.
//
// A resignation gives a node only if it has a comment or is out of turn. If Result is
// empty, the resignation also gives the result.
//
// It is an error if there is no start, if the handicap is negative, or if a record cannot
// express a turn. Tree plays no turn, so it accepts illegal moves.
func (g *Game) Tree() (*Node, error) {
	if g.Start == nil {
		return nil, errNoStart
	}
	if g.Handicap < 0 {
		return nil, fmt.Errorf("handicap %d: must be 0 or more", g.Handicap)
	}
	root := &Node{Properties: g.properties()}
	last, toPlay := root, g.Start.ToPlay()
	for i, t := range g.Turns {
		n, err := t.node(g.Start.Size(), toPlay)
		if err == nil && t.Move == gogate.Resign && i < len(g.Turns)-1 {
			err = errors.New("a resignation with turns after it: must be the last turn")
		}
		if err != nil {
			return nil, &Error{t.Offset, i, fmt.Errorf("turn %d: %w", i+1, err)}
		}
		if len(n.Properties) > 0 {
			last.Children = []*Node{n}
			last = n
		}
		switch {
		case t.Move != 0:
			toPlay = t.Color.Opponent()
		case t.Color != gogate.Empty:
			toPlay = t.Color
		}
	}
	return root, nil
}

// properties returns the properties of the root.
func (g *Game) properties() []Property {
	rules := g.Start.Rules()
	var n Node
	n.add("FF", "4")
	n.add("GM", "1")
	n.add("CA", charset)
	n.add("AP", Compose(application, version))
	n.add("SZ", Value(strconv.Itoa(rules.Size)))
	n.add("KM", Value(strconv.FormatFloat(rules.Komi, 'f', -1, 64)))
	if g.Handicap > 0 {
		n.add("HA", Value(strconv.Itoa(g.Handicap)))
	}
	n.addText("RU", SimpleText(g.RuleText))
	n.addText("PB", SimpleText(g.Black))
	n.addText("PW", SimpleText(g.White))
	n.addText("RE", SimpleText(g.result()))
	n.addText("DT", SimpleText(g.Date))
	n.addSetup(stonesOf(g.Start), rules.Size)
	if toPlay := g.Start.ToPlay(); toPlay != opener(g.Turns, g.Handicap) {
		n.add("PL", letter(toPlay))
	}
	n.addText("C", Text(g.Comment))
	return n.Properties
}

// result returns the result. If none is given, it may be that of a resignation.
func (g *Game) result() string {
	if n := len(g.Turns); g.Result == "" && n > 0 && g.Turns[n-1].Move == gogate.Resign {
		return string(letter(g.Turns[n-1].Color.Opponent())) + "+R"
	}
	return g.Result
}

// node returns the node of t in a game on a board of the given size, with toPlay to move.
// It has no properties if there is nothing to write.
func (t Turn) node(size int, toPlay gogate.Color) (*Node, error) {
	if err := t.check(size); err != nil {
		return nil, err
	}
	n := &Node{}
	n.addSetup(t.Setup, size)
	switch pt, onPoint := t.Move.Point(); {
	case onPoint && pt.Line(size) < 1:
		return nil, fmt.Errorf("%v is off the board: must be a point on %d×%d", t.Move, size, size)
	case onPoint:
		n.add(string(letter(t.Color)), pointOn(size, pt))
	case t.Move == gogate.Pass:
		n.add(string(letter(t.Color)), "")
	case t.Move != 0 && t.Move != gogate.Resign:
		return nil, fmt.Errorf("%v is not a move: must be a point, a pass, a resignation or the zero Move", t.Move)
	case t.Color != gogate.Empty && (t.Move == 0 || t.Color != toPlay):
		n.add("PL", letter(t.Color))
	}
	n.addText("C", Text(t.Comment))
	return n, nil
}

func (n *Node) add(name string, values ...Value) {
	n.Properties = append(n.Properties, Property{name, values})
}

// addText adds a property if its text is not empty.
func (n *Node) addText(name string, text Value) {
	if text != "" {
		n.add(name, text)
	}
}

// addSetup adds those of AB, AW and AE that have points.
func (n *Node) addSetup(stones []Stone, size int) {
	for color, name := range [...]string{gogate.Black: "AB", gogate.White: "AW", gogate.Empty: "AE"} {
		var points []Value
		for _, s := range stones {
			if s.Color == gogate.Color(color) {
				points = append(points, pointOn(size, s.Point))
			}
		}
		if len(points) > 0 {
			slices.Sort(points)
			n.add(name, points...)
		}
	}
}

// stonesOf returns the stones on the board.
func stonesOf(p *gogate.Position) (stones []Stone) {
	for pt := range p.Points() {
		if c := p.At(pt); c != gogate.Empty {
			stones = append(stones, Stone{c, pt})
		}
	}
	return stones
}

// pointOn returns the letters of a point, as readPoint reads them.
func pointOn(size int, pt gogate.Point) Value {
	return Value([]byte{'a' + byte(pt.X), 'a' + byte(size-1-pt.Y)})
}

// letter returns B or W.
func letter(c gogate.Color) Value { return Value(c.String()[:1]) }
