package lan

import (
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

// drawJoins draws stations that join cables of a network, some of which leave again.
func drawJoins(t *rapid.T, c *Config, frames int) {
	var cables []int
	for k := range c.Segments {
		if s := &c.Segments[k]; !s.Link {
			s.Delay = 2 * phy.Microsecond
			if !c.empty(k) {
				cables = append(cables, k)
			}
		}
	}
	at := phy.Time(0)
	for i := range rapid.IntRange(1, 4).Draw(t, "joins") {
		if len(cables) == 0 {
			return
		}
		at += phy.Time(rapid.SampledFrom([]int{0, 1, 700, 5000}).Draw(t, "after")) * phy.Microsecond
		s := domain.Station{
			Station: bus.Station{Name: fmt.Sprint("late", i)},
			End:     domain.End{Segment: rapid.SampledFrom(cables).Draw(t, "cable"), At: phy.Time(rapid.IntRange(0, 20).Draw(t, "at")) * 100 * phy.Nanosecond},
		}
		if rapid.IntRange(0, 2).Draw(t, "needs a gap") == 0 {
			p := c.Segments[s.End.Segment].Params
			p.RxGap = 97 * p.BitTime
			s.Params = &p
		}
		to := rapid.SampledFrom([]traffic.To{{}, {Whom: traffic.ToNext}, {Whom: traffic.ToBroadcast}, {Whom: traffic.ToDomain}}).Draw(t, "to")
		switch {
		case frames > 0:
			s.Traffic = []traffic.Source{traffic.Periodic(traffic.Octets(64), to, at, phy.Millisecond, frames)}
		case rapid.Bool().Draw(t, "sends"):
			s.Traffic = []traffic.Source{traffic.Poisson(phy.Millisecond, traffic.Octets(512), to)}
		}
		c.Timeline = append(c.Timeline, medium.Change{At: at, Kind: medium.Add, Station: s.Name, New: s})
		if rapid.IntRange(0, 2).Draw(t, "leaves") == 0 {
			c.Timeline = append(c.Timeline, medium.Change{At: at + 6*phy.Millisecond, Kind: medium.Remove, Station: s.Name})
		}
	}
	slices.SortStableFunc(c.Timeline, func(a, b medium.Change) int { return int(a.At - b.At) })
}

// empty reports whether nothing in the domain of a segment could send.
func (c *Config) empty(segment int) bool {
	for _, d := range c.Domains() {
		if slices.Contains(d.Segments, segment) {
			return len(d.Stations)+len(d.Ports) == 0
		}
	}
	return true
}

// Stations that join and leave: slices, observers and workers change no result.
func TestJoinsDoNotDependOnHowANetworkIsRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := random(t)
		drawJoins(t, &c, 0)
		sameHoweverItIsRun(t, c, 8*phy.Millisecond)
	})
}

// A station that joins while the network runs has the same effect as one that was known before.
func TestALiveJoinIsAnEntryOfTheTimeline(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := random(t)
		drawJoins(t, &c, 0)
		sameLive(t, c, 20*phy.Millisecond)
	})
}

// Frames of stations that join, and to them, are delivered, lost or dropped as well, once.
func TestEveryFrameHasOneFateWithStationsThatJoin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := random(t)
		c.ends(10)
		drawJoins(t, &c, 10)
		n, err := New(c)
		require.NoError(t, err)
		require.NoError(t, n.Run(phy.Second))
		require.True(t, n.Done() || n.Result().Medium.FramesOffered == 0)
		everyFrameHasOneFate(t, n)
	})
}

// follower is an observer of the last station and of a port.
type follower struct {
	net    *Network
	joined []string
	events []medium.Event
}

func (f *follower) Interest() medium.Interest {
	return medium.Interest{Kinds: medium.Of(medium.TxStart, medium.Learn), Stations: []int{f.net.Len() - 1, f.net.Len()}}
}
func (f *follower) Observe(e *medium.Event) { f.events = append(f.events, *e) }
func (f *follower) Joined(station int)      { f.joined = append(f.joined, f.net.Name(station)) }

