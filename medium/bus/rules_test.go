package bus_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// Rules 1 and 2: the numbers, and how signals travel. The other rules are in the
// files rules_*_test.go.

func TestRule1AFrameIsItsHeaderAndItsOctets(t *testing.T) {
	s := tell(t, 14000, actor{sends: []frame{{0, 64, all}, {0, 1518, all}}}, actor{})
	s.saw(A, medium.TxStart, 0, 576+96)
	s.saw(A, medium.TxEnd, 64+8*64, 576+96+64+8*1518)
	assert.Equal(t, 57600*phy.Nanosecond, s.of(A, medium.TxEnd)[0].At)
}

// 14 880.95 frames of 64 octets per second, 812.74 of 1518 (arithmetic). The last one is being sent
// when the second ends.
func TestRule1TheGreatestFrameRates(t *testing.T) {
	for octets, most := range map[int]uint64{64: 14881, 1518: 812} {
		n, err := bus.New(bus.Config{Stations: []bus.Station{
			{Name: "A", Traffic: []traffic.Source{{Kind: traffic.KindSaturated, Size: traffic.Octets(octets)}}},
			{Name: "B"},
		}})
		require.NoError(t, err)
		require.NoError(t, n.Run(phy.Second))
		m := n.Result().Medium
		assert.Equal(t, most, m.FramesSent)
		assert.InDelta(t, float64(8*octets)/float64(8*octets+160), m.Throughput, 0.0013)
	}
}

func TestRule2EachTapHearsASignalWhenItGetsThere(t *testing.T) {
	s := tell(t, 2000,
		actor{at: 100, sends: frames(0)},
		actor{at: 0},
		actor{at: 350},
		actor{at: 100})
	for station, delay := range []float64{A: 0, B: 100, C: 250, D: 0} {
		s.saw(station, medium.CarrierOn, delay)
		s.saw(station, medium.CarrierOff, delay+576)
	}
}

// A and B begin together, 10 bit times apart. There is carrier wherever one of the two signals is;
// it ends at a different time at each tap.
func TestRule2CarrierIsAllSignalsTogether(t *testing.T) {
	s := tell(t, 500,
		actor{at: 0, sends: frames(0), draws: draws(0)},
		actor{at: 10, sends: frames(0), draws: draws(1)},
		actor{at: 5},
		actor{at: 300})
	for station, carrier := range []struct{ on, off float64 }{
		A: {0, 10 + 96}, // its own, and then the rest of B's
		B: {0, 10 + 96},
		C: {5, 5 + 96},     // both at once
		D: {290, 300 + 96}, // B's first, A's last
	} {
		s.began(station, medium.CarrierOn, carrier.on)
		s.began(station, medium.CarrierOff, carrier.off)
	}
}

// 0.1, 0.2 and 0.3 m of 10BASE5 are 433.2, 866.4 and 1299.6 ps. Each place is rounded once, and a
// delay is the difference of two places.
func TestRule2APlaceIsRoundedOnce(t *testing.T) {
	at := func(metres float64) float64 { return bits(phy.Delay(metres, 0.77)) }
	s := tell(t, 600,
		actor{at: at(0.1), sends: frames(0)},
		actor{at: at(0.2)},
		actor{at: at(0.3)})
	s.saw(B, medium.CarrierOn, 433*ps)
	s.saw(C, medium.CarrierOn, 867*ps)
}

func TestRule2OnAStarAllAreAsFarApart(t *testing.T) {
	star := bus.Config{Shape: bus.Star(bt(40))}
	s := tellOn(t, star, 1000,
		actor{at: 5, sends: frames(0)},
		actor{at: 900},
		actor{at: 0})
	s.saw(A, medium.CarrierOn, 0)
	s.saw(B, medium.CarrierOn, 40)
	s.saw(C, medium.CarrierOn, 40)
	s.saw(C, medium.CarrierOff, 40+576)
	assert.Equal(t, "star", s.result.Medium.Kind)
}
