package csmacd_test

import (
	"errors"
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// exactRooms are those whose numbers are compared octet by octet from machine to machine: in
// results, and in what theory and backoff print.
var exactRooms = []string{"./phy", "./mac/...", "./medium/...", "./internal/stats", "./internal/theory", "./internal/profile"}

// A compiler may compute x*y + z with one rounding, even where the product is a variable
// first, and some processors' compilers do. A conversion rounds: float64(x*y) + z is the same
// everywhere. So every product in these rooms is converted, unless what is done with it next
// is not a sum: it is multiplied, divided or compared, or given to a function of package math.
// A product with a power of two is exact, and fused or not it is the same.
func TestProductsAreRounded(t *testing.T) {
	_, std := compiled(t, exactRooms...)
	for _, p := range listed(t, exactRooms...) {
		files := token.NewFileSet()
		var trees []*ast.File
		for _, name := range p.GoFiles {
			tree, err := parser.ParseFile(files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			require.NoError(t, err)
			trees = append(trees, tree)
		}
		for _, at := range fusible(t, files, p.ImportPath, trees, std) {
			assert.Fail(t, "a product may be fused with a sum: write float64(x*y)", "%s", at)
		}
	}
}

// The test above finds what it is to find, and nothing else.
func TestWhichProductsAreFound(t *testing.T) {
	const text = `package p
import "math"
type seconds float64
func sums(x, y, z float64, n int, s seconds) (float64, int) {
	_ = x*y + z             // found
	_ = z - (x * y)         // found
	_ = -(x * y) - z        // found
	_ = float64(x*y) + z
	_ = x*y/z + z
	_ = (x/y*z)*2 + z
	_ = 0.5*x + z
	_ = -2*x + z
	_ = 3*x + z             // found
	_ = math.Sqrt(x*y) + z
	z += x * y              // found
	x *= y                  // found
	product := x * y        // found
	if x*y < z { n = n*n + n }
	_ = s*s + s             // found
	_ = seconds(s*s) + s
	return x * y, n*n + n   // found
}`
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, "p.go", text, parser.SkipObjectResolution)
	require.NoError(t, err)
	var want, got []int
	for k, line := range strings.Split(text, "\n") {
		if strings.HasSuffix(line, "// found") {
			want = append(want, k+1)
		}
	}
	for _, at := range fusible(t, files, "p", []*ast.File{tree}, importer.Default()) {
		got = append(got, at.Line)
	}
	assert.Equal(t, want, got)
}

// fusible returns where the products of a package stand that may be fused with a sum.
func fusible(t *testing.T, files *token.FileSet, path string, trees []*ast.File, from types.Importer) (found []token.Position) {
	info := types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
	_, err := (&types.Config{Importer: from, Error: func(error) {}}).Check(path, files, trees, &info)
	var soft types.Error
	require.True(t, err == nil || errors.As(err, &soft) && soft.Soft, "%v", err) // soft: a variable that nobody uses
	float := func(e ast.Expr) bool {
		kind := info.Types[e].Type
		b, ok := kind.Underlying().(*types.Basic)
		return ok && b.Info()&types.IsFloat != 0 && info.Types[e].Value == nil
	}
	power := func(e ast.Expr) bool {
		v := info.Types[e].Value
		if v == nil {
			return false
		}
		f, _ := constant.Float64Val(constant.ToFloat(v))
		return f == 0 || isPower(f)
	}
	for _, tree := range trees {
		var above []ast.Node
		ast.Inspect(tree, func(n ast.Node) bool {
			if n == nil {
				above = above[:len(above)-1]
				return true
			}
			defer func() { above = append(above, n) }()
			switch n := n.(type) {
			case *ast.AssignStmt:
				if n.Tok == token.MUL_ASSIGN && float(n.Lhs[0]) && !power(n.Rhs[0]) {
					found = append(found, files.Position(n.Pos()))
				}
			case *ast.BinaryExpr:
				if n.Op == token.MUL && float(n) && !power(n.X) && !power(n.Y) && !rounded(above, &info) {
					found = append(found, files.Position(n.Pos()))
				}
			}
			return true
		})
	}
	return found
}

// isPower reports whether a number is a power of two, of either sign.
func isPower(f float64) bool {
	fraction, _ := math.Frexp(f)
	return math.Abs(fraction) == 0.5
}

// rounded reports whether what stands around a product has it rounded, or is not a sum.
func rounded(above []ast.Node, info *types.Info) bool {
	for k := len(above) - 1; k >= 0; k-- {
		switch n := above[k].(type) {
		case *ast.ParenExpr:
			continue
		case *ast.UnaryExpr:
			if n.Op == token.SUB || n.Op == token.ADD {
				continue
			}
		case *ast.BinaryExpr:
			return n.Op != token.ADD && n.Op != token.SUB
		case *ast.CallExpr:
			if info.Types[n.Fun].IsType() {
				return true
			}
			f, ok := n.Fun.(*ast.SelectorExpr)
			if !ok {
				return false
			}
			of, ok := info.Uses[f.Sel]
			return ok && of.Pkg() != nil && of.Pkg().Path() == "math"
		}
		return false
	}
	return false
}

// The functions of package math that are not exact are not the same everywhere, some being
// assembly; sums of what theory computes, and rounds to no fewer digits, do without.
func TestTheoryIsPortable(t *testing.T) {
	exact := []string{"Abs", "Ceil", "Floor", "Inf", "IsInf", "IsNaN", "Ldexp", "Max", "MaxFloat64", "MaxInt", "MaxInt32", "MaxInt64", "MaxUint64", "Min", "NaN", "Round", "Sqrt", "Trunc"}
	rounded := map[string][]string{"internal/stats/student.go": {"Erfc", "Sqrt2"}} // to eleven digits
	for _, p := range listed(t, "./internal/stats", "./internal/theory", "./internal/profile") {
		for _, name := range p.GoFiles {
			file := strings.TrimPrefix(p.ImportPath, module) + "/" + name
			tree, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, 0)
			require.NoError(t, err)
			ast.Inspect(tree, func(n ast.Node) bool {
				if f, ok := n.(*ast.SelectorExpr); ok {
					if x, ok := f.X.(*ast.Ident); ok && x.Name == "math" && !slices.Contains(rounded[file], f.Sel.Name) {
						assert.Contains(t, exact, f.Sel.Name, file)
					}
				}
				return true
			})
		}
	}
}
