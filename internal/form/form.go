// Package form is how numbers are typed and said. A whole number that a person types
// has one form: no sign that does nothing, and no zero too many.
package form

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Number reads a whole number.
func Number(s string) (n int, ok bool) {
	n, err := strconv.Atoi(s)
	return n, err == nil && strconv.Itoa(n) == s
}

// Seed reads a seed.
func Seed(s string) (n uint64, ok bool) {
	n, err := strconv.ParseUint(s, 10, 64)
	return n, err == nil && strconv.FormatUint(n, 10) == s
}

// KomiRange says what Komi reads.
const KomiRange = "from -999999.999999 to 999999.999999 with at most 6 decimals"

// Komi reads points for White.
func Komi(s string) (float64, error) {
	whole, decimals, pointed := strings.Cut(strings.TrimPrefix(s, "-"), ".")
	n, ok := Number(whole)
	if !ok || n < 0 || n > 999_999 || pointed && (decimals == "" || len(decimals) > 6 || strings.Trim(decimals, "0123456789") != "") {
		return 0, errors.New("must be points such as 7.5, 0 or -5, " + KomiRange)
	}
	komi, err := strconv.ParseFloat(s, 64)
	return komi + 0, err // 0 for -0, which prints otherwise
}

// Count returns so many of a thing in words: "1 stone", "2 stones".
func Count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}
