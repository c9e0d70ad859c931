package gogate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// smallReport returns the report on a few seeds of a comparison that takes no time.
func smallReport(t *testing.T, first uint64, seeds int) Report {
	t.Helper()
	r, err := Comparison{Size: 4, Seeds: SeedRange(first, seeds), Playouts: 2, Large: 3, Workers: 2}.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// reportJSON returns what gogate report -json prints.
func reportJSON(t failer, r Report) []byte {
	t.Helper()
	document, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		t.Fatalf("%v", err)
	}
	return document
}

// readReport reads a report strictly.
func readReport(document []byte) (r Report, err error) {
	in := json.NewDecoder(bytes.NewReader(document))
	in.DisallowUnknownFields()
	err = in.Decode(&r)
	return r, err
}

// However the seeds are cut up and in whatever order the reports come, they merge
// to the report over all of them, as it is and as it reads back from JSON.
func TestMergeReports(t *testing.T) {
	const first, seeds = 10, 5
	whole := smallReport(t, first, seeds)
	if whole.Explained == nil {
		t.Fatal("no override is explained: must be seeds with one")
	}
	text, document := whole.String(), reportJSON(t, whole)
	made := map[[2]int]Report{}
	over := func(from, to int) Report {
		r, ok := made[[2]int{from, to}]
		if !ok {
			r = smallReport(t, first+uint64(from), to-from)
			made[[2]int{from, to}] = r
		}
		return r
	}
	rapid.Check(t, func(t *rapid.T) {
		var parts []Report
		from := 0
		for to := 1; to <= seeds; to++ {
			if to == seeds || rapid.Bool().Draw(t, "cut") {
				part := over(from, to)
				if rapid.Bool().Draw(t, "from JSON") {
					var err error
					if part, err = readReport(reportJSON(t, part)); err != nil {
						t.Fatalf("%v", err)
					}
				}
				parts = append(parts, part)
				from = to
			}
		}
		parts = rapid.Permutation(parts).Draw(t, "parts")
		merged, err := MergeReports(parts...)
		if err != nil {
			t.Fatalf("%v", err)
		}
		if !reflect.DeepEqual(merged, whole) {
			t.Fatalf("the report (-want +got):\n%s", cmp.Diff(whole, merged))
		}
		if merged.String() != text || !bytes.Equal(reportJSON(t, merged), document) {
			t.Fatalf("the same report prints otherwise")
		}
	})
}

