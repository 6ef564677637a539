package trace

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/t1s"
	"github.com/csmacd/csmacd/phy"
)

// turnBus returns a bus of nodes that take turns, named n0, n1, ...
func turnBus(count, burst int) (c t1s.Config) {
	for i := range count {
		p := plca.Default()
		p.NodeIDs, p.NodeCount, p.BurstCount = []int{i}, count, burst
		c.Stations = append(c.Stations, t1s.Station{Station: bus.Station{Name: fmt.Sprintf("n%d", i)}, PLCA: &p})
	}
	return c
}

// frames adds frames of 64 octets to the next station.
func frames(s *t1s.Station, start, interval phy.Time, count int) {
	s.Traffic = append(s.Traffic, traffic.Source{Kind: traffic.KindFrames, Start: start, Interval: interval, Count: count,
		Size: traffic.Octets(64), To: traffic.To{Whom: traffic.ToNext}})
}

// captureTurns returns the capture of a run, and its result.
func captureTurns(t require.TestingT, c t1s.Config, at int, until phy.Time) ([]byte, *medium.Result) {
	n, err := t1s.New(c)
	require.NoError(t, err)
	var file bytes.Buffer
	capture, err := NewCapture(NewOutput(&file, "test"), n, rules(), Options{At: at})
	require.NoError(t, err)
	n.Observe(capture)
	require.NoError(t, n.Run(until))
	require.NoError(t, capture.Close())
	return file.Bytes(), n.Result()
}

// faulty is a bus whose coordinator has no power from 2 ms to 30 ms.
func faulty() t1s.Config {
	c := turnBus(3, 1)
	frames(&c.Stations[1], 100*phy.Microsecond, 1, 2)
	frames(&c.Stations[2], 130*phy.Microsecond, 1, 1)
	frames(&c.Stations[1], 20*phy.Millisecond, 1, 1)
	frames(&c.Stations[2], 20*phy.Millisecond, 1, 1)
	frames(&c.Stations[2], 31*phy.Millisecond, 1, 1)
	c.Timeline = []medium.Change{
		{At: 2 * phy.Millisecond, Kind: medium.PowerOff, Station: "n0", On: true},
		{At: 30 * phy.Millisecond, Kind: medium.PowerOff, Station: "n0"},
	}
	return c
}

// The frame that comes in the middle of a cycle is held until its turn. The next one follows COMMIT in the same
// turn. What comes meanwhile at n2 collides logically. Without beacons nodes collide on the line.
func TestWiresharkOnTurns(t *testing.T) {
	file, _ := captureTurns(t, faulty(), AllStations, 32*phy.Millisecond)
	require.Equal(t, []string{
		"n1|0.000114000|sent attempt=1 turn=1 held=0.000007600 beacon=0.000102400",
		"n1|0.000181200|sent attempt=1 turn=1 burst=1 commit beacon=0.000102400",
		"n2|0.000182000|collision attempt=1 slots=0 logical",
		"n2|0.000260800|sent attempt=2 turn=2 commit beacon=0.000236400",
		"n1|0.020006400|collision attempt=1 slots=1 physical plca_status=fail",
		"n2|0.020006400|collision attempt=1 slots=0 physical plca_status=fail",
		"n2|0.020026400|sent attempt=2 plca_status=fail",
		"n1|0.020094400|sent attempt=2 plca_status=fail",
		"n2|0.031010400|sent attempt=1 turn=2 held=0.000004000 beacon=0.030995600",
	}, tshark(t, file, "frame.interface_name", "frame.time_epoch", "frame.comment"))
}

// The burst timer of n1 runs out before its next frame comes: that frame is held until the turn of the next cycle.
func TestTheEndOfABurst(t *testing.T) {
	c := turnBus(2, 1)
	frames(&c.Stations[1], 100*phy.Microsecond, 100*phy.Microsecond, 2)
	file, _ := captureTurns(t, c, AllStations, phy.Millisecond)
	packets := read(t, file)
	require.Len(t, packets, 2)
	for _, p := range packets {
		require.Contains(t, p.comment, "sent attempt=1 turn=1 held=")
	}
}

// A node whose MAC collides logically goes on hearing the frame of another.
func TestCaptureOfTurnsAtAStation(t *testing.T) {
	file, _ := captureTurns(t, faulty(), 2, phy.Millisecond)
	var got []string
	for _, p := range read(t, file) {
		got = append(got, fmt.Sprint(p.at, " ", p.octets, " ", p.comment))
	}
	require.Equal(t, []string{
		"114µs 64 ", "181.2µs 64 ", "182µs 4 collision attempt=1 slots=0 logical",
		"260.8µs 64 sent attempt=2 turn=2 commit beacon=0.000236400",
	}, got)
}

// Whatever happens on a bus with PLCA, comments count what its nodes count.
func TestCommentsCountTurns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		count := rapid.IntRange(1, 5).Draw(t, "nodes")
		c := turnBus(count, 0)
		c.Latency = rapid.SampledFrom([]t1s.Latency{t1s.Ideal, t1s.Ideal, t1s.Typical}).Draw(t, "latency")
		for i := range c.Stations {
			s := &c.Stations[i]
			s.At = phy.Time(rapid.IntRange(0, 100).Draw(t, "place")) * phy.Nanosecond
			s.PLCA.BurstCount = rapid.IntRange(0, 2).Draw(t, "burst")
			for range rapid.IntRange(0, 3).Draw(t, "sources") {
				frames(s, phy.Time(rapid.IntRange(100, 2000).Draw(t, "start"))*phy.Microsecond, 1, rapid.IntRange(1, 3).Draw(t, "frames"))
			}
		}
		if rapid.Bool().Draw(t, "power fails") {
			c.Timeline = []medium.Change{{At: 200 * phy.Microsecond, Kind: medium.PowerOff, Station: "n0", On: true}}
		}
		file, r := captureTurns(t, c, AllStations, 60*phy.Millisecond)
		type counts struct{ sent, logical, physical, turns uint64 }
		want, got := make([]counts, count), make([]counts, count)
		for i := range r.Stations {
			s := &r.Stations[i]
			want[i] = counts{s.Counters.FramesTransmittedOK, s.PLCA.LogicalCollisions, s.PLCA.PhysicalCollisions, s.PLCA.TurnsUsed}
		}
		for _, p := range read(t, file) {
			n := &got[p.port]
			switch {
			case strings.Contains(p.comment, " logical"):
				n.logical++
			case strings.Contains(p.comment, " physical"):
				n.physical++
			case strings.Contains(p.comment, "cut attempt="):
				require.Contains(t, p.comment, " dropped=aborted")
			default:
				n.sent++
			}
			if strings.Contains(p.comment, " turn=") && !strings.Contains(p.comment, " burst=") {
				n.turns++
			}
		}
		require.Equal(t, want, got)
	})
}
