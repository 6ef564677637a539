package recount

import (
	"cmp"
	"math"
	"slices"
)

// A port of a hub shows no receptions, but what it receives is what the other ends of its link or cable send, so much later as the
// signal takes. Those are the attempts of stations and the outputs of other hubs.

// signal is what an end of a segment sends.
type signal struct {
	from, to ps
	whole    bool // sent to its end, without jam
	over     bool
}

// hubCount follows the outputs of a hub.
type hubCount struct {
	*hub
	warmup ps
	ports  map[string]*portCount

	sending map[string]bool
	jamming map[string]bool // ports that have sent jam in this activity
	broken  bool            // the jabber lockup protection has interrupted an output
	entries int64
	looks   []look
}

// look is when a hub looks at its inputs again, after its recovery time.
type look struct {
	at   ps
	shut map[string]bool // ports that are partitioned or disabled
}

// portCount is what a port does.
type portCount struct {
	*hubPort
	outputs              []signal
	partitioned, enabled bool
	isolated             bool
	partitions, isolates int64
}

func newHub(h *hub, n *network) *hubCount {
	x := &hubCount{hub: h, warmup: n.warmup, ports: map[string]*portCount{}, sending: map[string]bool{}, jamming: map[string]bool{}}
	for _, p := range h.ports {
		x.ports[p.name] = &portCount{hubPort: p, enabled: true}
	}
	return x
}

func (h *hubCount) observe(e *event) {
	if e.Event == "mjlp" {
		h.broken = true
	}
	p := h.ports[e.Station]
	if p == nil {
		return
	}
	switch e.Event {
	case "repeat_start":
		p.outputs = append(p.outputs, signal{from: e.Ps, to: math.MaxInt64})
		h.sending[p.name] = true
	case "repeat_jam":
		h.jam(p, e.Ps)
	case "repeat_end":
		s := &p.outputs[len(p.outputs)-1]
		s.to, s.whole, s.over = e.Ps, e.OK, true
		if delete(h.sending, p.name); len(h.sending) == 0 {
			clear(h.jamming)
			h.recover(e.Ps)
		}
	case "partition":
		switch {
		case e.Why != "":
			p.isolated = true
			p.isolates += h.counts(e.Ps)
		default:
			p.partitioned = true
			p.partitions += h.counts(e.Ps)
		}
	case "reconnect":
		if e.Why != "" {
			p.isolated = false
		} else {
			p.partitioned = false
		}
	case "change":
		if e.Change == "port_off" {
			p.enabled = !e.On
		}
	}
}

// recover notes that all outputs have ended.
func (h *hubCount) recover(at ps) {
	if h.recovery == 0 {
		return
	}
	l := look{at + h.recovery*h.bit, map[string]bool{}}
	for _, p := range h.ports {
		l.shut[p.name] = p.partitioned || p.isolated || !p.enabled
	}
	h.looks = append(h.looks, l)
}

// among returns when a hub finds an input together with another as it looks again: both are in collision then.
func (c *recounter) among(h *hubCount, p *portCount, x input) (list []interval) {
	in := func(x input, at ps) bool { return x.rose <= at && at < x.fell }
	for _, l := range h.looks {
		if !in(x, l.at) || l.shut[p.name] {
			continue
		}
		for _, q := range h.ports {
			if q != p && !l.shut[q.name] && slices.ContainsFunc(c.inputs(q), func(y input) bool { return in(y, l.at) }) {
				list = append(list, interval{l.at, l.at + 1})
				break
			}
		}
	}
	return list
}

func (h *hubCount) counts(at ps) int64 {
	if at >= h.warmup {
		return 1
	}
	return 0
}

// jam notes that a port begins to jam. In the state RECEIVE COLLISION the port that is received sends no jam. In TRANSMIT COLLISION
// all do. So the state is entered once in each activity in which all ports jam: from ONE PORT LEFT it is not entered anew.
func (h *hubCount) jam(p *portCount, at ps) {
	if h.jamming[p.name] {
		return
	}
	h.jamming[p.name] = true
	for _, p := range h.ports {
		if p.enabled && !h.jamming[p.name] {
			return
		}
	}
	if at-h.hub.jam*h.bit >= h.warmup {
		h.entries++
	}
}

// cut returns the time after which an input is cut, at 100 Mb/s.
func (h *hub) cut() ps {
	if h.bit == 100_000 {
		return math.MaxInt32 * us
	}
	return h.mjlp * h.bit
}

// input is what a port receives without a pause.
type input struct {
	rose, fell ps
	signals    []signal
}

