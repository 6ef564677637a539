package lan

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/medium/internal/addresses"
	"github.com/csmacd/csmacd/phy"
)

// Network is a network at some instant of a run. Make one with [New]. It must not be used by two
// goroutines at once.
//
// Its stations are numbered as in the Config. The ports of repeaters, then those of bridges, in
// order, have the numbers that follow; events show them.
type Network struct {
	config   Config
	parts    []part
	paces    []pace  // of the parts
	places   []place // by station: its domain, and its number there
	ports    []port
	horizons []phy.Time         // by port: before which no frame is received there but those that are certain
	repeated int                // number of ports of repeaters
	begun    int                // number of stations at the start: the addresses of ports of bridges follow theirs
	steps    []step             // in order of time
	former   map[int32][]former // by station: the addresses that it has left
	mayFail  bool               // a domain has a policy that can fail
	careful  bool               // an address is that of a station after it was that of another one
	bridges  []bridge
	known    addresses.Book
	// elsewhere has, by station, then by domain, the destination that stands for the station in a domain that is not its
	// own, + 1; 0: not asked yet. A frame for a station that a bridge does not know goes to all domains.
	elsewhere [][]int32
	workers   int
	// multidrop: there is a multidrop bus with PLCA or latencies.
	multidrop bool
	crew      workers
	running   func(worker int, k int32) // [Network.runPart]
	looking   func(worker int, k int32) // [Network.lookAll]

	now    phy.Time
	warm   bool
	done   bool
	err    error
	halted atomic.Bool

	ledger ledger
	delays []delays   // by worker
	fates  []fate     // of frames in transit, in order of time
	calls  []heard    // scratch
	heard  []heard    // by ports of bridges, in order of time
	since  phy.Time   // what happened to frames before it has been settled
	goal   phy.Time   // an instant that all domains reach before a condition is looked at
	stride phy.Time   // how far the goal was from the last one
	active []activity // scratch: by domain
	queued []injection
	run    []int32 // scratch: domains
	mayLag bool    // domains may lag behind (see lag.go)
	planner
	busy int // a domain that was not idle when it was asked last

	hooks       []func(at phy.Time, f medium.Frame) // by station
	asking      asking
	foreseen    bool // the limits of the domains are those of this instant, and have no goal
	watchers    []watcher
	only        medium.Observer // the only one of these, if it wants the events of all stations
	kinds       medium.Kinds
	turns       turns        // those that observers want
	telling     []int32      // scratch: domains whose events are shown
	sole        bool         // there is one domain, and no bridge: its events are shown at once
	sameNumbers bool         // and its stations and ports have the same numbers there
	event       medium.Event // scratch: one of them
	changes     []placed     // of them, the changes of this instant
	longest     phy.Time     // no edge travels longer than this after its transmission has ended
}

// place is where a station is: in which domain, and under which number.
type place struct{ part, local int32 }

// port is a port of a bridge.
type port struct {
	place
	bridge, number int32 // number among all ports
	outlook
	known          func(f *medium.Frame, at phy.Time) // called by the domain when the port looks ahead
	coming         func(to int32, at phy.Time)
	shortest       phy.Time // the duration of the shortest frame, header included
	least, most    int32    // sizes of frames
	received, late counts   // late: see countLate
	seams          *medium.Part
	// near has, by station of the port's domain (ports count, but are never heard), the instant at which the port last heard it, + 1; 0: its
	// bridge has not learned it yet, or has forgotten it.
	near     []phy.Time
	ageing   phy.Time
	allUntil phy.Time // the bridge knows all stations of the domain until then
	missed   int      // one that it does not know
}

