package clause4

import (
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// faults is the state of a station that faults change.
type faults struct {
	deaf, noCollision, mute, off, noSQE bool

	// A station that jabbers, and its transceiver.
	jabbers  bool
	jabSince instant // when it began
	jammed   bool    // the transceiver has cut it
	quietTo  instant // after a cut jabber, until when the transceiver sends nothing
	jab      signalNumber

	babble
}

// down reports whether the station's link is cut.
func (s *station) down() bool {
	w := &s.m.wirings[s.m.cable.places[s.number].segment]
	return w.link && w.cut
}

// hushed reports whether nothing of what the MAC sends gets out.
func (s *station) hushed() bool {
	return s.mute || s.off || s.jammed || s.m.now < s.quietTo
}

// hearsNobody reports whether the MAC is not told of foreign signals.
func (s *station) hearsNobody() bool { return s.deaf || s.off || s.down() }

// seesNoCollision reports whether the MAC is not told of collisions.
func (s *station) seesNoCollision() bool {
	return s.noCollision || s.mute || s.off || s.down() || s.m.now < s.quietTo
}

// changes does what a timeline says for this instant. What is restored at the same instant has
// never happened.
func (m *model) changes() {
	changed := false
	for _, s := range m.stations {
		s.babble.holds = !s.hushed() && !s.down() && !s.jabbers
	}
	for len(m.timeline) > 0 && m.steps(m.timeline[0].At) <= m.now {
		c := m.timeline[0]
		m.timeline = m.timeline[1:]
		m.change(c)
		changed = true
	}
	for _, s := range m.stations {
		if s.babble.fresh { // with the clock of this instant
			s.drawBabble()
		}
		changed = s.jabberTimers() || changed
		changed = s.babbleTimers() || changed
	}
	if !changed {
		return
	}
	for _, s := range m.stations {
		s.settleFaults()
	}
	for _, r := range m.repeaters {
		for _, p := range r.ports {
			p.setOff(p.disabled || p.lineDown())
			p.switchSQE()
		}
	}
	m.cable.changed = true
	for source, e := range m.cable.on {
		if e.n != silence {
			m.cable.reach[source] = m.cable.reach[source].worse(m.reachOf(source))
		}
	}
}

func (m *model) steps(t phy.Time) instant { return instant((t + m.step - 1) / m.step) }

// change sets one thing.
func (m *model) change(c medium.Change) {
	w := &m.wirings[0]
	for i := range m.segmentNames {
		if m.segmentNames[i] == c.Segment {
			w = &m.wirings[i]
		}
	}
	var s *station
	for _, other := range m.stations {
		if other.name == c.Station {
			s = other
		}
	}
	m.show(c, s)
	switch c.Kind {
	case medium.Cut:
		w.cut, w.cutAt = c.On, instant(c.Place/m.step)
	case medium.Short:
		w.short, w.shortAt = c.On, instant(c.Place/m.step)
	case medium.Terminator:
		w.left, w.right = c.Missing&medium.LeftEnd != 0, c.Missing&medium.RightEnd != 0
	case medium.Length:
		w.length = instant(c.Place / m.step)
		w.cut = w.cut && w.cutAt <= w.length // what is taken away takes its faults along
		w.short = w.short && w.shortAt <= w.length
	case medium.Deaf:
		s.deaf = c.On
	case medium.NoCollision:
		s.noCollision = c.On
	case medium.Mute:
		s.mute = c.On
	case medium.NoSQE:
		s.noSQE = c.On
	case medium.PowerOff:
		s.off = c.On
	case medium.Babble:
		s.setBabble(c.Value)
	case medium.Skew:
		s.tick()
	case medium.Jabber:
		s.jabbers = c.On
	case medium.Ether:
		m.setEther(s, c.Address)
	case medium.PortOff:
		m.portNamed(c.Port).disabled = c.On
	case medium.PortSQETest:
		m.portNamed(c.Port).sqeNext = c.On
	}
}

func (m *model) portNamed(name string) *port { return m.ports[slices.Index(m.portNames, name)] }

// show writes the event of a change.
func (m *model) show(c medium.Change, s *station) {
	e := medium.Event{At: m.time(m.now), Kind: medium.Changed, Station: medium.NoStation, ID: int32(c.Kind),
		OK: c.On || c.Missing != 0 || c.Errors != medium.Errors{} || c.Value != 0 || c.Kind == medium.Length || c.Kind == medium.Ether}
	if s != nil {
		e.Station = s.number
	}
	for i, name := range m.portNames {
		if name == c.Port {
			e.Station = int32(len(m.stations) + i)
		}
	}
	m.events = append(m.events, e)
}

// settleFaults does what follows for a station when all changes of an instant have been made.
func (s *station) settleFaults() {
	if s.off && !s.wasOff {
		s.loseAll()
	}
	s.wasOff = s.off
	switch {
	case s.jabbers && (s.jab == silence || s.babbles()) && !s.jammed:
		s.beginStray()
		s.babble.end = never
	case s.babbles():
		if s.hushed() || s.down() {
			s.endBabble()
		}
	case !s.jabbers && s.jammed:
		s.jammed, s.quietTo = false, s.m.now+s.m.unjab
	case !s.jabbers:
		s.jab = silence
	}
}

// beginStray makes the station send what does not come from its MAC.
func (s *station) beginStray() {
	s.jab, s.jabSince = s.m.newSignal(signal{frame: medium.Frame{Source: medium.NoStation}, header: instant(s.n.headerBits) * s.n.bit, bit: s.n.bit, start: s.m.now}), s.m.now
}

// jabberTimers cuts a jabber that is too long, and lets the transceiver send again. It reports
// whether something has changed.
func (s *station) jabberTimers() bool {
	if s.jab != silence && !s.babbles() && s.m.now-s.jabSince >= s.m.jabber {
		s.jab, s.jammed = silence, true
		return true
	}
	return s.quietTo > 0 && s.m.now == s.quietTo
}

// loseAll is what happens when the power goes: the transmission ends, and all frames are lost.
func (s *station) loseAll() {
	if s.transmitting {
		s.transmitting = false
		s.sending = silence
		s.writeAttempt(medium.Event{Kind: medium.TxEnd})
	}
	if s.link != noFrame {
		s.writeAttempt(medium.Event{Kind: medium.Dropped, Why: medium.Aborted})
		s.link = noFrame
	}
	for _, f := range s.queue {
		s.write(medium.Event{Kind: medium.Dropped, Frame: f, Why: medium.Aborted})
	}
	s.queue = nil
	s.deferring, s.partEnd, s.wasTransmitting = notDeferring, never, false
	s.newCollision = false
}

// nextFault returns the next instant at which a change, or a timer of a transceiver, is due.
func (m *model) nextFault() instant {
	next := never
	if len(m.timeline) > 0 {
		next = m.steps(m.timeline[0].At)
	}
	for _, s := range m.stations {
		if s.jab != silence && !s.babbles() {
			next = min(next, s.jabSince+m.jabber)
		}
		next = min(next, s.babble.end, s.babble.next)
		if s.quietTo > m.now {
			next = min(next, s.quietTo)
		}
	}
	return next
}

// lineDown reports whether the link of a port is cut.
func (p *port) lineDown() bool {
	w := &p.r.m.wirings[p.r.m.cable.places[p.end].segment]
	return w.link && w.cut
}

// setOff disables or enables a port. One that is enabled ignores what is there until it ends.
func (p *port) setOff(off bool) {
	if off == p.off {
		return
	}
	p.off = off
	if off {
		p.endOutput(false)
	} else {
		p.ignored = p.tap.on
	}
}

// timelineOf prepares the changes of a configuration.
func (c *Config) timelineOf(m *model, sc *scale, bit phy.Time) {
	m.timeline, m.seed = c.Timeline, c.Seed
	m.jabber, m.unjab = sc.steps("jabber", c.Jabber), sc.steps("end of a jabber", c.Unjab)
	for _, s := range c.Segments {
		m.segmentNames = append(m.segmentNames, s.Name)
	}
	for _, r := range c.Repeaters {
		for _, p := range r.Ports {
			m.portNames = append(m.portNames, r.Name+"/"+p.Name)
		}
	}
	for i := range m.wirings {
		w := &m.wirings[i]
		name := ""
		if i < len(m.segmentNames) {
			name = m.segmentNames[i]
		}
		w.errors = c.disturbance(name, "bit errors", bit)
		if w.link {
			w.back = c.disturbance(name, "bit errors back", bit)
		}
	}
	m.cable.second = slices.Repeat([]int{-1}, len(m.wirings))
	for end, p := range m.cable.places {
		if p.at > 0 {
			m.cable.second[p.segment] = end
		}
	}
	m.cable.ways = c.waysOf()
	m.cable.lay()
	for k := range m.wirings {
		var mirrors []instant
		for _, at := range c.mirrorsOf(k) {
			mirrors = append(mirrors, sc.steps("place of an echo", at))
		}
		m.cable.mirrors = append(m.cable.mirrors, mirrors)
	}
	for _, x := range c.Timeline {
		if x.At%m.step != 0 {
			sc.fail("a change at %v is not at a step", x.At)
		}
	}
}
