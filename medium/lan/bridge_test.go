package lan

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

var ethernet = mac.For(phy.Ethernet10)

// twoCables is a bridge between two cables of 100 m, with a station at the far end of each.
func twoCables() Config {
	far := phy.Delay(100, 0.77)
	cable := func(name string) Segment {
		return Segment{Segment: domain.Segment{Name: name}, Params: ethernet}
	}
	station := func(name string, segment int) domain.Station {
		return domain.Station{Station: bus.Station{Name: name}, End: domain.End{Segment: segment, At: far}}
	}
	return Config{
		Segments: []Segment{cable("left"), cable("right")},
		Bridges:  []Bridge{{Name: "sw", Ageing: 300 * phy.Second, Queue: 100, Ports: []BridgePort{{To: "left", End: domain.End{Segment: 0}}, {To: "right", End: domain.End{Segment: 1}}}}},
		Stations: []domain.Station{station("A", 0), station("B", 1)},
	}
}

type events struct {
	kinds medium.Kinds
	list  []medium.Event
}

func (e *events) Interest() medium.Interest { return medium.Interest{Kinds: e.kinds} }
func (e *events) Observe(ev *medium.Event)  { e.list = append(e.list, *ev) }
func (e *events) of(k medium.Kind) (n int) {
	for i := range e.list {
		if e.list[i].Kind == k {
			n++
		}
	}
	return n
}

// A frame crosses the bridge whole: 512 + 64 bits on the left, as many on the right, and the delay of
// both cables.
func TestAFrameCrossesABridge(t *testing.T) {
	n, err := New(twoCables())
	require.NoError(t, err)
	var at phy.Time
	var got medium.Frame
	n.Deliver(1, func(t phy.Time, f medium.Frame) {
		at = t
		got = f
	})
	require.NoError(t, n.Inject(0, 0, medium.Frame{Size: 64, Destination: 1, Ref: 7}))
	require.NoError(t, n.Run(phy.Millisecond))
	assert.Equal(t, medium.Frame{Size: 64, Source: 0, Destination: 1, Number: 1, Ref: 7}, got)
	assert.Equal(t, 2*(ethernet.Duration(64)+phy.Delay(100, 0.77)), at)
	r := n.Result()
	assert.EqualValues(t, 1, r.Medium.FramesDelivered)
	assert.EqualValues(t, 1, r.Medium.FramesOffered)
	assert.EqualValues(t, 2, r.Medium.Attempts)
	assert.EqualValues(t, 1, r.Devices[0].Flooded)
	assert.EqualValues(t, 1, r.Devices[0].Learned)
	assert.Equal(t, at.Microseconds(), r.Delay.Max)
	assert.EqualValues(t, 1, r.Stations[1].Counters.FramesReceivedOK)
}

// Once both stations are known, frames between two stations of one cable stay there, and others are
// sent on by one port only.
func TestABridgeLearnsAndForgets(t *testing.T) {
	c := twoCables()
	c.Bridges[0].Ageing = phy.Second
	c.Stations = append(c.Stations, domain.Station{Station: bus.Station{Name: "C"}, End: domain.End{Segment: 0}})
	n, err := New(c)
	require.NoError(t, err)
	seen := &events{kinds: ofBridges}
	n.Observe(seen)
	send := func(from int, at phy.Time, to int32) {
		require.NoError(t, n.Inject(from, at, medium.Frame{Size: 64, Destination: to}))
	}
	ms := phy.Millisecond
	send(2, 0, 0)    // C to A, unknown: flooded
	send(0, 1*ms, 2) // A to C: filtered
	send(1, 2*ms, 0) // B to A: forwarded
	send(0, 3*ms, 1) // A to B: forwarded
	send(2, 4*ms, medium.Broadcast)
	send(1, 2*phy.Second, 0) // all is forgotten: flooded
	require.NoError(t, n.Run(3*phy.Second))
	var kinds []string
	for _, e := range seen.list {
		kinds = append(kinds, fmt.Sprint(e.Kind, " ", n.Name(int(e.Station)), " ", n.Name(int(e.Frame.Source))))
	}
	assert.Equal(t, []string{
		"learn sw/left C", "flood sw/left C",
		"learn sw/left A", "filter sw/left A",
		"learn sw/right B", "forward sw/right B",
		"forward sw/left A",
		"flood sw/left C",
		"age sw/right B", "age sw/left A", "age sw/left C",
		"learn sw/right B", "flood sw/right B",
	}, kinds)
	r := n.Result()
	assert.EqualValues(t, 6, r.Medium.FramesDelivered)
	assert.Zero(t, r.Medium.FramesLost)
}

