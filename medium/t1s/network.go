package t1s

import (
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/internal/addresses"
	"github.com/csmacd/csmacd/medium/internal/noise"
	"github.com/csmacd/csmacd/medium/internal/sources"
	"github.com/csmacd/csmacd/medium/internal/tally"
	"github.com/csmacd/csmacd/medium/internal/timeline"
	"github.com/csmacd/csmacd/phy"
)

// Network is a bus with its stations, at some instant of a run. Make one with [New]. It must not be used
// by two goroutines at once.
type Network struct {
	seed     uint64
	segment  string
	kind     string
	shortest phy.Time // the duration of the shortest frame of any station
	span     phy.Time
	names    []string
	known    addresses.Book
	part     *medium.Part
	until    medium.Until

	now    phy.Time
	again  int // passes of this instant, besides the first
	agenda agenda
	alarms alarms
	quiet  phy.Time // the instant at which the last edge so far has left the last tap

	nodes    []node
	sources  []source
	elements []element
	free     []uint32 // elements
	changes  timeline.Changes
	injected []queuedFrame // those that have not arrived
	spare    []uint32      // free places among them

	edges    []edge  // scratch: of this round
	shows    []entry // scratch: what PHYs show later
	risen    []entry // scratch: what they show from now on
	alone    []int32 // nodes at which a BEACON or a COMMIT is alone, if it goes on
	ebbs     bool    // what ends in this instant ends: what begins waits
	stirred  []int32 // nodes whose machines are to be looked at
	filling  []int32 // nodes whose delay lines may fill in this instant
	asking   []int32 // nodes whose MACs are to be looked at
	coming   int     // arrivals in the agenda
	holding  int     // number of stations with a frame
	active   int     // number of MACs that send
	frames   int     // number of nodes that send frames on the line
	crashing int     // number of those that have met a collision
	under    int     // elements that have not left the last tap

	stepped       bool // nothing is passed over
	quick         quick
	silence       quiet
	pendingChange int // changes to come
	absent        int // stations that were removed

	lossOf float64     // the probability that a node does not decode a BEACON
	noise  *noise.Line // bit errors; nil: there have been none
	cut    bool        // the line, at a place
	cutAt  phy.Time
	short  bool // nothing gets anywhere

	share       shares
	sums        tally.Sums
	digest      tally.Digest
	watch       watchers
	placer      []func(from, until phy.Time)
	asked       phy.Time // the instant of the last Arriving, + 1
	hooks       []func(at phy.Time, f medium.Frame)
	warmup      phy.Time
	warm        bool
	done        bool
	err         error
	interrupted atomic.Bool
}

// New checks a configuration and makes its network, at time 0.
func New(c Config) (*Network, error) {
	if err := check(&c); err != nil {
		return nil, fmt.Errorf("t1s: %w", err)
	}
	n := &Network{
		seed: c.Seed, segment: c.Segment, kind: c.Kind, part: c.Part, until: c.Until, warmup: c.Warmup, warm: c.Warmup == 0,
		nodes: make([]node, len(c.Stations)), elements: make([]element, 1), shortest: phy.Forever,
	}
	if n.kind == "" {
		n.kind = "bus"
	}
	n.sums.Init(n.part)
	if err := n.known.Init(len(c.Stations), func(i int) (string, phy.Address) { return c.Stations[i].Name, c.Stations[i].Address }); err != nil {
		return nil, fmt.Errorf("t1s: %w", err)
	}
	n.alarms.init(len(c.Stations))
	b := &builder{tables: map[int]*backoff.Table{}, rules: map[rules]*rules{}}
	for i := range c.Stations {
		n.addNode(&c, i, b)
	}
	n.place()
	for _, x := range c.Timeline {
		if err := n.plan(x); err != nil {
			return nil, err
		}
	}
	n.silence.nodes = make([]nodeCycle, len(n.nodes))
	n.initQuick()
	for i := range n.nodes {
		from, to := n.sourcesOf(int32(i))
		for k := from; k < to; k++ {
			s := &n.sources[k]
			n.expect(int32(i), k, s.First())
		}
		n.wakeAt(int32(i), 0)
	}
	return n, nil
}

func (n *Network) addNode(c *Config, i int, b *builder) {
	s, x := &c.Stations[i], &n.nodes[i]
	n.names = append(n.names, s.Name)
	x.rules = b.rulesOf(c, s)
	n.shortest = min(n.shortest, x.rules.Duration(x.rules.MinFrame))
	x.rng = backoff.NewRand(n.seed, s.Name, "backoff")
	x.name = tally.NameOf(s.Name)
	x.source = int32(len(n.sources))
	x.sums.Frames = make([]uint64, x.rules.AttemptLimit)
	x.pos, x.latency = s.At, c.latencyOf(s)
	if x.latency.MII > 0 {
		if s.Phase != nil {
			x.phase = *s.Phase
		} else {
			r := backoff.NewRand(n.seed, s.Name, "mii")
			x.phase = phy.Time(r.Below(uint64(x.latency.MII)))
		}
	}
	x.loss = backoff.NewRand(n.seed, s.Name, "beacon_loss")
	x.params = plca.Default()
	random := backoff.NewRand(n.seed, s.Name, "dplca")
	x.sub.Random = &random
	n.setPLCA(int32(i), s.PLCA)
	x.tap.init(len(c.Stations))
	// The stations of a group share their traffic.
	if len(s.Traffic) > 0 && (i == 0 || len(c.Stations[i-1].Traffic) == 0 || &c.Stations[i-1].Traffic[0] != &s.Traffic[0]) {
		b.specs = slices.Clone(s.Traffic)
	}
	n.addSourcesOf(s.Name, b.specs[:len(s.Traffic)])
}

