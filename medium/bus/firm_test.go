package bus_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// Networks in which all starts are known a gap ahead have the same result without contention rounds and without the
// jobs for what is known.
func TestStartsThatAreFirm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		if rapid.IntRange(0, 3).Draw(t, "few kept") == 0 {
			defer bus.KeepUpTo(rapid.SampledFrom([]int{4, 8, 30}).Draw(t, "kept"))()
		}
		if rapid.IntRange(0, 3).Draw(t, "digested early") == 0 {
			defer bus.DigestAlways()()
		}
		c := drawFirm(t)
		if rapid.IntRange(0, 3).Draw(t, "rounds") == 0 {
			sameObserved(t, c)
			return
		}
		sameByStarts(t, c)
	})
}

// A network like that of INET is processed by what is known a gap ahead.
func TestInetHasFirmStarts(t *testing.T) {
	c := bus.Config{Seed: 1, Params: *rules(func(p *mac.Params) { p.GapAfterBackoff, p.BlindAfter, p.CutHeader = true, true, true })}
	for i := range 24 {
		c.Stations = append(c.Stations, bus.Station{Name: fmt.Sprint(i), At: bt(2 * float64(i)), Traffic: []traffic.Source{
			{Kind: traffic.KindSaturated, Size: traffic.Octets(64), To: traffic.To{Whom: traffic.ToNext}},
		}})
	}
	n, err := bus.New(c)
	require.NoError(t, err)
	n.WithoutRounds()
	require.NoError(t, n.Run(10*phy.Millisecond))
	if !bus.Extended {
		require.Zero(t, n.FirmSteps())
		return
	}
	require.Positive(t, n.FirmSteps())
}

// sameByStarts fails if a network has another result when it is processed from start to start, where it can be, without
// contention rounds.
func sameByStarts(t *rapid.T, c bus.Config) {
	if rapid.IntRange(0, 3).Draw(t, "warmed up") == 0 {
		c.Warmup = drawLength(t, 20000, "warm-up")
	}
	if rapid.IntRange(0, 3).Draw(t, "until") == 0 {
		c.Until.FramesSent = uint64(rapid.IntRange(0, 30).Draw(t, "until sent"))
		c.Until.FramesDelivered = uint64(rapid.IntRange(0, 30).Draw(t, "until delivered"))
	}
	byStarts, instants := build(t, c), build(t, c)
	byStarts.WithoutRounds()
	instants.ByInstants()
	for range rapid.IntRange(1, 12).Draw(t, "looks") {
		if instants.Done() {
			break
		}
		if rapid.IntRange(0, 15).Draw(t, "injected") == 0 {
			i, later := rapid.IntRange(0, len(c.Stations)-1).Draw(t, "into"), drawLength(t, 2000, "ahead")
			for _, n := range []*bus.Network{byStarts, instants} {
				require.NoError(t, n.Inject(i, n.Now()+later, medium.Frame{Size: 64, Destination: medium.Broadcast}))
			}
		}
		at := instants.Now() + drawLength(t, rapid.SampledFrom([]int{100, 10_000}).Draw(t, "most"), "on")
		require.NoError(t, instants.Run(at))
		require.NoError(t, byStarts.Run(at))
		require.Equal(t, instants.Now(), byStarts.Now())
		require.Equal(t, instants.Done(), byStarts.Done())
		if rapid.Bool().Draw(t, "result") {
			require.Equal(t, instants.Result(), byStarts.Result())
		}
	}
	require.Equal(t, instants.Result(), byStarts.Result())
}

