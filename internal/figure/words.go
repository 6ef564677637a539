package figure

import (
	"fmt"
	"math"

	"github.com/dustin/go-humanize"
)

// Micros formats a time in microseconds in a suitable unit.
func Micros(us float64) string {
	unit, factor := unitOf("us", us)
	return fmt.Sprintf("%.3g %s", us*factor, unit)
}

// Clip shortens a name to n characters.
func Clip(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

// Count formats a number with its thousands separated by commas.
func Count(n uint64) string { return humanize.Comma(int64(min(n, math.MaxInt64))) }

// Brief formats a value in a few characters: three digits and, for a time, its unit.
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

// digits formats a value with three digits, or with all digits before the point.
func digits(v float64) string {
	if math.Abs(v) >= 999.5 {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.3g", v)
}
