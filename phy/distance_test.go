package phy

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The longest segments and the delays that IEEE 802.3 states for them, in nanoseconds. The standard
// rounds: 4.33 ns per metre of 10BASE5, 5.13 of 10BASE2.
func TestDelaysOfSegments(t *testing.T) {
	for name, ns := range map[string]float64{"10base5": 2165, "10base2": 949} {
		l, ok := LineByName(name)
		require.True(t, ok)
		delay := Delay(l.SegmentLength, l.Velocity)
		assert.InDelta(t, ns, float64(delay)/float64(Nanosecond), 1.01, name)
		assert.Less(t, delay, l.Bits(OneWayLimit), name)
	}
}

// A delay is at most half a picosecond from the exact quotient.
func TestDelayIsRoundedOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		metres := rapid.Float64Range(0, 1e6).Draw(t, "metres")
		velocity := rapid.SampledFrom([]float64{0.59, 0.65, 0.66, 0.77, 1}).Draw(t, "velocity")
		exact := new(big.Float).SetPrec(200).SetFloat64(metres)
		exact.Mul(exact, big.NewFloat(float64(Second)))
		exact.Quo(exact, new(big.Float).Mul(new(big.Float).SetPrec(200).SetFloat64(velocity), big.NewFloat(SpeedOfLight)))
		off, _ := exact.Sub(exact, new(big.Float).SetInt64(int64(Delay(metres, velocity)))).Float64()
		// The divisor is rounded before the division, to one part in 2^53. That does not matter at
		// the length of any cable.
		require.InDelta(t, 0, off, 0.5+metres*1e-11)
	})
}

func TestParseDistance(t *testing.T) {
	for text, want := range map[string]float64{"0m": 0, "500m": 500, "2.5 km": 2500, " 3 m ": 3, "0.5m": 0.5} {
		got, err := ParseDistance(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
		assert.True(t, IsDistance(text))
	}
	for text, want := range map[string]string{
		"5":       `"5" is not a distance: write a number and m or km, such as 500m`,
		"5ft":     `"5ft" is not a distance: write a number and m or km, such as 500m`,
		"m":       `"m" is not a distance: write a number and m or km, such as 500m`,
		"1e999km": `"1e999km" is not a distance: write a number and m or km, such as 500m`,
		"-3m":     `"-3m" is negative: write a distance from 0m, such as 100m`,
	} {
		_, err := ParseDistance(text)
		assert.EqualError(t, err, want)
	}
	for _, text := range []string{"5us", "5bt", "5ms", "", "5", "m5"} {
		assert.False(t, IsDistance(text), text)
	}
}

// ParseTime reads back the output of String.
func TestStringReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := Time(rapid.Int64Range(0, int64(MaxTime)).Draw(t, "time"))
		got, err := ParseTime(at.String(), 0)
		require.NoError(t, err)
		require.Equal(t, at, got)
		if at > 0 {
			require.Equal(t, "-"+at.String(), (-at).String())
		}
	})
}

// FuzzDecimal checks that Decimal does not panic and loses nothing of a time, in any unit.
func FuzzDecimal(f *testing.F) {
	f.Add("51.2us", int64(100_000))
	f.Add("0.1s", int64(7))
	f.Add("30 ms", int64(340_000))
	f.Fuzz(func(t *testing.T, s string, unit int64) {
		at, err := ParseTime(s, bit)
		if err != nil {
			return
		}
		again, err := ParseTime(at.String(), bit)
		require.NoError(t, err)
		require.Equal(t, at, again)
		unit = max(1, unit&(1<<40-1))
		text := Decimal(at, Time(unit))
		r, ok := new(big.Rat).SetString(text)
		require.True(t, ok, text)
		r.Mul(r, big.NewRat(unit, 1)).Sub(r, big.NewRat(int64(at), 1)).Abs(r)
		if finite(at%Time(unit), Time(unit)) || at%Time(unit) == 0 {
			require.Zero(t, r.Sign(), "%s of %d is exact", text, unit)
		}
		require.Negative(t, r.Cmp(big.NewRat(unit, 1_000_000_000)), "to nine places")
	})
}

func TestSeconds(t *testing.T) {
	assert.Equal(t, 0.0000512, (51200 * Nanosecond).Seconds())
	assert.Equal(t, 51.2, (51200 * Nanosecond).Microseconds())
}