func TestMergeReportsErrors(t *testing.T) {
	a, b, c := smallReport(t, 10, 2), smallReport(t, 12, 1), smallReport(t, 13, 2)
	with := func(change func(*Report)) Report {
		r, err := readReport(reportJSON(t, b))
		if err != nil {
			t.Fatal(err)
		}
		change(&r)
		return r
	}
	other := func(change func(*Comparison)) Report {
		c := Comparison{Size: 4, Seeds: []uint64{12}, Playouts: 2, Large: 3}
		change(&c)
		r, err := c.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for _, test := range []struct {
		name    string
		reports []Report
		want    string
	}{
		{"none", nil, "nothing to merge: there must be at least one part"},
		{"gap", []Report{a, c}, "parts 1 and 2: no part has seed 12 between them"},
		{"wide gap", []Report{smallReport(t, 20, 1), b, a}, "parts 2 and 1: no part has seeds 13 to 19 between them"},
		{"twice the same", []Report{b, a, b}, "parts 1 and 3: both have seed 12: every seed must be there once"},
		{"overlap", []Report{a, smallReport(t, 11, 3)}, "parts 1 and 2: both have seed 11: every seed must be there once"},
		{"one within another", []Report{smallReport(t, 11, 2), smallReport(t, 9, 5)}, "parts 2 and 1: both have seeds 11 to 12: every seed must be there once"},
		{"size", []Report{a, other(func(c *Comparison) { c.Size = 5 })}, "parts 1 and 2: size is 4 and 5: must be the same in all parts"},
		{"playouts", []Report{a, other(func(c *Comparison) { c.Playouts = 3 })}, "parts 1 and 2: playouts is 2 and 3: must be the same in all parts"},
		{"large", []Report{other(func(c *Comparison) { c.Large = 0 }), a}, "parts 2 and 1: large is 3 and 0: must be the same in all parts"},

		{"zero", []Report{a, {}}, "part 2: board size 0: must be a whole number from 2 to 25"},
		{"no seeds", []Report{with(func(r *Report) { r.Seeds = 0 })}, "part 1: 0 seeds: must be 1 to 1000000"},
		{"seeds past the last", []Report{with(func(r *Report) { r.First, r.Seeds = math.MaxUint64, 2 })},
			"part 1: seed 0 follows 18446744073709551615: seeds must follow one another, as SeedRange gives them"},
		{"no playouts", []Report{with(func(r *Report) { r.Playouts = 0 })}, fmt.Sprintf("part 1: 0 playouts: must be 1 to %d", MaxPlayouts)},
		{"large too small", []Report{with(func(r *Report) { r.Large = 1 })}, "part 1: board size 1: must be a whole number from 2 to 25"},
		{"a match missing", []Report{with(func(r *Report) { r.Matches = r.Matches[1:] })}, "part 1: matches is 5 long: must be 6 long"},
		{"a match too many", []Report{with(func(r *Report) { r.Large = 0 })}, "part 1: matches is 6 long: must be 4 long"},
		{"another first seed", []Report{with(func(r *Report) { r.First = 5 })}, "part 1: matches[0]: games[0].seed is 12: must be 5"},
		{"another size", []Report{with(func(r *Report) { r.Size = 5 })}, "part 1: matches[0]: rules.size is 4: must be 5"},
		{"games missing", []Report{with(func(r *Report) { r.Seeds = 2 })}, "part 1: matches[0]: games is 2 long: must be 4 long"},
		{"a game missing", []Report{with(func(r *Report) { r.Matches[1].Games = r.Matches[1].Games[:1] })},
			"part 1: matches[1]: games is 1 long: must be 2 long"},
		{"other rules", []Report{with(func(r *Report) { r.Matches[4].Rules.Komi = 0 })}, "part 1: matches[4]: rules.komi is 0: must be 7.5"},
		{"another name", []Report{with(func(r *Report) { r.Matches[2].B = "gnugo" })}, `part 1: matches[2]: b is "gnugo": must be "greedy"`},
		{"games out of order", []Report{with(func(r *Report) { slices.Reverse(r.Matches[0].Games) })},
			`part 1: matches[0]: games[0].black is "random": must be "gated"`},
		{"another tally", []Report{with(func(r *Report) { r.Matches[3].TallyB.Won++ })},
			fmt.Sprintf("part 1: matches[3]: tally_b.won is %d: must be %d", b.Matches[3].TallyB.Won+1, b.Matches[3].TallyB.Won)},
		{"nothing explained", []Report{with(func(r *Report) { r.Explained = nil })},
			"part 1: explained: must be the first override of matches[0].games[0], or null if that game has none"},
		{"verdicts on the move missing", []Report{with(func(r *Report) { r.Explained.Decision.Verdicts = nil })},
			fmt.Sprintf("part 1: explained: decision: source is %q: must be one whose answer the verdicts allow", b.Explained.Decision.Source)},
		{"an allowed proposal overridden", []Report{with(func(r *Report) {
			verdicts := r.Explained.Decision.Proposals[0].Verdicts
			for i := range verdicts {
				verdicts[i].OK = true
			}
		})}, "part 1: explained: decision: proposals[0] is allowed: must be refused in an override"},
		{"a move allowed twice", []Report{with(func(r *Report) {
			r.Explained.Decision.Allowed = append(r.Explained.Decision.Allowed, r.Explained.Decision.Allowed[0])
		})}, fmt.Sprintf("part 1: explained: decision: allowed[%d] is %v: must be a move that the checks allow, once",
			len(b.Explained.Decision.Allowed), b.Explained.Decision.Allowed[0])},
		{"too much explained", []Report{with(func(r *Report) { r.Explained.Playouts.Successes = 201 })},
			"part 1: explained: must be an override by Black within the game, with 200 playouts"},
		{"explained on no board", []Report{with(func(r *Report) { r.Explained.Board = "." })}, "part 1: explained: set-up: 1 row: a board of size 4 must have 4"},
		{"finished another way", []Report{with(func(r *Report) { r.Finished.Turns = 3 })}, fmt.Sprintf("part 1: finished: turns is 3: must be %d", b.Finished.Turns)},
		{"not counted", []Report{with(func(r *Report) { r.Counts = nil })},
			"part 1: legal_positions: must be [1 57 12675] for 1×1 and so on, as published"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, err := MergeReports(test.reports...)
			if err == nil || err.Error() != test.want {
				t.Errorf("got error %v, want %s", err, test.want)
			}
			if diff := cmp.Diff(Report{}, r); diff != "" {
				t.Errorf("got a report beside the error:\n%s", diff)
			}
			if wrong := new(MergeError); errors.As(err, &wrong) != (len(test.reports) > 0) {
				t.Errorf("got a %T, want a *MergeError wherever there are parts", err)
			}
		})
	}
}

