package formula

import (
	"reflect"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/vm/runtime"
)

// equals replaces each == and != of whole numbers by one of any values. The library takes min(1, x) and (a ? 1 : x) for whole
// numbers, whatever x is, and its comparison of whole numbers fails when it gets another.
type equals struct{}

// The names of the functions are ones that no expression can write.
const (
	sameValues  = "== of values"
	otherValues = "!= of values"
)

// Visit implements [ast.Visitor].
func (equals) Visit(n *ast.Node) {
	x, ok := (*n).(*ast.BinaryNode)
	if !ok || !isWhole(x.Left.Type()) || !isWhole(x.Right.Type()) {
		return
	}
	name := sameValues
	switch x.Operator {
	case "==":
	case "!=":
		name = otherValues
	default:
		return
	}
	t := x.Type()
	ast.Patch(n, &ast.CallNode{Callee: &ast.IdentifierNode{Value: name}, Arguments: []ast.Node{x.Left, x.Right}})
	(*n).SetType(t)
}

func isWhole(t reflect.Type) bool { return t != nil && t.Kind() == reflect.Int }

func same(args ...any) (any, error) { return runtime.Equal(args[0], args[1]), nil }

func other(args ...any) (any, error) { return !runtime.Equal(args[0], args[1]), nil }
