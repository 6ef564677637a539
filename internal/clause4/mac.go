package clause4

import (
	"errors"
	"slices"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// MAC is the MAC of one station by itself: the processes of 4.2.8 above another physical layer than a
// cable, which tells it carrierSense and collisionDetect. Its step is a picosecond. The methods are the
// phases of an instant (see model.instant), and a model of the physical layer calls them in their order.
type MAC struct{ s *station }

// NewMAC returns the MAC of a station. Its place and its segment do not matter.
func NewMAC(number int, from Station) (*MAC, error) {
	frames := from.Frames
	from.Place, from.Segment, from.Full = 0, 0, false
	from.Frames = slices.Clone(frames)
	for k := range from.Frames {
		from.Frames[k].To = int(medium.Broadcast) // the one station knows no others
	}
	c := Config{Stations: []Station{from}, Step: 1}
	m, err := c.model()
	if err != nil {
		return nil, err
	}
	s := m.stations[0]
	if s.n.NoBlindStart {
		return nil, errors.New("a start that carrier prevents is not modelled here")
	}
	s.number, s.alone, s.lateCarrier = int32(number), true, true
	for k := range s.arrivals {
		s.arrivals[k].frame.Source, s.arrivals[k].frame.Destination = s.number, int32(frames[k].To)
	}
	return &MAC{s}, nil
}

// Settle is phase 1 of an instant: frames arrive, transmissions and backoffs end. The bits that ended
// since the instant before, at which nothing else happened, end first.
func (a *MAC) Settle(now phy.Time) {
	s := a.s
	for s.transmitting && s.nextBit() < instant(now) {
		s.m.now = s.nextBit()
		s.endOfBit()
	}
	s.m.now = instant(now)
	s.frameArrival()
	s.endOfBit()
	s.transmitLinkMgmt()
}

// Power switches the station off or on, before phase 1 of an instant. What it was sending ends, and its frames
// are lost.
func (a *MAC) Power(now phy.Time, off bool) {
	s := a.s
	for s.transmitting && s.nextBit() < instant(now) {
		s.m.now = s.nextBit()
		s.endOfBit()
	}
	s.m.now, s.off = instant(now), off
	s.settleFaults()
}

// Readdress calls a function for each frame that is queued or being sent: stations get other addresses.
func (a *MAC) Readdress(f func(*medium.Frame)) {
	f(&a.s.frame)
	for i := range a.s.queue {
		f(&a.s.queue[i])
	}
}

// Gap is phase 2: the parts of the gap end.
func (a *MAC) Gap() { a.s.deferenceTimers() }

// Start is phase 3: a frame that waits starts, if it may.
func (a *MAC) Start() { a.s.startTransmit() }

// Transmitting reports whether the MAC transmits.
func (a *MAC) Transmitting() bool { return a.s.transmitting }

// Succeeding reports whether the transmission, or the last one, met no collision.
func (a *MAC) Succeeding() bool { return a.s.transmitSucceeding }

// Frame returns the frame of the transmission, or of the last one.
func (a *MAC) Frame() medium.Frame { return a.s.frame }

// Listen is phase 4: the MAC is told carrierSense and collisionDetect.
func (a *MAC) Listen(carrier, collision bool) {
	s := a.s
	s.collisionDetect = collision
	if carrier == s.carrierSense {
		return
	}
	s.carrierSense = carrier
	kind := medium.CarrierOn
	if !carrier {
		kind = medium.CarrierOff
		s.silentSince, s.wasBusy = s.m.now, true
	}
	s.write(medium.Event{Kind: kind})
}

// Defer is the part of phase 5 in which deferring and gaps begin. It reports whether a gap of no length
// has begun, after which phases 2 to 5 come again.
func (a *MAC) Defer() (again bool) { return a.s.deference() }

// Watch is the rest of phase 5: collisions are detected. It is the last time at this instant unless the
// phases come again.
func (a *MAC) Watch(again bool) {
	a.s.watchForCollision()
	if !again {
		a.s.noteCarrier()
		a.s.noteDeferral()
	}
}

// Next returns the next instant at which a timer or a transmission ends, a jam begins or a frame arrives,
// or [phy.Forever].
func (a *MAC) Next() phy.Time {
	s := a.s
	next := s.nextWait()
	switch {
	case s.transmitting && s.newCollision:
		next = min(next, s.nextBit())
	case s.transmitting:
		bits := s.lastTransmitBit
		if s.inHeader {
			bits += s.n.headerBits
		}
		next = min(next, s.nextBit()+instant(bits-s.currentTransmitBit)*s.sent.bit)
	}
	if next == never {
		return phy.Forever
	}
	return phy.Time(next)
}

// Received counts a reception (4.2.9).
func (a *MAC) Received(why medium.Why, octets, excessBits int, to int32) {
	a.s.layerMgmtReceiveCounters(why, octets, excessBits, to)
}

// Write writes an event of this instant.
func (a *MAC) Write(e medium.Event) { a.s.write(e) }

// Events returns the events since the last call.
func (a *MAC) Events() []medium.Event {
	events := a.s.m.events
	a.s.m.events = nil
	return events
}

// Counters returns the counters of the station.
func (a *MAC) Counters() mac.Counters { return a.s.counters }

// Rules returns the rules of the station.
func (a *MAC) Rules() mac.Params { return a.s.n.Params }
