package player

import (
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// bins is the most points that the charts have; a long run has at least half of them.
const bins = 512

// charts gathers what happens over time, in intervals whose length doubles as the run goes on.
type charts struct {
	width phy.Time
	bins  []bin
	began []phy.Time // by station: its transmission
	head  []phy.Time // by station: when the frame reached the head of its queue
	queue []int      // by station
}

// bin is an interval.
type bin struct {
	good       phy.Time // time of transmissions that met no collision, at their senders
	detections int64    // collisions that a station detected
	delays     phy.Time // of frames sent in it, from the head of the queue
	sent       int64
	failed     int64 // attempts, on a medium other than a cable
}

func newCharts(s *scenario.Scenario, stations int) *charts {
	return &charts{width: 256 * s.Line.BitTime, began: make([]phy.Time, stations), head: make([]phy.Time, stations), queue: make([]int, stations)}
}

// at returns the interval of an instant.
func (c *charts) at(t phy.Time) *bin {
	for t/c.width >= bins {
		for k := range c.bins {
			b := c.bins[k]
			c.bins[k] = bin{}
			to := &c.bins[k/2]
			to.good, to.detections, to.delays, to.sent, to.failed = to.good+b.good, to.detections+b.detections, to.delays+b.delays, to.sent+b.sent, to.failed+b.failed
		}
		c.bins = c.bins[:(len(c.bins)+1)/2]
		c.width *= 2
	}
	k := int(t / c.width)
	for len(c.bins) <= k {
		c.bins = append(c.bins, bin{})
	}
	return &c.bins[k]
}

func (c *charts) add(e *medium.Event) {
	i := e.Station
	if i < 0 {
		return
	}
	switch e.Kind {
	case medium.Queued:
		if c.queue[i]++; c.queue[i] == 1 {
			c.head[i] = e.At
		}
	case medium.TxStart:
		c.began[i] = e.At
	case medium.TxEnd:
		if e.OK {
			c.spread(c.began[i], e.At)
		} else {
			c.at(e.At).failed++
		}
	case medium.Collision:
		c.at(e.At).detections++
	case medium.Sent:
		b := c.at(e.At)
		b.sent++
		b.delays += e.At - c.head[i]
		c.next(i, e.At)
	case medium.Dropped:
		if e.Why != medium.QueueFull {
			c.next(i, e.At)
		} else {
			c.queue[i]--
		}
	}
}

func (c *charts) next(i int32, at phy.Time) { c.queue[i]--; c.head[i] = at }

// spread divides a transmission among the intervals that it lies in.
func (c *charts) spread(from, to phy.Time) {
	c.at(to)
	for from < to {
		k := from / c.width
		end := min(to, (k+1)*c.width)
		c.at(from).good += end - from
		from = end
	}
}

// Charts are curves over time.
type Charts struct {
	At          []float64  `json:"at"`          // middles of intervals, in seconds
	Utilisation []float64  `json:"utilisation"` // share of the time, 0 to 1
	Detections  []float64  `json:"detections"`  // of collisions by stations, a millisecond
	Delay       []*float64 `json:"delay"`       // mean, in microseconds; null where no frame was sent
	Done        []float64  `json:"done"`        // pieces of work, or frames sent, a second
	Failed      []float64  `json:"failed"`      // attempts, a second
}

// Charts returns the curves so far.
func (p *Player) Charts() Charts {
	c, known := p.charts, p.Scene.Until()
	out := Charts{At: []float64{}, Utilisation: []float64{}, Detections: []float64{}, Delay: []*float64{}, Done: []float64{}, Failed: []float64{}}
	for k := range c.bins {
		b, from := &c.bins[k], phy.Time(k)*c.width
		long := min(c.width, known-from)
		if long <= 0 {
			break
		}
		out.At = append(out.At, float64(from+long/2)/float64(phy.Second))
		out.Utilisation = append(out.Utilisation, min(1, float64(b.good)/float64(long)))
		out.Detections = append(out.Detections, float64(b.detections)*float64(phy.Millisecond)/float64(long))
		out.Done = append(out.Done, float64(b.sent)*float64(phy.Second)/float64(long))
		out.Failed = append(out.Failed, float64(b.failed)*float64(phy.Second)/float64(long))
		var delay *float64
		if b.sent > 0 {
			mean := float64(b.delays) / float64(b.sent) / float64(phy.Microsecond)
			delay = &mean
		}
		out.Delay = append(out.Delay, delay)
	}
	return out
}
