package gogate_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"example.com/gogate"
)

// A turnOfLog says what a gate is given for a turn of logOfGame, in which it plays
// one colour and the other does as it likes.
type turnOfLog struct {
	name     string
	proposer gogate.Player
	retries  int
	fallback gogate.Chooser
	cancel   time.Duration // when the context is cancelled; 0 for never
	played   string        // by whoever plays on, where the gate gives no move
	reply    string
}

// logChecks are the checks of logOfGame.
var logChecks = []gogate.Check{
	gogate.NotOwnEye,
	gogate.NotSelfAtari,
	gogate.Advise(noEarlyEdge),
	func(p *gogate.Position, m gogate.Move) gogate.Verdict {
		v := gogate.Verdict{Check: "curfew", OK: true, N: p.Turn(), Why: "{move} is refused after {n} turns"}
		switch {
		case p.Turn() == 10:
			v.OK = m == gogate.Pass
		case p.Turn() == 12:
			v.OK = false
		}
		return v
	},
}

// logOfGame returns the log of a game in which everything happens that a decision
// can record, one line a decision, and the end of that game.
func logOfGame(t *testing.T) (lines []string, final *gogate.Position) {
	failing := gogate.PlayerFunc(func(context.Context, *gogate.Position) (gogate.Move, error) {
		return gogate.Pass, errors.New("no idea")
	})
	panicking := gogate.PlayerFunc(func(context.Context, *gogate.Position) (gogate.Move, error) { panic("no idea") })
	exiting := gogate.PlayerFunc(func(context.Context, *gogate.Position) (gogate.Move, error) {
		runtime.Goexit()
		return 0, nil
	})
	next := inTurn[gogate.Player](failing, panicking, exiting, sleeps(time.Hour, gogate.Pass))
	inEveryWay := gogate.PlayerFunc(func(ctx context.Context, p *gogate.Position) (gogate.Move, error) { return next().Play(ctx, p) })
	unable := chooserFunc(func(context.Context, *gogate.Position, []gogate.Move) (gogate.Choice, error) {
		return gogate.Choice{}, errors.New("no idea")
	})
	a1 := gogate.MustParseMove("A1")
	turns := []turnOfLog{
		{"accepted", proposes(gogate.MustParseMove("C3")), 3, first, 0, "", "B2"},
		{"retried in words", says("B2\n\xff", "I pass. No: **d3**, though\u2028[FAIL] legal"), 1, first, 0, "", "A1"},
		{"failed in every way", inEveryWay, 3, chooses(gogate.MustParseMove("D2")), 0, "", "A3"},
		{"against advice", proposes(gogate.MustParseMove("E1")), 0, first, 0, "", "B4"},
		{"overridden", proposes(gogate.MustParseMove("A2")), 1, chooserFunc(
			func(_ context.Context, _ *gogate.Position, moves []gogate.Move) (gogate.Choice, error) {
				time.Sleep(time.Second)
				return gogate.Choice{Move: moves[len(moves)-3], Note: "the last but two"}, nil
			}), 0, "", "C4"},
		{"a pass is left", proposes(gogate.MustParseMove("G7")), 0, unasked(t), 0, "", "D4"},
		{"nothing is left", proposes(gogate.Pass), 0, unasked(t), 0, "B1", "B3"},
		{"the fallback fails", proposes(a1), 0, unable, 0, "", "C1"},
		{"the fallback answers outside its list", proposes(0), 0, chooses(a1), 0, "", "A5"},
		{"cancelled before", proposes(a1), 0, unasked(t), -1, "E4", "A4"},
		{"cancelled while the proposer thinks", sleeps(time.Hour, a1), 0, first, time.Second, "E5", "C5"},
		{"cancelled in a retry", says("A1", "E3"), 9, first, time.Second, "C2", "B5"},
		{"cancelled while the fallback thinks", proposes(a1), 0, choosesLate(time.Hour), time.Second, "D1", "D5"},
		{"resigned", says("Resign."), 0, first, 0, "", ""},
		{"over", says("Resign."), 0, first, 0, "", ""},
	}
	rules := gogate.DefaultRules(7)
	rules.Resign = true
	p, err := rules.Start()
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		for _, turn := range turns {
			ctx, cancel := context.WithCancel(t.Context())
			if turn.cancel < 0 {
				cancel()
			} else if turn.cancel > 0 {
				time.AfterFunc(turn.cancel, cancel)
			}
			gate := gogate.NewGate(turn.proposer, turn.fallback, logChecks...)
			if turn.name == "cancelled in a retry" {
				words := turn.proposer.(gogate.TextFunc)
				calls := 0
				gate = gogate.NewGate(gogate.TextFunc(func(ctx context.Context, prompt string) (string, error) {
					if calls++; calls > 1 {
						<-ctx.Done()
						time.Sleep(time.Hour) // an answer at that very moment may or may not be kept
					}
					return words(ctx, prompt)
				}), turn.fallback, logChecks...)
			}
			gate.Retries, gate.ProposeTimeout, gate.Seed = turn.retries, time.Minute, 42
			gate.OnDecision = func(d gogate.Decision) {
				line, err := json.Marshal(d)
				if err != nil {
					t.Errorf("%s: %v", turn.name, err)
				}
				lines = append(lines, string(line))
			}
			m, err := gate.Play(ctx, p)
			cancel()
			if (err != nil) != (turn.played != "" || turn.name == "over") {
				t.Errorf("%s: %v, %v", turn.name, m, err)
			}
			if turn.played != "" {
				m = gogate.MustParseMove(turn.played)
			}
			if !p.Over() {
				p = playAll(t, p, m.String()+" "+turn.reply)
			}
			time.Sleep(2 * time.Hour)
		}
		synctest.Wait()
	})
	return lines, p
}

