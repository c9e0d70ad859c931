package sgf_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"example.com/gogate"
	"example.com/gogate/sgf"
)

// What is read, as it is written again.
func TestParse(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"one node", "(;FF[4])", "(;FF[4])\n"},
		{"nodes", "(;FF[4];B[aa];W[bb])", "(;FF[4]\n;B[aa]\n;W[bb])\n"},
		{"empty nodes", "(;;)", "(;\n;)\n"},
		{"variations", "(;A[](;B[aa];W[bb])(;B[cc](;W[])(;W[dd])))", "(;A[]\n(;B[aa]\n;W[bb])\n(;B[cc]\n(;W[])\n(;W[dd])))\n"},
		{"a single variation is the main line", "(;A[](;B[aa](;W[bb])))", "(;A[]\n;B[aa]\n;W[bb])\n"},
		{"a collection", "(;A[])(;B[])", "(;A[])\n(;B[])\n"},
		{"blanks everywhere", " ( ;\tFF [4]\r\n ; \v AB\n[aa] [bb]\f) ", "(;FF[4]\n;AB[aa][bb])\n"},
		{"blanks in values stay", "(;C[ a\t\r\nb ])", "(;C[ a\t\r\nb ])\n"},
		{"a value with all that ends others", `(;C[(;B[\]\\])`, "(;C[(;B[\\]\\\\])\n"},
		{"a backslash before any character", `(;C[a\b\é\:\(])`, "(;C[a\\b\\é\\:\\(])\n"},
		{"unknown properties", "(;XYZ[1:2][\\:]KGSDE[x])", "(;XYZ[1:2][\\:]KGSDE[x])\n"},
		{"digits in a name", "(;A1[x])", "(;A1[x])\n"},
		{"long names of FF[3]", "(;FileFormat[3]GaMe[1];White[aa]Comment[x];addBlack[bb])", "(;FF[3]GM[1]\n;W[aa]C[x]\n;B[bb])\n"},
		{"a property several times", "(;AB[aa]C[x]AB[bb][cc]AB[dd])", "(;AB[aa][bb][cc][dd]C[x])\n"},
		{"a long name and a short one", "(;AddBlack[aa]AB[bb])", "(;AB[aa][bb])\n"},
		{"an empty list", "(;AB[])", "(;AB[])\n"},

		{"text before", "From: me (see below)\n\n( (x) (;B[aa])", "(;B[aa])\n"},
		{"text behind", "(;B[aa])) ; the end [", "(;B[aa])\n"},
		{"text between games", "(;A[]) and (;B[])", "(;A[])\n(;B[])\n"},
		{"no last parenthesis", "(;A[];B[aa]", "(;A[]\n;B[aa])\n"},
		{"none at all", "(;A[](;B[aa](;B[bb]\n", "(;A[]\n;B[aa]\n;B[bb])\n"},
		{"a parenthesis too many", "((;A[]))", "(;A[])\n"},
		{"parentheses without nodes", "(;A[]()((;B[aa])(;B[bb])))", "(;A[]\n(;B[aa])\n(;B[bb]))\n"},
		{"a node of territory alone", "(;A[];TB[aa][bb]TW[cc])", "(;A[]\n;TB[aa][bb]TW[cc])\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := write(t, parse(t, test.text)...)
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
			if again := write(t, parse(t, got)...); again != got {
				t.Errorf("reads back as %q, want %q", again, got)
			}
		})
	}
}

func TestParseErrors(t *testing.T) {
	for _, test := range []struct {
		name, text string
		offset     int
		words      string
	}{
		{"nothing", "", 0, "there is no game"},
		{"other text", "B D4\nW E5 (x", 0, "a game must begin with (;"},
		{"no node", "()", 0, "there is no game"},
		{"a value without an end", "(;C[abc)", 3, "a value of C has no end"},
		{"one that ends with a backslash", `(;C[x]C[abc\]`, 7, "a value of C has no end"},
		{"one in a second game", "(;A[])\n(;B[", 10, "a value of B has no end"},
		{"a property without a value", "(;B;W[aa])", 3, `";": must be [ and a value of B`},
		{"one at the end", "(;B", 3, "the text breaks off: must go on with [ and a value of B"},
		{"a name of small letters", "(;A[]white[aa])", 5, `property "white": must be a name of capital letters`},
		{"a name that begins with a digit", "(;a1[x])", 2, `property "a1": must be a name`},
		{"something else in a node", "(;A[]=B[aa])", 5, `"=": must be a property, ;, ( or )`},
		{"half a character", "(;A[]\xc3)", 5, `"\xc3": must be a property`},
		{"a character", "(;A[]é)", 5, `"é": must be a property`},
		{"a value without a name", "(;[aa])", 2, `"[": must be a property`},
		{"a node after a variation", "(;A[](;B[aa]);B[bb])", 13, `";": must be ( or ) after a variation`},
		{"a property after a variation", "(;A[](;B[aa])B[bb])", 13, `"B": must be ( or ) after a variation`},
		{"offsets count the byte-order mark", "\ufeff(;=)", 5, `"="`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := sgf.Parse(strings.NewReader(test.text))
			checkError(t, err, test.offset, test.words)
		})
	}
}

