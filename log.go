package gogate

import (
	"bufio"
	"bytes"
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

	"example.com/gogate/internal/form"
)

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
		if want.ProposalAllowed() {
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
		if a.Playable() && !ended {
			want.played(a.Move, want.fromProposal(), a.Verdicts)
		}
	}
	if want.Move != 0 {
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
	case d.Overridden():
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
		form.Count(t.Decisions, "decision"), form.Count(t.Proposals, "proposal"), t.Passed, t.Retried, t.Overridden, t.Unplayed)
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
