package server

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// impatient describes clients that give up long before their response, and a server that notices.
func impatient(clients int) Config {
	c := Config{Rule: Standard, Cancel: true, Groups: []Group{{
		Group: medium.Group{Name: "c", Names: names("c", clients), Policy: backoff.None()}, Timeout: 50 * phy.Millisecond,
	}}}
	c.Delay = phy.MaxTime
	return c
}

// A server that notices which clients have left does not fill up with their requests, asleep or
// stopped.
func TestWhoHasLeftTakesNoRoom(t *testing.T) {
	defer func(most int) { mostRequests = most }(mostRequests)
	mostRequests = 10_000
	halted := impatient(10)
	halted.Stops = []Stop{{phy.Second, 2_000_000 * phy.Second}}
	for name, c := range map[string]Config{"asleep": impatient(1000), "stopped": halted} {
		n, err := New(c)
		require.NoError(t, err)
		require.NoError(t, n.Run(100*phy.Second), name)
		assert.Greater(t, n.Result().Medium.Attempts, uint64(19_000), name)
		assert.LessOrEqual(t, n.server.size+len(n.server.kept), 2*len(n.server.clients)+1025, name)
		assert.LessOrEqual(t, cap(n.server.kept)+len(n.server.ring), 10_000, name)
	}
	c := impatient(1000)
	c.Cancel = false
	n, err := New(c)
	require.NoError(t, err)
	require.ErrorIs(t, n.Run(100*phy.Second), errTooMany, "one that does not notice is")
}

// It makes no difference when the server is swept.
func TestSweepingChangesNothing(t *testing.T) {
	defer func(l int) { leeway = l }(leeway)
	for seed := range uint64(10) {
		c := stopped(seed, backoff.Fixed(0.01), 5*phy.Second)
		c.Cancel = true
		c.Delay, c.Groups[0].Timeout, c.Groups[0].Think = phy.Second, phy.Time(1+seed%3)*400*phy.Millisecond, phy.Second
		c.Groups[0].Names = c.Groups[0].Names[:40]
		c.Stops = append(c.Stops, Stop{27 * phy.Second, phy.Second})
		var logs [2][]string
		var results [2]*medium.Result
		for i, l := range []int{-80, 1 << 40} {
			leeway = l
			n, err := New(c)
			require.NoError(t, err)
			seen := &outcomes{}
			n.Observe(seen)
			require.NoError(t, n.Run(40*phy.Second))
			logs[i], results[i] = seen.log, n.Result()
		}
		require.Equal(t, logs[1], logs[0], fmt.Sprint("seed ", seed))
		require.Equal(t, results[1], results[0])
		require.Positive(t, results[0].Medium.Collisions)
	}
}

// The number of windows is limited in a run of any length.
func TestWindowsAreBounded(t *testing.T) {
	defer func(most int) { mostWindows = most }(mostWindows)
	mostWindows = 20
	c := stopped(1, backoff.Fixed(1), phy.Second)
	other := c.Groups[0]
	other.Group.Name, other.Group.Names = "other", names("other", 3)
	c.Groups = append(c.Groups, other)
	n, err := New(c)
	require.NoError(t, err)
	require.NoError(t, n.Run(50*phy.Second))
	assert.Len(t, n.Result().Medium.Windows, 10)
	require.ErrorIs(t, n.Run(60*phy.Second), errTooLong)
	r := n.Result()
	assert.Len(t, r.Medium.Windows, 10)
	assert.False(t, r.Complete)
}
