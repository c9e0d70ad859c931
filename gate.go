package gogate

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"
)

// A Check decides one exact fact about a legal move in a position: whether the
// move has the property that the check guards. Its verdict must depend on p and
// m alone. It must not keep or change anything, and several goroutines may ask
// at once. A check that refuses a pass can leave the gate without any move.
//
// The gate fills in the verdict's Move, and calls a check that gives no name
// "check 1" and so on, by its place. A check that panics refuses.
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

// Allows reports whether the verdict lets the move pass: it is OK, or advice.
func (v Verdict) Allows() bool { return v.OK || v.Advice }

// Reason returns Why with the facts filled in. A check with a single reason to
// refuse may set Why whatever it finds: without a Code, Reason does not give it
// for a move that is OK.
func (v Verdict) Reason() string {
	switch {
	case v.OK && v.Code == "":
		return v.Move.String() + " is allowed"
	case v.Why == "":
		return v.Move.String() + " is refused"
	}
	return strings.NewReplacer("{move}", v.Move.String(), "{n}", strconv.Itoa(v.N)).Replace(v.Why)
}

// placeholders keeps somebody else's words from being taken for those of a Why.
var placeholders = strings.NewReplacer("{move}", "{ move }", "{n}", "{ n }")

// String returns one line: "[pass] legal: A4 is legal", "[FAIL] …", or
// "[note] …" for a refusal that is only advice.
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

