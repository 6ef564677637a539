package backoff

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// The rate is -log(1-p), for a small p to all its digits. A policy that never tries again waits for
// ever.
func TestGeometricRate(t *testing.T) {
	for _, p := range []float64{1e-12, 1e-6, 9.9e-6, 1e-5, 0.1, 0.9} {
		require.InEpsilon(t, -math.Log1p(-p), Geometric(p).(geometric).rate, 1e-10, "%v", p)
	}
	for p, want := range map[float64]float64{0: MaxDelay, -1: MaxDelay, math.NaN(): MaxDelay, 1: 0, 2: 0} {
		r := NewRand(1, "A", "backoff")
		delay, stop := Geometric(p).Next(&State{Attempt: 1}, &r)
		require.False(t, stop)
		require.Equal(t, want, delay, "%v", p)
	}
}
