package site

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing/fstest" // for a file system in memory
	"time"
)

// Serve serves files to those who connect to the listener, until ctx ends. It returns
// why it has ended, which is the error of ctx then.
func Serve(ctx context.Context, listener net.Listener, files []File) error {
	server := &http.Server{Handler: handler(files), ReadHeaderTimeout: 10 * time.Second}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	err := server.Serve(listener)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// URL returns where a browser on this machine finds what an address serves.
func URL(a net.Addr) string {
	if tcp, ok := a.(*net.TCPAddr); ok && tcp.IP.IsUnspecified() {
		return fmt.Sprintf("http://localhost:%d/, and for other machines at their name for this one,", tcp.Port)
	}
	return fmt.Sprintf("http://%v/", a)
}

// handler returns a handler that serves files, and the page at the root. A file comes
// compressed to a browser that accepts that. A browser may keep a file but asks every
// time whether it is still the same.
func handler(files []File) http.Handler {
	memory := fstest.MapFS{}
	served := map[string]serving{}
	for _, f := range files {
		packed := f.Name + ".gz"
		memory[f.Name] = &fstest.MapFile{Data: f.Content, Mode: 0o444}
		memory[packed] = &fstest.MapFile{Data: compress(f.Content), Mode: 0o444}
		path := "/" + f.Name
		if f.Name == PageFile {
			path = "/" // to which the file server sends those who ask for the page by its name
		}
		served[path] = serving{f.Type, fmt.Sprintf("%x", sha256.Sum256(f.Content)), "/" + packed}
	}
	mux := http.NewServeMux()
	mux.Handle("GET /", negotiate(served, http.FileServerFS(memory)))
	return mux
}

// A serving is how a file is served.
type serving struct {
	kind   string // its media type
	tag    string // tells its content from any other
	packed string // the path of the compressed file
}

// negotiate sets the headers of the files that are served, by their paths, and chooses
// between them and the compressed ones.
func negotiate(served map[string]serving, files http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		file, ok := served[r.URL.Path]
		if !ok {
			files.ServeHTTP(w, r)
			return
		}
		header := w.Header()
		header.Set("Content-Type", file.kind)
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Cache-Control", "no-cache") // but a question whether it is still the same
		header.Set("Vary", "Accept-Encoding")
		if acceptsGzip(r) {
			header.Set("Content-Encoding", "gzip")
			file.tag += "-gzip"
			r = r.Clone(r.Context())
			r.URL.Path = file.packed
		}
		header.Set("ETag", `"`+file.tag+`"`)
		files.ServeHTTP(w, r)
	})
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

func compress(content []byte) []byte {
	var packed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // which is a level
	w.Write(content)                                           // into memory, without an error
	w.Close()
	return packed.Bytes()
}
