package medium_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/medium"
)

// The names on which checks and notebooks rely.
func TestResultNames(t *testing.T) {
	keys := func(v any) (names []string) {
		text, err := json.Marshal(v)
		require.NoError(t, err)
		m := map[string]any{}
		require.NoError(t, json.Unmarshal(text, &m))
		for name := range m {
			names = append(names, name)
		}
		return names
	}
	r := medium.Result{Stations: []medium.Station{{}}}
	assert.Equal(t, "csmacd/result/1", medium.ResultSchema)
	assert.ElementsMatch(t, []string{"schema", "scenario", "seed", "version", "engine", "digest", "complete", "simulated_ps", "simulated_bits",
		"warmup_ps", "medium", "access_delay_us", "delay_us", "stations"}, keys(r))
	assert.ElementsMatch(t, []string{"kind", "frames_offered", "frames_sent", "frames_delivered", "frames_lost", "frames_dropped",
		"frames_queued", "attempts", "collisions", "throughput", "share_success", "share_collision", "share_idle", "offered_load", "jain"}, keys(r.Medium))
	assert.ElementsMatch(t, []string{"count", "mean", "p50", "p95", "p99", "max"}, keys(r.Delay))
	assert.Subset(t, keys(r.Stations[0]), []string{"name", "counters", "collisions_per_frame", "access_delay_us"})
	assert.ElementsMatch(t, []string{
		// IEEE 802.3 clause 30, as ethtool -S --groups eth-mac prints them ...
		"FramesTransmittedOK", "SingleCollisionFrames", "MultipleCollisionFrames", "FramesReceivedOK", "FrameCheckSequenceErrors",
		"AlignmentErrors", "FrameTooLongErrors", "OctetsTransmittedOK", "OctetsReceivedOK", "FramesWithDeferredXmissions", "LateCollisions",
		"FramesAbortedDueToXSColls", "FramesWithExcessiveDeferral", "MulticastFramesXmittedOK", "BroadcastFramesXmittedOK",
		"MulticastFramesReceivedOK", "BroadcastFramesReceivedOK", "CarrierSenseErrors",
		"Fragments", // ... and of RMON
	}, keys(r.Stations[0].Counters))
}
