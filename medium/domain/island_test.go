package domain_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// drawIslands draws saturated hubs that partition each other soon, so that each may become an island.
func drawIslands(t *rapid.T) domain.Config {
	c := domain.Config{Seed: rapid.Uint64().Draw(t, "seed"), Warmup: rapid.SampledFrom([]phy.Time{0, bt(15000.5)}).Draw(t, "warm-up")}
	half := func(name string, least, most int) phy.Time {
		return bt(float64(rapid.IntRange(least, most).Draw(t, name)) / 2)
	}
	size := rapid.SampledFrom([]traffic.Size{traffic.Octets(64), traffic.Uniform(64, 300), traffic.Octets(1518)}).Draw(t, "size")
	to := traffic.To{Whom: rapid.SampledFrom([]traffic.Whom{traffic.ToRandom, traffic.ToNext, traffic.ToBroadcast}).Draw(t, "to")}
	if rapid.IntRange(0, 3).Draw(t, "to nobody") == 0 {
		to = traffic.To{Whom: traffic.ToAddress, Address: phy.Address{2, 2, 3, 4, 5, 6}}
	}
	after, send := rapid.SampledFrom([]int{1, 2, 3, 6}).Draw(t, "partition"), rapid.Bool().Draw(t, "send")
	reconnect := rapid.SampledFrom([]phy.Time{bt(512), bt(512), bt(200), bt(1500), bt(100), bt(40), bt(26)}).Draw(t, "reconnect")
	recovery := rapid.SampledFrom([]phy.Time{0, bt(10)}).Draw(t, "recovery")
	own, longest := rapid.Bool().Draw(t, "each its own delay"), rapid.SampledFrom([]int{0, 4, 40, 150, 300}).Draw(t, "longest")
	rules, slowest := drawRules(t), rapid.SampledFrom([]int{20, 170}).Draw(t, "slowest") // at most a gap
	hubs, farthest := rapid.IntRange(2, 4).Draw(t, "hubs"), rapid.SampledFrom([]int{12, 12, 240, 700}).Draw(t, "longest between hubs")
	plug := func(k int, name string, e domain.End) {
		c.Repeaters[k].Ports = append(c.Repeaters[k].Ports, domain.Port{To: name, End: e})
	}
	for k := range hubs {
		r := domain.DefaultRepeater(bit)
		r.Name, r.PartitionAfter, r.ReconnectSend, r.Reconnect, r.Recovery = fmt.Sprint("hub", k), after, send, reconnect, recovery
		if own {
			r.Delay, r.JamDelay = half("delay", 10, slowest), half("jam delay", 10, slowest)
		}
		c.Repeaters = append(c.Repeaters, r)
		if k == 0 {
			continue
		}
		up, segment := rapid.IntRange(0, k-1).Draw(t, "up"), len(c.Segments)
		c.Segments = append(c.Segments, domain.Segment{Name: fmt.Sprint("up", k), Link: true, Delay: half("between", 0, farthest)})
		plug(up, r.Name, domain.End{Segment: segment})
		plug(k, fmt.Sprint("hub", up), domain.End{Segment: segment, At: c.Segments[segment].Delay})
	}
	link := half("link", 0, longest)
	equal := rapid.Bool().Draw(t, "equal links")
	for i := range rapid.IntRange(hubs, 16).Draw(t, "stations") {
		s := bus.Station{Name: fmt.Sprint("h", i), Params: rules, Traffic: []traffic.Source{traffic.Saturated(size, to)}}
		if !equal {
			link = half("link", 0, longest)
		}
		e := domain.End{Segment: len(c.Segments)}
		c.Segments = append(c.Segments, domain.Segment{Name: s.Name, Link: true, Delay: link})
		c.Stations = append(c.Stations, domain.Station{Station: s, End: e})
		k := rapid.IntRange(0, hubs-1).Draw(t, "hub")
		if i < hubs {
			k = i
		}
		e.At = link
		plug(k, s.Name, e)
	}
	return c
}

// Hubs that are islands have the same result as hubs that are observed, which never are, in one piece or in several.
func TestIslandsAgreeWithInstants(t *testing.T) { islandsAgree(t, drawIslands) }

// So have those on whose links there are bit errors.
func TestNoisyIslandsAgreeWithInstants(t *testing.T) {
	islandsAgree(t, func(t *rapid.T) domain.Config {
		c := drawIslands(t)
		drawLinkErrors(t, &c, 60000)
		return c
	})
}

