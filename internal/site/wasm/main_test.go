//go:build js && wasm

package main

import (
	"syscall/js"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/gogate/internal/site/session"
)

// Every field of a request comes from the message, under its name.
func TestRequest(t *testing.T) {
	bytes := js.Global().Get("Uint8Array").New(2)
	js.CopyBytesToJS(bytes, []byte("\xff("))
	all := map[string]any{
		"op": "start", "size": "9", "komi": "7.5", "ko": "simple", "suicide": true, "limit": "10",
		"black": "you", "white": "mcts", "playouts": "30", "seed": "1", "guarded": true,
		"moves": "A1 pass", "comments": []any{"", "one"}, "sgf": bytes, "turn": 2, "move": "D4", "marks": true,
	}
	for _, test := range []struct {
		name   string
		fields map[string]any
		want   session.Request
	}{
		{"all", all, session.Request{
			Op: "start", Size: "9", Komi: "7.5", Ko: "simple", Suicide: true, Limit: "10",
			Black: "you", White: "mcts", Playouts: "30", Seed: "1", Guarded: true,
			Moves: "A1 pass", Comments: []string{"", "one"}, SGF: "\xff(", Turn: 2, Move: "D4", Marks: true,
		}},
		{"a record as a text", map[string]any{"sgf": "(;)"}, session.Request{SGF: "(;)"}},
		{"none", nil, session.Request{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := message{js.ValueOf(test.fields)}.request()
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// JavaScript takes every value of an answer.
func TestAnswer(t *testing.T) {
	var s session.Session
	values := session.Values(s.Answer(t.Context(), session.Request{
		Op: "start", Size: "2", Komi: "0.5", Ko: "simple", Black: "you", White: "you", Playouts: "1", Seed: "0", Moves: "A1", Marks: true,
	}))
	got := js.Global().Get("JSON").Call("stringify", js.ValueOf(values).Get("view").Get("rows")).String()
	if want := `["..","X."]`; got != want {
		t.Errorf("got the rows %s, want %s", got, want)
	}
}
