package sgf

import (
	"bufio"
	"errors"
	"io"
	"slices"
	"strings"
)

// Write writes a collection of games, given by their roots, in UTF-8 with one line for each
// node. Parse reads the same trees back, except for the offsets.
//
// Before it writes anything, Write checks that everything can be read back. It is an error
// if there is no game, a node is nil, a name is not one of capital letters, a property has
// no value, a value is not escaped, or a root has a CA other than UTF-8. Write does not
// check what properties mean. An error of w is returned as it is.
func Write(w io.Writer, roots ...*Node) error {
	if len(roots) == 0 {
		return errors.New("there is no game to write: there must be one or more")
	}
	for _, root := range roots {
		if err := root.check(); err != nil {
			return err
		}
		if name := root.word("CA"); !strings.EqualFold(name, charset) && name != "" {
			return errorAt(root.Offset, "charset %.60q: must be %s, the only one that is written", name, charset)
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
			return errors.New("a node is nil: roots and children must not be nil")
		}
		for _, p := range node.Properties {
			if !isName(p.Name) {
				return errorAt(node.Offset, "property %.40q: must be a name of capital letters", p.Name)
			}
			if len(p.Values) == 0 {
				return errorAt(node.Offset, "%s has no value: must have one or more, which may be empty", p.Name)
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

// write writes the tree below n; w keeps the first error. A nil on the stack stands for a
// closing parenthesis.
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

// writeProperties writes a node without its children.
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
