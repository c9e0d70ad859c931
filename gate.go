package gogate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
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
	return fmt.Sprintf("[%s] %s: %s", mark, v.Check, v.Reason())
}

// legal is the check that every gate begins with. When it allows a move, the
// move is legal under the rules of the game with all of its history, superko
// included: Position.Play takes it. It says nothing about whether the move is
// any good.
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
			v = Verdict{Code: "panic", Move: m, Why: "the check panicked: " + said(cause)}
		}
	}()
	v = c(p, m)
	v.Move = m
	return v
}

// allow reports whether no verdict refuses.
func allow(verdicts []Verdict) bool {
	return !slices.ContainsFunc(verdicts, func(v Verdict) bool { return !v.Allows() })
}

// ErrNothingAllowed is the error of a decision that ends without a move: no move
// passes every check, or the fallback failed and a pass does not. It cannot
// happen while every check allows a pass.
var ErrNothingAllowed = errors.New("the checks leave nothing to play, not even a pass")

// Grace is how long a gate waits for the answer of a proposer or a fallback that
// stops at the deadline of its context: from then, or from the question if that
// comes later, so that a decision can take two times Grace longer.
const Grace = 250 * time.Millisecond

// A Gate is a Player whose every move passes its checks, whatever its proposer
// and its fallback do. NewGate makes one. A Gate holds no state: several
// goroutines may use it at once if they may use its proposer, its fallback and
// its checks. The zero Gate has neither proposer nor fallback and always passes.
type Gate struct {
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
	return &Gate{proposer, fallback, slices.Clone(checks)}
}

// Allows reports whether m is legal and passes every check that is enforced. It
// allocates nothing beyond what the checks do.
func (g *Gate) Allows(p *Position, m Move) bool {
	if p.Legal(m) != nil {
		return false
	}
	for _, c := range g.checks {
		if !ask(c, p, m).Allows() {
			return false
		}
	}
	return true
}

// Allowed returns the moves of LegalMoves that pass every check that is enforced,
// in their order. So it never lists Resign, which Allows may still allow.
func (g *Gate) Allowed(p *Position) []Move {
	return slices.DeleteFunc(p.LegalMoves(), func(m Move) bool { return !g.Allows(p, m) })
}

// A Source says where the move that a gate played came from.
type Source string

const (
	FromProposer Source = "proposer" // the proposal passed
	FromFallback Source = "fallback" // the fallback chose it among the moves that pass
	FromPass     Source = "pass"     // a pass was the only move that passes, or the fallback failed
)

// A Proposal is the answer of a proposer or a fallback and what was found about
// it. An answer that is no move (an error, a panic, silence past the deadline, a
// choice outside the list) has one verdict that says so.
type Proposal struct {
	Move     Move      `json:"move"`
	Note     string    `json:"note,omitempty"` // what a fallback says that it saw
	Verdicts []Verdict `json:"verdicts"`
}

// Allowed reports whether the proposal may be played: somebody judged it, and
// no verdict refuses.
func (a Proposal) Allowed() bool { return len(a.Verdicts) > 0 && allow(a.Verdicts) }

// A Decision is the record of one move of a gate.
type Decision struct {
	Turn     int       `json:"turn"` // how many turns had been played
	Color    Color     `json:"color"`
	Proposal Proposal  `json:"proposal"`
	Fallback Proposal  `json:"fallback"` // the zero Proposal if it was not asked
	Allowed  []Move    `json:"allowed"`  // the moves that pass, if the proposal does not
	Move     Move      `json:"move"`     // the move played
	Source   Source    `json:"source"`
	Verdicts []Verdict `json:"verdicts"` // of the move played
}

// Overridden reports whether another move than the proposal was played.
func (d Decision) Overridden() bool { return d.Source == FromFallback || d.Source == FromPass }

// Refusals returns the verdicts that kept the proposal from being played.
func (d Decision) Refusals() []Verdict {
	var refused []Verdict
	for _, v := range d.Proposal.Verdicts {
		if !v.Allows() {
			refused = append(refused, v)
		}
	}
	return refused
}

// String tells the decision in words: the proposal with each verdict on it, the
// fallback's choice with its own if it was not played, and the move played with
// what the fallback saw. Turns are counted from 1.
func (d Decision) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "turn %d: %v proposes %v\n", d.Turn+1, d.Color, d.Proposal.Move)
	for _, v := range d.Proposal.Verdicts {
		fmt.Fprintf(&b, "  %v\n", v)
	}
	fallbackFailed := len(d.Fallback.Verdicts) > 0 && !d.Fallback.Allowed()
	if fallbackFailed {
		if d.Fallback.Move != 0 {
			fmt.Fprintf(&b, "the fallback chooses %v\n", d.Fallback.Move)
		}
		for _, v := range d.Fallback.Verdicts {
			fmt.Fprintf(&b, "  %v\n", v)
		}
	}
	switch {
	case d.Source == FromProposer:
		fmt.Fprintf(&b, "played: %v, as proposed", d.Move)
	case d.Source == FromFallback:
		fmt.Fprintf(&b, "played: %v, the fallback's choice", d.Move)
		if d.Fallback.Note != "" {
			fmt.Fprintf(&b, ":\n  %s", d.Fallback.Note)
		}
	case d.Source == FromPass && fallbackFailed:
		b.WriteString("played: pass, since the fallback failed")
	case d.Source == FromPass:
		b.WriteString("played: pass, the only move allowed")
	default:
		b.WriteString("played: nothing")
	}
	return b.String()
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

