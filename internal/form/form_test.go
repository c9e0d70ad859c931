package form_test

import (
	"math"
	"testing"

	"example.com/gogate/internal/form"
)

func TestNumber(t *testing.T) {
	for _, text := range []string{"0", "7", "-7", "1000000"} {
		if n, ok := form.Number(text); !ok {
			t.Errorf("%q: got %d, false", text, n)
		}
	}
	for _, text := range []string{"", "+7", "07", "-0", " 7", "7 ", "7.0", "1e3", "0x7", "99999999999999999999"} {
		if n, ok := form.Number(text); ok {
			t.Errorf("%q: got %d, true", text, n)
		}
	}
}

func TestSeed(t *testing.T) {
	if n, ok := form.Seed("18446744073709551615"); !ok || n != math.MaxUint64 {
		t.Errorf("the largest: got %d, %v", n, ok)
	}
	for _, text := range []string{"", "-1", "+1", "01", "18446744073709551616"} {
		if n, ok := form.Seed(text); ok {
			t.Errorf("%q: got %d, true", text, n)
		}
	}
}

func TestKomi(t *testing.T) {
	for text, want := range map[string]float64{"7.5": 7.5, "0": 0, "-0": 0, "-5": -5, "0.000001": 0.000001, "-999999.999999": -999999.999999, "7.50": 7.5} {
		got, err := form.Komi(text)
		if got != want || math.Signbit(got) != math.Signbit(want) || err != nil {
			t.Errorf("%q: got %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "-", ".", "7.", ".5", "+7", "07", "--7", "7.5.5", "1e3", "NaN", "Inf", "0x1p3", "7,5", "7.5 ", "1000000", "0.0000001", "7._5"} {
		if got, err := form.Komi(text); err == nil {
			t.Errorf("%q: got %v", text, got)
		}
	}
}