// legal is the check that every gate begins with. Judge says what it promises.
func legal(p *Position, m Move) Verdict {
	v := Verdict{Check: "legal", Move: m}
	e, err := p.judge(m)
	switch err {
	case nil:
		v.OK, v.Code, v.Why = true, "legal", "{move} is legal"
		return v
	case ErrNoMove:
		v.Code, v.Why = "no_move", "{move} is no move"
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

// NotOwnEye refuses to fill a single-point eye: a point whose every neighbour
// is the mover's stone while the opponent holds none of its diagonal points
// where there are fewer than four, or at most one where there are four.
//
// It is exact: it reads these nine points and nothing else. What follows from
// it is that the refused stone could capture nothing, since no opponent's stone
// is beside it, and would gain its groups no liberty, since no empty point is.
// A pass is allowed.
//
// It does not promise life. Such an eye can be false elsewhere, a larger eye is
// not protected, and on rare occasions filling one is the right move.
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

// NotSelfAtari refuses a move that captures nothing and leaves the new stone's
// group with fewer than two liberties; a suicide, where the rules permit one,
// is such a move. A pass is allowed.
//
// It is exact: it counts liberties on the board after the move. A move that it
// allows on liberties leaves a group that no single reply can capture, because
// one stone fills one liberty. A move that it allows because it captures
// promises nothing about its own group.
//
// It does not promise life, nor safety from ladders, nets or a second reply,
// nor for the player's other groups, and it refuses good sacrifices too.
//
// Its code is "self_atari" or "suicide", and for a move that it allows "liberties",
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

// NotInOwnPassAlive refuses a stone in an empty region that the mover's own
// pass-alive groups hold: every group of the mover's around the region is
// pass-alive, and every point of it is beside one of them. Regions and groups are
// those of [Position.PassAlive] where suicide is permitted, whatever the rules. A
// pass is allowed.
//
// It is exact: it reads the stones on the board and nothing else. The region is
// the mover's territory, so the refused stone takes nothing and leaves the area of
// both sides as it was. Nor is it needed: the opponent cannot take the groups, and
// what it puts into the region can be taken, superko apart, because a stone of the
// mover's on any liberty there joins the groups and stays. Once the opponent has a
// stone in the region nothing there is refused, since a dead stone counts until it
// is taken. A player all of whose moves the check allows never loses a group that
// was once pass-alive in this sense: when it plays in a region, a stone of the
// opponent's is there, and what is left of the region, at least that stone's point,
// is as vital as before.
//
// It does not promise life to any other group, and it protects no territory with a
// point away from the groups. Where suicide is not permitted, Position.PassAlive can
// find groups that need that rule to live, which the check does not know. Now and then
// the refused move is right: a pass instead may end the game, and superko may ask for
// another board.
//
// Its code is "own_region" or "no_region".
func NotInOwnPassAlive(p *Position, m Move) Verdict {
	v := Verdict{Check: "not_in_own_pass_alive", Move: m}
	if c, ok := p.open(m); ok && p.held(c, p.toPlay, true) {
		v.Code, v.Why = "own_region", "{move} is in an empty region held by the mover's pass-alive groups"
		return v
	}
	v.OK, v.Code, v.Why = true, "no_region", "{move} is in no empty region held by the mover's pass-alive groups"
	return v
}

// NotInOpponentPassAlive refuses a stone in a region that the opponent's
// pass-alive groups hold, in the sense of NotInOwnPassAlive, with stones of the
// mover's in it or without. A pass is allowed.
//
// It is exact: it reads the stones on the board and nothing else. The refused
// stone takes nothing, and unless the opponent plays where NotInOwnPassAlive would
// refuse it, no stone in the region ever will, even if the opponent always passes.
// Nor will the mover live there: every liberty of its stones is beside the groups,
// so the opponent can take them all, superko apart, whatever the mover replies.
//
// It does not promise that the opponent does so. All stones count as they stand,
// so a stone that is left there makes a difference to the score, and one that must
// be taken can serve as a threat in a ko.
//
// Its code is "opponent_region" or "no_region".
func NotInOpponentPassAlive(p *Position, m Move) Verdict {
	v := Verdict{Check: "not_in_opponent_pass_alive", Move: m}
	if c, ok := p.open(m); ok && p.held(c, p.toPlay.Opponent(), false) {
		v.Code, v.Why = "opponent_region", "{move} is in a region held by the opponent's pass-alive groups"
		return v
	}
	v.OK, v.Code, v.Why = true, "no_region", "{move} is in no region held by the opponent's pass-alive groups"
	return v
}

// Advise returns a check that says the same as c but whose refusals are only
// recorded: they carry Advice, and the move passes. A panic of c still refuses.
// It panics if c is nil.
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

// Judge returns the verdict of each check on m, "legal" first, and that one
// alone if it refuses. A check that panics gives a verdict that refuses, with
// the code "panic".
//
// When "legal" allows a move, the move is legal under the rules of the game with all
// of its history, superko included: Position.Play takes it. It says nothing about
// whether the move is any good. Its code is "legal", or why not: "no_move", "over",
// "resign", "off_board", "occupied", "suicide", "superko" or "ko", as the errors of
// Position.Legal are.
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

// Allowed returns the moves of LegalMoves that pass the checks, in their order: a menu
// of what a gate with these checks would let through.
func Allowed(p *Position, checks ...Check) []Move {
	return slices.DeleteFunc(p.LegalMoves(), func(m Move) bool { return !pass(checks, p, m) })
}

// pass reports whether no check refuses m, which is legal.
func pass(checks []Check, p *Position, m Move) bool {
	for _, c := range checks {
		if !ask(c, p, m).Allows() {
			return false
		}
	}
	return true
}

// allow reports whether no verdict refuses.
func allow(verdicts []Verdict) bool {
	return !slices.ContainsFunc(verdicts, func(v Verdict) bool { return !v.Allows() })
}

// ErrNothingAllowed is the error of a decision that ends without a move: no move
// passes every check, or the fallback failed and a pass does not. It cannot
// happen while every check allows a pass.
var ErrNothingAllowed = errors.New("the checks leave nothing to play: no move passes, or the fallback failed and a pass does not")

// Grace is how long a gate waits for the answer of a proposer or a fallback that
// stops at the deadline of its context: from then, or from the question if that
// comes later. So a proposal can take Grace longer than its ProposeTimeout, and a
// decision two times Grace longer than its context allows.
const Grace = 250 * time.Millisecond

// A Gate is a Player whose every move passes its checks, whatever its proposer
// and its fallback do. NewGate makes one. Its settings are set before its first
// use. It holds no other state: several goroutines may use it at once if they may
// use its proposer, its fallback, its checks and OnDecision. The zero Gate has
// neither proposer nor fallback and always passes.
type Gate struct {
	// Retries is how often the proposer is asked again after a proposal that does
	// not pass, before the fallback is. 0 or less means never. A proposer that is a
	// Reviser is told what was refused.
	Retries int

	// ProposeTimeout is how long one proposal may take. Then the context that the
	// proposer was given ends, and after Grace the gate goes on without it. 0 or less
	// means until the context of the decision ends.
	ProposeTimeout time.Duration

	// OnDecision is called with every decision before Decide returns it, also if it
	// comes with an error. It must not change what the decision refers to. nil means
	// that nothing is called.
	OnDecision func(Decision)

	// Seed is written into every decision, for whoever wants to repeat it. The gate
	// itself does nothing at random.
	Seed uint64

	proposer Player
	fallback Chooser
	checks   []Check
}

// NewGate returns a gate that plays what the proposer proposes where legality
// and the checks allow it, and otherwise what the fallback chooses among the
// moves that they all allow. The checks are asked in their order. It panics if
// the proposer, the fallback or a check is nil.
func NewGate(proposer Player, fallback Chooser, checks ...Check) *Gate {
	if proposer == nil || fallback == nil {
		panic("gogate: NewGate needs a proposer and a fallback")
	}
	for i, c := range checks {
		if c == nil {
			panic(fmt.Sprintf("gogate: NewGate: check %d is nil", i+1))
		}
	}
	return &Gate{proposer: proposer, fallback: fallback, checks: slices.Clone(checks)}
}

// Allows reports whether m is legal and passes every check that is enforced. It
// allocates nothing beyond what the checks do.
func (g *Gate) Allows(p *Position, m Move) bool { return p.Legal(m) == nil && pass(g.checks, p, m) }

// Allowed returns the moves of LegalMoves that pass every check that is enforced,
// in their order. So it never lists Resign, which Allows may still allow.
func (g *Gate) Allowed(p *Position) []Move { return Allowed(p, g.checks...) }

// Judge returns what the function Judge does for the checks of the gate.
func (g *Gate) Judge(p *Position, m Move) []Verdict { return Judge(p, m, g.checks...) }

// A Source says where the move that a gate played came from.
type Source string

const (
	FromProposer Source = "proposer" // the first proposal passed
	FromRetry    Source = "retry"    // a later proposal passed
	FromFallback Source = "fallback" // the fallback chose it among the moves that pass
	FromPass     Source = "pass"     // a pass was the only move that passes, or the fallback failed
)

// An Answer is the answer of a proposer or a fallback and what was found about
// it. An answer that is no move has one verdict, of the check "proposer" or
// "fallback", whose code says why: "error", "panic", "exit" for runtime.Goexit,
// "late" past the deadline, "cancelled", "no_move" for a text that names none, and
// "outside" for a choice that is not in the list.
type Answer struct {
	Move     Move          `json:"move"`
	Text     string        `json:"text,omitempty"`  // the answer as a TextFunc gave it, but for what is no UTF-8
	Note     string        `json:"note,omitempty"`  // what a fallback says that it saw: its evidence in words
	Error    string        `json:"error,omitempty"` // why there is no answer
	Verdicts []Verdict     `json:"verdicts"`
	Took     time.Duration `json:"took_ns"` // how long the answer took
}

// Playable reports whether the answer may be played: somebody judged it, and
// no verdict refuses.
func (a Answer) Playable() bool { return len(a.Verdicts) > 0 && allow(a.Verdicts) }

// A Decision is the record of one move of a gate. It holds nothing that JSON does
// not keep: what encoding/json makes of it reads back as the same Decision.
type Decision struct {
	Turn      int       `json:"turn"` // how many turns had been played
	Color     Color     `json:"color"`
	Seed      uint64    `json:"seed"`      // of the gate
	Proposals []Answer  `json:"proposals"` // in their order; the last one counts
	Fallback  Answer    `json:"fallback"`  // the zero Answer if it was not asked
	Allowed   []Move    `json:"allowed"`   // the moves that pass, if no proposal does
	Move      Move      `json:"move"`      // the move played, the zero Move if there was none
	Source    Source    `json:"source"`
	Verdicts  []Verdict `json:"verdicts"` // of the move played

	ProposalPassed bool `json:"proposal_passed"` // a proposal passed every enforced check
	PlayedPassed   bool `json:"played_passed"`   // the move played did, which is false only if there was none
	Overridden     bool `json:"overridden"`      // another move was played than the proposer's

	Error string        `json:"error,omitempty"` // why there was no move
	Took  time.Duration `json:"took_ns"`         // from the question to the move
}

// Proposal returns the proposal that counts: the one that was played or else the
// last that was refused.
func (d Decision) Proposal() Answer {
	if len(d.Proposals) == 0 {
		return Answer{}
	}
	return d.Proposals[len(d.Proposals)-1]
}

// Refusals returns the verdicts that kept proposals from being played.
func (d Decision) Refusals() []Verdict {
	var refused []Verdict
	for _, a := range d.Proposals {
		for _, v := range a.Verdicts {
			if !v.Allows() {
				refused = append(refused, v)
			}
		}
	}
	return refused
}

// WithoutTimes returns the decision without how long anything took: what is left
// is the same whenever it is made from the same seeds.
func (d Decision) WithoutTimes() Decision {
	d.Took, d.Fallback.Took = 0, 0
	d.Proposals = slices.Clone(d.Proposals)
	for i := range d.Proposals {
		d.Proposals[i].Took = 0
	}
	return d
}

// String tells the decision in words: each proposal with the verdicts on it, the
// fallback's choice with its own if it was not played, and the move played with
// what the fallback saw. Turns are counted from 1.
func (d Decision) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "turn %d: %v proposes ", d.Turn+1, d.Color)
	for i, a := range d.Proposals {
		if i > 0 {
			b.WriteString("and then ")
		}
		fmt.Fprintf(&b, "%v\n", a.Move)
		for _, v := range a.Verdicts {
			fmt.Fprintf(&b, "  %v\n", v)
		}
	}
	if len(d.Proposals) == 0 {
		b.WriteString("nothing\n")
	}
	fallbackFailed := len(d.Fallback.Verdicts) > 0 && !d.Fallback.Playable()
	if fallbackFailed {
		if d.Fallback.Move != 0 {
			fmt.Fprintf(&b, "the fallback chooses %v\n", d.Fallback.Move)
		}
		for _, v := range d.Fallback.Verdicts {
			fmt.Fprintf(&b, "  %v\n", v)
		}
	}
	switch {
	case d.Source == FromProposer || d.Source == FromRetry:
		fmt.Fprintf(&b, "played: %v, as proposed", d.Move)
	case d.Source == FromFallback:
		fmt.Fprintf(&b, "played: %v, the fallback's choice", d.Move)
		if d.Fallback.Note != "" {
			fmt.Fprintf(&b, ":\n  %s", oneLine(d.Fallback.Note))
		}
	case d.Source == FromPass && fallbackFailed:
		b.WriteString("played: pass, since the fallback failed")
	case d.Source == FromPass:
		b.WriteString("played: pass, the only move allowed")
	default:
		b.WriteString("played: nothing")
		if d.Error != "" {
			b.WriteString(": " + oneLine(d.Error))
		}
	}
	return b.String()
}

