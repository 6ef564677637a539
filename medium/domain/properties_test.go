package domain_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// A half-duplex link is a cable with a station at each end.
func TestALinkIsACableOfTwo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		stations := drawStations(t, 2)
		length := bt(float64(rapid.IntRange(0, 2500).Draw(t, "length")) / 4)
		c := domain.Config{Seed: rapid.Uint64().Draw(t, "seed"), Segments: []domain.Segment{{Link: true, Delay: length}}}
		for i := range stations {
			stations[i].At = length * phy.Time(i)
			c.Stations = append(c.Stations, domain.Station{Station: stations[i], End: domain.End{At: stations[i].At}})
		}
		want, err := bus.New(bus.Config{Seed: c.Seed, Stations: stations, Params: *stations[0].Params})
		require.NoError(t, err)
		got, err := domain.New(c)
		require.NoError(t, err)
		same(t, want, got, bt(30000))
	})
}

// drawDomain draws a tree of repeaters with stations on links and cables.
func drawDomain(t *rapid.T) domain.Config {
	c := domain.Config{Seed: rapid.Uint64().Draw(t, "seed"), Warmup: rapid.SampledFrom([]phy.Time{0, bt(5000.5)}).Draw(t, "warm-up")}
	quarter := func(name string, most int) phy.Time {
		return bt(float64(rapid.IntRange(0, most).Draw(t, name)) / 4)
	}
	stations := drawStations(t, rapid.IntRange(1, 6).Draw(t, "stations"))
	segment := func(link bool) int {
		s := domain.Segment{Name: fmt.Sprint(len(c.Segments)), Link: link, TransmittingEnd: bt(10.5), Middle: bt(8)}
		if link {
			s.Delay = quarter("delay", 200)
		}
		c.Segments = append(c.Segments, s)
		return len(c.Segments) - 1
	}
	hubs := rapid.IntRange(1, 3).Draw(t, "hubs")
	var cables []int
	for k := range hubs {
		r := domain.DefaultRepeater(bit)
		r.Name = fmt.Sprintf("hub%d", k)
		r.Delay, r.JamDelay, r.JamEnd = quarter("delay", 60), quarter("jam delay", 40), quarter("jam end", 30)
		r.Recovery = quarter("recovery", 40) * phy.Time(rapid.IntRange(0, 1).Draw(t, "recovers"))
		r.Variation = rapid.SampledFrom([]domain.Variation{domain.NoVariation, domain.NoVariation, domain.WorstVariation, domain.RandomVariation}).Draw(t, "variation")
		r.PartitionAfter = rapid.SampledFrom([]int{32, 3, 1, 0}).Draw(t, "partition")
		r.PartitionLong = rapid.SampledFrom([]phy.Time{0, bt(25000), bt(150)}).Draw(t, "partition long")
		r.ReconnectSend = rapid.Bool().Draw(t, "send")
		r.Lockup = rapid.SampledFrom([]phy.Time{0, bt(50000), bt(700)}).Draw(t, "lockup")
		r.Jabber = rapid.SampledFrom([]phy.Time{0, 0, bt(800)}).Draw(t, "jabber")
		c.Repeaters = append(c.Repeaters, r)
		plug := func(k int, to string, e domain.End) {
			c.Repeaters[k].Ports = append(c.Repeaters[k].Ports, domain.Port{To: to, End: e, Disabled: rapid.IntRange(0, 20).Draw(t, "disabled") == 0})
		}
		if rapid.Bool().Draw(t, "a cable") || k == 0 {
			s := segment(false)
			cables = append(cables, s)
			plug(k, fmt.Sprint("cable", s), domain.End{Segment: s, At: quarter("at", 400)})
		}
		if k == 0 {
			continue
		}
		if s := cables[0]; rapid.Bool().Draw(t, "by cable") {
			plug(k, "cable", domain.End{Segment: s, At: quarter("at", 400)})
		} else {
			s := segment(true)
			plug(k, "up", domain.End{Segment: s})
			plug(k-1, fmt.Sprint("down", k), domain.End{Segment: s, At: c.Segments[s].Delay})
		}
	}
	for i := range stations {
		st := domain.Station{Station: stations[i]}
		if rapid.Bool().Draw(t, "on a cable") {
			st.End = domain.End{Segment: rapid.SampledFrom(cables).Draw(t, "cable"), At: quarter("at", 400)}
		} else {
			s := segment(true)
			st.End = domain.End{Segment: s, Full: rapid.IntRange(0, 9).Draw(t, "full") == 0}
			k := rapid.IntRange(0, hubs-1).Draw(t, "hub")
			c.Repeaters[k].Ports = append(c.Repeaters[k].Ports, domain.Port{To: stations[i].Name, End: domain.End{Segment: s, At: c.Segments[s].Delay}})
		}
		c.Stations = append(c.Stations, st)
	}
	return c
}

