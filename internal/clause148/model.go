package clause148

import (
	"cmp"
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// model is a bus during a run.
type model struct {
	now, until phy.Time
	nodes      []*node
	elements   []*element
	timeline   []medium.Change
	events     []medium.Event
	lossRate   float64 // of BEACONs
	cuts       []cut
	shorted    bool
	strangers  map[phy.Address]int32 // the numbers of addresses that nodes have left or got
	wrong      func(slot int64) bool // whether the bit in it is wrong

	lineNow   bool // something on the line has changed at this instant
	rounds    int  // how often signals have begun at this instant
	ending    bool // the part of an instant in which things end
	everyEdge bool

	farthest, slowest phy.Time // the longest delay between two nodes, and the longest latency
}

// run visits one instant after another.
func (m *model) run() {
	for _, a := range m.nodes {
		for _, b := range m.nodes {
			m.farthest = max(m.farthest, a.delayTo(b))
		}
		l := &a.latency
		m.slowest = max(m.slowest, l.Tx, l.CRSOn, l.CRSOff, l.RxOn, l.RxOff, l.COLOn, l.COLOff)
	}
	for m.now < m.until {
		m.instant()
		next := phy.Forever
		if len(m.timeline) > 0 {
			next = min(next, m.timeline[0].At)
		}
		for _, n := range m.nodes {
			next = min(next, n.next())
		}
		if next == phy.Forever {
			break
		}
		m.now = next
	}
	m.now = m.until
}

// instant works off everything that happens at one instant, in the phases of clause4:
//
//  1. frames arrive, transmissions end and settle, backoffs end;
//  2. the parts of the interpacket gap that end now, end;
//  3. MACs start; then the PHYs tell what is on the line, and the state diagrams run, until nothing
//     changes any more;
//  4. MACs are told CARRIER and SIGERR;
//  5. collisions are detected, deferring begins, gaps begin.
//
// Before all that, what changes at this instant changes. A gap of no length begins in phase 5 and has
// ended, so phase 2 comes again.
func (m *model) instant() {
	m.lineNow, m.rounds = false, 0
	for _, n := range m.nodes {
		n.mcd = n.atMII()
		n.woken = n.wakesNow()
	}
	m.changes()
	for _, n := range m.nodes {
		n.mac.Settle(m.now)
	}
	for again := true; again; {
		for _, n := range m.nodes {
			n.mac.Gap()
		}
		for _, n := range m.nodes {
			n.mac.Start()
		}
		m.settle()
		for _, n := range m.nodes {
			n.mac.Listen(n.carrier, n.sigerr)
		}
		again = false
		for _, n := range m.nodes {
			again = n.mac.Defer() || again
		}
		for _, n := range m.nodes {
			n.mac.Watch(again)
		}
	}
	for _, n := range m.nodes {
		if n.woken || m.lineNow {
			n.receive()
			n.noteBeacons()
		}
		n.noteCollision()
		m.events = append(m.events, n.noted(n.mac.Events())...)
	}
	m.forget()
}

// settle runs PHYs and state diagrams until nothing changes. What ends at this instant ends first, timers are
// done and MACs start and end; the machines act on that, until nothing else ends. Then the signals begin that
// begin, and the machines act again.
func (m *model) settle() {
	for again := true; again; {
		m.ending = true
		for again {
			again = m.round()
		}
		m.ending = false
		again = m.round()
		m.rounds++
		for _, n := range m.nodes {
			again = !again && n.stay() || again
		}
	}
}

// round runs the PHYs and state diagrams of all nodes once, on what there is on the line, and puts what they
// send on it. It reports whether that has changed.
func (m *model) round() (changed bool) {
	for _, n := range m.nodes {
		if n.woken || m.lineNow {
			n.hear()
		}
		changed = n.sample() || changed
		n.gate()
		n.machines()
		n.gate()
		n.tell()
	}
	for _, n := range m.nodes {
		if n.emit() {
			m.lineNow, changed = true, true
		}
		if m.ending && m.rounds == 0 {
			n.coordinated = n.plca != nil && n.coordinator()
		}
	}
	return changed
}

// gate is COL: two signals at the tap, while TX_EN is on.
func (n *node) gate() { n.col = n.overlap && n.txEN && !n.noCollision && !n.mute }

// wake notes an instant at which an element begins or ends at a node, and so those at which any PHY may
// tell something else.
func (m *model) wake(from *node, t phy.Time) {
	for _, n := range m.nodes {
		l := &n.latency
		for _, d := range [...]phy.Time{
			0, l.CRSOn, l.CRSOff, l.COLOn, l.COLOff, l.RxOn, l.RxOff, max(0, l.RxOn-pipeline),
			max(0, l.RxOn-second), max(0, l.RxOn-ssd), max(0, l.RxOn-pipeline) - from.latency.Tail, -from.latency.Tail} {
			at := t + from.delayTo(n) + d
			if !slices.Contains(n.wakes, at) {
				n.wakes = append(n.wakes, at)
			}
		}
	}
}

// wakesNow reports whether this is such an instant, and forgets those that are past.
func (n *node) wakesNow() bool {
	n.wakes = slices.DeleteFunc(n.wakes, func(t phy.Time) bool { return t < n.m.now })
	return slices.Contains(n.wakes, n.m.now)
}

// sorted sorts events by instant, then by station, then by kind.
func sorted(events []medium.Event) []medium.Event {
	slices.SortStableFunc(events, func(a, b medium.Event) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Station, b.Station), cmp.Compare(a.Kind, b.Kind))
	})
	return events
}
