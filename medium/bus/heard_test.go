package bus_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// listener counts from the events at every tap what was received there, and which station received
// which frames. The engine computes its counters in other ways, if possible for all listeners at
// once.
type listener struct {
	counters   []mac.Counters
	damaged    []uint64
	begun      []phy.Time // when the current reception began
	own        []bool     // the station has sent within it before
	started    []phy.Time // when the station last started to send
	deliveries map[medium.Frame]int
	sent       []medium.Event
	group      func(destination int32) bool
}

func listen(n *bus.Network) *listener {
	return &listener{
		counters: make([]mac.Counters, n.Len()), damaged: make([]uint64, n.Len()),
		begun: make([]phy.Time, n.Len()), started: make([]phy.Time, n.Len()), own: make([]bool, n.Len()), deliveries: map[medium.Frame]int{},
		group: func(d int32) bool { return n.Address(d).Group() },
	}
}

func (l *listener) Interest() medium.Interest {
	return medium.Interest{Kinds: medium.Of(medium.TxStart, medium.RxStart, medium.RxEnd, medium.Sent)}
}

func (l *listener) Observe(e *medium.Event) {
	i := e.Station
	c := &l.counters[i]
	switch {
	case e.Kind == medium.Sent:
		l.sent = append(l.sent, *e)
	case e.Kind == medium.RxStart:
		l.begun[i], l.own[i] = e.At, false
	case e.Kind == medium.TxStart:
		l.own[i] = l.own[i] || l.started[i] > l.begun[i]
		l.started[i] = e.At
	case l.own[i] || l.begun[i] < l.started[i] && l.started[i] < e.At: // it contains the station's own transmission
	case e.Why == medium.Fragment:
		c.Fragments++
	case e.Why == medium.TooLong:
		c.FrameTooLongErrors++
	case e.Why == medium.Damaged:
		l.damaged[i]++
	default:
		d := e.Frame.Destination
		if d == i || d < 0 {
			l.deliveries[e.Frame]++
		}
		if d != i && !l.group(d) {
			return
		}
		c.FramesReceivedOK++
		c.OctetsReceivedOK += uint64(max(0, e.Frame.Size-mac.Overhead))
		switch {
		case d == medium.Broadcast:
			c.BroadcastFramesReceivedOK++
		case d != i:
			c.MulticastFramesReceivedOK++
		}
	}
}

// agrees checks that the results agree with what was heard.
func (l *listener) agrees(t require.TestingT, r *medium.Result) {
	delivered, nobodys := uint64(0), uint64(0)
	for _, e := range l.sent {
		d := e.Frame.Destination
		switch {
		case d >= 0 && l.deliveries[e.Frame] == 1,
			d < 0 && l.group(d) && l.deliveries[e.Frame] == len(l.counters)-1:
			delivered++
		case d < 0 && !l.group(d) && l.deliveries[e.Frame] > 0:
			nobodys++
		}
	}
	// Frames without a destination are judged after all stations have heard them: at the end some
	// may be in flight.
	m := &r.Medium
	require.LessOrEqual(t, m.FramesDelivered, delivered+nobodys)
	require.GreaterOrEqual(t, m.FramesDelivered+min(nobodys, m.FramesSent-m.FramesDelivered-m.FramesLost), delivered+nobodys)
	for i, s := range r.Stations {
		c := s.Counters
		require.Equal(t, l.damaged[i], c.FrameCheckSequenceErrors+c.AlignmentErrors, "station %d", i)
		require.Equal(t, l.counters[i], mac.Counters{
			FramesReceivedOK: c.FramesReceivedOK, OctetsReceivedOK: c.OctetsReceivedOK, Fragments: c.Fragments,
			FrameTooLongErrors: c.FrameTooLongErrors, BroadcastFramesReceivedOK: c.BroadcastFramesReceivedOK,
			MulticastFramesReceivedOK: c.MulticastFramesReceivedOK,
		}, "station %d", i)
	}
}

func TestCountersAreWhatWasHeard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := build(t, drawOddNetwork(t))
		l := listen(n)
		n.Observe(l)
		require.NoError(t, n.Run(horizon))
		l.agrees(t, n.Result())
	})
}

