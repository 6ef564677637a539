package exercise

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"strings"
)

// Tree is an expression as it is evaluated: a literal, or an operation on others. Package lab makes it of
// an expression that it has checked. Every number is a float64.
//
// In JSON a literal is itself, and an operation is a list of its name and what it is applied to.
type Tree struct {
	Op    string // "" for a literal
	Value any    // of a literal: a float64, a string, a bool or nil
	Args  []Tree
}

// The operations that are not operators or functions.
const (
	OpName   = "name"   // of a run, a figure or a variable: its one argument is a text
	OpMember = "member" // of a mapping or a list: what it is of, and a key or a number from 0
	OpChoice = "choose" // a condition and two values
	OpLet    = "let"    // a name, its value, and what it is used in
	OpMinus  = "minus"  // of one number
	OpNot    = "not"
)

// maxText is the most octets of a text that an expression builds.
const maxText = 1 << 16

// Literal returns the tree of a value.
func Literal(v any) Tree { return Tree{Value: v} }

// MarshalJSON implements [json.Marshaler].
func (t Tree) MarshalJSON() ([]byte, error) {
	if t.Op == "" {
		return json.Marshal(t.Value)
	}
	list := []any{t.Op}
	for _, a := range t.Args {
		list = append(list, a)
	}
	return json.Marshal(list)
}

// UnmarshalJSON implements [json.Unmarshaler].
func (t *Tree) UnmarshalJSON(text []byte) error {
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		return err
	}
	return t.of(v)
}

func (t *Tree) of(v any) error {
	list, ok := v.([]any)
	if !ok {
		t.Value = v
		return nil
	}
	if len(list) == 0 {
		return errors.New("an operation has a name")
	}
	if t.Op, ok = list[0].(string); !ok || t.Op == "" {
		return errors.New("an operation has a name")
	}
	t.Args = make([]Tree, len(list)-1)
	for i := range t.Args {
		if err := t.Args[i].of(list[i+1]); err != nil {
			return err
		}
	}
	return nil
}

// Walk calls a function for a tree and all that is in it, from the outside to the inside.
func (t *Tree) Walk(f func(*Tree)) {
	f(t)
	for i := range t.Args {
		t.Args[i].Walk(f)
	}
}

// Evaluate evaluates a tree with the values of its names.
func (t *Tree) Evaluate(env map[string]any) (any, error) {
	if t.Op == "" {
		return t.Value, nil
	}
	if least, most := arguments(t.Op); len(t.Args) < least || len(t.Args) > most {
		return nil, fmt.Errorf("%s takes %d to %d values", t.Op, least, most)
	}
	switch t.Op {
	case OpName:
		name, _ := t.Args[0].Value.(string)
		v, ok := env[name]
		if !ok {
			return nil, fmt.Errorf("there is nothing called %s", name)
		}
		return v, nil
	case OpLet:
		v, err := t.Args[1].Evaluate(env)
		if err != nil {
			return nil, err
		}
		inner := map[string]any{}
		maps.Copy(inner, env)
		name, _ := t.Args[0].Value.(string)
		inner[name] = v
		return t.Args[2].Evaluate(inner)
	case OpChoice:
		which, err := t.Args[0].truth(env)
		switch {
		case err != nil:
			return nil, err
		case which:
			return t.Args[1].Evaluate(env)
		}
		return t.Args[2].Evaluate(env)
	case "and", "or":
		left, err := t.Args[0].truth(env)
		if err != nil || left == (t.Op == "or") {
			return left, err
		}
		return t.Args[1].truth(env)
	case OpNot:
		b, err := t.Args[0].truth(env)
		return !b, err
	}
	values := make([]any, len(t.Args))
	for i := range t.Args {
		var err error
		if values[i], err = t.Args[i].Evaluate(env); err != nil {
			return nil, err
		}
	}
	return apply(t.Op, values)
}

// truth evaluates a tree that must be true or false.
func (t *Tree) truth(env map[string]any) (bool, error) {
	v, err := t.Evaluate(env)
	b, ok := v.(bool)
	if err == nil && !ok {
		err = fmt.Errorf("%s is neither true nor false", shown(v))
	}
	return b, err
}

// arguments returns the least and the greatest number of values that an operation takes.
func arguments(op string) (least, most int) {
	switch op {
	case OpName, OpMinus, OpNot, "abs", "ceil", "floor", "round":
		return 1, 1
	case OpLet, OpChoice:
		return 3, 3
	case "min", "max":
		return 1, math.MaxInt
	}
	if asks(op) != nil {
		return 0, math.MaxInt // it counts them itself
	}
	return 2, 2
}

