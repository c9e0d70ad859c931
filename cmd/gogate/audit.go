package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.com/gogate"
)

// always is the check that gogate.Judge always asks, before all others.
const always = "legal"

// choosable are the checks beside it, in the order in which they are asked.
var choosable = []struct {
	name  string
	check gogate.Check
}{
	{"not_own_eye", gogate.NotOwnEye},
	{"not_self_atari", gogate.NotSelfAtari},
	{"not_in_own_pass_alive", gogate.NotInOwnPassAlive},
	{"not_in_opponent_pass_alive", gogate.NotInOpponentPassAlive},
}

// usualChecks are those that are asked if the user names none. They are about
// blunders; what the two about pass-alive groups refuse is of no use but harmless
// once all else is decided, and common at the end of a game.
const usualChecks = "not_own_eye,not_self_atari"

// audit runs gogate audit. Its error is the context's if that ended, a badUsage if
// the moves could not be read or the verdicts not written, and otherwise says how
// many turns fail.
func audit(ctx context.Context, args []string, stdin io.Reader, stdout io.Writer) error {
	rules := gogate.DefaultRules(9)
	rules.MoveLimit = 0 // an addition of the package, which elsewhere nobody knows
	rules.Resign = true // as games end elsewhere
	a := auditor{text: stdout}
	flags := flag.NewFlagSet("audit", flag.ContinueOnError)
	sizeFlag(flags, &rules.Size)
	ruleFlags(flags, &rules)
	names, _ := readChecks(usualChecks)
	flags.Func("checks", "the `checks` to ask beside "+always+", which always is, separated by commas: "+
		strings.Join(checkNames()[1:], ", ")+", or "+always+" for no other (default "+usualChecks+")", func(s string) (err error) {
		names, err = readChecks(s)
		return err
	})
	flags.BoolVar(&a.quiet, "quiet", false, "print only refusals and the summary")
	flags.BoolVar(&a.asJSON, "json", false, "print one JSON document")
	if done, err := parse(flags, args, stdout); done || err != nil {
		return err
	}
	a.ask(names)
	files := flags.Args()
	if len(files) == 0 {
		files = []string{"-"}
	}
	games := make([]game, len(files))
	for i, file := range files { // their names, before the first line is read
		if file == "-" && slices.Contains(files[:i], file) {
			return badUsage{errors.New("standard input twice: want - once, since nothing is left of it to read again")}
		}
		var err error
		if games[i], err = openGame(ctx, file, stdin, rules); err != nil {
			return badUsage{err}
		}
	}

	err := a.run(ctx, games)
	if err == nil {
		err = show(stdout, a.result, a.asJSON)
	}
	switch failed := a.result.Summary.Failed; {
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return badUsage{err}
	case failed == 1:
		return errors.New("1 turn fails a check")
	case failed > 1:
		return fmt.Errorf("%d turns fail a check", failed)
	}
	return nil
}

// ruleFlags defines the flags -ko and -suicide.
func ruleFlags(flags *flag.FlagSet, rules *gogate.Rules) {
	flags.TextVar(&rules.Ko, "ko", gogate.PositionalSuperko, "ko `rule`: positional, situational, simple")
	flags.BoolVar(&rules.Suicide, "suicide", false, "take a suicide for legal")
}

// checkNames returns the names of all checks in the order in which they are asked.
func checkNames() []string {
	names := []string{always}
	for _, c := range choosable {
		names = append(names, c.name)
	}
	return names
}

// readChecks reads names of checks, separated by commas and in any order, and
// returns them in the order in which they are asked, legal first whether or not it
// is among them.
func readChecks(s string) ([]string, error) {
	names, given := checkNames(), strings.Split(s, ",")
	for i, name := range given {
		switch {
		case !slices.Contains(names, name):
			return nil, fmt.Errorf("%q is no check: want %s", name, strings.Join(names, ", "))
		case slices.Contains(given[:i], name):
			return nil, fmt.Errorf("%q stands there twice: want each check once", name)
		}
	}
	return slices.DeleteFunc(names, func(name string) bool {
		return name != always && !slices.Contains(given, name)
	}), nil
}

