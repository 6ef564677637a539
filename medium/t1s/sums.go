package t1s

import (
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/tally"
	"github.com/csmacd/csmacd/phy"
)

// sums are the figures of a run so far, without the warm-up.
type sums struct {
	since phy.Time // the end of the warm-up

	offered, sent, delivered, lost, dropped uint64
	attempts, collisions                    uint64
	offeredOctets, deliveredOctets          uint64
	transitLost                             uint64 // of those lost: in transit in a larger network
	shares                                  tally.Shares
	access, delay                           tally.Delays
}

// stationSums are the figures of a station.
type stationSums struct {
	counters                            mac.Counters
	offered, dropped, delivered, octets uint64
	accessCount                         uint64
	accessSum, accessMax                phy.Time
	numbered                            uint32   // number of frames so far, including the warm-up
	frames                              []uint64 // number of frames sent, by collisions
}

// restart resets everything except the frames' numbers.
func (s *sums) restart(now phy.Time) {
	s.access.Reset()
	s.delay.Reset()
	s.shares.Restart(now)
	*s = sums{since: now, shares: s.shares, access: s.access, delay: s.delay}
}

func (s *stationSums) restart() {
	clear(s.frames)
	*s = stationSums{numbered: s.numbered, frames: s.frames}
}

// sentFrame counts a frame that a station has sent.
func (n *Network) sentFrame(i int32, access phy.Time) {
	st := &n.nodes[i].station
	n.sums.sent++
	st.sums.frames[st.collisions]++
	switch {
	case n.part == nil:
		n.sums.access.Add(access, 1)
	case !n.part.Port(i):
		n.part.Access = append(n.part.Access, access)
	}
	s := &st.sums
	s.accessCount++
	s.accessSum += access
	s.accessMax = max(s.accessMax, access)
}

// delivered counts a frame that has been received.
func (n *Network) delivered(f *medium.Frame, delay phy.Time) {
	n.sums.delivered++
	n.sums.deliveredOctets += uint64(f.Size)
	if n.part != nil {
		if n.part.InTransit(f) {
			return // the larger network counts it
		}
		n.part.Delays = append(n.part.Delays, delay)
	}
	st := &n.nodes[f.Source].sums
	st.delivered++
	st.octets += uint64(f.Size)
	if n.part == nil {
		n.sums.delay.Add(delay, 1)
	}
}
