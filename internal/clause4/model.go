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
	now       instant
	stations  []*station
	cable     cable
	signals   []signal // every transmission so far, by number
	events    []medium.Event
	everyStep bool
}

// Result is the result of a run.
type Result struct {
	Events   []medium.Event // in the order of rule 10, then by station
	Counters []mac.Counters // by station

	names []string
	bit   phy.Time
}

// Run runs a network. It returns an error if it cannot step the Config exactly.
func Run(c Config) (*Result, error) {
	m, err := c.model()
	if err != nil {
		return nil, err
	}
	m.run(c.Until)
	r := &Result{Events: m.events, bit: m.stations[0].n.BitTime}
	for _, s := range m.stations {
		r.Counters = append(r.Counters, s.counters)
		r.names = append(r.names, s.name)
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
			next = max(next, min(m.nextTimer(), m.cable.nextEdge(m.now)))
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
//  1. frames arrive, transmissions end and settle, backoffs end;
//  2. the parts of the interpacket gap that end now, end;
//  3. every station with a frame waiting that does not defer starts, and does not
//     know yet what its tap will carry from now on;
//  4. carriers change;
//  5. collisions are detected, jams start, part 1 of the gap starts again, deferring
//     begins, gaps begin.
//
// A gap of no length begins in phase 5 and has ended, so phase 2 comes again.
func (m *model) instant() {
	for _, s := range m.stations {
		s.frameArrival()
		s.endOfBit()
		s.transmitLinkMgmt()
	}
	for again := true; again; {
		for _, s := range m.stations {
			s.deferenceTimers()
		}
		for _, s := range m.stations {
			s.startTransmit()
		}
		for i, s := range m.stations {
			m.cable.send(m.now, i, s.sending)
		}
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
				s.noteDeferral()
			}
		}
	}
}

// nextTimer returns the next instant at which a timer ends or a frame arrives.
func (m *model) nextTimer() instant {
	next := never
	for _, s := range m.stations {
		next = min(next, s.nextTimer())
	}
	return next
}

// time returns an instant in picoseconds.
func (m *model) time(t instant) phy.Time { return phy.Time(t) * m.step }
