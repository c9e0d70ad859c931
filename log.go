package gogate

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"example.com/gogate/internal/form"
)

// VerifyLog reads a log of decisions, one as JSON on each line, and verifies their
// findings. It judges once more every move that was proposed, chosen or played, in the
// position of the game where it was named and with the checks of the gate in their
// order. It compares the verdicts, the list of allowed moves and the conclusions. It
// returns nil if everything agrees. Otherwise its error names the first fault of each
// line. If more than three such faults are of the same kind, it names the first three
// and says how many more there are.
//
// The game is the one that led to final. Replay returns such a position for the moves
// of a game. The lines follow its turns: one for a turn, and any number for decisions
// that ended with an error. A turn may lack a line, as those of the other player do. A
// LogVerifier can demand a line for every turn of a colour.
//
// Fields may stand in any order and with any spacing, each once and by its exact name.
// A line may lack what the first logs did not have: seed, the codes of all its
// verdicts, and what follows from the rest, proposal_allowed and overridden. The names
// proposal_passed and played_passed, which such fields once had, are read too.
//
// The words of verdicts must agree, so verify a log with the version of the checks that
// wrote it. VerifyLog does not verify seeds, times, the wording of errors and notes,
// the words around the move that a text names, how many proposals were refused, and
// when and why a decision was cancelled, because the game does not determine them.
func VerifyLog(log io.Reader, final *Position, checks ...Check) error {
	return LogVerifier{Checks: checks}.Verify(log, final)
}

// A LogVerifier verifies logs of decisions. Its zero value does what VerifyLog does for
// a gate without checks.
type LogVerifier struct {
	Checks []Check // those of the gate, in their order

	// Of is the colour whose log must be complete: every turn of it must have a line
	// whose decision played it. Empty demands no line.
	Of Color

	// Read finds the move in a proposer's text. nil means MoveInText. It must be the Read
	// of the TextPlayer that proposed, if that had one.
	Read func(answer string) (Move, error)
}

// Verify does what VerifyLog does, with these settings. It may be called by several
// goroutines at once.
func (v LogVerifier) Verify(log io.Reader, final *Position) error {
	switch {
	case log == nil:
		return errors.New("there is no log to read")
	case final == nil || final.game == nil:
		return errors.New("a log without a game: final must be the last position of one")
	case slices.ContainsFunc(v.Checks, func(c Check) bool { return c == nil }):
		return errors.New("a check is nil: the checks must be those of the gate")
	case v.Of > White:
		return fmt.Errorf("a log of the turns of %v: must be of Black or White, or Empty for either", v.Of)
	}
	var found faults
	logged := make([]bool, final.Turn()+1) // the turns that a decision played
	history := final.History()
	in := bufio.NewReader(log)
	for line, turn := 1, 0; ; line++ {
		text, err := in.ReadBytes('\n')
		if len(bytes.TrimSpace(text)) > 0 {
			d, wrong := v.verifyLine(text, history, turn)
			if wrong != nil {
				found.add(wrong.kind, fmt.Errorf("line %d: %w", line, wrong.error))
			}
			if d != nil {
				turn = d.Turn
				if d.Error == "" {
					logged[turn] = true
					turn++
				}
			}
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			found.add("reading", fmt.Errorf("line %d: %w", line, err))
			break
		}
	}
	for turn, p := range history[:final.Turn()] {
		if p.ToPlay() == v.Of && !logged[turn] {
			found.add("turns without a line", fmt.Errorf("turn %d: no line has the decision of %v that played it", turn+1, v.Of))
		}
	}
	return found.err()
}

// A faults collects what is wrong, at most a few of a kind.
type faults struct {
	list  []error
	kinds []string // in the order in which they came
	count map[string]int
}

const fewFaults = 3

func (f *faults) add(kind string, fault error) {
	if f.count == nil {
		f.count = map[string]int{}
	}
	if f.count[kind] == 0 {
		f.kinds = append(f.kinds, kind)
	}
	if f.count[kind]++; f.count[kind] <= fewFaults {
		f.list = append(f.list, fault)
	}
}

// err returns the faults as one error with how many more there are, or nil.
func (f *faults) err() error {
	list := f.list
	for _, kind := range f.kinds {
		if more := f.count[kind] - fewFaults; more > 0 {
			list = append(list, fmt.Errorf("and %d more: %s", more, kind))
		}
	}
	return errors.Join(list...)
}

// A fault is what is wrong with a line, and what kind of fault that is.
type fault struct {
	kind string
	error
}

