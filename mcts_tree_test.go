package gogate

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"unsafe"
)

// subtree returns what is known below node i: for every line of moves the counts
// of its end.
func (w *worker) subtree(i int32, line string, all map[string]node) map[string]node {
	for _, n := range w.nodes.childrenOf(i) {
		line := line + " " + n.move.String()
		c := w.nodes.child(i, n.move)
		w.subtree(c, line, all)
		n.first = 0
		all[line] = n
	}
	return all
}

// What was found below the turns that were played is all there when the next
// search begins, and nothing else is.
func TestTreeKeepsWhatIsBelow(t *testing.T) {
	p := MustStart(5)
	var tree Tree
	s := MCTS{Seed: 3}
	tree.begin(s.growth(), p, p.LegalMoves(), 3000, DefaultMemory)
	w := tree.workers[0]
	w.grow(t.Context(), 3000)
	turns := movesNamed("C3 B3")
	below, known := w.nodes.follow(turns)
	if !known || w.nodes.at(below).children == 0 {
		t.Fatalf("the search did not expand %v", turns)
	}
	want := w.subtree(below, "", map[string]node{})

	p = mustPlay(t, p, turns...)
	tree.begin(s.growth(), p, p.LegalMoves(), 10, DefaultMemory)
	if tree.workers[0] != w {
		t.Fatal("the next search has another worker")
	}
	got := w.subtree(0, "", map[string]node{})
	if len(want) < 100 {
		t.Errorf("only %d nodes to keep", len(want))
	}
	for line, n := range want {
		if got[line] != n {
			t.Errorf("%s: got %+v, want %+v", line, got[line], n)
		}
	}
	for line, n := range got {
		// A leaf had room for the moves of a playout; the root may have more.
		if _, ok := want[line]; !ok && (n.visits > 0 || strings.Count(line, " ") > 1) {
			t.Errorf("%s: got %+v, want nothing", line, n)
		}
	}
	sum := int32(0)
	for _, n := range w.nodes.childrenOf(0) {
		sum += n.visits
	}
	if sum == 0 || w.nodes.at(0).visits != sum {
		t.Errorf("the root has %d visits, want the %d of its children", w.nodes.at(0).visits, sum)
	}
	count := 0
	for _, n := range w.nodes.all() {
		if n.move != 0 { // neither the root nor a gap
			count++
		}
	}
	if count != len(got) {
		t.Errorf("%d nodes below the root, want the %d that are reached", count, len(got))
	}
}

// A tree begins anew where the position does not follow from the last search or
// was searched with other settings.
func TestTreeBeginsAnew(t *testing.T) {
	start := MustStart(7)
	one := goOn(t, start, "D4")
	three := goOn(t, one, "D5 C5")
	for _, test := range []struct {
		name          string
		first, second *Position
		change        func(*MCTS)
		keeps         bool
	}{
		{"two turns later", one, three, nil, true},
		{"the same again", one, one, nil, true},
		{"two turns later in a copy of the game", one, playOut(t, DefaultRules(7), "D4 D5 C5"), nil, true},
		{"with more playouts", one, one, func(s *MCTS) { s.Playouts++ }, true},
		{"an earlier turn", three, one, nil, false},
		{"another game", one, playOut(t, DefaultRules(7), "D3 D5 C5"), nil, false},
		{"the other side to move", one, one.WithToPlay(Black), nil, false},
		{"a side that moved twice", one, goOn(t, one.WithToPlay(Black), "C5"), nil, false},
		{"two turns later with the other side to move", one, three.WithToPlay(Black), nil, false},
		{"other rules", start, playOut(t, Rules{Size: 7}, "D4 D5"), nil, false},
		{"another seed", one, one, func(s *MCTS) { s.Seed++ }, false},
		{"UCT", one, one, func(s *MCTS) { s.UCT = true }, false},
		{"without priors", one, one, func(s *MCTS) { s.NoPriors = true }, false},
		{"more workers", one, one, func(s *MCTS) { s.Workers = 2 }, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := MCTS{Playouts: 2000, Tree: new(Tree)}
			if _, err := s.Play(t.Context(), test.first); err != nil {
				t.Fatal(err)
			}
			if test.change != nil {
				test.change(&s)
			}
			choice, err := s.Choose(t.Context(), test.second, test.second.LegalMoves())
			if err != nil {
				t.Fatal(err)
			}
			if keeps := strings.HasSuffix(choice.Note, "of them kept from earlier searches)"); keeps != test.keeps {
				t.Errorf("got %s, want kept playouts %v", choice.Note, test.keeps)
			}
			s.Tree = nil
			if fresh, _ := s.Choose(t.Context(), test.second, test.second.LegalMoves()); !test.keeps && choice != fresh {
				t.Errorf("got %v, want %v as without a tree", choice, fresh)
			}
		})
	}
}

