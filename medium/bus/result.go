package bus

import (
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/tally"
)

// endWarmup resets the figures.
func (n *Network) endWarmup() {
	n.warm = true
	n.digestTaps(n.now)
	n.sums.restart(n.now)
	for i := range n.stations {
		n.part.EndWarmup(i, n.stations[i].queued)
	}
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
	kind := "bus"
	if n.star {
		kind = "star"
	}
	r := n.sums.Result(tally.Run{
		Kind: kind, Now: n.part.EndOr(n.now), Bit: n.bit, Stations: len(n.stations), Generates: n.generates, UnderWay: n.underWay,
		Station: func(i int, r *medium.Station) *mac.Params {
			*r = n.stationResult(i)
			return &n.stations[i].rules.Params
		},
	})
	r.Seed, r.Digest, r.Complete = n.seed, n.digest.String(), n.err == nil
	n.listeners.heard(func(station int32) *mac.Counters { return &r.Stations[station].Counters })
	return r
}

// Release returns the network's memory for use by later networks. The network must not be used
// after it. The call is optional: it makes many short runs faster.
func (n *Network) Release() {
	n.done = true
	n.sums.Release()
	n.agenda.Release()
	n.giveBack()
}

// stationResult returns a station's figures, without what listeners counted together. One that has
// counted nothing has no collisions per frame.
func (n *Network) stationResult(i int) medium.Station {
	s, d := n.recorded(i)
	r := s.Result(n.names[i], uint64(n.stations[i].queued))
	c, groups := &r.Counters, n.sums.groups
	c.Fragments += n.sums.fragments - d.fragments
	c.MulticastFramesReceivedOK += groups.multicast - s.own.multicast
	c.BroadcastFramesReceivedOK += groups.broadcast - s.own.broadcast
	c.FramesReceivedOK += groups.multicast - s.own.multicast + groups.broadcast - s.own.broadcast
	c.OctetsReceivedOK += groups.octets - s.own.octets
	return r
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
