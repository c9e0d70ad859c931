package gogate

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// Where hashes collide, all of them or most of them, superko finds the same from
// the boards alone: whole games are played beside such copies. They start from
// boards that are nearly full, where captures and kos abound.
func TestEqualHashes(t *testing.T) {
	fewBits := newKeys(3)
	for color := range fewBits {
		for c := range fewBits[color] {
			fewBits[color][c] &= 3
		}
	}
	colliding := map[string]*keys{"every hash": new(keys), "most hashes": fewBits}
	for _, ko := range []KoRule{PositionalSuperko, SituationalSuperko, SimpleKo} {
		for _, suicide := range []bool{false, true} {
			t.Run(fmt.Sprintf("%v, suicide %v", ko, suicide), func(t *testing.T) {
				t.Parallel()
				refused := map[error]int{}
				for _, size := range []int{2, 3, 4, 5, 6, 7, 8, 9, 19} {
					turns := map[bool]int{true: 120, false: 30}[size < 10]
					rules := Rules{Size: size, Ko: ko, Suicide: suicide}
					for name, k := range colliding {
						for seed := range uint64(8) {
							checkCollisions(t, rules, name, k, seed, turns, refused)
						}
					}
				}
				byKo := ErrSuperko
				if ko == SimpleKo {
					byKo = ErrKo
				}
				if refused[byKo] < 300 || refused[ErrSuicide] < 100 {
					t.Errorf("only %d repetitions and %d suicides were refused: the games test too little",
						refused[byKo], refused[ErrSuicide])
				}
			})
		}
	}
}

// checkCollisions plays one game with the usual keys and with those given, and
// counts the reasons for which moves are refused.
func checkCollisions(t *testing.T, rules Rules, name string, k *keys, seed uint64, turns int, refused map[error]int) {
	r := rand.New(rand.NewPCG(seed, uint64(rules.Size)))
	p, rows := crowded(t, rules, r)
	q, err := rules.start(Black, rows, k)
	if err != nil {
		t.Fatal(err)
	}
	for range turns {
		var moves, kos []Move
		for c := range p.points() {
			m := MoveAt(p.point(c))
			_, err := p.Play(m)
			_, collided := q.Play(m)
			if !sameRefusal(err, collided) || p.Legal(m) != q.Legal(m) {
				t.Fatalf("%s equal, turn %d, %v: got %v, want %v\n%v", name, p.Turn(), m, collided, err, p)
			}
			refused[p.Legal(m)]++
			switch {
			case err != nil:
			case p.Captures(m) == 1 && p.LibertiesAfter(m) == 1:
				kos = append(kos, m)
			case !p.Eye(p.point(c), p.ToPlay()):
				moves = append(moves, m)
			}
		}
		if got, want := q.LegalMoves(), p.LegalMoves(); !slices.Equal(got, want) {
			t.Fatalf("%s equal, turn %d: legal moves %v, want %v\n%v", name, p.Turn(), got, want, p)
		}
		m := Pass
		switch {
		case p.Last() != Pass && r.IntN(8) == 0:
		case len(kos) > 0:
			m = kos[r.IntN(len(kos))]
		case len(moves) > 0:
			m = moves[r.IntN(len(moves))]
		}
		if p, err = p.Play(m); err != nil {
			return // two passes: the game is over
		}
		if q, err = q.Play(m); err != nil {
			t.Fatal(err)
		}
	}
}

// crowded returns a random position with few empty points, and its rows.
func crowded(t *testing.T, rules Rules, r *rand.Rand) (*Position, []string) {
	t.Helper()
	board := make([]byte, rules.Size*rules.Size)
	for i := range board {
		board[i] = ".XXXOOO"[r.IntN(7)]
	}
	g := newNaiveGame(rules, Black, string(board))
	living, _ := g.withoutDead(string(board), 'X')
	living, _ = g.withoutDead(living, 'O')
	rows := naiveRows(living, rules.Size)
	p, err := rules.start(Black, rows, zobrist)
	if err != nil {
		t.Fatal(err)
	}
	return p, rows
}

// sameRefusal reports whether two moves are both legal or refused alike.
func sameRefusal(a, b error) bool {
	var x, y *IllegalMoveError
	if !errors.As(a, &x) || !errors.As(b, &y) {
		return a == nil && b == nil
	}
	return *x == *y
}

func TestKeys(t *testing.T) {
	seen := map[uint64]bool{0: true}
	for color := range zobrist {
		for c, key := range zobrist[color] {
			if seen[key] {
				t.Errorf("the key %#x of cell %d is there twice or zero", key, c)
			}
			seen[key] = true
		}
	}
}

func TestHash(t *testing.T) {
	if got := MustStart(19).Hash(); got != 0 {
		t.Errorf("the hash of the empty board is %#x, want 0", got)
	}
	play := func(moves string) *Position { return playOut(t, DefaultRules(5), moves) }
	tests := []struct {
		name, a, b string
		same       bool
	}{
		{"another order", "A1 B1 C3 D4", "C3 D4 A1 B1", true},
		{"passes between", "A1 pass C3", "A1 pass pass", false},
		{"a pass at the end", "A1 B1", "A1 B1 pass", true},
		{"the colours exchanged", "A1 B1", "B1 A1", false},
		{"a stone more", "A1 B1", "A1 B1 C1", false},
		{"a stone captured", "A2 A1 B1", "A2 pass B1", true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a, b := play(test.a), play(test.b)
			if got := a.Hash() == b.Hash(); got != test.same {
				t.Errorf("hashes %#x and %#x, want equal: %v", a.Hash(), b.Hash(), test.same)
			}
			if got := a.SameBoard(b); got != test.same {
				t.Errorf("SameBoard = %v, want %v", got, test.same)
			}
		})
	}
}

