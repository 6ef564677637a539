package domain

import (
	"errors"
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
	"github.com/csmacd/csmacd/medium/internal/tally"
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

	now    phy.Time
	agenda agenda
	pass   phase // 0, or secondPass
	ready  []int32
	starts []int32
	spans  []span      // scratch
	heard  []reception // scratch
	quiet  phy.Time    // the instant at which the last edge so far has left the last tap
	pauses bool        // a station obeys PAUSE frames
	asked  phy.Time    // the instant of the last Arriving, + 1
	early  []early     // what it passed to hooks

	stations  []station
	channels  []channel
	repeaters []repeater
	ports     []port
	memories  []backoff.State // state of the policies, by station; nil if all are tables
	sources   []source
	queue     queue
	pool      pool
	groups    groups
	coming    int   // arrivals in the agenda
	inFlight  int   // judgements and the like in the agenda
	injected  int32 // the number of the last injected frame
	holding   int   // number of stations with a frame
	active    int   // number of stations that send
	busy      int   // number of repeaters that are not in IDLE or WAIT

	deciding, decided []int32 // repeaters that see a change
	touched           []int32 // repeaters whose ports changed at this instant

	flights     []flight
	freeFlights []uint32

	sums        sums
	digest      tally.Digest
	watch       watchers
	hooks       []func(at phy.Time, f medium.Frame) // by station; nil if it has none
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
		bit: rulesOf(&c, 0).BitTime, seed: c.Seed, until: c.Until, warmup: c.Warmup, warm: c.Warmup == 0, part: c.Part,
		stations: make([]station, len(c.Stations)),
	}
	if n.part == nil { // the larger network keeps the delays of its parts
		n.sums.access.Init()
		n.sums.delay.Init()
	}
	if err := n.known.Init(len(c.Stations), func(i int) (string, phy.Address) { return c.Stations[i].Name, c.Stations[i].Address }); err != nil {
		return nil, fmt.Errorf("domain: %w", err)
	}
	b := builder{tables: map[int]*backoff.Table{}, rules: map[rules]*rules{}}
	for i := range c.Stations {
		n.addStation(&c, i, &b)
	}
	n.measure()
	n.addSegments(&c)
	for i := range n.stations {
		from, to := n.sourcesOf(int32(i))
		for k := from; k < to; k++ {
			s := &n.sources[k]
			n.expect(int32(i), k, s.spec.First(&s.state, &s.arrival))
		}
	}
	return n, nil
}

// rulesOf returns the rules of a station of a configuration.
func rulesOf(c *Config, i int) mac.Params {
	if p := c.Stations[i].Params; p != nil {
		return *p
	}
	return mac.For(phy.Ethernet10)
}

