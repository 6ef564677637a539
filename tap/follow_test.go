package tap

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// settler is a host with an interface that a test changes.
type settler struct {
	*desk
	changed func(Interface)
	is      Interface
}

func (s *settler) Follow(changed func(Interface)) (Interface, error) {
	s.changed = changed
	return s.is, nil
}

func (s *settler) becomes(change func(*Interface)) {
	change(&s.is)
	s.changed(s.is)
}

// settle seats a host with an interface at a station.
func (b *bench) settle(station int) *settler {
	p := b.live.ports.all[station]
	s := &settler{desk: b.desks[station], is: Interface{Name: "eth0", Ether: p.is.Ether, Up: true}}
	p.link = s
	require.NoError(b.t, b.live.follow(p))
	return s
}

// A third host begins to capture: from then on it gets what the others send to each other, until it
// ends.
func TestEverybodyHearsEverythingWhoCaptures(t *testing.T) {
	b := onBench(t, cable(0, 30, 60), 3, Options{})
	third := b.settle(2)
	send := func() { b.desks[0].sent = append(b.desks[0].sent, frameFor(addressB, addressA, 60)) }
	at := func(ms int, do func()) { b.clock.at(b.begin()+time.Duration(ms)*time.Millisecond, do) }
	at(10, send)
	at(20, func() { third.becomes(func(i *Interface) { i.Promiscuous = true }) })
	at(30, send)
	at(31, send)
	at(35, func() { assert.True(t, b.live.Figures().Hosts[2].Promiscuous) })
	at(40, func() { third.becomes(func(i *Interface) { i.Promiscuous = false }) })
	at(50, send)
	b.run(100 * phy.Millisecond)
	assert.Len(t, b.desks[1].received, 4)
	assert.Len(t, third.received, 2)
	assert.Equal(t, []string{"C: the interface eth0 is promiscuous: the host gets every frame", "C: the interface eth0 is no longer promiscuous"}, b.notes)
}

// A host gets another address: it receives what is sent to the new one, and no longer what is sent to
// the old one. Its own frames are not those of a stranger.
func TestAStationHasTheAddressOfItsInterface(t *testing.T) {
	b := onBench(t, cable(0, 30), 2, Options{})
	second := b.settle(1)
	other := phy.Address{2, 0, 0x5e, 0, 1, 0x33}
	send := func(to phy.Address) func() {
		return func() { b.desks[0].sent = append(b.desks[0].sent, frameFor(to, addressA, 60)) }
	}
	at := func(ms int, do func()) { b.clock.at(b.begin()+time.Duration(ms)*time.Millisecond, do) }
	at(10, send(addressB))
	at(20, send(other))
	at(30, func() { second.sent = append(second.sent, frameFor(addressA, other, 60)) }) // it comes before the news
	at(31, func() { second.becomes(func(i *Interface) { i.Ether = other }) })
	at(40, send(addressB))
	at(50, send(other))
	at(51, send(other))
	at(60, func() { second.sent = append(second.sent, frameFor(addressA, other, 60)) })
	b.run(100 * phy.Millisecond)
	assert.Len(t, second.received, 3, "one to the old address, two to the new one")
	h := b.live.Figures().Hosts[1]
	assert.Equal(t, uint64(1), h.Foreign)
	assert.Equal(t, []string{"B: the interface eth0 has the address 02:00:5e:00:01:33: the station receives for this address, instead of " + addressB.String()}, b.notes)
}

// An interface goes down and comes up, gets another name, and is gone. Each is said once.
func TestWhatIsSaidOfAnInterface(t *testing.T) {
	b := onBench(t, cable(0, 30), 2, Options{})
	second := b.settle(1)
	at := func(ms int, do func()) { b.clock.at(b.begin()+time.Duration(ms)*time.Millisecond, do) }
	at(10, func() { second.becomes(func(i *Interface) { i.Up = false }) })
	at(15, func() { assert.True(t, b.live.Figures().Hosts[1].Down) })
	at(20, func() { second.becomes(func(i *Interface) { i.Name, i.Up = "lan0", true }) })
	at(25, func() { assert.False(t, b.live.Figures().Hosts[1].Down) })
	at(30, func() { second.becomes(func(i *Interface) { i.Gone = true }) })
	b.run(100 * phy.Millisecond)
	assert.Equal(t, []string{
		"B: the interface eth0 is down: it sends and takes no frames",
		"B: the interface eth0 is now called lan0",
		"B: the interface lan0 is up",
		"B: the interface lan0 is in another network namespace now: csmacd no longer follows its changes",
	}, b.notes)
}

// changeable is a network that accepts changes, which have no effect.
type changeable struct {
	network
	now func() phy.Time
}

