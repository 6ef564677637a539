package bus_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// Observers that do not want what taps hear see the same events, and hooks the same frames, from all kinds of fast
// processing as from instants: whole, and after each piece of a run.
func TestSendersAreShownAsByInstants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		if rapid.IntRange(0, 7).Draw(t, "few kept") == 7 {
			defer bus.KeepUpTo(rapid.SampledFrom([]int{4, 8, 30}).Draw(t, "kept"))()
		}
		if rapid.Bool().Draw(t, "shown often") {
			defer bus.ShowFrom(1)()
		}
		sameShown(t, drawWatched(t))
	})
}

// ofSenders are what an observer of senders may want.
var ofSenders = medium.AllKinds &^ medium.Of(medium.RxStart, medium.RxEnd, medium.CarrierOn, medium.CarrierOff)

func sameShown(t *rapid.T, c bus.Config) {
	inRounds, instants := build(t, c), build(t, c)
	instants.ByInstants()
	nets := [2]*bus.Network{inRounds, instants}
	if rapid.IntRange(0, 5).Draw(t, "no rounds") == 5 {
		inRounds.WithoutRounds()
	}
	kinds := rapid.SampledFrom([]medium.Kinds{
		medium.Senders & ofSenders, medium.Of(medium.Backoff), medium.Of(medium.Defer), medium.Of(medium.TxStart, medium.TxEnd),
		medium.Of(medium.Collision, medium.JamStart), ofSenders, 0,
	}).Draw(t, "of")
	if kinds == 0 {
		kinds = medium.Kinds(rapid.Uint64().Draw(t, "kinds")) & ofSenders
	}
	var seen, heard [2][]medium.Event
	for k, n := range nets {
		n.Observe(watch{kinds, func(e *medium.Event) { seen[k] = append(seen[k], *e) }})
	}
	for range rapid.SampledFrom([]int{0, 0, 1, 2}).Draw(t, "hooks") {
		i := rapid.IntRange(0, len(c.Stations)-1).Draw(t, "hook of")
		for k, n := range nets {
			n.Deliver(i, func(at phy.Time, f medium.Frame) {
				heard[k] = append(heard[k], medium.Event{At: at, Station: int32(i), Frame: f})
			})
		}
	}
	puts := rapid.IntRange(0, 7).Draw(t, "injections") == 7
	for range rapid.SampledFrom([]int{1, 3, 10, 40}).Draw(t, "pieces") {
		if puts && !instants.Done() {
			i, later := rapid.IntRange(0, len(c.Stations)-1).Draw(t, "into"), drawLength(t, 2000, "later")
			for _, n := range nets {
				require.NoError(t, n.Inject(i, n.Now()+later, medium.Frame{Size: int32(n.Params(i).MinFrame), Destination: medium.Broadcast}))
			}
		}
		at := instants.Now() + rapid.SampledFrom([]phy.Time{bt(20_000), bt(3000), 0}).Draw(t, "at least") + drawLength(t, 1500, "piece")
		failed := instants.Run(at)
		require.Equal(t, failed, inRounds.Run(at))
		require.Equal(t, instants.Now(), inRounds.Now())
		sameEvents(t, seen[1], seen[0])
		sameEvents(t, heard[1], heard[0])
		for k := range seen {
			seen[k], heard[k] = seen[k][:0], heard[k][:0]
		}
		if failed != nil || instants.Done() {
			break
		}
	}
	require.Equal(t, instants.Result(), inRounds.Result())
}

// drawWatched draws a network for whose rounds or firm starts observers see something else than in those of plain rules.
func drawWatched(t *rapid.T) bus.Config {
	draws := []func(*rapid.T) bus.Config{drawDeciding, drawDeciding, drawFirm, drawFirm, drawUndetected, drawShortNetwork, drawOddNetwork}
	c := rapid.SampledFrom(draws).Draw(t, "network")(t)
	load := rapid.SampledFrom([]phy.Time{0, 0, bt(1000), bt(5000), bt(30_000)}).Draw(t, "load")
	for i := range c.Stations {
		s := &c.Stations[i]
		if load > 0 && rapid.IntRange(0, 4).Draw(t, "poisson") > 0 {
			least := c.Params.MinFrame
			if s.Params != nil {
				least = s.Params.MinFrame
			}
			s.Traffic = []traffic.Source{{Kind: traffic.KindPoisson, Mean: load, Size: traffic.Octets(least)}}
		}
	}
	if rapid.IntRange(0, 5).Draw(t, "warmed up") == 5 {
		c.Warmup = drawLength(t, 20000, "warm-up")
	}
	if rapid.IntRange(0, 5).Draw(t, "until") == 5 {
		c.Until = drawUntil(t, 60)
	}
	return c
}

// Senders of many stations are shown as by instants too.
func TestSendersOfManyAreShownAsByInstants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawFirm(t)
		if rapid.IntRange(0, 2).Draw(t, "undetected") == 2 {
			c = drawUndetected(t)
		}
		model := slices.Clone(c.Stations)
		for k := range rapid.SampledFrom([]int{40, 100}).Draw(t, "more") {
			s := model[k%len(model)]
			s.Name = name(1000 + k)
			c.Stations = append(c.Stations, s)
		}
		if attemptsBy(t, build(t, c), bt(300)) > 150 {
			t.Skip("too many attempts")
		}
		sameShown(t, c)
	})
}
