package bus_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// A frame of L octets has an error with probability 1-(1-p)^(8L). Errors before it in the header cost
// it only where the receiver looks for the delimiter.
func TestTheShareOfFramesWithAnError(t *testing.T) {
	for _, c := range []struct {
		p      float64
		octets int
	}{{1e-5, 64}, {1e-4, 1518}, {1e-3, 300}} {
		n, err := bus.New(bus.Config{Seed: 7, Timeline: []medium.Change{{Kind: medium.BitErrors, Errors: medium.Errors{Good: c.p}}},
			Stations: []bus.Station{
				{Name: "A", Traffic: []traffic.Source{traffic.Saturated(traffic.Octets(c.octets), traffic.To{})}},
				{Name: "B", At: 2000 * phy.Nanosecond}, {Name: "C", At: 3000 * phy.Nanosecond},
			}})
		require.NoError(t, err)
		require.NoError(t, n.Run(20*phy.Second))
		r := n.Result()
		frames := float64(r.Medium.FramesSent)
		// Of the header, the 8 bits of the delimiter must be right, and 25 zeros of the preamble before
		// it, which with seven bits before them would be taken for the delimiter.
		bits := float64(8*c.octets) + 8 + 25
		want := 1 - math.Pow(1-c.p, bits)
		lost := float64(r.Medium.FramesLost)
		assert.InDelta(t, want, lost/frames, 4*math.Sqrt(want*(1-want)/frames), "%+v", c)
		// Every station but the sender hears the same errors.
		b, d := r.Stations[1].Counters, r.Stations[2].Counters
		assert.Equal(t, r.Medium.FramesLost, b.FrameCheckSequenceErrors+b.AlignmentErrors+b.Fragments+b.FrameTooLongErrors, "%+v", c)
		assert.Equal(t, b.FrameCheckSequenceErrors, d.FrameCheckSequenceErrors)
		assert.Zero(t, r.Stations[0].Counters.FrameCheckSequenceErrors, "the sender does not hear itself")
		assert.Equal(t, r.Medium.FramesSent, r.Stations[0].Counters.FramesTransmittedOK, "and learns nothing of it")
		if c.octets < 1518 {
			// A delimiter that seems to come 8, 16 ... 56 bits early leaves whole octets.
			data := 1 - math.Pow(1-c.p, float64(8*c.octets))
			fcs := data*math.Pow(1-c.p, 33) + 7*c.p
			assert.InDelta(t, fcs, float64(b.FrameCheckSequenceErrors)/frames, 4*math.Sqrt(fcs/frames)+100*c.p*c.p, "%+v", c)
		}
	}
}

// A frame of L octets is lost with an FCS error with a probability of 1 - (1-p)^(8L): an error in the preamble
// costs nothing unless it hits the delimiter.
func TestFramesLostToBitErrors(t *testing.T) {
	for _, c := range []struct {
		name   string
		rate   float64
		octets int
		lost   float64
		frames phy.Time
	}{
		{"BER-1e-08-64", 1e-8, 64, 5.11999e-06, 2_000_000},
		{"BER-1e-08-1518", 1e-8, 1518, 0.000121433, 500_000},
		{"BER-1e-05-64", 1e-5, 64, 0.00510694, 100_000},
		{"BER-0.0001-1518", 1e-4, 1518, 0.70313, 20_000},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.InEpsilon(t, c.lost, -math.Expm1(float64(8*c.octets)*math.Log1p(-c.rate)), 1e-5)
			p := mac.For(phy.Ethernet10)
			sender := bus.Station{Name: "A", Traffic: []traffic.Source{traffic.Saturated(traffic.Octets(c.octets), traffic.To{Whom: traffic.ToStation, Station: 1})}}
			n, err := bus.New(bus.Config{Seed: 1, Stations: []bus.Station{sender, {Name: "B"}},
				Timeline: []medium.Change{{Kind: medium.BitErrors, Errors: medium.Errors{Good: c.rate}}}})
			require.NoError(t, err)
			require.NoError(t, n.Run(c.frames*(p.Duration(c.octets)+p.Gap)))
			r := n.Result()
			sent := float64(r.Medium.FramesSent)
			require.Greater(t, sent, float64(c.frames)*0.99)
			got := &r.Stations[1].Counters
			assert.InDelta(t, c.lost, float64(got.FrameCheckSequenceErrors)/sent, 3*math.Sqrt(c.lost*(1-c.lost)/sent))
			// An early delimiter can make a frame too long.
			assert.Equal(t, r.Medium.FramesLost, got.FrameCheckSequenceErrors+got.AlignmentErrors+got.Fragments+got.FrameTooLongErrors)
		})
	}
}

// Bit errors are the same whether somebody looks or not, and in however many pieces the run is made.
func TestBitErrorsDoNotDependOnWhoLooks(t *testing.T) {
	for seed := range uint64(20) {
		c := bus.Config{Seed: seed, Timeline: []medium.Change{
			{Kind: medium.BitErrors, Errors: medium.Errors{Good: 3e-5}},
			{Kind: medium.BitErrors, At: 10 * phy.Millisecond, Errors: medium.Errors{Good: 1e-6, Bad: 1e-2, ToBad: 1e-4, ToGood: 1e-3}},
			{Kind: medium.BitErrors, At: 40 * phy.Millisecond},
		}}
		for i := range 5 {
			c.Stations = append(c.Stations, bus.Station{Name: fmt.Sprint(i), At: phy.Time(i) * 700 * phy.Nanosecond,
				Traffic: []traffic.Source{{Kind: traffic.KindPoisson, Mean: phy.Millisecond, Size: traffic.Octets(64 + 300*i)}}})
		}
		build := func() *bus.Network {
			n, err := bus.New(c)
			require.NoError(t, err)
			return n
		}
		whole, watched, pieces := build(), build(), build()
		require.NoError(t, whole.Run(60*phy.Millisecond))
		want := whole.Result()
		if seed == 0 {
			require.NotZero(t, want.Medium.FramesLost)
		}
		l := everything()
		watched.Observe(l)
		require.NoError(t, watched.Run(60*phy.Millisecond))
		require.Equal(t, want, watched.Result())
		for at := phy.Time(0); at < 60*phy.Millisecond; at += 777777 * phy.Nanosecond {
			require.NoError(t, pieces.Run(at))
		}
		require.NoError(t, pieces.Run(60*phy.Millisecond))
		require.Equal(t, want, pieces.Result())
		changes, wrong := 0, uint64(0)
		for _, e := range l.events {
			switch {
			case e.Kind == medium.Changed:
				require.Equal(t, c.Timeline[changes].At, e.At)
				require.Equal(t, medium.NoStation, e.Station)
				changes++
			case e.Kind == medium.RxEnd && e.Why == medium.BitError && e.Station == 0:
				wrong++
			}
		}
		require.Equal(t, 3, changes)
		a := want.Stations[0].Counters
		require.Equal(t, wrong, a.FrameCheckSequenceErrors+a.AlignmentErrors)
	}
}
