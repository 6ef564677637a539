package phy

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// SpeedOfLight is the speed of light in a vacuum, in metres per second (SI definition).
const SpeedOfLight = 299792458.0

// Delay returns the time in which a signal covers a distance in metres. The velocity is a fraction
// of the speed of light: 0.77 on the coaxial cable of 10BASE5. The result is rounded once, to a
// picosecond. It is from 0 to [Forever]: a distance that is negative or NaN counts as 0, and at a
// velocity that is not above 0 any other distance takes Forever.
func Delay(metres, velocity float64) Time {
	if !(metres > 0) {
		return 0
	}
	if !(velocity > 0) {
		return Forever
	}
	delay := math.Round(metres * float64(Second) / (velocity * SpeedOfLight))
	if !(delay < float64(Forever)) { // infinite, or NaN of two infinite numbers
		return Forever
	}
	return Time(delay)
}

// ParseDistance reads a distance such as "500m" or "2.5 km" and returns it in metres.
func ParseDistance(s string) (metres float64, err error) {
	number, unit := splitUnit(s)
	factor := map[string]float64{"m": 1, "km": 1000}[unit]
	v, err := strconv.ParseFloat(number, 64)
	if factor == 0 || err != nil || strings.Contains(number, "_") || math.IsInf(v, 0) || math.IsNaN(v) {
		return 0, fmt.Errorf("%q is not a distance: write a number and m or km, such as 500m", s)
	}
	if v < 0 {
		return 0, fmt.Errorf("%q is negative: write a distance from 0m, such as 100m", s)
	}
	return float64(v * factor), nil
}

// IsDistance reports whether the unit of s is one of distance (m or km) rather than of time.
func IsDistance(s string) bool {
	_, unit := splitUnit(s)
	return unit == "m" || unit == "km"
}
