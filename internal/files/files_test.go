package files_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"example.com/gogate/internal/files"
)

// write returns a function that writes text and then returns err.
func write(text string, err error) func(io.Writer) error {
	return func(w io.Writer) error {
		_, wrong := io.WriteString(w, text)
		return errors.Join(wrong, err)
	}
}

func TestWriteWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	check := func(want string) {
		t.Helper()
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
	if err := files.WriteWhole(path, write("one", nil)); err != nil {
		t.Error(err)
	}
	check("one")
	broken := errors.New("broken")
	if err := files.WriteWhole(path, write("tw", broken)); !errors.Is(err, broken) {
		t.Errorf("got %v, want %v", err, broken)
	}
	check("one")
	if err := files.WriteWhole(path, write("two", nil)); err != nil {
		t.Error(err)
	}
	check("two")
	if err := files.WriteNew(path, write("three", nil)); err == nil || !strings.HasPrefix(err.Error(), path+" was written by another run") {
		t.Errorf("a new file where one is: got %v", err)
	}
	check("two")
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
		t.Errorf("got %d files, %v, want nothing left behind", len(entries), err)
	}
}

func TestWritable(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	for _, name := range []string{"taken", ".stale.tmp"} {
		if err := os.WriteFile(path(name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	long := strings.Repeat("x", 300)
	for _, test := range []struct{ name, want string }{
		{"free", ""},
		{"taken", path("taken") + " exists already: choose a file that does not exist"},
		{"stale", path(".stale.tmp") + " exists: another run is writing it or was stopped while it did; if none is, remove it"},
		{"missing/file", path("missing/file") + ": " + syscall.ENOENT.Error() + ": choose a file in a directory that exists"},
		{long, path(long) + ": " + syscall.ENAMETOOLONG.Error() + ": choose a shorter name"},
		{"taken/file", path("taken/file") + ": " + syscall.ENOTDIR.Error() + ": choose a file in a directory in which files can be written"},
	} {
		err := files.Writable(path(test.name))
		if err == nil && test.want != "" || err != nil && err.Error() != test.want {
			t.Errorf("%.20s: got %v, want %s", test.name, err, test.want)
		}
	}
	// A name that cannot be seen is quoted.
	if err := files.Writable(path("a\x1bb/c")); err == nil || !strings.HasPrefix(err.Error(), `"`+dir+`/a\x1bb/c": `) {
		t.Errorf("got %v, want the name quoted", err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 2 {
		t.Errorf("got %d files, %v, want those that were there", len(entries), err)
	}
}

func TestMakeDir(t *testing.T) {
	dir := t.TempDir()
	if err := files.MakeDir(filepath.Join(dir, "new", "below")); err != nil {
		t.Error(err)
	}
	if entries, err := os.ReadDir(filepath.Join(dir, "new", "below")); err != nil || len(entries) != 0 {
		t.Errorf("got %d files, %v, want an empty directory", len(entries), err)
	}
	file := filepath.Join(dir, "file\n")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	want := `"` + dir + `/file\n": ` + syscall.ENOTDIR.Error() + ": choose a directory in which files can be written"
	if err := files.MakeDir(file); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestPrintable(t *testing.T) {
	for name, want := range map[string]string{
		"game.sgf": "game.sgf", "a game 囲碁.sgf": "a game 囲碁.sgf", `C:\games\"1"`: `C:\games\"1"`,
		"a\x1b[31mb": `"a\x1b[31mb"`, "a\nb": `"a\nb"`, "\xff": `"\xff"`, "": "",
	} {
		if got := files.Printable(name); got != want {
			t.Errorf("%q: got %s, want %s", name, got, want)
		}
	}
}