// The list of moves decides what is at the root, whatever is kept.
func TestTreeFollowsTheList(t *testing.T) {
	p := MustStart(5)
	s := MCTS{Playouts: 300, Tree: new(Tree)}
	for _, names := range []string{"A1 B2 C3", "C3 D4", "A1", "pass E5 A1", "A1 B2 C3 D4"} {
		moves := movesNamed(names)
		choice, err := s.Choose(t.Context(), p, moves)
		if err != nil || !slices.Contains(moves, choice.Move) {
			t.Errorf("got %v, %v, want one of %v", choice, err, moves)
		}
	}
}

// The same game gives the same searches, on any number of workers.
func TestTreeIsReproducible(t *testing.T) {
	for _, workers := range []int{1, 3} {
		game := func() (notes []string) {
			s := MCTS{Playouts: 100, Seed: 5, Workers: workers, Tree: new(Tree)}
			p := MustStart(5)
			for !p.Over() {
				choice, err := s.Choose(t.Context(), p, p.LegalMoves())
				if err != nil {
					t.Fatal(err)
				}
				notes = append(notes, fmt.Sprint(choice))
				p = mustPlay(t, p, choice.Move)
			}
			return notes
		}
		first, second := game(), game()
		if !slices.Equal(first, second) {
			t.Errorf("%d workers: got\n%v\nand then\n%v", workers, first, second)
		}
		if kept := strings.Count(strings.Join(first, "\n"), "kept"); kept < len(first)/2 {
			t.Errorf("%d workers: only %d of %d searches kept playouts", workers, kept, len(first))
		}
	}
}

// Several goroutines may use one tree.
func TestTreeIsShared(t *testing.T) {
	s := MCTS{Playouts: 50, Tree: new(Tree)}
	var searches sync.WaitGroup
	for turns := range 6 {
		p := played(t, 5, turns)
		searches.Go(func() {
			if m, err := s.Play(t.Context(), p); err != nil || p.Legal(m) != nil {
				t.Errorf("got %v, %v in\n%v", m, err, p)
			}
		})
	}
	searches.Wait()
}

// However much is kept, the counts of all workers together stay in bounds.
func TestTreeIsFull(t *testing.T) {
	p := MustStart(3)
	s := MCTS{Playouts: 100, Workers: 2, Tree: new(Tree)}
	if _, err := s.Play(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	for _, w := range s.Tree.workers { // each with room for ten more
		w.nodes.childrenOf(0)[0].visits += MaxPlayouts/2 - 10 - w.nodes.at(0).visits
	}
	choice, err := s.Choose(t.Context(), p, p.LegalMoves())
	want := fmt.Sprintf(" (%d in all, %d of them kept from earlier searches)", MaxPlayouts, MaxPlayouts-20)
	if err != nil || !strings.HasSuffix(choice.Note, want) {
		t.Errorf("got %v, %v, want a note that ends with %q", choice, err, want)
	}
}

// What counts as first does not depend on how many visits a worker made for the
// moves before.
func TestTreeCountsVisitsAnew(t *testing.T) {
	p := MustStart(4)
	search := func(visited uint32) map[string]node {
		var tree Tree
		tree.begin(MCTS{}.growth(), p, p.LegalMoves(), 200, DefaultMemory)
		w := tree.workers[0]
		w.grow(t.Context(), 200)
		w.visited = visited
		tree.begin(MCTS{}.growth(), p, p.LegalMoves(), 200, DefaultMemory)
		w.grow(t.Context(), 200)
		return w.subtree(0, "", map[string]node{})
	}
	if !maps.Equal(search(200), search(1<<30)) {
		t.Error("after 1<<30 visits: got other counts than after 200")
	}
}

// all yields the nodes of a tree by their index.
func (all *nodes) all() iter.Seq2[int, node] {
	return func(yield func(int, node) bool) {
		for c, chunk := range all.chunks {
			for i, n := range chunk {
				if index := c<<chunkBits | i; index >= int(all.end) || !yield(index, n) {
					return
				}
			}
		}
	}
}

// A tree stops growing where its memory ends, goes on searching, and gives up what it
// cannot keep.
func TestTreeOfLittleMemory(t *testing.T) {
	p := MustStart(9)
	const room = 3000
	s := MCTS{Playouts: 2000, Memory: room * nodeBytes, Tree: new(Tree)}
	for range 3 {
		choice, err := s.Choose(t.Context(), p, p.LegalMoves())
		if err != nil {
			t.Fatal(err)
		}
		nodes := &s.Tree.workers[0].nodes
		if nodes.end > room || nodes.end < room-2*82 || nodes.at(0).visits < 2000 {
			t.Errorf("turn %d: %d nodes after %d visits, want nearly %d", p.Turn(), nodes.end, nodes.at(0).visits, room)
		}
		p = mustPlay(t, p, choice.Move)
	}
	if got := unsafe.Sizeof(node{}); got != nodeBytes {
		t.Errorf("a node has %d bytes, want %d", got, nodeBytes)
	}
	if _, err := (MCTS{Memory: -1}).Play(t.Context(), p); err == nil ||
		err.Error() != "mcts: -1 bytes of memory: must be at least 1, or 0 for 536870912" {
		t.Errorf("with memory -1: %v", err)
	}
}
