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
	"sync"
	"sync/atomic"
)

// An Entrant is a player of a match by name. New makes it anew for every game,
// with the game's seed.
type Entrant struct {
	Name string
	New  func(seed uint64) Player
}

// Entrants returns the players of this package: random, greedy, mcts, search
// and gated, which is Gated. The playouts are those of a move of mcts and of
// gated's fallback; 0 means DefaultPlayouts.
func Entrants(playouts int) []Entrant {
	return []Entrant{
		{"random", func(seed uint64) Player { return Random{seed} }},
		{"greedy", func(seed uint64) Player { return Greedy{seed} }},
		{"mcts", func(seed uint64) Player { return MCTS{Playouts: playouts, Seed: seed} }},
		{"search", func(uint64) Player { return Search{} }},
		{"gated", func(seed uint64) Player { return Gated(playouts, seed) }},
	}
}

// Gated returns the gate of this package's own report: Greedy proposes, NotOwnEye
// and NotSelfAtari decide, and MCTS chooses among the moves that pass.
func Gated(playouts int, seed uint64) *Gate {
	return NewGate(Greedy{seed}, MCTS{Playouts: playouts, Seed: seed}, NotOwnEye, NotSelfAtari)
}

// A Game is a game that was played.
type Game struct {
	Final     *Position  `json:"-"`         // the last position; it knows the rules and all before it
	Decisions []Decision `json:"decisions"` // those of players that are Deciders, in order
}

// PlayGame plays a game from the start to its end. An error or a panic of a
// player, an illegal move and the end of ctx break it off; the game so far is
// returned with the error.
func PlayGame(ctx context.Context, r Rules, black, white Player) (Game, error) {
	if black == nil || white == nil {
		return Game{}, errors.New("a game needs two players, and one is nil")
	}
	p, err := r.Start()
	if err != nil {
		return Game{}, err
	}
	g := Game{Final: p}
	for !g.Final.Over() {
		if err := ctx.Err(); err != nil {
			return g, err
		}
		player := black
		if g.Final.ToPlay() == White {
			player = white
		}
		if err := g.turn(ctx, player); err != nil {
			return g, err
		}
	}
	return g, nil
}

// turn lets a player play one turn.
func (g *Game) turn(ctx context.Context, player Player) error {
	m, err := g.ask(ctx, player)
	if err != nil {
		return fmt.Errorf("turn %d, %v: %w", g.Final.Turn()+1, g.Final.ToPlay(), err)
	}
	next, err := g.Final.Play(m)
	if err != nil {
		return err
	}
	g.Final = next
	return nil
}

// ask returns a player's move and keeps its decision if it gives one.
func (g *Game) ask(ctx context.Context, player Player) (m Move, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = errors.New("the player panicked: " + said(cause))
		}
	}()
	decider, ok := player.(Decider)
	if !ok {
		return player.Play(ctx, g.Final)
	}
	d, err := decider.Decide(ctx, g.Final)
	d.Turn, d.Color = g.Final.Turn(), g.Final.ToPlay() // which a Decider may have left out
	g.Decisions = append(g.Decisions, d)
	return d.Move, err
}

// A Match is a series of games between two entrants: for each seed two games,
// A with Black in the first and with White in the second.
type Match struct {
	Rules   Rules
	A, B    Entrant
	Seeds   []uint64
	Workers int // games at a time; less than 1 means 1. The result is the same for any number
}

// A Result is what came out of a match.
type Result struct {
	Rules Rules     `json:"rules"`
	A     string    `json:"a"`
	B     string    `json:"b"`
	Games []Outcome `json:"games"` // two for each seed: A has Black in the first, White in the second
}

