package clause4

import (
	"fmt"
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// domainTrial is a network of segments that both the reference and the engine can run.
type domainTrial struct {
	net       domain.Config
	frames    [][]Frame // by station
	until     phy.Time
	everyStep bool
}

// reference returns the network for one run of the reference.
func (c *domainTrial) reference() Config {
	r := fromDomain(c.net, c.frames)
	r.Until, r.everyStep = c.until, c.everyStep
	if slices.ContainsFunc(c.net.Timeline, func(x medium.Change) bool { return x.Kind == medium.Skew }) {
		r.Step, r.everyStep = c.net.Stations[0].Params.BitTime/80, false
	}
	return r
}

// fromDomain returns the network of an engine for the reference. Each station draws as in the
// engine.
func fromDomain(c domain.Config, frames [][]Frame) (r Config) {
	for _, s := range c.Segments {
		r.Segments = append(r.Segments, Segment{Name: s.Name, Link: s.Link, TransmittingEnd: s.TransmittingEnd, Middle: s.Middle, Length: s.Delay})
	}
	r.Timeline, r.Seed, r.Jabber, r.Unjab = c.Timeline, c.Seed, c.Segments[0].Jabber, c.Segments[0].Unjab
	for _, from := range c.Repeaters {
		if from.Variation == domain.RandomVariation {
			panic(fmt.Sprintf("the reference knows nothing of repeater %s", from.Name))
		}
		to := Repeater{
			Name: from.Name, Delay: from.Delay, JamDelay: from.JamDelay, JamEnd: from.JamEnd, Recovery: from.Recovery,
			Worst:          from.Variation == domain.WorstVariation,
			PartitionAfter: from.PartitionAfter, PartitionLong: from.PartitionLong,
			Reconnect: from.Reconnect, ReconnectSend: from.ReconnectSend, Lockup: from.Lockup, Jabber: from.Jabber, FalseCarriers: from.FalseCarriers,
		}
		for _, p := range from.Ports {
			to.Ports = append(to.Ports, Port{Name: p.To, Segment: p.End.Segment, Place: p.End.At, Disabled: p.Disabled})
		}
		r.Repeaters = append(r.Repeaters, to)
	}
	for i, from := range c.Stations {
		to := Station{Name: from.Name, Segment: from.End.Segment, Place: from.End.At, Full: from.End.Full, Pauses: from.ObeyPause, Params: *from.Params}
		if frames != nil {
			to.Frames = frames[i]
		}
		to.Draw = DrawOf(from.Backoff, c.Seed, from.Name)
		r.Stations = append(r.Stations, to)
	}
	return r
}

// apart returns the least time from each station to each other, through repeaters.
func (c *domainTrial) apart() [][]phy.Time {
	type end struct {
		domain.End
		repeater int // or -1
	}
	var ends []end
	for _, s := range c.net.Stations {
		ends = append(ends, end{s.End, -1})
	}
	for i, r := range c.net.Repeaters {
		for _, p := range r.Ports {
			ends = append(ends, end{p.End, i})
		}
	}
	d := make([][]phy.Time, len(ends))
	for i, a := range ends {
		d[i] = make([]phy.Time, len(ends))
		for j, b := range ends {
			switch {
			case i == j:
			case a.Segment == b.Segment:
				d[i][j] = max(a.At-b.At, b.At-a.At)
			case a.repeater >= 0 && a.repeater == b.repeater:
				d[i][j] = c.net.Repeaters[a.repeater].Delay
			default:
				d[i][j] = phy.Second
			}
		}
	}
	for k := range ends {
		for i := range ends {
			for j := range ends {
				d[i][j] = min(d[i][j], d[i][k]+d[k][j])
			}
		}
	}
	return d
}
