package bus

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
	"github.com/csmacd/csmacd/medium/internal/addresses"
	"github.com/csmacd/csmacd/medium/internal/agenda"
	"github.com/csmacd/csmacd/medium/internal/noise"
	"github.com/csmacd/csmacd/phy"
)

// Network is a medium with its stations, at some instant of a run. Make one with [New]. It must not
// be used by two goroutines at once.
type Network struct {
	star     bool
	delay    phy.Time // between any two stations of a star
	bit      phy.Time
	span     phy.Time // the longest delay between any two stations
	leftmost phy.Time
	rank     ranks
	byRank   []int32  // made when first needed
	gap      phy.Time // the longest gap of any station
	allGaps  bool     // every station has a gap
	bunched  bool     // two stations have one place
	ownGaps  bool     // a station waits for a gap of its own after a backoff
	senses   bool     // a station senses carrier
	detects  bool     // a station detects collisions
	seeing   bool     // some station does not start into carrier at the end of its gap
	leads    bool     // a station that waits starts as soon as carrier falls, and those beyond it follow
	least    int      // frames of sizes from this one ...
	greatest int      // ... to this one are neither too short nor too long for any station

	seed  uint64
	names []string
	known addresses.Book
	part  *medium.Part
	until Until

	now     phy.Time
	agenda  agenda.Agenda
	pass    phase // 0, or secondPass
	ready   []int32
	starts  []int32
	ended   []int32 // stations whose transmissions ended at this instant
	waiters waiters

	postponed *postponed // or nil
	checksDue bool       // some of its checks are to be made now

	released int // number of releases in the agenda

	stations   []station
	memories   []backoff.State    // state of the policies, by station; nil if all are tables
	foreseen   []draw             // by station; nil if no policy may fail
	traffic    [][]traffic.Source // of the stations; the first one is of those that have none
	sources    []source           // the sources of frames that have arrived
	queue      queue
	coming     int   // arrivals and deliveries in the agenda
	inFlight   int   // deliveries in the agenda, and frames on their way to hooks
	injected   int32 // the number of the last injected frame
	holding    int   // number of stations with a frame
	departures departures
	leaving    leaving

	rounds    rounds
	firm      *firm // or nil
	air       air
	taps      taps
	listeners listeners
	hearing   hearing
	quiet     phy.Time // the instant at which the last edge so far has left the last tap

	noise   *noise.Line // bit errors, or nil
	changes []medium.Change

	sums        sums
	digest      digest
	watch       watchers
	hooks       hooks
	placer      placer
	warmup      phy.Time
	warm        bool    // the warm-up is over
	memory      *memory // to be handed on
	done        bool
	err         error
	interrupted atomic.Bool
}

// New checks a configuration and makes its network, at time 0.
func New(c Config) (*Network, error) {
	if c.Params == (mac.Params{}) {
		c.Params = mac.For(phy.Ethernet10)
	}
	spared := spareMemory(len(c.Stations))
	if err := check(&c, spared); err != nil {
		return nil, err
	}
	n := &Network{
		memory: spared,
		star:   c.Shape.IsStar(), delay: c.Shape.Delay(), bit: c.Params.BitTime, seed: c.Seed, until: c.Until, warmup: c.Warmup, part: c.Part,
		warm:     c.Warmup == 0,
		names:    make([]string, len(c.Stations)),
		stations: make([]station, len(c.Stations)),
		traffic:  make([][]traffic.Source, 1),
	}
	n.air.ends, n.air.oldEnds, n.air.before = noEnds, noEnds, noEnds
	n.air.stations = len(n.stations)
	n.sums.Init(n.part)
	n.sums.headers, n.sums.shortest = c.Params.Header, c.Params.MinFrame
	if err := n.known.Init(len(c.Stations), func(i int) (string, phy.Address) { return c.Stations[i].Name, c.Stations[i].Address }); err != nil {
		return nil, fmt.Errorf("bus: %w", err)
	}
	var b builder
	for i := range c.Stations {
		n.addStation(&c, i, &b)
	}
	n.measure()
	n.leaving.transit = n.part != nil && len(n.part.Stations)-n.part.Own() > 1
	n.rankStations()
	n.rounds.init(n, &c)
	if extended {
		n.firm = newFirm(n)
	}
	n.planChanges(&c)
	n.sources = emptied(spared.sources, min(b.sources, 64)) // room for a small network
	n.queue.frames = emptied(spared.frames, min(len(n.stations), 64))
	n.air.signals, n.air.past = emptied(spared.signals, 8), spared.past[:0]
	n.agenda.Init(c.Params.SlotTime, b.sources+min(len(n.stations), 1024))
	var s source
	for i := range n.stations {
		n.expectFirst(int32(i), &s)
	}
	return n, nil
}

