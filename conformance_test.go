package gogate

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// The data and the readings of the rules behind it are described in
// testdata/conformance/README.md.
const conformanceDir = "testdata/conformance"

// A vector is one game of the conformance data. A null in the data leaves the
// zero value: no move limit, a game that has not ended.
type vector struct {
	ID          string
	Size        int
	Suicide     bool
	Komi        float64
	MoveLimit   int               `json:"move_limit"`
	Policies    map[string]string // how the moves were chosen: nothing to test
	Moves       []Move
	Checkpoints []checkpoint
	Ended       string
	FinalBoard  []string `json:"final_board"`
	Final       map[string]any
}

// A checkpoint is the state of a vector's game after Ply turns.
type checkpoint struct {
	Ply       int
	ToMove    string `json:"to_move"`
	Board     []string
	Legal     []Move
	Superko   []Move          `json:"superko_illegal"`
	Kind      map[Move]string `json:"superko_kind"`
	Repeats   map[Move]int    `json:"superko_repeats_ply"`
	Suicides  []Move          `json:"suicide_illegal"`
	OwnEye    []Move          `json:"own_eye"`
	SelfAtari []Move          `json:"self_atari"`
}

func (v *vector) rules() Rules {
	return Rules{Size: v.Size, Komi: v.Komi, Suicide: v.Suicide, MoveLimit: v.MoveLimit}
}

// decodeStrictly reads data into v and fails at a field that v does not have.
func decodeStrictly(t testing.TB, data []byte, v any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		t.Fatal(err)
	}
}

// readVectors returns the games of every file of vectors.
func readVectors(t testing.TB) map[string][]vector {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(conformanceDir, "vectors", "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	games, checkpoints := 0, 0
	all := map[string][]vector{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".jsonl")
		for line := range bytes.Lines(data) {
			var v vector
			decodeStrictly(t, line, &v)
			all[name] = append(all[name], v)
			games++
			checkpoints += len(v.Checkpoints)
		}
	}
	if games != 122 || checkpoints != 1028 {
		t.Fatalf("read %d games with %d checkpoints, want 122 with 1028", games, checkpoints)
	}
	return all
}

// Every game is played twice: as it is, and with all hashes equal, where superko
// has nothing but the boards to go by.
func TestVectors(t *testing.T) {
	for name, games := range readVectors(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, v := range games {
				t.Run(v.ID, func(t *testing.T) { v.check(t, zobrist) })
				t.Run(v.ID+" with equal hashes", func(t *testing.T) { v.check(t, new(keys)) })
			}
		})
	}
}

// check plays the game and compares what the data knows. Beside it the game is
// played under simple ko, which allows all that superko allows: that tells a
// simple ko from a longer cycle.
func (v *vector) check(t *testing.T, k *keys) {
	p, err := v.rules().start(Black, nil, k)
	if err != nil {
		t.Fatal(err)
	}
	underKo := v.rules()
	underKo.Ko = SimpleKo
	q, err := underKo.start(Black, nil, k)
	if err != nil {
		t.Fatal(err)
	}
	todo := v.Checkpoints
	for {
		if err := consistent(p); err != nil {
			t.Fatal(err)
		}
		if len(todo) > 0 && todo[0].Ply == p.Turn() {
			todo[0].check(t, p, q)
			todo = todo[1:]
		}
		if p.Turn() == len(v.Moves) {
			break
		}
		m := v.Moves[p.Turn()]
		if p, err = p.Play(m); err != nil {
			t.Fatal(err)
		}
		if q, err = q.Play(m); err != nil {
			t.Fatalf("under simple ko: %v", err)
		}
	}
	if len(todo) != 0 {
		t.Errorf("%d checkpoints not reached", len(todo))
	}
	if got := ending(p); got != v.Ended {
		t.Errorf("ended by %q, want %q", got, v.Ended)
	}
	if p.Over() != (v.Ended != "") {
		t.Errorf("Over() = %v, want the game ended by %q", p.Over(), v.Ended)
	}
	if diff := cmp.Diff(v.FinalBoard, rowsOf(p)); diff != "" {
		t.Errorf("final board (-want +got):\n%s", diff)
	}
	if len(v.Final) != 7 {
		t.Errorf("the final score has %d values, want 7", len(v.Final))
	}
	checkScore(t, p.Score(), v.Final)
}

