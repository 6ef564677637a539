package turns

import (
	"math/rand/v2"

	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/t1s"
	"github.com/csmacd/csmacd/phy"
)

// measure runs the bus as it is, and with other to_timers. A value that a run does not have is left out.
func (x *calculation) measure(r *Report) (err error) {
	if err = x.measureTurns(r); err == nil {
		r.MeasuredNeeded, err = x.shortestTimer()
	}
	return err
}

// measureTurns runs the bus: empty, with all nodes that have traffic always sending, and with each node once
// sending a frame at the worst moment.
func (x *calculation) measureTurns(r *Report) error {
	empty, err := x.run(x.silent(), 64*x.bus.empty(x.slowest.MII))
	if err != nil {
		return err
	}
	r.MeasuredEmpty = meanCycle(empty)
	full, err := x.run(x.saturated(-1), 256*x.bus.full())
	if err != nil {
		return err
	}
	if p := full.Medium.PLCA; p != nil && p.Cycles > 0 {
		r.MeasuredFull = &p.CycleUs.Max
	}
	for k := range r.Nodes {
		v := float64(8*full.Stations[k].OctetsDelivered) / full.SimulatedBits
		r.Nodes[k].MeasuredThroughput = &v
	}
	for k := range r.Nodes {
		if r.Nodes[k].Bound == nil {
			continue
		}
		if r.Nodes[k].MeasuredWait, err = x.longestWait(k, &r.Nodes[k]); err != nil {
			return err
		}
	}
	return nil
}

func meanCycle(r *medium.Result) *float64 {
	if r.Medium.PLCA == nil || r.Medium.PLCA.Cycles == 0 {
		return nil
	}
	return &r.Medium.PLCA.CycleUs.Mean
}

// silent returns the bus of the nodes that the formulas count in, without traffic.
func (x *calculation) silent() *t1s.Config {
	c := *x.config
	c.Warmup, c.Until, c.Timeline, c.Stations = 0, medium.Until{}, nil, nil
	for _, i := range x.of {
		s := x.config.Stations[i]
		s.Traffic, s.Queue = nil, 0
		c.Stations = append(c.Stations, s)
	}
	return &c
}

// saturated returns the same bus with traffic that never ends at all nodes that have traffic, except
// one. It begins when the bus takes turns: at time 0 all nodes would collide.
func (x *calculation) saturated(except int) *t1s.Config {
	c := x.silent()
	for k := range c.Stations {
		if n := &x.bus.nodes[k]; n.talks && k != except {
			c.Stations[k].Traffic = []traffic.Source{traffic.From(&always{from: x.begin() + phy.Time(k)*bit, octets: int(n.frame / (8 * bit))})}
		}
	}
	return c
}

// begin returns when traffic begins: the coordinator's first beacon comes after a cycle of silence.
func (x *calculation) begin() phy.Time { return 4 * x.bus.empty(x.slowest.MII) }

// always is the traffic of a station that has a frame at all times.
type always struct {
	from   phy.Time
	octets int
	begun  bool
}

// Next implements [traffic.Generator].
func (a *always) Next(phy.Time, rand.Source) (traffic.Arrival, bool) {
	if a.begun {
		return traffic.Arrival{}, false
	}
	a.begun = true
	return traffic.Arrival{At: a.from, Octets: a.octets}, true
}

// Departed implements [traffic.ClosedLoop].
func (a *always) Departed(now phy.Time, _ rand.Source) (traffic.Arrival, bool) {
	return traffic.Arrival{At: now, Octets: a.octets}, true
}

// run returns the result of a bus over a time, after its first cycles.
func (x *calculation) run(c *t1s.Config, length phy.Time) (*medium.Result, error) {
	c.Warmup = x.begin() + 8*x.bus.full()
	n, err := t1s.New(*c)
	if err != nil {
		return nil, err
	}
	if err := n.Run(c.Warmup + length); err != nil {
		return nil, err
	}
	return n.Result(), nil
}

