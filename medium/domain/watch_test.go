package domain_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// some keeps the events of some kinds.
type some struct {
	log
	kinds medium.Kinds
}

func (s *some) Interest() medium.Interest { return medium.Interest{Kinds: s.kinds} }

// of returns the events of some kinds.
func of(events []medium.Event, kinds medium.Kinds) (list []medium.Event) {
	for _, e := range events {
		if kinds.Has(e.Kind) {
			list = append(list, e)
		}
	}
	return list
}

// An observer of senders and repeaters sees the same events from contention rounds as an observer of all events, which makes a network
// run instant by instant. When Run returns, it has seen everything that happened before that instant.
func TestObserversOfRoundsSeeTheEventsOfInstants(t *testing.T) {
	for name, draw := range map[string]func(*rapid.T) domain.Config{"hub": drawHub, "wide": drawWide, "tree": drawTree, "cables at a hub": drawCoax, "cables": drawCables, "faults": drawShaken, "a cable": drawLone, "bit errors": drawNoisy, "deaf stations": drawDeaf} {
		t.Run(name, func(t *testing.T) { seeTheSame(t, draw) })
	}
}

func seeTheSame(t *testing.T, draw func(*rapid.T) domain.Config) {
	const horizon = 20000
	rapid.Check(t, func(t *rapid.T) {
		c := draw(t)
		kinds := rapid.SampledFrom([]medium.Kinds{medium.Senders, medium.Senders, medium.Of(medium.Backoff), medium.Of(medium.TxStart, medium.Collision, medium.JamStart, medium.TxEnd),
			medium.Of(medium.Queued, medium.Defer), medium.Of(medium.RepeatStart, medium.RepeatEnd)}).Draw(t, "kinds")
		all, whole, pieces := &some{kinds: medium.AllKinds}, &some{kinds: kinds}, &some{kinds: kinds}
		var networks []*domain.Network
		for _, s := range []*some{all, whole, pieces} {
			n, err := domain.New(c)
			require.NoError(t, err)
			n.Observe(s)
			networks = append(networks, n)
		}
		for range rapid.IntRange(0, 9).Draw(t, "frames that are put in") {
			at := bt(float64(rapid.IntRange(0, rapid.SampledFrom([]int{horizon, 1000}).Draw(t, "latest")).Draw(t, "at")))
			i := rapid.IntRange(0, len(c.Stations)-1).Draw(t, "at station")
			for _, n := range networks {
				require.NoError(t, n.Inject(i, at, medium.Frame{Size: shortest(c), Destination: medium.Broadcast, Ref: 7}))
			}
		}
		require.NoError(t, networks[0].Run(bt(horizon)))
		require.NoError(t, networks[1].Run(bt(horizon)))
		want := of(all.events, kinds)
		require.Equal(t, want, whole.events)
		require.Equal(t, networks[0].Result(), networks[1].Result())
		for at := phy.Time(0); at < bt(horizon); at += bt(float64(rapid.IntRange(2000, 40000).Draw(t, "piece")) / 4) {
			require.NoError(t, networks[2].Run(at))
			if k := len(pieces.events); k < len(want) {
				require.GreaterOrEqual(t, want[k].At, min(at, networks[2].Now()), "an event was not shown yet")
			}
		}
		require.NoError(t, networks[2].Run(bt(horizon)))
		require.Equal(t, want, pieces.events)
		require.Equal(t, networks[0].Result(), networks[2].Result())
	})
}

// A hub whose senders are observed is run by contention rounds all the same, and so are four in a chain.
func TestObserversLeaveRounds(t *testing.T) {
	for hubs := 1; hubs <= 4; hubs += 3 {
		n, err := domain.New(chain(hubs, 4))
		require.NoError(t, err)
		n.Observe(&some{kinds: medium.Senders})
		require.NoError(t, n.Run(phy.Second))
		require.Greater(t, 2*uint64(n.Rounds()), n.Result().Medium.FramesSent)
	}
}
