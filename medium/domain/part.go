package domain

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/tally"
	"github.com/csmacd/csmacd/phy"
)

// soonestStart returns an instant before which nothing begins to be sent, other than frames that are still to be
// injected at ports. Usually it is that of the next job. But a frame that comes in by a port may collide
// with one that the port does not hear yet; then that one ends earlier, and others follow it earlier.
func (n *Network) soonestStart() phy.Time {
	next := n.Next()
	if n.part == nil || n.active == 0 && n.busy == 0 {
		return next
	}
	first := n.part.Own() - n.part.Late
	for j := first; j < first+n.part.Ports; j++ {
		switch st := &n.stations[j]; {
		case st.state != empty:
		case st.full: // it starts whatever the other end does, which heeds it if it is half duplex
			if !n.stations[0].full || !n.stations[len(n.stations)-1].full {
				return n.now
			}
		default:
			at, _ := n.clear(int32(j))
			next = min(next, at)
		}
	}
	return next
}

// Arriving calls the hooks for the frames whose last bit arrives at the very instant up to which
// the network has been run. Whether they are whole is settled by what happened before it.
func (n *Network) Arriving() {
	if n.asked == n.now+1 {
		return // they have been called
	}
	n.asked = n.now + 1
	n.catchUp()
	n.early = n.early[:0]
	for k := range n.channels {
		for _, j := range n.channels[k].hooked {
			if !n.hooked(j) {
				continue
			}
			n.arrivals(j, func(k uint32, at phy.Time) {
				if at == n.now && n.wanted(j, &n.at(k).frame) && n.wholeAt(k, j, at) {
					s := n.at(k)
					n.hooks[j](at, s.frame)
					n.early = append(n.early, early{j, s.number})
				}
			})
		}
	}
}

// early is a frame that was passed to a station's hook by Arriving.
type early struct {
	station int32
	signal  uint64
}

// arrivals calls f for each signal on its way to a station that may be a whole frame: if it is, its
// last bit arrives at the instant given.
func (n *Network) arrivals(i int32, f func(k uint32, at phy.Time)) {
	c := &n.channels[n.stations[i].channel]
	for _, k := range c.signals {
		s := n.at(k)
		if !n.hears(s, i) {
			continue
		}
		if end, whole := n.endOf(k); whole {
			f(k, end+n.distance(i, s))
		}
	}
}

// endOf returns the end of a signal, if it is a whole frame, as far as is known.
func (n *Network) endOf(k uint32) (end phy.Time, whole bool) {
	s := n.at(k)
	if s.ended {
		return s.end, !s.jammed
	}
	if s.ofStation() {
		tx := &n.stations[s.source].tx
		return tx.end, !tx.collided && !s.hushed && !s.stray && !s.echo
	}
	r := &n.repeaters[s.repeater]
	if r.state != repeating || !r.whole || s.flight == 0 {
		return 0, false
	}
	out := int32(none)
	if s.only >= 0 {
		out = n.stations[s.only].port
	} else if s.source >= 0 {
		out = s.source - portTaps
	}
	if single := out >= 0 && r.separated; r.over && single {
		return n.ports[out].endAt, true
	} else if r.over {
		return r.endAt, true
	}
	x := &n.ports[r.port]
	if x.chained != 1 || x.jammed || !x.usable() {
		return 0, false
	}
	end, whole = n.endOf(x.first)
	end += n.toPort(x, n.at(x.first)) + r.tail + n.laterAt(r, out)
	return end, whole && end >= s.start+fewestBits*n.bit
}

// toPort returns the delay of a signal to a port that receives it.
func (n *Network) toPort(x *port, s *signal) phy.Time {
	if x.cable < 0 {
		return x.delay
	}
	return abs(x.pos - s.pos)
}

// Quiet returns the instant at which the last edge so far has left the last tap.
func (n *Network) Quiet() phy.Time {
	n.catchUp()
	return n.quiet
}

// Frames counts the frames of stations, without those in transit.
func (n *Network) Frames() medium.PartFrames {
	n.catchUp()
	return n.sums.Part(len(n.stations), func(i int) (*tally.Station, uint64) {
		return &n.stations[i].sums, uint64(n.stations[i].queued)
	})
}

// Delivered returns the numbers of a station's frames and octets that were delivered here, without
// those in transit.
func (n *Network) Delivered(station int) (frames, octets uint64) {
	n.catchUp()
	s := &n.stations[station].sums
	return s.Delivered, s.Octets
}