// A game is one to audit. It may be read while it is audited, and only once.
type game struct {
	name  string
	start *gogate.Position       // the board before the first turn, and the rules
	turns iter.Seq2[turn, error] // one or more; an error is the last
}

// A turn is what one side did. The sides need not alternate.
type turn struct {
	color gogate.Color
	move  gogate.Move
}

// openGame returns the game of a file, by the extension of its name. The rules are
// those of a file that does not hold any.
func openGame(ctx context.Context, file string, stdin io.Reader, rules gogate.Rules) (game, error) {
	switch {
	case file == "":
		return game{}, errors.New("a file without a name: want one, or - for standard input")
	case file != "-" && strings.HasPrefix(file, "-"):
		return game{}, fmt.Errorf("%q after a file: want the flags before the files", file)
	case strings.EqualFold(filepath.Ext(file), ".sgf"):
		return game{}, fmt.Errorf("%s: game records in SGF are not read yet: want %s", file, wantMoves)
	}
	start, err := rules.Start()
	if err != nil {
		return game{}, err
	}
	g := game{name: file, start: start}
	open := func() (io.ReadCloser, error) { return os.Open(file) }
	if file == "-" {
		g.name = "standard input"
		open = func() (io.ReadCloser, error) { return io.NopCloser(stdin), nil }
	}
	g.turns = readMoves(ctx, g.name, open)
	return g, nil
}

const (
	wantMoves = "moves, one a line, such as B D4"
	wantLine  = "a colour and a move, such as B D4 or W pass"

	longestLine = 1<<16 - 1 // in bytes, without its end
)

// readMoves yields the turns of a text with one a line. Its errors name the text and,
// where a line is wrong, its number.
func readMoves(ctx context.Context, name string, open func() (io.ReadCloser, error)) iter.Seq2[turn, error] {
	return func(yield func(turn, error) bool) {
		r, err := await(ctx, open)
		if err != nil {
			yield(turn{}, fmt.Errorf("%s: %w", name, cause(err)))
			return
		}
		defer r.Close()
		in := bufio.NewReaderSize(newPatient(ctx, r), longestLine+1)
		none := true
		for n, end := 1, false; !end; n++ {
			line, err := in.ReadSlice('\n')
			if end = err == io.EOF; err != nil && !end && err != bufio.ErrBufferFull {
				yield(turn{}, fmt.Errorf("%s: %w: want %s", name, cause(err), wantMoves))
				return
			}
			if n == 1 {
				line = bytes.TrimPrefix(line, []byte("\ufeff")) // some editors put it there
			}
			t, ok, err := readTurn(line)
			if err != nil {
				yield(turn{}, fmt.Errorf("%s:%d: %w", name, n, err))
				return
			}
			if ok {
				none = false
				if !yield(t, nil) {
					return
				}
			}
		}
		if none { // which must not look like an audit that every move passed
			yield(turn{}, fmt.Errorf("%s: no moves: want %s", name, wantMoves))
		}
	}
}

// readTurn reads a line, of which it may get the beginning if it is too long. It
// reports false for one without a move.
func readTurn(line []byte) (t turn, ok bool, err error) {
	const cut = 40 // letters of what is wrong: enough to see it, and no move is longer
	switch {
	case bytes.IndexByte(line, 0) >= 0:
		return turn{}, false, fmt.Errorf("this is no text: want %s", wantLine)
	case len(bytes.TrimSuffix(line, []byte("\n"))) > longestLine:
		return turn{}, false, fmt.Errorf("more than %d bytes: want %s", longestLine, wantLine)
	}
	text, _, _ := strings.Cut(string(line), "#")
	words := strings.Fields(text)
	switch len(words) {
	case 0:
		return turn{}, false, nil
	case 2:
	default:
		return turn{}, false, fmt.Errorf("%.*q: want %s", cut, strings.TrimSpace(text), wantLine)
	}
	if t.color, ok = readColor(words[0]); !ok {
		return turn{}, false, fmt.Errorf("colour %.*q: want b, w, black or white", cut, words[0])
	}
	if t.move, err = gogate.ParseMove(words[1][:min(len(words[1]), cut)]); err != nil {
		return turn{}, false, err
	}
	return t, true, nil
}

