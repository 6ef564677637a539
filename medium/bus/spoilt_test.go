package bus

import (
	"testing"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
	"github.com/stretchr/testify/require"
)

// A frame for all is not spoilt at the other end of the cable by a transmission there that goes on, since that may still be
// cut short by a third one before the frame arrives. It is once the transmission has gone on long enough.
func TestATransmissionThatGoesOnMayBeCutShort(t *testing.T) {
	c := Config{Seed: 1, Params: mac.For(phy.Ethernet10), Stations: []Station{{Name: "A"}, {Name: "B", At: 10 * phy.Microsecond}}}
	n, err := New(c)
	require.NoError(t, err)
	there := signal{end: 50 * phy.Microsecond, pos: n.stations[1].pos, frame: medium.Frame{Source: 1, Size: 64}}
	here := signal{start: phy.Microsecond, end: 60 * phy.Microsecond, frame: medium.Frame{Source: 0, Size: 64, Destination: medium.Broadcast}}
	n.now = 2 * phy.Microsecond
	require.False(t, n.overlapSomewhere(&here, &there))
	n.now = 12 * phy.Microsecond
	require.True(t, n.overlapSomewhere(&here, &there))
}
