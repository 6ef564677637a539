package tap

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// A's host sends 60 octets a millisecond after the start. They are on the cable for 576 bit times,
// and B's host receives them 30 bit times later (the propagation delay): not before, and unchanged.
// C's host receives nothing.
func TestAFramePasses(t *testing.T) {
	b := onBench(t, cable(0, 30, 60), 3, Options{})
	frame := frameFor(addressB, addressA, 60)
	b.clock.at(b.begin()+time.Millisecond, func() { b.desks[0].sent = append(b.desks[0].sent, frame) })
	b.run(10 * phy.Millisecond)
	assert.Equal(t, [][]byte{frame}, b.desks[1].received)
	took := b.desks[1].at[0] - b.begin() - time.Millisecond
	assert.InDelta(t, 60.6e3, float64(took), 2, "ns")
	assert.Empty(t, b.desks[0].received)
	assert.Empty(t, b.desks[2].received)

	f := b.live.Figures()
	assert.Equal(t, Passage{Station: "A", In: 1}, f.Hosts[0])
	assert.Equal(t, Passage{Station: "B", Out: 1}, f.Hosts[1])
	assert.Equal(t, uint64(1), f.PacingError.Count)
	assert.LessOrEqual(t, f.PacingError.Max, 0.01)
	assert.Zero(t, f.Stalls)
	assert.InDelta(t, 0.010, f.WallSeconds, 1e-6)
	assert.Less(t, b.clock.waits, 30, "an idle cable is not looked at all the time")
}

// A short frame is padded on the cable, and received with the pad, as from a network card.
func TestShortFramesArePadded(t *testing.T) {
	var arrived []byte
	b := onBench(t, cable(0, 30), 2, Options{Arrived: func(_ int, _ phy.Time, octets []byte) { arrived = slices.Clone(octets) }})
	frame := frameFor(addressB, addressA, 42)
	b.desks[0].sent = [][]byte{frame}
	b.run(phy.Millisecond)
	require.Len(t, arrived, 64)
	assert.Equal(t, frame, arrived[:42])
	assert.Equal(t, make([]byte, 18), arrived[42:60])
	assert.True(t, phy.CheckFCS(arrived))
	assert.Equal(t, [][]byte{arrived[:60]}, b.desks[1].received)
	assert.Equal(t, uint64(46), b.net.Result().Stations[1].Counters.OctetsReceivedOK)
}

// The destination address says which hosts receive a frame: that of a station, those of a group,
// and promiscuous hosts.
func TestWhoGetsWhat(t *testing.T) {
	b := onBench(t, cable(0, 30, 60), 3, Options{})
	b.live.ports.all[2].promiscuous = true
	for n, to := range []phy.Address{addressB, phy.Broadcast, {1, 0, 0x5e, 0, 0, 1}, {2, 9, 9, 9, 9, 9}} {
		b.desks[0].sent = append(b.desks[0].sent, frameFor(to, addressA, 100+n))
	}
	b.run(10 * phy.Millisecond)
	lengths := func(d *desk) (n []int) {
		for _, f := range d.received {
			n = append(n, len(f))
		}
		return n
	}
	assert.Equal(t, []int{100, 101, 102}, lengths(b.desks[1]))
	assert.Equal(t, []int{100, 101, 102, 103}, lengths(b.desks[2]))
	assert.Equal(t, uint64(4), b.net.Result().Medium.FramesDelivered)
}

