package domain_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// metres returns the delay of a length of 10BASE5 cable.
func metres(m float64) phy.Time { return phy.Delay(m, 0.77) }

// one returns a station that sends frames of 64 octets for somebody at some instants.
func one(name string, at phy.Time, to int, instants ...phy.Time) domain.Station {
	s := domain.Station{Station: bus.Station{Name: name, At: at}, End: domain.End{At: at}}
	for _, t := range instants {
		s.Traffic = append(s.Traffic, traffic.Source{Kind: traffic.KindFrames, Start: t, Count: 1, Size: traffic.Octets(64),
			To: traffic.To{Whom: traffic.ToStation, Station: to}})
	}
	return s
}

// cable returns a network of one cable of 500 m.
func cable(t *testing.T, timeline []medium.Change, stations ...domain.Station) (*domain.Network, *log) {
	n, err := domain.New(domain.Config{Seed: 1, Segments: []domain.Segment{{Name: "cable", Delay: metres(500)}}, Stations: stations, Timeline: timeline})
	require.NoError(t, err)
	l := &log{}
	n.Observe(l)
	return n, l
}

// at returns the instants of the events of a kind at a station.
func (l *log) at(k medium.Kind, station int32) (list []phy.Time) {
	for _, e := range l.events {
		if e.Kind == k && e.Station == station {
			list = append(list, e.At)
		}
	}
	return list
}

// A lone station 50 m before the end of a cable that has lost its terminator collides with its own
// echo, 16 times, and gives up. (With draws of 0: the echo is there after 4.332 bit times, the
// collision cuts the frame to 96 bits, and the gap begins when the echo has ended.)
func TestAMissingTerminator(t *testing.T) {
	p := mac.For(phy.Ethernet10)
	s := one("A", metres(100), 0, 0)
	s.Params, s.Backoff = &p, backoff.Fixed(0)
	s.Traffic[0].To = traffic.To{Whom: traffic.ToBroadcast}
	n, err := domain.New(domain.Config{Segments: []domain.Segment{{Name: "cable", Delay: metres(150)}}, Stations: []domain.Station{s},
		Timeline: []medium.Change{{Kind: medium.Terminator, Missing: medium.RightEnd}}})
	require.NoError(t, err)
	l := &log{}
	n.Observe(l)
	require.NoError(t, n.Run(phy.Second))
	starts := l.at(medium.TxStart, 0)
	require.Len(t, starts, 16)
	assert.InDelta(t, 19.6332, (starts[1] - starts[0]).Microseconds(), 0.001)
	assert.InDelta(t, 294.498, starts[15].Microseconds(), 0.001)
	r := n.Result()
	c := r.Stations[0].Counters
	assert.EqualValues(t, 1, c.FramesAbortedDueToXSColls)
	assert.Zero(t, c.LateCollisions)
	assert.Zero(t, c.CarrierSenseErrors)
	assert.Zero(t, c.Fragments, "a station does not receive its own echo while it sends")
	assert.EqualValues(t, 16, r.Medium.Collisions)
}

// A frame that is being sent when the cable is cut between its sender and B: B hears the part that has
// been sent, the near side hears the echo from the cut, from the cut on.
func TestACutCable(t *testing.T) {
	cut := []medium.Change{{At: bt(200), Kind: medium.Cut, On: true, Place: bt(30)}, {At: bt(5000), Kind: medium.Cut}}
	n, l := cable(t, cut, one("A", bt(10), 2, 0, bt(9000)), one("near", bt(20), 0), one("B", bt(50), 0))
	require.NoError(t, n.Run(bt(700)))
	assert.Equal(t, []phy.Time{bt(40)}, l.at(medium.CarrierOn, 2), "before the cut")
	assert.Equal(t, []phy.Time{bt(240)}, l.at(medium.CarrierOff, 2), "what was sent before the cut arrives")
	assert.Equal(t, bt(240), l.at(medium.Collision, 0)[0], "the echo has 20 bits there and 20 back")
	assert.Equal(t, bt(272), l.at(medium.TxEnd, 0)[0])
	// The echo goes on for 2 d/v after the end of what is reflected.
	assert.Equal(t, bt(312), l.at(medium.CarrierOff, 0)[0])
	assert.Equal(t, bt(302), l.at(medium.CarrierOff, 1)[0])
	require.NoError(t, n.Run(phy.Second))
	r := n.Result()
	assert.EqualValues(t, 2, r.Stations[0].Counters.FramesTransmittedOK, "the first frame met its echo until the cable was mended")
	assert.EqualValues(t, 2, r.Stations[2].Counters.FramesReceivedOK)
}

