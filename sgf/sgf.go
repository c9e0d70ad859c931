// Package sgf reads and writes records of games of Go in the Smart Game Format (SGF),
// version FF[4]. It also reads FF[1] to FF[3].
//
// The package has two levels:
//
//   - A [Node] is a node of the tree that a text holds, with all variations and every
//     property, unknown ones included. [Parse] reads trees and [Write] writes them.
//   - A [Game] is the main line of a tree, the first child of each node, as gogate
//     sees it: set-ups, moves and comments. [NewGame] reads one from a tree,
//     [FromPosition] makes one of a game that was played, and [Game.Replay] plays it.
//
// A record says which board and which komi a game had. The text of its RU property is
// kept but never interpreted: the caller chooses the rules. A move may be illegal under
// them, as in many real records. Such a move is reported with its reason and is not
// played. A move after two passes is not an error: the game goes on with it.
//
// A set-up may stand anywhere in a game. It puts stones on the board and takes others
// off, without captures. No move leads from the boards before it to the boards after
// it, so the history of boards begins anew with a set-up. So do superko, the count of
// turns, and the passes that end a game.
//
// The format has no move for a resignation. The result tells of it, as in RE[B+R].
//
// The package does not read games other than Go, boards that are not square or larger
// than 25×25, or text in charsets other than UTF-8 and ISO-8859-1. It checks only the
// properties that a Game needs. It does not keep the layout of a text: the blanks and
// line breaks between values.
//
// The format is defined in Hollosi, "SGF File Format FF[4]" (red-bean.com/sgf), after
// Kierulf's Smart Go.
package sgf

import "fmt"

// An Error tells what is wrong with a record, and where.
type Error struct {
	Offset int // in bytes of the text that was read; that of the node if nothing closer is known
	Turn   int // the index in Game.Turns of a turn that cannot be played or written, otherwise -1
	Err    error
}

// Error returns one sentence. If a move is illegal, the sentence counts turns from 1,
// beginning after the last set-up.
func (e *Error) Error() string {
	if e.Offset == 0 { // the record was not read, or the text is empty
		return e.Err.Error()
	}
	return fmt.Sprintf("byte %d: %v", e.Offset, e.Err)
}

// Unwrap returns what is wrong. For an illegal move it is a *gogate.IllegalMoveError.
func (e *Error) Unwrap() error { return e.Err }

// errorAt returns an Error about something other than a turn.
func errorAt(offset int, format string, args ...any) *Error {
	return &Error{offset, -1, fmt.Errorf(format, args...)}
}