func check(c *Config) error {
	switch {
	case len(c.Stations) == 0:
		return errors.New("a network needs at least one station")
	case len(c.Stations) >= 1<<27:
		return fmt.Errorf("%d stations are more than 2^27", len(c.Stations))
	case c.Warmup < 0 || c.Warmup > phy.MaxTime:
		return errors.New("the warm-up is negative, or more than 30 days")
	}
	names := map[string]bool{}
	ends := make([][]End, len(c.Segments))
	plug := func(who string, e End) error {
		if e.Segment < 0 || e.Segment >= len(c.Segments) {
			return fmt.Errorf("%s is plugged into segment %d, and there are %d", who, e.Segment, len(c.Segments))
		}
		s := &c.Segments[e.Segment]
		switch {
		case e.At < 0 || e.At > phy.MaxTime:
			return fmt.Errorf("%s: its place is negative, or more than 30 days away", who)
		case !s.Link && e.Full:
			return fmt.Errorf("%s: an end on a cable is half duplex", who)
		case s.Link && e.At != 0 && e.At != s.Delay:
			return fmt.Errorf("%s: a link has no place between its ends", who)
		case s.Link && len(ends[e.Segment]) == 2:
			return fmt.Errorf("%s: both ends of link %q are taken", who, s.Name)
		case s.Link && len(ends[e.Segment]) == 1 && ends[e.Segment][0].At == e.At && s.Delay > 0:
			return fmt.Errorf("%s: this end of link %q is taken", who, s.Name)
		}
		ends[e.Segment] = append(ends[e.Segment], e)
		return nil
	}
	for k := range c.Segments {
		s := &c.Segments[k]
		if min(s.Delay, s.TransmittingEnd, s.Middle) < 0 || max(s.Delay, s.TransmittingEnd, s.Middle) > phy.MaxTime {
			return fmt.Errorf("segment %q: a length of time is negative, or more than 30 days", s.Name)
		}
	}
	bit := rulesOf(c, 0).BitTime
	for i := range c.Stations {
		s := &c.Stations[i]
		if s.Name == "" || names[s.Name] {
			return fmt.Errorf("station %d: the name %q is empty or taken", i, s.Name)
		}
		names[s.Name] = true
		if s.Address.Group() {
			return fmt.Errorf("station %q: %v is the address of a group", s.Name, s.Address)
		}
		if err := plug(fmt.Sprintf("station %q", s.Name), s.End); err != nil {
			return err
		}
		p := rulesOf(c, i)
		if err := p.Check(); err != nil {
			return fmt.Errorf("station %q: %w", s.Name, err)
		}
		if p.BitTime != bit {
			return fmt.Errorf("station %q: all stations of a collision domain share one bit time", s.Name)
		}
		if s.Queue < 0 {
			return fmt.Errorf("station %q: its queue must not be negative", s.Name)
		}
		for k := range s.Traffic {
			if err := checkTraffic(&s.Traffic[k], &p, c.Part.Among(len(c.Stations))); err != nil {
				return fmt.Errorf("station %q: %w", s.Name, err)
			}
		}
	}
	return checkRepeaters(c, names, plug)
}

func checkTraffic(t *traffic.Source, p *mac.Params, stations int) error {
	if err := t.Check(); err != nil {
		return err
	}
	if err := t.To.Check(stations); err != nil {
		return err
	}
	if least, greatest, known := t.Range(); known && (least < p.MinFrame || greatest > p.MaxFrame) {
		return fmt.Errorf("frames of %d to %d octets: this line takes %d to %d", least, greatest, p.MinFrame, p.MaxFrame)
	}
	return nil
}

func checkRepeaters(c *Config, names map[string]bool, plug func(string, End) error) error {
	// Repeaters and the segments between them must be a tree: each is joined to what it meets.
	set := make([]int, len(c.Segments)+len(c.Repeaters))
	for k := range set {
		set[k] = k
	}
	root := func(k int) int {
		for set[k] != k {
			k = set[k]
		}
		return k
	}
	for k := range c.Repeaters {
		r := &c.Repeaters[k]
		if r.Name == "" || names[r.Name] {
			return fmt.Errorf("repeater %d: the name %q is empty or taken", k, r.Name)
		}
		names[r.Name] = true
		times := [...]phy.Time{r.Delay, r.JamDelay, r.JamEnd, r.Recovery, r.PartitionLong, r.Reconnect, r.Lockup, r.Jabber}
		if slices.Min(times[:]) < 0 || slices.Max(times[:]) > phy.MaxTime || r.PartitionAfter < 0 || r.Variation > RandomVariation {
			return fmt.Errorf("repeater %q: a time or a count is negative, or a time more than 30 days", r.Name)
		}
		if len(r.Ports) > math.MaxInt16 {
			return fmt.Errorf("repeater %q: %d ports are more than %d", r.Name, len(r.Ports), math.MaxInt16)
		}
		for _, p := range r.Ports {
			who := fmt.Sprintf("port %q of repeater %q", p.To, r.Name)
			if p.End.Full {
				return fmt.Errorf("%s: a repeater's end is half duplex", who)
			}
			if err := plug(who, p.End); err != nil {
				return err
			}
			a, b := root(p.End.Segment), root(len(c.Segments)+k)
			if a == b {
				return fmt.Errorf("%s: repeaters and segments form a loop", who)
			}
			set[a] = b
		}
	}
	return nil
}

