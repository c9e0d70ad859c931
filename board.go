// Package gogate puts exact checks between anything that proposes Go moves and the
// board. (Go is the board game, also called weiqi or baduk.)
//
// A proposer names a move. Checks decide exact facts about the position and that move.
// A [Gate] plays the proposal if every check allows it. Otherwise it plays the choice
// of a fallback among the moves that every check allows.
//
// # Rules and positions
//
// [DefaultRules] are Tromp–Taylor without suicide. [Rules.Start], [Rules.Setup] and
// [Rules.SetupStones] return the first [Position] of a game, and [Position.Play] the
// next one. A position never changes. It keeps the whole game so far, because superko
// needs it. [Replay] plays the moves of a record. [Position.Score] counts the area, and
// [Position.PassAlive] finds the groups that cannot be captured.
//
// Points are named as Go players name them: a column letter without I, and a row
// counted from the bottom. ParsePoint("D4") and MustParseMove("D4") read such names;
// see [ParsePoint], [ParseMove] and [MoveAt].
//
// # Checks
//
// A [Check] allows or refuses one move. A gate always checks that the move is legal.
// The other checks of this package are [NotOwnEye], [NotSelfAtari], [NotInOwnPassAlive]
// and [NotInOpponentPassAlive]; [UsualChecks] are the first two. [Judge] asks checks about
// one move, and [Allowed] lists all the moves that they allow.
//
// # Your own check
//
// A check is a function that returns a [Verdict]. [Advise] records what it says without
// refusing any move. [TestCheck] verifies that it keeps the contract of Check.
//
// # Gates
//
// [NewGate] makes a gate from a [Player] that proposes, a [Chooser] to fall back on,
// and checks. [Gate.Decide] returns a [Decision]: each proposal with its verdicts, the
// move played, and who chose it. [Random], [Greedy], [MCTS] and [Search] are players
// and choosers. A [PlayerFunc] makes a player of any function.
//
// # Text and language models
//
// A [TextFunc] is a player that answers in text, as a language model does. [Prompt]
// writes the question, and [MoveInText] finds the move in the answer. A [TextPlayer] has a
// question and a reader of your own.
//
// # Records of decisions
//
// [VerifyLog] verifies a log of decisions against the game that was played. A
// [LogVerifier] can also demand that the log is complete. [DecisionTally] counts what the
// checks refused.
//
// # Matches, intervals and reports
//
// [PlayGame] plays a game between two players, by one [Game.Step] a turn. A [Match] plays
// many, and a [Comparison] measures what a gate does to a player. [MergeResults] and
// [MergeReports] join what several machines played. [Playouts] plays independent random
// games, and [ClopperPearson] gives the exact [Interval] for how often they are won.
// [Explain] does both after a gate's override.
//
// # Other packages
//
// Package gtp talks to Go engines and to the programs that run them. Package sgf reads
// and writes game records.
package gogate

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"example.com/gogate/internal/form"
)

// MinSize and MaxSize are the smallest and the largest size of a board. More columns
// than MaxSize would need more letters than A to Z without I.
const (
	MinSize = 2
	MaxSize = 25
)

// A Color is the colour of a stone, of a player or of an owner. The zero value is
// Empty, which means no stone, no player or no owner.
type Color uint8

// The colours. Black moves first.
const (
	Empty Color = iota
	Black
	White

	border // surrounds the board; never leaves the package
)

// Opponent returns the other player's colour, and Empty for Empty.
func (c Color) Opponent() Color {
	switch c {
	case Black:
		return White
	case White:
		return Black
	}
	return Empty
}

// String returns "Black", "White" or "Empty".
func (c Color) String() string {
	switch c {
	case Empty:
		return "Empty"
	case Black:
		return "Black"
	case White:
		return "White"
	}
	return fmt.Sprintf("Color(%d)", uint8(c))
}

// ParseColor reads the colour of a player: b, w, black or white, in upper or lower case.
// Any other text is an error. So are Empty, and a colour with blanks around it.
func ParseColor(s string) (Color, error) {
	for _, c := range []Color{Black, White} {
		for _, name := range []string{c.String(), c.letter()} {
			// EqualFold alone would take the Kelvin sign for a k. It has more bytes.
			if len(s) == len(name) && strings.EqualFold(s, name) {
				return c, nil
			}
		}
	}
	return Empty, fmt.Errorf("colour %.40q: must be b, w, black or white", s)
}

// letter is the colour in a result, "B+3.5".
func (c Color) letter() string { return c.String()[:1] }

