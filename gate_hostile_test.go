package gogate_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"example.com/gogate"
)

func TestHostileDecisions(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) { checkHostileDecisions(t, r) })
}

func FuzzHostileDecisions(f *testing.F) {
	f.Fuzz(func(t *testing.T, input []byte) {
		rapid.MakeFuzz(func(r *rapid.T) { checkHostileDecisions(t, r) })(t, input)
	})
}

// checkHostileDecisions makes decisions in which proposer, fallback, checks and
// context do anything that they can do to a gate, and holds each against what a gate
// promises. Everything is drawn beforehand, because rapid ends a run by a panic, which
// a gate would take for a player's. The clock stands still while anything runs.
func checkHostileDecisions(t *testing.T, r *rapid.T) {
	scenes := rapid.SliceOfN(rapid.Custom(drawScene), 25, 25).Draw(r, "scenes")
	var failure error
	synctest.Test(t, func(t *testing.T) {
		for _, s := range scenes {
			if err := s.run(t); err != nil {
				failure = fmt.Errorf("%w\n%+v", err, s)
				break
			}
		}
		waitForLateAnswers() // which leave no goroutine behind
	})
	if failure != nil {
		r.Fatal(failure)
	}
}

// A scene is one decision, and what everybody does in it.
type scene struct {
	position *gogate.Position
	ctx      string
	proposer string // what kind of player
	proposes []act  // for each time it is asked; the last one again and again
	chooses  act
	checks   []gogate.Check
	retries  int
	timeout  time.Duration
	seed     uint64
}

// An act is what a player does when it is asked.
type act struct {
	kind   string
	number uint16
	text   string
}

// scenePositions are where scenes play: early and late in games on small boards.
var scenePositions = sync.OnceValue(func() (positions []*gogate.Position) {
	for seed := range uint64(8) {
		rules := gogate.DefaultRules(2 + int(seed%4))
		rules.Suicide, rules.Resign, rules.Ko = seed%2 == 0, seed%3 == 0, gogate.KoRule(seed%3)
		p, err := rules.Start()
		for err == nil && !p.Over() {
			positions = append(positions, p)
			var m gogate.Move
			if m, err = (gogate.Greedy{Seed: seed}).Play(context.Background(), p); err == nil {
				p, err = p.Play(m)
			}
		}
		if err != nil {
			panic(err)
		}
		positions = append(positions, p)
	}
	return positions
})

// contexts says of each kind of context whether it can end, so that players have
// goroutines of their own, and whether it ends sooner or later.
var contexts = map[string]struct{ canEnd, ends bool }{
	"endless":                   {false, false},
	"open":                      {true, false},
	"deadline":                  {true, true},
	"deadline passed":           {true, true},
	"cancelled":                 {true, true},
	"cancelled later":           {true, true},
	"own, cancelled":            {true, true},
	"own, without a channel":    {false, false},
	"own, without an error":     {true, true},
	"own, deadline passed":      {true, true},
	"own, deadline, no channel": {false, false},
}

func drawScene(t *rapid.T) scene {
	pick := func(name string, from ...string) string { return rapid.SampledFrom(from).Draw(t, name) }
	s := scene{
		position: rapid.SampledFrom(scenePositions()).Draw(t, "position"),
		ctx: pick("context", "endless", "endless", "endless", "open", "open", "open", "deadline", "deadline", "deadline passed",
			"cancelled", "cancelled later", "own, cancelled", "own, without a channel", "own, without an error",
			"own, deadline passed", "own, deadline, no channel"),
		proposer: pick("proposer", "player", "reviser", "text", "text and reviser"),
		retries:  rapid.SampledFrom([]int{0, 0, 1, 2, 3, -1}).Draw(t, "retries"),
		timeout:  rapid.SampledFrom([]time.Duration{0, 0, time.Second, time.Minute, -1}).Draw(t, "timeout"),
		seed:     rapid.Uint64().Draw(t, "seed"),
	}
	kinds := []string{"bad", "bad", "legal", "legal", "illegal", "any", "error", "panic", "odd panic", "slow"}
	c := contexts[s.ctx]
	drawAct := func(name string, alone, waits bool) act {
		kinds := kinds
		if alone {
			kinds = append(slices.Clone(kinds), "exit")
		}
		if waits {
			kinds = append(slices.Clone(kinds), "wait", "stop")
		}
		return act{
			rapid.SampledFrom(kinds).Draw(t, name),
			rapid.Uint16().Draw(t, name+"'s number"),
			drawText(t, name+"'s text"),
		}
	}
	for range rapid.IntRange(1, 3).Draw(t, "acts") {
		s.proposes = append(s.proposes, drawAct("proposal", c.canEnd || s.timeout > 0, c.ends || s.timeout > 0))
	}
	s.chooses = drawAct("choice", c.canEnd, c.ends)
	for range rapid.IntRange(0, 3).Draw(t, "checks") {
		s.checks = append(s.checks, drawCheck(t))
	}
	return s
}

