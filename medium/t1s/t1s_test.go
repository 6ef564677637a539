package t1s_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/t1s"
	"github.com/csmacd/csmacd/phy"
)

const bit = plca.Bit

// id returns the parameters of a node with an ID; the coordinator's node count is count.
func id(id, count int) *plca.Params {
	p := plca.Default()
	p.NodeIDs = []int{id}
	p.NodeCount = count
	return &p
}

// nodes returns a configuration of nodes with the IDs 0 to count-1, named by letters.
func nodes(count int) t1s.Config {
	c := t1s.Config{Seed: 1}
	for i := range count {
		c.Stations = append(c.Stations, t1s.Station{Station: bus.Station{Name: fmt.Sprintf("n%d", i)}, PLCA: id(i, count)})
	}
	return c
}

// saturate queues a thousand frames at stations at once, when the bus is in step. (A station with a frame at
// time 0 is plain CSMA/CD until the first beacon, and its collisions then have consequences for long.)
func saturate(c *t1s.Config, octets int, stations ...int) {
	for _, i := range stations {
		c.Stations[i].Traffic = []traffic.Source{{
			Kind: traffic.KindFrames, Start: phy.Millisecond, Interval: 1, Count: 1000, Size: traffic.Octets(octets), To: traffic.To{Whom: traffic.ToNext}}}
	}
}

func run(t *testing.T, c t1s.Config, until phy.Time) *medium.Result {
	t.Helper()
	n, err := t1s.New(c)
	require.NoError(t, err)
	require.NoError(t, n.Run(until))
	r := n.Result()
	m := &r.Medium
	if c.Warmup == 0 { // all but those on their way
		require.InDelta(t, m.FramesOffered, m.FramesDelivered+m.FramesLost+m.FramesDropped+m.FramesQueued, 1)
	}
	return r
}

// An idle bus: a cycle is a beacon of 20 bits and a turn of 32 for each node (PLCA-IDLE).
func TestIdleCycle(t *testing.T) {
	for count, want := range map[int]float64{2: 8.4, 3: 11.6, 6: 21.2, 8: 27.6, 255: 818} {
		r := run(t, nodes(count), 10*phy.Millisecond)
		assert.Equal(t, medium.Spread{Min: want, Mean: want, Max: want}, r.Medium.PLCA.CycleUs, "%d nodes", count)
	}
}

// Every node always has a frame: each of its frames meets one logical collision, and nothing collides on the
// line (PLCA-ALL).
func TestAllSaturated(t *testing.T) {
	for _, c := range []struct {
		count, octets int
		cycle         float64
	}{{3, 64, 206}, {8, 64, 546}, {16, 64, 1090}, {2, 1518, 2464.4}} {
		x := nodes(c.count)
		x.Warmup = 30 * phy.Millisecond
		for i := range c.count {
			saturate(&x, c.octets, i)
		}
		r := run(t, x, 100*phy.Millisecond)
		assert.Equal(t, medium.Spread{Min: c.cycle, Mean: c.cycle, Max: c.cycle}, r.Medium.PLCA.CycleUs, "%d nodes", c.count)
		assert.Zero(t, r.Medium.Collisions)
		for _, s := range r.Stations {
			assert.InDelta(t, s.Counters.FramesTransmittedOK, s.Counters.SingleCollisionFrames, 1)
			assert.InDelta(t, s.Counters.FramesTransmittedOK, s.PLCA.LogicalCollisions, 1)
			assert.Zero(t, s.Counters.MultipleCollisionFrames)
			assert.Zero(t, s.PLCA.PhysicalCollisions)
		}
	}
}

// One node always has a frame, and the others are silent (PLCA-ONE).
func TestOneSaturated(t *testing.T) {
	for _, c := range []struct {
		count, octets int
		period        float64
	}{{2, 64, 72}, {4, 64, 70}, {8, 64, 82.8}, {8, 1518, 1246}} {
		x := nodes(c.count)
		x.Warmup = 10 * phy.Millisecond
		saturate(&x, c.octets, 1)
		r := run(t, x, 60*phy.Millisecond)
		assert.InDelta(t, 5e4/c.period, r.Medium.FramesSent, 1, "%d nodes", c.count)
		assert.Zero(t, r.Medium.Collisions)
	}
}

// Bursts (PLCA-BURST): the gap of the MAC counts from the fall of TX_EN.
func TestBursts(t *testing.T) {
	for _, c := range []struct {
		count, octets, burst int
		cycle                float64
	}{{8, 64, 3, 2158.8}, {4, 1518, 1, 9848.4}} {
		x := nodes(c.count)
		x.Warmup = 50 * phy.Millisecond
		for i := range c.count {
			saturate(&x, c.octets, i)
			x.Stations[i].PLCA.BurstCount = c.burst
		}
		r := run(t, x, 150*phy.Millisecond)
		assert.Equal(t, medium.Spread{Min: c.cycle, Mean: c.cycle, Max: c.cycle}, r.Medium.PLCA.CycleUs, "%d nodes", c.count)
	}
}
