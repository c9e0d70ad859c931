package main

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"example.com/gogate"
)

// A scene is what there is to show of a game.
type scene struct {
	position *gogate.Position
	names    [3]string // of the players, by colour
	accounts []string  // of the turns, the last one last
	end      string    // why there is no other turn though the game goes on; empty if there is
	answer   string    // to what was typed
}

// Distances in a frame.
const (
	gap       = 3  // columns between the board and the text beside it
	narrowest = 30 // columns of text beside the board
	lowest    = 8  // lines of text under the board, unless there is no room beside it
	highest   = 18 // lines of text under the board, so that the eye need not wander far
)

// A room is what a frame must fit into: columns, 0 for as many as it takes, and lines,
// less than 0 for as many as it takes. The line for typing comes after a frame.
type room struct{ columns, lines int }

// frame returns the lines that show a scene: the board, and under it the text. Where
// the lines are too few for that, the text stands beside the board, and where the
// board does not fit, the frame says so instead. Of the turns it tells as many as there
// is room for, and in a room without end the last one.
func (s *scene) frame(look *style, r room) []string {
	size := s.position.Size()
	columns, lines := boardWidth(size), size+1
	if r.columns > 0 && r.columns < columns || r.lines >= 0 && r.lines < lines {
		return s.frameless(r, columns, lines)
	}
	board := look.board(s.position)
	under, beside := r.lines-lines-1, r.columns-columns-gap
	if r.lines >= 0 && under < lowest && beside >= narrowest {
		for i, line := range s.text(room{beside, lines}) {
			board[i] += strings.Repeat(" ", gap) + line
		}
	} else if r.lines < 0 {
		board = append(append(board, ""), s.text(r)...)
	} else if under > 0 {
		board = append(append(board, ""), s.text(room{r.columns, min(under, highest)})...)
	}
	for i, line := range board {
		board[i] = strings.TrimRight(line, " ")
	}
	return board
}

// frameless is frame where the board, which needs so many columns and lines, does not
// fit.
func (s *scene) frameless(r room, columns, lines int) []string {
	needs := fmt.Sprintf("The board needs %d columns", columns)
	if r.lines < 0 {
		return append(wrap(needs+".", r.columns), s.text(r)...)
	}
	message := wrap(fmt.Sprintf("%s and %d lines.", needs, lines+1), r.columns)
	message = message[:min(len(message), r.lines)]
	return append(message, s.text(room{r.columns, r.lines - len(message)})...)
}

// text returns what is said of the game: the last turns, and in the lowest lines the
// state and an answer.
func (s *scene) text(r room) []string {
	var state []string
	for _, line := range append(s.state(), s.answer) {
		if line != "" {
			state = append(state, wrap(line, r.columns)...)
		}
	}
	if r.lines < 0 {
		return append(s.turns(1, r), state...)
	}
	left := r.lines - len(state)
	if left <= 0 {
		return state[len(state)-r.lines:]
	}
	log := s.turns(left, room{r.columns, max(left-1, 1)}) // and a blank line
	for len(log) < left {
		log = append(log, "")
	}
	return append(log, state...)
}

// turns returns the accounts of the last turns: so many, or as many whole ones as
// there is room for, and the beginning of the last one in any case.
func (s *scene) turns(n int, r room) (lines []string) {
	for i := len(s.accounts) - 1; i >= max(len(s.accounts)-n, 0); i-- {
		var told []string
		for line := range strings.SplitSeq(s.accounts[i], "\n") {
			told = append(told, wrap(line, r.columns)...)
		}
		switch {
		case r.lines < 0 || len(told)+len(lines) <= r.lines:
			lines = append(told, lines...)
		case lines == nil:
			return append(told[:r.lines-1], "…")
		default:
			return lines
		}
	}
	return lines
}

// wrap breaks a line at blanks, so that none is longer than the columns, and indents
// all but the first, like the line itself and a little more. A word that is too long
// is broken. Without columns the line stays as it is.
func wrap(line string, columns int) []string {
	if columns <= 0 || utf8.RuneCountInString(line) <= columns {
		return []string{line}
	}
	indent := strings.Repeat(" ", min(len(line)-len(strings.TrimLeft(line, " "))+2, columns/2))
	var lines []string
	rest := []rune(line)
	for len(rest) > columns {
		at := columns
		for at > 0 && rest[at] != ' ' {
			at--
		}
		if strings.TrimSpace(string(rest[:at])) == "" { // no blank but those of the indent
			at = columns
		}
		lines = append(lines, strings.TrimRight(string(rest[:at]), " "))
		rest = []rune(indent + strings.TrimLeft(string(rest[at:]), " "))
	}
	return append(lines, string(rest))
}
