package store

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// With the draws of a run of the original program, ours is the same run: every event, in order, at
// the picosecond (10^-9 ms) of the recording.
func TestRecordedRunsEventForEvent(t *testing.T) {
	for _, want := range traces(t) {
		t.Run(want.Policy, func(t *testing.T) {
			draws, err := backoff.ReadRecorded(bytes.NewReader(want.Recording))
			require.NoError(t, err)
			leg := Normal(phy.Time(want.Net[0]*1e9), phy.Time(want.Net[1]*1e9))
			leg.Abs = true
			n, err := New(Config{
				Draws: draws, Leg: leg, Until: medium.Until{Idle: true},
				Groups: []Group{clientsOf("c", want.Clients, awsPolicy(t, want.Policy, want.Base, want.Cap))},
			})
			require.NoError(t, err)
			var seen steps
			n.Observe(&seen)
			require.NoError(t, n.Run(phy.Forever))
			require.True(t, n.Done())
			require.Zero(t, draws.Left())
			require.Equal(t, want.Events, seen.got)

			r := n.Result()
			require.Equal(t, want.Calls, r.Medium.Calls)
			require.Equal(t, want.Failures, r.Medium.Collisions)
			require.InDelta(t, want.EndTime, r.Medium.CompletionUs/1000, 0.5e-9)
		})
	}
}

// Draws that end too soon end the run with an error that names the missing one.
func TestDrawsRunOut(t *testing.T) {
	draws := backoff.NewRecorded(backoff.RecordedDraw{Kind: backoff.NormalDraw, A: 10, B: 2, Value: 9})
	n, err := New(Config{Draws: draws, Leg: Article, Groups: []Group{clientsOf("c", 3, backoff.FullJitter(backoff.AWS))}})
	require.NoError(t, err)
	err = n.Run(phy.Forever)
	require.ErrorIs(t, err, backoff.ErrRecorded)
	require.EqualError(t, err, "c1: recorded draws do not fit: draw 2 (normal 10 2) is asked for, and 1 are given")
	require.False(t, n.Result().Complete)
}
