package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/gogate"
	"example.com/gogate/gtp"
	"example.com/gogate/internal/form"
	"example.com/gogate/internal/tell"
)

// An agent is a kind of player, what it does in a few words and the options that it
// has.
type agent struct {
	name    string
	does    string
	options []option
	player  func(o settings, seed uint64) gogate.Player
}

// An option of an agent is a word such as uct, which sets it to 1, or one with a
// number, such as playouts=1000.
type option struct {
	name string
	most int // the largest number, the least being 1; 0 for a word without one
	def  int // what it is if it is not given
}

// settings are the values of an agent's options by name.
type settings map[string]int

// mctsOptions are those of mcts, and of gated for its fallback.
var mctsOptions = []option{
	{"playouts", gogate.MaxPlayouts, gogate.DefaultPlayouts},
	{"uct", 0, 0},
	{"nopriors", 0, 0},
	{"workers", gogate.MaxWorkers, 1},
	{"keep", 0, 0},
}

func (o settings) mcts(seed uint64) gogate.MCTS {
	s := gogate.MCTS{
		Playouts: o["playouts"], Seed: seed, Workers: o["workers"],
		UCT: o["uct"] == 1, NoPriors: o["nopriors"] == 1,
	}
	if o["keep"] == 1 {
		s.Tree = new(gogate.Tree)
	}
	return s
}

// agents are the agents of the package. The options of a name stand in the order
// given here.
var agents = []agent{
	{"random", tell.Players["random"], nil, func(_ settings, seed uint64) gogate.Player { return gogate.Random{Seed: seed} }},
	{"greedy", tell.Players["greedy"], nil, func(_ settings, seed uint64) gogate.Player { return gogate.Greedy{Seed: seed} }},
	{"search", tell.Players["search"], []option{{"width", gogate.MaxSize * gogate.MaxSize, 8}}, func(o settings, _ uint64) gogate.Player {
		return gogate.Search{Width: o["width"]}
	}},
	{"mcts", tell.Players["mcts"], mctsOptions, func(o settings, seed uint64) gogate.Player { return o.mcts(seed) }},
	{"gated", tell.Players["gated"], mctsOptions, func(o settings, seed uint64) gogate.Player {
		g := gogate.NewGate(gogate.Greedy{Seed: seed}, o.mcts(seed), gogate.NotOwnEye, gogate.NotSelfAtari)
		g.Seed = seed
		return g
	}},
}

// agentList is the list of agents in the usage.
const agentList = `  random, greedy
  search [width=NUMBER]
  mcts [playouts=NUMBER] [uct or nopriors] [workers=NUMBER] [keep]
  gated with the options of mcts, which are those of its fallback
  gtp:PROGRAM [ARGUMENT…]`

const engine = "gtp:"

// readAgents reads agents, separated by commas. The playouts are those of agents
// that do not set them; 0 means gogate.DefaultPlayouts. The limit is that of an
// engine for a move; 0 means none. The name of an entrant is its agent as readAgents
// reads it back, with the options in their order and without those that are as usual.
func readAgents(text string, playouts int, limit time.Duration) ([]gogate.Entrant, error) {
	specs, err := splitSpecs(text)
	if err != nil {
		return nil, err
	}
	entrants := make([]gogate.Entrant, len(specs))
	for i, words := range specs {
		if entrants[i], err = readAgent(words, playouts, limit); err != nil {
			return nil, fmt.Errorf("agent %d, %w", i+1, err)
		}
	}
	return entrants, nil
}

// readAgent reads the words of one agent.
func readAgent(words []string, playouts int, limit time.Duration) (gogate.Entrant, error) {
	if len(words) == 0 {
		return gogate.Entrant{}, fmt.Errorf("which is empty: want %s", agentNames())
	}
	if program, ok := strings.CutPrefix(words[0], engine); ok {
		return readEngine(program, words[1:], limit)
	}
	i := slices.IndexFunc(agents, func(a agent) bool { return a.name == words[0] })
	if i < 0 {
		return gogate.Entrant{}, fmt.Errorf("%q: want %s", words[0], agentNames())
	}
	a := agents[i]
	o := settings{}
	for _, word := range words[1:] {
		if err := a.set(o, word); err != nil {
			return gogate.Entrant{}, fmt.Errorf("%s: %w", a.name, err)
		}
	}
	if o["uct"] == 1 && o["nopriors"] == 1 { // the same player as with uct alone, under another name
		return gogate.Entrant{}, fmt.Errorf("%s: uct with nopriors: want one of them, since uct never has priors", a.name)
	}
	if _, given := o["playouts"]; !given && playouts != 0 {
		o["playouts"] = playouts
	}
	name := a.name
	for _, option := range a.options {
		switch v, given := o[option.name]; {
		case !given:
			o[option.name] = option.def
		case v == option.def:
		case option.most == 0:
			name += " " + option.name
		default:
			name += " " + option.name + "=" + strconv.Itoa(v)
		}
	}
	return gogate.Entrant{
		Name: name,
		New:  func(seed uint64) gogate.Player { return a.player(o, seed) },
	}, nil
}

