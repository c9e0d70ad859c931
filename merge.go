package gogate

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"

	"example.com/gogate/internal/form"
)

// A MergeError says which parts cannot be merged, and why.
type MergeError struct {
	Parts []int // the index of a wrong part, or of two parts that do not go together, in the order of their seeds
	Err   error
}

// Error returns one sentence. It counts parts from 1.
func (e *MergeError) Error() string {
	if len(e.Parts) == 2 {
		return fmt.Sprintf("parts %d and %d: %v", e.Parts[0]+1, e.Parts[1]+1, e.Err)
	}
	return fmt.Sprintf("part %d: %v", e.Parts[0]+1, e.Err)
}

// Unwrap returns what is wrong, without the parts.
func (e *MergeError) Unwrap() error { return e.Err }

// MergeReports joins reports that have different seeds and otherwise the same settings.
// It returns the report that one Comparison gives for all their seeds. The reports may
// come in any order. Together they must have every seed from the lowest to the highest
// once.
//
// Reports that do not go together are refused with a *MergeError. So is a report that is
// not complete or contradicts itself. MergeReports does not play the games again: it
// cannot tell that another version of this package played them, or that somebody changed
// a count of refusals or the words of a decision.
//
// The merged report shares memory with its parts, since they may take gigabytes.
func MergeReports(reports ...Report) (Report, error) {
	parts, err := inOrder(reports)
	if err != nil {
		return Report{}, err
	}
	whole := parts[0]
	whole.Matches = slices.Clone(whole.Matches)
	for _, part := range parts[1:] {
		whole.Seeds += part.Seeds
	}
	if whole.Seeds > MaxSeeds {
		return Report{}, manySeeds(whole.Seeds)
	}
	for i := range mainMatches {
		var results []Result
		for _, part := range parts {
			results = append(results, part.Matches[i].Result)
		}
		whole.Matches[i] = joined(results).tallied()
	}
	return whole, nil
}

// MergeResults joins results of different seeds under the same rules, between entrants
// of the same names. It returns the result that one Match gives for all their seeds.
// The seeds of each match must follow one another. The other rules of MergeReports
// apply.
func MergeResults(results ...Result) (Result, error) {
	parts, err := inOrder(results)
	if err != nil {
		return Result{}, err
	}
	return joined(parts), nil
}

// joined returns results that follow one another as one.
func joined(results []Result) Result {
	whole := results[0].settings()
	for _, r := range results {
		whole.Games = append(whole.Games, r.Games...)
	}
	return whole
}

// A part is what inOrder puts in order.
type part[P any] interface {
	validate() error // reports what is wrong with the part alone
	settings() P     // the part with nothing but what all parts share
	seeds() (first, last uint64)
}

// inOrder returns the parts in the order of their seeds, or why they do not make a whole.
func inOrder[P part[P]](parts []P) ([]P, error) {
	if len(parts) == 0 {
		return nil, errors.New("nothing to merge: there must be at least one part")
	}
	order := make([]int, len(parts))
	for i, p := range parts {
		if err := p.validate(); err != nil {
			return nil, &MergeError{[]int{i}, err}
		}
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, _ := parts[i].seeds()
		b, _ := parts[j].seeds()
		return cmp.Compare(a, b)
	})
	sorted := []P{parts[order[0]]}
	for k, j := range order[1:] {
		i := order[k]
		if err := adjoin(parts[i], parts[j]); err != nil {
			return nil, &MergeError{[]int{i, j}, err}
		}
		sorted = append(sorted, parts[j])
	}
	return sorted, nil
}

// adjoin reports why b does not continue a: other settings, or seeds that do not begin
// where those of a end.
func adjoin[P part[P]](a, b P) error {
	if at, inA, inB := difference("", reflect.ValueOf(a.settings()), reflect.ValueOf(b.settings())); at != "" {
		return fmt.Errorf("%s is %s and %s: must be the same in all parts", at, inA, inB)
	}
	_, before := a.seeds()
	first, last := b.seeds()
	switch {
	case first <= before:
		return fmt.Errorf("both have %s: every seed must be there once", seedsBetween(first, min(last, before)))
	case first > before+1:
		return fmt.Errorf("no part has %s between them", seedsBetween(before+1, first-1))
	}
	return nil
}

func seedsBetween(first, last uint64) string {
	if first == last {
		return fmt.Sprintf("seed %d", first)
	}
	return fmt.Sprintf("seeds %d to %d", first, last)
}

