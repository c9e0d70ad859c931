package gogate

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

// A Position is a board, the side to move and the whole game before it.
//
// Positions come from [Rules.Start], [Rules.Setup], [Rules.SetupStones], [Replay] and
// [Position.Play]. The zero Position is not usable. Use positions by pointer, and neither
// copy one nor assign to it.
//
// A Position never changes, and no method writes to it. Any number of goroutines may use
// one at the same time. It keeps the positions before it in memory.
type Position struct {
	game   *game
	parent *Position // the position before the last turn; nil at the start
	board
	history
	hash     uint64
	turn     int32
	stones   int32
	last     Move
	toPlay   Color
	passes   uint8 // passes in a row, up to now
	resigned Color // the side that resigned, or Empty
}

// A game is what all positions of one game share.
type game struct {
	rules Rules
	keys  *keys
}

// A position is one allocation: its struct and arrays lie together in one of these
// rooms. Each room is as large as its largest board needs. Copying it is most of the cost
// of a move, so the rooms just fit the allocator's sizes of 1,152, 2,048, 4,096 and 6,144
// bytes.
//
// lost has a bit for each colour and cell, in words of 64. At most two in five of the
// bits of seen are set after 243 turns on 9×9 or 700 turns on 19×19. In a longer game
// seen still gives no wrong answer, but rules out fewer boards.
type (
	room9 struct {
		Position
		lost  [2 * 2]uint64
		seen  [32]uint64
		cells [cells9]cell
	}
	room13 struct {
		Position
		lost  [2 * 4]uint64
		seen  [64]uint64
		cells [cells13]cell
	}
	room19 struct {
		Position
		lost  [2 * 7]uint64
		seen  [128]uint64
		cells [cells19]cell
	}
	room25 struct {
		Position
		lost  [2 * 11]uint64
		seen  [128]uint64
		cells [maxCells]cell
	}
)

// These are what cellsOf returns for the largest boards of the first three rooms.
const (
	cells9  = (9+2)*(9+1) + 1
	cells13 = (13+2)*(13+1) + 1
	cells19 = (19+2)*(19+1) + 1
)

// newPosition returns a position with room for a board of the given size.
func newPosition(size int) *Position {
	n := cellsOf(size)
	switch {
	case size <= 9:
		r := new(room9)
		return r.Position.furnish(r.lost[:], r.seen[:], r.cells[:n])
	case size <= 13:
		r := new(room13)
		return r.Position.furnish(r.lost[:], r.seen[:], r.cells[:n])
	case size <= 19:
		r := new(room19)
		return r.Position.furnish(r.lost[:], r.seen[:], r.cells[:n])
	}
	r := new(room25)
	return r.Position.furnish(r.lost[:], r.seen[:], r.cells[:n])
}

func (p *Position) furnish(lost, seen []uint64, cells []cell) *Position {
	p.lost, p.seen, p.cells = lost, seen, cells
	return p
}

// next returns a copy of p in a room of its own, as the position after one more turn. The
// caller plays the move: last, passes and resigned are zero.
func (p *Position) next() *Position {
	q := newPosition(p.size())
	copy(q.lost, p.lost)
	copy(q.seen, p.seen)
	copy(q.cells, p.cells)
	q.game = p.game
	q.parent = p
	q.stride = p.stride
	q.most = p.most
	q.hash = p.hash
	q.stones = p.stones
	q.turn = p.turn + 1
	q.toPlay = p.toPlay.Opponent()
	return q
}

// Start returns the empty board with Black to move. If the rules are invalid it returns
// the error of Validate.
func (r Rules) Start() (*Position, error) { return r.start(Black, nil, zobrist) }

// MustStart returns the empty board under DefaultRules(size). It panics if the size is out
// of range, so it is meant for tests, examples and sizes that are written out.
func MustStart(size int) *Position {
	p, err := DefaultRules(size).Start()
	if err != nil {
		panic(err)
	}
	return p
}

