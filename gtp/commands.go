package gtp

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"strconv"
	"strings"

	"example.com/gogate"
)

// A handler answers the commands of a name.
type handler struct {
	name        string
	least, most int // how many arguments it takes
	run         func(ctx context.Context, args []string) (string, error)
	// stream is set instead of run for a command whose answer goes on until the
	// next line of the input arrives.
	stream func(ctx context.Context, args []string) (iter.Seq[string], error)
}

// table returns the handlers in the order of list_commands.
func (s *session) table() []handler {
	const many = math.MaxInt
	all := []handler{
		{name: "protocol_version", run: always("2")},
		{name: "name", run: always(s.called())},
		{name: "version", run: always(s.Version)},
		{name: "known_command", most: many, run: s.knownCommand},
		{name: "list_commands", run: s.listCommands},
		{name: quit, most: many, run: always("")},
		{name: "boardsize", least: 1, most: many, run: s.boardsize},
		{name: "clear_board", run: s.clearBoard},
		{name: "komi", least: 1, most: 1, run: s.komi},
		{name: "get_komi", run: s.getKomi},
		{name: "kata-set-rules", least: 1, most: many, run: s.setRules},
		{name: "kata-get-rules", run: s.getRules},
		{name: "fixed_handicap", least: 1, most: 1, run: s.fixedHandicap},
		{name: "place_free_handicap", least: 1, most: 1, run: s.placeFreeHandicap},
		{name: "set_free_handicap", most: many, run: s.setFreeHandicap},
		{name: "play", least: 2, most: 2, run: s.play},
		{name: "genmove", least: 1, most: 1, run: s.genmove},
		{name: "reg_genmove", least: 1, most: 1, run: s.regGenmove},
		{name: "undo", run: s.undo},
		{name: "time_settings", least: 3, most: 3, run: s.timeSettings},
		{name: "time_left", least: 3, most: 3, run: s.timeLeft},
		{name: "final_score", run: s.finalScore},
		{name: "final_status_list", least: 1, most: 1, run: s.finalStatusList},
		{name: "showboard", run: s.showboard},
		{name: "list_stones", least: 1, most: 1, run: s.listStones},
		{name: "loadsgf", least: 1, most: 2, run: s.loadsgf},
		{name: "printsgf", run: s.printsgf},
		{name: "cputime", run: s.cputime},
		{name: "kgs-game_over", run: always("")},
		{name: "gogate-legal", least: 1, most: 1, run: s.legal},
		{name: "gogate-allowed", least: 1, most: 1, run: s.allowed},
		{name: "gogate-judge", least: 2, most: 2, run: s.judge},
		{name: "gogui-analyze_commands", run: always(analyzeCommands)},
		{name: "gomill-describe_engine", run: s.describe},
		{name: "gomill-explain_last_move", run: s.explain},
	}
	if s.analyzer != nil {
		for _, prefix := range []string{"lz-", ""} {
			all = append(all,
				handler{name: prefix + "analyze", most: many, stream: s.analyze},
				handler{name: prefix + "genmove_analyze", least: 1, most: many, run: s.genmoveAnalyze})
		}
	}
	return all
}

// analyzeCommands are menus of GoGui: how an answer is shown, the label, and the
// command with %c for a colour and %p for a point that the user chooses.
const analyzeCommands = `plist/Legal Moves/gogate-legal %c
plist/Allowed Moves/gogate-allowed %c
hstring/Judge Move/gogate-judge %c %p
hstring/Explain Last Move/gomill-explain_last_move
string/Final Score/final_score`

// The refusals that more than one command has. Controllers know these words.
var (
	errSyntax  = errors.New("syntax error")
	errIllegal = errors.New("illegal move")
)

// always returns a handler that has one answer.
func always(answer string) func(context.Context, []string) (string, error) {
	return func(context.Context, []string) (string, error) { return answer, nil }
}

// called returns the name of the engine.
func (s *session) called() string {
	if s.Name == "" {
		return "gogate"
	}
	return s.Name
}

func (s *session) knownCommand(_ context.Context, args []string) (string, error) {
	known := false
	for _, h := range s.handlers {
		known = known || len(args) > 0 && h.name == args[0]
	}
	return strconv.FormatBool(known), nil
}

func (s *session) listCommands(context.Context, []string) (string, error) {
	names := make([]string, len(s.handlers))
	for i, h := range s.handlers {
		names[i] = h.name
	}
	return strings.Join(names, "\n"), nil
}