// Whatever is changed in a report is noticed, but for what no other part of it
// tells: how many playouts there were, what checks refused, and what was thought in
// the one decision, and when.
func TestMergeReportsNoticesChanges(t *testing.T) {
	r, err := readReport(reportJSON(t, smallReport(t, 12, 1)))
	if err != nil {
		t.Fatal(err)
	}
	if r.Explained == nil {
		t.Fatal("no override is explained: must be a seed with one")
	}
	untold := regexp.MustCompile(`^(playouts|matches\.\d+\.games\.\d+\.refusals\.\w+|explained\.decision\.(turn|seed|fallback|allowed|verdicts|source|(proposal|played)_passed|proposals\.\d+\.verdicts).*)$`)
	var document any
	in := json.NewDecoder(bytes.NewReader(reportJSON(t, r)))
	in.UseNumber()
	if err := in.Decode(&document); err != nil {
		t.Fatal(err)
	}
	check := func(path, change string) {
		changed, err := json.Marshal(document)
		if err != nil {
			t.Fatal(err)
		}
		back, err := readReport(changed)
		if err != nil || reflect.DeepEqual(back, r) || untold.MatchString(path) {
			return
		}
		if _, err := MergeReports(back); err == nil {
			t.Errorf("%s %s: got no error", path, change)
		}
	}
	// walk changes every value in turn and puts it back.
	var walk func(path string, value any, set func(any))
	walk = func(path string, value any, set func(any)) {
		var others []any
		switch v := value.(type) {
		case map[string]any:
			for key, inside := range v {
				walk(strings.TrimPrefix(path+"."+key, "."), inside, func(x any) { v[key] = x })
			}
		case []any:
			for i, inside := range v {
				walk(fmt.Sprintf("%s.%d", path, i), inside, func(x any) { v[i] = x })
			}
			if len(v) > 0 {
				others = []any{v[:len(v)-1], []any{}}
			}
		case json.Number:
			others = []any{json.Number("-1"), json.Number("0"), json.Number("0.25"), json.Number("17"), "1"}
		case string:
			others = []any{v + "x", "", "Black", "B+0.5", 1}
		case bool:
			others = []any{!v, 0}
		}
		for _, other := range append(others, nil) {
			set(other)
			check(path, fmt.Sprintf("from %v to %v", value, other))
		}
		set(value)
	}
	walk("", document, func(x any) { document = x })
}

