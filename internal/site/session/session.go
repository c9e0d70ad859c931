// Package session is the game behind the browser page of gogate. A session answers the
// page's requests with what there is to show. It runs in the page's worker, compiled to
// WebAssembly, and in the program that writes the page, which records the example there.
package session

import (
	"context"
	"errors"
	"fmt"
)

// A Request is what the page asks for. Op names it, and decides which other fields are
// read. What a person types into a field of the form is a text as it was typed.
type Request struct {
	Op string // start, settings, load, view, move, step, undo or save

	// For start, and for settings, which asks whether a game could start so.
	Size     string
	Komi     string
	Limit    string // of turns; empty for the usual one
	Black    string // the name of a player
	White    string
	Playouts string
	Seed     string
	Guarded  bool     // whether a gate stands before the moves of a person
	Moves    string   // to play at once, with blanks between
	Comments []string // on the positions of these moves, the start first

	SGF string // for load: the record, which does not tell Ko and Suicide

	// For start, settings and load.
	Ko      string
	Suicide bool

	Turn  int    // for view
	Move  string // for move
	Marks bool   // whether the view has marks on the moves that the checks refuse
}

// An Answer is what the page gets. If Error is not empty, the request was refused, it
// says why in a sentence, and the game is as it was.
type Answer struct {
	Error  string  `json:"error"`
	View   *View   `json:"view"`   // for start, load, view, move, step and undo
	Record *Record `json:"record"` // for load
	Saved  *Saved  `json:"saved"`  // for save
}

// A Session has one game at a time. The zero value has none: it waits for start or load.
// Only one goroutine at a time may use it.
type Session struct{ game *game }

// Answer answers a request.
func (s *Session) Answer(ctx context.Context, r Request) Answer {
	answer, err := s.answer(ctx, r)
	if err != nil {
		return Answer{Error: err.Error()}
	}
	return answer
}

func (s *Session) answer(ctx context.Context, r Request) (Answer, error) {
	switch r.Op {
	case "settings":
		_, err := start(r)
		return Answer{}, err
	case "start":
		g, err := start(r)
		if err != nil {
			return Answer{}, err
		}
		s.game = g
		return Answer{View: g.last(r.Marks)}, nil
	case "load":
		g, record, err := load(r)
		if err != nil {
			return Answer{}, err
		}
		s.game = g
		return Answer{Record: record, View: g.view(0, r.Marks)}, nil
	}
	if s.game == nil {
		return Answer{}, errors.New("no game has begun: start one, or load a record")
	}
	return s.game.answer(ctx, r)
}

func (g *game) answer(ctx context.Context, r Request) (Answer, error) {
	var err error
	switch {
	case r.Op == "view":
		if end := len(g.steps) - 1; r.Turn < 0 || r.Turn > end {
			return Answer{}, fmt.Errorf("turn %d: must be a whole number from 0 to %d", r.Turn, end)
		}
		return Answer{View: g.view(r.Turn, r.Marks)}, nil
	case g.record:
		return Answer{}, errors.New("a record can only be viewed: start a game to play or to save one")
	case r.Op == "save":
		saved, err := g.save()
		return Answer{Saved: saved}, err
	case r.Op == "move":
		err = g.propose(ctx, r.Move)
	case r.Op == "step":
		err = g.agent(ctx)
	case r.Op == "undo":
		err = g.undo()
	default:
		err = fmt.Errorf("request %q: must be start, settings, load, view, move, step, undo or save", r.Op)
	}
	if err != nil {
		return Answer{}, err
	}
	return Answer{View: g.last(r.Marks)}, nil
}
