package scenario

import (
	"fmt"
	"strconv"
	"strings"
)

// Point is one point of a plan: a value for every axis, and what follows from them.
type Point struct {
	Number int    // from 0, in the plan's order: the last axis changes first
	Key    string // path=value of every axis, joined by commas; what seeds follow from
	Label  string // name=value of every axis, for people

	Cells   []string // of the axes, as a table has them
	Derived []string // of the derived values, as a table has them

	at []int // numbers of the values
}

// choose gives the numbers of the values that the axes have at a point.
func (s *Sweep) choose(number int) []int {
	at := make([]int, len(s.Axes))
	dims := s.dims
	if dims == nil { // while the plan is read
		return at
	}
	for i := len(dims) - 1; i >= 0; i-- {
		for _, axis := range dims[i].axes {
			at[axis] = number % dims[i].size
		}
		number /= dims[i].size
	}
	return at
}

// Point gives a point by its number.
func (s *Sweep) Point(number int) Point {
	p := Point{Number: number, at: s.choose(number)}
	var key, label strings.Builder
	for i := range s.Axes {
		a := &s.Axes[i]
		v := &a.Values[p.at[i]]
		if i > 0 {
			key.WriteByte(',')
			label.WriteString(", ")
		}
		key.WriteString(a.Path + "=" + v.Text)
		label.WriteString(a.Name + "=" + a.spoken(v))
		p.Cells = append(p.Cells, v.Cell)
	}
	p.Key, p.Label = key.String(), label.String()
	if len(s.Derived) == 0 {
		return p
	}
	env := s.environment(p.at)
	for i := range s.Derived {
		cell := ""
		switch v := env[s.Derived[i].Name].(type) {
		case float64:
			cell = roundedText(v)
		case string:
			cell = v
		}
		p.Derived = append(p.Derived, cell)
	}
	return p
}

// spoken is a value as people and expressions have it: by its name, if it has one.
func (a *Axis) spoken(v *Value) string {
	if a.Named {
		return v.Cell
	}
	return v.Text
}

// tree gives the scenario's tree at a point, without the plan. The reader gets what is
// wrong with that.
func (s *Sweep) tree(r *reader, p *Point) *node {
	root := s.root.placedCopy()
	for i, e := range root.entries {
		if e.key == "sweep" {
			root.entries = append(root.entries[:i:i], root.entries[i+1:]...)
			break
		}
	}
	for i := range s.Axes {
		a := &s.Axes[i]
		if err := put(root, a.steps, a.node, a.Values[p.at[i]].node.placedCopy()); err != nil {
			r.fail(a.node, "%v", err)
		}
	}
	if len(s.Derived) == 0 {
		return root
	}
	env := s.environment(p.at)
	for i := range s.Derived {
		d := &s.Derived[i]
		v, err := r.derivedNode(d, env)
		if err == nil {
			err = put(root, d.steps, d.node, v)
		}
		if err != nil {
			r.fail(d.node, "%v", err)
		}
	}
	return root
}

// derivedNode gives a derived value at a point, which stands where its expression does.
func (r *reader) derivedNode(d *Derived, env map[string]any) (*node, error) {
	v, err := d.value(env)
	if err != nil {
		return nil, err
	}
	number, ok := v.(float64)
	if ok == d.Text {
		return nil, fmt.Errorf("gives %v here, and a value of another kind at the first point", v)
	}
	if d.Text {
		n, err := r.optionValue("", v.(string))
		if err != nil {
			return nil, fmt.Errorf("gives %q: %w", v, err)
		}
		n.place(d.node)
		return n, nil
	}
	n := &node{text: roundedText(number) + d.Unit, tag: "!!str"}
	if d.Unit == "" {
		n.tag = "!!float"
		if _, err := strconv.ParseInt(n.text, 10, 64); err == nil {
			n.tag = "!!int"
		}
	}
	n.place(d.node)
	return n, nil
}

// put sets what a path leads to. What it makes on the way stands where the path does.
func put(root *node, steps []pathStep, at, v *node) error {
	here := root
	for i, s := range steps {
		made := s.key != "" && here.kind == mappingNode && here.get(s.key) == nil
		next, err := here.step(s, "")
		if err != nil {
			return err
		}
		if made {
			e := here.find(s.key)
			e.line, e.column = at.line, at.column
			next.place(at)
		}
		if i == len(steps)-1 {
			v.parent, v.key, v.index = next.parent, next.key, next.index
			*next = *v
			next.settle()
			return nil
		}
		if key := steps[i+1].key; key != "" && next.kind == scalarNode {
			next.open(s.key, key)
		}
		here = next
	}
	return nil
}

// open makes a mapping of a key that has no value, and of a policy that is written
// shortly: backoff: beb is {policy: beb}.
func (n *node) open(key, within string) {
	switch {
	case n.null():
		n.kind, n.tag, n.text = mappingNode, "", ""
	case key == "backoff":
		short := *n
		n.kind, n.tag, n.text = mappingNode, "", ""
		if within != "policy" {
			n.adopt("policy", &short)
		}
	}
}

// place puts a node, and all within it, where another one stands in the file.
func (n *node) place(at *node) {
	n.line, n.column, n.option = at.line, at.column, at.option
	for _, v := range n.items {
		v.place(at)
	}
	for _, e := range n.entries {
		e.line, e.column = at.line, at.column
		e.value.place(at)
	}
}

// placedCopy gives a copy that stands nowhere in the tree, but where it did in the file.
func (n *node) placedCopy() *node {
	c := &node{kind: n.kind, text: n.text, tag: n.tag, option: n.option, line: n.line, column: n.column}
	for i, item := range n.items {
		v := item.placedCopy()
		v.parent, v.index = c, i
		c.items = append(c.items, v)
	}
	for _, e := range n.entries {
		v := e.value.placedCopy()
		v.parent, v.key = c, e.key
		c.entries = append(c.entries, &entry{e.key, e.line, e.column, v})
	}
	return c
}

// inline writes a value as a scenario does on one line.
func (n *node) inline() string {
	if n.kind == scalarNode {
		return n.text
	}
	var b strings.Builder
	n.inlineTo(&b)
	return b.String()
}

func (n *node) inlineTo(b *strings.Builder) {
	switch n.kind {
	case listNode:
		b.WriteByte('[')
		for i, item := range n.items {
			if i > 0 {
				b.WriteString(", ")
			}
			item.inlineTo(b)
		}
		b.WriteByte(']')
	case mappingNode:
		b.WriteByte('{')
		for i, e := range n.entries {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(e.key + ": ")
			e.value.inlineTo(b)
		}
		b.WriteByte('}')
	default:
		b.WriteString(n.text)
	}
}
