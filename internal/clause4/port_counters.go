package clause4

// PortCounters are the counters of a repeater's port (RFC 2108, 3.2), without rptrMonitorPort.
type PortCounters struct {
	ReadableFrames, ReadableOctets            uint64
	FCSErrors, AlignmentErrors, FrameTooLongs uint64
	ShortEvents, Runts                        uint64
	Collisions, LateEvents, VeryLongEvents    uint64
	DataRateMismatches, AutoPartitions        uint64
	Isolates                                  uint64
}

// The limits of RFC 2108, within the tolerances that it has, and of 4.4.2.1.
const (
	shortEventMaxTime  = 82  // bits; a ShortEvent is shorter
	lateEventThreshold = 512 // bits
	minFrameSize       = 64
	maxFrameSize       = 1518
)

// event is a CarrierEvent of a port: a stretch of foreign carrier.
type event struct {
	on        bool
	collision bool // CollisionEvent: CollIn(X) during it
	late      bool
}

// watch counts the CarrierEvents of the port. began reports whether a collision has begun at this
// instant.
func (p *port) watch(collides, began bool) {
	if !p.receives() {
		if p.event.on && !p.off {
			p.countEvent()
		}
		p.event = event{}
		return
	}
	p.event.on = true
	p.event.collision = p.event.collision || collides
	p.event.late = p.event.late || began && p.r.m.now-p.tap.rise > lateEventThreshold*p.r.n.bit
}

// countEvent counts a CarrierEvent that ends now.
func (p *port) countEvent() {
	t, e, c, n := &p.tapWas, p.event, &p.counters, &p.r.n
	duration := p.r.m.now - t.rise
	first := &p.r.m.signals[t.first]
	bits := int(max(0, duration-t.header) / first.bit)
	whole := t.signals == 1 && first.whole && !t.clipped
	if whole && p.r.m.harmed(t.first) {
		whole, bits = false, first.found(int(duration/first.bit))
	}
	isFalse := p.falseCarrier(t)
	if isFalse { // nothing follows a delimiter
		whole, bits = false, 0
	}
	p.carrierEnds(duration, isFalse)
	octets, excessBits := bits/8, bits%8
	switch {
	case duration < shortEventMaxTime*n.bit:
		c.ShortEvents++
	case octets > maxFrameSize:
		c.FrameTooLongs++
	case e.collision:
	case octets < minFrameSize:
		c.Runts++
	case whole:
		c.ReadableFrames++
		c.ReadableOctets += uint64(octets)
	case excessBits > 0:
		c.AlignmentErrors++
	default:
		c.FCSErrors++
	}
	if e.collision {
		c.Collisions++
	}
	if e.late {
		c.LateEvents++
	}
	if duration > min(n.lockup, n.jabber) {
		c.VeryLongEvents++
	}
}
