package audit_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/gogate/internal/audit"
)

var update = flag.Bool("update", false, "write the scripts anew")

// A section of a script is a file, or a command and what comes of it. The form is that of
// a txtar archive, whose sections begin with such lines:
//
//	-- dir/file --
//	-- "a name in quotes\n" --
//	-- dir/ --
//	-- link -> file --
//	-- $ audit -quiet dir < file --
//
// Below a command stands what it prints, then its error and its exit status, if any.
type section struct{ name, body string }

var sectionLine = regexp.MustCompile(`(?m)^-- (.+) --\n`)

// readScript returns the words before the first section, and the sections.
func readScript(text string) (about string, sections []section) {
	places := sectionLine.FindAllStringSubmatchIndex(text, -1)
	places = append(places, []int{len(text)})
	for i, at := range places[:len(places)-1] {
		sections = append(sections, section{text[at[2]:at[3]], text[at[1]:places[i+1][0]]})
	}
	return text[:places[0][0]], sections
}

// The scripts in testdata, each in a directory of its own. With -update they are written
// anew, with what the commands now print.
func TestScripts(t *testing.T) {
	scripts, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("got %d scripts, %v", len(scripts), err)
	}
	for _, script := range scripts {
		script, err := filepath.Abs(script)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(script), func(t *testing.T) {
			text, err := os.ReadFile(script)
			if err != nil {
				t.Fatal(err)
			}
			t.Chdir(t.TempDir())
			about, sections := readScript(string(text))
			for _, s := range sections {
				if !strings.HasPrefix(s.name, "$ ") {
					s.makeFile(t)
				}
			}
			got := about
			for _, s := range sections {
				if command, ok := strings.CutPrefix(s.name, "$ audit"); ok {
					s.body = transcript(t, command)
				}
				got += "-- " + s.name + " --\n" + s.body
			}
			if *update {
				if err := os.WriteFile(script, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(string(text), got); diff != "" && !*update {
				t.Errorf("(-want +got):\n%s-update writes it anew", diff)
			}
		})
	}
}

// makeFile makes the file, directory or link of a section.
func (s section) makeFile(t *testing.T) {
	t.Helper()
	name := s.name
	if quoted, err := strconv.Unquote(name); err == nil {
		name = quoted
	}
	link, to, isLink := strings.Cut(name, " -> ")
	err := os.MkdirAll(filepath.Dir(name), 0o777)
	switch {
	case err != nil:
	case isLink:
		if err := os.Symlink(to, link); err != nil {
			t.Skipf("no symbolic links here: %v", err)
		}
	case !strings.HasSuffix(name, "/"):
		err = os.WriteFile(name, []byte(s.body), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// transcript runs an audit and returns what it prints, its error and its exit status. The
// same audit as JSON must end in the same way and say the same.
func transcript(t *testing.T, command string) string {
	t.Helper()
	text, err := runAudit(t, command)
	document, again := runAudit(t, " -json"+command)
	if fmt.Sprint(err) != fmt.Sprint(again) {
		t.Errorf("audit%s: got the error %v with -json, want %v", command, again, err)
	}
	switch {
	case strings.Contains(command, "-json"):
	case document == "" && (err == nil || strings.Contains(text, " allowed, ")):
		t.Errorf("audit%s: got no document with -json, want one", command)
	case document != "":
		if got := readResult(t, document); !strings.HasSuffix(text, got.String()) {
			t.Errorf("audit%s: the document says\n%s\nwant the end of\n%s", command, got, text)
		}
	}
	status := 2
	switch {
	case err == nil:
		return text
	case errors.As(err, new(audit.Failed)):
		status = 1
	}
	words := strings.ReplaceAll(err.Error(), syscall.ENOENT.Error(), "no such file or directory") // as on Linux
	return fmt.Sprintf("%serror: %s\nstatus: %d\n", text, words, status)
}

// runAudit runs an audit with the arguments of gogate audit.
func runAudit(t *testing.T, command string) (stdout string, err error) {
	t.Helper()
	a := audit.Audit{Rules: audit.DefaultRules(), Stdin: strings.NewReader("")}
	checks := audit.DefaultChecks
	flags := flag.NewFlagSet("audit", flag.ContinueOnError)
	flags.IntVar(&a.Rules.Size, "size", 0, "")
	flags.TextVar(&a.Rules.Ko, "ko", a.Rules.Ko, "")
	flags.BoolVar(&a.Rules.Suicide, "suicide", false, "")
	flags.StringVar(&checks, "checks", checks, "")
	flags.BoolVar(&a.Quiet, "quiet", false, "")
	flags.BoolVar(&a.JSON, "json", false, "")
	arguments, input, redirected := strings.Cut(command, " < ")
	if redirected {
		f, err := os.Open(input)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		a.Stdin = f
	}
	if err := flags.Parse(strings.Fields(arguments)); err != nil {
		t.Fatal(err)
	}
	if a.Checks, err = audit.ReadChecks(checks); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	err = a.Run(t.Context(), flags.Args(), &out)
	return out.String(), err
}

// readResult reads the document of an audit and verifies that it is written as it was.
func readResult(t *testing.T, document string) (r audit.Result) {
	t.Helper()
	in := json.NewDecoder(strings.NewReader(document))
	in.DisallowUnknownFields()
	if err := in.Decode(&r); err != nil {
		t.Fatalf("%v in\n%s", err, document)
	}
	if _, err := in.Token(); err != io.EOF {
		t.Errorf("got more after the document: %v", err)
	}
	var again bytes.Buffer
	out := json.NewEncoder(&again)
	out.SetIndent("", "  ")
	if err := out.Encode(r); err != nil || again.String() != document {
		t.Errorf("got another document from what was read, error %v:\n%s", err, again.String())
	}
	return r
}