// drawText draws any bytes, among which there may be moves.
func drawText(t *rapid.T, name string) string {
	words := rapid.OneOf(
		rapid.SampledFrom([]string{"A1", "b2", "C3", "E5", "pass", "resign", "\n", " ", "{move}", "\x1b[2J", "\u202e", "\u2028", "[pass] legal"}),
		rapid.String(),
		rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 4), func(b []byte) string { return string(b) }),
	)
	return strings.Join(rapid.SliceOfN(words, 0, 4).Draw(t, name), " ")
}

// drawCheck draws a check that gives one answer to one question.
func drawCheck(t *rapid.T) gogate.Check {
	name, why, number := drawText(t, "check"), drawText(t, "why"), rapid.IntRange(2, 9).Draw(t, "check's number")
	picky := func(_ *gogate.Position, m gogate.Move) gogate.Verdict {
		return gogate.Verdict{Check: name, Code: why, OK: int(m)%number > 0, Move: gogate.Pass, N: number, Why: why}
	}
	nervous := func(p *gogate.Position, m gogate.Move) gogate.Verdict {
		if int(m)%number == 0 {
			panic(why)
		}
		return gogate.Verdict{Check: name, OK: true}
	}
	checks := map[string]gogate.Check{
		"eye": gogate.NotOwnEye, "atari": gogate.NotSelfAtari,
		"own life": gogate.NotInOwnPassAlive, "other life": gogate.NotInOpponentPassAlive, "picky": picky, "nervous": nervous,
		"advice": gogate.Advise(picky), "nervous advice": gogate.Advise(nervous),
		"no pass": noPass, "never": never, "silent": silent, "panics": panics, "nil": panicsWithNil,
	}
	return checks[rapid.SampledFrom([]string{
		"eye", "eye", "eye", "atari", "atari", "atari", "own life", "other life",
		"picky", "picky", "nervous", "nervous", "advice", "nervous advice",
		"no pass", "no pass", "never", "silent", "panics", "nil",
	}).Draw(t, "kind of check")]
}

// do returns the move of an act, or does worse.
func (a act) do(ctx context.Context, p *gogate.Position, moves []gogate.Move) (gogate.Move, error) {
	m, err := answer{a.kind, a.number}.move(p)
	switch a.kind {
	case "odd panic":
		panic(unprintable{})
	case "exit":
		runtime.Goexit()
	case "slow":
		time.Sleep(time.Duration(a.number) * time.Millisecond)
	case "wait":
		<-ctx.Done()
	case "stop":
		<-ctx.Done()
		return m, errors.New(a.text)
	case "legal":
		return moves[int(a.number)%len(moves)], nil
	case "illegal":
		var illegal []gogate.Move
		forEachPoint(p.Size()+1, func(m gogate.Move) {
			if p.Legal(m) != nil {
				illegal = append(illegal, m)
			}
		})
		return illegal[int(a.number)%len(illegal)], nil
	}
	return m, err
}

// A textReviser is a TextFunc that stands in something else.
type textReviser struct{ gogate.TextFunc }

// player returns the proposer of the scene.
func (s scene) player() gogate.Player {
	acts := make(chan act, len(s.proposes))
	for _, a := range s.proposes {
		acts <- a
	}
	last := s.proposes[len(s.proposes)-1]
	next := func() act {
		select {
		case a := <-acts:
			return a
		default:
			return last
		}
	}
	play := func(ctx context.Context, p *gogate.Position) (gogate.Move, error) {
		return next().do(ctx, p, p.LegalMoves())
	}
	says := gogate.TextFunc(func(ctx context.Context, prompt string) (string, error) {
		a := next()
		m, err := a.do(ctx, s.position, s.position.LegalMoves())
		if a.kind == "legal" || a.kind == "bad" || a.kind == "illegal" {
			return a.text + " " + m.String(), err
		}
		return a.text, err
	})
	switch s.proposer {
	case "text":
		return says
	case "text and reviser":
		return textReviser{says}
	case "reviser":
		return reviser{s.position.LegalMoves()[0], func(ctx context.Context, p *gogate.Position, refused []gogate.Answer) (gogate.Move, error) {
			m, err := play(ctx, p)
			for i := range refused {
				clear(refused[i].Verdicts)
			}
			clear(refused)
			return m, err
		}}
	}
	return gogate.PlayerFunc(play)
}

// chooser returns the fallback of the scene.
func (s scene) chooser() gogate.Chooser {
	return chooserFunc(func(ctx context.Context, p *gogate.Position, moves []gogate.Move) (gogate.Choice, error) {
		m, err := s.chooses.do(ctx, p, moves)
		if s.chooses.kind != "legal" {
			for i := range moves {
				moves[i] = m
			}
		}
		return gogate.Choice{Move: m, Note: s.chooses.text}, err
	})
}

