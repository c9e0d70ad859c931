package gtp_test

import (
	"os"
	"strings"
	"testing"
)

func last(all []string) string { return all[len(all)-1] }

// loadsgf shows the board before a move; undo takes back those of the record.
func TestLoad(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"game.sgf":    "(;SZ[5]KM[0.5];B[cc];W[cb];W[db]C[twice];B[bd])",
		"setup.sgf":   "(;SZ[5]HA[2]AB[bb][dd];W[cc];AW[aa]AE[bb];B[ee](;W[ea])(;W[ae]))",
		"resumed.sgf": "(;SZ[5];B[cc];W[];B[];W[cb])",
		"illegal.sgf": "(;SZ[5];B[cc];W[cc])",
		"broken.sgf":  "(;SZ[5];B[c",
		"text.sgf":    "no record",
		"chess.sgf":   "(;GM[3])",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("folder", 0o700); err != nil {
		t.Fatal(err)
	}
	e := randomEngine()
	checkScript(t, e, `
		kata-set-rules {"ko":"SIMPLE"} -> =
		loadsgf folder -> ? cannot load file: no regular file
		loadsgf illegal.sgf -> ? cannot load file: byte 13: turn 2, White C3: the point is occupied
		loadsgf broken.sgf -> ? cannot load file: byte 9: a value of B has no end: want ]
		loadsgf text.sgf -> ? cannot load file: there is no game: want one that begins with (;
		loadsgf chess.sgf -> ? cannot load file: byte 1: GM[3] is another game: want 1, which is Go
		loadsgf illegal.sgf 2 -> =
		list_stones b -> = C3
		loadsgf game.sgf 0 -> ? syntax error
		loadsgf game.sgf B2 -> ? syntax error
		loadsgf -> ? syntax error
		loadsgf game.sgf -> =
		get_komi -> = 0.5
		kata-set-rules tromp-taylor -> =
		list_stones w -> = C4 D4
		list_stones b -> = B2 C3
		undo -> =
		list_stones b -> = C3
		loadsgf game.sgf 1 -> =
		list_stones b -> =
		undo -> ? cannot undo
		loadsgf game.sgf 3 -> =
		komi 3 -> =
		list_stones b -> = C3
		list_stones w -> = C4
		loadsgf game.sgf 250 -> =
		list_stones b -> = B2 C3
		undo -> =
		undo -> =
		undo -> =
		undo -> =
		undo -> ? cannot undo
		loadsgf setup.sgf -> =
		list_stones b -> = E1 D2
		list_stones w -> = C3 A5 E5
		undo -> =
		undo -> =
		undo -> ? cannot undo
		list_stones w -> = C3 A5
		loadsgf setup.sgf 2 -> =
		list_stones b -> = D2
		loadsgf setup.sgf 1 -> =
		list_stones b -> = D2 B4
		loadsgf resumed.sgf -> =
		list_stones w -> = C4
		loadsgf resumed.sgf 4 -> =
		genmove w -> = pass`)
	if got := last(answers(t, e, "loadsgf other.sgf")); !strings.HasPrefix(got, "? cannot load file: ") {
		t.Errorf("a file that is missing: got %q", got)
	}
}

// What printsgf answers is read back by loadsgf.
func TestPrint(t *testing.T) {
	t.Chdir(t.TempDir())
	const moves = "boardsize 5\nkomi 0.5\nset_free_handicap A1 C3\nplay w B2\nplay w pass\nplay b D4\n"
	text, ok := strings.CutPrefix(last(answers(t, randomEngine(), moves+"printsgf")), "= ")
	if !ok {
		t.Fatalf("got %q", text)
	}
	if err := os.WriteFile("game.sgf", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	board := last(answers(t, randomEngine(), moves+"showboard"))
	if got := last(answers(t, randomEngine(), "loadsgf game.sgf\nshowboard")); got != board {
		t.Errorf("got%s\nwant%s\nfrom %s", got, board, text)
	}
	const want = "= (;FF[4]GM[1]CA[UTF-8]AP[gogate:1]SZ[5]KM[0.5]RU[Tromp–Taylor without suicide, positional superko, komi 0.5]AB[ae][cc]\n;W[bd]\n;W[]\n;B[db])"
	if got := "= " + text; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}
