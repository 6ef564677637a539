package t1s

import (
	"iter"
	"slices"

	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/tally"
	"github.com/csmacd/csmacd/phy"
)

// endWarmup resets the figures.
func (n *Network) endWarmup() {
	n.warm = true
	n.silence.marked = false
	if n.quick.on {
		n.pass(n.now, false)
		for i := range int32(len(n.nodes)) {
			n.nodes[i].quick.used, n.nodes[i].quick.heard = n.begun(i), n.heard(i)
		}
	}
	n.share.upTo(n.now)
	n.share.restart(n.now)
	n.sums.restart(n.now)
	for i := range n.nodes {
		x := &n.nodes[i]
		x.sums.restart()
		x.sub.Counts = plca.Counts{}
		x.physical, x.unexpected, x.okTime = 0, 0, 0
	}
}

// held returns the number of frames in all queues.
func (n *Network) held() (frames uint64) {
	for i := range n.nodes {
		frames += uint64(n.nodes[i].queue.count)
	}
	return frames
}

// Result returns the figures of the run so far. The caller may set Scenario and Version. Complete
// reports whether the run has not failed.
func (n *Network) Result() *medium.Result {
	if n.quick.on {
		n.pass(n.now, n.quick.whole)
	}
	s := &n.sums
	measured := n.now - s.since
	r := &medium.Result{
		Schema: medium.ResultSchema, Seed: n.seed, Digest: n.digest.String(), Complete: n.err == nil,
		SimulatedPs: int64(measured), SimulatedBits: float64(measured) / float64(plca.Bit), WarmupPs: int64(s.since),
		Stations: make([]medium.Station, len(n.nodes)),
	}
	if n.part == nil {
		r.AccessDelay, r.Delay = s.access.Result(), s.delay.Result()
	}
	r.Medium = medium.Medium{
		Kind: n.kind, FramesOffered: s.offered, FramesSent: s.sent, FramesDelivered: s.delivered, FramesLost: s.lost,
		FramesDropped: s.dropped, FramesQueued: n.held(), Attempts: s.attempts, Collisions: s.collisions,
	}
	overhead := 0.0 // of the frames offered, in bit times
	had := false
	for i := range n.nodes {
		n.stationResult(i, &r.Stations[i], measured)
		p := &n.nodes[i].rules.Params
		overhead += float64(float64(r.Stations[i].FramesOffered) * float64(float64(p.Header+p.Gap)/float64(plca.Bit)))
		had = had || n.nodes[i].had
	}
	r.Medium.Jain = tally.Jain(n.octetsDelivered)
	if measured > 0 {
		bits := r.SimulatedBits
		r.Medium.Throughput = 8 * float64(s.deliveredOctets) / bits
		r.Medium.OfferedLoad = (float64(8*float64(s.offeredOctets)) + overhead) / bits
		success, collision := n.sums.shares.SoFar(n.now, n.underWay())
		r.Medium.ShareSuccess = float64(success) / float64(measured)
		r.Medium.ShareCollision = float64(collision) / float64(measured)
		r.Medium.ShareIdle = float64(measured-success-collision) / float64(measured)
	}
	if had {
		r.Medium.PLCA = n.busResult(measured)
	}
	return r
}

// busResult returns what PLCA did on the bus.
func (n *Network) busResult(measured phy.Time) *medium.PLCABus {
	s := n.share
	s.upTo(n.now)
	p := &medium.PLCABus{Cycles: s.cycles}
	if s.cycles > 0 {
		p.CycleUs = medium.Spread{
			Min: s.shortest.Microseconds(), Max: s.longest.Microseconds(),
			Mean: float64(s.whole) / float64(s.cycles) / float64(phy.Microsecond),
		}
	}
	if measured > 0 {
		p.ShareBeacon = float64(s.beacon) / float64(measured)
		p.ShareCommit = float64(s.commit) / float64(measured)
		p.ShareSilence = float64(s.silent) / float64(measured)
	}
	return p
}

// underWay yields the start of each frame on the line that has not ended, and whether it has met a
// collision.
func (n *Network) underWay() iter.Seq2[phy.Time, bool] {
	return func(yield func(phy.Time, bool) bool) {
		if q := &n.quick; q.on && q.kind == quickData {
			yield(q.rise, false)
			return
		}
		for i := range n.nodes {
			x := &n.nodes[i]
			if x.out.sort == data && !x.out.ending && !yield(x.tap.sent, n.elements[x.out.element].crashed) {
				return
			}
		}
	}
}

// Release returns the network's memory for use by later networks. The network must not be used
// after it. The call is optional: it makes many short runs faster.
func (n *Network) Release() {
	n.done = true
	n.sums.access.Release()
	n.sums.delay.Release()
}

// stationResult fills in a station's figures.
func (n *Network) stationResult(i int, r *medium.Station, measured phy.Time) {
	x := &n.nodes[i]
	s := &x.sums
	*r = medium.Station{
		Name: n.names[i], Counters: s.counters, CollisionsPerFrame: slices.Clone(s.frames),
		FramesOffered: s.offered, FramesQueued: uint64(x.queue.count), FramesDropped: s.dropped,
		FramesDelivered: s.delivered, OctetsDelivered: s.octets,
		AccessDelay: medium.StationDelays{Count: s.accessCount, Max: s.accessMax.Microseconds()},
	}
	if s.accessCount > 0 {
		r.AccessDelay.Mean = float64(s.accessSum) / float64(s.accessCount) / float64(phy.Microsecond)
	}
	if !x.had {
		return
	}
	c := n.countsOf(i)
	r.PLCA = &medium.PLCANode{
		Beacons: c.Beacons, TurnsUsed: c.Used, TurnsYielded: c.Yielded, TurnsLost: c.Lost,
		LogicalCollisions: c.LogicalCollisions, PhysicalCollisions: x.physical, RXInTO: c.RXInTO,
		UnexpectedBeacons: x.unexpected, BeaconsBeforeTO: c.BeaconsBeforeTO, StatusChanges: c.StatusChanges,
	}
	if measured > 0 {
		ok := x.okTime
		if x.sub.Status.OK {
			ok += n.now - max(x.okSince, n.sums.since)
		}
		r.PLCA.StatusOK = float64(ok) / float64(measured)
	}
}

// octetsDelivered yields the octets delivered for each station that has traffic.
func (n *Network) octetsDelivered(yield func(octets uint64) bool) {
	for i := range n.nodes {
		s := &n.nodes[i].sums
		if (s.offered > 0 || n.generates(int32(i))) && !yield(s.octets) {
			return
		}
	}
}

// generates reports whether a station has traffic of its own. Frames with a Ref were put in
// beforehand, so that they count when they come, like injected ones.
func (n *Network) generates(i int32) bool {
	from, to := n.sourcesOf(i)
	for k := from; k < to; k++ {
		if n.sources[k].spec.Ref == 0 {
			return true
		}
	}
	return false
}