// played completes the decision with the move that is played.
func (d *Decision) played(m Move, from Source, verdicts []Verdict) {
	d.Move, d.Source, d.Verdicts = m, from, verdicts
	d.PlayedPassed = true
	d.ProposalPassed = from == FromProposer || from == FromRetry
	d.Overridden = !d.ProposalPassed
}

// A Decider is a Player that also tells how it came to its move. A Gate is one;
// PlayGame keeps the decisions of such players.
type Decider interface {
	Player
	Decide(ctx context.Context, p *Position) (Decision, error)
}

// Play returns the move of Decide.
func (g *Gate) Play(ctx context.Context, p *Position) (Move, error) {
	d, err := g.Decide(ctx, p)
	return d.Move, err
}

// A Reviser is a Player that makes something of what was refused. A gate with
// Retries asks it for all proposals after the first, with those of this decision
// so far, the verdicts on them and the errors among them. They are its own. What is
// said of Play holds for Revise too.
type Reviser interface {
	Player
	Revise(ctx context.Context, p *Position, refused []Answer) (Move, error)
}

// Decide asks the proposer, judges its move, and plays it, or after the retries
// asks the fallback to choose among the moves that pass. What it returns without
// an error passed legality and every enforced check. A fallback that fails or
// answers outside the list is recorded, and the gate passes if the checks allow it.
//
// The errors are ErrOver when the game is over, ErrNothingAllowed, and the
// context's own if it is cancelled; the decision as far as it got comes with them,
// an answer included that came as the context was cancelled. A deadline that
// passes is no error: the gate waits Grace longer for each answer, and then does
// without it and without retries. A fallback that is asked after the deadline has
// only that time and a context that has ended, so a proposer that may be slow
// wants a ProposeTimeout.
//
// Where the context can end or there is a ProposeTimeout, the proposer runs in a
// goroutine of its own, and the fallback where the context can end; an answer that
// comes too late is dropped, and its goroutine lives until it returns, if need be
// beside the next question. Otherwise a player that hangs hangs the gate, and one
// that calls runtime.Goexit ends the caller. So does a check, always. A panic of
// OnDecision is the caller's, and what ends a whole program, such as a panic in a
// goroutine that a player starts, ends the gate too.
func (g *Gate) Decide(ctx context.Context, p *Position) (Decision, error) {
	began := time.Now()
	d := Decision{Turn: p.Turn(), Color: p.ToPlay(), Seed: g.Seed}
	err := g.decide(ctx, p, &d)
	d.Took = time.Since(began)
	if err != nil {
		d.Error = said(err)
	}
	if g.OnDecision != nil {
		g.OnDecision(d)
	}
	return d, err
}