// New checks a configuration and makes its network, at time 0. It returns an error if the network has
// no segment or no station, something is on a segment that does not exist, a number is negative, two
// stations have the same address, or there is a loop ([Config.Loop]). Errors of an engine name the
// domain.
func New(c Config) (*Network, error) {
	if len(c.Segments) == 0 || len(c.Stations) == 0 {
		return nil, errors.New("lan: a network needs a segment and a station")
	}
	if err := check(&c); err != nil {
		return nil, err
	}
	if loop := c.Loop(); loop != nil {
		return nil, fmt.Errorf("lan: a loop: %v; frames would go round it for ever", loop)
	}
	n := &Network{config: c, warm: c.Warmup == 0, workers: 1, places: make([]place, len(c.Stations)), begun: len(c.Stations)}
	n.config.Stations = slices.Clip(c.Stations)
	n.running, n.looking = n.runPart, n.lookAll
	for i := range c.Repeaters {
		n.repeated += len(c.Repeaters[i].Ports)
	}
	if err := n.known.Init(len(c.Stations), func(i int) (string, phy.Address) { return c.Stations[i].Name, c.Stations[i].Address }); err != nil {
		return nil, fmt.Errorf("lan: %w", err)
	}
	for i := range c.Bridges {
		b := &c.Bridges[i]
		n.bridges = append(n.bridges, bridge{Bridge: b, first: int32(len(n.ports)), table: table{entries: map[int32]learned{}, ageing: b.Ageing}})
		for range b.Ports {
			n.ports = append(n.ports, port{bridge: int32(i), number: int32(len(n.ports))})
		}
		n.horizons = make([]phy.Time, len(n.ports))
	}
	domains := c.Domains()
	n.parts, n.paces = make([]part, len(domains)), make([]pace, len(domains))
	for k := range domains { // before any engine is made: it asks where the stations are that its traffic is for
		n.parts[k].Domain = domains[k]
		for local, i := range domains[k].Stations {
			n.places[i] = place{int32(k), int32(local)}
		}
	}
	for _, x := range c.Timeline {
		if err := n.plan(x, func(p *part, x medium.Change) error {
			p.timeline = append(p.timeline, x)
			return nil
		}); err != nil {
			return nil, err
		}
	}
	for k := range domains {
		if err := n.addPart(&c, int32(k)); err != nil {
			return nil, err
		}
	}
	for k := range n.bridges {
		n.initPause(&n.bridges[k])
	}
	for i := range c.Stations {
		n.meetStrangers(&c.Stations[i])
	}
	n.asking.relay = n.relay
	n.ledger.init(len(c.Stations), len(n.parts))
	n.delays = []delays{newDelays()}
	return n, nil
}

func check(c *Config) error {
	ends := func(e int, what string) error {
		if e < 0 || e >= len(c.Segments) {
			return fmt.Errorf("lan: %s is on segment %d, and there are %d", what, e, len(c.Segments))
		}
		return nil
	}
	for i := range c.Stations {
		if err := ends(c.Stations[i].End.Segment, c.Stations[i].Name); err != nil {
			return err
		}
	}
	for i := range c.Repeaters {
		for _, p := range c.Repeaters[i].Ports {
			if err := ends(p.End.Segment, portName(c.Repeaters[i].Name, p.To)); err != nil {
				return err
			}
		}
	}
	for i := range c.Bridges {
		b := &c.Bridges[i]
		if b.Ageing < 0 || b.Latency < 0 || b.Queue < 0 {
			return fmt.Errorf("lan: bridge %q: a number is negative", b.Name)
		}
		for _, p := range b.Ports {
			if err := ends(p.End.Segment, portName(b.Name, p.To)); err != nil {
				return err
			}
		}
	}
	return nil
}

func portName(device, to string) string { return device + "/" + to }

// addPart makes a domain's engine, and finds its stations and ports.
func (n *Network) addPart(c *Config, k int32) error {
	p := &n.parts[k]
	p.pace = &n.paces[k]
	p.pause, p.moved, p.shortest, p.frame, p.fragment = nowhere, true, phy.Forever, phy.Forever, phy.Forever
	local := int32(len(p.Stations))
	p.seams = &medium.Part{
		Count:   len(c.Stations),
		All:     c.Changeable || moves(p.timeline),
		Address: n.known.Address,
		Here: func(i int32) (int32, bool) {
			return n.places[i].local, n.places[i].part == k
		},
		Transit: func(t medium.Transit) { p.fates = append(p.fates, t) },
	}
	for _, i := range p.Stations {
		p.seams.Stations = append(p.seams.Stations, int32(i))
		p.sends(c.paramsOf(i))
	}
	for _, ref := range p.Ports {
		i := n.port(ref)
		params := &c.Segments[c.Bridges[ref.Bridge].Ports[ref.Port].End.Segment].Params
		p.sends(params)
		p.seams.Longest = make([]int32, local+1)
		n.ports[i].place, n.ports[i].shortest = place{k, local}, params.Duration(params.MinFrame)
		n.ports[i].least, n.ports[i].most = int32(params.MinFrame), int32(params.MaxFrame)
		p.seams.Stations = append(p.seams.Stations, -1-i)
		p.shortest = min(p.shortest, n.ports[i].shortest)
		p.seams.Ports++
		local++
	}
	if local == 0 {
		return nil // nothing is plugged in that could send
	}
	e, err := n.newEngine(c, p)
	if err != nil {
		return fmt.Errorf("domain %q: %w", p.Name, err)
	}
	p.engine = e
	n.multidrop = n.multidrop || c.Segments[p.Segments[0]].Multidrop != nil
	n.longest = max(n.longest, n.longestOf(p))
	for _, i := range p.Stations {
		n.watchPolicy(p, c.Stations[i].Backoff)
	}
	if p.mayFail && len(p.Ports) == 0 { // what has a hook does not put off what may fail
		e.Deliver(0, func(phy.Time, medium.Frame) {})
	}
	for _, ref := range p.Ports {
		q := &n.ports[n.port(ref)]
		q.seams, q.near = p.seams, make([]phy.Time, len(p.seams.Stations))
		q.ageing = c.Bridges[ref.Bridge].Ageing
		q.known, q.coming = n.askedBy(q), func(to int32, at phy.Time) { n.foresee(q, to, at) }
		e.Deliver(int(q.local), func(t phy.Time, f medium.Frame) {
			if !n.filter(q, &f, t) {
				p.heard = append(p.heard, heard{t, k, q.local, f})
			}
		})
	}
	return nil
}