// resultOver returns a function that plays a match over the seeds that it is given. B
// resigns with every third seed.
func resultOver(t *testing.T) func(seeds ...uint64) Result {
	t.Helper()
	rules := DefaultRules(3)
	rules.Resign = true
	rules.Komi = 0.1 // no half, so that margins are rounded
	m := Match{
		Rules: rules,
		A:     Entrant{"random", func(seed uint64) Player { return Random{seed} }},
		B: Entrant{"resigns now and then", func(seed uint64) Player {
			if seed%3 == 0 {
				return scripted("resign")
			}
			return Gated(1, seed)
		}},
	}
	return func(seeds ...uint64) Result {
		m := m
		m.Seeds = seeds
		r, err := m.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
}

func TestMergeResults(t *testing.T) {
	over := resultOver(t)
	merged, err := MergeResults(over(4), over(7, 8), over(1, 2, 3), over(5, 6))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(over(1, 2, 3, 4, 5, 6, 7, 8), merged); diff != "" {
		t.Errorf("the result (-want +got):\n%s", diff)
	}
	if _, err := MergeResults(over(math.MaxUint64), over(math.MaxUint64-1)); err != nil {
		t.Errorf("the last seeds: got error %v", err)
	}
}

func TestMergeResultsErrors(t *testing.T) {
	over := resultOver(t)
	with := func(change func(*Result)) []Result {
		r := over(1, 2)
		change(&r)
		return []Result{r}
	}
	ruled := func(change func(*Rules)) []Result {
		r := over(3)
		change(&r.Rules)
		return []Result{over(1, 2), r}
	}
	game := func(change func(*Outcome)) []Result {
		return with(func(r *Result) { change(&r.Games[2]) }) // of four turns or more, that nobody resigns
	}
	for _, test := range []struct {
		name    string
		results []Result
		want    string
	}{
		{"none", nil, "nothing to merge: there must be at least one part"},
		{"zero", []Result{{}}, "part 1: board size 0: must be a whole number from 2 to 25"},
		{"no games", with(func(r *Result) { r.Games = nil }), "part 1: 0 games: must be two for each seed"},
		{"gap", []Result{over(1), over(3)}, "parts 1 and 2: no part has seed 2 between them"},
		{"gap of all others", []Result{over(0), over(math.MaxUint64)},
			"parts 1 and 2: no part has seeds 1 to 18446744073709551614 between them"},
		{"overlap", []Result{over(2, 3), over(1, 2)}, "parts 2 and 1: both have seed 2: every seed must be there once"},
		{"overlap at the end", []Result{over(math.MaxUint64), over(math.MaxUint64-1, math.MaxUint64)},
			"parts 2 and 1: both have seed 18446744073709551615: every seed must be there once"},
		{"size", ruled(func(r *Rules) { r.Size = 4 }), "parts 1 and 2: rules.size is 3 and 4: must be the same in all parts"},
		{"ko", ruled(func(r *Rules) { r.Ko = SimpleKo }), "parts 1 and 2: rules.ko is positional and simple: must be the same in all parts"},
		{"suicide", ruled(func(r *Rules) { r.Suicide = true }), "parts 1 and 2: rules.suicide is false and true: must be the same in all parts"},
		{"move limit", ruled(func(r *Rules) { r.MoveLimit = 0 }), "parts 1 and 2: rules.move_limit is 27 and 0: must be the same in all parts"},
		{"other rules for its games", ruled(func(r *Rules) { r.Komi = 7.5 }), "part 2: games[0]: margin 8.9: must be one that this board can have"},
		{"names", with(func(r *Result) { r.A = "greedy" }), `part 1: games[0].black is "random": must be "greedy"`},
		{"one game missing", with(func(r *Result) { r.Games = r.Games[:3] }), "part 1: 3 games: must be two for each seed"},
		{"two games missing", with(func(r *Result) { r.Games = append(r.Games[:1], r.Games[3]) }), "part 1: games[1].seed is 2: must be 1"},
		{"falling seeds", []Result{over(2, 1)}, "part 1: the seeds run from 2 to 1: must rise"},
		{"seeds with a gap", []Result{over(1, 3)}, "part 1: games[2].seed is 3: must be 2"},
		{"seeds round the end", []Result{over(math.MaxUint64, 0)}, "part 1: the seeds run from 18446744073709551615 to 0: must rise"},

		{"no turn", game(func(o *Outcome) { o.Turns = 0 }), "part 1: games[2]: 0 turns: must be 1 to the move limit"},
		{"too many turns", game(func(o *Outcome) { o.Turns = 28 }), "part 1: games[2]: 28 turns: must be 1 to the move limit"},
		{"margin off the board", game(func(o *Outcome) { o.Margin, o.Result, o.Winner = 9.9, "B+9.9", Black }),
			"part 1: games[2]: margin 9.9: must be one that this board can have"},
		{"margin between points", game(func(o *Outcome) { o.Margin, o.Result, o.Winner = 2.5, "B+2.5", Black }),
			"part 1: games[2]: margin 2.5: must be one that this board can have"},
		{"no margin", game(func(o *Outcome) { o.Margin = math.NaN() }), "part 1: games[2].result"},
		{"result", game(func(o *Outcome) { o.Result = "B+1.9" }), `part 1: games[2].result is "B+1.9": must be`},
		{"winner", game(func(o *Outcome) { o.Winner = Empty }), "part 1: games[2].winner is Empty: must be"},
		{"resigned by nobody", game(func(o *Outcome) { o.Winner, o.Result = border, "C+R" }), `part 1: games[2].result is "C+R": must be`},
		{"fewer overrides than none", game(func(o *Outcome) { o.Overrides[0] = -1 }),
			"part 1: games[2]: overrides [-1 4]: must be 0 or more, and no more than the side has turns, of 22 in all"},
		{"more overrides than turns", game(func(o *Outcome) { o.Turns, o.Overrides = 5, [2]int{3, 3} }),
			"part 1: games[2]: overrides [3 3]: must be 0 or more, and no more than the side has turns, of 5 in all"},
		{"refusals without overrides", game(func(o *Outcome) { o.Overrides, o.Refusals = [2]int{}, map[string]int{"legal": 1} }),
			`part 1: games[2]: 1 refusal by "legal": must be none without an override, and otherwise at least 1`},
		{"no refusal", game(func(o *Outcome) { o.Overrides, o.Refusals = [2]int{1, 0}, map[string]int{"legal": 0} }),
			`part 1: games[2]: 0 refusals by "legal": must be none without an override, and otherwise at least 1`},
		{"no list of refusals", game(func(o *Outcome) { o.Refusals = nil }), "part 1: games[2]: refusals is null: must be an object, which may be empty"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, err := MergeResults(test.results...)
			if err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("got error %v, want %s", err, test.want)
			}
			if diff := cmp.Diff(Result{}, r); diff != "" {
				t.Errorf("got a result beside the error:\n%s", diff)
			}
		})
	}
}