// decide completes the decision but for its time and its error.
func (g *Gate) decide(ctx context.Context, p *Position, d *Decision) error {
	if p.Over() {
		return ErrOver
	}
	if err := cancelled(ctx); err != nil {
		return err
	}
	for ask := true; ask; ask = len(d.Proposals) <= g.Retries && ctx.Err() == nil {
		a := g.propose(ctx, p, d.Proposals)
		d.Proposals = append(d.Proposals, a)
		if err := cancelled(ctx); err != nil {
			d.ProposalPassed = a.Playable()
			return err
		}
		if a.Playable() {
			d.played(a.Move, d.fromProposal(), a.Verdicts)
			return nil
		}
	}

	d.Allowed = g.Allowed(p)
	if hasChoice(d.Allowed) {
		d.Fallback = g.choose(ctx, p, d.Allowed)
		if err := cancelled(ctx); err != nil {
			return err
		}
	}
	return d.withoutProposal(p, g.checks)
}

// hasChoice reports whether the moves that pass leave the fallback a choice.
func hasChoice(allowed []Move) bool {
	return len(allowed) > 0 && !slices.Equal(allowed, []Move{Pass})
}

// fromProposal is where the last proposal came from.
func (d *Decision) fromProposal() Source {
	if len(d.Proposals) > 1 {
		return FromRetry
	}
	return FromProposer
}

// withoutProposal completes the decision with the fallback's choice if it passes,
// and otherwise with a pass.
func (d *Decision) withoutProposal(p *Position, checks []Check) error {
	if d.Fallback.Playable() {
		d.played(d.Fallback.Move, FromFallback, d.Fallback.Verdicts)
		return nil
	}
	if verdicts := Judge(p, Pass, checks...); allow(verdicts) {
		d.played(Pass, FromPass, verdicts)
		return nil
	}
	return ErrNothingAllowed
}

// propose asks the proposer and judges its answer.
func (g *Gate) propose(ctx context.Context, p *Position, refused []Answer) Answer {
	if g.ProposeTimeout > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(sound{ctx}, g.ProposeTimeout)
		defer stop()
	}
	if len(refused) > 0 { // the proposer may do with them what it likes
		refused = slices.Clone(refused)
		for i, a := range refused {
			refused[i].Verdicts = slices.Clone(a.Verdicts)
		}
	}
	return g.judgeProposal(p, question{gate: g, p: p, refused: refused}.answer(ctx))
}

