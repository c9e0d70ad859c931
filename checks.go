package gogate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Check decides one exact fact about a legal move in a position: whether the move
// has the property that the check guards.
//
// The verdict must depend on p and m alone. A check must not keep or change anything,
// and several goroutines may ask it at once. The gate fills in the verdict's Move. If a
// check leaves out its name, the gate names it "check 1" and so on, by its place. A
// check that panics refuses. A check that refuses a pass can leave the gate without any
// move. TestCheck verifies most of this for a check of your own.
type Check func(p *Position, m Move) Verdict

// A Verdict is what a check says of a move. The zero Verdict refuses.
type Verdict struct {
	Check  string `json:"check"`            // the name of the check
	Code   string `json:"code,omitempty"`   // the finding in one word that stays the same from version to version
	OK     bool   `json:"ok"`               // whether the move has the property
	Advice bool   `json:"advice,omitempty"` // whether a refusal is only recorded; see Advise
	Move   Move   `json:"move"`             // the move in question
	N      int    `json:"n"`                // the number in Why
	Why    string `json:"why"`              // the finding in words; {move} and {n} stand for Move and N
}

// Allows reports whether the verdict allows the move: it is OK, or a refusal of it is
// only advice.
func (v Verdict) Allows() bool { return v.OK || v.Advice }

// Reason returns Why with the facts filled in. A check with a single reason to refuse
// may set Why even if it allows the move: if the move is OK and Code is empty, Reason
// leaves Why out and says that the move is allowed.
func (v Verdict) Reason() string {
	switch {
	case v.OK && v.Code == "":
		return v.Move.String() + " is allowed"
	case v.Why == "":
		return v.Move.String() + " is refused"
	}
	return strings.NewReplacer("{move}", v.Move.String(), "{n}", strconv.Itoa(v.N)).Replace(v.Why)
}

// placeholders keeps the words of an error or a panic from being taken for the
// placeholders of a Why.
var placeholders = strings.NewReplacer("{move}", "{ move }", "{n}", "{ n }")

// String returns one line: "[pass] legal: A4 is legal", "[FAIL] …", or "[note] …" for
// a refusal that is only advice.
func (v Verdict) String() string {
	mark := "FAIL"
	switch {
	case v.OK:
		mark = "pass"
	case v.Advice:
		mark = "note"
	}
	return oneLine(fmt.Sprintf("[%s] %s: %s", mark, v.Check, v.Reason()))
}

// legal is the check that every gate asks first. Judge says what it promises.
func legal(p *Position, m Move) Verdict {
	v := Verdict{Check: "legal", Move: m}
	e, err := p.judge(m)
	switch err {
	case nil:
		v.OK, v.Code, v.Why = true, "legal", "{move} is legal"
		return v
	case ErrNoMove:
		v.Code, v.Why = "no_move", "{move} is not a move"
	case ErrOver:
		v.Code, v.Why = "over", "the game is over"
	case ErrResign:
		v.Code, v.Why = "resign", "these rules have no resignation"
	case ErrOffBoard:
		v.Code, v.Why = "off_board", "{move} is off the board"
	case ErrOccupied:
		v.Code, v.Why = "occupied", "{move} is occupied"
	case ErrSuicide:
		v.Code, v.Why = "suicide", "{move} is suicide"
		if p.game.rules.Suicide {
			v.recreates(p.firstRepeated(m, &e), "{move} is suicide and recreates the board")
		}
	case ErrSuperko:
		v.Code = "superko"
		v.recreates(p.firstRepeated(m, &e), "{move} breaks superko: it recreates the board")
	case ErrKo:
		v.Code = "ko"
		v.recreates(p.firstRepeated(m, &e), "{move} retakes the ko at once: it recreates the board")
	}
	return v
}

// recreates gives the verdict a reason that ends with the turn after which that
// board stood.
func (v *Verdict) recreates(turn int, why string) {
	v.N, v.Why = turn, why+" as it was after turn {n}"
	if turn == 0 {
		v.Why = why + " as it was at the start"
	}
}

// NotOwnEye refuses to fill a single-point eye of the mover's own. All neighbours of
// such a point are the mover's stones. If the point has four diagonal points, the
// opponent holds at most one of them. If it has fewer, the opponent holds none. A pass
// is allowed.
//
// It is exact: it reads these nine points and nothing else. The refused stone could
// capture nothing, because no opponent's stone is beside it. It would gain its groups
// no liberty, because no empty point is beside it.
//
// It does not promise life. Such an eye can be false because of stones farther off, a
// larger eye is not protected, and on rare occasions filling one is the right move.
//
// Its code is "own_eye" or "no_eye".
func NotOwnEye(p *Position, m Move) Verdict {
	v := Verdict{Check: "not_own_eye", Move: m}
	if c, ok := p.open(m); ok && p.eye(c, p.toPlay) {
		v.Code, v.Why = "own_eye", "{move} fills an eye of the mover's own"
		return v
	}
	v.OK, v.Code, v.Why = true, "no_eye", "{move} fills no eye of the mover's own"
	return v
}