// Octets that are not a frame are counted and go no further. A VLAN tag has room of its own.
func TestWhatIsRefused(t *testing.T) {
	c := cable(0, 30)
	b := onBench(t, c, 2, Options{})
	b.live.ports.all[0].most = 1522 // where the network itself takes 1518
	tag := func(f []byte, ethertype byte) []byte { f[12], f[13] = 0x81, ethertype; return f }
	b.desks[0].sent = [][]byte{
		{}, make([]byte, 13), // too short
		frameFor(addressB, addressA, 14), frameFor(addressB, addressA, 1514),
		frameFor(addressB, addressA, 1515), make([]byte, 9000), make([]byte, maxRead+1), // too long
		tag(frameFor(addressB, addressA, 1519), 0), // too long with its tag
	}
	b.run(10 * phy.Millisecond)
	f := b.live.Figures().Hosts[0]
	assert.Equal(t, Passage{Station: "A", In: 2, TooShort: 2, TooLong: 4}, f)
	assert.Len(t, b.desks[1].received, 2)
	assert.Equal(t, good, judge(tag(frameFor(addressB, addressA, 1518), 0), 1518, 1522))
	assert.Equal(t, tooLong, judge(tag(frameFor(addressB, addressA, 1518), 1), 1518, 1522), "another type")
}

// A station takes no more frames from its host than its queue holds, and continues as frames leave:
// nothing is lost, and memory does not grow.
func TestAFloodMeetsBackpressure(t *testing.T) {
	c := cable(0, 30)
	c.Stations[0].Queue = 5
	b := onBench(t, c, 2, Options{Turn: nil})
	for range 1000 {
		b.desks[0].sent = append(b.desks[0].sent, frameFor(addressB, addressA, 60))
	}
	b.run(10 * phy.Millisecond)
	r := b.net.Result()
	assert.Equal(t, uint64(5), r.Medium.FramesQueued)
	assert.Zero(t, r.Medium.FramesDropped)
	sent := r.Medium.FramesSent
	assert.InDelta(t, 10e3/67.2, float64(sent), 1, "as fast as the line goes")
	assert.Equal(t, 1000-int(sent)-5, len(b.desks[0].sent))
	assert.LessOrEqual(t, len(b.live.cargo.Kept), 5+2)
}

// A host that goes leaves the others where they are; one that does not take its frames
// loses them.
func TestAHostLeaves(t *testing.T) {
	b := onBench(t, cable(0, 30, 60), 3, Options{})
	b.clock.at(b.begin()+time.Millisecond, func() {
		b.desks[2].broken = errors.New("the interface was deleted")
		b.desks[0].sent = [][]byte{frameFor(phy.Broadcast, addressA, 60)}
		b.desks[1].refuse = ErrNotTaken
	})
	b.clock.at(b.begin()+2*time.Millisecond, func() {
		b.desks[1].refuse = nil
		b.desks[0].sent = [][]byte{frameFor(phy.Broadcast, addressA, 60)}
	})
	b.clock.at(b.begin()+3*time.Millisecond, func() {
		b.desks[1].refuse = errors.New("gone")
		b.desks[0].sent = [][]byte{frameFor(phy.Broadcast, addressA, 60)}
	})
	b.run(10 * phy.Millisecond)
	f := b.live.Figures()
	assert.Equal(t, Passage{Station: "B", Out: 1, NotTaken: 2, Left: "gone"}, f.Hosts[1])
	assert.Equal(t, Passage{Station: "C", Left: "the interface was deleted"}, f.Hosts[2])
	assert.Equal(t, []string{"C has left: the interface was deleted", "B has left: gone"}, b.notes)
	assert.Equal(t, uint64(3), f.Hosts[0].In)
	require.NoError(t, b.live.Close())
	for _, d := range b.desks {
		assert.True(t, d.closed)
	}
}

// Hosts that make addresses up do not make the network remember all of them.
func TestAddressesMadeUp(t *testing.T) {
	b := onBench(t, cable(0, 30), 2, Options{})
	for i := range 2 * mostAddresses {
		b.live.known.of(phy.Address{byte(i % 2), 7, 0, 0, byte(i >> 8), byte(i)})
	}
	assert.LessOrEqual(t, len(b.live.known.known), mostAddresses+3)
	assert.Equal(t, otherGroups, b.net.Address(b.live.known.of(phy.Address{1, 8})))
	assert.Equal(t, otherHosts, b.net.Address(b.live.known.of(phy.Address{2, 8})))
	assert.Equal(t, int32(1), b.live.known.of(addressB))
}

