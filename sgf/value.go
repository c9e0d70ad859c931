package sgf

import (
	"errors"
	"strings"
	"unicode/utf8"
)

// A Value is what stands between the brackets of a property, in UTF-8 and otherwise
// as it stands there, with its backslashes: only who knows the property knows whether
// it is text, and whether a colon divides it. A backslash takes away what the
// character after it would mean.
type Value string

// Text returns the value of a text as it is to be read: without the backslashes and
// the line breaks after them, with "\n" for every other line break and a blank for
// every tab.
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

// SimpleText returns the value of a text that is a single line, such as a name: that
// of Text with a blank for every line break.
func (v Value) SimpleText() string {
	return strings.ReplaceAll(v.Text(), "\n", " ")
}

// Split divides a composed value, such as the corners aa:cc of a list of points, at
// its first colon without a backslash. It reports false if there is none.
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

// escapes makes a value of a text. Line breaks of two characters come first.
var escapes = strings.NewReplacer(
	`\`, `\\`, `]`, `\]`,
	"\r\n", "\n", "\n\r", "\n", "\r", "\n",
	"\t", " ", "\v", " ", "\f", " ")

// Text returns the value of a text, with the backslashes that it needs. Its Text is s
// again, but for what the format does not have: line breaks become "\n" and tabs
// blanks. What is no UTF-8 becomes U+FFFD.
func Text(s string) Value {
	return Value(escapes.Replace(strings.ToValidUTF8(s, string(utf8.RuneError))))
}

// SimpleText is Text for a single line: a line break becomes a blank.
func SimpleText(s string) Value {
	return Value(strings.ReplaceAll(string(Text(s)), "\n", " "))
}

// Compose returns the value of two texts with a colon between them.
func Compose(first, second string) Value {
	part := func(s string) Value { return Value(strings.ReplaceAll(string(SimpleText(s)), ":", `\:`)) }
	return part(first) + ":" + part(second)
}

// check returns why v cannot stand between brackets.
func (v Value) check() error {
	if !utf8.ValidString(string(v)) {
		return errors.New("want UTF-8")
	}
	if end := v.end(); end < len(v) {
		return errors.New(`want a backslash before every ]`)
	} else if end > len(v) {
		return errors.New(`want a character after every backslash`)
	}
	return nil
}

// end returns the index of the first ] without a backslash: len(v) if there is none,
// and more than that if v ends with a backslash that escapes nothing.
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
