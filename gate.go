package gogate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// ErrNothingAllowed is the error of a decision that ends without a move: the checks
// allow no move, or the fallback failed and they do not allow a pass. It cannot
// happen while every check allows a pass.
var ErrNothingAllowed = errors.New("the checks leave nothing to play: they allow no move, or the fallback failed and they refuse a pass")

// Grace is how long a gate waits for a proposer or a fallback whose context has
// reached its deadline. The wait begins at the deadline, or at the question if that
// comes later. So a proposal can take Grace longer than its ProposeTimeout, and a
// decision two times Grace longer than its context allows.
const Grace = 250 * time.Millisecond

// A Gate is a Player whose every move is allowed by its checks, whatever its proposer
// and its fallback do. NewGate makes one.
//
// The zero Gate has neither proposer nor fallback and always passes. Set the fields
// before the first use. A Gate holds no other state: several goroutines may use it at
// once if they may use its proposer, its fallback, its checks and OnDecision.
type Gate struct {
	// Retries is how often the proposer is asked again after a refused proposal.
	// Then the fallback is asked. 0 or less means never again. A proposer that is a
	// Reviser is told what was refused.
	Retries int

	// ProposeTimeout is how long one proposal may take. Then the proposer's context
	// ends, and after Grace the gate goes on without it. With 0 or less, a proposal
	// may take until the context of the decision ends.
	ProposeTimeout time.Duration

	// OnDecision is called with every decision before Decide returns it, also if the
	// decision ended with an error. It must not change what the decision refers to.
	// nil means that nothing is called.
	OnDecision func(Decision)

	// Seed is written into every decision, for whoever wants to repeat it. The gate
	// itself does nothing at random.
	Seed uint64

	proposer Player
	fallback Chooser
	checks   []Check
}

// NewGate returns a gate that plays the proposer's move if it is legal and every check
// allows it. Otherwise the gate plays what the fallback chooses among the moves that
// every check allows. The checks are asked in their order. NewGate panics if the
// proposer, the fallback or a check is nil.
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

// Allows reports whether m is legal and every enforced check allows it. It allocates
// nothing beyond what the checks do.
func (g *Gate) Allows(p *Position, m Move) bool {
	return p.Legal(m) == nil && allAllow(g.checks, p, m)
}

// Allowed returns the moves of LegalMoves that every enforced check allows, in their
// order. It never lists Resign, which Allows may still allow.
func (g *Gate) Allowed(p *Position) []Move { return Allowed(p, g.checks...) }

// Judge returns what the function Judge returns for the checks of the gate.
func (g *Gate) Judge(p *Position, m Move) []Verdict { return Judge(p, m, g.checks...) }

// A Decider is a Player that also tells how it came to its move. A Gate is one.
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

// A Reviser is a Player that takes account of what was refused. A gate with Retries
// asks it for all proposals after the first. Revise gets the refused answers of this
// decision with their verdicts and errors, and may keep and change them. The rules
// for ctx and goroutines are those of Player.
type Reviser interface {
	Player
	Revise(ctx context.Context, p *Position, refused []Answer) (Move, error)
}

// Decide asks the proposer for a move and judges it. If every check allows the move,
// the gate plays it. Otherwise, after the retries, the gate plays what the fallback
// chooses among the allowed moves. A move that Decide returns without an error is
// legal and every enforced check allows it. A fallback that fails or answers outside
// the list is recorded, and the gate passes if the checks allow a pass.
//
// The errors are ErrOver when the game is over, ErrNothingAllowed, and the context's
// own if it is cancelled. With an error, Decide returns the decision as far as it got,
// including an answer that came as the context was cancelled.
//
// A deadline that passes is not an error: the gate waits Grace longer for each answer
// and then goes on without it and without retries. A fallback that is asked after the
// deadline has only the time of Grace, and its context has ended already. Set a
// ProposeTimeout for a proposer that may be slow.
//
// If the context can end, the proposer and the fallback are each asked in a goroutine
// of their own. With a ProposeTimeout, the proposer always is. An answer that comes too
// late is dropped. Its goroutine lives until the player returns, perhaps while the next
// question is asked. A player that is asked without such a goroutine hangs the gate if
// it hangs, and ends the caller if it calls runtime.Goexit. A check is never asked in a
// goroutine of its own, so both hold for every check. A panic of OnDecision reaches the
// caller. What ends a whole program, such as a panic in a goroutine that a player
// starts, ends the gate too.
func (g *Gate) Decide(ctx context.Context, p *Position) (Decision, error) {
	began := time.Now()
	d := Decision{Turn: p.Turn(), Color: p.ToPlay(), Seed: g.Seed}
	err := d.reach(ctx, p, g.checks, g)
	d.Took = time.Since(began)
	if err != nil {
		d.Error = said(err)
	}
	if g.OnDecision != nil {
		g.OnDecision(d)
	}
	return d, err
}

