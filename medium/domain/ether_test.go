package domain_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// B gets another address while a frame for it is on its way and another is queued. Both go to an address that is
// nobody's now. What A sends to B later is for the new address.
func TestAStationGetsAnotherAddress(t *testing.T) {
	other := phy.StationAddress(77)
	n, l := cable(t, []medium.Change{{At: bt(300), Kind: medium.Ether, Station: "B", Address: other}},
		one("A", 0, 1, 0, bt(100), bt(2000)), one("B", bt(10), 0))
	require.NoError(t, n.Run(bt(4000)))
	assert.Equal(t, other, n.Address(1))
	assert.EqualValues(t, 1, n.Destination(other))
	assert.NotEqual(t, n.Destination(phy.StationAddress(1)), n.Destination(other))
	assert.EqualValues(t, 1, n.Result().Stations[1].Counters.FramesReceivedOK)
	assert.Len(t, l.at(medium.RxEnd, 1), 3, "it hears all three")
}

// The address of another station is refused, and the network goes on. It is free when that station has left it.
func TestAnAddressIsTaken(t *testing.T) {
	n, _ := cable(t, nil, one("A", 0, 1, bt(100)), one("B", bt(10), 0))
	require.NoError(t, n.Run(bt(300)))
	ether := func(name string, i int) medium.Change {
		return medium.Change{At: bt(300), Kind: medium.Ether, Station: name, Address: phy.StationAddress(i)}
	}
	require.ErrorIs(t, n.Change(ether("B", 0)), medium.ErrRefused)
	require.NoError(t, n.Change(ether("A", 9)))
	require.NoError(t, n.Change(ether("B", 0)))
	require.NoError(t, n.Run(bt(1000)))
	assert.EqualValues(t, 1, n.Destination(phy.StationAddress(0)))
	assert.EqualValues(t, 0, n.Destination(phy.StationAddress(9)))
}

// A frame is on its way to B, at 100 m. When it has been sent, B gets another address, and B itself or C, at 500 m, takes
// its former one. The frame is delivered if the address is held when the frame arrives, and at that instant.
func TestAFrameIsForWhoHasItsAddressWhenItArrives(t *testing.T) {
	p := mac.For(phy.Ethernet10)
	end := p.Duration(64)
	near, far := end+metres(100), end+metres(500)
	for _, row := range []struct {
		name string
		who  string // takes the address
		at   phy.Time
		want phy.Time // when it is delivered; 0: it is lost
	}{
		{"B, before it arrives there", "B", near - phy.Nanosecond, near},
		{"B, when it arrives there", "B", near, near},
		{"B, after it has arrived there", "B", near + phy.Nanosecond, 0},
		{"C, before it passes B", "C", near - phy.Nanosecond, far},
		{"C, after it has passed B", "C", near + phy.Nanosecond, far},
	} {
		t.Run(row.name, func(t *testing.T) {
			n, _ := cable(t, []medium.Change{
				{At: end - phy.Nanosecond, Kind: medium.Ether, Station: "B", Address: phy.StationAddress(9)},
				{At: row.at, Kind: medium.Ether, Station: row.who, Address: phy.StationAddress(1)},
			}, one("A", 0, 1, 0), one("B", metres(100), 0), one("C", metres(500), 0))
			require.NoError(t, n.Run(phy.Millisecond))
			r := n.Result()
			if row.want == 0 {
				assert.Zero(t, r.Medium.FramesDelivered)
				assert.EqualValues(t, 1, r.Medium.FramesLost)
				return
			}
			assert.EqualValues(t, 1, r.Medium.FramesDelivered)
			assert.InDelta(t, row.want.Seconds()*1e6, r.Delay.Max, 0.1)
		})
	}
}
