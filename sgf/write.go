package sgf

import (
	"bufio"
	"errors"
	"io"
	"slices"
	"strings"
)

// charset is the one that is written, as CA names it.
const charset = "UTF-8"

// Write writes a collection of games, given by their roots, in UTF-8 and with a line
// for each node. What Parse returned reads back the same, but for the offsets.
//
// Before it writes anything it checks that all of it reads back: that there is a game,
// that names and values are such, that every property has a value and no node is nil,
// and that a CA, where a root has one, is UTF-8. It does not look into what properties
// mean.
func Write(w io.Writer, roots ...*Node) error {
	if len(roots) == 0 {
		return errors.New("there is no game to write: want one or more")
	}
	for _, root := range roots {
		if err := root.check(); err != nil {
			return err
		}
		if name := root.word("CA"); !strings.EqualFold(name, charset) && name != "" {
			return errorAt(root.Offset, "charset %.60q: want %s, which is what is written", name, charset)
		}
	}
	out := bufio.NewWriter(w)
	for _, root := range roots {
		root.write(out)
	}
	return out.Flush()
}

// check returns why the tree below n cannot be written.
func (n *Node) check() error {
	for node := range n.all() {
		if node == nil {
			return errors.New("a node is nil: want none among roots and children")
		}
		for _, p := range node.Properties {
			if !isName(p.Name) {
				return errorAt(node.Offset, "property %.40q: want a name of capital letters", p.Name)
			}
			if len(p.Values) == 0 {
				return errorAt(node.Offset, "%s has no value: want one or more, which may be empty", p.Name)
			}
			for _, v := range p.Values {
				if err := v.check(); err != nil {
					return errorAt(node.Offset, "%s[%.40q]: %w", p.Name, string(v), err)
				}
			}
		}
	}
	return nil
}

// write writes the tree below n, with its errors kept in w. A nil on its stack stands
// for a closing parenthesis.
func (n *Node) write(w *bufio.Writer) {
	for stack := []*Node{n}; len(stack) > 0; {
		last := len(stack) - 1
		next := stack[last]
		stack = stack[:last]
		if next == nil {
			w.WriteByte(')')
			continue
		}
		if next != n {
			w.WriteByte('\n')
		}
		w.WriteByte('(')
		next.writeProperties(w)
		for len(next.Children) == 1 {
			next = next.Children[0]
			w.WriteByte('\n')
			next.writeProperties(w)
		}
		stack = append(stack, nil)
		for _, child := range slices.Backward(next.Children) {
			stack = append(stack, child)
		}
	}
	w.WriteByte('\n')
}

// writeProperties writes n itself.
func (n *Node) writeProperties(w *bufio.Writer) {
	w.WriteByte(';')
	for _, p := range n.Properties {
		w.WriteString(p.Name)
		for _, v := range p.Values {
			w.WriteByte('[')
			w.WriteString(string(v))
			w.WriteByte(']')
		}
	}
}
