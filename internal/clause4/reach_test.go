package clause4

import (
	"slices"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
)

// reach counts networks that were compared, and for each rule of the medium the networks in which
// it mattered.
type reach struct {
	networks, events int
	rules            [11]int // by number; 0 is none
}

// compare compares a network on both, and counts it if they agree.
func (r *reach) compare(c *trial) error {
	result, err := c.compared()
	if err != nil {
		return err
	}
	r.networks++
	r.events += len(result.Events)
	for rule, yes := range inPlay(c, result) {
		if yes {
			r.rules[rule]++
		}
	}
	return nil
}

func (r *reach) merge(o *reach) {
	r.networks += o.networks
	r.events += o.events
	for i, n := range o.rules {
		r.rules[i] += n
	}
}

// inPlay returns which rules mattered in a run. It reads the events of the reference, so that an
// engine that forgets a rule cannot hide it.
func inPlay(c *trial, r *Result) (in [11]bool) {
	in[1] = slices.ContainsFunc(c.net.Stations, func(s Station) bool {
		return s.Params != mac.For(lineOf(s.Params.BitTime)) // a number that is not Table 4-2's
	})
	var last medium.Event // a start, an end or a collision
	for _, e := range r.Events {
		switch e.Kind {
		case medium.CarrierOn: // a signal came to a tap
			in[2] = true
		case medium.Defer: // a frame had to wait
			in[3] = true
		case medium.Collision: // a collision, and a late one
			in[4] = true
			in[7] = in[7] || e.Late
		case medium.Backoff: // a draw
			in[5] = true
		case medium.Dropped: // a frame given up
			in[6] = in[6] || e.Why == medium.ExcessiveCollisions
		}
		switch e.Kind {
		case medium.TxStart, medium.TxEnd, medium.Collision: // of two stations at one picosecond
			in[10] = in[10] || e.At > 0 && last.At == e.At && last.Station != e.Station
			last = e
		}
	}
	for _, n := range r.Counters {
		in[8] = in[8] || n.FramesWithDeferredXmissions+n.FramesWithExcessiveDeferral > 0
		in[9] = in[9] || n.Fragments+n.FrameCheckSequenceErrors+n.AlignmentErrors+n.FrameTooLongErrors > 0
	}
	return in
}
