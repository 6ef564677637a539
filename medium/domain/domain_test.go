package domain_test

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
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

const bit = 100 * phy.Nanosecond

func bt(n float64) phy.Time { return phy.Time(n * float64(bit)) }

// log keeps all events.
type log struct{ events []medium.Event }

func (l *log) Interest() medium.Interest { return medium.Interest{Kinds: medium.AllKinds} }
func (l *log) Observe(e *medium.Event)   { l.events = append(l.events, *e) }

// drawStations draws stations with different rules, sizes, policies and traffic.
func drawStations(t *rapid.T, count int) []bus.Station {
	list := make([]bus.Station, count)
	for i := range list {
		s := &list[i]
		s.Name = fmt.Sprintf("s%d", i)
		p := mac.For(phy.Ethernet10)
		if rapid.IntRange(0, 3).Draw(t, "odd rules") == 0 {
			p.Gap = rapid.SampledFrom([]phy.Time{0, bt(47), bt(96), bt(200)}).Draw(t, "gap")
			p.GapPart1 = min(p.Gap, rapid.SampledFrom([]phy.Time{0, bt(64), bt(96)}).Draw(t, "part 1"))
			p.MaxFrame = rapid.SampledFrom([]int{300, 1518}).Draw(t, "max")
			p.MinFrame = rapid.SampledFrom([]int{64, 30}).Draw(t, "min")
			p.LateDiscard = rapid.Bool().Draw(t, "discard")
			p.NoCarrierSense = rapid.IntRange(0, 5).Draw(t, "deaf") == 0
			p.NoCollision = rapid.IntRange(0, 5).Draw(t, "no collision") == 0
			p.CutHeader = rapid.IntRange(0, 3).Draw(t, "cut") == 0
			p.GapAfterBackoff = rapid.IntRange(0, 3).Draw(t, "gap after backoff") == 0
			p.NoBlindStart = rapid.IntRange(0, 3).Draw(t, "no blind start") == 0
		}
		s.Params = &p
		if rapid.IntRange(0, 3).Draw(t, "policy") == 0 {
			s.Backoff = backoff.Fixed(1.5)
		}
		size := traffic.Octets(rapid.SampledFrom([]int{64, 100, 300}).Draw(t, "size"))
		to := rapid.SampledFrom([]traffic.To{{}, {Whom: traffic.ToNext}, {Whom: traffic.ToBroadcast},
			{Whom: traffic.ToAddress, Address: phy.Address{0x01, 0, 0x5e, 0, 0, 1}}, {Whom: traffic.ToAddress, Address: phy.Address{0x02, 9, 9, 9, 9, 9}}}).Draw(t, "to")
		switch rapid.IntRange(0, 3).Draw(t, "traffic") {
		case 0:
			s.Traffic = []traffic.Source{traffic.Saturated(size, to)}
		case 1:
			s.Traffic = []traffic.Source{{Kind: traffic.KindPoisson, Mean: bt(2000), Size: size, To: to}}
		case 2:
			at := bt(float64(rapid.IntRange(0, 800).Draw(t, "at")) / 4)
			s.Traffic = []traffic.Source{{Kind: traffic.KindFrames, Start: at, Interval: bt(3000), Count: 5, Size: size, To: to}}
		}
	}
	return list
}

func run(t require.TestingT, n medium.Network, until phy.Time) (*medium.Result, []medium.Event) {
	l := &log{}
	n.Observe(l)
	require.NoError(t, n.Run(until))
	return n.Result(), l.events
}

// A cable without repeaters is that of package bus: every figure and every event is the same.
func TestACableIsABus(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		stations := drawStations(t, rapid.IntRange(1, 5).Draw(t, "stations"))
		c := domain.Config{Seed: rapid.Uint64().Draw(t, "seed"), Warmup: rapid.SampledFrom([]phy.Time{0, bt(5000.5)}).Draw(t, "warm-up"),
			Segments: []domain.Segment{{Name: "cable"}}}
		for i := range stations {
			stations[i].At = bt(float64(rapid.IntRange(0, 1000).Draw(t, "at")) / 4)
			c.Stations = append(c.Stations, domain.Station{Station: stations[i], End: domain.End{At: stations[i].At}})
		}
		if rapid.Bool().Draw(t, "bit errors") {
			c.Timeline = drawErrors(t)
		}
		want, err := bus.New(bus.Config{Seed: c.Seed, Warmup: c.Warmup, Stations: stations, Params: *stations[0].Params, Timeline: c.Timeline, Segment: "cable"})
		require.NoError(t, err)
		got, err := domain.New(c)
		require.NoError(t, err)
		same(t, want, got, bt(30000))
	})
}

// drawErrors draws a timeline of bit errors.
func drawErrors(t *rapid.T) (list []medium.Change) {
	at := phy.Time(0)
	for range rapid.IntRange(1, 3).Draw(t, "changes") {
		at += bt(float64(rapid.IntRange(0, 40000).Draw(t, "after")) / 4)
		list = append(list, medium.Change{At: at, Kind: medium.BitErrors, Errors: rapid.SampledFrom([]medium.Errors{
			{}, {Good: 1e-3}, {Good: 1e-2}, {Good: 1e-4, Bad: 0.1, ToBad: 1e-3, ToGood: 1e-2}}).Draw(t, "errors")})
	}
	return list
}

func same(t *rapid.T, want, got medium.Network, until phy.Time) {
	a, events := run(t, want, until)
	b, others := run(t, got, until)
	require.Equal(t, events, others)
	b.Medium.Kind = a.Medium.Kind
	require.Equal(t, a, b)
}
