package t1s

import (
	"github.com/csmacd/csmacd/mac"
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
	n.sums.Restart(n.now)
	for i := range n.nodes {
		x := &n.nodes[i]
		x.sums.Restart()
		n.part.EndWarmup(i, int32(x.queue.count))
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
	had := false
	r := n.sums.Result(tally.Run{
		Kind: n.kind, Now: n.now, Bit: plca.Bit, Stations: len(n.nodes), Generates: n.generates, UnderWay: n.underWay,
		Station: func(i int, r *medium.Station) *mac.Params {
			*r = n.stationResult(i)
			had = had || n.nodes[i].had
			return &n.nodes[i].rules.Params
		},
	})
	r.Seed, r.Digest, r.Complete = n.seed, n.digest.String(), n.err == nil
	if had {
		r.Medium.PLCA = n.busResult(n.now - n.sums.Since)
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
func (n *Network) underWay(yield func(start phy.Time, collided bool) bool) {
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

// Release returns the network's memory for use by later networks. The network must not be used
// after it. The call is optional: it makes many short runs faster.
func (n *Network) Release() {
	n.done = true
	n.sums.Release()
}

// stationResult returns a station's figures.
func (n *Network) stationResult(i int) medium.Station {
	x := &n.nodes[i]
	r := x.sums.Result(n.names[i], uint64(x.queue.count))
	if !x.had {
		return r
	}
	c := n.countsOf(i)
	r.PLCA = &medium.PLCANode{
		Beacons: c.Beacons, TurnsUsed: c.Used, TurnsYielded: c.Yielded, TurnsLost: c.Lost,
		LogicalCollisions: c.LogicalCollisions, PhysicalCollisions: x.physical, RXInTO: c.RXInTO,
		UnexpectedBeacons: x.unexpected, BeaconsBeforeTO: c.BeaconsBeforeTO, StatusChanges: c.StatusChanges,
	}
	if measured := n.now - n.sums.Since; measured > 0 {
		ok := x.okTime
		if x.sub.Status.OK {
			ok += n.now - max(x.okSince, n.sums.Since)
		}
		r.PLCA.StatusOK = float64(ok) / float64(measured)
	}
	return r
}

// generates reports whether a station has traffic of its own. Frames with a Ref were put in
// beforehand, so that they count when they come, like injected ones.
func (n *Network) generates(i int32) bool {
	from, to := n.sourcesOf(i)
	for k := from; k < to; k++ {
		if n.sources[k].Spec.Ref == 0 {
			return true
		}
	}
	return false
}
