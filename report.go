package gogate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"
)

// An Entrant is a player of a match by name. New makes it anew for every game,
// with the game's seed. A player that is an io.Closer, such as the process of an
// engine, is closed after its game, however that ended. What Close returns is
// ignored: the game is over by then, and its result stands.
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
	g := NewGate(Greedy{seed}, MCTS{Playouts: playouts, Seed: seed}, NotOwnEye, NotSelfAtari)
	g.Seed = seed
	return g
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
	players := [...]Player{Black: black, White: white}
	for !g.Final.Over() {
		if err := ctx.Err(); err != nil {
			return g, err
		}
		toPlay := g.Final.ToPlay()
		m, err := g.ask(ctx, players[toPlay])
		if err != nil {
			return g, fmt.Errorf("turn %d, %v: %w", g.Final.Turn()+1, toPlay, err)
		}
		next, err := g.Final.Play(m)
		if err != nil {
			return g, err
		}
		g.Final = next
	}
	return g, nil
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
	Rules    Rules
	A, B     Entrant
	Seeds    []uint64
	Workers  int                   // games at a time; less than 1 means 1. The result is the same for any number
	Progress func(done, games int) // called after every game, one call at a time; nil for none

	// OnGame is called with every game that came to its end, by forfeit too, and what the
	// result keeps of it, one call at a time, in the order in which the games end. An
	// error of it ends the match. nil means that nothing is called.
	OnGame func(Outcome, Game) error
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
	Result    string         `json:"result"`            // as Position.Result gives it, or W+F where Black forfeited the game
	Winner    Color          `json:"winner"`            // Empty for a tie
	Forfeit   string         `json:"forfeit,omitempty"` // the illegal move that lost the game, in words
	Margin    float64        `json:"margin"`            // Black's area less White's and komi, at the end
	Overrides [2]int         `json:"overrides"`         // how often the gates of Black and of White overrode a proposal
	Refusals  map[string]int `json:"refusals"`          // for each check, how many of those proposals it refused
}

// A Tally is how one side of a match fared.
type Tally struct {
	Name      string   `json:"name"`
	Won       int      `json:"won"`
	Lost      int      `json:"lost"`
	Drawn     int      `json:"drawn"`
	Forfeits  int      `json:"forfeits,omitempty"` // how many of those lost ended with an illegal move
	Turns     float64  `json:"turns"`              // mean length of a game
	Margin    float64  `json:"margin"`             // mean margin at the end from this side, komi included
	Overrides int      `json:"overrides"`          // of this side's gate
	Wins      Interval `json:"wins"`               // of the share of games won, at 95 %
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
	a, b = Tally{Name: r.A}, Tally{Name: r.B}
	for i, game := range r.Games {
		black, white := inTurn(i, &a, &b)
		black.add(game, Black, game.Margin)
		white.add(game, White, -game.Margin)
	}
	for _, t := range []*Tally{&a, &b} {
		t.Wins = share(t.Won, len(r.Games))
		n := float64(max(len(r.Games), 1))
		t.Turns /= n
		t.Margin /= n
	}
	return a, b
}

// add counts a game, with the sums where the means will be.
func (t *Tally) add(game Outcome, color Color, margin float64) {
	switch game.Winner {
	case color:
		t.Won++
	case Empty:
		t.Drawn++
	default:
		t.Lost++
		if game.Forfeit != "" {
			t.Forfeits++
		}
	}
	t.Turns += float64(game.Turns)
	t.Margin += margin
	t.Overrides += game.Overrides[color-Black]
}

// inTurn returns which of a match's two sides has which colour in its i-th game.
func inTurn[T any](i int, a, b T) (black, white T) {
	if i%2 == 1 {
		return b, a
	}
	return a, b
}

// Run plays the match. A player that makes an illegal move has lost the game,
// which is called a forfeit. On an error it returns the games before the first one
// that failed.
func (m Match) Run(ctx context.Context) (Result, error) {
	results, err := runMatches(ctx, []Match{m}, m.Workers, m.Progress, m.OnGame)
	return results[0], err
}

