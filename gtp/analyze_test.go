package gtp_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"iter"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"example.com/gogate"
	"example.com/gogate/gtp"
)

// An analyzing function is an analyzer: it is asked again and again.
type analyzing func(ctx context.Context, p *gogate.Position) []gogate.Candidate

func (f analyzing) Analyze(ctx context.Context, p *gogate.Position, _ []gogate.Move, _ int) (iter.Seq[[]gogate.Candidate], error) {
	return func(yield func([]gogate.Candidate) bool) {
		for {
			candidates := f(ctx, p)
			if ctx.Err() != nil || !yield(candidates) {
				return
			}
		}
	}, nil
}

// A wire is a session that is talked to line by line.
type wire struct {
	t       *testing.T
	in      *io.PipeWriter
	answers *bufio.Reader
	ended   chan error
}

// talk begins a session. It must be ended by quit or by closing its input.
func talk(t *testing.T, e *gtp.Engine) *wire {
	commands, in := io.Pipe()
	answers, out := io.Pipe()
	w := &wire{t, in, bufio.NewReader(answers), make(chan error, 1)}
	go func() {
		w.ended <- e.Serve(t.Context(), commands, out)
		out.Close()
	}()
	return w
}

func (w *wire) say(line string) {
	w.t.Helper()
	if _, err := io.WriteString(w.in, line+"\n"); err != nil {
		w.t.Fatal(err)
	}
}

// hear returns the next line of the answers.
func (w *wire) hear() string {
	w.t.Helper()
	text, err := w.answers.ReadString('\n')
	if err != nil {
		w.t.Fatal(err)
	}
	return strings.TrimSuffix(text, "\n")
}

// expect checks the next lines of the answers.
func (w *wire) expect(lines ...string) {
	w.t.Helper()
	for _, want := range lines {
		if got := w.hear(); got != want {
			w.t.Fatalf("got %q, want %q", got, want)
		}
	}
}

// end closes the input and waits for the end.
func (w *wire) end() {
	w.t.Helper()
	w.in.Close()
	if err := <-w.ended; err != nil {
		w.t.Errorf("got %v at the end of the input", err)
	}
}

var infoLine = regexp.MustCompile(`^(info move ([A-T]\d+|pass) visits [1-9]\d* winrate \d{1,5} order \d+ pv( ([A-T]\d+|pass))+( |$))+$`)

// An analysis begins with its status, goes on with lines of its form until any line
// arrives, and ends with an empty line; that line is then obeyed.
func TestAnalyze(t *testing.T) {
	for _, player := range []gogate.Player{
		gogate.MCTS{Seed: 1},
		gogate.MCTS{Seed: 1, Workers: 2, Tree: new(gogate.Tree)},
		gogate.NewGate(gogate.Random{}, gogate.Random{}, gogate.NotOwnEye),
	} {
		w := talk(t, &gtp.Engine{Player: player, Analyzer: gogate.MCTS{Seed: 1}, Rules: rulesOf(7)})
		w.say("9 play b D4")
		w.expect("=9", "")
		for _, command := range []string{"lz-analyze w 0", "analyze W interval 0", "lz-analyze 0", "lz-analyze B"} {
			w.say("3 " + command)
			w.expect("=3")
			for range 2 {
				if command == "lz-analyze B" {
					break // one a second, after the first
				}
				if got := w.hear(); !infoLine.MatchString(got) {
					t.Fatalf("%s: got %q", command, got)
				}
			}
			w.say("4 name")
			for line := w.hear(); line != ""; line = w.hear() {
				if !infoLine.MatchString(line) {
					t.Fatalf("%s: got %q", command, line)
				}
			}
			w.expect("=4 gogate", "")
		}
		w.say("genmove w")
		if got := w.hear(); !strings.HasPrefix(got, "= ") {
			t.Errorf("got %q after an analysis", got)
		}
		w.expect("")
		w.end()
	}
}

