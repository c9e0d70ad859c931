package gtp_test

import (
	"os"
	"strings"
	"testing"
)

// loadsgf shows the board before a move; undo takes back those of the record.
func TestLoad(t *testing.T) {
	inFolder(t, map[string]string{
		"game.sgf":    "(;SZ[5]KM[0.5];B[cc];W[cb];W[db]C[twice];B[bd])",
		"setup.sgf":   "(;SZ[5]HA[2]AB[bb][dd];W[cc];AW[aa]AE[bb];B[ee](;W[ea])(;W[ae]))",
		"resumed.sgf": "(;SZ[5];B[cc];W[];B[];W[cb])",
		"illegal.sgf": "(;SZ[5];B[cc];W[cc])",
		"broken.sgf":  "(;SZ[5];B[c",
		"text.sgf":    "no record",
		"chess.sgf":   "(;GM[3])",
	})
	if err := os.Mkdir("folder", 0o700); err != nil {
		t.Fatal(err)
	}
	e := randomEngine()
	checkScript(t, e, script(t, "loadsgf"))
	if got := last(answers(t, e, "loadsgf other.sgf")); !strings.HasPrefix(got, "? cannot load file: ") {
		t.Errorf("a file that is missing: got %q", got)
	}
}

// What printsgf answers is read back by loadsgf.
func TestPrint(t *testing.T) {
	const moves = "boardsize 5\nkomi 0.5\nset_free_handicap A1 C3\nplay w B2\nplay w pass\nplay b D4\n"
	text, ok := strings.CutPrefix(last(answers(t, randomEngine(), moves+"printsgf")), "= ")
	if !ok {
		t.Fatalf("got %q", text)
	}
	inFolder(t, map[string]string{"game.sgf": text})
	board := last(answers(t, randomEngine(), moves+"showboard"))
	if got := last(answers(t, randomEngine(), "loadsgf game.sgf\nshowboard")); got != board {
		t.Errorf("got%s\nwant%s\nfrom %s", got, board, text)
	}
	const want = "= (;FF[4]GM[1]CA[UTF-8]AP[gogate:1]SZ[5]KM[0.5]HA[2]RU[Tromp–Taylor without suicide, positional superko, komi 0.5]AB[ae][cc]\n;W[bd]\n;W[]\n;B[db])"
	if got := "= " + text; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// A record that was loaded keeps its words in printsgf, those of its moves as long as
// they stand and its result as long as the game is that of the whole record. Where |
// stands there is a line end.
func TestPrintLoaded(t *testing.T) {
	inFolder(t, map[string]string{
		"game.sgf":  "(;SZ[5]KM[0.5]PB[Ann]PW[Bo]RE[W+T]DT[2016-03-09]RU[Japanese]HA[2]AB[aa][ee]C[a game];W[cc]C[first];C[aside];B[cb];W[]C[third])",
		"setup.sgf": "(;SZ[5]PB[Ann]RE[B+R]C[one];B[aa]C[two];AB[bb]C[three];W[cc]C[four])",
		"long.sgf":  "(;SZ[5];B[];W[];B[cc];W[];B[])",
	})
	const (
		head  = "(;FF[4]GM[1]CA[UTF-8]AP[gogate:1]SZ[5]"
		game  = head + "KM[0.5]HA[2]RU[Japanese]PB[Ann]PW[Bo]"
		start = "DT[2016-03-09]AB[aa][ee]C[a game]"
		rules = "RU[Tromp–Taylor without suicide, positional superko, komi 7.5]"
	)
	for _, test := range []struct{ commands, want string }{
		{"loadsgf game.sgf", game + "RE[W+T]" + start + "|;W[cc]C[first|aside]|;B[cb]|;W[]C[third])"},
		{"loadsgf game.sgf 3", game + start + "|;W[cc]C[first|aside]|;B[cb])"},
		{"loadsgf game.sgf\nundo", game + start + "|;W[cc]C[first|aside]|;B[cb])"},
		{"loadsgf game.sgf\nundo\nplay w B2", game + start + "|;W[cc]C[first|aside]|;B[cb]|;W[bd])"},
		{"loadsgf game.sgf\nundo\nplay b pass", game + start + "|;W[cc]C[first|aside]|;B[cb]|;B[])"},
		{"loadsgf game.sgf\nplay b pass", game + "RE[B+1.5]" + start + "|;W[cc]C[first|aside]|;B[cb]|;W[]C[third]|;B[])"},
		{"loadsgf game.sgf\nkomi 0.5", game + "RE[W+T]" + start + "|;W[cc]C[first|aside]|;B[cb]|;W[]C[third])"},
		{"loadsgf game.sgf\nkomi 0", strings.Replace(game, "0.5", "0", 1) + start + "|;W[cc]C[first|aside]|;B[cb]|;W[]C[third])"},
		{"loadsgf game.sgf 1\nkata-set-rules tromp-taylor", strings.Replace(game, "Japanese", "Tromp–Taylor with suicide, positional superko, komi 0.5", 1) + start + ")"},
		{"loadsgf game.sgf 1\nkata-set-rules japanese", game + start + ")"},
		{"loadsgf game.sgf\nclear_board", head + "KM[0.5]RU[Tromp–Taylor without suicide, positional superko, komi 0.5])"},
		{"loadsgf setup.sgf", head + "KM[7.5]" + rules + "PB[Ann]RE[B+R]AB[aa][bb]C[one|three]|;W[cc]C[four])"},
		{"loadsgf long.sgf", head + "KM[7.5]" + rules + "RE[B+17.5]|;B[]|;W[]|;B[cc]|;W[]|;B[])"},
		{"place_free_handicap 2", head + "KM[7.5]HA[2]" + rules + "AB[bd][db])"},
		{"play b pass\nplay w pass\ngenmove b", head + "KM[7.5]" + rules + "RE[W+7.5]|;B[]|;W[]|;PL[W])"},
	} {
		e := randomEngine()
		e.Rules = rulesOf(5)
		got := last(answers(t, e, test.commands+"\nprintsgf"))
		if want := "= " + strings.ReplaceAll(test.want, "|", "\n"); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.commands, got, want)
		}
	}
}

// A komi that a session could not print is no komi of a record either.
func TestLoadKomi(t *testing.T) {
	inFolder(t, map[string]string{"game.sgf": "(;KM[1" + strings.Repeat("0", 300) + "])"})
	const want = "? cannot load file: komi 1e+300: must be from -999999.999999 to 999999.999999 with at most 6 decimals"
	if got := last(answers(t, randomEngine(), "loadsgf game.sgf")); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A new game has no last move, whichever way it begins.
func TestExplainInNewGame(t *testing.T) {
	inFolder(t, map[string]string{"game.sgf": "(;SZ[5];B[cc])"})
	for _, command := range []string{"clear_board", "boardsize 5", "loadsgf game.sgf", "undo\nset_free_handicap B2 D4", "undo\nplace_free_handicap 2"} {
		const none = "= no move was asked for in this game"
		if got := last(answers(t, randomEngine(), "genmove b\n"+command+"\ngomill-explain_last_move")); got != none {
			t.Errorf("%s: got %q, want %q", command, got, none)
		}
	}
}
