package lan

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// star draws cables and hubs around one bridge that has much to learn: many frames are for stations that are seldom
// heard, or for all, and some stations are forgotten soon.
func star(t *rapid.T, mostCables int) Config {
	c := Config{Seed: rapid.Uint64().Draw(t, "seed")}
	b := Bridge{Name: "sw", Queue: rapid.IntRange(1, 20).Draw(t, "queue")}
	b.Ageing = rapid.SampledFrom([]phy.Time{300 * phy.Second, 5 * phy.Millisecond, 400 * phy.Microsecond}).Draw(t, "ageing")
	b.Latency = rapid.SampledFrom([]phy.Time{0, 10 * phy.Microsecond}).Draw(t, "latency")
	size := traffic.Uniform(64, 300)
	mostStations := max(1, 24/mostCables)
	for k := range rapid.IntRange(2, mostCables).Draw(t, "cables") {
		name := fmt.Sprint("c", k)
		c.Segments = append(c.Segments, Segment{Segment: domain.Segment{Name: name}, Params: ethernet})
		at := domain.End{Segment: len(c.Segments) - 1}
		b.Ports = append(b.Ports, BridgePort{To: name, End: at})
		if rapid.IntRange(0, 3).Draw(t, "hub") == 0 {
			link := Segment{Segment: domain.Segment{Name: name + "x", Link: true, Delay: phy.Microsecond}, Params: ethernet}
			c.Segments = append(c.Segments, link)
			r := domain.DefaultRepeater(phy.Ethernet10.BitTime)
			r.Name = "hub" + name
			r.Ports = []domain.Port{{To: name, End: at}, {To: link.Name, End: domain.End{Segment: len(c.Segments) - 1}}}
			c.Repeaters = append(c.Repeaters, r)
			b.Ports[k].End = domain.End{Segment: len(c.Segments) - 1, At: phy.Microsecond}
		}
		for i := range rapid.IntRange(1, mostStations).Draw(t, "stations") {
			s := domain.Station{Station: bus.Station{Name: fmt.Sprint(name, "-", i)}, End: domain.End{Segment: at.Segment, At: phy.Time(i) * 100 * phy.Nanosecond}}
			to := rapid.SampledFrom([]traffic.To{{}, {Whom: traffic.ToNext}, {Whom: traffic.ToDomain}, {Whom: traffic.ToBroadcast}}).Draw(t, "to")
			mean := rapid.SampledFrom([]phy.Time{300 * phy.Microsecond, 2 * phy.Millisecond, 10 * phy.Millisecond}).Draw(t, "mean")
			s.Traffic = []traffic.Source{traffic.Poisson(mean, size, to)}
			if rapid.IntRange(0, 3).Draw(t, "saturated") == 0 {
				s.Traffic = append(s.Traffic, traffic.Saturated(size, to))
			}
			if rapid.IntRange(0, 3).Draw(t, "periodic") == 0 { // frames of several cables that end at one instant
				s.Traffic = append(s.Traffic, traffic.Periodic(traffic.Octets(64), to, 0, phy.Millisecond, 20))
			}
			c.Stations = append(c.Stations, s)
		}
	}
	c.Bridges = []Bridge{b}
	if rapid.Bool().Draw(t, "warmup") {
		c.Warmup = 3 * phy.Millisecond
	}
	return c
}

// A bridge that is observed receives in order of time, and no domain lags behind. A station is given a frame while
// the network runs.
func TestDomainsThatLagBehindChangeNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, end := star(t, rapid.SampledFrom([]int{6, 6, 40}).Draw(t, "most cables")), 20*phy.Millisecond
		cut := phy.Time(rapid.Int64Range(0, int64(end)).Draw(t, "cut"))
		last := int32(len(c.Stations) - 1)
		from, to := int(rapid.Int32Range(0, last).Draw(t, "from")), rapid.Int32Range(0, last).Draw(t, "dest")
		run := func(workers int, o medium.Observer) string {
			n, err := New(c)
			require.NoError(t, err)
			n.SetWorkers(workers)
			if o != nil {
				n.Observe(o)
			}
			require.NoError(t, n.Run(cut))
			require.NoError(t, n.Inject(from, cut, medium.Frame{Size: 64, Destination: to}))
			require.NoError(t, n.Run(end))
			text, err := json.Marshal(n.Result())
			require.NoError(t, err)
			return string(text)
		}
		want := run(1, &events{kinds: ofBridges})
		require.Empty(t, diff(want, run(1, nil)), "unobserved")
		require.Empty(t, diff(want, run(2, nil)), "two workers")
		require.Empty(t, diff(result(t, c, 1, nil, end), result(t, c, 2, nil, cut, end)), "sliced")
		frames := medium.Of(medium.TxStart, medium.RxEnd)
		seen, often := &events{kinds: frames}, &events{kinds: frames}
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
