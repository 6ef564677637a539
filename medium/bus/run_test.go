package bus_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// A run in pieces, with its figures read in between, has the same result and shows its observers
// the same events.
func TestRunInAnyChunks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawOddNetwork(t)
		c.Warmup = rapid.SampledFrom([]phy.Time{0, 0, 1, bt(5000), horizon}).Draw(t, "warm-up")
		c.Until.Idle = rapid.Bool().Draw(t, "until idle")
		want, got := everything(), everything()
		once := build(t, c, want)
		require.NoError(t, once.Run(horizon))

		cut := build(t, c, got)
		ends := rapid.SliceOfN(rapid.Int64Range(0, int64(horizon)), 0, 6).Draw(t, "ends")
		slices.Sort(ends)
		for _, end := range ends {
			require.NoError(t, cut.Run(phy.Time(end)))
			seen := len(got.events)
			if seen > 0 {
				require.Less(t, got.events[seen-1].At, phy.Time(end)+1)
			}
			if !cut.Done() {
				require.Equal(t, phy.Time(end), cut.Now())
				require.True(t, seen == 0 || got.events[seen-1].At < phy.Time(end), "nothing at or after the end")
			}
			if rapid.Bool().Draw(t, "result") {
				require.Equal(t, cut.Result(), cut.Result())
			}
		}
		require.NoError(t, cut.Run(horizon))
		require.Equal(t, once.Now(), cut.Now())
		require.Equal(t, once.Result(), cut.Result())
		require.Equal(t, want.events, got.events)
	})
}

// Observers change nothing, whatever they observe.
func TestObserversChangeNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawOddNetwork(t)
		unwatched := build(t, c)
		some := &observer{want: medium.Interest{
			Kinds:    medium.Kinds(rapid.Uint64Range(0, uint64(medium.AllKinds)).Draw(t, "kinds")),
			Stations: []int{rapid.IntRange(0, len(c.Stations)-1).Draw(t, "station")},
		}}
		all := everything()
		watched, both := build(t, c, some), build(t, c, some, all)
		some.events = nil
		for _, n := range []*bus.Network{unwatched, watched} {
			require.NoError(t, n.Run(horizon))
		}
		alone := some.events
		some.events = nil
		require.NoError(t, both.Run(horizon))
		require.Equal(t, unwatched.Result(), watched.Result())
		require.Equal(t, unwatched.Result(), both.Result())

		// An observer sees exactly the events that it wants.
		require.Equal(t, alone, some.events)
		var of []medium.Event
		for _, e := range all.events {
			if some.want.Kinds.Has(e.Kind) && int(e.Station) == some.want.Stations[0] {
				of = append(of, e)
			}
		}
		require.Equal(t, of, alone)
	})
}

// until is a network in which B has frames for A at these bit times, for what ends a run.
func until(t *testing.T, u bus.Until, octets int, at ...float64) *bus.Network {
	s := traffic.Source{Kind: traffic.KindFrames, Size: traffic.Octets(octets), To: traffic.To{Whom: traffic.ToStation, Station: A}}
	for _, b := range at {
		s.Starts = append(s.Starts, bt(b))
	}
	return build(t, bus.Config{Until: u, Stations: []bus.Station{{Name: "A"}, {Name: "B", At: bt(30), Traffic: []traffic.Source{s}}}})
}

