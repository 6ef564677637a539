package control

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/tap"
)

// The counters of a station have ethtool's names, and say how much they have grown.
func TestStats(t *testing.T) {
	at := func(sent, fragments uint64) *Stats {
		return &Stats{Now: 5, Stations: []StationStats{{
			Name: "h1", Counters: mac.Counters{FramesTransmittedOK: sent, Fragments: fragments}, Host: &tap.Passage{In: 9},
		}}}
	}
	var b strings.Builder
	require.NoError(t, at(7, 2).Text(&b, nil))
	assert.Contains(t, b.String(), "Standard stats for h1:\neth-mac-FramesTransmittedOK: 7\neth-mac-SingleCollisionFrames: 0\n")
	assert.Contains(t, b.String(), "\nrmon-etherStatsFragments: 2\ncsmacd-frames_dropped: 0\n")
	assert.Contains(t, b.String(), "\ncsmacd-host_frames_in: 9\n")
	assert.NotContains(t, b.String(), "+")
	b.Reset()
	require.NoError(t, at(10, 2).Text(&b, at(7, 2)))
	assert.Contains(t, b.String(), "FramesTransmittedOK: 10  +3\n")
	assert.Equal(t, 1, strings.Count(b.String(), "+"))
	b.Reset()
	require.NoError(t, at(7, 2).JSON(&b))
	assert.Contains(t, b.String(), `"eth-mac":{"AlignmentErrors":0,`)
	assert.Contains(t, b.String(), `"ifname":"h1"`)
	assert.Contains(t, b.String(), `"rmon":{"etherStatsFragments":2}`)
}
