package gogate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"runtime"
	"slices"
	"strings"
	"unicode/utf8"

	"example.com/gogate/internal/form"
)

// A Comparison measures what the gate of Gated does to a greedy player. The zero value
// compares on 9×9 with the seeds 0 to 3 and has no second board.
//
// The small sample on the large board and the single games that the report shows use the
// first seed.
type Comparison struct {
	Size     int                   // of the main board; 0 means 9
	Seeds    []uint64              // that follow one another, as SeedRange gives them; none means 0 to 3
	Playouts int                   // of MCTS for a move; 0 means DefaultPlayouts
	Large    int                   // the size of the board for a small sample; 0 for none
	Workers  int                   // games at a time; 0 means one for each processor
	Progress func(done, games int) // called after every game, one call at a time; nil for none

	OnGame func(Outcome, Game) error // called as Match.OnGame is, for all matches
}

// MaxSeeds is the largest number of seeds of a Comparison. A comparison plays eight
// games for each seed. What it keeps of the games of so many seeds fits into a few
// gigabytes.
const MaxSeeds = 1_000_000

// A Report is what came out of a Comparison, with the settings that decide it. String
// prints it for people, encoding/json for programs.
type Report struct {
	Size      int          `json:"size"`
	First     uint64       `json:"first_seed"`
	Seeds     int          `json:"seeds"`
	Playouts  int          `json:"playouts"`
	Large     int          `json:"large"` // 0 for none
	Matches   []Pairing    `json:"matches"`
	Explained *Override    `json:"explained"` // the first override of one game; nil if it has none
	Finished  FinishedGame `json:"finished"`
	Counts    []LegalCount `json:"legal_positions"`
}

// A Pairing is a match of a report with the tallies of its two sides.
type Pairing struct {
	Result
	TallyA Tally `json:"tally_a"`
	TallyB Tally `json:"tally_b"`
}

// An Override is a decision in which the gate overrode the proposal, with what
// independent playouts say about the move played instead. Explain makes one.
type Override struct {
	Black    string   `json:"black"` // who played the game, if the override is of one
	White    string   `json:"white"`
	Seed     uint64   `json:"seed"`
	Board    string   `json:"board"`  // before the move
	Marked   string   `json:"marked"` // the same with ? on the refused proposal and ! on the move played
	Decision Decision `json:"decision"`
	Playouts Interval `json:"playouts"` // of the share that the mover's side wins
}

// A FinishedGame is the end of a game with its score.
type FinishedGame struct {
	Black  string `json:"black"`
	White  string `json:"white"`
	Seed   uint64 `json:"seed"`
	Turns  int    `json:"turns"`
	Board  string `json:"board"`
	Owners string `json:"owners"` // the board with x and o on the empty points of Black and White
	Score  Score  `json:"score"`
	Result string `json:"result"`
}

// A LegalCount is the number of legal positions on a board as this package counts it,
// beside the published number.
type LegalCount struct {
	Size      int `json:"size"`
	Counted   int `json:"counted"`
	Published int `json:"published"`
}

// published are the numbers of legal positions on 1×1, 2×2 and 3×3 of Tromp and
// Farnebäck, Combinatorics of Go (2007).
var published = [...]int{1, 57, 12675}

// explainedPlayouts is how many independent playouts follow an explained override.
const explainedPlayouts = 200

// The matches of a comparison on its main board come first, in this order, and
// have all of its seeds.
const (
	gatedRandom = iota // whose first game has the explained override
	gatedGreedy
	mctsGreedy
	gatedMCTS // whose first game is shown at its end
	mainMatches
)

// matches returns the matches of a comparison that is valid.
func (c Comparison) matches() []Match {
	random := Entrant{"random", func(seed uint64) Player { return Random{seed} }}
	greedy := Entrant{"greedy", func(seed uint64) Player { return Greedy{seed} }}
	mcts := Entrant{"mcts", func(seed uint64) Player { return MCTS{Playouts: c.Playouts, Seed: seed} }}
	gated := Entrant{"gated", func(seed uint64) Player { return Gated(c.Playouts, seed) }}
	match := func(size int, seeds []uint64, a, b Entrant) Match {
		return Match{Rules: DefaultRules(size), A: a, B: b, Seeds: seeds}
	}
	matches := []Match{
		gatedRandom: match(c.Size, c.Seeds, gated, random),
		gatedGreedy: match(c.Size, c.Seeds, gated, greedy),
		mctsGreedy:  match(c.Size, c.Seeds, mcts, greedy),
		gatedMCTS:   match(c.Size, c.Seeds, gated, mcts),
	}
	if c.Large != 0 {
		matches = append(matches, match(c.Large, c.Seeds[:1], gated, random), match(c.Large, c.Seeds[:1], gated, greedy))
	}
	return matches
}

