// Package site makes and serves the browser page of gogate: a recorded game and a board
// to play on, beside them the library that the page runs, compiled to WebAssembly.
package site

import (
	"context"
	"errors"
	"os"
	"path/filepath"
)

// The names of the files.
const (
	PageFile    = "index.html"
	LibraryFile = "gogate.wasm"
	StartFile   = "wasm_exec.js" // which starts the library
)

// A File is a file of the site.
type File struct {
	Name    string
	Type    string // its media type
	Content []byte
}

// Make makes the files of the site, the page last, which needs the others. The command go
// compiles the library, from the source of this program; nothing is left of that work.
// The same source and toolchain give the same bytes.
func Make(ctx context.Context) ([]File, error) {
	source, err := sourceDir(ctx)
	if err != nil {
		return nil, err
	}
	if err := samePage(source); err != nil {
		return nil, err
	}
	start, err := startScript(ctx, source)
	if err != nil {
		return nil, err
	}
	html, err := newPage(ctx)
	if err != nil {
		return nil, err
	}
	library, err := buildLibrary(ctx, source)
	if err != nil {
		return nil, err
	}
	return []File{
		{StartFile, "text/javascript; charset=utf-8", start},
		{LibraryFile, "application/wasm", library},
		{PageFile, "text/html; charset=utf-8", html},
	}, nil
}

// Write writes files into a directory, which it makes if it is missing. A server may read
// the directory meanwhile: each file takes the place of another at once, and none does
// before all are written.
func Write(dir string, files []File) (err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	unfinished, err := os.MkdirTemp(dir, ".gogate-site-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(unfinished)) }()
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(unfinished, f.Name), f.Content, 0o666); err != nil {
			return err
		}
	}
	for _, f := range files {
		if err := os.Rename(filepath.Join(unfinished, f.Name), filepath.Join(dir, f.Name)); err != nil {
			return err
		}
	}
	return nil
}
