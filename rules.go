package gogate

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"example.com/gogate/internal/form"
)

// A KoRule says which earlier boards a move may not recreate. The zero value is
// PositionalSuperko.
type KoRule uint8

const (
	// PositionalSuperko forbids a move to recreate any earlier board.
	PositionalSuperko KoRule = iota
	// SituationalSuperko forbids a move to recreate any earlier board with the
	// same player to move.
	SituationalSuperko
	// SimpleKo forbids a move to recreate the board before the opponent's last turn.
	// It also forbids a suicide of one stone, which leaves the board as it is. A game
	// can still repeat a longer cycle, until its move limit ends it.
	SimpleKo
)

var koNames = [...]string{"positional", "situational", "simple"}

// String returns "positional", "situational" or "simple".
func (k KoRule) String() string {
	if int(k) < len(koNames) {
		return koNames[k]
	}
	return fmt.Sprintf("KoRule(%d)", uint8(k))
}

// MarshalText returns what String returns.
func (k KoRule) MarshalText() ([]byte, error) {
	if int(k) >= len(koNames) {
		return nil, fmt.Errorf("%v is not a ko rule", k)
	}
	return []byte(k.String()), nil
}

// UnmarshalText reads what MarshalText writes.
func (k *KoRule) UnmarshalText(text []byte) error {
	i := slices.Index(koNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("ko rule %q: must be positional, situational or simple", text)
	}
	*k = KoRule(i)
	return nil
}

// Rules are the rules of a game: Tromp–Taylor, with the choices below. DefaultRules
// returns the usual ones. Read JSON into the usual rules, so that a field that is left
// out keeps its usual value. The zero value is invalid, because its board has no
// points.
type Rules struct {
	Size      int     `json:"size"`       // columns and rows, MinSize to MaxSize
	Komi      float64 `json:"komi"`       // points for White; finite; halves avoid ties
	Ko        KoRule  `json:"ko"`         // PositionalSuperko by default
	Suicide   bool    `json:"suicide"`    // whether a move may remove the mover's own stones
	Resign    bool    `json:"resign"`     // whether Resign is a legal turn
	MoveLimit int     `json:"move_limit"` // the number of turns after which the board is scored as it stands; 0 for none
}

// DefaultRules returns Tromp–Taylor rules without suicide for a board of this size:
// positional superko, komi 7.5, no resignation, at most 3·size² turns. Tromp–Taylor has
// no move limit; this package adds it, to end the games of players that never pass.
//
// It does not check the size; Validate does, and so do Start, Setup and Replay.
func DefaultRules(size int) Rules {
	return Rules{Size: size, Komi: 7.5, MoveLimit: 3 * size * size}
}

// String returns the rules in words, such as "Tromp–Taylor without suicide,
// positional superko, komi 7.5, at most 243 turns". It leaves out the size.
func (r Rules) String() string {
	suicide, ko := "without", r.Ko.String()
	if r.Suicide {
		suicide = "with"
	}
	if r.Ko == SimpleKo {
		ko += " ko"
	} else {
		ko += " superko"
	}
	text := fmt.Sprintf("Tromp–Taylor %s suicide, %s, komi %v", suicide, ko, r.Komi)
	if r.Resign {
		text += ", resignation"
	}
	if r.MoveLimit > 0 {
		text += fmt.Sprintf(", at most %s", form.Count(r.MoveLimit, "turn"))
	}
	return text
}

// Validate returns an error that says what is wrong with r, or nil if r is valid.
func (r Rules) Validate() error {
	switch {
	case r.Size < MinSize || r.Size > MaxSize:
		return fmt.Errorf("board size %d: must be a whole number from %d to %d", r.Size, MinSize, MaxSize)
	case math.IsNaN(r.Komi) || math.IsInf(r.Komi, 0):
		return fmt.Errorf("komi %v: must be a finite number", r.Komi)
	case int(r.Ko) >= len(koNames):
		return fmt.Errorf("ko rule %d: must be PositionalSuperko, SituationalSuperko or SimpleKo", r.Ko)
	case r.MoveLimit < 0:
		return fmt.Errorf("move limit %d: must be 1 or more, or 0 for none", r.MoveLimit)
	}
	return nil
}

// These are the reasons for which a move is illegal. They are tried in this order, and
// the first that holds is the one returned. errors.Is finds them in an
// IllegalMoveError.
var (
	ErrNoMove   = errors.New("this is not a move")
	ErrOver     = errors.New("the game is over")
	ErrResign   = errors.New("these rules have no resignation")
	ErrOffBoard = errors.New("the point is off the board")
	ErrOccupied = errors.New("the point is occupied")
	// ErrSuicide refuses a move that would remove its own stones. If the rules permit
	// suicide, the reason holds only for a suicide that recreates an earlier board against
	// the ko rule. A suicide of one stone always does so, except under SituationalSuperko.
	ErrSuicide = errors.New("the move is suicide")
	// ErrSuperko refuses a move that would recreate an earlier board.
	ErrSuperko = errors.New("superko: the move recreates an earlier board")
	// ErrKo refuses, under SimpleKo, a move that would recreate the board before the
	// opponent's turn.
	ErrKo = errors.New("ko: the move recreates the board before the opponent's turn")
)

// An IllegalMoveError says which move was refused, when and why.
type IllegalMoveError struct {
	Turn  int   // how many turns had been played
	Color Color // whose move it was
	Move  Move
	// Repeat says which earlier board the move would recreate against the ko rule: the
	// number of turns after which that board first stood, or -1 if there is none.
	Repeat int
	Err    error // the reason, one of those above
}

// Error returns the reason as one sentence. It counts turns from 1: the first move of a
// game is played in turn 1.
func (e *IllegalMoveError) Error() string {
	s := fmt.Sprintf("turn %d, %v %v: %v", e.Turn+1, e.Color, e.Move, e.Err)
	if e.Repeat >= 0 && e.Err == ErrSuicide {
		s += " and recreates an earlier board"
	}
	switch {
	case e.Repeat == 0:
		s += ", the one at the start"
	case e.Repeat > 0:
		s += ", the one after turn " + strconv.Itoa(e.Repeat)
	}
	return s
}

// Unwrap returns the reason.
func (e *IllegalMoveError) Unwrap() error { return e.Err }
