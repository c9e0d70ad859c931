package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"example.com/gogate/internal/site"
	"example.com/gogate/internal/site/page"
)

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
	if info, err := os.Stat(*dir); err == nil && !info.IsDir() {
		return badUsage{fmt.Errorf("-o: %s is no directory", *dir)}
	}
	var listener net.Listener
	if *address != "" { // before the work, which takes a while
		var err error
		if listener, err = new(net.ListenConfig).Listen(ctx, "tcp", *address); err != nil {
			return badUsage{fmt.Errorf("-serve: %w: want an address of this machine that is free, such as localhost:8080", err)}
		}
		defer listener.Close()
	}
	files, err := makeFiles(ctx)
	if err != nil {
		return err
	}
	if err := writeFiles(*dir, files); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(stdout, "%s: %s, %s and %s\n", *dir, pageFile, libraryFile, startFile); err != nil || listener == nil {
		return err
	}
	handler := newHandler(files)
	if _, err := fmt.Fprintf(stdout, "%s until interrupted\n", urlOf(listener.Addr())); err != nil {
		return err
	}
	return serveSite(ctx, handler, listener)
}

// A siteFile is a file of the site.
type siteFile struct {
	name, kind string // kind is its media type
	content    []byte
}

// makeFiles returns the files of the site, the page last, which needs the others.
func makeFiles(ctx context.Context) ([]siteFile, error) {
	source, err := sourceDir(ctx)
	if err != nil {
		return nil, err
	}
	goroot, err := goTool(ctx, source, "", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	if err := samePage(source); err != nil {
		return nil, err
	}
	html, err := newPage(ctx)
	if err != nil {
		return nil, err
	}
	start, err := os.ReadFile(filepath.Join(strings.TrimSpace(goroot), "lib", "wasm", startFile))
	if err != nil {
		return nil, fmt.Errorf("the Go toolchain has no %s: %w", startFile, err)
	}
	library, err := buildLibrary(ctx, source)
	if err != nil {
		return nil, err
	}
	return []siteFile{
		{startFile, "text/javascript; charset=utf-8", start},
		{libraryFile, "application/wasm", library},
		{pageFile, "text/html; charset=utf-8", html},
	}, nil
}

// writeFiles writes the files into a directory, each whole or not at all, since a
// server may read them meanwhile.
func writeFiles(dir string, files []siteFile) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, f := range files {
		err := writeWhole(filepath.Join(dir, f.name), func(w io.Writer) error {
			_, err := w.Write(f.content)
			return err
		})
		if err != nil {
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
		if _, err := os.Stat(filepath.Join(dir, "..", "..", "internal", "site")); err == nil {
			return dir, nil
		}
	}
	out, err := goTool(ctx, "", "", "list", "-f", "{{.Dir}}", commandPath)
	if err != nil {
		return "", fmt.Errorf("the source of gogate is needed: want a gogate that was built on this machine without -trimpath, or a working directory whose module requires it (%w)", err)
	}
	return strings.TrimSpace(out), nil
}

// samePage checks that the page in the source is that of this program, since another one
// may ask the library for what it does not know.
func samePage(source string) error {
	return fs.WalkDir(page.Files, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		own, err := page.Files.ReadFile(path)
		if err != nil {
			return err
		}
		if there, err := os.ReadFile(filepath.Join(source, "..", "..", "internal", "site", "page", path)); err != nil || !bytes.Equal(there, own) {
			return fmt.Errorf("the source in %s is of another version than this program: want gogate built anew from it", source)
		}
		return nil
	})
}

const (
	modulePath  = "example.com/gogate"
	commandPath = modulePath + "/cmd/gogate"
)

