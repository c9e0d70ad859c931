package main

import (
	"flag"
	"io"
	"strconv"
	"strings"
	"testing"
)

func TestSeedsFlag(t *testing.T) {
	const none = 99 // what a refused flag leaves as it was
	for _, test := range []struct {
		value string
		first uint64
		count int
	}{
		{"4", 0, 4},
		{"1000000", 0, 1_000_000},
		{"0:4", 0, 4},
		{"100:200", 100, 100},
		{"18446744073709551614:18446744073709551615", 18446744073709551614, 1},
		{"18446744073708551615:18446744073709551615", 18446744073708551615, 1_000_000},

		{"", none, none},
		{"0", none, none},
		{"-1", none, none},
		{"1000001", none, none},
		{"0:1000001", none, none},
		{"0:18446744073709551615", none, none},
		{"18446744073709551615:18446744073709551616", none, none},
		{"18446744073709551615:0", none, none},
		{"4:4", none, none},
		{"5:4", none, none},
		{":4", none, none},
		{"4:", none, none},
		{":", none, none},
		{"1:2:3", none, none},
		{"01:4", none, none},
		{"1:04", none, none},
		{"+1:4", none, none},
		{"1:+4", none, none},
		{"-1:4", none, none},
		{" 1:4", none, none},
		{"1 :4", none, none},
		{"1:4 ", none, none},
		{"1_0:20", none, none},
		{"0x1:4", none, none},
		{"1-4", none, none},
	} {
		t.Run(test.value, func(t *testing.T) {
			first, count := uint64(none), none
			flags := flag.NewFlagSet("test", flag.ContinueOnError)
			seedsFlag(flags, &first, &count, "")
			_, err := parse(flags, []string{"-seeds", test.value}, io.Discard)
			if first != test.first || count != test.count || (err == nil) != (test.count != none) {
				t.Errorf("got %d and %d, error %v, want %d and %d", first, count, err, test.first, test.count)
			}
		})
	}
}

// Flags are read in the forms of package flag, up to what is not one.
func TestReadFlags(t *testing.T) {
	for _, test := range []struct{ args, want, rest, err string }{
		{"", "", "", ""},
		{"-n 5 --on -text a", "n=5 on=true text=a", "", ""},
		{"--n=5 -on=false -text=a=b", "n=5 on=false text=a=b", "", ""},
		{"-text -n file", "text=-n", "file", ""},
		{"-on file -n 5", "on=true", "file -n 5", ""},
		{"-on - file", "on=true", "- file", ""},
		{"-on -- -n", "on=true", "-n", ""},
		{"-text=", "text=", "", ""},
		{"-n", "", "", "-n: a value must follow, as gogate test -h explains"},
		{"-on=yes", "", "", `-on "yes": must be true or false`},
		{"-n x", "", "", `-n "x": must be a whole number from 1 to 9`},
		{"-none", "", "", "there is no flag -none: the flags of gogate test are -n, -on, -text"},
		{"-=5", "", "", "there is no flag -: the flags of gogate test are -n, -on, -text"},
		{"---n 5", "", "", "there is no flag --n: the flags of gogate test are -n, -on, -text"},
		{"-on -h", "on=true", "", flag.ErrHelp.Error()},
	} {
		t.Run(test.args, func(t *testing.T) {
			flags := flag.NewFlagSet("test", flag.ContinueOnError)
			n := 0
			numberFlag(flags, &n, "n", 9, "")
			flags.Bool("on", false, "")
			flags.String("text", "", "")
			rest, err := readFlags(flags, strings.Fields(test.args))
			if test.err != "" {
				if err == nil || err.Error() != test.err {
					t.Errorf("got %v, want %s", err, test.err)
				}
				return
			}
			var got []string
			flags.Visit(func(f *flag.Flag) {
				value := f.Value.String()
				if f.Name == "n" { // flag.Func keeps nothing to print
					value = strconv.Itoa(n)
				}
				got = append(got, f.Name+"="+value)
			})
			if got := strings.Join(got, " "); err != nil || got != test.want || strings.Join(rest, " ") != test.rest {
				t.Errorf("got %s, the rest %q and %v, want %s and %q", got, rest, err, test.want, test.rest)
			}
		})
	}
}
