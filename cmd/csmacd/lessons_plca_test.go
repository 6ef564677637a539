package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// The lessons about PLCA claim what a run shows.
func TestLessonsOfPLCA(t *testing.T) {
	t.Run("on a busy bus each frame collides once, and nothing meets on the line", func(t *testing.T) {
		r := lesson(t, "plca")
		assert.Zero(t, r.Medium.Collisions)
		assert.InDelta(t, 546, r.Medium.PLCA.CycleUs.Max, 0.3)
		for _, s := range r.Stations {
			assert.Zero(t, s.PLCA.PhysicalCollisions, s.Name)
			assert.Zero(t, s.Counters.MultipleCollisionFrames, s.Name)
			assert.InDelta(t, s.PLCA.TurnsUsed, s.PLCA.LogicalCollisions, 2, s.Name)
		}
	})
	t.Run("longer bursts of the bulk sender make sensors wait", func(t *testing.T) {
		sensor := func(burst string) (wait, bulk float64) {
			r := lesson(t, "plca-sensors", "stations[1].plca.burst_count="+burst)
			return r.Stations[0].AccessDelay.Mean, float64(r.Stations[8].OctetsDelivered)
		}
		none, little := sensor("0")
		some, more := sensor("3")
		many, most := sensor("7")
		assert.Less(t, none, some)
		assert.Less(t, some, many)
		assert.Less(t, little, more)
		assert.Less(t, more, most)
	})
	t.Run("without its coordinator the bus is CSMA/CD some 14 ms later", func(t *testing.T) {
		r := lesson(t, "plca-lost-coordinator")
		for _, s := range r.Stations[1:] {
			assert.EqualValues(t, 2, s.PLCA.StatusChanges, s.Name)
			assert.InDelta(t, 1-(1000-13.9)/2995, s.PLCA.StatusOK, 0.002, s.Name)
			assert.Positive(t, s.PLCA.PhysicalCollisions, s.Name)
		}
		whole := lesson(t, "plca-lost-coordinator", "timeline=[]")
		assert.Zero(t, whole.Medium.Collisions)
	})
	t.Run("a guest between beacons never sends; between turns it does", func(t *testing.T) {
		assert.Zero(t, lesson(t, "plca-guest").Stations[1].Counters.FramesTransmittedOK)
		assert.EqualValues(t, 2, lesson(t, "plca-guest", "stations[0].plca.node_count=4").Stations[1].Counters.FramesTransmittedOK)
	})
	t.Run("a frame waits longer than a full cycle", func(t *testing.T) {
		r := lesson(t, "plca-long-wait")
		const first, frame = 3272.4, 57.6
		assert.InDelta(t, first+frame, r.Stations[2].AccessDelay.Max, 0.001)
		assert.Greater(t, first, 3269.2)
	})
	t.Run("beacons of two coordinators meet, and followers fall back", func(t *testing.T) {
		r := lesson(t, "plca-two-coordinators")
		for _, k := range []int{0, 4} {
			assert.Greater(t, r.Stations[k].PLCA.StatusOK, 0.99)
			assert.Greater(t, r.Stations[k].PLCA.Beacons, 100*r.Stations[1].PLCA.Beacons)
		}
		for _, s := range r.Stations[1:4] {
			assert.Less(t, s.PLCA.StatusOK, 0.9, s.Name)
		}
		assert.Positive(t, r.Medium.Collisions)
	})
}
