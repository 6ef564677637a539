package clause4

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/internal/casetest"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// run runs the network on the engine, with every frame injected before.
func (c *domainTrial) run(watch medium.Observer) (*domain.Network, error) {
	net, err := domain.New(c.net)
	if err != nil {
		return nil, err
	}
	if watch != nil {
		net.Observe(watch)
	}
	if err := c.inject(net, 0, phy.Forever); err != nil {
		return nil, err
	}
	return net, net.Run(c.until)
}

// inject puts into the engine the frames that are queued from an instant until another.
func (c *domainTrial) inject(net *domain.Network, from, until phy.Time) error {
	pause := net.Destination(domain.PauseAddress)
	for i, frames := range c.frames {
		for _, f := range frames {
			if f.At < from || f.At >= until {
				continue
			}
			frame := medium.Frame{Size: int32(f.Octets), Destination: int32(f.To)}
			if f.To <= Pause(0) {
				frame.Destination, frame.Ref = pause, uint64(Pause(0)-f.To)
			}
			if err := net.Inject(i, f.At, frame); err != nil {
				return err
			}
		}
	}
	return nil
}

// compare runs a network on the reference and on the engine. It returns the result of the reference, or
// an error that says where they differ: in an event or a counter.
func (c *domainTrial) compare() (want *Result, err error) {
	if want, err = Run(c.reference()); err != nil {
		return nil, err
	}
	seen := &recorder{}
	net, err := c.run(seen)
	if err != nil {
		return nil, err
	}
	defer net.Release()
	if err := sameEvents(want, seen.events); err != nil {
		return nil, err
	}
	if err := sameFigures("reference", figuresOf(want), "engine", figures(net)); err != nil {
		return nil, err
	}
	quiet, err := c.run(nil)
	if err != nil {
		return nil, err
	}
	defer quiet.Release()
	if err := sameResult("watched", net.Result(), "unwatched", quiet.Result()); err != nil {
		return nil, err
	}
	if err := sameFigures("watched", figures(net), "unwatched", figures(quiet)); err != nil {
		return nil, err
	}
	return want, c.comparePieces(want, net)
}

// comparePieces runs the engine in pieces that end at events and just after them, with the frames
// of each injected before it, like live stations and bridges.
func (c *domainTrial) comparePieces(want *Result, whole *domain.Network) error {
	net, err := domain.New(c.net)
	if err != nil {
		return err
	}
	defer net.Release()
	now := phy.Time(0)
	for k := range 5 {
		next := c.until
		if k < 4 && len(want.Events) > 0 {
			next = max(now, want.Events[len(want.Events)*(k+1)/5].At+phy.Time(k%2))
		}
		if err := c.inject(net, now, next); err != nil {
			return err
		}
		if err := net.Run(next); err != nil {
			return err
		}
		net.Result()
		now = next
	}
	if err := sameResult("at once", whole.Result(), "in pieces", net.Result()); err != nil {
		return err
	}
	return sameFigures("at once", figures(whole), "in pieces", figures(net))
}

// sameEvents compares all events. Within an instant, those of each station and port are compared by
// themselves, and for a port by kind: rule 10 does not say more.
func sameEvents(want *Result, got []medium.Event) error {
	end := func(e medium.Event) int32 {
		if e.Kind == medium.MJLP {
			return e.Station<<8 | int32(e.Port+1)
		}
		return e.Station << 8
	}
	order := func(a, b medium.Event) int {
		kinds := 0
		if a.Kind >= medium.RepeatStart && b.Kind >= medium.RepeatStart {
			kinds = cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Why, b.Why))
		}
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(end(a), end(b)), kinds)
	}
	slices.SortStableFunc(want.Events, order)
	slices.SortStableFunc(got, order)
	if slices.Equal(want.Events, got) {
		return nil
	}
	k := 0
	for k < len(want.Events) && k < len(got) && want.Events[k] == got[k] {
		k++
	}
	lines := (&Result{Events: got, names: want.names, bit: want.bit}).Lines()
	text := differ("reference", want.Lines(), "engine", lines)
	if k < len(got) && k < len(want.Events) {
		text += fmt.Sprintf("%+v\n%+v", want.Events[k], got[k])
	}
	return fmt.Errorf("the events differ:\n%s", text)
}

// networkFigures are the counters that both have.
type networkFigures struct {
	Stations  []any
	Repeaters []domain.RepeaterResult
}

func figures(net *domain.Network) (f networkFigures) {
	for _, s := range net.Result().Stations {
		f.Stations = append(f.Stations, s.Counters)
	}
	f.Repeaters = append(f.Repeaters, net.Repeaters()...)
	for i := range f.Repeaters {
		r := &f.Repeaters[i]
		r.Ports = slices.Clone(r.Ports)
		for k := range r.Ports {
			r.Ports[k] = domain.PortResult{Counters: r.Ports[k].Counters, Partitioned: r.Ports[k].Partitioned}
		}
		*r = domain.RepeaterResult{TransmitCollisions: r.TransmitCollisions, Ports: r.Ports}
	}
	return f
}

