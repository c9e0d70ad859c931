package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// siteTemp is where writtenSite writes; TestMain removes it.
var siteTemp string

// siteFiles are those of the site that writtenSite writes.
var siteFiles []siteFile

// writtenSite writes a site, once for all tests, since it takes a while.
var writtenSite = sync.OnceValue(func() (err error) {
	if siteTemp, err = os.MkdirTemp("", "gogate-site-"); err != nil {
		return err
	}
	if siteFiles, err = makeFiles(context.Background()); err != nil {
		return err
	}
	return writeFiles(siteTemp, siteFiles)
})

// siteDir returns the directory of a site.
func siteDir(t *testing.T) string {
	t.Helper()
	if err := writtenSite(); err != nil {
		t.Fatal(err)
	}
	return siteTemp
}

// mostPacked is how many bytes may be on their way to a visitor who plays: the page, the
// library and what starts it.
const mostPacked = 1_100_000

// A directory holds three files, and the page loads nothing but the two beside it.
func TestSite(t *testing.T) {
	dir := siteDir(t)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if want := []string{"gogate.wasm", "index.html", "wasm_exec.js"}; !cmp.Equal(names, want) {
		t.Errorf("files %v, want %v", names, want)
	}
	var packed int
	for _, name := range names {
		packed += len(zipped(t, read(t, dir, name)))
	}
	if packed > mostPacked {
		t.Errorf("the site has %d bytes compressed, want at most %d", packed, mostPacked)
	}
	html := string(read(t, dir, "index.html"))
	for _, mark := range []string{"/*style*/", "/*script*/", "/*worker*/", "/*recording*/"} {
		if strings.Contains(html, mark) {
			t.Errorf("the page still has the mark %s", mark)
		}
	}
	if found := regexp.MustCompile(`(src|href)="(?:[^d]|d[^a])[^"]*"|@import|url\((?:[^d]|d[^a])`).FindString(html); found != "" {
		t.Errorf("the page loads %s", found)
	}
	_, rest, ok := strings.Cut(html, `id="recording">`)
	text, _, ok2 := strings.Cut(rest, "</script>")
	var recording struct {
		Title    string
		Views    []struct{ Turn int }
		Override int
		Players  []struct{ Name, Does string }
	}
	if err := json.Unmarshal([]byte(text), &recording); !ok || !ok2 || err != nil {
		t.Fatalf("no recording in the page: %v", err)
	}
	if n := len(recording.Views); n < 2 || recording.Override < 1 || recording.Override >= n || recording.Views[n-1].Turn != n-1 {
		t.Errorf("%d views and the override at %d", n, recording.Override)
	}
	for _, p := range recording.Players {
		if p.Name == "" || p.Does == "" {
			t.Errorf("player %q does %q, want words for both", p.Name, p.Does)
		}
	}
	if n, want := len(recording.Players), 1+len(agents); n != want {
		t.Errorf("%d players, want %d", n, want)
	}
}

