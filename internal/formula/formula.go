// Package formula reads and evaluates the expressions that people write: derived values of a
// plan, columns of a figure, answers of a lab, backoff policies. The language is
// github.com/expr-lang/expr, without anything that could loop, read a clock, or crash the
// program. An expression has numbers, texts, names and their members, arithmetic, comparisons,
// and, or, not, conditions, let, and calls of the functions that it is given.
package formula

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/conf"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/vm"
)

// Functions are the functions of the library that expressions over the columns of a table may
// call.
var Functions = []string{"abs", "ceil", "floor", "round", "int", "float", "min", "max", "len", "string", "upper", "lower", "trim"}

// Compile reads an expression over the names of env, a types.Map or a struct. It may call the
// named functions of the library, and those that more declares. An error is on one line, and
// does not repeat the expression.
func Compile(code string, env any, functions []string, more ...expr.Option) (p *vm.Program, err error) {
	p, _, err = compile(code, env, functions, more)
	return p, err
}

// Parse is [Compile] for a caller that evaluates the expression itself. It returns the expression's tree as written, before
// the library changes it.
func Parse(code string, env any, functions []string, more ...expr.Option) (ast.Node, error) {
	_, tree, err := compile(code, env, functions, more)
	return tree, err
}

func compile(code string, env any, functions []string, more []expr.Option) (p *vm.Program, written ast.Node, err error) {
	defer recovered(&err)
	if err = checkSource(code); err != nil {
		return nil, nil, err
	}
	options := append([]expr.Option{expr.Env(env), expr.DisableAllBuiltins(), expr.MaxNodes(MaxNodes)}, more...)
	w := walk{functions: map[string]bool{}, config: conf.CreateNew()}
	for _, f := range functions {
		options = append(options, expr.EnableBuiltin(f))
		w.functions[f] = true
	}
	// The library's own compiler visits a tree before other visitors can.
	for _, o := range options {
		o(w.config)
	}
	tree, err := parser.ParseWithConfig(code, w.config)
	if err == nil {
		err = w.check(tree.Node)
	}
	if err == nil {
		p, err = expr.Compile(code, options...)
	}
	if err == nil { // again: the library finds no errors of types in what is replaced
		p, err = expr.Compile(code, slices.Concat(options, replacers)...)
	}
	if err != nil {
		return nil, nil, plain(err)
	}
	return p, tree.Node, nil
}

// replacers replace operators of the library by functions.
var replacers = []expr.Option{
	expr.Patch(bounded{}),
	expr.Function(joinTexts, add, new(func(string, string) string)),
	expr.Function(joinAny, add, new(func(any, any) any)),
	expr.Patch(equals{}),
	expr.Function(sameValues, same, new(func(any, any) bool)),
	expr.Function(otherValues, other, new(func(any, any) bool)),
}

// Run evaluates an expression. An error is the library's, on one line.
func Run(p *vm.Program, env any) (v any, err error) {
	defer recovered(&err)
	if v, err = vm.Run(p, env); err != nil {
		return nil, plain(err)
	}
	return v, nil
}

// recovered turns a panic of the library, or of a function that it calls, into an error.
func recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("%v", p)
	}
}

// plain returns the library's error without the picture of its position.
func plain(err error) error {
	text, _, _ := strings.Cut(err.Error(), "\n")
	var e *file.Error
	if errors.As(err, &e) {
		text, _, _ = strings.Cut(e.Message, "\n")
	}
	if strings.Contains(text, "exceeds maximum allowed nodes") {
		return errTooMany
	}
	return errors.New(inWords(text))
}

// inWords says number, text and switch for the library's names of types.
func inWords(text string) string {
	switch {
	case strings.Contains(text, "integer divide by zero"):
		return "division by zero"
	case remainder.MatchString(text):
		return "% takes whole numbers: write int(a) % int(b)"
	}
	if !strings.Contains(text, "expected ") && !strings.Contains(text, "mismatched types") {
		return text
	}
	return types.ReplaceAllStringFunc(text, func(name string) string {
		switch name {
		case "string":
			return "text"
		case "bool":
			return "true or false"
		}
		return "a number"
	})
}

var (
	types     = regexp.MustCompile(`\b(float64|int|string|bool)\b`)
	remainder = regexp.MustCompile(`operation: % \(mismatched types (float64|int) and (float64|int)\)`)
)
