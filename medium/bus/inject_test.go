package bus_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// two are stations without traffic of their own.
func two() bus.Config {
	return bus.Config{Stations: []bus.Station{{Name: "A"}, {Name: "B", At: bt(30)}}}
}

// A live station injects a frame, and finds its octets by Ref when it is received.
func TestAnInjectedFrameIsReceived(t *testing.T) {
	at := &observer{want: medium.Interest{Kinds: medium.Of(medium.RxEnd), Stations: []int{B}}}
	n := build(t, two(), at)
	require.NoError(t, n.Run(bt(100)))
	require.NoError(t, n.Inject(A, bt(100), medium.Frame{Size: 100, Destination: B, Ref: 1 << 40, Source: 77, Number: 99}))
	require.NoError(t, n.Run(bt(2000)))
	require.Len(t, at.events, 1)
	assert.Equal(t, medium.Event{
		At: bt(100 + 864 + 30), Kind: medium.RxEnd, Station: B, From: A, OK: true, Octets: 100,
		Frame: medium.Frame{Size: 100, Source: A, Destination: B, Number: 1, Ref: 1 << 40}, // source and number are the network's
	}, at.events[0])
	r := n.Result()
	assert.Equal(t, uint64(1), r.Medium.FramesOffered)
	assert.Equal(t, uint64(1), r.Medium.FramesDelivered)
	assert.Equal(t, 1.0, r.Medium.Jain, "A has had traffic, B has not")
}

// The time that has been run is over; the instant at which the run stopped is not.
func TestInjectIsForWhatHasNotBeenRun(t *testing.T) {
	frame := medium.Frame{Size: 64, Destination: B}
	n := build(t, two())
	require.NoError(t, n.Run(phy.Millisecond))
	require.EqualError(t, n.Inject(A, phy.Millisecond-1, frame), "bus: a frame at 999.999999us, but the network has been run until 1ms")
	require.NoError(t, n.Inject(A, phy.Millisecond, frame))
	require.NoError(t, n.Inject(A, phy.Second, frame))
	require.NoError(t, n.Run(2*phy.Second))
	assert.Equal(t, uint64(2), n.Result().Medium.FramesSent)
}

func TestInjectSaysWhatIsWrong(t *testing.T) {
	frame := func(change func(*medium.Frame)) medium.Frame {
		f := medium.Frame{Size: 64, Destination: B}
		change(&f)
		return f
	}
	good := frame(func(*medium.Frame) {})
	n := build(t, two())
	for text, err := range map[string]error{
		"bus: there is no station 2":                                        n.Inject(2, 0, good),
		"bus: there is no station -1":                                       n.Inject(-1, 0, good),
		"bus: a frame at forever, but no run lasts so long":                 n.Inject(A, phy.Forever, good),
		"bus: a frame of 63 octets: this line takes 64 to 1518":             n.Inject(A, 0, frame(func(f *medium.Frame) { f.Size = 63 })),
		"bus: a frame of 1519 octets: this line takes 64 to 1518":           n.Inject(A, 0, frame(func(f *medium.Frame) { f.Size = 1519 })),
		"bus: a frame for station 2, but stations are numbered from 0 to 1": n.Inject(A, 0, frame(func(f *medium.Frame) { f.Destination = 2 })),
		"bus: a frame for an address that the network does not know":        n.Inject(A, 0, frame(func(f *medium.Frame) { f.Destination = medium.AddressDestination(0) })),
	} {
		assert.EqualError(t, err, text)
		noStation := strings.HasPrefix(text, "bus: there is no station")
		assert.Equal(t, noStation, errors.Is(err, medium.ErrNoStation), text)
		assert.Equal(t, !noStation, errors.Is(err, medium.ErrRefused), text)
	}
	assert.Equal(t, phy.Forever, n.Next(), "and nothing is put in")

	c := two()
	c.Until.FramesSent = 1
	n = build(t, c)
	require.NoError(t, n.Inject(A, 0, good))
	require.NoError(t, n.Run(phy.Second))
	err := n.Inject(A, phy.Second, good)
	assert.EqualError(t, err, "bus: the run is over")
	assert.ErrorIs(t, err, medium.ErrOver)
}