// Setup returns the position that a diagram shows, with toPlay to move. It is the first
// position of a game: superko knows no board before it.
//
// A diagram has one line for each row, the top row first. X is a black stone, O a white
// one and . an empty point. There may be single blanks between them. A diagram may have
// the coordinates that [Position.String] prints, if both the rows and the columns have
// them. They must be right. Blank lines around the diagram and blanks around a line do
// not matter.
//
// Every group must have a liberty. A diagram that does not fit the size, invalid rules,
// and a colour other than Black and White are errors too.
func (r Rules) Setup(toPlay Color, diagram string) (*Position, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	rows, err := readDiagram(diagram, r.Size)
	if err != nil {
		return nil, fmt.Errorf("set-up: %w", err)
	}
	return r.setup(toPlay, rows)
}

// SetupStones returns the position with the given stones, with toPlay to move. Like that
// of Setup, it is the first position of a game.
//
// The order of the points does not matter. Every point must be on the board and be named
// only once, and every group must have a liberty.
func (r Rules) SetupStones(toPlay Color, black, white []Point) (*Position, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	rows := slices.Repeat([]string{strings.Repeat(".", r.Size)}, r.Size)
	for i, pt := range slices.Concat(black, white) {
		letter := "X"
		if i >= len(black) {
			letter = "O"
		}
		switch {
		case !pt.within(r.Size):
			return nil, fmt.Errorf("set-up: %v is off the board of %d×%d", pt, r.Size, r.Size)
		case rows[pt.Y][pt.X] != '.':
			return nil, fmt.Errorf("set-up: %v is named twice: a point holds one stone", pt)
		}
		rows[pt.Y] = rows[pt.Y][:pt.X] + letter + rows[pt.Y][pt.X+1:]
	}
	return r.setup(toPlay, rows)
}

// setup returns the first position of a game with the stones of rows.
func (r Rules) setup(toPlay Color, rows []string) (*Position, error) {
	if toPlay != Black && toPlay != White {
		return nil, fmt.Errorf("set-up: %v to play: must be Black or White", toPlay)
	}
	return r.start(toPlay, rows, zobrist)
}

// start returns the first position of a game, with the stones of rows, the lowest row
// first. Points that the rows leave out are empty.
func (r Rules) start(toPlay Color, rows []string, k *keys) (*Position, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	p := r.blank(k)
	p.toPlay = toPlay
	if err := p.arrange(rows); err != nil {
		return nil, fmt.Errorf("set-up: %w", err)
	}
	p.record(p.hash, p.stones)
	return p, nil
}

// blank returns a position with an empty board that its history does not know yet.
func (r Rules) blank(k *keys) *Position {
	p := newPosition(r.Size)
	p.game = &game{r, k}
	p.clear(r.Size)
	return p
}

// arrange puts the stones of rows on an empty board.
func (p *Position) arrange(rows []string) error {
	for y, row := range rows {
		for x, letter := range []byte(row) {
			color := Color(strings.IndexByte(stoneLetters, letter))
			if color == Empty {
				continue
			}
			c := p.index(Point{x, y})
			p.put(c, color, effect{})
			p.hash ^= p.game.keys.of(c, color)
			p.stones++
		}
	}
	for c := range p.points() {
		if g := p.cells[c].group; g != 0 && p.cells[g.head()].libs == 0 {
			return fmt.Errorf("the %v group at %v has no liberty", g.color(), p.point(c))
		}
	}
	return nil
}

// Replay plays moves from the empty board and returns the position after the last one.
//
// If a move is illegal, Replay returns the position before it and the error. If the rules
// are invalid, the position is nil.
func Replay(r Rules, moves []Move) (*Position, error) {
	p, err := r.Start()
	for _, m := range moves {
		if err != nil {
			break
		}
		var next *Position
		if next, err = p.Play(m); err == nil {
			p = next
		}
	}
	return p, err
}

// Rules returns the rules of the game.
func (p *Position) Rules() Rules { return p.game.rules }

// Size returns the number of columns and rows.
func (p *Position) Size() int { return p.size() }

// ToPlay returns whose turn it is: Black or White, also after the end of the game.
func (p *Position) ToPlay() Color { return p.toPlay }

