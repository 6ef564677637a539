package scenario

import (
	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/phy"
)

// duration reads a length of time.
func (r *reader) duration(n *document.Node) (t phy.Time, ok bool) {
	return r.Time(n, r.line().BitTime, "10us, 10ms or 10bt", "ns, us, ms, s or bt")
}

// positive reads a length of time of more than 0.
func (r *reader) positive(n *document.Node) (t phy.Time, ok bool) {
	if t, ok = r.duration(n); ok && t == 0 {
		r.Fail(n, "must be more than 0")
		return 0, false
	}
	return t, ok
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
