package audit

import (
	"cmp"
	"slices"

	"example.com/gogate"
)

// A Tally counts turns and verdicts.
type Tally struct {
	Judged   int     `json:"judged"`   // turns that were judged
	Allowed  int     `json:"allowed"`  // of these, those that every check allows
	Failed   int     `json:"failed"`   // the others
	Unjudged int     `json:"unjudged"` // turns after an illegal move
	Counts   []Count `json:"counts"`   // sorted by check and code
}

// A Count counts the verdicts of one check with one code.
type Count struct {
	Check   string `json:"check"`
	Code    string `json:"code"`
	Allowed int    `json:"allowed"`
	Failed  int    `json:"failed"`
}

// A Summary counts games too.
type Summary struct {
	Games       int `json:"games"`
	WithoutMove int `json:"without_move"` // of these games
	Tally
}

// turns returns how many turns there are.
func (t *Tally) turns() int { return t.Judged + t.Unjudged }

// failedBy returns how many turns fail a check.
func (t *Tally) failedBy(check string) (failed int) {
	for _, c := range t.Counts {
		if c.Check == check {
			failed += c.Failed
		}
	}
	return failed
}

// add counts a turn with its verdicts.
func (t *Tally) add(verdicts []gogate.Verdict) {
	allowed := true
	for _, v := range verdicts {
		count := t.of(v.Check, v.Code)
		if v.Allows() {
			count.Allowed++
		} else {
			count.Failed++
			allowed = false
		}
	}
	t.Judged++
	if allowed {
		t.Allowed++
	} else {
		t.Failed++
	}
}

// addAll adds what other counts.
func (t *Tally) addAll(other Tally) {
	t.Judged += other.Judged
	t.Allowed += other.Allowed
	t.Failed += other.Failed
	t.Unjudged += other.Unjudged
	for _, c := range other.Counts {
		sum := t.of(c.Check, c.Code)
		sum.Allowed += c.Allowed
		sum.Failed += c.Failed
	}
}

// of returns the count of a check and a code. It is valid until the next call.
func (t *Tally) of(check, code string) *Count {
	i, found := slices.BinarySearchFunc(t.Counts, Count{Check: check, Code: code}, func(a, b Count) int {
		return cmp.Or(cmp.Compare(a.Check, b.Check), cmp.Compare(a.Code, b.Code))
	})
	if !found {
		t.Counts = slices.Insert(t.Counts, i, Count{Check: check, Code: code})
	}
	return &t.Counts[i]
}

// count counts a game.
func (s *Summary) count(t Tally) {
	s.Games++
	if t.turns() == 0 {
		s.WithoutMove++
	}
	s.addAll(t)
}
