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
  - {name: pc, via: b, at: 5m, attach: {soft: {address: 10.0.0.2/24}}, traffic: {kind: tcp, to: web, bytes: 1GB, congestion: %v}}
timeline: [{at: 0s, segment: a, bit_errors: %v}]
`

func farFlow(t *testing.T, duration, latency, way string, errors float64) medium.Flow {
	t.Helper()
	r := play(t, fmt.Sprintf(far, duration, latency, way, errors))
	require.Empty(t, r.Flows[0].Failed)
	require.NotNil(t, r.Flows[0].RTT)
	return r.Flows[0]
}

// A window limits the goodput to the window over the round trip: goodput and round trip vary, their product is the
// window that the receiver offers, within 3 %. The receiver holds 32 KiB, and offers less.
func TestGoodputIsWindowOverRoundTrip(t *testing.T) {
	offered := 0.0
	for _, latency := range []string{"20ms", "40ms", "80ms"} {
		f := farFlow(t, "20s", latency, "reno, window: 32KiB", 0)
		window := f.GoodputBps / 8 * f.RTT.P50 / 1e6
		if offered == 0 {
			offered = window
		}
		assert.InEpsilon(t, offered, window, 0.03, latency)
		assert.Less(t, window, 32768.0)
		assert.Greater(t, window, 32768/3.0)
	}
}

// Where loss limits it, goodput * round trip / segment is the mean window in segments, and goes as one over the root of the share p of lost
// segments: a window that grows by g segments in a round trip and is halved by a loss is root(3g/2) / root(p) on the average (M. Mathis, J. Semke,
// J. Mahdavi and T. Ott, The macroscopic behavior of the TCP congestion avoidance algorithm, CCR 1997, with g = 1). The stack's reno has g = 1 or 2
// if acknowledgements are for two segments: its count of them begins anew at 0 or at once at the window, in turns. Timeouts cost some of it.
func TestGoodputIsOneOverRootOfLoss(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	var constants []float64
	for _, loss := range []float64{0.01, 0.04} {
		constants = append(constants, windowUnderLoss(t, "100s", loss, "reno, delayed_ack: on")*math.Sqrt(loss))
	}
	for _, c := range constants {
		assert.Greater(t, c, math.Sqrt(1.5))
		assert.Less(t, c, math.Sqrt(3))
		assert.InEpsilon(t, constants[0], c, 0.1, "%v", constants)
	}
}

// With an acknowledgement for each segment the stack's reno hardly leaves slow start: gVisor's updateCongestionAvoidance takes the count of
// acknowledged segments modulo the window that it has just made one greater, so that the count stays at the window, and each further
// acknowledgement adds a segment. A window that doubles in each round trip from one loss to the next goes as one over p.
// If this fails, the stack has been mended: the test above then holds without delayed acknowledgements, and docs/tcp.md has to say so.
func TestRenoGrowsWithEachAcknowledgement(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	var constants []float64
	for _, loss := range []float64{0.02, 0.04} {
		constants = append(constants, windowUnderLoss(t, "25s", loss, "reno")*loss)
	}
	assert.InEpsilon(t, constants[0], constants[1], 0.2, "%v", constants)
	assert.InEpsilon(t, 0.77, constants[0], 0.15)

	grown := 0
	_, list := states(t, fmt.Sprintf(far, "3s", "100ms", "reno, window: 1MiB", 8e-7))
	for i := 1; i < len(list); i++ {
		a, b := list[i-1], list[i]
		if b.Window == a.Window+1 && a.Window > a.Threshold+3 && a.Retransmissions == b.Retransmissions {
			grown++
		}
	}
	assert.Greater(t, grown, len(list)/3, "in congestion avoidance the window would grow with one acknowledgement in a window's")
}

// windowUnderLoss returns the mean window of a long flow, in segments.
func windowUnderLoss(t *testing.T, duration string, loss float64, way string) float64 {
	t.Helper()
	const segment, bits = 1420, 8 * 1490
	f := farFlow(t, duration, "100ms", way+", window: 1MiB", -math.Expm1(math.Log1p(-loss)/bits))
	require.Less(t, f.GoodputBps, 5e6, "the line is not what limits it")
	assert.Greater(t, float64(f.Retransmissions), 0.7*loss*float64(f.Delivered)/segment, "what is lost is sent again")
	return f.GoodputBps / 8 * f.RTT.P50 / 1e6 / segment
}
