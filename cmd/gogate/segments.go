package main

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// Parts of a WebAssembly module, with their numbers in the binary format of the
// WebAssembly core specification, release 2.0, sections 5.4 and 5.5.
const (
	moduleHeader     = 8    // bytes: the magic number and the version
	memorySection    = 5    // the module's own memory
	dataSection      = 11   // what memory holds at the start
	dataCountSection = 12   // the number of segments in it, for code that names them
	activeSegment    = 0    // one that is written to the first memory
	constant32       = 0x41 // the instruction i32.const
	endExpression    = 0x0b
)

// maxGap is how many zeros may stand between segments that are joined. More make the file
// larger and pack no better.
const maxGap = 64

// A segment is a piece of what memory holds at the start.
type segment struct {
	header  []byte // as the module has it
	start   uint64 // the address of its first byte
	content []byte
}

// joinSegments returns a WebAssembly module that starts with the same memory and has
// fewer data segments: those that touch are one, and so are those with a few zeros
// between, which is what a module's own memory holds where no segment writes. Go's linker
// makes some sixty thousand of them, nearly all for a table of the runtime most of which
// is zeros (runtime.findfuncbucket), and their headers are a tenth of the module
// compressed. Uncompressed, the zeros make it larger.
//
// A module with data of another form than Go's linker gives it comes back as it is, since
// it works as well.
func joinSegments(module []byte) []byte {
	if len(module) < moduleHeader {
		return module
	}
	joined := slices.Clone(module[:moduleHeader])
	own := false // whether the memory is the module's own, which begins with zeros
	for rest := module[moduleHeader:]; len(rest) > 0; {
		id := rest[0]
		content, after, ok := cutSized(rest[1:])
		switch {
		case !ok || id == dataCountSection || id == dataSection && !own:
			return module
		case id == memorySection:
			own = true
		case id == dataSection:
			if content, ok = joinData(content); !ok {
				return module
			}
		}
		joined = appendSized(append(joined, id), content)
		rest = after
	}
	return joined
}

// joinData returns a data section with its segments joined. It fails if they overlap, so
// that their order counts, or are not all active ones at constant addresses.
func joinData(section []byte) (joined []byte, ok bool) {
	count, n := binary.Uvarint(section)
	if n <= 0 {
		return nil, false
	}
	rest := section[n:]
	var segments []segment
	for range count {
		var s segment
		if s, rest, ok = cutSegment(rest); !ok {
			return nil, false
		}
		segments = append(segments, s)
	}
	slices.SortFunc(segments, func(a, b segment) int { return cmp.Compare(a.start, b.start) })
	var fewer []segment
	var end uint64 // of the one before
	for _, s := range segments {
		if s.start < end {
			return nil, false
		}
		if last := len(fewer) - 1; last >= 0 && s.start-end <= maxGap {
			zeros := make([]byte, s.start-end)
			fewer[last].content = append(append(fewer[last].content, zeros...), s.content...)
		} else {
			fewer = append(fewer, s)
		}
		end = s.start + uint64(len(s.content))
	}
	joined = binary.AppendUvarint(nil, uint64(len(fewer)))
	for _, s := range fewer {
		joined = appendSized(append(joined, s.header...), s.content)
	}
	return joined, len(rest) == 0
}

// cutSegment returns the first data segment of b and what follows it. It fails if that
// is not an active one at a constant address.
func cutSegment(b []byte) (s segment, rest []byte, ok bool) {
	if len(b) < 2 || b[0] != activeSegment || b[1] != constant32 {
		return segment{}, nil, false
	}
	start, n := binary.Uvarint(b[2:])
	end := 2 + n
	// The address is a signed number, which is negative if this bit of its last byte is set.
	if n <= 0 || b[end-1]&0x40 != 0 || end == len(b) || b[end] != endExpression {
		return segment{}, nil, false
	}
	content, rest, ok := cutSized(b[end+1:])
	return segment{b[:end+1], start, slices.Clip(content)}, rest, ok // so that appending copies it
}

// cutSized returns the bytes that b begins with, after their number, and what follows.
func cutSized(b []byte) (content, rest []byte, ok bool) {
	size, n := binary.Uvarint(b)
	if n <= 0 || size > uint64(len(b)-n) {
		return nil, nil, false
	}
	end := n + int(size)
	return b[n:end], b[end:], true
}

// appendSized appends the number of bytes of content and then those.
func appendSized(b, content []byte) []byte {
	return append(binary.AppendUvarint(b, uint64(len(content))), content...)
}
