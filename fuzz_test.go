package gogate

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// Each property is a function checkX of a rapid.T. Its test runs it on random
// input, its fuzz target on input that go test -fuzz finds.

func TestPosition(t *testing.T) { rapid.Check(t, checkPosition) }
func TestSeki(t *testing.T)     { rapid.Check(t, checkSeki) }
func TestDiagram(t *testing.T)  { rapid.Check(t, checkDiagram) }
func TestFilling(t *testing.T)  { rapid.Check(t, checkFilling) }
func FuzzPosition(f *testing.F) { f.Fuzz(rapid.MakeFuzz(checkPosition)) }
func FuzzSeki(f *testing.F)     { f.Fuzz(rapid.MakeFuzz(checkSeki)) }
func FuzzDiagram(f *testing.F)  { f.Fuzz(rapid.MakeFuzz(checkDiagram)) }
func FuzzFilling(f *testing.F)  { f.Fuzz(rapid.MakeFuzz(checkFilling)) }

// checkPosition plays games on a position and on its naive twin, with illegal
// moves among the legal ones, and compares everything they know.
func checkPosition(t *rapid.T) {
	var p *Position
	var g *naiveGame
	compare := func() {
		if err := g.differs(p); err != nil {
			t.Fatalf("%v\n%v%v to play, %+v, after %v", err, p, p.ToPlay(), p.Rules(), movesOf(g))
		}
	}
	play := func(m Move) {
		next, err := p.Play(m)
		if g.isLegal(m) != (err == nil) {
			t.Fatalf("%v: got %v, which the naive game does not find\n%v", m, err, p)
		}
		if err != nil {
			return
		}
		g.play(m)
		p = next
	}
	// legalMove draws a legal stone, one that is liked if there is any, and is a
	// pass if there is no stone.
	legalMove := func(likes func(Move) bool) Move {
		legal := g.legal()
		var liked []Move
		for _, m := range legal {
			if likes(m) {
				liked = append(liked, m)
			}
		}
		switch {
		case len(liked) > 0:
			return rapid.SampledFrom(liked).Draw(t, "liked")
		case len(legal) > 0:
			return rapid.SampledFrom(legal).Draw(t, "legal")
		}
		return Pass
	}
	// burst plays several such moves in a row.
	burst := func(likes func(Move) bool) {
		for range rapid.IntRange(1, 10).Draw(t, "turns") {
			if p.Over() {
				break
			}
			play(legalMove(likes))
			if p.Size() <= 5 {
				compare()
			}
		}
	}
	newGame := func(t *rapid.T) {
		if g != nil {
			for turn, earlier := range p.History() {
				if got, want := boardOf(earlier), g.past[turn].board; got != want || earlier.Turn() != turn {
					t.Fatalf("turn %d of the history: got %s, turn %d, want %s", turn, got, earlier.Turn(), want)
				}
			}
		}
		r := drawRules(t)
		toPlay := rapid.SampledFrom([]Color{Black, White}).Draw(t, "to play")
		g = newNaiveGame(r, toPlay, drawBoard(t, r.Size))
		k := zobrist
		if rapid.Bool().Draw(t, "equal hashes") {
			k = new(keys)
		}
		var err error
		if p, err = r.start(toPlay, naiveRows(g.now().board, r.Size), k); err != nil {
			t.Fatal(err)
		}
	}
	newGame(t)
	t.Repeat(map[string]func(*rapid.T){
		"":         func(*rapid.T) { compare() },
		"new game": newGame,
		"legal":    func(*rapid.T) { burst(func(Move) bool { return true }) },
		"capture":  func(*rapid.T) { burst(func(m Move) bool { return p.Captures(m) > 0 }) },
		"fill":     func(*rapid.T) { burst(func(m Move) bool { return p.LibertiesAfter(m) < 2 }) },
		"stone":    func(t *rapid.T) { play(At(p.point(rapid.SampledFrom(slices.Collect(p.points())).Draw(t, "point")))) },
		"anything": func(t *rapid.T) { play(Move(rapid.Uint16().Draw(t, "move"))) },
		"pass":     func(*rapid.T) { play(Pass) },
		"resign":   func(*rapid.T) { play(Resign) },
		"other side": func(t *rapid.T) {
			c := rapid.SampledFrom([]Color{Black, White}).Draw(t, "to play")
			p = p.WithToPlay(c)
			g.setToPlay(c)
		},
	})
}

// movesOf returns the moves of a game.
func movesOf(g *naiveGame) (moves []Move) {
	for _, turn := range g.past[1:] {
		moves = append(moves, turn.last)
	}
	return moves
}