// MarshalText returns what String returns.
func (c Color) MarshalText() ([]byte, error) {
	if c > White {
		return nil, fmt.Errorf("%v is not a colour", c)
	}
	return []byte(c.String()), nil
}

// UnmarshalText reads what MarshalText writes, and nothing else.
func (c *Color) UnmarshalText(text []byte) error {
	for _, known := range []Color{Empty, Black, White} {
		if string(text) == known.String() {
			*c = known
			return nil
		}
	}
	return fmt.Errorf("colour %q: must be Black, White or Empty", text)
}

// A Point is an intersection of the board. X counts columns from the left and Y rows
// from the bottom, both from 0. The zero value is A1, the lower left corner.
type Point struct{ X, Y int }

// columns are the letters of the columns. I is left out because it is easily
// taken for J or 1.
const columns = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

// String returns the name of p, such as "D4". A point off the largest board has no name
// and is printed as "(x,y)".
func (p Point) String() string {
	if !p.within(MaxSize) {
		return fmt.Sprintf("(%d,%d)", p.X, p.Y)
	}
	return columns[p.X:p.X+1] + strconv.Itoa(p.Y+1)
}

// ParsePoint reads the name of a point, such as "D4": a column letter from A to Z
// without I, in upper or lower case, then a row from 1 to 25.
//
// Any other text is an error, blanks, a sign or a leading zero included. ParsePoint does
// not know the size of a board: the point may lie off a smaller one.
func ParsePoint(s string) (Point, error) {
	if len(s) >= 2 && len(s) <= 3 && s[1] != '0' {
		x := strings.Index(columns, strings.ToUpper(s[:1]))
		y, digits := 0, true
		for _, r := range []byte(s[1:]) {
			digits = digits && '0' <= r && r <= '9'
			y = 10*y + int(r-'0')
		}
		if p := (Point{x, y - 1}); digits && p.within(MaxSize) {
			return p, nil
		}
	}
	return Point{}, fmt.Errorf("point %.40q: must be from A1 to Z25 (there is no column I)", s)
}

// Line returns the line of the board on which p lies, counted from the nearest edge: 1
// on the edge itself. It is less than 1 if p is off a board of the given size.
func (p Point) Line(size int) int {
	return 1 + min(p.X, p.Y, size-1-p.X, size-1-p.Y)
}

func (p Point) within(size int) bool {
	return uint(p.X) < uint(size) && uint(p.Y) < uint(size)
}

// A Move is what a player does in one turn: a stone on a point, a pass or a
// resignation. It does not say whose turn it is. It is comparable and means the same on
// every board size.
//
// The zero Move is not a move. It is refused everywhere, so that a forgotten choice is
// never taken for a pass.
type Move uint16

// Pass gives the turn to the opponent. Resign gives up the game; it is legal only if
// Rules.Resign is set.
const (
	Pass   Move = 1
	Resign Move = 2
)

// A move on a point is (Y+1)<<rowShift | X. That is never 0, 1 or 2, and needs no
// division to take apart.
const rowShift = 5

// MoveAt returns the move that puts a stone on p. It returns the zero Move if p is off
// the largest board.
func MoveAt(p Point) Move {
	if !p.within(MaxSize) {
		return 0
	}
	return Move((p.Y+1)<<rowShift | p.X)
}

// Point returns the point on which m puts a stone. It reports false for a pass, a
// resignation and anything that is not a move.
func (m Move) Point() (p Point, ok bool) {
	p = Point{int(m & (1<<rowShift - 1)), int(m>>rowShift) - 1}
	if !p.within(MaxSize) {
		return Point{}, false
	}
	return p, true
}

// String returns the name of m, such as "D4", "pass" or "resign", which ParseMove reads
// back. The zero Move gives "none". Any other number that is not a move is printed with
// a number sign, as "#7". ParseMove refuses both.
func (m Move) String() string {
	switch m {
	case 0:
		return "none"
	case Pass:
		return "pass"
	case Resign:
		return "resign"
	}
	if p, ok := m.Point(); ok {
		return p.String()
	}
	return "#" + strconv.Itoa(int(m))
}

// ParseMove reads the name of a move: a point as ParsePoint reads it, pass or resign, in
// upper or lower case. Any other text is an error, blanks around a move included.
func ParseMove(s string) (Move, error) {
	switch { // as in ParseColor, the length tells apart what EqualFold does not
	case len(s) == len("pass") && strings.EqualFold(s, "pass"):
		return Pass, nil
	case len(s) == len("resign") && strings.EqualFold(s, "resign"):
		return Resign, nil
	}
	if p, err := ParsePoint(s); err == nil {
		return MoveAt(p), nil
	}
	return 0, fmt.Errorf("move %.40q: must be a point from A1 to Z25 (there is no column I), pass or resign", s)
}

