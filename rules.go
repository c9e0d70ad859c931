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
	// SimpleKo forbids a move to recreate the board before the opponent's last
	// turn, and a suicide of one stone, which leaves the board as it is. A game
	// may then go round in a longer circle until its move limit.
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

// Rules are the rules of a game: Tromp–Taylor, with the choices below. The zero
// value is invalid, because it has no board; DefaultRules gives the usual ones,
// and is what to read JSON into, so that what it leaves out is as usual.
type Rules struct {
	Size      int     `json:"size"`       // columns and rows, MinSize to MaxSize
	Komi      float64 `json:"komi"`       // points for White; finite; halves avoid ties
	Ko        KoRule  `json:"ko"`         // PositionalSuperko by default
	Suicide   bool    `json:"suicide"`    // whether a move may remove the mover's own stones
	Resign    bool    `json:"resign"`     // whether Resign is a legal turn
	MoveLimit int     `json:"move_limit"` // the number of turns after which the board is scored as it stands; 0 for none
}

// DefaultRules returns Tromp–Taylor without suicide for a board of this size:
// positional superko, komi 7.5, no resignation, at most 3·size² turns. The move
// limit is an addition of this package; it ends the games of players that never
// pass.
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

// Validate reports the first thing that is wrong with r, and nil if nothing is.
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

// The reasons for which a move is refused, in the order in which they are
// looked for: a move is refused for the first that holds. errors.Is finds them
// in an IllegalMoveError.
var (
	ErrNoMove   = errors.New("this is not a move")
	ErrOver     = errors.New("the game is over")
	ErrResign   = errors.New("these rules have no resignation")
	ErrOffBoard = errors.New("the point is off the board")
	ErrOccupied = errors.New("the point is occupied")
	// ErrSuicide refuses a move that would remove its own stones. Where the rules
	// permit that, it refuses one that would thereby recreate an earlier board
	// against the ko rule, as a suicide of one stone does under all but
	// SituationalSuperko.
	ErrSuicide = errors.New("the move is suicide")
	// ErrSuperko refuses a move that would recreate an earlier board.
	ErrSuperko = errors.New("superko: the move recreates an earlier board")
	// ErrKo is the same under SimpleKo, where only the last board but one counts.
	ErrKo = errors.New("ko: the move recreates the board before the opponent's turn")
)

// An IllegalMoveError is a refused move with its facts.
type IllegalMoveError struct {
	Turn  int   // how many turns had been played
	Color Color // whose move it was
	Move  Move
	// Repeat is after how many turns the board stood that the ko rule forbids to
	// recreate, the first time if there are several; -1 for none.
	Repeat int
	Err    error // the reason, one of those above
}

// Error returns one sentence. It counts turns from 1, so that the first move of
// a game is refused in turn 1.
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