// apply applies an operation to values.
func apply(op string, v []any) (any, error) {
	switch op {
	case OpMember:
		return memberOf(v[0], v[1])
	case "==":
		return equal(v[0], v[1]), nil
	case "!=":
		return !equal(v[0], v[1]), nil
	case "min", "max":
		return extreme(op, v)
	}
	if f := asks(op); f != nil {
		got, err := f(v...)
		if n, ok := number(got); ok {
			return n, err
		}
		return got, err
	}
	if a, ok := v[0].(string); ok && len(v) == 2 {
		if b, ok := v[1].(string); ok {
			return ofTexts(op, a, b)
		}
	}
	x := make([]float64, len(v))
	for i := range v {
		n, ok := number(v[i])
		if !ok {
			return nil, fmt.Errorf("%s is not a number for %s", shown(v[i]), op)
		}
		x[i] = n
	}
	return ofNumbers(op, x)
}

func ofNumbers(op string, x []float64) (any, error) {
	switch op {
	case OpMinus:
		return -x[0], nil
	case "abs":
		if x[0] < 0 {
			return -x[0], nil
		}
		return x[0], nil // the library's too leaves -0 as it is
	case "ceil":
		return math.Ceil(x[0]), nil
	case "floor":
		return math.Floor(x[0]), nil
	case "round":
		return math.Round(x[0]), nil
	case "+":
		return x[0] + x[1], nil
	case "-":
		return x[0] - x[1], nil
	case "*":
		return x[0] * x[1], nil
	case "/":
		return x[0] / x[1], nil
	case "%":
		if x[0] != math.Trunc(x[0]) || x[1] != math.Trunc(x[1]) || x[1] == 0 {
			return nil, errors.New("% divides whole numbers")
		}
		return math.Mod(x[0], x[1]) + 0, nil // 0 has no sign
	case "**":
		return math.Pow(x[0], x[1]), nil
	case "<":
		return x[0] < x[1], nil
	case "<=":
		return x[0] <= x[1], nil
	case ">":
		return x[0] > x[1], nil
	case ">=":
		return x[0] >= x[1], nil
	}
	return nil, fmt.Errorf("%s is not an operation on numbers", op)
}

func ofTexts(op, a, b string) (any, error) {
	switch op {
	case "+":
		if len(a)+len(b) > maxText {
			return nil, fmt.Errorf("its text is longer than %d octets", maxText)
		}
		return a + b, nil
	case "<":
		return a < b, nil
	case "<=":
		return a <= b, nil
	case ">":
		return a > b, nil
	case ">=":
		return a >= b, nil
	case "contains":
		return strings.Contains(a, b), nil
	case "startsWith":
		return strings.HasPrefix(a, b), nil
	case "endsWith":
		return strings.HasSuffix(a, b), nil
	}
	return nil, fmt.Errorf("%s is not an operation on texts", op)
}

func equal(a, b any) bool {
	x, ok := number(a)
	y, both := number(b)
	if ok && both {
		return x == y
	}
	return reflect.DeepEqual(a, b)
}

// extreme returns the least or the greatest of numbers, and of those in lists. What is not a number (0/0)
// is neither less nor greater than any: it is the result only if it comes first, as in the library's min and max.
func extreme(op string, v []any) (any, error) {
	var all []float64
	for _, a := range v {
		list, ok := a.([]any)
		if !ok {
			list = []any{a}
		}
		for _, e := range list {
			n, ok := number(e)
			if !ok {
				return nil, fmt.Errorf("%s is not a number for %s", shown(e), op)
			}
			all = append(all, n)
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s of nothing", op)
	}
	most := all[0]
	for _, n := range all[1:] {
		if op == "min" && n < most || op == "max" && n > most {
			most = n
		}
	}
	return most, nil
}

// memberOf returns a part of a mapping or of a list; a list counts from 0, and from -1 at its end.
func memberOf(of, key any) (any, error) {
	switch x := of.(type) {
	case map[string]any:
		if name, ok := key.(string); ok {
			return x[name], nil
		}
	case []any:
		n, ok := number(key)
		if !ok || n != math.Trunc(n) {
			break
		}
		if n < 0 {
			n += float64(len(x))
		}
		if n < 0 || n >= float64(len(x)) {
			return nil, fmt.Errorf("%v is out of range: the list has %d", key, len(x))
		}
		return x[int(n)], nil
	}
	return nil, fmt.Errorf("%s has nothing called %v", shown(of), key)
}

// shown writes a value in an error.
func shown(v any) string {
	switch x := v.(type) {
	case nil:
		return "nothing"
	case string:
		return fmt.Sprintf("%.40q", x)
	case float64, bool, int:
		return fmt.Sprint(x)
	}
	return "a part of a result"
}
