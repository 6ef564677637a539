package bus_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

var card = phy.Address{0x08, 0x00, 0x2b, 1, 2, 3}

// A station with a configured address has that address, and no longer the one that follows from its
// number.
func TestAStationsOwnAddress(t *testing.T) {
	c := two()
	c.Stations[B].Address = card
	n := build(t, c)
	assert.Equal(t, card, n.Address(B))
	assert.Equal(t, phy.StationAddress(A), n.Address(A))
	assert.Equal(t, int32(B), n.Destination(card))
	nobody := n.Destination(phy.StationAddress(B))
	assert.Equal(t, medium.AddressDestination(0), nobody)
	assert.Equal(t, phy.StationAddress(B), n.Address(nobody))
}

// Of frames given one by one each has its size, its address, and the next Ref.
func TestFramesGivenOneByOne(t *testing.T) {
	group := phy.Address{1, 0, 0x5e, 0, 0, 1}
	c := two()
	c.Stations[B].Address = card
	c.Stations[A].Traffic = []traffic.Source{{
		Kind: traffic.KindFrames, Ref: 40,
		Starts:    []phy.Time{0, 0, bt(5000), bt(9000)},
		Octets:    []int32{64, 65, 66, 67},
		Addresses: []phy.Address{card, group, phy.StationAddress(A + 1), phy.Broadcast},
	}}
	sent := &observer{want: medium.Interest{Kinds: medium.Of(medium.Sent)}}
	n := build(t, c, sent)
	require.NoError(t, n.Run(phy.Second))
	var got []medium.Frame
	for _, e := range sent.events {
		got = append(got, e.Frame)
	}
	assert.Equal(t, []medium.Frame{
		{Size: 64, Destination: B, Number: 1, Ref: 40},
		{Size: 65, Destination: n.Destination(group), Number: 2, Ref: 41},
		{Size: 66, Destination: n.Destination(phy.StationAddress(A + 1)), Number: 3, Ref: 42},
		{Size: 67, Destination: medium.Broadcast, Number: 4, Ref: 43},
	}, got)
	assert.Equal(t, uint64(4), n.Result().Medium.FramesDelivered)
}

func TestNewSaysWhatIsWrongWithAnAddress(t *testing.T) {
	for text, change := range map[string]func([]bus.Station){
		`bus: station "B": 01:00:00:00:00:00 is the address of a group`: func(s []bus.Station) { s[B].Address = phy.Address{1} },
		`bus: stations "A" and "B" have the same address, 08:00:2b:01:02:03`: func(s []bus.Station) {
			s[A].Address, s[B].Address = card, card
		},
		`bus: stations "B" and "A" have the same address, 02:00:00:00:00:01: it follows from the number of the second`: func(s []bus.Station) {
			s[B].Address = phy.StationAddress(A)
		},
		`bus: station "A": addresses given one by one must be as many as the frames`: func(s []bus.Station) {
			s[A].Traffic = []traffic.Source{{Kind: traffic.KindFrames, Starts: []phy.Time{0}, Size: traffic.Octets(64), Addresses: []phy.Address{}}}
		},
	} {
		c := two()
		change(c.Stations)
		_, err := bus.New(c)
		assert.EqualError(t, err, text)
	}
}

// A frame for an address without a station is lost only if no station hears it whole. Here A's and
// B's frames meet between the two, unnoticed by both.
func TestNobodysFrameIsLostWhereNobodyHearsIt(t *testing.T) {
	to := traffic.To{Whom: traffic.ToAddress, Address: card}
	lone := func(at phy.Time) []traffic.Source {
		return []traffic.Source{{Kind: traffic.KindFrames, Starts: []phy.Time{at}, Size: traffic.Octets(64), To: to}}
	}
	c := bus.Config{Stations: []bus.Station{
		{Name: "A", Traffic: lone(0)}, {Name: "B", At: bt(600), Traffic: lone(0)}, {Name: "C", At: bt(300)},
	}}
	n := build(t, c)
	require.NoError(t, n.Run(phy.Second))
	r := n.Result()
	assert.Equal(t, uint64(2), r.Medium.FramesSent)
	assert.Equal(t, uint64(2), r.Medium.FramesDelivered, "each hears the other's whole, C neither")

	alone := build(t, bus.Config{Stations: []bus.Station{{Name: "A", Traffic: lone(0)}}})
	require.NoError(t, alone.Run(phy.Second))
	assert.Equal(t, uint64(1), alone.Result().Medium.FramesLost, "there is nobody to hear it")
}
