package lan

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// network draws cables and hubs around bridges that have much to learn: many frames are for stations that are seldom heard, or for all,
// and some stations are forgotten soon.
func network(t *rapid.T, mostCables, mostBridges int) Config {
	c := Config{Seed: rapid.Uint64().Draw(t, "seed")}
	for range rapid.IntRange(1, mostBridges).Draw(t, "bridges") {
		c.addBridge(t)
	}
	c.addCables(t, mostCables)
	if rapid.Bool().Draw(t, "warmup") {
		c.Warmup = 3 * phy.Millisecond
	}
	return c
}

// addBridge adds a bridge, and what joins it to an earlier one: a link, or a cable that can have stations and be joined to others.
func (c *Config) addBridge(t *rapid.T) {
	k := len(c.Bridges)
	b := Bridge{Name: fmt.Sprint("sw", k), Queue: rapid.IntRange(1, 20).Draw(t, "queue")}
	b.Ageing = rapid.SampledFrom([]phy.Time{300 * phy.Second, 5 * phy.Millisecond, 400 * phy.Microsecond, 500 * phy.Microsecond}).Draw(t, "ageing")
	b.Latency = rapid.SampledFrom([]phy.Time{0, 10 * phy.Microsecond}).Draw(t, "latency")
	c.Bridges = append(c.Bridges, b)
	if k == 0 {
		return
	}
	from, name := rapid.IntRange(0, k-1).Draw(t, "from"), fmt.Sprint("between", k)
	x := Segment{Segment: domain.Segment{Name: name}, Params: ethernet}
	ends := [2]domain.End{{Segment: len(c.Segments)}, {Segment: len(c.Segments), At: 2 * phy.Microsecond}}
	switch rapid.IntRange(0, 4).Draw(t, "joined by") {
	case 0: // a cable that is there
		if ports := c.Bridges[from].Ports; len(ports) > 0 && !c.Segments[ports[0].End.Segment].Link {
			end := domain.End{Segment: ports[0].End.Segment, At: phy.Time(k) * phy.Microsecond}
			c.Bridges[k].Ports = append(c.Bridges[k].Ports, BridgePort{To: name, End: end})
			return
		}
	case 1:
		c.addStations(t, name, ends[0].Segment, 3)
	case 2:
		x.Link, x.Delay = true, ends[1].At
		ends[0].Full, ends[1].Full = rapid.Bool().Draw(t, "full"), rapid.Bool().Draw(t, "other end full")
	default:
		x.Link, x.Delay = true, ends[1].At
		x.Params = faster(phy.Time(rapid.SampledFrom([]int{1, 4, 10}).Draw(t, "faster")))
		full := rapid.Bool().Draw(t, "full")
		if ends[0].Full, ends[1].Full = full, full; !full && x.Params.BitTime < ethernet.BitTime {
			ends[1].At, x.Delay = 200*phy.Nanosecond, 200*phy.Nanosecond
		}
	}
	c.Segments = append(c.Segments, x)
	for i, bridge := range []int{from, k} {
		c.Bridges[bridge].Ports = append(c.Bridges[bridge].Ports, BridgePort{To: name, End: ends[i]})
	}
}

// addCables adds cables and hubs with stations.
func (c *Config) addCables(t *rapid.T, most int) {
	for k := range rapid.IntRange(2, most).Draw(t, "cables") {
		name := fmt.Sprint("c", k)
		c.Segments = append(c.Segments, Segment{Segment: domain.Segment{Name: name}, Params: ethernet})
		at := domain.End{Segment: len(c.Segments) - 1}
		port := BridgePort{To: name, End: at}
		if rapid.IntRange(0, 3).Draw(t, "hub") == 0 {
			link := Segment{Segment: domain.Segment{Name: name + "x", Link: true, Delay: phy.Microsecond}, Params: ethernet}
			c.Segments = append(c.Segments, link)
			r := domain.DefaultRepeater(phy.Ethernet10.BitTime)
			r.Name = "hub" + name
			r.Ports = []domain.Port{{To: name, End: at}, {To: link.Name, End: domain.End{Segment: len(c.Segments) - 1}}}
			c.Repeaters = append(c.Repeaters, r)
			port.End = domain.End{Segment: len(c.Segments) - 1, At: phy.Microsecond}
		}
		b := &c.Bridges[rapid.IntRange(0, len(c.Bridges)-1).Draw(t, "bridge")]
		b.Ports = append(b.Ports, port)
		c.addStations(t, name, at.Segment, max(1, 24/most))
	}
}

