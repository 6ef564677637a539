package bus_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// Stations that do not detect collisions have the same result in contention rounds as by instants, with the same frames heard
// and the same events, if a run is cut into pieces and frames are put in.
func TestUndetectedRoundsAgreeWithInstants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawUndetected(t)
		nets := []*bus.Network{build(t, c), build(t, c)}
		nets[1].ByInstants()
		var heard, seen [2][]medium.Event
		if rapid.IntRange(0, 2).Draw(t, "hooks") == 2 {
			i := rapid.IntRange(0, len(c.Stations)-1).Draw(t, "hook of")
			for k, n := range nets {
				n.Deliver(i, func(at phy.Time, f medium.Frame) { heard[k] = append(heard[k], medium.Event{At: at, Frame: f}) })
			}
		}
		if rapid.IntRange(0, 4).Draw(t, "watched") == 4 {
			kinds := rapid.SampledFrom([]medium.Kinds{medium.AllKinds, medium.Senders, medium.Kinds(rapid.Uint64().Draw(t, "kinds")) & medium.AllKinds}).Draw(t, "of")
			for k, n := range nets {
				n.Observe(watch{kinds, func(e *medium.Event) { seen[k] = append(seen[k], *e) }})
			}
		}
		for range rapid.SampledFrom([]int{10, 3, 30}).Draw(t, "pieces") {
			if rapid.IntRange(0, 14).Draw(t, "injects") == 14 && !nets[0].Done() {
				i, later := rapid.IntRange(0, len(c.Stations)-1).Draw(t, "into"), drawLength(t, 1000, "later")
				f := medium.Frame{Size: int32(nets[0].Params(i).MinFrame), Destination: medium.Broadcast}
				for _, n := range nets {
					require.NoError(t, n.Inject(i, n.Now()+later, f))
				}
			}
			at := nets[0].Now() + rapid.SampledFrom([]phy.Time{bt(10_000), 0, bt(3000)}).Draw(t, "at least") + drawLength(t, 1000, "piece")
			for _, n := range nets {
				require.NoError(t, n.Run(at))
			}
			require.Equal(t, nets[1].Now(), nets[0].Now())
			require.Equal(t, nets[1].Done(), nets[0].Done())
			if rapid.Bool().Draw(t, "looks") {
				require.Equal(t, nets[1].Result(), nets[0].Result())
			}
		}
		if !slices.ContainsFunc(c.Stations, endless) {
			for _, n := range nets {
				require.NoError(t, n.Run(phy.Forever))
			}
			require.Equal(t, nets[1].Now(), nets[0].Now())
		}
		require.Equal(t, nets[1].Result(), nets[0].Result())
		sameEvents(t, heard[1], heard[0])
		sameEvents(t, seen[1], seen[0])
	})
}