// set reads one option.
func (a agent) set(o settings, word string) error {
	name, value, hasValue := strings.Cut(word, "=")
	i := slices.IndexFunc(a.options, func(o option) bool { return o.name == name })
	if i < 0 || hasValue && a.options[i].most == 0 {
		return fmt.Errorf("%q is no option: want %s", word, a.allowed())
	}
	option := a.options[i]
	if _, twice := o[name]; twice {
		return fmt.Errorf("%q is the second %s: want each option once", word, name)
	}
	o[name] = 1
	if option.most > 0 {
		n, ok := form.Number(value)
		if !ok || n < 1 || n > option.most {
			return fmt.Errorf("%q: want %s= and a whole number from 1 to %d", word, name, option.most)
		}
		o[name] = n
	}
	return nil
}

// allowed says what options there are.
func (a agent) allowed() string {
	var all []string
	for _, o := range a.options {
		if o.most > 0 {
			o.name += "=NUMBER"
		}
		all = append(all, o.name)
	}
	if len(all) == 0 {
		return "none"
	}
	return strings.Join(all, ", ")
}

// agentNames says what agents there are.
func agentNames() string {
	var all []string
	for _, a := range agents {
		all = append(all, a.name)
	}
	return strings.Join(all, ", ") + " or gtp:PROGRAM"
}

// readEngine returns an engine as an entrant, a process of its own for every game.
// The word {seed} in an argument becomes the seed of the game, 0 for the first:
// GNU Go, for one, takes 0 for a seed like any other, and only without --seed
// makes one from the clock.
func readEngine(program string, arguments []string, limit time.Duration) (gogate.Entrant, error) {
	if program == "" {
		return gogate.Entrant{}, fmt.Errorf("%q: want a program right after it, such as gtp:gnugo", engine)
	}
	if _, err := exec.LookPath(program); err != nil {
		return gogate.Entrant{}, fmt.Errorf("%q is no program that can be run: want one in PATH or the path of one", program)
	}
	name := engine + quote(program)
	for _, a := range arguments {
		name += " " + quote(a)
	}
	return gogate.Entrant{
		Name: name,
		New: func(seed uint64) gogate.Player {
			command := []string{program}
			for _, a := range arguments {
				command = append(command, strings.ReplaceAll(a, "{seed}", strconv.FormatUint(seed, 10)))
			}
			engine := &gtp.Player{Command: command}
			if limit == 0 {
				return engine
			}
			return limited{engine, name, limit}
		},
	}, nil
}

// A limited is an engine that has so long for a move, its start included.
type limited struct {
	*gtp.Player
	name  string
	limit time.Duration
}

func (l limited) Play(ctx context.Context, p *gogate.Position) (gogate.Move, error) {
	late := fmt.Errorf("%s gave no move within %v: want an engine that speaks GTP and takes no longer, or another -timeout", l.name, l.limit)
	ctx, cancel := context.WithTimeoutCause(ctx, l.limit, late)
	defer cancel()
	m, err := l.Player.Play(ctx, p)
	if errors.Is(err, context.DeadlineExceeded) {
		err = context.Cause(ctx)
	}
	return m, err
}

// splitSpecs splits text at commas and the parts at blanks into words, neither of
// them within quotes. Single or double quotes stand for all that is between them,
// as it is, and may begin and end within a word. There is no other escape, so that
// a backslash may stand in a path.
func splitSpecs(text string) ([][]string, error) {
	specs := [][]string{nil}
	var word strings.Builder
	inWord := false
	end := func() {
		if inWord {
			last := &specs[len(specs)-1]
			*last = append(*last, word.String())
		}
		word.Reset()
		inWord = false
	}
	for i := 0; i < len(text); i++ {
		switch b := text[i]; b {
		case ' ', '\t', '\n', '\r':
			end()
		case ',':
			end()
			specs = append(specs, nil)
		case '\'', '"':
			quoted, _, closed := strings.Cut(text[i+1:], string(b))
			if !closed {
				return nil, fmt.Errorf("the quote before %.20q is not closed: want another %c after it", text[i+1:], b)
			}
			word.WriteString(quoted)
			inWord = true
			i += len(quoted) + 1
		default:
			word.WriteByte(b)
			inWord = true
		}
	}
	end()
	return specs, nil
}

// quote returns a word in the form that splitSpecs reads back.
func quote(word string) string {
	switch {
	case word != "" && !strings.ContainsAny(word, " \t\r\n,'\""):
		return word
	case !strings.Contains(word, "'"):
		return "'" + word + "'"
	case !strings.Contains(word, `"`):
		return `"` + word + `"`
	}
	return "'" + strings.ReplaceAll(word, "'", `'"'"'`) + "'"
}