// An Outcome is what a match keeps of a game.
type Outcome struct {
	Seed      uint64         `json:"seed"`
	Black     string         `json:"black"`
	White     string         `json:"white"`
	Turns     int            `json:"turns"`
	Result    string         `json:"result"`    // as Position.Result gives it
	Winner    Color          `json:"winner"`    // Empty for a tie
	Margin    float64        `json:"margin"`    // Black's area less White's and komi, at the end
	Overrides [2]int         `json:"overrides"` // how often the gates of Black and of White overrode a proposal
	Refusals  map[string]int `json:"refusals"`  // for each check, how many of those proposals it refused
}

// outcome returns what a match keeps of g.
func (g *Game) outcome() Outcome {
	p := g.Final
	o := Outcome{
		Turns:    p.Turn(),
		Result:   p.Result(),
		Winner:   p.Winner(),
		Margin:   p.Score().Margin(),
		Refusals: map[string]int{},
	}
	for _, d := range g.Decisions {
		if !d.Overridden() {
			continue
		}
		o.Overrides[d.Color-Black]++
		for _, v := range d.Refusals() {
			o.Refusals[v.Check]++
		}
	}
	return o
}

// A Tally is how one side of a match fared.
type Tally struct {
	Name      string   `json:"name"`
	Won       int      `json:"won"`
	Lost      int      `json:"lost"`
	Drawn     int      `json:"drawn"`
	Turns     float64  `json:"turns"`     // mean length of a game
	Margin    float64  `json:"margin"`    // mean margin at the end from this side, komi included
	Overrides int      `json:"overrides"` // of this side's gate
	Wins      Interval `json:"wins"`      // of the share of games won, at 95 %
}

// share returns the 95 % interval of a report, rounded to nine digits, since the
// last ones of ClopperPearson can differ between processors.
func share(successes, trials int) Interval {
	i := ClopperPearson(successes, trials, 0.95)
	i.Lo, i.Hi = math.Round(i.Lo*1e9)/1e9, math.Round(i.Hi*1e9)/1e9
	return i
}

// Tallies returns how A and B fared. A drawn game is not won, so the two
// intervals mirror each other only without draws.
func (r Result) Tallies() (a, b Tally) {
	both := [2]Tally{{Name: r.A}, {Name: r.B}}
	for i, game := range r.Games {
		for side := range both {
			t := &both[side]
			black := side == i%2 // A has Black in every other game, B in the rest
			color, margin := White, -game.Margin
			if black {
				color, margin = Black, game.Margin
			}
			switch game.Winner {
			case color:
				t.Won++
			case Empty:
				t.Drawn++
			default:
				t.Lost++
			}
			t.Turns += float64(game.Turns)
			t.Margin += margin
			t.Overrides += game.Overrides[color-Black]
		}
	}
	for side := range both {
		t := &both[side]
		n := len(r.Games)
		t.Wins = share(t.Won, n)
		if n > 0 {
			t.Turns /= float64(n)
			t.Margin /= float64(n)
		}
	}
	return both[0], both[1]
}

// Run plays the match. On an error it returns the games before the first one
// that failed.
func (m Match) Run(ctx context.Context) (Result, error) {
	results, err := runMatches(ctx, []Match{m}, m.Workers, func(int, int) {})
	return results[0], err
}

// runMatches plays matches with so many games at a time and tells progress after
// each. The results do not depend on the number. On an error it returns the
// games before the first that failed.
func runMatches(ctx context.Context, matches []Match, workers int, progress func(done, all int)) ([]Result, error) {
	type job struct {
		match int
		seed  uint64
		swap  bool
	}
	var jobs []job
	for i, m := range matches {
		for _, seed := range m.Seeds {
			jobs = append(jobs, job{i, seed, false}, job{i, seed, true})
		}
	}
	outcomes := make([]Outcome, len(jobs))
	var telling sync.Mutex
	done := 0
	played, err := inParallel(len(jobs), workers, func(i int) (err error) {
		if outcomes[i], err = matches[jobs[i].match].game(ctx, jobs[i].seed, jobs[i].swap); err != nil {
			return err
		}
		telling.Lock()
		defer telling.Unlock()
		done++
		progress(done, len(jobs))
		return nil
	})
	if err != nil {
		j := jobs[played]
		black, white := matches[j.match].seats(j.swap)
		err = fmt.Errorf("%s (Black) against %s, seed %d: %w", black.Name, white.Name, j.seed, err)
	}
	results := make([]Result, len(matches))
	for i, m := range matches {
		results[i] = Result{Rules: m.Rules, A: m.A.Name, B: m.B.Name}
	}
	for i, o := range outcomes[:played] {
		r := &results[jobs[i].match]
		r.Games = append(r.Games, o)
	}
	return results, err
}