// Turn returns how many turns have been played, passes included. It is 0 at the start and
// on a set-up board.
func (p *Position) Turn() int { return int(p.turn) }

// Last returns the move that led to p. At the start it is the zero Move.
func (p *Position) Last() Move { return p.last }

// Moves returns the moves that led to p from the start or the set-up board. The slice
// belongs to the caller.
//
// Replay plays them again under the same rules. It cannot if the game began with Setup or
// SetupStones, or used WithToPlay or Resume.
func (p *Position) Moves() []Move {
	moves := make([]Move, p.turn)
	for q := p; q.parent != nil; q = q.parent {
		moves[q.turn-1] = q.last
	}
	return moves
}

// History returns all positions from the start to p itself: History()[n] is the position
// after n turns. The slice belongs to the caller.
func (p *Position) History() []*Position {
	all := make([]*Position, p.turn+1)
	for q := p; q != nil; q = q.parent {
		all[q.turn] = q
	}
	return all
}

// Over reports whether the game has ended: by two passes in a row, by the move limit or
// by resignation. No move is legal then.
func (p *Position) Over() bool {
	limit := p.game.rules.MoveLimit
	return p.passes >= 2 || p.resigned != Empty || limit > 0 && int(p.turn) >= limit
}

// At returns the colour of the stone on pt. It returns Empty if there is none or if pt is
// off the board.
func (p *Position) At(pt Point) Color {
	if !pt.within(p.size()) {
		return Empty
	}
	return p.color(p.index(pt))
}

// Group returns the group that stands on pt, with its stones and liberties. It returns
// the zero Group if pt is empty or off the board.
func (p *Position) Group(pt Point) Group {
	if p.At(pt) == Empty {
		return Group{}
	}
	of := p.cells[p.index(pt)].group
	g := Group{Color: of.color()}
	for c := range p.points() {
		switch here := p.cells[c].group; {
		case here == of:
			g.Stones = append(g.Stones, p.point(c))
		case here == 0 && p.touches(c, of):
			g.Liberties = append(g.Liberties, p.point(c))
		}
	}
	return g
}

// Liberties returns how many liberties the group on pt has. It returns 0 if pt is empty
// or off the board. It does not allocate.
func (p *Position) Liberties(pt Point) int {
	if p.At(pt) == Empty {
		return 0
	}
	return int(p.cells[p.cells[p.index(pt)].group.head()].libs)
}

// Neighbors yields the two, three or four points beside pt: first the one below, then
// left, right and above. It yields none if pt is off the board.
func (p *Position) Neighbors(pt Point) iter.Seq[Point] {
	return func(yield func(Point) bool) {
		if !pt.within(p.size()) {
			return
		}
		for _, n := range p.around(p.index(pt)) {
			if p.cells[n].group != borderLine && !yield(p.point(n)) {
				return
			}
		}
	}
}

// Points yields all points of the board in the order A1, B1, …, row by row from the
// bottom.
func (p *Position) Points() iter.Seq[Point] {
	return func(yield func(Point) bool) {
		for c := range p.points() {
			if !yield(p.point(c)) {
				return
			}
		}
	}
}

// Eye reports whether pt is a single-point eye of c by the nine-point test. Every
// neighbour of pt on the board must be a stone of c, and the opponent may hold at most
// one of the four diagonal points. On the edge, where there are fewer than four, it may
// hold none.
//
// This is a fact about nine points. Such an eye can still be false, or its group dead.
// Eye does not allocate.
func (p *Position) Eye(pt Point, c Color) bool {
	return pt.within(p.size()) && (c == Black || c == White) && p.eye(p.index(pt), c)
}

// Captures returns how many of the opponent's stones m would capture. It returns 0 unless
// m puts a stone on an empty point. It does not ask whether m is legal, and does not
// allocate.
func (p *Position) Captures(m Move) int {
	c, ok := p.open(m)
	if !ok {
		return 0
	}
	e := p.effect(c, p.toPlay)
	if e.suicide {
		return 0
	}
	return p.count(&e)
}

