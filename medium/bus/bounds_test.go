package bus

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

const day = 24 * 3600 * phy.Second

// A backoff ends when its slots are over, however long they are, or never.
func TestBackoffsOfWeeksEnd(t *testing.T) {
	once := []traffic.Source{{Kind: traffic.KindFrames, Starts: []phy.Time{0}, Size: traffic.Octets(64)}}
	for _, slot := range []phy.Time{20 * day, phy.MaxTime} {
		for _, table := range []bool{true, false} {
			p := mac.For(phy.Ethernet10)
			p.SlotTime, p.BackoffDelay, p.AttemptLimit = slot, phy.MaxTime, 255
			c := Config{Params: p}
			for _, name := range []string{"A", "B", "C"} {
				s := Station{Name: name, Traffic: once, Backoff: backoff.Untruncated()}
				if !table {
					s.Backoff = backoff.Fixed(1000)
				}
				c.Stations = append(c.Stations, s)
			}
			n, err := New(c)
			require.NoError(t, err)
			require.NoError(t, n.Run(phy.MaxTime))
			assert.Equal(t, uint64(3), n.Result().Medium.Attempts, "slots of %v", slot)
			require.NoError(t, n.Run(phy.Forever))
		}
	}
	p := mac.For(phy.Ethernet10)
	p.SlotTime = 20 * day
	n, err := New(Config{Params: p, Stations: []Station{
		{Name: "A", Backoff: backoff.Script(nil, 2)}, {Name: "B", Backoff: backoff.Script(nil, 1e6)},
	}})
	require.NoError(t, err)
	for i := range 2 {
		require.NoError(t, n.Inject(i, 0, medium.Frame{Size: 64, Destination: medium.Broadcast}))
	}
	require.NoError(t, n.Run(50*day))
	assert.Equal(t, uint64(3), n.Result().Medium.Attempts, "two slots of 20 days are over after 40")
}

// Frames injected for one instant keep the order of the calls when their numbers start anew.
func TestInjectedFramesKeepTheirOrder(t *testing.T) {
	n, err := New(Config{Stations: []Station{{Name: "A"}, {Name: "B"}}})
	require.NoError(t, err)
	inject := func(at phy.Time, ref uint64) {
		require.NoError(t, n.Inject(0, at, medium.Frame{Size: 64, Destination: 1, Ref: ref}))
	}
	n.injected = mostInjected - 3
	for ref := range uint64(10) {
		inject(phy.Second, ref)
		inject(phy.Time(10-ref)*day, 100) // in other buckets of the agenda
	}
	assert.Equal(t, int32(20), n.injected)
	sent := &refs{}
	n.Observe(sent)
	require.NoError(t, n.Run(2*phy.Second))
	assert.Equal(t, refs{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, *sent)
	require.NoError(t, n.Run(20*day))
	assert.Len(t, *sent, 20)
}

// refs are the references of frames in the order in which they are sent.
type refs []uint64

func (r *refs) Interest() medium.Interest { return medium.Interest{Kinds: medium.Of(medium.Sent)} }
func (r *refs) Observe(e *medium.Event)   { *r = append(*r, e.Frame.Ref) }

// The agenda knows what is over.
func TestTheAgendaTakesNothingInThePast(t *testing.T) {
	n, err := New(Config{Stations: []Station{{Name: "A"}}})
	require.NoError(t, err)
	require.NoError(t, n.Inject(0, phy.Millisecond, medium.Frame{Size: 64, Destination: medium.Broadcast}))
	n.ByInstants()
	require.NoError(t, n.Run(phy.Second))
	assert.Positive(t, n.agenda.Past)
}
