package gogate

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/gonum/stat/distuv"
)

// An Interval is a confidence interval for a probability, from how often
// something happened in a number of trials. The zero value comes from nothing
// and says nothing.
type Interval struct {
	Lo         float64 `json:"lo"` // both ends belong to it
	Hi         float64 `json:"hi"`
	Confidence float64 `json:"confidence"`
	Successes  int     `json:"successes"`
	Trials     int     `json:"trials"`
}

// ClopperPearson returns the exact two-sided confidence interval of Clopper and Pearson,
// "The use of confidence or fiducial limits illustrated in the case of the binomial",
// Biometrika 26 (1934). If the probability were below Lo, so many successes or more would
// happen with a probability of less than half of 1 - confidence. If it were above Hi, so
// few or fewer would. Without a trial the interval is 0 to 1.
//
// It promises this: over independent trials that all succeed with the same probability,
// such intervals contain that probability in at least the given share of cases, whatever
// it is and however few the trials are. Because of that "at least" they are usually wider
// than they need to be.
//
// It promises nothing for trials that depend on one another, such as the visits of one
// tree search. It promises nothing if the number of trials depended on how they went, and
// nothing about several intervals at once. One interval contains the probability or does
// not: the confidence is a property of the method.
//
// For up to 100,000 trials the ends are right to twelve digits, and for up to a billion to
// ten; later digits may differ between kinds of processor.
//
// ClopperPearson panics if successes is negative or larger than trials, or if confidence
// does not lie between 0 and 1. These are mistakes in a program (95 for 0.95, swapped
// arguments), and an interval that looks like others would hide them.
func ClopperPearson(successes, trials int, confidence float64) Interval {
	if successes < 0 || successes > trials || !(0 < confidence && confidence < 1) {
		panic(fmt.Sprintf("gogate: ClopperPearson(%d, %d, %v): must be 0 <= successes <= trials and 0 < confidence < 1",
			successes, trials, confidence))
	}
	tail := (1 - confidence) / 2
	return Interval{
		Lo:         lowerEnd(successes, trials, tail),
		Hi:         1 - lowerEnd(trials-successes, trials, tail), // the failures' lower end
		Confidence: confidence,
		Successes:  successes,
		Trials:     trials,
	}
}

// lowerEnd returns the probability of success at which so many successes or more
// have the probability tail.
func lowerEnd(successes, trials int, tail float64) float64 {
	switch successes {
	case 0:
		return 0
	case trials:
		return math.Pow(tail, 1/float64(trials))
	}
	return distuv.Beta{Alpha: float64(successes), Beta: float64(trials - successes + 1)}.Quantile(tail)
}

// Contains reports whether x lies in the interval, its ends included.
func (i Interval) Contains(x float64) bool { return i.Lo <= x && x <= i.Hi }

// Range returns the ends in per cent, such as "63.1 % to 100 %", for a table that shows
// the counts elsewhere. The ends are rounded to the nearest tenth; 0 and 100 without a
// decimal are exact.
func (i Interval) Range() string { return percent(i.Lo) + " % to " + percent(i.Hi) + " %" }

// String returns the interval with the counts and the confidence, for a sentence:
// "8 of 8: 63.1 % to 100 % (95 % confidence)".
func (i Interval) String() string {
	confidence := strconv.FormatFloat(100*i.Confidence, 'g', 12, 64)
	return fmt.Sprintf("%d of %d: %s (%s %% confidence)", i.Successes, i.Trials, i.Range(), confidence)
}

func percent(x float64) string {
	if x == 0 || x == 1 {
		return strconv.Itoa(int(100 * x))
	}
	return strconv.FormatFloat(100*x, 'f', 1, 64)
}