// verifyLine compares a line of a log with what the game says. The decision must be on
// the given turn or a later one. It returns the decision if there is one on such a turn.
func (v LogVerifier) verifyLine(text []byte, history []*Position, turn int) (*Decision, *fault) {
	j, err := readDecision(text)
	if err != nil {
		return nil, &fault{"lines that are not a decision", err}
	}
	d := Decision(j.recorded)
	if d.Turn < turn || d.Turn >= len(history) {
		return nil, &fault{"lines out of turn", fmt.Errorf(
			"turn is %d, counted from 0: must be %d to %d, by the lines before and the game", d.Turn, turn, len(history)-1)}
	}
	wrong := func(kind, format string, args ...any) (*Decision, *fault) {
		return &d, &fault{kind, fmt.Errorf("turn %d: %w", d.Turn+1, fmt.Errorf(format, args...))}
	}
	want, err := d.again(history[d.Turn], v)
	if err != nil {
		return wrong("lines whose proposals cannot be followed", "%w", err)
	}
	if d.uncoded() {
		want.dropCodes()
	}
	if at, is, must := difference("", reflect.ValueOf(recorded(d)), reflect.ValueOf(recorded(want))); at != "" {
		return wrong("lines that differ in "+unindexed(at), "%s is %s: must be %s", at, is, must)
	}
	if err := j.contradiction(); err != nil {
		return wrong("lines that contradict themselves", "%w", err)
	}
	if next := d.Turn + 1; d.Error == "" && next < len(history) && d.Move != history[next].Last() {
		return wrong("lines with another move than the game", "plays %v, but the game played %v", d.Move, history[next].Last())
	}
	return &d, nil
}

// unindexed returns the path of a field without the places in its lists.
func unindexed(path string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("[]0123456789", r) {
			return -1
		}
		return r
	}, path)
}

// gateChecks are the checks that a gate itself speaks for. Their verdicts have codes.
var gateChecks = []string{"legal", "proposer", "fallback"}

// uncoded reports whether the decision is from before verdicts had codes.
func (d *Decision) uncoded() bool {
	all := d.allVerdicts()
	return slices.ContainsFunc(all, func(v *Verdict) bool { return slices.Contains(gateChecks, v.Check) }) &&
		!slices.ContainsFunc(all, func(v *Verdict) bool { return v.Code != "" })
}

func (d *Decision) dropCodes() {
	for _, v := range d.allVerdicts() {
		v.Code = ""
	}
}

// allVerdicts returns the verdicts of all lists in the decision.
func (d *Decision) allVerdicts() (all []*Verdict) {
	lists := [][]Verdict{d.Fallback.Verdicts, d.Verdicts}
	for _, a := range d.Proposals {
		lists = append(lists, a.Verdicts)
	}
	for _, list := range lists {
		for i := range list {
			all = append(all, &list[i])
		}
	}
	return all
}

// again returns what a gate with the checks of v records in p if it gets the answers that
// d holds and if its context ends where it ended for d.
func (d Decision) again(p *Position, v LogVerifier) (Decision, error) {
	want := Decision{Turn: d.Turn, Color: p.ToPlay(), Seed: d.Seed, Took: d.Took}
	by := replayer{decision: d, read: v.Read}
	if by.read == nil {
		by.read = MoveInText
	}
	if err := want.reach(context.Background(), p, v.Checks, &by); err != nil {
		want.Error = err.Error()
	}
	if n := len(want.Proposals); by.fault == nil && n > 0 && n < len(d.Proposals) {
		by.fault = fmt.Errorf("proposal %d follows one that was allowed", n+1)
	}
	return want, by.fault
}

// A replayer is an asker that gives the answers of a recorded decision.
type replayer struct {
	decision Decision
	read     func(answer string) (Move, error)
	proposed int
	chosen   bool
	fault    error // why the record gives no answer
}

func (r *replayer) propose(_ context.Context, _ *Position, refused []Answer) reply {
	if len(refused) >= len(r.decision.Proposals) {
		r.fault = errors.New("no proposals: a decision has at least one")
		return reply{}
	}
	a := r.decision.Proposals[len(refused)]
	r.proposed++
	if a.Text != "" && a.Error == "" {
		m, err := r.read(a.Text)
		if err != nil {
			r.fault = fmt.Errorf("proposal %d: %w", r.proposed, err)
		}
		a.Move = m
	}
	a.Note = ""
	return recordedReply(a)
}

func (r *replayer) again(_ context.Context, refused int) bool {
	return refused < len(r.decision.Proposals)
}

func (r *replayer) choose(context.Context, *Position, []Move) reply {
	r.chosen = true
	a := r.decision.Fallback
	a.Text = ""
	return recordedReply(a)
}

