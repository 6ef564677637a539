package formula

import (
	"fmt"
	"reflect"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/vm/runtime"
)

// bounded replaces each + that may add texts by a function that checks the length of the sum.
type bounded struct{}

// The names of the functions are ones that no expression can write.
const (
	joinTexts = "+ of texts"
	joinAny   = "+ of values" // whose types are known only later
)

// Visit implements [ast.Visitor].
func (bounded) Visit(n *ast.Node) {
	x, ok := (*n).(*ast.BinaryNode)
	if !ok || x.Operator != "+" {
		return
	}
	name := joinAny
	switch l, r := x.Left.Type(), x.Right.Type(); {
	case isText(l) && isText(r):
		name = joinTexts
	case !isText(l) && !isAny(l), !isText(r) && !isAny(r):
		return
	}
	t := x.Type()
	ast.Patch(n, &ast.CallNode{Callee: &ast.IdentifierNode{Value: name}, Arguments: []ast.Node{x.Left, x.Right}})
	(*n).SetType(t)
}

func isText(t reflect.Type) bool { return t != nil && t.Kind() == reflect.String }

func isAny(t reflect.Type) bool { return t == nil || t.Kind() == reflect.Interface }

// add is the operator, for texts that are not too long.
func add(args ...any) (any, error) {
	a, text := args[0].(string)
	b, both := args[1].(string)
	if text && both && len(a)+len(b) > MaxText {
		return nil, fmt.Errorf("its text is longer than %d octets", MaxText)
	}
	return runtime.Add(args[0], args[1]), nil
}
