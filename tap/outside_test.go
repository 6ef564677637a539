package tap

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

func TestNewLiveRefuses(t *testing.T) {
	build := func(ran phy.Time, o Options, ports ...Port) error {
		n, err := bus.New(cable(0, 30))
		require.NoError(t, err)
		require.NoError(t, n.Run(ran))
		_, err = NewLive(n, ports, o)
		return err
	}
	for want, port := range map[string]Port{
		"there is no station 2, the network has 2": {Station: 2, Link: &desk{}},
		"there is no station -1":                   {Station: -1, Link: &desk{}},
		"station A has no link":                    {Station: 0},
		"station A holds -1 frames":                {Station: 0, Link: &desk{}, Queue: -1},
		"station B has a port already":             {Station: 1, Link: &desk{}},
	} {
		first := &desk{}
		require.ErrorContains(t, build(0, Options{}, Port{Station: 1, Link: first}, port), want)
		assert.True(t, first.closed, "it owns the links: %s", want)
	}
	for want, o := range map[string]Options{
		"the speed is NaN": {Speed: math.NaN()}, "the speed is -1": {Speed: -1}, "the speed is +Inf": {Speed: math.Inf(1)}, "the spin is -1ns": {Spin: -1},
	} {
		require.ErrorContains(t, build(0, o), want)
	}
	shared := &desk{}
	require.ErrorContains(t, build(0, Options{}, Port{Station: 0, Link: shared}, Port{Station: 1, Link: shared}), "port 1: its link is that of port 0 already")
	_, err := NewLive(nil, nil, Options{})
	require.EqualError(t, err, "tap: there is no network")
	require.ErrorContains(t, build(phy.Second, Options{}), "has been run already, up to 1s")
}

// A live station may have traffic of its own, whatever its frames' references: each frame
// is whose it is.
func TestLiveStationsWithTraffic(t *testing.T) {
	for name, own := range map[string]traffic.Source{
		"without references": {Kind: traffic.KindPoisson, Mean: 5 * phy.Millisecond, Size: traffic.Octets(100), To: traffic.To{Whom: traffic.ToStation, Station: 1}},
		"with references":    {Kind: traffic.KindFrames, Count: 20, Interval: 5 * phy.Millisecond, Ref: 1, Size: traffic.Octets(100), To: traffic.To{Whom: traffic.ToStation, Station: 1}},
	} {
		t.Run(name, func(t *testing.T) {
			c := cable(0, 30)
			c.Stations[0].Traffic = []traffic.Source{own}
			b := onBench(t, c, 2, Options{Octets: func(o []byte, f medium.Frame) []byte { return append(o, make([]byte, f.Size)...) }})
			for i := range 20 {
				b.clock.at(b.begin()+time.Duration(i)*4*time.Millisecond, func() { b.desks[0].sent = append(b.desks[0].sent, frameFor(addressB, addressA, 200)) })
			}
			b.run(200 * phy.Millisecond)
			sizes := map[int]int{}
			for _, f := range b.desks[1].received {
				sizes[len(f)]++
			}
			assert.Equal(t, 20, sizes[200])
			assert.Equal(t, int(b.net.Result().Medium.FramesDelivered)-20, sizes[96])
			assert.Greater(t, sizes[96], 10)
			assert.Zero(t, b.live.ports.all[0].held)
		})
	}
}

// The MAC pads to its own shortest frame.
func TestFramesArePaddedToTheRules(t *testing.T) {
	c := cable(0, 30)
	c.Params = mac.For(phy.Ethernet10)
	c.Params.MinFrame = 100
	b := onBench(t, c, 2, Options{})
	b.desks[0].sent = [][]byte{frameFor(addressB, addressA, 14)}
	b.run(phy.Millisecond)
	require.Len(t, b.desks[1].received, 1)
	assert.Len(t, b.desks[1].received[0], 96)
	assert.Zero(t, b.live.Figures().Hosts[0].TooLong)
}

// A host that has changed its address goes on sending, and nothing comes back: that is told
// and counted.
func TestHostsThatChangeTheirAddress(t *testing.T) {
	other := phy.Address{0x02, 0xaa, 0, 0, 0, 7}
	for _, promiscuous := range []bool{false, true} {
		b := onBench(t, cable(0, 30), 2, Options{})
		b.live.ports.all[0].promiscuous = promiscuous
		b.desks[0].sent = [][]byte{frameFor(addressB, addressA, 60), frameFor(addressB, other, 60), frameFor(addressB, other, 60)}
		b.clock.at(b.begin()+5*time.Millisecond, func() { b.desks[1].sent = [][]byte{frameFor(other, addressB, 60), frameFor(addressA, addressB, 60)} })
		require.NoError(t, b.live.Run(context.Background(), 20*phy.Millisecond))
		a := b.live.Figures().Hosts[0]
		if promiscuous {
			assert.Equal(t, Passage{Station: "A", In: 3, Out: 2}, a)
			assert.Empty(t, b.notes)
			continue
		}
		assert.Equal(t, Passage{Station: "A", In: 3, Out: 1, Foreign: 2, Missed: 1}, a)
		require.Len(t, b.notes, 1, "once, not for each frame")
		assert.Contains(t, b.notes[0], "A: the host sends from 02:aa:00:00:00:07, and the station receives for 02:00:00:00:00:01")
	}
}
