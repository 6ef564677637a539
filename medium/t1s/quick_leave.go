package t1s

import (
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/phy"
)

// leaveQuick leaves the bus to the machines, at an instant before which everything has happened: in a beacon that
// all nodes see or have decoded, or in silence that all of them see. It reports whether this is such an instant.
func (n *Network) leaveQuick() bool {
	q := &n.quick
	t := n.now
	if q.kind != quickSilent {
		return false
	}
	n.pass(t, false)
	inBeacon := t >= q.beacon+q.insync && t <= q.beacon+q.beaten+q.latency.Tx+q.latency.CRSOff && q.turn == 0 && q.by == q.head && q.end == q.afterBeacon(q.beacon).end
	if !inBeacon && !n.inSilence(t) {
		return false
	}
	for i := range n.nodes {
		x := &n.nodes[i]
		n.hear(int32(i), t-phy.Picosecond)
		x.sub.Counts = n.countsOf(i)
	}
	n.silence.marked = false
	q.on, q.leave, q.next = false, phy.Forever, phy.Forever
	if p := q.start; n.due(&q.start, phy.Forever-1) {
		n.push(p.at, starting, p.node, release, p.turn, 0)
	}
	if p := q.stop; n.due(&q.stop, phy.Forever-1) {
		n.push(p.at, settling, p.node, txEnd, p.turn, 0)
	}
	n.agenda.drop(func(e *entry) bool { return e.job() == hear })
	for i := range int32(len(n.nodes)) {
		n.leaveNode(i)
		switch x := &n.nodes[i]; {
		case inBeacon && i != q.head && q.decoded(q.beacon, i) >= t:
			x.sub.PlaceEarly(q.decoded(q.beacon, i)-q.latency.commitOn()+q.latency.CRSOn, q.count)
		case inBeacon:
			x.sub.PlaceBeacon(q.beacon, t, &x.params)
		default:
			began := q.begins(&q.stretch, i, q.turn)
			k := (t - phy.Picosecond - began) / q.to
			x.sub.PlaceTurn(q.turn+int(k), began+k*q.to, &x.params)
		}
	}
	if inBeacon {
		n.placeBeacon()
	}
	n.now-- // what happens at the very instant is the machines'
	for i := range int32(len(n.nodes)) {
		x := &n.nodes[i]
		in := n.inputs(i)
		at := x.sub.Wake(n.now, &x.params, &in)
		if x.cmd != x.sub.Control.Cmd {
			at = min(at, in.Edge)
		}
		n.wakeAt(i, at)
	}
	n.now = t
	return true
}

// inSilence reports whether all nodes count turns, have seen the end of all that was on the line, and will not see
// the next beacon yet.
func (n *Network) inSilence(t phy.Time) bool {
	q := &n.quick
	l := &q.latency
	return q.arrival.at == phy.Forever && q.shifted == 0 && t > q.end+n.span+max(l.CRSOff, l.RxOff) && t <= q.begins(&q.stretch, q.head, q.count) && q.count < plca.NoID
}

// leaveNode puts the data diagram and the MAC of a node where they are at this instant.
func (n *Network) leaveNode(i int32) {
	q := &n.quick
	x := &n.nodes[i]
	t := n.now
	s, at := x.quick.state, x.quick.at
	x.txen = false
	switch s {
	case plca.Hold:
		if x.txen = at < t; !x.txen {
			s = plca.Idle
			x.tx.seen = false
			n.push(at, clocking, i, clockEdge, 0, 0)
		}
	case plca.Pending:
		switch taken := at - plca.PendingTimer; {
		case at < t:
		case taken < t:
			s = plca.DelayPending
		default:
			s, x.txen = plca.Collide, true
			if x.state != sending {
				n.push(taken, clocking, i, clockEdge, 0, 0)
			}
		}
	}
	x.sub.PlaceData(s, at, q.edgeBefore(i, at)+q.latency.MII)
	if x.quick.state == plca.Hold {
		n.push(x.tx.end, settling, i, txEnd, x.station.turn, 0)
	}
	x.quick = quickNode{}
	x.carrier, x.tap.carrier = x.sub.Carrier, x.sub.Carrier
}

// placeBeacon puts the beacon of a quick bus on the line and at the taps.
func (n *Network) placeBeacon() {
	q := &n.quick
	l := &q.latency
	t := n.now
	h := &n.nodes[q.head]
	e := element{sort: beacon, source: q.head, start: q.beacon}
	over := q.beacon + q.beaten // at the sender
	order := over - l.Tail      // of the order for it
	h.out = out{sort: beacon, turn: h.out.turn + 1}
	h.cmd = plca.Beacon
	if order < t {
		h.cmd, h.out.ending, h.out.tailing = plca.None, true, true
		if over >= t {
			n.push(over, lining, q.head, tailEnd, h.out.turn, 0)
		}
	}
	if over == t { // it is the machines that end it
		n.share.change(t, silence, beacon)
	}
	k := n.launch(e)
	h.out.element = k
	if over < t {
		x := &n.elements[k]
		x.ended, x.end, x.tail = true, over, l.Tail
		h.out = out{turn: h.out.turn + 1}
	}
	for g := range h.reach {
		group := &h.reach[g]
		gone := over + l.Tx + group.delay
		n.quiet = max(n.quiet, gone)
		if over < t && gone >= t {
			n.push(gone, ebbing, q.head, lineEdge, 0, uint32(g))
		}
		for _, i := range group.taps {
			n.placeBeaconAt(i, k, gone)
		}
	}
}

// placeBeaconAt puts a beacon at a tap, which it leaves at an instant.
func (n *Network) placeBeaconAt(i int32, k uint32, gone phy.Time) {
	q := &n.quick
	l := &q.latency
	t := &n.nodes[i].tap
	on := gone - q.beaten
	for _, s := range [...]*signal{&t.crs, &t.cmds[0]} {
		s.count, s.flown = 1, true
	}
	t.crs.since, t.cmds[0].since = on+l.CRSOn, on+l.commitOn()
	coming := t.cmds[0].since >= n.now
	if b := &t.cmds[0]; coming {
		b.count, b.flown = 0, false
		b.waiting, b.first = append(b.waiting[:0], start{true, i != q.head}), 0
		n.push(b.since, flowing, i, phyOn, uint32(decodedBeacon), 0)
	}
	if gone >= n.now {
		t.present[q.head], t.live, t.sum, t.busy = k, 1, q.head, true
		t.decodes, t.decodesOf = beacon, q.head
		t.chain = chain{elements: 1}
		return
	}
	t.chain = chain{tail: l.Tail}
	n.push(gone+l.CRSOff, ebbing, i, phyOff, uint32(crs), 0)
	if off := gone + l.commitOff(l.Tail); off >= n.now {
		n.push(off, ebbing, i, phyOff, uint32(decodedBeacon), 0)
	} else {
		t.cmds[0].count = 0
	}
	n.leave(k)
}
