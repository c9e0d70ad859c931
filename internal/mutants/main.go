// Mutants breaks the engine in many ways, one at a time, and shows that a test fails
// for each. A mutant that survives means that a test is missing.
//
//	go run ./internal/mutants [-list] [-run REGEXP]
//
// The go command reads a mutated copy in place of the file, so no file of the module
// changes. The exit status is 1 if a mutant survives or cannot be tried.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// A mutant is one mistake in the source.
type mutant struct {
	name     string // the mistake, in the words of a Go player
	file     string // from the root of the module, with slashes
	test     string // the test of the file's package that fails
	old, new string // old stands in the file once
}

// timeout is how long tests may take on a busy machine. It kills a mutant that hangs.
const timeout = 3 * time.Minute

var errSurvived = errors.New("SURVIVED")

func main() {
	list := flag.Bool("list", false, "print each mutant with its file and the test that fails for it, and try none")
	pattern := flag.String("run", "", "try only the mutants whose names match this regular expression")
	flag.Parse()
	chosen, err := matching(*pattern)
	switch {
	case err != nil:
	case *list:
		printList(os.Stdout, chosen)
	default:
		err = run(os.Stdout, chosen)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

// matching returns the mutants whose names match a regular expression.
func matching(pattern string) ([]mutant, error) {
	wanted, err := regexp.Compile(pattern)
	if err != nil {
		return nil, fmt.Errorf("-run %q: must be a regular expression (%w)", pattern, err)
	}
	chosen := slices.DeleteFunc(slices.Clone(mutants), func(m mutant) bool { return !wanted.MatchString(m.name) })
	if len(chosen) == 0 {
		return nil, fmt.Errorf("-run %q: must match one of the names that -list prints", pattern)
	}
	return chosen, nil
}

func printList(out io.Writer, chosen []mutant) {
	for _, m := range chosen {
		fmt.Fprintf(out, "%s (%s, %s)\n", m.name, m.file, m.test)
	}
}

// run tries the mutants, after their tests have passed without any.
func run(out io.Writer, chosen []mutant) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	root, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return fmt.Errorf("go list -m: %w", err)
	}
	tmp, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	w := workshop{root: strings.TrimSpace(string(root)), tmp: tmp}
	if err := w.unmutated(ctx, chosen); err != nil {
		return err
	}
	fmt.Fprintln(out, "without a mutant all tests pass")
	return w.tryAll(ctx, out, chosen)
}

// A workshop is where mutants are tried.
type workshop struct {
	root string // the directory of the module
	tmp  string // a directory for what is made
}

// unmutated reports whether the tests that are to fail do pass without a mutant,
// none of them skipped. Without that, a failure would say nothing.
func (w workshop) unmutated(ctx context.Context, chosen []mutant) error {
	tests := map[string][]string{}
	for _, m := range chosen {
		tests[m.dir()] = append(tests[m.dir()], m.test)
	}
	for _, dir := range slices.Sorted(maps.Keys(tests)) {
		names, binary := tests[dir], filepath.Join(w.tmp, "unmutated.test")
		if err := w.build(ctx, dir, binary); err != nil {
			return err
		}
		output, err := w.test(ctx, dir, binary, strings.Join(names, "|"))
		if err != nil {
			return fmt.Errorf("the tests of %s without a mutant: %w\n%s", dir, err, output)
		}
		for _, name := range names {
			if !bytes.Contains(output, []byte("\n--- PASS: "+name+" (")) {
				return fmt.Errorf("%s of %s was skipped or does not exist: the test of a mutant must run", name, dir)
			}
		}
	}
	return nil
}

