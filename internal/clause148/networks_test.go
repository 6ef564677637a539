package clause148

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/internal/casetest"
	"github.com/csmacd/csmacd/internal/clause4"
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/t1s"
	"github.com/csmacd/csmacd/phy"
)

// trial is a bus that both the second model and the engine can run.
type trial struct {
	net       t1s.Config
	frames    [][]clause4.Frame // by station
	until     phy.Time
	everyEdge bool
}

// model returns the bus for a run of the model. Each node draws as in the engine.
func (c *trial) model() Config {
	r := Config{Seed: c.net.Seed, Timeline: c.net.Timeline, Until: c.until, everyEdge: c.everyEdge}
	for i := range c.net.Stations {
		s := &c.net.Stations[i]
		n := Node{PLCA: s.PLCA, Latency: Latency(*s.Latency), Phase: *s.Phase}
		n.Name, n.Place, n.Params, n.Frames = s.Name, s.At, *s.Params, c.frames[i]
		n.Draw = clause4.DrawOf(backoff.BEB(s.Params.BackoffLimit), c.net.Seed, s.Name)
		r.Nodes = append(r.Nodes, n)
	}
	return r
}

// engine makes the bus for a run of the engine, in pieces that end at some instants, with the frames of each
// injected before it.
func (c *trial) engine(watch medium.Observer, cuts ...phy.Time) (*t1s.Network, error) {
	net, err := t1s.New(c.net)
	if err != nil {
		return nil, err
	}
	if watch != nil {
		net.Observe(watch)
	}
	now := phy.Time(0)
	for _, cut := range append(cuts, c.until) {
		next := min(max(now, cut), c.until)
		for i, frames := range c.frames {
			for _, f := range frames {
				if f.At < now || f.At >= next {
					continue
				}
				if err := net.Inject(i, f.At, medium.Frame{Size: int32(f.Octets), Destination: int32(f.To)}); err != nil {
					return nil, err
				}
			}
		}
		if err := net.Run(next); err != nil {
			return nil, err
		}
		net.Result()
		now = next
	}
	return net, nil
}

// recorder keeps all events of a run.
type recorder struct{ events []medium.Event }

func (r *recorder) Interest() medium.Interest { return medium.Interest{Kinds: medium.AllKinds} }
func (r *recorder) Observe(e *medium.Event)   { r.events = append(r.events, *e) }

// compare runs a bus on the model and on the engine and reports where they differ: in an event, a counter
// or a figure of PLCA.
func (c *trial) compare() (events int, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	want, err := Run(c.model())
	if err != nil {
		return 0, err
	}
	seen := &recorder{}
	net, err := c.engine(seen)
	if err != nil {
		return 0, err
	}
	withCycles(want.Events)
	if err := sameEvents(want, seen.events); err != nil {
		return 0, err
	}
	got := net.Result()
	for i := range got.Stations {
		s := &got.Stations[i]
		if s.Counters != want.Counters[i] {
			return 0, fmt.Errorf("the counters of %s differ: model\n%+v, engine\n%+v", s.Name, want.Counters[i], s.Counters)
		}
		if s.PLCA != nil && *s.PLCA != want.PLCA[i] {
			return 0, fmt.Errorf("the figures of %s differ: model\n%+v, engine\n%+v", s.Name, want.PLCA[i], *s.PLCA)
		}
	}
	quiet, err := c.engine(nil)
	if err != nil {
		return 0, err
	}
	if !reflect.DeepEqual(got, quiet.Result()) {
		return 0, fmt.Errorf("unwatched it differs: %s", differences(got, quiet.Result()))
	}
	var cuts []phy.Time
	for k := range min(4, len(want.Events)) {
		cuts = append(cuts, want.Events[len(want.Events)*(k+1)/5].At+phy.Time(k%2))
	}
	pieces, err := c.engine(nil, cuts...)
	if err != nil {
		return 0, err
	}
	if !reflect.DeepEqual(got, pieces.Result()) {
		return 0, fmt.Errorf("in pieces it differs: %s", differences(got, pieces.Result()))
	}
	return len(want.Events), nil
}

