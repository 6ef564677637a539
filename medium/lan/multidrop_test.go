package lan

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/medium/t1s"
	"github.com/csmacd/csmacd/phy"
)

// turn returns the parameters of the node of a bus of some nodes.
func turn(id, count int) *plca.Params {
	p := plca.Default()
	p.NodeIDs, p.NodeCount = []int{id}, count
	return &p
}

// gateway returns a car: two sensors on a bus with PLCA, whose coordinator is the port of a switch, and an ECU on a link
// of 100BASE-TX.
func gateway() Config {
	fast, _ := phy.LineByName("100base-tx")
	slow, _ := phy.LineByName("10base-t1s")
	c := Config{
		Segments: []Segment{
			{Segment: domain.Segment{Name: "bus1"}, Params: mac.For(slow), Multidrop: &t1s.Typical},
			{Segment: domain.Segment{Name: "sw-ecu", Link: true, Delay: 50 * phy.Nanosecond}, Params: mac.For(fast)},
		},
		Bridges: []Bridge{{Name: "sw", Ageing: 300 * phy.Second, Queue: 10, Ports: []BridgePort{
			{To: "bus1", End: domain.End{Segment: 0}, Node: Node{PLCA: turn(0, 3)}},
			{To: "ecu", End: domain.End{Segment: 1, Full: true}},
		}}},
		Nodes: []Node{{PLCA: turn(1, 3)}, {PLCA: turn(2, 3)}, {}},
	}
	sensor := func(name string, at phy.Time, first phy.Time) domain.Station {
		s := domain.Station{Station: bus.Station{Name: name}, End: domain.End{At: at}}
		s.Traffic = []traffic.Source{traffic.Periodic(traffic.Octets(64), traffic.To{Whom: traffic.ToStation, Station: 2}, first, phy.Millisecond, 10)}
		return s
	}
	ecu := domain.Station{Station: bus.Station{Name: "ecu"}, End: domain.End{Segment: 1, At: 50 * phy.Nanosecond, Full: true}}
	ecu.Traffic = []traffic.Source{traffic.Periodic(traffic.Octets(200), traffic.To{}, 0, phy.Millisecond, 10)}
	c.Stations = []domain.Station{sensor("s1", 20*phy.Nanosecond, phy.Millisecond), sensor("s2", 60*phy.Nanosecond, phy.Millisecond), ecu}
	return c
}

// The switch of a car sends BEACONs on the bus of the sensors. What they and the ECU send at the same time arrives on
// the other side, without a collision.
func TestTheGatewayOfACarIsTheCoordinatorOfItsBus(t *testing.T) {
	c := gateway()
	c.Until.Idle = true
	n, err := New(c)
	require.NoError(t, err)
	require.NoError(t, n.Run(phy.Second))
	require.True(t, n.Done())
	p, ok := n.PLCA(1)
	assert.Equal(t, turn(2, 3), p)
	assert.True(t, ok)
	p, _ = n.PLCA(2) // the ECU has a link
	assert.Nil(t, p)
	r := n.Result()
	assert.EqualValues(t, 30, r.Medium.FramesOffered)
	assert.EqualValues(t, 30, r.Medium.FramesDelivered)
	assert.EqualValues(t, 10, r.Stations[0].PLCA.TurnsUsed)
	assert.Zero(t, r.Stations[0].PLCA.PhysicalCollisions)
	port := r.Devices[0].Ports[0]
	assert.EqualValues(t, 20, port.MAC.FramesReceivedOK)
	assert.EqualValues(t, 10, port.MAC.FramesTransmittedOK)
	assert.EqualValues(t, r.Domains[0].PLCA.Cycles+1, port.PLCA.Beacons)
	assert.Nil(t, r.Links[0].PLCA)
	assert.Greater(t, n.Now(), 10*phy.Millisecond)
	assert.Less(t, n.Now(), 11*phy.Millisecond)
}

// When the switch loses its PLCA, the bus goes back to CSMA/CD: sensors that begin together collide.
func TestABusWithoutItsGatewayGoesBackToCollisions(t *testing.T) {
	c := gateway()
	c.Timeline = []medium.Change{{At: 0, Kind: medium.PLCA, Station: "sw/bus1"}}
	n, err := New(c)
	require.NoError(t, err)
	require.NoError(t, n.Run(20*phy.Millisecond))
	r := n.Result()
	assert.EqualValues(t, 30, r.Medium.FramesDelivered)
	assert.Positive(t, r.Domains[0].Collisions)
	assert.Zero(t, r.Domains[0].PLCA.Cycles)
	c.Timeline[0].Station = "sw/bus2"
	_, err = New(c)
	require.ErrorIs(t, err, medium.ErrNoStation)
}

