package turns

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/scenario"
)

// A bus of a network is calculated and measured like the same bus by itself. A port of a switch may send frames of
// any length.
func TestABusOfANetwork(t *testing.T) {
	read := func(text string) *scenario.Scenario {
		s, err := scenario.Parse("test", []byte(text), scenario.Options{})
		require.NoError(t, err)
		return s
	}
	network, err := OfNetwork(read(`
phy: 100base-tx
duration: 1ms
segments: {bus1: {kind: bus, phy: 10base-t1s, latency: typical, length: 10m}, bus2: {kind: bus, phy: 10base-t1s}}
devices: [{name: gw, kind: bridge, ports: [{to: bus1, plca: {node_id: 0, node_count: 3}}]}]
links: [{between: [gw, bus1], at: 0m}, {between: [gw, bus2], at: 0m}]
stations:
  - {name: a, via: bus1, at: 3m, plca: {node_id: 1}, traffic: {kind: saturated, size: 64, to: b}}
  - {name: b, via: bus1, at: 6m, plca: {node_id: 2, burst_count: 1}, traffic: {kind: saturated, size: 100, to: a}}
  - {name: c, via: bus2, at: 6m}
`), 0)
	require.NoError(t, err)
	require.Len(t, network.Buses, 1, "bus2 has no PLCA")
	alone, err := Of(read(`
phy: 10base-t1s
duration: 1ms
medium: {length: 10m, latency: typical}
stations:
  - {name: a, at: 3m, plca: {node_id: 1}, traffic: {kind: saturated, size: 64, to: b}}
  - {name: b, at: 6m, plca: {node_id: 2, burst_count: 1}, traffic: {kind: saturated, size: 100, to: a}}
  - {name: gw/bus1, at: 0m, plca: {node_id: 0, node_count: 3}, traffic: {kind: saturated, size: 1518, to: a}}
`), 0)
	require.NoError(t, err)
	bus := network.Buses[0]
	assert.Equal(t, "bus1", bus.Bus)
	bus.Bus = ""
	assert.Equal(t, alone, bus)
	var text strings.Builder
	require.NoError(t, network.Text(&text))
	assert.Contains(t, text.String(), "gw/bus1")
}
