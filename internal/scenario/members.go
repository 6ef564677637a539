package scenario

import "github.com/csmacd/csmacd/internal/document"

// members are the stations, or clients, that one item of the list of stations stands
// for: which they are and what they are called.
type members struct {
	node  *document.Node
	first int // number of the first
	count int

	name     pattern
	named    *document.Node // where the name is written; nil: the default
	nameless bool           // what is written is no name
}

func newMembers(item *document.Node, first int) members {
	m := members{node: item, first: first, count: 1}
	m.name, _ = parsePattern(defaultName)
	return m
}

func (m *members) readCount(r *reader, n *document.Node) {
	document.SetTo(&m.count)(r.Integer(n, 1, r.limits.stations))
}

// readName reads what they are called, once their count is known.
func (m *members) readName(r *reader, n *document.Node) {
	m.named, m.nameless = n, true
	s, ok := r.Word(n)
	if !ok {
		return
	}
	p, err := parsePattern(s)
	switch {
	case err != nil:
		r.Fail(n, "%v", err)
	case p.numbered && n.Parent.Get("count") == nil:
		r.Fail(n, "%q numbers a group: give count, the number of its stations", s)
	case !p.numbered && m.count > 1:
		r.Fail(n, "%d stations need names that differ: put their number into it, such as %q", m.count, s+"%02d")
	default:
		// The last name is the longest.
		if err := checkName(p.name(m.count - 1)); err != nil {
			r.Fail(n, "%v", err)
			return
		}
		m.name, m.nameless = p, false
	}
}

// stationName gives the name of the i-th. Each item counts from 0; the default name
// counts through the scenario, so that two items do not clash.
func (m *members) stationName(i int) string {
	if m.named == nil {
		i += m.first
	}
	return m.name.name(i)
}
