package gogate

import "strings"

// An outlook is what a move would do at once.
type outlook struct {
	captures  bool
	saves     bool // it saves a group of its own in atari: it captures, or leaves two liberties
	selfAtari bool // it captures nothing and leaves its own group one liberty
	ataris    bool // it leaves a group of the opponent one liberty
	shape     bool // it is one of shapes
}

// outlook returns the outlook of m, an empty point that is not the ko point.
func (b *playout) outlook(m spot) (o outlook) {
	at := b.around(m)
	o.shape = shapes[at.shape()]
	if at[center]&(anyStone*beside) == 0 {
		return o
	}
	b.adjust(at, lessLiberty)
	for _, d := range [...]int{south, west, east, north} {
		if b.groups[at[d]&groupID] < oneParked { // m is its last liberty
			o.captures = o.captures || at[d]&b.own == 0
			o.saves = o.saves || at[d]&b.own != 0
		}
	}
	b.adjust(at, oneLiberty)

	after := liberties{but: m}
	after.add(b, m)
	for _, d := range [...]int{south, west, east, north} {
		switch {
		case at[d]&b.own != 0:
			after.addGroup(b, at[d])
		case at[d]&anyStone != 0:
			left := liberties{but: m}
			left.addGroup(b, at[d])
			o.ataris = o.ataris || left.n == 1
		}
	}
	o.selfAtari = !o.captures && after.n == 1
	o.saves = o.saves && !o.selfAtari
	if !o.captures && after.n == 0 { // suicide: its own stones come off the board
		return outlook{shape: o.shape}
	}
	return o
}

// A liberties counts, up to two, the liberties of a group or of several that will be one.
// It leaves out one point, but.
type liberties struct {
	but, one spot
	n        int
}

// add counts the liberties of one stone.
func (l *liberties) add(b *playout, stone spot) {
	at := b.around(stone)
	if at[center]&anyEmpty == 0 {
		return
	}
	for _, d := range [...]int{south, west, east, north} {
		liberty := at[d] & groupID
		if at[d]&(anyStone|offBoard) != 0 || liberty == l.but || l.n > 0 && liberty == l.one {
			continue
		}
		l.one = liberty
		l.n++
	}
}

// addGroup counts the liberties of a group. One point gives at most four
// pseudo-liberties. So nine of them are on at least three points, and at most one of these
// is left out.
func (l *liberties) addGroup(b *playout, g spot) {
	if b.groups[g&groupID] >= 9*oneLiberty {
		l.n = 2
		return
	}
	for stone := range b.ring(g & groupID) {
		if l.n >= 2 {
			return
		}
		l.add(b, stone)
	}
}

// shape returns what is on the eight points around, as an index with two bits for each.
func (at *window) shape() (index int) {
	for _, d := range [...]int{northWest, north, northEast, west, east, southWest, south, southEast} {
		s := at[d]
		index = index<<2 | int(s/blackStone&1|s/whiteStone&1<<1|s/offBoard&1*3)
	}
	return index
}

// shapes are the surroundings in which a move counts as a shape, by window.shape. The move
// is in the middle of its pattern. Turned and mirrored patterns count too, for either side.
// The twelve patterns are those of Petr Baudiš's program michi, of the kind that MoGo
// introduced (Gelly, Wang, Munos and Teytaud 2006).
//
// X and O are stones of the two sides and # is off the board. x is anything but X, o is
// anything but O, and ? is anything.
var shapes = newShapes(
	// Hane and similar moves, beside a stone or from a diagonal.
	"XOX ... ???", "XO. ... ?.?", "XO? X.. x.?", ".O. X.. ...",
	// Cuts, and moves that prevent a cut.
	"XO? O.o ?o?", "?X? O.O ooo", "OX? o.O ???",
	// On the first line, with the board above.
	"X.? O.? ###", "OX? X.O ###", "?X? x.O ###", "?XO x.x ###", "?OX X.O ###",
)

// A shapeSet tells which surroundings the patterns allow.
type shapeSet [1 << 16]bool

func newShapes(patterns ...string) *shapeSet {
	turn := [...]int{6, 3, 0, 7, 4, 1, 8, 5, 2} // where the nine points come from
	mirror := [...]int{2, 1, 0, 5, 4, 3, 8, 7, 6}
	moved := func(p string, from [9]int) string {
		var q [9]byte
		for i := range q {
			q[i] = p[from[i]]
		}
		return string(q[:])
	}
	otherSide := strings.NewReplacer("X", "O", "O", "X", "x", "o", "o", "x")
	set := new(shapeSet)
	for _, p := range patterns {
		p = strings.ReplaceAll(p, " ", "")
		for range 4 {
			for _, q := range []string{p, moved(p, mirror)} {
				q = q[:4] + q[5:]
				set.add(q, 0)
				set.add(otherSide.Replace(q), 0)
			}
			p = moved(p, turn)
		}
	}
	return set
}

// add adds all surroundings that the pattern allows after those already in the index.
func (set *shapeSet) add(pattern string, index int) {
	if pattern == "" {
		set[index] = true
		return
	}
	allowed := pattern[:1]
	switch allowed {
	case "?":
		allowed = ".XO#"
	case "x":
		allowed = ".O#"
	case "o":
		allowed = ".X#"
	}
	for _, letter := range []byte(allowed) {
		set.add(pattern[1:], index<<2|strings.IndexByte(".XO#", letter))
	}
}