// drawUndetected draws a network whose stations do not detect collisions and otherwise have plain rules, mostly. Frames are
// over at one instant or one after the other, and cables are longer than some of them.
func drawUndetected(t *rapid.T) bus.Config {
	one := func(of int, what string) bool { return rapid.IntRange(1, of).Draw(t, what) == of } // 1 comes more often
	c := bus.Config{Seed: rapid.Uint64().Draw(t, "seed"), Params: *rules(func(p *mac.Params) {
		p.NoCollision = true
		p.Gap = bt(float64(rapid.SampledFrom([]int{96, 20, 1, 1000}).Draw(t, "gap")))
		p.GapPart1 = min(p.Gap, drawLength(t, 96, "part 1"))
		p.Header = bt(float64(rapid.SampledFrom([]int{64, 0}).Draw(t, "header")))
		p.MinFrame = rapid.SampledFrom([]int{18, 64}).Draw(t, "least")
		p.MaxFrame = p.MinFrame + rapid.SampledFrom([]int{40, 1454, 0, 6}).Draw(t, "range")
		p.MaxDefer = drawLength(t, 3000, "max defer")
		p.Jam = bt(float64(rapid.SampledFrom([]int{32, 1000}).Draw(t, "jam")))
	})}
	spread := rapid.SampledFrom([]int{300, 10, 0, 100, 208, 600, 1000, 2000}).Draw(t, "spread")
	if delay := drawLength(t, spread, "delay"); one(4, "star") {
		c.Shape = bus.Star(delay)
	}
	p := &c.Params
	sizes := []traffic.Size{traffic.Octets(p.MinFrame), traffic.Uniform(p.MinFrame, p.MaxFrame), traffic.Uniform(p.MinFrame, min(p.MaxFrame, p.MinFrame+6))}
	other := *p
	switch rapid.IntRange(0, 15).Draw(t, "others") {
	case 9:
		other.NoCollision = false
	case 1, 2, 3:
		other.NoBlindStart, other.GapPart1, other.SlotTime = true, 0, bt(64)
	case 11:
		other.GapAfterBackoff = true
	case 12:
		other.Align = bt(100)
	case 13:
		other.GapAfterBackoff, other.BlindAfter = true, true
	case 14:
		other.NonPersistent = true
	case 15:
		other.Gap = min(other.Gap, bt(64))
		other.GapPart1 = min(other.Gap, other.GapPart1)
	}
	closed, ends := one(2, "closed loops only"), one(4, "frames only")
	for k := range rapid.SampledFrom([]int{3, 2, 5, 12, 40}).Draw(t, "stations") {
		s := bus.Station{Name: fmt.Sprint("n", k), At: drawLength(t, spread, "place"), Queue: rapid.IntRange(0, 2).Draw(t, "queue")}
		src := traffic.Source{Kind: traffic.KindSaturated, Size: rapid.SampledFrom(sizes).Draw(t, "size")}
		src.To.Whom = rapid.SampledFrom([]traffic.Whom{traffic.ToNext, traffic.ToRandom, traffic.ToBroadcast}).Draw(t, "to")
		mean := bt(float64(rapid.SampledFrom([]int{3000, 300, 30, 30_000}).Draw(t, "mean")))
		switch kind := rapid.IntRange(1, 7).Draw(t, "sends"); {
		case kind == 7:
			continue
		case ends:
			src.Kind = traffic.KindFrames
			for range rapid.IntRange(1, 5).Draw(t, "frames") {
				src.Starts = append(src.Starts, mean*phy.Time(rapid.IntRange(0, 3).Draw(t, "start")))
			}
			slices.Sort(src.Starts)
		case kind < 3:
			src = traffic.Think(0, mean, src.Size, src.To)
		case kind == 3 && !closed:
			src.Kind, src.Mean = traffic.KindPoisson, 10*mean
		}
		if s.Traffic = []traffic.Source{src}; !closed && !ends && one(4, "two sources") {
			s.Traffic = append(s.Traffic, traffic.Source{Kind: traffic.KindPoisson, Mean: 30 * mean, Size: src.Size})
		}
		if one(2, "other rules") {
			s.Params = &other
		}
		if one(8, "gives up") {
			s.Backoff = rapid.SampledFrom(policies).Draw(t, "policy")
		}
		c.Stations = append(c.Stations, s)
	}
	if len(c.Stations) < 2 {
		t.Skip("nobody sends")
	}
	if one(4, "noise") {
		c.Timeline = []medium.Change{{Kind: medium.BitErrors, At: drawLength(t, 3000, "since"), Errors: medium.Errors{Good: 1e-4}}}
	}
	if one(4, "warmed up") {
		c.Warmup = drawLength(t, 20_000, "warm-up")
	}
	if one(4, "until") {
		c.Until.FramesSent = uint64(rapid.IntRange(0, 60).Draw(t, "until sent"))
		c.Until.FramesDelivered = uint64(rapid.IntRange(0, 30).Draw(t, "until delivered"))
		c.Until.Idle = rapid.Bool().Draw(t, "until idle")
	}
	return c
}

// Of frames in transit, a larger network is told that they are lost, also where stations do not detect that they collide.
func TestUndetectedFramesInTransitAreReported(t *testing.T) {
	var fates []medium.Fate
	part := &medium.Part{
		Stations: []int32{0, 1, -1}, Count: 2, Ports: 1,
		Here:    func(station int32) (int32, bool) { return station, true },
		Address: func(station int32) phy.Address { return phy.Address{2, 0, 0, 0, 0, byte(station)} },
		Transit: func(t medium.Transit) { fates = append(fates, t.Fate) },
	}
	c := bus.Config{Params: *rules(func(p *mac.Params) { p.NoCollision = true }), Part: part}
	for i := range 3 {
		c.Stations = append(c.Stations, bus.Station{Name: name(i), At: bt(float64(i))})
	}
	n := build(t, c)
	for i := range 2 {
		require.NoError(t, n.Inject(i, 0, medium.Frame{Size: 64, Destination: medium.Broadcast}))
	}
	require.NoError(t, n.Run(phy.Second))
	require.Equal(t, []medium.Fate{medium.Lost, medium.Lost}, fates)
}
