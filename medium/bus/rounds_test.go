package bus_test

import (
	"fmt"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// Contention rounds have the same result as the instants one by one: the same transmissions and
// figures, whenever one looks, and the same events.
func TestRoundsAgreeWithInstants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawShortNetwork(t)
		if rapid.IntRange(0, 7).Draw(t, "scripts") == 0 {
			for i := range c.Stations {
				c.Stations[i].Backoff = rapid.SampledFrom(scripts).Draw(t, "script")
			}
		}
		sameObserved(t, c)
	})
}

// It is the same for networks of all kinds.
func TestAnObserverChangesNothing(t *testing.T) {
	draws := append(slices.Repeat([]func(*rapid.T) bus.Config{drawOddNetwork}, 9), drawCrowd)
	rapid.Check(t, func(t *rapid.T) { sameObserved(t, rapid.SampledFrom(draws).Draw(t, "network")(t)) })
}

// drawUntil draws conditions that end a run, with at most a number of frames.
func drawUntil(t *rapid.T, frames int) bus.Until {
	return bus.Until{
		FramesSent:      uint64(rapid.IntRange(0, frames).Draw(t, "until sent")),
		FramesDelivered: uint64(rapid.IntRange(0, frames).Draw(t, "until delivered")),
		Collisions:      uint64(rapid.IntRange(0, 9).Draw(t, "until collisions")),
		Idle:            rapid.Bool().Draw(t, "until idle"),
	}
}

func sameObserved(t *rapid.T, c bus.Config) {
	if rapid.IntRange(0, 3).Draw(t, "warmed up") == 0 {
		c.Warmup = drawLength(t, 20000, "warm-up")
	}
	if rapid.IntRange(0, 3).Draw(t, "until") == 0 {
		c.Until = drawUntil(t, 30)
	}
	kinds := rapid.SampledFrom([]medium.Kinds{medium.AllKinds, medium.Senders, medium.Kinds(rapid.Uint64().Draw(t, "kinds")) & medium.AllKinds}).Draw(t, "of")
	const most = 1 << 18 // a crowd has millions
	want, got := &observer{want: medium.Interest{Kinds: kinds}, most: most}, &observer{want: medium.Interest{Kinds: kinds}, most: most}
	inRounds, watched, instants := build(t, c), build(t, c, got), build(t, c, want)
	instants.ByInstants()
	var looks []phy.Time
	for range rapid.IntRange(0, 3).Draw(t, "looks") {
		looks = append(looks, drawLength(t, 100_000, "look"))
	}
	slices.Sort(looks)
	last := 5 * horizon
	if rapid.Bool().Draw(t, "for ever") && !slices.ContainsFunc(c.Stations, endless) {
		last = phy.Forever
	}
	for _, at := range append(looks, last) {
		if inRounds.Done() {
			break
		}
		var ahead []phy.Time // after now
		for range rapid.SampledFrom([]int{0, 0, 1, 4}).Draw(t, "injected") {
			ahead = append(ahead, drawLength(t, 20000, "ahead"))
		}
		station := rapid.IntRange(0, len(c.Stations)-1).Draw(t, "into")
		for _, n := range []*bus.Network{inRounds, watched, instants} {
			for _, later := range ahead {
				if n.Params(station).MinFrame <= 64 {
					f := n.Destination(phy.Address{0, 0, 0, 0, 0, 7})
					require.NoError(t, n.Inject(station, n.Now()+later, medium.Frame{Size: 64, Destination: f}))
				}
			}
		}
		failed := instants.Run(at)
		require.Equal(t, failed, inRounds.Run(at))
		require.Equal(t, failed, watched.Run(at))
		if failed != nil {
			break
		}
		require.Equal(t, instants.Now(), inRounds.Now())
		require.Equal(t, instants.Now(), watched.Now())
		require.Equal(t, len(want.events)+want.more, len(got.events)+got.more)
		requireLittleMemory(t)
		if rapid.Bool().Draw(t, "result") {
			require.Equal(t, instants.Result(), inRounds.Result())
			require.Equal(t, instants.Result(), watched.Result())
		}
	}
	require.Equal(t, instants.Done(), inRounds.Done())
	require.Equal(t, instants.Now(), inRounds.Now())
	require.Equal(t, instants.Result(), inRounds.Result())
	require.Equal(t, instants.Result(), watched.Result())
	sameEvents(t, want.events, got.events)
	require.Equal(t, want.sum, got.sum)
}

// requireLittleMemory fails if the heap is larger than networks of some hundred stations may make it, however long they run.
func requireLittleMemory(t require.TestingT) {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	require.Less(t, m.HeapAlloc, uint64(1<<30))
}

// sameEvents fails at the first event in which two runs differ.
func sameEvents(t require.TestingT, want, got []medium.Event) {
	for k := range min(len(want), len(got)) {
		if want[k] != got[k] {
			require.Equal(t, want[max(0, k-3):min(len(want), k+3)], got[max(0, k-3):min(len(got), k+3)], "event %d", k)
		}
	}
	require.Equal(t, len(want), len(got))
}

// endless reports whether a station never has nothing to send.
func endless(s bus.Station) bool {
	return slices.ContainsFunc(s.Traffic, func(t traffic.Source) bool { return t.Kind != traffic.KindFrames })
}

// policies are tables of windows, which the standard's is too, and others: some have a state, draw
// delays that are not a whole number of slots, or give up.
var policies = []backoff.Policy{nil, nil, nil, backoff.Uniform(3), backoff.Fixed(0),
	backoff.Windowed(10), backoff.Decorrelated(0.3, 60, 3), backoff.Geometric(0.3), backoff.FullJitter(backoff.Growth{Base: 1, Factor: 1.5, Cap: 30}),
	backoff.Limit(backoff.BEB(10), 3, 0), backoff.Limit(backoff.Untruncated(), 0, 40),
}

