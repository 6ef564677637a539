package domain

import (
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// opening is what begins a reception: signals that rise at one instant.
type opening struct {
	at     phy.Time
	count  int32
	frame  medium.Frame // of the first station; Number 0: there is none
	header phy.Time     // the longest
	bit    phy.Time     // of that station, if its clock is not exact; else 0
	sent   bool         // by a station: one of the signals
}

func (o *opening) add(s *signal) {
	o.header = max(o.header, s.header)
	if o.count++; o.count == 1 || namedBefore(&s.frame, &o.frame, s.bit > o.bit) {
		o.frame, o.bit = s.frame, s.bit
	}
	o.sent = o.sent || s.ofStation()
}

// rise processes the leading edge of a signal at a port.
func (n *Network) rise(p int32, k uint32) {
	x := &n.ports[p]
	r := &n.repeaters[x.repeater]
	s := n.at(k)
	if s.none() {
		n.pool.drop(k)
		return
	}
	x.last = s.number
	if x.signals == 0 && !(x.chained > 0 && x.fell == n.now) {
		n.releaseInput(x)
		x.rose, x.first, x.holding, x.header = n.now, k, true, 0
		x.chained, x.jammed, x.unmarked, x.cut, x.ignored, x.tied = 0, false, false, false, false, false
		n.pool.hold(k)
	}
	if x.risen.at != n.now {
		x.risen = opening{at: n.now}
	}
	x.risen.add(s)
	if x.rose == n.now {
		x.header, x.bit = max(x.header, s.header), x.risen.bit
	}
	x.signals++
	x.groups = append(x.groups, s.group)
	x.chained++
	x.begin()
	n.watchPort(r, p)
	if r.state != idle && r.state != resting && !x.partitioned && !x.isolated && x.enabled {
		n.groups.join(r.group, s.group, &n.sums)
	}
	n.ask(x.repeater)
	n.pool.drop(k)
}

// begin begins a reception if all that is at the tap has risen now.
func (x *port) begin() {
	if x.signals > 0 && x.signals == x.risen.count {
		x.chain = x.risen
	}
}

// fall processes the trailing edge of a signal at a port.
func (n *Network) fall(p int32, k uint32) {
	x := &n.ports[p]
	switch s := n.at(k); {
	case !s.none():
		x.jammed, x.unmarked = x.jammed || s.jammed, x.unmarked || s.unmarked
		n.sinks(x, s)
	case s.number == x.last: // it rose in an earlier round
		x.chained--
		x.risen.count--
		n.sinks(x, s)
	}
	if x.cable < 0 {
		n.abandon(k) // a signal on a link has no other listener
	}
	n.pool.drop(k)
}

// sinks takes a signal off what is at a port.
func (n *Network) sinks(x *port, s *signal) {
	x.signals--
	if k := slices.Index(x.groups, s.group); k >= 0 {
		x.groups = slices.Delete(x.groups, k, k+1)
	}
	x.fell = n.now
	if x.risen.at == n.now {
		x.begin()
	}
	n.ask(x.repeater)
}

func (n *Network) releaseInput(x *port) {
	if x.holding {
		n.pool.drop(x.first)
		x.holding = false
	}
}
