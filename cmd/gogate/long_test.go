package main

import (
	"os"
	"testing"
)

// long skips a test that runs other programs or takes seconds, unless it is asked for.
func long(t *testing.T) {
	t.Helper()
	if os.Getenv("GOGATE_LONG") != "1" {
		t.Skip("set GOGATE_LONG=1 to run this test, which runs other programs or takes seconds")
	}
}
