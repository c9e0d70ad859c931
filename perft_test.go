package gogate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
)

// A perft is how many sequences of d turns there are from one position, and how
// many stones would continue one of d-1 turns but repeat a board. Two passes end
// a sequence; there is no move limit.
type perft struct {
	Counts, Rejections []int
}

type perftData struct {
	FromEmpty  map[string]map[string]perft `json:"from_empty"`
	FromPrefix []struct {
		Size               int
		Suicide            bool
		Moves              []Move
		Counts, Rejections []int
	} `json:"from_prefix"`
	Literature struct {
		LegalPositions struct {
			Values map[string]float64
		} `json:"legal_positions_nxn"`
		Games struct {
			Value int64
		} `json:"games_2x2"`
	}
}

func readPerft(t *testing.T) (all perftData) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(conformanceDir, "perft.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestPerft(t *testing.T) {
	all := readPerft(t)

	// How deep each size goes in about a tenth of a second.
	depths := map[string]int{"2x2": 15, "3x3": 7, "4x4": 5, "5x5": 4, "6x6": 3, "7x7": 3, "9x9": 3}
	if len(all.FromEmpty) != len(depths) || len(all.FromPrefix) != 10 {
		t.Errorf("the data has %d sizes and %d beginnings, want %d and 10",
			len(all.FromEmpty), len(all.FromPrefix), len(depths))
	}
	for size, bySuicide := range all.FromEmpty {
		for suicide, want := range bySuicide {
			t.Run(size+" "+suicide, func(t *testing.T) {
				t.Parallel()
				rules := Rules{Size: int(size[0] - '0'), Suicide: suicide == "suicide_on"}
				want.check(t, rules, nil, depths[size])
			})
		}
	}
	for _, from := range all.FromPrefix {
		rules := Rules{Size: from.Size, Suicide: from.Suicide}
		name := fmt.Sprintf("%dx%d after %d turns, suicide %v", from.Size, from.Size, len(from.Moves), from.Suicide)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			perft{from.Counts, from.Rejections}.check(t, rules, from.Moves, len(from.Counts)-1)
		})
	}
}

// check counts to the given depth, or as deep as the data goes in a long test.
func (want perft) check(t *testing.T, rules Rules, moves []Move, depth int) {
	p, err := Replay(rules, moves)
	if err != nil {
		t.Fatal(err)
	}
	if long {
		depth = len(want.Counts) - 1
	}
	counts, rejections := make([]int, depth+1), make([]int, depth+1)
	counts[0] = 1
	countSequences(t, p, counts[1:], rejections[1:])
	if !slices.Equal(counts, want.Counts[:depth+1]) {
		t.Errorf("sequences: got %v, want %v", counts, want.Counts[:depth+1])
	}
	if !slices.Equal(rejections, want.Rejections[:depth+1]) {
		t.Errorf("repetitions: got %v, want %v", rejections, want.Rejections[:depth+1])
	}
}

// countSequences adds the sequences that continue p, by their length, and the
// stones that are refused because they repeat a board.
func countSequences(t *testing.T, p *Position, counts, rejections []int) {
	var buffer [MaxSize*MaxSize + 1]Move
	legal := p.AppendLegal(buffer[:0])
	counts[0] += len(legal)
	rejections[0] += repetitions(p, legal)
	if len(counts) == 1 {
		return
	}
	for _, m := range legal {
		next, err := p.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		countSequences(t, next, counts[1:], rejections[1:])
	}
}

// repetitions returns how many stones are refused because they repeat a board.
func repetitions(p *Position, legal []Move) int {
	if p.Over() || len(legal) == p.Size()*p.Size()-int(p.stones)+1 {
		return 0 // no stone is refused
	}
	n := 0
	for c := range p.points() {
		switch err := p.Legal(MoveAt(p.point(c))); {
		case err == ErrSuperko, err == ErrSuicide && p.Rules().Suicide:
			n++
		}
	}
	return n
}

// Of all ways to fill a board, those on which every group has a liberty are as
// many as the literature says (Tromp and Farnebäck, Combinatorics of Go).
func TestLegalPositions(t *testing.T) {
	literature := readPerft(t).Literature.LegalPositions.Values
	for _, size := range []int{2, 3} {
		rules := DefaultRules(size)
		board := bytes.Repeat([]byte("."), size*size)
		count := 0
		var fill func(int)
		fill = func(i int) {
			if i == len(board) {
				rows := slices.Collect(slices.Chunk(board, size))
				if _, err := rules.Setup(Black, string(bytes.Join(rows, []byte("\n")))); err == nil {
					count++
				}
				return
			}
			for _, stone := range []byte(".XO") {
				board[i] = stone
				fill(i + 1)
			}
		}
		fill(0)
		if want := int(literature[strconv.Itoa(size)]); count != want || want == 0 {
			t.Errorf("%d×%d: %d legal positions, want %d", size, size, count, want)
		}
	}
}
