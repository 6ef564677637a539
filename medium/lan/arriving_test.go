package lan

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// answered is a frame that a host received.
type answered struct {
	at      phy.Time
	station int
	frame   medium.Frame
}

// withHosts runs a network whose stations answer frames at the very instant at which they arrive, as hosts in
// virtual time do. The network is run from one instant at which something may arrive to the next, or to
// the next cut.
func withHosts(t require.TestingT, c Config, workers int, o medium.Observer, end phy.Time, cuts ...phy.Time) (all []answered) {
	n, err := New(c)
	require.NoError(t, err)
	n.SetWorkers(workers)
	if o != nil {
		n.Observe(o)
	}
	var due []answered
	for i := range n.Len() {
		n.Deliver(i, func(at phy.Time, f medium.Frame) { due = append(due, answered{at, i, f}) })
	}
	for n.Now() < end {
		n.Arriving()
		for _, d := range due {
			require.Equal(t, n.Now(), d.at)
			if f := d.frame; f.Destination == int32(d.station) && f.Number%3 != 0 || f.Destination == medium.Broadcast && f.Number%5 == 1 {
				to := f.Source
				if f.Number%7 == 0 {
					to = medium.Broadcast
				}
				require.NoError(t, n.Inject(d.station, n.Now(), medium.Frame{Size: 64 + int32(f.Number%9)*100, Destination: to, Ref: 1 << 40}))
			}
		}
		all = append(all, due...)
		due = due[:0]
		to := end
		for _, x := range cuts {
			if x > n.Now() {
				to = min(to, x)
			}
		}
		for i := range n.Len() {
			known := func(f *medium.Frame, at phy.Time) {
				require.True(t, f.Destination < int32(n.Len()) && f.Source < int32(n.Len()+n.Ports()))
				to = min(to, at)
			}
			soonest, unknown := n.Ahead(i, known, nil)
			require.Equal(t, soonest, unknown)
			to = min(to, soonest)
		}
		require.Greater(t, to, n.Now(), "the run would not go on")
		require.NoError(t, n.Run(to))
		require.Empty(t, due, "a frame arrived before it could")
	}
	return all
}

// Hosts that answer hear the same frames at the same instants, whoever runs the network or watches it and
// however it is cut.
func TestHostsHearEachFrameAtItsInstant(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, end := random(t), 2*phy.Millisecond
		if rapid.IntRange(0, 3).Draw(t, "multidrop") == 0 {
			c = cars(t, rapid.Bool().Draw(t, "wrong"))
		}
		want := withHosts(t, c, 1, nil, end)
		cut := phy.Time(rapid.Int64Range(0, int64(end)).Draw(t, "cut"))
		require.Equal(t, want, withHosts(t, c, 1, nil, end, cut, cut+1), "cut")
		require.Equal(t, want, withHosts(t, c, 3, nil, end), "workers")
		require.Equal(t, want, withHosts(t, c, 2, &events{kinds: medium.AllKinds}, end, cut), "observed, cut, workers")
	})
}
