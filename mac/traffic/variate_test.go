package traffic_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/phy"
)

// rare is a number of standard deviations that chance exceeds less than once in ten million times.
const rare = 5.4

func stream(purpose string) *backoff.Rand {
	r := backoff.NewRand(1, "A", purpose)
	return &r
}

// Half a million variates: their mean is 1, their variance is 1, they follow 1-e^-x, and neighbours
// are not correlated.
func TestExponential(t *testing.T) {
	const n = 500_000
	r := stream("arrival")
	x := make([]float64, n)
	var sum, squares, products float64
	for i := range x {
		x[i] = traffic.Exponential(phy.Second, r).Seconds()
		sum += x[i]
		squares += x[i] * x[i]
		if i > 0 {
			products += (x[i] - 1) * (x[i-1] - 1)
		}
	}
	mean := sum / n
	assert.InDelta(t, 1, mean, rare/math.Sqrt(n))
	assert.InDelta(t, 1, squares/n-mean*mean, rare*math.Sqrt(8.0/n), "the fourth central moment is 9")
	assert.InDelta(t, 0, products/n, rare/math.Sqrt(n), "correlation of neighbours")

	slices.Sort(x)
	for _, at := range []float64{0.001, 0.01, 0.1, 0.5, 1, 1.5, 2, 3, 5, 8} {
		below, _ := slices.BinarySearch(x, at)
		want := 1 - math.Exp(-at)
		assert.InDelta(t, want, float64(below)/n, rare*math.Sqrt(want*(1-want)/n), "below %v", at)
	}
	// Kolmogorov and Smirnov: the largest distance, times the root of n, exceeds 2.7
	// with a probability of 2 exp(-2 x 2.7^2) = 1e-6.
	distance := 0.0
	for i, v := range x {
		want := 1 - math.Exp(-v)
		distance = max(distance, math.Abs(want-float64(i)/n), math.Abs(want-float64(i+1)/n))
	}
	assert.Less(t, distance*math.Sqrt(n), 2.7)
}

// Any mean from a picosecond to the longest time of a run works, and so does 0.
func TestExponentialOfAnyMean(t *testing.T) {
	r := stream("arrival")
	for range 1000 {
		assert.Zero(t, traffic.Exponential(0, r))
		assert.Zero(t, traffic.Exponential(-5, r))
		assert.Less(t, traffic.Exponential(1, r), phy.Time(100))
		for _, mean := range []phy.Time{phy.MaxTime, phy.Forever} {
			x := traffic.Exponential(mean, r)
			assert.True(t, x >= 0 && x <= phy.Forever)
		}
	}
}

// The variates are the same on every platform, and stay the same.
func TestExponentialIsTheSame(t *testing.T) {
	r := stream("arrival")
	var got []phy.Time
	for range 4 {
		got = append(got, traffic.Exponential(phy.Second, r))
	}
	assert.Equal(t, []phy.Time{1592414089077, 1340447121524, 635515003738, 6684697466}, got)
}

func TestExponentialAllocatesNothing(t *testing.T) {
	r := stream("arrival")
	assert.Zero(t, testing.AllocsPerRun(1000, func() { traffic.Exponential(phy.Second, r) }))
}
