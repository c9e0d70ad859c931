//go:build js && wasm

// Command wasm is the part of the browser page of gogate that runs in a worker: it
// answers each message that the page posts with the answer of a session.
package main

import (
	"context"
	"syscall/js"

	"example.com/gogate/internal/site/session"
)

func main() {
	var game session.Session
	post := func(v any) { js.Global().Call("postMessage", js.ValueOf(v)) }
	js.Global().Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		request := message{args[0].Get("data")}.request()
		// A handler may not wait, and a gate waits for its players. The page waits for an
		// answer before it asks again.
		go func() { post(session.Values(game.Answer(context.Background(), request))) }()
		return nil
	}))
	post(map[string]any{"ready": true})
	select {}
}

// A message is what the page posts: an object. A field that it lacks is empty.
type message struct{ js.Value }

// request returns a message as a request.
func (m message) request() session.Request {
	return session.Request{
		Op:       m.text("op"),
		Size:     m.text("size"),
		Komi:     m.text("komi"),
		Ko:       m.text("ko"),
		Suicide:  m.Get("suicide").Truthy(),
		Limit:    m.text("limit"),
		Black:    m.text("black"),
		White:    m.text("white"),
		Playouts: m.text("playouts"),
		Seed:     m.text("seed"),
		Guarded:  m.Get("guarded").Truthy(),
		Moves:    m.text("moves"),
		Comments: m.texts("comments"),
		SGF:      m.text("sgf"),
		Turn:     m.number("turn"),
		Move:     m.text("move"),
		Marks:    m.Get("marks").Truthy(),
	}
}

// text returns a text, which may be given as the bytes of a file.
func (m message) text(name string) string {
	switch value := m.Get(name); value.Type() {
	case js.TypeString:
		return value.String()
	case js.TypeObject:
		bytes := make([]byte, value.Length())
		js.CopyBytesToGo(bytes, value)
		return string(bytes)
	}
	return ""
}

func (m message) texts(name string) []string {
	list := m.Get(name)
	if list.Type() != js.TypeObject {
		return nil
	}
	texts := make([]string, list.Length())
	for i := range texts {
		texts[i] = list.Index(i).String()
	}
	return texts
}

func (m message) number(name string) int {
	value := m.Get(name)
	if value.Type() != js.TypeNumber {
		return 0
	}
	return value.Int()
}
