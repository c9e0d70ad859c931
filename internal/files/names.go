package files

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Package encoding/json takes the last value of a name that an object has twice, and
// takes a name in another case for the name of a field. Neither is what -json printed.

// deepest is how deep a document may nest. Package encoding/json refuses deeper ones.
const deepest = 10_000

var errDeep = errors.New("too deep")

// freeNames is the field that holds objects whose names are those of checks and codes,
// which their authors chose.
const freeNames = "refusals"

// checkNames reads a document and reports what is wrong with its names or its kind. It
// leaves what is not JSON to others.
func checkNames(r io.Reader, kind Kind) error {
	in := json.NewDecoder(r)
	in.UseNumber() // which may be of any size
	first, err := in.Token()
	if err != nil {
		return nil
	}
	if first != json.Delim('{') {
		return fmt.Errorf("the file holds %s, not %s: %s", tokenWords(first), kind.Name, acceptedJSON)
	}
	wrong := (*nameError)(nil)
	if errors.As((object{in: in, kind: kind}).check(), &wrong) {
		return wrong
	}
	return nil
}

// tokenWords says what a value is that begins with the token.
func tokenWords(t json.Token) string {
	switch t := t.(type) {
	case nil:
		return "null"
	case bool:
		return fmt.Sprint(t)
	case json.Number:
		return "the number " + t.String()
	case json.Delim:
		return "a list"
	}
	return "text"
}

// An object is one of which the first brace was read.
type object struct {
	in    *json.Decoder
	kind  Kind // of the document, for the object that is all of it
	free  bool // whether its names may be in any case
	depth int
}

// A nameError is what is wrong with a field, or with the whole file for the sake of it.
type nameError struct{ field, text string }

func (e *nameError) Error() string {
	if e.field == "" {
		return e.text
	}
	return fmt.Sprintf("field %q %s", e.field, e.text)
}

// within returns an error in a value of an object or a list, with the place of the value.
func within(place string, err error) error {
	if wrong := (*nameError)(nil); errors.As(err, &wrong) {
		if !strings.HasPrefix(wrong.field, "[") {
			place += "."
		}
		wrong.field = place + wrong.field
	}
	return err
}

// check reads to the end of the object. Its error is a *nameError, or that of what is not
// JSON.
func (o object) check() error {
	seen := map[string]bool{}
	for o.in.More() {
		t, err := o.in.Token()
		if err != nil {
			return err
		}
		name, _ := t.(string)
		other := o.kind.Others[name]
		switch {
		case seen[name]:
			return &nameError{name, "is there twice: it must be there once"}
		case !o.free && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789_") != "":
			return &nameError{name, "is not one that -json prints: their names are in lower case"}
		case other != "":
			return &nameError{"", fmt.Sprintf("the file holds %s", other)}
		}
		seen[name] = true
		below := object{in: o.in, free: o.free || name == freeNames, depth: o.depth + 1}
		if err := below.value(); err != nil {
			return within(name, err)
		}
	}
	_, err := o.in.Token() // the last brace
	return err
}

// value reads a value. The names in it are judged as those of the object are.
func (o object) value() error {
	t, err := o.in.Token()
	switch {
	case err != nil:
		return err
	case o.depth > deepest:
		return errDeep
	case t == json.Delim('{'):
		return o.check()
	case t != json.Delim('['):
		return nil
	}
	for i := 0; o.in.More(); i++ {
		below := o
		below.depth++
		if err := below.value(); err != nil {
			return within(fmt.Sprintf("[%d]", i), err)
		}
	}
	_, err = o.in.Token() // the last bracket
	return err
}
