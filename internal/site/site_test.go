package site

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// filesIn returns what a directory holds, by name.
func filesIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, e := range entries {
		content := []byte("a directory")
		if !e.IsDir() {
			if content, err = os.ReadFile(filepath.Join(dir, e.Name())); err != nil {
				t.Fatal(err)
			}
		}
		files[e.Name()] = string(content)
	}
	return files
}

// Write makes the directory, and puts files in the place of others without writing over
// them: a server could read half of one.
func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "www")
	if err := Write(dir, []File{{Name: "a", Content: []byte("before")}}); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(filepath.Join(dir, "a"))
	if err != nil {
		t.Fatal(err)
	}
	if err := Write(dir, []File{{Name: "a", Content: []byte("after")}, {Name: "b"}}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]string{"a": "after", "b": ""}, filesIn(t, dir)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if now, err := os.Stat(filepath.Join(dir, "a")); err != nil || os.SameFile(now, before) {
		t.Errorf("the file was written over: %v", err)
	}
}

// What cannot be written leaves nothing behind.
func TestWriteFails(t *testing.T) {
	for _, test := range []struct{ name, file string }{
		{"a directory has the name", "taken"},
		{"the name needs a directory", "missing/file"},
		{"another run writes the file", "held"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.Mkdir(filepath.Join(dir, "taken"), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, ".held.tmp"), nil, 0o666); err != nil {
				t.Fatal(err)
			}
			before := filesIn(t, dir)
			if err := Write(dir, []File{{Name: test.file}}); err == nil {
				t.Error("got no error")
			}
			if diff := cmp.Diff(before, filesIn(t, dir)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// sameFiles compares files.
func sameFiles(t *testing.T, got, want []File) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("got %d files, want %d", len(got), len(want))
	}
	for i, f := range want {
		if got[i].Name != f.Name || got[i].Type != f.Type || !bytes.Equal(got[i].Content, f.Content) {
			t.Errorf("got %s with %d bytes, want %s with other %d bytes", got[i].Name, len(got[i].Content), f.Name, len(f.Content))
		}
	}
}