// check compares p, and q which is the same under simple ko, with the data.
func (c *checkpoint) check(t *testing.T, p, q *Position) {
	if p.Over() {
		t.Errorf("turn %d: the game is over, want it to go on", c.Ply)
	}
	if got := letterOf(p.ToPlay()); got != c.ToMove {
		t.Errorf("turn %d: %s to play, want %s", c.Ply, got, c.ToMove)
	}
	if diff := cmp.Diff(c.Board, rowsOf(p)); diff != "" {
		t.Errorf("turn %d: board (-want +got):\n%s", c.Ply, diff)
	}
	if diff := cmp.Diff(append(boardOrder(c.Legal), Pass), p.LegalMoves()); diff != "" {
		t.Errorf("turn %d: legal moves (-want +got):\n%s", c.Ply, diff)
	}
	for _, m := range c.Superko {
		if err := refusal(t, p, m); !errors.Is(err, ErrSuperko) || err.Repeat != c.Repeats[m] {
			t.Errorf("turn %d: %v is refused with %v and Repeat %d, want %v and %d",
				c.Ply, m, err.Err, err.Repeat, ErrSuperko, c.Repeats[m])
		}
		want := map[string]error{"simple": ErrKo, "cycle": nil}[c.Kind[m]]
		if got := q.Legal(m); got != want {
			t.Errorf("turn %d: under simple ko Legal(%v) = %v, want %v, as the repetition is of kind %q",
				c.Ply, m, got, want, c.Kind[m])
		}
	}
	if len(c.Kind) != len(c.Superko) || len(c.Repeats) != len(c.Superko) {
		t.Errorf("turn %d: the data names %d repetitions, %d kinds and %d turns",
			c.Ply, len(c.Superko), len(c.Kind), len(c.Repeats))
	}
	for _, m := range c.Suicides {
		err := refusal(t, p, m)
		if !errors.Is(err, ErrSuicide) {
			t.Errorf("turn %d: %v is refused with %v, want %v", c.Ply, m, err.Err, ErrSuicide)
		}
		if p.Rules().Suicide && err.Repeat < 0 {
			t.Errorf("turn %d: %v is a refused suicide that repeats no board", c.Ply, m)
		}
	}
	var ownEye, selfAtari []Move
	for _, m := range p.LegalMoves() {
		if isOwnEye(t, p, m) {
			ownEye = append(ownEye, m)
		}
		if isSelfAtari(t, p, m) {
			selfAtari = append(selfAtari, m)
		}
	}
	if diff := cmp.Diff(boardOrder(c.OwnEye), ownEye); diff != "" {
		t.Errorf("turn %d: own eyes (-want +got):\n%s", c.Ply, diff)
	}
	if diff := cmp.Diff(boardOrder(c.SelfAtari), selfAtari); diff != "" {
		t.Errorf("turn %d: self-ataris (-want +got):\n%s", c.Ply, diff)
	}
}

// boardOrder returns points in the order A1, B1, …, which is that of the moves'
// numbers; nil for none.
func boardOrder(moves []Move) []Move {
	return slices.Sorted(slices.Values(moves))
}

// ending returns how the game of p ended, in the words of the data.
func ending(p *Position) string {
	switch {
	case p.passes == 2:
		return "two_passes"
	case p.Over():
		return "move_limit"
	}
	return ""
}

// letterOf returns the letter of a colour in the data.
func letterOf(c Color) string { return map[Color]string{Black: "B", White: "W", Empty: "tie"}[c] }

