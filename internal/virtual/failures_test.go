package virtual_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Whatever happens to a host in the middle of a flow, the run ends: the flow is done, or it has failed and says why.
func TestNothingHangs(t *testing.T) {
	cable := `
stations:
  - {name: web, at: 0m, attach: {soft: {address: 10.0.0.1/24}}}
  - {name: pc, at: 200m, attach: {soft: {address: 10.0.0.2/24}}, traffic: {kind: tcp, to: web, bytes: 500kB}}
  - {name: other, at: 300m}
`
	network := `
phy: 10base-t
devices: [{name: sw, kind: bridge}]
segments: {c: {kind: bus, phy: 10base2}}
links: [{between: [sw, c], at: 100m}]
stations:
  - {name: web, via: c, at: 0m, attach: {soft: {address: 10.0.0.1/24}}}
  - {name: pc, via: sw, attach: {soft: {address: 10.0.0.2/24}}, traffic: {kind: tcp, to: web, bytes: 500kB}}
  - {name: other, via: c, at: 50m}
`
	for change, ok := range map[string]bool{
		"station: web, power: off":             false,
		"station: pc, power: off":              false,
		"for: 40s, station: web, power: off":   true,
		"remove: web":                          false,
		"remove: pc":                           false,
		"station: web, deaf: on":               false,
		"station: pc, mute: on":                false,
		"SEGMENT cut: 30m":                     false,
		"SEGMENT short: 30m":                   false,
		"SEGMENT bit_errors: 1e-3":             false,
		"for: 30s, station: other, jabber: on": true,
	} {
		for text, segment := range map[string]string{cable: "", network: "segment: c, "} {
			text := "until: {flows_done: true}" + text + "timeline: [{at: 100ms, " + strings.Replace(change, "SEGMENT ", segment, 1) + "}]"
			t.Run(change+" "+segment, func(t *testing.T) {
				f := play(t, text).Flows[0]
				if ok {
					assert.Empty(t, f.Failed)
					assert.Equal(t, f.Bytes, f.Delivered)
					return
				}
				assert.Regexp(t, `^(send|receive|wait for the end): .* at \d+`, f.Failed)
				assert.Nil(t, f.EndedUs)
			})
		}
	}
}
