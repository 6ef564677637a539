package bus

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/tally"
	"github.com/csmacd/csmacd/phy"
)

// inTransit reports a frame in transit that was sent alone: it is received wherever there is a
// station that accepts its length.
func (n *Network) inTransit(f *medium.Frame, queued, end phy.Time) {
	t := medium.Transit{Frame: *f, At: end + n.farthest(f.Source), Queued: queued, Sent: end}
	if d := f.Destination; d >= 0 {
		t.At = end + n.distance(f.Source, d)
	}
	if f.Destination == f.Source || len(n.stations) == 1 && !n.known.Group(f.Destination) {
		t.Fate = medium.Lost
		n.sums.TransitLost++
	}
	n.part.Transit(t)
}

// report reports a frame in transit whose last bit has arrived.
func (n *Network) report(s *signal, whole bool) {
	t := medium.Transit{Frame: s.frame, Fate: medium.Lost, At: n.now, Queued: s.queued, Sent: s.end}
	if whole {
		t.Fate = medium.Arrived
	}
	n.part.Transit(t)
}

// Arriving calls the hooks for the frames whose last bit arrives at the very instant up to which
// the network has been run. Whether they are whole is settled by what happened before it.
func (n *Network) Arriving() {
	h := &n.hooks
	if h.asked == n.now+1 {
		return // they have been called
	}
	h.asked = n.now + 1
	n.catchUp()
	h.early = h.early[:0]
	for _, j := range h.stations {
		for k := range n.air.signals {
			s := &n.air.signals[k]
			number := n.air.first + uint32(k)
			if !s.collided && s.end+n.distance(s.frame.Source, j) == n.now && n.heardWhole(number, j) {
				h.of[j](n.now, s.frame)
				h.early = append(h.early, early{j, number})
			}
		}
	}
}

// early is a frame that was passed to a station's hook by Arriving.
type early struct {
	station int32
	number  uint32
}

// Quiet returns the instant at which the last edge so far has left the last tap.
func (n *Network) Quiet() phy.Time { return n.quiet }

// Frames counts the frames of stations, without those in transit.
func (n *Network) Frames() medium.PartFrames {
	n.catchUp()
	return n.sums.Part(len(n.stations), func(i int) (*tally.Station, uint64) {
		s, _ := n.recorded(i)
		return &s.Station, uint64(n.stations[i].queued)
	})
}

// Delivered returns the numbers of a station's frames and octets that were delivered here, without
// those in transit.
func (n *Network) Delivered(station int) (frames, octets uint64) {
	s, _ := n.recorded(station)
	return s.Delivered, s.Octets
}