// choose asks the fallback and judges its answer.
func (g *Gate) choose(ctx context.Context, p *Position, allowed []Move) Answer {
	moves := slices.Clone(allowed) // the fallback may do with it what it likes
	return g.judgeChoice(p, question{gate: g, p: p, moves: moves}.answer(ctx), allowed)
}

// judgeProposal returns an answer of the proposer with the verdicts on it.
func (g *Gate) judgeProposal(p *Position, a Answer) Answer {
	if a.Error != "" {
		return a.unanswered("proposer")
	}
	a.Verdicts = Judge(p, a.Move, g.checks...)
	return a
}

// judgeChoice returns an answer of the fallback with the verdicts on it.
func (g *Gate) judgeChoice(p *Position, a Answer, allowed []Move) Answer {
	switch {
	case a.Error != "":
		return a.unanswered("fallback")
	case !slices.Contains(allowed, a.Move):
		a.Verdicts = []Verdict{{
			Check: "fallback", Code: "outside", Move: a.Move, Why: "{move} is not one of the moves to choose from",
		}}
	default:
		a.Verdicts = Judge(p, a.Move, g.checks...)
	}
	return a
}

// The words of Answer.Error, or how they begin.
const (
	errorFailed   = "failed: "
	errorPanicked = "panicked: "
	errorExited   = "ended its goroutine"
	errorLate     = "gave no answer by the deadline"

	errorCancelled = "gave no answer before the decision was cancelled"
)

// unanswered returns a proposal that has an Error with the one verdict that says so.
func (a Answer) unanswered(who string) Answer {
	code := "late"
	switch {
	case a.Error == errorFailed+errNamesNone.Error():
		code = "no_move"
	case strings.HasPrefix(a.Error, errorFailed):
		code = "error"
	case strings.HasPrefix(a.Error, errorPanicked):
		code = "panic"
	case a.Error == errorExited:
		code = "exit"
	case a.Error == errorCancelled:
		code = "cancelled"
	}
	a.Move, a.Note = 0, ""
	a.Verdicts = []Verdict{{Check: who, Code: code, Why: "the " + who + " " + placeholders.Replace(a.Error)}}
	return a
}