// buildLibrary compiles what runs in the browser. Inlining is for the library alone:
// elsewhere it makes the file larger by a twelfth, compressed, and nothing faster that
// counts.
func buildLibrary(ctx context.Context, source string) (library []byte, err error) {
	tmp, err := os.MkdirTemp("", "gogate-site-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(tmp)) }()
	target := filepath.Join(tmp, libraryFile)
	if _, err := goTool(ctx, source, tmp, "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w",
		"-gcflags=all=-l", "-gcflags="+modulePath+"=", "-o", target, modulePath+"/internal/site/wasm"); err != nil {
		return nil, err
	}
	return os.ReadFile(target)
}

// goTool runs the command go in a directory and returns what it prints, whatever flags the
// environment has for it. A vendor directory counts for nothing, since it has only what
// the module around it imports. What go leaves behind when it is killed it leaves in tmp,
// if that is not empty.
func goTool(ctx context.Context, dir, tmp string, args ...string) (string, error) {
	program, err := exec.LookPath("go")
	if err != nil {
		return "", errors.New("the command go is not in PATH: want a Go toolchain, which builds the library for the browser")
	}
	c := exec.CommandContext(ctx, program, args...)
	c.Dir = dir
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=-mod=readonly", "GOTMPDIR="+tmp)
	c.WaitDelay = time.Second // for what it has started
	var out, said bytes.Buffer
	c.Stdout, c.Stderr = &out, &said
	if err := c.Run(); err != nil {
		return "", fmt.Errorf("go %s: %w: %s", args[0], err, complaint(said.String()))
	}
	return out.String(), nil
}

// complaint returns the first line that names an error and no package.
func complaint(said string) string {
	for line := range strings.Lines(said) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			return line
		}
	}
	return "it does not say why"
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
	html, err := page.Files.ReadFile("page.html")
	if err != nil {
		return nil, err
	}
	for _, place := range []struct {
		mark  string
		files []string
	}{
		{"/*style*/", []string{"page.css"}},
		{"/*script*/", []string{"board.js", "engine.js", "timeline.js", "words.js", "live.js", "record.js", "page.js"}},
		{"/*worker*/", []string{"worker.js"}},
	} {
		var parts [][]byte
		for _, file := range place.files {
			part, err := page.Files.ReadFile("" + file)
			if err != nil {
				return nil, err
			}
			parts = append(parts, part)
		}
		html = bytes.Replace(html, []byte(place.mark), bytes.Join(parts, []byte("\n")), 1)
	}
	return bytes.Replace(html, []byte("/*recording*/"), recording, 1), nil
}

// urlOf returns where a browser of this machine finds what an address serves.
func urlOf(a net.Addr) string {
	if tcp, ok := a.(*net.TCPAddr); ok && tcp.IP.IsUnspecified() {
		return fmt.Sprintf("http://localhost:%d/, and for other machines at their name for this one,", tcp.Port)
	}
	return fmt.Sprintf("http://%v/", a)
}

// serveSite serves the site until ctx ends.
func serveSite(ctx context.Context, handler http.Handler, listener net.Listener) error {
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	err := server.Serve(listener)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// newHandler serves the files of the site, compressed where that is accepted.
func newHandler(files []siteFile) http.Handler {
	mux := http.NewServeMux()
	for _, f := range files {
		var packed bytes.Buffer
		w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		w.Write(f.content) // into memory, without an error
		w.Close()
		tag := fmt.Sprintf("%x", sha256.Sum256(f.content))
		serve := func(w http.ResponseWriter, r *http.Request) {
			header := w.Header()
			header.Set("Content-Type", f.kind)
			header.Set("X-Content-Type-Options", "nosniff")
			header.Set("Cache-Control", "no-cache") // but a question whether it is still the same
			header.Set("Vary", "Accept-Encoding")
			if !acceptsGzip(r) {
				header.Set("ETag", `"`+tag+`"`)
				http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(f.content))
				return
			}
			header.Set("ETag", `"`+tag+`-gzip"`)
			header.Set("Content-Encoding", "gzip")
			http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(packed.Bytes()))
		}
		mux.HandleFunc("GET /"+f.name, serve)
		if f.name == pageFile {
			mux.HandleFunc("GET /{$}", serve)
		}
	}
	return mux
}

// acceptsGzip reports whether the answer to a request may be compressed.
func acceptsGzip(r *http.Request) bool {
	for coding := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, weight, _ := strings.Cut(strings.ReplaceAll(coding, " ", ""), ";q=")
		if q, err := strconv.ParseFloat(weight, 64); name == "gzip" && (err != nil || q > 0) {
			return true
		}
	}
	return false
}