// MustParseMove reads a move as ParseMove does, and panics if s is not the name of a
// move. It is meant for tests and examples in which the moves are written out.
func MustParseMove(s string) Move {
	m, err := ParseMove(s)
	if err != nil {
		panic(err)
	}
	return m
}

// MarshalText returns what String returns, but an empty text for the zero Move.
func (m Move) MarshalText() ([]byte, error) {
	if m == 0 {
		return nil, nil
	}
	return []byte(m.String()), nil
}

// UnmarshalText reads what MarshalText writes. That includes a number that is not a
// move, so that the record of a refused proposal reads back as it was.
func (m *Move) UnmarshalText(text []byte) error {
	s := string(text)
	if s == "" {
		*m = 0
		return nil
	}
	if number, ok := strings.CutPrefix(s, "#"); ok {
		n, err := strconv.ParseUint(number, 10, 16)
		if err == nil && Move(n).String() == s {
			*m = Move(n)
			return nil
		}
	}
	parsed, err := ParseMove(s)
	if err != nil {
		return err
	}
	*m = parsed
	return nil
}

// A Group is a set of connected stones of one colour, with its liberties: the empty
// points beside them. Both lists run A1, B1, … and belong to the caller. The zero Group
// stands for no group.
type Group struct {
	Color             Color
	Stones, Liberties []Point
}

// A board holds the stones of a position, and every group with its exact number of
// liberties. Its cells lie in one slice, row by row from the bottom. There is one border
// cell at the end of each row, and a border row below and above. So every point has four
// neighbours and eight surrounding cells, and no rule needs to look for the edge:
//
//	stride = size+1       # # # # #        cell(x, y) = (y+1)*stride + x+1
//	                      # . . . #        the # at the right of a row is
//	the border: #         # . . . #        also the # at the left of the next
//	                      # . . . #
//	                      # # # #
type board struct {
	stride int
	cells  []cell
}

// A cell is one intersection. It has only six bytes because every move copies the board.
type cell struct {
	group groupRef // which group stands here
	next  uint16   // the group's next stone; the stones of a group form a ring
	libs  uint16   // in the group's head alone: how many liberties it has
}

// A groupRef has the colour of a group in its two upper bits, and below them the index
// of the group's head, which is one of its stones. Two points with equal values hold
// connected stones. The zero value is an empty point.
type groupRef uint16

const (
	headBits            = 14
	borderLine          = groupRef(border) << headBits
	maxCells            = (MaxSize+2)*(MaxSize+1) + 1
	headMask   groupRef = 1<<headBits - 1
)

func groupOf(c Color, head int) groupRef { return groupRef(c)<<headBits | groupRef(head) }

func (g groupRef) color() Color    { return Color(g >> headBits) }
func (g groupRef) head() int       { return int(g & headMask) }
func (g groupRef) hasStones() bool { return g != 0 && g < borderLine }

// cellsOf returns how many cells a board of the given size has.
func cellsOf(size int) int { return (size+2)*(size+1) + 1 }

// clear makes b the empty board of the given size; its cells are all zero.
func (b *board) clear(size int) {
	b.stride = size + 1
	for c := range b.cells {
		b.cells[c].group = borderLine
	}
	for y := range size {
		for x := range size {
			b.cells[b.index(Point{x, y})].group = 0
		}
	}
}

func (b *board) size() int { return b.stride - 1 }

func (b *board) index(p Point) int { return (p.Y+1)*b.stride + p.X + 1 }

func (b *board) point(c int) Point { return Point{c%b.stride - 1, c/b.stride - 1} }

func (b *board) color(c int) Color { return b.cells[c].group.color() }

// around returns the four neighbours of c.
func (b *board) around(c int) [4]int {
	return [4]int{c - b.stride, c - 1, c + 1, c + b.stride}
}

// corners returns the four points diagonal to c.
func (b *board) corners(c int) [4]int {
	return [4]int{c - b.stride - 1, c - b.stride + 1, c + b.stride - 1, c + b.stride + 1}
}

// A groupSet is the distinct groups of one colour around a point.
type groupSet struct {
	list [4]groupRef
	n    int
}

func (s *groupSet) add(g groupRef) {
	for _, have := range s.list[:s.n] {
		if have == g {
			return
		}
	}
	s.list[s.n] = g
	s.n++
}

func (s *groupSet) all() []groupRef { return s.list[:s.n] }

