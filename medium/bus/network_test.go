package bus_test

import (
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// horizon is how long a random network runs: some tens of short frames.
var horizon = bt(20000)

// drawLength draws a time of up to n bit times, often a whole number of them, so that ties are not
// rare.
func drawLength(t *rapid.T, n int, what string) phy.Time {
	if rapid.IntRange(0, 2).Draw(t, what+", fine") == 0 {
		return phy.Time(rapid.Int64Range(0, int64(bt(float64(n)))).Draw(t, what))
	}
	return bt(float64(rapid.IntRange(0, n).Draw(t, what)))
}

// drawNetwork draws a network with the standard's rules: up to eight stations and any
// traffic.
func drawNetwork(t *rapid.T) bus.Config {
	star := rapid.IntRange(0, 3).Draw(t, "star") == 0
	c := bus.Config{
		Params: mac.For(phy.Ethernet10),
		Seed:   rapid.Uint64().Draw(t, "seed"),
	}
	spread := rapid.SampledFrom([]int{0, 40, 232, 900}).Draw(t, "spread")
	if delay := drawLength(t, spread, "delay"); star {
		c.Shape = bus.Star(delay)
	}
	n := rapid.IntRange(1, 8).Draw(t, "stations")
	for i := range n {
		s := bus.Station{Name: name(i), At: drawLength(t, spread, "place"), Queue: rapid.IntRange(0, 3).Draw(t, "queue")}
		for range rapid.SampledFrom([]int{1, 1, 0, 2}).Draw(t, "sources") {
			s.Traffic = append(s.Traffic, drawSource(t, n))
		}
		c.Stations = append(c.Stations, s)
	}
	return c
}

// drawOddNetwork draws a network in which every rule may differ.
func drawOddNetwork(t *rapid.T) bus.Config {
	c := drawNetwork(t)
	for i := range c.Stations {
		if rapid.Bool().Draw(t, "odd") {
			p := drawRules(t)
			if len(c.Stations[i].Traffic) == 0 && rapid.Bool().Draw(t, "narrow") {
				p.MinFrame, p.MaxFrame = 80, 120 // it hears shorter and longer ones
			}
			c.Stations[i].Params = p
		}
	}
	return c
}

func drawRules(t *rapid.T) *mac.Params {
	seldom := func(what string) bool { return rapid.IntRange(0, 7).Draw(t, what) == 0 }
	return rules(func(p *mac.Params) {
		p.Header = bt(float64(rapid.SampledFrom([]int{64, 64, 0}).Draw(t, "header")))
		p.Jam = bt(float64(rapid.SampledFrom([]int{32, 32, 48, 512}).Draw(t, "jam")))
		p.Gap = bt(float64(rapid.SampledFrom([]int{96, 96, 20, 0}).Draw(t, "gap")))
		p.GapPart1 = min(p.Gap, drawLength(t, 96, "part 1"))
		p.AttemptLimit = rapid.SampledFrom([]int{16, 3, 1}).Draw(t, "attempts")
		p.LateDiscard, p.CutHeader = seldom("discard"), seldom("cut")
		p.GapAfterBackoff = seldom("fresh gap")
		p.BlindAfter = p.GapAfterBackoff && rapid.Bool().Draw(t, "blind gap")
		if p.GapAfterBackoff && !p.BlindAfter {
			p.GapLead = bt(float64(rapid.SampledFrom([]int{0, 12, 200}).Draw(t, "lead")))
		}
		p.NoBlindStart = seldom("no blind start")
		p.BackoffDelay = rapid.SampledFrom([]phy.Time{0, 0, bt(127)}).Draw(t, "backoff delay")
		p.LateWindow = rapid.SampledFrom([]phy.Time{0, 0, bt(100), phy.Forever}).Draw(t, "late window")
		p.NoCarrierSense, p.NoCollision = seldom("deaf"), seldom("blind")
		p.NonPersistent = seldom("non-persistent")
		if seldom("p-persistent") {
			p.Persist, p.PersistSlot = 1<<62, bt(100)
		}
		if seldom("aligned") {
			p.Align = bt(128)
		}
	})
}

func drawSource(t *rapid.T, stations int) traffic.Source {
	length := func(n int, what string) phy.Time { return drawLength(t, n, what) + phy.Picosecond }
	s := traffic.Source{
		Kind: traffic.Kind(rapid.IntRange(int(traffic.KindFrames), int(traffic.KindThink)).Draw(t, "kind")),
		Size: rapid.SampledFrom([]traffic.Size{
			traffic.Octets(64), traffic.Octets(64), traffic.Octets(100), traffic.Uniform(64, 200), traffic.IMIX(),
		}).Draw(t, "size"),
		To: traffic.To{
			Whom:    traffic.Whom(rapid.IntRange(int(traffic.ToRandom), int(traffic.ToAddress)).Draw(t, "to")),
			Station: rapid.IntRange(0, stations-1).Draw(t, "to station"),
			Address: phy.Address{byte(rapid.IntRange(0, 1).Draw(t, "to group")), 0, 0, 0, 0, 1},
		},
	}
	switch s.Kind {
	case traffic.KindFrames:
		at := phy.Time(0)
		for range rapid.IntRange(1, 6).Draw(t, "frames") {
			at += drawLength(t, 3000, "pause")
			s.Starts = append(s.Starts, at)
		}
	case traffic.KindPoisson, traffic.KindThink:
		s.Mean = bt(100) + length(8000, "mean")
	case traffic.KindOnOff:
		s.On, s.Off, s.Interval = length(8000, "on"), bt(100)+length(8000, "off"), bt(100)+length(2000, "interval")
	}
	return s
}

// build builds a network, with or without observers.
func build(t require.TestingT, c bus.Config, watch ...medium.Observer) *bus.Network {
	n, err := bus.New(c)
	require.NoError(t, err)
	for _, o := range watch {
		n.Observe(o)
	}
	return n
}

// everything returns an observer of all events.
func everything() *observer { return &observer{want: medium.Interest{Kinds: medium.AllKinds}} }

// scripted gives every station a script of its own, so that its draws do not depend on its name.
// The script is longer than the horizon.
func scripted(t *rapid.T, c bus.Config) bus.Config {
	c.Stations = append([]bus.Station(nil), c.Stations...)
	for i := range c.Stations {
		slots := rapid.SliceOfN(rapid.IntRange(0, 1), 10, 10).Draw(t, "slots")
		for len(slots) < 300 {
			slots = append(slots, slots...)
		}
		c.Stations[i].Backoff = backoff.Script(nil, slots...)
	}
	return c
}