// Run plays the games and returns the report, which does not depend on Workers.
func (c Comparison) Run(ctx context.Context) (Report, error) {
	c = c.withDefaults()
	if err := c.validate(); err != nil {
		return Report{}, err
	}
	matches := c.matches()
	var explained, finished Game // the first games of two matches
	results, err := runMatches(ctx, matches, c.Workers, c.Progress, func(match, game int, o Outcome, g Game) error {
		switch {
		case match == gatedRandom && game == 0:
			explained = g
		case match == gatedMCTS && game == 0:
			finished = g
		}
		if c.OnGame == nil {
			return nil
		}
		return c.OnGame(o, g)
	})
	if err != nil {
		return Report{}, err
	}
	report := Report{Size: c.Size, First: c.Seeds[0], Seeds: len(c.Seeds), Playouts: c.Playouts, Large: c.Large}
	for _, r := range results {
		report.Matches = append(report.Matches, r.tallied())
	}
	if report.Explained, err = matches[gatedRandom].explain(ctx, explained); err != nil {
		return Report{}, err
	}
	report.Finished = matches[gatedMCTS].finished(finished.Final, finished.Final.Turn())
	for i, n := range published {
		report.Counts = append(report.Counts, LegalCount{i + 1, countLegal(i + 1), n})
	}
	return report, nil
}

func (c Comparison) withDefaults() Comparison {
	c.Size = cmp.Or(c.Size, 9)
	if len(c.Seeds) == 0 {
		c.Seeds = SeedRange(0, 4)
	}
	c.Playouts = cmp.Or(c.Playouts, DefaultPlayouts)
	c.Workers = cmp.Or(c.Workers, runtime.GOMAXPROCS(0))
	return c
}

// validate reports the first thing that is wrong with the settings, after withDefaults.
func (c Comparison) validate() error {
	for _, size := range []int{c.Size, cmp.Or(c.Large, c.Size)} {
		if err := DefaultRules(size).Validate(); err != nil {
			return err
		}
	}
	switch {
	case len(c.Seeds) > MaxSeeds:
		return manySeeds(len(c.Seeds))
	case c.Playouts < 1 || c.Playouts > MaxPlayouts:
		return fmt.Errorf("%d playouts: must be 1 to %d", c.Playouts, MaxPlayouts)
	case c.Workers < 0:
		return fmt.Errorf("%d workers: must be at least 1, or 0 for one for each processor", c.Workers)
	}
	for i := 1; i < len(c.Seeds); i++ {
		if before, seed := c.Seeds[i-1], c.Seeds[i]; before == math.MaxUint64 || seed != before+1 {
			return fmt.Errorf("seed %d follows %d: seeds must follow one another, as SeedRange gives them", seed, before)
		}
	}
	return nil
}

func manySeeds(n int) error { return fmt.Errorf("%d seeds: must be 1 to %d", n, MaxSeeds) }

// tallied returns the result with the tallies of its sides.
func (r Result) tallied() Pairing {
	a, b := r.Tallies()
	return Pairing{r, a, b}
}

// explain returns the first override of g, the first game of the match, or nil.
func (m Match) explain(ctx context.Context, g Game) (*Override, error) {
	i := slices.IndexFunc(g.Decisions, func(d Decision) bool { return d.Overridden() })
	if i < 0 {
		return nil, nil
	}
	d := g.Decisions[i]
	o, err := Explain(ctx, g.Final.History()[d.Turn], d, m.Seeds[0])
	if err != nil {
		return nil, err
	}
	o.Black, o.White = m.A.Name, m.B.Name
	return &o, nil
}

// Explain plays 200 playouts after the move that a gate played in p, and returns the
// gate's override with their result. The playouts are uniformly random and independent
// of each other, unlike those of the tree search that chose the move; see Playouts. The
// names of the players are left empty. A decision that overrode nothing, or of another
// turn than that of p, is an error.
func Explain(ctx context.Context, p *Position, d Decision, seed uint64) (Override, error) {
	switch {
	case !d.Overridden():
		return Override{}, errors.New("the gate played the proposal: there must be an override to explain")
	case d.Turn != p.Turn() || d.Color != p.ToPlay():
		return Override{}, fmt.Errorf("the decision is of turn %d, %v: must be of the position, which is at turn %d, %v",
			d.Turn+1, d.Color, p.Turn()+1, p.ToPlay())
	}
	after, err := p.Play(d.Move)
	if err != nil {
		return Override{}, err
	}
	wins, err := Playouts(ctx, after, d.Color, explainedPlayouts, seed)
	if err != nil {
		return Override{}, err
	}
	return override(p, d, seed, wins), nil
}

