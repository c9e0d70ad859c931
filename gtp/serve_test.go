package gtp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"example.com/gogate"
	"example.com/gogate/gtp"
)

// randomEngine is an engine of no strength that answers at once.
func randomEngine() *gtp.Engine {
	return &gtp.Engine{Player: gogate.Random{}, Version: "1", Rules: rulesOf(9)}
}

// rulesOf returns the usual rules for a session of GTP.
func rulesOf(size int) gogate.Rules {
	rules := gogate.DefaultRules(size)
	rules.MoveLimit = 0
	return rules
}

// playing returns a player that answers with the given moves in turn, and then
// fails.
func playing(moves ...string) gogate.Player {
	return gogate.PlayerFunc(func(context.Context, *gogate.Position) (gogate.Move, error) {
		if len(moves) == 0 {
			return 0, errors.New("no more moves")
		}
		m := gogate.MustParseMove(moves[0])
		moves = moves[1:]
		return m, nil
	})
}

// answers returns what an engine answers to a whole input.
func answers(t *testing.T, e *gtp.Engine, input string) []string {
	t.Helper()
	var out strings.Builder
	if err := e.Serve(t.Context(), strings.NewReader(input), &out); err != nil {
		t.Fatal(err)
	}
	return split(t, out.String())
}

// split returns the answers in an output, of which each must end with an empty
// line.
func split(t *testing.T, output string) []string {
	t.Helper()
	if output == "" {
		return nil
	}
	whole, ok := strings.CutSuffix(output, "\n\n")
	if !ok {
		t.Fatalf("got %q, want an empty line at the end", output)
	}
	return strings.Split(whole, "\n\n")
}

// A script is a table of commands, each with its answer after "->"; the input of a
// session. A line without one gets no answer. In an answer | is a line end.
func checkScript(t *testing.T, e *gtp.Engine, script string) {
	t.Helper()
	var input string
	var commands, want []string
	for text := range strings.Lines(script) {
		text = strings.TrimRight(strings.TrimLeft(text, "\t"), "\n")
		command, answer, answered := strings.Cut(text, " -> ")
		input += command + "\n"
		if answered {
			commands = append(commands, command)
			want = append(want, strings.ReplaceAll(answer, "|", "\n"))
		}
	}
	got := answers(t, e, input)
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Errorf("%s: got %q, want %q", commands[i], got[i], want[i])
		}
	}
	if len(got) != len(want) {
		t.Errorf("got %d answers, want %d:\n%q", len(got), len(want), got)
	}
}