// One domain that is a multidrop bus has the figures of the bus alone.
func TestOneMultidropBusIsABus(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Config{Seed: rapid.Uint64().Draw(t, "seed")}
		c.addMultidrop(t, "bus1", rapid.IntRange(1, 5).Draw(t, "nodes"), true)
		x := t1s.Config{Seed: c.Seed, Params: c.Segments[0].Params, Latency: *c.Segments[0].Multidrop, Segment: "bus1"}
		for i := range c.Stations {
			s := c.Stations[i].Station
			for k := range s.Traffic {
				if s.Traffic[k].To.Whom == traffic.ToDomain { // of a network that is a part of a larger one
					s.Traffic[k].To = traffic.To{}
				}
			}
			s.At = c.Stations[i].End.At
			x.Stations = append(x.Stations, t1s.Station{Station: s, PLCA: c.Nodes[i].PLCA, Latency: c.Nodes[i].Latency, Phase: c.Nodes[i].Phase})
		}
		alone, err := t1s.New(x)
		require.NoError(t, err)
		one, err := New(c)
		require.NoError(t, err)
		seen, want := &events{kinds: medium.AllKinds}, &events{kinds: medium.AllKinds}
		one.Observe(seen)
		alone.Observe(want)
		require.NoError(t, alone.Run(3*phy.Millisecond))
		require.NoError(t, one.Run(3*phy.Millisecond))
		assert.Equal(t, want.list, seen.list)
		a, b := alone.Result(), one.Result()
		assert.Equal(t, a.Stations, b.Stations)
		assert.Equal(t, a.Medium, b.Domains[0].Medium)
		assert.Equal(t, a.Delay, b.Delay)
		assert.Equal(t, a.Medium.FramesLost, b.Medium.FramesLost)
	})
}

// addMultidrop adds a bus with some stations.
func (c *Config) addMultidrop(t *rapid.T, name string, nodes int, wrong bool) {
	line, _ := phy.LineByName("10base-t1s")
	latencies := []t1s.Latency{t1s.Ideal, t1s.Min, t1s.Typical, t1s.Max}
	latency := rapid.SampledFrom(latencies).Draw(t, "latency")
	k := len(c.Segments)
	c.Segments = append(c.Segments, Segment{Segment: domain.Segment{Name: name}, Params: mac.For(line), Multidrop: &latency})
	for i := range nodes {
		s := domain.Station{Station: bus.Station{Name: fmt.Sprint(name, "n", i), Queue: rapid.SampledFrom([]int{0, 2}).Draw(t, "queue")}, End: domain.End{Segment: k}}
		s.End.At = phy.Time(rapid.IntRange(0, 12).Draw(t, "at")) * 11 * phy.Nanosecond
		to := rapid.SampledFrom([]traffic.To{{}, {Whom: traffic.ToNext}, {Whom: traffic.ToBroadcast}, {Whom: traffic.ToDomain}}).Draw(t, "to")
		size := rapid.SampledFrom([]traffic.Size{traffic.Octets(64), traffic.Octets(65), traffic.Uniform(64, 400)}).Draw(t, "size")
		switch rapid.IntRange(0, 3).Draw(t, "traffic") {
		case 0:
			s.Traffic = []traffic.Source{traffic.Saturated(size, to)}
		case 1, 2:
			s.Traffic = []traffic.Source{traffic.Poisson(rapid.SampledFrom([]phy.Time{phy.Millisecond, 3 * phy.Millisecond}).Draw(t, "mean"), size, to)}
		}
		for len(c.Nodes) < len(c.Stations) {
			c.Nodes = append(c.Nodes, Node{})
		}
		c.Stations, c.Nodes = append(c.Stations, s), append(c.Nodes, node(t, i, nodes+1, wrong))
	}
}

// node returns what a node is, mostly with its own turn.
func node(t *rapid.T, id, count int, wrong bool) (n Node) {
	if rapid.IntRange(0, 3).Draw(t, "own latency") == 0 {
		n.Latency = rapid.SampledFrom([]*t1s.Latency{&t1s.Ideal, &t1s.Min, &t1s.Typical, &t1s.Max}).Draw(t, "latency of the node")
	}
	if wrong && rapid.IntRange(0, 4).Draw(t, "plain") == 0 {
		return n
	}
	n.PLCA = turn(id, count)
	n.PLCA.BurstCount = rapid.SampledFrom([]int{0, 0, 2}).Draw(t, "bursts")
	if wrong && rapid.IntRange(0, 9).Draw(t, "a wrong ID") == 0 {
		n.PLCA.NodeIDs[0] = rapid.IntRange(0, count).Draw(t, "ID")
	}
	return n
}