// On a cable that is shorted nobody hears anything. A station sends, sees no carrier of its own, and
// believes that the frame was sent (5.2.4.2).
func TestAShortedCable(t *testing.T) {
	n, l := cable(t, []medium.Change{{Kind: medium.Short, On: true, Place: bt(5)}}, one("A", 0, 1, 0), one("B", bt(10), 0, bt(100)))
	require.NoError(t, n.Run(bt(3000)))
	r := n.Result()
	for i := range r.Stations {
		c := r.Stations[i].Counters
		assert.EqualValues(t, 1, c.CarrierSenseErrors)
		assert.EqualValues(t, 1, c.FramesTransmittedOK)
		assert.Zero(t, c.FramesReceivedOK+c.Fragments+c.FrameCheckSequenceErrors)
		assert.Empty(t, l.at(medium.CarrierOn, int32(i)))
		assert.Empty(t, l.at(medium.Collision, int32(i)))
	}
	assert.EqualValues(t, 2, r.Medium.FramesLost)
}

// What faults of a station do to it and to the others. B sends at 0, h at 100 bits, both 64 octets, 10
// bits apart.
func TestStationFaults(t *testing.T) {
	run := func(k medium.ChangeKind) (b, h mac.Counters, l *log) {
		n, l := cable(t, []medium.Change{{Kind: k, On: true, Station: "h"}}, one("B", 0, 1, 0), one("h", bt(10), 0, bt(100)))
		require.NoError(t, n.Run(phy.Second))
		r := n.Result()
		return r.Stations[0].Counters, r.Stations[1].Counters, l
	}
	t.Run("none", func(t *testing.T) {
		b, h, l := run(medium.NoSQE)
		assert.Equal(t, []phy.Time{bt(682)}, l.at(medium.TxStart, 1), "h waits for B")
		assert.EqualValues(t, 1, b.FramesReceivedOK)
		assert.EqualValues(t, 1, h.FramesReceivedOK)
		assert.EqualValues(t, 1, h.SQETestErrors, "after each of its transmissions")
		assert.Zero(t, b.SQETestErrors)
	})
	t.Run("deaf", func(t *testing.T) {
		b, h, l := run(medium.Deaf)
		assert.Equal(t, bt(100), l.at(medium.TxStart, 1)[0], "h does not hear that B sends")
		assert.Equal(t, bt(100), l.at(medium.Collision, 1)[0], "but it detects the collision")
		assert.Equal(t, bt(110), l.at(medium.Collision, 0)[0])
		assert.Zero(t, h.FramesReceivedOK)
		assert.EqualValues(t, 1, b.FramesTransmittedOK)
	})
	t.Run("no collision", func(t *testing.T) {
		n, l := cable(t, []medium.Change{{Kind: medium.NoCollision, On: true, Station: "h"}}, one("B", 0, 1, 0), one("h", bt(10), 0, bt(5)))
		require.NoError(t, n.Run(bt(650)))
		assert.Equal(t, []phy.Time{bt(15)}, l.at(medium.Collision, 0))
		assert.Empty(t, l.at(medium.Collision, 1))
		assert.Equal(t, []phy.Time{bt(581)}, l.at(medium.TxEnd, 1), "h sends on to the end")
		assert.EqualValues(t, 1, n.Result().Medium.FramesLost)
	})
	t.Run("mute", func(t *testing.T) {
		b, h, l := run(medium.Mute)
		assert.EqualValues(t, 1, h.FramesTransmittedOK, "h believes that it has sent")
		assert.EqualValues(t, 1, h.CarrierSenseErrors, "and has seen no carrier")
		assert.EqualValues(t, 1, h.FramesReceivedOK, "it hears B")
		assert.Zero(t, b.FramesReceivedOK)
		assert.Equal(t, []phy.Time{bt(576)}, l.at(medium.CarrierOff, 0), "B has heard itself alone")
	})
}

