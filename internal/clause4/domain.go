package clause4

import "github.com/csmacd/csmacd/phy"

// repeaters makes the repeaters of a network. It returns the places of the stations with those of
// the repeaters' ports after them.
func (c *Config) repeaters(m *model, sc *scale, bit phy.Time, places []place) []place {
	var ends int
	for _, r := range c.Repeaters {
		ends += len(r.Ports)
	}
	ends += len(places)
	if len(c.Timeline) > 0 {
		ends *= 2 * c.waysOf()
	}
	for i, from := range c.Repeaters {
		r := &repeater{m: m, number: i, n: sc.repeater(from, bit), outputSince: never, dataStart: never}
		for k, plug := range from.Ports {
			p := &port{
				r: r, number: k, end: len(places), off: plug.Disabled,
				disabled: plug.Disabled,
				tap:      tap{heard: make([]signalNumber, ends)},
				tapWas:   tap{heard: make([]signalNumber, ends)},
				outStart: never, jamStart: never,
				collisionSince: never, cleanSince: never, outputSince: never,
			}
			if from.Worst && plug.Segment < len(c.Segments) {
				s := &c.Segments[plug.Segment]
				p.transmittingEnd = sc.steps("variability of a transmitting end", s.TransmittingEnd)
				p.middle = sc.steps("variability of a middle segment", s.Middle)
			}
			places = append(places, place{plug.Segment, sc.steps("place of a port", plug.Place)})
			r.ports = append(r.ports, p)
			m.ports = append(m.ports, p)
		}
		m.repeaters = append(m.repeaters, r)
	}
	c.check(sc, places)
	return places
}

// repeater converts the numbers of a repeater.
func (c *scale) repeater(r Repeater, bit phy.Time) repeaterNumbers {
	b := c.steps("bit time", bit)
	limit := func(what string, t phy.Time) instant {
		if t == 0 {
			return never
		}
		return c.steps(what, t)
	}
	if len(r.Ports) == 0 {
		c.fail("repeater %s has no ports", r.Name)
	}
	return repeaterNumbers{
		delay:          c.steps("delay of a repeater", r.Delay),
		jamDelay:       c.steps("jam delay", r.JamDelay),
		jamEnd:         c.steps("end of a jam", r.JamEnd),
		recovery:       c.steps("recovery", r.Recovery),
		partitionAfter: r.PartitionAfter,
		partitionLong:  limit("limit of a long collision", r.PartitionLong),
		reconnect:      c.steps("activity that reconnects", r.Reconnect),
		reconnectSend:  r.ReconnectSend,
		lockup:         limit("limit of lockup protection", r.Lockup),
		jabber:         limit("limit of jabber", r.Jabber),
		falseCarriers:  r.FalseCarriers,
		shortest:       96 * b,
		lockupBreak:    96 * b,
		header:         64 * b,
		bit:            b,
	}
}

// check finds ends that do not fit their segments.
func (c *Config) check(sc *scale, places []place) {
	ends := make([]int, max(1, len(c.Segments)))
	for i, p := range places {
		if p.segment < 0 || p.segment >= len(ends) {
			sc.fail("end %d is on segment %d, which does not exist", i, p.segment)
			continue
		}
		ends[p.segment]++
	}
	for i, s := range c.Segments {
		if s.Link && ends[i] != 2 {
			sc.fail("link %s has %d ends", s.Name, ends[i])
		}
	}
	for _, s := range c.Stations {
		if s.Full && (s.Segment >= len(c.Segments) || !c.Segments[s.Segment].Link) {
			sc.fail("station %s is full duplex and not on a link", s.Name)
		}
	}
	if c.Star && len(c.Segments) > 0 {
		sc.fail("a star has no segments")
	}
}