func (s *groupSet) has(g groupRef) bool { return slices.Contains(s.list[:s.n], g) }

// keep removes the groups that are not in t.
func (s *groupSet) keep(t *groupSet) {
	n := 0
	for _, g := range s.all() {
		if t.has(g) {
			s.list[n] = g
			n++
		}
	}
	s.n = n
}

// beside returns the groups of the given colour beside c.
func (b *board) beside(c int, color Color) (s groupSet) {
	for _, n := range b.around(c) {
		if g := b.cells[n].group; g.hasStones() && g.color() == color {
			s.add(g)
		}
	}
	return s
}

// An effect is what a stone would do: the groups that leave the board. They are the
// opponent's groups that it leaves without a liberty. If there are none of these and the
// stone's own group has no liberty either, they are the groups that it joins.
type effect struct {
	removed groupSet
	suicide bool // the groups are the mover's, and the new stone goes too
}

// effect returns what a stone of the given colour on the empty point c would do.
func (b *board) effect(c int, color Color) (e effect) {
	var own groupSet
	breathes := false
	for _, n := range b.around(c) {
		g := b.cells[n].group
		switch {
		case g == 0:
			breathes = true
		case g == borderLine:
		case g.color() == color:
			own.add(g)
			breathes = breathes || b.cells[g.head()].libs > 1
		case b.cells[g.head()].libs == 1:
			e.removed.add(g)
		}
	}
	if !breathes && e.removed.n == 0 {
		return effect{own, true}
	}
	return e
}

// ring yields the stones of a group, its head first.
func (b *board) ring(g groupRef) iter.Seq[int] {
	return func(yield func(int) bool) {
		for c := g.head(); yield(c); {
			if c = int(b.cells[c].next); c == g.head() {
				return
			}
		}
	}
}

// touches reports whether a stone of the group stands beside c.
func (b *board) touches(c int, g groupRef) bool {
	for _, n := range b.around(c) {
		if b.cells[n].group == g {
			return true
		}
	}
	return false
}

// libertiesAfter returns how many liberties the group of a stone of the given colour on
// the empty point c would have: 0 for a suicide.
func (b *board) libertiesAfter(c int, color Color) int {
	e := b.effect(c, color)
	if e.suicide {
		return 0
	}
	own := b.beside(c, color)
	if e.removed.n == 0 && own.n <= 1 {
		// The common case: nothing is captured and at most one group is joined. It
		// loses this liberty and gains the empty points here that it did not touch.
		libs, joined := 0, groupRef(0)
		if own.n == 1 {
			joined = own.list[0]
			libs = int(b.cells[joined.head()].libs) - 1
		}
		for _, n := range b.around(c) {
			if b.cells[n].group == 0 && (joined == 0 || !b.touches(n, joined)) {
				libs++
			}
		}
		return libs
	}
	var seen cellSet
	seen.add(c)
	libs := 0
	breathe := func(c int) {
		for _, n := range b.around(c) {
			g := b.cells[n].group
			if (g == 0 || e.removed.has(g)) && seen.add(n) {
				libs++
			}
		}
	}
	breathe(c)
	for _, g := range own.all() {
		for s := range b.ring(g) {
			breathe(s)
		}
	}
	return libs
}

// A cellSet is a set of cells.
type cellSet [(maxCells + 63) / 64]uint64

// add puts c into the set and reports whether it is new there.
func (s *cellSet) add(c int) bool {
	word, bit := &s[c>>6], uint64(1)<<(c&63)
	isNew := *word&bit == 0
	*word |= bit
	return isNew
}

// eye reports whether c is a single-point eye of the given colour by the nine-point
// test: all neighbours on the board hold stones of that colour, and the opponent holds
// none of the diagonal points on the edge of the board, or at most one elsewhere.
func (b *board) eye(c int, color Color) bool {
	if b.cells[c].group != 0 {
		return false
	}
	for _, n := range b.around(c) {
		if g := b.cells[n].group; g != borderLine && g.color() != color {
			return false
		}
	}
	theirs, edge := 0, 0
	for _, d := range b.corners(c) {
		switch b.color(d) {
		case border:
			edge = 1
		case color.Opponent():
			theirs++
		}
	}
	return theirs+edge < 2
}