// checkScore compares the values of a score that the data names. Its margin is
// the winner's, in case P02 alone Black's.
func checkScore(t *testing.T, s Score, want map[string]any) {
	t.Helper()
	if m, ok := want["margin"].(float64); ok && want["winner"] == "W" {
		want = maps.Clone(want)
		want["margin"] = -math.Abs(m)
	}
	got := map[string]any{
		"black_stones":    float64(s.BlackStones),
		"white_stones":    float64(s.WhiteStones),
		"black_territory": float64(s.BlackTerritory),
		"white_territory": float64(s.WhiteTerritory),
		"neutral":         float64(s.Neutral),
		"winner":          letterOf(s.Winner()),
		"margin":          s.Margin(),
	}
	for name, v := range want {
		if got[name] != v {
			t.Errorf("score: %s is %v, want %v", name, got[name], v)
		}
	}
}

// isOwnEye and isSelfAtari are the two checks of the data, as facts of the
// position and by the checks of the gate, which must agree.
func isOwnEye(t *testing.T, p *Position, m Move) bool {
	t.Helper()
	pt, onPoint := m.Point()
	fact := onPoint && p.Eye(pt, p.ToPlay())
	if v := NotOwnEye(p, m); v.OK == fact {
		t.Errorf("turn %d: %v is an eye: %v, but NotOwnEye says %v", p.Turn(), m, fact, v)
	}
	return fact
}

func isSelfAtari(t *testing.T, p *Position, m Move) bool {
	t.Helper()
	fact := m != Pass && p.Captures(m) == 0 && p.LibertiesAfter(m) < 2
	if v := NotSelfAtari(p, m); v.OK == fact {
		t.Errorf("turn %d: %v is a self-atari: %v, but NotSelfAtari says %v", p.Turn(), m, fact, v)
	}
	return fact
}

// A situation is one case of cases.json: a bug report of some Go software, with
// the right values.
type situation struct {
	ID, Source, URL, Kind, Symptom, Note string

	Verified map[string]string
	Input    json.RawMessage
	Expect   map[string]json.RawMessage
}

// A situationInput is what a case of the kinds rules, check and score starts
// from. Without a board it is the empty one, with Black to play.
type situationInput struct {
	Size      int
	Suicide   bool
	Komi      float64
	MoveLimit int `json:"move_limit"`
	Board     []string
	ToMove    string `json:"to_move"`
	Moves     []Move
	TryTwice  Move `json:"try_twice"`
}

// The cases of the kinds rules, check and score hold. The others are for the
// packages that read game records and speak GTP.
func TestCases(t *testing.T) {
	kinds := map[string]int{}
	for _, s := range readCases(t) {
		kinds[s.Kind]++
		if s.onBoard() {
			t.Run(s.ID, s.check)
		}
	}
	want := map[string]int{"rules": 28, "check": 12, "score": 9, "sgf": 10, "gtp": 8}
	if diff := cmp.Diff(want, kinds); diff != "" {
		t.Errorf("number of cases (-want +got):\n%s", diff)
	}
}

// readCases returns the cases of every kind.
func readCases(t testing.TB) (all []situation) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(conformanceDir, "cases.json"))
	if err != nil {
		t.Fatal(err)
	}
	decodeStrictly(t, data, &all)
	return all
}

func (s situation) onBoard() bool {
	return slices.Contains([]string{"rules", "check", "score"}, s.Kind)
}

// position returns the input of a case on a board, and the position after its moves.
func (s situation) position(t testing.TB) (in situationInput, p *Position) {
	t.Helper()
	decodeStrictly(t, s.Input, &in)
	rules := Rules{Size: in.Size, Komi: in.Komi, Suicide: in.Suicide, MoveLimit: in.MoveLimit}
	p, err := rules.Start()
	if in.Board != nil {
		p, err = rules.Setup(map[string]Color{"B": Black, "W": White}[in.ToMove], strings.Join(in.Board, "\n"))
	}
	if err != nil {
		t.Fatal(err)
	}
	return in, mustPlay(t, p, in.Moves...)
}

