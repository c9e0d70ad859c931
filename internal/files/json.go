package files

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"
)

// A Kind is what a file must hold.
type Kind struct {
	Name   string            // such as a report
	Others map[string]string // what a file holds instead if its document has the field
}

const acceptedJSON = "it must be a file that -json printed"

// ReadJSON reads a file that the program printed with the flag -json: one JSON document
// with the fields of document, and nothing else. Its errors do not name the file.
//
// The file may be a pipe, and as large as the memory: it is read once, and its names are
// checked on the way.
func ReadJSON(path string, kind Kind, document any) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("%w: %s", Cause(err), acceptedJSON)
	}
	defer f.Close()
	names, copied := io.Pipe()
	checked := make(chan error, 1)
	go func() {
		wrong := checkNames(names, kind)
		checked <- wrong
		if wrong != nil {
			names.CloseWithError(wrong) // which ends the reading
		}
		io.Copy(io.Discard, names) // so that the reading never waits
	}()
	err = decode(json.NewDecoder(io.TeeReader(f, copied)), document)
	copied.Close()
	if wrong := <-checked; wrong != nil {
		return wrong
	}
	return err
}

// decode reads the document, and nothing else.
func decode(in *json.Decoder, document any) error {
	in.DisallowUnknownFields()
	wrongType := (*json.UnmarshalTypeError)(nil)
	switch err := in.Decode(document); {
	case errors.Is(err, io.EOF):
		return errors.New("the file is empty: it must hold what -json prints")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the file ends too early: it must hold all that -json prints")
	case errors.As(err, &wrongType):
		return errors.New(typeWords(wrongType))
	case err != nil:
		return fmt.Errorf("%s: %s", strings.TrimPrefix(Cause(err).Error(), "json: "), acceptedJSON)
	}
	if _, err := in.Token(); !errors.Is(err, io.EOF) {
		return errors.New("the file goes on after its end: it must hold what -json prints, once")
	}
	return nil
}

// typeWords says which field has a value of the wrong type, and what it must be.
func typeWords(e *json.UnmarshalTypeError) string {
	var field []string
	for name := range strings.SplitSeq(e.Field, ".") {
		if !strings.ContainsFunc(name, isUpper) { // else an embedded struct of Go, which JSON does not have
			field = append(field, name)
		}
	}
	kind, value, isNumber := strings.Cut(e.Value, " ") // as in "number 2.5"
	if !isNumber {
		value = valueWords[kind]
	}
	must := accepted(e.Type)
	if whole := strings.TrimLeft(value, "-0123456789") == ""; isNumber && (must == "a number" || must == "a whole number" && whole) {
		must += " nearer to 0"
	}
	if field == nil { // in a type that reads its own JSON
		return fmt.Sprintf("a value is %s: must be %s", value, must)
	}
	return fmt.Sprintf("field %q has %s: must be %s", strings.Join(field, "."), value, must)
}

// valueWords are the types of JSON in words.
var valueWords = map[string]string{
	"string": "text", "number": "a number", "bool": "true or false", "array": "a list", "object": "an object",
}

// accepted returns what a value must be to fit a type of Go.
func accepted(t reflect.Type) string {
	switch kind := t.Kind(); {
	case reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()), kind == reflect.String:
		return "text"
	case kind == reflect.Bool:
		return "true or false"
	case kind == reflect.Slice, kind == reflect.Array:
		return "a list"
	case kind == reflect.Float64:
		return "a number"
	case strings.HasPrefix(kind.String(), "uint"):
		return fmt.Sprintf("a whole number from 0 to %d", uint64(1)<<t.Bits()-1)
	case strings.HasPrefix(kind.String(), "int"):
		return "a whole number"
	}
	return "an object"
}

func isUpper(r rune) bool { return 'A' <= r && r <= 'Z' }
