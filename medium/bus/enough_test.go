package bus

import (
	"testing"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/phy"
	"github.com/stretchr/testify/require"
)

// A gap that ignores carrier and ends at the instant at which the carrier falls has ignored all of it: what was before the gap
// matters. It does not if the carrier falls later, as long as no gap from before may run still.
func TestALookEndsAtCarrierThatOutlastsAGap(t *testing.T) {
	c := Config{Seed: 1, Params: mac.For(phy.Ethernet10), Stations: []Station{{Name: "A"}, {Name: "B"}}}
	c.Params.GapPart1 = 0
	n, err := New(c)
	require.NoError(t, err)
	gap, past := c.Params.Gap, 10*phy.Microsecond
	heard := func(fall phy.Time) []span { return []span{{rise: past + gap/2, fall: fall}} }
	n.now = 3 * gap
	require.False(t, n.enough(0, heard(past+gap), past, 0))
	require.True(t, n.enough(0, heard(past+gap+1), past, 0))
	n.now = past + gap
	require.False(t, n.enough(0, heard(phy.Forever), past, 0))
	n.now++
	require.True(t, n.enough(0, heard(phy.Forever), past, 0))
}
