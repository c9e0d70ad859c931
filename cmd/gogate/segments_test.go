package main

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// A piece is a data segment of a test's module.
type piece struct {
	start   int
	content []byte
}

// moduleOf returns a module with a memory and data segments of its own.
func moduleOf(pieces ...piece) []byte {
	data := binary.AppendUvarint(nil, uint64(len(pieces)))
	for _, p := range pieces {
		data = append(data, 0x00, 0x41)
		// A signed number has its sign in the second bit of its last byte.
		rest := p.start
		for ; rest >= 0x40; rest >>= 7 {
			data = append(data, byte(rest)|0x80)
		}
		data = append(data, byte(rest), 0x0b)
		data = append(binary.AppendUvarint(data, uint64(len(p.content))), p.content...)
	}
	module := []byte("\x00asm\x01\x00\x00\x00" + "\x05\x03\x01\x00\x01")
	module = append(binary.AppendUvarint(append(module, 0x0b), uint64(len(data))), data...)
	return append(module, "\x00\x03\x02hi"...) // a section that the browser skips
}

// The joined segments are the runs that a memory has after each segment was written into
// it, in which a few untouched bytes end no run.
func TestJoinSegments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var pieces, joined []piece
		at := rapid.IntRange(0, 300).Draw(t, "start")
		for range rapid.IntRange(0, 8).Draw(t, "segments") {
			content := rapid.SliceOfN(rapid.Byte(), 1, 200).Draw(t, "content")
			pieces = append(pieces, piece{at, content})
			at += len(content) + rapid.OneOf(rapid.IntRange(0, 3), rapid.IntRange(maxGap-2, maxGap+2), rapid.IntRange(0, 70_000)).Draw(t, "gap")
		}
		memory := make([]byte, at)
		written := make([]bool, at)
		for _, p := range pieces {
			for i, b := range p.content {
				memory[p.start+i], written[p.start+i] = b, true
			}
		}
		for i, untouched := 0, maxGap+1; i < at; i++ {
			if !written[i] {
				untouched++
				continue
			}
			if untouched > maxGap {
				joined = append(joined, piece{start: i})
			}
			last := &joined[len(joined)-1]
			last.content = memory[last.start : i+1]
			untouched = 0
		}
		module := moduleOf(rapid.Permutation(pieces).Draw(t, "order")...)
		before := slices.Clone(module)
		if diff := cmp.Diff(moduleOf(joined...), joinSegments(module)); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		if !bytes.Equal(module, before) {
			t.Error("the module that was given has changed")
		}
	})
}

// What Go's linker does not write stays as it is.
func TestJoinSegmentsLeaves(t *testing.T) {
	const header, memory = "\x00asm\x01\x00\x00\x00", "\x05\x03\x01\x00\x01"
	section := func(content string) string { return header + memory + "\x0b" + string(rune(len(content))) + content }
	const first, second = "\x00\x41\x08\x0b\x01a", "\x00\x41\x09\x0b\x01b"
	if got, want := string(joinSegments([]byte(section("\x02"+first+second)))), section("\x01\x00\x41\x08\x0b\x02ab"); got != want {
		t.Fatalf("got %q, want %q", got, want)
	}
	for name, module := range map[string]string{
		"nothing":                     "",
		"half a header":               header[:4],
		"no sections":                 header,
		"a section without a size":    header + "\x0b",
		"a section that is cut off":   section("\x02" + first + second)[:25],
		"a size that does not end":    header + "\x0b\xff",
		"a size beyond 64 bits":       header + "\x0b" + strings.Repeat("\xff", 10) + "\x01",
		"no number of segments":       section(""),
		"none of the segments":        section("\x02"),
		"fewer segments than said":    section("\x03" + first + second),
		"more segments than said":     section("\x02" + first + second + second),
		"a segment that is cut off":   section("\x02" + first + "\x00\x41\x09\x0b\x02b"),
		"an address that is cut off":  section("\x02" + first + "\x00\x41\x89"),
		"an address without its end":  section("\x02" + first + "\x00\x41\x09"),
		"another end than end":        section("\x02" + first + "\x00\x41\x09\x0c\x01b"),
		"a negative address":          section("\x02" + first + "\x00\x41\x49\x0b\x01b"),
		"the address of a global":     section("\x02" + first + "\x00\x23\x09\x0b\x01b"),
		"a segment of no address":     section("\x02" + first + "\x01\x41\x09\x0b\x3e" + strings.Repeat("b", 0x3e)),
		"a segment of another memory": section("\x02" + first + "\x02\x01\x41\x09\x0b\x01b"),
		"segments that overlap":       section("\x02\x00\x41\x09\x0b\x02ab\x00\x41\x08\x0b\x02cd"),
		"a segment of one byte":       section("\x01\x00"),
		"an address beyond 64 bits":   section("\x01\x00\x41" + strings.Repeat("\xff", 10) + "\x01\x0b\x00"),
		"a number beyond 64 bits":     section(strings.Repeat("\xff", 10) + "\x01"),
		"the memory of another":       header + "\x02\x08\x01\x01a\x01m\x02\x00\x01" + section("\x02" + first + second)[len(header+memory):],
		"segments that code may name": header + "\x0c\x01\x02" + section("\x02" + first + second)[len(header):],
	} {
		if got := joinSegments([]byte(module)); string(got) != module {
			t.Errorf("%s: got %q, want %q", name, got, module)
		}
	}
}
