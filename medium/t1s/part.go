package t1s

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Ahead is [bus.Network.Ahead] for this network. It calls known for frames on their way, and coming
// for none: unknown is soonest.
//
// [bus.Network.Ahead]: https://pkg.go.dev/github.com/csmacd/csmacd/medium/bus#Network.Ahead
func (n *Network) Ahead(station int, known func(f *medium.Frame, at phy.Time), coming func(to int32, at phy.Time)) (soonest, unknown phy.Time) {
	soonest = n.Next() + n.shortest // of what has not begun to arrive
	return soonest, soonest
}

// Quiet returns the instant at which the last edge so far has left the last tap.
func (n *Network) Quiet() phy.Time { return n.quiet }

// Frames counts the frames of stations, without those in transit.
func (n *Network) Frames() (f medium.PartFrames) {
	f.Lost = n.sums.lost - n.sums.transitLost
	for i := range n.nodes {
		if n.part.Port(int32(i)) {
			continue
		}
		s := &n.nodes[i].sums
		f.Offered += s.offered
		f.Sent += s.counters.FramesTransmittedOK
		f.Delivered += s.delivered
		f.Dropped += s.dropped
		f.Queued += uint64(n.nodes[i].queue.count)
	}
	return f
}

// Delivered returns the numbers of a station's frames and octets that were delivered here, without
// those in transit.
func (n *Network) Delivered(station int) (frames, octets uint64) {
	s := &n.nodes[station].sums
	return s.delivered, s.octets
}
