package plan

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/csmacd/csmacd/internal/document"
)

// rangeValues computes the values of {from: 2, to: 100, step: 2} or {from: 2, to: 128, factor: 2}.
// Numbers are exact decimals with one unit.
func (r *reader) rangeValues(a *Axis, n *document.Node, spec *axisSpec, unit string) {
	switch {
	case spec.from == nil && spec.to == nil:
		r.Fail(n, "values are missing: write values: [2, 5, 10], or from, to and step or factor")
		return
	case spec.from == nil || spec.to == nil:
		r.Fail(n, "a range has from and to, such as {from: 2, to: 100, step: 2}")
		return
	case spec.step != nil && spec.factor != nil:
		r.Fail(spec.factor, "step is given already: give one of the two")
		return
	case spec.step == nil && spec.factor == nil:
		r.Fail(n, "step or factor is missing: write {from: 2, to: 100, step: 2}, or {from: 2, to: 128, factor: 2}")
		return
	}
	from, ok1 := r.quantity(spec, spec.from, &unit)
	to, ok2 := r.quantity(spec, spec.to, &unit)
	if !ok1 || !ok2 {
		return
	}
	if from.Cmp(to) > 0 {
		r.Fail(spec.to, "the range ends before it begins: from is above to")
		return
	}
	next := r.stepping(spec, from, to, &unit)
	if next == nil {
		return
	}
	for v := from; v.Cmp(to) <= 0; v = next(v) {
		if len(a.Values) == mostPoints {
			r.Fail(n, "that makes more than %d values", mostPoints)
			return
		}
		s := decimalText(v)
		w := &document.Node{Text: s + unit, Tag: "!!str", Line: n.Line, Column: n.Column, Option: n.Option}
		if unit == "" {
			w.Tag = "!!float"
			if v.IsInt() {
				w.Tag = "!!int"
			}
		}
		a.Values = append(a.Values, Value{Text: w.Text, node: w})
	}
}

// stepping returns the function from one value to the next.
func (r *reader) stepping(spec *axisSpec, from, to *big.Rat, unit *string) func(*big.Rat) *big.Rat {
	if spec.step != nil {
		step, ok := r.quantity(spec, spec.step, unit)
		if !ok {
			return nil
		}
		if step.Sign() == 0 {
			r.Fail(spec.step, "must be more than 0")
			return nil
		}
		if many := new(big.Rat).Quo(new(big.Rat).Sub(to, from), step); many.Cmp(big.NewRat(mostPoints, 1)) >= 0 {
			r.Fail(spec.step, "that makes more than %d values, the most that an axis can have", mostPoints)
			return nil
		}
		return func(v *big.Rat) *big.Rat { return new(big.Rat).Add(v, step) }
	}
	factor, ok := r.Decimal(spec.factor)
	switch {
	case !ok:
		return nil
	case factor.Cmp(big.NewRat(1, 1)) <= 0:
		r.Fail(spec.factor, "must be more than 1")
		return nil
	case from.Sign() == 0:
		r.Fail(spec.from, "must be more than 0 in a range with a factor")
		return nil
	}
	return func(v *big.Rat) *big.Rat {
		// Twelve digits are enough for any purpose, and keep products short.
		x, _ := new(big.Rat).SetString(decimalText(new(big.Rat).Mul(v, factor)))
		if x.Cmp(v) <= 0 {
			x = new(big.Rat).Mul(v, factor) // the factor is so close to 1 that rounding undid it
		}
		return x
	}
}

// quantity reads a number with the unit that all numbers of a range have.
func (r *reader) quantity(spec *axisSpec, n *document.Node, unit *string) (v *big.Rat, ok bool) {
	s, ok := r.Word(n)
	if !ok {
		return nil, false
	}
	number, own, ok := splitUnit(s)
	if !ok {
		r.Fail(n, "%q is not a number: write digits and a point, and a unit if it needs one, such as 10m", s)
		return nil, false
	}
	v, _ = document.BareNumber(number)
	switch {
	case own == *unit || own == "" && (v.Sign() == 0 || spec.unit != nil):
	case *unit == "" && (n == spec.from || n == spec.to && spec.from.Text == "0"):
		*unit = own
	default:
		r.Fail(n, "the range has two units: write from, to and step in the same one")
		return nil, false
	}
	return v, true
}

// decimalText returns a number of a range as text: exactly if it is whole, and otherwise with twelve
// significant digits.
func decimalText(v *big.Rat) string {
	if v.IsInt() && len(v.Num().String()) <= 18 {
		return v.Num().String()
	}
	f, _ := v.Float64()
	return roundedText(f)
}

// roundedText returns a number with at most twelve significant digits and no exponent,
// so that the last digits of a division are the same on all machines.
func roundedText(f float64) string {
	r, err := strconv.ParseFloat(strconv.FormatFloat(f, 'e', 11, 64), 64)
	if err != nil {
		r = f
	}
	s := strconv.FormatFloat(r, 'f', -1, 64)
	if strings.Trim(s, "-0.") == "" {
		return "0"
	}
	return s
}