func islandsAgree(t *testing.T, draw func(*rapid.T) domain.Config) {
	rapid.Check(t, func(t *rapid.T) {
		c := draw(t)
		horizon := bt(float64(rapid.SampledFrom([]int{20000, 60000}).Draw(t, "horizon")))
		watched, quiet, pieces := build(t, c), build(t, c), build(t, c)
		watched.Observe(&log{})
		require.NoError(t, watched.Run(horizon))
		require.NoError(t, quiet.Run(horizon))
		want := watched.Result()
		require.Equal(t, want, quiet.Result())
		require.Equal(t, watched.Repeaters(), quiet.Repeaters())
		for at := phy.Time(0); at < horizon; at += bt(float64(rapid.IntRange(2000, 60000).Draw(t, "piece")) / 4) {
			require.NoError(t, pieces.Run(at))
			if rapid.Bool().Draw(t, "read") {
				pieces.Result()
			}
		}
		require.NoError(t, pieces.Run(horizon))
		require.Equal(t, want, pieces.Result(), "in pieces")
		require.Equal(t, watched.Repeaters(), pieces.Repeaters(), "in pieces")
	})
}

// A frame that is put into a station of an island, while nobody reads the figures, is queued behind the one that the
// station has, and before the next one of its source.
func TestAFrameIsPutIntoAnIsland(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawIslands(t)
		watched, quiet := build(t, c), build(t, c)
		watched.Observe(&log{})
		at := bt(float64(rapid.IntRange(12000, 60000).Draw(t, "at")) / 4)
		later := bt(float64(rapid.IntRange(0, 8000).Draw(t, "later")) / 4)
		i := rapid.IntRange(0, len(c.Stations)-1).Draw(t, "into")
		for _, n := range []*domain.Network{watched, quiet} {
			require.NoError(t, n.Run(at))
			require.NoError(t, n.Inject(i, at+later, medium.Frame{Size: 64, Destination: medium.Broadcast}))
			require.NoError(t, n.Run(at+bt(20000)))
		}
		require.Equal(t, watched.Result(), quiet.Result())
		require.Equal(t, watched.Repeaters(), quiet.Repeaters())
	})
}

// A hub falls silent while a short signal is on its way to it, on a long link: it is not an island yet, since another
// activity follows.
func TestASignalIsOnItsWayToAHubThatFallsSilent(t *testing.T) {
	p := mac.For(phy.Ethernet10)
	p.Jam, p.Gap, p.CutHeader = bt(1), bt(300), true
	c := domain.Config{Seed: 19}
	plug := func(k int, name string, e domain.End) {
		c.Repeaters[k].Ports = append(c.Repeaters[k].Ports, domain.Port{To: name, End: e})
	}
	for k := range 3 {
		r := domain.DefaultRepeater(bit)
		r.Name, r.PartitionAfter, r.Delay, r.JamDelay = fmt.Sprint("hub", k), 2, bt(5), bt([]float64{5, 5.5, 5}[k])
		c.Repeaters = append(c.Repeaters, r)
		if k > 0 {
			c.Segments = append(c.Segments, domain.Segment{Name: fmt.Sprint("up", k), Link: true})
			plug(0, r.Name, domain.End{Segment: k - 1})
			plug(k, "hub0", domain.End{Segment: k - 1})
		}
	}
	for i, hub := range []int{0, 1, 2, 0, 1, 0, 0, 0} {
		s := bus.Station{Name: fmt.Sprint("h", i), Params: &p, Traffic: []traffic.Source{traffic.Saturated(traffic.Octets(64), traffic.To{})}}
		e := domain.End{Segment: len(c.Segments), At: bt(75) * phy.Time(i/7)}
		c.Segments = append(c.Segments, domain.Segment{Name: s.Name, Link: true, Delay: e.At})
		c.Stations = append(c.Stations, domain.Station{Station: s, End: domain.End{Segment: e.Segment}})
		plug(hub, s.Name, e)
	}
	watched, quiet := build(t, c), build(t, c)
	watched.Observe(&log{})
	require.NoError(t, watched.Run(bt(20000)))
	require.NoError(t, quiet.Run(bt(20000)))
	require.Equal(t, watched.Result(), quiet.Result())
}

// Saturated hubs partition each other, and are islands from then on: the observed ones above would agree with themselves.
func TestSaturatedHubsBecomeIslands(t *testing.T) {
	c := chain(4, 16)
	for k := range c.Repeaters {
		c.Repeaters[k].PartitionAfter = 4
	}
	n := build(t, c)
	require.NoError(t, n.Run(phy.Second))
	require.Greater(t, n.IslandRounds(), uint64(1000))
}
