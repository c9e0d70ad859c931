package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"example.com/gogate/cmd/gogate/internal/site"
)

//go:embed internal/site/page
var page embed.FS

// The files of the site.
const (
	pageFile    = "index.html"
	libraryFile = "gogate.wasm"
	startFile   = "wasm_exec.js"
)

// makeSite runs gogate site.
func makeSite(ctx context.Context, args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("site", flag.ContinueOnError)
	dir := flags.String("o", "", "the `directory` to write, which is made if it is missing; "+pageFile+", "+libraryFile+" and "+startFile+" in it are replaced")
	address := flags.String("serve", "", "serve the directory at this `address` too, such as localhost:8080, until interrupted")
	if done, err := parse(flags, args, stdout); done || err != nil {
		return err
	}
	if *dir == "" {
		return badUsage{errors.New("-o is missing: want the directory to write")}
	}
	var listener net.Listener
	if *address != "" { // before the work, which takes a while
		var err error
		if listener, err = new(net.ListenConfig).Listen(ctx, "tcp", *address); err != nil {
			return badUsage{fmt.Errorf("-serve: %w: want an address of this machine that is free, such as localhost:8080", err)}
		}
		defer listener.Close()
	}
	if err := writeSite(ctx, *dir); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(stdout, "%s: %s, %s and %s\n", *dir, pageFile, libraryFile, startFile); err != nil || listener == nil {
		return err
	}
	if _, err := fmt.Fprintf(stdout, "http://%v/ until interrupted\n", listener.Addr()); err != nil {
		return err
	}
	return serveSite(ctx, *dir, listener)
}

// writeSite writes the files of the site.
func writeSite(ctx context.Context, dir string) error {
	source, err := sourceDir(ctx)
	if err != nil {
		return err
	}
	goroot, err := goTool(ctx, source, "env", "GOROOT")
	if err != nil {
		return err
	}
	html, err := newPage(ctx)
	if err != nil {
		return err
	}
	start, err := os.ReadFile(filepath.Join(strings.TrimSpace(goroot), "lib", "wasm", startFile))
	if err != nil {
		return fmt.Errorf("the Go toolchain has no %s: %w", startFile, err)
	}
	library, err := buildLibrary(ctx, source)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for name, content := range map[string][]byte{startFile: start, libraryFile: library, pageFile: html} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// sourceDir returns the directory of this program's source, from which the library is
// built for the browser: where the program was built, or as a module that the working
// directory requires.
func sourceDir(ctx context.Context) (string, error) {
	if _, file, _, ok := runtime.Caller(0); ok && filepath.IsAbs(file) {
		dir := filepath.Dir(file)
		if _, err := os.Stat(filepath.Join(dir, "internal", "site")); err == nil {
			return dir, nil
		}
	}
	out, err := goTool(ctx, "", "list", "-f", "{{.Dir}}", commandPath)
	if err != nil {
		return "", fmt.Errorf("the source of gogate is needed: want a gogate that was built on this machine, or a working directory whose module requires it (%w)", err)
	}
	return strings.TrimSpace(out), nil
}

const (
	modulePath  = "example.com/gogate"
	commandPath = modulePath + "/cmd/gogate"
)

// buildLibrary compiles what runs in the browser. Inlining is for the library alone:
// elsewhere it makes the file larger by a twentieth, and nothing faster that counts.
func buildLibrary(ctx context.Context, source string) (library []byte, err error) {
	tmp, err := os.MkdirTemp("", "gogate-site-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(tmp)) }()
	target := filepath.Join(tmp, libraryFile)
	if _, err := goTool(ctx, source, "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w",
		"-gcflags=all=-l", "-gcflags="+modulePath+"=", "-o", target, commandPath+"/internal/site/wasm"); err != nil {
		return nil, err
	}
	return os.ReadFile(target)
}

// goTool runs the command go in a directory and returns what it prints.
func goTool(ctx context.Context, dir string, args ...string) (string, error) {
	program, err := exec.LookPath("go")
	if err != nil {
		return "", errors.New("the command go is not in PATH: want a Go toolchain, which builds the library for the browser")
	}
	c := exec.CommandContext(ctx, program, args...)
	c.Dir = dir
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	var out, said bytes.Buffer
	c.Stdout, c.Stderr = &out, &said
	if err := c.Run(); err != nil {
		return "", fmt.Errorf("go %s: %w: %s", args[0], err, strings.Join(strings.Fields(said.String()), " "))
	}
	return out.String(), nil
}

// newPage returns the page with the recorded example in it.
func newPage(ctx context.Context) ([]byte, error) {
	example, err := site.NewRecording(ctx)
	if err != nil {
		return nil, err
	}
	recording, err := json.Marshal(example) // with < as \u003c, so that no text ends the script
	if err != nil {
		return nil, err
	}
	html, err := page.ReadFile("internal/site/page/page.html")
	if err != nil {
		return nil, err
	}
	for mark, files := range map[string][]string{
		"/*style*/":  {"page.css"},
		"/*script*/": {"board.js", "engine.js", "page.js"},
		"/*worker*/": {"worker.js"},
	} {
		var parts [][]byte
		for _, file := range files {
			part, err := page.ReadFile("internal/site/page/" + file)
			if err != nil {
				return nil, err
			}
			parts = append(parts, part)
		}
		html = bytes.Replace(html, []byte(mark), bytes.Join(parts, []byte("\n")), 1)
	}
	return bytes.Replace(html, []byte("/*recording*/"), recording, 1), nil
}

// serveSite serves the files of the site until ctx ends.
func serveSite(ctx context.Context, dir string, listener net.Listener) error {
	handler, err := newHandler(dir)
	if err != nil {
		return err
	}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	err = server.Serve(listener)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// newHandler serves the files of the site and nothing else of the directory, compressed
// where that is accepted.
func newHandler(dir string) (http.Handler, error) {
	mux := http.NewServeMux()
	for _, f := range []struct{ pattern, file, kind string }{
		{"GET /{$}", pageFile, "text/html; charset=utf-8"},
		{"GET /" + pageFile, pageFile, "text/html; charset=utf-8"},
		{"GET /" + startFile, startFile, "text/javascript; charset=utf-8"},
		{"GET /" + libraryFile, libraryFile, "application/wasm"},
	} {
		plain, err := os.ReadFile(filepath.Join(dir, f.file))
		if err != nil {
			return nil, err
		}
		var packed bytes.Buffer
		w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		w.Write(plain) // into memory, without an error
		w.Close()
		mux.HandleFunc(f.pattern, func(w http.ResponseWriter, r *http.Request) {
			header := w.Header()
			header.Set("Content-Type", f.kind)
			header.Set("X-Content-Type-Options", "nosniff")
			header.Set("Cache-Control", "no-cache")
			header.Set("Vary", "Accept-Encoding")
			body := plain
			if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
				header.Set("Content-Encoding", "gzip")
				body = packed.Bytes()
			}
			header.Set("Content-Length", fmt.Sprint(len(body)))
			w.Write(body)
		})
	}
	return mux, nil
}