// LibertiesAfter returns how many liberties the group of m's stone would have after m. It
// returns 0 for a suicide, and unless m puts a stone on an empty point. It does not ask
// whether m is legal, and does not allocate.
func (p *Position) LibertiesAfter(m Move) int {
	c, ok := p.open(m)
	if !ok {
		return 0
	}
	return p.libertiesAfter(c, p.toPlay)
}

// open returns the cell of m and whether m is a stone on an empty point.
func (p *Position) open(m Move) (c int, ok bool) {
	pt, ok := m.Point()
	if !ok || !pt.within(p.size()) {
		return 0, false
	}
	c = p.index(pt)
	return c, p.cells[c].group == 0
}

// points yields the cells of the board, A1, B1, ….
func (p *Position) points() iter.Seq[int] {
	return func(yield func(int) bool) {
		size := p.size()
		for row := p.stride + 1; row < len(p.cells)-p.stride; row += p.stride {
			for c := row; c < row+size; c++ {
				if !yield(c) {
					return
				}
			}
		}
	}
}

// Legal returns nil if m is legal. Otherwise it returns the reason, one of ErrNoMove to
// ErrKo. It does not allocate.
func (p *Position) Legal(m Move) error {
	_, err := p.judge(m)
	return err
}

// judge returns the effect of m, and why m is illegal or nil.
func (p *Position) judge(m Move) (effect, error) {
	pt, onPoint := m.Point()
	switch {
	case !onPoint && m != Pass && m != Resign:
		return effect{}, ErrNoMove
	case p.Over():
		return effect{}, ErrOver
	case m == Resign && !p.game.rules.Resign:
		return effect{}, ErrResign
	case !onPoint:
		return effect{}, nil
	case !pt.within(p.size()):
		return effect{}, ErrOffBoard
	}
	c := p.index(pt)
	if p.cells[c].group != 0 {
		return effect{}, ErrOccupied
	}
	e := p.effect(c, p.toPlay)
	return e, p.judgeStone(c, &e)
}

// judgeStone returns why a stone on the empty point c, with the effect e, is illegal or
// nil.
func (p *Position) judgeStone(c int, e *effect) error {
	switch {
	case e.suicide && !p.game.rules.Suicide:
		return ErrSuicide
	case p.repeats(c, e) == nil:
		return nil
	case e.suicide:
		return ErrSuicide
	case p.game.rules.Ko == SimpleKo:
		return ErrKo
	}
	return ErrSuperko
}

// count returns how many stones the effect removes, without the new one.
func (p *Position) count(e *effect) int {
	n := 0
	for _, g := range e.removed.all() {
		for range p.ring(g) {
			n++
		}
	}
	return n
}

// LegalMoves returns the legal moves in the order A1, B1, …, with Pass last. It returns
// none when the game is over. Resign is never among them, even if it is legal. The slice
// belongs to the caller.
func (p *Position) LegalMoves() []Move {
	if p.Over() {
		return nil
	}
	return p.AppendLegal(make([]Move, 0, p.size()*p.size()-int(p.stones)+1))
}

// AppendLegal appends the moves of LegalMoves to moves and returns the longer slice. It
// allocates only if moves has no room for them.
func (p *Position) AppendLegal(moves []Move) []Move {
	if p.Over() {
		return moves
	}
	size := p.size()
	for y := range size {
		c, m := p.index(Point{0, y}), MoveAt(Point{0, y})
		for x := range size {
			if p.cells[c+x].group == 0 && p.legalStone(c+x) {
				moves = append(moves, m+Move(x))
			}
		}
	}
	return append(moves, Pass)
}

// legalStone reports whether a stone on the empty point c is legal. The common case is
// quick: with an empty point beside it, it is no suicide, and if its colour never lost a
// stone there, it repeats no board.
func (p *Position) legalStone(c int) bool {
	airy := p.cells[c-1].group == 0 || p.cells[c+1].group == 0 ||
		p.cells[c-p.stride].group == 0 || p.cells[c+p.stride].group == 0
	if airy && !p.mayReturn(c, p.toPlay) {
		return true
	}
	e := p.effect(c, p.toPlay)
	return p.judgeStone(c, &e) == nil
}

