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
	assert.Equal(t, []string{
		"learn sw/left C", "flood sw/left C",
		"learn sw/left A", "filter sw/left A",
		"learn sw/right B", "forward sw/right B",
		"forward sw/left A",
		"flood sw/left C",
		"age sw/right B", "age sw/left A", "age sw/left C",
		"learn sw/right B", "flood sw/right B",
	}, inWords(n, seen.list))
	r := n.Result()
	assert.EqualValues(t, 6, r.Medium.FramesDelivered)
	assert.Zero(t, r.Medium.FramesLost)
}

// inWords writes what happened, at which port, and with a frame or address of which station.
func inWords(n *Network, list []medium.Event) (text []string) {
	for _, e := range list {
		text = append(text, fmt.Sprint(e.Kind, " ", n.Name(int(e.Station)), " ", n.Name(int(e.Frame.Source))))
	}
	return text
}

// A bridge forgets a station at the instant at which it receives a frame from another of the same cable: that comes first, whether it
// filters the frame, forwards it, or learns who sent it.
func TestAPortForgetsBeforeItReceives(t *testing.T) {
	c := twoCables()
	for _, name := range []string{"C", "D"} {
		s := c.Stations[0]
		s.Name = name
		c.Stations = append(c.Stations, s)
	}
	ms := phy.Millisecond
	c.Bridges[0].Ageing = 5 * ms
	n, err := New(c)
	require.NoError(t, err)
	seen := &events{kinds: ofBridges}
	n.Observe(seen)
	send := func(from int, at phy.Time, to int32) {
		require.NoError(t, n.Inject(from, at, medium.Frame{Size: 64, Destination: to}))
	}
	send(0, 0, 1)
	send(2, 1*ms, 0)
	send(3, 2*ms, 0)
	send(1, 3*ms, 0)
	send(2, 5*ms, 3)  // A is forgotten
	send(2, 7*ms, 1)  // D
	send(0, 12*ms, 2) // C
	require.NoError(t, n.Run(15*ms))
	assert.Equal(t, []string{
		"learn sw/left A", "flood sw/left A",
		"learn sw/left C", "filter sw/left C",
		"learn sw/left D", "filter sw/left D",
		"learn sw/right B", "forward sw/right B",
		"age sw/left A", "filter sw/left C",
		"age sw/left D", "forward sw/left C",
		"age sw/right B",
		"age sw/left C", "learn sw/left A", "flood sw/left A",
	}, inWords(n, seen.list))
}

// random draws a tree of cables, repeaters and bridges with traffic. Some stations are on links of
// their own. Some links are full duplex at one end or at both.
func random(t *rapid.T) Config {
	c := Config{Seed: rapid.Uint64().Draw(t, "seed")}
	cables := rapid.IntRange(1, 4).Draw(t, "cables")
	place := func() phy.Time { return phy.Time(rapid.IntRange(0, 20).Draw(t, "at")) * 100 * phy.Nanosecond }
	for i := range cables {
		c.Segments = append(c.Segments, Segment{Segment: domain.Segment{Name: fmt.Sprint("cable", i)}, Params: ethernet})
		if i == 0 {
			continue
		}
		from := rapid.IntRange(0, i-1).Draw(t, "from")
		switch rapid.IntRange(0, 4).Draw(t, "joined by") {
		case 0: // a repeater
			if k := len(c.Repeaters); k > 0 && rapid.Bool().Draw(t, "the last one") {
				c.Repeaters[k-1].Ports = append(c.Repeaters[k-1].Ports, domain.Port{To: fmt.Sprint(i), End: domain.End{Segment: i, At: place()}})
				continue
			}
			r := domain.DefaultRepeater(ethernet.BitTime)
			r.Name = fmt.Sprint("hub", i)
			r.Ports = []domain.Port{{To: fmt.Sprint(from), End: domain.End{Segment: from, At: place()}}, {To: fmt.Sprint(i), End: domain.End{Segment: i, At: place()}}}
			c.Repeaters = append(c.Repeaters, r)
		case 1, 2: // the last bridge
			if b := len(c.Bridges); b > 0 {
				c.Bridges[b-1].Ports = append(c.Bridges[b-1].Ports, BridgePort{To: fmt.Sprint(i), End: domain.End{Segment: i, At: place()}})
				continue
			}
			fallthrough
		default: // another bridge
			c.Bridges = append(c.Bridges, Bridge{
				Name: fmt.Sprint("sw", i), Ageing: rapid.SampledFrom([]phy.Time{phy.Millisecond, 300 * phy.Second}).Draw(t, "ageing"),
				Latency: rapid.SampledFrom([]phy.Time{0, 0, phy.Microsecond}).Draw(t, "latency"),
				Queue:   rapid.SampledFrom([]int{1, 3, 100}).Draw(t, "queue"),
				Pause:   rapid.SampledFrom([]Pause{{}, {Above: 2, Below: 1, Quanta: 3}}).Draw(t, "pause"),
				Ports:   []BridgePort{{To: fmt.Sprint(from), End: domain.End{Segment: from, At: place()}}, {To: fmt.Sprint(i), End: domain.End{Segment: i, At: place()}}},
			})
		}
	}
	sizes := []traffic.Size{traffic.Octets(64), traffic.Octets(512), traffic.Octets(1518)}
	for i := range rapid.IntRange(1, 8).Draw(t, "stations") {
		s := domain.Station{
			Station: bus.Station{Name: fmt.Sprint("s", i), Queue: rapid.SampledFrom([]int{0, 2}).Draw(t, "queue")},
			End:     domain.End{Segment: rapid.IntRange(0, cables-1).Draw(t, "segment"), At: phy.Time(rapid.IntRange(0, 25).Draw(t, "at")) * 77 * phy.Nanosecond},
		}
		if rapid.IntRange(0, 2).Draw(t, "on a link") == 0 {
			s.End = c.plug(t, s.Name)
		}
		to := rapid.SampledFrom([]traffic.To{{}, {Whom: traffic.ToNext}, {Whom: traffic.ToBroadcast}, {Whom: traffic.ToDomain}}).Draw(t, "to")
		size := rapid.SampledFrom(sizes).Draw(t, "size")
		switch rapid.IntRange(0, 3).Draw(t, "traffic") {
		case 0:
			s.Traffic = []traffic.Source{traffic.Saturated(size, to)}
		case 1, 2:
			s.Traffic = []traffic.Source{traffic.Poisson(rapid.SampledFrom([]phy.Time{phy.Millisecond, 5 * phy.Millisecond}).Draw(t, "mean"), size, to)}
		}
		c.Stations = append(c.Stations, s)
	}
	c.toOne(t)
	c.Warmup = rapid.SampledFrom([]phy.Time{0, 0, 3 * phy.Millisecond}).Draw(t, "warmup")
	for i := range c.Stations {
		c.Stations[i].ObeyPause = rapid.Bool().Draw(t, "obeys PAUSE")
	}
	return c
}

