package site

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"example.com/gogate/internal/site/page"
)

const (
	modulePath  = "example.com/gogate"
	packagePath = modulePath + "/internal/site"
	libraryPath = packagePath + "/wasm"
)

// buildLibrary compiles the library. Inlining makes package gogate faster. It makes the
// small packages below internal in the standard library smaller. Elsewhere it would make
// the file larger by a twelfth, compressed, and nothing faster that counts.
func buildLibrary(ctx context.Context, source string) (library []byte, err error) {
	tmp, err := os.MkdirTemp("", "gogate-site-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(tmp)) }()
	target := filepath.Join(tmp, LibraryFile)
	if _, err := goTool(ctx, source, tmp, "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w",
		"-gcflags=all=-l", "-gcflags=internal/...=", "-gcflags="+modulePath+"=", "-o", target, libraryPath); err != nil {
		return nil, err
	}
	return os.ReadFile(target)
}

// startScript returns the script of the Go toolchain that starts the library. It must be
// that of the toolchain which the source asks for.
func startScript(ctx context.Context, source string) ([]byte, error) {
	goroot, err := goTool(ctx, source, "", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	start, err := os.ReadFile(filepath.Join(strings.TrimSpace(goroot), "lib", "wasm", StartFile))
	if err != nil {
		return nil, fmt.Errorf("the Go toolchain has no %s: %w", StartFile, err)
	}
	return start, nil
}

// sourceDir returns the directory of this package's source: the one where this program
// was built, or else that of the module which the working directory is in or requires.
func sourceDir(ctx context.Context) (string, error) {
	if _, file, _, ok := runtime.Caller(0); ok && filepath.IsAbs(file) { // no path is absolute with -trimpath
		if _, err := os.Stat(file); err == nil {
			return filepath.Dir(file), nil
		}
	}
	dir, err := goTool(ctx, "", "", "list", "-f", "{{.Dir}}", packagePath)
	if err != nil {
		return "", fmt.Errorf("cannot find gogate's source: build gogate on this machine without -trimpath, or run it inside a module that requires it (%w)", err)
	}
	return strings.TrimSpace(dir), nil
}

// samePage checks that the page in the source is that of this program. Another page may
// ask the library for what it does not know.
func samePage(source string) error {
	return fs.WalkDir(page.Files, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		own, err := page.Files.ReadFile(path)
		if err != nil {
			return err
		}
		if there, err := os.ReadFile(filepath.Join(source, "page", path)); err != nil || !bytes.Equal(there, own) {
			return fmt.Errorf("the source in %s is of another version than this program: build gogate anew from it", source)
		}
		return nil
	})
}

// goTool runs the command go in a directory and returns what it prints. The flags that the
// environment has for go are ignored, and so is a vendor directory, which has only what
// the module around it imports. If go is killed, what it leaves behind is in tmp, unless
// that is empty.
func goTool(ctx context.Context, dir, tmp string, args ...string) (string, error) {
	program, err := exec.LookPath("go")
	if err != nil {
		return "", errors.New("the command go is not in PATH: install the Go toolchain, which builds the library for the browser")
	}
	c := exec.CommandContext(ctx, program, args...)
	c.Dir = dir
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=-mod=readonly", "GOTMPDIR="+tmp)
	c.WaitDelay = time.Second // for the processes that it has started
	var out, said bytes.Buffer
	c.Stdout, c.Stderr = &out, &said
	if err := c.Run(); err != nil {
		return "", fmt.Errorf("go %s: %w: %s", args[0], err, complaint(said.String()))
	}
	return out.String(), nil
}

// complaint returns the first line of what go has said that names an error and not a
// package.
func complaint(said string) string {
	for line := range strings.Lines(said) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			return line
		}
	}
	return "it does not say why"
}
