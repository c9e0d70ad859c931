package files

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var testKind = Kind{Name: "a test", Others: map[string]string{"rules": "a match, not a test: merge it elsewhere"}}

// A file that was not written to its end is never read as a whole one.
func TestReadJSON(t *testing.T) {
	type document struct {
		Name  string `json:"name"`
		Parts []int  `json:"parts"`
	}
	const whole = `{"name": "a \"b\"", "parts": [1, 22, -3]}`
	path := filepath.Join(t.TempDir(), "part.json")
	read := func(text string) (d document, err error) {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		err = ReadJSON(path, testKind, &d)
		return d, err
	}
	for _, text := range []string{whole, whole + "\n", " \n" + whole + "\n\n"} {
		if d, err := read(text); err != nil || d.Name != `a "b"` || len(d.Parts) != 3 {
			t.Errorf("%q: got %+v, %v", text, d, err)
		}
	}
	for length := range len(whole) {
		if _, err := read(whole[:length]); err == nil || !strings.HasPrefix(err.Error(), "the file ") {
			t.Errorf("%d of %d bytes: got error %v, want one about the file", length, len(whole), err)
		}
	}
	for _, test := range []struct{ text, want string }{
		{"", "the file is empty: it must hold what -json prints"},
		{" \n", "the file is empty: it must hold what -json prints"},
		{whole + whole, "the file goes on after its end: it must hold what -json prints, once"},
		{whole + "}", "the file goes on after its end: it must hold what -json prints, once"},
		{"text", "invalid character 'e' in literal true (expecting 'r'): it must be a file that -json printed"},
		{`{"date": "today"}`, `unknown field "date": it must be a file that -json printed`},
	} {
		if _, err := read(test.text); err == nil || err.Error() != test.want {
			t.Errorf("%q: got %v, want %s", test.text, err, test.want)
		}
	}
	if err := ReadJSON(filepath.Dir(path), testKind, new(document)); err == nil || err.Error() != "is a directory: it must be a file that -json printed" {
		t.Errorf("a directory: got %v", err)
	}
}