func figuresOf(r *Result) (f networkFigures) {
	for _, c := range r.Counters {
		f.Stations = append(f.Stations, c)
	}
	for i, ports := range r.Ports {
		to := domain.RepeaterResult{TransmitCollisions: uint64(r.TransmitCollisions[i])}
		for k, c := range ports {
			to.Ports = append(to.Ports, domain.PortResult{Partitioned: r.Partitioned[i][k], Counters: domain.PortCounters{
				ReadableFrames: c.ReadableFrames, ReadableOctets: c.ReadableOctets,
				FrameCheckSequenceErrors: c.FCSErrors, AlignmentErrors: c.AlignmentErrors, FramesTooLong: c.FrameTooLongs,
				ShortEvents: c.ShortEvents, Runts: c.Runts, Collisions: c.Collisions, LateEvents: c.LateEvents,
				VeryLongEvents: c.VeryLongEvents, DataRateMismatches: c.DataRateMismatches, AutoPartitions: c.AutoPartitions, Isolates: c.Isolates,
			}})
		}
		f.Repeaters = append(f.Repeaters, to)
	}
	return f
}

// sameFigures reports where counters differ.
func sameFigures(name string, a networkFigures, other string, b networkFigures) error {
	x, y := fields(a), fields(b)
	if slices.Equal(x, y) {
		return nil
	}
	return fmt.Errorf("the counters differ:\n%s", differ(name, x, other, y))
}

// random compares a random network of segments.
func (n *compared) randomDomain(t *rapid.T) {
	c := rapid.SampledFrom([]func(*rapid.T) *domainTrial{drawDomain, drawHubs}).Draw(t, "network")(t)
	want, err := c.compare()
	if err != nil {
		t.Fatalf("%v\n%s", err, c)
	}
	n.networks.Add(1)
	n.events.Add(int64(len(want.Events)))
}

// Random networks of segments with a number, as in TestNumbered.
func TestNumberedNetworks(t *testing.T) {
	network := rapid.Custom(drawDomain)
	var lock sync.Mutex
	networks, events, mattered := 0, 0, map[string]int{}
	each(0, *numbered/5, func(n int) {
		c := network.Example(n)
		want, err := c.compare()
		if err != nil {
			t.Errorf("network %d: %v\n%s", n, err, c)
			return
		}
		lock.Lock()
		defer lock.Unlock()
		networks++
		events += len(want.Events)
		for what, yes := range c.matter(want) {
			if yes {
				mattered[what]++
			}
		}
	})
	t.Logf("%d numbered networks: the engine and the reference gave the same %d events, and the same counters", networks, events)
	for _, what := range matters {
		t.Logf("%s came into play in %d", what, mattered[what])
	}
}

// The lockup protection allows outputs again at the very instant at which the input falls: the rest
// of the output has no length, and no station has heard it.
func TestOutputOfNoLength(t *testing.T) {
	p := rules(nil)
	station := func(name string, link int) domain.Station {
		return domain.Station{Station: bus.Station{Name: name, Params: &p, Backoff: force(10, nil)}, End: domain.End{Segment: link}}
	}
	r := domain.DefaultRepeater(p.BitTime)
	r.Name, r.Delay, r.Lockup = "hub", 0, bt(576)
	r.Ports = []domain.Port{{To: "A", End: domain.End{Segment: 0}}, {To: "B", End: domain.End{Segment: 1}}}
	c := &domainTrial{until: bt(6000), frames: [][]Frame{{{0, 64, -1}, {0, 76, -1}}, nil}, net: domain.Config{
		Segments:  []domain.Segment{{Name: "a", Link: true}, {Name: "b", Link: true}},
		Repeaters: []domain.Repeater{r},
		Stations:  []domain.Station{station("A", 0), station("B", 1)},
	}}
	want, err := c.compare()
	require.NoError(t, err)
	want.has(t, 3, medium.RepeatStart, 0, 672, 672+576+96)
	want.has(t, 3, medium.RepeatEnd, 576, 672+576, 672+576+96)
	assert.Zero(t, want.Counters[1].Fragments)
	assert.EqualValues(t, 2, want.Counters[1].FrameCheckSequenceErrors, "what came before the breaks; the first break is at 576")
}

// String describes the network, for a test that failed.
func (c *domainTrial) String() string {
	var b strings.Builder
	bit := c.net.Stations[0].Params.BitTime
	for i, s := range c.net.Segments {
		fmt.Fprintf(&b, "segment %d link %t delay %s\n", i, s.Link, phy.Decimal(s.Delay, bit))
	}
	for _, r := range c.net.Repeaters {
		fmt.Fprintf(&b, "repeater %+v\n", r)
	}
	for i, s := range c.net.Stations {
		fmt.Fprintf(&b, "station %s %+v", s.Name, s.End)
		for _, f := range c.frames[i] {
			fmt.Fprintf(&b, " [%s %d to %d]", phy.Decimal(f.At, bit), f.Octets, f.To)
		}
		fmt.Fprintf(&b, "\n  %+v\n", *s.Params)
	}
	for _, x := range c.net.Timeline {
		fmt.Fprintf(&b, "at %s %v %s%s%s on %t place %s missing %d errors %v\n", phy.Decimal(x.At, bit), x.Kind, x.Station, x.Port, x.Segment, x.On, phy.Decimal(x.Place, bit), x.Missing, x.Errors)
	}
	fmt.Fprintf(&b, "until %s\n", phy.Decimal(c.until, bit))
	return b.String()
}

// The engine of networks and the reference on random networks of one to four segments, on all
// processors; -rapid.checks is the number of networks in total. Without that flag they are the same
// each time, until 100,000 random ones in a row have agreed.
func TestNetworks(t *testing.T) {
	n := &compared{}
	shards := runtime.GOMAXPROCS(0)
	casetest.Same(t)
	share(t, "rapid.checks", shards)
	t.Cleanup(func() {
		t.Logf("%d random networks: the engine and the reference gave the same %d events, and the same counters",
			n.networks.Load(), n.events.Load())
	})
	for i := range shards {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, others(i, n.randomDomain))
		})
	}
}
