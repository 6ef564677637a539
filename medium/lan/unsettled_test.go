package lan

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// busyStar is three busy cables around a bridge, whose domains may lag behind.
func busyStar() Config {
	c := Config{Seed: 1}
	b := Bridge{Name: "sw", Ageing: 300 * phy.Second, Queue: 100}
	for k := range 3 {
		name := fmt.Sprint("c", k)
		c.Segments = append(c.Segments, Segment{Segment: domain.Segment{Name: name}, Params: ethernet})
		b.Ports = append(b.Ports, BridgePort{To: name, End: domain.End{Segment: k}})
		for i := range 3 {
			s := bus.Station{Name: fmt.Sprint(name, "-", i), Traffic: []traffic.Source{traffic.Poisson(phy.Millisecond, traffic.Octets(64), traffic.To{})}}
			c.Stations = append(c.Stations, domain.Station{Station: s, End: domain.End{Segment: k, At: phy.Time(i) * 100 * phy.Nanosecond}})
		}
	}
	c.Bridges = []Bridge{b}
	return c
}

// What happened to frames is left for some time while the network runs, but not when Run returns.
func TestNothingIsHeldThatIsOver(t *testing.T) {
	n, err := New(busyStar())
	require.NoError(t, err)
	require.NoError(t, n.Run(12*phy.Millisecond))
	require.NoError(t, n.Inject(0, n.Now(), medium.Frame{Size: 64, Destination: 8, Ref: 77}))
	require.NoError(t, n.Run(12500*phy.Microsecond))
	require.True(t, n.Holds(77) || n.parts[0].Tally().FramesQueued > 0)
	require.NoError(t, n.Run(19*phy.Millisecond))
	require.False(t, n.Holds(77))
}

// halter interrupts its network at the first event from an instant on.
type halter struct {
	n    *Network
	from phy.Time
}

func (h *halter) Interest() medium.Interest { return medium.Interest{Kinds: medium.Of(medium.TxStart)} }

func (h *halter) Observe(e *medium.Event) {
	if e.At >= h.from {
		h.n.Interrupt()
	}
}

// An observer sees what has happened at the next barrier.
func TestAnObserverInterruptsSoon(t *testing.T) {
	n, err := New(busyStar())
	require.NoError(t, err)
	n.Observe(&halter{n, 22 * phy.Millisecond})
	require.ErrorIs(t, n.Run(phy.Second), medium.ErrInterrupted)
	require.Less(t, n.Now(), 24*phy.Millisecond)
}

// So does the hook of a station.
func TestAHookIsCalledSoon(t *testing.T) {
	n, err := New(busyStar())
	require.NoError(t, err)
	calls := 0
	n.Deliver(0, func(at phy.Time, _ medium.Frame) {
		calls++
		require.Less(t, n.Now()-at, 3*phy.Millisecond)
	})
	require.NoError(t, n.Run(100*phy.Millisecond))
	require.Positive(t, calls)
}