// The games before the one with an error are not lost.
func TestParseKeepsGames(t *testing.T) {
	roots, err := sgf.Parse(strings.NewReader("(;A[1])(;A[2])(;A[3"))
	checkError(t, err, 17, "no end")
	if got, want := write(t, roots...), "(;A[1])\n(;A[2])\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestOffsets(t *testing.T) {
	text := "\ufeffx (;A[é] ;B[aa]\n(;W[bb])(;W[cc]))"
	roots := parse(t, text)
	for n := roots[0]; ; n = n.Children[len(n.Children)-1] {
		if text[n.Offset] != ';' {
			t.Errorf("%v: offset %d, where %q stands", n.Properties, n.Offset, text[n.Offset:])
		}
		if len(n.Children) == 0 {
			if want := strings.Index(text, ";W[cc]"); n.Offset != want {
				t.Errorf("the last node is at %d, want %d", n.Offset, want)
			}
			return
		}
	}
}

func TestGet(t *testing.T) {
	n := parse(t, "(;AB[aa][bb]C[])")[0]
	for name, want := range map[string][]sgf.Value{"AB": {"aa", "bb"}, "C": {""}, "A": nil} {
		if diff := cmp.Diff(want, n.Get(name)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestCharsets(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"UTF-8", "(;CA[UTF-8]C[é棋])", "(;CA[UTF-8]C[é棋])\n"},
		{"in other letters", "(;CA[utf8]C[é])", "(;CA[UTF-8]C[é])\n"},
		{"with blanks", "(;CA[ utf-8\n]C[é])", "(;CA[UTF-8]C[é])\n"},
		{"with a byte-order mark", "\ufeff(;CA[UTF-8]C[é])", "(;CA[UTF-8]C[é])\n"},
		{"a byte-order mark alone", "\ufeff(;C[é])", "(;C[é])\n"},
		{"a byte-order mark against CA", "\ufeff(;CA[ISO-8859-1]C[é])", "(;CA[UTF-8]C[é])\n"},
		{"U+FFFD in the text", "(;CA[UTF-8]C[\ufffd])", "(;CA[UTF-8]C[\ufffd])\n"},
		{"none, valid UTF-8", "(;C[é])", "(;C[é])\n"},
		{"none, something else", "(;C[\xe9\xff])", "(;C[éÿ]CA[UTF-8])\n"},
		{"an empty one", "(;CA[]C[\xe9])", "(;CA[UTF-8]C[é])\n"},
		{"ISO-8859-1", "(;C[\xe9\\]]CA[ISO-8859-1](;PB[\xfc][x\xdf])(;A[a]))", "(;C[é\\]]CA[UTF-8]\n(;PB[ü][xß])\n(;A[a]))\n"},
		{"ISO-8859-1 that looks like UTF-8", "(;CA[iso-8859-1]C[\xc3\xa9])", "(;CA[UTF-8]C[Ã©])\n"},
		{"latin1", "(;CA[Latin1]C[\xe9])", "(;CA[UTF-8]C[é])\n"},
		{"iso8859-1", "(;CA[ISO8859-1]C[\xe9])", "(;CA[UTF-8]C[é])\n"},
		{"each game has its own", "(;CA[latin1]C[\xe9])(;CA[utf-8]C[é])(;C[\xe9])", "(;CA[UTF-8]C[é])\n(;CA[UTF-8]C[é])\n(;C[é]CA[UTF-8])\n"},
		{"text around the game does not count", "\xe9(;C[é])\xe9", "(;C[é])\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := write(t, parse(t, test.text)...); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestCharsetErrors(t *testing.T) {
	for _, test := range []struct {
		name, text string
		offset     int
		words      string
	}{
		{"another charset", "(;CA[GB2312])", 1, `charset "GB2312": must be UTF-8 or ISO-8859-1`},
		{"a charset that begins like one", "(;CA[ISO-8859-15])", 1, `charset "ISO-8859-15"`},
		{"two charsets", "(;CA[UTF-8]CA[latin1])", 1, `charset "UTF-8 latin1"`},
		{"no UTF-8", "(;CA[UTF-8]C[ab\xe9])", 15, "the byte 0xe9 is not UTF-8"},
		{"half a character", "(;CA[UTF-8]C[é\xc3])", 15, "the byte 0xc3 is not UTF-8"},
		{"no UTF-8 after a byte-order mark alone", "\ufeff(;C[\xe9])", 7, "the byte 0xe9 is not UTF-8"},
		{"no UTF-8 after a byte-order mark against CA", "\ufeff(;CA[latin1]C[\xe9])", 17, "the byte 0xe9 is not UTF-8"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := sgf.Parse(strings.NewReader(test.text))
			checkError(t, err, test.offset, test.words)
		})
	}
}

// An error of the reader is the caller's own.
func TestParseReader(t *testing.T) {
	cause := errors.New("the line is dead")
	if _, err := sgf.Parse(io.MultiReader(strings.NewReader("(;A[])"), iotest.ErrReader(cause))); err != cause {
		t.Errorf("got %v, want %v", err, cause)
	}
	if _, err := sgf.Parse(iotest.OneByteReader(strings.NewReader("(;A[])"))); err != nil {
		t.Error(err)
	}
}

// A blanks is an endless text.
type blanks struct{}

func (blanks) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = ' '
	}
	return len(b), nil
}

