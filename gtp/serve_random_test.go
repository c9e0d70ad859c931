package gtp_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"example.com/gogate"
	"example.com/gogate/gtp"
)

// A model is the board of a session as its answers tell it.
type model struct {
	rules gogate.Rules
	game  []*gogate.Position // as after each turn
}

func (m *model) last() *gogate.Position { return m.game[len(m.game)-1] }

func (m *model) start() { m.game = []*gogate.Position{must(m.rules.Start())} }

// follow checks an answer and carries out its command.
func (m *model) follow(t *rapid.T, command, status, text string) {
	words := strings.Fields(command)
	refused := status == "?"
	expect := func(refusal bool, why string) {
		if refused != refusal || refused && text != why {
			t.Fatalf("%s: got %s %q, want a refusal %q: %t, on\n%v", command, status, text, why, refusal, m.last())
		}
	}
	switch words[0] {
	case "boardsize":
		var size int
		fmt.Sscan(words[1], &size)
		expect(size < 2 || size > 25, "unacceptable size")
		if !refused {
			m.rules.Size = size
			m.start()
		}
	case "clear_board":
		expect(false, "")
		m.start()
	case "komi":
		expect(false, "")
		fmt.Sscan(words[1], &m.rules.Komi)
	case "play":
		p := m.last()
		if p.Over() {
			p = p.Resume()
		}
		next, err := p.WithToPlay(color(words[1])).Play(gogate.MustParseMove(words[2]))
		expect(err != nil, "illegal move")
		if err == nil {
			m.game = append(m.game, next)
		}
	case "genmove", "reg_genmove", "lz-genmove_analyze":
		expect(false, "")
		name := strings.ToUpper(text[strings.LastIndexAny(text, " \n")+1:])
		p := m.last().WithToPlay(color(words[1]))
		next := p
		if p.Over() {
			if name != "PASS" {
				t.Fatalf("%s: got %q after the end", command, text)
			}
		} else {
			next = must(p.Play(gogate.MustParseMove(name)))
		}
		if words[0] != "reg_genmove" {
			m.game = append(m.game, next)
		}
	case "undo":
		expect(len(m.game) == 1, "cannot undo")
		if !refused {
			m.game = m.game[:len(m.game)-1]
		}
	case "showboard":
		if want := m.last().String(); strings.Trim(text, "\n") != strings.TrimRight(want, "\n") {
			t.Fatalf("got the board\n%s\nwant\n%s", text, want)
		}
	case "list_stones":
		var want []string
		for pt := range m.last().Points() {
			if m.last().At(pt) == color(words[1]) {
				want = append(want, pt.String())
			}
		}
		if !slices.Equal(strings.Fields(text), want) {
			t.Fatalf("%s: got %s, want %v", command, text, want)
		}
	case "final_score":
		score := m.last().Score()
		score.Komi = m.rules.Komi
		if text != score.String() {
			t.Fatalf("got the score %s, want %v, on\n%v", text, score, m.last())
		}
	case "lz-analyze":
		expect(false, "")
	default:
		expect(true, "unknown command")
	}
}

// drawCommand draws a line of the input.
func drawCommand(t *rapid.T) string {
	side := rapid.SampledFrom([]string{"b", "w"})
	integer := rapid.IntRange(0, 5)
	point := gogate.Point{X: integer.Draw(t, "x"), Y: integer.Draw(t, "y")}.String()
	// Drawn more often the more often it stands here.
	switch rapid.SampledFrom([]string{
		"play", "play", "play", "play", "play", "play", "play", "genmove", "genmove", "genmove", "undo", "undo", "pass",
		"komi", "size", "clear", "list", "board", "score", "reg", "analyze", "report", "blank", "remark", "noise",
	}).Draw(t, "kind") {
	case "play":
		return "play " + side.Draw(t, "side") + " " + point
	case "genmove":
		return "genmove " + side.Draw(t, "side")
	case "undo":
		return "undo"
	case "pass":
		return "play " + side.Draw(t, "side") + " pass"
	case "komi":
		return "komi " + fmt.Sprint(float64(rapid.IntRange(-20, 20).Draw(t, "komi"))/2)
	case "size":
		return "boardsize " + fmt.Sprint(rapid.SampledFrom([]int{0, 1, 2, 3, 4, 5, 26}).Draw(t, "size"))
	case "clear":
		return "clear_board"
	case "list":
		return "list_stones " + side.Draw(t, "side")
	case "board":
		return "showboard"
	case "score":
		return "final_score"
	case "reg":
		return "reg_genmove " + side.Draw(t, "side")
	case "analyze":
		return "lz-analyze " + side.Draw(t, "side") + " 0"
	case "report":
		return "lz-genmove_analyze " + side.Draw(t, "side")
	case "blank":
		return rapid.SampledFrom([]string{"", " \t", "\r", "\x00"}).Draw(t, "blank")
	case "remark":
		return "# " + point
	}
	return "x" + rapid.StringMatching(`[a-z]{0,8}`).Draw(t, "noise")
}