// An asker gives the answers that a decision rests on. A Gate asks its players;
// VerifyLog has an asker that reads them from a record.
type asker interface {
	propose(ctx context.Context, p *Position, refused []Answer) reply
	again(ctx context.Context, refused int) bool // whether to propose again after so many refusals
	choose(ctx context.Context, p *Position, allowed []Move) reply
	stopped(ctx context.Context) error // why the decision ends at this answer, or nil
}

// A reply is an answer before the checks judge it. If it has an Error, code is the
// code of its verdict.
type reply struct {
	Answer
	code string
}

// reach completes the decision, except for its time and its error: proposals until the
// checks allow one, then the fallback, then a pass.
func (d *Decision) reach(ctx context.Context, p *Position, checks []Check, by asker) error {
	if p.Over() {
		return ErrOver
	}
	if err := by.stopped(ctx); err != nil {
		return err
	}
	source := FromProposer
	var shown []Answer // a copy of the refused ones, which the proposer may change
	for {
		r := by.propose(ctx, p, slices.Clip(shown))
		a := r.judged("proposer", p, checks)
		d.Proposals = append(d.Proposals, a)
		if err := by.stopped(ctx); err != nil {
			return err
		}
		if a.Playable() {
			return d.play(a.Move, source, a.Verdicts)
		}
		if !by.again(ctx, len(d.Proposals)) {
			break
		}
		source = FromRetry
		if r.code == "late" { // the proposer may still be at work on what it was shown
			shown = nil
		}
		for _, a := range d.Proposals[len(shown):] {
			a.Verdicts = slices.Clone(a.Verdicts)
			shown = append(shown, a)
		}
	}

	d.Allowed = Allowed(p, checks...)
	if len(d.Allowed) > 0 && !slices.Equal(d.Allowed, []Move{Pass}) {
		d.Fallback = by.choose(ctx, p, d.Allowed).among(d.Allowed, p, checks)
		if err := by.stopped(ctx); err != nil {
			return err
		}
		if d.Fallback.Playable() {
			return d.play(d.Fallback.Move, FromFallback, d.Fallback.Verdicts)
		}
	}
	if verdicts := Judge(p, Pass, checks...); allow(verdicts) {
		return d.play(Pass, FromPass, verdicts)
	}
	return ErrNothingAllowed
}

// play completes the decision with the move that is played.
func (d *Decision) play(m Move, from Source, verdicts []Verdict) error {
	d.Move, d.Source, d.Verdicts = m, from, verdicts
	return nil
}

// judged returns the answer of a proposer or a fallback with the verdicts on it.
func (r reply) judged(who string, p *Position, checks []Check) Answer {
	if r.Error == "" {
		r.Verdicts = Judge(p, r.Move, checks...)
		return r.Answer
	}
	r.Move, r.Note = 0, ""
	r.Verdicts = []Verdict{{Check: who, Code: r.code, Why: "the " + who + " " + placeholders.Replace(r.Error)}}
	return r.Answer
}

// among is judged for a fallback, which must choose one of the allowed moves.
func (r reply) among(allowed []Move, p *Position, checks []Check) Answer {
	if r.Error == "" && !slices.Contains(allowed, r.Move) {
		r.Verdicts = []Verdict{{
			Check: "fallback", Code: "outside", Move: r.Move, Why: "{move} is not one of the moves to choose from",
		}}
		return r.Answer
	}
	return r.judged("fallback", p, checks)
}

