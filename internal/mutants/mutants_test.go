package main

import (
	"os"
	"path/filepath"
	"testing"
)

// Mutants that no longer fit the source would be tried in vain.
func TestMutantsFit(t *testing.T) {
	const fewest = 40
	if len(mutants) < fewest {
		t.Errorf("got %d mutants, want %d or more", len(mutants), fewest)
	}
	seen := map[string]bool{}
	for _, m := range mutants {
		t.Run(m.name, func(t *testing.T) {
			if seen[m.name] {
				t.Error("another mutant has this name")
			}
			seen[m.name] = true
			source, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(m.file)))
			if err != nil {
				t.Fatal(err)
			}
			mutated, err := m.apply(string(source))
			if err != nil {
				t.Fatal(err)
			}
			if mutated == string(source) {
				t.Error("the mutant changes nothing")
			}
		})
	}
}