// Whatever the stream of commands, each gets one answer with its id, and the board
// is that of a position that the answers lead to.
func checkStream(t *rapid.T) {
	commands := rapid.SliceOfN(rapid.Custom(drawCommand), 1, 60).Draw(t, "commands")

	var input strings.Builder
	var asked []string
	for _, c := range commands {
		if strings.Trim(c, " \t\r\x00") == "" || c[0] == '#' {
			input.WriteString(c + "\n")
			continue
		}
		fmt.Fprintf(&input, "%d %s%s\n", len(asked), c, rapid.SampledFrom([]string{"", "\r", " # x"}).Draw(t, "end"))
		asked = append(asked, c)
	}
	input.WriteString("quit\n")
	m := &model{rules: rulesOf(5)}
	m.start()
	e := &gtp.Engine{Player: gogate.Random{}, Rules: m.rules, Analyzer: gogate.MCTS{}}
	var out strings.Builder
	if err := e.Serve(t.Context(), strings.NewReader(input.String()), &out); err != nil {
		t.Fatal(err)
	}
	got := strings.SplitAfter(out.String(), "\n\n")
	if len(got) != len(asked)+2 || got[len(asked)] != "=\n\n" || got[len(asked)+1] != "" {
		t.Fatalf("got %d answers to %d commands and quit:\n%q", len(got)-1, len(asked), out.String())
	}
	for i, c := range asked {
		status, rest := got[i][:1], got[i][1:]
		text, ok := strings.CutPrefix(rest, fmt.Sprint(i))
		if !ok {
			t.Fatalf("%s: got %q, want the id %d", c, got[i], i)
		}
		m.follow(t, c, status, strings.TrimPrefix(strings.TrimSuffix(text, "\n\n"), " "))
	}
}

func TestStreams(t *testing.T) { rapid.Check(t, checkStream) }

// idsOf returns the id of each command in an input, up to quit. It reads lines as the
// protocol says, but takes other blanks of Unicode for blanks too.
func idsOf(input string) (ids []string) {
	for line := range strings.Lines(input) {
		line = strings.ReplaceAll(line, "\t", " ")
		line = strings.Map(func(r rune) rune {
			if unicode.IsControl(r) {
				return -1
			}
			return r
		}, line)
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		id := ""
		if strings.Trim(words[0], "0123456789") == "" {
			id, words = words[0], words[1:]
		}
		ids = append(ids, id)
		if len(words) > 0 && words[0] == "quit" {
			break
		}
	}
	return ids
}

// Any bytes: no crash, and one whole answer for each command, with its id.
func FuzzServe(f *testing.F) {
	for _, c := range readCases(f) {
		f.Add([]byte(strings.Join(c.Input.Script, "\n")))
	}
	for _, seed := range []string{
		// What the GUI Sabaki sends for a game with handicap, and for an analysis.
		"name\nversion\nprotocol_version\nlist_commands\nboardsize 9\nclear_board\nkomi 0.5\ntime_settings 600 30 5\n" +
			"set_free_handicap C3 G7\nplay W E5\nplay B E6\nplay W PASS\ngenmove B\nundo\nlz-analyze W 0\n\nquit\n",
		"1 boardsize 5\n02 genmove b\n3 undo\n",
		"play b A1\r\nplay w pass\r\n\r\n# remark\r\nfinal_score",
		"set_free_handicap A1 B2\nkomi -0.5\nlz-analyze b 0\nkata-get-rules\n",
		"kata-set-rules {\"ko\":\"SIMPLE\"}\ntime_settings 1 2 3\ntime_left b 1e9 0\ngenmove b\n",
		"\x00\xff\xfe\x80\n\xc2\x85name\n= 3\n? 4\n\n",
		"place_free_handicap 5\nloadsgf x 1\nprintsgf\ngogate-judge w C3\ngogate-allowed b\nquit\nname\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		if len(input) >= 1<<16 {
			return // perhaps in one line, of which the engine reads no more
		}
		ids := idsOf(string(input))
		e := &gtp.Engine{Player: gogate.Random{}, Rules: rulesOf(3), Analyzer: gogate.MCTS{Playouts: 9}}
		got := answers(t, e, string(input))
		if len(got) != len(ids) {
			t.Fatalf("got %d answers, want %d:\n%q", len(got), len(ids), got)
		}
		for i, id := range ids {
			head, _, _ := strings.Cut(strings.ReplaceAll(got[i], "\n", " "), " ")
			if head != "="+id && head != "?"+id {
				t.Errorf("answer %d: got %q, want one with the id %q", i+1, got[i], id)
			}
		}
	})
}