// Play returns the position after m. If m is illegal it returns an *IllegalMoveError and
// no position. p itself does not change. Play makes one allocation.
func (p *Position) Play(m Move) (*Position, error) {
	e, err := p.judge(m)
	if err != nil {
		return nil, p.illegal(m, &e, err)
	}
	q := p.next()
	q.last = m
	q.passes = p.passesAfter(m)
	pt, onPoint := m.Point()
	switch {
	case m == Resign:
		q.resigned = p.toPlay
	case onPoint:
		c := p.index(pt)
		q.hash, q.stones = p.after(c, &e)
		for _, g := range e.removed.all() {
			for s := range p.ring(g) {
				q.lose(s, g.color())
			}
		}
		q.put(c, p.toPlay, e)
		q.record(q.hash, q.stones)
	}
	return q, nil
}

// passesAfter returns how many passes in a row there are after m.
func (p *Position) passesAfter(m Move) uint8 {
	if m == Pass {
		return p.passes + 1
	}
	return 0
}

// WithToPlay returns the same board and history with c to move. GTP, game records and
// handicaps need it. It adds no turn, and a pass before it still counts towards two in a
// row. It panics if c is neither Black nor White.
func (p *Position) WithToPlay(c Color) *Position {
	if c != Black && c != White {
		panic(fmt.Sprintf("gogate: WithToPlay(%v): must be Black or White", c))
	}
	if c == p.toPlay {
		return p
	}
	q := *p
	q.toPlay = c
	return &q
}

// Resume returns the same position in a game that goes on: the passes so far no longer
// count towards two in a row. Players who disagree about dead stones go on in this way.
// A game that ended by the move limit or by resignation stays over.
func (p *Position) Resume() *Position {
	if p.passes == 0 {
		return p
	}
	q := *p
	q.passes = 0
	return &q
}

// Hash returns a hash of the stones on the board, and of nothing else. It is the same on
// every machine. Two different boards of one size have the same hash with a probability
// of about 2^-64. So equal hashes only suggest equal boards; SameBoard decides.
func (p *Position) Hash() uint64 { return p.hash }

// SameBoard reports whether p and q have boards of the same size with the same stones.
// Neither may be nil.
func (p *Position) SameBoard(q *Position) bool {
	if p.stride != q.stride || p.hash != q.hash {
		return false
	}
	for c := range p.cells {
		if p.color(c) != q.color(c) {
			return false
		}
	}
	return true
}

// Equal reports whether every game goes on from p in the same way as from q. They must
// have the same rules, the same board and side to move, equally many passes that count
// towards two in a row, and the same history of boards and moves. A nil Position equals
// only another nil Position.
func (p *Position) Equal(q *Position) bool {
	if p == nil || q == nil {
		return p == q
	}
	if p.game.rules != q.game.rules || p.turn != q.turn || p.passes != q.passes {
		return false
	}
	for ; p != q && p != nil; p, q = p.parent, q.parent {
		if p.last != q.last || p.toPlay != q.toPlay || !p.SameBoard(q) {
			return false
		}
	}
	return true
}

// String returns the board as a diagram with coordinates, which Setup reads back. X is a
// black stone, O a white one and . an empty point.
func (p *Position) String() string {
	return p.diagram(func(pt Point) byte { return stoneLetters[p.At(pt)] })
}

// illegal returns the error for a move with the effect e, which is illegal for the given
// reason.
func (p *Position) illegal(m Move, e *effect, reason error) error {
	repeat := -1
	if reason == ErrSuperko || reason == ErrKo || reason == ErrSuicide && p.game.rules.Suicide {
		repeat = p.firstRepeated(m, e)
	}
	return &IllegalMoveError{p.Turn(), p.toPlay, m, repeat, reason}
}

// repeats returns the first position whose board a stone on the empty point c would
// recreate against the ko rule. It returns nil if there is none.
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

// firstRepeated returns the Repeat of an IllegalMoveError for m, which has the effect e.
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
