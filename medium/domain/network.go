package domain

import (
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/internal/addresses"
	"github.com/csmacd/csmacd/medium/internal/agenda"
	"github.com/csmacd/csmacd/medium/internal/sources"
	"github.com/csmacd/csmacd/medium/internal/tally"
	"github.com/csmacd/csmacd/medium/internal/timeline"
	"github.com/csmacd/csmacd/phy"
)

// Network is a collision domain with its stations and repeaters, at some instant of a run. Make one
// with [New]. It must not be used by two goroutines at once.
type Network struct {
	bit      phy.Time
	gap      phy.Time // the longest gap of any station
	shortest phy.Time // the duration of the shortest frame of any station
	least    int      // frames of sizes from this one ...
	greatest int      // ... to this one are neither too short nor too long for any station
	seed     uint64
	names    []string // of stations, then of ports
	known    addresses.Book
	part     *medium.Part
	until    medium.Until

	now      phy.Time
	agenda   agenda.Agenda
	backoffs *agenda.Agenda // that of the ends of backoffs
	pass     phase          // 0, or secondPass
	ready    []int32
	starts   []int32
	spans    []span   // scratch
	odd      []int32  // scratch
	side     []uint32 // scratch
	ranges   ranges
	lost     []span      // scratch
	heard    []reception // scratch
	quiet    phy.Time    // the instant at which the last edge so far has left the last tap
	pauses   bool        // a station obeys PAUSE frames
	asked    phy.Time    // the instant of the last Arriving, + 1
	early    []early     // what it passed to hooks

	stations  []station
	channels  []channel
	segments  []segment
	kind      string // of the medium, in results
	repeaters []repeater
	ports     []port
	lone      bool            // its only repeater is one for rounds, which is not plugged in
	memories  []backoff.State // state of the policies, by station; nil if all are tables
	sources   []sources.Source
	queue     queue
	pool      pool
	groups    groups
	rounds    rounds
	leaving   leaving
	changes   timeline.Changes
	planned   int32 // number of changes so far
	absent    int   // number of stations that have left
	strays    int   // number of signals that do not come from a MAC
	coming    int   // arrivals in the agenda
	inFlight  int   // judgements and the like in the agenda
	edges     int   // edges of signals at ports in the agenda
	injected  int32 // the number of the last injected frame
	holding   int   // number of stations with a frame
	active    int   // number of stations that send
	busy      int   // number of repeaters that are not in IDLE or WAIT

	deciding, decided []int32 // repeaters that see a change
	reconnected       []int32 // repeaters of ports that were reconnected while they had input
	touched           []int32 // repeaters whose ports changed at this instant

	flights     []flight
	freeFlights []uint32

	sums        tally.Sums
	digest      tally.Digest
	watch       watchers
	hooks       []func(at phy.Time, f medium.Frame) // by station; nil if it has none
	wants       []func(f *medium.Frame) bool        // by station, as far as it goes; nil: every frame
	handed      []handOver                          // what hooks are to be called with
	around      medium.Frame                        // the one that is passed to hooks now
	placer      placer
	warmup      phy.Time
	warm        bool // the warm-up is over
	done        bool
	err         error
	interrupted atomic.Bool
}

// New checks a configuration and makes its network, at time 0. Its errors name the station, port or
// segment that is wrong: a place that does not exist or is taken, a full-duplex end on a cable or at a
// repeater, another bit time, a name or address that is taken, a negative number, or a loop.
func New(c Config) (*Network, error) {
	if err := check(&c); err != nil {
		return nil, fmt.Errorf("domain: %w", err)
	}
	n := &Network{
		bit: paramsOf(&c.Stations[0]).BitTime, seed: c.Seed, until: c.Until, warmup: c.Warmup, warm: c.Warmup == 0, part: c.Part,
		stations: make([]station, len(c.Stations)), kind: c.Kind,
	}
	if n.kind == "" {
		n.kind = medium.Segmented
	}
	n.sums.Init(n.part)
	if err := n.known.Init(len(c.Stations), func(i int) (string, phy.Address) { return c.Stations[i].Name, c.Stations[i].Address }); err != nil {
		return nil, fmt.Errorf("domain: %w", err)
	}
	b := newBuilder()
	for i := range c.Stations {
		n.addStation(&c, i, b)
	}
	n.watchGaps()
	n.measure()
	n.backoffs = &n.agenda
	n.agenda.Init(n.stations[0].rules.SlotTime, len(n.stations))
	n.addSegments(&c)
	for _, x := range c.Timeline {
		if err := n.plan(x); err != nil {
			return nil, err
		}
	}
	for i := range n.stations {
		from, to := n.sourcesOf(int32(i))
		for k := from; k < to; k++ {
			s := &n.sources[k]
			at := s.First()
			n.sendScout(int32(i), k, at)
			n.expect(int32(i), k, at)
		}
	}
	n.initRounds(&c)
	n.leaving.transit = n.part != nil && n.part.Ports > 1
	return n, nil
}

// paramsOf returns the parameters of a station of a configuration.
func paramsOf(s *Station) mac.Params {
	if s.Params != nil {
		return *s.Params
	}
	return mac.For(phy.Ethernet10)
}