// override returns what is kept of a decision in p, after which so many of the playouts
// were won.
func override(p *Position, d Decision, seed uint64, wins int) Override {
	return Override{
		Seed: seed, Board: p.String(), Marked: marked(p, d),
		Decision: d.WithoutTimes(), // which differ from run to run
		Playouts: share(wins, explainedPlayouts),
	}
}

// Evidence says in words what the playouts of the override showed, in two sentences with
// a line for each.
func (o Override) Evidence() string {
	return fmt.Sprintf("%v won %d of %d independent random games after %v.\n"+
		"A random game from here is won %s of the time (exact 95 %% interval); "+
		"this says little about play between good players.",
		o.Decision.Color, o.Playouts.Successes, o.Playouts.Trials, o.Decision.Move, o.Playouts.Range())
}

// marked draws the board before a decision with ? on the refused proposal and !
// on the move played, as far as they are on empty points.
func marked(p *Position, d Decision) string {
	return p.diagram(func(pt Point) byte {
		switch {
		case p.At(pt) != Empty:
		case MoveAt(pt) == d.Proposal().Move:
			return '?'
		case MoveAt(pt) == d.Move:
			return '!'
		}
		return stoneLetters[p.At(pt)]
	})
}

// finished returns what is kept of the end of the first game.
func (m Match) finished(p *Position, turns int) FinishedGame {
	owners := p.diagram(func(pt Point) byte {
		if p.At(pt) == Empty {
			return ownerLetters[p.Owner(pt)]
		}
		return stoneLetters[p.At(pt)]
	})
	s := p.Score()
	return FinishedGame{m.A.Name, m.B.Name, m.Seeds[0], turns, p.String(), owners, s, s.String()}
}

const ownerLetters = ".xo"

// countLegal counts the legal positions of a board, those in which every group
// has a liberty, by trying every way to fill it. It takes size 1, which has no
// game, too.
func countLegal(size int) int {
	fillings := 1
	for range size * size {
		fillings *= 3
	}
	rows := make([]string, size)
	row := make([]byte, size)
	count := 0
	for filling := range fillings {
		for y := range rows {
			for x := range row {
				row[x] = stoneLetters[filling%3]
				filling /= 3
			}
			rows[y] = string(row)
		}
		p := Rules{Size: size}.blank(zobrist)
		if p.arrange(rows) == nil {
			count++
		}
	}
	return count
}

