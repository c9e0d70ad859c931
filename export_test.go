package gogate

import "testing"

// CheckEven lends checkEven to the tests outside the package.
func CheckEven[K comparable](t *testing.T, counts map[K]int, kinds []K) {
	t.Helper()
	checkEven(t, counts, kinds)
}

// Long lends long to the tests outside the package.
var Long = long
