package t1s

import (
	"github.com/csmacd/csmacd/phy"
)

// The signals of a PHY that follow the line late.
type which uint32

const (
	crs which = iota
	col
	dv
	decodedBeacon
	decodedCommit
)

// signal is one of them: it is on while at least one interval of its cause, moved and stretched by the
// latencies, contains the instant.
type signal struct {
	count   int32
	since   phy.Time // the start of the last interval, moved
	waiting []bool   // intervals whose start is still to come; false: they turned out to be empty
	first   int
	flown   bool // the last interval has begun
}

func (s *signal) on() bool { return s.count > 0 }

func (t *tap) signal(w which) *signal {
	switch w {
	case crs:
		return &t.crs
	case col:
		return &t.col
	case dv:
		return &t.dv
	case decodedBeacon:
		return &t.cmds[0]
	}
	return &t.cmds[1]
}

// rise begins an interval of a signal that the PHY shows at an instant.
func (n *Network) rise(i int32, w which, at phy.Time) {
	s := n.nodes[i].tap.signal(w)
	s.since, s.flown = at, at == n.now && !n.ebbs
	if s.flown {
		s.count++
		n.shown(i, w, true)
		return
	}
	if s.first > 0 && s.first == len(s.waiting) {
		s.waiting, s.first = s.waiting[:0], 0
	}
	s.waiting = append(s.waiting, true)
	n.later(at, flowing, i, phyOn, w)
}

// fall ends it. It reports whether there is anything of it.
func (n *Network) fall(i int32, w which, at phy.Time) bool {
	s := n.nodes[i].tap.signal(w)
	if at <= s.since && !s.flown {
		s.waiting[len(s.waiting)-1] = false
		return false
	}
	if at == n.now {
		s.count--
		n.shown(i, w, false)
		return true
	}
	n.later(at, ebbing, i, phyOff, w)
	return true
}

// later makes a PHY show a signal later. Nodes that follow each other and do that at the same instant share an
// entry of the agenda: other is the number of the rest.
func (n *Network) later(at phy.Time, p phase, i int32, j job, w which) {
	e := newEntry(at, p, i, j, uint32(w), 0)
	for k := max(0, len(n.shows)-8); k < len(n.shows); k++ {
		s := &n.shows[k]
		if s.at == at && s.arg == e.arg && s.job() == j && s.station()+int32(s.other)+1 == i {
			s.other++
			return
		}
	}
	n.shows = append(n.shows, e)
}

// turn processes the start or the end of an interval.
func (n *Network) turn(i int32, w which, on bool) {
	s := n.nodes[i].tap.signal(w)
	if on {
		real := s.waiting[s.first]
		if s.first++; s.first == len(s.waiting) {
			s.waiting, s.first = s.waiting[:0], 0
			s.flown = true
		}
		if !real {
			return
		}
		s.count++
	} else {
		s.count--
	}
	n.shown(i, w, on)
}

// shown makes the node look at its signals.
func (n *Network) shown(i int32, w which, on bool) {
	if x := &n.nodes[i]; w == decodedBeacon && on && x.tap.beaconOf != i && x.sub.On && x.sub.IDs.Has(0) && !x.tap.reset && !x.tap.dv.on() {
		x.unexpected++
	}
	if w == dv {
		if t := &n.nodes[i].tap; on {
			n.beginReception(i, &t.receptions)
		} else {
			n.endReception(i, &t.receptions)
		}
	}
	n.stir(i)
}
