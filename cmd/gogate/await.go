package main

import (
	"context"
	"io"
)

// A patient is a reader that stops waiting when a context ends.
type patient func(b []byte) (int, error)

func newPatient(ctx context.Context, r io.Reader) patient {
	return func(b []byte) (int, error) {
		own := make([]byte, len(b)) // b is the caller's again when the context ends
		n, err := await(ctx, func() (int, error) { return r.Read(own) })
		return copy(b, own[:n]), err
	}
}

func (p patient) Read(b []byte) (int, error) { return p(b) }

// await returns what f returns, or the error of ctx if it ends before. Then f goes on
// alone: nothing else ends the reading of a terminal or the opening of a pipe.
func await[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	answers := make(chan answer, 1)
	go func() {
		value, err := f()
		answers <- answer{value, err}
	}()
	select {
	case a := <-answers:
		return a.value, a.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}
