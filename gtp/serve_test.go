package gtp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"example.com/gogate"
	"example.com/gogate/gtp"
)

// What is laid down for each command.
func TestScripts(t *testing.T) {
	for _, test := range []struct {
		name   string
		engine *gtp.Engine
	}{
		{"administration", &gtp.Engine{Player: gogate.Random{}, Name: "A\r\nname", Version: "2.1\n\nbeta"}},
		{"board size", randomEngine()},
		{"play", randomEngine()},
		{"superko over the whole game", randomEngine()},
		{"going on after two passes", &gtp.Engine{Player: gogate.Greedy{}, Rules: rulesOf(5)}},
		{"the same colour twice", &gtp.Engine{Player: playing("A1", "A2", "B2")}},
		{"reg_genmove", &gtp.Engine{Player: playing("A1", "A2"), Rules: rulesOf(5)}},
		{"resignation", &gtp.Engine{Player: playing("A1", "resign", "resign", "C3"), Rules: resigning(5)}},
		{"komi", randomEngine()},
		{"handicap", randomEngine()},
		{"time", randomEngine()},
		{"rules", randomEngine()},
		{"rules that forbid what was played", randomEngine()},
		{"words of a gate", &gtp.Engine{Player: gogate.NewGate(playing("A1"), playingFirst{}, gogate.NotOwnEye, gogate.NotSelfAtari), Rules: rulesOf(3)}},
		{"no gate", randomEngine()},
	} {
		t.Run(test.name, func(t *testing.T) { checkScript(t, test.engine, script(t, test.name)) })
	}
}

// What the protocol drops from lines before it reads them.
func TestPreprocessing(t *testing.T) {
	checkScript(t, randomEngine(), "\r\n"+`
			# a remark

			0 name# another -> =0 gogate
			007	version -> =007 1
			12345678901234567890123456789 name -> =12345678901234567890123456789 gogate
			-1 name -> ? unknown command
			+1 name -> ? unknown command
			1.5 name -> ? unknown command
			5 -> ?5 unknown command
			3name -> ? unknown command
			   7   komi   6.5   `+"\r"+` -> =7`+"\n\t\t\t"+
		"\x00 8 na\x01\x7fme\b -> =8 gogate\n"+
		"\xff\xfe -> ? unknown command\n"+
		"n\u00e4me -> ? unknown command")
}

// A playingFirst chooses the first move.
type playingFirst struct{}

func (playingFirst) Choose(_ context.Context, _ *gogate.Position, moves []gogate.Move) (gogate.Choice, error) {
	return gogate.Choice{Move: moves[0], Note: "the first"}, nil
}

// list_commands names all that is known, and nothing twice.
func TestListCommands(t *testing.T) {
	e := &gtp.Engine{Player: gogate.MCTS{Playouts: 1}}
	list := strings.Fields(answers(t, e, "list_commands")[0])[1:]
	for _, name := range append(slices.Clone(list), "protocol_version", "lz-analyze", "lz-genmove_analyze", "analyze", "genmove_analyze") {
		if got := answers(t, e, "known_command "+name)[0]; got != "= true" {
			t.Errorf("%s: got %q", name, got)
		}
		if got := answers(t, e, name+" ? ? ? ?")[0]; got == "? unknown command" {
			t.Errorf("%s is listed and unknown", name)
		}
	}
	sorted := slices.Sorted(slices.Values(list))
	if n := len(slices.Compact(sorted)); n != len(list) || n < 30 {
		t.Errorf("got %d names, %d of them different", len(list), n)
	}
}

// A situation is a session behind a report of a bug in other software, with what is right
// for it.
type situation struct {
	ID     string
	Input  struct{ Script []string }
	Expect struct {
		Status     []string // = or ?, by command
		Text       map[int]string
		TextSet    map[int][]string `json:"text_set"` // words in any order
		Responses  []string
		ThenToMove string `json:"then_to_move"`
		Coords     struct {
			Valid   map[string][2]int
			Invalid []string
			Size    int
		}
	}
}

// readCases returns the situations of the data.
func readCases(t testing.TB) (all []situation) {
	t.Helper()
	if err := json.Unmarshal(must(os.ReadFile("testdata/cases.json")), &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// What software got wrong before, from the reports that the cases name.
func TestCases(t *testing.T) {
	all := readCases(t)
	if len(all) < 8 {
		t.Errorf("got %d cases", len(all))
	}
	for _, s := range all {
		t.Run(s.ID, func(t *testing.T) {
			s.checkAnswers(t)
			s.checkCoords(t)
			s.checkSide(t)
		})
	}
}

func (s situation) checkAnswers(t *testing.T) {
	script, want := s.Input.Script, s.Expect
	got := answers(t, randomEngine(), strings.Join(script, "\n"))
	if want.Responses != nil && !slices.Equal(got, want.Responses) {
		t.Errorf("got %q, want %q", got, want.Responses)
	}
	for i, status := range want.Status {
		if !strings.HasPrefix(got[i], status) {
			t.Errorf("%s: got %q, want %s", script[i], got[i], status)
		}
	}
	for i, text := range want.Text {
		if got[i][2:] != text {
			t.Errorf("%s: got %q, want %q", script[i], got[i], text)
		}
	}
	for i, set := range want.TextSet {
		if is := slices.Sorted(strings.FieldsSeq(got[i][2:])); !slices.Equal(is, slices.Sorted(slices.Values(set))) {
			t.Errorf("%s: got %v, want %v", script[i], is, set)
		}
	}
}

func (s situation) checkCoords(t *testing.T) {
	want := s.Expect.Coords
	for name, xy := range want.Valid {
		input := fmt.Sprintf("boardsize %d\nplay b %s\nlist_stones b", want.Size, name)
		pt := gogate.Point{X: xy[0], Y: xy[1]}
		if got := last(answers(t, randomEngine(), input)); got != "= "+pt.String() {
			t.Errorf("%s: got %q, want %v", name, got, pt)
		}
	}
	for _, name := range want.Invalid {
		if got := last(answers(t, randomEngine(), fmt.Sprintf("boardsize %d\nplay b %s", want.Size, name))); got[0] != '?' {
			t.Errorf("%q: got %q, want a refusal", name, got)
		}
	}
}

// checkSide checks who is to move after the script: the side that an analysis without a
// colour is about.
func (s situation) checkSide(t *testing.T) {
	if s.Expect.ThenToMove == "" {
		return
	}
	var asked gogate.Color
	e := randomEngine()
	e.Analyzer = analyzing(func(_ context.Context, p *gogate.Position) []gogate.Candidate {
		asked = p.ToPlay()
		return nil
	})
	answers(t, e, strings.Join(s.Input.Script, "\n")+"\nlz-analyze")
	if asked.String()[:1] != s.Expect.ThenToMove {
		t.Errorf("got %v to move, want %s", asked, s.Expect.ThenToMove)
	}
}