// tryAll tries the mutants, as many at a time as there are processors, and prints a
// line as each ends.
func (w workshop) tryAll(ctx context.Context, out io.Writer, chosen []mutant) error {
	began := time.Now()
	var (
		trying   sync.WaitGroup
		printing sync.Mutex
		survived int
	)
	room := make(chan struct{}, runtime.GOMAXPROCS(0))
	tmp := w.tmp
	for i, m := range chosen {
		room <- struct{}{}
		if ctx.Err() != nil {
			break
		}
		trying.Go(func() {
			defer func() { <-room }()
			since := time.Now()
			w := workshop{w.root, filepath.Join(tmp, fmt.Sprint(i))}
			err := w.try(ctx, m)
			printing.Lock()
			defer printing.Unlock()
			said := "killed by " + m.test
			if err != nil {
				survived++
				said = err.Error()
			}
			fmt.Fprintf(out, "%4.1f s  %s: %s: %s\n", time.Since(since).Seconds(), m.file, m.name, said)
		})
	}
	trying.Wait()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if survived > 0 {
		return fmt.Errorf("%d of %d mutants were not killed", survived, len(chosen))
	}
	fmt.Fprintf(out, "\nall %d mutants were killed, in %.0f s\n", len(chosen), time.Since(began).Seconds())
	return nil
}

// try returns nil if the mutant's test fails, and errSurvived if it passes.
func (w workshop) try(ctx context.Context, m mutant) error {
	original := filepath.Join(w.root, filepath.FromSlash(m.file))
	source, err := os.ReadFile(original)
	if err != nil {
		return err
	}
	mutated, err := m.apply(string(source))
	if err != nil {
		return err
	}
	if err := os.Mkdir(w.tmp, 0o700); err != nil {
		return err
	}
	defer os.RemoveAll(w.tmp)
	replacement := filepath.Join(w.tmp, path.Base(m.file))
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {original: replacement}})
	if err != nil {
		return err
	}
	list, binary := filepath.Join(w.tmp, "overlay.json"), filepath.Join(w.tmp, "mutated.test")
	if err := errors.Join(
		os.WriteFile(replacement, []byte(mutated), 0o600),
		os.WriteFile(list, overlay, 0o600),
		w.build(ctx, m.dir(), binary, "-overlay="+list),
	); err != nil {
		return err
	}
	output, err := w.test(ctx, m.dir(), binary, m.test)
	failed := new(exec.ExitError)
	switch {
	case ctx.Err() != nil: // which ends the test like a failure
		return ctx.Err()
	case err == nil:
		return errSurvived
	case errors.As(err, &failed):
		return nil
	}
	return fmt.Errorf("%w\n%s", err, output)
}

// build compiles the tests of a package.
func (w workshop) build(ctx context.Context, dir, binary string, flags ...string) error {
	args := append([]string{"test", "-c", "-vet=off", "-ldflags=-w", "-o", binary}, flags...)
	cmd := exec.CommandContext(ctx, "go", append(args, "./"+dir)...)
	cmd.Dir = w.root
	if output, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("the tests of %s do not compile: %w\n%s", dir, err, output)
	}
	return nil
}

// test runs the tests with these names, one after the other, in the same way every
// time. It leaves no file behind.
func (w workshop) test(ctx context.Context, dir, binary, names string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, binary, "-test.run=^("+names+")$", "-test.v", "-test.failfast",
		"-test.parallel=1", "-test.timeout="+timeout.String(),
		"-rapid.nofailfile", "-rapid.seed=1", "-rapid.shrinktime=0s")
	cmd.Dir = filepath.Join(w.root, filepath.FromSlash(dir))
	cmd.WaitDelay = time.Second // for what a test starts and does not end
	return cmd.CombinedOutput()
}

// dir returns the directory of the mutant's package.
func (m mutant) dir() string { return path.Dir(m.file) }

// apply returns the source of the mutant's file with the mistake in it.
func (m mutant) apply(source string) (string, error) {
	if n := strings.Count(source, m.old); n != 1 {
		return "", fmt.Errorf("the old text stands in %s %d times: it must stand there once", m.file, n)
	}
	return strings.Replace(source, m.old, m.new, 1), nil
}
