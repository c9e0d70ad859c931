package tell

import "example.com/gogate"

// Star reports whether a point is a star point: where the third or, from 12×12 on,
// the fourth lines cross, in the middle, and from 15×15 on halfway along the sides.
func Star(pt gogate.Point, size int) bool {
	const near, middle = 1, 2
	line := 3
	if size >= 12 {
		line = 4
	}
	kind := func(i int) int {
		switch {
		case size >= 7 && (i+1 == line || size-i == line):
			return near
		case size >= 5 && 2*i+1 == size:
			return middle
		}
		return 0
	}
	x, y := kind(pt.X), kind(pt.Y)
	return x != 0 && x == y || x+y == near+middle && x*y != 0 && size >= 15
}
