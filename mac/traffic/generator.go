package traffic

import (
	"math/rand/v2"
	"slices"

	"github.com/csmacd/csmacd/phy"
)

// Arrival is a frame that a [Generator] makes.
type Arrival struct {
	At     phy.Time // the instant at which it is queued at the station
	Octets int      // its size, from destination address to FCS
	To     To       // its destination; the zero value is a random other station
	Ref    uint64   // an identifier chosen by the program, which events show; 0: none
}

// Generator is traffic that a program makes itself; [From] makes a source of it. Each station needs
// a generator of its own. Random numbers should come from r, the station's stream of arrivals, so
// that the run is the same each time.
//
// A medium ends its run with an error if a generator makes more than [MostAtOnce] frames at one
// instant, a frame of a size that the line does not accept, or a frame for a station that does not
// exist.
type Generator interface {
	// Next returns the arrival after the one at last. It is called once before the run, with
	// last 0 (or when the station joins, with that instant), and then after each arrival that it has returned. An instant before last counts as
	// last. ok is false when there are no more.
	Next(last phy.Time, r rand.Source) (a Arrival, ok bool)
}

// ClosedLoop is a [Generator] whose frames follow from the departure of earlier ones, such as
// a window of requests.
type ClosedLoop interface {
	Generator
	// Departed is called when a frame of the generator has left the station at now: it was sent,
	// or dropped after its last attempt, or refused because the queue was full. Departed returns the
	// arrival that follows from it, besides those of Next; ok is false when there is none. An instant
	// before now counts as now.
	Departed(now phy.Time, r rand.Source) (a Arrival, ok bool)
}

// MostAtOnce limits the arrivals that a [Generator] may make at one instant. A generator that makes
// more is considered stuck: the run would never leave that instant.
const MostAtOnce = 1 << 20

// coming holds the arrivals that a generator has made and that are still to come, by time, and in
// the order in which they were made.
type coming struct{ list []pending }

type pending struct {
	Arrival
	next bool // made by Next, which is asked again after it
}

func (c *coming) first() *Arrival { return &c.list[0].Arrival }

// add keeps an arrival, moved to least if it is earlier, and returns its instant.
func (c *coming) add(a Arrival, least phy.Time, next bool) phy.Time {
	a.At = max(a.At, least)
	i := len(c.list)
	for i > 0 && c.list[i-1].At > a.At {
		i--
	}
	c.list = slices.Insert(c.list, i, pending{a, next})
	return a.At
}

func (s *Source) ownFirst(st *State, from phy.Time, r rand.Source) phy.Time {
	st.coming = new(coming)
	return s.ask(st, from, r)
}

// ownNext removes the current arrival and asks for the one after it.
func (s *Source) ownNext(st *State, last phy.Time, r rand.Source) phy.Time {
	next := st.coming.list[0].next
	st.coming.list = slices.Delete(st.coming.list, 0, 1)
	if !next {
		return phy.Forever
	}
	return s.ask(st, last, r)
}

func (s *Source) ask(st *State, last phy.Time, r rand.Source) phy.Time {
	if a, ok := s.Own.Next(last, r); ok && a.At < phy.Forever {
		return st.coming.add(a, last, true)
	}
	return phy.Forever
}

func (s *Source) ownDeparted(st *State, now phy.Time, r rand.Source) phy.Time {
	if g, ok := s.Own.(ClosedLoop); ok {
		if a, ok := g.Departed(now, r); ok && a.At < phy.Forever {
			return st.coming.add(a, now, false)
		}
	}
	return phy.Forever
}
