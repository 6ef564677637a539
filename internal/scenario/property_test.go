package scenario

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/phy"
)

// Each place of a group is its distance rounded once, not a sum of rounded steps;
// in order, and none beyond the cable.
func TestPlacesProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from := rapid.IntRange(0, 10_000).Draw(t, "from, cm")
		step := rapid.IntRange(0, 10_000).Draw(t, "spacing, cm")
		count := rapid.IntRange(1, 50).Draw(t, "count")
		velocity := rapid.IntRange(1, 100).Draw(t, "velocity, %")
		s, err := Parse("x", fmt.Appendf(nil, "medium: {velocity: %d.%02d}\nduration: 1s\nstations: [{count: %d, from: %d.%02dm, spacing: %d.%02dm}]",
			velocity/100, velocity%100, count, from/100, from%100, step/100, step%100), Options{})
		require.NoError(t, err)
		require.Len(t, s.Config.Stations, count)
		for i, st := range s.Config.Stations {
			exact := big.NewRat(int64(from+i*step)*int64(phy.Second), int64(velocity)*phy.SpeedOfLight)
			off := new(big.Rat).Sub(exact, big.NewRat(int64(st.At), 1))
			require.LessOrEqual(t, off.Abs(off).Cmp(big.NewRat(501, 1000)), 0, "%s is %d ps", exact.FloatString(3), st.At)
			require.LessOrEqual(t, st.At, s.Length)
		}
	})
}

// A load comes back from the mean time between frames.
func TestLoadProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		load := rapid.IntRange(1, 3000).Draw(t, "load, thousandths")
		count := rapid.IntRange(1, 100).Draw(t, "count")
		size := rapid.IntRange(64, 1518).Draw(t, "size")
		s, err := Parse("x", fmt.Appendf(nil, "duration: 1s\nstations: [{count: %d, traffic: {kind: poisson, load: %d.%03d, size: %d, to: broadcast}}]",
			count, load/1000, load%1000, size), Options{})
		require.NoError(t, err)
		mean := s.Config.Stations[0].Traffic[0].Mean
		frame := int64(count) * (64 + 96 + 8*int64(size)) * int64(bt)
		// mean = frame / load, to half a picosecond
		off := int64(mean)*int64(load) - frame*1000
		require.LessOrEqual(t, 2*max(off, -off), int64(load))
		require.Equal(t, traffic.KindPoisson, s.Config.Stations[0].Traffic[0].Kind)
	})
}