// cancelled returns the error of a context that was cancelled, and nil for one
// whose deadline has passed.
func cancelled(ctx context.Context) error {
	if err := ctx.Err(); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

// A sound context never ends without an error, over which package context panics,
// in a goroutine of its own. For a gate it has then passed its deadline.
type sound struct{ context.Context }

func (c sound) Err() error {
	select {
	case <-c.Done():
		return cmp.Or(c.Context.Err(), context.DeadlineExceeded)
	default:
		return c.Context.Err()
	}
}

// A question is what the gate asks: its fallback if there are moves to choose
// from, and otherwise its proposer. It is no function, which would be an
// allocation for every decision.
type question struct {
	gate    *Gate
	p       *Position
	refused []Answer
	moves   []Move
}

// answer returns the answer, with the time it took. If the player fails, panics or
// stays silent after ctx has ended, it holds an Error.
func (q question) answer(ctx context.Context) (a Answer) {
	began := time.Now()
	if ctx.Done() == nil {
		a = q.contained(ctx)
	} else {
		a = q.awaited(ctx)
	}
	a.Took = time.Since(began)
	return a
}

// contained asks in this goroutine.
func (q question) contained(ctx context.Context) (a Answer) {
	defer func() {
		if cause := recover(); cause != nil {
			a = Answer{Error: errorPanicked + said(cause)}
		}
	}()
	a, err := q.ask(ctx)
	if err != nil {
		a.Error = errorFailed + said(err)
	}
	return a
}

func (q question) ask(ctx context.Context) (a Answer, err error) {
	if q.moves != nil {
		choice, err := q.gate.fallback.Choose(ctx, q.p, q.moves)
		return Answer{Move: choice.Move, Note: oneLine(choice.Note)}, err
	}
	if text, ok := q.gate.proposer.(TextFunc); ok {
		a.Move, a.Text, err = text.ask(ctx, q.p, q.refused)
	} else if reviser, ok := q.gate.proposer.(Reviser); ok && len(q.refused) > 0 {
		a.Move, err = reviser.Revise(ctx, q.p, q.refused)
	} else {
		a.Move, err = q.gate.proposer.Play(ctx, q.p)
	}
	return a, err
}

// awaited asks in another goroutine, and waits for it until Grace after ctx has
// ended.
func (q question) awaited(ctx context.Context) Answer {
	answers := make(chan Answer, 1) // so that a late answer finds room and is forgotten
	go func() {
		a := Answer{Error: errorExited} // unless contained comes back
		defer func() { answers <- a }()
		a = q.contained(ctx)
	}()
	select {
	case a := <-answers:
		return a
	case <-ctx.Done():
	}
	if cancelled(ctx) != nil {
		select {
		case a := <-answers:
			return a
		default:
			return Answer{Error: errorCancelled}
		}
	}
	grace := time.NewTimer(Grace)
	defer grace.Stop()
	select {
	case a := <-answers:
		return a
	case <-grace.C:
		return Answer{Error: errorLate}
	}
}

// oneLine returns somebody else's text as valid UTF-8 on one line and without
// characters that only steer, so that a decision keeps to its lines, reads back
// from JSON and does nothing to a terminal. Most texts stay as they are.
func oneLine(text string) string {
	odd := func(r rune) bool { return !unicode.IsGraphic(r) || r == utf8.RuneError }
	if plain(text) || !strings.ContainsFunc(text, odd) {
		return text
	}
	spaced := strings.Map(func(r rune) rune {
		if !unicode.IsGraphic(r) {
			r = ' '
		}
		return r // with RuneError for what is no UTF-8
	}, text)
	return strings.Join(strings.Fields(spaced), " ")
}

// plain reports whether a text is printable ASCII, as that of most checks is. Every
// decision asks it several times.
func plain(text string) bool {
	for _, c := range []byte(text) {
		if c < ' ' || c > '~' {
			return false
		}
	}
	return true
}

// said returns the words of somebody else's error or panic. Its methods may panic
// in their turn, with a value that panics too, which fmt.Sprint passes on.
func said(cause any) (text string) {
	defer func() {
		if recover() != nil {
			text = fmt.Sprintf("a %T, which cannot be printed", cause)
		}
	}()
	return oneLine(fmt.Sprint(cause))
}

// VerifyLog reads a log of decisions, one as JSON on each line, and makes all of
// its findings again: it judges every move that was proposed, chosen or played in
// the position of the game where that was, with the checks of the gate in their
// order, and compares the verdicts, the list of moves that pass and the conclusions.
// The game is that of final, such as Replay returns it. The lines follow its turns,
// one for a turn unless a decision ended with an error. Turns without a line, such as
// those of the other player, are no fault.
//
// It returns nil if all agree, else the first thing on each line that does not.
// The words of verdicts must agree too, so a log is verified with the version of
// the checks that wrote it. It cannot judge what is no fact of the game: seeds and
// times; the words of an error, of a note and around the move that a text names;
// how many proposals were refused; and when and why a decision was cancelled.
func VerifyLog(log io.Reader, final *Position, checks ...Check) error {
	if final == nil {
		return errors.New("a log without a game: want the last position of one")
	}
	var errs []error
	history := final.History()
	in := bufio.NewReader(log)
	for line, turn := 1, 0; ; line++ {
		text, err := in.ReadBytes('\n')
		if len(bytes.TrimSpace(text)) > 0 {
			var wrong error
			if turn, wrong = verifyLine(text, history, turn, checks); wrong != nil {
				errs = append(errs, fmt.Errorf("line %d: %w", line, wrong))
			}
		}
		if err == io.EOF {
			return errors.Join(errs...)
		}
		if err != nil {
			return errors.Join(append(errs, fmt.Errorf("line %d: %w", line, err))...)
		}
	}
}

// verifyLine compares a line of a log with what the game says. The decision is on
// the given turn or later; it returns what that is for the next line.
func verifyLine(text []byte, history []*Position, turn int, checks []Check) (int, error) {
	var d Decision
	in := json.NewDecoder(bytes.NewReader(text))
	in.DisallowUnknownFields()
	if err := in.Decode(&d); err != nil {
		return turn, fmt.Errorf("no decision: %w", err)
	}
	if _, err := in.Token(); err != io.EOF {
		return turn, errors.New("more than one decision: want one a line")
	}
	if err := d.is(text); err != nil {
		return turn, err
	}
	if d.Turn < turn || d.Turn >= len(history) {
		return turn, fmt.Errorf("turn %d: want turn %d or a later one, and none after turn %d, which the game is at",
			d.Turn+1, turn+1, len(history))
	}
	turn = d.Turn
	if d.Error == "" {
		turn++
	}
	want, err := d.again(history[d.Turn], checks)
	if err == nil {
		err = compare(d, want)
	}
	if next := d.Turn + 1; err == nil && d.Error == "" && next < len(history) && d.Move != history[next].Last() {
		err = fmt.Errorf("plays %v, and the game %v", d.Move, history[next].Last())
	}
	if err != nil {
		return turn, fmt.Errorf("turn %d: %w", d.Turn+1, err)
	}
	return turn, nil
}

// is reports whether the text is that of d: one in which a field stood twice, or under
// a name in other letters, would say something else to another reader.
func (d Decision) is(text []byte) error {
	want, err := json.Marshal(d)
	if err != nil {
		return err
	}
	var compact, got bytes.Buffer
	if err := json.Compact(&compact, text); err != nil {
		return err
	}
	json.HTMLEscape(&got, compact.Bytes()) // as Marshal does, and other writers do not
	if !bytes.Equal(got.Bytes(), want) {
		return errors.New("not as encoding/json writes a decision: want each field once, by its name and in its place")
	}
	return nil
}

// again returns what a gate with these checks records in p if it gets the answers
// that d holds and if its context ends where it ended for d.
func (d Decision) again(p *Position, checks []Check) (Decision, error) {
	gate := Gate{checks: checks}
	want := Decision{Turn: d.Turn, Color: p.ToPlay(), Seed: d.Seed, Took: d.Took}
	if p.Over() {
		want.Error = ErrOver.Error()
		return want, nil
	}
	ended := d.Error != "" && d.Error != ErrOver.Error() && d.Error != ErrNothingAllowed.Error() // its context
	for i, a := range d.Proposals {
		if want.ProposalPassed {
			return want, fmt.Errorf("proposal %d follows one that passed", i+1)
		}
		if a.Text != "" && a.Error == "" {
			m, err := MoveInText(a.Text)
			if err != nil {
				return want, fmt.Errorf("proposal %d: %w", i+1, err)
			}
			a.Move = m
		}
		a.Note = ""
		a = gate.judgeProposal(p, a)
		want.Proposals = append(want.Proposals, a)
		switch {
		case a.Playable() && ended:
			want.ProposalPassed = true
		case a.Playable():
			want.played(a.Move, want.fromProposal(), a.Verdicts)
		}
	}
	if want.PlayedPassed {
		return want, nil
	}
	if ended && d.Allowed == nil {
		want.Error = d.Error
		return want, nil
	}
	if len(d.Proposals) == 0 {
		return want, errors.New("no proposals: want at least one")
	}
	want.Allowed = Allowed(p, checks...)
	if hasChoice(want.Allowed) {
		a := d.Fallback
		a.Text = ""
		want.Fallback = gate.judgeChoice(p, a, want.Allowed)
		if ended {
			want.Error = d.Error
			return want, nil
		}
	}
	if err := want.withoutProposal(p, checks); err != nil {
		want.Error = err.Error()
	}
	return want, nil
}

// A DecisionTally counts decisions. The zero value is ready. Add may be called by
// several goroutines at once, and is made for Gate.OnDecision; the fields are read
// when nothing is added any more.
type DecisionTally struct {
	Decisions    int                       `json:"decisions"`
	Proposals    int                       `json:"proposals"`
	Passed       int                       `json:"passed"`     // decisions whose first proposal was played
	Retried      int                       `json:"retried"`    // those in which a later one was: retries that worked
	Overridden   int                       `json:"overridden"` // those in which another move was played
	Unplayed     int                       `json:"unplayed"`   // those that ended without a move
	Failed       int                       `json:"failed"`     // those in which the fallback was asked and gave nothing to play
	Refusals     map[string]map[string]int `json:"refusals"`   // of proposals, by check and code
	ProposerTime time.Duration             `json:"proposer_ns"`
	FallbackTime time.Duration             `json:"fallback_ns"`

	adding sync.Mutex
}

// Add counts a decision.
func (t *DecisionTally) Add(d Decision) {
	t.adding.Lock()
	defer t.adding.Unlock()
	t.Decisions++
	t.Proposals += len(d.Proposals)
	switch {
	case d.Source == FromProposer:
		t.Passed++
	case d.Source == FromRetry:
		t.Retried++
	case d.Overridden:
		t.Overridden++
	default:
		t.Unplayed++
	}
	if len(d.Fallback.Verdicts) > 0 && !d.Fallback.Playable() {
		t.Failed++
	}
	for _, a := range d.Proposals {
		t.ProposerTime += a.Took
	}
	t.FallbackTime += d.Fallback.Took
	for _, v := range d.Refusals() {
		if t.Refusals == nil {
			t.Refusals = map[string]map[string]int{}
		}
		if t.Refusals[v.Check] == nil {
			t.Refusals[v.Check] = map[string]int{}
		}
		t.Refusals[v.Check][v.Code]++
	}
}

// String prints the tally, with the refusals by check and code in the order of
// their names. It may be called while others add.
func (t *DecisionTally) String() string {
	t.adding.Lock()
	defer t.adding.Unlock()
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s: %d passed at once, %d after a retry, %d overridden, %d without a move\n",
		number(t.Decisions, "decision"), number(t.Proposals, "proposal"), t.Passed, t.Retried, t.Overridden, t.Unplayed)
	for _, check := range slices.Sorted(maps.Keys(t.Refusals)) {
		for _, code := range slices.Sorted(maps.Keys(t.Refusals[check])) {
			fmt.Fprintf(&b, "  %-26s %-15s %5d\n", check, code, t.Refusals[check][code])
		}
	}
	if t.Failed > 0 {
		fmt.Fprintf(&b, "the fallback failed: %d\n", t.Failed)
	}
	fmt.Fprintf(&b, "time: proposer %v, fallback %v\n", t.ProposerTime, t.FallbackTime)
	return b.String()
}

