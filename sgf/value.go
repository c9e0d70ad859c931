package sgf

import (
	"errors"
	"strings"
	"unicode/utf8"
)

// A Value is the text between the brackets of a property, in UTF-8 and with its backslashes.
// A backslash takes away the meaning of the character after it. What a value means depends
// on its property: it may be text, or composed of two parts with a colon between them.
type Value string

// Text returns the value as a text for readers. It drops the backslashes and the line breaks
// after them. Every other line break becomes "\n", and every tab a blank.
func (v Value) Text() string {
	if !strings.ContainsAny(string(v), "\\\n\r\t\v\f") {
		return string(v)
	}
	var b strings.Builder
	for i, escaped := 0, false; i < len(v); i++ {
		switch c := v[i]; {
		case c == '\\' && !escaped:
			escaped = true
			continue
		case isBreak(c):
			if i+1 < len(v) && v[i+1] != c && isBreak(v[i+1]) {
				i++ // the two are one line break
			}
			if !escaped {
				b.WriteByte('\n')
			}
		case isBlank(c):
			b.WriteByte(' ')
		default:
			b.WriteByte(c)
		}
		escaped = false
	}
	return b.String()
}

// SimpleText returns the value as a single line, such as a name: it is Text with a blank for
// every line break.
func (v Value) SimpleText() string {
	return strings.ReplaceAll(v.Text(), "\n", " ")
}

// Split divides a composed value, such as the corners aa:cc of a rectangle, at its first
// colon without a backslash. It reports false, and returns v and "", if there is none.
func (v Value) Split() (first, second Value, ok bool) {
	for i := 0; i < len(v); i++ {
		switch v[i] {
		case '\\':
			i++
		case ':':
			return v[:i], v[i+1:], true
		}
	}
	return v, "", false
}

// escapes makes a value of a text. It looks for line breaks of two characters first.
var escapes = strings.NewReplacer(
	`\`, `\\`, `]`, `\]`,
	"\r\n", "\n", "\n\r", "\n", "\r", "\n",
	"\t", " ", "\v", " ", "\f", " ")

// Text returns a text as a value, with the backslashes that it needs. The method
// [Value.Text] gives the text back, except for what the format cannot express: line breaks
// become "\n" and tabs blanks. A byte that is not UTF-8 becomes U+FFFD.
func Text(s string) Value {
	return Value(escapes.Replace(strings.ToValidUTF8(s, string(utf8.RuneError))))
}

// SimpleText returns a text as a value of a single line: it is Text with a blank for every
// line break.
func SimpleText(s string) Value {
	return Value(strings.ReplaceAll(string(Text(s)), "\n", " "))
}

// Compose returns two texts as one value with a colon between them.
func Compose(first, second string) Value {
	part := func(s string) Value { return Value(strings.ReplaceAll(string(SimpleText(s)), ":", `\:`)) }
	return part(first) + ":" + part(second)
}

// check returns why v cannot stand between brackets.
func (v Value) check() error {
	if !utf8.ValidString(string(v)) {
		return errors.New("must be UTF-8")
	}
	if end := v.end(); end < len(v) {
		return errors.New(`every ] must have a backslash before it`)
	} else if end > len(v) {
		return errors.New(`every backslash must have a character after it`)
	}
	return nil
}

// end returns the index of the first ] without a backslash, and len(v) if there is none. It
// is more than len(v) if v ends with a backslash that escapes nothing.
func (v Value) end() int {
	i := 0
	for i < len(v) && v[i] != ']' {
		if v[i] == '\\' {
			i++
		}
		i++
	}
	return i
}

func isBreak(c byte) bool { return c == '\n' || c == '\r' }

// isBlank reports whether c is white space, line breaks included.
func isBlank(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }
