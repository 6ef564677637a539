package tap

import (
	"encoding/binary"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/medium/lan"
	"github.com/csmacd/csmacd/phy"
	"github.com/csmacd/csmacd/tap/internal/cargo"
)

// bridged is a network with a host at each station: A and B on links of a hub, C on a fast link of a switch that may be
// full duplex, D on a cable of 10 Mb/s. Hub and cable are at the switch as well.
func bridged(full bool) lan.Config {
	slow := mac.For(phy.Ethernet10)
	line, _ := phy.LineByName("100base-tx")
	fast := mac.For(line)
	link := func(name string, p mac.Params) lan.Segment {
		return lan.Segment{Segment: domain.Segment{Name: name, Link: true, Delay: 500 * phy.Nanosecond}, Params: p}
	}
	hub := domain.DefaultRepeater(slow.BitTime)
	hub.Name = "hub"
	for k, to := range []string{"A", "B", "sw"} {
		hub.Ports = append(hub.Ports, domain.Port{To: to, End: domain.End{Segment: k, At: 500 * phy.Nanosecond}})
	}
	c := lan.Config{
		Segments: []lan.Segment{link("A-hub", slow), link("B-hub", slow), link("sw-hub", slow), link("C-sw", fast),
			{Segment: domain.Segment{Name: "cable"}, Params: slow}},
		Repeaters: []domain.Repeater{hub},
		Bridges: []lan.Bridge{{Name: "sw", Ageing: 300 * phy.Second, Queue: 1000, Ports: []lan.BridgePort{
			{To: "hub", End: domain.End{Segment: 2}},
			{To: "C", End: domain.End{Segment: 3, At: 500 * phy.Nanosecond, Full: full}},
			{To: "cable", End: domain.End{Segment: 4}},
		}}},
	}
	for i, end := range []domain.End{{Segment: 0}, {Segment: 1}, {Segment: 3, Full: full}, {Segment: 4, At: phy.Microsecond}} {
		c.Stations = append(c.Stations, domain.Station{Station: bus.Station{Name: string(rune('A' + i))}, End: end})
	}
	return c
}

func onNetworkOf(t require.TestingT, c lan.Config, o Options) *bench {
	net, err := lan.New(c)
	require.NoError(t, err)
	var stations []bus.Station
	for i := range c.Stations {
		stations = append(stations, c.Stations[i].Station)
	}
	return onNetwork(t, net, o, stations)
}

// A's host sends a frame to D's: it is on three lines one after the other, and comes out unchanged at
// the instant at which its last bit does.
func TestAFramePassesAHubAndASwitch(t *testing.T) {
	b := onNetworkOf(t, bridged(true), Options{})
	frame := frameFor(phy.StationAddress(3), addressA, 60)
	b.clock.at(b.begin()+time.Millisecond, func() { b.desks[0].sent = append(b.desks[0].sent, frame) })
	b.run(10 * phy.Millisecond)
	assert.Equal(t, [][]byte{frame}, b.desks[3].received)
	assert.Empty(t, b.desks[1].received)
	assert.Empty(t, b.desks[2].received, "it was sent there, and is not for the host")
	took := b.desks[3].at[0] - b.begin() - time.Millisecond
	// The frame and its header on both sides of the switch, two links, 8 bits in the hub, the cable.
	assert.InDelta(t, 2*57.6e3+2*500+800+1000, float64(took), 2, "ns")
	assert.Less(t, b.clock.waits, 40, "an idle network is not looked at all the time")
}

