package lan

import (
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

// drawFaults draws a timeline of faults of a network.
func drawFaults(t *rapid.T, c *Config) {
	for k := range c.Bridges {
		c.Bridges[k].Pause = Pause{}
	}
	at := phy.Time(0)
	for range rapid.IntRange(0, 4).Draw(t, "changes") {
		at += phy.Time(rapid.IntRange(0, 8000).Draw(t, "after")) * phy.Microsecond
		x := medium.Change{At: at, On: rapid.IntRange(0, 2).Draw(t, "on") > 0}
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			x.Kind = medium.BitErrors
			x.Errors.Good = rapid.SampledFrom([]float64{0, 1e-5, 1e-3}).Draw(t, "rate")
			if rapid.Bool().Draw(t, "of one") {
				x.Segment = rapid.SampledFrom(c.Segments).Draw(t, "segment").Name
			}
		case 1:
			x.Kind, x.Value = medium.Skew, rapid.SampledFrom([]float64{-100, 100, 50_000}).Draw(t, "ppm")
			x.Station = rapid.SampledFrom(c.Stations).Draw(t, "fast or slow").Name
		case 2:
			x.Kind, x.Segment = medium.Cut, rapid.SampledFrom(c.Segments).Filter(func(s Segment) bool { return !s.Star }).Draw(t, "segment").Name
		default:
			x.Station = rapid.SampledFrom(c.Stations).Draw(t, "station").Name
			x.Kind = rapid.SampledFrom([]medium.ChangeKind{medium.Deaf, medium.Mute, medium.NoCollision, medium.PowerOff, medium.NoSQE}).Draw(t, "fault")
		}
		c.Timeline = append(c.Timeline, x)
	}
}

// Domains run apart, with faults as without: slices, observers and workers change no result.
func TestFaultsDoNotDependOnHowANetworkIsRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := random(t)
		drawFaults(t, &c)
		end := 20 * phy.Millisecond
		all := &events{kinds: medium.AllKinds}
		want := result(t, c, 1, all, end)
		cut := phy.Time(rapid.Int64Range(0, int64(end)).Draw(t, "cut"))
		sliced := &events{kinds: medium.AllKinds}
		require.Empty(t, diff(want, result(t, c, 2, sliced, cut, cut, end)), "sliced")
		require.Empty(t, diff(want, result(t, c, 1, nil, end)), "unwatched")
		assert.Equal(t, all.list, sliced.list)
		changes := 0
		for _, e := range all.list {
			if e.Kind == medium.Changed {
				changes++
			}
		}
		shown := 0
		for _, x := range c.Timeline {
			if x.At < end {
				shown++
			}
		}
		require.Equal(t, shown, changes, "one event for each")
	})
}

// A cable is cut between two bridges' stations, and mended: a change that comes while the network runs
// has the same result as one that was known before.
func TestALiveChangeIsAnEntryOfTheTimeline(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := random(t)
		at := phy.Time(rapid.Int64Range(0, int64(10*phy.Millisecond)).Draw(t, "at"))
		x := medium.Change{At: at, Kind: medium.Mute, On: true, Station: c.Stations[0].Name}
		end := 20 * phy.Millisecond
		live := c
		live.Changeable = true
		n, err := New(live)
		require.NoError(t, err)
		require.NoError(t, n.Run(at))
		require.NoError(t, n.Change(x))
		require.NoError(t, n.Run(end))
		c.Timeline = []medium.Change{x}
		m, err := New(c)
		require.NoError(t, err)
		require.NoError(t, m.Run(end))
		require.Equal(t, m.Result(), n.Result())
	})
}

// What a network refuses.
func TestChangesThatAreRefused(t *testing.T) {
	c := Config{
		Segments: []Segment{{Segment: domain.Segment{Name: "yellow"}, Params: ethernet}},
		Stations: []domain.Station{{Station: bus.Station{Name: "A"}}},
	}
	n, err := New(c)
	require.NoError(t, err)
	require.NoError(t, n.Run(phy.Millisecond))
	for _, x := range []struct {
		change medium.Change
		kind   error
	}{
		{medium.Change{At: phy.Second, Kind: medium.Mute, Station: "X"}, medium.ErrNoStation},
		{medium.Change{At: phy.Second, Kind: medium.Cut, Segment: "X"}, medium.ErrNoStation},
		{medium.Change{At: phy.Second, Kind: medium.PortOff, Port: "X"}, medium.ErrNoStation},
		{medium.Change{At: 0, Kind: medium.Mute, Station: "A"}, medium.ErrRefused},
		{medium.Change{At: phy.Second, Kind: medium.Mute, Station: "A"}, medium.ErrRefused}, // not Changeable
	} {
		require.ErrorIs(t, n.Change(x.change), x.kind)
	}
}

// The power of a station comes back while the network runs. Its frames reach the other cable, although its
// own was not expected to send any.
func TestAStationThatComesBackIsHeard(t *testing.T) {
	c := Config{Changeable: true, Bridges: []Bridge{{Name: "sw", Queue: 10, Ageing: 300 * phy.Second}}}
	for k, name := range []string{"c0", "c1"} {
		end := domain.End{Segment: k}
		c.Segments = append(c.Segments, Segment{Segment: domain.Segment{Name: name}, Params: ethernet})
		c.Bridges[0].Ports = append(c.Bridges[0].Ports, BridgePort{To: name, End: end})
		c.Stations = append(c.Stations, domain.Station{Station: bus.Station{Name: name}, End: end})
	}
	c.Stations[0].Traffic = []traffic.Source{traffic.Saturated(traffic.Octets(64), traffic.To{})}
	n, err := New(c)
	require.NoError(t, err)
	for k, on := range []bool{true, false} {
		at := phy.Time(k) * phy.Millisecond
		require.NoError(t, n.Run(at))
		require.NoError(t, n.Change(medium.Change{At: at, Kind: medium.PowerOff, On: on, Station: "c0"}))
	}
	require.NoError(t, n.Run(2*phy.Millisecond))
	assert.NotZero(t, n.Result().Stations[1].Counters.FramesReceivedOK)
}

// Changes of one instant are shown before everything else that happens then, in whatever order they are made.
func TestChangesAreShownFirst(t *testing.T) {
	c := twoCables()
	c.Stations = append(c.Stations, domain.Station{Station: bus.Station{Name: "C"}, End: domain.End{Segment: 0}})
	c.Timeline = []medium.Change{{Kind: medium.NoSQE, On: true, Station: "C"}, {Kind: medium.NoSQE, On: true, Station: "A"}}
	n, err := New(c)
	require.NoError(t, err)
	seen := &events{kinds: medium.Of(medium.Changed, medium.Queued)}
	n.Observe(seen)
	require.NoError(t, n.Inject(1, 0, medium.Frame{Size: 64, Destination: 0}))
	require.NoError(t, n.Run(phy.Microsecond))
	var kinds []medium.Kind
	for _, e := range seen.list {
		kinds = append(kinds, e.Kind)
	}
	assert.Equal(t, []medium.Kind{medium.Changed, medium.Changed, medium.Queued}, kinds)
}