// withCycles completes the turns among the events of the model: when the last BEACON began.
func withCycles(events []medium.Event) {
	last := phy.Time(-1)
	for from := 0; from < len(events); {
		to := from
		for ; to < len(events) && events[to].At == events[from].At; to++ {
			if events[to].Kind == medium.Beacon {
				last = events[to].At
			}
		}
		for ; from < to; from++ {
			if e := &events[from]; e.Kind == medium.Turn {
				e.Until = last
			}
		}
	}
}

// differences returns the lines in which two results differ.
func differences(want, got *medium.Result) string {
	var text strings.Builder
	a, _ := json.MarshalIndent(want, "", " ")
	b, _ := json.MarshalIndent(got, "", " ")
	other := strings.Split(string(b), "\n")
	for k, line := range strings.Split(string(a), "\n") {
		if k < len(other) && line != other[k] {
			fmt.Fprintf(&text, "\n%s, not %s", line, other[k])
		}
	}
	return text.String()
}

// sameEvents compares all events. Within an instant those of each node are compared by kind.
func sameEvents(want *Result, got []medium.Event) error {
	sorted(want.Events)
	sorted(got)
	if slices.Equal(want.Events, got) {
		return nil
	}
	k := 0
	for k < len(want.Events) && k < len(got) && want.Events[k] == got[k] {
		k++
	}
	var text strings.Builder
	show := func(name string, events []medium.Event, from, to int) {
		part := Result{Events: events[min(max(0, from), len(events)):min(max(0, to), len(events))]}
		for _, l := range strings.Split(strings.TrimSpace(part.String()), "\n") {
			fmt.Fprintf(&text, "%-6s %s\n", name, l)
		}
	}
	show("both", got, k-8, k)
	show("model", want.Events, k, k+4)
	show("engine", got, k, k+4)
	return fmt.Errorf("the events differ:\n%s", text.String())
}

