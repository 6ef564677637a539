package stations

import "github.com/csmacd/csmacd/internal/document"

// Members are the stations, or clients, that one item of the list of stations stands for: their
// numbers and names.
type Members struct {
	Node  *document.Node
	First int // number of the first
	Count int

	Pattern  Pattern
	NamedAt  *document.Node // where the name is written; nil: the default
	Nameless bool           // what is written cannot be a name
}

// NewMembers returns the one station of an item, with its default name.
func NewMembers(item *document.Node, first int) Members {
	m := Members{Node: item, First: first, Count: 1}
	m.Pattern, _ = ParsePattern(defaultName)
	return m
}

// ReadCount reads the number of stations.
func (m *Members) ReadCount(r *Reader, n *document.Node) {
	document.SetTo(&m.Count)(r.Integer(n, 1, r.Most))
}

// ReadName reads their name, once their count is known.
func (m *Members) ReadName(r *Reader, n *document.Node) {
	m.NamedAt, m.Nameless = n, true
	s, ok := r.Word(n)
	if !ok {
		return
	}
	p, err := ParsePattern(s)
	switch {
	case err != nil:
		r.Fail(n, "%v", err)
	case p.Numbered && n.Parent.Get("count") == nil:
		r.Fail(n, "%q has a number in it: give count, the number of stations in the group", s)
	case !p.Numbered && m.Count > 1:
		r.Fail(n, "%d stations cannot share one name: put a number into it, such as %q", m.Count, s+"%02d")
	default:
		// The last name is the longest.
		if err := checkName(p.Name(m.Count - 1)); err != nil {
			r.Fail(n, "%v", err)
			return
		}
		m.Pattern, m.Nameless = p, false
	}
}

// StationName returns the name of the i-th station. Each item counts from 0; the default name
// counts through the scenario, so that two items do not clash.
func (m *Members) StationName(i int) string {
	if m.NamedAt == nil {
		i += m.First
	}
	return m.Pattern.Name(i)
}
