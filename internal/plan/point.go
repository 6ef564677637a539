package plan

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/csmacd/csmacd/internal/document"
)

// Point is a point of a plan: a value for every axis, and the derived values.
type Point struct {
	Number int    // from 0, in the plan's order: the last axis changes first
	Key    string // path=value of every axis, joined by commas; seeds follow from it
	Label  string // name=value of every axis, for people

	Cells   []string // of the axes, as in a table
	Derived []string // of the derived values, as in a table

	at []int // indices of the values
}

// choose returns the indices of the values of all axes at a point.
func (s *Sweep) choose(number int) []int {
	at := make([]int, len(s.Axes))
	dims := s.dims
	if dims == nil { // the plan is still being read
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

// Point returns a point by its number.
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

// spoken returns a value as people and expressions name it: its name, or its text if it has none.
func (a *Axis) spoken(v *Value) string {
	if a.Named {
		return v.Cell
	}
	return v.Text
}

// Tree returns the scenario's tree at a point, without the plan. It adds problems to those of the
// reader.
func (s *Sweep) Tree(own *document.Reader, p *Point) *document.Node {
	r := &reader{own}
	root := s.root.Clone()
	root.Remove("sweep")
	for i := range s.Axes {
		a := &s.Axes[i]
		if err := r.Put(root, a.steps, a.node, a.Values[p.at[i]].node.Clone()); err != nil {
			r.Fail(a.node, "%v", err)
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
			err = r.Put(root, d.steps, d.node, v)
		}
		if err != nil {
			r.Fail(d.node, "%v", err)
		}
	}
	return root
}

// derivedNode returns a derived value at a point. Its place in the file is that of the expression.
func (r *reader) derivedNode(d *Derived, env map[string]any) (*document.Node, error) {
	v, err := d.value(env)
	if err != nil {
		return nil, err
	}
	number, ok := v.(float64)
	if ok == d.Text {
		return nil, fmt.Errorf("its value is %v here, and of another kind at the first point", v)
	}
	if d.Text {
		n, err := r.Value("", v.(string))
		if err != nil {
			return nil, fmt.Errorf("its value is %q: %w", v, err)
		}
		n.Place(d.node)
		return n, nil
	}
	n := &document.Node{Text: roundedText(number) + d.Unit, Tag: "!!str"}
	if d.Unit == "" {
		n.Tag = "!!float"
		if _, err := strconv.ParseInt(n.Text, 10, 64); err == nil {
			n.Tag = "!!int"
		}
	}
	n.Place(d.node)
	return n, nil
}
