package gogate

import "math/bits"

// A rng is a small fast generator of random numbers, the same on every
// machine: a 64-bit counter scrambled by one wide multiplication, after Wang
// Yi's wyrand. It inlines where a call through rand.Source would not.
type rng uint64

// next returns 64 random bits.
func (s *rng) next() uint64 {
	*s += 0xa0761d6478bd642f
	hi, lo := bits.Mul64(uint64(*s), uint64(*s)^0xe7037ed1a0b428db)
	return hi ^ lo
}

// below returns a random number from 0 to n-1, for n from 1 to 2^32, by
// Lemire's multiplication without its last correction: a number's share is off
// by less than n in 2^32.
func (s *rng) below(n int) int {
	return int(s.next() >> 32 * uint64(n) >> 32)
}

// seeded returns the source that a player with this seed uses in this position,
// so that its choice depends on nothing else.
func seeded(seed uint64, p *Position) rng {
	s := rng(seed)
	s = rng(s.next() ^ p.hash)
	s = rng(s.next() ^ uint64(p.turn)<<2 ^ uint64(p.toPlay))
	s.next()
	return s
}

// A keys holds a random number for every stone on every cell. The hash of a
// board is the exclusive or of the numbers of its stones, so that a stone more
// or less changes it in one step (Zobrist 1970).
type keys [2][maxCells]uint64

func (k *keys) of(c int, color Color) uint64 { return k[color-Black][c] }

// zobrist are the keys of every position. They come from a fixed seed, so that
// a hash is the same on every machine.
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

// A history answers almost every question for superko without a look at the
// earlier boards. Each part only ever says "this board is new", and that
// exactly; where none does, the boards themselves are compared.
type history struct {
	// lost has a bit for every colour and cell, black cells first: whether a
	// stone of that colour was taken from there since the start. An earlier
	// board can only come back by a stone that stood there before and is gone
	// now, so without the bit the move is new.
	lost []uint64
	// seen is a filter of the hashes of all boards so far, the present one
	// included: each sets a few bits of one word.
	seen []uint64
	// most is the largest number of stones on any board so far: a board with
	// more is new.
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

// mayHold reports whether such a board may have been recorded.
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

// repeats returns the first position whose board a stone on the empty point c
// would recreate against the ko rule, or nil.
func (p *Position) repeats(c int, e *effect) (first *Position) {
	if !e.suicide && !p.mayReturn(c, p.toPlay) {
		return nil
	}
	hash, stones := p.after(c, e)
	if !p.mayHold(hash, stones) {
		return nil
	}
	rule := p.game.rules.Ko
	for q := p; q != nil; q = q.parent {
		if rule == SimpleKo && q.turn < p.turn-1 {
			break
		}
		if rule == SituationalSuperko && q.toPlay == p.toPlay {
			continue
		}
		if q.hash == hash && q.stones == stones && p.becomes(q, c, e) {
			first = q
		}
	}
	return first
}

// firstRepeated returns the turn after which the board that m, with the effect
// e, would recreate against the ko rule first stood, and -1 for none.
func (p *Position) firstRepeated(m Move, e *effect) int {
	if c, ok := p.open(m); ok {
		if first := p.repeats(c, e); first != nil {
			return first.Turn()
		}
	}
	return -1
}

// after returns the hash and the number of stones after a stone on c.
func (p *Position) after(c int, e *effect) (hash uint64, stones int32) {
	hash, stones = p.hash, p.stones
	if !e.suicide {
		hash ^= p.game.keys.of(c, p.toPlay)
		stones++
	}
	for _, g := range e.removed.all() {
		for s := range p.ring(g) {
			hash ^= p.game.keys.of(s, g.color())
			stones--
		}
	}
	return hash, stones
}

// becomes reports whether a stone on c would make p's board the same as q's.
func (p *Position) becomes(q *Position, c int, e *effect) bool {
	for i := range p.cells {
		color := p.color(i)
		switch {
		case i == c && !e.suicide:
			color = p.toPlay
		case e.removed.has(p.cells[i].group):
			color = Empty
		}
		if color != q.color(i) {
			return false
		}
	}
	return true
}