func (n *Network) addStation(c *Config, i int, b *builder) {
	s, st := &c.Stations[i], &n.stations[i]
	n.names = append(n.names, s.Name)
	*st = station{
		rules: b.rulesOf(c, i), rng: backoff.NewRand(c.Seed, s.Name, "backoff"), source: int32(len(n.sources)),
		full: s.End.Full, obeys: s.ObeyPause && s.End.Full, port: none, name: tally.NameOf(s.Name),
	}
	st.sums.frames = make([]uint64, st.rules.AttemptLimit)
	n.pauses = n.pauses || st.obeys
	if st.rules.table == nil && n.memories == nil {
		n.memories = make([]backoff.State, len(n.stations))
	}
	// The stations of a group share their traffic.
	if len(s.Traffic) > 0 && (i == 0 || len(c.Stations[i-1].Traffic) == 0 || &c.Stations[i-1].Traffic[0] != &s.Traffic[0]) {
		b.specs = slices.Clone(s.Traffic)
	}
	for k := range s.Traffic {
		purpose := "" // the purpose of the stream of the second source and later ones
		if k > 0 {
			purpose = fmt.Sprintf(" %d", k)
		}
		n.sources = append(n.sources, source{
			spec:    &b.specs[k],
			arrival: backoff.NewRand(c.Seed, s.Name, "arrival"+purpose),
			size:    backoff.NewRand(c.Seed, s.Name, "size"+purpose),
			to:      backoff.NewRand(c.Seed, s.Name, "destination"+purpose),
		})
		if to := s.Traffic[k].To; to.Whom == traffic.ToAddress {
			n.known.Add(to.Address)
		}
	}
}

// builder holds what stations share while they are added.
type builder struct {
	tables map[int]*backoff.Table // binary exponential backoff, by limit
	rules  map[rules]*rules
	specs  []traffic.Source // of the previous station: the stations of a group share theirs
}

