// Package site makes and serves the browser page of gogate: a recorded game and a board
// to play on, beside them the library that the page runs, compiled to WebAssembly.
package site

import (
	"context"
	"io"
	"path/filepath"

	"example.com/gogate/internal/files"
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
// the directory meanwhile: it never finds half of a file.
func Write(dir string, all []File) error {
	if err := files.MakeDir(dir); err != nil {
		return err
	}
	for _, f := range all {
		err := files.WriteWhole(filepath.Join(dir, f.Name), func(w io.Writer) error {
			_, err := w.Write(f.Content)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
