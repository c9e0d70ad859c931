package wait

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestFor(t *testing.T) {
	failed := errors.New("failed")
	if n, err := For(t.Context(), func() (int, error) { return 5, failed }); n != 5 || err != failed {
		t.Errorf("got %d, %v, want 5 and the error", n, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	never := make(chan struct{})
	defer close(never)
	if n, err := For(ctx, func() (int, error) { cancel(); <-never; return 5, nil }); n != 0 || err != context.Canceled {
		t.Errorf("ended: got %d, %v, want 0 and %v", n, err, context.Canceled)
	}
}

func TestReader(t *testing.T) {
	if text, err := io.ReadAll(Reader(t.Context(), strings.NewReader("some text"))); err != nil || string(text) != "some text" {
		t.Errorf("got %q, %v", text, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	silent, _ := io.Pipe()
	if n, err := Reader(ctx, silent).Read(make([]byte, 9)); n != 0 || err != context.Canceled {
		t.Errorf("ended: got %d, %v, want 0 and %v", n, err, context.Canceled)
	}
}
