package traffic_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/phy"
)

func TestSizes(t *testing.T) {
	const n = 200_000
	uniform := map[int]float64{}
	for octets := 64; octets <= 127; octets++ {
		uniform[octets] = 1.0 / 64
	}
	for _, row := range []struct {
		name            string
		size            traffic.Size
		want            map[int]float64 // probabilities
		least, greatest int
		mean            float64
	}{
		{"fixed", traffic.Octets(64), map[int]float64{64: 1}, 64, 64, 64},
		{"uniform", traffic.Uniform(64, 127), uniform, 64, 127, 95.5},
		{"uniform on one", traffic.Uniform(99, 99), map[int]float64{99: 1}, 99, 99, 99},
		{"weighted", traffic.Weighted([]int{1000, 64}, []uint64{1, 3}), map[int]float64{64: 0.75, 1000: 0.25}, 64, 1000, 298},
		{"weighted with none", traffic.Weighted([]int{64, 65, 66}, []uint64{1, 0, 1}), map[int]float64{64: 0.5, 66: 0.5}, 64, 66, 65},
		{"imix", traffic.IMIX(), map[int]float64{64: 7.0 / 12, 594: 4.0 / 12, 1518: 1.0 / 12}, 64, 1518, (7.0*64 + 4*594 + 1518) / 12},
	} {
		r := stream("size")
		counts := map[int]float64{}
		for range n {
			counts[row.size.Draw(r)]++
		}
		assert.Len(t, counts, len(row.want), row.name)
		for octets, p := range row.want {
			assert.InDelta(t, n*p, counts[octets], rare*math.Sqrt(n*p*(1-p)), "%s: %d octets", row.name, octets)
		}
		least, greatest := row.size.Range()
		assert.Equal(t, row.least, least, row.name)
		assert.Equal(t, row.greatest, greatest, row.name)
		sum, cases := row.size.MeanBits()
		assert.InDelta(t, 8*row.mean, float64(sum)/float64(cases), 1e-9, row.name)
	}
}

// Nothing is drawn if there is only one possibility.
func TestAFixedSizeTakesNothingFromTheStream(t *testing.T) {
	r, untouched := stream("size"), stream("size")
	s := traffic.Octets(100)
	s.Draw(r)
	for _, to := range []traffic.To{{Whom: traffic.ToNext}, {Whom: traffic.ToStation, Station: 3}} {
		to.Draw(0, 5, r)
	}
	assert.Equal(t, untouched, r)
}

func TestTo(t *testing.T) {
	const n = 100_000
	r := stream("destination")
	random := traffic.To{}
	for self := range 5 {
		counts := make([]float64, 5)
		for range n {
			counts[random.Draw(self, 5, r)]++
		}
		for other, c := range counts {
			if other == self {
				assert.Zero(t, c, "nobody sends to himself")
			} else {
				assert.InDelta(t, n/4, c, rare*math.Sqrt(n*3.0/16))
			}
		}
	}
	next := traffic.To{Whom: traffic.ToNext}
	assert.Equal(t, []int{1, 2, 0}, []int{next.Draw(0, 3, r), next.Draw(1, 3, r), next.Draw(2, 3, r)})
	one := traffic.To{Whom: traffic.ToStation, Station: 2}
	assert.Equal(t, 2, one.Draw(0, 3, r))
	for _, to := range []traffic.To{random, next} {
		assert.Equal(t, 0, to.Draw(0, 1, r), "a station alone")
		assert.Equal(t, 1, to.Draw(0, 2, r))
		assert.Equal(t, 0, to.Draw(1, 2, r))
	}
}

// Each purpose of a source has its own stream: draws of sizes do not change arrivals.
func TestStreamsAreOfAPurpose(t *testing.T) {
	a, b := backoff.NewRand(1, "A", "arrival"), backoff.NewRand(1, "A", "size")
	assert.NotEqual(t, traffic.Exponential(phy.Second, &a), traffic.Exponential(phy.Second, &b))
}
