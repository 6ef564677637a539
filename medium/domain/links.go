package domain

import (
	"slices"

	"github.com/csmacd/csmacd/medium/internal/noise"
	"github.com/csmacd/csmacd/phy"
)

// links are the bit errors of the links of a hub. What the hub sends is one signal for all of its stations. Those to which
// an error damages it hear a signal of their own instead, from its end on. Which these are is not asked link by link: the
// next error of each is known.
type links struct {
	of       []link  // by station
	next     []flaw  // a heap, by slots
	stale    bool    // it has to be made anew
	affected []int32 // scratch: the stations to which a signal is damaged
}

// link is the bit errors of a link: of what its ends send, and which of them its port and its station are. A link
// without a length has one end.
type link struct {
	ends     [2]*noise.Line
	down, up uint8
}

// flaw is the slot of the first error of what a port sends to a station, or one before it.
type flaw struct {
	slot    int64
	station int32
}

// linkOf returns the bit errors of the link of a port and a station.
func (n *Network) linkOf(p, i int32) *link {
	c := &n.channels[n.stations[i].channel]
	if c.links == nil {
		c.links = &links{of: make([]link, len(n.stations))}
	}
	c.links.stale = true
	x := &c.links.of[i]
	switch at := n.ports[p].pos; {
	case at > 0:
		x.down = 1
	case n.stations[i].pos > 0:
		x.up = 1
	}
	return x
}

// down returns the line of what a station's port sends, and up that of what the station sends; nil: one without errors.
func (l *links) down(i int32) *noise.Line { return l.of[i].ends[l.of[i].down] }
func (l *links) up(i int32) *noise.Line   { return l.of[i].ends[l.of[i].up] }

// lineOf returns the line of a signal; nil: one without errors, or several.
func (l *links) lineOf(s *signal) *noise.Line {
	switch {
	case s.ofStation():
		return l.up(s.source)
	case s.only >= 0:
		return l.down(s.only)
	}
	return nil
}

// damaged finds the stations for which bit errors damage what a hub sends until an instant. What it sends next begins no
// earlier.
func (n *Network) damaged(l *links, s *signal, end phy.Time) {
	slots, _ := n.inSlots(s, end)
	from := int64(s.start / n.bit)
	to := from + int64((slots-s.start)/n.bit)
	if l.stale {
		l.restart(from)
	}
	l.affected = l.affected[:0]
	for len(l.next) > 0 && l.next[0].slot < to {
		x := &l.next[0]
		line := l.down(x.station)
		if _, whole := n.read(line, s, end); !whole {
			l.affected = append(l.affected, x.station)
		}
		x.slot = line.Next(to)
		l.sink(0)
	}
}

// restart makes the heap of the errors from a slot on.
func (l *links) restart(from int64) {
	l.stale, l.next = false, l.next[:0]
	for i := range l.of {
		if line := l.down(int32(i)); line != nil {
			l.next = append(l.next, flaw{line.Next(from), int32(i)})
		}
	}
	for k := len(l.next)/2 - 1; k >= 0; k-- {
		l.sink(k)
	}
}

// sink moves an element of the heap to its place, which is there or below.
func (l *links) sink(k int) {
	h := l.next
	for 2*k+1 < len(h) {
		least := 2*k + 1
		if least+1 < len(h) && h[least+1].slot < h[least].slot {
			least++
		}
		if h[k].slot <= h[least].slot {
			return
		}
		h[k], h[least] = h[least], h[k]
		k = least
	}
}

// damage lets bit errors damage what a hub has sent to its stations, which ends now.
func (n *Network) damage(c *channel, k uint32) {
	l := c.links
	n.damaged(l, n.at(k), n.now)
	for _, i := range l.affected {
		if n.hears(n.at(k), i) {
			n.hearsApart(c, k, i, l.down(i))
		}
	}
}

// arrivesClean reports whether no bit error is in a frame that nobody disturbs when its hub receives it, and finds the other stations
// for which errors damage what the hub makes of it.
func (n *Network) arrivesClean(l *links, a *attempt, out, end phy.Time) bool {
	if n.rounds.affected = n.rounds.affected[:0]; l == nil {
		return true
	}
	if up := l.up(a.station); up != nil && !up.Clean(a.start, a.end) {
		return false
	}
	n.affect(l, a, output{out, end})
	return true
}

// affect finds the other stations for which errors damage what their hub makes of a frame.
func (n *Network) affect(l *links, a *attempt, o output) {
	n.damaged(l, &signal{start: o.from, header: n.stations[a.station].rules.Header}, o.out)
	l.affected = slices.DeleteFunc(l.affected, func(i int32) bool { return i == a.station })
	n.rounds.affected = append(n.rounds.affected, l.affected...)
}

// countDamaged counts what stations heard of what their hub made of a frame.
func (n *Network) countDamaged(c *channel, s *signal) {
	s.skip = c.links.affected
	for _, i := range s.skip {
		one := *s
		one.only, one.skip, one.mute, one.jammed, one.flawed = i, nil, nil, true, true
		one.found, _ = n.read(c.links.down(i), &one, one.end)
		n.countSignal(c, &one, 1)
	}
	n.countSignal(c, s, 1)
}

// arrivesCleanInTree is arrivesClean for several repeaters: errors damage the frame neither on a cable, nor on its way to a repeater. It
// is called last of what a round depends on.
func (n *Network) arrivesCleanInTree(a *attempt) bool {
	v := &n.rounds
	t, length := v.tree, a.end-a.start
	for k := range v.coaxes {
		x := &v.coaxes[k]
		c := &n.channels[x.channel]
		s := &x.next[0]
		if l := c.lineOf(&signal{pos: s.pos}); l != nil && !l.Clean(s.start, s.end) {
			return false
		}
	}
	if c := &n.channels[n.stations[a.station].channel]; c.links != nil {
		if up := c.links.up(a.station); up != nil && !up.Clean(a.start, a.end) {
			return false
		}
	}
	for k := range t.hubs {
		p := n.ports[hearingPort(t, n, a, int32(k))].far
		if p < 0 {
			continue
		}
		from := t.starts[n.ports[p].repeater]
		if l := n.ports[p].noise; l != nil && !l.Clean(from, from+length) {
			return false
		}
	}
	v.affected = v.affected[:0]
	for k := range n.repeaters {
		if r := &n.repeaters[k]; r.channel >= 0 && n.channels[r.channel].links != nil {
			n.affect(n.channels[r.channel].links, a, output{t.starts[k], t.starts[k] + length})
		}
	}
	return true
}
