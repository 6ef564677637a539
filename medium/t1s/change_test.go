package t1s

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// pair returns two plain stations that always have a frame for each other.
func pair() Config {
	c := Config{Seed: 3, Latency: Typical}
	for _, name := range []string{"a", "b"} {
		c.Stations = append(c.Stations, Station{Station: bus.Station{Name: name, Queue: 50, Traffic: []traffic.Source{
			traffic.Periodic(traffic.Octets(64), traffic.To{}, 0, 50*phy.Microsecond, 400)}}})
	}
	return c
}

// A queue that becomes shorter keeps what it has, and takes nothing until it is short enough.
func TestAQueueBecomesShorter(t *testing.T) {
	c := pair()
	c.Stations[1].Traffic = nil // so that it grows slowly, and shrinks as slowly
	c.Timeline = []medium.Change{{At: 5 * phy.Millisecond, Kind: medium.Queue, Station: "a", Value: 2}}
	n, err := New(c)
	require.NoError(t, err)
	require.NoError(t, n.Run(5*phy.Millisecond))
	before := n.Result()
	require.Greater(t, before.Stations[0].FramesQueued, uint64(2))
	require.NoError(t, n.Run(10*phy.Millisecond))
	after := n.Result()
	assert.LessOrEqual(t, after.Stations[0].FramesQueued, uint64(2))
	assert.Zero(t, before.Stations[0].FramesDropped)
	assert.Greater(t, after.Stations[0].FramesDropped, uint64(20))
}

// Two stations that back off for a fixed number of slots collide for ever; with the policy of the standard they do not.
func TestThePolicyChanges(t *testing.T) {
	c := pair()
	c.Timeline = []medium.Change{
		{At: 0, Kind: medium.Policy, Station: "a", New: backoff.Fixed(1)},
		{At: 0, Kind: medium.Policy, Station: "b", New: backoff.Fixed(1)},
		{At: 10 * phy.Millisecond, Kind: medium.Policy, Station: "a"},
	}
	n, err := New(c)
	require.NoError(t, err)
	require.NoError(t, n.Run(10*phy.Millisecond))
	assert.Zero(t, n.Result().Medium.FramesSent)
	require.NoError(t, n.Run(20*phy.Millisecond))
	assert.Positive(t, n.Result().Medium.FramesSent)
	require.ErrorIs(t, n.Change(medium.Change{At: 20 * phy.Millisecond, Kind: medium.Policy, Station: "a", New: 5}), medium.ErrRefused)
	require.ErrorIs(t, n.Change(medium.Change{At: 20 * phy.Millisecond, Kind: medium.Queue, Station: "a", Value: 0.5}), medium.ErrRefused)
}

// A quick bus changes as one whose machines all run does.
func TestAQuickBusChangesItsQueuesAndPolicies(t *testing.T) {
	c := pair()
	c.Latency = Ideal
	for i := range c.Stations {
		p := plca.Default()
		p.NodeIDs, p.NodeCount = []int{i}, 2
		c.Stations[i].PLCA = &p
	}
	c.Timeline = []medium.Change{
		{At: 5 * phy.Millisecond, Kind: medium.Queue, Station: "a", Value: 2},
		{At: 5*phy.Millisecond + 12345, Kind: medium.Policy, Station: "b", New: backoff.Fixed(1)},
		{At: 9 * phy.Millisecond, Kind: medium.Policy, Station: "b"},
	}
	figures := func(o medium.Observer, ends ...phy.Time) string {
		n, err := New(c)
		require.NoError(t, err)
		if o != nil {
			n.Observe(o)
		}
		for _, end := range ends {
			require.NoError(t, n.Run(end))
		}
		text, err := json.Marshal(n.Result())
		require.NoError(t, err)
		return string(text)
	}
	want := figures(nil, 15*phy.Millisecond)
	require.Equal(t, want, figures(all{}, 15*phy.Millisecond))
	require.Equal(t, want, figures(nil, 4999*phy.Microsecond, 7*phy.Millisecond, 15*phy.Millisecond))
}

// all is an observer that wants every event, so that the machines run.
type all struct{}

func (all) Interest() medium.Interest { return medium.Interest{Kinds: medium.AllKinds} }
func (all) Observe(*medium.Event)     {}

// A station gets another address while a frame for it is on its way and another is queued: both are for nobody then. What
// is sent to it later is for the new address.
func TestAStationGetsAnotherAddress(t *testing.T) {
	c := pair()
	c.Stations[0].Traffic, c.Stations[1].Traffic = nil, nil
	other := phy.StationAddress(77)
	c.Timeline = []medium.Change{{At: 30 * phy.Microsecond, Kind: medium.Ether, Station: "b", Address: other}}
	n, err := New(c)
	require.NoError(t, err)
	for _, at := range []phy.Time{0, 10, 200} {
		require.NoError(t, n.Inject(0, at*phy.Microsecond, medium.Frame{Size: 64, Destination: 1}))
	}
	require.NoError(t, n.Run(phy.Millisecond))
	assert.Equal(t, other, n.Address(1))
	assert.EqualValues(t, 1, n.Destination(other))
	assert.EqualValues(t, 1, n.Result().Stations[1].Counters.FramesReceivedOK)
	assert.EqualValues(t, 3, n.Result().Medium.FramesSent)
	require.ErrorIs(t, n.Change(medium.Change{At: phy.Millisecond, Kind: medium.Ether, Station: "b", Address: phy.StationAddress(0)}), medium.ErrRefused)
	require.ErrorIs(t, n.Change(medium.Change{At: phy.Millisecond, Kind: medium.Ether, Station: "b", Address: phy.Broadcast}), medium.ErrRefused)
}

// A change takes the place of one that was planned, which then does not happen.
func TestAChangeInPlaceOfAPlannedOne(t *testing.T) {
	const ms = phy.Millisecond
	c := pair()
	c.Timeline = []medium.Change{{At: 1 * ms, Kind: medium.Mute, Station: "a", On: true}, {At: 15 * ms, Kind: medium.Mute, Station: "a"}}
	late, err := New(c)
	require.NoError(t, err)
	require.NoError(t, late.Run(20*ms))
	c.Timeline[1].At = 5 * ms
	want, err := New(c)
	require.NoError(t, err)
	require.NoError(t, want.Run(20*ms))
	c.Timeline[1].At = 15 * ms
	n, err := New(c)
	require.NoError(t, err)
	require.NoError(t, n.Run(4*ms))
	require.ErrorIs(t, n.Change(medium.Change{At: 5 * ms, Kind: medium.Mute, Station: "b", Planned: 15 * ms}), medium.ErrRefused)
	require.NoError(t, n.Change(medium.Change{At: 5 * ms, Kind: medium.Mute, Station: "a", Planned: 15 * ms}))
	require.NoError(t, n.Run(20*ms))
	assert.Equal(t, want.Result(), n.Result())
	assert.NotEqual(t, late.Result().Digest, n.Result().Digest)
}