// A fast host floods a slow cable for as long as the switch has room: hundreds of frames are in the
// switch long after they have left their station, and each comes out with its own octets.
func TestFramesInASwitchKeepTheirOctets(t *testing.T) {
	c := bridged(false)
	c.Stations[2].Queue = 5
	b := onNetworkOf(t, c, Options{})
	var want [][]byte
	for i := range 300 {
		f := frameFor(phy.Broadcast, addressC, 400)
		binary.BigEndian.PutUint32(f[14:], uint32(i))
		want = append(want, f)
	}
	b.desks[2].sent = slices.Clone(want)
	b.run(20 * phy.Millisecond)
	assert.Less(t, len(b.desks[3].received), 100)
	assert.Empty(t, b.desks[2].sent)
	assert.Equal(t, uint64(300), b.net.Result().Stations[2].Counters.FramesTransmittedOK)
	require.NoError(t, b.net.Run(phy.Second))
	b.live.handOver()
	assert.Equal(t, want, b.desks[3].received)
	assert.Equal(t, want, b.desks[0].received)
	b.live.cargo.Release(b.net.Now()+cargo.Pause, b.net.Span())
	b.live.cargo.Release(b.net.Now()+2*cargo.Pause, b.net.Span())
	assert.Len(t, b.live.cargo.Free, len(b.live.cargo.Kept), "octets are kept for ever")
}

// A switch learns stations. What is for an address behind a promiscuous host goes to all ports, also after
// that address has sent a frame.
func TestAddressesBehindAHost(t *testing.T) {
	b := onNetworkOf(t, bridged(true), Options{})
	b.live.ports.all[3].promiscuous = true
	behind := phy.Address{2, 9, 9, 9, 9, 9}
	there := frameFor(behind, addressA, 60)
	b.desks[3].sent = [][]byte{frameFor(addressA, behind, 60)}
	b.clock.at(b.begin()+time.Millisecond, func() { b.desks[0].sent = [][]byte{there} })
	b.run(10 * phy.Millisecond)
	assert.Equal(t, [][]byte{frameFor(addressA, behind, 60)}, b.desks[0].received)
	assert.Equal(t, [][]byte{there}, b.desks[3].received)
	sw := b.net.Result().Devices[1]
	assert.EqualValues(t, 2, sw.Flooded)
	assert.EqualValues(t, 2, sw.Ports[1].MAC.FramesTransmittedOK, "to C, for whom neither is")
}

// Whatever hosts of a network send and whenever: each frame comes out whole, at its instant or at most a few
// nanoseconds later, and a run fed the same arrivals from the beginning comes to the same result.
func TestLiveNetworksAreTheSimulation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := bridged(rapid.Bool().Draw(t, "full"))
		again, err := lan.New(c)
		require.NoError(t, err)
		b := onNetworkOf(t, c, Options{
			Speed: rapid.SampledFrom([]float64{1, 0.01, 3}).Draw(t, "speed"),
			Arrived: func(station int, at phy.Time, octets []byte) {
				to := again.Destination(phy.Address(octets[:6]))
				require.NoError(t, again.Inject(station, at, medium.Frame{Size: int32(len(octets)), Destination: to}))
			},
		})
		sent := map[string]bool{}
		for i := range rapid.IntRange(0, 60).Draw(t, "frames") {
			from := rapid.IntRange(0, 3).Draw(t, "from")
			to := rapid.SampledFrom([]phy.Address{addressA, addressB, addressC, phy.StationAddress(3), phy.Broadcast, {2, 5, 5, 5, 5, 5}}).Draw(t, "to")
			f := frameFor(to, phy.StationAddress(from), rapid.IntRange(60, 1514).Draw(t, "octets"))
			binary.BigEndian.PutUint32(f[14:], uint32(i))
			sent[string(f)] = true
			at := time.Duration(rapid.IntRange(0, 20_000_000).Draw(t, "at"))
			b.clock.at(b.begin()+at, func() { b.desks[from].sent = append(b.desks[from].sent, f) })
		}
		b.run(150 * phy.Millisecond)
		require.NoError(t, again.Run(150*phy.Millisecond))
		require.Equal(t, again.Result(), b.net.Result())
		for _, d := range b.desks {
			for _, f := range d.received {
				require.True(t, sent[string(f)], "a frame that nobody sent")
			}
		}
		require.LessOrEqual(t, b.live.Figures().PacingError.Max, 0.2, "us")
	})
}