// drawRules draws rules for a board that is small more often than not, so that
// boards repeat.
func drawRules(t *rapid.T) Rules {
	sizes := []int{2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5, 6, 6, 7, 8, 9, 11, 19}
	return Rules{
		Size:      rapid.SampledFrom(sizes).Draw(t, "size"),
		Komi:      rapid.SampledFrom([]float64{0, 0.5, 3.75, 7, 7.5, -5}).Draw(t, "komi"),
		Ko:        rapid.SampledFrom([]KoRule{PositionalSuperko, SituationalSuperko, SimpleKo}).Draw(t, "ko"),
		Suicide:   rapid.Bool().Draw(t, "suicide"),
		Resign:    rapid.Bool().Draw(t, "resign"),
		MoveLimit: rapid.SampledFrom([]int{0, 0, 0, 40}).Draw(t, "limit"),
	}
}

// drawBoard draws a board, the empty one or any on which every group has a
// liberty.
func drawBoard(t *rapid.T, size int) string {
	from := rapid.SampledFrom([]string{".", ".XO", "..XO", ".XXOO", ".XXXXOOOO", "XXXXXXXXXXXO."}).Draw(t, "letters")
	board := string(rapid.SliceOfN(rapid.SampledFrom([]byte(from)), size*size, size*size).Draw(t, "board"))
	g := newNaiveGame(Rules{Size: size}, Black, board)
	board, _ = g.withoutDead(board, 'X')
	board, _ = g.withoutDead(board, 'O')
	return board
}

// checkSeki draws a board of two groups that share two liberties and have no
// others. Whoever fills one is taken; so nobody may, and both are neutral.
func checkSeki(t *rapid.T) {
	size := rapid.IntRange(3, 13).Draw(t, "size")
	first := rapid.IntRange(0, size-1).Draw(t, "first row")
	second := (first + rapid.IntRange(1, size-1).Draw(t, "rows between")) % size
	var board [][]byte
	var shared []Point
	for y := range size {
		// Black has the first stones of a row, White the others. In two rows a
		// point where they meet is left empty, but never one on the edge, which
		// keeps each side together.
		blacks := rapid.IntRange(1, size-1).Draw(t, "black stones")
		row := append(bytes.Repeat([]byte("X"), blacks), bytes.Repeat([]byte("O"), size-blacks)...)
		if y == first || y == second {
			x := blacks - 1
			if x == 0 || blacks < size-1 && rapid.Bool().Draw(t, "from White") {
				x = blacks
			}
			row[x] = '.'
			shared = append(shared, Point{x, y})
		}
		board = append(board, row)
	}
	if rapid.Bool().Draw(t, "turned") {
		for y := range size {
			for x := range y {
				board[y][x], board[x][y] = board[x][y], board[y][x]
			}
		}
		for i, pt := range shared {
			shared[i] = Point{pt.Y, pt.X}
		}
	}
	slices.Reverse(board)
	toPlay := rapid.SampledFrom([]Color{Black, White}).Draw(t, "to play")
	p, err := DefaultRules(size).Setup(toPlay, string(bytes.Join(board, []byte("\n"))))
	if err != nil {
		t.Fatal(err)
	}
	if score := p.Score(); score.Neutral != 2 || score.BlackTerritory != 0 || score.WhiteTerritory != 0 {
		t.Fatalf("%+v, want two neutral points and no territory\n%v", score, p)
	}
	if legal := p.LegalMoves(); len(legal) != 3 {
		t.Fatalf("legal moves %v, want the two shared liberties and a pass\n%v", legal, p)
	}
	for i, pt := range shared {
		m, other := At(pt), At(shared[1-i])
		if owner := p.Owner(pt); owner != Empty {
			t.Errorf("%v belongs to %v, want nobody", pt, owner)
		}
		if n := p.LibertiesAfter(m); n != 1 || p.Captures(m) != 0 || NotSelfAtari(p, m).OK || !NotOwnEye(p, m).OK {
			t.Errorf("%v leaves %d liberties, captures %d: %v, %v; want a self-atari that fills no eye\n%v",
				m, n, p.Captures(m), NotSelfAtari(p, m), NotOwnEye(p, m), p)
		}
		q, err := p.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		group := len(q.Group(pt).Stones)
		if got := q.Captures(other); got != group || q.Legal(other) != nil {
			t.Errorf("after %v, %v takes %d stones (%v), want the whole group of %d\n%v",
				m, other, got, q.Legal(other), group, q)
		}
	}
}

// checkFilling fills a board at random: it is a position exactly if every group
// has a liberty, the rule by which 57 and 12,675 are counted.
func checkFilling(t *rapid.T) {
	rules := DefaultRules(rapid.IntRange(MinSize, 7).Draw(t, "size"))
	n := rules.Size * rules.Size
	board := string(rapid.SliceOfN(rapid.SampledFrom([]byte(letters)), n, n).Draw(t, "board"))
	g := newNaiveGame(rules, Black, board)
	_, black := g.withoutDead(board, 'X')
	_, white := g.withoutDead(board, 'O')
	rows := naiveRows(board, rules.Size)
	slices.Reverse(rows)
	p, err := rules.Setup(Black, strings.Join(rows, "\n"))
	if (err == nil) != (black+white == 0) {
		t.Fatalf("Setup: %v, with %d stones that have no liberty, of\n%s", err, black+white, strings.Join(rows, "\n"))
	}
	if err == nil {
		if err := consistent(p); err != nil {
			t.Fatal(err)
		}
	}
}

