// Package gtp lets programs that play Go talk to each other in the Go Text Protocol
// (GTP), version 2. A controller, such as a GUI or a referee, sends commands; an
// engine answers them.
//
//   - [Engine] answers commands on behalf of any gogate.Player, so that GUIs, referees
//     and clients of Go servers can play against it.
//   - [Player] is the other side: it makes a gogate.Player of any program that speaks
//     GTP. A gate can then check that program's moves, and a match can measure it.
//   - [Client] is what a Player talks through: it sends one command and returns the
//     answer.
//   - [Analyzer] reports on moves while it thinks, for GUIs that show it.
//
// The protocol is defined in Farnebäck, "Specification of the Go Text Protocol,
// version 2, draft 2" (2002).
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

// clean returns a line without the control characters that the protocol ignores, such
// as the carriage return at its end. A tab becomes a blank.
func clean(line string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case unicode.IsControl(r):
			return -1
		}
		return r // which is RuneError for a byte that is not UTF-8
	}, line)
}