func (s *session) boardsize(_ context.Context, args []string) (string, error) {
	for _, a := range args {
		if strings.Trim(a, "0123456789") != "" {
			return "", errSyntax
		}
	}
	rules := s.rules
	rules.Size, _ = strconv.Atoi(args[0]) // beyond all sizes if it is too large for an int
	if len(args) > 1 || s.clear(rules) != nil {
		return "", errors.New("unacceptable size")
	}
	return "", nil
}

func (s *session) clearBoard(context.Context, []string) (string, error) { return "", s.clear(s.rules) }

func (s *session) komi(_ context.Context, args []string) (string, error) {
	rules := s.rules
	komi, err := strconv.ParseFloat(args[0], 64)
	if err != nil || math.IsNaN(komi) || math.IsInf(komi, 0) {
		return "", errSyntax
	}
	if rules.Komi, err = soundKomi(komi); err != nil {
		return "", err
	}
	return "", s.change(rules)
}

// soundKomi returns a komi that can be added up and printed, -0 as 0.
func soundKomi(komi float64) (float64, error) {
	const most, decimals = 999_999.999999, 1e6
	if math.Abs(komi) > most || math.Round(komi*decimals)/decimals != komi {
		return 0, fmt.Errorf("komi %g: want points from %[2]f to %[3]f with at most 6 decimals", komi, -most, most)
	}
	return komi + 0, nil
}

func (s *session) getKomi(context.Context, []string) (string, error) {
	return strconv.FormatFloat(s.rules.Komi, 'f', -1, 64), nil
}

// change sets the rules of the game and plays it again under them. If that cannot
// be done, it leaves all as it was.
func (s *session) change(rules gogate.Rules) error {
	start, err := rules.Setup(s.game[0].ToPlay(), s.game[0].String())
	if err != nil {
		return err
	}
	game := []*gogate.Position{start}
	for i, q := range s.game[1:] {
		p := game[i]
		if q.Turn() == s.game[i].Turn() { // a pass after the end
			p = p.WithToPlay(q.ToPlay())
		} else if p, err = after(p, q.ToPlay().Opponent(), q.Last()); err != nil {
			return fmt.Errorf("the game so far is illegal under these rules: %w", err)
		}
		game = append(game, p)
	}
	if rules != s.rules {
		s.record.Result = "" // under the rules before
	}
	s.rules, s.game = rules, game
	return nil
}

// after returns the position after a turn of the given colour, whoever was to
// move and also when both sides had passed.
func after(p *gogate.Position, color gogate.Color, m gogate.Move) (*gogate.Position, error) {
	return asked(p, color).Play(m)
}

// asked returns p with the given colour to move, and going on if both sides had
// passed.
func asked(p *gogate.Position, color gogate.Color) *gogate.Position {
	if p.Over() {
		p = p.Resume()
	}
	return p.WithToPlay(color)
}

func (s *session) play(_ context.Context, args []string) (string, error) {
	color, m, err := readMove(args)
	if err != nil {
		return "", err
	}
	p, err := after(s.position(), color, m)
	if err != nil {
		return "", errIllegal
	}
	s.game = append(s.game, p)
	return "", nil
}

func (s *session) undo(context.Context, []string) (string, error) {
	if len(s.game) == 1 {
		return "", errors.New("cannot undo")
	}
	s.game = s.game[:len(s.game)-1]
	return "", nil
}

func (s *session) genmove(ctx context.Context, args []string) (string, error) {
	color, err := readColor(args[0])
	if err != nil {
		return "", err
	}
	limited, stop := s.timed(ctx, color)
	defer stop(1)
	m, explained, err := s.choose(limited, color)
	if err != nil {
		return "", err
	}
	s.decision = explained
	return m.String(), s.playOwn(color, m)
}

func (s *session) regGenmove(ctx context.Context, args []string) (string, error) {
	color, err := readColor(args[0])
	if err != nil {
		return "", err
	}
	limited, stop := s.timed(ctx, color)
	defer stop(0) // stones: none is played
	m, _, err := s.choose(limited, color)
	return m.String(), err
}

// choose returns the engine's move for a colour and the decision in words. ctx is
// that of timed. The only error is that of one that is cancelled.
func (s *session) choose(ctx context.Context, color gogate.Color) (gogate.Move, string, error) {
	p := s.position().WithToPlay(color)
	if p.Over() {
		return gogate.Pass, "played: pass, since the game is over", nil
	}
	d, err := s.gate.Decide(hurried{ctx}, p)
	if cancelled := (hurried{ctx}).Err(); cancelled == context.Canceled {
		return 0, "", cancelled
	}
	if err != nil { // of a gate whose checks refuse a pass
		s.logf("%v\nno move: %v; the engine passes", d, err)
		return gogate.Pass, d.String() + "\nthe engine passes", nil
	}
	if d.Overridden() {
		s.logf("%v", d)
	}
	return d.Move, d.String(), nil
}

