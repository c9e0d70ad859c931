package agents

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"example.com/gogate"
)

// stub makes an entrant of an engine without starting anything.
func stub(program string, arguments []string) (gogate.Entrant, error) {
	name := EnginePrefix + Quote(program)
	for _, a := range arguments {
		name += " " + Quote(a)
	}
	return gogate.Entrant{Name: name}, nil
}

// Names are in one form, whatever the form of the agents, and read back.
func TestReadNames(t *testing.T) {
	for _, test := range []struct {
		agents   string
		playouts int
		want     string
	}{
		{"random,greedy, search ,mcts,gated", 0, "random,greedy,search,mcts,gated"},
		{"mcts  uct playouts=1000", 0, "mcts playouts=1000 uct"},
		{"mcts playouts=200 workers=1", 0, "mcts"},
		{"gated keep nopriors,search width=8", 0, "gated nopriors keep,search"},
		{"mcts playouts=200,gated,random", 1000, "mcts,gated playouts=1000,random"},
		{"mcts", gogate.DefaultPlayouts, "mcts"},
		{"'mcts' \"playouts=7\"", 0, "mcts playouts=7"},
		{"gtp:engine --mode gtp --seed {seed},mcts", 5, "gtp:engine --mode gtp --seed {seed},mcts playouts=5"},
		{`gtp:"engine" "a b" 'c,d' e'' '' 'it'"'"s "\ '"`, 0, `gtp:engine 'a b' 'c,d' e '' "it's" "\ '"`},
		{`gtp:'a path/engine' 'a"b'"'c"`, 0, `gtp:'a path/engine' 'a"b'"'"'c'`},
	} {
		t.Run(test.agents, func(t *testing.T) {
			text := test.agents
			for range 2 { // from the agents, and then from the names
				entrants, err := Reader{Playouts: test.playouts, Engine: stub}.Read(text)
				if err != nil {
					t.Fatal(err)
				}
				var names []string
				for _, e := range entrants {
					names = append(names, e.Name)
				}
				if text = strings.Join(names, ","); text != test.want {
					t.Errorf("got %s, want %s", text, test.want)
				}
				test.playouts = 0 // a name says them
			}
		})
	}
}

func TestReadPlayers(t *testing.T) {
	entrants, err := Reader{}.Read("mcts workers=2 uct playouts=9,random,greedy,search width=3")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []gogate.Player{
		gogate.MCTS{Playouts: 9, Seed: 3, UCT: true, Workers: 2, Memory: gogate.DefaultMemory},
		gogate.Random{Seed: 3}, gogate.Greedy{Seed: 3}, gogate.Search{Width: 3},
	} {
		if got := entrants[i].New(3); got != want {
			t.Errorf("%s: got %#v, want %#v", entrants[i].Name, got, want)
		}
	}
	kept, err := Reader{}.Read("mcts keep")
	if err != nil {
		t.Fatal(err)
	}
	if a, b := kept[0].New(3).(gogate.MCTS), kept[0].New(3).(gogate.MCTS); a.Tree == nil || a.Tree == b.Tree {
		t.Errorf("mcts keep: got the trees %p and %p, want one for each game", a.Tree, b.Tree)
	}
}

// New makes what Read makes without options.
func TestNew(t *testing.T) {
	for _, test := range []struct {
		name     string
		playouts int
		want     gogate.Player
	}{
		{"random", 0, gogate.Random{Seed: 3}},
		{"greedy", 9, gogate.Greedy{Seed: 3}},
		{"search", 9, gogate.Search{Width: 8}},
		{"mcts", 0, gogate.MCTS{Playouts: gogate.DefaultPlayouts, Seed: 3, Workers: 1, Memory: gogate.DefaultMemory}},
		{"mcts", 9, gogate.MCTS{Playouts: 9, Seed: 3, Workers: 1, Memory: gogate.DefaultMemory}},
	} {
		if got, ok := New(test.name, test.playouts, 3); !ok || got != test.want {
			t.Errorf("%s: got %#v, %v, want %#v", test.name, got, ok, test.want)
		}
	}
	for _, a := range All() {
		if player, ok := New(a.Name, 0, 0); !ok || player == nil || a.Does == "" {
			t.Errorf("%s: got %v, %v, which does %q", a.Name, player, ok, a.Does)
		}
	}
	if player, ok := New("gtp:gnugo", 0, 0); ok {
		t.Errorf("gtp:gnugo: got %v, want no player", player)
	}
}

func TestReadErrors(t *testing.T) {
	const names = "must be one of random, greedy, search, mcts, gated or gtp:PROGRAM"
	for _, test := range []struct{ agents, want string }{
		{"", "no agent is named: it " + names},
		{"mcts,", "agent 2: no agent is named: it " + names},
		{"Gated", `"Gated": ` + names},
		{"mcts,Gated", `agent 2: "Gated": ` + names},
		{"mcts playouts", `mcts: option "playouts": must be playouts= and a whole number from 1 to 1000000000`},
		{"mcts playouts=0", `mcts: option "playouts=0": must be playouts= and a whole number from 1 to 1000000000`},
		{"mcts playouts=+5", `mcts: option "playouts=+5": must be playouts= and a whole number from 1 to 1000000000`},
		{"mcts playouts=5 playouts=6", `mcts: option "playouts=6": playouts is set already, and may be set only once`},
		{"gated uct=1", `gated: option "uct=1": must be one of playouts=NUMBER, uct, nopriors, workers=NUMBER, memory=NUMBERMB, keep`},
		{"mcts uct nopriors", `mcts: uct with nopriors: give one of them, because uct never uses priors`},
		{"mcts,gated nopriors playouts=9 uct", `agent 2: gated: uct with nopriors: give one of them, because uct never uses priors`},
		{"random seed=1", `random: "seed=1": this agent has no options`},
		{"gtp:", `"gtp:": the program must follow at once, as in gtp:gnugo`},
		{"gtp: gnugo", `"gtp:": the program must follow at once, as in gtp:gnugo`},
		{"gtp:'a b,mcts", `the quote before "a b,mcts" is open: close it with another '`},
	} {
		if _, err := (Reader{Engine: stub}).Read(test.agents); err == nil || err.Error() != test.want {
			t.Errorf("%q: got %v, want %s", test.agents, err, test.want)
		}
	}
	want := `"gtp:gnugo": must be one of random, greedy, search, mcts or gated`
	if _, err := (Reader{}).Read("gtp:gnugo"); err == nil || err.Error() != want {
		t.Errorf("without engines: got %v, want %s", err, want)
	}
}

// checkQuote states that any words read back from their quoted form.
func checkQuote(t *rapid.T) {
	specs := rapid.SliceOfN(rapid.SliceOf(rapid.StringOf(rapid.SampledFrom([]rune("aé '\",\\\n\t=")))), 1, -1).Draw(t, "specs")
	var texts []string
	for _, words := range specs {
		var quoted []string
		for _, w := range words {
			quoted = append(quoted, Quote(w))
		}
		texts = append(texts, strings.Join(quoted, " "))
	}
	text := strings.Join(texts, ",")
	got, err := split(text)
	if err != nil || !slices.EqualFunc(got, specs, slices.Equal) {
		t.Fatalf("%s: got %q, %v, want %q", text, got, err, specs)
	}
}

func TestQuote(t *testing.T) { rapid.Check(t, checkQuote) }
func FuzzQuote(f *testing.F) { f.Fuzz(rapid.MakeFuzz(checkQuote)) }
