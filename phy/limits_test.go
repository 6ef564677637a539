package phy_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/phy"
)

// A delay of unusual numbers is a time like any other, and the same on every platform.
func TestDelayLimits(t *testing.T) {
	for _, c := range []struct {
		metres, velocity float64
		want             phy.Time
	}{
		{1, 0, phy.Forever}, {1, -1, phy.Forever}, {1, math.NaN(), phy.Forever}, {1e300, 1, phy.Forever},
		{math.Inf(1), math.Inf(1), phy.Forever}, {math.NaN(), 1, 0}, {-1, 1, 0}, {0, 0, 0}, {phy.SpeedOfLight, 1, phy.Second},
	} {
		assert.Equal(t, c.want, phy.Delay(c.metres, c.velocity), "%v m at %v", c.metres, c.velocity)
	}
}

func TestUnitsThatAreNotPositive(t *testing.T) {
	_, err := phy.ParseTime("512bt", -1)
	assert.ErrorContains(t, err, "is not a time")
	_, err = phy.ParseDistance("1_0m")
	assert.ErrorContains(t, err, "is not a distance")
	for _, unit := range []phy.Time{0, -1} {
		assert.PanicsWithValue(t, "phy: the unit of a decimal is not above 0", func() { phy.Decimal(1, unit) })
	}
}
