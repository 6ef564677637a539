package lab

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/csmacd/csmacd/internal/exercise"
	"github.com/csmacd/csmacd/medium"
)

// checker visits a parsed expression before anything runs. It notes what the expression uses,
// and reports a figure that no result has.
type checker struct {
	lab     *exercise.Lab
	formula *exercise.Formula
	err     error
}

// Visit implements [ast.Visitor].
func (c *checker) Visit(n *ast.Node) {
	switch x := (*n).(type) {
	case *ast.IdentifierNode:
		if c.isRun(x.Value) || slices.ContainsFunc(c.lab.Figures, func(f exercise.Figure) bool { return f.Name == x.Value }) {
			use(&c.formula.Names, x.Value)
		}
	case *ast.MemberNode:
		if c.err == nil {
			_, c.err = c.typeOf(x)
		}
	case *ast.CallNode:
		c.call(x)
	}
}

func (c *checker) stop(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
}

func (c *checker) isRun(name string) bool {
	return slices.ContainsFunc(c.lab.Runs, func(r exercise.Run) bool { return r.Name == name })
}

// call checks the arguments of a function that asks something of a run.
func (c *checker) call(n *ast.CallNode) {
	fn, ok := n.Callee.(*ast.IdentifierNode)
	if !ok {
		return
	}
	usage, ok := usages[fn.Value]
	if !ok {
		return
	}
	if len(n.Arguments) < usage.least || len(n.Arguments) > usage.most {
		c.stop("write %s", usage.text)
		return
	}
	run, ok := n.Arguments[0].(*ast.IdentifierNode)
	if !ok || !c.isRun(run.Value) {
		c.stop("the first argument of %s must be a run: write %s", fn.Value, usage.text)
		return
	}
	at := 2
	switch fn.Value {
	case "station":
		return
	case "won", "raced", "races":
		c.ask(run.Value, exercise.Races)
		return
	case "count":
		at = len(n.Arguments) - 1
	}
	word, ok := n.Arguments[at].(*ast.StringNode)
	if !ok {
		c.stop("the kind of event must be written out: %s", usage.text)
		return
	}
	kind, known := medium.KindByName(word.Value)
	if !known {
		c.stop("%q is not a kind of event; there are %s", word.Value, strings.Join(kinds(), ", "))
		return
	}
	c.ask(run.Value, medium.Of(kind))
}

// ask notes the kinds of events that a run must record.
func (c *checker) ask(run string, kinds medium.Kinds) {
	for i := range c.lab.Runs {
		if c.lab.Runs[i].Name == run {
			c.lab.Runs[i].Kinds |= kinds
		}
	}
}

// usages are the functions that ask something of a run, and their arguments.
var usages = map[string]struct {
	text        string
	least, most int
}{
	"event":   {`event(run, "A", "collision", 1): the first collision event of station A`, 4, 4},
	"count":   {`count(run, "collision") or count(run, "A", "collision")`, 2, 3},
	"station": {`station(run, "A")`, 2, 2},
	"won":     {`won(run, 2, 4): how often the draw from 2 slots was smaller than that from 4`, 3, 3},
	"raced":   {`raced(run, 2, 4): how often the station that drew from 2 slots won the race in the end`, 3, 3},
	"races":   {`races(run, 2, 4): how many races that is about`, 3, 3},
}

func kinds() (names []string) {
	for k := medium.Kind(0); medium.AllKinds.Has(k); k++ {
		names = append(names, k.String())
	}
	return names
}

// typeOf returns the type of what a chain of members names in a result, or nil if that is not
// known.
func (c *checker) typeOf(n ast.Node) (reflect.Type, error) {
	switch x := n.(type) {
	case *ast.IdentifierNode:
		if c.isRun(x.Value) {
			return reflect.TypeFor[medium.Result](), nil
		}
	case *ast.CallNode:
		if fn, ok := x.Callee.(*ast.IdentifierNode); ok {
			switch fn.Value {
			case "station":
				return reflect.TypeFor[medium.Station](), nil
			case "event":
				return reflect.TypeFor[exercise.Told](), nil
			}
		}
	case *ast.MemberNode:
		of, err := c.typeOf(x.Node)
		if of == nil || err != nil {
			return nil, err
		}
		return member(of, x.Property)
	}
	return nil, nil
}

// member is one step of a chain.
func member(of reflect.Type, property ast.Node) (reflect.Type, error) {
	switch p := property.(type) {
	case *ast.StringNode:
		fields := fieldsOf(of)
		if t, ok := fields[p.Value]; ok {
			return t, nil
		}
		if len(fields) == 0 {
			return nil, fmt.Errorf("a number or a list has nothing called %q", p.Value)
		}
		var names []string
		for n := range fields {
			names = append(names, n)
		}
		slices.Sort(names)
		return nil, fmt.Errorf("there is no figure %q there; there are %s", p.Value, strings.Join(names, ", "))
	case *ast.IntegerNode:
		if of.Kind() == reflect.Slice {
			return of.Elem(), nil
		}
		return nil, fmt.Errorf("[%d] follows something that is not a list", p.Value)
	}
	return nil, nil
}

// fieldsOf returns the names in a result file of a type's fields.
func fieldsOf(t reflect.Type) map[string]reflect.Type {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	fields := map[string]reflect.Type{}
	if t.Kind() != reflect.Struct {
		return fields
	}
	for _, f := range reflect.VisibleFields(t) {
		if f.Anonymous {
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" {
			name = f.Name
		}
		fields[name] = f.Type
	}
	return fields
}