// logOf returns lines as VerifyLog reads them.
func logOf(lines ...string) io.Reader { return strings.NewReader(strings.Join(lines, "\n")) }

func TestVerifyLog(t *testing.T) {
	lines, final := logOfGame(t)
	if err := gogate.VerifyLog(logOf(lines...), final, logChecks...); err != nil {
		t.Errorf("the log as it is: %v", err)
	}
	if err := gogate.VerifyLog(logOf(slices.Concat(lines, []string{"", " ", ""})...), final, logChecks...); err != nil {
		t.Errorf("with blank lines: %v", err)
	}
	if err := gogate.VerifyLog(logOf(), nil); err == nil {
		t.Error("a log without a game: no error")
	}
	if err := gogate.VerifyLog(logOf(), final); err != nil {
		t.Errorf("an empty log: %v", err)
	}
	for i, line := range lines {
		if err := gogate.VerifyLog(logOf(line), final, logChecks...); err != nil {
			t.Errorf("line %d alone: %v", i+1, err)
		}
		if err := gogate.VerifyLog(logOf(line), final, logChecks[1:]...); (err != nil) != strings.Contains(line, "not_own_eye") {
			t.Errorf("line %d without one of its checks: %v", i+1, err)
		}
	}
	early := final.History()[4]
	if err := gogate.VerifyLog(logOf(lines[:3]...), early, logChecks...); err != nil {
		t.Errorf("a decision on the last position: %v", err)
	}
}

// Another program may write the fields in another order and with other spacing, and the
// first logs lacked fields.
func TestVerifyLogOfOtherWriters(t *testing.T) {
	lines, final := logOfGame(t)
	rewrite := func(change func(decision map[string]any)) []string {
		var all []string
		for _, line := range lines {
			var d map[string]any // whose fields are written in the order of their names
			in := json.NewDecoder(strings.NewReader(line))
			in.UseNumber()
			if err := in.Decode(&d); err != nil {
				t.Fatal(err)
			}
			change(d)
			text, err := json.Marshal(d)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, string(text))
		}
		return all
	}
	verdictsOf := func(d map[string]any) (all []map[string]any) {
		lists := []any{d["verdicts"], d["fallback"].(map[string]any)["verdicts"]}
		proposals, _ := d["proposals"].([]any)
		for _, a := range proposals {
			lists = append(lists, a.(map[string]any)["verdicts"])
		}
		for _, list := range lists {
			verdicts, _ := list.([]any)
			for _, v := range verdicts {
				all = append(all, v.(map[string]any))
			}
		}
		return all
	}
	spaced := strings.NewReplacer(`":`, "\"\t: ", `,"`, "\r ,  \"", `{"`, `{ "`)
	var wide []string
	for _, line := range lines {
		wide = append(wide, " "+spaced.Replace(line)+" ")
	}
	for _, test := range []struct {
		name  string
		lines []string
	}{
		{"fields in another order", rewrite(func(map[string]any) {})},
		{"other spacing", wide},
		{"no codes", rewrite(func(d map[string]any) {
			for _, v := range verdictsOf(d) {
				delete(v, "code")
			}
		})},
		{"no seed", rewrite(func(d map[string]any) { delete(d, "seed") })},
		{"nothing that follows from the rest", rewrite(func(d map[string]any) {
			delete(d, "proposal_allowed")
			delete(d, "overridden")
		})},
		{"earlier names", rewrite(func(d map[string]any) {
			d["proposal_passed"], d["played_passed"] = d["proposal_allowed"], d["move"] != ""
			delete(d, "proposal_allowed")
		})},
	} {
		t.Run(test.name, func(t *testing.T) {
			if err := gogate.VerifyLog(logOf(test.lines...), final, logChecks...); err != nil {
				t.Error(err)
			}
		})
	}
	wrong := rewrite(func(d map[string]any) { d["played_passed"] = d["move"] == "" })
	if err := gogate.VerifyLog(logOf(wrong...), final, logChecks...); err == nil ||
		!strings.HasPrefix(err.Error(), "line 1: turn 1: played_passed is false: must be true, which follows from source, move and proposals\n") {
		t.Errorf("a wrong field of an earlier name: %v", err)
	}
}

