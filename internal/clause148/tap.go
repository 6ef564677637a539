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

// arrivals returns what reaches a node, in order.
func (n *node) arrivals() []arrival {
	list := n.tap[:0]
	for _, e := range n.m.elements {
		if !n.m.reaches(e, n) {
			continue
		}
		d := max(n.place-e.node.place, e.node.place-n.place)
		a := arrival{e, span{e.start + d, later(e.end, d)}}
		if a.from < a.to {
			list = append(list, a)
		}
	}
	slices.SortStableFunc(list, func(a, b arrival) int { return cmp.Compare(a.from, b.from) })
	n.tap = list
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

// active returns the times in which there is a signal at the tap, and those in which there are several. The
// elements of one node never overlap, so that several elements are those of several nodes.
func active(list []arrival) (any, several []span) {
	end := phy.Time(-1)
	for _, a := range list {
		any = join(any, a.span)
		several = join(several, span{a.from, min(a.to, end)})
		end = max(end, a.to)
	}
	return any, several
}

// join adds a span to those before it, which begin no later.
func join(spans []span, s span) []span {
	k := len(spans) - 1
	switch {
	case s.from >= s.to:
	case k >= 0 && s.from <= spans[k].to:
		spans[k].to = max(spans[k].to, s.to)
	default:
		spans = append(spans, s)
	}
	return spans
}

// within reports whether an instant is in one of the spans as a PHY tells of them, with its latencies.
func within(t phy.Time, spans []span, on, off phy.Time) bool {
	for _, s := range spans {
		if s.from+on <= t && t < later(s.to, off) {
			return true
		}
	}
	return false
}

// hear is what the PHY tells at this instant.
func (n *node) hear() {
	list := n.arrivals()
	l := &n.latency
	any, several := active(list)
	crs := within(n.m.now, any, l.CRSOn, l.CRSOff)
	overlap := within(n.m.now, several, l.COLOn, l.COLOff)
	rxDV, rxCmd := n.decode(list)
	if n.crs && !crs {
		n.lastCRS, n.hadCRS = n.m.now, true
	}
	n.crs, n.overlap, n.rxDV, n.rxCmd = crs, overlap, rxDV, rxCmd
}

// decode returns RX_DV and the command that the PHY decodes.
func (n *node) decode(list []arrival) (rxDV bool, cmd command) {
	if n.inReset(list) {
		return false, cmdNone
	}
	all := chains(list)
	for _, c := range all {
		if r, ok := n.reception(&c); ok && n.m.now >= r.from && n.m.now < r.to {
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
func (n *node) inReset(list []arrival) bool {
	for _, a := range list {
		if a.node == n && a.kind == frameElement && n.m.now >= a.risen && n.m.now < a.body() {
			return true
		}
	}
	return false
}

// command returns the command that the PHY decodes now, of a chain of elements: a BEACON or a COMMIT that
// is alone at the tap, from its second symbol on.
func (n *node) command(c *chain) command {
	for _, a := range c.members {
		if a.kind == frameElement {
			return n.commandBefore(c, a.from)
		}
	}
	return n.commandBefore(c, phy.Forever)
}

// commandBefore is the same for what comes before the first frame of a chain.
func (n *node) commandBefore(c *chain, first phy.Time) command {
	// Before the second SSD, with which RX_DV comes: the first symbol, the second N or J, the first SSD.
	const pipeline, second, ssd = 12 * bit, 8 * bit, 4 * bit
	for _, a := range c.members {
		if a.kind == frameElement || a.unheard[n.number] {
			continue
		}
		for _, s := range alone(a, c.members) {
			if s.from >= first {
				continue
			}
			until := later(s.to, n.latency.RxOff)
			if s.to == a.to && s.to != phy.Forever {
				until = min(until, a.to-a.tail+max(0, n.latency.RxOn-pipeline))
			} else {
				until = min(until, later(s.to, max(0, n.latency.RxOn-pipeline)))
			}
			if f := a.next; f != nil && f.kind == frameElement && a.kind == commitElement && s.to == a.to {
				until = s.to + max(0, n.latency.RxOn-ssd)
			}
			if n.m.now >= s.from+max(0, n.latency.RxOn-second) && n.m.now < until {
				if a.kind == beaconElement {
					return cmdBeacon
				}
				return cmdCommit
			}
		}
	}
	return cmdNone
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

// forget forgets elements that no definition of a signal can meet any more: those before a silence at all
// taps, if all latencies have passed.
func (m *model) forget() {
	slices.SortStableFunc(m.elements, func(a, b *element) int { return cmp.Compare(a.start, b.start) })
	end := phy.Time(0)
	for k, e := range m.elements {
		if k > 0 && e.start > end+2*m.farthest && end+m.slowest+2*m.farthest < m.now {
			m.elements = slices.Delete(m.elements, 0, k)
			return
		}
		end = max(end, later(e.end, 0))
		if end == phy.Forever {
			return
		}
	}
}
