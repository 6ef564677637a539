package report

import (
	"fmt"
	"strconv"
	"strings"
)

// The page has these, so they are written here: a library for them is larger than all summaries.

// percent formats a share.
func percent(share float64) string { return fmt.Sprintf("%.2f%%", 100*share) }

// count formats a number of things: 1,234, and 12.3M from ten millions on.
func count(n uint64) string {
	if n >= 10_000_000 {
		v, prefix := prefixed(float64(n))
		return fmt.Sprintf("%.3g%s", v, prefix)
	}
	text := strconv.FormatUint(n, 10)
	for k := len(text) - 3; k > 0; k -= 3 {
		text = text[:k] + "," + text[k:]
	}
	return text
}

// rate formats a rate with at most three decimals, which are not rounded: 9.765Mb/s is 9.765 Mb/s.
func rate(bitsPerSecond float64) string {
	v, prefix := prefixed(bitsPerSecond)
	text := strconv.FormatFloat(v, 'f', 6, 64)
	text = strings.TrimRight(text[:len(text)-3], "0")
	return strings.TrimSuffix(text, ".") + " " + prefix + "b/s"
}

// prefixed returns a number from 1 to 1000, and the prefix that makes it the given one, which is at least 1, or 0.
func prefixed(v float64) (float64, string) {
	prefixes, k := []string{"", "k", "M", "G", "T", "P", "E"}, 0
	by := 1.0
	for k+1 < len(prefixes) && v >= 1000*by {
		by *= 1000
		k++
	}
	return v / by, prefixes[k]
}
