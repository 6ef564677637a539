package domain_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// follower is an observer of the last station only, whichever that is.
type follower struct {
	net    *domain.Network
	joined []int
	events []medium.Event
}

func (f *follower) Interest() medium.Interest {
	return medium.Interest{Kinds: medium.Of(medium.Queued, medium.RxEnd), Stations: []int{f.net.Len() - 1}}
}
func (f *follower) Observe(e *medium.Event) { f.events = append(f.events, *e) }
func (f *follower) Joined(station int)      { f.joined = append(f.joined, station) }

// An observer is told of each station that joins, and may then ask for its events.
func TestObserversAreToldOfStationsThatJoin(t *testing.T) {
	rules := mac.For(phy.Ethernet10)
	config := bus.Config{Stations: []bus.Station{{Name: "A"}, {Name: "B"}}, Timeline: []medium.Change{
		{At: phy.Millisecond, Kind: medium.Add, Station: "late", New: domain.Station{Station: bus.Station{Name: "late", Params: &rules}}},
		{At: 2 * phy.Millisecond, Kind: medium.Add, Station: "later", New: domain.Station{Station: bus.Station{Name: "later", Params: &rules}}},
	}}
	net, err := domain.New(domain.Cable(config, 0))
	require.NoError(t, err)
	f := &follower{net: net}
	net.Observe(f)
	for i := range phy.Time(3) { // A sends to all, and then the station that is the last
		require.NoError(t, net.Run((2*i+1)*phy.Millisecond/2+1))
		require.NoError(t, net.Inject(0, net.Now(), medium.Frame{Size: 64, Destination: medium.Broadcast}))
		require.NoError(t, net.Inject(net.Len()-1, net.Now(), medium.Frame{Size: 64, Destination: 0}))
	}
	require.NoError(t, net.Run(4*phy.Millisecond))
	assert.Equal(t, []int{2, 3}, f.joined)
	var who []int32
	for _, e := range f.events {
		who = append(who, e.Station)
	}
	slices.Sort(who)
	// B hears whole frames of others as long as it is watched; those that joined later are watched from then on.
	assert.Subset(t, who, []int32{1, 2, 3})
	assert.NotContains(t, who, int32(0))
}

// A station that joins sends what it is given to send from then on, whatever its traffic is: what was
// due before is over.
func TestAStationThatJoinsSendsFromThenOn(t *testing.T) {
	for name, source := range map[string]traffic.Source{
		"frames": traffic.Periodic(traffic.Octets(64), traffic.To{}, 231*phy.Microsecond, 239*phy.Microsecond, 40),
		"listed": traffic.At(traffic.Octets(64), traffic.To{}, phy.Millisecond, 2*phy.Millisecond, 6*phy.Millisecond),
		"onoff":  {Kind: traffic.KindOnOff, On: phy.Millisecond, Off: phy.Millisecond, Interval: 100 * phy.Microsecond, Size: traffic.Octets(64)},
	} {
		rules := mac.For(phy.Ethernet10)
		config := bus.Config{Stations: []bus.Station{{Name: "A"}, {Name: "B"}}, Timeline: []medium.Change{
			{At: 5 * phy.Millisecond, Kind: medium.Add, Station: "late", New: domain.Station{Station: bus.Station{Name: "late", Params: &rules, Traffic: []traffic.Source{source}}}},
		}}
		net, err := domain.New(domain.Cable(config, 0))
		require.NoError(t, err, name)
		f := &follower{net: net}
		net.Observe(f)
		require.NoError(t, net.Run(100*phy.Millisecond), name)
		require.NotEmpty(t, f.events, name)
		for _, e := range f.events {
			assert.Greater(t, e.At, 5*phy.Millisecond, name)
		}
	}
}
