package virtual_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/medium"
)

// far has two cables with a host on each, and a bridge between them that holds frames for long, so that a round trip takes
// some multiple of what a frame does.
const far = `
duration: %v
segments: {a: {length: 10m}, b: {length: 10m}}
devices: [{name: sw, kind: bridge, latency: %v}]
links: [{between: [sw, a], at: 0m}, {between: [sw, b], at: 0m}]
stations:
  - {name: web, via: a, at: 5m, attach: {soft: {address: 10.0.0.1/24}}}
  - {name: pc, via: b, at: 5m, attach: {soft: {address: 10.0.0.2/24}}, traffic: {kind: tcp, to: web, bytes: 1GB, congestion: reno, window: %v}}
timeline: [{at: 0s, segment: a, bit_errors: %v}]
`

func farFlow(t *testing.T, duration, latency, window string, errors float64) medium.Flow {
	t.Helper()
	r := play(t, fmt.Sprintf(far, duration, latency, window, errors))
	require.Empty(t, r.Flows[0].Failed)
	require.NotNil(t, r.Flows[0].RTT)
	return r.Flows[0]
}

// A window limits the goodput to the window over the round trip: goodput and round trip vary, their product is the
// window that the receiver offers, within 3 %. The receiver holds 32 KiB, and offers less.
func TestGoodputIsWindowOverRoundTrip(t *testing.T) {
	offered := 0.0
	for _, latency := range []string{"20ms", "40ms", "80ms"} {
		f := farFlow(t, "20s", latency, "32KiB", 0)
		window := f.GoodputBps / 8 * f.RTT.P50 / 1e6
		if offered == 0 {
			offered = window
		}
		assert.InEpsilon(t, offered, window, 0.03, latency)
		assert.Less(t, window, 32768.0)
		assert.Greater(t, window, 32768/3.0)
	}
}

// Where loss limits it, goodput * round trip / segment is the mean window in segments. It should go as one over the root of the share of
// lost segments: 1.22 / root of loss, with an acknowledgement for each segment (M. Mathis, J. Semke, J. Mahdavi and T. Ott, The macroscopic
// behavior of the TCP congestion avoidance algorithm, CCR 1997). This stack's window goes as one over the loss itself, 0.82 and 0.73 / loss here,
// and is 3 to 7 times the formula's, with selective acknowledgements or without.
func TestGoodputIsOneOverLoss(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	const segment, bits = 1420, 8 * 1490
	var constants []float64
	for _, loss := range []float64{0.01, 0.04} {
		f := farFlow(t, "100s", "100ms", "1MiB", -math.Expm1(math.Log1p(-loss)/bits))
		require.Less(t, f.GoodputBps, 5e6, "the line is not what limits it")
		assert.Greater(t, float64(f.Retransmissions), 0.7*loss*float64(f.Delivered)/segment, "what is lost is sent again")
		window := f.GoodputBps / 8 * f.RTT.P50 / 1e6 / segment
		assert.Greater(t, window, 1.22/math.Sqrt(loss))
		constants = append(constants, window*loss)
	}
	assert.InEpsilon(t, constants[0], constants[1], 0.2)
	assert.InEpsilon(t, 0.77, constants[0], 0.15)
}
