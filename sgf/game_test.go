package sgf_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/gogate"
	"example.com/gogate/sgf"
)

// words returns the turns of a game in words, such as "Black D4".
func words(turns []sgf.Turn) (list []string) {
	for _, turn := range turns {
		var s []string
		for _, stone := range turn.Setup {
			s = append(s, "set "+stone.Color.String()+" "+stone.Point.String())
		}
		if turn.Color != gogate.Empty || turn.Move != 0 {
			s = append(s, turn.Color.String()+" "+turn.Move.String())
		}
		if turn.Comment != "" {
			s = append(s, "("+turn.Comment+")")
		}
		list = append(list, strings.Join(s, ", "))
	}
	return list
}

func TestGame(t *testing.T) {
	text := `(;FF[4]GM[1]CA[UTF-8]SZ[9]KM[6.5]RU[Japanese]PB[Ann
B.]PW[Bö]RE[W+Resign]DT[2016-03-09,10]HA[0]C[The
first \] game](;B[ee]C[tengen];W[]N[odd](;B[gc])(;B[cc]))(;W[aa]))`
	g := newGame(t, text, gogate.Rules{Komi: 1, Ko: gogate.SituationalSuperko, Suicide: true, MoveLimit: 100})
	want := &sgf.Game{
		Turns: []sgf.Turn{
			{Color: gogate.Black, Move: gogate.MustParseMove("E5"), Comment: "tengen", Offset: strings.Index(text, ";B[ee]")},
			{Color: gogate.White, Move: gogate.Pass, Offset: strings.Index(text, ";W[]")},
			{Color: gogate.Black, Move: gogate.MustParseMove("G7"), Offset: strings.Index(text, ";B[gc]")},
		},
		Black:    "Ann B.",
		White:    "Bö",
		Result:   "W+Resign",
		Date:     "2016-03-09,10",
		RuleText: "Japanese",
		Comment:  "The\nfirst ] game",
	}
	rules := gogate.Rules{Size: 9, Komi: 6.5, Ko: gogate.SituationalSuperko, Suicide: true, MoveLimit: 100}
	if g.Start.Rules() != rules {
		t.Errorf("rules: got %+v, want %+v", g.Start.Rules(), rules)
	}
	g.Start = nil
	if diff := cmp.Diff(want, g); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// What the record does not say is as the caller has it, except for the size.
func TestGameSaysNothing(t *testing.T) {
	for _, text := range []string{"(;)", "(;GM[]SZ[]KM[]HA[]PL[]AB[]B[])", "(;KM[ ]SZ[\n])"} {
		g := newGame(t, text, gogate.Rules{Size: 5, Komi: 7.5})
		if got, want := g.Start.Rules(), (gogate.Rules{Size: 19, Komi: 7.5}); got != want {
			t.Errorf("%s: got %+v, want %+v", text, got, want)
		}
	}
}

func TestTurns(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"rows from the top, i among the letters", "(;SZ[19];B[aa];W[sa];B[as];W[ss];B[ii])", []string{"Black A19", "White T19", "Black A1", "White T1", "Black J11"}},
		{"25×25", "(;SZ[25];B[aa];W[yy];B[tt])", []string{"Black A25", "White Z1", "Black U6"}},
		{"2×2", "(;SZ[2];B[ab])", []string{"Black A1"}},
		{"a pass", "(;SZ[9];B[];W[ \n])", []string{"Black pass", "White pass"}},
		{"an old pass up to 19×19", "(;B[tt])(;SZ[9];B[tt])", []string{"Black pass"}},
		{"none on 21×21", "(;SZ[21];B[tt])", []string{"Black U2"}},
		{"blanks around a point", "(;SZ[9];B[\nee ])", []string{"Black E5"}},
		{"the same side twice", "(;SZ[9];W[aa];W[bb];B[cc])", []string{"White A9", "White B8", "Black C7"}},
		{"two moves in a node", "(;SZ[9];W[aa]B[bb]C[x])", []string{"White A9", "Black B8, (x)"}},
		{"a move in the root", "(;SZ[9]B[aa]C[of the game];W[bb])", []string{"Black A9", "White B8"}},
		{"nodes that do nothing", "(;SZ[9];;TB[aa]TW[bb];N[x];B[cc])", []string{"Black C7"}},
		{"a comment alone", "(;SZ[9];C[x];B[cc];C[y])", []string{"(x)", "Black C7", "(y)"}},
		{"two comments", "(;SZ[9];C[x]B[cc]C[y])", []string{"Black C7, (x\ny)"}},
		{"the side to move alone", "(;SZ[9];B[cc];PL[B];PL[white])", []string{"Black C7", "Black none", "White none"}},
		{"a set-up", "(;SZ[9];AB[aa]AW[bb]AE[cc]PL[W])", []string{"set Empty C7, set White B8, set Black A9, White none"}},
		{"one with a move", "(;SZ[9];B[dd]AB[aa]C[x]PL[W])", []string{"set Black A9, White none", "Black D6, (x)"}},
		{"a set-up in the root", "(;SZ[9]AB[aa]PL[W]C[x];B[cc])", []string{"Black C7"}},
		{"a list with corners", "(;SZ[9];AB[aa:ba][cc])", []string{"set Black C7, set Black A9, set Black B9"}},
		{"corners the other way round", "(;SZ[9];AB[bc:ab])", []string{"set Black A7, set Black B7, set Black A8, set Black B8"}},
		{"a point twice", "(;SZ[9];AW[aa][aa]AW[aa:aa])", []string{"set White A9"}},
		{"an empty list", "(;SZ[9];AB[])", nil},
		{"the main line is the first child each time", "(;SZ[9](;B[aa](;W[bb])(;W[cc]))(;B[dd]))", []string{"Black A9", "White B8"}},
		{"long names", "(;SiZe[9];White[aa]Comment[x])", []string{"White A9, (x)"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, root := range parse(t, test.text) {
				g, err := sgf.NewGame(root, gogate.Rules{})
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(test.want, words(g.Turns)); diff != "" {
					t.Errorf("-want +got:\n%s", diff)
				}
			}
		})
	}
}

