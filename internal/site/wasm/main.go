//go:build js && wasm

// Command wasm is the part of the browser page of gogate that runs in a worker: it
// answers each message that the page posts with the answer of a session.
package main

import (
	"context"
	"syscall/js"

	"example.com/gogate/internal/site"
)

func main() {
	var session site.Session
	post := func(answer site.Answer) { js.Global().Call("postMessage", js.ValueOf(answer)) }
	js.Global().Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		request := read(args[0].Get("data"))
		// A handler may not wait, and a gate waits for its players. The page waits for an
		// answer before it asks again.
		go func() { post(session.Answer(context.Background(), request)) }()
		return nil
	}))
	post(site.Answer{"ready": true})
	select {}
}

// read returns the fields of a message: texts, and the bytes of a record.
func read(message js.Value) site.Request {
	request := site.Request{}
	fields := js.Global().Get("Object").Call("keys", message)
	for i := range fields.Length() {
		name := fields.Index(i).String()
		switch value := message.Get(name); value.Type() {
		case js.TypeObject: // the bytes of a file
			bytes := make([]byte, value.Get("length").Int())
			js.CopyBytesToGo(bytes, value)
			request[name] = string(bytes)
		default:
			request[name] = value.String()
		}
	}
	return request
}
