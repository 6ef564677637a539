package lan

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Addresses that belong to nobody have the same numbers in events, however the network is run.
func TestStrangersHaveTheSameNumbers(t *testing.T) {
	c := twoCables()
	for i, at := range []phy.Time{110 * phy.Microsecond, 100 * phy.Microsecond} {
		to := traffic.To{Whom: traffic.ToAddress, Address: phy.StationAddress(1000 + i)}
		c.Stations[i].Traffic = []traffic.Source{traffic.Periodic(traffic.Octets(64), to, at, phy.Second, 1)}
	}
	want := &events{kinds: medium.AllKinds}
	result(t, c, 1, want, phy.Millisecond)
	for _, workers := range []int{1, 2} {
		got := &events{kinds: medium.AllKinds}
		result(t, c, workers, got, 105*phy.Microsecond, phy.Millisecond)
		assert.Equal(t, want.list, got.list)
	}
}

// An address that its station leaves has a number from then on, whether somebody knows of it or not.
func TestAnAddressThatIsLeftHasItsNumberAtOnce(t *testing.T) {
	c := twoCables()
	for i := range 2 {
		c.Timeline = append(c.Timeline, medium.Change{At: phy.Time(1+i) * phy.Millisecond, Kind: medium.Ether,
			Station: c.Stations[i].Name, Address: phy.StationAddress(1000 + i)})
	}
	n, err := New(c)
	require.NoError(t, err)
	require.NoError(t, n.Run(3*phy.Millisecond))
	assert.Equal(t, medium.AddressDestination(1), n.Destination(phy.StationAddress(1)))
	assert.Equal(t, medium.AddressDestination(0), n.Destination(phy.StationAddress(0)))
}
