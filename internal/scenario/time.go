package scenario

import (
	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/phy"
)

// duration reads a length of time.
func (r *reader) duration(n *document.Node) (t phy.Time, ok bool) {
	return r.Duration(n, r.line().BitTime)
}

// positive reads a length of time of more than 0.
func (r *reader) positive(n *document.Node) (t phy.Time, ok bool) {
	return r.Positive(n, r.line().BitTime)
}

// bits reads a length of time that is a whole number of bit times.
func (r *reader) bits(n *document.Node, least phy.Time) (t phy.Time, ok bool) {
	bit := r.line().BitTime
	t, ok = r.duration(n)
	switch {
	case !ok:
		return 0, false
	case t%bit != 0:
		r.Fail(n, "%s is %s bit times: it must be a whole number of them", n.Text, phy.Decimal(t, bit))
		return 0, false
	case t < least*bit:
		r.Fail(n, "must be at least %d bit time", least)
		return 0, false
	}
	return t, true
}