func TestUntilEndsARun(t *testing.T) {
	for _, row := range []struct {
		until bus.Until
		ends  float64
	}{
		{bus.Until{FramesSent: 2}, 1000 + 576},
		{bus.Until{FramesDelivered: 2}, 1000 + 576 + 30},
		{bus.Until{FramesSent: 3, FramesDelivered: 1}, 576 + 30}, // whichever is first
		{bus.Until{Idle: true}, 2000 + 576 + 30},
		{bus.Until{Idle: true, FramesSent: 1}, 576},
	} {
		n := until(t, row.until, 64, 0, 1000, 2000)
		require.NoError(t, n.Run(phy.Second))
		assert.True(t, n.Done())
		assert.Equal(t, bt(row.ends), n.Now(), "%+v", row.until)
		r := n.Result()
		assert.Equal(t, row.ends, r.SimulatedBits)
		assert.True(t, r.Complete)
		require.NoError(t, n.Run(2*phy.Second), "that is all")
		assert.Equal(t, r, n.Result())
	}
	n := until(t, bus.Until{FramesSent: 4}, 64, 0, 1000, 2000)
	require.NoError(t, n.Run(phy.Second))
	assert.False(t, n.Done())
	assert.Equal(t, phy.Second, n.Now())
}

func TestUntilCollisions(t *testing.T) {
	n := build(t, bus.Config{Until: bus.Until{Collisions: 1}, Stations: []bus.Station{{Name: "A"}, {Name: "B", At: bt(70)}}})
	for i := range 2 {
		require.NoError(t, n.Inject(i, bt(100), medium.Frame{Size: 64, Destination: medium.Broadcast}))
	}
	require.NoError(t, n.Run(phy.Second))
	assert.True(t, n.Done())
	assert.Equal(t, bt(170), n.Now())
}

// The whole instant at which a condition holds has happened: of the stations that get a frame for
// all at that instant, B is the last.
func TestTheInstantThatEndsARunIsPartOfIt(t *testing.T) {
	n := build(t, bus.Config{Until: bus.Until{FramesDelivered: 1}, Stations: []bus.Station{{Name: "A"}, {Name: "B", At: bt(30)}}})
	require.NoError(t, n.Inject(A, 0, medium.Frame{Size: 64, Destination: medium.Broadcast}))
	require.NoError(t, n.Run(phy.Second))
	assert.Equal(t, bt(606), n.Now())
	assert.Equal(t, uint64(1), n.Result().Stations[B].Counters.BroadcastFramesReceivedOK)

	n = build(t, bus.Config{Stations: []bus.Station{{Name: "A"}, {Name: "B", At: bt(30)}}})
	require.NoError(t, n.Inject(A, 0, medium.Frame{Size: 64, Destination: medium.Broadcast}))
	require.NoError(t, n.Run(bt(606)))
	assert.Zero(t, n.Result().Stations[B].Counters.BroadcastFramesReceivedOK, "that of a run cut there is not")
}

// A start at the instant that ends a run is not part of it. Three stations collide in the first
// slot, A is alone in the second, and B and C, which would collide in the third, have not begun.
func TestNothingStartsAtTheInstantThatEndsARun(t *testing.T) {
	slotted := rules(func(p *mac.Params) { p.Header, p.Jam, p.Gap, p.GapPart1, p.Align = 0, bt(512), 0, 0, bt(512) })
	for _, row := range []struct {
		until medium.Until
		ends  float64
	}{
		{medium.Until{FramesSent: 1}, 1024},
		{medium.Until{FramesDelivered: 1}, 1024},
		{medium.Until{FramesSent: 1, Collisions: 2}, 1024},
		{medium.Until{Collisions: 2}, 1024},
	} {
		c := bus.Config{Shape: bus.Star(0), Params: *slotted, Until: row.until}
		for i, draws := range [][]int{{0}, {1, 0}, {1, 0}} {
			c.Stations = append(c.Stations, bus.Station{Name: string(rune('A' + i)), Backoff: backoff.Script(nil, draws...)})
		}
		n := build(t, c)
		saw := &story{t: t}
		n.Observe(saw)
		for i := range c.Stations {
			require.NoError(t, n.Inject(i, 0, medium.Frame{Size: 64, Destination: medium.Broadcast}))
		}
		require.NoError(t, n.Run(phy.Second))
		m := n.Result().Medium
		starts, collisions, kinds := uint64(4), uint64(1), medium.Of(medium.TxEnd, medium.Backoff, medium.Sent, medium.RxEnd)
		if row.until.FramesSent == 0 && row.until.FramesDelivered == 0 { // a collision comes after starts
			starts, collisions, kinds = 6, 2, medium.AllKinds
		}
		assert.Equal(t, bt(row.ends), n.Now())
		assert.Equal(t, [...]uint64{starts, collisions, 1}, [...]uint64{m.Attempts, m.Collisions, m.FramesDelivered}, "%+v", row.until)
		received := 0
		for _, e := range saw.events {
			assert.True(t, e.At < n.Now() || kinds.Has(e.Kind), "%v at %v", e.Kind, e.At)
			if e.Kind == medium.RxEnd && e.OK {
				received++
			}
		}
		assert.Equal(t, 2, received, "the frame that ends the run is seen to arrive")
	}
}

