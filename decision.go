package gogate

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"example.com/gogate/internal/form"
)

// A Source says where the move that a gate played came from.
type Source string

const (
	FromProposer Source = "proposer" // the first proposal was allowed
	FromRetry    Source = "retry"    // a later proposal was allowed
	FromFallback Source = "fallback" // the fallback chose it among the allowed moves
	FromPass     Source = "pass"     // a pass was the only allowed move, or the fallback failed
)

// An Answer is what a proposer or a fallback answered and what was found about it.
//
// If there is no move in it, it has one verdict, of the check "proposer" or
// "fallback". The code of the verdict says why there is none: "error", "panic",
// "exit" after runtime.Goexit, "late" past the deadline, "cancelled", "no_move" for a
// text that names no move. A fallback's move outside its list has the code "outside".
type Answer struct {
	Move     Move          `json:"move"`
	Text     string        `json:"text,omitempty"`  // what a TextFunc answered, as valid UTF-8
	Note     string        `json:"note,omitempty"`  // what a fallback says that it saw: its evidence in words
	Error    string        `json:"error,omitempty"` // why there is no answer
	Verdicts []Verdict     `json:"verdicts"`
	Took     time.Duration `json:"took_ns"` // how long the answer took
}

// Playable reports whether the answer may be played: checks judged it, and none
// refused it.
func (a Answer) Playable() bool { return len(a.Verdicts) > 0 && allow(a.Verdicts) }

// A Decision is the record of one move of a gate. It holds nothing that JSON does not
// keep: encoding/json writes it and reads it back as the same Decision.
type Decision struct {
	Turn      int           `json:"turn"` // how many turns had been played
	Color     Color         `json:"color"`
	Seed      uint64        `json:"seed"`      // of the gate
	Proposals []Answer      `json:"proposals"` // in their order; the last one counts
	Fallback  Answer        `json:"fallback"`  // the zero Answer if the fallback was not asked
	Allowed   []Move        `json:"allowed"`   // the moves that every check allows, if it allows no proposal
	Move      Move          `json:"move"`      // the move played; the zero Move if there was none
	Source    Source        `json:"source"`
	Verdicts  []Verdict     `json:"verdicts"`        // on the move played
	Error     string        `json:"error,omitempty"` // why there was no move
	Took      time.Duration `json:"took_ns"`         // from the question to the move
}

// Proposal returns the proposal that counts: the one that was played, or the last
// one that was refused.
func (d Decision) Proposal() Answer {
	if len(d.Proposals) == 0 {
		return Answer{}
	}
	return d.Proposals[len(d.Proposals)-1]
}

// ProposalAllowed reports whether every enforced check allows the last proposal. The
// gate then played that proposal, unless the decision was cancelled as the proposal
// came.
func (d Decision) ProposalAllowed() bool { return d.Proposal().Playable() }

// Overridden reports whether the gate played a move other than the proposer's.
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

// WithoutTimes returns the decision with all times set to zero. Decisions that are made
// in the same way from the same seeds are then equal.
func (d Decision) WithoutTimes() Decision {
	d.Took, d.Fallback.Took = 0, 0
	d.Proposals = slices.Clone(d.Proposals)
	for i := range d.Proposals {
		d.Proposals[i].Took = 0
	}
	return d
}

// fallbackFailed reports whether the fallback was asked and gave nothing to play.
func (d Decision) fallbackFailed() bool {
	return len(d.Fallback.Verdicts) > 0 && !d.Fallback.Playable()
}

// String tells the decision in words: each proposal with the verdicts on it, the
// fallback's choice with its verdicts if it was not played, and the move played with
// what the fallback saw. Turns are counted from 1.
func (d Decision) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "turn %d: ", d.Turn+1)
	for i, a := range d.Proposals {
		switch {
		case i > 0:
			b.WriteString("and then ")
		case a.Move != 0:
			fmt.Fprintf(&b, "%v proposes ", d.Color)
		default:
			fmt.Fprintf(&b, "%v's proposer gave ", d.Color)
		}
		b.WriteString(named(a.Move) + "\n")
		writeVerdicts(&b, a.Verdicts)
	}
	if len(d.Proposals) == 0 {
		fmt.Fprintf(&b, "%v's proposer was not asked\n", d.Color)
	}
	if d.fallbackFailed() {
		if d.Fallback.Move != 0 {
			fmt.Fprintf(&b, "the fallback chooses %v\n", d.Fallback.Move)
		}
		writeVerdicts(&b, d.Fallback.Verdicts)
	}
	b.WriteString("played: " + d.Played())
	if d.Source == FromFallback && d.Fallback.Note != "" {
		fmt.Fprintf(&b, ":\n  %s", oneLine(d.Fallback.Note))
	}
	return b.String()
}

