package lan

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// resultOf returns the result of a network as JSON.
func resultOf(t require.TestingT, n *Network) string {
	text, err := json.Marshal(n.Result())
	require.NoError(t, err)
	return string(text)
}

// result runs a network in slices and returns its result as JSON.
func result(t require.TestingT, c Config, workers int, o medium.Observer, ends ...phy.Time) string {
	text, _, err := failed(t, c, workers, o, ends...)
	require.NoError(t, err)
	return text
}

// diff returns the place at which two texts differ.
func diff(a, b string) string {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return a[max(0, i-200):min(len(a), i+100)] + "\n" + b[max(0, i-200):min(len(b), i+100)]
		}
	}
	return ""
}

// Slices, observers and workers change no result.
func TestResultsDoNotDependOnHowANetworkIsRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { sameHoweverItIsRun(t, random(t), 20*phy.Millisecond) })
}

// sameHoweverItIsRun runs a network up to an instant in slices, with workers and with observers.
func sameHoweverItIsRun(t *rapid.T, c Config, end phy.Time) {
	want := result(t, c, 1, nil, end)
	cut := phy.Time(rapid.Int64Range(0, int64(end)).Draw(t, "cut"))
	require.Empty(t, diff(want, result(t, c, 1, nil, cut, cut, end)), "sliced")
	require.Empty(t, diff(want, result(t, c, 2, nil, end)), "workers")
	all := &events{kinds: medium.AllKinds}
	require.Empty(t, diff(want, result(t, c, 1, all, end)), "observed")
	sliced := &events{kinds: medium.AllKinds}
	result(t, c, 2, sliced, cut, end)
	assert.Equal(t, all.list, sliced.list)
	for i := 1; i < len(all.list); i++ {
		require.LessOrEqual(t, all.list[i-1].At, all.list[i].At)
	}
	if !slices.ContainsFunc(c.Timeline, func(x medium.Change) bool { return x.Kind == medium.Add }) { // it gives ports other numbers
		bridgesCountWhatTheyShow(t, c, all.list, end)
	}
}

// bridgesCountWhatTheyShow runs a network whose events are known up to the instant of one of them, with a warm-up that ends at
// that of another: bridges count the events in between, none of those at the end, and those at the end of the warm-up.
func bridgesCountWhatTheyShow(t *rapid.T, c Config, list []medium.Event, end phy.Time) {
	var instants []phy.Time
	for i := range list {
		if ofBridges.Has(list[i].Kind) {
			instants = append(instants, list[i].At)
		}
	}
	if len(instants) == 0 {
		return
	}
	instants = append(instants, end)
	last := rapid.IntRange(0, len(instants)-1).Draw(t, "last")
	if end, c.Warmup = instants[last], 0; rapid.Bool().Draw(t, "a warm-up") {
		c.Warmup = instants[rapid.IntRange(0, last).Draw(t, "warm-up")]
	}
	n, err := New(c)
	require.NoError(t, err)
	if rapid.Bool().Draw(t, "in two") {
		require.NoError(t, n.Run(c.Warmup))
		n.Result()
	}
	require.NoError(t, n.Run(end))
	r := n.Result()
	first := int32(n.Len() + n.repeated) // port of a bridge
	for k := range n.bridges {
		d := &r.Devices[len(c.Repeaters)+k]
		var want medium.BridgeFigures
		received := make([]uint64, len(d.Ports))
		for i := range list {
			e := &list[i]
			port := int(e.Station - first)
			if port < 0 || port >= len(d.Ports) || e.At < c.Warmup || e.At >= end {
				continue
			}
			switch e.Kind {
			case medium.Learn:
				want.Learned++
			case medium.Age:
				want.Aged++
			case medium.Filter:
				want.Filtered++
			case medium.Forward:
				want.Forwarded++
			case medium.Flood:
				want.Flooded++
			case medium.RxEnd:
				if e.OK {
					received[port]++
				}
			}
		}
		require.Equal(t, want, *d.BridgeFigures, "%v up to %v, after %v", d.Name, end, c.Warmup)
		for i := range received {
			require.Equal(t, received[i], d.Ports[i].MAC.FramesReceivedOK, "%v/%v up to %v, after %v", d.Name, d.Ports[i].To, end, c.Warmup)
		}
		first += int32(len(d.Ports))
	}
}

