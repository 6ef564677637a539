//go:build !js

package custom

import (
	"errors"
	"fmt"
	"math"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/vm"

	"github.com/csmacd/csmacd/internal/formula"
	"github.com/csmacd/csmacd/mac/backoff"
)

// ErrDelay is the error of an expression whose value is not a delay.
var ErrDelay = errors.New("is not a delay")

// Policy is a policy defined by an expression. It keeps no state of its own. It stops only on an
// error.
type Policy struct {
	code      string
	program   *vm.Program
	u, normal bool // whether the expression uses them
}

// inputs are the variables of an expression.
type inputs struct {
	Attempt  float64 `expr:"attempt"`
	Previous float64 `expr:"previous"`
	Elapsed  float64 `expr:"elapsed"`
	U        float64 `expr:"u"`
	Normal   float64 `expr:"normal"`
}

// New compiles an expression, and evaluates it once, at the first failure with u = 1/2 and normal =
// 0.
func New(code string) (*Policy, error) {
	p := &Policy{code: code}
	r := reader{Policy: p}
	var err error
	p.program, err = formula.Compile(code, inputs{}, []string{"min", "max", "floor", "ceil", "round", "abs"},
		expr.AsFloat64(),
		expr.Function("pow", two(backoff.Pow), new(func(float64, float64) float64)),
		expr.Function("exp", one(backoff.Exp), new(func(float64) float64)),
		expr.Function("log", one(backoff.Log), new(func(float64) float64)),
		expr.Function("mod", two(math.Mod), new(func(float64, float64) float64)),
		expr.Patch(&r))
	if err != nil {
		return nil, fmt.Errorf("%.200q is not an expression over attempt, previous, elapsed, u and normal: %w", code, err)
	}
	if r.alien != "" {
		return nil, fmt.Errorf("%.200q has no place in %.200q: a delay is computed from numbers alone", r.alien, code)
	}
	if _, err := p.delay(&inputs{Attempt: 1, U: 0.5}); err != nil {
		return nil, err
	}
	return p, nil
}

// reader walks an expression after it is parsed.
type reader struct {
	*Policy
	alien string // something that an expression of a delay must not contain, such as a text
}

// Visit notes which variates an expression uses, makes its numbers floats, and replaces its powers
// by those of package backoff.
func (r *reader) Visit(n *ast.Node) {
	call := func(f string, args ...ast.Node) {
		ast.Patch(n, &ast.CallNode{Callee: &ast.IdentifierNode{Value: f}, Arguments: args})
	}
	switch x := (*n).(type) {
	case *ast.IdentifierNode:
		r.u = r.u || x.Value == "u"
		r.normal = r.normal || x.Value == "normal"
	case *ast.IntegerNode:
		ast.Patch(n, &ast.FloatNode{Value: float64(x.Value)})
	case *ast.BinaryNode:
		switch x.Operator {
		case "**", "^":
			call("pow", x.Left, x.Right)
		case "%":
			call("mod", x.Left, x.Right)
		}
	case *ast.StringNode, *ast.MemberNode, *ast.NilNode:
		r.alien = x.String()
	}
}

// Name returns the policy's name in a scenario.
func (p *Policy) Name() string { return "custom" }

// String returns the expression.
func (p *Policy) String() string { return p.code }

// Next implements [backoff.Policy].
func (p *Policy) Next(s *backoff.State, r *backoff.Rand) (delay float64, stop bool) {
	in := inputs{Attempt: float64(s.Attempt), Previous: s.Previous, Elapsed: s.Elapsed}
	if p.u {
		in.U = s.Uniform(r, 0, 1)
	}
	if p.normal {
		in.Normal = s.Normal(r, 0, 1)
	}
	if in.U != in.U || in.Normal != in.Normal {
		return 0, true // recorded draws have run out
	}
	if delay, s.Failed = p.delay(&in); s.Failed != nil {
		return 0, true
	}
	s.Previous = delay
	return delay, false
}

// Err returns the error at which the policy stopped: a value that is not a delay, or draws that ran
// out.
func (p *Policy) Err(s *backoff.State) error { return s.Failed }

// delay evaluates the expression.
func (p *Policy) delay(in *inputs) (v float64, err error) {
	out, err := formula.Run(p.program, *in)
	if err != nil {
		return 0, p.failed(in, err.Error())
	}
	v, _ = out.(float64)
	if !(v >= 0) || math.IsInf(v, 0) {
		return 0, p.failed(in, fmt.Sprintf("is %v, which", v))
	}
	return min(v, backoff.MaxDelay), nil
}

// failed returns the error of an expression, with the values of its variables.
func (p *Policy) failed(in *inputs, why string) error {
	return fmt.Errorf("%.200q %s %w: attempt %v, previous %v, elapsed %v, u %v, normal %v",
		p.code, why, ErrDelay, in.Attempt, in.Previous, in.Elapsed, in.U, in.Normal)
}

// one and two make functions of the type that the library expects; it has checked the arguments.
func one(f func(float64) float64) func(...any) (any, error) {
	return func(args ...any) (any, error) {
		x, err := number(args[0])
		return f(x), err
	}
}

func two(f func(x, y float64) float64) func(...any) (any, error) {
	return func(args ...any) (any, error) {
		x, err := number(args[0])
		y, other := number(args[1])
		return f(x, y), errors.Join(err, other)
	}
}

func number(v any) (float64, error) {
	switch x := v.(type) {
	case float64:
		return x, nil
	case int:
		return float64(x), nil
	}
	return 0, fmt.Errorf("%v is not a number", v)
}