// String describes the bus, for a test that failed.
func (c *trial) String() string {
	var b strings.Builder
	for i := range c.net.Stations {
		s := &c.net.Stations[i]
		fmt.Fprintf(&b, "%s at %s phase %s", s.Name, phy.Decimal(s.At, bit), phy.Decimal(*s.Phase, bit))
		if s.PLCA != nil {
			fmt.Fprintf(&b, " IDs %v of %d to_timer %s burst %d timer %s", s.PLCA.NodeIDs, s.PLCA.NodeCount, phy.Decimal(s.PLCA.ToTimer, bit), s.PLCA.BurstCount, phy.Decimal(s.PLCA.BurstTimer, bit))
		}
		l := s.Latency
		for _, t := range []phy.Time{l.Tx, l.CRSOn, l.CRSOff, l.RxOn, l.RxOff, l.COLOn, l.COLOff, l.MII, l.Tail} {
			fmt.Fprintf(&b, " %s", phy.Decimal(t, bit))
		}
		for _, f := range c.frames[i] {
			fmt.Fprintf(&b, " [%s: %d to %d]", phy.Decimal(f.At, bit), f.Octets, f.To)
		}
		b.WriteString("\n")
	}
	for _, x := range c.net.Timeline {
		fmt.Fprintf(&b, "at %s %v %s on %t value %v place %s errors %v", phy.Decimal(x.At, bit), x.Kind, x.Station, x.On, x.Value, phy.Decimal(x.Place, bit), x.Errors)
		if p, ok := x.New.(*plca.Params); ok && p != nil {
			fmt.Fprintf(&b, " %+v", *p)
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "seed %d until %s\n", c.net.Seed, phy.Decimal(c.until, bit))
	return b.String()
}

// What random networks draw from: first what is usual.
var (
	toTimers    = []float64{32, 32, 32, 32, 24, 20, 33, 10, 64, 255, 1}
	burstTimers = []float64{128, 128, 128, 96, 97, 90, 80, 40, 0, 255}
	placesAt    = []float64{0, 0, 0, 0.25, 0.5, 1.25, 2.5, 1, 8, 10, 30}
	offs        = []float64{0, 0, 0, 0.25, -0.25, 0.5, 1, -1, 3}
	lengths     = []float64{0, 16, 20, 22, 32, 52, 64, 84, 88, 96, 116, 128, 180, 288, 396, 512, 576, 584, 608, 616, 680, 704, 712, 1000, 1500}
	phases      = []float64{0, 0, 0.5, 1, 2, 3.5, 3.99}
	latencies   = []t1s.Latency{t1s.Ideal, t1s.Ideal, t1s.Typical, t1s.Min, t1s.Max, t1s.Latency(transcribed), {Tx: 280 * ns, Tail: 80 * ns}, {RxOn: 2400 * ns, RxOff: 640 * ns}, {CRSOn: 840 * ns, CRSOff: 840 * ns}, {COLOn: 5000 * ns}, {COLOff: 3200 * ns, MII: 400 * ns}, {MII: 400 * ns}, {Tx: 120 * ns, CRSOn: 1040 * ns, CRSOff: 640 * ns, RxOn: 4000 * ns, RxOff: 640 * ns, MII: 400 * ns, Tail: 80 * ns}}
)

func pick[T any](t *rapid.T, name string, from []T) T { return rapid.SampledFrom(from).Draw(t, name) }

// drawParams draws parameters of PLCA for the i-th node of several.
func drawParams(t *rapid.T, i, nodes int, odd bool) *plca.Params {
	p := plca.Default()
	p.NodeIDs, p.NodeCount = []int{i}, nodes
	p.BurstCount = pick(t, "burst count", []int{0, 0, 0, 1, 2, 3})
	p.BurstTimer = bt(pick(t, "burst timer", burstTimers))
	if !odd {
		return &p
	}
	p.ToTimer = bt(pick(t, "to_timer", toTimers))
	if pick(t, "D-PLCA", []bool{false, false, false, false, false, true}) {
		p.NodeIDs, p.Dynamic, p.Coordinator = []int{plca.NoID}, true, pick(t, "may coordinate", []bool{true, false})
		p.AgingCycles = pick(t, "aging cycles", []int{1, 2, 5, 20})
		return &p
	}
	switch pick(t, "IDs", []int{0, 0, 0, 1, 2, 3, 4, 5}) {
	case 1:
		p.NodeIDs = []int{pick(t, "another ID", []int{1, 2, 0, 7, 254})}
	case 2:
		p.NodeIDs = []int{plca.NoID}
	case 3:
		p.NodeIDs = []int{i, nodes}
		p.NodeCount = nodes + 1
	case 4:
		p.NodeCount = max(1, nodes-1)
	case 5:
		p.NodeCount = nodes + pick(t, "more turns", []int{1, 2, 8})
	}
	p.Silence = bt(pick(t, "silence", []float64{0, 0, 0, 0, 23, 4}))
	return &p
}

// draw draws a bus.
func draw(t *rapid.T) *trial {
	c := &trial{everyEdge: pick(t, "every edge", append(make([]bool, 15), true))}
	c.net.Seed = uint64(rapid.IntRange(0, 1<<20).Draw(t, "seed"))
	nodes := rapid.IntRange(1, 5).Draw(t, "nodes")
	l := pick(t, "latency", latencies)
	odd := pick(t, "odd", []bool{false, true})
	params := mac.For(phy.Ethernet10)
	for i := range nodes {
		s := t1s.Station{Station: bus.Station{Name: fmt.Sprint("n", i), Params: &params, At: bt(pick(t, "place", placesAt))}}
		own := l
		if odd && pick(t, "own latency", []bool{false, false, true}) {
			own = pick(t, "latency", latencies)
		}
		phase := phy.Time(0)
		if own.MII > 0 {
			phase = bt(pick(t, "phase", phases))
		}
		s.Latency, s.Phase = &own, &phase
		if !pick(t, "guest", []bool{false, false, false, false, false, odd}) {
			s.PLCA = drawParams(t, i, nodes, odd)
		}
		c.net.Stations = append(c.net.Stations, s)
	}
	c.frames = make([][]clause4.Frame, nodes)
	first := pick(t, "first", []float64{300, 0, 3000})
	at := bt(first)
	for range rapid.IntRange(0, 14).Draw(t, "frames") {
		i := rapid.IntRange(0, nodes-1).Draw(t, "station")
		start := at
		for range rapid.IntRange(0, 2).Draw(t, "lengths") {
			start += bt(pick(t, "length", lengths))
		}
		start = max(0, start+bt(pick(t, "off", offs)))
		octets := 64 + pick(t, "octets", []int{0, 0, 1, 2, 3, 10, 52, 100, 1454})
		for range pick(t, "copies", []int{1, 1, 1, 2, 4}) {
			c.frames[i] = append(c.frames[i], clause4.Frame{At: start, Octets: octets, To: rapid.IntRange(-1, nodes-1).Draw(t, "to")})
		}
		if pick(t, "then", []bool{false, true}) {
			at = start
		}
	}
	last := at
	for i := range c.frames {
		slices.SortStableFunc(c.frames[i], func(a, b clause4.Frame) int { return cmp.Compare(a.At, b.At) })
	}
	if odd {
		c.drawTimeline(t, bt(first), last)
	}
	c.until = last + bt(pick(t, "until", []float64{3000, 20000, 700, 6000}))
	return c
}

// drawTimeline draws what changes: at or near the start of a frame, or between two of them.
func (c *trial) drawTimeline(t *rapid.T, first, last phy.Time) {
	nodes := len(c.net.Stations)
	for range pick(t, "changes", []int{0, 0, 0, 1, 2, 4}) {
		x := medium.Change{At: first + bt(pick(t, "length", lengths)) + bt(pick(t, "length", lengths)) + bt(pick(t, "off", offs))}
		x.At = max(0, x.At)
		i := rapid.IntRange(0, nodes-1).Draw(t, "station")
		of := c.net.Stations[i].Name
		switch pick(t, "change", []int{0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}) {
		case 0:
			x.Kind, x.Station, x.New = medium.PLCA, c.net.Stations[i].Name, drawParams(t, i, nodes, true)
		case 1:
			x.Kind, x.Station = medium.PLCA, c.net.Stations[i].Name
		case 2:
			x.Kind, x.Value = medium.BeaconLoss, pick(t, "rate", []float64{0.3, 1, 0, 0.02})
		case 11:
			x.Kind, x.Station = medium.Remove, of
		case 3:
			x.Kind, x.Station, x.On = medium.PowerOff, of, pick(t, "power off", []bool{true, false})
		case 4:
			x.Kind, x.Station, x.On = medium.Deaf, of, pick(t, "deaf", []bool{true, false})
		case 5:
			x.Kind, x.Station, x.On = medium.Mute, of, pick(t, "mute", []bool{true, false})
		case 6:
			x.Kind, x.Station, x.On = medium.NoCollision, of, pick(t, "no collision", []bool{true, false})
		case 7:
			x.Kind, x.On, x.Place = medium.Cut, pick(t, "cut", []bool{true, false}), bt(pick(t, "place", placesAt))
		case 10: // one of its own, so that no two have the same
			x.Kind, x.Station, x.Address = medium.Ether, of, phy.StationAddress(i+100*pick(t, "address", []int{1, 2, 0}))
		case 9:
			x.Kind, x.On = medium.Short, pick(t, "short", []bool{true, false})
		case 8:
			x.Kind, x.Errors.Good = medium.BitErrors, pick(t, "rate", []float64{1e-3, 1e-4, 0.1, 0})
		}
		c.net.Timeline = append(c.net.Timeline, x)
	}
	slices.SortStableFunc(c.net.Timeline, func(a, b medium.Change) int { return cmp.Compare(a.At, b.At) })
}

// The engine of 10BASE-T1S and the second model on random networks; -rapid.checks is their number. Without
// that flag they are the same each time.
func TestPLCANetworks(t *testing.T) {
	casetest.Same(t)
	var networks, events atomic.Int64
	t.Cleanup(func() {
		t.Logf("%d random networks with PLCA: the engine and the second model had the same %d events, and the same counters", networks.Load(), events.Load())
	})
	rapid.Check(t, func(t *rapid.T) {
		c := draw(t)
		n, err := c.compare()
		if err != nil {
			t.Fatalf("%v\n%s", err, c)
		}
		networks.Add(1)
		events.Add(int64(n))
	})
}