// sends takes note of how short a transmission by some rules can be.
func (p *part) sends(by *mac.Params) {
	p.frame, p.fragment = min(p.frame, by.Duration(by.MinFrame)), min(p.fragment, by.Header+by.Jam)
}

// port returns the number of a bridge's port among all of them.
func (n *Network) port(ref PortRef) int32 { return n.bridges[ref.Bridge].first + int32(ref.Port) }

// portAddress returns the address of a bridge's port: those after the stations'.
func (n *Network) portAddress(port int32) phy.Address {
	return phy.StationAddress(n.begun + int(port))
}

// Domains returns the number of collision domains. [Config.Domains] lists them.
func (n *Network) Domains() int { return len(n.parts) }

// SetWorkers sets the number of goroutines that run domains, the caller of Run included. The default
// is 1. The number changes no result. It must be set between two calls of Run.
func (n *Network) SetWorkers(k int) { n.workers = max(1, k) }

// Len returns the number of stations.
func (n *Network) Len() int { return len(n.config.Stations) }

// Name returns the name of a station, or of a port, such as hub/pc0.
func (n *Network) Name(i int) string {
	if i < len(n.config.Stations) {
		return n.config.Stations[i].Name
	}
	i -= len(n.config.Stations)
	for k := range n.config.Repeaters {
		r := &n.config.Repeaters[k]
		if i < len(r.Ports) {
			return portName(r.Name, r.Ports[i].To)
		}
		i -= len(r.Ports)
	}
	b := &n.bridges[n.ports[i].bridge]
	return portName(b.Name, b.Ports[int32(i)-b.first].To)
}

// Ports returns the number of ports of repeaters and bridges.
func (n *Network) Ports() int { return n.repeated + len(n.ports) }

// Segment returns the name of the segment on which a station or port is.
func (n *Network) Segment(i int) string { return n.config.Segments[n.End(i).Segment].Name }

// End returns the place of a station or port.
func (n *Network) End(i int) domain.End {
	if i < len(n.config.Stations) {
		return n.config.Stations[i].End
	}
	i -= len(n.config.Stations)
	for k := range n.config.Repeaters {
		ports := n.config.Repeaters[k].Ports
		if i < len(ports) {
			return ports[i].End
		}
		i -= len(ports)
	}
	b := &n.bridges[n.ports[i].bridge]
	return b.Ports[int32(i)-b.first].End
}

// BitTime returns the bit time of the first segment.
func (n *Network) BitTime() phy.Time { return n.config.Segments[0].Params.BitTime }

// Params returns the rules of a station, or those of the segment of a port of a bridge or repeater.
func (n *Network) Params(i int) mac.Params {
	if i < len(n.config.Stations) && n.config.Stations[i].Params != nil {
		return *n.config.Stations[i].Params
	}
	return n.config.Segments[n.End(i).Segment].Params
}

// Span returns a time after the end of a transmission after which nothing of it is on any cable.
// Copies that bridges send of its frame are other transmissions: see [Network.Holds].
func (n *Network) Span() phy.Time { return n.longest }

// Now returns the instant up to which the network has been run.
func (n *Network) Now() phy.Time { return n.now }

// Done reports whether a condition of the configuration has ended the run.
func (n *Network) Done() bool { return n.done }

// Interrupt implements [medium.Network].
func (n *Network) Interrupt() {
	n.halted.Store(true)
	for k := range n.parts {
		if e := n.parts[k].engine; e != nil {
			e.Interrupt()
		}
	}
}

// Release implements [medium.Network].
func (n *Network) Release() {
	n.done = true
	for k := range n.delays {
		n.delays[k].release()
	}
	for k := range n.parts {
		if e := n.parts[k].engine; e != nil {
			e.Release()
		}
	}
}

// Idle reports whether nothing is queued or being sent, and no traffic is to come.
func (n *Network) Idle() bool {
	if len(n.heard) > 0 {
		return false
	}
	if extended && n.schedule().on && n.schedule().waits() {
		return false
	}
	for i := range n.parts {
		k := (n.busy + i) % len(n.parts) // mostly the one that was not idle before
		if p := &n.parts[k]; p.engine != nil && (len(p.inbox) > 0 || !p.engine.Idle()) {
			n.busy = k
			return false
		}
	}
	return true
}

// Next returns an instant before which nothing happens.
func (n *Network) Next() phy.Time {
	next := phy.Forever
	for k := range n.parts {
		p := &n.parts[k]
		if p.engine != nil {
			next = min(next, p.engine.Next())
		}
		if len(p.inbox) > 0 {
			next = min(next, p.inbox[0].at)
		}
	}
	return next
}
