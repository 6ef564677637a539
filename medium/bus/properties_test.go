package bus_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// A frame that is queued or offered is sent, dropped or still queued; a frame that is sent is
// delivered, lost or in flight; and the figures of the stations add up to those of the medium.
func TestFramesAreConserved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawOddNetwork(t)
		c.Warmup = rapid.SampledFrom([]phy.Time{0, bt(700), bt(8000.3)}).Draw(t, "warm-up")
		o := everything()
		n := build(t, c, o)
		require.NoError(t, n.Run(c.Warmup))
		before := n.Result().Medium.FramesQueued
		require.NoError(t, n.Run(horizon))
		r := n.Result()
		m := r.Medium
		require.Equal(t, before+m.FramesOffered, m.FramesSent+m.FramesDropped+m.FramesQueued)

		flying := uint64(0)
		for _, e := range o.events {
			if e.Kind == medium.Sent && e.At >= c.Warmup && e.At+travel(&c, e.Frame) >= horizon {
				flying++
			}
		}
		require.Equal(t, m.FramesSent, m.FramesDelivered+m.FramesLost+flying)

		var s medium.Station
		for _, st := range r.Stations {
			s.FramesOffered += st.FramesOffered
			s.FramesQueued += st.FramesQueued
			s.FramesDropped += st.FramesDropped
			s.FramesDelivered += st.FramesDelivered
			s.OctetsDelivered += st.OctetsDelivered
			s.Counters = sum(s.Counters, st.Counters)
			frames := uint64(0)
			for _, k := range st.CollisionsPerFrame {
				frames += k
			}
			require.Equal(t, st.Counters.FramesTransmittedOK, frames)
			require.Equal(t, st.AccessDelay.Count, frames)
		}
		require.Equal(t, m.FramesOffered, s.FramesOffered)
		require.Equal(t, m.FramesQueued, s.FramesQueued)
		require.Equal(t, m.FramesDropped, s.FramesDropped)
		require.Equal(t, m.FramesDelivered, s.FramesDelivered)
		require.Equal(t, m.FramesSent, s.Counters.FramesTransmittedOK)
		require.Equal(t, m.FramesDelivered, r.Delay.Count)
		require.InDelta(t, float64(8*s.OctetsDelivered), m.Throughput*r.SimulatedBits, 1e-6)
	})
}

// travel returns the time until a frame's last bit reaches its destination.
func travel(c *bus.Config, f medium.Frame) (longest phy.Time) {
	if f.Destination >= 0 {
		return distance(c, f.Source, f.Destination)
	}
	for j := range c.Stations {
		longest = max(longest, distance(c, f.Source, int32(j)))
	}
	return longest
}

func distance(c *bus.Config, i, j int32) phy.Time {
	switch {
	case i == j:
		return 0
	case c.Shape.IsStar():
		return c.Shape.Delay()
	}
	d := c.Stations[i].At - c.Stations[j].At
	return max(d, -d)
}

// With the standard's rules, a station starts after a gap of silence at its tap, or when the gap
// after a busy period ends. A station that had to wait starts in the second way.
func TestEveryStartFollowsAGap(t *testing.T) {
	gap := bt(96)
	rapid.Check(t, func(t *rapid.T) {
		o := everything()
		n := build(t, drawNetwork(t), o)
		require.NoError(t, n.Run(horizon))
		falls := make([]map[phy.Time]bool, n.Len()) // of carrier, at each tap
		last := make([]phy.Time, n.Len())           // the latest
		on := make([]bool, n.Len())
		waits := make([]bool, n.Len())
		for i := range falls {
			falls[i], last[i] = map[phy.Time]bool{}, -phy.Forever
		}
		for _, e := range o.events {
			i := e.Station
			switch e.Kind {
			case medium.CarrierOn:
				on[i] = true
			case medium.CarrierOff:
				on[i], last[i], falls[i][e.At] = false, e.At, true
			case medium.Defer:
				waits[i] = true
			case medium.TxStart:
				quiet := !on[i] && e.At-last[i] >= gap
				require.True(t, falls[i][e.At-gap] || quiet && !waits[i], "station %d at %v", i, e.At)
				waits[i] = false
			}
		}
	})
}

// The shares of time are those of the intervals of attempts, each at its sender's tap, and they add
// up to 1.
func TestSharesAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := everything()
		n := build(t, drawOddNetwork(t), o)
		require.NoError(t, n.Run(horizon))
		type interval struct{ start, end phy.Time }
		var sent, any []interval
		starts := map[int32]phy.Time{}
		collided := map[int32]bool{}
		end := func(i int32, at phy.Time) {
			any = append(any, interval{starts[i], at})
			if !collided[i] {
				sent = append(sent, interval{starts[i], at})
			}
			delete(starts, i)
		}
		for _, e := range o.events {
			switch e.Kind {
			case medium.TxStart:
				starts[e.Station], collided[e.Station] = e.At, false
			case medium.Collision:
				collided[e.Station] = true
			case medium.TxEnd:
				end(e.Station, e.At)
			}
		}
		for i := range starts {
			end(i, horizon)
		}
		covered := func(list []interval) (sum phy.Time) {
			slices.SortFunc(list, func(a, b interval) int { return int(a.start - b.start) })
			reached := phy.Time(0)
			for _, v := range list {
				sum += max(0, v.end-max(v.start, reached))
				reached = max(reached, v.end)
			}
			return sum
		}
		m := n.Result().Medium
		success, both := covered(sent), covered(any)
		require.Equal(t, float64(success)/float64(horizon), m.ShareSuccess)
		require.Equal(t, float64(both-success)/float64(horizon), m.ShareCollision)
		require.InDelta(t, 1, m.ShareSuccess+m.ShareCollision+m.ShareIdle, 1e-12)
		require.GreaterOrEqual(t, m.ShareIdle, 0.0)
		require.GreaterOrEqual(t, m.Jain, 0.0)
		require.LessOrEqual(t, m.Jain, 1+1e-12)
	})
}

func TestOneStationAloneNeverCollides(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawOddNetwork(t)
		c.Stations = c.Stations[:1]
		for k := range c.Stations[0].Traffic {
			c.Stations[0].Traffic[k].To.Station = 0
		}
		n := build(t, c)
		require.NoError(t, n.Run(horizon))
		m := n.Result().Medium
		require.Zero(t, m.Collisions)
		require.Zero(t, m.ShareCollision)
		require.LessOrEqual(t, m.Attempts-m.FramesSent, uint64(1), "one under way")
		if !n.Idle() {
			require.NoError(t, n.Run(horizon+bt(20000)))
		}
		require.Zero(t, n.Result().Medium.Collisions)
	})
}
