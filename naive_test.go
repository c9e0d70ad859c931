package gogate

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// A naiveGame is the slow twin of a Position: the rules read word by word, with
// plain slices, flood fill and every earlier board as a string. It shares
// nothing with the position but the names of colours, points, moves and errors.
type naiveGame struct {
	rules    Rules
	beside   [][]int     // the neighbours of every point
	past     []naiveTurn // the start first, the present last
	passes   int         // in a row, at the end
	resigned Color       // who gave up
}

// A naiveTurn is a board, row by row from A1 with the letters of a diagram, and
// the side to move on it.
type naiveTurn struct {
	last   Move
	toPlay Color
	board  string
}

func newNaiveGame(r Rules, toPlay Color, board string) *naiveGame {
	g := &naiveGame{rules: r, past: []naiveTurn{{0, toPlay, board}}}
	for i := range g.points() {
		g.beside = append(g.beside, g.at(i, [4]Point{{0, -1}, {-1, 0}, {1, 0}, {0, 1}}))
	}
	return g
}

// newNaivePlayout returns the game that a playout plays on from p, whatever the
// rules of p: it knows simple ko alone.
func newNaivePlayout(p *Position) *naiveGame {
	g := newNaiveGame(Rules{Size: p.Size(), Komi: p.Rules().Komi, Ko: SimpleKo}, p.ToPlay(), boardOf(p))
	if p.parent != nil {
		before := naiveTurn{p.parent.Last(), p.parent.ToPlay(), boardOf(p.parent)}
		g.past = []naiveTurn{before, {p.Last(), p.ToPlay(), boardOf(p)}}
	}
	g.passes = int(p.passes)
	return g
}

func (g *naiveGame) now() naiveTurn { return g.past[len(g.past)-1] }

func (g *naiveGame) turn() int { return len(g.past) - 1 }

func (g *naiveGame) point(i int) Point { return Point{i % g.rules.Size, i / g.rules.Size} }

func (g *naiveGame) points() int { return g.rules.Size * g.rules.Size }

// index returns where pt is in a board, and whether it is on it.
func (g *naiveGame) index(pt Point) (i int, ok bool) {
	n := g.rules.Size
	return pt.Y*n + pt.X, pt.X >= 0 && pt.X < n && pt.Y >= 0 && pt.Y < n
}

// at returns the points on the board that lie at the given distances from i.
func (g *naiveGame) at(i int, distances [4]Point) (all []int) {
	for _, d := range distances {
		pt := g.point(i)
		if n, ok := g.index(Point{pt.X + d.X, pt.Y + d.Y}); ok {
			all = append(all, n)
		}
	}
	return all
}

func (g *naiveGame) diagonals(i int) []int {
	return g.at(i, [4]Point{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}})
}

// flood returns the points that are connected to i by their letter, and the
// points of other letters beside them, both in order.
func (g *naiveGame) flood(board string, i int) (region, beside []int) {
	seen := make([]bool, len(board))
	seen[i] = true
	region = []int{i}
	for k := 0; k < len(region); k++ {
		for _, n := range g.beside[region[k]] {
			if seen[n] {
				continue
			}
			seen[n] = true
			if board[n] == board[i] {
				region = append(region, n)
			} else {
				beside = append(beside, n)
			}
		}
	}
	slices.Sort(region)
	slices.Sort(beside)
	return region, beside
}

// liberties returns the liberties of the group at i.
func (g *naiveGame) liberties(board string, i int) []int {
	_, beside := g.flood(board, i)
	return slices.DeleteFunc(beside, func(n int) bool { return board[n] != '.' })
}

