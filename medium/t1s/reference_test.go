package t1s_test

import (
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

// The coordinator goes: its followers count to turn 255, and notice 130,090 bits later, 13.825 ms after the last
// beacon (PLCA-BEACON-LOST). Then they are plain CSMA/CD, and send what waited. When it is back they take
// turns again.
func TestCoordinatorLostAndFound(t *testing.T) {
	c := nodes(2)
	off := (64 + 20 + 13*84) * bit // a beacon of two nodes ends
	c.Timeline = []medium.Change{
		{At: off, Kind: medium.PLCA, Station: "n0"},
		{At: off + 200_000*bit, Kind: medium.PLCA, Station: "n0", New: c.Stations[0].PLCA},
	}
	frames(&c, 1, 64, off+50_000*bit)
	n, err := t1s.New(c)
	require.NoError(t, err)
	l := &log{kinds: medium.Of(medium.PLCAStatus, medium.Sent), from: off}
	n.Observe(l)
	require.NoError(t, n.Run(off+202_000*bit))
	assert.Equal(t, []string{
		"0 n0 plca_status",
		"138250 n1 plca_status", // 255*32 + 130,090
		"138922 n1 sent 2",      // it was pending, and its MAC deferred: 96 and 576
		"200064 n0 plca_status", // two silent turns, and a beacon
		"200064 n1 plca_status",
	}, l.lines[2:])
}

// Two nodes with one ID send in one turn: they collide on the line, which no healthy bus does
// (PLCA-RTL-DUPLICATE).
func TestTwoNodesWithOneID(t *testing.T) {
	c := nodes(3)
	c.Stations[2].PLCA = id(1, 3)
	c.Stations[0].PLCA.NodeCount = 2
	for _, i := range []int{1, 2} {
		frames(&c, i, 64, origin, origin)
	}
	r := run(t, c, 20*phy.Millisecond)
	assert.NotZero(t, r.Medium.Collisions)
	assert.NotZero(t, r.Stations[1].PLCA.PhysicalCollisions)
	assert.EqualValues(t, 4, r.Medium.FramesDelivered)
}

// Beside a coordinator alone, a plain station never sends: beacons are carrier, and the silence between them is
// shorter than part 1 of its gap. With four turns it does (PLCA-MIXED-STARVE).
func TestAGuestStarves(t *testing.T) {
	for _, c := range []struct {
		count   int
		latency t1s.Latency
		sends   bool
	}{{1, t1s.Ideal, false}, {4, t1s.Ideal, true}, {1, t1s.Typical, false}} {
		x := t1s.Config{Latency: c.latency, Stations: []t1s.Station{
			{Station: bus.Station{Name: "head"}, PLCA: id(0, c.count)},
			{Station: bus.Station{Name: "guest"}},
		}}
		for k := range phy.Time(20) {
			frames(&x, 1, 64, origin+k*phy.Millisecond)
		}
		r := run(t, x, 100*phy.Millisecond)
		assert.Equal(t, c.sends, r.Medium.FramesDelivered > 0, "%d turns", c.count)
		assert.Nil(t, r.Stations[1].PLCA)
	}
}

// INET's worst case: a packet that comes just after the own turn began waits for three others, each with a
// burst that is not continued (PLCA-INET-WORST: 231.6 us). In INET each of the three is in time for its turn. By
// the state diagrams the MACs of the second and the third collide logically with what is sent before, and wait
// out their gap of 96 bits in their turns.
func TestWorstCaseOfINET(t *testing.T) {
	c := nodes(5)
	for i := range c.Stations {
		c.Stations[i].PLCA.BurstCount = 1
	}
	turn := (5*32 + 10*(20+5*32) + 20 + 32) * bit // of node 1, after ten cycles
	frames(&c, 1, 64, turn+1)
	for _, i := range []int{2, 3, 4} {
		frames(&c, i, 64, turn-50*bit)
	}
	n, err := t1s.New(c)
	require.NoError(t, err)
	s := &starts{}
	n.Observe(s)
	require.NoError(t, n.Run(turn+4000*bit))
	require.Len(t, s.at, 2, "one logical collision")
	assert.Equal(t, 231_600*phy.Nanosecond+2*96*bit-1, s.at[1]-s.at[0])
}

// starts writes down when node 1 starts to send.
type starts struct{ at []phy.Time }

func (s *starts) Interest() medium.Interest {
	return medium.Interest{Kinds: medium.Of(medium.TxStart), Stations: []int{1}}
}
func (s *starts) Observe(e *medium.Event) { s.at = append(s.at, e.At) }

// The longest wait for the own turn (PLCA-ACCESS-BOUND): more than a busy cycle.
func TestAccessBound(t *testing.T) {
	for _, c := range []struct {
		octets int
		bits   phy.Time
	}{{64, 6172}, {1518, 98548}} {
		x := nodes(8)
		for i := range 7 {
			saturate(&x, c.octets, i)
		}
		x.Stations[7].Traffic = []traffic.Source{traffic.Poisson(3*c.bits*bit, traffic.Octets(c.octets), traffic.To{})}
		r := run(t, x, 700*c.bits*bit)
		worst := phy.Time(r.Stations[7].AccessDelay.Max*float64(phy.Microsecond)) - phy.Time(8*c.octets+64)*bit
		assert.LessOrEqual(t, worst, c.bits*bit)
		assert.Greater(t, worst, c.bits*bit*8/10)
	}
}

// The constants of the diagrams (PLCA-CONST).
func TestConstants(t *testing.T) {
	for want, got := range map[phy.Time]phy.Time{
		20: plca.BeaconTimer, 22: plca.BeaconDetTimer, 40: plca.InvalidBeaconTimer, 512: plca.PendingTimer,
		288: plca.CommitTimer, 130_090: plca.StatusTimer, 396: plca.DelayLine,
	} {
		assert.Equal(t, want*bit, got)
	}
}
