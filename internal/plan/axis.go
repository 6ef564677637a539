package plan

import (
	"math/big"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/document"
)

// axisSpec holds the keys of an axis that is written as a mapping.
type axisSpec struct {
	path, values, from, to, step, factor, unit *document.Node
}

func keep(into func(*axisSpec) **document.Node) func(*reader, *axisSpec, *document.Node) {
	return func(_ *reader, a *axisSpec, n *document.Node) { *into(a) = n }
}

var axisTable = table[axisSpec]{
	What: "an axis",
	Fields: []field[axisSpec]{
		{Key: "path", Read: keep(func(a *axisSpec) **document.Node { return &a.path })},
		{Key: "values", Read: keep(func(a *axisSpec) **document.Node { return &a.values })},
		{Key: "from", Read: keep(func(a *axisSpec) **document.Node { return &a.from })},
		{Key: "to", Read: keep(func(a *axisSpec) **document.Node { return &a.to })},
		{Key: "step", Read: keep(func(a *axisSpec) **document.Node { return &a.step })},
		{Key: "factor", Read: keep(func(a *axisSpec) **document.Node { return &a.factor })},
		{Key: "unit", Read: keep(func(a *axisSpec) **document.Node { return &a.unit })},
	},
}

// reserved are keys that a plan cannot vary, and why.
var reserved = map[string]string{
	"seed":   "seeds follow from the plan: replications says how many runs a point has, each with a seed of its own",
	"sweep":  "a plan cannot change itself",
	"schema": "a plan cannot change the format",
	"name":   "a name changes nothing that is measured",
}

// readAxes reads the axes, in the order of the file.
func readAxes(r *reader, p *draft, n *document.Node) {
	before := len(r.Problems.List)
	defer func() { p.broken = len(r.Problems.List) > before }()
	if !r.IsMapping(n) {
		return
	}
	if len(n.Entries) == 0 {
		r.Fail(n, "there are no axes: write axes: {\"stations[0].count\": [2, 5, 10]}")
	}
	for _, e := range n.Entries {
		p.axes[e.Key] = true
		a := Axis{node: e.AtKey()}
		if r.readAxis(p, e, &a) {
			p.axes[a.Path] = true
			p.Axes = append(p.Axes, a)
		}
	}
	r.nameAxes(p)
}

// readAxis reads one axis: a list of values, or a mapping that describes them.
func (r *reader) readAxis(p *draft, e *document.Entry, a *Axis) bool {
	n := e.Value
	a.Path = e.Key
	spec := axisSpec{values: n}
	if n.Kind == document.Mapping {
		spec = axisSpec{}
		before := len(r.Problems.List)
		axisTable.Read(r, n, &spec)
		if len(r.Problems.List) > before {
			return false
		}
	}
	if spec.path != nil {
		var ok bool
		if a.Path, ok = r.Word(spec.path); !ok {
			return false
		}
		if a.Name = e.Key; !identifier(a.Name) {
			r.Fail(a.node, "%q is not a name for a column: write letters, digits and _, or leave path out and write the path here", a.Name)
			return false
		}
		a.node = spec.path
	}
	if !r.readAxisPath(p, a) {
		return false
	}
	unit, ok := r.readUnit(spec.unit)
	if !ok {
		return false
	}
	before := len(r.Problems.List)
	if spec.values == nil {
		r.rangeValues(a, n, &spec, unit)
	} else {
		r.listValues(a, spec.values, unit)
		for _, other := range []*document.Node{spec.from, spec.to, spec.step, spec.factor} {
			if other != nil {
				r.Fail(other, "values lists them already: give either values, or from, to and step")
			}
		}
	}
	if len(r.Problems.List) > before {
		return false
	}
	a.column()
	return true
}

// readAxisPath checks the form of a path. Whether the path exists is checked at every point.
func (r *reader) readAxisPath(p *draft, a *Axis) bool {
	steps, err := document.ParsePath(a.Path)
	if err != nil {
		r.Fail(a.node, "%v", err)
		return false
	}
	if why, ok := reserved[steps[0].Key]; ok {
		r.Fail(a.node, "%s cannot be varied: %s", steps[0].Key, why)
		return false
	}
	if other := p.paths[a.Path]; other != nil {
		r.Fail(a.node, "%s is varied already (%s)", a.Path, other.Where())
		return false
	}
	p.paths[a.Path] = a.node
	a.steps = steps
	return true
}

// readUnit reads the unit that is added to each number.
func (r *reader) readUnit(n *document.Node) (unit string, ok bool) {
	if n == nil {
		return "", true
	}
	if unit, ok = r.Word(n); !ok {
		return "", false
	}
	if _, letters, ok := splitUnit("1" + unit); !ok || letters != unit || unit == "" {
		r.Fail(n, "%q is not a unit: write what follows the numbers, such as m or us", unit)
		return "", false
	}
	return unit, true
}

