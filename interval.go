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

// ClopperPearson returns the exact two-sided confidence interval of Clopper and
// Pearson, "The use of confidence or fiducial limits illustrated in the case of the
// binomial", Biometrika 26 (1934). If the probability were below Lo, so many successes
// or more would happen with a probability of less than half of 1 - confidence. If it
// were above Hi, the same would hold for so few successes or fewer. Without a trial the
// interval is 0 to 1.
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
// For up to a million trials the ends are off by less than one part in 10^12, and for up to
// a billion by less than one part in 10^9, whatever the confidence. They are off outward,
// so that the promise holds for the interval as it is returned. The last digits may differ
// between kinds of processor. A call may take some milliseconds for a billion trials.
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
	i := Interval{Lo: 0, Hi: 1, Confidence: confidence, Successes: successes, Trials: trials}
	if successes > 0 {
		i.Lo, _ = lowerEnd(successes, trials, tail)
	}
	if successes < trials {
		_, i.Hi = lowerEnd(trials-successes, trials, tail) // of the failures
	}
	return i
}

// lowerEnd returns the p at which k or more of n successes, k at least 1, have the
// probability tail, and q, which is 1 - p. It rounds p down and q up. Both are exact far
// below the spacing of numbers near 1: the smaller one is solved for.
func lowerEnd(k, n int, tail float64) (p, q float64) {
	var x, slack float64 // the solution, and how far off it may be
	var isP bool
	if k == n { // which has the probability p^n
		log := math.Log(tail) / float64(n)
		slack = float64(0x1p-51 * (2 - log))
		if x, isP = math.Exp(log), log < -math.Ln2; !isP {
			x = -math.Expm1(log)
		}
	} else {
		x, isP = solveTail(float64(k), float64(n), tail)
		slack = float64(0x1p-50 * (8 - math.Log(tail))) // as far as the logarithm of a tail
	}
	if isP {
		p = float64(x * (1 - slack))
		return p, math.Nextafter(1-p, 1)
	}
	q = float64(x * (1 + slack))
	return math.Nextafter(1-q, 0), q
}

// solveTail solves upperTail for p, which it returns where p is at most one half, or for
// 1-p. It goes by Newton's steps on logarithms, and halves a bracket where they leave it.
// The quantile of gonum, which is only near far out in the tail, is where it begins.
func solveTail(k, n, tail float64) (x float64, isP bool) {
	want := math.Log(tail)
	isP = k <= n/2 || upperTail(k, n, 0.5, 0.5).log() >= want
	low, high := 0.0, min(k/n, 0.5) // at p = k/n, k or more have at least one half
	x = distuv.Beta{Alpha: k, Beta: n - k + 1}.Quantile(tail)
	if !isP {
		low, high = (n-k)/n, 0.5
		x = 1 - x
	}
	for range 1000 {
		if !(low < x && x < high) {
			if x = low + float64((high-low)/2); low == 0 { // by whole orders of magnitude
				x = high * 0x1p-10
			}
			if x <= low || x >= high {
				break
			}
		}
		t := upperTail(k, n, x, 1-x)
		slope := k / t.sum // of log t by log p
		if !isP {
			t = upperTail(k, n, 1-x, x)
			slope = -k / t.sum * (x / (1 - x))
		}
		excess := t.log() - want
		if (excess < 0) == isP {
			low = x
		} else {
			high = x
		}
		next := float64(x * math.Exp(-excess/slope))
		if math.Abs(next-x) <= 0x1p-52*x {
			break
		}
		x = next
	}
	return x, isP
}

// A tailSum is the probability of k or more successes: that of k, as a logarithm, times
// sum.
type tailSum struct{ logFirst, sum float64 }

func (t tailSum) log() float64 { return t.logFirst + math.Log(t.sum) }

// upperTail returns the probability of k or more of n successes at p, which is 1-q, for
// 0 < k < n. The first one is by the saddle-point form of C. Loader, "Fast and accurate
// computation of binomial probabilities" (2000), which loses no digits for large n.
func upperTail(k, n, p, q float64) tailSum {
	t := tailSum{logFirst: float64(math.Log(n/(2*math.Pi*k*(n-k)))/2) +
		stirlingError(n) - stirlingError(k) - stirlingError(n-k) - deviance(k, n*p) - deviance(n-k, n*q)}
	odds, term := p/q, 1.0
	for j := k; j <= n && term > 0x1p-60*t.sum; j++ {
		t.sum += term
		term *= (n - j) / (j + 1) * odds
	}
	return t
}

// deviance returns x·log(x/mean) + mean - x.
func deviance(x, mean float64) float64 {
	d := (x - mean) / mean
	return mean * (float64((1+d)*math.Log1p(d)) - d)
}

// stirlingError returns the logarithm of n! over Stirling's formula for it. Below 16 it
// comes down from there by the ratio of neighbours.
func stirlingError(n float64) float64 {
	sum := 0.0
	for ; n < 16; n++ {
		sum += float64((n+0.5)*math.Log1p(1/n)) - 1
	}
	s := 1 / (n * n)
	series := 0.0 // Stirling's, which alternates
	for _, term := range [...]float64{1188, 1680, 1260, 360, 12} {
		series = 1/term - float64(s*series)
	}
	return sum + series/n
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