// random draws a tree of cables and bridges with traffic.
func random(t *rapid.T) Config {
	c := Config{Seed: rapid.Uint64().Draw(t, "seed")}
	cables := rapid.IntRange(1, 4).Draw(t, "cables")
	for i := range cables {
		c.Segments = append(c.Segments, Segment{Segment: domain.Segment{Name: fmt.Sprint("cable", i)}, Params: ethernet})
		if i > 0 {
			from := rapid.IntRange(0, i-1).Draw(t, "from")
			place := func() phy.Time { return phy.Time(rapid.IntRange(0, 20).Draw(t, "at")) * 100 * phy.Nanosecond }
			if b := rapid.IntRange(0, len(c.Bridges)).Draw(t, "bridge"); b < len(c.Bridges) {
				c.Bridges[b].Ports = append(c.Bridges[b].Ports, BridgePort{To: fmt.Sprint(i), End: domain.End{Segment: i, At: place()}})
			} else {
				c.Bridges = append(c.Bridges, Bridge{
					Name: fmt.Sprint("sw", i), Ageing: rapid.SampledFrom([]phy.Time{phy.Millisecond, 300 * phy.Second}).Draw(t, "ageing"),
					Latency: rapid.SampledFrom([]phy.Time{0, 0, phy.Microsecond}).Draw(t, "latency"),
					Queue:   rapid.SampledFrom([]int{1, 3, 100}).Draw(t, "queue"),
					Ports:   []BridgePort{{To: fmt.Sprint(from), End: domain.End{Segment: from, At: place()}}, {To: fmt.Sprint(i), End: domain.End{Segment: i, At: place()}}},
				})
			}
		}
	}
	sizes := []traffic.Size{traffic.Octets(64), traffic.Octets(512), traffic.Octets(1518)}
	for i := range rapid.IntRange(1, 8).Draw(t, "stations") {
		s := domain.Station{
			Station: bus.Station{Name: fmt.Sprint("s", i), Queue: rapid.SampledFrom([]int{0, 2}).Draw(t, "queue")},
			End:     domain.End{Segment: rapid.IntRange(0, cables-1).Draw(t, "segment"), At: phy.Time(rapid.IntRange(0, 25).Draw(t, "at")) * 77 * phy.Nanosecond},
		}
		to := rapid.SampledFrom([]traffic.To{{}, {Whom: traffic.ToNext}, {Whom: traffic.ToBroadcast}}).Draw(t, "to")
		size := rapid.SampledFrom(sizes).Draw(t, "size")
		switch rapid.IntRange(0, 3).Draw(t, "traffic") {
		case 0:
			s.Traffic = []traffic.Source{traffic.Saturated(size, to)}
		case 1, 2:
			s.Traffic = []traffic.Source{traffic.Poisson(rapid.SampledFrom([]phy.Time{phy.Millisecond, 5 * phy.Millisecond}).Draw(t, "mean"), size, to)}
		}
		c.Stations = append(c.Stations, s)
	}
	c.Warmup = rapid.SampledFrom([]phy.Time{0, 0, 3 * phy.Millisecond}).Draw(t, "warmup")
	return c
}