// runMatches plays matches with so many games at a time and tells keep and progress
// after each. The results do not depend on the number. On an error it returns the
// games before the first that failed.
func runMatches(ctx context.Context, matches []Match, workers int,
	progress func(done, games int), keep func(Outcome, Game) error) ([]Result, error) {
	type job struct{ match, game int }
	var jobs []job
	results := make([]Result, len(matches))
	for i, m := range matches {
		results[i] = m.unplayed()
		for game := range 2 * len(m.Seeds) {
			jobs = append(jobs, job{i, game})
		}
	}
	outcomes := make([]Outcome, len(jobs))
	var telling sync.Mutex
	done := 0
	played, err := inParallel(len(jobs), workers, func(i int) error {
		m, game := matches[jobs[i].match], jobs[i].game
		g, err := m.play(ctx, game)
		illegal, ok := err.(*IllegalMoveError)
		if err != nil && !ok {
			return err
		}
		outcomes[i] = m.outcome(game, g, illegal)
		telling.Lock()
		defer telling.Unlock()
		if keep != nil {
			if err := keep(outcomes[i], g); err != nil {
				return err
			}
		}
		if done++; progress != nil {
			progress(done, len(jobs))
		}
		return nil
	})
	for i, o := range outcomes[:played] {
		r := &results[jobs[i].match]
		r.Games = append(r.Games, o)
	}
	if err != nil {
		m, game := matches[jobs[played].match], jobs[played].game
		black, white := inTurn(game, m.A.Name, m.B.Name)
		err = fmt.Errorf("%s (Black) against %s, seed %d: %w", black, white, m.Seeds[game/2], err)
	}
	return results, err
}

// unplayed returns the result before the first game.
func (m Match) unplayed() Result { return Result{Rules: m.Rules, A: m.A.Name, B: m.B.Name} }

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

// play plays the i-th game of the match.
func (m Match) play(ctx context.Context, i int) (g Game, err error) {
	defer func() {
		if cause := recover(); cause != nil { // of an entrant's New or a player's Close
			err = errors.New("an entrant panicked: " + said(cause))
		}
	}()
	if m.A.New == nil || m.B.New == nil {
		return Game{}, errors.New("an entrant needs New")
	}
	var players [2]Player
	for side, e := range [2]Entrant{m.A, m.B} {
		players[side] = e.New(m.Seeds[i/2])
		if c, ok := players[side].(io.Closer); ok {
			defer c.Close()
		}
	}
	black, white := inTurn(i, players[0], players[1])
	return PlayGame(ctx, m.Rules, black, white)
}

// outcome returns what the match keeps of its i-th game, which an illegal move
// ended unless that is nil.
func (m Match) outcome(i int, g Game, illegal *IllegalMoveError) Outcome {
	p := g.Final
	o := Outcome{
		Seed:     m.Seeds[i/2],
		Turns:    p.Turn(),
		Result:   p.Result(),
		Winner:   p.Winner(),
		Margin:   p.Score().Margin(),
		Refusals: map[string]int{},
	}
	o.Black, o.White = inTurn(i, m.A.Name, m.B.Name)
	if illegal != nil {
		o.Winner = illegal.Color.Opponent()
		o.Result, o.Forfeit = o.Winner.letter()+"+F", illegal.Error()
	}
	for _, d := range g.Decisions {
		if !d.Overridden {
			continue
		}
		o.Overrides[d.Color-Black]++
		for _, v := range d.Refusals() {
			o.Refusals[v.Check]++
		}
	}
	return o
}

// A Comparison measures what the gate of Gated does to a greedy player. The zero
// value compares on 9×9 with the seeds 0 to 3 and has no second board. What is
// made from one seed, the small sample and what the report shows of single games,
// is made from the first.
type Comparison struct {
	Size     int                   // of the main board; 0 means 9
	First    uint64                // the first seed
	Seeds    int                   // how many, one after the other; 0 means 4
	Playouts int                   // of MCTS for a move; 0 means DefaultPlayouts
	Large    int                   // the size of a board for a small sample beside; 0 for none
	Workers  int                   // games at a time; 0 means one for each processor
	Progress func(done, games int) // called after every game, one call at a time; nil for none

	OnGame func(Outcome, Game) error // what Match.OnGame is for its matches
}

// MaxSeeds is the largest number of seeds of a Comparison: what it keeps of the
// games, eight for each seed, then still fits into a few gigabytes.
const MaxSeeds = 1_000_000

