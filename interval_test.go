package gogate

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"
)

func TestClopperPearson(t *testing.T) {
	tests := []struct {
		name       string
		k, n       int
		confidence float64
		lo, hi     float64
		digits     int
		source     string
	}{
		{"peas", 682, 925, 0.95, 0.7076683, 0.7654066, 7, "help page of R's binom.test, after Conover (1971)"},
		{"one trial, which fails", 0, 1, 0.95, 0, 0.975, 15, "1-p = 0.025"},
		{"one trial, which succeeds", 1, 1, 0.95, 0.025, 1, 15, "p = 0.025"},
		{"none of ten", 0, 10, 0.95, 0, 1 - math.Pow(0.025, 0.1), 15, "(1-p)^10 = 0.025"},
		{"one of two", 1, 2, 0.5, 1 - math.Sqrt(0.75), math.Sqrt(0.75), 14, "(1-p)² = 0.75 and p² = 0.75"},
		{"one of two at 95 %", 1, 2, 0.95, 1 - math.Sqrt(0.975), math.Sqrt(0.975), 14, "(1-p)² = 0.975 and p² = 0.975"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := ClopperPearson(test.k, test.n, test.confidence)
			tolerance := 0.5 * math.Pow(10, -float64(test.digits))
			if math.Abs(got.Lo-test.lo) > tolerance || math.Abs(got.Hi-test.hi) > tolerance {
				t.Errorf("ClopperPearson(%d, %d, %v) = %.15f to %.15f, want %v to %v (%s)",
					test.k, test.n, test.confidence, got.Lo, got.Hi, test.lo, test.hi, test.source)
			}
			if got.Successes != test.k || got.Trials != test.n || got.Confidence != test.confidence {
				t.Errorf("the interval rests on %d of %d at %v, want %d of %d at %v",
					got.Successes, got.Trials, got.Confidence, test.k, test.n, test.confidence)
			}
		})
	}
}

func TestClopperPearsonAllOrNone(t *testing.T) {
	for _, n := range []int{1, 2, 8, 200, 1000, 1_000_000} {
		for _, confidence := range []float64{0.5, 0.95, 0.999} {
			// All of n have the probability p^n, which is alpha/2 at the lower end.
			want := math.Pow((1-confidence)/2, 1/float64(n))
			all, none := ClopperPearson(n, n, confidence), ClopperPearson(0, n, confidence)
			if math.Abs(all.Lo-want) > 1e-15 || all.Hi != 1 {
				t.Errorf("%d of %d at %v: %.16f to %v, want %.16f to 1", n, n, confidence, all.Lo, all.Hi, want)
			}
			if math.Abs(none.Hi-(1-want)) > 1e-15 || none.Lo != 0 {
				t.Errorf("0 of %d at %v: %v to %.16f, want 0 to %.16f", n, confidence, none.Lo, none.Hi, 1-want)
			}
		}
	}
	if got, want := ClopperPearson(200, 200, 0.95).Lo, math.Pow(0.025, 1.0/200); math.Abs(got-want) > 1e-15 {
		t.Errorf("200 of 200 at 0.95: lower end %.16f, want 0.025^(1/200) = %.16f", got, want)
	}
	if got := ClopperPearson(0, 0, 0.95); got.Lo != 0 || got.Hi != 1 {
		t.Errorf("without a trial: %v to %v, want 0 to 1", got.Lo, got.Hi)
	}
}

// binomialTail returns the probability of k or more successes in n trials at p,
// summed to more digits than a float64 has.
func binomialTail(k, n int, p float64) float64 {
	const precision = 120
	float := func(x float64) *big.Float { return big.NewFloat(x).SetPrec(precision) }
	success := float(p)
	failure := float(1)
	failure.Sub(failure, success)
	odds := float(0).Quo(success, failure)
	term := float(0).SetInt(new(big.Int).Binomial(int64(n), int64(k)))
	for i := range n {
		if i < k {
			term.Mul(term, success)
		} else {
			term.Mul(term, failure)
		}
	}
	sum := float(0)
	for i := k; i <= n; i++ {
		sum.Add(sum, term)
		term.Mul(term, odds)
		term.Mul(term, float(float64(n-i)))
		term.Quo(term, float(float64(i+1)))
	}
	result, _ := sum.Float64()
	return result
}

