package main

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"example.com/gogate"
	"example.com/gogate/gtp"
)

// Names are in one form, whatever the form of the agents, and read back.
func TestAgentNames(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		agents   string
		playouts int
		want     []string
	}{
		{"random,greedy, search ,mcts,gated", 0, []string{"random", "greedy", "search", "mcts", "gated"}},
		{"mcts  uct playouts=1000", 0, []string{"mcts playouts=1000 uct"}},
		{"mcts playouts=200 workers=1", 0, []string{"mcts"}},
		{"gated keep nopriors,search width=8", 0, []string{"gated nopriors keep", "search"}},
		{"mcts playouts=200,gated,random", 1000, []string{"mcts", "gated playouts=1000", "random"}},
		{"'mcts' \"playouts=7\"", 0, []string{"mcts playouts=7"}},
		{"gtp:PROGRAM --mode gtp --seed {seed},mcts", 5, []string{"gtp:PROGRAM --mode gtp --seed {seed}", "mcts playouts=5"}},
		{`gtp:"PROGRAM" "a b" 'c,d' e'' '' 'it'"'"s "\ '"`, 0, []string{`gtp:PROGRAM 'a b' 'c,d' e '' "it's" "\ '"`}},
		{`gtp:PROGRAM 'a"b'"'c"`, 0, []string{`gtp:PROGRAM 'a"b'"'"'c'`}},
	} {
		t.Run(test.agents, func(t *testing.T) {
			text := strings.ReplaceAll(test.agents, "PROGRAM", program)
			for range 2 { // from the agents, and then from the names
				entrants, err := readAgents(text, test.playouts, 0)
				if err != nil {
					t.Fatal(err)
				}
				var names []string
				for _, e := range entrants {
					names = append(names, e.Name)
				}
				text = strings.Join(names, ",")
				if want := strings.ReplaceAll(strings.Join(test.want, ","), "PROGRAM", program); text != want {
					t.Errorf("got %s, want %s", text, want)
				}
				test.playouts = 0 // a name says them
			}
		})
	}
}

func TestAgentPlayers(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	entrants, err := readAgents("mcts workers=2 uct playouts=9,random,greedy,search width=3,gtp:"+program+" --seed={seed} {seed}{seed}", 0, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []gogate.Player{
		gogate.MCTS{Playouts: 9, Seed: 3, UCT: true, Workers: 2},
		gogate.Random{Seed: 3}, gogate.Greedy{Seed: 3}, gogate.Search{Width: 3},
	} {
		if got := entrants[i].New(3); got != want {
			t.Errorf("%s: got %#v, want %#v", entrants[i].Name, got, want)
		}
	}
	kept, err := readAgents("mcts keep", 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := kept[0].New(3).(gogate.MCTS), kept[0].New(3).(gogate.MCTS); a.Tree == nil || a.Tree == b.Tree {
		t.Errorf("mcts keep: got the trees %p and %p, want one for each game", a.Tree, b.Tree)
	}
	for range 2 { // a game does not change what the next one gets
		engine := entrants[4].New(3).(limited)
		if want := []string{program, "--seed=3", "33"}; !slices.Equal(engine.Command, want) || engine.limit != time.Minute {
			t.Errorf("got the command %q and the limit %v, want %q and a minute", engine.Command, engine.limit, want)
		}
	}
	unlimited, err := readAgents("gtp:"+program, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	if engine, ok := unlimited[0].New(3).(*gtp.Player); !ok {
		t.Errorf("without a limit: got %T, want the engine alone", engine)
	}
}

func TestBadAgents(t *testing.T) {
	const names = "want random, greedy, search, mcts, gated or gtp:PROGRAM"
	for _, test := range []struct{ agents, want string }{
		{"", "agent 1, which is empty: " + names},
		{"mcts,", "agent 2, which is empty: " + names},
		{"mcts,Gated", `agent 2, "Gated": ` + names},
		{"mcts playouts", `agent 1, mcts: "playouts": want playouts= and a whole number from 1 to 1000000000`},
		{"mcts playouts=0", `agent 1, mcts: "playouts=0": want playouts= and a whole number from 1 to 1000000000`},
		{"mcts playouts=+5", `agent 1, mcts: "playouts=+5": want playouts= and a whole number from 1 to 1000000000`},
		{"mcts playouts=5 playouts=6", `agent 1, mcts: "playouts=6" is the second playouts: want each option once`},
		{"gated uct=1", `agent 1, gated: "uct=1" is no option: want playouts=NUMBER, uct, nopriors, workers=NUMBER, keep`},
		{"mcts uct nopriors", `agent 1, mcts: uct with nopriors: want one of them, since uct never has priors`},
		{"mcts,gated nopriors playouts=9 uct", `agent 2, gated: uct with nopriors: want one of them, since uct never has priors`},
		{"random seed=1", `agent 1, random: "seed=1" is no option: want none`},
		{"gtp:", `agent 1, "gtp:": want a program right after it, such as gtp:gnugo`},
		{"gtp: gnugo", `agent 1, "gtp:": want a program right after it, such as gtp:gnugo`},
		{"random,gtp:no-such-engine --mode gtp", `agent 2, "no-such-engine" is no program that can be run: want one in PATH or the path of one`},
		{"gtp:'a b,mcts", `the quote before "a b,mcts" is not closed: want another ' after it`},
	} {
		if _, err := readAgents(test.agents, 0, 0); err == nil || err.Error() != test.want {
			t.Errorf("%q: got %v, want %s", test.agents, err, test.want)
		}
	}
}

// checkQuote states that any words read back from their quoted form.
func checkQuote(t *rapid.T) {
	specs := rapid.SliceOfN(rapid.SliceOf(rapid.StringOf(rapid.SampledFrom([]rune("aé '\",\\\n\t=")))), 1, -1).Draw(t, "specs")
	var texts []string
	for _, words := range specs {
		var quoted []string
		for _, w := range words {
			quoted = append(quoted, quote(w))
		}
		texts = append(texts, strings.Join(quoted, " "))
	}
	text := strings.Join(texts, ",")
	got, err := splitSpecs(text)
	if err != nil || !slices.EqualFunc(got, specs, slices.Equal) {
		t.Fatalf("%s: got %q, %v, want %q", text, got, err, specs)
	}
}

func TestQuote(t *testing.T) { rapid.Check(t, checkQuote) }
func FuzzQuote(f *testing.F) { f.Fuzz(rapid.MakeFuzz(checkQuote)) }
