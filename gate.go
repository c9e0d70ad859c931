package gogate

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

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

// ProposalAllowed reports whether the last proposal passed every enforced check. It
// was played then, unless the decision was cancelled as it came.
func (d Decision) ProposalAllowed() bool { return d.Proposal().Playable() }

// Overridden reports whether another move was played than one of the proposer's.
func (d Decision) Overridden() bool { return d.Source == FromFallback || d.Source == FromPass }

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

// MarshalJSON writes what follows from the rest, ProposalAllowed and Overridden, too.
func (d Decision) MarshalJSON() ([]byte, error) {
	allowed, overridden := d.ProposalAllowed(), d.Overridden()
	return json.Marshal(decisionJSON{recorded: recorded(d), ProposalAllowed: &allowed, Overridden: &overridden})
}

// UnmarshalJSON reads what MarshalJSON writes. A text that contradicts itself is an
// error, such as one that plays another move than its source allows.
func (d *Decision) UnmarshalJSON(text []byte) error {
	var read decisionJSON
	if err := json.Unmarshal(text, &read); err != nil {
		return err
	}
	if err := read.consistent(); err != nil {
		return err
	}
	*d = Decision(read.recorded)
	return nil
}

// A recorded is the fields of a Decision.
type recorded Decision

// A decisionJSON is what a Decision is in JSON: its fields and what follows from them.
// The last two are names that such fields once had. A nil one is not there.
type decisionJSON struct {
	recorded
	ProposalAllowed *bool `json:"proposal_allowed,omitempty"`
	Overridden      *bool `json:"overridden,omitempty"`
	ProposalPassed  *bool `json:"proposal_passed,omitempty"`
	PlayedPassed    *bool `json:"played_passed,omitempty"`
}

// consistent reports where the decision contradicts itself.
func (j decisionJSON) consistent() error {
	d := Decision(j.recorded)
	move, known := d.Move, true
	switch d.Source {
	case FromProposer, FromRetry:
		move = d.Proposal().Move
	case FromFallback:
		move = d.Fallback.Move
	case FromPass:
		move = Pass
	case "":
	default:
		known = false
	}
	switch {
	case !known:
		return fmt.Errorf("source %.40q: must be %q, %q, %q, %q or empty", d.Source, FromProposer, FromRetry, FromFallback, FromPass)
	case d.Move != move:
		return fmt.Errorf("move %v contradicts source %q, whose move is %v", d.Move, d.Source, move)
	}
	for _, derived := range []struct {
		name      string
		said      *bool
		following bool
	}{
		{"proposal_allowed", j.ProposalAllowed, d.ProposalAllowed()},
		{"overridden", j.Overridden, d.Overridden()},
		{"proposal_passed", j.ProposalPassed, d.ProposalAllowed()},
		{"played_passed", j.PlayedPassed, d.Move != 0},
	} {
		if derived.said != nil && *derived.said != derived.following {
			return fmt.Errorf("%s is %t, but source, proposals and move make it %t", derived.name, *derived.said, derived.following)
		}
	}
	return nil
}

// played completes the decision with the move that is played.
func (d *Decision) played(m Move, from Source, verdicts []Verdict) {
	d.Move, d.Source, d.Verdicts = m, from, verdicts
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
