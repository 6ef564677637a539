package t1s

import (
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// cycles is what a network knows about cycles that nobody uses. If two beacons follow each other and all nodes
// are in the same state after them, counted from the beacon, as many cycles like that follow as there is time
// for, before something else happens.
type cycles struct {
	marked bool // nothing but silence followed the beacon of mark
	mark   mark

	length phy.Time // of the cycle that is known to repeat; 0: none is
	at     phy.Time // a beacon that began one
	by     int32
	left   phy.Time // when the last edge of the beacon leaves the last tap, after its start
	beacon phy.Time // how long the line carries it
	nodes  []nodeCycle
}

// mark is the state of a silent network after a beacon.
type mark struct {
	at     phy.Time
	by     int32
	cycles uint64
	whole  phy.Time // of the cycles so far
	beacon phy.Time // that the line carried so far
}

// nodeCycle is what a node does in a cycle that nobody uses.
type nodeCycle struct {
	end        phy.Time // of turn 0, after the start of the beacon
	counts     plca.Counts
	unexpected uint64

	mark struct {
		end        phy.Time
		counts     plca.Counts
		unexpected uint64
	}
}

// repeat passes over whole cycles of a network in which all nodes are idle after a beacon. All that happens in
// them happens before the instant other. It returns their length.
func (n *Network) repeat(other phy.Time) phy.Time {
	q := &n.silence.cycles
	s := &n.share
	if n.nodes[s.by].off || q.marked && q.mark.at == s.began {
		return 0
	}
	if q.length == 0 || !n.repeats(q.at, q.by, func(c *nodeCycle) phy.Time { return c.end }) {
		if !q.marked || s.cycles != q.mark.cycles+1 || s.whole != q.mark.whole+s.began-q.mark.at || !n.repeats(q.mark.at, q.mark.by, func(c *nodeCycle) phy.Time { return c.mark.end }) {
			n.setMark()
			return 0
		}
		n.learn()
	}
	k := (other - 1 - n.now) / q.length
	if k <= 0 {
		return 0
	}
	n.silence.jumps++
	q.marked = false
	by := k * q.length
	for i := range n.nodes {
		x, c := &n.nodes[i], &q.nodes[i]
		n.shift(x, by)
		x.sub.Counts.Add(&c.counts, uint64(k))
		x.unexpected += c.unexpected * uint64(k)
	}
	s.cycle(q.length, uint64(k))
	s.beacon += k * q.beacon
	s.silent += k * (q.length - q.beacon)
	s.began += by
	s.last += by
	n.quiet = s.began + q.left
	n.agenda.past += by
	n.now = n.agenda.past
	return by
}

// rests reports whether a node only waits from cycle to cycle. It returns an instant that is that of the last cycle,
// moved by its length, if cycles repeat: the end of turn 0, or, of a node that does not take turns, of the carrier of the
// BEACON. Its MAC is told of that carrier.
func (n *Network) rests(i int32) (at phy.Time, ok bool) {
	x := &n.nodes[i]
	if at, ok := x.sub.Idle(); ok || !x.sub.Still() {
		return at, ok
	}
	fall, over := x.past.Fall(), x.past.Clear(&x.rules.Params, 0)
	if fall <= n.share.began {
		ok = over <= n.share.began // else it ignores this BEACON, and not the next one
	} else {
		ok = !x.past.Blind() || over <= n.now
	}
	return max(fall, n.share.began), ok && !x.busy && n.watch.kinds&medium.Of(medium.CarrierOn, medium.CarrierOff) == 0
}

// shift moves a node that rests to a later cycle.
func (n *Network) shift(x *node, by phy.Time) {
	switch {
	case !x.sub.Still():
		x.sub.Shift(by)
	case x.past.Fall() > n.share.began: // what is older has no part in the cycle
		x.past.Shift(by)
	}
}

// repeats reports whether the network is in the state in which it was after a beacon before.
func (n *Network) repeats(at phy.Time, by int32, end func(*nodeCycle) phy.Time) bool {
	s := &n.share
	for i := range n.nodes {
		x := &n.nodes[i]
		if x.off {
			continue
		}
		now, _ := n.rests(int32(i))
		if c := x.latency.MII; now-s.began != end(&n.silence.cycles.nodes[i]) || c > 0 && (s.began-at)%c != 0 {
			return false
		}
	}
	return s.by == by
}

// setMark remembers the state after the last beacon.
func (n *Network) setMark() {
	q := &n.silence.cycles
	s := &n.share
	q.marked, q.mark = true, mark{at: s.began, by: s.by, cycles: s.cycles, whole: s.whole, beacon: s.beacon}
	for i := range n.nodes {
		x, m := &n.nodes[i], &q.nodes[i].mark
		end, _ := n.rests(int32(i))
		m.end, m.counts, m.unexpected = end-s.began, x.sub.Counts, x.unexpected
	}
}

// learn remembers the cycle between the mark and the last beacon.
func (n *Network) learn() {
	q := &n.silence.cycles
	s := &n.share
	q.at, q.by, q.length = s.began, s.by, s.began-q.mark.at
	q.left, q.beacon = n.quiet-s.began, s.beacon-q.mark.beacon
	for i := range n.nodes {
		x, c := &n.nodes[i], &q.nodes[i]
		c.end, c.unexpected = c.mark.end, x.unexpected-c.mark.unexpected
		c.counts = x.sub.Counts.Less(&c.mark.counts)
	}
}
