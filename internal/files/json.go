package files

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// ReadJSON reads a file that the program printed with the flag -json: one JSON document
// with the fields of document, and nothing else. Its errors do not name the file.
func ReadJSON(path string, document any) error {
	f, err := os.Open(path)
	if err != nil {
		return Cause(err)
	}
	defer f.Close()
	in := json.NewDecoder(f)
	in.DisallowUnknownFields()
	switch err := in.Decode(document); {
	case errors.Is(err, io.EOF):
		return errors.New("the file is empty: it must hold what -json prints")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the file ends too early: it must hold all that -json prints")
	case err != nil:
		return fmt.Errorf("%w: it must be a file that -json printed", Cause(err))
	}
	if _, err := in.Token(); !errors.Is(err, io.EOF) {
		return errors.New("the file goes on after its end: it must hold what -json prints, once")
	}
	return nil
}