// withoutDead returns the board without the groups of a letter that have no
// liberty, and how many stones they were.
func (g *naiveGame) withoutDead(board string, letter byte) (string, int) {
	left, dead, done := []byte(board), 0, make([]bool, len(board))
	for i := range len(board) {
		if board[i] != letter || done[i] {
			continue
		}
		group, beside := g.flood(board, i)
		breathes := slices.ContainsFunc(beside, func(n int) bool { return board[n] == '.' })
		for _, s := range group {
			done[s] = true
			if !breathes {
				left[s] = '.'
				dead++
			}
		}
	}
	return string(left), dead
}

// after returns the board after a stone of the mover's on the empty point i, and
// how many stones of either side leave it.
func (g *naiveGame) after(i int, mover Color) (board string, captured, suicides int) {
	stones := []byte(g.now().board)
	stones[i] = letters[mover]
	board, captured = g.withoutDead(string(stones), letters[mover.Opponent()])
	board, suicides = g.withoutDead(board, letters[mover])
	return board, captured, suicides
}

// colorOf returns the colour of a letter.
func colorOf(letter byte) Color { return Color(strings.IndexByte(letters, letter)) }

// over reports whether the game has ended.
func (g *naiveGame) over() bool {
	return g.passes == 2 || g.resigned != Empty || g.rules.MoveLimit > 0 && g.turn() >= g.rules.MoveLimit
}

// repeated returns the first turn after which this board stood, among the turns
// that the ko rule counts; -1 if there is none.
func (g *naiveGame) repeated(board string) int {
	for turn, t := range g.past {
		switch {
		case t.board != board:
		case g.rules.Ko == PositionalSuperko,
			g.rules.Ko == SituationalSuperko && t.toPlay != g.now().toPlay,
			g.rules.Ko == SimpleKo && turn >= g.turn()-1:
			return turn
		}
	}
	return -1
}

// judge returns which turn's board m repeats, -1 for none, and why it is refused.
func (g *naiveGame) judge(m Move) (repeat int, reason error) {
	pt, onPoint := m.Point()
	i, onBoard := g.index(pt)
	switch {
	case m != Pass && m != Resign && !onPoint:
		return -1, ErrNoMove
	case g.over():
		return -1, ErrOver
	case m == Resign && !g.rules.Resign:
		return -1, ErrResign
	case m == Pass || m == Resign:
		return -1, nil
	case !onBoard:
		return -1, ErrOffBoard
	case g.now().board[i] != '.':
		return -1, ErrOccupied
	}
	board, _, suicides := g.after(i, g.now().toPlay)
	repeat = g.repeated(board)
	switch {
	case suicides > 0 && !g.rules.Suicide:
		return -1, ErrSuicide
	case suicides > 0 && repeat >= 0:
		return repeat, ErrSuicide
	case repeat >= 0 && g.rules.Ko == SimpleKo:
		return repeat, ErrKo
	case repeat >= 0:
		return repeat, ErrSuperko
	}
	return -1, nil
}

// legal returns the legal stones.
func (g *naiveGame) legal() (moves []Move) {
	for i := range g.points() {
		if m := MoveAt(g.point(i)); g.isLegal(m) {
			moves = append(moves, m)
		}
	}
	return moves
}

func (g *naiveGame) isLegal(m Move) bool {
	_, reason := g.judge(m)
	return reason == nil
}

// play makes a legal move.
func (g *naiveGame) play(m Move) {
	next := naiveTurn{m, g.now().toPlay.Opponent(), g.now().board}
	switch pt, _ := m.Point(); m {
	case Pass:
		g.passes++
	case Resign:
		g.resigned = g.now().toPlay
	default:
		i, _ := g.index(pt)
		next.board, _, _ = g.after(i, g.now().toPlay)
		g.passes = 0
	}
	g.past = append(g.past, next)
}

// setToPlay gives the turn to c.
func (g *naiveGame) setToPlay(c Color) { g.past[g.turn()].toPlay = c }

