package tell_test

import (
	"strings"
	"testing"

	"example.com/gogate"
	"example.com/gogate/internal/tell"
)

func TestStar(t *testing.T) {
	for size, want := range map[int]string{
		2: "", 3: "", 4: "", 5: "C3", 6: "", 7: "C3 E3 D4 C5 E5", 8: "C3 F3 C6 F6",
		9: "C3 G3 E5 C7 G7", 12: "D4 J4 D9 J9", 13: "D4 K4 G7 D10 K10",
		19: "D4 K4 Q4 D10 K10 Q10 D16 K16 Q16",
	} {
		var got []string
		for i := range size * size {
			if pt := (gogate.Point{X: i % size, Y: i / size}); tell.Star(pt, size) {
				got = append(got, pt.String())
			}
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%d×%[1]d: got %s, want %s", size, got, want)
		}
	}
}