func TestHead(t *testing.T) {
	for _, test := range []struct {
		name, text string
		size       int
		komi       float64
	}{
		{"Go", "(;GM[1])", 19, 0},
		{"a square", "(;SZ[9:9])", 9, 0},
		{"the smallest", "(;SZ[2])", 2, 0},
		{"the largest", "(;SZ[ 25 ])", 25, 0},
		{"a comma", "(;KM[6,5])", 19, 6.5},
		{"a size with a zero", "(;SZ[09])", 9, 0},
		{"a size with a sign", "(;SZ[+9]GM[+01]HA[+2])", 9, 0},
		{"a square in two forms", "(;SZ[019:+19])", 19, 0},
		{"minus nothing", "(;KM[-0.0]HA[-0])", 19, 0},
		{"quarters", "(;KM[3.75])", 19, 3.75},
		{"negative", "(;KM[-5.5])", 19, -5.5},
		{"a sign", "(;KM[+.5])", 19, 0.5},
		{"blanks", "(;KM[ 7.50 ])", 19, 7.5},
		{"as some servers write 3.75", "(;KM[375])", 19, 375}, // not interpreted
	} {
		t.Run(test.name, func(t *testing.T) {
			rules := newGame(t, test.text, gogate.Rules{}).Start.Rules()
			if rules.Size != test.size || rules.Komi != test.komi || math.Signbit(rules.Komi) != (test.komi < 0) {
				t.Errorf("got size %d and komi %v, want %d and %v", rules.Size, rules.Komi, test.size, test.komi)
			}
		})
	}
}

