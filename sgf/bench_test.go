package sgf_test

import (
	"io"
	"runtime"
	"strings"
	"testing"

	"example.com/gogate"
	"example.com/gogate/sgf"
)

// Texts of about a megabyte each.
var texts = []struct{ name, text string }{
	{"moves", "(;SZ[19]" + strings.Repeat(";B[aa];W[bb]", 80_000) + ")"},
	{"comments", "(;SZ[19]" + strings.Repeat(";B[aa]C["+strings.Repeat("a word ", 20)+"]", 7_000) + ")"},
	{"semicolons", "(" + strings.Repeat(";", 1_000_000) + ")"},
	{"values", "(;AB" + strings.Repeat("[aa]", 250_000) + ")"},
}

// The metric x/text is how many times as much memory as the text the tree keeps, the
// text included.
func BenchmarkParse(b *testing.B) {
	for _, bench := range texts {
		b.Run(bench.name, func(b *testing.B) {
			b.SetBytes(int64(len(bench.text)))
			b.ReportAllocs()
			var roots []*sgf.Node
			for b.Loop() {
				roots = parse(b, bench.text)
			}
			with := heap()
			runtime.KeepAlive(roots)
			roots = nil
			b.ReportMetric(float64(with-heap())/float64(len(bench.text)), "x/text")
		})
	}
}

// heap returns how much memory is in use.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func BenchmarkWrite(b *testing.B) {
	for _, bench := range texts {
		b.Run(bench.name, func(b *testing.B) {
			roots := parse(b, bench.text)
			b.SetBytes(int64(len(bench.text)))
			b.ReportAllocs()
			for b.Loop() {
				if err := sgf.Write(io.Discard, roots...); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// A game of 180 moves on 19×19, all of Black's, on every second point.
func BenchmarkReplay(b *testing.B) {
	var text strings.Builder
	text.WriteString("(;SZ[19]")
	for i := range 180 {
		text.WriteString(";B[" + string(rune('a'+2*i%19)) + string(rune('a'+2*i/19)) + "]")
	}
	roots := parse(b, text.String()+")")
	b.ReportAllocs()
	for b.Loop() {
		g, err := sgf.NewGame(roots[0], gogate.Rules{})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := g.Replay(); err != nil {
			b.Fatal(err)
		}
	}
}