func TestLogVerifierOfAColour(t *testing.T) {
	lines, final := logOfGame(t)
	black := gogate.LogVerifier{Checks: logChecks, Of: gogate.Black}
	// The decisions that were cancelled or had nothing to play left their turns to others.
	want := "turn 13: no line has the decision of Black that played it\n" +
		"turn 19: no line has the decision of Black that played it\n" +
		"turn 21: no line has the decision of Black that played it\n" +
		"and 2 more: turns without a line"
	if err := black.Verify(logOf(lines...), final); err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	if err := black.Verify(logOf(lines[:4]...), final.History()[7]); err != nil {
		t.Errorf("a whole log: %v", err)
	}
	want = "turn 3: no line has the decision of Black that played it"
	if err := black.Verify(logOf(lines[0], lines[2], lines[3]), final.History()[7]); err == nil || err.Error() != want {
		t.Errorf("a line left out: got %v, want %s", err, want)
	}
	if err := (gogate.LogVerifier{Checks: logChecks, Of: 3}).Verify(logOf(lines...), final); err == nil {
		t.Error("a log of an unknown colour: no error")
	}
	if err := black.Verify(logOf(), nil); err == nil {
		t.Error("a log without a game: no error")
	}
}

// Every change of a value in a log is found, but for what no fact of the game tells.
func TestVerifyLogFindsChanges(t *testing.T) {
	lines, final := logOfGame(t)
	missed := map[string]bool{}
	tried := 0
	for i, line := range lines {
		var d gogate.Decision
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			t.Fatal(err)
		}
		changeEach("", reflect.ValueOf(&d).Elem(), func(path string) {
			changed, err := json.Marshal(d)
			if err != nil || string(changed) == line {
				return
			}
			tried++
			around := slices.Clone(lines[max(0, i-1):min(i+2, len(lines))])
			around[min(i, 1)] = string(changed)
			if gogate.VerifyLog(logOf(around...), final, logChecks...) == nil {
				if strings.Contains(line, context.Canceled.Error()) {
					path = "cancelled: " + path
				}
				missed[path] = true
			}
		})
	}
	want := []string{
		"Fallback.Note",  // what a fallback says
		"Fallback.Took",  // time
		"Proposals",      // how many were refused
		"Proposals.Text", // what a proposer says beside its move
		"Proposals.Took", // time
		"Seed",           // what the players do with it
		"Took",           // time
		// A decision that was cancelled is followed by no move.
		"cancelled: Error", // the words of the context
		"cancelled: Fallback.Took",
		"cancelled: Proposals",
		"cancelled: Proposals.Text",
		"cancelled: Proposals.Took",
		"cancelled: Proposals.Verdicts.Code", // the only code of its line: older lines have none
		"cancelled: Seed",
		"cancelled: Took",
		"cancelled: Turn", // where the game stood
	}
	if diff := cmp.Diff(want, slices.Sorted(maps.Keys(missed))); diff != "" {
		t.Errorf("not found (-want +got):\n%s", diff)
	}
	if tried < 4000 {
		t.Errorf("%d changes, want thousands", tried)
	}
}

