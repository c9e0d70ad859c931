package gogate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"example.com/gogate/internal/form"
)

// An Entrant is one side of a match: a name, and a function that makes its player.
//
// New makes the player anew for every game, with the game's seed. A player that is an
// io.Closer, such as the process of an engine, is closed after its game, however that
// ended. The error of Close is ignored: the game is over by then, and its result stands.
type Entrant struct {
	Name string
	New  func(seed uint64) Player
}

// Gated returns the gate that this package's own report measures: Greedy proposes, the
// UsualChecks decide, and MCTS chooses among the moves that they allow. 0 playouts means
// DefaultPlayouts.
func Gated(playouts int, seed uint64) *Gate {
	g := NewGate(Greedy{seed}, MCTS{Playouts: playouts, Seed: seed}, UsualChecks()...)
	g.Seed = seed
	return g
}

// A Game is a game so far.
type Game struct {
	Final     *Position  `json:"-"`         // the last position; it knows the rules and all before it
	Decisions []Decision `json:"decisions"` // those of players that are Deciders, in order
}

// PlayGame plays a game from the start to its end. An error or a panic of a player, an
// illegal move and the end of ctx break the game off. PlayGame then returns the error
// and the game so far, which includes the decision that ended with the error.
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
		t, err := g.Step(ctx, players[g.Final.ToPlay()])
		if err != nil {
			if t.Decision != nil {
				g.Decisions = append(g.Decisions, *t.Decision)
			}
			return g, err
		}
	}
	return g, nil
}

// A Turn is what a player did in one turn of a game.
type Turn struct {
	Move     Move
	Note     string    // what a player of this package says that it saw
	Decision *Decision // how a Decider came to its move; nil for every other player
}

// Step asks the player for its move in g.Final, plays the move and keeps the decision of
// a Decider. PlayGame consists of such steps.
//
// On an error nothing is played or kept, and the turn holds what the player answered.
// An illegal move is an *IllegalMoveError, and a panic of the player is an error. If
// the game is over, the error is ErrOver and the player is not asked. If ctx has ended
// when the player answers, the error is the cause of ctx, because such an answer need
// not be the move that the player wants.
func (g *Game) Step(ctx context.Context, player Player) (Turn, error) {
	p := g.Final
	switch {
	case p == nil:
		return Turn{}, errors.New("the game has no position: Final must be one, such as Rules.Start returns")
	case player == nil:
		return Turn{}, errors.New("the player is nil: must be one that can be asked")
	case p.Over():
		return Turn{}, ErrOver
	}
	t, err := take(ctx, player, p)
	switch {
	case ctx.Err() != nil:
		return t, context.Cause(ctx)
	case err != nil:
		return t, fmt.Errorf("turn %d, %v: %w", p.Turn()+1, p.ToPlay(), err)
	}
	next, err := p.Play(t.Move)
	if err != nil {
		return t, err
	}
	g.Final = next
	if t.Decision != nil {
		g.Decisions = append(g.Decisions, *t.Decision)
	}
	return t, nil
}

// TakeBack takes back the last turns, as many as turns says or all if there are fewer,
// and drops the decisions about them. A copy of the game keeps both.
func (g *Game) TakeBack(turns int) {
	if g.Final == nil || turns <= 0 {
		return
	}
	turn := max(g.Final.Turn()-turns, 0)
	g.Final = g.Final.History()[turn]
	if i := slices.IndexFunc(g.Decisions, func(d Decision) bool { return d.Turn >= turn }); i >= 0 {
		g.Decisions = g.Decisions[:i:i] // so that the next decision does not overwrite that of a copy
	}
}

// take asks a player for its turn in p.
func take(ctx context.Context, player Player, p *Position) (t Turn, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = errors.New("the player panicked: " + said(cause))
		}
	}()
	switch player := player.(type) {
	case Decider:
		d, err := player.Decide(ctx, p)
		d.Turn, d.Color = p.Turn(), p.ToPlay() // which a Decider may have left out
		return Turn{Move: d.Move, Decision: &d}, err
	case Random, Greedy, MCTS, Search: // whose Play is a choice among the legal moves
		choice, err := player.(Chooser).Choose(ctx, p, p.LegalMoves())
		return Turn{Move: choice.Move, Note: choice.Note}, err
	}
	t.Move, err = player.Play(ctx, p)
	return t, err
}

// A Match is a series of games between two entrants. Each seed gives two games: A has
// Black in the first and White in the second.
type Match struct {
	Rules    Rules
	A, B     Entrant
	Seeds    []uint64
	Workers  int                   // games at a time; less than 1 means 1. The result is the same for any number
	Progress func(done, games int) // called after every game, one call at a time; nil for none

	// OnGame is called with every finished game, forfeits included, and with its outcome.
	// It is called once at a time, in the order in which the games end. An error of it
	// ends the match. nil means that nothing is called.
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
	Margin    float64        `json:"margin"`            // Black's area minus White's and komi, at the end
	Overrides [2]int         `json:"overrides"`         // how often the gates of Black and of White overrode a proposal
	Refusals  map[string]int `json:"refusals"`          // for each check, how many of those proposals it refused
}

// A Tally is how one side of a match did.
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

// Tallies returns how A and B did. A drawn game is not won, so the two
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

// Run plays the match. A player that makes an illegal move loses the game, which is
// called a forfeit. On an error, Run returns the games before the first one that failed.
func (m Match) Run(ctx context.Context) (Result, error) {
	if err := m.validate(); err != nil {
		return m.unplayed(), err
	}
	results, err := runMatches(ctx, []Match{m}, m.Workers, m.Progress, func(_, _ int, o Outcome, g Game) error {
		if m.OnGame == nil {
			return nil
		}
		return m.OnGame(o, g)
	})
	return results[0], err
}

// validate reports the first field that keeps the match from being played.
func (m Match) validate() error {
	if err := m.Rules.Validate(); err != nil {
		return fmt.Errorf("field Rules: %w", err)
	}
	switch {
	case m.A.New == nil:
		return fmt.Errorf("field A: entrant %q has no New, which makes its player", m.A.Name)
	case m.B.New == nil:
		return fmt.Errorf("field B: entrant %q has no New, which makes its player", m.B.Name)
	case len(m.Seeds) == 0:
		return errors.New("field Seeds: there must be at least one")
	}
	return nil
}

// SeedRange returns n seeds from the first one on, for Match and Comparison. It is empty
// if n is less than 1. Past the largest number, seeds go on from 0.
func SeedRange(first uint64, n int) []uint64 {
	seeds := make([]uint64, max(n, 0))
	for i := range seeds {
		seeds[i] = first + uint64(i)
	}
	return seeds
}

// runMatches plays matches with so many games at a time, and calls onGame and progress
// after each game. The results do not depend on the number. On an error it returns the
// games before the first one that failed.
func runMatches(ctx context.Context, matches []Match, workers int,
	progress func(done, games int), onGame func(match, game int, o Outcome, g Game) error) ([]Result, error) {
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
		if err := onGame(jobs[i].match, game, outcomes[i], g); err != nil {
			return err
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

// inParallel calls do with 0 to n-1, in this order and so many at a time. After an error
// it begins no other call. It returns the number of the first call that failed and its
// error; all calls before that one went well. It returns n if none failed.
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
			fmt.Fprintf(&b, "%s lost %s by an illegal move.\n", t.Name, form.Count(t.Forfeits, "game"))
		}
	}
	return b.String()
}