// NotSelfAtari refuses a move that captures nothing and leaves the new stone's group
// with fewer than two liberties. Where the rules permit suicide, a suicide is such a
// move. A pass is allowed.
//
// It is exact: it counts liberties on the board after the move. If it allows a move for
// its liberties, no single reply can capture that group, because one stone fills one
// liberty. If it allows a move because it captures, it promises nothing about the
// mover's own group.
//
// It does not promise life, nor safety from ladders, nets or a second reply, nor
// anything about the player's other groups. It refuses good sacrifices too.
//
// Its code is "self_atari" or "suicide", and for an allowed move "liberties",
// "captures" or "no_stone".
func NotSelfAtari(p *Position, m Move) Verdict {
	v := Verdict{Check: "not_self_atari", Move: m}
	c, ok := p.open(m)
	if !ok {
		v.OK, v.Code, v.Why = true, "no_stone", "{move} places no stone"
		return v
	}
	if e := p.effect(c, p.toPlay); !e.suicide && e.removed.n > 0 {
		v.OK, v.Code, v.Why = true, "captures", "{move} captures {n} stones"
		if v.N = p.count(&e); v.N == 1 {
			v.Why = "{move} captures 1 stone"
		}
		return v
	}
	v.N = p.libertiesAfter(c, p.toPlay)
	switch v.N {
	case 0:
		v.Code, v.Why = "suicide", "{move} removes its own group"
	case 1:
		v.Code, v.Why = "self_atari", "{move} captures nothing and leaves its group 1 liberty"
	default:
		v.OK, v.Code, v.Why = true, "liberties", "{move} leaves its group {n} liberties"
	}
	return v
}

// NotInOwnPassAlive refuses a stone in an empty region that the mover's own pass-alive
// groups hold: every group of the mover's around the region is pass-alive, and every
// point of the region is beside one of these groups. Regions and groups are those of
// [Position.PassAlive] where suicide is permitted, whatever the rules. A pass is
// allowed.
//
// It is exact: it reads the stones on the board and nothing else. The region is the
// mover's territory, so the refused stone takes nothing and leaves the area of both
// sides as it was. The stone is not needed either. The opponent cannot take the groups.
// The mover can take what the opponent puts into the region, superko apart, because a
// stone of the mover's on any liberty there joins the groups and stays. Once the
// opponent has a stone in the region, the check refuses nothing there, since a dead
// stone counts until it is taken.
//
// A player that only makes moves that the check allows never loses a group that was
// once pass-alive in this sense. When the player does play in such a region, a stone of
// the opponent's is there. What is left of the region, at least that stone's point, is
// then as vital as before.
//
// It does not promise life to any other group, and it protects no territory with a
// point away from the groups. Where suicide is not permitted, Position.PassAlive can
// find groups that need that rule to live, which the check does not know. Now and then
// the refused move is right: a pass instead may end the game, and superko may ask for
// another board.
//
// Its code is "own_region" or "no_region".
func NotInOwnPassAlive(p *Position, m Move) Verdict {
	return notHeld(p, m, p.toPlay, Verdict{
		Check: "not_in_own_pass_alive", Code: "own_region", Move: m,
		Why: "{move} is in an empty region held by the mover's pass-alive groups",
	}, "{move} is not in an empty region held by the mover's pass-alive groups")
}

// NotInOpponentPassAlive refuses a stone in a region that the opponent's pass-alive
// groups hold, in the sense of NotInOwnPassAlive. Stones of the mover's may be in the
// region. A pass is allowed.
//
// It is exact: it reads the stones on the board and nothing else. The refused stone
// takes nothing. No later stone of the mover's in the region takes anything either,
// even if the opponent always passes. The only exception is that the opponent itself
// plays where NotInOwnPassAlive would refuse it. The mover does not live there. Every
// liberty of its stones is beside the groups, so the opponent can take all these
// stones, superko apart, whatever the mover replies.
//
// It does not promise that the opponent takes them. All stones count as they stand, so
// a stone that is left there makes a difference to the score, and a stone that must be
// taken can serve as a threat in a ko.
//
// Its code is "opponent_region" or "no_region".
func NotInOpponentPassAlive(p *Position, m Move) Verdict {
	return notHeld(p, m, p.toPlay.Opponent(), Verdict{
		Check: "not_in_opponent_pass_alive", Code: "opponent_region", Move: m,
		Why: "{move} is in a region held by the opponent's pass-alive groups",
	}, "{move} is not in a region held by the opponent's pass-alive groups")
}