// String prints the report for people. The zero Report prints nothing.
func (r Report) String() string {
	if len(r.Matches) == 0 {
		return ""
	}
	var b strings.Builder
	for _, part := range []func(io.Writer){r.subject, r.table, r.refusals, r.reading, r.override, r.end, r.counts} {
		part(&b)
		b.WriteByte('\n')
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// subject says what is compared.
func (r Report) subject(w io.Writer) {
	main := r.Matches[0]
	games := fmt.Sprintf("%d games a pairing", len(main.Games))
	if last := r.Matches[len(r.Matches)-1]; len(last.Games) != len(main.Games) {
		games += fmt.Sprintf(" (%d on %s)", len(last.Games), last.board())
	}
	fmt.Fprintf(w, `gated: greedy proposes a move. If the checks legal, not_own_eye and
not_self_atari allow it, the gate plays it. Otherwise mcts (%s a
move) chooses among the allowed moves.
%s, half with each colour.
The rules are Tromp–Taylor without suicide, komi %v.
`, form.Count(r.Playouts, "playout"), games, main.Rules.Komi)
}

// table prints both sides of every match.
func (r Report) table(w io.Writer) {
	const agent = "%-13s %-6s"
	for i, m := range r.Matches {
		if i == 0 || m.board() != r.Matches[i-1].board() || len(m.Games) != len(r.Matches[i-1].Games) {
			if i > 0 {
				fmt.Fprintln(w)
			}
			heading(w, fmt.Sprintf(agent, m.board(), "agent"))
		}
		m.TallyA.print(w, fmt.Sprintf(agent, m.pairing(), m.A))
		m.TallyB.print(w, fmt.Sprintf(agent, "", m.B))
	}
	fmt.Fprint(w, `
moves: mean number of turns in a game, passes included. margin: mean difference
in area at the end, seen from this agent's side, komi included. overrides:
proposals that the agent's gate replaced. 95 % interval: Clopper and Pearson's
exact interval for the agent's share of wins.
`)
}

// refusals counts which checks refused the overridden proposals.
func (r Report) refusals(w io.Writer) {
	overrides := 0
	refusals := map[string]int{"legal": 0, "not_own_eye": 0, "not_self_atari": 0}
	for _, m := range r.Matches {
		for _, g := range m.Games {
			overrides += g.Overrides[0] + g.Overrides[1]
			for check, n := range g.Refusals {
				refusals[check] += n
			}
		}
	}
	fmt.Fprintf(w, "The checks that refused the %d overridden proposals (several can refuse one):\n", overrides)
	for _, check := range slices.Sorted(maps.Keys(refusals)) {
		fmt.Fprintf(w, "  %-15s %5d\n", check, refusals[check])
	}
}

// reading says what the intervals allow to conclude.
func (r Report) reading(w io.Writer) {
	fmt.Fprint(w, `How to read it: if the interval includes one half, these games do not show which
player wins more often. If it does not, one of the two wins more often, at 95 %
confidence.
`)
	for _, m := range r.Matches {
		a, b, n := m.TallyA, m.TallyB, len(m.Games)
		meaning := "undecided: the interval includes one half"
		switch {
		case a.Wins.Lo > 0.5:
			meaning = a.Name + " wins more often"
		case b.Wins.Lo > 0.5:
			meaning = b.Name + " wins more often"
		case a.Wins.Hi < 0.5:
			meaning = a.Name + " wins less than half"
		}
		fmt.Fprintf(w, "  %-5s  %-13s  %5s  %s\n", m.board(), m.pairing(), fmt.Sprintf("%d/%d", a.Won, n), meaning)
	}
	fmt.Fprint(w, `Each interval takes its games as independent and says something about its own
pairing at these settings only.
`)
}

// override explains one override.
func (r Report) override(w io.Writer) {
	o := r.Explained
	if o == nil {
		m := r.Matches[0]
		fmt.Fprintf(w, "No override to explain: in the first game of %s against %s every proposal was allowed.\n", m.A, m.B)
		return
	}
	d := o.Decision
	fmt.Fprintf(w, "One override explained, the first of %s (Black) against %s, seed %d.\n", o.Black, o.White, o.Seed)
	fmt.Fprintf(w, "? is the refused proposal, ! the move played instead.\n\n")
	fmt.Fprintf(w, "%s\n%v\n", o.Marked, d)
	for line := range strings.Lines(o.Evidence()) {
		fmt.Fprintln(w, wrapped(line))
	}
}

// wrapped returns a text in lines of at most 80 letters. A number and its % stay together.
func wrapped(text string) string {
	const width = 80
	lines := []string{""}
	for _, word := range strings.Split(strings.ReplaceAll(strings.TrimSpace(text), " %", "\u00a0%"), " ") {
		last := &lines[len(lines)-1]
		switch {
		case *last == "":
			*last = word
		case utf8.RuneCountInString(*last)+1+utf8.RuneCountInString(word) <= width:
			*last += " " + word
		default:
			lines = append(lines, word)
		}
	}
	return strings.ReplaceAll(strings.Join(lines, "\n"), "\u00a0", " ")
}

// end shows the finished game.
func (r Report) end(w io.Writer) {
	f := r.Finished
	s := f.Score
	fmt.Fprintf(w, "A finished game: %s (Black) against %s, seed %d, after %d turns.\n", f.Black, f.White, f.Seed, f.Turns)
	fmt.Fprintf(w, "X and O are stones of Black and White, x and o their territory, . is neutral.\n\n%s\n", f.Owners)
	for _, line := range s.Lines() {
		fmt.Fprintf(w, "%s.\n", line)
	}
	if f.Result == "0" {
		fmt.Fprintln(w, "Both sides have the same score: a tie.")
		return
	}
	fmt.Fprintf(w, "%v wins by %v: %s.\n", s.Winner(), math.Abs(s.Margin()), f.Result)
}

// counts prints the check of the rule engine.
func (r Report) counts(w io.Writer) {
	fmt.Fprintln(w, `Check of the rules: the number of legal positions, counted by trying every board
with the functions of this package, and the published number (Tromp and
Farnebäck, Combinatorics of Go).`)
	for _, c := range r.Counts {
		verdict := "equal"
		if c.Counted != c.Published {
			verdict = "DIFFERENT"
		}
		fmt.Fprintf(w, "  %d×%d %7d %7d  %s\n", c.Size, c.Size, c.Counted, c.Published, verdict)
	}
}
