package crowd

import (
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/tally"
	"github.com/csmacd/csmacd/phy"
)

// Counts holds the outcomes of clients' work, without the warm-up.
type Counts struct {
	Offered, Sent, Dropped, Attempts, Failures uint64
	Delay                                      tally.Delays
}

func (s *Counts) init() { s.Delay.Init() }

func (s *Counts) restart() {
	s.Delay.Reset()
	*s = Counts{Delay: s.Delay}
}

// Result implements [medium.Network].
func (c *Crowd) Result() *medium.Result {
	measured := c.now - c.since
	s, o := &c.Sums, &c.options
	r := &medium.Result{
		Schema: medium.ResultSchema, Seed: o.Seed, Digest: c.digest.String(), Complete: c.err == nil,
		SimulatedPs: int64(measured), SimulatedBits: float64(measured) / float64(o.BitTime), WarmupPs: int64(c.since),
		Delay: s.Delay.Result(), Stations: make([]medium.Station, len(c.clients)),
	}
	r.AccessDelay = r.Delay
	m := &r.Medium
	*m = medium.Medium{
		Kind: o.Kind, FramesOffered: s.Offered, FramesSent: s.Sent, FramesDelivered: s.Sent, FramesDropped: s.Dropped,
		Attempts: s.Attempts, Collisions: c.Collisions,
	}
	jain := make([]fairness, len(c.groups))
	var all fairness
	r.Groups = make([]medium.GroupResult, len(c.groups))
	for i := range c.clients {
		k := &c.clients[i]
		c.stationResult(k, &r.Stations[i])
		r.Stations[i].Name = c.names[i]
		all.add(k.sent)
		jain[k.group].add(k.sent)
		if k.works {
			m.FramesQueued++
			r.Groups[k.group].FramesQueued++
		}
	}
	m.Jain = all.index()
	m.Throughput, m.OfferedLoad = c.share(s.Sent, measured), c.share(s.Offered, measured)
	if measured > 0 && o.Work > 0 {
		m.ShareSuccess = float64(c.Success) / float64(measured)
		m.ShareCollision = float64(c.Collision) / float64(measured)
		m.ShareIdle = float64(measured-c.Success-c.Collision) / float64(measured)
	}
	for i := range r.Groups {
		g, s := &r.Groups[i], &c.Groups[i]
		if len(c.groups) == 1 {
			s = &c.Sums
		}
		g.Name, g.Policy, g.Stations = c.groups[i].Name, c.groups[i].Policy.Name(), len(c.groups[i].Names)
		g.FramesOffered, g.FramesSent, g.FramesDelivered, g.FramesDropped = s.Offered, s.Sent, s.Sent, s.Dropped
		g.Attempts, g.Failures, g.Jain, g.Delay = s.Attempts, s.Failures, jain[i].index(), s.Delay.Result()
		g.Throughput = c.share(s.Sent, measured)
	}
	c.resource.Measure(r) // the resource may know of more that waits
	r.Notes = censored(m)
	if len(r.Groups) == 1 {
		r.Groups = nil
	}
	return r
}

// Release returns the crowd's memory for use by later networks. The crowd must not be used after
// it.
func (c *Crowd) Release() {
	c.done = true
	c.Sums.Delay.Release()
	for i := range c.Groups {
		c.Groups[i].Delay.Release()
	}
}

// share returns the share of the time that a number of pieces of work occupied.
func (c *Crowd) share(works uint64, measured phy.Time) float64 {
	if measured <= 0 {
		return 0
	}
	return float64(works) * float64(c.options.Work) / float64(measured)
}

// stationResult fills in a client's figures, under the names of clause 30 where they apply.
func (c *Crowd) stationResult(k *Client, r *medium.Station) {
	r.FramesOffered, r.FramesDropped, r.FramesDelivered = k.offered, k.dropped, k.sent
	r.OctetsDelivered = k.sent * uint64(c.options.Octets)
	r.CollisionsPerFrame = slices.Clone(k.after)
	if r.CollisionsPerFrame == nil {
		r.CollisionsPerFrame = []uint64{}
	}
	if k.works {
		r.FramesQueued = 1
	}
	n := &r.Counters
	n.FramesTransmittedOK, n.FramesAbortedDueToXSColls = k.sent, k.dropped
	for failures, works := range k.after {
		switch {
		case failures == 1:
			n.SingleCollisionFrames += works
		case failures > 1:
			n.MultipleCollisionFrames += works
		}
	}
	r.AccessDelay = medium.StationDelays{Count: k.sent, Max: k.most.Microseconds()}
	if k.sent > 0 {
		r.AccessDelay.Mean = float64(k.total) / float64(k.sent) / float64(phy.Microsecond)
	}
}

// fairness computes Jain's index over the work done by each of a number of clients.
type fairness struct{ n, sum, squares float64 }

func (f *fairness) add(done uint64) {
	x := float64(done)
	f.n++
	f.sum += x
	f.squares += float64(x * x)
}

func (f *fairness) index() float64 {
	if f.squares == 0 {
		return 0
	}
	return float64(f.sum*f.sum) / (f.n * f.squares)
}
