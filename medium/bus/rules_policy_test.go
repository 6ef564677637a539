package bus_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
)

// witness waits a quarter of a slot more each time, gives a frame up at its third failure, and
// records the state that it gets.
type witness struct{ told *[]backoff.State }

func (witness) Name() string { return "witness" }
func (w witness) Next(s *backoff.State, _ *backoff.Rand) (float64, bool) {
	*w.told = append(*w.told, *s)
	s.Previous = float64(s.Attempt) / 4
	return s.Previous, s.Attempt == 3
}

// A policy that keeps a state learns for how many slots the current frame has been tried, and its
// last delay, which is 0 for a new frame.
func TestAPolicyIsToldOfItsFrame(t *testing.T) {
	var told []backoff.State
	n, err := bus.New(bus.Config{Stations: []bus.Station{{Name: "A", Backoff: witness{&told}}, {Name: "B", Backoff: witness{new([]backoff.State)}}}})
	require.NoError(t, err)
	for range 2 {
		for i := range 2 {
			require.NoError(t, n.Inject(i, 0, medium.Frame{Size: 64, Destination: medium.Broadcast}))
		}
	}
	require.NoError(t, n.Run(bt(10_000)))
	var attempts []int
	var previous, elapsed []float64
	for _, s := range told {
		attempts = append(attempts, s.Attempt)
		previous = append(previous, s.Previous)
		elapsed = append(elapsed, s.Elapsed*512)
	}
	assert.Equal(t, []int{1, 2, 3, 1, 2, 3}, attempts)
	assert.Equal(t, []float64{0, 0.25, 0.5, 0, 0.25, 0.5}, previous)
	// Each attempt is 96 bits; the wait is 128 bits, then 256; the second frame waits for a gap.
	assert.InDeltaSlice(t, []float64{96, 96 + 128 + 96, 320 + 256 + 96, 96 + 96, 192 + 128 + 96, 416 + 256 + 96}, elapsed, 1e-6)
}

// A delay beyond the end of any run ends none.
func TestADelayBeyondAllTime(t *testing.T) {
	for _, slots := range []float64{1e9, backoff.MaxDelay, 1e300, math.Inf(1)} {
		o := &observer{want: medium.Interest{Kinds: medium.Of(medium.Backoff)}}
		n := build(t, bus.Config{Stations: []bus.Station{{Name: "A", Backoff: halves{slots}}, {Name: "B"}}}, o)
		for i := range 2 {
			require.NoError(t, n.Inject(i, 0, medium.Frame{Size: 64, Destination: medium.Broadcast}))
		}
		require.NoError(t, n.Run(bt(1_000_000)))
		require.NotEmpty(t, o.events)
		assert.Greater(t, o.events[0].Until, bt(1_000_000))
		assert.Positive(t, o.events[0].Slots)
		assert.Equal(t, uint64(1), n.Result().Medium.FramesSent, "B's")
	}
}