// MAU-JABBER: a station that jabbers holds the cable until its transceiver cuts it, after 20 to 150 ms. The
// transceiver asserts collision as long as the station goes on, and returns half a second after it has
// stopped, not after the cut.
func TestAJabberingStation(t *testing.T) {
	ms := phy.Millisecond
	timeline := []medium.Change{{At: 10 * ms, Kind: medium.Jabber, On: true, Station: "h"}, {At: 900 * ms, Kind: medium.Jabber, Station: "h"}}
	n, l := cable(t, timeline, one("B", 0, 1, 20*ms), one("h", bt(10), 0, 100*ms, 1000*ms, 1500*ms))
	require.NoError(t, n.Run(2*phy.Second))
	assert.Equal(t, bt(10), l.at(medium.CarrierOn, 0)[0]-10*ms)
	assert.Equal(t, bt(10), l.at(medium.CarrierOff, 0)[0]-60*ms, "cut after 50 ms")
	assert.Equal(t, bt(106), l.at(medium.TxStart, 0)[0]-60*ms, "B has waited")
	tries := l.at(medium.Collision, 1)
	require.Len(t, tries, 16, "each attempt at 100 ms meets the asserted collision")
	assert.Equal(t, 100*ms, tries[0])
	r := n.Result()
	assert.EqualValues(t, 1, r.Stations[1].Counters.FramesAbortedDueToXSColls)
	assert.EqualValues(t, 2, r.Stations[1].Counters.CarrierSenseErrors, "16 attempts and the frame at 1 s got nowhere")
	assert.EqualValues(t, 1, r.Stations[0].Counters.FramesReceivedOK, "that at 1.5 s arrives")
	assert.EqualValues(t, 1, r.Stations[0].Counters.FramesWithExcessiveDeferral)
}

// The transceiver of 10BASE-T1S cuts after 2 ms. It returns 16 ms after the cut if the station has stopped by
// then, else as the station stops. It asserts no collision.
func TestAJabberingNodeOfAMultidropBus(t *testing.T) {
	ms := phy.Millisecond
	for _, c := range []struct{ stops, back phy.Time }{{5 * ms, 18 * ms}, {18 * ms, 18 * ms}, {30 * ms, 30 * ms}} {
		x := domain.Config{Segments: []domain.Segment{{Name: "bus", Multidrop: true}},
			Timeline: []medium.Change{{Kind: medium.Jabber, On: true, Station: "h"}, {At: c.stops, Kind: medium.Jabber, Station: "h"}},
			Stations: []domain.Station{one("B", 0, 1), one("h", bt(10), 0, 4*ms, c.back-bt(1000), c.back)}}
		n, err := domain.New(x)
		require.NoError(t, err)
		l := &log{}
		n.Observe(l)
		require.NoError(t, n.Run(100*ms))
		assert.Equal(t, []phy.Time{bt(10), c.back + bt(10)}, l.at(medium.CarrierOn, 0))
		assert.Equal(t, 2*ms+bt(10), l.at(medium.CarrierOff, 0)[0])
		assert.Empty(t, l.at(medium.Collision, 1))
		assert.EqualValues(t, 2, n.Result().Stations[1].Counters.CarrierSenseErrors)
	}
}

// A transceiver that has cut a station returns at its instant, even if the station jabbers once more before,
// for less than the transceiver allows.
func TestAStationThatJabbersTwice(t *testing.T) {
	ms := phy.Millisecond
	on := func(at phy.Time, on bool) medium.Change {
		return medium.Change{At: at, Kind: medium.Jabber, On: on, Station: "h"}
	}
	n, l := cable(t, []medium.Change{on(0, true), on(100*ms, false), on(200*ms, true), on(210*ms, false)}, one("B", 0, 1), one("h", bt(10), 0, 599*ms, 601*ms))
	require.NoError(t, n.Run(phy.Second))
	assert.Equal(t, []phy.Time{bt(10), 601*ms + bt(10)}, l.at(medium.CarrierOn, 0))
	assert.EqualValues(t, 1, n.Result().Stations[1].Counters.CarrierSenseErrors, "the frame at 599 ms")
}