// A Report is what came out of a Comparison, with the settings that decide it.
// String prints it for people, and encoding/json for programs.
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

// A FinishedGame is a game's end with its count.
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

// A LegalCount compares the number of legal positions on a board with the
// published one.
type LegalCount struct {
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
	entrant := map[string]Entrant{}
	for _, e := range Entrants(c.Playouts) {
		entrant[e.Name] = e
	}
	seeds := seedsFrom(c.First, c.Seeds)
	match := func(size int, seeds []uint64, a, b string) Match {
		return Match{Rules: DefaultRules(size), A: entrant[a], B: entrant[b], Seeds: seeds}
	}
	matches := []Match{
		gatedRandom: match(c.Size, seeds, "gated", "random"),
		gatedGreedy: match(c.Size, seeds, "gated", "greedy"),
		mctsGreedy:  match(c.Size, seeds, "mcts", "greedy"),
		gatedMCTS:   match(c.Size, seeds, "gated", "mcts"),
	}
	if c.Large != 0 {
		matches = append(matches,
			match(c.Large, seeds[:1], "gated", "random"), match(c.Large, seeds[:1], "gated", "greedy"))
	}
	return matches
}

// Run plays the games and writes the report. The report does not depend on
// Workers.
func (c Comparison) Run(ctx context.Context) (Report, error) {
	c = c.withDefaults()
	if err := c.validate(); err != nil {
		return Report{}, err
	}
	matches := c.matches()
	results, err := runMatches(ctx, matches, c.Workers, c.Progress, c.OnGame)
	if err != nil {
		return Report{}, err
	}
	report := Report{Size: c.Size, First: c.First, Seeds: c.Seeds, Playouts: c.Playouts, Large: c.Large}
	for _, r := range results {
		report.Matches = append(report.Matches, r.tallied())
	}
	if report.Explained, err = matches[gatedRandom].explain(ctx); err != nil {
		return Report{}, err
	}
	g, err := matches[gatedMCTS].play(ctx, 0)
	if err != nil {
		return Report{}, err
	}
	report.Finished = matches[gatedMCTS].finished(g.Final, g.Final.Turn())
	for i, n := range published {
		report.Counts = append(report.Counts, LegalCount{i + 1, countLegal(i + 1), n})
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

// validate reports the first thing that is wrong with settings that have no
// defaults left.
func (c Comparison) validate() error {
	for _, size := range []int{c.Size, cmp.Or(c.Large, c.Size)} {
		if err := DefaultRules(size).Validate(); err != nil {
			return err
		}
	}
	switch {
	case c.Seeds < 1 || c.Seeds > MaxSeeds:
		return fmt.Errorf("%d seeds: want 1 to %d", c.Seeds, MaxSeeds)
	case c.First+uint64(c.Seeds-1) < c.First:
		return fmt.Errorf("%d seeds from %d on: want none above %d", c.Seeds, c.First, uint64(math.MaxUint64))
	case c.Playouts < 1 || c.Playouts > MaxPlayouts:
		return fmt.Errorf("%d playouts: want 1 to %d", c.Playouts, MaxPlayouts)
	case c.Workers < 0:
		return fmt.Errorf("%d workers: want at least 1", c.Workers)
	}
	return nil
}

// seedsFrom returns n seeds from the first one on.
func seedsFrom(first uint64, n int) []uint64 {
	seeds := make([]uint64, n)
	for i := range seeds {
		seeds[i] = first + uint64(i)
	}
	return seeds
}

// tallied returns the result with how its sides fared.
func (r Result) tallied() Pairing {
	a, b := r.Tallies()
	return Pairing{r, a, b}
}

// explain returns the first override of a match's first game, or nil.
func (m Match) explain(ctx context.Context) (*Override, error) {
	g, err := m.play(ctx, 0)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(g.Decisions, func(d Decision) bool { return d.Overridden })
	if i < 0 {
		return nil, nil
	}
	d, history := g.Decisions[i], g.Final.History()
	wins, err := Playouts(ctx, history[d.Turn+1], d.Color, explainedPlayouts, m.Seeds[0])
	if err != nil {
		return nil, err
	}
	o := m.override(history[d.Turn], d, wins)
	return &o, nil
}

// override returns what is kept of a decision in the first game.
func (m Match) override(p *Position, d Decision, wins int) Override {
	d = d.WithoutTimes() // which differ from run to run
	return Override{m.A.Name, m.B.Name, m.Seeds[0], p.String(), marked(p, d), d, share(wins, explainedPlayouts)}
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

// A MergeError says which parts cannot be merged and why.
type MergeError struct {
	Parts []int // the index of one that is wrong, or of two that do not go together, by their seeds
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

// MergeReports returns the report that one Comparison gives for all the seeds of
// several with otherwise the same settings. The reports may come in any order, and
// together have every seed from the lowest to the highest once. Those that do not
// go together are refused with a *MergeError, and so is a report that is not whole
// or contradicts itself. It does not play the games again: it cannot tell that
// another version of this package played them, or that a count of refusals or the
// words of a decision were changed.
//
// The merged report shares memory with its parts, since there may be gigabytes.
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
	if err := whole.comparison().validate(); err != nil {
		return Report{}, err
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

// MergeResults returns the result that one Match gives for all the seeds of several
// under the same rules, between entrants of the same names. The seeds of each match
// follow one another; for the rest, what MergeReports says holds here too.
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

// inOrder returns the parts by their seeds, or why they make no whole.
func inOrder[P part[P]](parts []P) ([]P, error) {
	if len(parts) == 0 {
		return nil, errors.New("nothing to merge: want at least one part")
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

// adjoin reports why the seeds of b do not go on where those of a end.
func adjoin[P part[P]](a, b P) error {
	if at, inA, inB := difference("", reflect.ValueOf(a.settings()), reflect.ValueOf(b.settings())); at != "" {
		return fmt.Errorf("%s is %s and %s: want the same", at, inA, inB)
	}
	_, before := a.seeds()
	first, last := b.seeds()
	switch {
	case first <= before:
		return fmt.Errorf("both have %s: want every seed once", seedsBetween(first, min(last, before)))
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
		return fmt.Errorf("%s: want two for each seed", number(n, "game"))
	}
	first, last := r.seeds()
	if last < first {
		return fmt.Errorf("the seeds run from %d to %d: want them to rise", first, last)
	}
	m := Match{Rules: r.Rules, A: Entrant{Name: r.A}, B: Entrant{Name: r.B}, Seeds: seedsFrom(first, n/2)}
	return m.check(r.tallied())
}

// check reports what cannot have come out of the match.
func (m Match) check(p Pairing) error {
	if n := 2 * len(m.Seeds); len(p.Games) != n {
		return fmt.Errorf("games is %d long: want %d", len(p.Games), n)
	}
	games := slices.Clone(p.Games)
	for i := range games {
		o := &games[i]
		o.Seed = m.Seeds[i/2]
		o.Black, o.White = inTurn(i, m.A.Name, m.B.Name)
		sides := [...]Color{Black, White} // in turn
		loser := o.Winner.Opponent()      // whose turn the last was, or would have been
		resigned := m.Rules.Resign && o.Forfeit == "" && o.Turns > 0 && loser == sides[(o.Turns-1)%2] &&
			o.Result == o.Winner.letter()+"+R"
		forfeited := o.Forfeit != "" && o.Turns >= 0 && loser == sides[o.Turns%2] && o.Result == o.Winner.letter()+"+F"
		if !resigned && !forfeited {
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

// validate reports what in a game cannot be under these rules.
func (o Outcome) validate(r Rules) error {
	area := math.Round(o.Margin + r.Komi) // Black's less White's
	asked := o.Turns
	if o.Forfeit != "" {
		asked++ // for the illegal move, which is no turn
	}
	switch {
	case asked < 1 || r.MoveLimit > 0 && asked > r.MoveLimit:
		return fmt.Errorf("%s: want 1 to the move limit", number(o.Turns, "turn"))
	case area-r.Komi != o.Margin || math.Abs(area) > float64(r.Size*r.Size):
		return fmt.Errorf("margin %v: want one that this board can have", o.Margin)
	case min(o.Overrides[0], o.Overrides[1]) < 0 || o.Overrides[0] > (asked+1)/2 || o.Overrides[1] > asked/2:
		return fmt.Errorf("overrides %v: want 0 or more, and no more than the side has turns, of %d in all", o.Overrides, o.Turns)
	case o.Refusals == nil:
		return errors.New("refusals null: want a list of them, which may be empty")
	}
	for check, n := range o.Refusals {
		if n < 1 || o.Overrides == [2]int{} {
			return fmt.Errorf("%s by %q: want none without an override, or at least 1", number(n, "refusal"), check)
		}
	}
	return nil
}

func (r Report) seeds() (first, last uint64) { return r.First, r.First + uint64(r.Seeds-1) }

func (r Report) settings() Report { return Report{Size: r.Size, Playouts: r.Playouts, Large: r.Large} }

func (r Report) comparison() Comparison {
	return Comparison{Size: r.Size, First: r.First, Seeds: r.Seeds, Playouts: r.Playouts, Large: r.Large}
}

func (r Report) validate() error {
	c := r.comparison()
	if err := c.validate(); err != nil {
		return err
	}
	matches := c.matches()
	if len(r.Matches) != len(matches) {
		return fmt.Errorf("matches is %d long: want %d", len(r.Matches), len(matches))
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
			return fmt.Errorf("legal_positions: want %v counted on 1×1 and so on, as published", published)
		}
	}
	return nil
}

func (r Report) validateExplained(m Match) error {
	o, game := r.Explained, r.Matches[gatedRandom].Games[0]
	if o == nil && game.Overrides[0] == 0 {
		return nil
	}
	if o == nil || game.Overrides[0] == 0 {
		return fmt.Errorf("want the first override of matches[%d].games[0], or null if it has none", gatedRandom)
	}
	d, wins := o.Decision, o.Playouts.Successes
	if !d.Overridden || d.Color != Black || d.Turn < 0 || d.Turn >= game.Turns || d.Turn%2 == 1 ||
		!slices.Contains(d.Allowed, d.Move) || wins < 0 || wins > explainedPlayouts {
		return fmt.Errorf("want an override by Black within the game, and %d playouts", explainedPlayouts)
	}
	p, err := m.Rules.Setup(Black, o.Board)
	if err != nil {
		return err
	}
	return compare(*o, m.override(p, d, wins))
}

func (r Report) validateFinished(m Match) error {
	game := r.Matches[gatedMCTS].Games[0]
	p, err := m.Rules.Setup(Black, r.Finished.Board)
	if err != nil {
		return err
	}
	want := m.finished(p, game.Turns)
	if want.Result != game.Result {
		return fmt.Errorf("the board's result is %s: want %s, as in matches[%d].games[0]", want.Result, game.Result, gatedMCTS)
	}
	return compare(r.Finished, want)
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
moves: mean turns of a game, passes included. margin: mean area difference at
the end from this agent's side, komi included. overrides: proposals that the
agent's gate replaced. The interval is the exact one, Clopper and Pearson's, of
the agent's share of wins.
`)
}

// row is the form of a line in a table of matches.
const row = "%s %3v %4v %5v %6v %7v %9v  %s\n"

func heading(w io.Writer, lead string) {
	fmt.Fprintf(w, row, lead, "won", "lost", "drawn", "moves", "margin", "overrides", "95 % interval")
}

func (t Tally) print(w io.Writer, lead string) {
	fmt.Fprintf(w, row, lead, t.Won, t.Lost, t.Drawn,
		fmt.Sprintf("%.1f", t.Turns), fmt.Sprintf("%+.1f", t.Margin), t.Overrides, t.Wins.Range())
}

func (r Result) pairing() string { return r.A + "–" + r.B }

func (r Result) board() string { return fmt.Sprintf("%d×%d", r.Rules.Size, r.Rules.Size) }

// String prints the match as a table with a line for each side.
func (r Result) String() string {
	width := 0
	for _, text := range []string{r.board(), r.A, r.B} {
		width = max(width, utf8.RuneCountInString(text))
	}
	lead := func(text string) string { return fmt.Sprintf("%-*s", width, text) }
	var b strings.Builder
	heading(&b, lead(r.board()))
	tallyA, tallyB := r.Tallies()
	tallyA.print(&b, lead(r.A))
	tallyB.print(&b, lead(r.B))
	for _, t := range []Tally{tallyA, tallyB} {
		if t.Forfeits > 0 {
			fmt.Fprintf(&b, "%s lost %s by an illegal move.\n", t.Name, number(t.Forfeits, "game"))
		}
	}
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