// named returns the name of a move, and words for the zero Move.
func named(m Move) string {
	if m == 0 {
		return "no move"
	}
	return m.String()
}

func writeVerdicts(b *strings.Builder, verdicts []Verdict) {
	for _, v := range verdicts {
		fmt.Fprintf(b, "  %v\n", v)
	}
}

// Played says in words what the gate played and how it came to that: "D7, the fallback's
// choice".
func (d Decision) Played() string {
	switch d.Source {
	case FromProposer, FromRetry:
		return fmt.Sprintf("%v, as proposed", d.Move)
	case FromFallback:
		return fmt.Sprintf("%v, the fallback's choice", d.Move)
	case FromPass:
		if d.fallbackFailed() {
			return "pass, since the fallback failed"
		}
		return "pass, the only move allowed"
	}
	if d.Error != "" {
		return "nothing: " + oneLine(d.Error)
	}
	return "nothing"
}

// A recorded is the fields of a Decision without its methods.
type recorded Decision

// A decisionJSON is a Decision in JSON: its fields and what follows from them. The last
// two fields are names of earlier versions. A nil field is not in the text.
type decisionJSON struct {
	recorded
	ProposalAllowed *bool `json:"proposal_allowed,omitempty"`
	Overridden      *bool `json:"overridden,omitempty"`
	ProposalPassed  *bool `json:"proposal_passed,omitempty"`
	PlayedPassed    *bool `json:"played_passed,omitempty"`
}

// MarshalJSON writes the fields and what follows from them, ProposalAllowed and
// Overridden. A decision that contradicts itself is an error, because UnmarshalJSON
// would refuse it.
func (d Decision) MarshalJSON() ([]byte, error) {
	if err := d.consistent(); err != nil {
		return nil, err
	}
	allowed, overridden := d.ProposalAllowed(), d.Overridden()
	return json.Marshal(decisionJSON{recorded: recorded(d), ProposalAllowed: &allowed, Overridden: &overridden})
}

// UnmarshalJSON reads what MarshalJSON writes. A text that contradicts itself is an
// error, such as one that plays another move than its source gave. null changes nothing,
// as with every type of encoding/json.
func (d *Decision) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		return nil
	}
	var j decisionJSON
	if err := json.Unmarshal(text, &j); err != nil {
		return typeError(err)
	}
	read := Decision(j.recorded)
	if err := cmp.Or(j.contradiction(), read.consistent()); err != nil {
		return err
	}
	*d = read
	return nil
}

// consistent reports where the parts of the decision contradict each other.
func (d Decision) consistent() error {
	if d.Turn < 0 {
		return fmt.Errorf("turn is %d: must be 0 or more", d.Turn)
	}
	played := d.Proposal()
	switch d.Source {
	case FromProposer, FromRetry:
		if n := len(d.Proposals); (n > 1) != (d.Source == FromRetry) || n == 0 {
			return fmt.Errorf("source is %q with %s: must be %q for the first and %q for a later one", d.Source, form.Count(n, "proposal"), FromProposer, FromRetry)
		}
	case FromFallback:
		played = d.Fallback
	case FromPass:
		played = Answer{Move: Pass, Verdicts: d.Verdicts}
	case "": // a Decider that is not a Gate need not say
		return nil
	default:
		return fmt.Errorf("source is %.40q: must be %q, %q, %q, %q or empty", d.Source, FromProposer, FromRetry, FromFallback, FromPass)
	}
	switch {
	case d.Move != played.Move:
		return fmt.Errorf("move is %v: must be %v, the move of source %q", d.Move, played.Move, d.Source)
	case played.Error != "" || !played.Playable():
		return fmt.Errorf("source is %q: must be one whose answer the verdicts allow", d.Source)
	case !slices.Equal(d.Verdicts, played.Verdicts):
		return fmt.Errorf("verdicts are not those on the answer of source %q: must be the same", d.Source)
	case d.Error != "":
		return fmt.Errorf("error is %.40q: must be empty in a decision with a move", d.Error)
	}
	return nil
}

// contradiction reports what the text says of a decision that does not follow from it.
func (j decisionJSON) contradiction() error {
	d := Decision(j.recorded)
	for _, derived := range [...]struct {
		name    string
		said    *bool
		follows bool
	}{
		{"proposal_allowed", j.ProposalAllowed, d.ProposalAllowed()},
		{"overridden", j.Overridden, d.Overridden()},
		{"proposal_passed", j.ProposalPassed, d.ProposalAllowed()},
		{"played_passed", j.PlayedPassed, d.Move != 0},
	} {
		if derived.said != nil && *derived.said != derived.follows {
			return fmt.Errorf("%s is %t: must be %t, which follows from source, move and proposals", derived.name, *derived.said, derived.follows)
		}
	}
	return nil
}

