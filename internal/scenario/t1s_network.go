package scenario

import (
	"cmp"
	"errors"
	"slices"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/lan"
	"github.com/csmacd/csmacd/medium/t1s"
)

// plugged is one end of a wire that is a station, or a port of a bridge.
type plugged struct {
	wire *wire
	end  int

	group  *group // of a station; nil: a port
	i      int    // its place in the group
	device *device
	port   *port
}

// said returns where PLCA or latencies are said of it, or nil.
func (p *plugged) said() *document.Node {
	if p.group != nil {
		return p.group.saysMultidrop()
	}
	return saidOf(p.port.plca, &p.port.transceiver)
}

// plugs returns the stations and the ports of bridges, in the order of the wires.
func (r *reader) plugs() (list []plugged) {
	for i := range r.net.wires {
		w := &r.net.wires[i]
		for k, t := range w.ends {
			switch {
			case t.segment != nil:
			case t.device == nil:
				g := r.groupOf(t.station)
				list = append(list, plugged{wire: w, end: k, group: g, i: t.station - g.First})
			case t.device.kind == bridge:
				at := slices.IndexFunc(t.device.ports, func(p port) bool { return p.wire == i && p.end == k })
				list = append(list, plugged{wire: w, end: k, device: t.device, port: &t.device.ports[at]})
			}
		}
	}
	return list
}

// multidropIn completes the buses of 10BASE-T1S in a network that have PLCA or latencies, and reports what cannot
// be.
func (r *reader) multidropIn(w *wiring) {
	said := map[*segment]*document.Node{}
	say := func(s *segment, n *document.Node) { said[s] = cmp.Or(said[s], n) }
	all := r.plugs()
	for _, s := range r.net.segments {
		if s.line.Name == t1sName && !s.star {
			say(s, cmp.Or(s.transceiver.said, r.plca.node))
		} else if n := s.transceiver.said; n != nil {
			r.warnOtherPHY(n, s.line.Name)
		}
	}
	warned := map[*document.Node]bool{}
	for i := range all {
		p := &all[i]
		n, s := p.said(), p.wire.segment()
		if s == nil || s.line.Name != t1sName || s.star {
			if n != nil && !warned[n] {
				warned[n] = true
				r.sayElsewhere(n, p.wire)
			}
			continue
		}
		say(s, n)
		for _, e := range r.timeline {
			if len(e.Changes) > 0 && e.Changes[0].Kind == medium.PLCA && e.Changes[0].Station == r.nameOf(p) {
				say(s, e.node)
			}
		}
	}
	for _, e := range r.timeline {
		for k, s := range r.net.segments {
			if len(e.Changes) > 0 && e.Changes[0].Kind == medium.BeaconLoss && e.Changes[0].Segment == s.name {
				say(r.net.segments[k], e.node)
			}
		}
	}
	if n := r.plca.node; n != nil && len(said) == 0 {
		r.warnOtherPHY(n, r.net.line.Name)
	}
	for k, s := range r.net.segments {
		if n := said[s]; n != nil {
			r.busIn(w, k, s, n, all)
		}
	}
}

// nameOf returns the name of a station, or of a port, such as sw/bus1.
func (r *reader) nameOf(p *plugged) string {
	if p.group != nil {
		return p.group.StationName(p.i)
	}
	return p.device.name + "/" + r.portTo(*p.port)
}

// sayElsewhere reports PLCA or latencies of something that is not on a bus of 10BASE-T1S.
func (r *reader) sayElsewhere(n *document.Node, w *wire) {
	if w.line.Name != t1sName {
		r.warnOtherPHY(n, w.line.Name)
		return
	}
	r.Fail(n, "PLCA and latencies are those of a bus, a segment of kind bus, and this is a link or a star: leave it out")
}

// busIn makes a segment a bus with PLCA or latencies; said is where it says so.
func (r *reader) busIn(w *wiring, k int, s *segment, said *document.Node, all []plugged) {
	switch {
	case w.segments[k].Params.BitTime != plca.Bit:
		r.Fail(said, "%s runs at 10 Mb/s, and the bit time here is %s: leave bit_time and rate out of mac", t1sName, w.segments[k].Params.BitTime)
		return
	case r.repeats(s) != nil:
		r.Fail(r.repeats(s).node, "a repeater cannot be plugged into %s, a bus with PLCA or latencies of PHYs (%s): a bridge can", s.name, said.Where())
		return
	}
	w.segments[k].Multidrop = &s.transceiver.latency
	if err := t1s.CheckRules(&w.segments[k].Params, true); err != nil {
		r.Fail(cmp.Or(r.root.Get("mac"), said), "%v", err)
		return
	}
	var members []member
	for i := range all {
		p := &all[i]
		switch {
		case p.wire.segment() != s:
		case p.group != nil:
			if p.i == 0 {
				r.checkRulesOnBus(p.group)
			}
			if w.nodes == nil {
				w.nodes = make([]lan.Node, r.Total)
			}
			n := r.stationNode(&s.cable, p.group, p.i)
			w.nodes[p.group.First+p.i] = lan.Node{PLCA: n.PLCA, Latency: n.Latency, Phase: n.Phase}
			members = append(members, member{r.nameOf(p), p.group.plca, p.i})
		default:
			n := r.nodeOn(&s.cable, p.port.plca, &p.port.transceiver, 0)
			p.port.node = lan.Node{PLCA: n.PLCA, Latency: n.Latency, Phase: n.Phase}
			members = append(members, member{r.nameOf(p), p.port.plca, 0})
		}
	}
	r.checkPLCA(members)
}

// segment returns the cable or star that one end of a wire is, or nil.
func (w *wire) segment() *segment {
	if k := w.tap(); k >= 0 {
		return w.ends[k].segment
	}
	return nil
}

// repeats returns a wire by which a repeater is plugged into a segment, or nil.
func (r *reader) repeats(s *segment) *wire {
	for i := range r.net.wires {
		w := &r.net.wires[i]
		if w.segment() == s && w.ends[1-w.tap()].device != nil && w.ends[1-w.tap()].device.kind == repeater {
			return w
		}
	}
	return nil
}

// checkPossibleIn reports entries of the timeline that the engine of such a bus does not have.
func (r *reader) checkPossibleIn() {
	multidrop := func(s lan.Segment) bool { return s.Multidrop != nil }
	if len(r.Problems.List) > 0 || !slices.ContainsFunc(r.scenario.wiring.segments, multidrop) {
		return
	}
	tried := map[slot]bool{}
	for _, e := range r.timeline {
		if len(e.Changes) == 0 || tried[slotOf(&e.Changes[0])] || e.Changes[0].Kind == medium.Ether { // it may depend on those before
			continue
		}
		tried[slotOf(&e.Changes[0])] = true
		c := r.scenario.LAN()
		c.Timeline = e.Changes[:1]
		if _, err := lan.New(*c); errors.Is(err, medium.ErrRefused) {
			r.Fail(e.node.Get(e.action.key), "%s", t1s.WhyNot(e.Changes[0].Kind))
		}
	}
}
