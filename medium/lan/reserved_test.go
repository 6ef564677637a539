package lan

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// A bridge forwards no frame for the addresses 01-80-C2-00-00-00 to -0F, so that a station behind it
// never receives them: such a frame is not delivered to its group, but lost.
func TestAFrameForAReservedGroupIsLost(t *testing.T) {
	for last, delivered := range map[byte]uint64{0x00: 0, 0x0e: 0, 0x0f: 0, 0x10: 1} {
		n, err := New(twoCables())
		require.NoError(t, err)
		to := n.Destination(phy.Address{0x01, 0x80, 0xc2, 0, 0, last})
		require.NoError(t, n.Inject(0, 0, medium.Frame{Size: 64, Destination: to}))
		require.NoError(t, n.Run(phy.Millisecond))
		m := n.Result().Medium
		assert.Equal(t, delivered, m.FramesDelivered, last)
		assert.Equal(t, 1-delivered, m.FramesLost, last)
	}

	c := twoCables()
	c.Stations[1].End.Segment = 0 // nobody is behind the bridge
	n, err := New(c)
	require.NoError(t, err)
	to := n.Destination(phy.Address{0x01, 0x80, 0xc2, 0, 0, 0x0e})
	require.NoError(t, n.Inject(0, 0, medium.Frame{Size: 64, Destination: to}))
	require.NoError(t, n.Run(phy.Millisecond))
	assert.EqualValues(t, 1, n.Result().Medium.FramesDelivered)
}
