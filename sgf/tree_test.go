package sgf_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"example.com/gogate"
	"example.com/gogate/sgf"
)

// text returns the text of a game that must be right.
func text(t failer, g *sgf.Game) string {
	t.Helper()
	var b strings.Builder
	if err := g.Write(&b); err != nil {
		t.Fatalf("%v", err)
	}
	return b.String()
}

// play returns the position after moves such as "D4 E5 pass".
func play(t failer, p *gogate.Position, moves string) *gogate.Position {
	t.Helper()
	for name := range strings.FieldsSeq(moves) {
		next, err := p.Play(gogate.MustParseMove(name))
		if err != nil {
			t.Fatalf("%v", err)
		}
		p = next
	}
	return p
}

const head = "(;FF[4]GM[1]CA[UTF-8]AP[gogate:1]"

// ruleText is what a record says of the zero rules.
const ruleText = "RU[Tromp–Taylor without suicide, positional superko, komi 0]"

func TestGameWrite(t *testing.T) {
	rules := gogate.Rules{Size: 9, Komi: 6.5}
	start := setUp(t, gogate.Rules{Size: 3}, gogate.White, "X . .\n. O .\n. . X")
	black, white := gogate.Black, gogate.White
	at := gogate.MustParseMove
	stone := func(c gogate.Color, name string) sgf.Stone {
		pt, _ := at(name).Point()
		return sgf.Stone{Color: c, Point: pt}
	}
	empty, err := rules.Start()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name string
		game sgf.Game
		want string
	}{
		{"an empty board", sgf.Game{Start: empty}, "SZ[9]KM[6.5])"},
		{"all that is said", sgf.Game{
			Start: empty, Black: "A]\nB", White: `\`, Result: "B+R", Date: "2016-03-09", RuleText: "a\tb", Handicap: 2, Comment: "[a]\nb:",
			Turns: []sgf.Turn{{Color: black, Move: at("A9"), Comment: "first"}, {Color: white, Move: gogate.Pass}},
		}, `SZ[9]KM[6.5]HA[2]RU[a b]PB[A\] B]PW[\\]RE[B+R]DT[2016-03-09]C[[a\]` + "\nb:]\n;B[aa]C[first]\n;W[])"},
		{"a set-up board", sgf.Game{Start: start}, "SZ[3]KM[0]AB[aa][cc]AW[bb]PL[W])"},
		{"a set-up in mid-game", sgf.Game{Start: empty, Turns: []sgf.Turn{
			{Color: black, Move: at("A9")},
			{Setup: []sgf.Stone{stone(white, "B9"), stone(gogate.Empty, "A9"), stone(black, "C9"), stone(white, "A1")}, Color: white, Comment: "x"},
			{Color: white, Move: at("J1")},
		}}, "SZ[9]KM[6.5]\n;B[aa]\n;AE[aa]AB[ca]AW[ai][ba]PL[W]C[x]\n;W[ii])"},
		{"the side to move", sgf.Game{Start: empty, Turns: []sgf.Turn{
			{Color: black, Move: at("A9")}, {Color: black}, {Comment: "x"},
		}}, "SZ[9]KM[6.5]\n;B[aa]\n;PL[B]\n;C[x])"},
		{"a turn that does nothing", sgf.Game{Start: empty, Turns: []sgf.Turn{{}, {Color: black, Move: at("A9")}}}, "SZ[9]KM[6.5]\n;B[aa])"},
		{"White begins", sgf.Game{Start: empty.WithToPlay(white)}, "SZ[9]KM[6.5]PL[W])"},
		{"White begins with a move", sgf.Game{Start: empty.WithToPlay(white), Turns: []sgf.Turn{{Color: white, Move: at("A9")}}}, "SZ[9]KM[6.5]\n;W[aa])"},
		{"Black begins, White moves", sgf.Game{Start: empty, Turns: []sgf.Turn{{Color: white, Move: at("A9")}}}, "SZ[9]KM[6.5]PL[B]\n;W[aa])"},
		{"White begins after a handicap", sgf.Game{Start: empty.WithToPlay(white), Handicap: 2}, "SZ[9]KM[6.5]HA[2])"},
		{"Black begins after a handicap", sgf.Game{Start: empty, Handicap: 2}, "SZ[9]KM[6.5]HA[2]PL[B])"},
		{"a resignation", sgf.Game{Start: empty, Turns: []sgf.Turn{
			{Color: black, Move: at("A9")}, {Color: white, Move: gogate.Resign},
		}}, "SZ[9]KM[6.5]RE[B+R]\n;B[aa])"},
		{"one with a comment", sgf.Game{Start: empty, Turns: []sgf.Turn{{Color: black, Move: gogate.Resign, Comment: "enough"}}}, "SZ[9]KM[6.5]RE[W+R]\n;C[enough])"},
		{"one out of turn", sgf.Game{Start: empty, Turns: []sgf.Turn{
			{Color: black, Move: at("A9")}, {Color: black, Move: gogate.Resign},
		}}, "SZ[9]KM[6.5]RE[W+R]\n;B[aa]\n;PL[B])"},
		{"one with another result", sgf.Game{Start: empty, Result: "Void", Turns: []sgf.Turn{{Color: black, Move: gogate.Resign}}}, "SZ[9]KM[6.5]RE[Void])"},
	} {
		t.Run(test.name, func(t *testing.T) {
			want := head + test.want + "\n"
			got := text(t, &test.game)
			if got != want {
				t.Errorf("got  %q\nwant %q", got, want)
			}
			if again := text(t, newGame(t, got, test.game.Start.Rules())); again != got {
				t.Errorf("reads back as %q, want %q", again, got)
			}
		})
	}
}

func TestTreeErrors(t *testing.T) {
	start := gogate.MustStart(9)
	resign := sgf.Turn{Color: gogate.Black, Move: gogate.Resign}
	for _, test := range []struct {
		name  string
		game  sgf.Game
		words string
	}{
		{"no start", sgf.Game{}, "the game has no start: Start must be a position"},
		{"a handicap below zero", sgf.Game{Start: start, Handicap: -1}, "handicap -1: must be 0 or more"},
		{"turns after a resignation", sgf.Game{Start: start, Turns: []sgf.Turn{resign, {Comment: "x"}}}, "turn 1: a resignation with turns after it"},
		{"a resignation of nobody", sgf.Game{Start: start, Turns: []sgf.Turn{{Move: gogate.Resign}}}, "turn 1: resign without a colour"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var b strings.Builder
			err := test.game.Write(&b)
			if err == nil || !strings.Contains(err.Error(), test.words) {
				t.Errorf("got %v, want %q", err, test.words)
			}
			if b.Len() > 0 {
				t.Errorf("wrote %q, want nothing", b.String())
			}
		})
	}
}

func TestFromPosition(t *testing.T) {
	rules := gogate.Rules{Size: 3, Resign: true}
	start, err := rules.Start()
	if err != nil {
		t.Fatal(err)
	}
	resigning := strings.Replace(ruleText, "]", ", resignation]", 1)
	for _, test := range []struct {
		name string
		p    *gogate.Position
		want string
	}{
		{"the start", start, resigning + ")"},
		{"moves", play(t, start, "A1 pass C3"), resigning + "\n;B[ac]\n;W[]\n;B[ca])"},
		{"the end", play(t, start, "B2 pass pass"), resigning + "RE[B+9]\n;B[bb]\n;W[]\n;B[])"},
		{"moves after two passes", play(t, play(t, start, "B2 pass pass").Resume(), "A1"), resigning + "\n;B[bb]\n;W[]\n;B[]\n;W[ac])"},
		{"a resignation", play(t, start, "B2 resign"), resigning + "RE[B+R]\n;B[bb])"},
		{"the other side to move", play(t, start, "B2").WithToPlay(gogate.Black), resigning + "\n;B[bb]\n;PL[B])"},
		{"it moves", play(t, play(t, start, "B2").WithToPlay(gogate.Black), "A1"), resigning + "\n;B[bb]\n;B[ac])"},
		{"it resigns", play(t, play(t, start, "B2").WithToPlay(gogate.Black), "resign"), resigning + "RE[W+R]\n;B[bb]\n;PL[B])"},
		{"the start for White", start.WithToPlay(gogate.White), resigning + "PL[W])"},
		{"the end, and then the other side", play(t, start, "resign").WithToPlay(gogate.Black), resigning + "RE[W+R])"},
	} {
		t.Run(test.name, func(t *testing.T) {
			want := head + "SZ[3]KM[0]" + test.want + "\n"
			if got := text(t, sgf.FromPosition(test.p)); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

// drawPosition draws a game under any rules, from the empty board or a set-up, in
// which the sides need not alternate.
func drawPosition(t *rapid.T) *gogate.Position {
	rules := gogate.Rules{
		Size:    rapid.SampledFrom([]int{2, 3, 4, 5, 9, 19, 20, 25}).Draw(t, "size"),
		Komi:    rapid.SampledFrom([]float64{0, 6.5, -0.25, 1e300, 1e-7, 375}).Draw(t, "komi"),
		Ko:      rapid.SampledFrom([]gogate.KoRule{gogate.PositionalSuperko, gogate.SituationalSuperko, gogate.SimpleKo}).Draw(t, "ko"),
		Suicide: rapid.Bool().Draw(t, "suicide"),
		Resign:  true,
	}
	side := rapid.SampledFrom([]gogate.Color{gogate.Black, gogate.White})
	p, err := rules.Start()
	if err != nil {
		t.Fatal(err)
	}
	if rapid.Bool().Draw(t, "set up") {
		for range rapid.IntRange(0, 8).Draw(t, "stones") { // to be a board that can stand
			p = drawTurn(t, p)
		}
		if p, err = rules.Setup(side.Draw(t, "first"), p.String()); err != nil {
			t.Fatal(err)
		}
	}
	for range rapid.IntRange(0, 12).Draw(t, "turns") {
		if p.Last() != gogate.Resign && rapid.IntRange(0, 5).Draw(t, "switch") == 0 {
			p = p.WithToPlay(side.Draw(t, "side"))
		}
		if p.Over() && p.Last() == gogate.Pass { // go on, but not to resign, which no record says
			p = drawMove(t, p.Resume())
			continue
		}
		p = drawTurn(t, p)
	}
	if p.Last() != gogate.Resign && rapid.Bool().Draw(t, "switch last") {
		p = p.WithToPlay(side.Draw(t, "last"))
	}
	return p
}

// drawTurn draws a legal move if there is one, resignations among them.
func drawTurn(t *rapid.T, p *gogate.Position) *gogate.Position {
	if p.Over() {
		return p
	}
	if rapid.IntRange(0, 30).Draw(t, "resign") == 0 {
		return play(t, p, "resign")
	}
	return drawMove(t, p)
}

// drawMove draws a point or a pass.
func drawMove(t *rapid.T, p *gogate.Position) *gogate.Position {
	return play(t, p, rapid.SampledFrom(p.LegalMoves()).Draw(t, "move").String())
}

// A position that is written reads back with its whole history, and so do the texts.
func TestPositionsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		g := sgf.FromPosition(p)
		g.Black, g.White = nasty().Draw(t, "Black"), nasty().Draw(t, "White")
		g.Date, g.Comment = nasty().Draw(t, "date"), nasty().Draw(t, "comment")
		for i := range g.Turns {
			g.Turns[i].Comment = nasty().Draw(t, "turn's comment")
		}
		if q := replay(t, g); !q.Equal(p) {
			t.Fatalf("got\n%v, want\n%v", q, p)
		}
		written := text(t, g)
		read := newGame(t, written, p.Rules())
		if p.Last() == gogate.Resign {
			history := p.History()
			p = history[len(history)-2]
		}
		q := replay(t, read)
		if !q.Equal(p) {
			t.Fatalf("%s\ngot\n%v%v to play, want\n%v%v to play", written, q, q.ToPlay(), p, p.ToPlay())
		}
		line := func(s string) string { return strings.ReplaceAll(normal(s), "\n", " ") }
		if read.Black != line(g.Black) || read.White != line(g.White) || read.Date != line(g.Date) ||
			read.Comment != normal(g.Comment) || read.Result != g.Result || read.RuleText != g.RuleText {
			t.Fatalf("got %+v, want %+v", read, g)
		}
		for i, turn := range read.Turns {
			if turn.Move != 0 && turn.Comment != normal(g.Turns[i].Comment) {
				t.Fatalf("turn %d: got %q, want %q", i+1, turn.Comment, normal(g.Turns[i].Comment))
			}
		}
		if again := text(t, read); again != written {
			t.Fatalf("got %q, want %q", again, written)
		}
		again := newGame(t, text(t, read), p.Rules())
		if diff := cmp.Diff(read, again, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("-first +second:\n%s", diff)
		}
	})
}

// A drawn game may hold anything that Tree can write, set-ups among the moves
// included, legal or not.
func TestGamesReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(2, 25).Draw(t, "size")
		start, err := gogate.Rules{Size: size}.Start()
		if err != nil {
			t.Fatal(err)
		}
		point := rapid.Custom(func(t *rapid.T) gogate.Point {
			return gogate.Point{X: rapid.IntRange(0, size-1).Draw(t, "x"), Y: rapid.IntRange(0, size-1).Draw(t, "y")}
		})
		color := rapid.SampledFrom([]gogate.Color{gogate.Empty, gogate.Black, gogate.White})
		g := &sgf.Game{Start: start, Handicap: rapid.IntRange(0, 3).Draw(t, "handicap")}
		for range rapid.IntRange(0, 10).Draw(t, "turns") {
			turn := sgf.Turn{Color: color.Draw(t, "color"), Comment: sgf.Text(nasty().Draw(t, "comment")).Text()}
			if turn.Color != gogate.Empty && rapid.Bool().Draw(t, "move") {
				turn.Move = gogate.MoveAt(point.Draw(t, "point"))
				if rapid.IntRange(0, 4).Draw(t, "pass") == 0 {
					turn.Move = gogate.Pass
				}
			}
			if turn.Move != 0 {
				g.Turns = append(g.Turns, turn)
				continue
			}
			for _, pt := range rapid.SliceOfNDistinct(point, 0, 3, rapid.ID).Draw(t, "set-up") {
				turn.Setup = append(turn.Setup, sgf.Stone{Color: color.Draw(t, "stone"), Point: pt})
			}
			g.Turns = append(g.Turns, turn)
		}
		written := text(t, g)
		read := newGame(t, written, start.Rules())
		p, err := g.Replay()
		q, errRead := read.Replay()
		if (err == nil) != (errRead == nil) || !p.SameBoard(q) || err == nil && !p.Equal(q) {
			t.Fatalf("%s\ngot %v and\n%v\nwant %v and\n%v", written, errRead, q, err, p)
		}
		if again := text(t, read); again != written {
			t.Fatalf("got %q, want %q", again, written)
		}
	})
}