// A station without power loses what it had to send, and is silent. With power it begins anew.
func TestPower(t *testing.T) {
	timeline := []medium.Change{{At: bt(100), Kind: medium.PowerOff, On: true, Station: "h"}, {At: bt(1000), Kind: medium.PowerOff, Station: "h"}}
	n, l := cable(t, timeline, one("B", 0, 1, bt(500)), one("h", bt(10), 0, 0, bt(50), bt(700), bt(1200)))
	require.NoError(t, n.Run(bt(3000)))
	assert.Equal(t, []phy.Time{bt(100), bt(100), bt(700)}, l.at(medium.Dropped, 1))
	assert.Equal(t, []phy.Time{bt(0), bt(1200)}, l.at(medium.TxStart, 1))
	assert.Equal(t, bt(110), l.at(medium.CarrierOff, 0)[0], "B hears the frame break off")
	r := n.Result()
	assert.EqualValues(t, 1, r.Stations[0].Counters.Fragments)
	assert.EqualValues(t, 1, r.Medium.FramesLost, "B's frame found nobody")
	assert.EqualValues(t, 1, r.Stations[0].Counters.FramesReceivedOK)
}

// A port of a hub that is switched off: its station is alone, and hears nothing. A link that is cut is
// down: its station sees no carrier at all.
func TestAPortAndALink(t *testing.T) {
	run := func(x medium.Change) *medium.Result {
		hub := domain.DefaultRepeater(bit)
		hub.Name = "hub"
		c := domain.Config{Timeline: []medium.Change{x}}
		for k, name := range []string{"A", "B", "C"} {
			c.Segments = append(c.Segments, domain.Segment{Name: "link" + name, Link: true, Delay: bt(5)})
			hub.Ports = append(hub.Ports, domain.Port{To: name, End: domain.End{Segment: k, At: bt(5)}})
			s := one(name, 0, (k+1)%3, bt(float64(1000*k)))
			s.End.Segment = k
			c.Stations = append(c.Stations, s)
		}
		c.Repeaters = []domain.Repeater{hub}
		n, err := domain.New(c)
		require.NoError(t, err)
		require.NoError(t, n.Run(bt(5000)))
		return n.Result()
	}
	off := run(medium.Change{Kind: medium.PortOff, On: true, Port: "hub/B"})
	assert.EqualValues(t, 2, off.Medium.FramesLost, "to B, and from B")
	assert.Zero(t, off.Stations[1].Counters.CarrierSenseErrors)
	assert.EqualValues(t, 1, off.Stations[0].Counters.FramesReceivedOK, "C and A go on")
	down := run(medium.Change{Kind: medium.Cut, On: true, Segment: "linkB"})
	assert.EqualValues(t, 2, down.Medium.FramesLost)
	assert.EqualValues(t, 1, down.Stations[1].Counters.CarrierSenseErrors)
	assert.Zero(t, down.Medium.Collisions)
}

// A station joins a cable, hears the rest of a frame, sends, and leaves.
func TestJoinAndLeave(t *testing.T) {
	late := one("late", bt(10), 0, bt(700))
	timeline := []medium.Change{{At: bt(300), Kind: medium.Add, New: late}, {At: bt(2000), Kind: medium.Remove, Station: "late"}}
	n, l := cable(t, timeline, one("A", 0, 1, 0, bt(2500)), one("B", bt(20), 0))
	require.NoError(t, n.Run(bt(4000)))
	require.Equal(t, 3, n.Len())
	assert.Equal(t, "late", n.Name(2))
	assert.Equal(t, []phy.Time{bt(300)}, l.at(medium.CarrierOn, 2)[:1])
	r := n.Result()
	assert.EqualValues(t, 1, r.Stations[2].Counters.Fragments, "it has missed the beginning")
	assert.EqualValues(t, 1, r.Stations[0].Counters.FramesReceivedOK)
	assert.EqualValues(t, 2, r.Stations[1].Counters.FramesReceivedOK)
	assert.Equal(t, []phy.Time{bt(700), bt(700 + 576)}, []phy.Time{l.at(medium.TxStart, 2)[0], l.at(medium.TxEnd, 2)[0]})
}