// What a match with forfeits kept merges, and only as it can have ended.
func TestMergeResultsWithForfeits(t *testing.T) {
	r := playForfeits(t)
	half := func(games []Outcome) Result { return Result{Rules: r.Rules, A: r.A, B: r.B, Games: games} }
	whole, err := MergeResults(half(r.Games[4:]), half(r.Games[:4]))
	if diff := cmp.Diff(r, whole); err != nil || diff != "" {
		t.Errorf("merged: %v\n%s", err, diff)
	}
	wrong := slices.Clone(r.Games)
	wrong[0].Winner = Black
	if _, err := MergeResults(half(wrong)); err == nil {
		t.Error("merged a game that the other side forfeited")
	}
	wrong[0].Winner, wrong[0].Result = White, "W+7.5" // as its empty board counts
	if _, err := MergeResults(half(wrong)); err == nil || !strings.Contains(err.Error(), "games[0].forfeit is") {
		t.Errorf("a forfeit that was counted: got error %v", err)
	}
	early := slices.Clone(r.Games)
	early[0].Turns++ // so that the illegal move was White's
	if _, err := MergeResults(half(early)); err == nil || !strings.Contains(err.Error(), "games[0].result is") {
		t.Errorf("a forfeit out of turn: got error %v", err)
	}
	gated := slices.Clone(r.Games)
	gated[0].Overrides[0] = 1 // the illegal move itself
	if _, err := MergeResults(half(gated)); err != nil {
		t.Errorf("an override by an illegal move: got error %v", err)
	}
}