// cars returns a network of some buses and a link on a switch. Some nodes may have wrong IDs, or no PLCA: those may wait
// for ever.
func cars(t *rapid.T, wrong bool) Config {
	c := Config{Seed: rapid.Uint64().Draw(t, "seed")}
	b := Bridge{Name: "sw", Ageing: rapid.SampledFrom([]phy.Time{2 * phy.Millisecond, 300 * phy.Second}).Draw(t, "ageing"),
		Latency: rapid.SampledFrom([]phy.Time{0, 0, phy.Microsecond}).Draw(t, "latency of the switch"),
		Queue:   rapid.SampledFrom([]int{1, 3, 100}).Draw(t, "queue of the switch"),
		Pause:   rapid.SampledFrom([]Pause{{}, {}, {Above: 2, Below: 1, Quanta: 3}}).Draw(t, "pause")}
	for k := range rapid.IntRange(1, 3).Draw(t, "buses") {
		nodes := rapid.IntRange(0, 4).Draw(t, "nodes")
		c.addMultidrop(t, fmt.Sprint("bus", k), nodes, wrong)
		b.Ports = append(b.Ports, BridgePort{To: fmt.Sprint("bus", k), End: domain.End{Segment: k, At: phy.Time(rapid.IntRange(0, 9).Draw(t, "port")) * 13 * phy.Nanosecond}, Node: node(t, nodes, nodes+1, wrong)})
	}
	line, _ := phy.LineByName(rapid.SampledFrom([]string{"100base-tx", "10base-t"}).Draw(t, "link"))
	k := len(c.Segments)
	full := rapid.Bool().Draw(t, "full")
	c.Segments = append(c.Segments, Segment{Segment: domain.Segment{Name: "sw-ecu", Link: true, Delay: 50 * phy.Nanosecond}, Params: mac.For(line)})
	b.Ports = append(b.Ports, BridgePort{To: "ecu", End: domain.End{Segment: k, Full: full}})
	ecu := domain.Station{Station: bus.Station{Name: "ecu"}, End: domain.End{Segment: k, At: 50 * phy.Nanosecond, Full: full}, ObeyPause: true}
	ecu.Traffic = []traffic.Source{traffic.Poisson(rapid.SampledFrom([]phy.Time{phy.Millisecond, 200 * phy.Microsecond}).Draw(t, "mean of the ecu"), traffic.Octets(100), traffic.To{})}
	c.Stations = append(c.Stations, ecu)
	if len(c.Nodes) > 0 {
		c.Nodes = append(c.Nodes, Node{})
	}
	c.Bridges = []Bridge{b}
	c.Warmup = rapid.SampledFrom([]phy.Time{0, 0, 700 * phy.Microsecond}).Draw(t, "warmup")
	if at := rapid.SampledFrom([]phy.Time{0, 0, 123456789, phy.Millisecond}).Draw(t, "PLCA changes"); at > 0 {
		c.Timeline = []medium.Change{{At: at, Kind: medium.PLCA, Station: "sw/bus0"},
			{At: at + 300*phy.Microsecond, Kind: medium.BeaconLoss, Segment: "bus0", Value: 0.3},
			{At: at + 500*phy.Microsecond, Kind: medium.PLCA, Station: "sw/bus0", New: turn(0, 5)}}
	}
	return c
}

// Slices, observers and workers change no result of a network with multidrop buses.
func TestResultsOfMultidropBusesDoNotDependOnHowTheyAreRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { sameHoweverItIsRun(t, cars(t, true), 1200*phy.Microsecond) })
}

// Frames of stations on multidrop buses have one fate, and the run ends at one instant when all have it.
func TestEveryFrameOnAMultidropBusHasOneFate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := cars(t, false)
		c.Timeline = nil
		c.ends(2)
		n, err := New(c)
		require.NoError(t, err)
		require.NoError(t, n.Run(phy.Second))
		require.True(t, n.Done())
		want, err := json.Marshal(n.Result())
		require.NoError(t, err)
		cut := phy.Time(rapid.Int64Range(0, int64(n.Now())).Draw(t, "cut"))
		require.Empty(t, diff(string(want), result(t, c, 2, nil, cut, phy.Second)), "sliced, two workers")
		everyFrameHasOneFate(t, n)
	})
}

// turnsSeen writes down turns.
type turnsSeen struct {
	used bool
	list []string
}

func (s *turnsSeen) Interest() medium.Interest {
	return medium.Interest{Kinds: medium.Of(medium.Turn), Used: s.used}
}

func (s *turnsSeen) Observe(e *medium.Event) {
	if e.OK || !s.used {
		s.list = append(s.list, fmt.Sprint(e.At, e.Station, e.ID, e.OK, e.Until))
	}
}

// One observer can want the turns that nodes use, and another all: each sees the same as if it were alone.
func TestObserversOfTurns(t *testing.T) {
	see := func(all ...*turnsSeen) {
		n, err := New(gateway())
		require.NoError(t, err)
		for _, s := range all {
			n.Observe(s)
		}
		require.NoError(t, n.Run(3*phy.Millisecond))
	}
	used, every := &turnsSeen{used: true}, &turnsSeen{}
	see(used)
	see(every)
	require.NotEmpty(t, used.list)
	require.Greater(t, len(every.list), 10*len(used.list))
	first, second, third := &turnsSeen{used: true}, &turnsSeen{}, &turnsSeen{used: true}
	see(first, second, third)
	assert.Equal(t, used.list, first.list)
	assert.Equal(t, every.list, second.list)
	assert.Equal(t, used.list, third.list)
}