func TestMaxBytes(t *testing.T) {
	_, err := sgf.Parse(blanks{})
	checkError(t, err, sgf.MaxBytes, "must be at most 16777216 bytes")
	game := "(;A[])"
	if _, err := sgf.Parse(io.MultiReader(strings.NewReader(game), io.LimitReader(blanks{}, sgf.MaxBytes-int64(len(game))))); err != nil {
		t.Errorf("a text of %d bytes: %v", sgf.MaxBytes, err)
	}
}

// Depth and length cost no more than the text is long: none of these may overflow a
// stack or take more than a moment.
func TestLargeTrees(t *testing.T) {
	const n = 100_000
	for _, test := range []struct {
		name, text string
		nodes      int
	}{
		{"nested parentheses", strings.Repeat("(", n) + ";A[]" + strings.Repeat(")", n), 1},
		{"nested in a game", "(;A[]" + strings.Repeat("(", n) + ";B[aa]" + strings.Repeat(")", n+1), 2},
		{"nested and left open", "(;A[]" + strings.Repeat("(", n), 1},
		{"nested variations", strings.Repeat("(;B[aa]", n), n},
		{"variations that branch", strings.Repeat("(;B[aa](;)", n), 2 * n},
		{"variations side by side", "(;" + strings.Repeat("(;B[aa])", n) + ")", n + 1},
		{"games", strings.Repeat("(;B[aa])", n), n},
		{"a line of a million nodes", "(" + strings.Repeat(";B[aa]", 10*n) + ")", 10 * n},
		{"a property many times", "(;" + strings.Repeat("A[]B[]", n) + ")", 1},
		{"a long value", "(;C[" + strings.Repeat(`\]\\`, n) + "])", 1},
		{"a long name", "(;" + strings.Repeat("Aa", n) + "[])", 1},
		{"parentheses with blanks", strings.Repeat("(      ", n) + "(;)", 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			roots := parse(t, test.text)
			nodes := flat(roots)
			if len(nodes) != test.nodes {
				t.Fatalf("got %d nodes, want %d", len(nodes), test.nodes)
			}
			again := flat(parse(t, write(t, roots...)))
			if len(again) != len(nodes) {
				t.Fatalf("%d nodes read back, want %d", len(again), len(nodes))
			}
			for i := range nodes {
				if nodes[i].Children != again[i].Children {
					t.Fatalf("node %d reads back with %d children, want %d", i, again[i].Children, nodes[i].Children)
				}
			}
		})
	}
}

// As many names as there are of four letters, in one node: putting values together
// must not compare each with each.
func TestManyNames(t *testing.T) {
	var b strings.Builder
	b.WriteString("(;")
	for i := range 26 * 26 * 26 * 26 {
		b.Write([]byte{'A' + byte(i/26/26/26), 'A' + byte(i/26/26%26), 'A' + byte(i/26%26), 'A' + byte(i%26), '[', ']'})
	}
	if got := len(parse(t, b.String()+"ABCD[x])")[0].Properties); got != 26*26*26*26 {
		t.Errorf("got %d properties, want %d", got, 26*26*26*26)
	}
}

// A long game, of which the third turn is illegal.
func TestLargeGame(t *testing.T) {
	const n = 100_000
	g := newGame(t, "(;SZ[9]"+strings.Repeat(";B[aa];AB[aa:ai]", n)+")", gogate.Rules{})
	if len(g.Turns) != 2*n {
		t.Fatalf("got %d turns, want %d", len(g.Turns), 2*n)
	}
	tree, err := g.Tree()
	if err != nil {
		t.Fatal(err)
	}
	if got := len(flat([]*sgf.Node{tree})); got != 2*n+1 {
		t.Errorf("got %d nodes, want %d", got, 2*n+1)
	}
	_, err = g.Replay()
	if e := new(sgf.Error); !errors.As(err, &e) || e.Turn != 2 || !errors.Is(err, gogate.ErrOccupied) {
		t.Errorf("got %v, want %v in turn 2", err, gogate.ErrOccupied)
	}
}