// addStations adds stations on a segment.
func (c *Config) addStations(t *rapid.T, name string, segment, most int) {
	size, inTurn := traffic.Uniform(64, 300), rapid.IntRange(0, 3).Draw(t, "in turn") == 0
	for i := range rapid.IntRange(1, most).Draw(t, "stations") {
		s := domain.Station{Station: bus.Station{Name: fmt.Sprint(name, "-", i)}, End: domain.End{Segment: segment, At: phy.Time(i) * 100 * phy.Nanosecond}}
		to := rapid.SampledFrom([]traffic.To{{}, {Whom: traffic.ToNext}, {Whom: traffic.ToDomain}, {Whom: traffic.ToBroadcast}}).Draw(t, "to")
		mean := rapid.SampledFrom([]phy.Time{300 * phy.Microsecond, 2 * phy.Millisecond, 10 * phy.Millisecond}).Draw(t, "mean")
		s.Traffic = []traffic.Source{traffic.Poisson(mean, size, to)}
		if rapid.IntRange(0, 3).Draw(t, "saturated") == 0 {
			s.Traffic = append(s.Traffic, traffic.Saturated(size, to))
		}
		switch {
		case inTurn: // frames end at the instants at which bridges forget others of the cable
			start := phy.Time(i) * (100*phy.Microsecond - 100*phy.Nanosecond)
			period := phy.Time(rapid.SampledFrom([]int{400, 1200}).Draw(t, "period")) * phy.Microsecond
			s.Traffic = []traffic.Source{traffic.Periodic(traffic.Octets(64), to, start, period, 50)}
		case rapid.IntRange(0, 3).Draw(t, "periodic") == 0: // frames of several cables that end at one instant
			s.Traffic = append(s.Traffic, traffic.Periodic(traffic.Octets(64), to, 0, phy.Millisecond, 20))
		}
		c.Stations = append(c.Stations, s)
	}
}

func newNetwork(t require.TestingT, c Config) *Network {
	n, err := New(c)
	require.NoError(t, err)
	return n
}

// newInOrder makes a network whose bridges receive all frames in order of time, and whose domains stay together: its bridges could send PAUSE
// frames, and what they have learned is not taken as certain.
func newInOrder(t require.TestingT, c Config) *Network {
	c.Bridges = slices.Clone(c.Bridges)
	for k := range c.Bridges {
		if p := &c.Bridges[k].Pause; p.Above == 0 {
			p.Above = math.MaxInt
		}
	}
	n := newNetwork(t, c)
	for k := range n.ports {
		n.ports[k].ageing = 0
	}
	require.False(t, len(n.bridges) > 0 && n.lets())
	return n
}

// A station is given a frame while the network runs. Bridges do the same at the same instants, in the same order, as those that receive in
// order of time.
func TestDomainsThatLagBehindChangeNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, end := network(t, rapid.SampledFrom([]int{6, 30, 60}).Draw(t, "most cables"), 6), 20*phy.Millisecond
		cut := phy.Time(rapid.Int64Range(0, int64(end)).Draw(t, "cut"))
		last := int32(len(c.Stations) - 1)
		from, to := int(rapid.Int32Range(0, last).Draw(t, "from")), rapid.Int32Range(0, last).Draw(t, "dest")
		run := func(n *Network, workers int, o medium.Observer) string {
			n.SetWorkers(workers)
			if o != nil {
				n.Observe(o)
			}
			require.NoError(t, n.Run(cut))
			require.NoError(t, n.Inject(from, cut, medium.Frame{Size: 64, Destination: to}))
			require.NoError(t, n.Run(end))
			return resultOf(t, n)
		}
		kinds := rapid.SampledFrom([]medium.Kinds{medium.AllKinds, ofBridges, medium.Of(medium.Filter), medium.Of(medium.Age, medium.Forward, medium.RxEnd)}).Draw(t, "kinds")
		all := &events{kinds: kinds}
		want := run(newInOrder(t, c), 1, all)
		for workers := 1; workers <= 2; workers++ {
			require.Empty(t, diff(want, run(newNetwork(t, c), workers, nil)), "%d workers", workers)
			seen := &events{kinds: kinds}
			require.Empty(t, diff(want, run(newNetwork(t, c), workers, seen)), "observed, %d workers", workers)
			require.Equal(t, all.list, seen.list, "%d workers", workers)
		}
		require.Empty(t, diff(result(t, c, 1, nil, end), result(t, c, 2, nil, cut, end)), "sliced")
		seen, often := &events{kinds: kinds}, &events{kinds: kinds}
		result(t, c, 1, seen, end)
		var ends []phy.Time // no schedule is made for runs as short as these
		for at := phy.Time(0); at < end; at += worthPlanning / 2 {
			ends = append(ends, at)
		}
		require.Empty(t, diff(result(t, c, 1, nil, end), result(t, c, 1, often, append(ends, end)...)), "in short slices")
		require.Equal(t, often.list, seen.list)
	})
}

// A hook puts a frame in while the network runs, for later than the run.
func TestAHookPutsAFrameInForLater(t *testing.T) {
	frames := []outgoing{{0, 64, 1}, {phy.Millisecond, 64, 1}, {5 * phy.Millisecond, 64, 1}}
	c := aroundABridge(0, sender{frames: frames}, sender{cable: 1}, sender{cable: 2})
	c.Stations[2].Traffic = append(c.Stations[2].Traffic, traffic.Periodic(traffic.Octets(64), traffic.To{Whom: traffic.ToBroadcast}, 0, 300*phy.Microsecond, 60))
	n, err := New(c)
	require.NoError(t, err)
	end := 20 * phy.Millisecond
	answers := uint64(0)
	n.Deliver(1, func(at phy.Time, f medium.Frame) {
		if f.Source == 0 && at > 10*phy.Millisecond && at < end {
			answers++
			require.NoError(t, n.Inject(1, end, medium.Frame{Size: 64, Destination: 0}))
		}
	})
	require.NoError(t, n.Run(end))
	require.EqualValues(t, 3, answers)
	before := n.Result().Stations[1].FramesDelivered
	require.NoError(t, n.Run(2*end))
	require.Equal(t, before+answers, n.Result().Stations[1].FramesDelivered)
}