func (n *Network) addStation(c *Config, i int, b *builder) {
	s, st := &c.Stations[i], &n.stations[i]
	n.names = append(n.names, s.Name)
	*st = n.newStation(s, b.rulesOf(s))
	n.pauses = n.pauses || st.obeys
	if st.rules.table == nil && n.memories == nil {
		n.memories = make([]backoff.State, len(n.stations))
	}
	// The stations of a group share their traffic.
	if len(s.Traffic) > 0 && (i == 0 || len(c.Stations[i-1].Traffic) == 0 || &c.Stations[i-1].Traffic[0] != &s.Traffic[0]) {
		b.specs = slices.Clone(s.Traffic)
	}
	n.addSourcesOf(s.Name, b.specs[:len(s.Traffic)])
}

// newStation returns a station whose sources come next. It is not plugged in.
func (n *Network) newStation(s *Station, r *rules) station {
	st := station{
		rules: r, rng: backoff.NewRand(n.seed, s.Name, "backoff"), source: int32(len(n.sources)),
		full: s.End.Full, obeys: s.ObeyPause && s.End.Full, port: none, name: tally.NameOf(s.Name),
	}
	st.sums.Frames = make([]uint64, r.AttemptLimit)
	return st
}

// addSourcesOf adds the sources of a station. Stations may share specs.
func (n *Network) addSourcesOf(name string, specs []traffic.Source) {
	for k := range specs {
		n.sources = append(n.sources, sources.New(&specs[k], k, n.seed, name))
		if to := specs[k].To; to.Whom == traffic.ToAddress {
			n.known.Add(to.Address)
		}
		for _, a := range specs[k].Addresses { // contention rounds do not keep the order of arrivals
			n.known.Destination(a)
		}
	}
}

// builder holds what stations share while they are added.
type builder struct {
	tables map[int]*backoff.Table // binary exponential backoff, by limit
	rules  map[rules]*rules
	specs  []traffic.Source // of the previous station: the stations of a group share theirs
}

func newBuilder() *builder {
	return &builder{tables: map[int]*backoff.Table{}, rules: map[rules]*rules{}}
}

// rulesOf returns the rules of a station. Stations with equal rules share them.
func (b *builder) rulesOf(s *Station) *rules {
	r := rules{Params: paramsOf(s), limit: int32(s.Queue), policy: s.Backoff}
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

// measure computes the properties of the network as a whole.
func (n *Network) measure() {
	p := n.stations[0].rules
	n.gap, n.least, n.greatest, n.shortest = p.Gap, p.MinFrame, p.MaxFrame, p.Duration(p.MinFrame)
	for i := range n.stations {
		p := n.stations[i].rules
		n.gap = max(n.gap, p.Gap)
		n.least, n.greatest = max(n.least, p.MinFrame), min(n.greatest, p.MaxFrame)
		n.shortest = min(n.shortest, p.Duration(p.MinFrame))
	}
}

// sourcesOf returns the range of a station's sources among those of the network.
func (n *Network) sourcesOf(i int32) (from, to int32) {
	if int(i) == len(n.stations)-1 {
		return n.stations[i].source, int32(len(n.sources))
	}
	return n.stations[i].source, n.stations[i+1].source
}

// Len returns the number of stations.
func (n *Network) Len() int { return len(n.stations) }

// Name returns a station's name. The numbers from Len on are the ports of repeaters, whose names
// are made of the repeater's and what is plugged in, such as "hub/pc1".
func (n *Network) Name(station int) string { return n.names[station] }

// Span returns a time that is at least the delay between any two stations, repeaters included: each
// repeater is passed once.
func (n *Network) Span() phy.Time {
	longest, delays := phy.Time(0), phy.Time(0)
	for k := range n.channels {
		if c := &n.channels[k]; c.hub {
			longest = max(longest, c.span+c.second)
		} else {
			longest = max(longest, c.span)
		}
	}
	if extended && n.lone {
		return longest
	}
	for k := range n.ports {
		longest = max(longest, n.ports[k].delay)
	}
	for k := range n.repeaters {
		delays += n.repeaters[k].Delay
	}
	return phy.Time(len(n.repeaters)+1)*longest + delays
}

// Ports returns the number of ports of all repeaters.
func (n *Network) Ports() int {
	if extended && n.lone {
		return 0
	}
	return len(n.ports)
}

// BitTime returns the length of a bit. All stations have the same.
func (n *Network) BitTime() phy.Time { return n.bit }

// Params returns a station's rules.
func (n *Network) Params(station int) mac.Params { return n.stations[station].rules.Params }

// Apart returns a time that a signal of one station takes at least to reach another.
func (n *Network) Apart(a, b int) phy.Time {
	x, y := &n.stations[a], &n.stations[b]
	switch {
	case x.channel != y.channel || n.channels[x.channel].hub:
		return 0
	case x.star:
		return x.pos
	}
	return abs(x.pos - y.pos)
}

// Place returns a station's place on its cable or link, as its delay from the left or first end; of a
// star it is 0.
func (n *Network) Place(station int) phy.Time {
	if st := &n.stations[station]; !st.star {
		return st.pos
	}
	return 0
}

// Now returns the instant up to which the network has been run.
func (n *Network) Now() phy.Time { return n.now }

// Done reports whether a condition of the configuration has ended the run.
func (n *Network) Done() bool { return n.done }

// Idle reports whether nothing is queued or being sent, and no traffic is to come.
func (n *Network) Idle() bool {
	n.catchUp()
	return n.idle()
}

func (n *Network) idle() bool {
	return n.holding == 0 && n.active == 0 && n.coming == 0 && n.inFlight == 0 && n.busy == 0
}

// Next returns an instant before which nothing happens: usually that of the next event, or
// [phy.Forever] if nothing more can happen unless a frame is injected.
func (n *Network) Next() phy.Time {
	n.catchUp()
	return n.agenda.Next()
}
