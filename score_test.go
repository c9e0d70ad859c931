package gogate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestScore(t *testing.T) {
	tests := []struct {
		name, diagram string
		want          Score
		owners        string // the board with the colour that owns each point
	}{
		{"the empty board",
			".....,.....,.....,.....,.....",
			Score{Neutral: 25},
			".....,.....,.....,.....,....."},
		{"one stone owns all",
			".....,.....,..X..,.....,.....",
			Score{BlackStones: 1, BlackTerritory: 24},
			"XXXXX,XXXXX,XXXXX,XXXXX,XXXXX"},
		{"a stone of each",
			".....,.....,..X..,.....,O....",
			Score{BlackStones: 1, WhiteStones: 1, Neutral: 23},
			".....,.....,..X..,.....,O...."},
		{"a wall each and a neutral line",
			".X.O.,.X.O.,.X.O.,.X.O.,.X.O.",
			Score{BlackStones: 5, BlackTerritory: 5, WhiteStones: 5, WhiteTerritory: 5, Neutral: 5},
			"XX.OO,XX.OO,XX.OO,XX.OO,XX.OO"},
		{"a dead stone counts as it stands",
			".XO..,.XO..,.XOX.,.XO..,.XO..",
			Score{BlackStones: 6, BlackTerritory: 5, WhiteStones: 5, Neutral: 9},
			"XXO..,XXO..,XXOX.,XXO..,XXO.."},
		{"territory in several parts",
			".X.X.,XXXXX,OOOOO,O.OO.,OO.OO",
			Score{BlackStones: 7, BlackTerritory: 3, WhiteStones: 12, WhiteTerritory: 3},
			"XXXXX,XXXXX,OOOOO,OOOOO,OOOOO"},
		{"a seki of two groups with two shared liberties",
			"XXX.O,XXXOO,XXOOO,XXOOO,X.OOO",
			Score{BlackStones: 11, WhiteStones: 12, Neutral: 2},
			"XXX.O,XXXOO,XXOOO,XXOOO,X.OOO"},
		{"a seki with an eye each and one shared liberty",
			".XX.O,XXXOO,XXOOO,XXOO.,XXOOO",
			Score{BlackStones: 11, BlackTerritory: 1, WhiteStones: 11, WhiteTerritory: 1, Neutral: 1},
			"XXX.O,XXXOO,XXOOO,XXOOO,XXOOO"},
		{"points that touch only at corners",
			".X...,X....,.....,...OO,...O.",
			Score{BlackStones: 2, BlackTerritory: 1, WhiteStones: 3, WhiteTerritory: 1, Neutral: 18},
			"XX...,X....,.....,...OO,...OO"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			rules := Rules{Size: 5, Komi: 7.5}
			p := setUp(t, rules, Black, strings.ReplaceAll(test.diagram, ",", "\n"))
			test.want.Komi = rules.Komi
			if diff := cmp.Diff(test.want, p.Score()); diff != "" {
				t.Errorf("Score (-want +got):\n%s", diff)
			}
			var rows []string
			for y := 4; y >= 0; y-- {
				row := ""
				for x := range 5 {
					row += string(letters[p.Owner(Point{x, y})])
				}
				rows = append(rows, row)
			}
			if got := strings.Join(rows, ","); got != test.owners {
				t.Errorf("owners %s, want %s", got, test.owners)
			}
			for _, pt := range []Point{{-1, 0}, {5, 0}, {0, -1}, {0, 5}} {
				if got := p.Owner(pt); got != Empty {
					t.Errorf("the owner of %v, off the board, is %v, want Empty", pt, got)
				}
			}
			if q := p.WithToPlay(White); q.Score() != p.Score() {
				t.Errorf("the score depends on the side to move: %+v and %+v", p.Score(), q.Score())
			}
		})
	}
}

func TestResult(t *testing.T) {
	tests := []struct {
		black, white int
		komi         float64
		margin       float64
		winner       Color
		text         string
	}{
		{9, 5, 0, 4, Black, "B+4"},
		{9, 5, 0.5, 3.5, Black, "B+3.5"},
		{9, 5, 7.5, -3.5, White, "W+3.5"},
		{9, 5, 4, 0, Empty, "0"},
		{9, 5, 3.75, 0.25, Black, "B+0.25"},
		{9, 5, 4.25, -0.25, White, "W+0.25"},
		{9, 5, -0.5, 4.5, Black, "B+4.5"},
		{0, 0, 0, 0, Empty, "0"},
		{0, 361, 7.5, -368.5, White, "W+368.5"},
		{5, 5, 12, -12, White, "W+12"},
	}
	for _, test := range tests {
		t.Run(fmt.Sprintf("%d to %d, komi %v", test.black, test.white, test.komi), func(t *testing.T) {
			// Stones and territory count alike.
			s := Score{
				BlackStones: test.black / 2, BlackTerritory: test.black - test.black/2,
				WhiteStones: test.white / 3, WhiteTerritory: test.white - test.white/3,
				Neutral: 17, Komi: test.komi,
			}
			if got := s.Margin(); got != test.margin {
				t.Errorf("Margin() = %v, want %v", got, test.margin)
			}
			if got := s.Winner(); got != test.winner {
				t.Errorf("Winner() = %v, want %v", got, test.winner)
			}
			if got := s.String(); got != test.text {
				t.Errorf("String() = %q, want %q", got, test.text)
			}
		})
	}
}

// A score needs no end, and a result does.
func TestScoreInPlay(t *testing.T) {
	p := playOut(t, Rules{Size: 5, Komi: 25}, "C3 pass")
	if got, want := p.Score().String(), "0"; got != want || p.Result() != "" {
		t.Errorf("in play: score %q, result %q, want %q and none", got, p.Result(), want)
	}
	p = goOn(t, p, "pass")
	if p.Result() != "0" || p.Winner() != Empty {
		t.Errorf("after two passes: result %q, winner %v, want a tie, %q", p.Result(), p.Winner(), "0")
	}
}