// toOne makes some stations send to one other station only, anywhere in the network.
func (c *Config) toOne(t *rapid.T) {
	for i := range c.Stations {
		if n := len(c.Stations); n > 1 && rapid.IntRange(0, 3).Draw(t, "to one") == 0 {
			one := traffic.To{Whom: traffic.ToStation, Station: (i + rapid.IntRange(1, n-1).Draw(t, "further")) % n}
			for k := range c.Stations[i].Traffic {
				c.Stations[i].Traffic[k].To = one
			}
		}
	}
}

// plug plugs a station into a device by a link of its own, if there is a device.
func (c *Config) plug(t *rapid.T, name string) domain.End {
	k := len(c.Segments)
	delay := phy.Time(rapid.IntRange(0, 5).Draw(t, "link")) * 113 * phy.Nanosecond
	l := Segment{Segment: domain.Segment{Name: "link of " + name, Link: true, Delay: delay}, Params: ethernet}
	device := rapid.IntRange(0, len(c.Bridges)+len(c.Repeaters)).Draw(t, "device")
	far := domain.End{Segment: k, At: delay}
	own := domain.End{Segment: k}
	switch {
	case device < len(c.Bridges):
		far.Full, own.Full = rapid.Bool().Draw(t, "port full"), rapid.Bool().Draw(t, "station full")
		b := &c.Bridges[device]
		b.Ports = append(b.Ports, BridgePort{To: name, End: far})
	case device < len(c.Bridges)+len(c.Repeaters):
		r := &c.Repeaters[device-len(c.Bridges)]
		r.Ports = append(r.Ports, domain.Port{To: name, End: far})
	default:
		return domain.End{Segment: 0}
	}
	c.Segments = append(c.Segments, l)
	return own
}

// faster returns the parameters of a line that is faster by a factor.
func faster(by phy.Time) mac.Params {
	p := mac.For(phy.Ethernet10)
	p.BitTime, p.SlotTime, p.Gap, p.GapPart1 = p.BitTime/by, p.SlotTime/by, p.Gap/by, p.GapPart1/by
	p.Header, p.Jam, p.MaxDefer = p.Header/by, p.Jam/by, p.MaxDefer/by
	return p
}

// A switch whose queue to a slow cable grows pauses the fast sender in time: no frame is dropped.
// Without PAUSE the queue overflows.
func TestABridgePausesAFastSender(t *testing.T) {
	fast := faster(10)
	run := func(pause Pause) medium.Device {
		link := func(name string, p mac.Params) Segment {
			return Segment{Segment: domain.Segment{Name: name, Link: true, Delay: 50 * phy.Nanosecond}, Params: p}
		}
		c := Config{
			Segments: []Segment{link("A-sw", fast), link("sw-B", ethernet)},
			Bridges: []Bridge{{Name: "sw", Ageing: phy.Second, Queue: 100, Pause: pause, Ports: []BridgePort{
				{To: "A", End: domain.End{Segment: 0, At: 50 * phy.Nanosecond, Full: true}},
				{To: "B", End: domain.End{Segment: 1, Full: true}},
			}}},
			Stations: []domain.Station{
				{Station: bus.Station{Name: "A", Params: &fast, Traffic: []traffic.Source{traffic.Saturated(traffic.Octets(1000), traffic.To{})}}, End: domain.End{Segment: 0, Full: true}, ObeyPause: true},
				{Station: bus.Station{Name: "B"}, End: domain.End{Segment: 1, At: 50 * phy.Nanosecond, Full: true}},
			},
		}
		n, err := New(c)
		require.NoError(t, err)
		require.NoError(t, n.Run(100*phy.Millisecond))
		r := n.Result()
		m := &r.Medium
		assert.LessOrEqual(t, m.FramesDelivered+m.FramesDropped+m.FramesQueued, m.FramesOffered)
		return r.Devices[0]
	}
	without := run(Pause{})
	assert.Positive(t, without.Ports[1].Dropped)
	assert.Equal(t, 100, without.Ports[1].QueueMax)
	with := run(Pause{Above: 80, Below: 20, Quanta: 65535})
	assert.Zero(t, with.Ports[1].Dropped)
	assert.Greater(t, with.Ports[1].QueueMax, 80)
	assert.Less(t, with.Ports[1].QueueMax, 90)
	assert.Positive(t, with.Ports[0].MAC.FramesTransmittedOK, "PAUSE frames")
	assert.GreaterOrEqual(t, with.Ports[1].MAC.FramesTransmittedOK, without.Ports[1].MAC.FramesTransmittedOK, "the slow link is never idle")
}
