//go:build !js

package plan

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/expr-lang/expr/types"
	"github.com/expr-lang/expr/vm"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/formula"
)

// expression is a compiled expression.
type expression = *vm.Program

// compile compiles an expression over the columns before it.
func (r *reader) compile(p *draft, n *document.Node, d *Derived) bool {
	code, ok := r.Word(n)
	if !ok {
		return false
	}
	names := types.Map{}
	for i := range p.Axes {
		names[p.Axes[i].Name] = kindOf(p.Axes[i].Text)
	}
	for i := range p.Derived {
		names[p.Derived[i].Name] = kindOf(p.Derived[i].Text)
	}
	compiled, err := formula.Compile(code, names, formula.Functions)
	if err != nil {
		r.Fail(n, "%.200q is not an expression over %s: %s", code, strings.Join(p.known(), ", "), err)
		return false
	}
	d.program = compiled
	d.node = n
	// Its value must have the same kind at every point as at the first.
	v, err := d.value(p.environment(p.choose(0)))
	if err != nil {
		r.Fail(n, "%v (at %s)", err, p.Point(0).Label)
		return false
	}
	_, d.Text = v.(string)
	if d.Text && d.Unit != "" {
		r.Fail(n, "its value is the text %q, which cannot have a unit: leave unit out", v)
		return false
	}
	return true
}

func kindOf(text bool) types.Type {
	if text {
		return types.String
	}
	return types.Float64
}

// value returns the value of the expression at a point: a finite float64, or a string.
func (d *Derived) value(env map[string]any) (v any, err error) {
	if v, err = formula.Run(d.program, env); err != nil {
		return nil, err
	}
	switch x := v.(type) {
	case int:
		return float64(x), nil
	case string:
		return x, nil
	case float64:
		if !math.IsInf(x, 0) && !math.IsNaN(x) {
			return x, nil
		}
		return nil, fmt.Errorf("its value is not a finite number (%v)", x)
	}
	return nil, errors.New("its value must be a number or a text")
}