// A station leaves while a fault of it lasts, or at the instant at which the fault ends: the run goes on.
func TestAFaultOfAStationThatLeaves(t *testing.T) {
	for _, ends := range []phy.Time{bt(400), bt(2000)} {
		for _, kind := range []medium.ChangeKind{medium.Deaf, medium.Mute, medium.Jabber, medium.PowerOff, medium.Skew} {
			timeline := []medium.Change{
				{At: bt(100), Kind: kind, On: true, Value: 10, Station: "B"}, {At: bt(400), Kind: medium.Remove, Station: "B"}, {At: ends, Kind: kind, Station: "B"},
			}
			n, l := cable(t, timeline, one("A", 0, 1, 0, bt(2500)), one("B", bt(20), 0), one("C", bt(30), 0))
			require.NoError(t, n.Run(bt(4000)), "%v until %v", kind, ends)
			assert.EqualValues(t, 2, n.Result().Stations[0].Counters.FramesTransmittedOK, kind)
			for _, at := range append(l.at(medium.RxStart, 1), l.at(medium.RxEnd, 1)...) {
				assert.LessOrEqual(t, at, bt(400), kind)
			}
		}
	}
}

// A run until nothing is to come ends at its last change, if that is later than all else, in however many pieces it is run.
func TestARunUntilIdleEndsAtItsLastChange(t *testing.T) {
	for name, x := range map[string]medium.Change{
		"cut": {Kind: medium.Cut, On: true, Place: bt(15)}, "deaf": {Kind: medium.Deaf, On: true, Station: "B"},
		"add": {Kind: medium.Add, New: one("late", bt(10), 0)}, "remove": {Kind: medium.Remove, Station: "B"},
	} {
		for _, slice := range []phy.Time{bt(7000), bt(12345), bt(30000), phy.Forever} {
			x.At = bt(20000)
			n, err := domain.New(domain.Config{
				Seed: 1, Segments: []domain.Segment{{Name: "cable", Delay: metres(500)}}, Timeline: []medium.Change{x},
				Stations: []domain.Station{one("A", 0, 1, 0, bt(1000)), one("B", bt(20), 0)}, Until: medium.Until{Idle: true},
			})
			require.NoError(t, err)
			for !n.Done() {
				require.Less(t, n.Now(), bt(40000), name)
				require.NoError(t, n.Run(n.Now()+min(slice, phy.Forever-n.Now())))
			}
			assert.Equal(t, x.At, n.Now(), "%s, in pieces of %v", name, slice)
		}
	}
}

// A station whose clock is 100 ppm fast sends shorter bits. Its frames are whole: receivers follow its
// clock.
func TestAFastClock(t *testing.T) {
	n, l := cable(t, []medium.Change{{Kind: medium.Skew, Value: 100, Station: "h"}}, one("B", 0, 1), one("h", bt(10), 0, 0, 0))
	require.NoError(t, n.Run(bt(3000)))
	starts := l.at(medium.TxStart, 1)
	assert.Equal(t, []phy.Time{0, (576 + 96) * 99990}, starts)
	assert.EqualValues(t, 2, n.Result().Stations[0].Counters.FramesReceivedOK)
}

// What is on a cable is held to the length that the cable has by then.
func TestPlacesOfALongerCable(t *testing.T) {
	const ms = phy.Millisecond
	longer := medium.Change{At: ms, Kind: medium.Length, Place: metres(700)}
	n, l := cable(t, []medium.Change{longer, {At: 2 * ms, Kind: medium.Cut, On: true, Place: metres(600)}, {At: 4 * ms, Kind: medium.Cut},
		{At: 5 * ms, Kind: medium.Add, New: one("late", metres(650), 0, 5*ms)}}, one("A", 0, 1, 3*ms), one("B", metres(100), 0))
	require.NoError(t, n.Run(7*ms))
	require.NotEmpty(t, l.at(medium.Collision, 0))
	assert.Equal(t, 3*ms+2*metres(600), l.at(medium.Collision, 0)[0], "with the echo of the open end")
	assert.Len(t, l.at(medium.TxStart, 2), 1, "late")

	_, err := domain.New(domain.Config{Segments: []domain.Segment{{Name: "cable", Delay: metres(500)}}, Stations: []domain.Station{one("A", 0, 0)},
		Timeline: []medium.Change{{Kind: medium.Cut, On: true, Place: metres(600)}, longer}})
	require.ErrorContains(t, err, "is not on the cable")
}

