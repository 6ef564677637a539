package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// covered is the share of experiments whose interval holds, where replications are added until it is within a
// twentieth of the mean. Values are as the time to a first success has them: a sum of a few waits.
func covered(least int) float64 {
	const experiments, mean = 1500, 4
	random := rand.New(rand.NewPCG(5, 8))
	p := Precision{Relative: 0.05, Least: least}
	held := 0
	for range experiments {
		var values []float64
		for more := max(2, least); more > 0; {
			for range more {
				sum := 3.0
				for range 4 {
					sum += random.ExpFloat64() / 4
				}
				values = append(values, sum)
			}
			s := Summarize(values)
			more = min(p.More(s.N, s.Mean, s.HalfWidth(0.95)), 1000-s.N)
		}
		if s := Summarize(values); math.Abs(s.Mean-mean) <= s.HalfWidth(0.95) {
			held++
		}
	}
	return float64(held) / experiments
}

// Intervals that replications are added for hold as often as they say if there are ten at least to begin with.
func TestPrecisionHolds(t *testing.T) {
	few, enough := covered(2), covered(LeastForPrecision)
	t.Logf("from 2 replications on: %.3f, from %d on: %.3f", few, LeastForPrecision, enough)
	assert.Less(t, few, 0.90, "two are enough, too: this test shows nothing")
	assert.GreaterOrEqual(t, enough, 0.90)
	assert.LessOrEqual(t, enough, 0.99)
}