func TestNewGameErrors(t *testing.T) {
	for _, test := range []struct {
		name, text string
		offset     int
		words      string
	}{
		{"another game", "(;GM[2])", 1, "GM[2] is another game: must be 1"},
		{"a game twice", "(;GM[1]GM[1])", 1, "GM[1 1]"},
		{"not square", "(;SZ[9:13])", 1, `board size "9:13": must be square, from 2 to 25`},
		{"too small", "(;SZ[1])", 1, `board size "1"`},
		{"too large", "(;SZ[26])", 1, `board size "26"`},
		{"far too large", "(;SZ[99999999999999999999])", 1, "board size"},
		{"no size", "(;SZ[big])", 1, `board size "big"`},
		{"a size below zero", "(;SZ[-9])", 1, `board size "-9"`},
		{"another game in two digits", "(;GM[02])", 1, "GM[02] is another game"},
		{"two sizes", "(;SZ[9]SZ[13])", 1, `board size "9 13"`},
		{"no number", "(;KM[NaN])", 1, `komi "NaN": must be a number such as 6.5`},
		{"infinite", "(;KM[inf])", 1, `komi "inf"`},
		{"an exponent", "(;KM[1e308])", 1, `komi "1e308"`},
		{"hexadecimal", "(;KM[0x1])", 1, `komi "0x1"`},
		{"more than there is", "(;KM[" + strings.Repeat("9", 400) + "])", 1, "must be a number such as 6.5"},
		{"a unit", "(;KM[6.5 moku])", 1, `komi "6.5 moku"`},
		{"two points", "(;KM[6.5.0])", 1, `komi "6.5.0"`},
		{"two commas", "(;KM[6,5,0])", 1, `komi "6,5,0"`},
		{"no handicap", "(;HA[two])", 1, `handicap "two": must be a whole number, 0 or more`},
		{"a handicap below zero", "(;HA[-1])", 1, `handicap "-1": must be a whole number, 0 or more`},
		{"a side in other letters", "(;PL[blac\u212a])", 1, "PL[blac\u212a]: must be B or W"},
		{"no side", "(;PL[both])", 1, "PL[both]: must be B or W"},
		{"a game that steers a terminal", "(;GM[\x1b[2J])", 1, `GM[\x1b[2J] is another game`},
		{"a side that steers a terminal", "(;PL[\b])", 1, `PL[\b]: must be B or W`},
		{"a point that steers a terminal", "(;B[\r\x00])", 1, `\x00] is not a point`},
		{"off the board", "(;SZ[9];B[jj])", 7, "B[jj] is not a point of the board: must be two letters from a to i"},
		{"below the board", "(;SZ[9];W[aj])", 7, "W[aj] is not a point"},
		{"a capital letter", "(;SZ[25];B[aA])", 8, "B[aA] is not a point of the board: must be two letters from a to y"},
		{"one letter", "(;;B[a])", 2, "B[a] is not a point"},
		{"off a board of 20×20", "(;SZ[20];B[uu])", 8, "B[uu] is not a point"},
		{"a name of another kind", "(;;B[D4])", 2, "B[D4] is not a point"},
		{"a rectangle for a move", "(;;B[aa:bb])", 2, "B[aa:bb] is not a point"},
		{"two moves", "(;;B[aa][bb])", 2, "B has 2 values: must have one"},
		{"two moves, apart", "(;;B[aa]C[]B[bb])", 2, "B has 2 values"},
		{"a stone off the board", "(;SZ[9]AB[aa][jj])", 1, "AB[jj] is not a point"},
		{"a pass as a stone", "(;AB[tt])", 1, "AB[tt] is not a point"},
		{"half a rectangle", "(;AB[aa:])", 1, "AB[aa:] is not a point"},
		{"a rectangle over the edge", "(;SZ[9]AE[aa:jj])", 1, "AE[aa:jj] is not a point"},
		{"a point in two colours", "(;SZ[9]AB[aa]AW[bb][aa])", 1, "AW names A9, which the same node sets up in another way"},
		{"no liberty", "(;SZ[2]AB[aa:bb])", 1, "set-up: the Black group at A1 has no liberty"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, err := sgf.NewGame(parse(t, test.text)[0], gogate.Rules{})
			if g != nil {
				t.Errorf("got a game, want none")
			}
			checkError(t, err, test.offset, test.words)
		})
	}
	_, err := sgf.NewGame(parse(t, "(;)")[0], gogate.Rules{Komi: math.NaN()})
	checkError(t, err, 1, "komi NaN: must be a finite number")
	_, err = sgf.NewGame(parse(t, "(;)")[0], gogate.Rules{MoveLimit: -1})
	checkError(t, err, 1, "move limit -1")
}

