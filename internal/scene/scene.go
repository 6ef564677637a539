package scene

import (
	"errors"
	"slices"
	"sort"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// Scene is a run as it has gone so far: an observer of its network. It is used by the
// run's goroutine only.
type Scene struct {
	bit    phy.Time
	star   bool
	delay  phy.Time // of a star
	length phy.Time // of the cable
	span   phy.Time // the longest delay between two stations

	stations []station
	names    medium.Stations
	sent     []Transmission // in order of their starts
	dropped  int            // how many have been forgotten before those
	longest  phy.Time       // of those that have ended
	gap      phy.Time       // the longest of any station
	until    phy.Time       // what is before this is known
	forgot   phy.Time       // what is before this is not, any more
}

// station is what is kept of one.
type station struct {
	name     string
	place    phy.Time
	rules    mac.Params
	open     int    // the number of its last transmission, and one; 0: it has sent nothing
	queued   int    // frames in its queue
	waiting  bool   // the last hold is a wait that goes on
	holds    []Span // backoffs and waits
	arrivals []Arrival
}

// New makes the scene of a network that has not run yet, which was made of a
// configuration. length is that of its cable; it reaches to the last station at least.
// The scene is then to be attached ([bus.Network.Observe]), and told how far the network
// has been run ([Scene.Advance]).
func New(net *bus.Network, c *bus.Config, length phy.Time) *Scene {
	s := &Scene{bit: net.BitTime(), star: c.Shape.IsStar(), delay: c.Shape.Delay(), length: length, span: net.Span(), names: net}
	s.stations = make([]station, net.Len())
	for i := range s.stations {
		st := &s.stations[i]
		st.name, st.rules = net.Name(i), net.Params(i)
		if !s.star {
			st.place = net.Place(i)
		}
		s.length = max(s.length, st.place)
		s.gap = max(s.gap, st.rules.Gap)
	}
	if s.star {
		s.length = 0
	}
	return s
}

// Advance says up to which instant the network has been run: [bus.Network.Now].
func (s *Scene) Advance(until phy.Time) { s.until = max(s.until, until) }

// Until is the instant before which all is known.
func (s *Scene) Until() phy.Time { return s.until }

// Bit is the length of a bit.
func (s *Scene) Bit() phy.Time { return s.bit }

// Len gives the number of transmissions kept.
func (s *Scene) Len() int { return len(s.sent) }

// ErrStation says that there is no such station.
var ErrStation = errors.New("there is no such station")

// Find gives the number of a station of a name.
func (s *Scene) Find(name string) (int, error) {
	i := slices.IndexFunc(s.stations, func(st station) bool { return st.name == name })
	if i < 0 {
		return 0, ErrStation
	}
	return i, nil
}

// distance is the delay between two stations.
func (s *Scene) distance(i, j int32) phy.Time {
	if s.star {
		if i == j {
			return 0
		}
		return s.delay
	}
	d := s.stations[i].place - s.stations[j].place
	return max(d, -d)
}

// first gives the first of the transmissions that may be on somewhere at or after from.
func (s *Scene) first(from phy.Time) int {
	back := s.longest
	for i := range s.stations {
		if t := s.last(int32(i)); t != nil && t.End == None {
			back = max(back, s.until-t.Start)
		}
	}
	return s.startedBy(from - back - s.reach())
}

// reach is how long a signal is under way at most, once its last bit has been sent.
func (s *Scene) reach() phy.Time { return max(s.span, s.length) }

// startedBy gives the first transmission that began at or after an instant.
func (s *Scene) startedBy(at phy.Time) int {
	return sort.Search(len(s.sent), func(k int) bool { return s.sent[k].Start >= at })
}

// between gives the transmissions that may be on somewhere in [from, to).
func (s *Scene) between(from, to phy.Time) []Transmission {
	a, b := s.first(from), s.startedBy(to)
	return s.sent[min(a, b):b]
}

// last gives a station's last transmission that is kept; nil: there is none.
func (s *Scene) last(i int32) *Transmission {
	if k := s.stations[i].open - 1 - s.dropped; k >= 0 {
		return &s.sent[k]
	}
	return nil
}

// Forget drops what was over long before an instant, so that a run that is looked at
// late costs no memory for what came before.
func (s *Scene) Forget(before phy.Time) {
	before = min(before, s.until) - 64*(s.longest+s.reach()+s.gap)
	n := s.first(before)
	if n < 4096 || n < len(s.sent)/2 {
		return
	}
	s.sent = s.sent[:copy(s.sent, s.sent[n:])]
	s.dropped += n
	s.forgot = max(s.forgot, before)
	for i := range s.stations {
		st := &s.stations[i]
		k := sort.Search(len(st.holds), func(k int) bool { return st.holds[k].until() > before })
		st.holds = st.holds[:copy(st.holds, st.holds[k:])]
		k = sort.Search(len(st.arrivals), func(k int) bool { return st.arrivals[k].At >= before })
		st.arrivals = st.arrivals[:copy(st.arrivals, st.arrivals[k:])]
	}
}
