package scenario

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/t1s"
	"github.com/csmacd/csmacd/phy"
)

// car is a scenario of a gateway with a bus of sensors and a fast link.
const car = `
duration: 20ms
phy: 100base-tx
plca: {to_timer: 24bt}
segments:
  bus1: {kind: bus, phy: 10base-t1s, latency: typical}
devices:
  - name: sw
    kind: bridge
    ports: [{to: bus1, plca: {node_id: 0, node_count: 3}, latency: min}]
links:
  - {between: [sw, bus1], at: 0m}
  - {between: [sw, ecu], duplex: full}
stations:
  - {name: "s%d", count: 2, via: bus1, from: 3m, spacing: 3m, plca: {node_id: 1}, traffic: {kind: frames, start: 1ms, count: 10, interval: 1ms, size: 64, to: ecu}}
  - {name: ecu, traffic: {kind: frames, start: 1ms, count: 10, interval: 1ms, size: 100, to: s0}}
`

// A bus with PLCA stands beside a bridge, one of whose ports is the coordinator.
func TestPLCAInANetwork(t *testing.T) {
	s := read(t, car)
	assert.Empty(t, warned(s))
	c := s.LAN()
	assert.Equal(t, &t1s.Typical, c.Segments[0].Multidrop)
	assert.Nil(t, c.Segments[1].Multidrop)
	port := c.Bridges[0].Ports[0].Node
	assert.Equal(t, &plca.Params{NodeIDs: []int{0}, NodeCount: 3, ToTimer: 24 * bt, BurstTimer: 128 * bt, AgingCycles: 100}, port.PLCA)
	assert.Equal(t, &t1s.Min, port.Latency)
	for i := range 2 {
		assert.Equal(t, []int{1 + i}, c.Nodes[i].PLCA.NodeIDs)
		assert.Nil(t, c.Nodes[i].Latency)
	}
	assert.Zero(t, c.Nodes[2])
	n, err := s.Network()
	require.NoError(t, err)
	require.NoError(t, n.Run(s.Duration))
	r := n.Result()
	assert.EqualValues(t, r.Medium.FramesOffered, r.Medium.FramesDelivered)
	assert.Positive(t, r.Domains[0].PLCA.Cycles)
	assert.Positive(t, r.Devices[0].Ports[0].PLCA.TurnsUsed)
}

// The timeline changes stations and ports of bridges.
func TestPLCAOfAPortChanges(t *testing.T) {
	s := read(t, car+`
timeline:
  - {at: 5ms, port: sw/bus1, plca: off}
  - {at: 9ms, port: sw/bus1, plca: {node_count: 4}}
  - {at: 9ms, station: s1, plca: {node_id: 3}}
  - {at: 10ms, beacon_loss: 0.1}
`)
	list := s.LAN().Timeline
	assert.Equal(t, medium.Change{At: 5 * phy.Millisecond, Kind: medium.PLCA, Station: "sw/bus1", New: (*plca.Params)(nil)}, list[0])
	p := list[1].New.(*plca.Params)
	assert.Equal(t, 4, p.NodeCount)
	assert.Equal(t, 24*bt, p.ToTimer)
	assert.Equal(t, []int{0}, p.NodeIDs)
	assert.Equal(t, []int{3}, list[2].New.(*plca.Params).NodeIDs)
	assert.Equal(t, medium.Change{At: 10 * phy.Millisecond, Kind: medium.BeaconLoss, Segment: "bus1", Value: 0.1}, list[3])
	n, err := s.Network()
	require.NoError(t, err)
	require.NoError(t, n.Run(s.Duration))
}

// PLCA is a matter of buses of 10BASE-T1S.
func TestPLCAElsewhereInANetwork(t *testing.T) {
	for text, want := range map[string]string{
		"link: {phy: 10base-t1s}, plca: {node_id: 1}": "are those of a bus, a segment of kind bus, and this is a link or a star",
		"plca: {node_id: 0}, via: bus1":               "n and sw/bus1 (line 10, column 40) have the same node ID, 0: the bus has two coordinators",
		"plca: {node_id: 1}":                          "and the phy here is 100base-tx: this has no effect",
	} {
		text := car[:len(car)-1] + "\n  - {name: n, " + text
		if want := "via: bus1"; len(text) < len(want) || text[len(text)-len(want):] != want {
			text += ", via: sw"
		} else {
			text += ", at: 2m"
		}
		s, err := Parse("test.yaml", []byte(text+"}\n"), Options{})
		if err != nil {
			assert.ErrorContains(t, err, want)
			continue
		}
		assert.Contains(t, warned(s), want)
	}
	_, err := Parse("test.yaml", []byte(car+"timeline: [{at: 1ms, station: ecu, plca: {node_id: 4}}]"), Options{})
	require.ErrorContains(t, err, "17:42: timeline[0].plca: plca belongs to PLCA, which a bus of 10base-t1s can have, and this is another medium")
	_, err = Parse("test.yaml", []byte("mac: {persistence: 0.5}\n"+car), Options{})
	require.ErrorContains(t, err, "1:6: mac: persistence is not possible on a bus with PLCA or latencies")
}

// An address goes over from a node of such a bus to a station elsewhere.
func TestAnAddressLeavesABusWithPLCA(t *testing.T) {
	s := read(t, car+`timeline:
  - {at: 5ms, station: s0, ether: "02:00:00:00:00:99"}
  - {at: 5ms, station: ecu, ether: "02:00:00:00:00:01"}
`)
	net, err := s.Network()
	require.NoError(t, err)
	require.NoError(t, net.Run(s.Duration))
	assert.Equal(t, "02:00:00:00:00:01", net.Address(2).String())
	assert.Equal(t, "02:00:00:00:00:99", net.Address(0).String())
	assert.EqualValues(t, 10, net.Result().Stations[0].Counters.FramesReceivedOK, "ecu sends to the station, whatever its address is")
}
