package figure

import (
	"fmt"
	"math"

	"github.com/dustin/go-humanize"
)

// Micros returns a time in microseconds with a unit that suits it.
func Micros(us float64) string {
	unit, factor := unitOf("us", us)
	return fmt.Sprintf("%.3g %s", us*factor, unit)
}

// Clip shortens a name.
func Clip(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

// Count writes a number with its thousands apart.
func Count(n uint64) string { return humanize.Comma(int64(min(n, math.MaxInt64))) }

// Brief writes a value in a few characters: three digits, and its unit if that
// is of time.
func Brief(v float64, unit string) string {
	if !Finite(v) {
		return "–"
	}
	if unit == "us" {
		for _, u := range timeUnits {
			if v >= u.size || u.size == 1 {
				return digits(v/u.size) + " " + u.name
			}
		}
	}
	switch {
	case v >= 1e6:
		return digits(v/1e6) + "M"
	case v >= 1e4:
		return digits(v/1e3) + "k"
	}
	return digits(v)
}

// digits writes three digits, or all before the point.
func digits(v float64) string {
	if math.Abs(v) >= 999.5 {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.3g", v)
}
