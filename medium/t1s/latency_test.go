package t1s_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/t1s"
	"github.com/csmacd/csmacd/phy"
)

// transcription is the PHY of the runs of the public transcription of the standard (PLCA-RTL).
var transcription = t1s.Latency{
	Tx: 280 * phy.Nanosecond, CRSOn: 840 * phy.Nanosecond, CRSOff: 840 * phy.Nanosecond, RxOn: 3200 * phy.Nanosecond,
	RxOff: 2720 * phy.Nanosecond, COLOn: 1600 * phy.Nanosecond, COLOff: 1600 * phy.Nanosecond, MII: t1s.Clock, Tail: t1s.Zero,
}

// An idle cycle is 32 n + 20.8 bits, the latencies, and what is left of a clock period of 4 bits
// (PLCA-IDLE-PHY, PLCA-RTL-IDLE).
func TestIdleCycleWithLatencies(t *testing.T) {
	for _, c := range []struct {
		count   int
		latency t1s.Latency
		cycle   float64
	}{{2, transcription, 9.6}, {4, transcription, 16}, {8, t1s.Min, 28.8}, {8, t1s.Typical, 28.8}, {8, t1s.Max, 29.6}} {
		x := nodes(c.count)
		x.Latency = c.latency
		x.Warmup = phy.Millisecond
		r := run(t, x, 5*phy.Millisecond)
		assert.Equal(t, c.cycle, r.Medium.PLCA.CycleUs.Min, "%d nodes", c.count)
		assert.Equal(t, c.cycle, r.Medium.PLCA.CycleUs.Max, "%d nodes", c.count)
		for _, s := range r.Stations {
			assert.Equal(t, 1.0, s.PLCA.StatusOK)
		}
	}
}

// A cycle in which all nodes send, with the remedy of 2.3 us before a beacon (PLCA-RTL-ALL-4-64). In the
// transcription each turn is three symbols longer: its frames are a symbol too long, and its MAC starts two
// after its gap.
func TestAllSaturatedWithLatencies(t *testing.T) {
	c := nodes(4)
	c.Latency = transcription
	c.Warmup = 10 * phy.Millisecond
	for i := range 4 {
		saturate(&c, 64, i)
		c.Stations[i].PLCA.Silence = 2300 * phy.Nanosecond
		c.Stations[i].Phase = new(phy.Time)
	}
	r := run(t, c, 50*phy.Millisecond)
	assert.InDelta(t, 287.2, r.Medium.PLCA.CycleUs.Mean+4*1.2, 0.8)
	for _, s := range r.Stations {
		assert.InDelta(t, s.Counters.FramesTransmittedOK, s.Counters.SingleCollisionFrames, 1)
	}
}

// Three frames of a burst are one signal on the line: 1928 bits and the tail. In the transcription (PLCA-RTL-BURST:
// 194.88 us) the MAC starts two clocks after each of the two gaps, and a frame is a symbol too long: 20 bits in all.
func TestBurstOnTheLine(t *testing.T) {
	c := nodes(4)
	c.Latency = transcription
	c.Stations[1].PLCA.BurstCount = 2
	for i := range c.Stations {
		c.Stations[i].Phase = new(phy.Time)
	}
	frames(&c, 1, 64, origin, origin, origin)
	n, err := t1s.New(c)
	require.NoError(t, err)
	l := &span{of: medium.Of(medium.RxStart, medium.RxEnd)}
	n.Observe(l)
	require.NoError(t, n.Run(origin+5000*bit))
	require.Equal(t, 6, l.events)
	line := l.last - l.first - (transcription.RxOff - transcription.RxOn)
	assert.Equal(t, 1928*bit+transcription.Tail, line)
	assert.InDelta(t, 194.88, (line+(2*8+4)*bit).Seconds()*1e6, 0.5)
}

// span is the time from the first to the last event of some kinds at node 0.
type span struct {
	of          medium.Kinds
	events      int
	first, last phy.Time
}

func (s *span) Interest() medium.Interest { return medium.Interest{Kinds: s.of, Stations: []int{0}} }
func (s *span) Observe(e *medium.Event) {
	if s.events++; s.events == 1 {
		s.first = e.At
	}
	s.last = e.At
}

// With PHYs as slow as clause 147 allows, on 25 m and with the largest spread of CRS off, a turn of 24 bits is too short
// for some phases of the clocks, and one of 32 never is (PLCA-TO-MIN: 22.1 bits, and up to 8 for the clocks, two periods).
// Here a PHY takes what it is given at the next edge of its clock, up to 4 bits later: 26.1 bits are always enough.
func TestShortestTurn(t *testing.T) {
	early := t1s.Max
	early.CRSOff = 640 * phy.Nanosecond
	for to, want := range map[phy.Time]bool{20: true, 24: true, 27: false, 32: false} {
		met := uint64(0)
		for phase := range phy.Time(16) {
			c := nodes(3)
			for i, at := range []phy.Time{63, 0, 126} { // the node before is heard last by the one behind, which counts first
				s := &c.Stations[i]
				s.At, s.Latency = at*phy.Nanosecond, &t1s.Max
				s.PLCA.ToTimer = to * bit
				s.Phase = new(phy.Time)
				saturate(&c, 64, i)
			}
			c.Stations[2].Latency = &early
			*c.Stations[1].Phase = phase * 25 * phy.Nanosecond
			r := run(t, c, 20*phy.Millisecond)
			for _, s := range r.Stations {
				met += s.PLCA.PhysicalCollisions
			}
		}
		assert.Equal(t, want, met > 0, "to_timer %d: %d collisions", to, met)
	}
}

// Without the remedy, and with receivers that end late, followers take a beacon right behind the last turn for
// data, and lose their turns (PLCA-RTL-LOCKOUT, a comment on the drafts). With the usual latencies of clause 147 it does
// not happen; with its limits it does, where carrier is as fast and the end of RX_DV as slow as allowed.
func TestFollowersMissABeacon(t *testing.T) {
	order := func(l t1s.Latency, own ...t1s.Latency) (list []int32) {
		c := nodes(4)
		c.Latency = l
		for i := range own {
			c.Stations[i].Latency = &own[i]
		}
		for i := range 4 {
			at := 30 * phy.Microsecond
			frames(&c, i, 64, at, at, at)
			c.Stations[i].Phase = new(phy.Time)
		}
		s := &senders{}
		n, err := t1s.New(c)
		assert.NoError(t, err)
		n.Observe(s)
		assert.NoError(t, n.Run(2*phy.Millisecond))
		return s.list
	}
	assert.Equal(t, []int32{0, 1, 2, 3, 0, 3, 0, 3, 1, 2, 1, 2}, order(transcription))
	assert.Equal(t, []int32{0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3}, order(t1s.Typical))
	late := t1s.Min
	late.RxOff = t1s.Max.RxOff
	assert.Equal(t, []int32{0, 1, 2, 3, 0, 2, 3, 0, 2, 3, 1, 1}, order(t1s.Min, t1s.Min, late))
}

// With a cable, a cycle is longer by what signals need from one sender to the next.
func TestCable(t *testing.T) {
	c := nodes(8)
	c.Warmup = 30 * phy.Millisecond
	for i := range 8 {
		c.Stations[i].At = phy.Time(i) * 15 * phy.Nanosecond
		saturate(&c, 64, i)
	}
	r := run(t, c, 100*phy.Millisecond)
	assert.InDelta(t, 546+0.21, r.Medium.PLCA.CycleUs.Mean, 0.01) // there and back
	assert.Zero(t, r.Medium.Collisions)
}