// inputs returns what a port receives. An input may go on at the end of the run, or come after it.
func (c *recounter) inputs(p *portCount) (list []input) {
	var heard []signal
	for _, e := range p.seg.ends {
		if e.name == p.name {
			continue
		}
		d := max(e.at-p.at, p.at-e.at)
		var sent []signal
		if e.port != nil {
			sent = c.hubs[e.name].ports[e.name].outputs
		} else {
			for _, a := range c.lines[c.macs[e.name].line].tries {
				if a.by.name == e.name {
					sent = append(sent, signal{a.start, a.end, a.ok, a.over})
				}
			}
		}
		for _, s := range sent {
			if s.from += d; s.over {
				s.to += d
			} else {
				s.to = math.MaxInt64
			}
			heard = append(heard, s)
		}
	}
	slices.SortFunc(heard, func(a, b signal) int { return cmp.Compare(a.from, b.from) })
	for _, s := range heard {
		if n := len(list); n > 0 && s.from <= list[n-1].fell {
			x := &list[n-1]
			x.signals, x.fell = append(x.signals, s), max(x.fell, s.to)
			continue
		}
		list = append(list, input{s.from, s.to, []signal{s}})
	}
	return list
}

// unjammed returns 1 if a hub may have entered TRANSMIT COLLISION so late that its jam is after the end of the run: if an input began
// then.
func (c *recounter) unjammed(h *hub) int64 {
	for _, p := range c.hubs[h.ports[0].name].ports {
		for _, x := range c.inputs(p) {
			for _, s := range x.signals {
				if s.from < c.duration && s.from >= c.duration-h.jam*h.bit {
					return 1
				}
			}
		}
	}
	return 0
}

// meetings returns when the port is in collision during an input: while it sends, and on a cable also while there are several signals.
// A port that jabbers is cut after some time, and is not in collision any more.
func (p *portCount) meetings(x input, cut ps) (list []interval) {
	x.fell = min(x.fell, x.rose+cut)
	for _, o := range p.outputs {
		if o.from < x.fell && x.rose < o.to {
			list = append(list, interval{max(o.from, x.rose), min(o.to, x.fell)})
		}
	}
	if p.seg.kind != "link" {
		for i, s := range x.signals {
			for _, o := range x.signals[:i] {
				if o.from < s.to && s.from < o.to {
					list = append(list, interval{max(o.from, s.from), min(o.to, s.to)})
				}
			}
		}
	}
	return list
}

// late reports whether a collision begins more than 512 bits into an input.
func late(x input, meetings []interval, bit ps) bool {
	slices.SortFunc(meetings, func(a, b interval) int { return cmp.Compare(a.from, b.from) })
	end := ps(-1)
	for _, m := range meetings {
		if m.from > end && m.from-x.rose > 512*bit {
			return true
		}
		end = max(end, m.to)
	}
	return false
}

// received returns the counters of a port (clause 30.4.3).
func (c *recounter) received(h *hubCount, p *portCount) map[string]int64 {
	count := map[string]int64{}
	for _, x := range c.inputs(p) {
		if x.fell < c.warmup || x.fell >= c.duration {
			continue
		}
		length := x.fell - x.rose
		meetings := append(p.meetings(x, h.cut()), c.among(h, p, x)...)
		bits := length/h.bit - 64
		octets := bits / 8
		if length > h.mjlp*h.bit {
			count["VeryLongEvents"]++
		}
		switch {
		case length < 82*h.bit:
			count["ShortEvents"]++
		case octets > 1518:
			count["FramesTooLong"]++
		case len(meetings) > 0:
		case octets < 64:
			count["Runts"]++
		case len(x.signals) == 1 && x.signals[0].whole:
			count["ReadableFrames"]++
			count["ReadableOctets"] += octets
		case bits%8 > 0:
			count["AlignmentErrors"]++
		default:
			count["FrameCheckSequenceErrors"]++
		}
		if len(meetings) > 0 {
			count["Collisions"]++
		}
		if late(x, meetings, h.bit) {
			count["LateEvents"]++
		}
	}
	return count
}

// repeaters sets the figures of hubs.
func (c *recounter) repeaters() {
	for _, h := range c.network.hubs {
		x, at := c.hubs[h.ports[0].name], "/devices/"+h.name
		c.want.between(at+"/TransmitCollisions", x.entries, x.entries+c.unjammed(h))
		if x.broken || c.bad {
			c.want.any(at + "/TransmitCollisions")
		}
		for _, port := range h.ports { // LateEvents: whether a collision goes on while an output is interrupted, nobody says
			p, at := x.ports[port.name], at+"/ports/"+port.to
			c.want.is(at+"/partitioned", p.partitioned)
			c.want.is(at+"/enabled", p.enabled)
			c.want.exact(at+"/counters/AutoPartitions", p.partitions)
			c.want.exact(at+"/counters/Isolates", p.isolates)
			c.want.exact(at+"/counters/DataRateMismatches", 0)
			count := c.received(x, p)
			for _, name := range []string{"ReadableFrames", "ReadableOctets", "FrameCheckSequenceErrors", "AlignmentErrors", "FramesTooLong",
				"ShortEvents", "Runts", "Collisions", "LateEvents", "VeryLongEvents"} {
				if c.want.exact(at+"/counters/"+name, count[name]); c.bad || x.broken && name == "LateEvents" {
					c.want.any(at + "/counters/" + name)
				}
			}
		}
	}
}
