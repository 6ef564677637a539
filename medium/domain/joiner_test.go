package domain_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
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
