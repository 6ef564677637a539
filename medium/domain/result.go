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
		if extended {
			n.shareOut(c)
		}
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
	n.sums.Restart(n.now)
	for i := range n.stations {
		n.stations[i].sums.Restart()
		n.part.EndWarmup(i, n.stations[i].queued)
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
	for k := range n.channels {
		if extended {
			n.shareOut(&n.channels[k])
		}
	}
	r := n.sums.Result(tally.Run{
		Kind: n.kind, Now: n.part.EndOr(n.now), Bit: n.bit, Stations: len(n.stations), Generates: n.generates, UnderWay: n.underWay,
		Station: func(i int, r *medium.Station) *mac.Params {
			*r = n.stationResult(i)
			return &n.stations[i].rules.Params
		},
	})
	r.Seed, r.Digest, r.Complete = n.seed, n.digest.String(), n.err == nil
	n.countEarly(r, end)
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
				header := s.header
				if extended && s.flawed {
					header = s.found
				}
				judged, _ := n.receive(st.rules, s.end-s.start-header, s.bit, s.jammed)
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
	n.rounds.islands.ends.Release()
	n.sums.Release()
}

// stationResult returns a station's figures.
func (n *Network) stationResult(i int) medium.Station {
	st := &n.stations[i]
	r := st.sums.Result(n.names[i], uint64(st.queued))
	addHeard(&r.Counters, &n.channels[st.channel].classes[st.class].counts)
	return r
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
	if extended && n.lone {
		return nil
	}
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
