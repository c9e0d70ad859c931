package site

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// long skips a test that compiles for a while, unless such tests are asked for.
func long(t *testing.T) {
	t.Helper()
	if os.Getenv("GOGATE_LONG") != "1" {
		t.Skip("this test builds programs: set GOGATE_LONG=1 to run it")
	}
}

// built are the files of the site, made once for all tests.
var built = sync.OnceValues(func() ([]File, error) { return Make(context.Background()) })

// siteFiles returns them.
func siteFiles(t *testing.T) []File {
	t.Helper()
	files, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// command builds the command gogate, which does not know where its source is.
func command(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "gogate")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	if out, err := exec.Command("go", "build", "-trimpath", "-o", program, modulePath+"/cmd/gogate").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return program
}

// mostPacked is how many bytes may be on their way to a visitor who plays: the page, the
// library and what starts it.
const mostPacked = 1_100_000

// The site has three files, which are small enough.
func TestMake(t *testing.T) {
	long(t)
	var names []string
	var packed int
	for _, f := range siteFiles(t) {
		names = append(names, f.Name)
		packed += len(compress(f.Content))
	}
	if got, want := strings.Join(names, " "), "wasm_exec.js gogate.wasm index.html"; got != want {
		t.Errorf("got the files %s, want %s", got, want)
	}
	if packed > mostPacked {
		t.Errorf("the site has %d bytes compressed, want at most %d", packed, mostPacked)
	}
	t.Logf("%d bytes compressed", packed)
}

// Making the site again gives the same bytes, whatever flags go is told to use.
func TestMakeAgain(t *testing.T) {
	long(t)
	t.Setenv("GOFLAGS", "-mod=vendor -n")
	files, err := Make(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	sameFiles(t, files, siteFiles(t))
}

// A program that does not know where its source is finds it by the module around it. A
// source of another version is refused.
func TestSource(t *testing.T) {
	long(t)
	program, other := command(t), filepath.Join(t.TempDir(), "other")
	if err := os.CopyFS(filepath.Join(other, "internal", "site"), os.DirFS(".")); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{
		"go.mod":                     "module " + modulePath + "\n",
		"internal/site/page/page.js": "// another page\n",
	} {
		if err := os.WriteFile(filepath.Join(other, filepath.FromSlash(name)), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		name, dir string
		fails     bool
		want      string // a part of what it says
	}{
		{"in its module", ".", false, "index.html"},
		{"elsewhere", t.TempDir(), true, "gogate: cannot find gogate's source: build gogate on this machine without -trimpath, or run it inside a module that requires it ("},
		{"in another version", other, true, " is of another version than this program: build gogate anew from it\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := exec.Command(program, "site", "-o", filepath.Join(t.TempDir(), "www"))
			c.Dir = test.dir
			out, err := c.CombinedOutput()
			if failed := err != nil; failed != test.fails || !strings.Contains(string(out), test.want) || strings.Count(string(out), "\n") != 1 {
				t.Errorf("got %v and %q, want one line with %q", err, out, test.want)
			}
		})
	}
}

// An interrupted build leaves nothing behind.
func TestMakeInterrupted(t *testing.T) {
	long(t)
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	if os.TempDir() != temp {
		t.Skip("the place of temporary files is not set by TMPDIR here")
	}
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	ended := make(chan error)
	go func() {
		_, err := Make(ctx)
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
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