// inParallel calls do with 0 to n-1, begun in this order, so many at a time. After
// an error it begins no more. It returns the first that failed, before which all
// went well, and its error, or n.
func inParallel(n, workers int, do func(i int) error) (int, error) {
	errs := make([]error, n)
	var begun atomic.Int64
	var failed atomic.Bool
	call := func(i int) {
		defer func() {
			if errs[i] != nil {
				failed.Store(true)
			}
		}()
		errs[i] = errors.New("a player ended its goroutine") // unless do comes back
		errs[i] = do(i)
	}
	var working sync.WaitGroup
	for range min(max(workers, 1), n) {
		working.Go(func() {
			for !failed.Load() {
				i := int(begun.Add(1)) - 1
				if i >= n {
					return
				}
				call(i)
			}
		})
	}
	working.Wait()
	for i, err := range errs {
		if err != nil {
			return i, err
		}
	}
	return n, nil
}

// seats returns who has which colour.
func (m Match) seats(swap bool) (black, white Entrant) {
	if swap {
		return m.B, m.A
	}
	return m.A, m.B
}

// game plays one game of the match.
func (m Match) game(ctx context.Context, seed uint64, swap bool) (o Outcome, err error) {
	defer func() {
		if cause := recover(); cause != nil { // of an entrant's New
			err = errors.New("an entrant panicked: " + said(cause))
		}
	}()
	black, white := m.seats(swap)
	if black.New == nil || white.New == nil {
		return Outcome{}, errors.New("an entrant needs New")
	}
	g, err := PlayGame(ctx, m.Rules, black.New(seed), white.New(seed))
	if err != nil {
		return Outcome{}, err
	}
	o = g.outcome()
	o.Seed, o.Black, o.White = seed, black.Name, white.Name
	return o, nil
}

// A Comparison measures what the gate of Gated does to a greedy player. The zero
// value compares on 9×9 with the seeds 0 to 3 and has no second board.
type Comparison struct {
	Size     int                   // of the main board; 0 means 9
	Seeds    int                   // how many, from 0; 0 means 4
	Playouts int                   // of MCTS for a move; 0 means DefaultPlayouts
	Large    int                   // the size of a board for a small sample beside; 0 for none
	Workers  int                   // games at a time; 0 means one for each processor
	Progress func(done, games int) // called after every game, one call at a time; nil for none
}

// MaxSeeds is the largest number of seeds of a Comparison: what it keeps of the
// games, eight for each seed, then still fits into a few gigabytes.
const MaxSeeds = 1_000_000

// A Report is what came out of a Comparison. String prints it for people, and
// encoding/json for programs.
type Report struct {
	Playouts  int        `json:"playouts"`
	Matches   []Pairing  `json:"matches"`
	Explained *Override  `json:"explained"` // the first override of one game; nil if it has none
	Finished  Finished   `json:"finished"`
	Counts    []Counting `json:"legal_positions"`
}

// A Pairing is a match of a report with the tallies of its two sides.
type Pairing struct {
	Result
	TallyA Tally `json:"tally_a"`
	TallyB Tally `json:"tally_b"`
}

// An Override is a decision in which the gate overrode the proposal, with what
// independent playouts say of the move played instead.
type Override struct {
	Black    string   `json:"black"`
	White    string   `json:"white"`
	Seed     uint64   `json:"seed"`
	Board    string   `json:"board"`  // before the move
	Marked   string   `json:"marked"` // the same with ? on the refused proposal and ! on the move played
	Decision Decision `json:"decision"`
	Playouts Interval `json:"playouts"` // of the share that the mover's side wins
}