// setPLCA sets the parameters of a node, from now on; nil switches PLCA off.
func (n *Network) setPLCA(i int32, p *plca.Params) {
	x := &n.nodes[i]
	if p != nil {
		x.had = true
		x.params = *p
	}
	if x.meant = p != nil; !x.off {
		x.sub.Set(p)
	}
}

// addSourcesOf adds the sources of a station. Stations may share specs.
func (n *Network) addSourcesOf(name string, specs []traffic.Source) {
	for k := range specs {
		n.sources = append(n.sources, source{Source: sources.New(&specs[k], k, n.seed, name)})
		if to := specs[k].To; to.Whom == traffic.ToAddress {
			n.known.Add(to.Address)
		}
	}
}

// builder holds what stations share while they are added.
type builder struct {
	tables map[int]*backoff.Table // binary exponential backoff, by limit
	rules  map[rules]*rules
	specs  []traffic.Source
}

// rulesOf returns the rules of a station. Stations with equal rules share them.
func (b *builder) rulesOf(c *Config, s *Station) *rules {
	r := rules{Params: c.paramsOf(s), limit: int32(s.Queue), policy: s.Backoff}
	if r.limit == 0 {
		r.limit = bus.DefaultQueue
	}
	r.most = int32(min(phy.Forever/r.SlotTime+1, math.MaxInt32))
	if r.policy == nil {
		t := b.tables[r.BackoffLimit]
		if t == nil {
			t = backoff.BEB(r.BackoffLimit)
			b.tables[r.BackoffLimit] = t
		}
		r.policy = t
	}
	r.table, _ = r.policy.(*backoff.Table)
	if r.table != nil && b.rules[r] != nil {
		return b.rules[r]
	}
	kept := r
	if r.table != nil { // a policy of another kind may not be comparable
		b.rules[r] = &kept
	}
	return &kept
}

// place finds the distances between the nodes.
func (n *Network) place() {
	for i := range n.nodes {
		x := &n.nodes[i]
		for j := range n.nodes {
			d := x.pos - n.nodes[j].pos
			d = max(d, -d)
			n.span = max(n.span, d)
			k := 0
			for k < len(x.reach) && x.reach[k].delay < d {
				k++
			}
			if k == len(x.reach) || x.reach[k].delay > d {
				x.reach = slices.Insert(x.reach, k, group{delay: d})
			}
			x.reach[k].taps = append(x.reach[k].taps, int32(j))
		}
	}
}

// sourcesOf returns the range of a station's sources among those of the network.
func (n *Network) sourcesOf(i int32) (from, to int32) {
	if int(i) == len(n.nodes)-1 {
		return n.nodes[i].source, int32(len(n.sources))
	}
	return n.nodes[i].source, n.nodes[i+1].source
}

// Len returns the number of stations.
func (n *Network) Len() int { return len(n.nodes) }

// Name returns a station's name.
func (n *Network) Name(station int) string { return n.names[station] }

// Span returns the delay between the two stations that are farthest apart.
func (n *Network) Span() phy.Time { return n.span }

// BitTime returns the length of a bit.
func (n *Network) BitTime() phy.Time { return plca.Bit }

// Params returns a station's rules.
func (n *Network) Params(station int) mac.Params { return n.nodes[station].rules.Params }

// Place returns a station's place on the bus, as its delay from the left end.
func (n *Network) Place(station int) phy.Time { return n.nodes[station].pos }

// Now returns the instant up to which the network has been run.
func (n *Network) Now() phy.Time { return n.now }

// Done reports whether a condition of the configuration has ended the run.
func (n *Network) Done() bool { return n.done }

// Idle reports whether nothing is queued or being sent, and no traffic is to come.
func (n *Network) Idle() bool {
	return n.holding == 0 && n.active == 0 && n.coming == 0 && n.frames == 0 && n.under == 0 && n.quick.arrival.at == phy.Forever
}

// Next returns an instant before which nothing happens.
func (n *Network) Next() phy.Time {
	if n.quick.on {
		return min(n.agenda.next(), n.quick.next, n.quick.arrival.at, n.quick.starts, n.quick.ends)
	}
	return min(n.agenda.next(), n.alarms.next())
}

// Address implements [medium.Stations].
func (n *Network) Address(destination int32) phy.Address { return n.known.Address(destination) }

// Destination returns the destination that stands for an address in a [medium.Frame]: the station
// that has the address, Broadcast, or a number that the network assigns and remembers.
func (n *Network) Destination(a phy.Address) int32 { return n.known.Destination(a) }

// Interrupt implements [medium.Network].
func (n *Network) Interrupt() { n.interrupted.Store(true) }

// NodeID returns the smallest node ID that a station has now, or [plca.NoID], and its node count, by which a
// coordinator ends its cycles.
func (n *Network) NodeID(station int) (id, count int) {
	x := &n.nodes[station]
	return x.sub.ID(&x.params)
}
