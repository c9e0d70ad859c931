// Package sgf reads and writes records of games of Go in the Smart Game Format
// FF[4], and reads those of FF[1] to FF[3].
//
// There are two levels. [Parse] reads a text into trees of nodes and [Write] writes
// them, with all variations and every property, those that nobody knows included. A
// [Game] is the main line of such a tree, which is the first child of each node, with
// its set-ups, moves and comments on gogate's terms: [NewGame] reads one,
// [FromPosition] makes one of a game that was played, and [Game.Replay] plays it.
//
// A record says which board and which komi a game had. Its RU, where there is one, is
// free text, which is kept and never interpreted: the rules in force are the
// caller's. Under them a move can turn out to be illegal, as many in the records of
// the world do; it is reported with its reason, and not played. A move after two passes
// is not: the game goes on with it.
//
// A set-up may stand anywhere in a game. It puts stones on the board and takes others
// off without a capture, so nothing before it can be repeated by a move: there the
// history of boards begins anew, and with it superko, the count of turns and the
// passes that end a game.
//
// A resignation is no move of the format. The result says it, as in RE[B+R].
//
// The package does not read games other than Go, nor boards that are not square or
// larger than 25×25, nor text in charsets other than UTF-8 and ISO-8859-1. It checks
// no property that a Game does not need, and does not keep the layout of a text, its
// blanks and line breaks between values.
//
// The format is that of Hollosi, "SGF File Format FF[4]" (red-bean.com/sgf), after
// Kierulf's Smart Go.
package sgf

import (
	"fmt"
	"iter"
	"strings"
)

// A Node is a step of a game with all that is said of it. The root also says what
// holds for the whole game, such as the size of the board. Its first child goes on
// with the main line, and every other begins a variation.
//
// Nodes are plain data. Several goroutines may read a tree at the same time, and none
// may while one changes it.
type Node struct {
	Properties []Property // each name once
	Children   []*Node
	Offset     int // of its semicolon in the text it was read from, in bytes; 0 for one that was not read
}

// A Property is a name of capital letters, such as AB, and its values, one or more.
type Property struct {
	Name   string
	Values []Value
}

// Get returns the values of the property with the given name, nil if there is none.
// They are the node's own.
func (n *Node) Get(name string) []Value {
	for _, p := range n.Properties {
		if p.Name == name {
			return p.Values
		}
	}
	return nil
}

// line returns the values of a property, of which there should be one, as a line.
func (n *Node) line(name string) string {
	return strings.ReplaceAll(n.text(name), "\n", " ")
}

// text returns the values of a property, of which there should be one, as text.
func (n *Node) text(name string) string {
	values := n.Get(name)
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = v.Text()
	}
	return strings.Join(texts, "\n")
}

// word returns what line returns, without blanks around it.
func (n *Node) word(name string) string { return strings.TrimSpace(n.line(name)) }

// mainLine yields n, its first child, the first child of that, and so on.
func (n *Node) mainLine() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for yield(n) && len(n.Children) > 0 {
			n = n.Children[0]
		}
	}
}

// all yields n and every node below it. It keeps its own stack, as nodes may lie
// deeper than calls should.
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

// An Error is what is wrong with a record, and where.
type Error struct {
	Offset int // in bytes of the text that was read; of the node in question, if nothing is closer
	Turn   int // the index in Game.Turns of a turn that cannot be played or written, otherwise -1
	Err    error
}

// Error returns one sentence. Where it tells of an illegal move, it counts turns from
// 1, and from the last set-up.
func (e *Error) Error() string {
	if e.Offset == 0 { // not read, or nothing was there to read
		return e.Err.Error()
	}
	return fmt.Sprintf("byte %d: %v", e.Offset, e.Err)
}

// Unwrap returns what is wrong, for an illegal move a *gogate.IllegalMoveError.
func (e *Error) Unwrap() error { return e.Err }

// errorAt returns an Error that is about no turn.
func errorAt(offset int, format string, args ...any) *Error {
	return &Error{offset, -1, fmt.Errorf(format, args...)}
}