// drawFirm draws a network in which all starts are known a gap ahead.
func drawFirm(t *rapid.T) bus.Config {
	not := 0
	if rapid.IntRange(0, 3).Draw(t, "not all") == 0 {
		not = 1 << rapid.IntRange(0, 1).Draw(t, "which rules")
	}
	c := bus.Config{Seed: rapid.Uint64().Draw(t, "seed"), Params: *drawFirmRules(t, not&1 != 0)}
	span := rapid.SampledFrom([]int{0, 0, 10, 43, 97, 200, 600, 576, 576}).Draw(t, "span") // 576: a frame reaches another as that one ends
	switch rapid.IntRange(0, 5).Draw(t, "star") {
	case 0:
		c.Shape = bus.Star(drawLength(t, span, "delay"))
	case 1:
		c.Shape = bus.Star(bt(float64(span)))
	}
	other := drawFirmRules(t, not&2 != 0)
	mixed, places := rapid.Bool().Draw(t, "mixed"), rapid.SampledFrom([]int{1, 1, 2, 3, 1000}).Draw(t, "places")
	sources := []traffic.Source{
		{Kind: traffic.KindSaturated, Size: traffic.Octets(64)},
		{Kind: traffic.KindSaturated, Size: traffic.Uniform(64, 120), To: traffic.To{Whom: traffic.ToNext}},
		{Kind: traffic.KindSaturated, Size: traffic.IMIX(), To: traffic.To{Whom: traffic.ToBroadcast}},
		traffic.Think(0, bt(300), traffic.Octets(64), traffic.To{}),
	}
	kinds, policies := len(sources), len(firmPolicies)
	if rapid.IntRange(0, 3).Draw(t, "think") > 0 {
		kinds--
	}
	if rapid.IntRange(0, 3).Draw(t, "may fail") > 0 { // no start is firm where a policy may
		policies--
	}
	for i := range rapid.IntRange(2, 24).Draw(t, "stations") {
		s := bus.Station{Name: fmt.Sprint(i), Backoff: rapid.SampledFrom(firmPolicies[:policies]).Draw(t, "policy")}
		place := rapid.IntRange(0, places).Draw(t, "place")
		s.At = bt(float64(span))*phy.Time(place)/phy.Time(places) + rapid.SampledFrom([]phy.Time{0, 0, 0, 1}).Draw(t, "beside")
		if rapid.IntRange(0, 7).Draw(t, "sends") > 0 {
			s.Traffic = sources[rapid.IntRange(0, kinds-1).Draw(t, "source"):][:1]
		}
		if mixed && rapid.Bool().Draw(t, "of others") {
			s.Params = other
		}
		c.Stations = append(c.Stations, s)
	}
	for n := build(t, c); attemptsBy(t, n, bt(300)) > 100; n = build(t, c) {
		if len(c.Stations) <= 2 {
			t.Skip("an attempt in each third bit time: a run takes minutes")
		}
		c.Stations = c.Stations[:(len(c.Stations)+1)/2]
	}
	if rapid.IntRange(0, 7).Draw(t, "noise") == 0 {
		c.Timeline = []medium.Change{{Kind: medium.BitErrors, At: drawLength(t, 3000, "since"), Errors: medium.Errors{Good: 1e-3}}}
	}
	return c
}

var firmPolicies = []backoff.Policy{nil, nil, backoff.Uniform(3), backoff.Fixed(0), backoff.Decorrelated(0.3, 60, 3), backoff.Limit(backoff.BEB(10), 3, 0)}

// drawFirmRules draws rules with which a station starts a gap after it has decided, whatever it hears, unless they are not to be so.
func drawFirmRules(t *rapid.T, not bool) *mac.Params {
	return rules(func(p *mac.Params) {
		p.GapAfterBackoff, p.BlindAfter = true, true
		p.Header = bt(float64(rapid.SampledFrom([]int{64, 64, 0}).Draw(t, "header")))
		p.CutHeader = rapid.IntRange(0, 2).Draw(t, "cut") > 0
		p.Jam = bt(float64(rapid.SampledFrom([]int{32, 32, 1, 200, 1000}).Draw(t, "jam")))
		p.Gap = bt(float64(rapid.SampledFrom([]int{96, 96, 40, 1}).Draw(t, "gap")))
		p.GapPart1 = min(p.Gap, rapid.SampledFrom([]phy.Time{0, bt(64)}).Draw(t, "part 1"))
		p.SlotTime = bt(float64(rapid.SampledFrom([]int{512, 96, 32, 8}).Draw(t, "slot")))
		p.AttemptLimit = rapid.SampledFrom([]int{17, 17, 3, 1}).Draw(t, "attempts")
		p.BackoffLimit = rapid.SampledFrom([]int{10, 3, 1}).Draw(t, "backoff limit")
		p.LateWindow = rapid.SampledFrom([]phy.Time{0, bt(50), phy.Forever}).Draw(t, "late window")
		p.LateDiscard = rapid.IntRange(0, 3).Draw(t, "discard") == 0
		p.BackoffDelay = rapid.SampledFrom([]phy.Time{0, 0, bt(27.5)}).Draw(t, "backoff delay")
		if !not {
			return
		}
		switch rapid.IntRange(1, 5).Draw(t, "not firm") { // some starts of these are not known a gap ahead
		case 1:
			p.NoCarrierSense = true
		case 2:
			p.NoCollision = true
		case 3:
			p.NoBlindStart = true
		case 4:
			p.Align = bt(100)
		case 5:
			p.BlindAfter = false
		}
	})
}