// Decide asks the proposer once, judges its move, and plays it or asks the
// fallback to choose among the moves that pass. What it returns without an error
// passed legality and every enforced check. A fallback that fails or answers
// outside the list is recorded, and the gate passes if the checks allow it.
//
// The errors are ErrOver when the game is over, ErrNothingAllowed, and the
// context's own if it is cancelled; the decision as far as it got comes with
// them. A deadline that passes is no error: the gate waits Grace longer for each
// answer, and then does without it. A fallback that is asked after the deadline
// has only that time and a context that has ended, so a proposer that may be slow
// should stop at an earlier deadline of its own.
//
// Where the context can end, the proposer and the fallback run in goroutines of
// their own; an answer that comes too late is dropped, and its goroutine lives
// until it returns, if need be beside the next question. Where it cannot, a
// proposer that hangs hangs the gate, and one that calls runtime.Goexit ends the
// caller. A check that hangs always hangs the gate.
func (g *Gate) Decide(ctx context.Context, p *Position) (Decision, error) {
	d := Decision{Turn: p.Turn(), Color: p.ToPlay()}
	if p.Over() {
		return d, ErrOver
	}
	if err := cancelled(ctx); err != nil {
		return d, err
	}
	m, failed := answer(ctx, "proposer", func() (Move, error) { return g.proposer.Play(ctx, p) })
	if err := cancelled(ctx); err != nil {
		return d, err
	}
	d.Proposal = Proposal{Move: m, Verdicts: failed}
	if failed == nil {
		d.Proposal.Verdicts = Judge(p, m, g.checks...)
	}
	if d.Proposal.Allowed() {
		d.Move, d.Source, d.Verdicts = m, FromProposer, d.Proposal.Verdicts
		return d, nil
	}

	d.Allowed = g.Allowed(p)
	if len(d.Allowed) > 0 && !slices.Equal(d.Allowed, []Move{Pass}) {
		moves := slices.Clone(d.Allowed) // the fallback may do with it what it likes
		choice, failed := answer(ctx, "fallback", func() (Choice, error) { return g.fallback.Choose(ctx, p, moves) })
		if err := cancelled(ctx); err != nil {
			return d, err
		}
		d.Fallback = Proposal{choice.Move, oneLine(choice.Note), failed}
		switch {
		case failed != nil:
		case !slices.Contains(d.Allowed, choice.Move):
			d.Fallback.Verdicts = []Verdict{{
				Check: "fallback", Code: "outside", Move: choice.Move, Why: "{move} is not one of the moves to choose from",
			}}
		default:
			d.Fallback.Verdicts = Judge(p, choice.Move, g.checks...)
		}
		if d.Fallback.Allowed() {
			d.Move, d.Source, d.Verdicts = choice.Move, FromFallback, d.Fallback.Verdicts
			return d, nil
		}
	}
	if verdicts := Judge(p, Pass, g.checks...); allow(verdicts) {
		d.Move, d.Source, d.Verdicts = Pass, FromPass, verdicts
		return d, nil
	}
	return d, ErrNothingAllowed
}

// cancelled returns the error of a context that was cancelled, and nil for one
// whose deadline has passed.
func cancelled(ctx context.Context) error {
	if err := ctx.Err(); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

// answer returns what f returns. If f fails, panics or stays silent after ctx has
// ended, it returns the one verdict that says so instead.
func answer[T any](ctx context.Context, who string, f func() (T, error)) (value T, failed []Verdict) {
	fail := func(code, why string) []Verdict {
		return []Verdict{{Check: who, Code: code, Why: "the " + who + " " + why}}
	}
	run := func() (value T, failed []Verdict) {
		defer func() {
			if cause := recover(); cause != nil {
				failed = fail("panic", "panicked: "+said(cause))
			}
		}()
		value, err := f()
		if err != nil {
			var none T
			return none, fail("error", "failed: "+said(err))
		}
		return value, nil
	}
	if ctx.Done() == nil {
		return run()
	}

	type reply struct {
		value  T
		failed []Verdict
	}
	replies := make(chan reply, 1) // so that a late answer finds room and is forgotten
	go func() {
		var r reply
		defer func() { replies <- r }()
		r.failed = fail("exit", "ended its goroutine") // unless run comes back
		r.value, r.failed = run()
	}()
	select {
	case r := <-replies:
		return r.value, r.failed
	case <-ctx.Done():
	}
	if cancelled(ctx) != nil {
		return value, fail("late", "was cancelled")
	}
	late := time.NewTimer(Grace)
	defer late.Stop()
	select {
	case r := <-replies:
		return r.value, r.failed
	case <-late.C:
		return value, fail("late", "gave no answer by the deadline")
	}
}

// oneLine returns somebody else's text as valid UTF-8 on one line and without
// control characters, so that a decision keeps to its lines, reads back from JSON
// and does nothing to a terminal. Most texts stay as they are.
func oneLine(text string) string {
	odd := func(r rune) bool { return unicode.IsControl(r) || r == utf8.RuneError }
	if !strings.ContainsFunc(text, odd) {
		return text
	}
	spaced := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			r = ' '
		}
		return r // with RuneError for what is no UTF-8
	}, text)
	return strings.Join(strings.Fields(spaced), " ")
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
