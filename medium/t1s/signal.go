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
	waiting []start  // of intervals, those that are still to come
	first   int
	flown   bool // the last interval has begun
}

// start is the start of an interval: whether there is anything of it, and for a decoded BEACON whether another node
// sends it.
type start struct{ real, foreign bool }

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
func (n *Network) rise(i int32, w which, at phy.Time) { n.riseOf(i, w, at, false) }

// riseOf is rise for a BEACON that another node sends, or not.
func (n *Network) riseOf(i int32, w which, at phy.Time, foreign bool) {
	s := n.nodes[i].tap.signal(w)
	s.since, s.flown = at, at == n.now && !n.ebbs
	if s.flown {
		s.count++
		n.shown(i, w, true, foreign)
		return
	}
	if s.first > 0 && s.first == len(s.waiting) {
		s.waiting, s.first = s.waiting[:0], 0
	}
	s.waiting = append(s.waiting, start{true, foreign})
	n.later(at, flowing, i, phyOn, w)
}

// fall ends it. It reports whether there is anything of it.
func (n *Network) fall(i int32, w which, at phy.Time) bool {
	s := n.nodes[i].tap.signal(w)
	if at <= s.since && !s.flown {
		s.waiting[len(s.waiting)-1].real = false
		return false
	}
	if at == n.now {
		s.count--
		n.shown(i, w, false, false)
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
	of := start{}
	if on {
		of = s.waiting[s.first]
		if s.first++; s.first == len(s.waiting) {
			s.waiting, s.first = s.waiting[:0], 0
			s.flown = true
		}
		if !of.real {
			return
		}
		s.count++
	} else {
		s.count--
	}
	n.shown(i, w, on, of.foreign)
}

// shown makes the node look at its signals.
func (n *Network) shown(i int32, w which, on, foreign bool) {
	if x := &n.nodes[i]; foreign && x.sub.On && x.sub.IDs.Has(0) && !x.tap.reset && !x.tap.dv.on() {
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
