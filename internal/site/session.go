// Package site is what the browser page of gogate asks: a game in a session that
// answers requests with what the page shows. It runs in the page's worker, compiled to
// WebAssembly, and in the program that writes the page, for the recorded example.
//
// Requests and answers hold texts, numbers, lists and nothing else, which is what
// passes to JavaScript as it is.
package site

import (
	"context"
	"errors"
	"fmt"
)

// A Request is what the page asks: "op" says what for, the other fields are those of a
// form.
type Request map[string]string

// An Answer is what the page gets, in the types that syscall/js.ValueOf takes. One
// with an "error", which is a sentence, says that nothing has changed.
type Answer = map[string]any

// A Session has one game at a time. The zero value has none, and waits for "start" or
// "load". It is for one goroutine at a time.
type Session struct{ game *game }

// Answer answers a request.
func (s *Session) Answer(ctx context.Context, r Request) Answer {
	answer, err := s.answer(ctx, r)
	if err != nil {
		return Answer{"error": err.Error()}
	}
	return answer
}

func (s *Session) answer(ctx context.Context, r Request) (Answer, error) {
	switch r["op"] {
	case "start":
		g, err := start(r)
		if err != nil {
			return nil, err
		}
		s.game = g
		return g.last(r), nil
	case "settings": // whether a game could start so
		_, err := start(r)
		return Answer{}, err
	case "load":
		g, answer, err := load(r)
		if err != nil {
			return nil, err
		}
		s.game = g
		return answer, nil
	}
	if s.game == nil {
		return nil, errors.New("no game has begun: start one, or load a record")
	}
	return s.game.answer(ctx, r)
}

func (g *game) answer(ctx context.Context, r Request) (Answer, error) {
	var err error
	switch op := r["op"]; {
	case op == "view":
		turn, err := number(r, "turn", 0, len(g.steps)-1)
		if err != nil {
			return nil, err
		}
		return g.view(turn, r), nil
	case g.record:
		return nil, errors.New("this is a record, which is neither played nor saved: start a game for that")
	case op == "save":
		return g.save()
	case op == "move":
		err = g.propose(ctx, r["move"])
	case op == "step":
		err = g.agent(ctx)
	case op == "undo":
		err = g.undo()
	default:
		err = fmt.Errorf("%q is nothing that can be asked: want start, settings, move, step, undo, view, load or save", op)
	}
	if err != nil {
		return nil, err
	}
	return g.last(r), nil
}