// A run that fails stops where it failed: A, whose backoff of 0 slots is over, does not start.
func TestNothingStartsAtTheInstantThatARunFails(t *testing.T) {
	p := rules(func(p *mac.Params) { p.Gap, p.GapPart1 = 0, 0 })
	n := build(t, bus.Config{Params: *p, Stations: []bus.Station{
		{Name: "A", Backoff: backoff.Script(nil, 0)}, {Name: "B", Backoff: backoff.Script(nil)},
	}})
	for i := range 2 {
		require.NoError(t, n.Inject(i, 0, medium.Frame{Size: 64, Destination: medium.Broadcast}))
	}
	require.ErrorIs(t, n.Run(phy.Second), backoff.ErrScriptEnded)
	assert.Equal(t, uint64(2), n.Result().Medium.Attempts)
}

// A network is not idle before the last edge has left the last tap, nor while traffic is still to
// come. A run to the end of all time ends when it is idle.
func TestIdleIsQuietEverywhere(t *testing.T) {
	for _, u := range []bus.Until{{Idle: true}, {}} {
		n := until(t, u, 64, 500)
		require.NoError(t, n.Run(bt(400)))
		assert.False(t, n.Idle())
		require.NoError(t, n.Run(phy.Forever))
		assert.Equal(t, bt(500+576+30), n.Now())
		assert.True(t, n.Idle())
		assert.Equal(t, phy.Forever, n.Next())
	}
}

// No traffic is to come, but C's tap still has carrier: the run has not ended before.
func TestIdleWaitsForTheFarthestTap(t *testing.T) {
	n := build(t, bus.Config{Until: bus.Until{Idle: true}, Stations: []bus.Station{{Name: "A"}, {Name: "B", At: bt(30)}, {Name: "C", At: bt(500)}}})
	require.NoError(t, n.Inject(A, 0, medium.Frame{Size: 64, Destination: B}))
	require.NoError(t, n.Run(bt(700)))
	assert.True(t, n.Idle())
	assert.False(t, n.Done())
	assert.Equal(t, bt(700), n.Now())
	require.NoError(t, n.Inject(A, bt(700), medium.Frame{Size: 64, Destination: B}), "it can go on")
	require.NoError(t, n.Run(phy.Second))
	assert.True(t, n.Done())
	assert.Equal(t, bt(700+576+500), n.Now())
}

// Time does not go back if nothing more happens.
func TestRunToTheEndOfAllTimeFromLater(t *testing.T) {
	n := until(t, bus.Until{}, 64, 0)
	require.NoError(t, n.Run(phy.Second))
	require.NoError(t, n.Run(phy.Forever))
	assert.Equal(t, phy.Second, n.Now())

	c := bus.Config{Warmup: phy.Second, Stations: []bus.Station{{Name: "A"}}}
	n = build(t, c)
	require.NoError(t, n.Inject(A, 0, medium.Frame{Size: 64, Destination: medium.Broadcast}))
	require.NoError(t, n.Run(phy.Forever))
	assert.Zero(t, n.Result().SimulatedPs)
}