// The ends are where the tails of the binomial distribution are alpha/2: one
// part in 10^12 to either side, the tail is smaller and larger than that.
func TestClopperPearsonTails(t *testing.T) {
	const near = 1e-12
	for _, n := range []int{2, 3, 5, 8, 13, 50, 200, 1000} {
		for k := 1; k < n; k += 1 + n/14 {
			for _, confidence := range []float64{0.5, 0.95, 0.999} {
				tail := (1 - confidence) / 2
				i := ClopperPearson(k, n, confidence)
				below, above := binomialTail(k, n, i.Lo*(1-near)), binomialTail(k, n, i.Lo*(1+near))
				if below >= tail || above <= tail {
					t.Errorf("%d of %d at %v: at the lower end %v as many or more have a probability of %v to %v, want %v",
						k, n, confidence, i.Lo, below, above, tail)
				}
				// So few successes or fewer are so many failures or more.
				below, above = binomialTail(n-k, n, 1-i.Hi-near), binomialTail(n-k, n, 1-i.Hi+near)
				if below >= tail || above <= tail {
					t.Errorf("%d of %d at %v: at the upper end %v as few or fewer have a probability of %v to %v, want %v",
						k, n, confidence, i.Hi, below, above, tail)
				}
			}
		}
	}
}

// exactTail is binomialTail for a p that is exactly what it is given as, without any
// rounding, as a ratio.
func exactTail(k, n int, p float64) *big.Rat {
	success := new(big.Rat).SetFloat64(p)
	failure := new(big.Rat).Sub(big.NewRat(1, 1), success)
	a, b := success.Num(), failure.Num() // over one denominator, a power of two
	a = new(big.Int).Mul(a, new(big.Int).Quo(failure.Denom(), success.Denom()))
	sum := new(big.Int)
	for i := k; i <= n; i++ {
		term := new(big.Int).Binomial(int64(n), int64(i))
		term.Mul(term, new(big.Int).Exp(a, big.NewInt(int64(i)), nil))
		term.Mul(term, new(big.Int).Exp(b, big.NewInt(int64(n-i)), nil))
		sum.Add(sum, term)
	}
	return new(big.Rat).SetFrac(sum, new(big.Int).Exp(failure.Denom(), big.NewInt(int64(n)), nil))
}

// Beyond no end there is more than half of what the confidence leaves, by exact
// fractions, and one part in 10^12 further in there is.
func TestClopperPearsonIsNeverTooNarrow(t *testing.T) {
	confidences := []float64{1e-6, 0.001, 0.5, 0.95, 0.999, 1 - 1e-6, 1 - 1e-9, 1 - 1e-12, math.Nextafter(1, 0)}
	for _, n := range []int{1, 2, 3, 7, 14, 15, 16, 17, 40} {
		for k := 1; k <= n; k += 1 + n/8 {
			for _, confidence := range confidences {
				tail := new(big.Rat).SetFloat64((1 - confidence) / 2)
				i := ClopperPearson(k, n, confidence)
				if exactTail(k, n, i.Lo).Cmp(tail) > 0 || exactTail(k, n, i.Lo*(1+1e-12)).Cmp(tail) <= 0 {
					t.Errorf("%d of %d at %v: lower end %v", k, n, confidence, i.Lo)
				}
				i = ClopperPearson(n-k, n, confidence) // whose upper end is the failures' lower one
				few := new(big.Rat).Sub(big.NewRat(1, 1), exactTail(n-k+1, n, i.Hi))
				many := new(big.Rat).Sub(big.NewRat(1, 1), exactTail(n-k+1, n, i.Hi*(1-1e-12)))
				if few.Cmp(tail) > 0 || many.Cmp(tail) <= 0 {
					t.Errorf("%d of %d at %v: upper end %v", n-k, n, confidence, i.Hi)
				}
			}
		}
	}
}

// tailOfAll returns the probability of k or more of n successes at p as a share of all,
// each term from its neighbour in 200 bits, so that no logarithm or factorial is needed.
func tailOfAll(k, n int, p float64) float64 {
	const precision = 200
	float := func(x float64) *big.Float { return big.NewFloat(x).SetPrec(precision) }
	odds := float(0).Quo(float(p), float(0).Sub(float(1), float(p)))
	walk := func(from, step int) *big.Float {
		sum, term := float(0), float(1)
		for j := from; j >= 0 && j <= n; j += step {
			if j != k {
				sum.Add(sum, term)
			}
			if sum.Sign() > 0 && term.MantExp(nil) < sum.MantExp(nil)-100 && term.MantExp(nil) < -100 {
				break
			}
			up, down := float64(n-j), float64(j+1) // to the next term
			if step > 0 {
				term.Quo(term.Mul(term.Mul(term, odds), float(up)), float(down))
			} else {
				term.Quo(term.Quo(term.Mul(term, float(float64(j))), float(float64(n-j+1))), odds)
			}
		}
		return sum
	}
	above := walk(k, 1)
	above.Add(above, float(1))
	all := float(0).Add(above, walk(k, -1))
	share, _ := above.Quo(above, all).Float64()
	return share
}

