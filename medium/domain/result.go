package domain

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
	for k := range n.channels {
		c := &n.channels[k]
		for j := range c.classes {
			c.classes[j].counts = mac.Counters{}
		}
		if !c.hub {
			continue
		}
		for _, k := range c.signals {
			if s := n.at(k); s.ended && !s.count {
				for _, i := range c.stations {
					if n.hears(s, i) && s.end+n.stations[i].pos < n.now {
						s.early = append(s.early, i)
					}
				}
			}
		}
	}
	n.sums.restart(n.now)
	for i := range n.stations {
		n.stations[i].sums.restart()
	}
	for p := range n.ports {
		n.ports[p].counters = PortCounters{}
	}
	for k := range n.repeaters {
		n.repeaters[k].transmitCollisions = 0
	}
	n.groups.endWarmup()
}

// digestTaps counts what the stations on cables heard before the instant h.
func (n *Network) digestTaps(h phy.Time) {
	for k := range n.channels {
		c := &n.channels[k]
		if c.hub {
			continue
		}
		for _, i := range c.stations {
			n.digestTap(c, i, h)
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
	n.digestTaps(end)
	s := &n.sums
	measured := n.now - s.since
	r := &medium.Result{
		Schema: medium.ResultSchema, Seed: n.seed, Digest: n.digest.String(), Complete: n.err == nil,
		SimulatedPs: int64(measured), SimulatedBits: float64(measured) / float64(n.bit), WarmupPs: int64(s.since),
		Stations: make([]medium.Station, len(n.stations)),
	}
	if n.part == nil {
		r.AccessDelay, r.Delay = s.access.Result(), s.delay.Result()
	}
	r.Medium = medium.Medium{
		Kind: n.kind, FramesOffered: s.offered, FramesSent: s.sent, FramesDelivered: s.delivered, FramesLost: s.lost,
		FramesDropped: s.dropped, FramesQueued: n.held(), Attempts: s.attempts, Collisions: s.collisions,
	}
	overhead := 0.0 // of the frames offered, in bit times
	for i := range n.stations {
		n.stationResult(i, &r.Stations[i])
		p := &n.stations[i].rules.Params
		overhead += float64(float64(r.Stations[i].FramesOffered) * float64(float64(p.Header+p.Gap)/float64(n.bit)))
	}
	n.countEarly(r, end)
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

// countEarly adds what stations behind repeaters heard before an instant of signals that are not
// counted yet.
func (n *Network) countEarly(r *medium.Result, before phy.Time) {
	for k := range n.channels {
		c := &n.channels[k]
		if !c.hub {
			continue
		}
		for _, k := range c.signals {
			s := n.at(k)
			if s.count || !s.ended || s.end == s.start {
				continue
			}
			for _, i := range c.stations {
				st := &n.stations[i]
				if s.end+st.pos >= before || !n.hears(s, i) || slices.Contains(s.mute, i) || slices.Contains(s.early, i) || !st.full && n.disturbs(i, s) {
					continue
				}
				judged, _ := n.receive(st.rules, s.end-s.start-s.header, s.bit, s.jammed)
				if judged != mac.Whole || !slices.Contains(s.soon, i) {
					n.countReception(&r.Stations[i].Counters, judged, &s.frame, 1)
				}
			}
		}
	}
}

// Release returns the network's memory for use by later networks. The network must not be used
// after it. The call is optional: it makes many short runs faster.
func (n *Network) Release() {
	n.done = true
	n.agenda.Release()
	n.sums.access.Release()
	n.sums.delay.Release()
}

// stationResult fills in a station's figures.
func (n *Network) stationResult(i int, r *medium.Station) {
	st := &n.stations[i]
	s := &st.sums
	c := s.counters
	addHeard(&c, &n.channels[st.channel].classes[st.class].counts)
	*r = medium.Station{
		Name: n.names[i], Counters: c, CollisionsPerFrame: slices.Clone(s.frames),
		FramesOffered: s.offered, FramesQueued: uint64(st.queued), FramesDropped: s.dropped,
		FramesDelivered: s.delivered, OctetsDelivered: s.octets,
		AccessDelay: medium.StationDelays{Count: s.accessCount, Max: s.accessMax.Microseconds()},
	}
	if s.accessCount > 0 {
		r.AccessDelay.Mean = float64(s.accessSum) / float64(s.accessCount) / float64(phy.Microsecond)
	}
}

// addHeard adds the counters of receptions.
func addHeard(c, more *mac.Counters) {
	c.FramesReceivedOK += more.FramesReceivedOK
	c.OctetsReceivedOK += more.OctetsReceivedOK
	c.MulticastFramesReceivedOK += more.MulticastFramesReceivedOK
	c.BroadcastFramesReceivedOK += more.BroadcastFramesReceivedOK
	c.FrameCheckSequenceErrors += more.FrameCheckSequenceErrors
	c.AlignmentErrors += more.AlignmentErrors
	c.FrameTooLongErrors += more.FrameTooLongErrors
	c.Fragments += more.Fragments
}

// octetsDelivered yields the octets delivered for each station that has traffic.
func (n *Network) octetsDelivered(yield func(octets uint64) bool) {
	for i := range n.stations {
		s := &n.stations[i].sums
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

// RepeaterResult is what a repeater did.
type RepeaterResult struct {
	Name               string
	TransmitCollisions uint64 // rptrMonitorTransmitCollisions (RFC 2108)
	Ports              []PortResult
}

// PortResult is what a port of a repeater did.
type PortResult struct {
	To          string
	Counters    PortCounters
	Partitioned bool
	Enabled     bool
}

// Repeaters returns what the repeaters did so far.
func (n *Network) Repeaters() []RepeaterResult {
	n.catchUp()
	list := make([]RepeaterResult, len(n.repeaters))
	for k := range n.repeaters {
		r := &n.repeaters[k]
		list[k] = RepeaterResult{Name: r.Name, TransmitCollisions: r.transmitCollisions, Ports: make([]PortResult, r.count)}
		for j := range r.count {
			x := &n.ports[r.first+j]
			list[k].Ports[j] = PortResult{To: x.to, Counters: x.counters, Partitioned: x.partitioned, Enabled: x.enabled || x.shut == linkDown}
		}
	}
	return list
}
