package domain_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// cableAtHub is a hub with a port at place 0 of a cable with stations at some places, in bits, and perhaps another at another such
// cable. At one more port is a station on a link.
type cableAtHub struct {
	places []float64
	others []float64 // on the other cable; its stations come last
	link   float64
	change func(*mac.Params, *domain.Repeater)
	frames [][2]float64 // stations and instants
}

// both runs the network by instants and by contention rounds. Their results must be the same.
func (x *cableAtHub) both(t *testing.T) *domain.Network {
	rules, r := mac.For(phy.Ethernet10), domain.DefaultRepeater(bit)
	x.change(&rules, &r)
	r.Name, r.Ports = "hub", []domain.Port{{To: "cable"}, {To: "X", End: domain.End{Segment: 1, At: bt(x.link)}}}
	c := domain.Config{Segments: []domain.Segment{{Name: "cable"}, {Name: "X", Link: true, Delay: bt(x.link)}}, Repeaters: []domain.Repeater{r}}
	for i, at := range x.places {
		c.Stations = append(c.Stations, domain.Station{Station: bus.Station{Name: fmt.Sprint(i)}, End: domain.End{At: bt(at)}})
	}
	c.Stations = append(c.Stations, domain.Station{Station: bus.Station{Name: "X"}, End: domain.End{Segment: 1}})
	if x.others != nil {
		c.Segments = append(c.Segments, domain.Segment{Name: "other"})
		c.Repeaters[0].Ports = append(c.Repeaters[0].Ports, domain.Port{To: "other", End: domain.End{Segment: 2}})
	}
	for i, at := range x.others {
		c.Stations = append(c.Stations, domain.Station{Station: bus.Station{Name: fmt.Sprint("other", i)}, End: domain.End{Segment: 2, At: bt(at)}})
	}
	for i := range c.Stations {
		c.Stations[i].Params = &rules
	}
	var list [2]*domain.Network
	for k := range list {
		n := build(t, c)
		if list[k] = n; k == 0 {
			n.Observe(&log{})
		}
		for _, f := range x.frames {
			require.NoError(t, n.Inject(int(f[0]), bt(f[1]), medium.Frame{Size: shortest(c), Destination: medium.Broadcast}))
		}
		require.NoError(t, n.Run(bt(20000)))
	}
	require.Equal(t, list[0].Result(), list[1].Result())
	require.Equal(t, list[0].Repeaters(), list[1].Repeaters())
	return list[1]
}

// A port collides twice in one round: a third signal reaches it after the second one has ended, while the first goes on.
func TestAPortCollidesTwiceInARound(t *testing.T) {
	for after, partitions := range map[int]uint64{2: 1, 3: 1, 4: 1, 5: 0} {
		x := cableAtHub{places: []float64{80, 1, 186}, link: 5, change: func(p *mac.Params, r *domain.Repeater) {
			p.Jam, p.AttemptLimit = bt(140), 1
			r.PartitionAfter, r.Reconnect, r.PartitionLong = after, bt(2000), 0
		}, frames: [][2]float64{{0, 100}, {1, 179}, {2, 205}, {0, 5000}, {1, 5079}, {2, 5105}}}
		require.Equal(t, partitions, x.both(t).Repeaters()[0].Ports[0].Counters.AutoPartitions, "after %d", after)
	}
}

// Stations whose frames are long meet late, but not too late: at the port, that is a late event.
func TestALateEventAtAPortOnACable(t *testing.T) {
	x := cableAtHub{places: []float64{0, 331}, link: 5, change: func(p *mac.Params, r *domain.Repeater) {
		p.MinFrame, p.SlotTime, p.Jam, p.AttemptLimit, r.PartitionAfter = 512, bt(4096), bt(200), 1, 0
	}, frames: [][2]float64{{0, 100}, {1, 290}}}
	require.EqualValues(t, 1, x.both(t).Repeaters()[0].Ports[0].Counters.LateEvents)
}

// A collision on another cable puts off the output of a hub that has not begun: until then, a station on a link may start.
func TestACollisionPutsOffWhatHasNotBegun(t *testing.T) {
	x := cableAtHub{places: []float64{1}, link: 5, others: []float64{1, 30}, change: func(p *mac.Params, r *domain.Repeater) {
		p.Jam, p.AttemptLimit, r.Delay, r.JamDelay = bt(60), 1, bt(50), bt(45)
	}, frames: [][2]float64{{0, 100}, {2, 110}, {3, 105}, {1, 170}}}
	m := x.both(t).Result().Medium
	require.EqualValues(t, 1, m.Collisions)
	require.Zero(t, m.FramesSent)
}
