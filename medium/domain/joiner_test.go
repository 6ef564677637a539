package domain_test

import (
	"fmt"
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

// A station joins far beyond the last tap of a cable, more than a gap away. It hears what is on its way there, as a silent station at
// that place would.
func TestAStationJoinsFarBeyondTheLastTap(t *testing.T) {
	const far = 1000
	heard := func(joins phy.Time, listener bool) mac.Counters {
		c := domain.Config{Seed: 1, Segments: []domain.Segment{{Name: "cable", Delay: bt(far)}}}
		for k := range 4 {
			s := one(fmt.Sprint("s", k), bt(float64(k)), 0)
			s.Traffic = []traffic.Source{traffic.Saturated(traffic.Octets(64), traffic.To{Whom: traffic.ToStation, Station: (k + 1) % 4})}
			c.Stations = append(c.Stations, s)
		}
		if listener {
			c.Stations = append(c.Stations, one("listener", bt(far), 0))
		}
		c.Timeline = []medium.Change{{At: joins, Kind: medium.Add, New: one("late", bt(far), 0)}}
		n := build(t, c)
		require.NoError(t, n.Run(bt(30000)))
		r := n.Result()
		return r.Stations[len(r.Stations)-1].Counters
	}
	for k := range 20 {
		at := bt(float64(20000 + 37*k))
		require.Equal(t, heard(at, true), heard(at, false), "at %v", at)
	}
}

// A's clock becomes faster at 200, after another station has joined. A's frames are then shorter than any so far, and the network
// does not promise too late an instant for one.
func TestAheadKnowsOfAClockThatIsToChange(t *testing.T) {
	c := domain.Config{Segments: []domain.Segment{{Name: "cable", Delay: bt(100)}}, Stations: []domain.Station{one("A", 0, 0), one("B", 0, 0)}, Timeline: []medium.Change{
		{At: bt(100), Kind: medium.Add, New: one("late", 0, 0)}, {At: bt(200), Kind: medium.Skew, Station: "A", Value: 90000}}}
	n := build(t, c)
	var arrived phy.Time
	n.Deliver(1, func(at phy.Time, _ medium.Frame) { arrived = at })
	require.NoError(t, n.Run(bt(300)))
	require.NoError(t, n.Inject(0, bt(300), medium.Frame{Size: 64, Destination: 1}))
	soonest, _ := n.Ahead(1, func(*medium.Frame, phy.Time) {}, nil)
	require.NoError(t, n.Run(bt(2000)))
	require.Positive(t, arrived)
	require.LessOrEqual(t, soonest, arrived)
}
