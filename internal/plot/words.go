package plot

import (
	"fmt"
	"strconv"
)

// micros writes a time given in microseconds.
func micros(us float64) string {
	unit, factor := unitOf("us", us)
	return fmt.Sprintf("%.3g %s", us*factor, unit)
}

// plainTo writes a value with that many decimals at most.
func plainTo(x float64, decimals int) string {
	s := strconv.FormatFloat(x, 'f', decimals, 64)
	for len(s) > 1 && (s[len(s)-1] == '0' || s[len(s)-1] == '.') {
		done := s[len(s)-1] == '.'
		s = s[:len(s)-1]
		if done {
			break
		}
	}
	return s
}

// clip shortens a name.
func clip(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}
