package gogate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares got with a file in testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s-update writes it anew", file, diff)
	}
}

// scripted returns a player that plays these moves in turn, whatever the
// position, and passes after them.
func scripted(moves string) Player {
	names := strings.Fields(moves)
	return PlayerFunc(func(_ context.Context, p *Position) (Move, error) {
		if i := p.Turn() / 2; i < len(names) {
			return ParseMove(names[i])
		}
		return Pass, nil
	})
}

type terse struct{}

func (terse) Play(context.Context, *Position) (Move, error) { return Pass, nil }

func (terse) Decide(context.Context, *Position) (Decision, error) { return Decision{Move: Pass}, nil }

// A closer plays as its player does, and counts how often it is closed.
type closer struct {
	Player
	closed *atomic.Int32
	close  func() error
}

func (c closer) Close() error {
	c.closed.Add(1)
	return c.close()
}

// The report is the same for any number of workers, as text and as JSON, and
// pins what every seed plays.
func TestComparison(t *testing.T) {
	c := Comparison{Size: 5, Seeds: SeedRange(0, 2), Playouts: 30, Large: 6}
	var texts, documents []string
	for _, c.Workers = range []int{1, 4} {
		calls := 0
		c.Progress = func(done, games int) {
			calls++
			if done != calls || games != 4*2*2+2*2 {
				t.Errorf("call %d of Progress: got %d of %d, want %d of 20", calls, done, games, calls)
			}
		}
		r, err := c.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		document, err := json.MarshalIndent(r, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, r.String())
		documents = append(documents, string(document))

		var back Report
		if err := json.Unmarshal(document, &back); err != nil {
			t.Fatal(err)
		}
		again, err := json.MarshalIndent(back, "", "  ")
		if err != nil || !bytes.Equal(again, document) {
			t.Errorf("the JSON does not read back: %v\n%s", err, cmp.Diff(string(document), string(again)))
		}
		if back.String() != r.String() {
			t.Error("the report read back from JSON prints another text")
		}
	}
	if texts[0] != texts[1] || documents[0] != documents[1] {
		t.Errorf("1 and 4 workers differ:\n%s", cmp.Diff(texts[0], texts[1]))
	}
	for line := range strings.Lines(texts[0]) {
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 80 {
			t.Errorf("a line of %d letters, want at most 80: %s", n, line)
		}
	}
	golden(t, "report.golden", texts[0])
	golden(t, "report.json.golden", documents[0]+"\n")
}

func TestComparisonErrors(t *testing.T) {
	for _, test := range []struct {
		name string
		c    Comparison
		want string
	}{
		{"size", Comparison{Size: 1}, "board size 1: must be a whole number from 2 to 25"},
		{"large", Comparison{Large: 26}, "board size 26: must be a whole number from 2 to 25"},
		{"seeds with a gap", Comparison{Seeds: []uint64{3, 5}}, "seed 5 follows 3: seeds must follow one another, as SeedRange gives them"},
		{"too many seeds", Comparison{Seeds: SeedRange(0, MaxSeeds+1)}, "1000001 seeds: must be 1 to 1000000"},
		{"seeds past the last", Comparison{Seeds: SeedRange(math.MaxUint64-2, 4)}, "seed 0 follows 18446744073709551615: seeds must follow one another, as SeedRange gives them"},
		{"playouts", Comparison{Playouts: -1}, fmt.Sprintf("-1 playouts: must be 1 to %d", MaxPlayouts)},
		{"workers", Comparison{Workers: -1}, "-1 workers: must be at least 1, or 0 for one for each processor"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, err := test.c.Run(t.Context()); err == nil || err.Error() != test.want {
				t.Errorf("got error %v, want %s", err, test.want)
			}
		})
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (Comparison{}).Run(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: got error %v", err)
	}
}

