package tap

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// onDomain is onBench on the engine of a cable that can be changed.
func onDomain(t require.TestingT, c bus.Config, o Options) *bench {
	net, err := domain.New(domain.Cable(c, 25*phy.Microsecond))
	require.NoError(t, err)
	return onNetwork(t, net, o, c.Stations)
}

// joins is the change by which a third station joins.
func joins(name string) medium.Change {
	rules := mac.For(phy.Ethernet10)
	return medium.Change{Kind: medium.Add, Station: name, New: domain.Station{
		Station: bus.Station{Name: name, Address: addressC, Params: &rules}, End: domain.End{At: 6 * phy.Microsecond},
	}}
}

// A third host joins two others. They hear what it sends, and it hears them. Then it is removed: its
// link is closed, and the others go on.
func TestAHostJoins(t *testing.T) {
	b := onDomain(t, cable(0, 30), Options{})
	late := &desk{clock: b.clock}
	at := func(ms int, do func()) { b.clock.at(b.begin()+time.Duration(ms)*time.Millisecond, do) }
	send := func(d *desk, to, from phy.Address) func() {
		return func() { d.sent = append(d.sent, frameFor(to, from, 60)) }
	}
	between := func(f func()) func() {
		return func() { b.live.asks = append(b.live.asks, f) }
	}
	at(5, send(b.desks[0], addressC, addressA)) // for a stranger
	at(10, between(func() {
		require.NoError(t, b.live.Join(joins("C"), Port{Link: late, Queue: 10}))
		assert.Equal(t, 3, b.net.Len(), "it is there at once")
		assert.Zero(t, b.net.Now()%phy.Nanosecond)
		require.ErrorIs(t, b.live.Join(joins("C"), Port{Link: &desk{}}), medium.ErrRefused)
	}))
	at(20, send(b.desks[0], addressC, addressA))
	at(30, send(late, addressB, addressC))
	at(31, send(late, phy.Broadcast, addressC))
	at(40, between(func() { require.NoError(t, b.live.Change(medium.Change{Kind: medium.Remove, Station: "C"})) }))
	at(50, send(b.desks[0], phy.Broadcast, addressA))
	at(51, send(late, addressB, addressC))
	b.run(100 * phy.Millisecond)
	require.NoError(t, b.live.Close())

	assert.Len(t, late.received, 1)
	assert.True(t, late.closed)
	assert.Len(t, late.sent, 1, "what it sends after its end is not taken")
	assert.Len(t, b.desks[1].received, 3)
	f := b.live.Figures()
	assert.Equal(t, Passage{Station: "C", In: 2, Out: 1, Left: "it was removed"}, f.Hosts[2])
	assert.Equal(t, uint64(2), b.net.Result().Stations[2].Counters.FramesTransmittedOK)
}

// A host whose link does not start does not join.
func TestAHostThatCannotJoin(t *testing.T) {
	b := onDomain(t, cable(0, 30), Options{})
	link := &unwilling{}
	require.ErrorContains(t, b.live.Join(joins("C"), Port{Link: link}), "it does not start")
	assert.True(t, link.closed)
	taken := &desk{clock: b.clock}
	require.ErrorIs(t, b.live.Join(joins("B"), Port{Link: taken}), medium.ErrRefused)
	assert.True(t, taken.closed)
	require.Error(t, b.live.Join(joins("C"), Port{}))
	b.run(phy.Millisecond)
	assert.Equal(t, 2, b.net.Len())
}

type unwilling struct{ desk }

func (*unwilling) Start(func()) error { return errors.New("it does not start") }

// Whatever hosts send, and whenever one of them joins and leaves: a run that is fed the same changes
// and arrivals has the same result.
func TestARunThatAHostJoinsIsTheSimulation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		again, err := domain.New(domain.Cable(cable(0, 30), 25*phy.Microsecond))
		require.NoError(t, err)
		b := onDomain(t, cable(0, 30), Options{
			Speed: rapid.SampledFrom([]float64{1, 0.001, 3}).Draw(t, "speed"),
			Arrived: func(station int, at phy.Time, octets []byte) {
				require.Zero(t, at%phy.Nanosecond)
				require.NoError(t, again.Run(at))
				f := medium.Frame{Size: int32(len(octets)), Destination: again.Destination(phy.Address(octets[:6]))}
				require.NoError(t, again.Inject(station, at, f))
			},
			Changed: func(c medium.Change) { require.NoError(t, again.Change(c)) },
		})
		late := &desk{clock: b.clock}
		desks := append(b.desks, late)
		at := func(what string, do func()) {
			ns := time.Duration(rapid.IntRange(0, 20_000_000).Draw(t, what))
			b.clock.at(b.begin()+ns, do)
		}
		at("join", func() {
			b.live.asks = append(b.live.asks, func() { require.NoError(t, b.live.Join(joins("C"), Port{Link: late, Queue: 5})) })
		})
		at("remove", func() {
			b.live.asks = append(b.live.asks, func() {
				err := b.live.Change(medium.Change{Kind: medium.Remove, Station: "C"})
				require.True(t, err == nil || errors.Is(err, medium.ErrNoStation)) // it has not come yet
			})
		})
		for range rapid.IntRange(0, 40).Draw(t, "frames") {
			from := rapid.IntRange(0, 2).Draw(t, "from")
			to := rapid.SampledFrom([]phy.Address{addressA, addressB, addressC, phy.Broadcast}).Draw(t, "to")
			f := frameFor(to, phy.StationAddress(from), rapid.IntRange(14, 1514).Draw(t, "octets"))
			at("at", func() { desks[from].sent = append(desks[from].sent, f) })
		}
		b.run(100 * phy.Millisecond)
		require.NoError(t, again.Run(100*phy.Millisecond))
		require.Equal(t, again.Result(), b.net.Result())
	})
}
