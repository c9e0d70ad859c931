//go:build js && wasm

// Command wasm is the part of the browser page of gogate that runs in a worker: it
// answers each message that the page posts with the answer of a session.
package main

import (
	"context"
	"reflect"
	"syscall/js"

	"example.com/gogate/internal/site/session"
)

func main() {
	var game session.Session
	post := func(message any) { js.Global().Call("postMessage", js.ValueOf(message)) }
	js.Global().Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		request := read(args[0].Get("data"))
		// A handler may not wait, and a gate waits for its players. The page waits for an
		// answer before it asks again.
		go func() { post(session.Values(game.Answer(context.Background(), request))) }()
		return nil
	}))
	post(map[string]any{"ready": true})
	select {}
}

// read returns a message as a request. What the message leaves out is empty.
func read(message js.Value) session.Request {
	var request session.Request
	fields := reflect.ValueOf(&request).Elem()
	for i := range fields.NumField() {
		value := message.Get(fields.Type().Field(i).Tag.Get("json"))
		if value.IsUndefined() {
			continue
		}
		switch field := fields.Field(i); field.Kind() {
		case reflect.String:
			field.SetString(text(value))
		case reflect.Bool:
			field.SetBool(value.Bool())
		case reflect.Int:
			field.SetInt(int64(value.Int()))
		case reflect.Slice:
			texts := make([]string, value.Length())
			for j := range texts {
				texts[j] = text(value.Index(j))
			}
			*field.Addr().Interface().(*[]string) = texts
		}
	}
	return request
}

// text returns a text, which may be the bytes of a file.
func text(value js.Value) string {
	if value.Type() != js.TypeObject {
		return value.String()
	}
	bytes := make([]byte, value.Get("length").Int())
	js.CopyBytesToGo(bytes, value)
	return string(bytes)
}