// A cable that is made shorter has an open end there: what is on it comes back from the new end, and faults of the
// piece that is taken away go with it. What is plugged in stays on the cable.
func TestAShorterCable(t *testing.T) {
	const ms = phy.Millisecond
	shorter := medium.Change{At: ms, Kind: medium.Length, Place: metres(200)}
	n, l := cable(t, []medium.Change{{Kind: medium.Terminator, Missing: medium.RightEnd}, {Kind: medium.Cut, On: true, Place: metres(300)}, shorter},
		one("A", 0, 1, 0), one("B", metres(100), 0))
	require.ErrorContains(t, n.Change(medium.Change{At: 2 * ms, Kind: medium.Length, Place: metres(99)}), `"B" is plugged in`)
	require.ErrorContains(t, n.Change(medium.Change{At: ms / 2, Kind: medium.Add, New: one("C", metres(250), 0)}), "no such place")
	require.NoError(t, n.Run(3*ms+512*phy.Ethernet10.BitTime))
	starts, met := l.at(medium.TxStart, 0), l.at(medium.Collision, 0)
	require.Len(t, met, len(starts))
	later := 0
	for k, start := range starts {
		if start < ms {
			assert.Equal(t, 2*metres(300), met[k]-start, "with the echo of the cut")
			continue
		}
		later++
		assert.Equal(t, 2*metres(200), met[k]-start, "with the echo of the new end")
	}
	assert.Positive(t, later)
}

// A change takes the place of one that was planned, which then does not happen.
func TestAChangeInPlaceOfAPlannedOne(t *testing.T) {
	const ms = phy.Millisecond
	n, l := cable(t, nil, one("a", 0, 1, 30*ms), one("b", metres(100), 0))
	for _, c := range []medium.Change{{At: 1 * ms, On: true}, {At: 50 * ms}} {
		c.Kind, c.Station = medium.Deaf, "b"
		require.NoError(t, n.Change(c))
	}
	require.NoError(t, n.Run(10*ms))
	require.ErrorIs(t, n.Change(medium.Change{At: 10 * ms, Kind: medium.Deaf, Station: "a", Planned: 50 * ms}), medium.ErrRefused)
	require.NoError(t, n.Change(medium.Change{At: 10 * ms, Kind: medium.Deaf, Station: "b", Planned: 50 * ms}))
	require.NoError(t, n.Run(100*ms))
	assert.Equal(t, []phy.Time{1 * ms, 10 * ms}, l.at(medium.Changed, 1))
	assert.EqualValues(t, 1, n.Result().Stations[1].Counters.FramesReceivedOK)
}

// Nobody hears a station that is mute. A run until all is quiet ends when it has sent its frame, though, whether it is run at once or
// in pieces.
func TestARunEndsAfterAFrameThatNobodyHears(t *testing.T) {
	for _, pieces := range []int{1, 7} {
		n := build(t, domain.Config{Until: medium.Until{Idle: true}, Segments: []domain.Segment{{Name: "cable"}}, Stations: []domain.Station{one("A", 0, 0, 0), one("B", bt(10), 0)},
			Timeline: []medium.Change{{Kind: medium.Mute, Station: "A", On: true}}})
		for k := range pieces {
			require.NoError(t, n.Run(bt(float64(1000*(k+1)/pieces))))
		}
		r := n.Result()
		require.EqualValues(t, 1, r.Medium.FramesSent)
		require.Equal(t, 576.0, r.SimulatedBits, "%d pieces", pieces)
	}
}

// A cable is shorted while a broadcast is being sent. What was sent before the short has left the cable when the frame
// ends, and a run until nothing happens ends then, whether it is run at once or in pieces.
func TestARunEndsWhenAFrameIsOverThatFewHeard(t *testing.T) {
	for _, stop := range []phy.Time{0, bt(580)} {
		s := one("A", 0, 0, 0)
		s.Traffic[0].To = traffic.To{Whom: traffic.ToBroadcast}
		n, err := domain.New(domain.Config{Segments: []domain.Segment{{Name: "cable", Delay: metres(500)}}, Until: medium.Until{Idle: true},
			Stations: []domain.Station{s, one("B", metres(500), 0)}, Timeline: []medium.Change{{At: bt(100), Kind: medium.Short, On: true, Place: bt(5)}}})
		require.NoError(t, err)
		require.NoError(t, n.Run(stop))
		require.NoError(t, n.Run(phy.Second))
		assert.Equal(t, bt(576), n.Now())
		m := n.Result().Medium
		assert.EqualValues(t, 1, m.FramesLost)
		assert.GreaterOrEqual(t, m.ShareIdle, 0.0)
	}
}
