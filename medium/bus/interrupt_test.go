package bus_test

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// A run that is interrupted at any moment has the result of one that ends there.
func TestInterruptedRunIsTheBeginningOfTheRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawOddNetwork(t)
		n := build(t, c)
		looked := 0
		calls := rapid.IntRange(1, 200).Draw(t, "calls")
		n.Observe(onEvent(func() {
			if looked++; looked == calls {
				n.Interrupt()
			}
		}))
		err := n.Run(horizon)
		if looked < calls {
			require.NoError(t, err)
			return
		}
		require.ErrorIs(t, err, medium.ErrInterrupted)
		require.ErrorIs(t, n.Run(horizon), medium.ErrInterrupted)

		sameAsCut(t, c, n)
	})
}

// The same holds for contention rounds that another goroutine interrupts.
func TestInterruptedRounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawShortNetwork(t)
		n := build(t, c)
		wait := rapid.IntRange(0, 100_000).Draw(t, "wait")
		go func() {
			for range wait {
				runtime.Gosched()
			}
			n.Interrupt()
		}()
		if err := n.Run(1000 * horizon); err != nil {
			require.ErrorIs(t, err, medium.ErrInterrupted)
			sameAsCut(t, c, n)
		}
	})
}

// sameAsCut requires the result of an interrupted run to be that of a run that ends at the same
// instant.
func sameAsCut(t *rapid.T, c bus.Config, n *bus.Network) {
	cut := build(t, c)
	require.NoError(t, cut.Run(n.Now()+1))
	got, want := n.Result(), cut.Result()
	require.False(t, got.Complete)
	want.Complete, want.SimulatedPs, want.SimulatedBits = false, got.SimulatedPs, got.SimulatedBits
	for _, r := range []*medium.Result{got, want} { // shares of a time that is a picosecond longer
		m := &r.Medium
		m.Throughput, m.OfferedLoad, m.ShareSuccess, m.ShareCollision, m.ShareIdle = 0, 0, 0, 0, 0
	}
	require.Equal(t, want, got)
}

// onEvent is an observer that calls a function for every event.
type onEvent func()

func (onEvent) Interest() medium.Interest { return medium.Interest{Kinds: medium.AllKinds} }
func (f onEvent) Observe(*medium.Event)   { f() }

// A run can be interrupted even if frames arrive without end at one instant.
func TestInterruptedInstant(t *testing.T) {
	made := 0
	var n *bus.Network
	all := generator(func(phy.Time) (phy.Time, int, bool) {
		if made++; made == 1000 {
			n.Interrupt()
		}
		return bt(100), 64, made < 10_000_000
	})
	n = build(t, bus.Config{Stations: []bus.Station{{Name: "a", Traffic: []traffic.Source{{Kind: traffic.KindOwn, Own: all}}}, {Name: "b"}}})
	require.ErrorIs(t, n.Run(horizon), medium.ErrInterrupted)
	require.Equal(t, bt(100), n.Now())
	require.Less(t, made, 1_000_000)
	m := &n.Result().Medium
	require.Equal(t, m.FramesOffered, m.FramesQueued+m.FramesDropped)
}

type generator func(last phy.Time) (phy.Time, int, bool)

func (g generator) Next(last phy.Time, _ rand.Source) (a traffic.Arrival, ok bool) {
	a.At, a.Octets, ok = g(last)
	return a, ok
}

// A run that is interrupted before it begins is at its first instant.
func TestInterruptedBeforeItBegins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawShortNetwork(t)
		n := build(t, c)
		n.Interrupt()
		require.ErrorIs(t, n.Run(horizon), medium.ErrInterrupted)
		require.Equal(t, phy.Time(0), n.Now())
		sameAsCut(t, c, n)
	})
}
