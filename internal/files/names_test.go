package files

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Nothing is read that -json could not have printed, and each refusal names the field.
func TestReadJSONFields(t *testing.T) {
	type part struct {
		Komi float64 `json:"komi"`
	}
	type Embedded struct {
		Inner part `json:"inner"`
	}
	type document struct {
		Embedded
		Size     int            `json:"size"`
		Seed     uint8          `json:"seed"`
		Name     string         `json:"name"`
		Quiet    bool           `json:"quiet"`
		Parts    []part         `json:"parts"`
		Refusals map[string]int `json:"refusals"`
	}
	path := filepath.Join(t.TempDir(), "document.json")
	for _, test := range []struct{ name, text, want string }{
		{"all", `{"size": 9, "inner": {"komi": 1}, "parts": [{"komi": 1}, {"komi": 2}], "refusals": {"Mine": 1, "my check": 2}}`, ""},
		{"twice", `{"size": 9, "size": 2}`, `field "size" is there twice: it must be there once`},
		{"twice, once with an escape", `{"size": 9, "s\u0069ze": 2}`, `field "size" is there twice: it must be there once`},
		{"twice in a list", `{"parts": [{}, {"komi": 1, "komi": 2}]}`, `field "parts[1].komi" is there twice: it must be there once`},
		{"twice in lists", `{"parts": [[{"komi": 1, "komi": 2}]]}`, `field "parts[0][0].komi" is there twice: it must be there once`},
		{"twice in refusals", `{"refusals": {"Mine": 1, "Mine": 1}}`, `field "refusals.Mine" is there twice: it must be there once`},
		{"another case", `{"Size": 2}`, `field "Size" is not one that -json prints: their names are in lower case`},
		{"both cases", `{"size": 9, "SIZE": 2}`, `field "SIZE" is not one that -json prints: their names are in lower case`},
		{"a long s", `{"ſize": 2}`, `field "ſize" is not one that -json prints: their names are in lower case`},
		{"another case below", `{"inner": {"Komi": 2}}`, `field "inner.Komi" is not one that -json prints: their names are in lower case`},
		{"null", `null`, "the file holds null, not a test: it must be a file that -json printed"},
		{"a list", `[{}]`, "the file holds a list, not a test: it must be a file that -json printed"},
		{"text", `"size"`, "the file holds text, not a test: it must be a file that -json printed"},
		{"a number", `-1e999`, "the file holds the number -1e999, not a test: it must be a file that -json printed"},
		{"another kind", `{"size": 9, "rules": {}}`, "the file holds a match, not a test: merge it elsewhere"},
		{"another kind below", `{"inner": {"rules": {}}}`, `unknown field "rules": it must be a file that -json printed`},
		{"text for a number", `{"size": "9"}`, `field "size" has text: must be a whole number`},
		{"a fraction", `{"size": 2.5}`, `field "size" has 2.5: must be a whole number`},
		{"a large number", `{"size": -99999999999999999999}`, `field "size" has -99999999999999999999: must be a whole number nearer to 0`},
		{"a negative number", `{"seed": -1}`, `field "seed" has -1: must be a whole number from 0 to 255`},
		{"an infinite number", `{"inner": {"komi": 1e999}}`, `field "inner.komi" has 1e999: must be a number nearer to 0`},
		{"a truth for a number", `{"parts": [{"komi": true}]}`, `field "parts.komi" has true or false: must be a number`},
		{"a list for text", `{"name": []}`, `field "name" has a list: must be text`},
		{"a number for a truth", `{"quiet": 0}`, `field "quiet" has a number: must be true or false`},
		{"an object for a list", `{"parts": {}}`, `field "parts" has an object: must be a list`},
		{"a number for an object", `{"inner": 7}`, `field "inner" has a number: must be an object`},
		{"a wrong name before what is not JSON", `{"Size": 2, `, `field "Size" is not one that -json prints: their names are in lower case`},
		{"what is not JSON in a list", `{"parts": [x, x]}`, "invalid character 'x' looking for beginning of value: it must be a file that -json printed"},
		{"a brace for a bracket", `{"parts": [}`, "invalid character '}' looking for beginning of value: it must be a file that -json printed"},
		{"too deep", `{"parts": ` + strings.Repeat("[", 100_000), "invalid character '[' exceeded max depth: it must be a file that -json printed"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if err := os.WriteFile(path, []byte(test.text), 0o666); err != nil {
				t.Fatal(err)
			}
			err := ReadJSON(path, testKind, new(document))
			if err == nil && test.want != "" || err != nil && err.Error() != test.want {
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
}