// checkDiagram sets up any board of any size and reads back what it prints.
func checkDiagram(t *rapid.T) {
	rules := DefaultRules(rapid.IntRange(MinSize, MaxSize).Draw(t, "size"))
	board := drawBoard(t, rules.Size)
	rows := naiveRows(board, rules.Size)
	slices.Reverse(rows)
	toPlay := rapid.SampledFrom([]Color{Black, White}).Draw(t, "to play")
	p, err := rules.Setup(toPlay, strings.Join(rows, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got := boardOf(p); got != board {
		t.Fatalf("set up %s, got %s", board, got)
	}
	if err := consistent(p); err != nil {
		t.Fatal(err)
	}
	q, err := rules.Setup(toPlay, p.String())
	if err != nil {
		t.Fatal(err)
	}
	if !p.Equal(q) || p.String() != q.String() {
		t.Fatalf("got\n%vwant\n%v", q, p)
	}
}

// Any text is refused or names one move, in its standard form but for the case.
func FuzzParseMove(f *testing.F) {
	for _, text := range []string{
		"D4", "d4", "T19", "Z25", "z26", "I9", "pass", "Resign", "", "D+4", "D04", "D 4", "A0", "paſs", "RESİGN", "\xff1",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ParseMove(text)
		if err != nil {
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

// Any text names no move or one that stands in it as a word of its own. What comes
// before it does not matter, nor what comes after it and names none.
func FuzzLastMove(f *testing.F) {
	for _, text := range []string{
		"D4", "I thought of D4, but E5.", "**pass**", "I resign", "no idea", "", "D 4", "I5 then Z26", "D4\u2028!", "Ｄ４", "\xffA1\xfe",
		"{\"move\": \"q16\"}", "T19, T19, T19", "paſs",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := LastMove(text)
		if err != nil {
			if m != 0 {
				t.Errorf("LastMove(%q) = %v beside %v, want no move", text, m, err)
			}
		} else if !strings.Contains(strings.ToUpper(text), strings.ToUpper(m.String())) {
			t.Errorf("LastMove(%q) = %v, which is not there", text, m)
		}
		for _, before := range []string{"B2 ", "pass\n", "I resign, no: "} {
			got, err := LastMove(before + text)
			want, _ := LastMove(before)
			if m != 0 {
				want = m
			}
			if got != want || err != nil {
				t.Errorf("LastMove(%q) = %v, %v, want %v", before+text, got, err, want)
			}
		}
		if got, _ := LastMove(text + " (no idea)"); got != m {
			t.Errorf("LastMove(%q) = %v, want %v", text+" (no idea)", got, m)
		}
		if got, err := LastMove(text + ", pass"); got != Pass || err != nil {
			t.Errorf("LastMove(%q) = %v, %v, want a pass", text+", pass", got, err)
		}
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

// Any line is refused or is a decision that JSON keeps, and the log of it verifies or
// does not, but never more than that.
func FuzzDecisionJSON(f *testing.F) {
	p := playOut(f, DefaultRules(5), "C3 C2")
	for _, propose := range []string{"B2", "C2", "pass", "resign", "Z25"} {
		gate := NewGate(TextFunc(func(context.Context, string) (string, error) { return propose, nil }), noting("the first"), NotOwnEye)
		gate.Retries = 1
		gate.OnDecision = func(d Decision) {
			text, err := json.Marshal(d)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(string(text))
		}
		if _, err := gate.Decide(context.Background(), p); err != nil {
			f.Fatal(err)
		}
	}
	for _, text := range []string{"", "{}", "null", "[]", `{"turn":-1}`, `{"turn":2,"color":"Black","proposals":[{}]}`,
		`{"turn":2,"error":"x","allowed":[]}`, "{}{}", "{}\n{}", `{"turn":9223372036854775807}`, `{"source":"\ud800"}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, final := range []*Position{p, goOn(t, p, "B2"), goOn(t, p, "pass pass")} {
			_ = VerifyLog(strings.NewReader(text), final, NotOwnEye)
		}
		var d, back Decision
		if json.Unmarshal([]byte(text), &d) != nil {
			return
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

// Any text is refused or a diagram of just its stones, which reads back.
func FuzzSetup(f *testing.F) {
	for _, diagram := range []string{
		"..\n..", ".XO\nO..\nX..", " 2 X .\n 1 . O\n   A B\n", "X .\n. O\n", "XX\nXX", "A B", "A B\n\nA B",
		"1 . .\n2 . .\nA B", "\n\n", "X\u00a0.\n. O", "É.\n..", ". \n..", "..\r\n..", "2 ..\n1 .\nA B",
	} {
		f.Add(2, diagram)
		f.Add(3, diagram)
	}
	f.Fuzz(func(t *testing.T, size int, diagram string) {
		p, err := DefaultRules(size).Setup(Black, diagram)
		if err != nil {
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