// propose asks the proposer.
func (g *Gate) propose(ctx context.Context, p *Position, refused []Answer) reply {
	if g.ProposeTimeout > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(sound{ctx}, g.ProposeTimeout)
		defer stop()
	}
	return question{gate: g, p: p, refused: refused}.put(ctx)
}

// again reports whether a retry is left. There is none after the deadline.
func (g *Gate) again(ctx context.Context, refused int) bool {
	return refused <= g.Retries && ctx.Err() == nil
}

// choose asks the fallback.
func (g *Gate) choose(ctx context.Context, p *Position, allowed []Move) reply {
	moves := slices.Clone(allowed) // the fallback may change what it is given
	return question{gate: g, p: p, moves: moves}.put(ctx)
}

// stopped returns the error of a context that was cancelled, and nil for a context
// whose deadline has passed.
func (g *Gate) stopped(ctx context.Context) error { return cancelled(ctx) }

func cancelled(ctx context.Context) error {
	if err := ctx.Err(); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

// sound guards against a context whose Done closes while its Err is nil:
// context.WithTimeout would panic on it, in a goroutine of its own. For a gate such a
// context has passed its deadline.
type sound struct{ context.Context }

func (c sound) Err() error {
	select {
	case <-c.Done():
		return cmp.Or(c.Context.Err(), context.DeadlineExceeded)
	default:
		return c.Context.Err()
	}
}

// A question is what the gate asks: its fallback if there are moves to choose from,
// and otherwise its proposer. It is a struct rather than a closure, to avoid one
// allocation per decision.
type question struct {
	gate    *Gate
	p       *Position
	refused []Answer
	moves   []Move
}

// put asks the question and returns the answer with the time it took.
func (q question) put(ctx context.Context) (r reply) {
	began := time.Now()
	if ctx.Done() == nil {
		r = q.contained(ctx)
	} else {
		r = q.awaited(ctx)
	}
	r.Took = time.Since(began)
	return r
}

// contained asks in this goroutine.
func (q question) contained(ctx context.Context) (r reply) {
	defer func() {
		if cause := recover(); cause != nil {
			r = unanswered("panic", "panicked: "+said(cause))
		}
	}()
	a, err := q.ask(ctx)
	if err == nil {
		return reply{Answer: a}
	}
	a.Error = "failed: " + said(err)
	if c, ok := err.(coded); ok {
		return reply{a, c.code()}
	}
	return reply{a, "error"}
}

// unanswered returns a reply without an answer, for a reason in one word and in words.
func unanswered(code, words string) reply { return reply{Answer{Error: words}, code} }

// A coded error knows the code of the verdict that it leads to.
type coded interface {
	error
	code() string
}

// A worded is a proposer that names its move within a text. The gate keeps the text.
type worded interface {
	ask(ctx context.Context, p *Position, refused []Answer) (m Move, text string, err error)
}

func (q question) ask(ctx context.Context) (a Answer, err error) {
	if q.moves != nil {
		choice, err := q.gate.fallback.Choose(ctx, q.p, q.moves)
		return Answer{Move: choice.Move, Note: oneLine(choice.Note)}, err
	}
	if text, ok := q.gate.proposer.(worded); ok {
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
func (q question) awaited(ctx context.Context) reply {
	replies := make(chan reply, 1) // so that a late one finds room and is forgotten
	go func() {
		r := unanswered("exit", "ended its goroutine") // unless contained comes back
		defer func() { replies <- r }()
		r = q.contained(ctx)
	}()
	select {
	case r := <-replies:
		return r
	case <-ctx.Done():
	}
	if cancelled(ctx) != nil {
		select {
		case r := <-replies:
			return r
		default:
			return unanswered("cancelled", "gave no answer before the decision was cancelled")
		}
	}
	grace := time.NewTimer(Grace)
	defer grace.Stop()
	select {
	case r := <-replies:
		return r
	case <-grace.C:
		return unanswered("late", "gave no answer by the deadline")
	}
}