// notHeld returns the refusal if pass-alive groups of the given side hold the region
// of m, and otherwise that m is allowed, for the given reason. The mover's own region
// must be empty.
func notHeld(p *Position, m Move, side Color, refusal Verdict, why string) Verdict {
	if c, ok := p.open(m); ok && p.held(c, side, side == p.toPlay) {
		return refusal
	}
	return Verdict{Check: refusal.Check, Code: "no_region", OK: true, Move: m, Why: why}
}

// UsualChecks returns NotOwnEye and NotSelfAtari. They stop two blunders that a greedy
// player makes at the end of a game: it fills its own eyes, and it puts its own stones in
// atari.
func UsualChecks() []Check { return []Check{NotOwnEye, NotSelfAtari} }

// Advise returns a check that gives the verdicts of c without enforcing them. If c
// refuses a move, the verdict records that with Advice set, and the move is allowed. A
// panic of c still refuses. Advise panics if c is nil.
func Advise(c Check) Check {
	if c == nil {
		panic("gogate: Advise needs a check")
	}
	return func(p *Position, m Move) Verdict {
		v := c(p, m)
		v.Advice = !v.OK
		return v
	}
}

// Judge returns the verdict of each check on m, with "legal" first. If "legal" refuses
// m, its verdict is the only one. A check that panics gives a verdict that refuses, with
// the code "panic".
//
// When "legal" allows a move, the move is legal under the rules of the game with all of
// its history, superko included: Position.Play takes it. That says nothing about whether
// the move is any good. The code is "legal", or the reason as Position.Legal gives it:
// "no_move", "over", "resign", "off_board", "occupied", "suicide", "superko" or "ko".
func Judge(p *Position, m Move, checks ...Check) []Verdict {
	v := legal(p, m)
	if !v.OK {
		return []Verdict{v}
	}
	verdicts := make([]Verdict, 1, 1+len(checks))
	verdicts[0] = v
	for i, c := range checks {
		v := ask(c, p, m)
		v.Check, v.Code, v.Why = oneLine(v.Check), oneLine(v.Code), oneLine(v.Why)
		if v.Check == "" {
			v.Check = "check " + strconv.Itoa(i+1)
		}
		verdicts = append(verdicts, v)
	}
	return verdicts
}

// ask returns the verdict of a check, and one that refuses if the check panics.
func ask(c Check, p *Position, m Move) (v Verdict) {
	defer func() {
		if cause := recover(); cause != nil {
			v = Verdict{Code: "panic", Move: m, Why: "the check panicked: " + placeholders.Replace(said(cause))}
		}
	}()
	v = c(p, m)
	v.Move = m
	return v
}

// Allowed returns the moves of LegalMoves that every check allows, in their order: the
// moves from which the fallback of a gate with these checks may choose.
func Allowed(p *Position, checks ...Check) []Move {
	return slices.DeleteFunc(p.LegalMoves(), func(m Move) bool { return !allAllow(checks, p, m) })
}

// allAllow reports whether every check allows m, which is legal.
func allAllow(checks []Check, p *Position, m Move) bool {
	for _, c := range checks {
		if !ask(c, p, m).Allows() {
			return false
		}
	}
	return true
}

// allow reports whether every verdict allows its move.
func allow(verdicts []Verdict) bool {
	return !slices.ContainsFunc(verdicts, func(v Verdict) bool { return !v.Allows() })
}

// oneLine returns somebody else's text as valid UTF-8 on one line and without control
// characters, so that a decision keeps to its lines, reads back from JSON and does
// nothing to a terminal. Most texts stay as they are.
func oneLine(text string) string {
	odd := func(r rune) bool { return !unicode.IsGraphic(r) || r == utf8.RuneError }
	if plain(text) || !strings.ContainsFunc(text, odd) {
		return text
	}
	spaced := strings.Map(func(r rune) rune {
		if !unicode.IsGraphic(r) {
			r = ' '
		}
		return r // RuneError where the text is not UTF-8
	}, text)
	return strings.Join(strings.Fields(spaced), " ")
}

// plain reports whether a text is printable ASCII, as the texts of most checks are. It
// saves most texts the slower look of oneLine.
func plain(text string) bool {
	for _, c := range []byte(text) {
		if c < ' ' || c > '~' {
			return false
		}
	}
	return true
}

// said returns the words of somebody else's error or panic. Its methods may panic too,
// with a value whose methods panic, and fmt.Sprint passes that panic on.
func said(cause any) (text string) {
	defer func() {
		if recover() != nil {
			text = fmt.Sprintf("a %T, which cannot be printed", cause)
		}
	}()
	return oneLine(fmt.Sprint(cause))
}
