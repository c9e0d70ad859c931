package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Mutants that no longer fit the source would be tried in vain.
func TestMutantsFit(t *testing.T) {
	const fewest = 40
	if len(mutants) < fewest {
		t.Errorf("%d mutants: want %d or more", len(mutants), fewest)
	}
	seen := map[string]bool{}
	for _, m := range mutants {
		t.Run(m.name, func(t *testing.T) {
			if seen[m.name] {
				t.Error("another mutant has this name")
			}
			seen[m.name] = true
			if strings.Contains(m.name, "|") {
				t.Error("the name would divide a cell of the table")
			}
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

// CONTRIBUTING.md has the table that a run prints.
func TestMutantsAreListed(t *testing.T) {
	text, err := os.ReadFile("../../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n## Mutants\n")
	section, _, _ = strings.Cut(section, "\n## ")
	begin, end := strings.Index(section, "| mutant |"), strings.LastIndex(section, "|\n")
	if begin < 0 || end < begin {
		t.Fatal("CONTRIBUTING.md has no table of mutants under ## Mutants")
	}
	got := strings.Split(section[begin:end+1], "\n")
	want := strings.Split(strings.TrimSpace(table(mutants)), "\n")
	for i := range max(len(got), len(want)) {
		var g, w string
		if i < len(got) {
			g = got[i]
		}
		if i < len(want) {
			w = want[i]
		}
		if g != w {
			t.Fatalf("line %d of the table in CONTRIBUTING.md:\ngot  %s\nwant %s", i+1, g, w)
		}
	}
}
