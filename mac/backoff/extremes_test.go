package backoff_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/mac/backoff"
)

// Numbers at the ends of their ranges, and NaN, lead to what the comments say.
func TestExtremes(t *testing.T) {
	p := backoff.Script(nil, 1)
	for _, spare := range []uint64{1 << 63, math.MaxUint64 - 1, math.MaxUint64} {
		s := backoff.State{Attempt: 1, Spare: spare}
		_, stop := p.Next(&s, nil)
		assert.True(t, stop)
		assert.ErrorIs(t, p.Err(&s), backoff.ErrScriptEnded)
	}
	assert.Equal(t, 3.0, backoff.Delays(math.NaN(), 3, math.NaN()).Longest())
	r := backoff.NewRand(1, "extremes", "")
	for _, rate := range []float64{0, -1, math.NaN()} {
		assert.Equal(t, int64(1)<<62, r.Trials(rate))
	}
}
