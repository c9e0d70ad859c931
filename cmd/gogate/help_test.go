package main

import (
	"context"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// Every help fits a screen, and is printed however it is asked for.
func TestHelp(t *testing.T) {
	asked := map[string][]string{"": {"help", "-h", "--help", "help help", "help -h", "help --help"}}
	for name := range helps {
		asked[name] = []string{"help " + name, name + " -h", name + " --help", name + " -sgf games -h"}
		if name == "audit" || name == "site" || name == "gtp" {
			asked[name] = asked[name][:3]
		}
	}
	for name, ways := range asked {
		t.Run(name, func(t *testing.T) {
			first := printed(t, strings.Fields(ways[0])...)
			for _, way := range ways[1:] {
				if got := printed(t, strings.Fields(way)...); got != first {
					t.Errorf("%s: got\n%s\nwant\n%s", way, got, first)
				}
			}
			rows := strings.Split(strings.TrimSuffix(first, "\n"), "\n")
			if len(rows) > 24 {
				t.Errorf("got %d rows, want at most 24:\n%s", len(rows), first)
			}
			for _, row := range rows {
				if n := utf8.RuneCountInString(row); n > 80 {
					t.Errorf("got %d columns, want at most 80: %s", n, row)
				}
			}
			if !strings.HasPrefix(first, "usage: gogate ") {
				t.Errorf("got\n%s\nwant it to begin with how gogate is called", first)
			}
		})
	}
}

// The help on a subcommand explains every flag.
func TestHelpFlags(t *testing.T) {
	for name := range helps {
		help := printed(t, name, "-h")
		var stderr strings.Builder
		run(context.Background(), []string{name, "-no-such-flag"}, &strings.Builder{}, &stderr, false)
		_, list, ok := strings.Cut(strings.TrimSpace(stderr.String()), " are ")
		if !ok {
			t.Errorf("%s: got %q, want the flags listed", name, stderr.String())
		}
		for flag := range strings.SplitSeq(list, ", ") {
			if !slices.ContainsFunc(strings.Split(help, "\n"), func(row string) bool { return strings.HasPrefix(row, "  "+flag+" ") }) {
				t.Errorf("%s: the help lacks %s:\n%s", name, flag, help)
			}
		}
	}
}

func TestVersion(t *testing.T) {
	want := "gogate " + version() + "\n"
	for _, way := range []string{"version", "-version", "--version"} {
		if got := printed(t, way); got != want {
			t.Errorf("%s: got %q, want %q", way, got, want)
		}
	}
	for _, way := range []string{"version -h", "version --help", "help version"} {
		if got := printed(t, strings.Fields(way)...); got != versionHelp {
			t.Errorf("%s: got %q, want %q", way, got, versionHelp)
		}
	}
	revision := []debug.BuildSetting{{Key: "vcs", Value: "git"}, {Key: "vcs.revision", Value: "12ab"}}
	for _, test := range []struct {
		name, version string
		settings      []debug.BuildSetting
		want          string
	}{
		{"no version", "", nil, "(devel)"},
		{"a release", "v1.2.3", nil, "v1.2.3"},
		{"a clone", "(devel)", append(revision, debug.BuildSetting{Key: "vcs.modified", Value: "false"}), "(devel) revision 12ab"},
		{"a changed clone", "(devel)", append(revision, debug.BuildSetting{Key: "vcs.modified", Value: "true"}), "(devel) revision 12ab, modified"},
	} {
		info := &debug.BuildInfo{Main: debug.Module{Version: test.version}, Settings: test.settings}
		if got := versionOf(info); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}
