package main

import (
	"context"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// Without a Go toolchain one line says so.
func TestSiteWithoutGo(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	var stdout, stderr strings.Builder
	status := run(t.Context(), []string{"site", "-o", t.TempDir()}, &stdout, &stderr, false)
	const want = "gogate: the command go is not in PATH: install the Go toolchain, which builds the library for the browser\n"
	if status != 1 || stdout.Len() > 0 || stderr.String() != want {
		t.Errorf("got status %d, stdout %q, stderr %q, want 1, nothing and %q", status, stdout.String(), stderr.String(), want)
	}
}

// The files are named, -serve says where and answers there, and ends when interrupted.
func TestSiteServes(t *testing.T) {
	long(t)
	ctx, interrupt := context.WithCancel(t.Context())
	dir := t.TempDir()
	r, w := io.Pipe()
	ended := make(chan int)
	var stderr strings.Builder
	go func() {
		ended <- run(ctx, []string{"site", "-o", dir, "-serve", "localhost:0"}, w, &stderr, false)
		w.Close()
	}()
	buffer, said := make([]byte, 1000), ""
	for !strings.HasSuffix(said, " until interrupted\n") {
		n, err := r.Read(buffer)
		if err != nil {
			t.Fatalf("%v after %q; stderr %q", err, said, stderr.String())
		}
		said += string(buffer[:n])
	}
	if want := dir + ": index.html, gogate.wasm and wasm_exec.js\n"; !strings.HasPrefix(said, want) {
		t.Errorf("got %q, want %q first", said, want)
	}
	url := regexp.MustCompile(`http://\S+/`).FindString(said)
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Errorf("%s: status %d", url, response.StatusCode)
	}
	interrupt()
	if status := <-ended; status != 130 || stderr.String() != "gogate: interrupted\n" {
		t.Errorf("got status %d, stderr %q, want 130 and an interruption", status, stderr.String())
	}
}