// scripts end.
var scripts = []backoff.Policy{nil, backoff.Delays(0, 1, 1, 2, 3, 1, 3, 2, 0, 1, 1, 1, 2, 3), backoff.Delays(0.5, 0, 0.01, 7)}

// drawShortNetwork draws a network of plain rules on a cable that is about as short as contention
// rounds need.
func drawShortNetwork(t *rapid.T) bus.Config {
	c := drawNetwork(t)
	spread := rapid.SampledFrom([]int{0, 10, 47, 48, 49, 80, 108, 232, 300}).Draw(t, "spread")
	if delay := drawLength(t, spread, "delay"); c.Shape.IsStar() {
		c.Shape = bus.Star(delay)
	}
	p := &c.Params
	if rapid.IntRange(0, 3).Draw(t, "other lengths") == 0 {
		p.Gap = bt(float64(rapid.SampledFrom([]int{96, 20, 1}).Draw(t, "gap")))
		p.GapPart1 = min(p.Gap, drawLength(t, 96, "part 1"))
		p.Header = bt(float64(rapid.SampledFrom([]int{64, 0}).Draw(t, "header")))
		p.SlotTime = bt(float64(rapid.SampledFrom([]int{512, 64, 1000}).Draw(t, "slot")))
		p.AttemptLimit = rapid.SampledFrom([]int{16, 3, 1}).Draw(t, "attempts")
		p.BackoffDelay = rapid.SampledFrom([]phy.Time{0, bt(127)}).Draw(t, "backoff delay")
		p.CutHeader = rapid.Bool().Draw(t, "cut")
		p.Jam = bt(float64(rapid.SampledFrom([]int{32, 32, 1, 1000}).Draw(t, "jam")))
		p.MaxDefer = drawLength(t, 3000, "max defer")
	}
	if p.NoCollision = rapid.IntRange(0, 3).Draw(t, "undetected") == 0; p.NoCollision {
		p.MinFrame = rapid.SampledFrom([]int{64, 64, 18}).Draw(t, "shortest frame")
	}
	if rapid.IntRange(0, 7).Draw(t, "bit errors") == 0 {
		c.Timeline = append(c.Timeline, medium.Change{Kind: medium.BitErrors, Errors: medium.Errors{Good: 1e-4}})
	}
	for i := range c.Stations {
		s := &c.Stations[i]
		s.At = drawLength(t, spread, "place")
		s.Backoff = rapid.SampledFrom(policies).Draw(t, "policy")
		for k := range s.Traffic {
			if p.MinFrame < 64 && rapid.Bool().Draw(t, "short") {
				s.Traffic[k].Size = traffic.Uniform(p.MinFrame, 64)
			}
		}
	}
	return c
}

// Contention rounds of many stations are sorted in other ways than small ones. Places are in any
// order, and several stations may share one.
func TestRoundsOfManyStations(t *testing.T) {
	for _, row := range []struct {
		name     string
		stations int
		star     bool
		place    func(i, n int) phy.Time
		traffic  func(i int) traffic.Source
	}{
		{"in order", 300, false, func(i, n int) phy.Time { return bt(47) * phy.Time(i) / phy.Time(n) }, always},
		{"from the right", 200, false, func(i, n int) phy.Time { return bt(47) * phy.Time(n-i) / phy.Time(n) }, always},
		{"scattered", 1000, false, func(i, n int) phy.Time { return bt(47) * phy.Time(i*619%n) / phy.Time(n) }, always},
		{"at both ends", 150, false, func(i, n int) phy.Time { return bt(40) * phy.Time(i%2) }, always},
		{"at both ends of a long cable", 150, false, func(i, n int) phy.Time { return bt(108) * phy.Time(i%2) }, always},
		{"along a long cable", 200, false, func(i, n int) phy.Time { return bt(200) * phy.Time(i) / phy.Time(n) }, always},
		{"all at one place", 100, false, func(i, n int) phy.Time { return 0 }, always},
		{"in a star", 300, true, func(i, n int) phy.Time { return 0 }, always},
		{"mixed", 100, false, func(i, n int) phy.Time { return bt(47) * phy.Time(i*37%n) / phy.Time(n) }, func(i int) traffic.Source {
			switch i % 3 {
			case 0:
				return traffic.Source{Kind: traffic.KindPoisson, Mean: 10 * phy.Millisecond, Size: traffic.IMIX()}
			case 1:
				return traffic.Source{Kind: traffic.KindThink, Mean: phy.Millisecond, Size: traffic.Uniform(64, 1518), To: traffic.To{Whom: traffic.ToBroadcast}}
			}
			return always(i)
		}},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := bus.Config{Seed: 7, Warmup: 3 * phy.Millisecond}
			if row.star {
				c.Shape = bus.Star(bt(40))
			}
			for i := range row.stations {
				c.Stations = append(c.Stations, bus.Station{
					Name: fmt.Sprint(i), At: row.place(i, row.stations), Traffic: []traffic.Source{row.traffic(i)},
				})
			}
			inRounds, instants := build(t, c), build(t, c)
			instants.ByInstants()
			for at := 7 * phy.Millisecond; at < 100*phy.Millisecond; at += 31 * phy.Millisecond {
				require.NoError(t, inRounds.Run(at))
				require.NoError(t, instants.Run(at))
				require.Equal(t, instants.Result(), inRounds.Result())
			}
			require.NotZero(t, inRounds.Result().Medium.Collisions)
		})
	}
}

// always returns a source that always has a short frame waiting, for any other station.
func always(int) traffic.Source {
	return traffic.Source{Kind: traffic.KindSaturated, Size: traffic.Octets(64)}
}
