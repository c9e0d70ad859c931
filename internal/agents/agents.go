// Package agents has the roster of the players that a person can name, and reads their
// names: "gated playouts=1000,mcts uct" is two agents with options.
//
// A program that is an engine of its own is an agent too, gtp:PROGRAM. Package engine,
// below this one, starts it: the browser page takes its players from the roster and
// can start no program.
package agents

import (
	"slices"
	"strings"

	"example.com/gogate"
)

// An Agent is a kind of player of package gogate.
type Agent struct {
	Name string
	Does string // how it finds its moves, in plain words

	options []option
	player  func(s settings, seed uint64) gogate.Player
}

// An option is a word such as uct, which sets it to 1, or one with a number, such as
// playouts=1000.
type option struct {
	name string
	most int // the largest number, the least being 1; 0 for a word without one
	def  int // the value if the option is not given
	unit string
}

// settings are the values of an agent's options by name.
type settings map[string]int

// roster has the options of every agent in the order in which its name gives them.
var roster = []Agent{
	{
		Name: "random", Does: "plays any legal point except an eye of its own",
		player: func(_ settings, seed uint64) gogate.Player { return gogate.Random{Seed: seed} },
	},
	{
		Name: "greedy", Does: "captures as many stones as it can, then keeps the most liberties",
		player: func(_ settings, seed uint64) gogate.Player { return gogate.Greedy{Seed: seed} },
	},
	{
		Name: "search", Does: "looks two moves ahead: its best candidates, each against every reply",
		options: []option{{"width", gogate.MaxSize * gogate.MaxSize, 8, ""}},
		player:  func(s settings, _ uint64) gogate.Player { return gogate.Search{Width: s["width"]} },
	},
	{
		Name: "mcts", Does: "searches a tree of random playouts",
		options: mctsOptions,
		player:  func(s settings, seed uint64) gogate.Player { return s.mcts(seed) },
	},
	{
		Name: "gated", Does: "plays what greedy proposes if the checks allow it, otherwise what mcts chooses",
		options: mctsOptions,
		player: func(s settings, seed uint64) gogate.Player {
			return behindGate(gogate.Greedy{Seed: seed}, s.mcts(seed), seed)
		},
	},
}

// mctsOptions are those of mcts, and of gated for its fallback.
var mctsOptions = []option{
	{"playouts", gogate.MaxPlayouts, gogate.DefaultPlayouts, ""},
	{"uct", 0, 0, ""},
	{"nopriors", 0, 0, ""},
	{"workers", gogate.MaxWorkers, 1, ""},
	{"memory", MaxMemory, gogate.DefaultMemory >> 20, "MB"},
	{"keep", 0, 0, ""},
}

// MaxMemory is the largest number of megabytes for the trees of an agent.
const MaxMemory = 1 << 20

// All returns the roster.
func All() []Agent { return slices.Clone(roster) }

// New returns a player of the agent with the given name. The playouts are those of a
// move, 0 for gogate.DefaultPlayouts; an agent that does not play any ignores them. All
// other options are as usual. It reports false if there is no such agent.
func New(name string, playouts int, seed uint64) (player gogate.Player, ok bool) {
	i := slices.IndexFunc(roster, func(a Agent) bool { return a.Name == name })
	if i < 0 {
		return nil, false
	}
	s := settings{}
	if playouts != 0 {
		s["playouts"] = playouts
	}
	return roster[i].player(roster[i].complete(s), seed), true
}

// Guard puts a person behind a gate with the usual checks. Its fallback, mcts, has so
// many playouts for a move; 0 means gogate.DefaultPlayouts.
func Guard(person gogate.Player, playouts int, seed uint64) *gogate.Gate {
	return behindGate(person, gogate.MCTS{Playouts: playouts, Seed: seed}, seed)
}

// behindGate returns a gate with the usual checks.
func behindGate(proposer gogate.Player, fallback gogate.Chooser, seed uint64) *gogate.Gate {
	g := gogate.NewGate(proposer, fallback, gogate.UsualChecks()...)
	g.Seed = seed
	return g
}

// Options lists the options, separated by commas. It is empty for an agent without any.
func (a Agent) Options() string {
	var all []string
	for _, o := range a.options {
		if o.most > 0 {
			o.name += "=NUMBER" + o.unit
		}
		all = append(all, o.name)
	}
	return strings.Join(all, ", ")
}

// complete returns the settings with the usual value of every option that they lack.
func (a Agent) complete(given settings) settings {
	s := settings{}
	for _, o := range a.options {
		s[o.name] = o.def
		if v, ok := given[o.name]; ok {
			s[o.name] = v
		}
	}
	return s
}

func (s settings) mcts(seed uint64) gogate.MCTS {
	m := gogate.MCTS{
		Playouts: s["playouts"], Seed: seed, Workers: s["workers"], Memory: int64(s["memory"]) << 20,
		UCT: s["uct"] == 1, NoPriors: s["nopriors"] == 1,
	}
	if s["keep"] == 1 {
		m.Tree = new(gogate.Tree)
	}
	return m
}