// A station that the simulation has talks to a host as well.
func TestSimulatedTraffic(t *testing.T) {
	c := cable(0, 30)
	c.Stations[1].Traffic = []traffic.Source{{Kind: traffic.KindFrames, Starts: []phy.Time{0}, Size: traffic.Octets(64), To: traffic.To{Whom: traffic.ToStation}}}
	octets := frameFor(addressA, addressB, 64)
	b := onBench(t, c, 1, Options{Octets: func(b []byte, _ medium.Frame) []byte { return append(b, octets...) }})
	b.run(phy.Millisecond)
	assert.Equal(t, [][]byte{octets[:60]}, b.desks[0].received)
}

// Whatever hosts send and whenever: each frame comes out whole where it should, at its
// instant or at most a few nanoseconds later, and a run fed the same arrivals from the
// beginning comes to the same digest.
func TestLiveIsTheSimulation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		places := rapid.SliceOfN(rapid.IntRange(0, 230), 2, 5).Draw(t, "places")
		var c bus.Config
		for i, at := range places {
			c.Stations = append(c.Stations, bus.Station{Name: string(rune('A' + i)), At: phy.Time(at) * 100 * phy.Nanosecond})
		}
		again, err := bus.New(c)
		require.NoError(t, err)
		injected := map[[2]int64]int{}
		b := onBench(t, c, len(places), Options{Speed: rapid.SampledFrom([]float64{1, 0.01, 3}).Draw(t, "speed"),
			Arrived: func(station int, at phy.Time, octets []byte) {
				require.Zero(t, at%phy.Nanosecond)
				to := again.Destination(phy.Address(octets[:6]))
				require.NoError(t, again.Inject(station, at, medium.Frame{Size: int32(len(octets)), Destination: to}))
				injected[[2]int64{int64(station), int64(len(octets))}]++
			}})
		for range rapid.IntRange(0, 40).Draw(t, "frames") {
			from := rapid.IntRange(0, len(places)-1).Draw(t, "from")
			to := rapid.SampledFrom([]phy.Address{addressA, addressB, addressC, phy.Broadcast, {2, 5, 5, 5, 5, 5}}).Draw(t, "to")
			f := frameFor(to, phy.StationAddress(from), rapid.IntRange(14, 1514).Draw(t, "octets"))
			at := time.Duration(rapid.IntRange(0, 20_000_000).Draw(t, "at"))
			b.clock.at(b.begin()+at, func() { b.desks[from].sent = append(b.desks[from].sent, f) })
		}
		b.run(100 * phy.Millisecond)
		require.NoError(t, again.Run(100*phy.Millisecond))
		got, want := b.net.Result(), again.Result()
		require.Equal(t, want, got)
		require.LessOrEqual(t, b.live.Figures().PacingError.Max, 0.2, "us")
	})
}

// Nothing is allocated for a frame that passes.
func TestAFrameAllocatesNothing(t *testing.T) {
	b := onBench(t, cable(0, 30), 2, Options{})
	frame := frameFor(addressB, addressA, 60)
	b.live.pace.begin(b.clock.Now())
	one := make([][]byte, 1)
	step := func() {
		one[0] = frame
		b.desks[0].sent = one
		b.desks[1].received, b.desks[1].at = b.desks[1].received[:0], b.desks[1].at[:0]
		b.live.ports.mark(b.live.ports.all[0])
		b.live.take()
		b.clock.now += 200 * time.Microsecond
		_ = b.net.Run(b.live.pace.simulated(b.clock.now))
		b.live.handOver()
		b.live.cargo.Release(b.net.Now(), b.net.Span())
	}
	b.desks[1].refuse = ErrNotTaken // the desk itself would allocate
	for range 100 {
		step()
	}
	assert.Zero(t, testing.AllocsPerRun(1000, step))
	assert.Greater(t, b.live.Figures().Hosts[1].NotTaken, uint64(1000))
}
