package sgf

import (
	"iter"
	"strings"
)

// A Node is a step of a game with all that the record says of it. The root also has what
// holds for the whole game, such as the size of the board. The first child of a node
// continues the main line, and every other child begins a variation.
//
// The zero Node is an empty node. Several goroutines may read a tree at once, unless one
// of them changes it.
type Node struct {
	Properties []Property // each name once
	Children   []*Node
	Offset     int // of its semicolon in the text, in bytes; 0 for a node that was not read
}

// A Property is a name of capital letters, such as AB, with one or more values.
type Property struct {
	Name   string
	Values []Value
}

// Get returns the values of the property with the given name, nil if there is none. They
// are not a copy: changing them changes the node.
func (n *Node) Get(name string) []Value {
	for _, p := range n.Properties {
		if p.Name == name {
			return p.Values
		}
	}
	return nil
}

// line returns the values of a property as one line. There should be one value.
func (n *Node) line(name string) string {
	return strings.ReplaceAll(n.text(name), "\n", " ")
}

// text returns the values of a property as one text. There should be one value.
func (n *Node) text(name string) string {
	values := n.Get(name)
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = v.Text()
	}
	return strings.Join(texts, "\n")
}

// word returns what line returns, without the blanks around it.
func (n *Node) word(name string) string { return strings.TrimSpace(n.line(name)) }

// mainLine yields n, its first child, the first child of that, and so on.
func (n *Node) mainLine() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for yield(n) && len(n.Children) > 0 {
			n = n.Children[0]
		}
	}
}

// all yields n and every node below it. It keeps its own stack, as a tree may be deeper
// than recursion should be.
func (n *Node) all() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for stack := []*Node{n}; len(stack) > 0; {
			last := len(stack) - 1
			next := stack[last]
			stack = stack[:last]
			if !yield(next) {
				return
			}
			stack = append(stack, next.Children...)
		}
	}
}
