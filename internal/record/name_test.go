package record

import (
	"regexp"
	"strings"
	"testing"
)

// Names of agents make names of files that every file system takes, that differ also
// where case does not count, and that a person can read.
func TestSlug(t *testing.T) {
	for name, want := range map[string]string{
		"gated":                              "gated",
		"mcts playouts=1000":                 "mcts_playouts=1000",
		"search width=12":                    "search_width=12",
		"gtp:gnugo --mode gtp --seed {seed}": "gtp_gnugo_mode_gtp_seed_seed.b059b1fa",
	} {
		if got := slug(name); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
	safe := regexp.MustCompile(`^[a-z0-9=_.]{1,60}$`)
	seen := make(map[string]string)
	for _, name := range []string{
		"", " ", ".", "..", "/", "a/b", "a\\b", "a:b", "a b", "a_b", "a  b", "a-b", "a", "A", "é", "e", "\x00", "\xff", "囲碁", "con",
		"gtp:x.b059b1fa", "gtp:GNUGO", "gtp:gnugo", "gtp: gnugo", "gtp:'a,b'", strings.Repeat("a", 40), strings.Repeat("a", 41), strings.Repeat("a", 300),
	} {
		got := slug(name)
		if other, taken := seen[got]; taken || !safe.MatchString(got) {
			t.Errorf("%q: got %q, which is not safe or is that of %q", name, got, other)
		}
		seen[got] = name
	}
}