// rulesOf returns the rules of a station. Stations with equal rules share them.
func (b *builder) rulesOf(c *Config, i int) *rules {
	s := &c.Stations[i]
	r := rules{Params: rulesOf(c, i), limit: int32(s.Queue), policy: s.Backoff}
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

// addSegments plugs stations and ports into their segments.
func (n *Network) addSegments(c *Config) {
	type plugged struct{ stations, ports []int32 }
	at := make([]plugged, len(c.Segments))
	for i := range c.Stations {
		s := &at[c.Stations[i].End.Segment]
		s.stations = append(s.stations, int32(i))
		n.stations[i].pos = c.Stations[i].End.At
	}
	for k := range c.Repeaters {
		x := &c.Repeaters[k]
		r := repeater{Repeater: *x, number: int32(k), first: int32(len(n.ports)), count: int32(len(x.Ports)), channel: none, sending: -1}
		for j, p := range x.Ports {
			name := x.Name + "/" + p.To
			s := &c.Segments[p.End.Segment]
			at[p.End.Segment].ports = append(at[p.End.Segment].ports, int32(len(n.ports)))
			n.names = append(n.names, name)
			n.ports = append(n.ports, port{
				to: p.To, repeater: int32(k), number: int32(j), enabled: !p.Disabled, cable: none, station: none, far: none,
				pos: p.End.At, delay: s.Delay, end: s.TransmittingEnd, mid: s.Middle,
				rng: backoff.NewRand(c.Seed, name, "variability"), beginAt: phy.Forever,
			})
		}
		n.repeaters = append(n.repeaters, r)
	}
	for k := range c.Segments {
		s := &at[k]
		s.ports = slices.DeleteFunc(s.ports, func(p int32) bool { return !n.ports[p].enabled })
		switch {
		case c.Segments[k].Link && len(s.ports) == 2:
			n.ports[s.ports[0]].far, n.ports[s.ports[1]].far = s.ports[1], s.ports[0]
			n.materialize(s.ports...)
		case c.Segments[k].Link && len(s.ports) == 1 && len(s.stations) == 1:
			p, i := s.ports[0], s.stations[0]
			n.ports[p].station, n.stations[i].port = i, p
			n.stations[i].pos = c.Segments[k].Delay
			n.join(n.hubOf(n.ports[p].repeater), i)
		case len(s.stations) > 0 || len(s.ports) > 0 && !c.Segments[k].Link:
			channel := n.addChannel(channel{repeater: none})
			for _, i := range s.stations {
				n.join(channel, i)
			}
			n.channels[channel].ports = s.ports
			for _, p := range s.ports {
				n.ports[p].cable = channel
			}
			n.materialize(s.ports...)
		}
	}
	for k := range n.channels {
		n.measureChannel(&n.channels[k])
	}
}

// materialize records that ports send signals of their own.
func (n *Network) materialize(ports ...int32) {
	for _, p := range ports {
		r := &n.repeaters[n.ports[p].repeater]
		r.material = append(r.material, p)
	}
}

func (n *Network) addChannel(c channel) int32 {
	c.index, c.lastEnd, c.oldEnd, c.farthest = int32(len(n.channels)), -phy.Forever, -phy.Forever, none
	n.channels = append(n.channels, c)
	return c.index
}

// hubOf returns the channel of the stations on a repeater's links.
func (n *Network) hubOf(k int32) int32 {
	r := &n.repeaters[k]
	if r.channel < 0 {
		r.channel = n.addChannel(channel{hub: true, repeater: k})
	}
	return r.channel
}

// join adds a station to a channel.
func (n *Network) join(k, i int32) {
	c := &n.channels[k]
	st := &n.stations[i]
	st.channel = k
	c.stations = append(c.stations, i)
	for j := range c.classes {
		if x := &c.classes[j]; x.rules.MinFrame == st.rules.MinFrame && x.rules.MaxFrame == st.rules.MaxFrame {
			st.class = int32(j)
			return
		}
	}
	st.class = int32(len(c.classes))
	c.classes = append(c.classes, class{rules: st.rules})
}

func (n *Network) measureChannel(c *channel) {
	if c.hub {
		for _, i := range c.stations {
			switch d := n.stations[i].pos; {
			case c.farthest < 0 || d > c.span:
				if c.farthest >= 0 {
					c.second = c.span
				}
				c.span, c.farthest = d, i
			default:
				c.second = max(c.second, d)
			}
		}
		return
	}
	c.left, c.right = phy.Forever, -phy.Forever
	for _, i := range c.stations {
		c.left, c.right = min(c.left, n.stations[i].pos), max(c.right, n.stations[i].pos)
	}
	for _, p := range c.ports {
		c.left, c.right = min(c.left, n.ports[p].pos), max(c.right, n.ports[p].pos)
	}
	c.span = max(0, c.right-c.left)
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
	for k := range n.ports {
		longest = max(longest, n.ports[k].delay)
	}
	for k := range n.repeaters {
		delays += n.repeaters[k].Delay
	}
	return phy.Time(len(n.repeaters)+1)*longest + delays
}

// Ports returns the number of ports of all repeaters.
func (n *Network) Ports() int { return len(n.ports) }

// BitTime returns the length of a bit. All stations have the same.
func (n *Network) BitTime() phy.Time { return n.bit }

// Params returns a station's rules.
func (n *Network) Params(station int) mac.Params { return n.stations[station].rules.Params }

// Now returns the instant up to which the network has been run.
func (n *Network) Now() phy.Time { return n.now }

// Done reports whether a condition of the configuration has ended the run.
func (n *Network) Done() bool { return n.done }

// Idle reports whether nothing is queued or being sent, and no traffic is to come.
func (n *Network) Idle() bool { return n.idle() }

func (n *Network) idle() bool {
	return n.holding == 0 && n.active == 0 && n.coming == 0 && n.inFlight == 0 && n.busy == 0
}

// Next returns an instant before which nothing happens: usually that of the next event, or
// [phy.Forever] if nothing more can happen unless a frame is injected.
func (n *Network) Next() phy.Time { return n.agenda.next() }
