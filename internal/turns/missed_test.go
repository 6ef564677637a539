package turns

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/medium/t1s"
	"github.com/csmacd/csmacd/phy"
)

// A node whose RX_DV falls later than its carrier rises again misses each BEACON behind the last turn; one picosecond
// earlier it misses none. The way of signals along the cable counts. A note names the node, and there is no bound.
func TestBeaconIsMissed(t *testing.T) {
	const bus = `
phy: 10base-t1s
duration: 20ms
medium: {length: 20m, latency: {tx: 120ns, crs_on: 400ns, crs_off: 640ns, rx_on: 2400ns, rx_off: 640ns, mii: 0ns}}
stations:
  - {name: head, at: 10m, plca: {node_id: 0, node_count: 3}}
  - {name: late, at: 0m, latency: {tx: 120ns, crs_on: 400ns, crs_off: 640ns, rx_on: 2400ns, rx_off: RX, mii: 0ns}, plca: {node_id: 1}}
  - {name: last, at: PLACE, plca: {node_id: 2}, traffic: {kind: saturated, size: 64}}
`
	for _, place := range []string{"20m", "10m", "0m"} {
		for _, more := range []phy.Time{0, 1, 100 * phy.Nanosecond} {
			limit := 1160 * phy.Nanosecond // what the coordinator and the carrier of the node take
			if place == "0m" {
				limit += 2 * where(t, strings.NewReplacer("RX", "0ns", "PLACE", place).Replace(bus), 0) // there and back
			}
			text := strings.NewReplacer("RX", (limit + more).String(), "PLACE", place).Replace(bus)
			n, err := t1s.New(*read(t, text).T1S())
			require.NoError(t, err)
			require.NoError(t, n.Run(20*phy.Millisecond))
			r := n.Result()
			head, late := r.Stations[0].PLCA.Beacons, r.Stations[1].PLCA.Beacons
			report := of(t, text)
			if more == 0 {
				assert.GreaterOrEqual(t, late+1, head, place)
				assert.Empty(t, report.Notes)
				assert.NotNil(t, report.Nodes[1].Bound)
				continue
			}
			assert.Less(t, late, head*2/3, "%s, %s more", place, more) // the node sends in each second cycle
			require.Len(t, report.Notes, 1)
			assert.Contains(t, report.Notes[0], "late may still receive the last frame of a cycle as it hears the BEACON, by up to "+more.String())
			assert.Nil(t, report.Nodes[1].Bound)
		}
	}
}

// With a to_timer that ends before a node sees the carrier of another's turn there is no bound, and a note says why. Without the
// note a bound was printed that nodes waited longer than.
func TestShortTimer(t *testing.T) {
	const bus = `
phy: 10base-t1s
duration: 20ms
medium: {length: LENGTH, latency: typical}
plca: {to_timer: TIMER}
stations:
  - {name: head, at: 0m, plca: {node_id: 0, node_count: 3}, traffic: {kind: saturated, size: 64}}
  - {name: far, at: LENGTH, plca: {node_id: 1}, traffic: {kind: saturated, size: 64}}
  - {name: last, at: LENGTH, plca: {node_id: 2}, traffic: {kind: saturated, size: 64}}
`
	for _, c := range []struct{ length, timer, note string }{
		{"25m", "18bt", ""},
		{"25m", "17bt", "to_timer is 17 bit times, and the cable with these PHYs needs 17.73: "},
		{"1000m", "32bt", "to_timer is 32 bit times, and the cable with these PHYs needs 116.28: "},
	} {
		r := of(t, strings.NewReplacer("LENGTH", c.length, "TIMER", c.timer).Replace(bus))
		if c.note == "" {
			assert.Empty(t, r.Notes)
			assert.NotNil(t, r.Nodes[0].Bound)
			continue
		}
		require.Len(t, r.Notes, 1, c)
		assert.Contains(t, r.Notes[0], c.note)
		assert.Nil(t, r.Nodes[0].Bound)
	}
}

func read(t *testing.T, text string) *scenario.Scenario {
	s, err := scenario.Parse("test", []byte(text), scenario.Options{})
	require.NoError(t, err)
	return s
}

// where returns the place of a station.
func where(t *testing.T, text string, station int) phy.Time {
	return read(t, text).T1S().Stations[station].At
}

// Behind a silent turn nothing is received any more as the BEACON comes.
func TestNoBeaconIsMissedBehindSilence(t *testing.T) {
	r := of(t, `
phy: 10base-t1s
duration: 20ms
medium: {latency: min}
stations:
  - {name: head, plca: {node_id: 0, node_count: 4}}
  - {name: slow, latency: max, plca: {node_id: 1}}
  - {name: n2, plca: {node_id: 2}, traffic: {kind: saturated, size: 64}}
`)
	assert.Empty(t, r.Notes)
}

// An ideal PHY beside one whose carrier falls late begins its turn before the other has counted to it.
func TestTurnIsEarly(t *testing.T) {
	for off, early := range map[string]bool{"840ns": false, "841ns": true} {
		r := of(t, `
phy: 10base-t1s
duration: 20ms
medium: {latency: ideal}
stations:
  - {name: head, latency: {crs_on: 840ns, crs_off: `+off+`}, plca: {node_id: 0, node_count: 4}}
  - {name: n1, plca: {node_id: 1}, traffic: {kind: saturated, size: 64}}
`)
		text := strings.Join(r.Notes, "\n")
		assert.Equal(t, early, strings.Contains(text, "the carrier of head falls so much later than that of n1"), text)
		assert.Contains(t, text, "some are not within the limits of clause 147")
		assert.Equal(t, !early, r.Nodes[1].Bound != nil)
	}
}