// stopped returns the error of a decision that its context ended, where it ended.
func (r *replayer) stopped(context.Context) error {
	d := r.decision
	switch {
	case d.Error == "" || d.Error == ErrOver.Error() || d.Error == ErrNothingAllowed.Error():
		return nil
	case d.Allowed == nil && r.proposed == len(d.Proposals) || r.chosen:
		return errors.New(d.Error)
	}
	return nil
}

// answerCodes are the codes for an Answer without a move.
var answerCodes = [...]string{"error", "panic", "exit", "late", "cancelled", "no_move"}

// recordedReply returns an answer of a record as one that is yet to be judged.
func recordedReply(a Answer) reply {
	code := answerCodes[0]
	if len(a.Verdicts) == 1 && slices.Contains(answerCodes[:], a.Verdicts[0].Code) {
		code = a.Verdicts[0].Code
	}
	return reply{a, code}
}

// A DecisionTally counts decisions. The zero value is ready. Its method Add fits
// Gate.OnDecision, and several goroutines may call it at once. Read the fields only
// after the last Add. A tally must not be copied: print its address, as in
// fmt.Println(&tally).
type DecisionTally struct {
	Decisions    int                       `json:"decisions"`
	Proposals    int                       `json:"proposals"`
	Accepted     int                       `json:"accepted"`   // decisions whose first proposal was played
	Retried      int                       `json:"retried"`    // decisions whose later proposal was played: retries that worked
	Overridden   int                       `json:"overridden"` // decisions that played another move than a proposal
	Unplayed     int                       `json:"unplayed"`   // decisions that ended without a move
	Failed       int                       `json:"failed"`     // decisions whose fallback was asked and gave nothing to play
	Refusals     map[string]map[string]int `json:"refusals"`   // of proposals, by check and code
	Errors       map[string]int            `json:"errors"`     // of proposers that gave no move, by their words; after 20 different ones, the others together
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
		t.Accepted++
	case d.Source == FromRetry:
		t.Retried++
	case d.Overridden():
		t.Overridden++
	default:
		t.Unplayed++
	}
	if d.fallbackFailed() {
		t.Failed++
	}
	for _, a := range d.Proposals {
		t.ProposerTime += a.Took
		if a.Error != "" {
			t.addError(a.Error)
		}
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

const (
	tallyErrors = 20 // different ones that are counted apart
	otherErrors = "other errors"
)

func (t *DecisionTally) addError(words string) {
	if t.Errors == nil {
		t.Errors = map[string]int{}
	}
	if t.Errors[words] == 0 && len(t.Errors) >= tallyErrors {
		words = otherErrors
	}
	t.Errors[words]++
}

// String prints the tally, with the refusals by check and code in the order of their
// names, and what failed. It may be called while others add.
func (t *DecisionTally) String() string {
	t.adding.Lock()
	defer t.adding.Unlock()
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s: %d accepted at once, %d after a retry, %d overridden, %d without a move\n",
		form.Count(t.Decisions, "decision"), form.Count(t.Proposals, "proposal"), t.Accepted, t.Retried, t.Overridden, t.Unplayed)
	for _, check := range slices.Sorted(maps.Keys(t.Refusals)) {
		for _, code := range slices.Sorted(maps.Keys(t.Refusals[check])) {
			fmt.Fprintf(&b, "  %-26s %-15s %5d\n", check, code, t.Refusals[check][code])
		}
	}
	for _, words := range slices.Sorted(maps.Keys(t.Errors)) {
		fmt.Fprintf(&b, "the proposer %s: %d\n", words, t.Errors[words])
	}
	if t.Failed > 0 {
		fmt.Fprintf(&b, "the fallback failed: %d\n", t.Failed)
	}
	fmt.Fprintf(&b, "time: proposer %v, fallback %v\n", t.ProposerTime, t.FallbackTime)
	return b.String()
}

// compare reports the first place where got is not as wanted.
func compare[T any](got, want T) error {
	if at, is, want := difference("", reflect.ValueOf(got), reflect.ValueOf(want)); at != "" {
		return fmt.Errorf("%s is %s: must be %s", at, is, want)
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
	case kind == reflect.Slice && a.IsNil() != b.IsNil():
		return name, listText(a), listText(b)
	case kind == reflect.Slice && a.Len() == b.Len():
		for i := range a.Len() {
			if at, inA, inB := difference(fmt.Sprintf("%s[%d]", name, i), a.Index(i), b.Index(i)); at != "" {
				return at, inA, inB
			}
		}
	case kind == reflect.String:
		return name, fmt.Sprintf("%.100q", a.String()), fmt.Sprintf("%.100q", b.String())
	}
	return name, fmt.Sprint(a), fmt.Sprint(b)
}

// listText tells null from a list without elements.
func listText(list reflect.Value) string {
	if list.IsNil() {
		return "null"
	}
	return fmt.Sprint(list)
}
