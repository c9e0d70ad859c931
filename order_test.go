//go:build !js

package gogate_test

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// readingOrder is the order in which the files of the package are read. A file uses
// what it declares itself and what those before it declare.
var readingOrder = []string{
	"board.go", "zobrist.go", "rules.go", "position.go", "score.go", "life.go", "checks.go", "players.go",
	"playout.go", "priors.go", "tree.go", "mcts.go", "minimax.go",
	"decision.go", "gate.go", "text.go", "log.go", "testcheck.go",
	"interval.go", "match.go", "report.go", "merge.go",
}

// An arrow is the use of a declaration of another file. Fields and methods go by the
// name of their type, as "MCTS.Seed".
type arrow struct{ from, to, name string }

func (a arrow) String() string { return fmt.Sprintf("%s uses %s of %s", a.from, a.name, a.to) }

// arrowsBack are the later declarations that a file may use all the same, each with its
// reason. A type brings its fields and methods with it.
var arrowsBack = map[arrow]string{}

// A source is the parsed files of the package, by name and without its tests. What the
// standard library declares is read from its source once and then kept.
type source struct {
	set      *token.FileSet
	files    map[string]*ast.File
	standard types.Importer
}

var packageSource = sync.OnceValues(func() (source, error) {
	s := source{set: token.NewFileSet(), files: map[string]*ast.File{}}
	names, err := filepath.Glob("*.go")
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, wrong := parser.ParseFile(s.set, name, nil, parser.SkipObjectResolution)
		s.files[name] = file
		err = errors.Join(err, wrong)
	}
	s.standard = importer.ForCompiler(s.set, "source", nil)
	return s, err
})

// Import refuses every package outside the standard library. go/types then makes one
// up, whose every name has an unknown type: no such package knows a type of this one.
func (s source) Import(path string) (*types.Package, error) {
	if strings.Contains(path, ".") {
		return nil, errors.New("outside the standard library")
	}
	return s.standard.Import(path)
}

// check gives the files with these names their types. It returns what every identifier
// in them stands for. An error of a package that Import refuses is not one.
func (s source) check(names []string) (*types.Package, map[*ast.Ident]types.Object, error) {
	var files []*ast.File
	for _, name := range names {
		files = append(files, s.files[name])
	}
	var wrong []error
	config := types.Config{Importer: s, Error: func(err error) {
		if !strings.Contains(err.Error(), "outside the standard library") {
			wrong = append(wrong, err)
		}
	}}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	pkg, _ := config.Check("gogate", s.set, files, info) // whose error is the first of wrong
	return pkg, info.Uses, errors.Join(wrong...)
}

// names returns the name of each field and method of the package's types.
func names(pkg *types.Package) map[types.Object]string {
	names := map[types.Object]string{}
	for _, name := range pkg.Scope().Names() {
		declared, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		if named, ok := declared.Type().(*types.Named); ok {
			for method := range named.Methods() {
				names[method] = name + "." + method.Name()
			}
		}
		if fields, ok := declared.Type().Underlying().(*types.Struct); ok {
			for field := range fields.Fields() {
				names[field] = name + "." + field.Name()
			}
		}
	}
	return names
}

// back returns the uses of declarations that are read later, with their lines.
func (s source) back(pkg *types.Package, uses map[*ast.Ident]types.Object) map[arrow][]int {
	names, found := names(pkg), map[arrow][]int{}
	for use, object := range uses {
		if object.Pkg() != pkg {
			continue
		}
		switch generic := object.(type) {
		case *types.Func:
			object = generic.Origin()
		case *types.Var:
			object = generic.Origin()
		}
		from, to := s.set.Position(use.Pos()), s.set.Position(object.Pos())
		if slices.Index(readingOrder, from.Filename) < slices.Index(readingOrder, to.Filename) {
			a := arrow{from.Filename, to.Filename, cmp.Or(names[object], object.Name())}
			found[a] = append(found[a], from.Line)
		}
	}
	return found
}

// A file may use only itself and those before it.
func TestReadingOrder(t *testing.T) {
	s, err := packageSource()
	if err != nil {
		t.Fatal(err)
	}
	for name := range s.files {
		if !slices.Contains(readingOrder, name) {
			t.Errorf("%s has no place in the reading order", name)
		}
	}
	pkg, uses, err := s.check(readingOrder)
	if err != nil {
		t.Fatal(err)
	}
	found, needed := s.back(pkg, uses), map[arrow]bool{}
	for _, a := range slices.SortedFunc(maps.Keys(found), func(a, b arrow) int { return cmp.Compare(a.String(), b.String()) }) {
		excepted := a
		excepted.name, _, _ = strings.Cut(a.name, ".")
		needed[excepted] = true
		if arrowsBack[excepted] == "" {
			slices.Sort(found[a])
			t.Errorf("%v, which is read later, in lines %v", a, slices.Compact(found[a]))
		}
	}
	for a := range arrowsBack {
		if !needed[a] {
			t.Errorf("%v: no line needs this exception any more", a)
		}
	}
}

// A gate needs neither search nor playouts: without the files about them it still
// compiles.
func TestGateCompilesWithoutSearches(t *testing.T) {
	s, err := packageSource()
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.check([]string{
		"board.go", "zobrist.go", "rules.go", "position.go", "score.go", "life.go", "checks.go", "players.go", "decision.go", "gate.go",
	}); err != nil {
		t.Error(err)
	}
}
