// Package wait stops waiting for what nothing else can end, such as the reading of a
// terminal or the opening of a pipe, when a context ends.
package wait

import (
	"context"
	"io"
)

// For returns what f returns, or the error of ctx if it ends before. Then f goes on
// alone, and what it returns is lost.
func For[T any](ctx context.Context, f func() (T, error)) (T, error) {
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

// Reader returns a reader of r whose Read returns the error of ctx when that ends.
func Reader(ctx context.Context, r io.Reader) io.Reader {
	return readerFunc(func(b []byte) (int, error) {
		own := make([]byte, len(b)) // b is the caller's again when the context ends
		n, err := For(ctx, func() (int, error) { return r.Read(own) })
		return copy(b, own[:n]), err
	})
}

type readerFunc func(b []byte) (int, error)

func (f readerFunc) Read(b []byte) (int, error) { return f(b) }