// changeEach gives each value in v, which can be set, other ones, calls f with its
// name, and puts it back.
func changeEach(name string, v reflect.Value, f func(name string)) {
	var others []any
	switch value := v.Interface().(type) {
	case gogate.Color:
		others = []any{gogate.Empty, gogate.Black, gogate.White}
	case gogate.Source:
		others = []any{gogate.FromProposer, gogate.FromRetry, gogate.FromFallback, gogate.FromPass,
			gogate.Source(""), gogate.Source("luck")}
	case gogate.Move:
		for _, m := range append(movesNamed("A1 C3 E3 F6 pass resign"), 0, 7) {
			others = append(others, m)
		}
	case string:
		others = []any{"", value + "x", "x", "legal", "B2", "failed: x", gogate.ErrNothingAllowed.Error(), gogate.ErrOver.Error()}
	case bool:
		others = []any{!value}
	case int:
		others = []any{value + 1, value - 1, value + 2, value - 2, value + 4, 0, 25, 26}
	case uint64:
		others = []any{value + 1}
	case time.Duration:
		others = []any{value + 1, value - 1}
	}
	old := reflect.ValueOf(v.Interface())
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			changeEach(strings.TrimPrefix(name+"."+v.Type().Field(i).Name, "."), v.Field(i), f)
		}
		return
	case reflect.Slice:
		for i := range v.Len() {
			changeEach(name, v.Index(i), f)
		}
		others = []any{reflect.Zero(v.Type()).Interface(), reflect.MakeSlice(v.Type(), 0, 0).Interface()}
		if n := v.Len(); n > 0 {
			others = append(others, v.Slice(1, n).Interface(), v.Slice(0, n-1).Interface(),
				reflect.AppendSlice(v.Slice3(0, n, n), v.Slice(0, 1)).Interface())
		}
	}
	for _, other := range others {
		v.Set(reflect.ValueOf(other).Convert(v.Type()))
		f(name)
	}
	v.Set(old)
}

