package t1s

import (
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/phy"
)

// enterQuick makes the bus quick, if all nodes are in step at the start of a beacon.
func (n *Network) enterQuick() {
	q := &n.quick
	if n.watch.kinds&^quickKinds != 0 || n.hooks != nil || len(n.placer) > 0 || n.under != 1 || n.nodes[q.head].out.sort != beacon || n.changing() {
		return
	}
	for i := range n.nodes {
		if _, _, ok := n.nodes[i].sub.Waiting(true); !ok {
			return
		}
	}
	q.on, q.kind, q.since, q.next, q.turn = true, quickBeacon, n.now, n.now+plca.BeaconTimer, q.count
	q.turns, q.beacons, q.wanting = 0, 0, 0
	q.holds, q.alert = q.holds[:0], q.alert[:0]
	q.last, q.before = heardData{from: -1}, heardData{from: -1}
	for i := range n.nodes {
		x := &n.nodes[i]
		s, at, _ := x.sub.Waiting(true)
		n.wakeAt(int32(i), phy.Forever)
		w := quickNode{state: s, at: at, until: x.quick.until}
		switch s {
		case plca.Collide:
			w.state, w.at = plca.Pending, x.tx.end+plca.PendingTimer
		case plca.DelayPending:
			w.state = plca.Pending
		case plca.Hold:
			q.holds = append(q.holds, int32(i))
		}
		if x.quick = w; w.state != plca.Idle {
			q.wanting++
		}
		if x.state == waiting && s == plca.Idle {
			n.heed(int32(i))
		}
		t := &x.tap // the beacon leaves the taps
		t.present[q.head], t.live, t.sum, t.busy, t.decodes = 0, 0, 0, false, silence
		t.crs.count, t.cmds[0].count = 0, 0
		t.chain = chain{}
	}
	q.next = n.fills(q.next)
	n.under--
	h := &n.nodes[q.head]
	n.free = append(n.free, h.out.element)
	h.out = out{turn: h.out.turn + 1}
	h.cmd = plca.None
}

// changing reports whether a change is so near that the machines have to see it come.
func (n *Network) changing() bool {
	if n.pendingChange == 0 {
		return false
	}
	return n.nextChange() < n.now+n.quick.longest+2*n.quick.cycle
}

// leaveQuick leaves the bus to the machines, at an instant before which everything has happened, in
// silence or in a beacon. What begins at the very instant is theirs.
func (n *Network) leaveQuick(t phy.Time) {
	q := &n.quick
	if q.kind != quickSilent || q.since < t {
		n.pass(t, false)
	} else { // the turn begins now: the machines look at it
		q.turns--
	}
	looked := q.kind == quickSilent && q.since < t
	for i := range n.nodes {
		x := &n.nodes[i]
		n.hear(int32(i))
		x.sub.Counts = n.countsOf(i)
	}
	q.on = false
	for i := range n.nodes {
		x := &n.nodes[i]
		if q.kind == quickBeacon {
			x.sub.PlaceBeacon(q.since, &x.params)
		} else {
			x.sub.PlaceTurn(q.turn, q.since, looked, &x.params)
		}
		s := x.quick.state
		if s == plca.Pending && x.quick.at >= t {
			if s = plca.DelayPending; x.state == sending {
				s = plca.Collide
			}
		}
		x.sub.PlaceData(s, x.quick.at)
		x.txen = x.state == sending
		x.quick.alert = false
		x.carrier, x.tap.carrier = x.sub.Carrier, x.sub.Carrier
	}
	if q.kind == quickBeacon {
		n.placeBeacon()
	}
	for i := range n.nodes {
		in := n.inputs(int32(i))
		n.wakeAt(int32(i), n.nodes[i].sub.Wake(t-1, &n.nodes[i].params, &in))
		if q.since == t {
			n.stir(int32(i))
		}
	}
}

// placeBeacon puts the beacon of a quick bus on the line.
func (n *Network) placeBeacon() {
	q := &n.quick
	h := &n.nodes[q.head]
	k := n.launch(element{sort: beacon, source: q.head, start: q.since})
	h.out = out{sort: beacon, element: k, turn: h.out.turn + 1}
	h.cmd = plca.Beacon
	for i := range n.nodes {
		t := &n.nodes[i].tap
		t.present[q.head], t.live, t.sum, t.busy = k, 1, q.head, true
		t.decodes, t.decodesOf = beacon, q.head
		t.chain = chain{elements: 1}
		for _, s := range [...]*signal{&t.crs, &t.cmds[0]} {
			s.count, s.since, s.flown = 1, q.since, true
		}
	}
}
