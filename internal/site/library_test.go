package site

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"example.com/gogate/internal/site/page"
)

func TestSourceDir(t *testing.T) {
	want, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := sourceDir(t.Context()); err != nil || got != want {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
}

func TestSamePage(t *testing.T) {
	if err := samePage("."); err != nil {
		t.Errorf("its own source: %v", err)
	}
	other := t.TempDir()
	want := "the source in " + other + " is of another version than this program: build gogate anew from it"
	if err := samePage(other); err == nil || err.Error() != want {
		t.Errorf("without a page: got %v, want %s", err, want)
	}
	if err := os.CopyFS(filepath.Join(other, "page"), page.Files); err != nil {
		t.Fatal(err)
	}
	if err := samePage(other); err != nil {
		t.Errorf("a copy: %v", err)
	}
	if err := os.WriteFile(filepath.Join(other, "page", "page.js"), []byte("// another\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := samePage(other); err == nil || err.Error() != want {
		t.Errorf("another page: got %v, want %s", err, want)
	}
}

// Without a Go toolchain one line says so.
func TestMakeWithoutGo(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	files, err := Make(t.Context())
	const want = "the command go is not in PATH: install the Go toolchain, which builds the library for the browser"
	if files != nil || err == nil || err.Error() != want {
		t.Errorf("got %d files and %v, want none and %s", len(files), err, want)
	}
}

// The complaint of go is one line.
func TestGoToolFails(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no command can run here, as under js")
	}
	_, err := goTool(t.Context(), "", "", "list", "./none")
	if err == nil || !strings.HasPrefix(err.Error(), "go list: exit status 1: ") || strings.Contains(err.Error(), "\n") {
		t.Errorf("got %v, want what go list says in one line", err)
	}
}

func TestComplaint(t *testing.T) {
	for _, test := range []struct{ name, said, want string }{
		{"a package before it", "# example.com/gogate\n\n  a.go:1:1: wrong \nmore\n", "a.go:1:1: wrong"},
		{"nothing", "\n", "it does not say why"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := complaint(test.said); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
