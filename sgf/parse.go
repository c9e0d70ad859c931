package sgf

import (
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// MaxBytes is the length in bytes of the longest text that Parse reads.
//
// A tree needs more memory than its text: about 25 times as much for moves alone and less
// with comments, as BenchmarkParse measures. A text of nothing but semicolons needs 70
// times as much, about 1 GB at the limit.
const MaxBytes = 16 << 20

// Parse reads a collection of games and returns their roots, one or more. If a game is
// wrong, Parse returns the games before it and an *Error. An error of r is returned as it
// is.
//
// Real records are often damaged. Parse accepts damage that leaves no doubt about the
// meaning:
//
//   - text before the (; of a game and after its last parenthesis
//   - missing parentheses at the end
//   - parentheses without a node of their own
//   - a property that a node has several times: its values are put together
//   - the long names of FF[3], such as White: their small letters are dropped
//
// A text that breaks off within a value is an error, and so is anything else out of place.
//
// The tree is in UTF-8 whatever charset the text had, and a CA in it says so. If a game
// does not name its charset, it is read as UTF-8 if it is valid UTF-8, as most records are
// today. Otherwise it is read as ISO-8859-1, which is the default of the format, and then
// gets a CA. A byte-order mark means UTF-8, even if CA says ISO-8859-1. Any other charset
// is an error, and so is invalid UTF-8.
//
// Nodes keep the whole text in memory. The time is proportional to the length of the text.
func Parse(r io.Reader) ([]*Node, error) {
	var text strings.Builder
	n, err := io.Copy(&text, io.LimitReader(r, MaxBytes+1))
	switch {
	case err != nil:
		return nil, err
	case n > MaxBytes:
		return nil, errorAt(MaxBytes, "the text is too long: must be at most %d bytes", MaxBytes)
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
		return nil, errorAt(0, "there is no game: a game must begin with (;")
	}
	return roots, nil
}

// A parser goes through a text.
type parser struct {
	text   string
	pos    int
	marked bool // whether the text begins with a byte-order mark
}

// seek goes to the next parenthesis with a node after it, and reports whether there is
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

// peek skips blanks and returns the next character, 0 at the end.
func (p *parser) peek() byte {
	for ; p.pos < len(p.text); p.pos++ {
		if !isBlank(p.text[p.pos]) {
			return p.text[p.pos]
		}
	}
	return 0
}

// game reads a game, beginning at its parenthesis, and makes it UTF-8.
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
		forks      []*Node // for each open parenthesis, the node before it
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

// unexpected returns the error for a character that should be something else.
func (p *parser) unexpected(want string) error {
	if p.pos == len(p.text) {
		return errorAt(p.pos, "the text breaks off: must go on with %s", want)
	}
	_, size := utf8.DecodeRuneInString(p.text[p.pos:])
	return errorAt(p.pos, "%q: must be %s", p.text[p.pos:p.pos+size], want)
}

// properties reads the properties of a node.
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
		return "", errorAt(start, "property %.40q: must be a name of capital letters", p.text[start:p.pos])
	}
	return name, nil
}

// values reads the values of the property with the given name.
func (p *parser) values(name string) (values []Value, err error) {
	for p.peek() == '[' {
		v := Value(p.text[p.pos+1:])
		end := v.end()
		if end >= len(v) {
			return nil, errorAt(p.pos, "a value of %.40s has no end: must end with ]", name)
		}
		values = append(values, v[:end])
		p.pos += end + len("[]")
	}
	if len(values) == 0 {
		return nil, p.unexpected("[ and a value of " + name[:min(len(name), 40)])
	}
	return values, nil
}

// merged returns the list with each name once, in its first place.
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