// What is laid down for each command.
func TestScripts(t *testing.T) {
	for _, test := range []struct {
		name   string
		engine *gtp.Engine
		script string
	}{
		{"administration", &gtp.Engine{Player: gogate.Random{}, Name: "A\r\nname", Version: "2.1\n\nbeta"}, `
			protocol_version -> = 2
			name -> = A|name
			version -> = 2.1|beta
			known_command genmove -> = true
			known_command lz-analyze -> = false
			known_command GENMOVE -> = false
			known_command -> = false
			known_command play genmove -> = true
			GENMOVE b -> ? unknown command
			protocol_version 2 -> ? syntax error
			cputime -> = 0.000
			kgs-game_over -> =
			gomill-describe_engine -> = A|name 2.1|beta|Tromp–Taylor without suicide, positional superko, komi 7.5
			showboard now -> ? syntax error
			quit -> =
			name`},
		{"preprocessing", randomEngine(), "\r\n" + `
			# a remark

			0 name# another -> =0 gogate
			007	version -> =007 1
			12345678901234567890123456789 name -> =12345678901234567890123456789 gogate
			-1 name -> ? unknown command
			+1 name -> ? unknown command
			1.5 name -> ? unknown command
			5 -> ?5 unknown command
			3name -> ? unknown command
			   7   komi   6.5   ` + "\r" + ` -> =7` + "\n\t\t\t" +
			"\x00 8 na\x01\x7fme\b -> =8 gogate\n" +
			"\xff\xfe -> ? unknown command\n" +
			"n\u00e4me -> ? unknown command"},
		{"board size", randomEngine(), `
			boardsize 2 -> =
			boardsize 25 -> =
			play b Z25 -> =
			boardsize 1 -> ? unacceptable size
			boardsize 26 -> ? unacceptable size
			boardsize 99999999999999999999 -> ? unacceptable size
			boardsize 9 7 -> ? unacceptable size
			boardsize 9 9 -> ? unacceptable size
			boardsize nine -> ? syntax error
			boardsize -9 -> ? syntax error
			boardsize -> ? syntax error
			list_stones b -> = Z25
			boardsize 9 -> =
			list_stones b -> =
			undo -> ? cannot undo`},
		{"play", randomEngine(), `
			play black d4 -> =
			play BLACK D5 -> =
			play W e5 -> =
			play b pass -> =
			play b PASS -> =
			play w D4 -> ? illegal move
			play w K1 -> ? illegal move
			play w A10 -> ? illegal move
			play w I4 -> ? syntax error
			play w resign -> ? syntax error
			play w -> ? syntax error
			play D4 -> ? syntax error
			play w D4 b -> ? syntax error
			play green C3 -> ? syntax error
			play blac` + "\u212a" + ` C3 -> ? syntax error
			play w D04 -> ? syntax error
			list_stones black -> = D4 D5
			list_stones W -> = E5
			list_stones x -> ? syntax error
			final_status_list alive -> = D4 D5 E5
			final_status_list dead -> =
			final_status_list seki -> =
			final_status_list dame -> ? syntax error
			undo -> =
			undo -> =
			undo -> =
			list_stones w -> =
			undo -> =
			undo -> =
			undo -> ? cannot undo`},
		{"superko over the whole game", randomEngine(), `
			boardsize 4 -> =
			set_free_handicap A2 B1 B3 C2 -> =
			play w C1 -> =
			play w C3 -> =
			play w D2 -> =
			play w B2 -> =
			play b C2 -> ? illegal move
			play w pass -> =
			play b pass -> =
			play b C2 -> ? illegal move
			kata-set-rules {"ko":"SIMPLE","suicide":false} -> =
			play b C2 -> =
			kata-set-rules {} -> ? the game so far is illegal under these rules: turn 7, Black C2: superko: the move recreates an earlier board, the one after turn 3
			showboard -> =| 4 . . . .| 3 . X O .| 2 X . X O| 1 . X O .|   A B C D`},
		{"going on after two passes", &gtp.Engine{Player: gogate.Greedy{}, Rules: rulesOf(5)}, `
			play b C3 -> =
			play w pass -> =
			play b pass -> =
			genmove w -> = pass
			genmove b -> = pass
			reg_genmove b -> = pass
			gomill-explain_last_move -> = played: pass, since the game is over
			list_stones b -> = C3
			gogate-judge w C3 -> = [FAIL] legal: C3 is occupied
			gogate-judge w C4 -> = [pass] legal: C4 is legal
			play w C4 -> =
			undo -> =
			undo -> =
			genmove w -> = pass
			komi 5.5 -> =
			genmove b -> = pass
			play w C4 -> =
			list_stones w -> = C4
			undo -> =
			undo -> =
			undo -> =
			undo -> =
			undo -> =
			list_stones b -> = C3
			undo -> =
			undo -> =
			undo -> ? cannot undo`},
		{"the same colour twice", &gtp.Engine{Player: playing("A1", "A2", "B2")}, `
			boardsize 5 -> =
			genmove b -> = A1
			genmove b -> = A2
			genmove WHITE -> = B2
			list_stones b -> = A1 A2
			list_stones w -> = B2
			genmove -> ? syntax error
			genmove x -> ? syntax error
			genmove b b -> ? syntax error`},
		{"reg_genmove", &gtp.Engine{Player: playing("A1", "A2"), Rules: rulesOf(5)}, `
			reg_genmove b -> = A1
			list_stones b -> =
			gomill-explain_last_move -> = no move was asked for in this game
			genmove b -> = A2
			gomill-explain_last_move -> = turn 1: Black proposes A2|  [pass] legal: A2 is legal|played: A2, as proposed
			clear_board -> =
			gomill-explain_last_move -> = no move was asked for in this game`},
		{"resignation", &gtp.Engine{Player: playing("A1", "resign", "resign", "C3"), Rules: resigning(5)}, `
			genmove b -> = A1
			reg_genmove w -> = resign
			genmove w -> = resign
			list_stones b -> = A1
			list_stones w -> =
			genmove w -> = C3
			list_stones w -> = C3
			undo -> =
			undo -> =
			undo -> ? cannot undo`},
		{"komi", randomEngine(), `
			get_komi -> = 7.5
			final_score -> = W+7.5
			play b E5 -> =
			final_score -> = B+73.5
			komi 0 -> =
			final_score -> = B+81
			komi -0 -> =
			get_komi -> = 0
			komi 1e308 -> ? komi 1e+308: must be from -999999.999999 to 999999.999999 with at most 6 decimals
			komi -1000000 -> ? komi -1e+06: must be from -999999.999999 to 999999.999999 with at most 6 decimals
			komi 1e-300 -> ? komi 1e-300: must be from -999999.999999 to 999999.999999 with at most 6 decimals
			get_komi -> = 0
			komi 999999.999999 -> =
			get_komi -> = 999999.999999
			komi -0.000001 -> =
			get_komi -> = -0.000001
			komi -12.25 -> =
			get_komi -> = -12.25
			final_score -> = B+93.25
			komi 81 -> =
			final_score -> = 0
			komi NaN -> ? syntax error
			komi inf -> ? syntax error
			komi 1e999 -> ? syntax error
			komi six -> ? syntax error
			komi -> ? syntax error
			get_komi -> = 81
			list_stones b -> = E5
			undo -> =
			final_score -> = W+81
			clear_board -> =
			get_komi -> = 81
			boardsize 5 -> =
			get_komi -> = 81`},
		{"handicap", randomEngine(), `
			komi 0.5 -> =
			fixed_handicap 1 -> ? invalid number of stones
			fixed_handicap 10 -> ? invalid number of stones
			fixed_handicap two -> ? syntax error
			fixed_handicap 3 -> = C3 G7 C7
			undo -> ? cannot undo
			fixed_handicap 2 -> ? board not empty
			play w E5 -> =
			komi 3.5 -> =
			list_stones b -> = C3 C7 G7
			undo -> =
			undo -> ? cannot undo
			list_stones b -> = C3 C7 G7
			clear_board -> =
			list_stones b -> =
			set_free_handicap C3 C3 -> ? bad vertex list
			set_free_handicap C3 -> ? bad vertex list
			set_free_handicap C3 pass -> ? bad vertex list
			set_free_handicap C3 K9 -> ? bad vertex list
			set_free_handicap C3 C4 C3 -> ? bad vertex list
			set_free_handicap C3 Q -> ? bad vertex list
			set_free_handicap -> ? bad vertex list
			list_stones b -> =
			set_free_handicap D5 a1 F7 -> =
			list_stones b -> = A1 D5 F7
			set_free_handicap D6 A2 -> ? board not empty
			clear_board -> =
			play b pass -> =
			place_free_handicap 2 -> ? board not empty
			clear_board -> =
			place_free_handicap 1 -> ? invalid number of stones
			place_free_handicap 81 -> ? invalid number of stones
			place_free_handicap 80 -> = C3 G7 C7 G3 C5 G5 E3 E7 E5
			boardsize 7 -> =
			fixed_handicap 5 -> ? invalid number of stones
			place_free_handicap 9 -> = C3 E5 C5 E3
			boardsize 6 -> =
			fixed_handicap 2 -> ? invalid number of stones
			place_free_handicap 4 -> = B2 E5
			boardsize 2 -> =
			place_free_handicap 2 -> = A1 B2
			play w A2 -> ? illegal move
			boardsize 2 -> =
			set_free_handicap A1 A2 B1 B2 -> ? bad vertex list
			boardsize 5 -> =
			set_free_handicap A1 C3 -> =
			printsgf -> = (;FF[4]GM[1]CA[UTF-8]AP[gogate:1]SZ[5]KM[3.5]HA[2]RU[Tromp–Taylor without suicide, positional superko, komi 3.5]AB[ae][cc])`},
		{"time", randomEngine(), `
			time_settings 0 1 0 -> =
			time_settings 300 30.5 5 -> =
			time_settings 300 30 5.0 -> =
			time_settings 300 30 -> ? syntax error
			time_settings 300 30 five -> ? syntax error
			time_settings NaN 30 5 -> ? syntax error
			time_left b 29.7 3 -> =
			time_left w 1e300 0 -> =
			time_left w -3 0 -> =
			time_left w 3 0.5 -> ? syntax error
			time_left x 3 0 -> ? syntax error
			time_left w 3 -> ? syntax error`},
		{"rules", randomEngine(), `
			kata-get-rules -> = {"ko":"POSITIONAL","scoring":"AREA","tax":"NONE","suicide":false,"hasButton":false,"whiteHandicapBonus":"0","friendlyPassOk":false}
			kata-set-rules tromp-taylor -> =
			kata-get-rules -> = {"ko":"POSITIONAL","scoring":"AREA","tax":"NONE","suicide":true,"hasButton":false,"whiteHandicapBonus":"0","friendlyPassOk":false}
			kata-set-rules { "ko": "SIMPLE", "suicide": false } -> =
			kata-get-rules -> = {"ko":"SIMPLE","scoring":"AREA","tax":"NONE","suicide":false,"hasButton":false,"whiteHandicapBonus":"0","friendlyPassOk":false}
			kata-set-rules japanese -> ? rules "japanese": must be tromp-taylor, or JSON as kata-get-rules gives it
			kata-set-rules {"ko":"EVIL"} -> ? rules with ko EVIL: must be POSITIONAL, SITUATIONAL or SIMPLE
			kata-set-rules {"scoring":"TERRITORY"} -> ? rules with scoring TERRITORY: must be AREA
			kata-set-rules {"tax":"SEKI"} -> ? rules with tax SEKI: must be NONE
			kata-set-rules {"hasButton":true} -> ? rules with hasButton true: must be false
			kata-set-rules {"whiteHandicapBonus":"N-1"} -> ? rules with whiteHandicapBonus N-1: must be 0
			kata-set-rules {"friendlyPassOk":true} -> ? rules with friendlyPassOk true: must be false
			kata-set-rules {"komi":7} -> ? rules: json: unknown field "komi"
			kata-set-rules {} {} -> ? rules: nothing may follow the JSON
			kata-set-rules { -> ? rules: unexpected EOF
			kata-set-rules -> ? syntax error
			kata-get-rules -> = {"ko":"SIMPLE","scoring":"AREA","tax":"NONE","suicide":false,"hasButton":false,"whiteHandicapBonus":"0","friendlyPassOk":false}`},
		{"rules that forbid what was played", randomEngine(), `
			boardsize 3 -> =
			kata-set-rules {"suicide":true} -> =
			play b A2 -> =
			play w A1 -> =
			play b B2 -> =
			play b C1 -> =
			play w B1 -> =
			list_stones w -> =
			kata-set-rules {"suicide":false} -> ? the game so far is illegal under these rules: turn 5, White B1: the move is suicide
			kata-set-rules {"suicide":true,"ko":"SITUATIONAL"} -> =
			komi 1 -> =
			list_stones b -> = C1 A2 B2
			undo -> =
			list_stones w -> = A1`},
		{"a gate's words", &gtp.Engine{Player: gogate.NewGate(playing("A1"), playingFirst{}, gogate.NotOwnEye, gogate.NotSelfAtari), Rules: rulesOf(3)}, `
			play b A2 -> =
			play b B1 -> =
			play w C2 -> =
			gogate-legal b -> = A1 C1 B2 A3 B3 C3
			gogate-legal w -> = C1 B2 A3 B3 C3
			gogate-allowed b -> = C1 B2 A3 B3
			gogate-judge b A1 -> = [pass] legal: A1 is legal|[FAIL] not_own_eye: A1 fills an eye of the mover's own|[pass] not_self_atari: A1 leaves its group 3 liberties
			gogate-judge w a1 -> = [FAIL] legal: A1 is suicide
			gogate-judge b pass -> = [pass] legal: pass is legal|[pass] not_own_eye: pass fills no eye of the mover's own|[pass] not_self_atari: pass places no stone
			gogate-judge b Z25 -> = [FAIL] legal: Z25 is off the board
			gogate-judge b resign -> ? syntax error
			gogate-judge b -> ? syntax error
			gogate-allowed -> ? syntax error
			gogate-legal x -> ? syntax error
			genmove b -> = C1
			gomill-explain_last_move -> = turn 4: Black proposes A1|  [pass] legal: A1 is legal|  [FAIL] not_own_eye: A1 fills an eye of the mover's own|  [pass] not_self_atari: A1 leaves its group 3 liberties|played: C1, the fallback's choice:|  the first
			gogui-analyze_commands -> = plist/Legal Moves/gogate-legal %c|plist/Allowed Moves/gogate-allowed %c|hstring/Judge Move/gogate-judge %c %p|hstring/Explain Last Move/gomill-explain_last_move|string/Final Score/final_score`},
		{"no gate", randomEngine(), `
			boardsize 2 -> =
			gogate-allowed b -> = A1 B1 A2 B2
			gogate-judge b A1 -> = [pass] legal: A1 is legal`},
	} {
		t.Run(test.name, func(t *testing.T) { checkScript(t, test.engine, test.script) })
	}
}

func resigning(size int) gogate.Rules {
	rules := rulesOf(size)
	rules.Resign = true
	return rules
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
