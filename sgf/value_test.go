package sgf_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"example.com/gogate/sgf"
)

func TestValueText(t *testing.T) {
	for _, test := range []struct {
		name         string
		value        sgf.Value
		text, simple string
	}{
		{"empty", "", "", ""},
		{"plain", " a é:b ", " a é:b ", " a é:b "},
		{"escapes", `\]\\\:\a\é`, `]\:aé`, `]\:aé`},
		{"line breaks", "a\nb\rc\r\nd\n\re\n\nf", "a\nb\nc\nd\ne\n\nf", "a b c d e  f"},
		{"three in a row", "a\r\n\rb\n\r\nc\r\r\n", "a\n\nb\n\nc\n\n", "a  b  c  "},
		{"line breaks removed", "a\\\nb\\\rc\\\r\nd\\\n\re", "abcde", "abcde"},
		{"a line break after one removed", "a\\\n\nb", "a\nb", "a b"},
		{"a backslash before a line break", "a\\\\\nb", "a\\\nb", `a\ b`},
		{"tabs", "a\tb\vc\fd\\\te", "a b c d e", "a b c d e"},
		{"control characters", "\x00\x1b\x7f\u0085\u2028", "\x00\x1b\x7f\u0085\u2028", "\x00\x1b\x7f\u0085\u2028"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := test.value.Text(); got != test.text {
				t.Errorf("Text() = %q, want %q", got, test.text)
			}
			if got := test.value.SimpleText(); got != test.simple {
				t.Errorf("SimpleText() = %q, want %q", got, test.simple)
			}
		})
	}
}

func TestText(t *testing.T) {
	for _, test := range []struct {
		text         string
		want, simple sgf.Value
	}{
		{"", "", ""},
		{"a:b(;[", "a:b(;[", "a:b(;["},
		{`a]b\`, `a\]b\\`, `a\]b\\`},
		{"a\nb\r\nc\rd\n\re", "a\nb\nc\nd\ne", "a b c d e"},
		{"a\tb\vc\fd", "a b c d", "a b c d"},
		{"\\\n", "\\\\\n", `\\ `},
		{"a\xffb\xc3", "a\ufffdb\ufffd", "a\ufffdb\ufffd"},
	} {
		if got := sgf.Text(test.text); got != test.want {
			t.Errorf("Text(%q) = %q, want %q", test.text, got, test.want)
		}
		if got := sgf.SimpleText(test.text); got != test.simple {
			t.Errorf("SimpleText(%q) = %q, want %q", test.text, got, test.simple)
		}
	}
}

func TestSplit(t *testing.T) {
	for _, test := range []struct {
		value, first, second sgf.Value
		ok                   bool
	}{
		{"aa:cc", "aa", "cc", true},
		{":", "", "", true},
		{"a:b:c", "a", "b:c", true},
		{`a\:b:c\:d`, `a\:b`, `c\:d`, true},
		{`a\\:b`, `a\\`, "b", true},
		{`a\:b`, `a\:b`, "", false},
		{"", "", "", false},
	} {
		first, second, ok := test.value.Split()
		if first != test.first || second != test.second || ok != test.ok {
			t.Errorf("%q.Split() = %q, %q, %v, want %q, %q, %v", test.value, first, second, ok, test.first, test.second, test.ok)
		}
	}
	if got, want := sgf.Compose(`a:b]`, "c\\\n:"), sgf.Value(`a\:b\]:c\\ \:`); got != want {
		t.Errorf("Compose: got %q, want %q", got, want)
	}
}

// nasty draws text of what has a meaning in the format, among other characters.
func nasty() *rapid.Generator[string] {
	pieces := []string{
		`\`, "]", "[", ":", ";", "(", ")", "\n", "\r", "\r\n", "\t", "\v", "\f", " ", "\x00", "\x1b", "a", "Z",
		"é", "棋", "\u2028", "\u00a0", "\ufeff", "\ufffd", "\xff", "\xc3", "𝄞", "B[aa]",
	}
	return rapid.Map(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 12), func(s []string) string { return strings.Join(s, "") })
}

// normal returns what is left of a text, one character after the other.
func normal(text string) string {
	var b strings.Builder
	runes := []rune(strings.ToValidUTF8(text, string(utf8.RuneError)))
	for i := 0; i < len(runes); i++ {
		switch r := runes[i]; r {
		case '\t', '\v', '\f':
			b.WriteByte(' ')
		case '\r', '\n':
			b.WriteByte('\n')
			if i+1 < len(runes) && runes[i+1] != r && slices.Contains([]rune{'\r', '\n'}, runes[i+1]) {
				i++
			}
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Any text reads back as it is, except for line breaks, tabs and bytes that are not UTF-8. What
// was read then reads back unchanged, through a file and on its own.
func TestTextReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first, second := nasty().Draw(t, "first"), nasty().Draw(t, "second")
		n := &sgf.Node{Properties: []sgf.Property{
			{"C", []sgf.Value{sgf.Text(first), sgf.Text(second)}},
			{"N", []sgf.Value{sgf.SimpleText(first)}},
			{"LB", []sgf.Value{sgf.Compose(first, second)}},
		}}
		read := parse(t, write(t, n))[0]
		equal := func(what, got, want string) {
			if got != want {
				t.Fatalf("%s of %q and %q: got %q, want %q", what, first, second, got, want)
			}
		}
		want := normal(first)
		line := strings.ReplaceAll(want, "\n", " ")
		equal("Text", read.Get("C")[0].Text(), want)
		equal("the second Text", read.Get("C")[1].Text(), normal(second))
		equal("SimpleText", read.Get("N")[0].SimpleText(), line)
		a, b, ok := read.Get("LB")[0].Split()
		if !ok {
			t.Fatalf("%q has no colon", read.Get("LB")[0])
		}
		equal("the first part", a.SimpleText(), line)
		equal("the second part", b.SimpleText(), strings.ReplaceAll(normal(second), "\n", " "))
		equal("the Text of what Text gave", string(sgf.Text(want)), string(sgf.Text(first)))
	})
}