// TestCheck puts a check through what every gate relies on, in the given positions
// or, without any, in those of random games on 5×5, where suicide and resignation
// are legal, 9×9 and 13×13, each with another ko rule, before and after a pass. It
// asks about every legal move, and once more in another order and from several
// goroutines at once, and returns what it found wrong, at most a few of a kind, or
// nil:
//
//   - the check panics, or ends its goroutine,
//   - it answers the same question in different ways,
//   - its name changes, or is one of those that a gate gives: "legal", "proposer" and
//     "fallback",
//   - it refuses a pass, so that a gate may be left without a move.
//
// It does not look into what the check means, and it cannot tell that a check keeps
// what it must not keep. Under the race detector it also shows data races.
func TestCheck(c Check, positions ...*Position) error {
	if c == nil {
		return errors.New("the check is nil")
	}
	if len(positions) == 0 {
		positions = samplePositions()
	}
	t := checkTest{check: c}
	for i, p := range positions {
		if p == nil {
			return fmt.Errorf("position %d is nil", i+1)
		}
		t.position(p)
	}
	return errors.Join(t.found...)
}

// samplePositions returns positions from all phases of a few games.
func samplePositions() (positions []*Position) {
	for _, size := range []int{5, 9, 13} {
		rules := DefaultRules(size)
		rules.Suicide, rules.Resign = size == 5, size == 5
		rules.Ko = map[int]KoRule{5: SituationalSuperko, 9: PositionalSuperko, 13: SimpleKo}[size]
		p, err := rules.Start()
		for err == nil && !p.Over() {
			if p.Turn()%(2*size) < 2 { // with either side to move
				positions = append(positions, p)
				if q, err := p.Play(Pass); err == nil && !q.Over() {
					positions = append(positions, q)
				}
			}
			var m Move
			if m, err = (Random{Seed: uint64(size)}).Play(context.Background(), p); err == nil {
				p, err = p.Play(m)
			}
		}
		if err != nil {
			panic(err) // a mistake of this package
		}
	}
	return positions
}

