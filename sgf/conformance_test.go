package sgf_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"example.com/gogate"
	"example.com/gogate/sgf"
)

// A situation is a record behind a bug report of other Go software, with what is
// right for it.
type situation struct {
	ID, Source, URL, Kind, Symptom, Note string
	Input                                struct{ SGF string }
	Expect                               expected
	Verified                             json.RawMessage // by others: nothing to test
}

// An expected is what a situation expects. A field that is not there is not tested.
type expected struct {
	Error      bool
	OneOf      []string `json:"one_of"` // answers that are both right
	Size       *int
	Komi       *float64
	SetupBlack []string    `json:"setup_black"`
	SetupWhite []string    `json:"setup_white"`
	Moves      [][2]string // colour and move
	IllegalAt  *int        `json:"illegal_at"`
	Reason     string
}

// readCases returns the situations of the data.
func readCases(t testing.TB) (all []situation) {
	t.Helper()
	data, err := os.ReadFile("testdata/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&all); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestCases(t *testing.T) {
	all := readCases(t)
	if len(all) != 10 {
		t.Errorf("got %d cases, want 10", len(all))
	}
	for _, s := range all {
		t.Run(s.ID, s.check)
	}
}

func (s situation) check(t *testing.T) {
	want := s.Expect
	var g *sgf.Game
	roots, err := sgf.Parse(strings.NewReader(s.Input.SGF))
	if err == nil {
		g, err = sgf.NewGame(roots[0], gogate.Rules{})
	}
	if want.Error {
		if err == nil {
			t.Errorf("got a game, want an error: %s", s.Note)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	rules := g.Start.Rules()
	if want.Size != nil && rules.Size != *want.Size {
		t.Errorf("got size %d, want %d", rules.Size, *want.Size)
	}
	if want.Komi != nil && rules.Komi != *want.Komi {
		t.Errorf("got komi %v, want %v", rules.Komi, *want.Komi)
	}
	if want.SetupBlack != nil {
		for color, points := range map[gogate.Color][]string{gogate.Black: want.SetupBlack, gogate.White: want.SetupWhite} {
			if diff := cmp.Diff(points, stones(g.Start, color), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%v stones (-want +got):\n%s", color, diff)
			}
		}
	}
	var moves [][2]string
	for _, turn := range g.Turns {
		moves = append(moves, [2]string{turn.Color.String()[:1], turn.Move.String()})
	}
	if want.Moves != nil {
		if diff := cmp.Diff(want.Moves, moves); diff != "" {
			t.Errorf("moves (-want +got):\n%s", diff)
		}
	}
	if len(want.OneOf) > 0 && (!slices.Contains(want.OneOf, "pass") || moves[len(moves)-1][1] != "pass") {
		t.Errorf("got %v, want one of %v in the end", moves, want.OneOf)
	}
	_, err = g.Replay()
	if want.IllegalAt == nil {
		if err != nil {
			t.Error(err)
		}
		return
	}
	reasons := map[string]error{"superko": gogate.ErrSuperko, "occupied": gogate.ErrOccupied}
	if e := new(sgf.Error); !errors.As(err, &e) || e.Turn != *want.IllegalAt || !errors.Is(err, reasons[want.Reason]) {
		t.Errorf("got %v, want %s in turn %d", err, want.Reason, *want.IllegalAt)
	}
}

// stones returns the points with stones of a colour, in the order of their names.
func stones(p *gogate.Position, c gogate.Color) (names []string) {
	for pt := range p.Points() {
		if p.At(pt) == c {
			names = append(names, pt.String())
		}
	}
	slices.Sort(names)
	return names
}