func TestVerifyLogErrors(t *testing.T) {
	lines, final := logOfGame(t)
	replaced := func(line int, old, new string) []string {
		if !strings.Contains(lines[line-1], old) {
			t.Errorf("line %d has no %s: %s", line, old, lines[line-1])
		}
		changed := slices.Clone(lines)
		changed[line-1] = strings.Replace(changed[line-1], old, new, 1)
		return changed
	}
	for _, test := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"no JSON", []string{"{"}, "line 1: not a decision: unexpected EOF"},
		{"another type", []string{"", "7"},
			"line 2: not a decision: a number, but it must be an object"},
		{"a field of its own", []string{`{"score":1}`}, `line 1: field "score": there is no such field in this place`},
		{"two decisions on a line", []string{lines[0] + lines[1]}, "line 1: more than a decision: a line must have one and nothing after it"},
		{"before the game", replaced(1, `"turn":0`, `"turn":-1`), "line 1: turn is -1, counted from 0: must be 0 to 27, by the lines before and the game"},
		{"after the game", replaced(15, `"turn":27`, `"turn":28`), "line 15: turn is 28, counted from 0: must be 27 to 27, by the lines before and the game"},
		{"a line twice", []string{lines[0], lines[1], lines[1]}, "line 3: turn is 2, counted from 0: must be 3 to 27, by the lines before and the game"},
		{"out of order", []string{lines[1], lines[0]}, "line 2: turn is 0, counted from 0: must be 3 to 27, by the lines before and the game"},
		{"another colour", replaced(1, "Black", "White"), `line 1: turn 1: color is White: must be Black`},
		{"another verdict", replaced(2, "occupied", "suicide"),
			`line 2: turn 3: proposals[0].verdicts[0].code is "suicide": must be "occupied"`},
		{"another reason", replaced(4, "{move} is on the first", "{move} is below the second"),
			`line 4: turn 7: proposals[0].verdicts[3].why is "{move} is below the second line within the first 30 turns": ` +
				`must be "{move} is on the first line within the first 30 turns"`},
		{"another error", replaced(3, `"error":"failed: no idea"`, `"error":"failed: no luck"`),
			`line 3: turn 5: proposals[0].verdicts[0].why is "the proposer failed: no idea": must be "the proposer failed: no luck"`},
		{"a text that names another move", replaced(2, "d3", "d2"),
			`line 2: turn 3: proposals[1].move is D3: must be D2`},
		{"a text that names no move", replaced(1, `"move":"C3","verdicts"`, `"move":"C3","text":"c","verdicts"`),
			"line 1: turn 1: proposal 1: the text names no move: it must have a point such as D4, pass or resign"},
		{"a proposal that was allowed left in", replaced(1, `"proposals":[`, `"proposals":[{"move":"D3","verdicts":null,"took_ns":0},`),
			"line 1: turn 1: proposal 2 follows one that was allowed"},
		{"another list", replaced(3, `"allowed":["C1",`, `"allowed":[`), "line 3: turn 5: allowed is "},
		{"another move", replaced(1, `"move":"C3","source"`, `"move":"D3","source"`), `line 1: turn 1: move is D3: must be C3`},
		{"played, not stopped", replaced(1, `"overridden":false`, `"overridden":false,"error":"x"`), "line 1: turn 1: move is C3: must be none"},
		{"over too early", replaced(10, "context canceled", "the game is over"), "line 10: turn 19: no proposals: a decision has at least one"},
		{"left out", replaced(14, `"proposals":`+between(lines[13], `"proposals":`, `,"fallback"`), `"proposals":[]`),
			"line 14: turn 27: no proposals: a decision has at least one"},
		{"the move of another game", []string{strings.ReplaceAll(lines[0], `"C3"`, `"D3"`)}, "line 1: turn 1: plays D3, but the game played C3"},
		{"a field twice", replaced(1, `"overridden":false`, `"overridden":true,"overridden":false`), `line 1: field "overridden" stands twice: each field must stand once`},
		{"a field in other letters", replaced(1, `"overridden":false`, `"Overridden":false`), `line 1: field "Overridden": there is no such field in this place`},
		{"no turn", replaced(1, `"turn":0,`, ""), `line 1: field "turn" is missing: a decision must have it`},
		{"no list of moves", replaced(1, `"allowed":null,`, ""), `line 1: field "allowed" is missing: a decision must have it`},
		{"no verdict's move", replaced(1, `"move":"C3","n":0,`, `"n":0,`), `line 1: field "move" is missing: a decision must have it`},
		{"null for a number", replaced(1, `"turn":0`, `"turn":null`), `line 1: field "turn" is null: must have a value`},
		{"null for what follows", replaced(1, `"overridden":false`, `"overridden":null`), `line 1: field "overridden" is null: must have a value`},
		{"a field in another object", replaced(1, `"color":`, `"why":"x","color":`), `line 1: field "why": there is no such field in this place`},
		{"null alone", []string{"null"}, "line 1: not a decision: null, but it must be an object"},
		{"null in a list", replaced(1, `"proposals":[`, `"proposals":[null,`), `line 1: field "proposals" has null in its list: must have values`},
		{"an object for a number", replaced(1, `"turn":0`, `"turn":{}`), `line 1: field "turn" has the value object: must not be an object`},
		{"another type in a field", replaced(1, `"turn":0`, `"turn":0.5`), `line 1: field "turn" has the value number 0.5: must be a value of its type, int`},
		{"an empty list for null", replaced(1, `"allowed":null`, `"allowed":[]`), "line 1: turn 1: allowed is []: must be null"},
		{"a long text", replaced(1, `"check":"legal"`, `"check":"`+strings.Repeat("x", 1000)+`"`),
			`line 1: turn 1: proposals[0].verdicts[0].check is "` + strings.Repeat("x", 100) + `": must be "legal"`},
		{"several", []string{lines[0], "{", strings.Replace(lines[1], "Black", "White", 1)},
			"line 2: not a decision: unexpected EOF\nline 3: turn 3: color is White: must be Black"},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := gogate.VerifyLog(logOf(test.lines...), final, logChecks...)
			if err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		})
	}
	t.Run("many of a kind", func(t *testing.T) {
		var all []string
		for range 5 {
			all = append(all, "{", `{"score":1}`)
		}
		err := gogate.VerifyLog(logOf(append(all, strings.Replace(lines[0], `"turn":0`, `"turn":99`, 1))...), final, logChecks...)
		want := "line 1: not a decision: unexpected EOF\n" +
			`line 2: field "score": there is no such field in this place` + "\n" +
			"line 3: not a decision: unexpected EOF\n" +
			"line 11: turn is 99, counted from 0: must be 0 to 27, by the lines before and the game\n" +
			"and 7 more: lines that are not a decision"
		if err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	})
	t.Run("a reader that fails", func(t *testing.T) {
		failure := errors.New("the disk is gone")
		in := io.MultiReader(strings.NewReader(lines[0]+"\n{\n"), iotest.ErrReader(failure))
		err := gogate.VerifyLog(in, final, logChecks...)
		want := "line 2: not a decision: unexpected EOF\nline 3: the disk is gone"
		if !errors.Is(err, failure) || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	})
}

