package scenario

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/phy"
)

// A rate counts frames, or the bits of frames from destination address to FCS.
func TestRateOfFramesOrBits(t *testing.T) {
	for s, want := range map[string]phy.Time{
		"{kind: poisson, rate: 50}":                                      20 * phy.Millisecond,
		"{kind: poisson, rate: 1Mb/s, size: 1250}":                       10 * phy.Millisecond,
		"{kind: poisson, rate: 0.5 Mbps, size: 1250}":                    20 * phy.Millisecond,
		"{kind: poisson, rate: 10000 b/s, size: [125, 1125]}":            500 * phy.Millisecond,
		"{kind: onoff, on: 1us, off: 1us, rate: 50}":                     20 * phy.Millisecond,
		"{kind: onoff, on: 1us, off: 1us, size: 125, rate: 1000kb/s}":    phy.Millisecond,
		"{kind: onoff, on: 1us, off: 1us, size: 125, rate: 0.001 Gb/s }": phy.Millisecond,
	} {
		source := good(t, "duration: 1s\nstations: [{name: a, at: 0m, traffic: "+s+"}, {name: b, at: 1m}]").Config.Stations[0].Traffic[0]
		assert.Equal(t, want, max(source.Mean, source.Interval), s)
	}
}
