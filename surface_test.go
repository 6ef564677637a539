package csmacd_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// An exported name whose type is internal cannot be used by the programs that import a room, and
// opens what the room holds to them. So no constant, variable, function, field or method of a public
// room shows one.
func TestNoExportedSurfaceShowsAnInternalType(t *testing.T) {
	for path, p := range publicPackages(t) {
		s := surface{of: p, seen: map[types.Type]bool{}}
		for _, name := range p.Scope().Names() {
			if o := p.Scope().Lookup(name); o.Exported() {
				s.object(name, o)
			}
		}
		assert.Empty(t, s.shown, "exported names of %s that show internal types", path)
	}
}

// Importing a room does nothing.
func TestPublicRoomsHaveNoInit(t *testing.T) {
	for _, p := range listed(t, "./...") {
		if _, public := rooms[strings.TrimPrefix(p.ImportPath, module)]; !public {
			continue
		}
		for _, file := range p.GoFiles {
			tree, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, file), nil, parser.SkipObjectResolution)
			require.NoError(t, err)
			for _, d := range tree.Decls {
				f, ok := d.(*ast.FuncDecl)
				assert.False(t, ok && f.Recv == nil && f.Name.Name == "init", "%s/%s", p.ImportPath, file)
			}
		}
	}
}

// surface finds the internal types that a package shows.
type surface struct {
	of    *types.Package
	seen  map[types.Type]bool
	shown []string
}

func (s *surface) object(at string, o types.Object) {
	if named, ok := o.Type().(*types.Named); ok {
		if _, isType := o.(*types.TypeName); isType {
			s.named(at, named)
			return
		}
	}
	s.look(at, o.Type())
}

// named looks at the fields and the methods of a type of the package.
func (s *surface) named(at string, n *types.Named) {
	if s.seen[n] {
		return
	}
	s.seen[n] = true
	s.look(at, n.Underlying())
	methods := types.NewMethodSet(types.NewPointer(n))
	for m := range methods.Methods() {
		if m.Obj().Exported() {
			s.look(at+"."+m.Obj().Name(), m.Type())
		}
	}
}

func (s *surface) look(at string, t types.Type) {
	switch t := t.(type) {
	case *types.Alias:
		s.look(at, types.Unalias(t))
	case *types.Named:
		switch p := t.Obj().Pkg(); {
		case p == nil:
		case strings.HasPrefix(p.Path(), module) && strings.Contains(p.Path(), "/internal/"):
			s.shown = append(s.shown, fmt.Sprintf("%s: %s", at, t))
		case p == s.of && !t.Obj().Exported():
			s.named(at, t)
		}
		for a := range t.TypeArgs().Types() {
			s.look(at, a)
		}
	case *types.Struct:
		for f := range t.Fields() {
			if f.Exported() || f.Embedded() {
				s.look(at+"."+f.Name(), f.Type())
			}
		}
	case *types.Signature:
		s.look(at, t.Params())
		s.look(at, t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			s.look(at, v.Type())
		}
	case *types.Interface:
		for m := range t.Methods() {
			if m.Exported() {
				s.look(at+"."+m.Name(), m.Type())
			}
		}
	case *types.Map:
		s.look(at, t.Key())
		s.look(at, t.Elem())
	case interface{ Elem() types.Type }: // arrays, channels, pointers, slices
		s.look(at, t.Elem())
	}
}

// publicPackages returns the packages that other programs can import, from the export data
// that the build left.
func publicPackages(t *testing.T) map[string]*types.Package {
	t.Helper()
	all, i := compiled(t, "./phy/...", "./mac/...", "./medium/...", "./tap/...")
	packages := map[string]*types.Package{}
	for _, p := range all {
		if !strings.HasPrefix(p.ImportPath, module) || strings.Contains(p.ImportPath, "/internal/") || p.Name == "main" {
			continue
		}
		public, err := i.Import(p.ImportPath)
		require.NoError(t, err, p.ImportPath)
		packages[p.ImportPath] = public
	}
	require.NotEmpty(t, packages)
	return packages
}
