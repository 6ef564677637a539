package phy

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParseRate(t *testing.T) {
	for s, want := range map[string]Time{
		"10Mbps": 100 * Nanosecond, "1 Mbps": Microsecond, "2.5kbps": 400 * Microsecond, "1bps": Second,
		"1000Mbps": Nanosecond, "10Mb/s": 100 * Nanosecond, "1 Gb/s": Nanosecond, "100000.0bps": 10 * Microsecond,
	} {
		bit, err := ParseRate(s)
		require.NoError(t, err, s)
		require.Equal(t, want, bit, s)
	}
	for s, text := range map[string]string{
		"10":        `"10" is not a rate: write a number and b/s, kb/s, Mb/s or Gb/s, such as 10Mb/s`,
		"10MB":      `"10MB" is not a rate: write a number and b/s, kb/s, Mb/s or Gb/s, such as 10Mb/s`,
		"-1bps":     `"-1bps" is not a rate: write a number and b/s, kb/s, Mb/s or Gb/s, such as 10Mb/s`,
		"1e3Mbps":   `"1e3Mbps" is not a rate: write a number and b/s, kb/s, Mb/s or Gb/s, such as 10Mb/s`,
		"1.2.3Mbps": `"1.2.3Mbps" is not a rate: write a number and b/s, kb/s, Mb/s or Gb/s, such as 10Mb/s`,
		"0bps":      `"0bps" is not a rate: a bit would take forever`,
		"3Mbps":     `"3Mbps" makes the bit time not a whole number of picoseconds, or longer than a second`,
		"0.5bps":    `"0.5bps" makes the bit time not a whole number of picoseconds, or longer than a second`,
	} {
		_, err := ParseRate(s)
		require.EqualError(t, err, text, s)
	}
}
