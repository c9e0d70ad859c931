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

// What software got wrong before, from the reports that the cases name.
func TestCases(t *testing.T) {
	var cases []struct {
		ID     string
		Input  struct{ Script []string }
		Expect struct {
			Status     []string
			Text       map[int]string
			TextSet    map[int][]string `json:"text_set"`
			Responses  []string
			ThenToMove string `json:"then_to_move"`
			Coords     struct {
				Valid   map[string][2]int
				Invalid []string
				Size    int
			}
		}
	}
	if err := json.Unmarshal(must(os.ReadFile("testdata/cases.json")), &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) < 8 {
		t.Errorf("got %d cases", len(cases))
	}
	for _, c := range cases {
		t.Run(c.ID, func(t *testing.T) {
			e := randomEngine()
			got := answers(t, e, strings.Join(c.Input.Script, "\n"))
			want := c.Expect
			if want.Responses != nil && !slices.Equal(got, want.Responses) {
				t.Errorf("got %q, want %q", got, want.Responses)
			}
			for i, status := range want.Status {
				if !strings.HasPrefix(got[i], status) {
					t.Errorf("%s: got %q, want %s", c.Input.Script[i], got[i], status)
				}
			}
			for i, text := range want.Text {
				if got[i][2:] != text {
					t.Errorf("%s: got %q, want %q", c.Input.Script[i], got[i], text)
				}
			}
			for i, set := range want.TextSet {
				if is := slices.Sorted(strings.FieldsSeq(got[i][2:])); !slices.Equal(is, slices.Sorted(slices.Values(set))) {
					t.Errorf("%s: got %v, want %v", c.Input.Script[i], is, set)
				}
			}
			for name, xy := range want.Coords.Valid {
				input := fmt.Sprintf("boardsize %d\nplay b %s\nlist_stones b", want.Coords.Size, name)
				pt := gogate.Point{X: xy[0], Y: xy[1]}
				if last := answers(t, e, input)[2]; last != "= "+pt.String() {
					t.Errorf("%s: got %q, want %v", name, last, pt)
				}
			}
			for _, name := range want.Coords.Invalid {
				if got := answers(t, e, fmt.Sprintf("boardsize %d\nplay b %s", want.Coords.Size, name))[1]; got[0] != '?' {
					t.Errorf("%q: got %q, want a refusal", name, got)
				}
			}
			if want.ThenToMove != "" { // shown by whose move it is that the engine analyzes
				var asked gogate.Color
				e.Analyzer = analyzing(func(_ context.Context, p *gogate.Position) []gogate.Candidate {
					asked = p.ToPlay()
					return nil
				})
				answers(t, e, strings.Join(c.Input.Script, "\n")+"\nlz-analyze")
				if asked.String()[:1] != want.ThenToMove {
					t.Errorf("got %v to move, want %s", asked, want.ThenToMove)
				}
			}
		})
	}
}