// A blank line ends an analysis too, and so do the end of the input, whatever came
// before, and an analyzer that panics or has nothing more to say.
func TestAnalyzeEnds(t *testing.T) {
	e := &gtp.Engine{Player: gogate.Random{}, Rules: rulesOf(5), Analyzer: gogate.MCTS{}}
	w := talk(t, e)
	w.say("lz-analyze b 100000")
	w.expect("=")
	w.hear()
	w.say("")
	w.expect("")
	w.say("1 lz-analyze b 100000")
	w.expect("=1")
	w.hear()
	w.in.Close()
	w.expect("")
	w.end()

	var log strings.Builder
	e = &gtp.Engine{Player: gogate.Random{}, Log: &log, Analyzer: analyzing(func(context.Context, *gogate.Position) []gogate.Candidate {
		panic("no idea")
	})}
	if got := answers(t, e, "lz-analyze b\nlz-genmove_analyze b"); got[0] != "=" || !strings.HasPrefix(got[1], "=\nplay ") {
		t.Errorf("got %q from an analyzer that panics", got)
	}
	if got := log.String(); strings.Count(got, "the analyzer panicked: no idea\n") < 1 {
		t.Errorf("got the log %q", got)
	}
}

// An opening is an analyzer by the call itself.
type opening func() (iter.Seq[[]gogate.Candidate], error)

func (f opening) Analyze(context.Context, *gogate.Position, []gogate.Move, int) (iter.Seq[[]gogate.Candidate], error) {
	return f()
}

// An analyzer that fails at once, or panics, costs a report and no more.
func TestAnalyzerFails(t *testing.T) {
	for _, test := range []struct {
		analyzer opening
		want     string // the answer to lz-analyze
		log      []string
	}{
		{func() (iter.Seq[[]gogate.Candidate], error) { return nil, errors.New("no idea") }, "? no idea", []string{"no report: no idea\n"}},
		{func() (iter.Seq[[]gogate.Candidate], error) { panic("no idea") }, "? the analyzer panicked", []string{"the analyzer panicked: no idea\n", "no report: the analyzer panicked\n"}},
		{func() (iter.Seq[[]gogate.Candidate], error) { return nil, nil }, "=", []string{"the analyzer panicked: "}},
		{func() (iter.Seq[[]gogate.Candidate], error) { return func(func([]gogate.Candidate) bool) {}, nil }, "=", nil},
	} {
		var log strings.Builder
		e := &gtp.Engine{Player: playing("C3"), Rules: rulesOf(5), Analyzer: test.analyzer, Log: &log}
		got := answers(t, e, "lz-analyze b\nlz-genmove_analyze b\nlist_stones b")
		if want := []string{test.want, "=\nplay C3", "= C3"}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		for _, want := range test.log {
			if !strings.Contains(log.String(), want) {
				t.Errorf("got the log %q, want %q in it", log.String(), want)
			}
		}
		if (log.Len() == 0) != (test.log == nil) {
			t.Errorf("got the log %q", log.String())
		}
	}
}

// A move does not wait for a report longer than Grace, nor past the time for the move.
func TestReportLate(t *testing.T) {
	for _, test := range []struct {
		command string
		want    time.Duration
	}{
		{"name", gogate.Grace},
		{"time_settings 400 0 0", gogate.Grace},
		{"time_left b 0.3 3", 100 * time.Millisecond},
		{"time_left b 0 1", 0},
	} {
		t.Run(test.command, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				e := &gtp.Engine{Player: playing("C3"), Rules: rulesOf(5)}
				e.Analyzer = analyzing(func(ctx context.Context, _ *gogate.Position) []gogate.Candidate {
					<-ctx.Done()
					return nil
				})
				w := talk(t, e)
				w.say(test.command)
				w.hear()
				w.expect("")
				began := time.Now()
				w.say("lz-genmove_analyze b")
				w.expect("=", "play C3", "")
				if took := time.Since(began); took != test.want { // exact in a bubble of synctest
					t.Errorf("the move took %v, want %v", took, test.want)
				}
				w.end()
			})
		})
	}
}