// eye reports whether i is a single-point eye of c by the nine-point test.
func (g *naiveGame) eye(i int, c Color) bool {
	board := g.now().board
	isOf := func(c Color) func(int) bool {
		return func(n int) bool { return board[n] == letters[c] }
	}
	diagonals := g.diagonals(i)
	theirs := len(slices.DeleteFunc(slices.Clone(diagonals), func(n int) bool { return !isOf(c.Opponent())(n) }))
	return board[i] == '.' && !slices.ContainsFunc(g.beside[i], func(n int) bool { return !isOf(c)(n) }) &&
		(theirs == 0 || theirs == 1 && len(diagonals) == 4)
}

// candidates returns the points among which c would choose in a playout, however
// many passes there were: no suicide, no ko, no eye.
func (g *naiveGame) candidates(c Color) (moves []Move) {
	for i, letter := range []byte(g.now().board) {
		if letter != '.' || g.eye(i, c) {
			continue
		}
		if board, _, suicides := g.after(i, c); suicides == 0 && g.repeated(board) < 0 {
			moves = append(moves, MoveAt(g.point(i)))
		}
	}
	return moves
}

// owners returns for every point the colour of its stone or, if it is empty,
// the one colour that it reaches.
func (g *naiveGame) owners() []Color {
	board := g.now().board
	owners := make([]Color, len(board))
	done := make([]bool, len(board))
	for i := range len(board) {
		if done[i] {
			continue
		}
		region, beside := g.flood(board, i)
		owner := colorOf(board[i])
		if owner == Empty && len(beside) > 0 {
			owner = colorOf(board[beside[0]])
			if slices.ContainsFunc(beside, func(n int) bool { return board[n] != board[beside[0]] }) {
				owner = Empty
			}
		}
		for _, n := range region {
			owners[n], done[n] = owner, true
		}
	}
	return owners
}

// score counts the board with these owners.
func (g *naiveGame) score(owners []Color) Score {
	s := Score{Komi: g.rules.Komi}
	for i, letter := range []byte(g.now().board) {
		switch {
		case letter == 'X':
			s.BlackStones++
		case letter == 'O':
			s.WhiteStones++
		case owners[i] == Black:
			s.BlackTerritory++
		case owners[i] == White:
			s.WhiteTerritory++
		default:
			s.Neutral++
		}
	}
	return s
}

// result returns the result of the game, with this margin for Black if it is
// counted.
func (g *naiveGame) result(margin float64) string {
	switch {
	case !g.over():
		return ""
	case g.resigned == Black:
		return "W+R"
	case g.resigned == White:
		return "B+R"
	case margin > 0:
		return fmt.Sprintf("B+%v", margin)
	case margin < 0:
		return fmt.Sprintf("W+%v", -margin)
	}
	return "0"
}

// differs reports the first thing in which a position and its twin differ.
func (g *naiveGame) differs(p *Position) error {
	if err := consistent(p); err != nil {
		return err
	}
	now := g.now()
	if got := boardOf(p); got != now.board {
		return fmt.Errorf("board: got %s, want %s", got, now.board)
	}
	type facts struct {
		Turn   int
		ToPlay Color
		Last   Move
		Over   bool
		Score  Score
		Result string
	}
	owners := g.owners()
	score := g.score(owners)
	got := facts{p.Turn(), p.ToPlay(), p.Last(), p.Over(), p.Score(), p.Result()}
	want := facts{g.turn(), now.toPlay, now.last, g.over(), score, g.result(score.Margin())}
	if got != want {
		return fmt.Errorf("got %+v, want %+v", got, want)
	}
	var legal []Move
	for i := range g.points() {
		if got := p.Owner(g.point(i)); got != owners[i] {
			return fmt.Errorf("owner of %v: got %v, want %v", g.point(i), got, owners[i])
		}
		m := MoveAt(g.point(i))
		repeat, reason := g.judge(m)
		if reason == nil {
			legal = append(legal, m)
		}
		if err := errors.Join(g.differsAt(p, i, reason == nil), refusesAlike(p, m, repeat, reason)); err != nil {
			return fmt.Errorf("%v: %w", m, err)
		}
	}
	for _, m := range []Move{0, Pass, Resign, 3, 31, MoveAt(Point{g.rules.Size, 0}), MoveAt(Point{0, g.rules.Size}), 1<<16 - 1} {
		repeat, reason := g.judge(m)
		if err := refusesAlike(p, m, repeat, reason); err != nil {
			return fmt.Errorf("%v: %w", m, err)
		}
	}
	if !g.over() {
		legal = append(legal, Pass)
	}
	if got := p.LegalMoves(); !slices.Equal(got, legal) {
		return fmt.Errorf("LegalMoves: got %v, want %v", got, legal)
	}
	if got, want := p.AppendLegal([]Move{Resign}), append([]Move{Resign}, legal...); !slices.Equal(got, want) {
		return fmt.Errorf("AppendLegal: got %v, want %v", got, want)
	}
	return nil
}

