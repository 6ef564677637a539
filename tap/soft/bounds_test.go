package soft

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/phy"
)

// A speed at which no time passes, or none that can be counted, is refused.
func TestSpeedOfPlay(t *testing.T) {
	for _, speed := range []float64{-1, math.NaN(), math.Inf(1)} {
		p, err := Play(nil, nil, 1, speed)
		assert.ErrorContains(t, err, "it must be a number above 0", "%v", speed)
		assert.Nil(t, p)
	}
}

// A pause is at most Forever, however long its parts are.
func TestLongestPause(t *testing.T) {
	c := course{Flow: Flow{Turnaround: math.MaxInt64, Think: math.MaxInt64}}
	for range 50 {
		p := c.pause()
		assert.Equal(t, phy.Forever, p)
	}
}