// avoid and allow say which moves of the colour are looked at, maxmoves how many are
// reported. All else is read and changes nothing.
func TestAnalyzeOptions(t *testing.T) {
	for _, test := range []struct{ options, looked, reported string }{
		{"", "A1 B1 A2 B2 pass", "A1 B1 A2 B2 pass"},
		{"b 5", "A1 B1 A2 B2 pass", "A1 B1 A2 B2 pass"},
		{"b 5 minmoves 3 interval 7 maxmoves 2", "A1 B1 A2 B2 pass", "A1 B1"},
		{"b maxmoves 9 interval 0", "A1 B1 A2 B2 pass", "A1 B1 A2 B2 pass"},
		{"b avoid b a1,PASS 50", "B1 A2 B2", "B1 A2 B2"},
		{"b avoid w A1 50", "A1 B1 A2 B2 pass", "A1 B1 A2 B2 pass"},
		{"w avoid w A1 50 avoid white B1 1 maxmoves 1", "A2 B2 pass", "A2"},
		{"avoid B T19,A1 1", "B1 A2 B2 pass", "B1 A2 B2 pass"},
		{"b allow b B2,A1,Z25 3", "A1 B2", "A1 B2"},
		{"b allow w B2 3", "A1 B1 A2 B2 pass", "A1 B1 A2 B2 pass"},
		{"b 1 allow b B2 3 allow b A1 3 avoid b B2 3", "A1", "A1"},
	} {
		var looked []string
		e := &gtp.Engine{Player: gogate.Random{}, Rules: rulesOf(2)}
		e.Analyzer = analyzingMoves(func(moves []gogate.Move) (all []gogate.Candidate) {
			looked = nil
			for _, m := range moves {
				looked = append(looked, m.String())
				all = append(all, gogate.Candidate{Move: m, Playouts: 1})
			}
			return all
		})
		w := talk(t, e)
		w.say("lz-analyze " + test.options)
		w.expect("=")
		var reported []string
		for text := range strings.SplitSeq(w.hear(), "info move ") {
			if name, _, ok := strings.Cut(text, " "); ok {
				reported = append(reported, name)
			}
		}
		w.say("")
		for w.hear() != "" {
		}
		w.end()
		if got := strings.Join(looked, " "); got != test.looked {
			t.Errorf("%s: got the moves %s, want %s", test.options, got, test.looked)
		}
		if got := strings.Join(reported, " "); got != test.reported {
			t.Errorf("%s: got a report on %s, want %s", test.options, got, test.reported)
		}
	}
}

// An analyzingMoves is an analyzer with one report on its moves, which it repeats.
type analyzingMoves func(moves []gogate.Move) []gogate.Candidate

func (f analyzingMoves) Analyze(ctx context.Context, _ *gogate.Position, moves []gogate.Move, _ int) (iter.Seq[[]gogate.Candidate], error) {
	return func(yield func([]gogate.Candidate) bool) {
		for ctx.Err() == nil && yield(f(moves)) {
		}
	}, nil
}

// What is wrong with the arguments, and a game that is over.
func TestAnalyzeArguments(t *testing.T) {
	over := rulesOf(5)
	over.MoveLimit = 1
	checkScript(t, &gtp.Engine{Player: gogate.MCTS{Playouts: 5}, Rules: over}, script(t, "analyze arguments"))
}

// The win rate is that of the side to move, and pv begins with the move.
func TestAnalyzeNumbers(t *testing.T) {
	line := []gogate.Move{gogate.MustParseMove("D4"), gogate.Pass}
	e := &gtp.Engine{Player: playing("A1", "pass", "A2"), Rules: rulesOf(5), Analyzer: analyzing(
		func(context.Context, *gogate.Position) []gogate.Candidate {
			return []gogate.Candidate{
				{Move: gogate.MustParseMove("C3"), Playouts: 3, Wins: 2, Line: line},
				{Move: gogate.Pass, Playouts: 2, Wins: 0.5},
			}
		})}
	const info = "info move C3 visits 3 winrate 6667 order 0 pv C3 D4 pass info move pass visits 2 winrate 2500 order 1 pv pass"
	checkScript(t, e, `
		7 lz-genmove_analyze b 50 -> =7|`+info+`|play A1
		list_stones b -> = A1
		genmove_analyze B interval 10 -> =|`+info+`|play pass
		genmove_analyze b -> =|`+info+`|play A2
		list_stones b -> = A1 A2
		undo -> =
		gomill-explain_last_move -> = turn 3: Black proposes A2|  [pass] legal: A2 is legal|played: A2, as proposed`)
}

