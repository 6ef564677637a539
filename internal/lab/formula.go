package lab

import (
	"fmt"
	"slices"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/types"

	"github.com/csmacd/csmacd/internal/exercise"
	"github.com/csmacd/csmacd/internal/formula"
)

// reserved are the names of functions, and the words of the language.
var reserved = slices.Concat(functions(), []string{"true", "false", "nil", "not", "and", "or", "in", "let", "if", "else"}, exercise.Builtins)

// functions returns the names of the functions of labs.
func functions() (names []string) {
	for _, f := range exercise.Functions {
		names = append(names, f.Name)
	}
	return names
}

// compile reads an expression over the runs and the figures so far, and checks what it names.
func (r *reader) compile(code string) (f exercise.Formula, err error) {
	names := types.Map{}
	for _, n := range r.known() {
		names[n] = types.Any
	}
	var options []expr.Option
	for _, fn := range exercise.Functions {
		options = append(options, expr.Function(fn.Name, fn.Call))
	}
	f = exercise.Formula{Code: code}
	node, err := formula.Parse(code, names, exercise.Builtins, options...)
	if err != nil {
		return f, fmt.Errorf("%.200q is not an expression: %s (it may use %s and the functions %s)",
			code, err, strings.Join(r.known(), ", "), strings.Join(slices.Concat(functions(), exercise.Builtins), ", "))
	}
	c := checker{lab: r.lab, formula: &f}
	ast.Walk(&node, &c)
	if c.err == nil {
		f.Tree, c.err = tree(node)
	}
	if c.err != nil {
		return f, fmt.Errorf("%q: %w", code, c.err)
	}
	return f, nil
}

// use notes a name.
func use(list *[]string, name string) {
	if !slices.Contains(*list, name) {
		*list = append(*list, name)
	}
}