// readColor reads a colour as GTP names it. The length keeps out letters that only
// fold to these.
func readColor(s string) (gogate.Color, bool) {
	for _, c := range []gogate.Color{gogate.Black, gogate.White} {
		for _, name := range []string{c.String(), c.String()[:1]} {
			if len(s) == len(name) && strings.EqualFold(s, name) {
				return c, true
			}
		}
	}
	return gogate.Empty, false
}

// A patient is a reader that stops waiting when a context ends.
type patient func(b []byte) (int, error)

func newPatient(ctx context.Context, r io.Reader) patient {
	return func(b []byte) (int, error) {
		own := make([]byte, len(b)) // b is the caller's again when the context ends
		n, err := await(ctx, func() (int, error) { return r.Read(own) })
		return copy(b, own[:n]), err
	}
}

func (p patient) Read(b []byte) (int, error) { return p(b) }

// await returns what f returns, or the error of ctx if it ends before. Then f goes on
// alone: nothing else ends the reading of a terminal or the opening of a pipe.
func await[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	answers := make(chan answer, 1)
	go func() {
		value, err := f()
		answers <- answer{value, err}
	}()
	select {
	case a := <-answers:
		return a.value, a.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

// An auditor judges games one after the other.
type auditor struct {
	checks []gogate.Check
	quiet  bool
	asJSON bool
	text   io.Writer // where turns are printed as they are judged, unless asJSON
	begun  bool      // whether anything was
	result audited
}

// An audited is what -json prints. It is one document, like that of the other
// subcommands: lines of JSON would save less memory than the positions take, which
// superko needs, and half an audit would pass for a whole one.
type audited struct {
	Checks  []string      `json:"checks"` // that were asked
	Games   []auditedGame `json:"games"`
	Summary auditTally    `json:"summary"` // of all games
}

// An auditedGame is one of them.
type auditedGame struct {
	Name  string        `json:"name"` // of the file
	Rules gogate.Rules  `json:"rules"`
	Turns []auditedTurn `json:"turns"` // those judged, with -quiet only those that fail
	Tally auditTally    `json:"tally"`
}

// An auditedTurn is what the checks say of a turn.
type auditedTurn struct {
	Turn     int              `json:"turn"` // counted from 1
	Color    gogate.Color     `json:"color"`
	Move     gogate.Move      `json:"move"`
	OK       bool             `json:"ok"`       // whether every check lets it pass
	Verdicts []auditedVerdict `json:"verdicts"` // with -quiet only refusals
}

// An auditedVerdict is a verdict with its words as they are printed.
type auditedVerdict struct {
	gogate.Verdict
	Reason string `json:"reason"`
}

// An auditTally counts turns and verdicts.
type auditTally struct {
	Judged   int          `json:"judged"`   // turns that were judged
	Passed   int          `json:"passed"`   // those that every check lets pass
	Failed   int          `json:"failed"`   // the others
	Unjudged int          `json:"unjudged"` // turns after an illegal move
	Counts   []auditCount `json:"counts"`   // by check and code, in the order of their names
}

// An auditCount counts the verdicts of one check with one code.
type auditCount struct {
	Check  string `json:"check"`
	Code   string `json:"code"`
	Passed int    `json:"passed"`
	Failed int    `json:"failed"`
}

// ask sets the checks that are asked, by their names.
func (a *auditor) ask(names []string) {
	a.result.Checks = names
	for _, c := range choosable {
		if slices.Contains(names, c.name) {
			a.checks = append(a.checks, c.check)
		}
	}
}

// run audits the games.
func (a *auditor) run(ctx context.Context, games []game) error {
	for _, g := range games {
		if err := a.game(ctx, g); err != nil {
			return err
		}
	}
	if a.begun {
		return a.print("\n") // before the summary
	}
	return nil
}

// game audits one game. After an illegal move it only counts.
func (a *auditor) game(ctx context.Context, g game) error {
	result := auditedGame{Name: g.name, Rules: g.start.Rules(), Turns: []auditedTurn{}}
	total := &a.result.Summary
	heading := fmt.Sprintf("%s: %d×%d, %s\n", g.name, g.start.Size(), g.start.Size(), ruleWords(result.Rules))
	if a.begun {
		heading = "\n" + heading
	}
	p := g.start
	for t, err := range g.turns {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return err
		case p == nil:
			result.Tally.Unjudged++
			total.Unjudged++
			continue
		}
		p = p.WithToPlay(t.color)
		verdicts := gogate.Judge(p, t.move, a.checks...)
		result.Tally.add(verdicts)
		total.add(verdicts)
		judged := a.turn(p, t.move, verdicts)
		switch {
		case a.quiet && judged.OK:
		case a.asJSON:
			result.Turns = append(result.Turns, judged)
		default:
			if err := a.print(heading + judged.String()); err != nil {
				return err
			}
			heading = ""
		}
		p, _ = p.Play(t.move) // nil if it is illegal, as its verdict says
	}
	a.result.Games = append(a.result.Games, result)
	switch left := result.Tally.Unjudged; {
	case left == 0 || a.asJSON:
		return nil
	case left == 1:
		return a.print("1 turn is left, which cannot be judged after an illegal move\n")
	default:
		return a.print(fmt.Sprintf("%d turns are left, which cannot be judged after an illegal move\n", left))
	}
}

// turn returns what is recorded of a turn.
func (a *auditor) turn(p *gogate.Position, m gogate.Move, verdicts []gogate.Verdict) auditedTurn {
	t := auditedTurn{Turn: p.Turn() + 1, Color: p.ToPlay(), Move: m, OK: true}
	for _, v := range verdicts {
		t.OK = t.OK && v.Allows()
		if !a.quiet || !v.Allows() {
			t.Verdicts = append(t.Verdicts, auditedVerdict{v, v.Reason()})
		}
	}
	return t
}

func (a *auditor) print(text string) error {
	a.begun = true
	_, err := io.WriteString(a.text, text)
	return err
}

// add counts a turn with its verdicts.
func (t *auditTally) add(verdicts []gogate.Verdict) {
	passes := true
	for _, v := range verdicts {
		i, found := slices.BinarySearchFunc(t.Counts, v, func(c auditCount, v gogate.Verdict) int {
			return cmp.Or(cmp.Compare(c.Check, v.Check), cmp.Compare(c.Code, v.Code))
		})
		if !found {
			t.Counts = slices.Insert(t.Counts, i, auditCount{Check: v.Check, Code: v.Code})
		}
		if v.Allows() {
			t.Counts[i].Passed++
		} else {
			t.Counts[i].Failed++
			passes = false
		}
	}
	t.Judged++
	if passes {
		t.Passed++
	} else {
		t.Failed++
	}
}

// ruleWords returns what of the rules decides whether a move is legal.
func ruleWords(r gogate.Rules) string {
	words, _, _ := strings.Cut(r.String(), ", komi ")
	return words
}

// String returns the turn in words, with a line for each verdict.
func (t auditedTurn) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "turn %d: %v %v\n", t.Turn, t.Color, t.Move)
	for _, v := range t.Verdicts {
		fmt.Fprintf(&b, "  %v\n", v)
	}
	return b.String()
}

// String returns the summary.
func (r audited) String() string {
	var b strings.Builder
	t := r.Summary
	fmt.Fprintf(&b, "%s in %s: %d passed, %d failed", some(t.Judged+t.Unjudged, "turn"), some(len(r.Games), "game"), t.Passed, t.Failed)
	if t.Unjudged > 0 {
		fmt.Fprintf(&b, ", %d not judged", t.Unjudged)
	}
	fmt.Fprintf(&b, "\n  %-26s  %-15s  %8s  %8s\n", "check", "code", "passed", "failed")
	for _, c := range t.Counts {
		fmt.Fprintf(&b, "  %-26s  %-15s  %8d  %8d\n", c.Check, c.Code, c.Passed, c.Failed)
	}
	return b.String()
}

// some returns so many of a thing, in words.
func some(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}
