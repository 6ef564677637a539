package domain

import (
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// wire is the condition of a cable that has had a fault. A fault concerns what is sent from its
// instant on. What was sent before goes on to every tap.
type wire struct {
	now, next condition // next, until it takes effect
}

// condition is the state of a cable: its length and its faults.
type condition struct {
	length  phy.Time
	cut     bool
	cutAt   phy.Time
	short   bool
	shortAt phy.Time
	missing medium.Ends
}

// intact reports whether a cable has no fault, though it may have had one.
func (w *wire) intact() bool { return w == nil || w.now == condition{length: w.now.length} }

// part is a part of a cable between open ends or terminators.
type part struct {
	from, to phy.Time // the taps that it has
	open     [2]phy.Time
	ends     int // number of open ends
}

// partAt returns the part of a cable that has a place. A tap at the place of a cut is to its left.
func (w *condition) partAt(pos phy.Time) (p part, dead bool) {
	p = part{from: -phy.Forever, to: phy.Forever}
	open := func(at phy.Time) {
		p.open[p.ends] = at
		p.ends++
	}
	left := w.cut && pos <= w.cutAt
	right := w.cut && pos > w.cutAt
	if w.missing&medium.LeftEnd != 0 && !right {
		open(0)
	}
	if w.cut {
		open(w.cutAt)
		if left {
			p.to = w.cutAt
		} else {
			p.from = w.cutAt + 1
		}
	}
	if w.missing&medium.RightEnd != 0 && !left {
		open(w.length)
	}
	return p, w.short && p.from <= w.shortAt && w.shortAt <= p.to
}

// enters lets a signal begin on a cable that has a fault. It returns false if nobody hears it.
func (n *Network) enters(c *channel, k uint32) bool {
	s := n.at(k)
	if s.echo {
		return true
	}
	p, dead := c.wire.now.partAt(s.pos)
	if s.hushed = s.hushed || dead; s.hushed {
		return false
	}
	if c.wire.now.cut {
		s.bounded, s.first, s.last = true, p.from, p.to
	}
	return true
}

// reflect makes the echoes of a signal that begins now at the open ends of its part of the cable.
func (n *Network) reflect(c *channel, k uint32) {
	p, _ := c.wire.now.partAt(n.at(k).pos)
	for _, end := range p.open[:p.ends] {
		n.echo(c, k, end)
	}
}

// echo makes an echo of a signal, from now on, at an open end. It seems to come from the mirror image
// of its sender.
func (n *Network) echo(c *channel, k uint32, end phy.Time) {
	s := n.at(k)
	e := signal{
		start: n.now, end: phy.Forever, pos: 2*end - s.pos, header: s.header, bit: s.bit, frame: s.frame, source: s.source, repeater: s.repeater,
		only: none, group: s.group, again: n.pass > 0, echo: true, stray: s.stray, bounded: s.bounded, first: s.first, last: s.last, of: s.number,
	}
	n.sound(c.index, n.pool.signal(e))
}

// endParts ends what ends with a signal: its echoes.
func (n *Network) endParts(c *channel, number uint64) {
	for j := 0; j < len(c.signals); j++ {
		if s := n.at(c.signals[j]); s.of == number && !s.ended {
			s.jammed = true
			n.silence(c.index, c.signals[j])
		}
	}
}

// rewire brings the signals of a cable that are being sent into line with its new condition.
func (n *Network) rewire(c *channel) {
	was := c.wire.now
	c.wire.now = c.wire.next
	if c.wire.now == was {
		return
	}
	for _, k := range slices.Clone(c.signals) {
		s := n.at(k)
		if s.ended || s.of > 0 || n.endsNow(k) {
			continue
		}
		before, _ := was.partAt(s.pos)
		p, dead := c.wire.now.partAt(s.pos)
		if dead {
			n.hush(c, k)
			continue
		}
		n.confine(c, k, p)
		n.confineEchoes(c, k, p, was.leaves(&c.wire.now, &p))
		for _, end := range p.open[:p.ends] {
			if s := n.at(k); !before.opens(end) && (!s.bounded || s.first-1 <= end && end <= s.last) {
				n.echo(c, k, end)
			}
		}
	}
}

// leaves returns the place of a right end that is open no longer since the cable has another length, and its end is
// still open; -1: there is none.
func (w *condition) leaves(next *condition, p *part) phy.Time {
	if w.missing&next.missing&medium.RightEnd == 0 || w.length == next.length || p.opens(w.length) || !p.opens(next.length) {
		return -1
	}
	return w.length
}

// confineEchoes does the same for the echoes of a signal. Those from ends that are no longer in its part of
// the cable end, and those from an end that has moved.
func (n *Network) confineEchoes(c *channel, k uint32, p part, moved phy.Time) {
	s := n.at(k)
	number, pos := s.number, s.pos
	for j := 0; j < len(c.signals); j++ {
		e := n.at(c.signals[j])
		if e.of != number || !e.echo || e.ended {
			continue
		}
		if end := (e.pos + pos) / 2; end >= p.from-1 && end <= p.to && end != moved {
			n.confine(c, c.signals[j], p)
			continue
		}
		e.jammed = true
		n.silence(c.index, c.signals[j])
	}
}

// endsNow reports whether a signal has been sent to its end, at this instant. A fault does not concern it.
func (n *Network) endsNow(k uint32) bool {
	s := n.at(k)
	switch {
	case s.stray:
		return false
	case s.ofStation():
		tx := &n.stations[s.source].tx
		return tx.signal == k && tx.end == n.now
	}
	r := &n.repeaters[s.repeater]
	return r.over && r.endAt == n.now
}

// opens reports whether a part has an open end at a place.
func (p *part) opens(end phy.Time) bool { return slices.Contains(p.open[:p.ends], end) }

// hush ends a signal of a cable although its sender goes on.
func (n *Network) hush(c *channel, k uint32) {
	s := n.at(k)
	s.jammed, s.hushed = true, false // it was heard until now
	n.silence(c.index, k)
	if i := s.source; s.ofStation() && !s.stray && n.stations[i].state == sending && n.stations[i].tx.signal == k {
		tx := &n.stations[i].tx
		tx.hushed, tx.hushedAt = true, n.now
	}
}

// confine makes a signal go on in a part of its cable only. What was heard elsewhere ends.
func (n *Network) confine(c *channel, k uint32, p part) {
	s := n.at(k)
	from, to := phy.Time(-phy.Forever), phy.Time(phy.Forever)
	if s.bounded {
		from, to = s.first, s.last
	}
	s.bounded, s.first, s.last = from > -phy.Forever || to < phy.Forever || p.from > from || p.to < to, max(from, p.from), min(to, p.to)
	if s.first > from {
		n.sever(c, k, from, s.first-1)
	}
	if s := n.at(k); s.last < to {
		n.sever(c, k, s.last+1, to)
	}
}

// sever ends a signal for the taps between two places.
func (n *Network) sever(c *channel, k uint32, from, to phy.Time) {
	s := *n.at(k)
	s.bounded, s.first, s.last = true, from, to
	s.end, s.ended, s.jammed, s.flight, s.of = n.now, true, true, 0, s.number
	s.skip, s.brief, s.mute, s.soon, s.early = nil, nil, nil, nil, nil
	j := n.pool.signal(s)
	c.signals = append(c.signals, j)
	c.lastEnd = max(c.lastEnd, n.now)
	c.changed = true
	c.anew()
	n.quiet = max(n.quiet, n.now+n.reach(c, n.at(j)))
	n.watch.fall(n, c, j)
	for _, p := range c.ports {
		if s := n.at(j); n.reaches(s, p) {
			n.edge(p, portFall, j, abs(n.ports[p].pos-s.pos))
		}
	}
}

// lengthOf returns the length of a cable.
func (n *Network) lengthOf(s *segment) phy.Time {
	if s.channel >= 0 && n.channels[s.channel].wire != nil {
		return n.channels[s.channel].wire.next.length
	}
	return max(s.Delay, s.far)
}

// lengthsAt returns the length that a cable has at an instant, by the changes that are to come, and when it gets the
// next one.
func (n *Network) lengthsAt(s *segment, at phy.Time) (length, next phy.Time) {
	length, next = n.lengthOf(s), phy.Forever
	since := phy.Time(-1)
	planned := n.changes.All()
	for i := range planned {
		c := &planned[i]
		if c.Kind != medium.Length || c.At < n.now {
			continue
		}
		if k, ok := n.segmentNamed(c.Segment); !ok || &n.segments[k] != s {
			continue
		}
		if c.At > at {
			next = min(next, c.At)
		} else if c.At >= since {
			length, since = c.Place, c.At
		}
	}
	return length, next
}

// roomFrom returns the shortest length that a cable has from an instant on, by the changes that are to come.
func (n *Network) roomFrom(s *segment, at phy.Time) phy.Time {
	length, next := n.lengthsAt(s, at)
	for next < phy.Forever {
		var other phy.Time
		other, next = n.lengthsAt(s, next)
		length = min(length, other)
	}
	return length
}