// probes is the number of frames besides the worst that longestWait sends at other moments.
const probes = 12

// longestWait returns the longest wait of a node for the first bit of a frame on the line, while all others
// always send: of a frame that arrives at the moment that the formula says, and of some at others.
func (x *calculation) longestWait(k int, node *Node) (us *float64, err error) {
	c := x.saturated(k)
	if len(c.Stations) < 2 {
		return nil, nil
	}
	n, err := t1s.New(*c)
	if err != nil {
		return nil, err
	}
	w := &ownTurns{station: int32(k), id: int32(c.Stations[k].PLCA.NodeIDs[0])}
	n.Observe(w)
	period := x.bus.rhythmOf(k).period
	octets := max(x.bus.nodes[k].frame/(8*bit), 64)
	now := x.begin() + 8*x.bus.full()
	// The MAC hears the beginning of a frame later than in the formula: along the cable, and in the PHY.
	worst := node.arrival - node.turn
	offsets := []phy.Time{worst, worst + x.length, worst + 2*x.length, worst + x.slowest.Tx + x.slowest.RxOn + x.length}
	for i := range phy.Time(probes) {
		offsets = append(offsets, i*period/probes)
	}
	for _, offset := range offsets {
		if err := n.Run(now); err != nil {
			return nil, err
		}
		if len(w.at) < 2 {
			return nil, nil // it has no turns
		}
		// The rhythm has begun again when the own turn has.
		last := len(w.at) - 1
		at := w.at[last] + mod(offset, w.at[last]-w.at[last-1])
		for at < now {
			at += w.at[last] - w.at[last-1]
		}
		f := medium.Frame{Source: int32(k), Destination: int32((k + 1) % len(c.Stations)), Size: int32(octets)}
		if err := n.Inject(k, at, f); err != nil {
			return nil, err
		}
		now = at + 6*(period+octets*8*bit) // the frame is gone, and the rhythm is back
	}
	if err := n.Run(now); err != nil {
		return nil, err
	}
	d := &n.Result().Stations[k].AccessDelay
	if d.Count == 0 {
		return nil, nil
	}
	v := rounded(d.Max - micros(bits(header)+octets*8*bit) + micros(x.slowest.Tx))
	return &v, nil
}

// ownTurns notes when the turns of a node begin.
type ownTurns struct {
	station, id int32
	at          []phy.Time
}

// Interest implements [medium.Observer].
func (w *ownTurns) Interest() medium.Interest {
	return medium.Interest{Kinds: medium.Of(medium.Turn), Stations: []int{int(w.station)}}
}

// Observe implements [medium.Observer].
func (w *ownTurns) Observe(e *medium.Event) {
	if e.ID == w.id {
		w.at = append(w.at, e.At)
	}
}

// shortestTimer returns the shortest to_timer with which all nodes keep count while they send.
func (x *calculation) shortestTimer() (needed *float64, err error) {
	own := x.bus.to
	defer func() { x.bus.to = own }()
	works := func(t phy.Time) bool {
		x.bus.to = t
		c := x.saturated(-1)
		for k := range c.Stations {
			p := *c.Stations[k].PLCA
			p.ToTimer = t
			c.Stations[k].PLCA = &p
		}
		r, failed := x.run(c, 32*x.bus.full())
		if failed != nil {
			err = failed
			return false
		}
		for k := range r.Stations {
			p := r.Stations[k].PLCA
			if p.PhysicalCollisions+p.RXInTO+p.TurnsLost+p.BeaconsBeforeTO > 0 || x.bus.nodes[k].talks && r.Stations[k].PLCA.TurnsUsed == 0 {
				return false
			}
		}
		return true
	}
	below, enough := phy.Time(0), 255*plca.Bit
	if !works(enough) {
		return nil, err
	}
	for enough-below > plca.Bit {
		if t := (below + enough) / (2 * plca.Bit) * plca.Bit; works(t) {
			enough = t
		} else {
			below = t
		}
	}
	v := inBits(enough)
	return &v, err
}