func TestRunBackwardsIsAnError(t *testing.T) {
	n := until(t, bus.Until{}, 64, 0)
	require.NoError(t, n.Run(phy.Millisecond))
	require.EqualError(t, n.Run(phy.Microsecond), "bus: run until 1us, but the network has been run until 1ms already")
	require.NoError(t, n.Run(phy.Millisecond))
}

func TestNextSaysWhenSomethingHappens(t *testing.T) {
	n := until(t, bus.Until{}, 64, 100)
	assert.Equal(t, bt(100), n.Next())
	require.NoError(t, n.Run(bt(100)))
	assert.Equal(t, bt(100), n.Next(), "and it has not")
	require.NoError(t, n.Run(bt(100)+1))
	assert.Equal(t, bt(676), n.Next())
}

// Forced draws that run out, or that the standard's draw cannot make, end the run where they are
// asked for. The figures can be read.
func TestScriptedDrawsFail(t *testing.T) {
	beb := backoff.BEB(10)
	for text, policy := range map[string]*backoff.Scripted{
		`station "B" at 28.8us: the scripted draws have run out: draw 2 was asked for and 1 are given`:                              backoff.Script(beb, 0),
		`station "B" at 28.8us: a scripted draw is out of range: draw 2 is 4 slots; after collision 2 of a frame it must be 0 to 3`: backoff.Script(beb, 0, 4),
		`station "B" at 9.6us: a scripted draw is out of range: draw 1 is -1 slots; after collision 1 of a frame it must be 0 to 1`: backoff.Script(beb, -1),
		`station "B" at 9.6us: the scripted draws have run out: draw 1 was asked for and 0 are given`:                               backoff.Script(nil),
	} {
		n := build(t, bus.Config{Stations: []bus.Station{
			{Name: "A", Backoff: backoff.Script(beb, 0, 0)},
			{Name: "B", Backoff: policy},
		}})
		for i := range 2 {
			require.NoError(t, n.Inject(i, 0, medium.Frame{Size: 64, Destination: medium.Broadcast}))
		}
		err := n.Run(phy.Second)
		require.EqualError(t, err, text)
		require.Equal(t, err, n.Run(phy.Second), "it stays so")
		r := n.Result()
		assert.False(t, r.Complete)
		assert.Equal(t, int64(n.Now()), r.SimulatedPs)
		assert.Equal(t, r.Medium.Attempts, 2*r.Medium.Collisions)
		assert.NotZero(t, r.Medium.Collisions)
	}
}

// Nothing happens in a network that has been released.
func TestRunAfterRelease(t *testing.T) {
	n := until(t, bus.Until{}, 64, 100, 5000)
	require.NoError(t, n.Run(bt(2000)))
	n.Release()
	require.NoError(t, n.Run(phy.Second))
	assert.Equal(t, bt(2000), n.Now())
	assert.True(t, n.Done())
	require.EqualError(t, n.Inject(A, phy.Second, medium.Frame{Size: 64, Destination: B}), "bus: the run is over")
}

// A wait is excessive if it is longer than max_defer, also in a stream of frames without an
// observer: each waits for the gap after the one before.
func TestStreamsAreNotExcessiveAtTheirLimit(t *testing.T) {
	for limit, every := range map[float64]bool{96: false, 96 - ps: true, 0: true} {
		p := rules(func(p *mac.Params) { p.MaxDefer = bt(limit) })
		n := build(t, bus.Config{Params: *p, Stations: []bus.Station{
			{Name: "A", Traffic: []traffic.Source{{Kind: traffic.KindSaturated, Size: traffic.Octets(64)}}}, {Name: "B"},
		}})
		require.NoError(t, n.Run(bt(100*672)))
		c := n.Result().Stations[A].Counters
		assert.Equal(t, uint64(100), c.FramesTransmittedOK)
		want := uint64(0)
		if every { // except the first, which does not wait
			want = 99
		}
		assert.Equal(t, want, c.FramesWithExcessiveDeferral, "%v", limit)
	}
}
