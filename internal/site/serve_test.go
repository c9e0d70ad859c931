package site

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"testing"
)

// served are files for a server, of the types of the site and larger than what is read
// at once.
var served = []File{
	{StartFile, "text/javascript; charset=utf-8", bytes.Repeat([]byte("start"), 2000)},
	{LibraryFile, "application/wasm", bytes.Repeat([]byte("library"), 20_000)},
	{PageFile, "text/html; charset=utf-8", []byte("<!DOCTYPE html>")},
}

// get asks a server, with headers by name and value, and follows no redirection.
func get(t *testing.T, url string, headers ...string) (*http.Response, []byte) {
	t.Helper()
	request, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, body
}

func TestHandler(t *testing.T) {
	server := httptest.NewServer(handler(served))
	defer server.Close()
	for i, path := range []string{"/wasm_exec.js", "/gogate.wasm", "/"} {
		file, tags := served[i], map[string]string{} // the codings by their tags
		for _, encoding := range []string{"gzip, br", "identity", "gzip;q=0", "br, gzip; q=0.5"} {
			response, body := get(t, server.URL+path, "Accept-Encoding", encoding)
			want := file.Content
			if encoding == "gzip, br" || encoding == "br, gzip; q=0.5" {
				want = compress(want)
			}
			if !bytes.Equal(body, want) || response.StatusCode != http.StatusOK {
				t.Errorf("%s as %s: status %d, %d bytes, want 200, %d", path, encoding, response.StatusCode, len(body), len(want))
			}
			for name, value := range map[string]string{
				"Content-Type": file.Type, "Vary": "Accept-Encoding", "Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff",
			} {
				if got := response.Header.Get(name); got != value {
					t.Errorf("%s as %s: %s %q, want %q", path, encoding, name, got, value)
				}
			}
			tag := response.Header.Get("ETag")
			tags[tag] = response.Header.Get("Content-Encoding")
			if again, _ := get(t, server.URL+path, "Accept-Encoding", encoding, "If-None-Match", tag); again.StatusCode != http.StatusNotModified {
				t.Errorf("%s as %s again: status %d, want 304", path, encoding, again.StatusCode)
			}
		}
		if got := slices.Sorted(maps.Values(tags)); !slices.Equal(got, []string{"", "gzip"}) {
			t.Errorf("%s: the tags are of the codings %q, want one for each", path, got)
		}
	}
}

// Nothing but the files is served.
func TestHandlerElsewhere(t *testing.T) {
	server := httptest.NewServer(handler(served))
	defer server.Close()
	for _, test := range []struct {
		path, location string
		status         int
	}{
		{"/index.html", "./", http.StatusMovedPermanently},
		{"/gogate.wasm/", "../gogate.wasm", http.StatusMovedPermanently},
		{"/other", "", http.StatusNotFound},
		{"/site_test.go", "", http.StatusNotFound},
		{"/..%2fsite_test.go", "", http.StatusNotFound},
	} {
		response, _ := get(t, server.URL+test.path)
		if got := response.Header.Get("Location"); response.StatusCode != test.status || got != test.location {
			t.Errorf("%s: status %d to %q, want %d to %q", test.path, response.StatusCode, got, test.status, test.location)
		}
	}
	response, err := http.Post(server.URL+"/", "text/plain", nil)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("a post: status %d, want 405", response.StatusCode)
	}
}

// Serve ends with its context, and so does its listener.
func TestServe(t *testing.T) {
	listener, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, interrupt := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- Serve(ctx, listener, served) }()
	if _, body := get(t, URL(listener.Addr())); string(body) != "<!DOCTYPE html>" {
		t.Errorf("got the page %q", body)
	}
	interrupt()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("ended with %v, want %v", err, context.Canceled)
	}
	if _, err := listener.Accept(); !errors.Is(err, net.ErrClosed) {
		t.Errorf("the listener: got %v, want %v", err, net.ErrClosed)
	}
}

func TestURL(t *testing.T) {
	for address, want := range map[string]string{
		"127.0.0.1:80": "http://127.0.0.1:80/",
		"[::1]:8080":   "http://[::1]:8080/",
		"0.0.0.0:8080": "http://localhost:8080/, and for other machines at their name for this one,",
		"[::]:8080":    "http://localhost:8080/, and for other machines at their name for this one,",
	} {
		if got := URL(net.TCPAddrFromAddrPort(netip.MustParseAddrPort(address))); got != want {
			t.Errorf("%s: got %s, want %s", address, got, want)
		}
	}
}