func check(c *Config, spared *memory) error {
	if len(c.Stations) == 0 {
		return errors.New("bus: a network needs at least one station")
	}
	if len(c.Stations) >= 1<<28 {
		return fmt.Errorf("bus: %d stations are more than 2^28", len(c.Stations))
	}
	if c.Shape.delay < 0 || c.Warmup < 0 {
		return errors.New("bus: a time is negative")
	}
	if max(c.Shape.delay, c.Warmup) > phy.MaxTime {
		return errors.New("bus: a length of time is more than 30 days")
	}
	if err := c.Params.Check(); err != nil {
		return fmt.Errorf("bus: %w", err)
	}
	if err := checkTimeline(c); err != nil {
		return fmt.Errorf("bus: %w", err)
	}
	if spared.names == nil {
		spared.names = make(map[string]bool, len(c.Stations))
	}
	seen := spared.names
	if clear(seen); len(c.Stations) > mostSpared {
		spared.names = nil
	}
	for i := range c.Stations {
		s := &c.Stations[i]
		if s.Name == "" || seen[s.Name] {
			return fmt.Errorf("bus: station %d: the name %q is empty or taken", i, s.Name)
		}
		seen[s.Name] = true
		if s.Address.Group() {
			return fmt.Errorf("bus: station %q: %v is the address of a group", s.Name, s.Address)
		}
		if err := checkStation(c, s); err != nil {
			return fmt.Errorf("bus: station %q: %w", s.Name, err)
		}
	}
	return nil
}

func checkStation(c *Config, s *Station) error {
	if s.At < 0 || s.At > phy.MaxTime || s.Queue < 0 {
		return errors.New("its place and queue must not be negative, and its place at most 30 days away")
	}
	p := &c.Params
	if s.Params != nil {
		p = s.Params
		if err := p.Check(); err != nil {
			return err
		}
		if p.BitTime != c.Params.BitTime {
			return errors.New("all stations of a medium share one bit time")
		}
	}
	if p.RxGap > 0 {
		return errors.New("a receiver that needs a gap is for package domain")
	}
	for k := range s.Traffic {
		if err := s.Traffic[k].CheckFor(c.Part.Among(len(c.Stations)), p.MinFrame, p.MaxFrame); err != nil {
			return err
		}
	}
	return nil
}

func (n *Network) addStation(c *Config, i int, b *builder) {
	s, st := &c.Stations[i], &n.stations[i]
	n.names[i] = s.Name
	*st = station{pos: s.At, rules: b.rulesOf(c, s), rng: backoff.NewRand(c.Seed, s.Name, "backoff"), traffic: b.trafficOf(n, s.Traffic)}
	if n.star {
		st.pos = 0
	}
	if st.rules.table == nil && n.memories == nil {
		n.memories = make([]backoff.State, len(n.stations))
	}
	if _, ok := st.rules.policy.(backoff.Err); ok && n.foreseen == nil {
		n.foreseen = make([]draw, len(n.stations))
	}
}

// builder holds what stations share while they are added.
type builder struct {
	tables  map[int]*backoff.Table // binary exponential backoff, by limit
	first   *rules
	rules   map[rules]*rules // others
	last    *rules           // of the previous station
	traffic []traffic.Source // of the previous station that has any
	sources int              // number of the stations' sources
}

// trafficOf returns the index of the traffic of the next station. Stations of a group share theirs.
func (b *builder) trafficOf(n *Network, t []traffic.Source) uint32 {
	if len(t) == 0 {
		return 0
	}
	b.sources += len(t)
	if len(b.traffic) != len(t) || &b.traffic[0] != &t[0] {
		b.traffic = t
		n.traffic = append(n.traffic, slices.Clone(t))
		for k := range t {
			if to := t[k].To; to.Whom == traffic.ToAddress {
				n.known.Add(to.Address)
			}
		}
	}
	return uint32(len(n.traffic) - 1)
}

