package audit

import (
	"io"
	"strings"
	"testing"

	"example.com/gogate"
	"example.com/gogate/sgf"
)

// The names of the checks are those that they give themselves.
func TestCheckNames(t *testing.T) {
	p := gogate.MustStart(9)
	for _, c := range choosable {
		if got := c.check(p, gogate.Pass).Check; got != c.name {
			t.Errorf("got %q, want the name of %s", c.name, got)
		}
	}
	if got := gogate.Judge(p, gogate.Pass)[0].Check; got != Legal {
		t.Errorf("got %q, want the name of %s", Legal, got)
	}
}

// turnsOf returns the turns of text.
func turnsOf(t *testing.T, text string) (turns []sgf.Turn, err error) {
	open := func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }
	for turn, err := range readMoves(t.Context(), "text", open) {
		if err != nil {
			return turns, err
		}
		turns = append(turns, turn)
	}
	return turns, nil
}

// Text whose case, blanks, comments and line ends do not matter.
func TestTextForms(t *testing.T) {
	for name, text := range map[string]string{
		"as usual":           "B D4\nW pass\n",
		"lower case":         "b d4\nw pass\n",
		"words":              "black D4\nwhite PASS\n",
		"any case":           "BLACK d4\nWhite Pass\n",
		"no end":             "B D4\nW pass",
		"CRLF":               "B D4\r\nW pass\r\n",
		"blanks":             " \tB \t D4 \n\n \n\r\nW pass \n\n",
		"comments":           "# a game\nB D4 # the first\n #\nW pass#the last\n#",
		"comments of any":    "B D4 # \xff \x1b[2J\nW pass\n",
		"a mark of UTF-8":    "\ufeffB D4\nW pass\n",
		"as long as allowed": "B D4\n" + strings.Repeat(" ", longestLine-6) + "W pass",
		"the same, and more": "B D4\n" + strings.Repeat(" ", longestLine-6) + "W pass\n\n",
	} {
		t.Run(name, func(t *testing.T) {
			got, err := turnsOf(t, text)
			if err != nil || len(got) != 2 || got[0].Color != gogate.Black || got[0].Move != gogate.MustParseMove("D4") ||
				got[1].Color != gogate.White || got[1].Move != gogate.Pass {
				t.Errorf("got %v, error %v, want Black D4 and White pass", got, err)
			}
		})
	}
}

// Lines that are refused, and what is shown of them.
func TestTextFailures(t *testing.T) {
	_, color := gogate.ParseColor("X")
	_, move := gogate.ParseMove("I4")
	_, long := gogate.ParseMove(strings.Repeat("D", 40))
	for _, test := range []struct{ text, want string }{
		{"D4", `text:1: "D4": ` + acceptedLine},
		{"# a game\n\nB D4 E5 # both", `text:3: "B D4 E5": ` + acceptedLine},
		{"; B D4\r\n", `text:1: "; B D4": ` + acceptedLine},
		{"X D4", "text:1: " + color.Error()},
		{"B I4", "text:1: " + move.Error()},
		{"B D04", "text:1: " + strings.Replace(move.Error(), "I4", "D04", 1)},
		{"B D4\n\x1b[2J\xff", `text:2: "\x1b[2J\xff": ` + acceptedLine},
		{"\x7fELF\x02\x00\x00", "text:1: this is not text: " + acceptedLine},
		{"B\x00 \x00D\x004\x00\n\x00", "text:1: this is not text: " + acceptedLine}, // UTF-16
		{strings.Repeat("\x00\xff", 1<<20), "text:1: this is not text: " + acceptedLine},
		{"B D4\nW " + strings.Repeat("D", 1<<20), "text:2: the line is longer than 65535 bytes: " + acceptedLine},
		{strings.Repeat("#", longestLine+1), "text:1: the line is longer than 65535 bytes: " + acceptedLine},
		{"B " + strings.Repeat("D", 1<<10), "text:1: " + long.Error()},
		{strings.Repeat("é", 1<<10), `text:1: "` + strings.Repeat("é", 40) + `": ` + acceptedLine},
	} {
		if _, err := turnsOf(t, test.text); err == nil || err.Error() != test.want {
			t.Errorf("%.20q: got %v, want %s", test.text, err, test.want)
		}
	}
}

// Of games that are not printed in full nothing is kept, however many there are.
func TestKeepsNoGames(t *testing.T) {
	a := auditor{Audit: Audit{Rules: DefaultRules(), Stdin: strings.NewReader("B A1\n")}, out: io.Discard}
	if err := a.all(t.Context(), nil); err != nil || a.result.Summary.Games != 1 || len(a.result.Games) != 0 {
		t.Errorf("got %v, %+v, want one game counted and none kept", err, a.result)
	}
}