// A number has digits, with or without a sign.
func TestHandicap(t *testing.T) {
	for text, want := range map[string]int{"2": 2, "02": 2, "+2": 2, " 9 ": 9, "0": 0, "-0": 0, "": 0} {
		if got := newGame(t, "(;HA["+text+"])", gogate.Rules{}).Handicap; got != want {
			t.Errorf("HA[%s]: got %d, want %d", text, got, want)
		}
	}
}

// Who begins, by the record.
func TestStart(t *testing.T) {
	for _, test := range []struct {
		name, text string
		toPlay     gogate.Color
		stones     int
	}{
		{"nothing", "(;SZ[9])", gogate.Black, 0},
		{"White moves first", "(;SZ[9];W[aa])", gogate.White, 0},
		{"PL", "(;SZ[9]PL[W])", gogate.White, 0},
		{"PL against the first move", "(;SZ[9]PL[w];B[aa])", gogate.White, 0},
		{"a handicap", "(;SZ[9]HA[2]AB[cc][gg])", gogate.White, 2},
		{"one with a move", "(;SZ[9]HA[2]AB[cc][gg];W[aa])", gogate.White, 2},
		{"one whose stones are moves", "(;SZ[9]HA[2];B[cc];B[gg];W[aa])", gogate.Black, 0},
		{"a handicap without stones", "(;SZ[9]HA[2])", gogate.White, 0},
		{"no handicap", "(;SZ[9]HA[0]AB[cc])", gogate.Black, 1},
		{"the move at once", "(;SZ[9]HA[1])", gogate.Black, 0},
		{"PL after a handicap", "(;SZ[9]HA[2]AB[cc][gg]PL[B])", gogate.Black, 2},
		{"stones and an empty point", "(;SZ[9]AB[aa:cc]AE[dd])", gogate.Black, 9},
	} {
		t.Run(test.name, func(t *testing.T) {
			start := newGame(t, test.text, gogate.Rules{}).Start
			s := start.Score()
			if stones := s.BlackStones + s.WhiteStones; start.ToPlay() != test.toPlay || stones != test.stones {
				t.Errorf("got %v to play and %d stones, want %v and %d", start.ToPlay(), stones, test.toPlay, test.stones)
			}
			if start.Turn() != 0 {
				t.Errorf("got turn %d, want 0", start.Turn())
			}
		})
	}
}

func TestWinner(t *testing.T) {
	for result, want := range map[string]struct {
		winner gogate.Color
		ok     bool
	}{
		"B+3.5":    {gogate.Black, true},
		"B+R":      {gogate.Black, true},
		"W+Resign": {gogate.White, true},
		"w+t":      {gogate.White, true},
		"B+F":      {gogate.Black, true},
		" W+ ":     {gogate.White, true},
		"0":        {gogate.Empty, true},
		"Draw":     {gogate.Empty, true},
		"Void":     {gogate.Empty, false},
		"?":        {gogate.Empty, false},
		"":         {gogate.Empty, false},
		"Jigo?":    {gogate.Empty, false},
		"Black":    {gogate.Empty, false},
	} {
		g := newGame(t, "(;RE["+result+"])", gogate.Rules{})
		if winner, ok := g.Winner(); g.Result != result || winner != want.winner || ok != want.ok {
			t.Errorf("%q: got %q, %v, %v, want %v, %v", result, g.Result, winner, ok, want.winner, want.ok)
		}
	}
}
