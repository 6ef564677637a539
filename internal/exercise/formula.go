package exercise

import (
	"fmt"
	"math"

	"github.com/csmacd/csmacd/mac/backoff"
)

// Formula is an expression over the results and events of a lab's runs, and the figures before
// it.
type Formula struct {
	Code  string   `json:"code"`
	Tree  Tree     `json:"tree"`
	Names []string `json:"names,omitempty"` // of runs and figures that it uses, in order of their first use
}

// Arithmetic reports whether the formula uses neither a run nor a figure, so that its value
// follows from itself alone.
func (f *Formula) Arithmetic() bool { return len(f.Names) == 0 }

// value evaluates an expression. The value is a float64, a bool or a string.
func (f *Formula) value(env map[string]any) (v any, err error) {
	if v, err = f.Tree.Evaluate(env); err != nil {
		return nil, fmt.Errorf("%q: %w", f.Code, err)
	}
	switch x := v.(type) {
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

// Function is a function of expressions.
type Function struct {
	Name string
	Call func(...any) (any, error)
}

// Functions are the functions that expressions can call, besides those on numbers alone that every expression of
// csmacd has ([Builtins]).
var Functions = []Function{
	{"event", tellEvent}, {"count", tellCount}, {"station", tellStation}, {"won", tellWon}, {"raced", tellRaced}, {"races", tellRaces},
	{"low", numbers(2, func(x []float64) float64 { return wilson(x[0], x[1], -1) })},
	{"high", numbers(2, func(x []float64) float64 { return wilson(x[0], x[1], 1) })},
	{"pow", numbers(2, func(x []float64) float64 { return backoff.Pow(x[0], x[1]) })},
	{"exp", numbers(1, func(x []float64) float64 { return backoff.Exp(x[0]) })},
	{"log", numbers(1, func(x []float64) float64 { return backoff.Log(x[0]) })},
}

// Builtins are the functions on numbers that every expression of a lab may use.
var Builtins = []string{"abs", "ceil", "floor", "round", "min", "max"}

// asks returns the function with a name, or nil.
func asks(name string) func(...any) (any, error) {
	for i := range Functions {
		if Functions[i].Name == name {
			return Functions[i].Call
		}
	}
	return nil
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