func (s situation) check(t *testing.T) {
	in, p := s.position(t)
	if in.TryTwice != 0 {
		for range 2 {
			if _, err := p.Play(in.TryTwice); err != nil {
				t.Errorf("tried twice from one position: %v", err)
			}
		}
	}
	if err := consistent(p); err != nil {
		t.Error(err)
	}
	for name, value := range s.Expect {
		expect(t, p, name, value)
	}
	if t.Failed() {
		t.Logf("%s: %s\n%v", s.Source, s.Symptom, p)
	}
}

// expect compares one named value of a case with the position.
func expect(t *testing.T, p *Position, name string, value json.RawMessage) {
	switch name {
	case "board":
		expectOne(t, name, value, rowsOf(p))
	case "to_move":
		expectOne(t, name, value, letterOf(p.ToPlay()))
	case "over":
		expectOne(t, name, value, ending(p)) // null leaves ""
	case "legal_list":
		var want []Move
		decodeStrictly(t, value, &want)
		got := slices.DeleteFunc(p.LegalMoves(), func(m Move) bool { return m == Pass })
		if diff := cmp.Diff(boardOrder(want), got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	case "score":
		var want map[string]any
		decodeStrictly(t, value, &want)
		checkScore(t, p.Score(), want)
	case "points":
		expectEach(t, name, value, func(m Move) string {
			return string(letters[p.At(pointOf(m))])
		})
	case "legal", "legal_again_from_same_position":
		expectEach(t, name, value, func(m Move) bool { return p.Legal(m) == nil })
	case "reason":
		expectEach(t, name, value, func(m Move) string {
			return map[error]string{
				nil: "legal", ErrOccupied: "occupied", ErrSuicide: "suicide", ErrSuperko: "superko",
			}[p.Legal(m)]
		})
	case "repeats_ply":
		expectEach(t, name, value, func(m Move) int { return refusal(t, p, m).Repeat })
	case "would_capture":
		expectEach(t, name, value, p.Captures)
	case "would_remove_own":
		expectEach(t, name, value, func(m Move) int {
			q, err := p.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			return stonesOf(p, p.ToPlay()) + 1 - stonesOf(q, p.ToPlay())
		})
	case "liberties":
		expectEach(t, name, value, func(m Move) int { return p.Liberties(pointOf(m)) })
	case "liberties_after":
		expectEach(t, name, value, p.LibertiesAfter)
	case "in_atari_after":
		expectEach(t, name, value, func(m Move) []Move {
			q, err := p.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			return stonesInAtari(q, q.ToPlay())
		})
	case "group_size":
		expectEach(t, name, value, func(m Move) int { return len(p.Group(pointOf(m)).Stones) })
	case "own_eye":
		expectEach(t, name, value, func(m Move) bool { return isOwnEye(t, p, m) })
	case "self_atari":
		expectEach(t, name, value, func(m Move) bool { return isSelfAtari(t, p, m) })
	default:
		t.Errorf("the case expects %s, which this test does not know", name)
	}
}

func expectOne[V any](t *testing.T, name string, value json.RawMessage, got V) {
	t.Helper()
	var want V
	decodeStrictly(t, value, &want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

// expectEach compares a value for each of several moves or points.
func expectEach[V any](t *testing.T, name string, value json.RawMessage, got func(Move) V) {
	t.Helper()
	var want map[Move]V
	decodeStrictly(t, value, &want)
	if len(want) == 0 {
		t.Errorf("%s: the case names no point", name)
	}
	for m, w := range want {
		if diff := cmp.Diff(w, got(m)); diff != "" {
			t.Errorf("%s of %v (-want +got):\n%s", name, m, diff)
		}
	}
}

// stonesInAtari returns the stones of a colour whose group has one liberty.
func stonesInAtari(p *Position, c Color) []Move {
	var stones []Move
	for pt := range p.Points() {
		if p.At(pt) == c && p.Liberties(pt) == 1 {
			stones = append(stones, MoveAt(pt))
		}
	}
	return stones
}