// Every way the reading of an interval can go.
func TestReportReading(t *testing.T) {
	for _, test := range []struct {
		won, lost, games int
		want             string
	}{
		{8, 0, 8, "a wins more often"},
		{0, 8, 8, "b wins more often"},
		{0, 2, 8, "a wins less than half"},
		{7, 1, 8, "undecided: the interval includes one half"},
		{70, 10, 80, "a wins more often"},
	} {
		pairing := Pairing{
			Result: Result{Rules: DefaultRules(9), A: "a", B: "b", Games: make([]Outcome, test.games)},
			TallyA: Tally{Name: "a", Won: test.won, Wins: share(test.won, test.games)},
			TallyB: Tally{Name: "b", Won: test.lost, Wins: share(test.lost, test.games)},
		}
		var b strings.Builder
		Report{Matches: []Pairing{pairing}}.reading(&b)
		if !strings.Contains(b.String(), "  "+test.want+"\n") {
			t.Errorf("%d won and %d lost of %d: got %q, want %q in it",
				test.won, test.lost, test.games, b.String(), test.want)
		}
	}
}

// The playouts of the explained override begin after the move that was played.
func TestExplainedPlayouts(t *testing.T) {
	const seed = 3
	silent := PlayerFunc(func(context.Context, *Position) (Move, error) { return 0, nil })
	m := Match{
		Rules: DefaultRules(5), Seeds: []uint64{seed},
		A: Entrant{"gated", func(seed uint64) Player { return NewGate(silent, Random{seed}) }},
		B: Entrant{"random", func(seed uint64) Player { return Random{seed} }},
	}
	g, err := m.play(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	o, err := m.explain(t.Context(), g)
	if err != nil || o == nil || o.Decision.Turn != 0 {
		t.Fatalf("got %+v, %v, want the first turn explained", o, err)
	}
	after := mustPlay(t, MustStart(5), o.Decision.Move)
	want, err := Playouts(t.Context(), after, Black, explainedPlayouts, seed)
	if err != nil {
		t.Fatal(err)
	}
	if got := o.Playouts; got != share(want, explainedPlayouts) {
		t.Errorf("got %v, want %d of %d won after %v", got, want, explainedPlayouts, o.Decision.Move)
	}
}

// The evidence fits the width of the report, whatever the share is.
func TestEvidence(t *testing.T) {
	const first = "White won 9 of 200 independent random games after D4.\n"
	for _, test := range []struct {
		name   string
		lo, hi float64
		want   string
	}{
		{"both ends rounded", 0.1208, 0.2837, "A random game from here is won 12.1 % to 28.4 % of the time (exact 95 %\n" +
			"interval); this says little about play between good players."},
		{"none at one end", 0, 0.0837, "A random game from here is won 0 % to 8.4 % of the time (exact 95 % interval);\n" +
			"this says little about play between good players."},
	} {
		t.Run(test.name, func(t *testing.T) {
			o := Override{
				Decision: Decision{Color: White, Move: MustParseMove("D4")},
				Playouts: Interval{Lo: test.lo, Hi: test.hi, Confidence: 0.95, Successes: 9, Trials: 200},
			}
			var got []string
			for line := range strings.Lines(o.Evidence()) {
				got = append(got, wrapped(line))
			}
			if diff := cmp.Diff(first+test.want, strings.Join(got, "\n")); diff != "" {
				t.Errorf("evidence (-want +got):\n%s", diff)
			}
		})
	}
	if got, want := wrapped(strings.Repeat("a", 76)+" 95 % of b"), strings.Repeat("a", 76)+"\n95 % of b"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestExplainRefuses(t *testing.T) {
	p := MustStart(5)
	d, err := NewGate(scripted("A1"), Random{}).Decide(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Explain(t.Context(), p, d, 1); err == nil || err.Error() != "the gate played the proposal: there must be an override to explain" {
		t.Errorf("a proposal that was played: %v", err)
	}
	d.Source = FromFallback
	want := "the decision is of turn 1, Black: must be of the position, which is at turn 2, White"
	if _, err := Explain(t.Context(), mustPlay(t, p, Pass), d, 1); err == nil || err.Error() != want {
		t.Errorf("another position: %v, want %s", err, want)
	}
}

func TestReportWithoutOverride(t *testing.T) {
	var b strings.Builder
	Report{Matches: []Pairing{{Result: Result{A: "gated", B: "random"}}}}.override(&b)
	if !strings.Contains(b.String(), "every proposal was allowed") {
		t.Errorf("got %q", b.String())
	}
}