// between returns what stands between two texts.
func between(text, before, after string) string {
	_, text, _ = strings.Cut(text, before)
	text, _, _ = strings.Cut(text, after)
	return text
}

// The log of any game verifies again from its rules and its moves alone.
func TestVerifyLogOfGames(t *testing.T) {
	checks := []gogate.Check{gogate.NotOwnEye, gogate.NotSelfAtari}
	for seed := range uint64(5) {
		var log bytes.Buffer
		gate := gogate.NewGate(gogate.Greedy{Seed: seed}, gogate.Random{Seed: seed}, checks...)
		gate.Seed = seed
		gate.OnDecision = func(d gogate.Decision) {
			if err := json.NewEncoder(&log).Encode(d); err != nil {
				t.Error(err)
			}
		}
		rules := gogate.DefaultRules(7)
		rules.Ko = gogate.KoRule(seed % 3)
		game, err := gogate.PlayGame(t.Context(), rules, gate, gate)
		if err != nil {
			t.Fatal(err)
		}
		again, err := gogate.Replay(rules, game.Final.Moves())
		if err != nil {
			t.Fatal(err)
		}
		if got, want := bytes.Count(log.Bytes(), []byte("\n")), again.Turn(); got != want {
			t.Errorf("seed %d: %d lines, want %d", seed, got, want)
		}
		if err := gogate.VerifyLog(&log, again, checks...); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
}

// JSON neither writes nor reads a decision that contradicts itself.
func TestDecisionJSONContradictions(t *testing.T) {
	b2, c3 := gogate.MustParseMove("B2"), gogate.MustParseMove("C3")
	for _, test := range []struct {
		name     string
		decision gogate.Decision
		want     string
	}{
		{"another move than the proposal", gogate.Decision{Move: c3, Source: gogate.FromProposer, Proposals: []gogate.Answer{{Move: b2}}},
			`move is C3: must be B2, the move of source "proposer"`},
		{"a first proposal in place of the last", gogate.Decision{Move: b2, Source: gogate.FromRetry, Proposals: []gogate.Answer{{Move: b2}, {Move: c3}}},
			`move is B2: must be C3, the move of source "retry"`},
		{"another move than the fallback's", gogate.Decision{Move: c3, Source: gogate.FromFallback, Fallback: gogate.Answer{Move: b2}},
			`move is C3: must be B2, the move of source "fallback"`},
		{"a proposer without a proposal", gogate.Decision{Source: gogate.FromProposer},
			`source is "proposer" with 0 proposals: must be "proposer" for the first and "retry" for a later one`},
		{"a retry without a first proposal", gogate.Decision{Move: b2, Source: gogate.FromRetry, Proposals: []gogate.Answer{{Move: b2}}},
			`source is "retry" with 1 proposal: must be "proposer" for the first and "retry" for a later one`},
		{"a refused proposal played", gogate.Decision{Move: b2, Source: gogate.FromProposer, Proposals: []gogate.Answer{{Move: b2, Verdicts: make([]gogate.Verdict, 1)}}},
			`source is "proposer": must be one whose answer the verdicts allow`},
		{"other verdicts than the proposal's", gogate.Decision{Move: b2, Source: gogate.FromProposer, Proposals: []gogate.Answer{{Move: b2, Verdicts: []gogate.Verdict{{OK: true}}}}},
			`verdicts are not those on the answer of source "proposer": must be the same`},
		{"a move with an error", gogate.Decision{Move: gogate.Pass, Source: gogate.FromPass, Verdicts: []gogate.Verdict{{OK: true}}, Error: "boom"},
			`error is "boom": must be empty in a decision with a move`},
		{"a turn before the first", gogate.Decision{Turn: -5, Move: gogate.Pass, Source: gogate.FromPass, Verdicts: []gogate.Verdict{{OK: true}}},
			`turn is -5: must be 0 or more`},
		{"a pass that is a stone", gogate.Decision{Move: c3, Source: gogate.FromPass},
			`move is C3: must be pass, the move of source "pass"`},
		{"an unknown source", gogate.Decision{Move: c3, Source: "oracle"},
			`source is "oracle": must be "proposer", "retry", "fallback", "pass" or empty`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if text, err := json.Marshal(test.decision); err == nil || !strings.HasSuffix(err.Error(), ": "+test.want) {
				t.Errorf("written: got %s, %v, want the error %q", text, err, test.want)
			}
			type fields gogate.Decision // which writes what it is told
			text, err := json.Marshal(fields(test.decision))
			if err != nil {
				t.Fatal(err)
			}
			var d gogate.Decision
			if err := json.Unmarshal(text, &d); err == nil || err.Error() != test.want {
				t.Errorf("read: got %v of %s, want the error %q", err, text, test.want)
			}
		})
	}
	kept := gogate.Decision{Turn: 3}
	if err := json.Unmarshal([]byte("null"), &kept); err != nil || kept.Turn != 3 {
		t.Errorf("null: %v, %+v, want no change", err, kept)
	}
	for _, text := range []string{
		`{"source":"pass","move":"pass","verdicts":[{"ok":true}],"overridden":false}`,
		`{"source":"pass","move":"pass","verdicts":[{"ok":true}],"proposal_allowed":true}`,
	} {
		var d gogate.Decision
		if err := json.Unmarshal([]byte(text), &d); err == nil {
			t.Errorf("%s is read as %+v, want an error", text, d)
		}
	}
}

