package main

import (
	"errors"
	"flag"
	"fmt"
	"strings"
	"time"

	"example.com/gogate"
	"example.com/gogate/internal/agents"
	"example.com/gogate/internal/agents/engine"
	"example.com/gogate/internal/form"
)

// reader returns a reader of agents, engines included. The limit is that of an engine
// for a move, 0 for none.
func reader(playouts int, limit time.Duration) agents.Reader {
	return agents.Reader{
		Playouts: playouts,
		Engine: func(program string, arguments []string) (gogate.Entrant, error) {
			return engine.New(program, arguments, limit)
		},
	}
}

// isEngine reports whether an entrant is a program of its own.
func isEngine(e gogate.Entrant) bool { return strings.HasPrefix(e.Name, agents.EnginePrefix) }

// readOne reads the agent that a flag names.
func readOne(r agents.Reader, name, text string) (gogate.Entrant, error) {
	entrants, err := r.Read(text)
	switch {
	case err != nil:
		return gogate.Entrant{}, fmt.Errorf("-%s: %w", name, err)
	case len(entrants) != 1:
		return gogate.Entrant{}, fmt.Errorf("-%s names %s: it must name one", name, form.Count(len(entrants), "agent"))
	}
	return entrants[0], nil
}

// A pair is the two agents that the flags -agents, or -black and -white, name.
type pair struct{ list, black, white *string } // nil for a flag that is not given

// define defines the flags, with what each of them is for.
func (p *pair) define(flags *flag.FlagSet, list, black, white string) {
	text := func(name, usage string, at **string) {
		flags.Func(name, usage, func(s string) error {
			*at = &s
			return nil
		})
	}
	text("agents", "`LIST` "+list, &p.list)
	text("black", "`AGENT` "+black+" (default gated)", &p.black)
	text("white", "`AGENT` "+white+" (default mcts)", &p.white)
}

// given reports whether any agent is named.
func (p pair) given() bool { return p.list != nil || p.black != nil || p.white != nil }

// read returns the agents by colour. The one whose place the person takes, if there is
// one, is left out.
func (p pair) read(r agents.Reader, you gogate.Color) (seats [3]gogate.Entrant, err error) {
	if p.list != nil {
		return p.readList(r, you)
	}
	for _, flag := range []struct {
		color gogate.Color
		name  string
		text  *string
		def   string
	}{
		{gogate.Black, "black", p.black, "gated"},
		{gogate.White, "white", p.white, "mcts"},
	} {
		switch {
		case flag.color == you && flag.text != nil:
			return seats, fmt.Errorf("-%s with -you: you play %v, so name your opponent with -%s", flag.name, you, strings.ToLower(you.Opponent().String()))
		case flag.color == you:
			continue
		case flag.text == nil:
			flag.text = &flag.def
		}
		if seats[flag.color], err = readOne(r, flag.name, *flag.text); err != nil {
			return seats, err
		}
	}
	return seats, nil
}

// readList is read for the flag -agents.
func (p pair) readList(r agents.Reader, you gogate.Color) (seats [3]gogate.Entrant, err error) {
	if p.black != nil || p.white != nil {
		return seats, errors.New("-agents with -black or -white: name the agents in one of the two ways")
	}
	entrants, err := r.Read(*p.list)
	switch {
	case err != nil:
		return seats, fmt.Errorf("-agents: %w", err)
	case you != gogate.Empty && len(entrants) != 1:
		return seats, fmt.Errorf("-agents names %s: with -you it must name one, your opponent", form.Count(len(entrants), "agent"))
	case you != gogate.Empty:
		seats[you.Opponent()] = entrants[0]
		return seats, nil
	case len(entrants) != 2:
		return seats, fmt.Errorf("-agents names %s: it must name two, separated by a comma", form.Count(len(entrants), "agent"))
	}
	seats[gogate.Black], seats[gogate.White] = entrants[0], entrants[1]
	return seats, nil
}