// put places a stone of the given colour on the empty point c, removes the groups of its
// effect e, and keeps the liberties of every group right.
func (b *board) put(c int, color Color, e effect) {
	// The point was one liberty of each group beside it.
	for _, side := range [2]Color{color, color.Opponent()} {
		around := b.beside(c, side)
		for _, g := range around.all() {
			b.cells[g.head()].libs--
		}
	}
	libs := uint16(0)
	for _, n := range b.around(c) {
		if b.cells[n].group == 0 {
			libs++
		}
	}
	b.cells[c] = cell{groupOf(color, c), uint16(c), libs}
	if !e.suicide {
		for _, g := range e.removed.all() {
			b.lift(g)
		}
	}
	for _, n := range b.around(c) {
		if g := b.cells[n].group; g.hasStones() && g.color() == color && g != b.cells[c].group {
			b.join(b.cells[c].group, g)
		}
	}
	if e.suicide {
		b.lift(b.cells[c].group)
	}
}

// lift takes a group off the board. Each of its points becomes a liberty of the groups
// beside it.
func (b *board) lift(g groupRef) {
	other := g.color().Opponent()
	for c := range b.ring(g) {
		b.cells[c].group = 0
		around := b.beside(c, other)
		for _, by := range around.all() {
			b.cells[by.head()].libs++
		}
	}
}

// join makes one group of two that touch. The smaller one takes the head of the larger,
// so the group of a stone at least doubles each time that the stone changes its head.
func (b *board) join(g, h groupRef) {
	// Walk both rings in step: the one that comes round first is the smaller.
	small, large := g, h
	for c, d := g.head(), h.head(); ; {
		c, d = int(b.cells[c].next), int(b.cells[d].next)
		if c == g.head() {
			break
		}
		if d == h.head() {
			small, large = h, g
			break
		}
	}

	// Count the small group's liberties that the large one does not have. A liberty
	// beside several stones of the small group is counted at the first of them.
	libs := b.cells[large.head()].libs
	for c := range b.ring(small) {
	empties:
		for _, n := range b.around(c) {
			if b.cells[n].group != 0 {
				continue
			}
			counted := false
			for _, by := range b.around(n) {
				switch b.cells[by].group {
				case large:
					continue empties
				case small:
					counted = counted || by < c
				}
			}
			if !counted {
				libs++
			}
		}
	}
	b.cells[large.head()].libs = libs

	for c := range b.ring(small) {
		b.cells[c].group = large
	}
	s, l := &b.cells[small.head()], &b.cells[large.head()]
	s.next, l.next = l.next, s.next
}

// stoneLetters are the letters of a diagram, by colour.
const stoneLetters = ".XO"

// diagram draws the board with one letter for each point.
func (b *board) diagram(letter func(Point) byte) string {
	var s strings.Builder
	size := b.size()
	for y := size - 1; y >= 0; y-- {
		fmt.Fprintf(&s, "%2d", y+1)
		for x := range size {
			s.WriteByte(' ')
			s.WriteByte(letter(Point{x, y}))
		}
		s.WriteByte('\n')
	}
	s.WriteString("  ")
	for x := range size {
		s.WriteByte(' ')
		s.WriteByte(columns[x])
	}
	s.WriteByte('\n')
	return s.String()
}

// readDiagram returns the rows of a diagram, the lowest first. Each has exactly size
// letters, which are X, O or '.'.
func readDiagram(diagram string, size int) ([]string, error) {
	var rows []string
	for line := range strings.Lines(strings.TrimSpace(diagram)) {
		rows = append(rows, strings.TrimSpace(line))
	}
	labelled := false
	if n := len(rows); n > 0 && strings.HasPrefix(rows[n-1], "A") {
		if letters := spaced(columns[:size]); rows[n-1] != letters {
			return nil, fmt.Errorf("columns %q: must be %q", rows[n-1], letters)
		}
		labelled = true
		rows = rows[:n-1]
	}
	if len(rows) != size {
		return nil, fmt.Errorf("%s: a board of size %d must have %d", form.Count(len(rows), "row"), size, size)
	}
	slices.Reverse(rows)
	for y := size - 1; y >= 0; y-- {
		row := rows[y]
		if labelled {
			label := strconv.Itoa(y + 1)
			rest, ok := strings.CutPrefix(row, label+" ")
			if !ok {
				return nil, fmt.Errorf("row %q: must begin with its number, %s", row, label)
			}
			row = strings.TrimSpace(rest)
		}
		stones := strings.ReplaceAll(row, " ", "")
		if row != stones && row != spaced(stones) || strings.Trim(stones, "XO.") != "" || len(stones) != size {
			return nil, fmt.Errorf("row %d, %q: must have %d points, each X, O or '.'", y+1, row, size)
		}
		rows[y] = stones
	}
	return rows, nil
}

// spaced returns letters with single blanks between them.
func spaced(letters string) string { return strings.Join(strings.Split(letters, ""), " ") }