func TestDecisionTally(t *testing.T) {
	lines, _ := logOfGame(t)
	decisions := make([]gogate.Decision, len(lines))
	for i, line := range lines {
		if err := json.Unmarshal([]byte(line), &decisions[i]); err != nil {
			t.Fatal(err)
		}
	}
	const often = 40
	var got gogate.DecisionTally
	counted := make(chan struct{})
	for i := range decisions {
		go func() {
			for range often {
				got.Add(decisions[i])
				_ = got.String()
			}
			counted <- struct{}{}
		}()
	}
	for range decisions {
		<-counted
	}
	refusals := map[string]map[string]int{
		"curfew":   {"": 2},
		"legal":    {"no_move": 1, "occupied": 4, "suicide": 2},
		"proposer": {"cancelled": 2, "error": 1, "exit": 1, "late": 1, "panic": 1},
	}
	for _, codes := range refusals {
		for code := range codes {
			codes[code] *= often
		}
	}
	want := gogate.DecisionTally{
		Decisions:  15 * often,
		Proposals:  19 * often,
		Accepted:   3 * often,
		Retried:    1 * often,
		Overridden: 5 * often,
		Unplayed:   6 * often,
		Failed:     3 * often,
		Refusals:   refusals,
		Errors: map[string]int{
			"ended its goroutine": often, "failed: no idea": often, "panicked: no idea": often,
			"gave no answer before the decision was cancelled": 2 * often, "gave no answer by the deadline": often,
		},
		ProposerTime: often * (time.Minute + gogate.Grace + 2*time.Second),
		FallbackTime: often * 2 * time.Second,
	}
	compare := func(name string, got, want *gogate.DecisionTally) {
		t.Helper()
		text, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		wantText, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(wantText), string(text)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	compare("tally", &got, &want)
	var back gogate.DecisionTally
	text, err := json.Marshal(&got)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	compare("read back", &back, &got)
	const words = `600 decisions, 760 proposals: 120 accepted at once, 40 after a retry, 200 overridden, 240 without a move
  curfew                                        80
  legal                      no_move            40
  legal                      occupied          160
  legal                      suicide            80
  proposer                   cancelled          80
  proposer                   error              40
  proposer                   exit               40
  proposer                   late               40
  proposer                   panic              40
the proposer ended its goroutine: 40
the proposer failed: no idea: 40
the proposer gave no answer before the decision was cancelled: 80
the proposer gave no answer by the deadline: 40
the proposer panicked: no idea: 40
the fallback failed: 120
time: proposer 41m30s, fallback 1m20s
`
	if diff := cmp.Diff(words, got.String()); diff != "" {
		t.Errorf("String (-want +got):\n%s", diff)
	}
	const none = "0 decisions, 0 proposals: 0 accepted at once, 0 after a retry, 0 overridden, 0 without a move\n" +
		"time: proposer 0s, fallback 0s\n"
	if got := fmt.Sprint(new(gogate.DecisionTally)); got != none {
		t.Errorf("the zero tally is %q, want %q", got, none)
	}
}
