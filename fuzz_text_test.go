package gogate

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// These targets begin with real cases, beside made-up ones: the moves, boards and games
// of the conformance data, and what gates decide on its boards.

// caseNames returns the names of points, good and bad ones, and of the other moves in
// the cases, each once.
func caseNames(t testing.TB) []string {
	t.Helper()
	all := map[string]bool{}
	for _, s := range readCases(t) {
		if s.onBoard() {
			in, _ := s.position(t)
			for _, m := range in.Moves {
				all[m.String()] = true
			}
			continue
		}
		var coords struct {
			Size    int
			Valid   map[string][2]int
			Invalid []string
		}
		if value, ok := s.Expect["coords"]; ok {
			decodeStrictly(t, value, &coords)
		}
		for _, name := range slices.AppendSeq(coords.Invalid, maps.Keys(coords.Valid)) {
			all[name] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// disputed returns the moves about which a case on a board says something.
func (s situation) disputed(t testing.TB) []Move {
	t.Helper()
	all := map[Move]json.RawMessage{}
	for _, name := range []string{"legal", "reason", "own_eye", "self_atari"} {
		if value, ok := s.Expect[name]; ok {
			decodeStrictly(t, value, &all)
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// tried returns the moves of a game, each after those that the data says are refused
// in its place.
func (v *vector) tried() (moves []Move) {
	todo := v.Checkpoints
	for turn, m := range v.Moves {
		if len(todo) > 0 && todo[0].Ply == turn {
			moves = slices.Concat(moves, todo[0].Superko, todo[0].Suicides)
			todo = todo[1:]
		}
		moves = append(moves, m)
	}
	return moves
}

// namesOf returns the names of moves with blanks between them.
func namesOf(moves []Move) string {
	var all []string
	for _, m := range moves {
		all = append(all, m.String())
	}
	return strings.Join(all, " ")
}

// checkSentence checks that an error is one line, which does nothing to a terminal.
func checkSentence(t *testing.T, err error) {
	t.Helper()
	text := err.Error()
	if text == "" || !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		t.Errorf("got the error %q, want one line of printable text", text)
	}
}

// Any text is refused or names one move, in its standard form or in other case. It names
// a point exactly if its move is a stone there.
func FuzzParseMove(f *testing.F) {
	for _, text := range []string{
		"D4", "d4", "T19", "Z25", "z26", "I9", "pass", "Resign", "", "D+4", "D04", "D 4", "A0", "paſs", "RESİGN", "\xff1",
	} {
		f.Add(text)
	}
	for _, name := range caseNames(f) {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ParseMove(text)
		want, stone := m.Point()
		pt, wrong := ParsePoint(text)
		if pt != want || (wrong == nil) != stone {
			t.Errorf("ParsePoint(%q) = %v, %v beside the move %v", text, pt, wrong, m)
		}
		if wrong != nil {
			checkSentence(t, wrong)
		}
		if err != nil {
			checkSentence(t, err)
			if m != 0 {
				t.Errorf("ParseMove(%q) = %v beside %v, want no move", text, m, err)
			}
			return
		}
		if len(text) != len(m.String()) || !strings.EqualFold(text, m.String()) {
			t.Errorf("ParseMove(%q) = %v, another text", text, m)
		}
		if again, err := ParseMove(m.String()); again != m || err != nil {
			t.Errorf("%v reads back as %v, %v", m, again, err)
		}
	})
}

// Any text names no move or one that stands in it, and a line in the form of the prompt
// counts before it and after it.
func FuzzMoveInText(f *testing.F) {
	for _, text := range []string{
		"D4", "I thought of D4, but E5.", "**pass**", "I resign", "no idea", "", "D 4", "I5 then Z26", "D4\u2028!", "Ｄ４", "\xffA1\xfe",
		"{\"move\": \"q16\"}", "T19, T19, T19", "paſs", "MOVE: D4\nnot E5", "```\n\"C3\"\n```", "{\"move\": 4}", "move", "MOVE: pass\nMOVE: I5",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := MoveInText(text)
		switch {
		case err != nil:
			checkSentence(t, err)
			if m != 0 {
				t.Errorf("MoveInText(%q) = %v beside %v, want no move", text, m, err)
			}
		case !strings.Contains(strings.ToUpper(text), strings.ToUpper(m.String())) && !strings.Contains(text, `\u`):
			t.Errorf("MoveInText(%q) = %v, which is not there", text, m)
		}
		for _, named := range []Move{MustParseMove("C3"), Pass, Resign} {
			if got, err := MoveInText(text + "\nMOVE: " + named.String()); got != named && !strings.Contains(text, "```") {
				t.Errorf("MoveInText(%q and MOVE: %v) = %v, %v", text, named, got, err)
			}
		}
	})
}

// Any text is refused or a diagram of just its stones, which reads back.
func FuzzSetup(f *testing.F) {
	for _, diagram := range []string{
		"..\n..", ".XO\nO..\nX..", " 2 X .\n 1 . O\n   A B\n", "X .\n. O\n", "XX\nXX", "A B", "A B\n\nA B",
		"1 . .\n2 . .\nA B", "\n\n", "X\u00a0.\n. O", "É.\n..", ". \n..", "..\r\n..", "2 ..\n1 .\nA B",
	} {
		f.Add(2, diagram)
		f.Add(3, diagram)
	}
	for _, s := range readCases(f) {
		if s.onBoard() {
			in, p := s.position(f)
			f.Add(in.Size, strings.Join(in.Board, "\n"))
			f.Add(in.Size, p.String())
		}
	}
	f.Fuzz(func(t *testing.T, size int, diagram string) {
		p, err := DefaultRules(size).Setup(Black, diagram)
		if err != nil {
			checkSentence(t, err)
			if p != nil {
				t.Errorf("Setup(%q) = %v beside %v, want no position", diagram, p, err)
			}
			return
		}
		if err := consistent(p); err != nil {
			t.Error(err)
		}
		// From size 14 on there is a column O, whose name would count as a stone.
		stones := strings.Map(func(r rune) rune {
			if strings.ContainsRune(letters, r) {
				return r
			}
			return -1
		}, diagram)
		if p.Size() < 14 && stones != strings.Join(rowsOf(p), "") {
			t.Errorf("Setup(%q) =\n%v", diagram, p)
		}
		q, err := DefaultRules(size).Setup(Black, p.String())
		if err != nil || !q.Equal(p) {
			t.Errorf("%v reads back as %v, %v", p, q, err)
		}
	})
}

// Any game is the same to a position and to its naive twin: they play or refuse each of
// the moves alike, and in the end they agree in all they know. Words that name no move
// are left out, and so are boards on which the twin is too slow.
func FuzzPlay(f *testing.F) {
	const largest = 9
	for _, s := range readCases(f) {
		if !s.onBoard() {
			continue
		}
		in, _ := s.position(f)
		moves := namesOf(slices.Concat(in.Moves, s.disputed(f)))
		for ko := range uint8(len(koNames)) {
			if in.Size <= largest {
				f.Add(in.Size, ko, in.Suicide, in.MoveLimit, in.ToMove == "W", strings.Join(in.Board, "\n"), moves)
			}
		}
	}
	for _, games := range readVectors(f) {
		for _, v := range games {
			if v.Size <= largest {
				f.Add(v.Size, uint8(PositionalSuperko), v.Suicide, v.MoveLimit, false, "", namesOf(v.tried()))
			}
		}
	}
	f.Fuzz(func(t *testing.T, size int, ko uint8, suicide bool, limit int, white bool, diagram, moves string) {
		rules := Rules{Size: size, Ko: KoRule(ko), Suicide: suicide, MoveLimit: limit}
		toPlay := Black
		if white {
			toPlay = White
		}
		p, err := rules.Start()
		if err == nil && diagram != "" {
			p, err = rules.Setup(toPlay, diagram)
		}
		if err != nil {
			checkSentence(t, err)
			return
		}
		if size > largest {
			return
		}
		g := newNaiveGame(rules, p.ToPlay(), boardOf(p))
		for name := range strings.FieldsSeq(moves) {
			m, err := ParseMove(name)
			if err != nil {
				continue
			}
			repeat, reason := g.judge(m)
			if err := refusesAlike(p, m, repeat, reason); err != nil {
				t.Fatalf("%v: %v\n%v%v to play, %+v, after %v", m, err, p, p.ToPlay(), rules, movesOf(g))
			}
			if reason != nil {
				continue
			}
			g.play(m)
			p = mustPlay(t, p, m)
		}
		if err := g.differs(p); err != nil {
			t.Fatalf("%v\n%v%v to play, %+v, after %v", err, p, p.ToPlay(), rules, movesOf(g))
		}
		checkHistory(t, p, g)
	})
}

// Whatever a proposer says and a fallback notes, the record holds all of it, reads
// back from JSON as it was, and verifies.
func FuzzTextFunc(f *testing.F) {
	for _, text := range []string{"D4", "", "I resign", "\xff\x00\u2028", "<b>A1</b>", "{move} {n}", "[pass] legal: A1 is legal\nplayed: A1"} {
		f.Add(text, "B2", text)
	}
	start := MustStart(5)
	f.Fuzz(func(t *testing.T, first, second, note string) {
		p := mustPlay(t, start, MustParseMove("C3"))
		said := []string{first, second}
		gate := NewGate(TextFunc(func(context.Context, string) (string, error) {
			text := said[0]
			said = said[1:]
			return text, nil
		}), noting(note), NotOwnEye, NotSelfAtari)
		gate.Retries = 1
		d, err := gate.Decide(context.Background(), p)
		if err != nil || p.Legal(d.Move) != nil {
			t.Fatalf("%v, %v", d, err)
		}
		for i, a := range d.Proposals {
			if want := strings.ToValidUTF8([]string{first, second}[i], "\uFFFD"); a.Text != want {
				t.Errorf("proposal %d: text %q, want %q", i+1, a.Text, want)
			}
		}
		text, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		var back Decision
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(d, back); diff != "" {
			t.Errorf("read back (-want +got):\n%s", diff)
		}
		if err := VerifyLog(bytes.NewReader(text), mustPlay(t, p, d.Move), NotOwnEye, NotSelfAtari); err != nil {
			t.Errorf("%v in\n%s", err, text)
		}
	})
}

// A noting chooses the first move and says its own text of it.
type noting string

func (n noting) Choose(_ context.Context, _ *Position, moves []Move) (Choice, error) {
	return Choice{moves[0], string(n)}, nil
}

// Any text is refused or is a verdict that JSON keeps, and is told in one line that
// begins with whether the move is allowed.
func FuzzVerdictJSON(f *testing.F) {
	texts := map[string]bool{}
	for _, s := range readCases(f) {
		if !s.onBoard() {
			continue
		}
		_, p := s.position(f)
		for _, m := range append(s.disputed(f), Pass, Resign, MoveAt(Point{p.Size(), 0}), 0) {
			for _, v := range Judge(p, m, NotOwnEye, Advise(NotSelfAtari), NotInOwnPassAlive, NotInOpponentPassAlive) {
				text, err := json.Marshal(v)
				if err != nil {
					f.Fatal(err)
				}
				var back Verdict
				if err := json.Unmarshal(text, &back); err != nil || back != v {
					f.Fatalf("%s reads back as %+v, %v, want %+v", text, back, err, v)
				}
				texts[string(text)] = true
			}
		}
	}
	for _, text := range slices.Sorted(maps.Keys(texts)) {
		f.Add(text)
	}
	for _, text := range []string{"", "{}", "null", "[]", `{"move":"#31"}`, `{"move":"d4","n":-1}`, `{"n":1.5}`, `{"ok":true,"OK":false}`,
		`{"check":"\u2028\ud800","why":"{move} {n}\n{move}","n":3,"move":"pass"}`, `{"advice":true,"why":"{ move }"}`, "{}{}"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var v, back Verdict
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			return
		}
		again, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(again, &back); err != nil || back != v {
			t.Errorf("%s reads back as %+v, %v, want %+v", again, back, err, v)
		}
		told := v.String()
		if strings.ContainsFunc(told, func(r rune) bool { return !unicode.IsGraphic(r) }) {
			t.Errorf("got %q, want one line", told)
		}
		if strings.HasPrefix(told, "[FAIL] ") == v.Allows() {
			t.Errorf("got %q of a verdict that allows: %t", told, v.Allows())
		}
	})
}

// Any line is refused or is a decision that JSON keeps, and the log of it verifies or
// does not, but never more than that: a move that verifies may be played.
func FuzzDecisionJSON(f *testing.F) {
	checks := []Check{NotOwnEye, Advise(NotSelfAtari)}
	var games []*Position
	add := func(p *Position, d Decision) string {
		text, err := json.Marshal(d)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(uint8(len(games)), string(text))
		games = append(games, p)
		return string(text)
	}
	// decide makes a decision of a proposer that says these moves in turn, and forges
	// another that plays the first of them.
	decide := func(p *Position, moves []Move) {
		said := slices.Clone(moves)
		gate := NewGate(TextFunc(func(context.Context, string) (string, error) {
			text := "I play " + said[0].String()
			said = said[1:]
			return text, nil
		}), noting("the first"), checks...)
		gate.Retries = len(moves) - 1
		d, err := gate.Decide(context.Background(), p)
		forged := d.WithoutTimes()
		forged.Move, forged.Source = moves[0], ""
		add(p, forged)
		if err == nil {
			p = mustPlay(f, p, d.Move)
		}
		if err := VerifyLog(strings.NewReader(add(p, d.WithoutTimes())), p, checks...); err != nil {
			f.Fatal(err)
		}
	}
	for _, name := range []string{"B2", "C2", "pass", "resign", "Z25"} {
		decide(playOut(f, DefaultRules(5), "C3 C2"), movesNamed(name))
	}
	for _, s := range readCases(f) {
		if !s.onBoard() {
			continue
		}
		if moves := s.disputed(f); len(moves) > 0 {
			_, p := s.position(f)
			decide(p, moves)
		}
	}
	for _, text := range []string{"", "{}", "null", "[]", `{"turn":-1}`, `{"turn":2,"color":"Black","proposals":[{}]}`,
		`{"turn":2,"error":"x","allowed":[]}`, "{}{}", "{}\n{}", `{"turn":9223372036854775807}`, `{"source":"\ud800"}`} {
		f.Add(uint8(0), text)
	}
	f.Fuzz(func(t *testing.T, game uint8, text string) {
		final := games[int(game)%len(games)]
		unverified := VerifyLog(strings.NewReader(text), final, checks...)
		var d, back Decision
		if json.Unmarshal([]byte(text), &d) != nil {
			return
		}
		if unverified == nil && d.Error == "" {
			if p := final.History()[d.Turn]; !NewGate(Random{}, Random{}, checks...).Allows(p, d.Move) {
				t.Errorf("%v verifies, and may not be played in\n%v", d.Move, p)
			}
		}
		_, _, _ = d.String(), d.Refusals(), d.Proposal()
		again, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(again, &back); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(d, back); diff != "" {
			t.Errorf("read back (-want +got):\n%s", diff)
		}
	})
}
