package clause4

import (
	"math"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// instant is a number of steps, or an instant: the number of steps since the start of the run.
type instant int64

// never is later than every instant of a run.
const never instant = math.MaxInt64

// model is a network during a run.
type model struct {
	step      phy.Time
	bit       phy.Time // of a clock that is exact
	now       instant
	stations  []*station
	repeaters []*repeater
	ports     []*port // of all repeaters
	cable     cable
	signals   []signal // every transmission so far, by number
	events    []medium.Event
	everyStep bool

	// What changes, and the segments that it changes.
	timeline      []medium.Change
	wirings       []wiring
	segmentNames  []string
	portNames     []string
	jabber, unjab instant
	strangers     map[phy.Address]int32 // the numbers of addresses that stations have left
	seed          uint64
}

// Result is the result of a run.
type Result struct {
	Events   []medium.Event // in the order of rule 10, then by station
	Counters []mac.Counters // by station

	TransmitCollisions []int            // by repeater
	Ports              [][]PortCounters // by repeater and port
	Partitioned        [][]bool         // likewise, in the end

	names []string // of stations, then of ports
	bit   phy.Time
}

// Run runs a network. It returns an error if it cannot step the Config exactly.
func Run(c Config) (*Result, error) {
	m, err := c.model()
	if err != nil {
		return nil, err
	}
	m.run(c.Until)
	r := &Result{Events: m.events, bit: m.bit}
	for _, s := range m.stations {
		r.Counters = append(r.Counters, s.counters)
		r.names = append(r.names, s.name)
	}
	for i, hub := range m.repeaters {
		r.TransmitCollisions = append(r.TransmitCollisions, hub.transmitCollisions)
		var counters []PortCounters
		var partitioned []bool
		for k, p := range c.Repeaters[i].Ports {
			r.names = append(r.names, c.Repeaters[i].Name+"/"+p.Name)
			counters = append(counters, hub.ports[k].counters)
			partitioned = append(partitioned, hub.ports[k].partitioned)
		}
		r.Ports = append(r.Ports, counters)
		r.Partitioned = append(r.Partitioned, partitioned)
	}
	return r, nil
}

// run visits one instant after another. It skips those at which no bit begins, no edge of a signal
// reaches a tap, no timer ends and no frame arrives: nothing changes there.
func (m *model) run(until phy.Time) {
	for m.time(m.now) < until {
		m.instant()
		next := m.now + 1
		if !m.everyStep {
			next = max(next, min(m.nextTimer(), m.cable.nextEdge(m.now), m.nextFault()))
		}
		if next == never {
			return
		}
		m.cable.hold(m.now+1, next)
		m.now = next
	}
}

// instant works off everything that happens at one instant, in five phases:
//
//  1. frames arrive, transmissions end and settle, backoffs end; outputs of repeaters end;
//  2. the parts of the interpacket gap that end now, end;
//  3. every station with a frame waiting that does not defer starts, and does not
//     know yet what its tap will carry from now on; outputs of repeaters begin;
//  4. carriers change, and repeaters decide;
//  5. collisions are detected, jams start, part 1 of the gap starts again, deferring
//     begins, gaps begin.
//
// Before all that, what changes at this instant changes.
//
// A gap of no length begins in phase 5 and has ended, so phase 2 comes again, as it does when a PAUSE
// frame ends a pause. A port that is reconnected may have input, so its repeater decides again.
func (m *model) instant() {
	m.cable.changed = false
	m.changes()
	for _, s := range m.stations {
		s.frameArrival()
		s.endOfBit()
		s.transmitLinkMgmt()
	}
	for _, r := range m.repeaters {
		r.timers()
	}
	for again := true; again; {
		for _, s := range m.stations {
			s.deferenceTimers()
		}
		for _, s := range m.stations {
			s.startTransmit()
		}
		for _, r := range m.repeaters {
			r.beginOutputs()
		}
		m.carriers()
		for _, s := range m.stations {
			s.listen()
		}
		again = false
		for _, s := range m.stations {
			again = s.deference() || again
		}
		for _, s := range m.stations {
			s.watchForCollision()
			if !again {
				s.noteCarrier()
				s.noteDeferral()
			}
		}
		if !again {
			for _, r := range m.repeaters {
				again = r.settle() || again
			}
		}
	}
	for _, r := range m.repeaters {
		for _, p := range r.ports {
			p.keep()
		}
	}
}

// carriers changes carriers, and lets the repeaters decide by what they see then. Where a delay is 0
// their outputs change carriers at this very instant, until nothing changes any more.
func (m *model) carriers() {
	for again := true; again; {
		for source := range m.cable.on {
			m.send(source, m.sending(source))
		}
		m.cable.still = m.isStill()
		for _, r := range m.repeaters {
			for _, p := range r.ports {
				p.listen()
			}
		}
		again = false
		for _, r := range m.repeaters {
			again = r.decide() || again
		}
	}
}

// ends returns the number of ends: stations first, then the ports of the repeaters.
func (m *model) ends() int { return len(m.cable.places) }

// sending returns what a source sends from now on.
func (m *model) sending(end int) signalNumber {
	if jabber := end - m.ends(); jabber >= 0 {
		if jabber < len(m.stations) {
			return m.stations[jabber].jab
		}
		return silence
	}
	if end < len(m.stations) {
		return m.stations[end].sending
	}
	return m.ports[end-len(m.stations)].sending
}

// nextTimer returns the next instant at which a timer ends or a frame arrives.
func (m *model) nextTimer() instant {
	next := never
	for _, s := range m.stations {
		next = min(next, s.nextTimer())
	}
	for _, r := range m.repeaters {
		next = min(next, r.nextTimer())
	}
	return next
}

// time returns an instant in picoseconds.
func (m *model) time(t instant) phy.Time { return phy.Time(t) * m.step }