func read(t *testing.T, dir, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func zipped(t *testing.T, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Writing twice gives the same bytes, whatever stood there before and whatever flags go
// is told to use.
func TestSiteAgain(t *testing.T) {
	t.Setenv("GOFLAGS", "-mod=vendor -n")
	dir := t.TempDir()
	names := []string{pageFile, libraryFile, startFile}
	before := make(map[string]os.FileInfo)
	for _, name := range names {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("before"), 0o666); err != nil {
			t.Fatal(err)
		}
		var err error
		if before[name], err = os.Stat(path); err != nil {
			t.Fatal(err)
		}
	}
	var stdout, stderr strings.Builder
	if status := run(t.Context(), []string{"site", "-o", dir}, &stdout, &stderr, false); status != 0 {
		t.Fatal(stderr.String())
	}
	if want := dir + ": index.html, gogate.wasm and wasm_exec.js\n"; stdout.String() != want {
		t.Errorf("got %q, want %q", stdout.String(), want)
	}
	for _, name := range names {
		if !bytes.Equal(read(t, dir, name), read(t, siteDir(t), name)) {
			t.Errorf("%s differs", name)
		}
		if now, err := os.Stat(filepath.Join(dir, name)); err != nil || os.SameFile(now, before[name]) {
			t.Errorf("%s was written over, so that a server could read half of it: %v", name, err)
		}
	}
}

// Without a Go toolchain one line says so.
func TestSiteWithoutGo(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	var stdout, stderr strings.Builder
	status := run(t.Context(), []string{"site", "-o", t.TempDir()}, &stdout, &stderr, false)
	const want = "gogate: the command go is not in PATH: want a Go toolchain, which builds the library for the browser\n"
	if status != 1 || stdout.Len() > 0 || stderr.String() != want {
		t.Errorf("got status %d, stdout %q, stderr %q, want 1, nothing and %q", status, stdout.String(), stderr.String(), want)
	}
}

// A program that does not know where its source is finds it by the module around it. A
// source of another version is refused.
func TestSiteSource(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "gogate")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	if out, err := exec.Command("go", "build", "-trimpath", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	site := exec.Command(program, "site", "-o", filepath.Join(dir, "www"))
	if out, err := site.CombinedOutput(); err != nil {
		t.Errorf("in its module: %v: %s", err, out)
	}
	site = exec.Command(program, "site", "-o", filepath.Join(dir, "www"))
	site.Dir = t.TempDir()
	const want = "gogate: the source of gogate is needed: want a gogate that was built on this machine without -trimpath, or a working directory whose module requires it ("
	if out, err := site.CombinedOutput(); err == nil || !strings.HasPrefix(string(out), want) || strings.Count(string(out), "\n") != 1 {
		t.Errorf("elsewhere: %v: %s, want the line %s …", err, out, want)
	}

	other := filepath.Join(dir, "other", "cmd", "gogate")
	if err := os.CopyFS(other, os.DirFS(".")); err != nil {
		t.Fatal(err)
	}
	for file, content := range map[string][]byte{
		filepath.Join(dir, "other", "go.mod"):                       []byte("module " + modulePath + "\n"),
		filepath.Join(other, "internal", "site", "page", "page.js"): []byte("// another page\n"),
	} {
		if err := os.WriteFile(file, content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	site = exec.Command(program, "site", "-o", filepath.Join(dir, "www"))
	site.Dir = other
	if out, err := site.CombinedOutput(); err == nil || !strings.HasSuffix(string(out), " is of another version than this program: want gogate built anew from it\n") {
		t.Errorf("in another version: %v: %s", err, out)
	}
}

// What cannot be finished leaves nothing behind.
func TestSiteLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, pageFile), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := writeFiles(dir, []siteFile{{name: pageFile, content: []byte("page")}}); err == nil {
		t.Error("a directory was replaced by a file")
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*.tmp")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	other := filepath.Join(dir, "."+startFile+".tmp") // of another run
	if err := os.WriteFile(other, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	err := writeFiles(dir, []siteFile{{name: startFile}})
	if want := other + " is there, of a run that goes on or did not end well: want it removed, or another place"; err == nil || err.Error() != want {
		t.Errorf("beside another run: got %v, want %s", err, want)
	}
	if _, err := os.Stat(other); err != nil {
		t.Errorf("what another run has written is gone: %v", err)
	}

	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	if os.TempDir() != temp {
		t.Skip("the place of temporary files is not set by TMPDIR here")
	}
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	ended := make(chan error)
	go func() {
		_, err := makeFiles(ctx)
		ended <- err
	}()
	for begun := false; !begun; { // go has made a directory in ours
		select {
		case err := <-ended:
			t.Fatalf("ended by itself: %v", err)
		case <-time.After(time.Millisecond):
			dirs, _ := filepath.Glob(filepath.Join(temp, "*", "go-build*"))
			begun = len(dirs) > 0
		}
	}
	interrupt()
	if err := <-ended; err == nil {
		t.Error("the library was built all the same")
	}
	left, err := os.ReadDir(temp)
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestURLOf(t *testing.T) {
	for address, want := range map[string]string{
		"127.0.0.1:80": "http://127.0.0.1:80/",
		"[::1]:8080":   "http://[::1]:8080/",
		"0.0.0.0:8080": "http://localhost:8080/, and for other machines at their name for this one,",
		"[::]:8080":    "http://localhost:8080/, and for other machines at their name for this one,",
	} {
		if got := urlOf(net.TCPAddrFromAddrPort(netip.MustParseAddrPort(address))); got != want {
			t.Errorf("%s: got %s, want %s", address, got, want)
		}
	}
}

func TestServeSite(t *testing.T) {
	dir := siteDir(t)
	server := httptest.NewServer(newHandler(siteFiles))
	defer server.Close()
	for _, test := range []struct{ path, file, kind string }{
		{"/", "index.html", "text/html; charset=utf-8"},
		{"/index.html", "index.html", "text/html; charset=utf-8"},
		{"/wasm_exec.js", "wasm_exec.js", "text/javascript; charset=utf-8"},
		{"/gogate.wasm", "gogate.wasm", "application/wasm"},
	} {
		tags := make(map[string]string) // the codings by their tags
		for _, encoding := range []string{"gzip, br", "identity", "gzip;q=0", "br, gzip; q=0.5"} {
			request, err := http.NewRequest(http.MethodGet, server.URL+test.path, nil)
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("Accept-Encoding", encoding)
			response, err := http.DefaultTransport.RoundTrip(request)
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(response.Body)
			response.Body.Close()
			if err != nil {
				t.Fatal(err)
			}
			want := read(t, dir, test.file)
			if encoding == "gzip, br" || encoding == "br, gzip; q=0.5" {
				want = zipped(t, want)
			}
			for name, value := range map[string]string{
				"Vary": "Accept-Encoding", "Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff",
			} {
				if got := response.Header.Get(name); got != value {
					t.Errorf("%s as %s: %s %q, want %q", test.path, encoding, name, got, value)
				}
			}
			tags[response.Header.Get("ETag")] = response.Header.Get("Content-Encoding")
			request.Header.Set("If-None-Match", response.Header.Get("ETag"))
			again, err := http.DefaultTransport.RoundTrip(request)
			if err != nil {
				t.Fatal(err)
			}
			again.Body.Close()
			if again.StatusCode != http.StatusNotModified {
				t.Errorf("%s as %s again: status %d, want 304", test.path, encoding, again.StatusCode)
			}
			if !bytes.Equal(body, want) || response.StatusCode != 200 || response.Header.Get("Content-Type") != test.kind {
				t.Errorf("%s as %s: status %d, %s, %d bytes, want 200, %s, %d", test.path, encoding, response.StatusCode, response.Header.Get("Content-Type"), len(body), test.kind, len(want))
			}
		}
		if got := slices.Sorted(maps.Values(tags)); !slices.Equal(got, []string{"", "gzip"}) {
			t.Errorf("%s: the tags are of the codings %q, want one for each", test.path, got)
		}
	}
	for _, path := range []string{"/other", "/../site_test.go", "/gogate.wasm/"} {
		response, err := http.Get(server.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != 404 {
			t.Errorf("%s: status %d, want 404", path, response.StatusCode)
		}
	}
}

// -serve says where, answers there, and ends when interrupted.
func TestSiteServes(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	r, w := io.Pipe()
	ended := make(chan int)
	var stderr strings.Builder
	go func() {
		ended <- run(ctx, []string{"site", "-o", t.TempDir(), "-serve", "localhost:0"}, w, &stderr, false)
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
	url := regexp.MustCompile(`http://\S+/`).FindString(said)
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != 200 {
		t.Errorf("%s: status %d", url, response.StatusCode)
	}
	interrupt()
	if status := <-ended; status != 130 || stderr.String() != "gogate: interrupted\n" {
		t.Errorf("got status %d, stderr %q, want 130 and an interruption", status, stderr.String())
	}
}