func (r Result) seeds() (first, last uint64) { return r.Games[0].Seed, r.Games[len(r.Games)-1].Seed }

func (r Result) settings() Result { return Result{Rules: r.Rules, A: r.A, B: r.B} }

func (r Result) validate() error {
	if err := r.Rules.Validate(); err != nil {
		return err
	}
	n := len(r.Games)
	if n == 0 || n%2 == 1 {
		return fmt.Errorf("%s: must be two for each seed", form.Count(n, "game"))
	}
	first, last := r.seeds()
	if last < first {
		return fmt.Errorf("the seeds run from %d to %d: must rise", first, last)
	}
	m := Match{Rules: r.Rules, A: Entrant{Name: r.A}, B: Entrant{Name: r.B}, Seeds: SeedRange(first, n/2)}
	return m.check(r.tallied())
}

// check reports what cannot have come out of the match.
func (m Match) check(p Pairing) error {
	if n := 2 * len(m.Seeds); len(p.Games) != n {
		return fmt.Errorf("games is %d long: must be %d long", len(p.Games), n)
	}
	games := slices.Clone(p.Games)
	for i := range games {
		o := &games[i]
		o.Seed = m.Seeds[i/2]
		o.Black, o.White = inTurn(i, m.A.Name, m.B.Name)
		if !o.resigned(m.Rules) && !o.forfeited() {
			counted := Score{Komi: -o.Margin} // one with this margin
			o.Result, o.Winner, o.Forfeit = counted.String(), counted.Winner(), ""
		}
	}
	want := m.unplayed()
	want.Games = games
	if err := compare(p, want.tallied()); err != nil {
		return err
	}
	for i, o := range games {
		if err := o.validate(m.Rules); err != nil {
			return fmt.Errorf("games[%d]: %w", i, err)
		}
	}
	return nil
}

// resigned reports whether the game can have ended as it says, by resignation: the loser
// had the last turn.
func (o Outcome) resigned(r Rules) bool {
	return r.Resign && o.Forfeit == "" && o.Result == o.Winner.letter()+"+R" &&
		o.Turns > 0 && o.Winner == mover(o.Turns-1).Opponent()
}

// forfeited reports whether the game can have ended as it says, by an illegal move: the
// loser would have had the next turn.
func (o Outcome) forfeited() bool {
	return o.Forfeit != "" && o.Result == o.Winner.letter()+"+F" &&
		o.Turns >= 0 && o.Winner == mover(o.Turns).Opponent()
}

// mover returns who plays after so many turns of a game.
func mover(turns int) Color { return [...]Color{Black, White}[turns%2] }

// validate reports what in a game cannot be under these rules.
func (o Outcome) validate(r Rules) error {
	area := math.Round(o.Margin + r.Komi) // Black's minus White's
	asked := o.Turns
	if o.Forfeit != "" {
		asked++ // for the illegal move, which is no turn
	}
	switch {
	case asked < 1 || r.MoveLimit > 0 && asked > r.MoveLimit:
		return fmt.Errorf("%s: must be 1 to the move limit", form.Count(o.Turns, "turn"))
	case area-r.Komi != o.Margin || math.Abs(area) > float64(r.Size*r.Size):
		return fmt.Errorf("margin %v: must be one that this board can have", o.Margin)
	case min(o.Overrides[0], o.Overrides[1]) < 0 || o.Overrides[0] > (asked+1)/2 || o.Overrides[1] > asked/2:
		return fmt.Errorf("overrides %v: must be 0 or more, and no more than the side has turns, of %d in all", o.Overrides, o.Turns)
	case o.Refusals == nil:
		return errors.New("refusals is null: must be an object, which may be empty")
	}
	for check, n := range o.Refusals {
		if n < 1 || o.Overrides == [2]int{} {
			return fmt.Errorf("%s by %q: must be none without an override, and otherwise at least 1", form.Count(n, "refusal"), check)
		}
	}
	return nil
}

func (r Report) seeds() (first, last uint64) { return r.First, r.First + uint64(r.Seeds-1) }

func (r Report) settings() Report { return Report{Size: r.Size, Playouts: r.Playouts, Large: r.Large} }

func (r Report) comparison() Comparison {
	return Comparison{Size: r.Size, Seeds: SeedRange(r.First, r.Seeds), Playouts: r.Playouts, Large: r.Large}
}

