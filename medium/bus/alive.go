package bus

import (
	"slices"

	"github.com/csmacd/csmacd/phy"
)

// alive is scratch for a digest: the signals that no tap hears the end of before it, except, in a star, that of their sender. Of all of
// them a tap needs only the instant at which the first one rises, from which on it hears one reception that goes on.
type alive struct {
	order []*signal  // by place of the sender
	right []phy.Time // of those from each on: when the first rises, plus its place
	left  phy.Time   // of those that a sweep has passed: when the first rises, less its place
	at    int        // their number
}

// begin prepares a sweep.
func (a *alive) begin(n *Network) {
	a.left, a.at = phy.Forever, 0
	a.right = slices.Grow(a.right[:0], len(a.order)+1)[:len(a.order)+1]
	first := phy.Forever
	a.right[len(a.order)] = first
	for k := len(a.order) - 1; k >= 0; k-- {
		shift, _ := n.shifts(a.order[k].frame.Source)
		first = min(first, a.order[k].start+shift)
		a.right[k] = first
	}
}

// hearAlive returns when the first signal rises that goes on at a tap, the next one of a sweep. In a star it adds what the
// station has sent, and what has ended at its own tap only, to what that has heard.
func (n *Network) hearAlive(i int32, h phy.Time) (rise phy.Time) {
	t := &n.taps
	a, passed, pos := &t.alive, phy.Forever, n.stations[i].pos
	rise = phy.Forever
	for ; a.at < len(a.order) && n.together(a.order[a.at].frame.Source, i); a.at++ {
		s := a.order[a.at]
		_, shift := n.shifts(s.frame.Source)
		passed = min(passed, s.start+shift)
		switch {
		case !s.ended || s.end >= h:
			rise = min(rise, s.start)
		case s.end >= t.upTo:
			t.heard = append(t.heard, n.heardAs(s, s.start, s.end, true))
		}
	}
	if n.star {
		pos = 0
	}
	rise = min(rise, a.left+pos, a.right[a.at]-pos)
	a.left = min(a.left, passed)
	return rise
}