// A station joins the second of two cables that a bridge joins. The bridge floods what is for it, learns it
// from its own first frame, and forwards then. The numbers of the bridge's ports go up by one.
func TestAStationJoinsBehindABridge(t *testing.T) {
	c := Config{Changeable: true, Bridges: []Bridge{{Name: "sw", Queue: 10, Ageing: 300 * phy.Second}}}
	for k, name := range []string{"c0", "c1"} {
		end := domain.End{Segment: k}
		c.Segments = append(c.Segments, Segment{Segment: domain.Segment{Name: name, Delay: phy.Microsecond}, Params: ethernet})
		c.Bridges[0].Ports = append(c.Bridges[0].Ports, BridgePort{To: name, End: end})
		c.Stations = append(c.Stations, domain.Station{Station: bus.Station{Name: name}, End: end})
	}
	n, err := New(c)
	require.NoError(t, err)
	f := &follower{net: n}
	n.Observe(f)
	require.NoError(t, n.Run(phy.Millisecond))
	late := domain.Station{Station: bus.Station{Name: "late"}, End: domain.End{Segment: 1, At: phy.Microsecond}}
	require.NoError(t, n.Change(medium.Change{At: phy.Millisecond, Kind: medium.Add, Station: "late", New: late}))
	require.NoError(t, n.Run(2*phy.Millisecond))
	require.Equal(t, []string{"late"}, f.joined)
	assert.Equal(t, "sw/c0", n.Name(3))
	assert.Equal(t, int32(2), n.Destination(n.Address(2)))

	heard := 0
	n.Deliver(2, func(_ phy.Time, f medium.Frame) { heard++ })
	for k, from := range []int{0, 2, 0} { // to the new one, from it, and to it again
		to := int32(2 - from)
		require.NoError(t, n.Inject(from, n.Now(), medium.Frame{Size: 64, Destination: to}))
		require.NoError(t, n.Run(phy.Time(3+k)*phy.Millisecond))
	}
	r := n.Result()
	assert.Equal(t, "late", r.Stations[2].Name)
	assert.EqualValues(t, 2, r.Stations[2].Counters.FramesReceivedOK)
	assert.EqualValues(t, 3, r.Medium.FramesDelivered)
	b := r.Devices[0].BridgeFigures
	assert.EqualValues(t, []uint64{1, 2, 2}, []uint64{b.Flooded, b.Forwarded, b.Learned})
	assert.Equal(t, 2, heard)
	for _, e := range f.events {
		assert.Contains(t, []int32{2, 3}, e.Station, "of late and of sw/c0: %v", e.Kind)
	}

	require.NoError(t, n.Change(medium.Change{At: n.Now(), Kind: medium.Remove, Station: "late"}))
	require.NoError(t, n.Inject(0, n.Now(), medium.Frame{Size: 64, Destination: 2}))
	require.NoError(t, n.Run(10*phy.Millisecond))
	assert.EqualValues(t, 1, n.Result().Medium.FramesLost)
}

// What a network refuses of stations that join.
func TestJoinsThatAreRefused(t *testing.T) {
	c := Config{Changeable: true, Bridges: []Bridge{{Name: "sw", Queue: 10}}}
	for k, link := range []bool{false, true, false} {
		c.Segments = append(c.Segments, Segment{Segment: domain.Segment{Name: fmt.Sprint("c", k), Link: link}, Params: ethernet})
	}
	c.Bridges[0].Ports = []BridgePort{{To: "c0"}, {To: "A", End: domain.End{Segment: 1}}}
	c.Stations = []domain.Station{{Station: bus.Station{Name: "A"}, End: domain.End{Segment: 1}}}
	n, err := New(c)
	require.NoError(t, err)
	add := func(name string, s domain.Station) error {
		s.Name = name
		return n.Change(medium.Change{Kind: medium.Add, Station: name, New: s})
	}
	require.NoError(t, add("B", domain.Station{}))
	for _, x := range []struct {
		name, why string
		station   domain.Station
	}{
		{"A", "taken", domain.Station{}},
		{"B", "taken", domain.Station{}},
		{"sw/A", "taken", domain.Station{}},
		{"C", "a cable or a star", domain.Station{End: domain.End{Segment: 1}}},
		{"C", "nothing", domain.Station{End: domain.End{Segment: 2}}},
		{"C", "no segment", domain.Station{End: domain.End{Segment: 3}}},
		{"C", "no such place", domain.Station{End: domain.End{At: phy.Second}}},
	} {
		err := add(x.name, x.station)
		require.ErrorIs(t, err, medium.ErrRefused)
		require.ErrorContains(t, err, x.why)
	}
	port := domain.Station{Station: bus.Station{Address: n.Address(int32(n.Len()))}}
	require.NoError(t, add("C", port), "an address is looked at when the station joins")
	require.ErrorContains(t, n.Run(phy.Second), "is that of sw/c0")
}