// context returns the context of the scene and what frees it.
func (s scene) context(t *testing.T) (context.Context, context.CancelFunc) {
	closed := make(chan struct{})
	close(closed)
	moved := errors.New("the player left the table\n" + s.chooses.text)
	nothing := func() {}
	switch s.ctx {
	case "open":
		return context.WithCancel(t.Context())
	case "deadline":
		return context.WithTimeout(t.Context(), 30*time.Second)
	case "deadline passed":
		return context.WithTimeout(t.Context(), 0)
	case "cancelled":
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		return ctx, cancel
	case "cancelled later":
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(30*time.Second, cancel)
		return ctx, cancel
	case "own, cancelled":
		return &ownContext{t.Context(), closed, moved}, nothing
	case "own, without a channel":
		return &ownContext{t.Context(), nil, moved}, nothing
	case "own, without an error":
		return &ownContext{t.Context(), closed, nil}, nothing
	case "own, deadline passed":
		return &ownContext{t.Context(), closed, context.DeadlineExceeded}, nothing
	case "own, deadline, no channel":
		return &ownContext{t.Context(), nil, context.DeadlineExceeded}, nothing
	}
	return context.Background(), nothing
}

// run plays the scene and reports what is wrong with its decision.
func (s scene) run(t *testing.T) error {
	p := s.position
	var hooked []gogate.Decision
	var gate *gogate.Gate
	if p.Over() {
		gate = gogate.NewGate(proposes(0), s.chooser(), s.checks...)
	} else {
		gate = gogate.NewGate(s.player(), s.chooser(), s.checks...)
	}
	gate.Retries, gate.ProposeTimeout, gate.Seed = s.retries, s.timeout, s.seed
	gate.OnDecision = func(d gogate.Decision) { hooked = append(hooked, d) }
	ctx, cancel := s.context(t)
	defer cancel()
	d, err := gate.Decide(ctx, p)

	if diff := cmp.Diff([]gogate.Decision{d}, hooked); diff != "" {
		return fmt.Errorf("OnDecision got (-want +got):\n%s", diff)
	}
	if n := len(d.Proposals); n > max(s.retries, 0)+1 {
		return fmt.Errorf("%d proposals, want at most 1 and %d retries", n, s.retries)
	}
	for i, a := range d.Proposals {
		if a.Playable() != (d.ProposalAllowed() && i == len(d.Proposals)-1) {
			return fmt.Errorf("proposal %d: allowed %t in\n%v", i+1, a.Playable(), d)
		}
	}
	final := p
	if err == nil {
		verdicts := gogate.Judge(p, d.Move, s.checks...)
		if diff := cmp.Diff(verdicts, d.Verdicts); diff != "" || !allowed(verdicts) || d.Move == 0 || d.Error != "" {
			return fmt.Errorf("played %v, error %q; verdicts (-want +got):\n%s", d.Move, d.Error, diff)
		}
		if final, err = p.Play(d.Move); err != nil {
			return err
		}
		if ctx.Err() != nil && !errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return fmt.Errorf("played %v, though cancelled: %v", d.Move, ctx.Err())
		}
	} else {
		if d.Move != 0 || d.Source != "" || d.Verdicts != nil || d.Error == "" {
			return fmt.Errorf("%v (%s), %v, error %q beside %v", d.Move, d.Source, d.Verdicts, d.Error, err)
		}
		switch {
		case err == gogate.ErrOver && p.Over():
		case err == ctx.Err() && !errors.Is(err, context.DeadlineExceeded):
		case err == gogate.ErrNothingAllowed && !gate.Allows(p, gogate.Pass):
		default:
			return err
		}
	}
	if d.Overridden() != (err == nil && !d.ProposalAllowed()) {
		return fmt.Errorf("overridden %t, proposal allowed %t, error %v", d.Overridden(), d.ProposalAllowed(), err)
	}
	if err := keepsToItsLines(d); err != nil {
		return err
	}
	text, err := json.Marshal(d)
	if err != nil {
		return err
	}
	var back gogate.Decision
	if err := json.Unmarshal(text, &back); err != nil {
		return err
	}
	if diff := cmp.Diff(d, back); diff != "" {
		return fmt.Errorf("read back from JSON (-want +got):\n%s", diff)
	}
	if err := gogate.VerifyLog(strings.NewReader(string(text)), final, s.checks...); err != nil {
		return fmt.Errorf("%w\n%v", err, d)
	}
	return nil
}

// keepsToItsLines reports which line of a decision in words is none of those that it
// should have, or does more than say something.
func keepsToItsLines(d gogate.Decision) error {
	lines := strings.Split(d.String(), "\n")
	note := -1
	if d.Source == gogate.FromFallback && d.Fallback.Note != "" {
		note = len(lines) - 1
	}
	for i, line := range lines {
		starts := func(prefix string) bool { return strings.HasPrefix(line, prefix) }
		switch {
		case strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsGraphic(r) }):
			return fmt.Errorf("line %d of a decision steers: %q", i+1, line)
		case i == note && line == "  "+d.Fallback.Note:
		case i == 0 && starts("turn "):
		case i > 0 && (starts("and then ") || starts("the fallback chooses ") || starts("  [pass] ") || starts("  [FAIL] ") || starts("  [note] ")):
		case (i == len(lines)-1 || i+1 == note) && starts("played: "):
		default:
			return fmt.Errorf("line %d of a decision is %q of\n%v", i+1, line, d)
		}
	}
	return nil
}