// A checkTest is a run of TestCheck.
type checkTest struct {
	check Check
	named bool
	name  string // that the check first gave itself
	found []error
	kinds map[string]int
}

func (t *checkTest) position(p *Position) {
	moves := p.LegalMoves()
	if p.Legal(Resign) == nil {
		moves = append(moves, Resign)
	}
	first, again := make([]Verdict, len(moves)), make([]Verdict, len(moves))
	var asking sync.WaitGroup
	asking.Go(func() { // in a goroutine too, which the check may end
		for i, m := range moves {
			first[i] = ask(t.check, p, m)
		}
	})
	asking.Wait()
	for half := range 2 {
		asking.Go(func() {
			for i := len(moves) - 1 - half; i >= 0; i -= 2 {
				again[i] = ask(t.check, p, moves[i])
			}
		})
	}
	asking.Wait()
	for i, m := range moves {
		v := first[i]
		if v.Move == 0 || again[i].Move == 0 {
			t.report(p, m, "exit", "ends its goroutine")
			return
		}
		if v.Code == "panic" && v.Check == "" {
			t.report(p, m, "panic", "%s", v.Why)
			continue
		}
		if at, is, was := difference("", reflect.ValueOf(again[i]), reflect.ValueOf(v)); at != "" {
			t.report(p, m, "answers", "%s is %s and then %s: want one answer to one question", at, was, is)
		}
		if !t.named {
			t.named, t.name = true, v.Check
		}
		if slices.Contains([]string{"legal", "proposer", "fallback"}, v.Check) {
			t.report(p, m, "reserved", "calls itself %q: want a name that a gate does not give itself", v.Check)
		}
		if v.Check != t.name {
			t.report(p, m, "name", "calls itself %q and then %q: want one name", t.name, v.Check)
		}
		if m == Pass && !v.Allows() {
			t.report(p, m, "pass", "refuses a pass, %v: want a pass allowed, or a gate may have no move", v)
		}
	}
}

// report notes what is wrong, unless there was enough of the kind.
func (t *checkTest) report(p *Position, m Move, kind, format string, args ...any) {
	const enough = 3
	if t.kinds == nil {
		t.kinds = map[string]int{}
	}
	if t.kinds[kind]++; t.kinds[kind] <= enough {
		t.found = append(t.found, fmt.Errorf("turn %d, %v %v: %s\n%v", p.Turn()+1, p.ToPlay(), m, fmt.Sprintf(format, args...), p))
	}
}

// compare reports the first place where got is not as wanted.
func compare[T any](got, want T) error {
	if at, is, want := difference("", reflect.ValueOf(got), reflect.ValueOf(want)); at != "" {
		return fmt.Errorf("%s is %s: want %s", at, is, want)
	}
	return nil
}

// difference returns the first place where two values differ, by its name in JSON
// after the name of the whole, and what each has there.
func difference(name string, a, b reflect.Value) (at, inA, inB string) {
	switch kind := a.Kind(); {
	case reflect.DeepEqual(a.Interface(), b.Interface()):
		return "", "", ""
	case kind == reflect.Struct:
		for i := range a.NumField() {
			inside := name
			if field, _, _ := strings.Cut(a.Type().Field(i).Tag.Get("json"), ","); field != "" {
				inside = strings.TrimPrefix(name+"."+field, ".")
			}
			if at, inA, inB := difference(inside, a.Field(i), b.Field(i)); at != "" {
				return at, inA, inB
			}
		}
	case kind == reflect.Slice && a.Len() == b.Len():
		for i := range a.Len() {
			if at, inA, inB := difference(fmt.Sprintf("%s[%d]", name, i), a.Index(i), b.Index(i)); at != "" {
				return at, inA, inB
			}
		}
	case kind == reflect.String:
		return name, strconv.Quote(a.String()), strconv.Quote(b.String())
	}
	return name, fmt.Sprint(a), fmt.Sprint(b)
}