// Domains whose stations always have a frame for each other run far ahead, and one frame in some is for
// another domain. If a domain ran too far, a copy would come too late for it.
func TestDomainsWaitOnlyForFramesForThem(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cables, stations := rapid.IntRange(2, 5).Draw(t, "cables"), rapid.IntRange(1, 6).Draw(t, "stations")
		c := Config{Seed: rapid.Uint64().Draw(t, "seed")}
		b := Bridge{Name: "sw", Queue: 5, Ageing: 300 * phy.Second}
		b.Latency = rapid.SampledFrom([]phy.Time{0, 10 * phy.Microsecond}).Draw(t, "latency")
		if rapid.Bool().Draw(t, "ages") {
			b.Ageing = 3 * phy.Millisecond
		}
		for k := range cables {
			name := fmt.Sprint("c", k)
			c.Segments = append(c.Segments, Segment{Segment: domain.Segment{Name: name}, Params: ethernet})
			b.Ports = append(b.Ports, BridgePort{To: name, End: domain.End{Segment: k}})
			for i := range stations {
				s := domain.Station{Station: bus.Station{Name: fmt.Sprint(name, i)}, End: domain.End{Segment: k, At: phy.Time(i) * 100 * phy.Nanosecond}}
				size := traffic.Uniform(64, 300)
				s.Traffic = []traffic.Source{traffic.Saturated(size, traffic.To{Whom: traffic.ToDomain}), traffic.Poisson(3*phy.Millisecond, size, traffic.To{})}
				if rapid.IntRange(0, 3).Draw(t, "bursts") == 0 {
					s.Traffic[1] = traffic.OnOff(phy.Millisecond, 4*phy.Millisecond, 100*phy.Microsecond, size, traffic.To{Whom: traffic.ToNext})
				}
				c.Stations = append(c.Stations, s)
			}
		}
		c.Bridges = []Bridge{b}
		end := 60 * phy.Millisecond
		n := newInOrder(t, c)
		require.NoError(t, n.Run(end))
		want := resultOf(t, n)
		require.Empty(t, diff(want, result(t, c, 1, nil, end)), "unobserved")
		cut := phy.Time(rapid.Int64Range(0, int64(end)).Draw(t, "cut"))
		require.Empty(t, diff(want, result(t, c, 2, nil, cut, end)), "sliced, two workers")
	})
}

// Every frame offered is delivered, lost or dropped in the end, once.
func TestEveryFrameHasOneFate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := random(t)
		c.ends(10)
		n, err := New(c)
		require.NoError(t, err)
		require.NoError(t, n.Run(phy.Second))
		require.True(t, n.Done() || n.Result().Medium.FramesOffered == 0)
		everyFrameHasOneFate(t, n)
	})
}

// ends makes each source end after a number of frames, all of which count, and the run after the last one.
func (c *Config) ends(frames int) {
	for i := range c.Stations {
		for k := range c.Stations[i].Traffic {
			s := &c.Stations[i].Traffic[k]
			*s = traffic.Periodic(s.Size, s.To, phy.Time(i)*100*phy.Nanosecond, phy.Millisecond, frames)
		}
	}
	c.Warmup, c.Until.Idle = 0, true
}

// everyFrameHasOneFate looks at a run that is over.
func everyFrameHasOneFate(t *rapid.T, n *Network) {
	r := n.Result()
	m := &r.Medium
	require.Zero(t, m.FramesQueued)
	require.Equal(t, m.FramesOffered, m.FramesDelivered+m.FramesLost+m.FramesDropped, "%+v", m)
	require.Equal(t, m.FramesDelivered, r.Delay.Count)
	delivered := uint64(0)
	for i := range r.Stations {
		delivered += r.Stations[i].FramesDelivered
	}
	require.Equal(t, m.FramesDelivered, delivered)
	n.forget(phy.Forever)
	for _, list := range n.ledger.numbers {
		require.Empty(t, list)
	}
	require.Equal(t, len(n.ledger.entries), len(n.ledger.free), "frames are remembered")
}

// A network of one cable is that cable.
func TestOneCableIsABus(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := random(t)
		c.Segments, c.Bridges, c.Repeaters = c.Segments[:1], nil, nil
		b := bus.Config{Params: ethernet, Seed: c.Seed, Warmup: c.Warmup}
		for i := range c.Stations {
			s := &c.Stations[i]
			s.End.Segment, s.End.Full, s.At = 0, false, s.End.At
			for k := range s.Traffic {
				if s.Traffic[k].To.Whom == traffic.ToDomain {
					s.Traffic[k].To = traffic.To{} // of a network that is a part of a larger one
				}
			}
			b.Stations = append(b.Stations, s.Station)
		}
		cable, err := bus.New(b)
		require.NoError(t, err)
		one, err := New(c)
		require.NoError(t, err)
		seen, want := &events{kinds: medium.AllKinds}, &events{kinds: medium.AllKinds}
		one.Observe(seen)
		cable.Observe(want)
		require.NoError(t, cable.Run(20*phy.Millisecond))
		require.NoError(t, one.Run(20*phy.Millisecond))
		assert.Equal(t, want.list, seen.list)
		x, y := cable.Result(), one.Result()
		assert.Equal(t, x.Stations, y.Stations)
		assert.Equal(t, x.Medium, y.Domains[0].Medium)
		assert.Equal(t, x.Delay, y.Delay)
		assert.Equal(t, x.AccessDelay, y.AccessDelay)
		assert.Equal(t, x.Medium.FramesLost, y.Medium.FramesLost)
		assert.Equal(t, x.Medium.FramesQueued, y.Medium.FramesQueued)
	})
}

// A condition ends the run at the same instant, however it is run.
func TestAConditionEndsTheRunExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := random(t)
		limit := rapid.Uint64Range(1, 40).Draw(t, "limit")
		switch rapid.IntRange(0, 2).Draw(t, "condition") {
		case 0:
			c.Until.FramesSent = limit
		case 1:
			c.Until.FramesDelivered = limit
		case 2:
			c.Until.Collisions = limit
		}
		end := 30 * phy.Millisecond
		want := result(t, c, 1, nil, end)
		cut := phy.Time(rapid.Int64Range(0, int64(end)).Draw(t, "cut"))
		require.Empty(t, diff(want, result(t, c, 2, nil, cut, end)), "sliced")
		require.Empty(t, diff(want, result(t, c, 1, &events{kinds: medium.AllKinds}, cut, end)), "observed")
	})
}
