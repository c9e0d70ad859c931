package sgf

import (
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// MaxBytes is the length of the longest text that Parse reads. A tree takes more memory
// than its text: about 25 times as much for bare moves, less with comments, and some 70
// times for a text of nothing but semicolons, as BenchmarkParse measures: about 1 GB at
// the limit.
const MaxBytes = 16 << 20

// Parse reads a collection of games and returns their roots, one or more. On an error
// it returns the games before it as well; the error is an *Error, unless r gave it.
//
// Real records are damaged in ways that leave no doubt, and are read all the same:
// text before the (; of a game and after its last ), parentheses at the end that are
// missing, parentheses without a node of their own, and a property that a node has
// several times, whose values are put together. Of the long names of FF[3], such as
// White, the small letters are dropped. A text that breaks off within a value is an
// error, as is all else that is out of place.
//
// The tree is in UTF-8, which is what CA says of it, whatever it said of the text. A
// game that does not name its charset is taken as UTF-8 if it is valid UTF-8, as most
// are today, and otherwise as ISO-8859-1, as the format has it; it gets a CA only in
// the second case. A byte-order mark stands for UTF-8, also against ISO-8859-1 in CA.
// Any other charset is an error, and so is UTF-8 that is not valid.
//
// Nodes keep the whole text in memory, and the time to read is proportional to it.
func Parse(r io.Reader) ([]*Node, error) {
	var text strings.Builder
	n, err := io.Copy(&text, io.LimitReader(r, MaxBytes+1))
	switch {
	case err != nil:
		return nil, err
	case n > MaxBytes:
		return nil, errorAt(MaxBytes, "the text goes on: want at most %d bytes", MaxBytes)
	}
	p := parser{text: text.String()}
	p.marked = strings.HasPrefix(p.text, "\ufeff")
	var roots []*Node
	for p.seek() {
		root, err := p.game()
		if err != nil {
			return roots, err
		}
		roots = append(roots, root)
	}
	if len(roots) == 0 {
		return nil, errorAt(0, "there is no game: want one that begins with (;")
	}
	return roots, nil
}

// A parser goes through a text.
type parser struct {
	text   string
	pos    int
	marked bool // whether the text begins with a byte-order mark
}

// seek goes to the next parenthesis that a node follows and reports whether there is
// one.
func (p *parser) seek() bool {
	for {
		i := strings.IndexByte(p.text[p.pos:], '(')
		if i < 0 {
			return false
		}
		start := p.pos + i
		p.pos = start + 1
		if p.peek() == ';' {
			p.pos = start
			return true
		}
	}
}

// peek skips blanks and returns the character behind them, 0 at the end.
func (p *parser) peek() byte {
	for ; p.pos < len(p.text); p.pos++ {
		if !isBlank(p.text[p.pos]) {
			return p.text[p.pos]
		}
	}
	return 0
}

// game reads a game in UTF-8. It begins at its parenthesis.
func (p *parser) game() (*Node, error) {
	start := p.pos
	root, err := p.tree()
	if err != nil {
		return nil, err
	}
	return root, root.decode(p.text[start:p.pos], start, p.marked)
}

// tree reads a game in the charset of the text.
func (p *parser) tree() (*Node, error) {
	var (
		root, last *Node
		forks      []*Node // for each open parenthesis the node before it
		closed     bool    // whether a variation was the last thing read
	)
	for {
		switch c := p.peek(); {
		case c == '(':
			p.pos++
			forks, closed = append(forks, last), false
		case c == ')':
			p.pos++
			last, closed = forks[len(forks)-1], true
			forks = forks[:len(forks)-1]
			if len(forks) == 0 {
				return root, nil
			}
		case c == ';' && !closed:
			n := &Node{Offset: p.pos}
			p.pos++
			var err error
			if n.Properties, err = p.properties(); err != nil {
				return nil, err
			}
			if last == nil {
				root = n
			} else {
				last.Children = append(last.Children, n)
			}
			last = n
		case p.pos == len(p.text):
			return root, nil
		case closed:
			return nil, p.unexpected("( or ) after a variation")
		default:
			return nil, p.unexpected("a property, ;, ( or )")
		}
	}
}

// unexpected returns the error for what stands at p.
func (p *parser) unexpected(want string) error {
	if p.pos == len(p.text) {
		return errorAt(p.pos, "the text breaks off: want %s", want)
	}
	_, size := utf8.DecodeRuneInString(p.text[p.pos:])
	return errorAt(p.pos, "%q: want %s", p.text[p.pos:p.pos+size], want)
}

// properties reads those of a node.
func (p *parser) properties() ([]Property, error) {
	var list []Property
	for isLetter(p.peek()) {
		name, err := p.name()
		if err != nil {
			return nil, err
		}
		values, err := p.values(name)
		if err != nil {
			return nil, err
		}
		list = append(list, Property{name, values})
	}
	if len(list) < 2 {
		return list, nil
	}
	return merged(list), nil
}

// name reads the name of a property, which begins with a letter.
func (p *parser) name() (string, error) {
	start := p.pos
	small := 0
	for ; p.pos < len(p.text); p.pos++ {
		c := p.text[p.pos]
		if !isLetter(c) && !isDigit(c) {
			break
		}
		if isSmall(c) {
			small++
		}
	}
	name := p.text[start:p.pos]
	if small > 0 {
		name = strings.Map(func(r rune) rune {
			if isSmall(byte(r)) {
				return -1
			}
			return r
		}, name)
	}
	if !isName(name) {
		return "", errorAt(start, "property %.40q: want a name of capital letters", p.text[start:p.pos])
	}
	return name, nil
}

// values reads those of the property with the given name.
func (p *parser) values(name string) (values []Value, err error) {
	for p.peek() == '[' {
		v := Value(p.text[p.pos+1:])
		end := v.end()
		if end >= len(v) {
			return nil, errorAt(p.pos, "a value of %.40s has no end: want ]", name)
		}
		values = append(values, v[:end])
		p.pos += end + len("[]")
	}
	if len(values) == 0 {
		return nil, p.unexpected("[ and a value of " + name[:min(len(name), 40)])
	}
	return values, nil
}

// merged returns the list with each name once, where it stands first.
func merged(list []Property) []Property {
	index := make(map[string]int)
	n := 0
	for _, p := range list {
		if i, ok := index[p.Name]; ok {
			list[i].Values = append(list[i].Values, p.Values...)
			continue
		}
		index[p.Name] = n
		list[n] = p
		n++
	}
	if n < len(list) {
		return slices.Clone(list[:n]) // and let go of the rest
	}
	return list
}

// decode makes the game that was read from text, which begins at start, one in UTF-8.
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
		return errorAt(n.Offset, "charset %.60q: want UTF-8 or ISO-8859-1", name)
	}
	if invalid >= 0 && !latin {
		return errorAt(start+invalid, "the byte %#02x is no UTF-8, which the text says it is: want UTF-8 or CA[ISO-8859-1]", text[invalid])
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

// invalidUTF8 returns the index of the first byte of s that is no UTF-8, -1 if there
// is none.
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

// fromLatin1 returns a value in ISO-8859-1 as one in UTF-8: its bytes are the first
// 256 characters of Unicode.
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

func isSmall(c byte) bool  { return 'a' <= c && c <= 'z' }
func isLetter(c byte) bool { return isSmall(c) || 'A' <= c && c <= 'Z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }

// isName reports whether s is a name of capital letters. Digits may follow the first,
// as FF[1] has them.
func isName(s string) bool {
	for i, c := range []byte(s) {
		if isSmall(c) || !isLetter(c) && (i == 0 || !isDigit(c)) {
			return false
		}
	}
	return s != ""
}
