package lab

import (
	"fmt"

	"github.com/expr-lang/expr/ast"

	"github.com/csmacd/csmacd/internal/exercise"
)

// operators are the other spellings of operators.
var operators = map[string]string{"&&": "and", "||": "or", "^": "**"}

// tree returns a checked expression in the form in which it is evaluated.
func tree(n ast.Node) (t exercise.Tree, err error) {
	switch x := n.(type) {
	case *ast.NilNode:
		return exercise.Literal(nil), nil
	case *ast.IntegerNode:
		return exercise.Literal(float64(x.Value)), nil
	case *ast.FloatNode:
		return exercise.Literal(x.Value), nil
	case *ast.BoolNode:
		return exercise.Literal(x.Value), nil
	case *ast.StringNode:
		return exercise.Literal(x.Value), nil
	case *ast.IdentifierNode:
		return exercise.Tree{Op: exercise.OpName, Args: []exercise.Tree{exercise.Literal(x.Value)}}, nil
	case *ast.UnaryNode:
		switch x.Operator {
		case "-":
			return operation(exercise.OpMinus, x.Node)
		case "+":
			return operation("+", &ast.IntegerNode{}, x.Node)
		}
		return operation(exercise.OpNot, x.Node)
	case *ast.BinaryNode:
		op := x.Operator
		if name, ok := operators[op]; ok {
			op = name
		}
		return operation(op, x.Left, x.Right)
	case *ast.ConditionalNode:
		return operation(exercise.OpChoice, x.Cond, x.Exp1, x.Exp2)
	case *ast.VariableDeclaratorNode:
		return operation(exercise.OpLet, &ast.StringNode{Value: x.Name}, x.Value, x.Expr)
	case *ast.MemberNode:
		return operation(exercise.OpMember, x.Node, x.Property)
	case *ast.BuiltinNode:
		return operation(x.Name, x.Arguments...)
	case *ast.CallNode:
		name, ok := x.Callee.(*ast.IdentifierNode)
		if !ok {
			break
		}
		return operation(name.Value, x.Arguments...)
	}
	return t, fmt.Errorf("%s is not allowed in an expression", n)
}

func operation(op string, of ...ast.Node) (t exercise.Tree, err error) {
	t = exercise.Tree{Op: op, Args: make([]exercise.Tree, len(of))}
	for i, n := range of {
		if t.Args[i], err = tree(n); err != nil {
			return t, err
		}
	}
	return t, nil
}
