package formula

import (
	"fmt"
	"slices"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/conf"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser/lexer"
)

// The limits of an expression. No part of one is evaluated more than once, so they also bound
// the time that it takes.
const (
	MaxOctets = 4096    // of its source
	MaxDepth  = 100     // of brackets within brackets
	MaxNodes  = 1000    // operators, operands and calls
	MaxText   = 1 << 16 // octets of a text that it builds
)

// checkSource checks what can be checked before the parser, which calls itself for each bracket.
func checkSource(code string) error {
	if len(code) > MaxOctets {
		return fmt.Errorf("it is %d octets long; an expression has at most %d", len(code), MaxOctets)
	}
	tokens, err := lexer.Lex(file.NewSource(code))
	if err != nil {
		return plain(err)
	}
	depth := 0
	for _, t := range tokens {
		switch {
		case t.Kind != lexer.Bracket:
		case t.Value == "(" || t.Value == "[" || t.Value == "{":
			depth++
		default:
			depth--
		}
		if depth > MaxDepth {
			return fmt.Errorf("its brackets are nested deeper than %d", MaxDepth)
		}
	}
	return nil
}

// operators are the binary operators that an expression may have. The others make lists, search
// them, or take time out of proportion to their length.
var operators = map[string]bool{
	"+": true, "-": true, "*": true, "/": true, "%": true, "**": true, "^": true,
	"<": true, "<=": true, ">": true, ">=": true, "==": true, "!=": true,
	"and": true, "or": true, "&&": true, "||": true,
	"contains": true, "startsWith": true, "endsWith": true,
}

// walk goes over a parsed expression.
type walk struct {
	config    *conf.Config
	functions map[string]bool // that it may call
	let       []string        // names declared around the node
	nodes     int
}

// known returns an error for a name that means nothing. The library says the same, except of what is passed to
// a function whose parameters have types: then it finds out as it evaluates the expression.
func (w *walk) known(name string) error {
	_, column := w.config.Env.Get(&w.config.NtCache, name)
	if !w.config.Strict || column || slices.Contains(w.let, name) || w.config.Functions[name] != nil || w.functions[name] {
		return nil
	}
	return fmt.Errorf("unknown name %s", name)
}

// check refuses everything except a number, a text, a name, a member, a call of a known
// function, and an operator, a condition or a let of these. A chain of comparisons is a tree
// that has its middle twice, so nodes are counted each time they are visited.
func (w *walk) check(n ast.Node) error {
	if w.nodes++; w.nodes > MaxNodes {
		return errTooMany
	}
	switch x := n.(type) {
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.StringNode, *ast.NilNode:
		return nil
	case *ast.IdentifierNode:
		if x.Value == "$env" {
			return alien("$env")
		}
		return w.known(x.Value)
	case *ast.UnaryNode:
		return w.checkAll(x.Node)
	case *ast.BinaryNode:
		if !operators[x.Operator] {
			return alien(x.Operator)
		}
		return w.checkAll(x.Left, x.Right)
	case *ast.ConditionalNode:
		return w.checkAll(x.Cond, x.Exp1, x.Exp2)
	case *ast.VariableDeclaratorNode:
		if err := w.check(x.Value); err != nil {
			return err
		}
		w.let = append(w.let, x.Name)
		defer func() { w.let = w.let[:len(w.let)-1] }()
		return w.check(x.Expr)
	case *ast.MemberNode:
		return w.checkAll(x.Node, x.Property)
	case *ast.BuiltinNode:
		if !w.functions[x.Name] {
			return alien(x.Name)
		}
		return w.checkAll(x.Arguments...)
	case *ast.CallNode:
		callee, ok := x.Callee.(*ast.IdentifierNode)
		if !ok {
			return alien("a method")
		}
		if err := w.known(callee.Value); err != nil {
			return err
		}
		return w.checkAll(x.Arguments...)
	case *ast.ArrayNode, *ast.MapNode:
		return alien("a list")
	case *ast.SliceNode:
		return alien("a slice")
	case *ast.SequenceNode:
		return alien(";")
	case *ast.ChainNode:
		return alien("?.")
	}
	return alien("this")
}

func (w *walk) checkAll(nodes ...ast.Node) error {
	for _, n := range nodes {
		if err := w.check(n); err != nil {
			return err
		}
	}
	return nil
}

var errTooMany = fmt.Errorf("it has more than %d operators and operands", MaxNodes)

func alien(what string) error { return fmt.Errorf("%s is not allowed in an expression", what) }