// readDecision reads a line strictly: one decision with all of its fields, each once and
// by its exact name. Another reader might take a field that stands twice for something
// else, and a field that is missing for what it likes.
func readDecision(text []byte) (j decisionJSON, err error) {
	if err := strictFields(text); err != nil {
		return j, err
	}
	if err := json.Unmarshal(text, &j); err != nil {
		return j, typeError(err)
	}
	return j, nil
}

// typeError says in words which field has a value of the wrong type.
func typeError(err error) error {
	wrong := (*json.UnmarshalTypeError)(nil)
	if !errors.As(err, &wrong) {
		return fmt.Errorf("not a decision: %w", err)
	}
	field := strings.TrimPrefix(wrong.Field, "recorded.")
	if field == "" {
		return fmt.Errorf("not a decision: a %s, but it must be an object", wrong.Value)
	}
	return fmt.Errorf("field %q has the value %.40s: must be a value of its type, %v", field, wrong.Value, wrong.Type.Kind())
}

// The objects of a decision in JSON, by the field in which they stand.
var decisionObjects = map[string]map[string]bool{
	"":          fieldNames(reflect.TypeFor[recorded](), "proposal_allowed", "overridden", "proposal_passed", "played_passed"),
	"proposals": fieldNames(reflect.TypeFor[Answer]()),
	"fallback":  fieldNames(reflect.TypeFor[Answer]()),
	"verdicts":  fieldNames(reflect.TypeFor[Verdict]()),
}

// fieldNames returns the names in JSON of a type's fields, true for those that a line of a
// log must have, and of some others.
func fieldNames(t reflect.Type, others ...string) map[string]bool {
	names := map[string]bool{}
	for i := range t.NumField() {
		name, rest, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		names[name] = rest != "omitempty" && name != "seed"
	}
	for _, name := range others {
		names[name] = false
	}
	return names
}

// An openObject is an object or a list of a text that is being read.
type openObject struct {
	field string          // in which it stands
	names map[string]bool // that it can have; nil for a list
	seen  []string
}

// missing returns the first field that the object must have and lacks, by its name.
func (o openObject) missing() string {
	for _, name := range slices.Sorted(maps.Keys(o.names)) {
		if o.names[name] && !slices.Contains(o.seen, name) {
			return name
		}
	}
	return ""
}

// strictFields reports what keeps a text from being one object with the fields of a
// decision: all of them, each once, and none null that is not a list.
func strictFields(text []byte) error {
	in := json.NewDecoder(bytes.NewReader(text))
	var open []openObject
	field := ""              // in which the next value stands
	for isName := false; ; { // whether a name is next, if a string is
		token, err := in.Token()
		switch {
		case err == io.EOF:
			return fmt.Errorf("not a decision: %w", io.ErrUnexpectedEOF)
		case err != nil:
			return fmt.Errorf("not a decision: %w", err)
		}
		name, isText := token.(string)
		switch {
		case token == json.Delim('{'):
			names, ok := decisionObjects[field]
			if !ok {
				return fmt.Errorf("field %q has the value object: must not be an object", field)
			}
			open = append(open, openObject{field: field, names: names})
		case token == json.Delim('['):
			open = append(open, openObject{field: field})
		case token == json.Delim('}'), token == json.Delim(']'):
			if name := open[len(open)-1].missing(); name != "" {
				return fmt.Errorf("field %q is missing: a decision must have it", name)
			}
			open = open[:len(open)-1]
		case isName && isText:
			if err := open[len(open)-1].add(name); err != nil {
				return err
			}
			field, isName = name, false
			continue
		case token == nil && len(open) == 0:
			return errors.New("not a decision: null, but it must be an object")
		case token == nil && open[len(open)-1].names == nil:
			return fmt.Errorf("field %q has null in its list: must have values", field)
		case token == nil && field != "proposals" && field != "allowed" && field != "verdicts":
			return fmt.Errorf("field %q is null: must have a value", field)
		}
		if len(open) == 0 {
			if _, err := in.Token(); err != io.EOF {
				return errors.New("more than a decision: a line must have one and nothing after it")
			}
			return nil
		}
		if isName = open[len(open)-1].names != nil; !isName {
			field = open[len(open)-1].field
		}
	}
}

// add notes a field of the object.
func (o *openObject) add(name string) error {
	if _, ok := o.names[name]; !ok {
		return fmt.Errorf("field %.40q: there is no such field in this place", name)
	}
	if slices.Contains(o.seen, name) {
		return fmt.Errorf("field %q stands twice: each field must stand once", name)
	}
	o.seen = append(o.seen, name)
	return nil
}