// playOwn plays the engine's own move. A pass after the end is a turn that undo
// takes back, and leaves the game over; a resignation leaves the board as it is.
func (s *session) playOwn(color gogate.Color, m gogate.Move) error {
	p := s.position().WithToPlay(color)
	switch {
	case m == gogate.Resign:
		return nil
	case p.Over():
		p = p.WithToPlay(color.Opponent())
	default:
		var err error
		if p, err = p.Play(m); err != nil {
			return err
		}
	}
	s.game = append(s.game, p)
	return nil
}

func (s *session) finalScore(context.Context, []string) (string, error) {
	return s.position().Score().String(), nil
}

func (s *session) finalStatusList(_ context.Context, args []string) (string, error) {
	switch args[0] {
	case "alive":
		return s.stones(onBoard), nil
	case "seki", "dead":
		return "", nil
	}
	return "", errSyntax
}

func (s *session) listStones(_ context.Context, args []string) (string, error) {
	color, err := readColor(args[0])
	if err != nil {
		return "", err
	}
	return s.stones(func(c gogate.Color) bool { return c == color }), nil
}

// stones lists the points whose colour is one that is asked for.
func (s *session) stones(wanted func(gogate.Color) bool) string {
	var list []string
	p := s.position()
	for pt := range points(p.Size()) {
		if wanted(p.At(pt)) {
			list = append(list, pt.String())
		}
	}
	return strings.Join(list, " ")
}

// onBoard reports whether a colour is that of a stone.
func onBoard(c gogate.Color) bool { return c != gogate.Empty }

func (s *session) showboard(context.Context, []string) (string, error) {
	return "\n" + s.position().String(), nil
}

func (s *session) cputime(context.Context, []string) (string, error) {
	return strconv.FormatFloat(s.thought.Seconds(), 'f', 3, 64), nil
}

func (s *session) legal(_ context.Context, args []string) (string, error) {
	color, err := readColor(args[0])
	if err != nil {
		return "", err
	}
	return pointList(asked(s.position(), color).LegalMoves()), nil
}

func (s *session) allowed(_ context.Context, args []string) (string, error) {
	color, err := readColor(args[0])
	if err != nil {
		return "", err
	}
	return pointList(s.gate.Allowed(asked(s.position(), color))), nil
}

// pointList lists the moves on points. A pass is none, and GoGui marks what is
// listed.
func pointList(moves []gogate.Move) string {
	var list []string
	for _, m := range moves {
		if pt, ok := m.Point(); ok {
			list = append(list, pt.String())
		}
	}
	return strings.Join(list, " ")
}

func (s *session) judge(_ context.Context, args []string) (string, error) {
	color, m, err := readMove(args)
	if err != nil {
		return "", err
	}
	var list []string
	for _, v := range s.gate.Judge(asked(s.position(), color), m) {
		list = append(list, v.String())
	}
	return strings.Join(list, "\n"), nil
}

func (s *session) describe(context.Context, []string) (string, error) {
	return strings.TrimSpace(s.called()+" "+s.Version) + "\n" + s.rules.String(), nil
}

func (s *session) explain(context.Context, []string) (string, error) {
	if s.decision == "" {
		return "no move was asked for in this game", nil
	}
	return s.decision, nil
}

// readMove reads a colour and a vertex.
func readMove(args []string) (gogate.Color, gogate.Move, error) {
	color, err := readColor(args[0])
	if err != nil {
		return 0, 0, err
	}
	m, err := readVertex(args[1])
	return color, m, err
}

// readVertex reads a point or a pass.
func readVertex(text string) (gogate.Move, error) {
	m, err := gogate.ParseMove(text)
	if err != nil || m == gogate.Resign {
		return 0, errSyntax
	}
	return m, nil
}

// readColor reads a colour.
func readColor(text string) (gogate.Color, error) {
	color, err := gogate.ParseColor(text)
	if err != nil {
		return gogate.Empty, errSyntax
	}
	return color, nil
}

// readNumber reads a whole number without a sign or a zero too many.
func readNumber(text string) (n int, ok bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && strconv.Itoa(n) == text
}

// points yields the points of a board, A1, B1, ….
func points(size int) iter.Seq[gogate.Point] {
	return func(yield func(gogate.Point) bool) {
		for y := range size {
			for x := range size {
				if !yield(gogate.Point{X: x, Y: y}) {
					return
				}
			}
		}
	}
}