// If the keys change, so do hashes and the games of a seed, which the change log
// has to say.
func TestHashPinned(t *testing.T) {
	p := playOut(t, DefaultRules(19), "D4 Q16")
	if got, want := p.Hash(), uint64(0x859312d2cfc9498f); got != want {
		t.Errorf("Hash() = %#x, want %#x", got, want)
	}
}

// The generator follows its formula in whole numbers.
func TestSource(t *testing.T) {
	number := func(hex string) *big.Int {
		n, ok := new(big.Int).SetString(hex, 16)
		if !ok {
			t.Fatalf("%s is no number", hex)
		}
		return n
	}
	word := number("10000000000000000")
	step, mask := number("a0761d6478bd642f"), number("e7037ed1a0b428db")
	for _, seed := range []uint64{0, 1, 1 << 63, 1<<64 - 1} {
		s := rng(seed)
		counter := new(big.Int).SetUint64(seed)
		for i := range 1000 {
			counter.Add(counter, step).Mod(counter, word)
			product := new(big.Int).Mul(counter, new(big.Int).Xor(counter, mask))
			high, low := new(big.Int).DivMod(product, word, new(big.Int))
			if got, want := s.next(), high.Xor(high, low).Uint64(); got != want {
				t.Fatalf("seed %d, number %d: got %#x, want %#x", seed, i, got, want)
			}
		}
	}
}

// Below a bound every number has the same chance. The seed is fixed, so that the
// test passes always or never.
func TestBelow(t *testing.T) {
	for _, n := range []int{2, 3, 10, 81} {
		s := rng(7)
		counts := map[int]int{}
		var numbers []int
		for i := range n {
			numbers = append(numbers, i)
		}
		for range 100_000 {
			counts[s.below(n)]++
		}
		checkEven(t, counts, numbers)
	}
	s := rng(1)
	for range 100 {
		if got := s.below(1); got != 0 {
			t.Fatalf("below(1) = %d, want 0", got)
		}
		if got := s.below(math.MaxInt32); got < 0 || got >= math.MaxInt32 {
			t.Fatalf("below(2^31-1) = %d, want it from 0 on and less", got)
		}
	}
}

// A player's choice depends on the seed, the board, the turn and the side to move,
// and on nothing else.
func TestSeeded(t *testing.T) {
	p := playOut(t, DefaultRules(9), "E5 C3")
	if seeded(1, p) != seeded(1, playOut(t, DefaultRules(9), "E5 C3")) {
		t.Error("the same position and seed give different sources")
	}
	differ := map[rng]string{seeded(1, p): "the position"}
	for name, s := range map[string]rng{
		"another seed":         seeded(2, p),
		"another board":        seeded(1, playOut(t, DefaultRules(9), "E5 C4")),
		"another side to move": seeded(1, p.WithToPlay(White)),
		"two passes later":     seeded(1, playOut(t, DefaultRules(9), "E5 pass pass")),
		"no stones, turn 0":    seeded(1, MustStart(9)),
		"no stones, turn 1":    seeded(1, playOut(t, DefaultRules(9), "pass")),
	} {
		if same, ok := differ[s]; ok {
			t.Errorf("%s and %s give the same source", name, same)
		}
		differ[s] = name
	}
}

// The filters forget nothing and do not answer yes to everything.
func TestHistory(t *testing.T) {
	for _, size := range []int{9, 13, 19, 25} {
		p := newPosition(size)
		r := rand.New(rand.NewPCG(1, uint64(size)))
		var hashes []uint64
		for range 2 * size {
			hashes = append(hashes, r.Uint64())
			p.record(hashes[len(hashes)-1], 5)
			for _, h := range hashes {
				if !p.mayHold(h, 5) {
					t.Fatalf("size %d: a recorded board counts as new", size)
				}
			}
			if p.mayHold(hashes[0], 6) {
				t.Fatalf("size %d: a board with more stones than any counts as old", size)
			}
		}
		old := 0
		for range 1000 {
			if p.mayHold(r.Uint64(), 5) {
				old++
			}
		}
		if old > 100 {
			t.Errorf("size %d: %d of 1000 new boards count as old after %d turns", size, old, len(hashes))
		}

		p.clear(size)
		lost := map[Color]map[int]bool{Black: {}, White: {}}
		for range size * size / 2 {
			c := p.index(Point{r.IntN(size), r.IntN(size)})
			color := Color(1 + r.IntN(2))
			p.lose(c, color)
			lost[color][c] = true
		}
		for c := range p.points() {
			for _, color := range []Color{Black, White} {
				if got := p.mayReturn(c, color); got != lost[color][c] {
					t.Errorf("size %d: mayReturn(%v, %v) = %v, want %v", size, p.point(c), color, got, lost[color][c])
				}
			}
		}
	}
}