func TestClopperPearsonOfManyTrials(t *testing.T) {
	sure := math.Nextafter(1, 0)
	tests := []struct {
		k, n       int
		confidence float64
		near       float64 // the relative error that the doc allows
	}{
		{1, 100, 1 - 1e-9, 1e-12}, {99, 100, 1 - 1e-9, 1e-12},
		{1, 1000, 1 - 1e-12, 1e-12}, {999, 1000, 1 - 1e-12, 1e-12},
		{2, 9_999, sure, 1e-12}, {9_997, 9_999, sure, 1e-12}, {5_000, 9_999, sure, 1e-12},
		{7, 100_000, 1 - 1e-6, 1e-12}, {99_993, 100_000, 1 - 1e-9, 1e-12},
		{500_000, 1_000_000, 1e-6, 1e-12}, {500_000, 1_000_000, sure, 1e-12}, {3, 1_000_000, 0.95, 1e-12},
		{61_728_394, 123_456_789, 0.001, 1e-9}, {2, 1_000_000_000, sure, 1e-9}, {999_999_000, 1_000_000_000, 0.95, 1e-9},
	}
	for _, test := range tests {
		t.Run(fmt.Sprintf("%d of %d at %v", test.k, test.n, test.confidence), func(t *testing.T) {
			tail := (1 - test.confidence) / 2
			i := ClopperPearson(test.k, test.n, test.confidence)
			inside := i.Lo * (1 + test.near)
			if at, in := tailOfAll(test.k, test.n, i.Lo), tailOfAll(test.k, test.n, inside); at > tail || in <= tail {
				t.Errorf("lower end %v: %v there and %v at %v, want at most %v and more", i.Lo, at, in, inside, tail)
			}
			inside = i.Hi * (1 - test.near)
			few := func(p float64) float64 { return tailOfAll(test.n-test.k, test.n, 1-p) }
			if inside < 0.5 { // where 1-p would be rounded away
				few = func(p float64) float64 { return 1 - tailOfAll(test.k+1, test.n, p) }
			}
			if at, in := few(i.Hi), few(inside); tail > 1e-6 && at > tail+1e-15 || in <= tail {
				t.Errorf("upper end %v: %v there and %v at %v, want at most %v and more", i.Hi, at, in, inside, tail)
			}
		})
	}
}

// The coverage at p is the probability, under p, of a number of successes whose
// interval contains p. It is least just outside the ends.
func TestClopperPearsonCoverage(t *testing.T) {
	const rounding = 1e-12
	for _, confidence := range []float64{0.5, 0.8, 0.95, 0.99} {
		for n := 1; n <= 50; n++ {
			var intervals []Interval
			var grid []float64
			for k := range n + 1 {
				i := ClopperPearson(k, n, confidence)
				intervals = append(intervals, i)
				grid = append(grid, i.Lo, i.Hi, math.Nextafter(i.Lo, 0), math.Nextafter(i.Hi, 1))
			}
			for step := range 101 {
				grid = append(grid, float64(step)/100)
			}
			for _, p := range grid {
				coverage := 0.0
				for k, i := range intervals {
					if i.Contains(p) {
						coverage += binomialAt(k, n, p)
					}
				}
				if coverage < confidence-rounding {
					t.Fatalf("%d trials at p = %v: coverage %v, want at least %v", n, p, coverage, confidence)
				}
			}
		}
	}
}

// binomialAt returns the probability of k successes in n trials at p.
func binomialAt(k, n int, p float64) float64 {
	choose, _ := new(big.Float).SetInt(new(big.Int).Binomial(int64(n), int64(k))).Float64()
	return choose * math.Pow(p, float64(k)) * math.Pow(1-p, float64(n-k))
}