// differsAt compares what is known of one point and of a stone on it.
func (g *naiveGame) differsAt(p *Position, i int, legal bool) error {
	type facts struct {
		Group                   Group
		Liberties               int
		Eyes                    [3]bool
		Neighbors               []Point
		Captures, LibertiesLeft int
		After                   string
	}
	board, pt := g.now().board, g.point(i)
	points := func(indices []int) (all []Point) {
		for _, i := range indices {
			all = append(all, g.point(i))
		}
		return all
	}
	want := facts{
		Eyes:      [3]bool{false, g.eye(i, Black), g.eye(i, White)},
		Neighbors: points(g.beside[i]),
	}
	if board[i] != '.' {
		group, _ := g.flood(board, i)
		liberties := g.liberties(board, i)
		want.Group = Group{colorOf(board[i]), points(group), points(liberties)}
		want.Liberties = len(liberties)
	} else {
		after, captured, suicides := g.after(i, g.now().toPlay)
		want.Captures = captured
		if suicides == 0 {
			want.LibertiesLeft = len(g.liberties(after, i))
		}
		if legal {
			want.After = after
		}
	}
	got := facts{
		Group:         p.Group(pt),
		Liberties:     p.Liberties(pt),
		Eyes:          [3]bool{p.Eye(pt, Empty), p.Eye(pt, Black), p.Eye(pt, White)},
		Neighbors:     slices.Collect(p.Neighbors(pt)),
		Captures:      p.Captures(MoveAt(pt)),
		LibertiesLeft: p.LibertiesAfter(MoveAt(pt)),
	}
	if next, err := p.Play(MoveAt(pt)); err == nil {
		if err := consistent(next); err != nil {
			return fmt.Errorf("after it is played: %w", err)
		}
		got.After = boardOf(next)
	}
	if !reflect.DeepEqual(want, got) {
		return fmt.Errorf("got %+v, want %+v", got, want)
	}
	return nil
}

// refusesAlike compares the board that m repeats, and the reason why it is
// refused, with those given.
func refusesAlike(p *Position, m Move, repeat int, reason error) error {
	if got := p.Legal(m); got != reason {
		return fmt.Errorf("Legal: got %v, want %v", got, reason)
	}
	next, err := p.Play(m)
	if reason == nil {
		if next == nil || err != nil {
			return fmt.Errorf("Play: got %v, %v, want a position", next, err)
		}
		return nil
	}
	want := &IllegalMoveError{p.Turn(), p.ToPlay(), m, repeat, reason}
	var got *IllegalMoveError
	if !errors.As(err, &got) || next != nil || *got != *want {
		return fmt.Errorf("Play: got %v, %+v, want %+v", next, err, want)
	}
	return nil
}

// naiveRows returns a board as rows, the lowest first.
func naiveRows(board string, size int) (rows []string) {
	for row := range slices.Chunk([]byte(board), size) {
		rows = append(rows, string(row))
	}
	return rows
}
