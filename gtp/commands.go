package gtp

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.com/gogate"
)

// A handler answers one command.
type handler struct {
	name        string
	least, most int // the numbers of arguments that it takes
	run         func(ctx context.Context, args []string) (string, error)
	// stream is set instead of run if the answer goes on until the next line of the
	// input arrives.
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

// Refusals of more than one command. The protocol fixes these words.
var (
	errSyntax  = errors.New("syntax error")
	errIllegal = errors.New("illegal move")
)

// always returns a handler that always gives the same answer.
func always(answer string) func(context.Context, []string) (string, error) {
	return func(context.Context, []string) (string, error) { return answer, nil }
}

// called returns the name of the engine.
func (s *session) called() string { return cmp.Or(s.Name, "gogate") }

// handler returns the handler of the command with the given name, nil if there is none.
func (s *session) handler(name string) *handler {
	i := slices.IndexFunc(s.handlers, func(h handler) bool { return h.name == name })
	if i < 0 {
		return nil
	}
	return &s.handlers[i]
}

func (s *session) knownCommand(_ context.Context, args []string) (string, error) {
	known := len(args) > 0 && s.handler(args[0]) != nil
	return strconv.FormatBool(known), nil
}

func (s *session) listCommands(context.Context, []string) (string, error) {
	names := make([]string, len(s.handlers))
	for i, h := range s.handlers {
		names[i] = h.name
	}
	return strings.Join(names, "\n"), nil
}

func (s *session) describe(context.Context, []string) (string, error) {
	return strings.TrimSpace(s.called()+" "+s.Version) + "\n" + s.rules.String(), nil
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
