package gogate

import "math/bits"

// A rng is a small, fast generator of random numbers that gives the same numbers on every
// machine. After Wang Yi's wyrand, it scrambles a 64-bit counter by one wide
// multiplication. Its calls are inlined; those through rand.Source would not be.
type rng uint64

// next returns 64 random bits.
func (s *rng) next() uint64 {
	*s += 0xa0761d6478bd642f
	hi, lo := bits.Mul64(uint64(*s), uint64(*s)^0xe7037ed1a0b428db)
	return hi ^ lo
}

// below returns a random number from 0 to n-1, for n from 1 to 2^32. It is Lemire's
// multiplication without its last correction, so the probability of each number is off
// by less than 1 in 2^32.
func (s *rng) below(n int) int {
	return int(s.next() >> 32 * uint64(n) >> 32)
}

// A keys holds a random number for a stone of each colour on each cell. The hash of a
// board is the exclusive or of the numbers of its stones, so adding or removing a stone
// changes the hash in one step (Zobrist 1970).
type keys [2][maxCells]uint64

func (k *keys) of(c int, color Color) uint64 { return k[color-Black][c] }

// zobrist are the keys of every position. Their seed is fixed, so a hash is the same on
// every machine.
var zobrist = newKeys(1)

func newKeys(seed rng) *keys {
	k := new(keys)
	for color := range k {
		for c := range k[color] {
			k[color][c] = seed.next()
		}
	}
	return k
}

// A history answers almost every question about superko without a look at the earlier
// boards. Each of its parts can say "this board is new", and is never wrong about it. If
// none of them says so, the boards themselves are compared.
type history struct {
	// lost has a bit for every colour and cell, those of Black first. It tells
	// whether a stone of that colour was ever taken from there. To bring an earlier
	// board back, a stone must return to where one like it was taken. So a stone
	// without the bit makes a new board.
	lost []uint64
	// seen is a filter of the hashes of all boards so far, the present one
	// included. Each hash sets up to four bits of one word.
	seen []uint64
	// most is the largest number of stones on any board so far. A board with more is
	// new.
	most int32
}

// place returns the word and the bits of a hash in the filter.
func (h *history) place(hash uint64) (word *uint64, set uint64) {
	set = 1<<(hash&63) | 1<<(hash>>6&63) | 1<<(hash>>12&63) | 1<<(hash>>18&63)
	return &h.seen[hash>>32&uint64(len(h.seen)-1)], set
}

// record notes that a board with this hash and so many stones was on the board.
func (h *history) record(hash uint64, stones int32) {
	word, set := h.place(hash)
	*word |= set
	h.most = max(h.most, stones)
}

// mayHold reports whether such a board may have been recorded. False is certain.
func (h *history) mayHold(hash uint64, stones int32) bool {
	word, set := h.place(hash)
	return stones <= h.most && *word&set == set
}

// lose notes that a stone was taken from c.
func (h *history) lose(c int, color Color) {
	word, bit := h.bit(c, color)
	*word |= bit
}

// mayReturn reports whether a stone of that colour was ever taken from c.
func (h *history) mayReturn(c int, color Color) bool {
	word, bit := h.bit(c, color)
	return *word&bit != 0
}

func (h *history) bit(c int, color Color) (word *uint64, bit uint64) {
	if color == White {
		c += len(h.lost) / 2 * 64
	}
	return &h.lost[c>>6], 1 << (c & 63)
}