// rulesOf returns the rules of a station. Stations with equal rules share them.
func (b *builder) rulesOf(c *Config, s *Station) *rules {
	r := rules{Params: c.Params, limit: int32(s.Queue), policy: s.Backoff}
	if s.Params != nil {
		r.Params = *s.Params
	}
	if r.limit == 0 {
		r.limit = DefaultQueue
	}
	r.most = int32(min(phy.Forever/r.SlotTime+1, math.MaxInt32))
	if r.policy == nil {
		t := b.tables[r.BackoffLimit]
		if t == nil {
			t = backoff.BEB(r.BackoffLimit)
			if b.tables == nil {
				b.tables = map[int]*backoff.Table{}
			}
			b.tables[r.BackoffLimit] = t
		}
		r.policy = t
	}
	r.table, _ = r.policy.(*backoff.Table)
	if r.table == nil { // a policy of another kind may not be comparable
		kept := r
		b.last = &kept
		return b.last
	}
	switch {
	case b.last != nil && *b.last == r:
	case b.first == nil:
		kept := r
		b.first, b.last = &kept, &kept
	case *b.first == r:
		b.last = b.first
	default:
		if b.rules == nil {
			b.rules = map[rules]*rules{}
		}
		if b.rules[r] == nil {
			kept := r
			b.rules[r] = &kept
		}
		b.last = b.rules[r]
	}
	return b.last
}

// measure computes the properties of the network as a whole.
func (n *Network) measure() {
	n.leftmost = n.stations[0].pos
	rightmost := n.leftmost
	p := n.stations[0].rules
	n.leads = !n.star
	n.gap, n.allGaps, n.least, n.greatest = p.Gap, true, p.MinFrame, p.MaxFrame
	for i := range n.stations {
		st := &n.stations[i]
		n.leftmost, rightmost = min(n.leftmost, st.pos), max(rightmost, st.pos)
		n.gap, n.allGaps = max(n.gap, st.rules.Gap), n.allGaps && st.rules.Gap > 0
		n.ownGaps = n.ownGaps || st.rules.GapAfterBackoff
		n.detects = n.detects || !st.rules.NoCollision
		n.senses = n.senses || !st.rules.NoCarrierSense
		n.seeing = n.seeing || st.rules.NoBlindStart
		n.leads = n.leads && st.rules.Gap == 0 && !st.rules.GapAfterBackoff && st.rules.Align == 0 && st.rules.Persist == 0
		n.least, n.greatest = max(n.least, st.rules.MinFrame), min(n.greatest, st.rules.MaxFrame)
		n.sums.headers = min(n.sums.headers, st.rules.Header)
		n.sums.shortest = min(n.sums.shortest, st.rules.MinFrame)
	}
	n.span = rightmost - n.leftmost
	if n.star {
		n.span = 0
		if len(n.stations) > 1 {
			n.span = n.delay
		}
	}
}

// distance returns the delay between two stations.
func (n *Network) distance(i, j int32) phy.Time {
	if n.star {
		if i == j {
			return 0
		}
		return n.delay
	}
	d := n.stations[i].pos - n.stations[j].pos
	return max(d, -d)
}

// away returns the delay between the sender of a signal and a station, whose place is given.
func (n *Network) away(s *signal, i int32, pos phy.Time) phy.Time {
	if n.star {
		if i == s.frame.Source {
			return 0
		}
		return n.delay
	}
	d := s.pos - pos
	return max(d, -d)
}

// farthest returns the delay from a station to the one farthest from it.
func (n *Network) farthest(i int32) phy.Time {
	if n.star {
		return n.span
	}
	x := n.stations[i].pos - n.leftmost
	return max(x, n.span-x)
}

// Len returns the number of stations.
func (n *Network) Len() int { return len(n.stations) }

// Name returns a station's name.
func (n *Network) Name(station int) string { return n.names[station] }

// BitTime returns the length of a bit. All stations have the same.
func (n *Network) BitTime() phy.Time { return n.bit }

// Params returns a station's rules.
func (n *Network) Params(station int) mac.Params { return n.stations[station].rules.Params }

// Place returns a station's place on the cable, as its delay from the left end.
func (n *Network) Place(station int) phy.Time { return n.stations[station].pos }

// Now returns the instant up to which the network has been run.
func (n *Network) Now() phy.Time { return n.now }

// Done reports whether a condition of the configuration has ended the run.
func (n *Network) Done() bool { return n.done }

// Idle reports whether nothing is queued or being sent, and no traffic is to come.
func (n *Network) Idle() bool {
	n.catchUp()
	return n.idle()
}

func (n *Network) idle() bool { return n.holding == 0 && n.air.active == 0 && n.coming == 0 }

// Next returns an instant before which nothing happens: usually that of the next event, or
// [phy.Forever] if nothing more can happen unless a frame is injected.
func (n *Network) Next() phy.Time {
	n.catchUp()
	return n.agenda.Next()
}

// Span returns the longest delay between any two stations.
func (n *Network) Span() phy.Time { return n.span }
