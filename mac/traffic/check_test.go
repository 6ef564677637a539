package traffic_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/phy"
)

func TestInvalidSizes(t *testing.T) {
	for want, size := range map[string]traffic.Size{

		"a list has at least one size, and as many weights as sizes": traffic.Weighted([]int{64, 1518}, []uint64{1}),
		"the weights of the sizes are all 0":                         traffic.Weighted([]int{64, 1518}, []uint64{0, 0}),
		"the weights of the sizes are more than 2^64-1 together":     traffic.Weighted([]int{64, 1518}, []uint64{math.MaxUint64, 1}),
		"sizes from 100 to 99 octets: the least must come first":     traffic.Uniform(100, 99),
		"a size of -64 octets is negative":                           traffic.Octets(-64),
	} {
		require.EqualError(t, size.Check(), want)
		assert.Zero(t, size.Draw(stream("size")), want)
		_, cases := size.MeanBits()
		assert.NotZero(t, cases, want)
		source := traffic.Source{Kind: traffic.KindSaturated, Size: size}
		assert.EqualError(t, source.Check(), want)
	}
	large := traffic.Weighted([]int{64, 1<<32 + 64}, []uint64{1, 1})
	_, greatest := large.Range()
	assert.Greater(t, greatest, 1<<30, "a size that an int32 does not hold is not another size")
}

func TestUndefinedKinds(t *testing.T) {
	assert.Equal(t, "Kind(7)", traffic.Kind(7).String())
	for _, s := range []traffic.Source{
		{Kind: 7},
		{Kind: traffic.KindSaturated, Size: traffic.Octets(64), To: traffic.To{Whom: 6}},
		{Kind: traffic.KindSaturated, Size: traffic.Octets(64), To: traffic.To{Whom: traffic.ToStation, Station: -1}},
		{Kind: traffic.KindFrames, Size: traffic.Octets(64), Starts: []phy.Time{-1, 0}},
	} {
		require.Error(t, s.Check(), "%+v", s)
	}
}

// An arrival is never earlier than the one before it, whatever the times of its source.
func TestArrivalsNeverGoBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		length := rapid.SampledFrom([]phy.Time{0, 1, phy.Second, phy.MaxTime, phy.MaxTime + 1, phy.Forever, math.MaxInt64, -1})
		s := traffic.Source{
			Kind:     rapid.SampledFrom([]traffic.Kind{traffic.KindPoisson, traffic.KindOnOff, traffic.KindThink, traffic.KindFrames}).Draw(t, "kind"),
			Interval: length.Draw(t, "interval"), Mean: length.Draw(t, "mean"), On: length.Draw(t, "on"), Off: length.Draw(t, "off"),
			Start: length.Draw(t, "start"), Count: rapid.SampledFrom([]int{0, 1, math.MaxInt}).Draw(t, "count"),
			Size: traffic.Octets(64),
		}
		if s.Check() != nil {
			return
		}
		var st traffic.State
		r := stream("arrival")
		at := s.First(&st, r)
		for range 20 {
			require.GreaterOrEqual(t, at, phy.Time(0))
			next := phy.Forever
			if at < phy.Forever {
				next = min(s.Next(&st, at, r), s.Departed(&traffic.State{}, at, r))
			}
			require.GreaterOrEqual(t, next, at)
			at = next
		}
	})
}