func (c changeable) Change(change medium.Change) error {
	if change.At != c.now() {
		return medium.ErrRefused
	}
	return nil
}

// A recording is told what becomes of interfaces, with the instants: they are those up to which the
// network had been run.
func TestARecordingIsToldWhatBecomesOfInterfaces(t *testing.T) {
	var changes []medium.Change
	b := onBench(t, cable(0, 30), 2, Options{Changed: func(c medium.Change) { changes = append(changes, c) }})
	b.live.net = changeable{b.net, b.net.Now}
	second := b.settle(1)
	other := phy.Address{2, 0, 0x5e, 0, 1, 0x33}
	at := func(ms int, do func()) { b.clock.at(b.begin()+time.Duration(ms)*time.Millisecond, do) }
	at(10, func() { second.becomes(func(i *Interface) { i.Up, i.Ether = false, other }) })
	at(20, func() { second.becomes(func(i *Interface) { i.Up, i.Promiscuous = true, true }) })
	b.run(50 * phy.Millisecond)
	require.Len(t, changes, 4)
	first, then := changes[0].At, changes[2].At
	assert.GreaterOrEqual(t, first, 10*phy.Millisecond)
	assert.GreaterOrEqual(t, then, 20*phy.Millisecond)
	assert.Equal(t, []medium.Change{
		{At: first, Kind: medium.Ether, Station: "B", Address: other},
		{At: first, Kind: medium.PowerOff, Station: "B", On: true},
		{At: then, Kind: medium.Promiscuous, Station: "B", On: true},
		{At: then, Kind: medium.PowerOff, Station: "B"},
	}, changes)
}

// hasty is a host whose interface changes before the run knows what it was.
type hasty struct{ *desk }

func (h hasty) Follow(changed func(Interface)) (Interface, error) {
	changed(Interface{Name: "eth0", Up: true, Promiscuous: true})
	return Interface{Name: "eth0", Up: true}, nil
}

// What an interface became while the run began to follow it counts more than what it was.
func TestAnInterfaceThatChangesAtOnceIsAsItBecame(t *testing.T) {
	b := onBench(t, cable(0, 30), 2, Options{})
	p := b.live.ports.all[1]
	p.link = hasty{b.desks[1]}
	require.NoError(t, b.live.follow(p))
	b.run(phy.Millisecond)
	assert.True(t, b.live.Figures().Hosts[1].Promiscuous)
}

// The address of one host goes over to another, behind a switch, and the news of it come in the wrong order. Frames for it
// reach the second host once that has sent something. Nobody's run ends.
func TestAnAddressGoesOverToAnotherHost(t *testing.T) {
	c := bridged(true)
	c.Changeable = true
	var changes []medium.Change
	b := onNetworkOf(t, c, Options{Changed: func(c medium.Change) { changes = append(changes, c) }})
	first, second := b.settle(0), b.settle(3)
	router, other := phy.StationAddress(0), phy.Address{2, 0, 0x5e, 0, 1, 0x33}
	at := func(ms int, do func()) { b.clock.at(b.begin()+time.Duration(ms)*time.Millisecond, do) }
	ask := func() { b.desks[2].sent = append(b.desks[2].sent, frameFor(router, phy.StationAddress(2), 60)) }
	at(5, func() { first.sent = append(first.sent, frameFor(phy.Broadcast, router, 60)) })
	at(10, ask)
	at(20, func() { second.becomes(func(i *Interface) { i.Ether = router }) })
	at(21, ask)
	at(30, func() { first.becomes(func(i *Interface) { i.Ether = other }) })
	at(40, ask)
	at(50, func() { second.sent = append(second.sent, frameFor(phy.Broadcast, router, 60)) })
	at(60, ask)
	b.run(100 * phy.Millisecond)
	toRouter := func(frames [][]byte) (count int) {
		for _, f := range frames {
			if phy.Address(f[:6]) == router {
				count++
			}
		}
		return count
	}
	assert.Equal(t, 2, toRouter(first.received))
	assert.Equal(t, 1, toRouter(second.received))
	require.Len(t, changes, 2)
	assert.Equal(t, changes[0].At+phy.Nanosecond, changes[1].At)
	assert.Equal(t, []string{
		"D: the interface eth0 has the address 02:00:00:00:00:01, which another station has: the station keeps its own until that one gets another",
		"A: the interface eth0 has the address 02:00:5e:00:01:33: the station receives for this address, instead of 02:00:00:00:00:01",
		"D: the interface eth0 has the address 02:00:00:00:00:01: the station receives for this address, instead of 02:00:00:00:00:04",
	}, b.notes)
}