func (r Report) validate() error {
	if r.Seeds > MaxSeeds {
		return manySeeds(r.Seeds)
	}
	c := r.comparison()
	if err := c.validate(); err != nil {
		return err
	}
	if r.Seeds < 1 {
		return manySeeds(r.Seeds)
	}
	matches := c.matches()
	if len(r.Matches) != len(matches) {
		return fmt.Errorf("matches is %d long: must be %d long", len(r.Matches), len(matches))
	}
	for i, m := range matches {
		if err := m.check(r.Matches[i]); err != nil {
			return fmt.Errorf("matches[%d]: %w", i, err)
		}
	}
	if err := r.validateExplained(matches[gatedRandom]); err != nil {
		return fmt.Errorf("explained: %w", err)
	}
	if err := r.validateFinished(matches[gatedMCTS]); err != nil {
		return fmt.Errorf("finished: %w", err)
	}
	for i, n := range published {
		if len(r.Counts) != len(published) || r.Counts[i] != (LegalCount{i + 1, n, n}) {
			return fmt.Errorf("legal_positions: must be %v for 1×1 and so on, as published", published)
		}
	}
	return nil
}

// validateExplained reports what is wrong with the explained override of a report, which
// is from the first game of m.
func (r Report) validateExplained(m Match) error {
	o, game := r.Explained, r.Matches[gatedRandom].Games[0]
	if o == nil && game.Overrides[0] == 0 {
		return nil
	}
	if o == nil || game.Overrides[0] == 0 {
		return fmt.Errorf("must be the first override of matches[%d].games[0], or null if that game has none", gatedRandom)
	}
	d, wins := o.Decision, o.Playouts.Successes
	if !d.Overridden() || d.Color != Black || d.Turn < 0 || d.Turn >= game.Turns || d.Turn%2 == 1 ||
		!slices.Contains(d.Allowed, d.Move) || wins < 0 || wins > explainedPlayouts {
		return fmt.Errorf("must be an override by Black within the game, with %d playouts", explainedPlayouts)
	}
	p, err := m.Rules.Setup(Black, o.Board)
	if err != nil {
		return err
	}
	want := override(p, d, m.Seeds[0], wins)
	want.Black, want.White = m.A.Name, m.B.Name
	if err := compare(*o, want); err != nil {
		return err
	}
	if err := d.judgedAgain(p); err != nil {
		return fmt.Errorf("decision: %w", err)
	}
	return nil
}

// judgedAgain reports what the checks of Gated do not find in p, the board of an override
// of Greedy. The board has no history: what superko refused is believed.
func (d Decision) judgedAgain(p *Position) error {
	if err := d.consistent(); err != nil {
		return err
	}
	if len(d.Proposals) != 1 {
		return fmt.Errorf("proposals is %d long: must be 1 long", len(d.Proposals))
	}
	refused := d.Proposals[0]
	if refused.Playable() {
		return errors.New("proposals[0] is allowed: must be refused in an override")
	}
	want := Decision{Proposals: []Answer{refused}, Verdicts: Judge(p, d.Move, UsualChecks()...)}
	if v := refused.Verdicts; len(v) != 1 || v[0].Code != "superko" {
		want.Proposals[0].Verdicts = Judge(p, refused.Move, UsualChecks()...)
	}
	if err := compare(recorded{Proposals: d.Proposals, Verdicts: d.Verdicts}, recorded(want)); err != nil {
		return err
	}
	all := Allowed(p, UsualChecks()...)
	for i, m := range d.Allowed {
		if !slices.Contains(all, m) || slices.Contains(d.Allowed[:i], m) {
			return fmt.Errorf("allowed[%d] is %v: must be a move that the checks allow, once", i, m)
		}
	}
	return nil
}

// validateFinished reports what is wrong with the finished game of a report, which is
// the first game of m.
func (r Report) validateFinished(m Match) error {
	game := r.Matches[gatedMCTS].Games[0]
	p, err := m.Rules.Setup(Black, r.Finished.Board)
	if err != nil {
		return err
	}
	want := m.finished(p, game.Turns)
	if want.Result != game.Result {
		return fmt.Errorf("the board's result is %s: must be %s, as in matches[%d].games[0]", want.Result, game.Result, gatedMCTS)
	}
	return compare(r.Finished, want)
}