// Frames for a group and for an address without a station, after the network has learned these.
func TestInjectToAnAddress(t *testing.T) {
	n := build(t, two())
	group := phy.Address{1, 2, 3, 4, 5, 6}
	destination := n.Destination(group)
	assert.Equal(t, medium.AddressDestination(0), destination)
	assert.Equal(t, destination, n.Destination(group))
	assert.Equal(t, group, n.Address(destination))
	assert.Equal(t, int32(B), n.Destination(phy.StationAddress(B)))
	assert.Equal(t, phy.StationAddress(B), n.Address(B))
	assert.Equal(t, medium.Broadcast, n.Destination(phy.Broadcast))
	assert.Equal(t, phy.Broadcast, n.Address(medium.Broadcast))
	assert.Equal(t, medium.AddressDestination(1), n.Destination(phy.StationAddress(2)), "no such station")

	require.NoError(t, n.Inject(A, 0, medium.Frame{Size: 64, Destination: destination}))
	require.NoError(t, n.Run(phy.Second))
	assert.Equal(t, mac.Counters{FramesReceivedOK: 1, OctetsReceivedOK: 46, MulticastFramesReceivedOK: 1}, n.Result().Stations[B].Counters)
}

// Frames of one instant keep the order in which they were injected, whatever happened to those
// before.
func TestInjectKeepsItsOrder(t *testing.T) {
	sent := &observer{want: medium.Interest{Kinds: medium.Of(medium.Sent)}}
	n := build(t, two(), sent)
	var want []uint64
	for batch := range uint64(4) {
		for k := range uint64(5) {
			ref := 10*batch + k
			want = append(want, ref)
			require.NoError(t, n.Inject(A, n.Now(), medium.Frame{Size: 64, Destination: B, Ref: ref}))
		}
		require.NoError(t, n.Run(n.Now()+phy.Millisecond))
	}
	var got []uint64
	for _, e := range sent.events {
		got = append(got, e.Frame.Ref)
	}
	assert.Equal(t, want, got)
}

// It makes no difference whether a station's frames are known beforehand or are injected piece by
// piece.
func TestInjectOrTraffic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawOddNetwork(t)
		bare := c
		bare.Stations = append([]bus.Station(nil), c.Stations...)
		type arrival struct {
			station int
			at      phy.Time
			to      int32
		}
		var list []arrival
		for i := range c.Stations {
			if len(c.Stations[i].Traffic) == 0 {
				continue
			}
			to := traffic.To{Whom: traffic.ToStation, Station: rapid.IntRange(0, len(c.Stations)-1).Draw(t, "to")}
			s := traffic.Source{Kind: traffic.KindFrames, Size: traffic.Octets(64), To: to}
			destination := int32(to.Station)
			if to.Station == i {
				destination = medium.Broadcast
			}
			at := phy.Time(0)
			for range rapid.IntRange(0, 5).Draw(t, "frames") {
				at += drawLength(t, 3000, "pause")
				s.Starts = append(s.Starts, at)
				list = append(list, arrival{i, at, destination})
			}
			c.Stations[i].Traffic = []traffic.Source{s}
			bare.Stations[i].Traffic = nil
		}
		own, pieces := build(t, c), build(t, bare)
		require.NoError(t, own.Run(horizon))
		const step = 1000
		for b := 0.0; b < bits(horizon); b += step {
			for _, a := range list {
				if a.at >= bt(b) && a.at < bt(b+step) {
					require.NoError(t, pieces.Inject(a.station, a.at, medium.Frame{Size: 64, Destination: a.to}))
				}
			}
			require.NoError(t, pieces.Run(bt(b+step)))
		}
		want, got := own.Result(), pieces.Result()
		want.Medium.Jain, got.Medium.Jain = 0, 0 // of stations with traffic, which are only known afterwards
		require.Equal(t, want, got)
	})
}