// A Finished is a game's end with its count.
type Finished struct {
	Black  string `json:"black"`
	White  string `json:"white"`
	Seed   uint64 `json:"seed"`
	Turns  int    `json:"turns"`
	Board  string `json:"board"`
	Owners string `json:"owners"` // the board with x and o on the empty points of Black and White
	Score  Score  `json:"score"`
	Result string `json:"result"`
}

// A Counting compares the number of legal positions on a board with the
// published one.
type Counting struct {
	Size      int `json:"size"`
	Counted   int `json:"counted"`
	Published int `json:"published"`
}

// published are the numbers of legal positions on 1×1, 2×2 and 3×3 of Tromp and
// Farnebäck, Combinatorics of Go (2007).
var published = [...]int{1, 57, 12675}

// explainedPlayouts is how many independent playouts follow the explained
// override.
const explainedPlayouts = 200

// Run plays the games and writes the report. The report does not depend on
// Workers.
func (c Comparison) Run(ctx context.Context) (Report, error) {
	c = c.withDefaults()
	if err := c.validate(); err != nil {
		return Report{}, err
	}
	entrant := map[string]Entrant{}
	for _, e := range Entrants(c.Playouts) {
		entrant[e.Name] = e
	}
	seeds := make([]uint64, c.Seeds)
	for i := range seeds {
		seeds[i] = uint64(i)
	}
	match := func(size int, seeds []uint64, a, b string) Match {
		return Match{Rules: DefaultRules(size), A: entrant[a], B: entrant[b], Seeds: seeds}
	}
	toExplain := match(c.Size, seeds, "gated", "random")
	toFinish := match(c.Size, seeds, "gated", "mcts")
	matches := []Match{
		toExplain, match(c.Size, seeds, "gated", "greedy"), match(c.Size, seeds, "mcts", "greedy"), toFinish,
	}
	if c.Large != 0 {
		matches = append(matches,
			match(c.Large, seeds[:1], "gated", "random"), match(c.Large, seeds[:1], "gated", "greedy"))
	}
	progress := c.Progress
	if progress == nil {
		progress = func(int, int) {}
	}
	results, err := runMatches(ctx, matches, c.Workers, progress)
	if err != nil {
		return Report{}, err
	}
	report := Report{Playouts: c.Playouts}
	for _, r := range results {
		a, b := r.Tallies()
		report.Matches = append(report.Matches, Pairing{r, a, b})
	}
	if report.Explained, err = explain(ctx, toExplain); err != nil {
		return Report{}, err
	}
	if report.Finished, err = finish(ctx, toFinish); err != nil {
		return Report{}, err
	}
	for i, n := range published {
		report.Counts = append(report.Counts, Counting{i + 1, countLegal(i + 1), n})
	}
	return report, nil
}

func (c Comparison) withDefaults() Comparison {
	c.Size = cmp.Or(c.Size, 9)
	c.Seeds = cmp.Or(c.Seeds, 4)
	c.Playouts = cmp.Or(c.Playouts, DefaultPlayouts)
	c.Workers = cmp.Or(c.Workers, runtime.GOMAXPROCS(0))
	return c
}

func (c Comparison) validate() error {
	for _, size := range []int{c.Size, c.Large} {
		if err := DefaultRules(size).Validate(); size != 0 && err != nil {
			return err
		}
	}
	switch {
	case c.Seeds < 0 || c.Seeds > MaxSeeds:
		return fmt.Errorf("%d seeds: want 1 to %d", c.Seeds, MaxSeeds)
	case c.Workers < 0:
		return fmt.Errorf("%d workers: want at least 1", c.Workers)
	}
	return MCTS{Playouts: c.Playouts}.validate()
}

