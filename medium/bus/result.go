package bus

import (
	"slices"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/tally"
	"github.com/csmacd/csmacd/phy"
)

// endWarmup resets the figures.
func (n *Network) endWarmup() {
	n.warm = true
	n.digestTaps(n.now)
	n.sums.restart(n.now, n.held())
	n.listeners.restart()
	for i := range n.digest.stations {
		n.digest.stations[i].fragments = 0
	}
	for k := range n.air.signals {
		if s := &n.air.signals[k]; s.counted == countedNow {
			s.counted = countedBefore
		}
	}
}

// held returns the number of frames in all queues.
func (n *Network) held() (frames uint64) {
	for i := range n.stations {
		frames += uint64(n.stations[i].queued)
	}
	return frames
}

// Result returns the figures of the run so far. The caller may set Scenario and Version. Complete
// reports whether the run has not failed.
func (n *Network) Result() *medium.Result {
	n.catchUp()
	// Everything before the instant reached has happened. If a condition or an error ended the run,
	// everything at that instant has happened too.
	end := n.now
	if n.done || n.err != nil {
		end++
	}
	if n.settleKept(end, 1) {
		defer n.settleKept(end, ^uint64(0))
	} else {
		n.digestTaps(end)
	}
	s := &n.sums
	measured := n.now - s.since
	r := &medium.Result{
		Schema: medium.ResultSchema, Seed: n.seed, Digest: n.digest.String(), Complete: n.err == nil,
		SimulatedPs: int64(measured), SimulatedBits: float64(measured) / float64(n.bit), WarmupPs: int64(s.since),
		AccessDelay: s.access.Result(), Delay: s.delay.Result(),
		Stations: make([]medium.Station, len(n.stations)),
	}
	r.Medium = medium.Medium{
		Kind: "bus", FramesOffered: s.offered, FramesSent: s.sent, FramesDelivered: s.delivered, FramesLost: s.lost,
		FramesDropped: s.dropped, FramesQueued: n.held(), Attempts: s.attempts, Collisions: s.collisions,
	}
	if n.star {
		r.Medium.Kind = "star"
	}
	overhead := 0.0 // of the frames offered, in bit times
	none := make([]uint64, s.columns)
	for i := range n.stations {
		n.stationResult(i, &r.Stations[i], none)
		p := &n.stations[i].rules.Params
		overhead += float64(float64(r.Stations[i].FramesOffered) * float64(float64(p.Header+p.Gap)/float64(n.bit)))
	}
	n.listeners.heard(func(station int32) *mac.Counters { return &r.Stations[station].Counters })
	r.Medium.Jain = tally.Jain(n.octetsDelivered)
	if measured > 0 {
		bits := r.SimulatedBits
		r.Medium.Throughput = 8 * float64(s.deliveredOctets) / bits
		r.Medium.OfferedLoad = (float64(8*float64(s.offeredOctets)) + overhead) / bits
		success, collision := n.sums.shares.SoFar(n.now, n.underWay)
		r.Medium.ShareSuccess = float64(success) / float64(measured)
		r.Medium.ShareCollision = float64(collision) / float64(measured)
		r.Medium.ShareIdle = float64(measured-success-collision) / float64(measured)
	}
	return r
}

// Release returns the network's memory for use by later networks. The network must not be used
// after it. The call is optional: it makes many short runs faster.
func (n *Network) Release() {
	n.done = true
	n.sums.access.Release()
	n.sums.delay.Release()
	n.agenda.Release()
}

// stationResult fills in a station's figures. none is the list of collisions per frame of a station
// that has sent no frame.
func (n *Network) stationResult(i int, r *medium.Station, none []uint64) {
	s, d := n.recorded(i)
	c := s.counters
	groups := n.sums.groups
	c.Fragments += n.sums.fragments - d.fragments
	c.MulticastFramesReceivedOK += groups.multicast - s.own.multicast
	c.BroadcastFramesReceivedOK += groups.broadcast - s.own.broadcast
	c.FramesReceivedOK += groups.multicast - s.own.multicast + groups.broadcast - s.own.broadcast
	c.OctetsReceivedOK += groups.octets - s.own.octets
	limit := n.stations[i].rules.AttemptLimit
	row := none[:limit:limit]
	if k := n.stations[i].record; k > 0 {
		row = slices.Clone(n.sums.frames[int(k-1)*n.sums.columns:][:limit])
	}
	*r = medium.Station{
		Name: n.names[i], Counters: c, CollisionsPerFrame: row,
		FramesOffered: s.offered, FramesQueued: uint64(n.stations[i].queued), FramesDropped: s.dropped,
		FramesDelivered: s.delivered, OctetsDelivered: s.octets,
		AccessDelay: medium.StationDelays{Count: s.accessCount, Max: s.accessMax.Microseconds()},
	}
	if s.accessCount > 0 {
		r.AccessDelay.Mean = float64(s.accessSum) / float64(s.accessCount) / float64(phy.Microsecond)
	}
}

// octetsDelivered yields the octets delivered for each station that has traffic.
func (n *Network) octetsDelivered(yield func(octets uint64) bool) {
	for i := range n.stations {
		s, _ := n.recorded(i)
		if (s.offered > 0 || n.generates(int32(i))) && !yield(s.octets) {
			return
		}
	}
}

// generates reports whether a station has traffic of its own. Frames with a Ref were put in
// beforehand, so that they count when they come, like injected ones.
func (n *Network) generates(i int32) bool {
	list := n.traffic[n.stations[i].traffic]
	for k := range list {
		if list[k].Ref == 0 {
			return true
		}
	}
	return false
}