// It is the same if stations do not defer, and hundreds of signals overlap without a gap in which
// anything could be forgotten.
func TestCountersAreWhatWasHeardOnABusyAloha(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		aloha := rules(func(p *mac.Params) {
			p.NoCarrierSense = true
			p.NoCollision = rapid.Bool().Draw(t, "blind")
		})
		c := bus.Config{Params: *aloha, Seed: rapid.Uint64().Draw(t, "seed")}
		spread := rapid.SampledFrom([]int{0, 20, 500, 3000}).Draw(t, "spread")
		mean := bt(float64(rapid.SampledFrom([]int{300, 1500, 6000}).Draw(t, "mean")))
		for i := range rapid.IntRange(2, 12).Draw(t, "stations") {
			s := bus.Station{Name: name(i), At: drawLength(t, spread, "place"), Traffic: []traffic.Source{{
				Kind: traffic.KindPoisson, Mean: mean, Size: traffic.Octets(64),
				To: traffic.To{Whom: rapid.SampledFrom([]traffic.Whom{traffic.ToNext, traffic.ToBroadcast}).Draw(t, "to")},
			}}}
			if rapid.IntRange(0, 3).Draw(t, "listens") == 0 {
				s.Params = rules(func(*mac.Params) {})
			}
			c.Stations = append(c.Stations, s)
		}
		n := build(t, c)
		l := listen(n)
		n.Observe(l)
		looks := rapid.IntRange(1, 3).Draw(t, "looks")
		for k := range looks {
			require.NoError(t, n.Run(10*horizon*phy.Time(k+1)/phy.Time(looks)))
			l.agrees(t, n.Result())
		}
		unwatched := build(t, c)
		require.NoError(t, unwatched.Run(10*horizon))
		require.Equal(t, unwatched.Result(), n.Result())
	})
}

// F's frames for everybody reach G, 2111 bit times away, long after they have been spoilt for the
// stations beside F. So many signals follow that those which spoilt them are forgotten before that.
func TestAFrameForAllSpoiltLongBeforeItArrives(t *testing.T) {
	aloha := rules(func(p *mac.Params) { p.NoCarrierSense, p.NoCollision = true, true })
	var c bus.Config
	for i := range 7 {
		c.Stations = append(c.Stations, bus.Station{Name: name(i), Traffic: []traffic.Source{{
			Kind: traffic.KindPoisson, Mean: bt(1500), Size: traffic.Octets(64), To: traffic.To{Whom: traffic.ToNext},
		}}})
	}
	f, g := &c.Stations[5], &c.Stations[6]
	f.Params, f.Traffic[0].To.Whom = aloha, traffic.ToBroadcast
	g.Params, g.At = aloha, bt(2111)
	n := build(t, c)
	l := listen(n)
	n.Observe(l)
	for n.Now() < 10*horizon {
		require.NoError(t, n.Run(n.Now()+bt(5000)))
	}
	l.agrees(t, n.Result())
}

// F's frame for everybody follows A's frames at every tap, and has not reached G yet when those are
// forgotten. The last of them are forgotten while F sends, but none has met F's frame.
func TestAFrameForAllBehindForgottenFrames(t *testing.T) {
	aloha := rules(func(p *mac.Params) { p.NoCarrierSense, p.NoCollision = true, true })
	wide := rules(func(p *mac.Params) { p.Gap = bt(5000) }) // nothing is forgotten for a gap
	n := build(t, bus.Config{Stations: []bus.Station{
		{Name: "A", Params: aloha}, {Name: "F", Params: aloha, At: bt(10)}, {Name: "G", Params: wide, At: bt(2111)},
	}})
	l := listen(n)
	n.Observe(l)
	send := func(station int, at float64, to int32) {
		require.NoError(t, n.Inject(station, bt(at), medium.Frame{Size: 64, Destination: to}))
	}
	const before = 255 // of A's; F's is the 256th signal kept
	for i := range before {
		send(0, float64(700*i), 2)
	}
	send(1, 700*before, medium.Broadcast)
	send(0, 700*(before+1), 2)
	require.NoError(t, n.Run(bt(700*(before+5))))
	l.agrees(t, n.Result())
	require.EqualValues(t, before+2, n.Result().Medium.FramesDelivered)
}