// For a gate the moves that it allows are analyzed, and the engine's own moves pass
// its checks.
func TestAnalyzeGate(t *testing.T) {
	onlyCentre := func(_ *gogate.Position, m gogate.Move) gogate.Verdict {
		return gogate.Verdict{Check: "centre", OK: m == gogate.Pass || m == gogate.MustParseMove("C3")}
	}
	e := &gtp.Engine{
		Player:   gogate.NewGate(gogate.Greedy{}, gogate.MCTS{}, onlyCentre),
		Analyzer: gogate.MCTS{},
		Rules:    rulesOf(5),
	}
	got := answers(t, e, "lz-genmove_analyze b\nquit")[0]
	if !strings.HasSuffix(got, "\nplay C3") || strings.Count(got, "info") > 2 || !strings.Contains(got, "info move C3 visits") {
		t.Errorf("got %q", got)
	}
}

// After two passes an analysis looks at the game as it would go on.
func TestAnalyzeAfterTwoPasses(t *testing.T) {
	w := talk(t, &gtp.Engine{Player: gogate.MCTS{}, Rules: rulesOf(5)})
	for _, m := range []string{"b C3", "w pass", "b pass"} {
		w.say("play " + m)
		w.expect("=", "")
	}
	w.say("lz-analyze")
	w.expect("=")
	if got := w.hear(); !infoLine.MatchString(got) {
		t.Errorf("got %q", got)
	}
	w.say("quit")
	for w.hear() != "" {
	}
	w.expect("=", "")
	w.end()
}

// An analysis without a colour is that of the side to move, also after a pass that
// followed the end and when the rules were changed.
func TestAnalyzeSide(t *testing.T) {
	for _, test := range []struct {
		commands string
		want     gogate.Color
	}{
		{"", gogate.Black},
		{"play w C3\nkomi 1\n", gogate.Black},
		{"play b C3\nplay b C4\n", gogate.White},
		{"play b C3\nplay b C4\nundo\n", gogate.White},
		{"play b pass\nplay w pass\nkomi 1\n", gogate.Black},
		{"play b pass\nplay w pass\ngenmove b\nkomi 1\n", gogate.White},
		{"play b pass\nplay w pass\ngenmove w\nkomi 1\n", gogate.Black},
		{"play b pass\nplay w pass\ngenmove w\nundo\n", gogate.Black},
		{"place_free_handicap 2\nkomi 1\n", gogate.White},
	} {
		var asked gogate.Color
		e := randomEngine()
		e.Analyzer = analyzing(func(_ context.Context, p *gogate.Position) []gogate.Candidate {
			asked = p.ToPlay()
			return nil
		})
		if answers(t, e, test.commands+"lz-analyze"); asked != test.want {
			t.Errorf("%q: got an analysis for %v, want %v", test.commands, asked, test.want)
		}
	}
}

// An analyzer without anything to say says nothing: an empty line would end the
// answer.
func TestAnalyzeNothing(t *testing.T) {
	asked := make(chan struct{}, 100)
	e := randomEngine()
	e.Analyzer = analyzing(func(context.Context, *gogate.Position) []gogate.Candidate {
		select {
		case asked <- struct{}{}:
		default:
		}
		return nil
	})
	w := talk(t, e)
	w.say("1 lz-analyze b 0")
	w.expect("=1")
	for range 3 {
		<-asked
	}
	w.say("2 lz-genmove_analyze b")
	w.expect("", "=2")
	if got := w.hear(); !strings.HasPrefix(got, "play ") {
		t.Errorf("got %q", got)
	}
	w.say("quit")
	w.expect("", "=", "")
	w.end()
}

// An analysis at the longest interval costs a session nothing: it is over when a
// line comes, not when the interval ends.
func TestAnalyzeStopsAtOnce(t *testing.T) {
	began := make(chan struct{})
	e := randomEngine()
	e.Analyzer = analyzing(func(ctx context.Context, _ *gogate.Position) []gogate.Candidate {
		close(began)
		select {
		case <-ctx.Done():
		case <-time.After(24 * time.Hour):
		}
		return nil
	})
	w := talk(t, e)
	w.say("lz-analyze b 2147483647")
	w.expect("=")
	<-began
	w.say("5 quit")
	w.expect("", "=5", "")
	w.end()
}
