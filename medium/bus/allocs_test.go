package bus_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// saturated is a cable of 500 m with n stations that always have a frame to send.
func saturated(n int) bus.Config {
	c := bus.Config{Seed: 1}
	for i := range n {
		c.Stations = append(c.Stations, bus.Station{
			Name: fmt.Sprintf("h%d", i), At: phy.Delay(500*float64(i)/float64(n-1), 0.77),
			Traffic: []traffic.Source{{Kind: traffic.KindSaturated, Size: traffic.IMIX(), To: traffic.To{Whom: traffic.ToRandom}}},
		})
	}
	return c
}

// After a run has grown to its size it allocates nothing, unless there is an observer.
func TestRunAllocatesNothing(t *testing.T) {
	for _, stations := range []int{2, 24, 100} {
		n := build(t, saturated(stations))
		chunk := func() { require.NoError(t, n.Run(n.Now()+10*phy.Millisecond)) }
		for range 50 {
			chunk()
		}
		before := n.Result().Medium.Attempts
		chunk() // with the taps computed
		assert.Zero(t, testing.AllocsPerRun(50, chunk), "%d stations", stations)
		assert.Greater(t, n.Result().Medium.Attempts, before+500)
	}
}
