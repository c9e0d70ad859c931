package gogate

// A plainGrid is a board in the plainest form: a colour for each point.
type plainGrid [MaxSize][MaxSize]Color

func plainGridOf(p *Position) (grid plainGrid) {
	for y := range p.Size() {
		for x := range p.Size() {
			grid[y][x] = p.At(Point{x, y})
		}
	}
	return grid
}

// A plainGame is what a playout does, written out with flood fills alone: it
// shares no code with a playout or a Position.
type plainGame struct {
	size         int
	grid, before plainGrid // now, and before the last turn
	toPlay       Color
	passes       int
}

func plainGameOf(p *Position) *plainGame {
	g := &plainGame{size: p.Size(), grid: plainGridOf(p), toPlay: p.ToPlay(), passes: int(p.passes)}
	if p.parent != nil {
		g.before = plainGridOf(p.parent)
	}
	return g
}

func (g *plainGame) beside(pt Point) (list []Point) {
	for _, n := range [4]Point{{pt.X, pt.Y - 1}, {pt.X - 1, pt.Y}, {pt.X + 1, pt.Y}, {pt.X, pt.Y + 1}} {
		if n.within(g.size) {
			list = append(list, n)
		}
	}
	return list
}

// region returns the connected points of the colour of pt, and which colours
// they touch.
func (g *plainGame) region(grid *plainGrid, pt Point) (points []Point, touches [3]bool) {
	var seen [MaxSize][MaxSize]bool
	seen[pt.Y][pt.X] = true
	points = []Point{pt}
	for i := 0; i < len(points); i++ {
		for _, n := range g.beside(points[i]) {
			if color := grid[n.Y][n.X]; color != grid[pt.Y][pt.X] {
				touches[color] = true
			} else if !seen[n.Y][n.X] {
				seen[n.Y][n.X] = true
				points = append(points, n)
			}
		}
	}
	return points, touches
}

// after returns the board after a stone on the empty point pt, and whether that
// is suicide.
func (g *plainGame) after(pt Point) (grid plainGrid, suicide bool) {
	grid = g.grid
	grid[pt.Y][pt.X] = g.toPlay
	lift := func(from Point) (dead bool) {
		points, touches := g.region(&grid, from)
		if touches[Empty] {
			return false
		}
		for _, s := range points {
			grid[s.Y][s.X] = Empty
		}
		return true
	}
	for _, n := range g.beside(pt) {
		if grid[n.Y][n.X] == g.toPlay.Opponent() {
			lift(n)
		}
	}
	return grid, lift(pt)
}

func (g *plainGame) eye(pt Point) bool {
	for _, n := range g.beside(pt) {
		if g.grid[n.Y][n.X] != g.toPlay {
			return false
		}
	}
	corners, theirs := 0, 0
	for _, d := range [4]Point{{pt.X - 1, pt.Y - 1}, {pt.X + 1, pt.Y - 1}, {pt.X - 1, pt.Y + 1}, {pt.X + 1, pt.Y + 1}} {
		if d.within(g.size) {
			corners++
			if g.grid[d.Y][d.X] == g.toPlay.Opponent() {
				theirs++
			}
		}
	}
	return theirs == 0 || theirs == 1 && corners == 4
}

// candidates returns the points among which the side to move of a playout
// chooses.
func (g *plainGame) candidates() (list []Move) {
	for y := range g.size {
		for x := range g.size {
			pt := Point{x, y}
			if g.grid[y][x] != Empty || g.eye(pt) {
				continue
			}
			if grid, suicide := g.after(pt); !suicide && grid != g.before {
				list = append(list, At(pt))
			}
		}
	}
	return list
}

func (g *plainGame) play(m Move) {
	now := g.grid
	g.passes++
	if pt, ok := m.Point(); ok {
		g.grid, _ = g.after(pt)
		g.passes = 0
	}
	g.before = now
	g.toPlay = g.toPlay.Opponent()
}

func (g *plainGame) margin(komi float64) float64 {
	n := 0
	for y := range g.size {
		for x := range g.size {
			color := g.grid[y][x]
			if color == Empty {
				switch _, touches := g.region(&g.grid, Point{x, y}); {
				case touches[Black] && !touches[White]:
					color = Black
				case touches[White] && !touches[Black]:
					color = White
				}
			}
			switch color {
			case Black:
				n++
			case White:
				n--
			}
		}
	}
	return float64(n) - komi
}
