package files

import (
	"context"
	"io"
)

// Await returns what f returns, or the error of ctx if ctx ends first. Then f goes on in
// its goroutine: a read from a terminal and the opening of a named pipe cannot be stopped.
func Await[T any](ctx context.Context, f func() (T, error)) (T, error) {
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

// NewReader returns a reader of r whose reads end with ctx.
func NewReader(ctx context.Context, r io.Reader) io.Reader {
	return reader(func(b []byte) (int, error) {
		own := make([]byte, len(b)) // the caller may use b again after ctx has ended
		n, err := Await(ctx, func() (int, error) { return r.Read(own) })
		return copy(b, own[:n]), err
	})
}

// A reader is a function as an io.Reader.
type reader func([]byte) (int, error)

func (r reader) Read(b []byte) (int, error) { return r(b) }
