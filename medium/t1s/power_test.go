package t1s_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/t1s"
	"github.com/csmacd/csmacd/phy"
)

// A coordinator without power is a coordinator that is lost: its followers fall back to plain CSMA/CD, and are in
// step again when it is back. Its own queue is lost, and a station that always has a frame goes on.
func TestPowerOff(t *testing.T) {
	c := nodes(3)
	for i := range c.Stations {
		c.Stations[i].Traffic = []traffic.Source{
			traffic.Poisson(phy.Millisecond, traffic.Octets(64), traffic.To{Whom: traffic.ToNext}),
			traffic.Think(phy.Millisecond, 0, traffic.Octets(64), traffic.To{Whom: traffic.ToNext}),
		}
	}
	c.Timeline = []medium.Change{
		{At: 100 * phy.Millisecond, Kind: medium.PowerOff, Station: "n0", On: true},
		{At: 200 * phy.Millisecond, Kind: medium.PowerOff, Station: "n0"},
	}
	r := run(t, c, 400*phy.Millisecond)
	off, others := r.Stations[0], r.Stations[1]
	assert.InDelta(t, 0.75, off.PLCA.StatusOK, 0.01)
	assert.InDelta(t, 0.75+0.0138/0.4, others.PLCA.StatusOK, 0.01)
	assert.EqualValues(t, 3, others.PLCA.StatusChanges)
	assert.InDelta(t, 100, off.FramesDropped, 40, "arrivals of the Poisson stream")
	assert.Zero(t, others.FramesDropped)
	assert.Greater(t, off.Counters.FramesTransmittedOK, uint64(400))
	assert.Greater(t, r.Medium.FramesLost, uint64(50), "nobody hears what is for it")
}

// A station that is removed is silent for good. What is for everybody is for those that are left.
func TestRemove(t *testing.T) {
	c := nodes(3)
	for i := range c.Stations {
		c.Stations[i].Traffic = []traffic.Source{traffic.Periodic(traffic.Octets(64), traffic.To{Whom: traffic.ToBroadcast}, phy.Millisecond/2, phy.Millisecond, 400)}
	}
	c.Stations[1].Traffic = append(c.Stations[1].Traffic, traffic.Think(phy.Millisecond, 0, traffic.Octets(64), traffic.To{Whom: traffic.ToNext}))
	c.Timeline = []medium.Change{
		{At: 100 * phy.Millisecond, Kind: medium.PowerOff, Station: "n1", On: true},
		{At: 150 * phy.Millisecond, Kind: medium.PowerOff, Station: "n1"},
		{At: 200 * phy.Millisecond, Kind: medium.Remove, Station: "n1"},
		{At: 250 * phy.Millisecond, Kind: medium.PowerOff, Station: "n1", On: true},
		{At: 300 * phy.Millisecond, Kind: medium.PowerOff, Station: "n1"},
	}
	before := run(t, c, 200*phy.Millisecond)
	after := run(t, c, 400*phy.Millisecond)
	assert.EqualValues(t, 150, before.Stations[0].FramesDelivered, "one without power is there")
	assert.EqualValues(t, 350, after.Stations[0].FramesDelivered, "one that was removed is not")
	assert.Equal(t, before.Stations[1].FramesOffered, after.Stations[1].FramesOffered)
	assert.Equal(t, before.Stations[1].Counters.FramesReceivedOK, after.Stations[1].Counters.FramesReceivedOK)

	n, err := t1s.New(c)
	require.NoError(t, err)
	require.NoError(t, n.Run(250*phy.Millisecond))
	require.ErrorIs(t, n.Change(medium.Change{At: 260 * phy.Millisecond, Kind: medium.Deaf, Station: "n1", On: true}), medium.ErrNoStation)
}