// listValues reads values that are listed.
func (r *reader) listValues(a *Axis, n *document.Node, unit string) {
	switch {
	case n.Kind == document.Mapping && len(n.Entries) > 0:
		r.namedValues(a, n, unit)
		return
	case n.Kind != document.List:
		r.Fail(n, "the values of an axis are a list, such as [2, 5, 10], or a range, {from: 2, to: 100, step: 2} or {from: 2, to: 128, factor: 2}")
		return
	case len(n.Items) == 0:
		r.Fail(n, "there are no values: an axis has at least one")
		return
	}
	for _, item := range n.Items {
		if item.Null() {
			r.Fail(item, "has no value: write one")
			continue
		}
		v := Value{node: item}
		if unit != "" {
			if _, ok := document.BareNumber(item.Text); !ok || item.Kind != document.Scalar {
				r.Fail(item, "is not a plain number, to which the unit %s can be added", unit)
				continue
			}
			v.node = document.NewText(item.Text + unit)
			v.node.Line, v.node.Column, v.node.Option = item.Line, item.Column, item.Option
		}
		v.Text = v.node.Inline()
		a.Values = append(a.Values, v)
	}
}

// namedValues reads values that have names, which tables show instead of the values.
func (r *reader) namedValues(a *Axis, n *document.Node, unit string) {
	a.Named = true
	if unit != "" {
		r.Fail(n, "values with names cannot have a unit: leave out unit, or the names")
		return
	}
	for _, e := range n.Entries {
		if e.Value.Null() {
			r.Fail(e.Value, "%s has no value: write one", e.Key)
			continue
		}
		a.Values = append(a.Values, Value{Text: e.Value.Inline(), Cell: e.Key, node: e.Value})
	}
}

// column finds whether the axis has numbers in tables, which it has if all values are numbers of one unit.
func (a *Axis) column() {
	if a.Named {
		a.Text = true
		return
	}
	for i := range a.Values {
		number, unit, ok := splitUnit(a.Values[i].Text)
		if a.Values[i].node.Kind != document.Scalar || !ok || i > 0 && unit != a.Unit {
			a.Text = true
			break
		}
		a.Unit, a.Values[i].Cell = unit, number
	}
	if a.Text {
		a.Unit = ""
		for i := range a.Values {
			a.Values[i].Cell = a.Values[i].Text
		}
		return
	}
	if a.Unit == "" {
		a.Unit = unitOf[a.steps[len(a.steps)-1].Key]
	}
}

// unitOf holds the units of numbers without a unit, for keys that have one meaning everywhere.
var unitOf = map[string]string{"size": "octets", "queue": "frames"}

// splitUnit splits a value into a number and its unit: 500m, 0.5 us, 64.
func splitUnit(s string) (number, unit string, ok bool) {
	i := strings.IndexFunc(s, func(c rune) bool { return c != '.' && (c < '0' || c > '9') })
	if i < 0 {
		i = len(s)
	}
	number, unit = s[:i], strings.TrimSpace(s[i:])
	if _, ok := document.BareNumber(number); !ok || len(unit) > 8 {
		return "", "", false
	}
	for _, c := range unit {
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == 'µ' || c == 'μ') {
			return "", "", false
		}
	}
	return number, unit, true
}

// differ reports values that are listed twice, which would make two equal points. For axes that go
// together it compares the combinations.
func (r *reader) differ(p *draft) {
	for _, d := range p.dims {
		seen := make(map[string]bool, d.size)
		for i := range d.size {
			var key, shown []string
			for _, k := range d.axes {
				v := &p.Axes[k].Values[i]
				key, shown = append(key, p.Axes[k].plain(v)), append(shown, v.Text)
			}
			if whole := strings.Join(key, "\x00"); !seen[whole] {
				seen[whole] = true
				continue
			}
			last := p.Axes[d.axes[len(d.axes)-1]].Values[i].node
			if len(d.axes) == 1 {
				r.Fail(last, "the value %s is listed twice", shown[0])
			} else {
				r.Fail(last, "the values %s are combined twice", strings.Join(shown, ", "))
			}
			break
		}
	}
}

// plain returns a text that is the same for equal values, however their numbers are written.
func (a *Axis) plain(v *Value) string {
	if x, ok := new(big.Rat).SetString(v.Cell); ok && !a.Text {
		return x.RatString()
	}
	return v.Text
}

// nameAxes names the columns: by the last part of the path, or by the whole path if several axes have
// the same last part.
func (r *reader) nameAxes(p *draft) {
	last := func(a *Axis) string {
		for i := len(a.steps) - 1; i >= 0; i-- {
			if a.steps[i].Key != "" {
				return spelled(a.steps[i].Key)
			}
		}
		return ""
	}
	count := map[string]int{}
	for i := range p.Axes {
		if a := &p.Axes[i]; a.Name == "" {
			count[last(a)]++
		} else {
			count[a.Name]++
		}
	}
	taken := map[string]bool{}
	for i := range p.Axes {
		a := &p.Axes[i]
		if a.Name == "" {
			if a.Name = last(a); count[a.Name] > 1 || !identifier(a.Name) {
				a.Name = spelled(a.Path)
			}
		}
		if taken[a.Name] || !identifier(a.Name) {
			r.Fail(a.node, "there is no name for its column that is not taken: write NAME: {path: %s, values: [...]}", a.Path)
		}
		taken[a.Name] = true
	}
}

func ascending(list []int) []int {
	slices.Sort(list)
	return list
}
