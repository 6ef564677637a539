package lab

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/types"
	"github.com/expr-lang/expr/vm"

	"github.com/csmacd/csmacd/internal/formula"
	"github.com/csmacd/csmacd/mac/backoff"
)

// Formula is an expression over the results and events of a lab's runs, and the figures before
// it.
type Formula struct {
	Code string

	program *vm.Program
	names   []string // of runs and figures that it uses, in order of their first use
}

// arithmetic reports whether the formula uses neither a run nor a figure, so that its value
// follows from itself alone.
func (f *Formula) arithmetic() bool { return len(f.names) == 0 }

// builtins are the functions of the library that an expression may use.
var builtins = []string{"abs", "ceil", "floor", "round", "min", "max"}

// reserved are the names of functions, and the words of the language.
var reserved = slices.Concat(tellerNames(), []string{"true", "false", "nil", "not", "and", "or", "in", "let", "if", "else"}, builtins)

// compile reads an expression over the runs and the figures so far, and checks what it names.
func (r *reader) compile(code string) (f Formula, err error) {
	names := types.Map{}
	for _, n := range r.known() {
		names[n] = types.Any
	}
	var options []expr.Option
	for _, fn := range tellers {
		options = append(options, expr.Function(fn.name, fn.call))
	}
	f = Formula{Code: code}
	if f.program, err = formula.Compile(code, names, builtins, options...); err != nil {
		return f, fmt.Errorf("%.200q is not an expression: %s (it may use %s and the functions %s)",
			code, err, strings.Join(r.known(), ", "), strings.Join(slices.Concat(tellerNames(), builtins), ", "))
	}
	c := checker{lab: r.lab, formula: &f}
	node := f.program.Node()
	ast.Walk(&node, &c)
	if c.err != nil {
		return f, fmt.Errorf("%q: %w", code, c.err)
	}
	return f, nil
}

// value evaluates an expression. The value is a float64, a bool or a string.
func (f *Formula) value(env map[string]any) (v any, err error) {
	if v, err = formula.Run(f.program, env); err != nil {
		return nil, fmt.Errorf("%q: %w", f.Code, err)
	}
	switch x := v.(type) {
	case int:
		return float64(x), nil
	case float64:
		if x-x != 0 {
			return nil, fmt.Errorf("the value of %q is not a number (%v)", f.Code, x)
		}
		return x, nil
	case bool, string:
		return x, nil
	case nil:
		return nil, fmt.Errorf("%q has no value: the run has no such figure", f.Code)
	}
	return nil, fmt.Errorf("the value of %q must be a number, true or false, or a word", f.Code)
}

// teller is a function of expressions.
type teller struct {
	name string
	call func(...any) (any, error)
}

var tellers = []teller{
	{"event", tellEvent}, {"count", tellCount}, {"station", tellStation}, {"won", tellWon}, {"raced", tellRaced}, {"races", tellRaces},
	{"low", numbers(2, func(x []float64) float64 { return wilson(x[0], x[1], -1) })},
	{"high", numbers(2, func(x []float64) float64 { return wilson(x[0], x[1], 1) })},
	{"pow", numbers(2, func(x []float64) float64 { return backoff.Pow(x[0], x[1]) })},
	{"exp", numbers(1, func(x []float64) float64 { return backoff.Exp(x[0]) })},
	{"log", numbers(1, func(x []float64) float64 { return backoff.Log(x[0]) })},
}

func tellerNames() (names []string) {
	for _, fn := range tellers {
		names = append(names, fn.name)
	}
	return names
}

// wilson returns a bound of Wilson's 95 % interval for a probability: share is the share of
// successes in n trials.
func wilson(share, n, side float64) float64 {
	const z = 1.959963984540054
	spread := math.Sqrt(float64(share*(1-share))/n + float64(z*z)/(4*float64(n*n)))
	return (share + z*z/(2*n) + float64(side*float64(z*spread))) / (1 + z*z/n)
}

// numbers makes a function of some numbers, which returns the same on every platform.
func numbers(n int, f func([]float64) float64) func(...any) (any, error) {
	return func(args ...any) (any, error) {
		if len(args) != n {
			return nil, fmt.Errorf("takes %d numbers", n)
		}
		x := make([]float64, n)
		for i, a := range args {
			v, ok := number(a)
			if !ok {
				return nil, fmt.Errorf("%v is not a number", a)
			}
			x[i] = v
		}
		return f(x), nil
	}
}

func number(a any) (float64, bool) {
	switch x := a.(type) {
	case float64:
		return x, true
	case int:
		return float64(x), true
	}
	return 0, false
}

// use notes a name.
func use(list *[]string, name string) {
	if !slices.Contains(*list, name) {
		*list = append(*list, name)
	}
}
