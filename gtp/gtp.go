// Package gtp speaks the Go Text Protocol, version 2, in which programs that play
// Go are asked for moves.
//
// An Engine answers for any gogate.Player, so that GUIs, referees and the clients of
// servers can play against it.
//
// A Player makes any engine that speaks it a gogate.Player, so that a gate can put
// its checks in front of that engine's moves, and a match can measure them. A
// Client is what it talks through: one command, one answer. The protocol is that
// of Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2" (2002).
package gtp

import (
	"strings"
	"unicode"

	"example.com/gogate"
)

// colorName returns the letter of a colour in a command.
func colorName(c gogate.Color) string {
	if c == gogate.Black {
		return "b"
	}
	return "w"
}

// clean returns a line without what the protocol ignores: control characters,
// the carriage return at its end included. A tab becomes a blank.
func clean(line string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case unicode.IsControl(r):
			return -1
		}
		return r // with RuneError for what is no UTF-8
	}, line)
}
