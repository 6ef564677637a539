package bus_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// arrival is a frame that a station has heard whole.
type arrival struct {
	at      phy.Time
	station int
	frame   medium.Frame
}

// A hook is called for the receptions that an observer sees as OK, at the same instants and in the
// same order, however the network is processed. It does not change the run.
func TestHooksAreToldOfWholeReceptions(t *testing.T) {
	for name, draw := range map[string]func(*rapid.T) bus.Config{"short": drawShortNetwork, "odd": drawOddNetwork} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				c := draw(t)
				var seen []arrival
				observed := build(t, c)
				observed.ByInstants()
				observed.Observe(watch{medium.Of(medium.RxEnd), func(e *medium.Event) {
					if e.OK {
						seen = append(seen, arrival{e.At, int(e.Station), e.Frame})
					}
				}})
				some := rapid.Uint64().Draw(t, "hooks")
				var told []arrival
				hooked := build(t, c)
				for i := range c.Stations {
					if some>>(i%64)&1 == 1 {
						hooked.Deliver(i, func(at phy.Time, f medium.Frame) { told = append(told, arrival{at, i, f}) })
					}
				}
				if rapid.Bool().Draw(t, "watched") {
					hooked.Observe(watch{medium.Of(medium.TxStart), func(*medium.Event) {}})
				}
				looks := rapid.SliceOfN(rapid.Int64Range(0, int64(horizon)), 0, 3).Draw(t, "looks")
				slices.Sort(looks)
				for _, at := range append(looks, int64(2*horizon)) {
					require.NoError(t, observed.Run(phy.Time(at)))
					require.NoError(t, hooked.Run(phy.Time(at)))
					want := slices.DeleteFunc(slices.Clone(seen), func(a arrival) bool { return some>>(a.station%64)&1 == 0 })
					if len(want)+len(told) > 0 {
						require.Equal(t, want, told)
					}
				}
				require.Equal(t, observed.Result(), hooked.Result())
			})
		})
	}
}

// A network with a hook stays on the fast path.
func TestAHookCostsNoInstants(t *testing.T) {
	c := bus.Config{Seed: 1}
	for i := range 10 {
		c.Stations = append(c.Stations, bus.Station{
			Name: fmt.Sprint("h", i), At: bt(float64(i)), Traffic: []traffic.Source{traffic.Saturated(traffic.Octets(64), traffic.To{})},
		})
	}
	n := build(t, c)
	frames := 0
	n.Deliver(3, func(phy.Time, medium.Frame) { frames++ })
	require.NoError(t, n.Run(phy.Second/20))
	r := n.Result()
	assert.InDelta(t, r.Medium.FramesSent-r.Stations[3].Counters.FramesTransmittedOK, frames, 1)
	assert.Zero(t, testing.AllocsPerRun(3, func() { require.NoError(t, n.Run(n.Now()+phy.Second/50)) }))
}

// A frame is passed to any number of hooks: each station's own is called once, in order. The order is kept for all
// senders, for some or for the last one.
func TestAFrameIsPassedToAnyNumberOfHooks(t *testing.T) {
	c := bus.Config{Seed: 1}
	for i := range 14 {
		c.Stations = append(c.Stations, bus.Station{
			Name: fmt.Sprint("h", i), At: bt(float64(i % 9)), Traffic: []traffic.Source{traffic.Saturated(traffic.Octets(64), traffic.To{})},
		})
	}
	var heard []arrival
	observed := build(t, c)
	observed.ByInstants()
	observed.Observe(watch{medium.Of(medium.RxEnd), func(e *medium.Event) {
		if e.OK {
			heard = append(heard, arrival{e.At, int(e.Station), e.Frame})
		}
	}})
	require.NoError(t, observed.Run(phy.Second/200))
	require.NotEmpty(t, heard)
	defer bus.ReachUpTo(30)()
	for hooks := 1; hooks <= len(c.Stations); hooks++ {
		n := build(t, c)
		var told []arrival
		for i := range hooks {
			n.Deliver(i, func(at phy.Time, f medium.Frame) { told = append(told, arrival{at, i, f}) })
		}
		require.NoError(t, n.Run(phy.Second/200))
		require.Equal(t, slices.DeleteFunc(slices.Clone(heard), func(a arrival) bool { return a.station >= hooks }), told, "%d hooks", hooks)
	}
}