// replay plays the first game of a match again, which gives the same game.
func (m Match) replay(ctx context.Context) (Game, error) {
	return PlayGame(ctx, m.Rules, m.A.New(m.Seeds[0]), m.B.New(m.Seeds[0]))
}

// explain returns the first override of a match's first game, or nil.
func explain(ctx context.Context, m Match) (*Override, error) {
	g, err := m.replay(ctx)
	if err != nil {
		return nil, err
	}
	for _, d := range g.Decisions {
		if !d.Overridden() {
			continue
		}
		history := g.Final.History()
		wins, err := Playouts(ctx, history[d.Turn+1], d.Color, explainedPlayouts, m.Seeds[0])
		if err != nil {
			return nil, err
		}
		return &Override{
			Black: m.A.Name, White: m.B.Name, Seed: m.Seeds[0],
			Board:    history[d.Turn].String(),
			Marked:   marked(history[d.Turn], d),
			Decision: d,
			Playouts: share(wins, explainedPlayouts),
		}, nil
	}
	return nil, nil
}

// marked draws the board before a decision with ? on the refused proposal and !
// on the move played, as far as they are on empty points.
func marked(p *Position, d Decision) string {
	return p.diagram(func(pt Point) byte {
		switch {
		case p.At(pt) != Empty:
		case At(pt) == d.Proposal.Move:
			return '?'
		case At(pt) == d.Move:
			return '!'
		}
		return stoneLetters[p.At(pt)]
	})
}

// finish returns the end of a match's first game.
func finish(ctx context.Context, m Match) (Finished, error) {
	g, err := m.replay(ctx)
	if err != nil {
		return Finished{}, err
	}
	p := g.Final
	owners := p.diagram(func(pt Point) byte {
		if p.At(pt) == Empty {
			return ownerLetters[p.Owner(pt)]
		}
		return stoneLetters[p.At(pt)]
	})
	return Finished{m.A.Name, m.B.Name, m.Seeds[0], p.Turn(), p.String(), owners, p.Score(), p.Result()}, nil
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
	fmt.Fprintf(w, `gated: greedy proposes, the checks legal, not_own_eye and not_self_atari decide,
and mcts (%s a move) is the fallback. %s,
half with each colour; Tromp–Taylor without suicide, komi %v.
`, number(r.Playouts, "playout"), games, main.Rules.Komi)
}

// table prints both sides of every match.
func (r Report) table(w io.Writer) {
	for i, m := range r.Matches {
		if i == 0 || m.board() != r.Matches[i-1].board() || len(m.Games) != len(r.Matches[i-1].Games) {
			if i > 0 {
				fmt.Fprintln(w)
			}
			m.heading(w)
		}
		m.rows(w, m.TallyA, m.TallyB)
	}
	fmt.Fprint(w, `
moves: mean turns of a game, passes included. margin: mean area difference at
the end from this agent's side, komi included. overrides: proposals that the
agent's gate replaced. The interval is the exact one, Clopper and Pearson's, of
the agent's share of wins.
`)
}

// row is the form of a line in a table of matches.
const row = "%-13s %-6s %3v %4v %5v %6v %7v %9v  %s\n"

func (r Result) heading(w io.Writer) {
	fmt.Fprintf(w, row, r.board(), "agent", "won", "lost", "drawn", "moves", "margin", "overrides", "95 % interval")
}

func (r Result) rows(w io.Writer, a, b Tally) {
	name := r.pairing()
	for _, t := range []Tally{a, b} {
		fmt.Fprintf(w, row, name, t.Name, t.Won, t.Lost, t.Drawn,
			fmt.Sprintf("%.1f", t.Turns), fmt.Sprintf("%+.1f", t.Margin), t.Overrides, t.Wins.Range())
		name = ""
	}
}

func (r Result) pairing() string { return r.A + "–" + r.B }

func (r Result) board() string { return fmt.Sprintf("%d×%d", r.Rules.Size, r.Rules.Size) }