func TestClopperPearsonShape(t *testing.T) {
	for _, n := range []int{1, 2, 7, 50, 333} {
		for k := range n + 1 {
			i := ClopperPearson(k, n, 0.95)
			share := float64(k) / float64(n)
			if !i.Contains(share) || i.Lo < 0 || i.Hi > 1 {
				t.Errorf("%d of %d: %v to %v, want %v between them and 0 to 1 around them", k, n, i.Lo, i.Hi, share)
			}
			mirror := ClopperPearson(n-k, n, 0.95)
			if math.Abs(i.Lo-(1-mirror.Hi)) > 1e-15 || math.Abs(i.Hi-(1-mirror.Lo)) > 1e-15 {
				t.Errorf("%d of %d: %v to %v, and for the failures %v to %v: want the same mirrored",
					k, n, i.Lo, i.Hi, mirror.Lo, mirror.Hi)
			}
			if k < n {
				if next := ClopperPearson(k+1, n, 0.95); next.Lo <= i.Lo || next.Hi <= i.Hi {
					t.Errorf("%v, but one more success gives %v: want both ends higher", i, next)
				}
			}
			surer := ClopperPearson(k, n, 0.99)
			if surer.Lo > i.Lo || surer.Hi < i.Hi || surer.Hi-surer.Lo <= i.Hi-i.Lo {
				t.Errorf("%v, but at more confidence %v: want it wider", i, surer)
			}
			if more := ClopperPearson(2*k, 2*n, 0.95); more.Hi-more.Lo >= i.Hi-i.Lo {
				t.Errorf("%v, but with twice the trials %v: want it narrower", i, more)
			}
		}
	}
}

func TestClopperPearsonRefuses(t *testing.T) {
	tests := []struct {
		name              string
		successes, trials int
		confidence        float64
	}{
		{"more successes than trials", 9, 8, 0.95},
		{"negative successes", -1, 8, 0.95},
		{"negative trials", 0, -1, 0.95},
		{"per cent", 8, 8, 95},
		{"no confidence", 8, 8, 0},
		{"certainty", 8, 8, 1},
		{"negative confidence", 8, 8, -0.95},
		{"not a number", 8, 8, math.NaN()},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer func() {
				call := fmt.Sprintf("ClopperPearson(%d, %d, %v): must be ", test.successes, test.trials, test.confidence)
				if got := fmt.Sprint(recover()); !strings.Contains(got, call) {
					t.Errorf("panic %q, want it to contain %q", got, call)
				}
			}()
			got := ClopperPearson(test.successes, test.trials, test.confidence)
			t.Errorf("got %v, want a panic", got)
		})
	}
}

func TestIntervalContains(t *testing.T) {
	i := Interval{Lo: 0.25, Hi: 0.75}
	for x, want := range map[float64]bool{
		0.25: true, 0.5: true, 0.75: true,
		0: false, math.Nextafter(0.25, 0): false, math.Nextafter(0.75, 1): false, 1: false, math.Inf(1): false,
	} {
		if got := i.Contains(x); got != want {
			t.Errorf("0.25 to 0.75 contains %v: got %v, want %v", x, got, want)
		}
	}
	if i.Contains(math.NaN()) {
		t.Error("0.25 to 0.75 contains NaN: got true, want false")
	}
}

func TestIntervalString(t *testing.T) {
	tests := []struct {
		name string
		i    Interval
		want string
	}{
		{"exact end", ClopperPearson(8, 8, 0.95), "8 of 8: 63.1 % to 100 % (95 % confidence)"},
		{"both exact", ClopperPearson(0, 0, 0.95), "0 of 0: 0 % to 100 % (95 % confidence)"},
		{"rounded end", ClopperPearson(1, 1_000_000, 0.95), "1 of 1000000: 0.0 % to 0.0 % (95 % confidence)"},
		{"rounded to one", ClopperPearson(999_999, 1_000_000, 0.95),
			"999999 of 1000000: 100.0 % to 100.0 % (95 % confidence)"},
		{"confidence with decimals", ClopperPearson(9, 40, 0.999), "9 of 40: 6.0 % to 49.1 % (99.9 % confidence)"},
		{"confidence that rounds badly", ClopperPearson(9, 40, 0.57), "9 of 40: 16.7 % to 29.5 % (57 % confidence)"},
		{"zero value", Interval{}, "0 of 0: 0 % to 0 % (0 % confidence)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := test.i.String(); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
			if got := test.i.Range(); !strings.Contains(test.want, ": "+got+" (") {
				t.Errorf("Range gives %s, want the middle part of %s", got, test.want)
			}
		})
	}
}

func TestIntervalJSON(t *testing.T) {
	got, err := json.Marshal(ClopperPearson(0, 0, 0.95))
	if want := `{"lo":0,"hi":1,"confidence":0.95,"successes":0,"trials":0}`; string(got) != want || err != nil {
		t.Errorf("got  %s, %v\nwant %s", got, err, want)
	}
	want := ClopperPearson(9, 40, 0.95)
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var back Interval
	if err := json.Unmarshal(text, &back); back != want || err != nil {
		t.Errorf("%s reads back as %+v, %v, want %+v", text, back, err, want)
	}
}
