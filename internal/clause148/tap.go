package clause148

import (
	"cmp"
	"slices"

	"github.com/csmacd/csmacd/phy"
)

// span is a time from an instant up to another one.
type span struct{ from, to phy.Time }

// arrival is an element as it reaches a node.
type arrival struct {
	*element
	span
}

// chain is a chain of overlapping elements at a node: each shares more than an instant with one before.
type chain struct {
	span
	members []arrival
}

// later returns a time that is later by d.
func later(t, d phy.Time) phy.Time {
	if t == phy.Forever {
		return t
	}
	return t + d
}

// arrivals returns what a node hears, in order.
func (n *node) arrivals() []arrival {
	n.tap = slices.DeleteFunc(n.reaching(n.tap), func(a arrival) bool { return !n.hears(a.element) })
	return n.tap
}

// reaching returns what gets to a node, in order.
func (n *node) reaching(list []arrival) []arrival {
	list = list[:0]
	for _, e := range n.m.elements {
		d := n.delayTo(e.node)
		a := arrival{e, span{e.start + d, later(e.end, d)}}
		if a.from < a.to && n.reaches(e) {
			list = append(list, a)
		}
	}
	slices.SortStableFunc(list, func(a, b arrival) int {
		if a.from == b.from && a.follows != b.follows { // what goes on comes before what begins
			if a.follows {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.from, b.from)
	})
	return list
}

// chains returns the chains of arrivals.
func chains(list []arrival) (all []chain) {
	first := 0
	for k, a := range list {
		if i := len(all) - 1; i >= 0 && a.from < all[i].to {
			all[i].to = max(all[i].to, a.to)
			all[i].members = list[first : k+1]
			continue
		}
		first = k
		all = append(all, chain{a.span, list[k : k+1]})
	}
	return all
}

// signal is a time in which a PHY tells something, and the element with which it begins.
type signal struct {
	span
	by *element
}

// active returns the times in which there is a signal at the tap, and those in which there are several. The
// elements of one node never overlap, so that several are those of several nodes. Signals that only touch
// are two, except those of one transmission: a COMMIT and the frame that follows.
func active(list []arrival) (any, several []signal) {
	end := phy.Time(-1)
	for _, a := range list {
		begins := signal{a.span, a.element}
		any = join(any, begins)
		begins.to = min(a.to, end)
		several = join(several, begins)
		end = max(end, a.to)
	}
	return any, several
}

// join adds a signal to those before it, which begin no later.
func join(signals []signal, s signal) []signal {
	k := len(signals) - 1
	switch {
	case s.from >= s.to:
	case k >= 0 && (s.from < signals[k].to || s.from == signals[k].to && s.by.follows):
		signals[k].to = max(signals[k].to, s.to)
	default:
		signals = append(signals, s)
	}
	return signals
}

// told reports whether a PHY tells now of one of the signals, with its latencies.
func (m *model) told(signals []signal, on, off phy.Time) bool {
	for _, s := range signals {
		if m.begun(s.from+on, s.by) && m.now < later(s.to, off) {
			return true
		}
	}
	return false
}

// begun reports whether what an element begins at an instant has begun. What ends at an instant ends before
// anything begins there, so that the machines of a node see a fall even if it lasts no time.
func (m *model) begun(at phy.Time, by *element) bool {
	if at == m.now && m.ending {
		return m.rounds > 0 && !(by.born == m.now && by.bornRound >= m.rounds)
	}
	return at <= m.now
}

// hear is what the PHY tells at this instant.
func (n *node) hear() {
	list := n.arrivals()
	l := &n.latency
	any, _ := active(list)
	_, several := active(n.reaching(nil)) // one who is deaf sees collisions
	crs := n.m.told(any, l.CRSOn, l.CRSOff) && !n.powerOff
	overlap := n.m.told(several, l.COLOn, l.COLOff)
	rxDV, rxCmd := n.decode(list)
	if n.crs && !crs {
		n.lastCRS = n.m.now
	}
	n.crs, n.overlap, n.rxDV, n.rxCmd = crs, overlap, rxDV, rxCmd
	if n.powerOff {
		n.crs, n.overlap, n.rxDV, n.rxCmd = false, false, false, cmdNone
	}
}

// decode returns RX_DV and the command that the PHY decodes.
func (n *node) decode(list []arrival) (rxDV bool, cmd command) {
	all := chains(list)
	if n.m.lossRate > 0 {
		for _, c := range all {
			n.command(&c) // whether it loses a BEACON is drawn, whatever it does else
		}
	}
	if n.inReset() {
		return false, cmdNone
	}
	for _, c := range all {
		if r, ok := n.reception(&c); ok && n.m.begun(r.from, r.first.element) && n.m.now < r.to {
			return true, cmdNone
		}
	}
	for _, c := range all {
		if x := n.command(&c); x != cmdNone {
			cmd = x
		}
	}
	return false, cmd
}

// inReset reports whether a frame of the node's own is being sent, until the end of its symbols on the
// line: the receiver is held in reset.
func (n *node) inReset() bool {
	if n.txEN {
		return true
	}
	for _, e := range n.m.elements {
		if e.node == n && e.kind == frameElement && n.m.now >= e.risen && !n.m.begun(e.body(), e) {
			return true
		}
	}
	return false
}

// decoded is a time in which a PHY decodes a command.
type decoded struct {
	span
	by  *element
	cut *element // what ends it as it begins at the tap; or nil
}

// over reports whether it has ended. What ends because something begins ends with that.
func (d *decoded) over(m *model) bool {
	return m.now > d.to || m.now == d.to && (d.cut == nil || m.begun(d.to, d.cut))
}

// command returns the command that the PHY decodes now, of a chain of elements.
func (n *node) command(c *chain) command {
	for _, d := range n.decodes(c) {
		switch {
		case !n.m.begun(d.from, d.by) || d.over(n.m):
		case d.by.kind == beaconElement:
			return cmdBeacon
		default:
			return cmdCommit
		}
	}
	return cmdNone
}

// How long before the second SSD, with which RX_DV comes, a symbol begins.
const (
	pipeline = 12 * bit // the first
	second   = 8 * bit  // the second N or J
	ssd      = 4 * bit  // the first SSD
)

// decodes returns when the PHY decodes commands of a chain: of a BEACON or a COMMIT that is alone at the tap,
// before the first frame of the chain, from its second symbol on.
func (n *node) decodes(c *chain) (list []decoded) {
	first := phy.Forever
	for _, a := range c.members {
		if a.kind == frameElement {
			first = a.from
			break
		}
	}
	for _, a := range c.members {
		if a.kind == frameElement {
			continue
		}
		for _, s := range alone(a, c.members) {
			if s.from >= first || a.kind == beaconElement && n.losesBeacon(a.element, s.from) {
				continue
			}
			until := later(s.to, n.latency.RxOff)
			if s.to == a.to && s.to != phy.Forever {
				until = max(s.to, min(until, a.to-a.tail+max(0, n.latency.RxOn-pipeline)))
			} else {
				until = min(until, later(s.to, max(0, n.latency.RxOn-pipeline)))
			}
			if f := a.next; f != nil && f.follows && f.kind == frameElement && a.kind == commitElement && s.to == a.to {
				until = s.to + max(0, n.latency.RxOn-ssd)
			}
			if from := s.from + max(0, n.latency.RxOn-second); from < until {
				list = append(list, decoded{span{from, until}, a.element, cutting(a, c, until)})
			}
		}
	}
	return list
}

// cutting returns the element of a chain that begins as what is decoded of another one ends.
func cutting(a arrival, c *chain, until phy.Time) *element {
	for _, b := range c.members {
		if b.node != a.node && b.from == until && until < a.to {
			return b.element
		}
	}
	return nil
}

// alone returns the times in which an element is the only one at the tap.
func alone(a arrival, all []arrival) []span {
	spans := []span{a.span}
	for _, b := range all {
		if b.node == a.node {
			continue
		}
		var rest []span
		for _, s := range spans {
			if b.from > s.from {
				rest = append(rest, span{s.from, min(s.to, b.from)})
			}
			if b.to < s.to {
				rest = append(rest, span{max(s.from, b.to), s.to})
			}
		}
		spans = slices.DeleteFunc(rest, func(s span) bool { return s.from >= s.to })
	}
	return spans
}

// forget forgets elements that no definition of a signal can meet any more: those before a silence at each tap,
// if all latencies have passed.
func (m *model) forget() {
	slices.SortStableFunc(m.elements, func(a, b *element) int { return cmp.Compare(a.start, b.start) })
	for k := 1; k < len(m.elements); k++ {
		if e := m.elements[k-1]; e.end == phy.Forever || e.end+m.slowest+m.farthest >= m.now {
			return
		}
		if m.parted(k) {
			m.elements = slices.Delete(m.elements, 0, k)
			return
		}
	}
}

// parted reports whether there is silence at each tap between the first k elements and the others.
func (m *model) parted(k int) bool {
	for _, n := range m.nodes {
		end := phy.Time(0)
		for _, e := range m.elements[:k] {
			end = max(end, e.end+n.delayTo(e.node))
		}
		for _, e := range m.elements[k:] {
			if e.start+n.delayTo(e.node) <= end {
				return false
			}
		}
	}
	return true
}