// String prints the match as a table with a line for each side.
func (r Result) String() string {
	var b strings.Builder
	r.heading(&b)
	tallyA, tallyB := r.Tallies()
	r.rows(&b, tallyA, tallyB)
	return b.String()
}

// refusals counts the failed checks behind the overrides.
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
	fmt.Fprintf(w, "The checks that failed behind the %d overrides (one proposal can fail several):\n", overrides)
	for _, check := range slices.Sorted(maps.Keys(refusals)) {
		fmt.Fprintf(w, "  %-15s %5d\n", check, refusals[check])
	}
}

// reading says what the intervals allow to conclude.
func (r Report) reading(w io.Writer) {
	fmt.Fprint(w, `How to read it: where the interval includes one half, that number of games does
not separate the two players. Where it does not, one of them wins more often, at
95 % confidence.
`)
	for _, m := range r.Matches {
		a, b, n := m.TallyA, m.TallyB, len(m.Games)
		meaning := fmt.Sprintf("includes one half: %d games do not separate them", n)
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
	fmt.Fprint(w, `The intervals take games for independent, and each speaks of its own pairing at
these settings alone.
`)
}

// override explains one override.
func (r Report) override(w io.Writer) {
	o := r.Explained
	if o == nil {
		m := r.Matches[0]
		fmt.Fprintf(w, "No override to explain: in the first game of %s against %s every proposal passed.\n", m.A, m.B)
		return
	}
	d := o.Decision
	fmt.Fprintf(w, "One override explained, the first of %s (Black) against %s, seed %d.\n", o.Black, o.White, o.Seed)
	fmt.Fprintf(w, "? is the refused proposal, ! what was played instead.\n\n")
	fmt.Fprintf(w, "%s\n%v\n", o.Marked, d)
	fmt.Fprintf(w, "%v won %d of %d independent random playouts after %v.\nP(win of such a playout): %s, the exact 95 %% interval.\n",
		d.Color, o.Playouts.Successes, o.Playouts.Trials, d.Move, o.Playouts.Range())
}

// end shows the finished game.
func (r Report) end(w io.Writer) {
	f := r.Finished
	s := f.Score
	fmt.Fprintf(w, "A finished game: %s (Black) against %s, seed %d, after %d turns.\n", f.Black, f.White, f.Seed, f.Turns)
	fmt.Fprintf(w, "X and O are stones, x and o territory of Black and White, . is neutral.\n\n%s\n", f.Owners)
	fmt.Fprintf(w, "Black: %s + %d territory = %d.\n", number(s.BlackStones, "stone"), s.BlackTerritory,
		s.BlackStones+s.BlackTerritory)
	fmt.Fprintf(w, "White: %s + %d territory + %v komi = %v.\n", number(s.WhiteStones, "stone"), s.WhiteTerritory, s.Komi,
		float64(s.WhiteStones+s.WhiteTerritory)+s.Komi)
	if s.Neutral > 0 {
		fmt.Fprintf(w, "Neutral: %s.\n", number(s.Neutral, "point"))
	}
	if f.Result == "0" {
		fmt.Fprintln(w, "Neither side has more: a tie.")
		return
	}
	fmt.Fprintf(w, "%v wins by %v: %s.\n", s.Winner(), math.Abs(s.Margin()), f.Result)
}

// counts prints the check of the rule engine.
func (r Report) counts(w io.Writer) {
	fmt.Fprintln(w, `Check of the rule engine: legal positions, counted by brute force with its own
functions, beside the published numbers (Tromp and Farnebäck, Combinatorics of
Go).`)
	for _, c := range r.Counts {
		verdict := "equal"
		if c.Counted != c.Published {
			verdict = "DIFFERENT"
		}
		fmt.Fprintf(w, "  %d×%d %7d %7d  %s\n", c.Size, c.Size, c.Counted, c.Published, verdict)
	}
}

// number returns so many of a thing, in words.
func number(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}
