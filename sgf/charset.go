package sgf

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// charset is what CA says of a tree and of what Write writes.
const charset = "UTF-8"

// decode makes the game that was read from text UTF-8. The text begins at start, and marked
// says whether a byte-order mark was before it.
func (n *Node) decode(text string, start int, marked bool) error {
	name := n.word("CA")
	invalid := invalidUTF8(text)
	latin := false
	switch strings.ToLower(name) {
	case "":
		latin = !marked && invalid >= 0
	case "utf-8", "utf8":
	case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1":
		latin = !marked
	default:
		return errorAt(n.Offset, "charset %.60q: must be UTF-8 or ISO-8859-1", name)
	}
	if invalid >= 0 && !latin {
		return errorAt(start+invalid, "the byte %#02x is not UTF-8, but the text says that it is in UTF-8: must be UTF-8, or have CA[ISO-8859-1]", text[invalid])
	}
	if latin {
		for node := range n.all() {
			for _, p := range node.Properties {
				for i, v := range p.Values {
					p.Values[i] = fromLatin1(v)
				}
			}
		}
	}
	utf := []Value{charset}
	if i := slices.IndexFunc(n.Properties, func(p Property) bool { return p.Name == "CA" }); i >= 0 {
		n.Properties[i].Values = utf
	} else if latin {
		n.Properties = append(n.Properties, Property{"CA", utf})
	}
	return nil
}

// invalidUTF8 returns the index of the first byte of s that is not UTF-8, -1 if all of it
// is.
func invalidUTF8(s string) int {
	for i, r := range s {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(s[i:]); size == 1 {
				return i
			}
		}
	}
	return -1
}

// fromLatin1 returns a value in ISO-8859-1 as one in UTF-8. The bytes of ISO-8859-1 are the
// first 256 characters of Unicode.
func fromLatin1(v Value) Value {
	ascii := 0
	for ascii < len(v) && v[ascii] < utf8.RuneSelf {
		ascii++
	}
	if ascii == len(v) {
		return v
	}
	var b strings.Builder
	for _, c := range []byte(v) {
		b.WriteRune(rune(c))
	}
	return Value(b.String())
}
