package plan

import (
	"strconv"

	"github.com/csmacd/csmacd/internal/document"
)

// Derived is a key of the scenario whose value follows from the axes.
type Derived struct {
	Name string // of its column
	Path string // by the grammar of --set
	Unit string // written behind its numbers, "" for none
	Text bool   // the expression gives text, which is read as after --set

	node    *document.Node
	steps   []document.Step
	program expression
}

// derivedSpec is a derived value that is written as a mapping.
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

// readDerive reads values that follow from the axes, in the order of the file; one may
// use those before it.
func readDerive(r *reader, p *draft, n *document.Node) {
	if !r.IsMapping(n) || p.broken {
		return // what an expression leans on is not known
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
			r.Fail(d.node, "write NAME: {path: stations[0].spacing, expr: ...}, the name of letters, digits and _")
			return
		}
		d.node = spec.path
	}
	// A path is checked as an axis's is.
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
		r.Fail(d.node, "there is no name for its column that is not taken: write NAME: {path: %s, expr: ...}", d.Path)
		return
	}
	if r.compile(p, spec.expr, &d) {
		p.Derived = append(p.Derived, d)
	}
}

// derivedName is the path's last part, or where that is taken, all of it.
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

// known lists the names that an expression can use.
func (s *Sweep) known() []string {
	names := s.axisNames()
	for i := range s.Derived {
		names = append(names, s.Derived[i].Name)
	}
	return names
}

// environment is what expressions see at a point: numbers where a column is of numbers,
// else text; derived ones are added as they are worked out.
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
			break // Point says so
		}
		env[d.Name] = v
	}
	return env
}