// build makes a network.
func build(t require.TestingT, c domain.Config) *domain.Network {
	n, err := domain.New(c)
	require.NoError(t, err)
	return n
}

// watchedAndNot runs a network with an observer and without one. Frames are conserved, and the results
// are the same.
func watchedAndNot(t *rapid.T, c domain.Config, end phy.Time) (*medium.Result, []medium.Event) {
	watched := build(t, c)
	r, events := run(t, watched, end)
	m := r.Medium
	if c.Warmup == 0 {
		require.Equal(t, m.FramesOffered, m.FramesSent+m.FramesDropped+m.FramesQueued)
	}
	require.LessOrEqual(t, m.FramesDelivered+m.FramesLost, m.FramesSent)

	quiet := build(t, c)
	require.NoError(t, quiet.Run(end))
	require.Equal(t, r, quiet.Result(), "unwatched")
	require.Equal(t, watched.Repeaters(), quiet.Repeaters(), "unwatched")
	return r, events
}

// Frames are conserved; the result does not depend on observers, on the pieces in which a network
// runs, or on the order of stations, segments and repeaters.
func TestDomains(t *testing.T) {
	const horizon = 20000
	rapid.Check(t, func(t *rapid.T) {
		c := drawDomain(t)
		r, _ := watchedAndNot(t, c, bt(horizon))
		m := r.Medium
		require.LessOrEqual(t, m.FramesSent-m.FramesDelivered-m.FramesLost, uint64(3*len(c.Stations)), "in flight")

		pieces := build(t, c)
		for at := phy.Time(0); at < bt(horizon); at += bt(float64(rapid.IntRange(1, 20000).Draw(t, "piece")) / 4) {
			require.NoError(t, pieces.Run(at))
			pieces.Result()
		}
		require.NoError(t, pieces.Run(bt(horizon)))
		require.Equal(t, r, pieces.Result(), "in pieces")

		if slices.ContainsFunc(c.Stations, func(s domain.Station) bool { return s.Traffic != nil && s.Traffic[0].To.Whom < 2 }) {
			return // their destinations follow from the order of stations
		}
		turned := c
		turned.Stations, turned.Segments, turned.Repeaters = slices.Clone(c.Stations), slices.Clone(c.Segments), slices.Clone(c.Repeaters)
		last := len(c.Segments) - 1
		slices.Reverse(turned.Stations)
		slices.Reverse(turned.Segments)
		slices.Reverse(turned.Repeaters)
		for i := range turned.Stations {
			turned.Stations[i].End.Segment = last - turned.Stations[i].End.Segment
		}
		for k := range turned.Repeaters {
			ports := slices.Clone(turned.Repeaters[k].Ports)
			slices.Reverse(ports)
			for j := range ports {
				ports[j].End.Segment = last - ports[j].End.Segment
			}
			turned.Repeaters[k].Ports = ports
		}
		backwards := build(t, turned)
		require.NoError(t, backwards.Run(bt(horizon)))
		other := backwards.Result()
		slices.Reverse(other.Stations)
		require.Equal(t, r, other, "backwards")
	})
}

var _ medium.Network = (*domain.Network)(nil)
var _ medium.Placer = (*domain.Network)(nil)
var _ medium.Tallier = (*domain.Network)(nil)
