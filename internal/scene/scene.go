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

// Scene is what has happened in a run so far: an observer of its network. Only the goroutine of the
// run may use it.
type Scene struct {
	bit    phy.Time
	star   bool
	delay  phy.Time // of a star
	length phy.Time // of the cable
	span   phy.Time // the longest delay between two stations

	stations []station
	names    medium.Stations
	sent     []Transmission // in order of their starts
	dropped  int            // number of earlier ones that were forgotten
	longest  phy.Time       // of the transmissions that have ended
	gap      phy.Time       // the longest gap of any station
	until    phy.Time       // everything before this instant is known
	forgot   phy.Time       // everything before this instant has been forgotten

	turns bool // the stations can have PLCA

	// Of a path through a network.
	sections []Section
	devices  []Device
	local    map[int32]int32 // by number in the network: that in the scene
	plug     func(i int32)   // adds a station that has joined the network, if it is on one of the sections
	onPath   int             // stations and ports on the path
	meets    phy.Time        // a choice of a window begins with a collision at this instant or later; 0: there may be none
	looked   int             // transmissions before this one came through no device: for the choice of a window
	far      phy.Time        // the longest delay from a station to an end of its section
}

// station is what a scene keeps of a station.
type station struct {
	name     string
	place    phy.Time
	rules    mac.Params
	open     int    // one more than the number of its last transmission; 0: it has sent nothing
	queued   int    // frames in its queue
	waiting  bool   // the last of holds is a wait that has not ended
	holds    []Span // backoffs and waits
	arrivals []Arrival

	nodeState // of PLCA

	// On a path through a network.
	number   int32 // in the network
	section  int
	x        float64 // where it is drawn, as a share of the whole width
	side     Side
	repeater bool        // it is a port of a repeater, which only repeats
	full     bool        // its end is full duplex
	line     []uint32    // of a bridge's port: the frames in its queue
	heard    []Reception // those that have ended, from the engine
}

// Cable is the network of a cable or star.
type Cable interface {
	medium.Stations
	BitTime() phy.Time
	Span() phy.Time
	Params(station int) mac.Params
	Place(station int) phy.Time
}

// New returns the scene of a network that has not run yet and that was made from the configuration.
// length is the length of its cable, which at least reaches to the last station. The caller attaches the
// scene ([medium.Network]) and tells it how far the network has run ([Scene.Advance]).
func New(net Cable, c *bus.Config, length phy.Time) *Scene {
	s := &Scene{bit: net.BitTime(), star: c.Shape.IsStar(), delay: c.Shape.Delay(), length: length, span: net.Span(), names: net}
	_, s.turns = net.(turnBus)
	for i := range net.Len() {
		s.Joined(i)
	}
	if s.star {
		s.length = 0
	}
	return s
}

// Joined implements [medium.Joiner].
func (s *Scene) Joined(i int) {
	if s.local != nil {
		s.joinedPath(int32(i))
		return
	}
	net := s.names.(Cable)
	st := station{name: net.Name(i), rules: net.Params(i)}
	if !s.star {
		st.place = net.Place(i)
		s.length = max(s.length, st.place)
	}
	s.span = max(s.span, net.Span())
	s.gap = max(s.gap, st.rules.Gap)
	s.stations = append(s.stations, st)
}

// Advance tells the scene up to which instant the network has run ([medium.Network]).
func (s *Scene) Advance(until phy.Time) { s.until = max(s.until, until) }

// Until returns the instant before which everything is known.
func (s *Scene) Until() phy.Time { return s.until }

// Bit returns the length of a bit.
func (s *Scene) Bit() phy.Time { return s.bit }

// Len returns the number of transmissions that are kept.
func (s *Scene) Len() int { return len(s.sent) }

// ErrStation means that there is no such station.
var ErrStation = errors.New("there is no such station")

// Find returns the number of the station with a name.
func (s *Scene) Find(name string) (int, error) {
	i := slices.IndexFunc(s.stations, func(st station) bool { return st.name == name })
	if i < 0 {
		return 0, ErrStation
	}
	return i, nil
}

// Number returns the number in the network of a station or port of the scene.
func (s *Scene) Number(i int32) int32 {
	if s.local == nil {
		return i
	}
	return s.stations[i].number
}

// Names returns the names of the stations.
func (s *Scene) Names() []string {
	names := make([]string, len(s.stations))
	for i := range s.stations {
		names[i] = s.stations[i].name
	}
	return names
}

// distance returns the delay between two stations.
func (s *Scene) distance(i, j int32) phy.Time {
	if s.star {
		if i == j {
			return 0
		}
		return s.delay
	}
	return distance(s.stations[i].place, s.stations[j].place)
}

// apart reports whether a station hears nothing of another's signals: it is on another section of a path.
func (s *Scene) apart(i, j int32) bool { return s.stations[i].section != s.stations[j].section }

// first returns the index of the first transmission that may be on somewhere at or after from.
func (s *Scene) first(from phy.Time) int {
	back := s.longest
	for i := range s.stations {
		if t := s.last(int32(i)); t != nil && t.End == None {
			back = max(back, s.until-t.Start)
		}
	}
	return s.startedBy(from - back - s.reach())
}

// reach returns how long a signal can be on the way after its last bit was sent.
func (s *Scene) reach() phy.Time { return max(s.span, s.length, s.far) }

// startedBy returns the index of the first transmission that began at or after an instant.
func (s *Scene) startedBy(at phy.Time) int {
	return sort.Search(len(s.sent), func(k int) bool { return s.sent[k].Start >= at })
}

// between returns the transmissions that may be on somewhere in [from, to).
func (s *Scene) between(from, to phy.Time) []Transmission {
	a, b := s.first(from), s.startedBy(to)
	return s.sent[min(a, b):b]
}

// last returns the last transmission of a station that is kept, or nil.
func (s *Scene) last(i int32) *Transmission {
	if k := s.stations[i].open - 1 - s.dropped; k >= 0 {
		return &s.sent[k]
	}
	return nil
}

// Forget drops what was over long before an instant, so that a view late in a run takes no memory for what
// came before.
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
		st.holds = rest(st.holds, func(h *Span) bool { return h.until() > before })
		st.arrivals = rest(st.arrivals, func(a *Arrival) bool { return a.At >= before })
		st.notes = rest(st.notes, func(n *Note) bool { return n.At >= before })
		st.heard = rest(st.heard, func(r *Reception) bool { return r.Fall >= before })
	}
}

// rest moves the part of a list from the first item to keep on to its beginning, and returns it.
func rest[T any](list []T, keep func(*T) bool) []T {
	k := sort.Search(len(list), func(k int) bool { return keep(&list[k]) })
	return list[:copy(list, list[k:])]
}
