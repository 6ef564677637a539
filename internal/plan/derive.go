package plan

import (
	"strconv"

	"github.com/csmacd/csmacd/internal/document"
)

// Derived is a key of the scenario whose value is computed from the axes.
type Derived struct {
	Name string // of its column
	Path string // by the grammar of --set
	Unit string // added to its numbers, "" for none
	Text bool   // the value is a text, which is read like that of --set

	node    *document.Node
	steps   []document.Step
	program expression
}

// derivedSpec holds the keys of a derived value that is written as a mapping.
type derivedSpec struct {
	path, expr, unit *document.Node
}

var derivedTable = table[derivedSpec]{
	What: "a derived value",
	Fields: []field[derivedSpec]{
		{Key: "path", Read: func(_ *reader, d *derivedSpec, n *document.Node) { d.path = n }},
		{Key: "expr", Read: func(_ *reader, d *derivedSpec, n *document.Node) { d.expr = n }},
		{Key: "unit", Read: func(_ *reader, d *derivedSpec, n *document.Node) { d.unit = n }},
	},
}

// readDerive reads derived values, in the order of the file. An expression can
// use the values before it.
func readDerive(r *reader, p *draft, n *document.Node) {
	if !r.IsMapping(n) || p.broken {
		return // the names that expressions can use are not known
	}
	for _, e := range n.Entries {
		r.readDerived(p, e, Derived{node: e.AtKey()})
	}
}

func (r *reader) readDerived(p *draft, e *document.Entry, d Derived) {
	spec := derivedSpec{expr: e.Value}
	d.Path = e.Key
	if e.Value.Kind == document.Mapping {
		spec = derivedSpec{}
		before := len(r.Problems.List)
		if derivedTable.Read(r, e.Value, &spec); len(r.Problems.List) > before {
			return
		}
		if spec.expr == nil {
			r.Fail(e.Value, "expr is missing: write {expr: 500/(count-1), unit: m}")
			return
		}
	}
	if spec.path != nil {
		d.Path, d.Name = spec.path.Text, e.Key
		if spec.path.Kind != document.Scalar || !identifier(d.Name) {
			r.Fail(d.node, "write NAME: {path: \"stations[0].spacing\", expr: ...}, with a name of letters, digits and _")
			return
		}
		d.node = spec.path
	}
	// The path is checked like that of an axis.
	a := Axis{Path: d.Path, node: d.node}
	unit, ok := r.readUnit(spec.unit)
	if !r.readAxisPath(p, &a) || !ok {
		return
	}
	d.steps, d.Unit = a.steps, unit
	if d.Name == "" {
		d.Name = p.derivedName(&d)
	}
	if !identifier(d.Name) || p.taken(d.Name) {
		r.Fail(d.node, "all names for its column are taken: write NAME: {path: %s, expr: ...}", d.Path)
		return
	}
	if r.compile(p, spec.expr, &d) {
		p.Derived = append(p.Derived, d)
	}
}

// derivedName returns the last part of the path, or the whole path if that name is taken.
func (s *Sweep) derivedName(d *Derived) string {
	name := ""
	for _, step := range d.steps {
		if step.Key != "" {
			name = spelled(step.Key)
		}
	}
	if s.taken(name) {
		return spelled(d.Path)
	}
	return name
}

func (s *Sweep) taken(name string) bool {
	for i := range s.Derived {
		if s.Derived[i].Name == name {
			return true
		}
	}
	for i := range s.Axes {
		if s.Axes[i].Name == name {
			return true
		}
	}
	return false
}

// known returns the names that an expression can use.
func (s *Sweep) known() []string {
	names := s.axisNames()
	for i := range s.Derived {
		names = append(names, s.Derived[i].Name)
	}
	return names
}

// environment returns the variables of expressions at a point: numbers for columns of numbers, and
// texts for others. Derived values are added as they are computed.
func (s *Sweep) environment(at []int) map[string]any {
	env := make(map[string]any, len(s.Axes)+len(s.Derived))
	for i := range s.Axes {
		a := &s.Axes[i]
		v := &a.Values[at[i]]
		if a.Text {
			env[a.Name] = a.spoken(v)
			continue
		}
		env[a.Name], _ = strconv.ParseFloat(v.Cell, 64)
	}
	for i := range s.Derived {
		d := &s.Derived[i]
		v, err := d.value(env)
		if err != nil {
			break // Tree reports the error
		}
		env[d.Name] = v
	}
	return env
}
