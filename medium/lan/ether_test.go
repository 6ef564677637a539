package lan

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// drawMoves draws stations that get other addresses, some of them that of a station that has left it.
func drawMoves(t *rapid.T, c *Config) {
	own := map[string]phy.Address{}
	for i := range c.Stations {
		own[c.Stations[i].Name] = phy.StationAddress(i)
	}
	free := []phy.Address{phy.StationAddress(1000), phy.StationAddress(1001)}
	at := phy.Time(0)
	for range rapid.IntRange(1, 5).Draw(t, "moves") {
		at += phy.Time(rapid.SampledFrom([]int{0, 1, 300, 700, 5000}).Draw(t, "after")) * phy.Microsecond
		name := rapid.SampledFrom(c.Stations).Draw(t, "moves").Name
		k := rapid.IntRange(0, len(free)-1).Draw(t, "to")
		own[name], free[k] = free[k], own[name]
		c.Timeline = append(c.Timeline, medium.Change{At: at, Kind: medium.Ether, Station: name, Address: own[name]})
	}
	slices.SortStableFunc(c.Timeline, func(a, b medium.Change) int { return int(a.At - b.At) })
}

// drawStrangers makes some stations send to addresses that belong to nobody, to a group, or to a station that gets the
// address later.
func drawStrangers(t *rapid.T, c *Config) {
	for i := range c.Stations {
		for k := range c.Stations[i].Traffic {
			if to := rapid.IntRange(0, 5).Draw(t, "to a stranger"); to < 3 {
				a := []phy.Address{phy.StationAddress(1000), phy.StationAddress(2000), {1, 0, 0x5e, 0, 0, 1}}[to]
				c.Stations[i].Traffic[k].To = traffic.To{Whom: traffic.ToAddress, Address: a}
			}
		}
	}
}

// Stations that get other addresses: slices, observers and workers change no result.
func TestMovesDoNotDependOnHowANetworkIsRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := random(t)
		drawMoves(t, &c)
		drawStrangers(t, &c)
		if rapid.IntRange(0, 3).Draw(t, "joins as well") == 0 {
			drawJoins(t, &c, 0)
		}
		sameHoweverItIsRun(t, c, 8*phy.Millisecond)
	})
}

// A change of an address that comes while the network runs has the same effect as one that was known before.
func TestALiveMoveIsAnEntryOfTheTimeline(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { moveLive(t, random(t), 20*phy.Millisecond) })
}

// The same of nodes of multidrop buses.
func TestALiveMoveOnAMultidropBusIsAnEntryOfTheTimeline(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { moveLive(t, cars(t, true), 2*phy.Millisecond) })
}

func moveLive(t *rapid.T, c Config, end phy.Time) {
	c.Timeline = nil
	drawMoves(t, &c)
	drawStrangers(t, &c)
	sameLive(t, c, end)
}

// sameLive holds a network to itself with the entries of its timeline made while it runs.
func sameLive(t *rapid.T, c Config, end phy.Time) {
	known := &events{kinds: medium.AllKinds}
	want := result(t, c, 1, known, end)
	live := c
	live.Timeline, live.Changeable = nil, true
	n, err := New(live)
	require.NoError(t, err)
	seen := &events{kinds: medium.AllKinds}
	n.Observe(seen)
	for _, x := range c.Timeline {
		if x.At >= end {
			break
		}
		require.NoError(t, n.Run(x.At))
		require.NoError(t, n.Change(x))
	}
	require.NoError(t, n.Run(end))
	text, err := json.Marshal(n.Result())
	require.NoError(t, err)
	require.Empty(t, diff(want, string(text)))
	require.Equal(t, known.list, seen.list)
}

// A network that can be changed has the same figures as one that cannot, if it is not.
func TestAChangeableNetworkHasTheSameFigures(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := random(t)
		end := phy.Time(rapid.Int64Range(1, int64(20*phy.Millisecond)).Draw(t, "end"))
		want := result(t, c, 1, nil, end)
		c.Changeable = true
		require.Empty(t, diff(want, result(t, c, 1, nil, end)))
	})
}

// Frames for addresses that move, and from them, are delivered, lost or dropped as well, once.
func TestEveryFrameHasOneFateWithAddressesThatMove(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := random(t)
		c.ends(10)
		drawMoves(t, &c)
		n, err := New(c)
		require.NoError(t, err)
		require.NoError(t, n.Run(phy.Second))
		require.True(t, n.Done() || n.Result().Medium.FramesOffered == 0)
		everyFrameHasOneFate(t, n)
	})
}

// clerk follows a network by addresses alone: what each frame was sent from and to, where each bridge has heard
// each address, and who received what was for it.
type clerk struct {
	t        *rapid.T
	n        *Network
	moves    []medium.Change
	own      []phy.Address // by station
	frames   map[[2]int64][2]phy.Address
	heard    []map[phy.Address]learned // by bridge
	received []uint64                  // by station
	learns   int                       // learn events that are due
}

func (c *clerk) Interest() medium.Interest { return medium.Interest{Kinds: medium.AllKinds} }

func (c *clerk) Observe(e *medium.Event) {
	f := &e.Frame
	letter := c.frames[[2]int64{int64(f.Source), int64(f.Number)}]
	switch e.Kind {
	case medium.Changed:
		if medium.ChangeKind(e.ID) == medium.Ether {
			k := slices.IndexFunc(c.moves, func(x medium.Change) bool { return x.Station == c.n.Name(int(e.Station)) })
			require.Equal(c.t, e.At, c.moves[k].At)
			c.own[e.Station] = c.moves[k].Address
			c.moves = slices.Delete(c.moves, k, k+1)
		}
	case medium.Queued:
		if e.Station >= int32(len(c.own)) { // of a port
			return
		}
		to := phy.Broadcast
		if f.Destination >= 0 {
			to = c.own[f.Destination]
		}
		c.frames[[2]int64{int64(f.Source), int64(f.Number)}] = [2]phy.Address{c.own[f.Source], to}
	case medium.RxEnd:
		if e.OK && e.Station < int32(len(c.own)) && letter[1] == c.own[e.Station] {
			c.received[e.Station]++
		}
	case medium.Learn:
		c.learns--
	case medium.Forward, medium.Flood, medium.Filter:
		q := &c.n.ports[int(e.Station)-len(c.own)-c.n.repeated]
		b := &c.n.bridges[q.bridge]
		in := e.Station - int32(len(c.own)+c.n.repeated) - b.first
		heard := c.heard[q.bridge]
		for a, l := range heard {
			if l.at+b.Ageing <= e.At {
				delete(heard, a)
			}
		}
		if l, known := heard[letter[0]]; !known || l.port != in {
			c.learns++
		}
		heard[letter[0]] = learned{in, e.At}
		want := medium.Flood
		if l, known := heard[letter[1]]; known && l.port == in {
			want = medium.Filter
		} else if known {
			want = medium.Forward
		}
		require.Equal(c.t, want, e.Kind, "at %v, frame %d of %v to %v, at %s", e.At, f.Number, letter[0], letter[1], c.n.Name(int(e.Station)))
	}
}

// Bridges and stations decide by addresses, as a clerk does who knows nothing else.
func TestBridgesGoByAddresses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { goByAddresses(t, random(t), 20*phy.Millisecond) })
}

func goByAddresses(t *rapid.T, c Config, end phy.Time) {
	c.Warmup = 0
	for k := range c.Bridges {
		c.Bridges[k].Pause = Pause{} // such frames are for whoever obeys
	}
	c.Timeline = nil
	drawMoves(t, &c)
	n, err := New(c)
	require.NoError(t, err)
	x := &clerk{t: t, n: n, moves: slices.Clone(c.Timeline), frames: map[[2]int64][2]phy.Address{}, received: make([]uint64, len(c.Stations))}
	for i := range c.Stations {
		x.own = append(x.own, phy.StationAddress(i))
	}
	for range c.Bridges {
		x.heard = append(x.heard, map[phy.Address]learned{})
	}
	n.Observe(x)
	require.NoError(t, n.Run(end))
	require.Zero(t, x.learns)
	for i, s := range n.Result().Stations {
		require.Equal(t, x.received[i], s.Counters.FramesReceivedOK-s.Counters.BroadcastFramesReceivedOK, s.Name)
	}
}

// The same of nodes of multidrop buses at a switch.
func TestBridgesOfMultidropBusesGoByAddresses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { goByAddresses(t, cars(t, true), 1500*phy.Microsecond) })
}

// Nodes of multidrop buses that get other addresses: slices, observers and workers change no result.
func TestMovesOnMultidropBusesDoNotDependOnHowTheyAreRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := cars(t, true)
		drawMoves(t, &c)
		sameHoweverItIsRun(t, c, 1200*phy.Microsecond)
	})
}

// Their frames have one fate.
func TestEveryFrameOnAMultidropBusHasOneFateWithAddressesThatMove(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := cars(t, false)
		c.Timeline = nil
		c.ends(2)
		drawMoves(t, &c)
		n, err := New(c)
		require.NoError(t, err)
		require.NoError(t, n.Run(phy.Second))
		require.True(t, n.Done())
		everyFrameHasOneFate(t, n)
	})
}

// The standby takes over the address of the active router, at the other side of a switch: frames for it go to the old
// side until the standby sends.
func TestAStandbyTakesOverAnAddress(t *testing.T) {
	c := twoCables()
	c.Stations = append(c.Stations, domain.Station{Station: bus.Station{Name: "pc"}, End: domain.End{Segment: 0}})
	const active, standby, pc = 0, 1, 2
	router := phy.Address{0, 0, 0x5e, 0, 1, 1}
	c.Stations[active].Address = router
	ms := phy.Millisecond
	c.Timeline = []medium.Change{
		{At: 10 * ms, Kind: medium.Ether, Station: "A", Address: phy.StationAddress(active)},
		{At: 10 * ms, Kind: medium.Ether, Station: "B", Address: router},
	}
	c.Stations[pc].Traffic = []traffic.Source{traffic.Periodic(traffic.Octets(64), traffic.To{Whom: traffic.ToAddress, Address: router}, 2*ms, 4*ms, 6)}
	n, err := New(c)
	require.NoError(t, err)
	seen := &events{kinds: medium.Of(medium.Forward, medium.Flood, medium.Filter)}
	n.Observe(seen)
	require.NoError(t, n.Inject(active, ms, medium.Frame{Size: 64, Destination: medium.Broadcast}))
	require.NoError(t, n.Inject(standby, 16*ms, medium.Frame{Size: 64, Destination: medium.Broadcast}))
	require.NoError(t, n.Run(30*ms))
	var kinds []medium.Kind
	for _, e := range seen.list {
		kinds = append(kinds, e.Kind)
	}
	assert.Equal(t, []medium.Kind{
		medium.Flood, medium.Filter, medium.Filter, // the active router is on the side of the pc
		medium.Filter, medium.Filter, // the switch has not heard the standby yet
		medium.Flood, medium.Forward, medium.Forward,
	}, kinds)
	r := n.Result()
	assert.EqualValues(t, 2, r.Medium.FramesLost)
	assert.EqualValues(t, 2, r.Stations[active].Counters.FramesReceivedOK-r.Stations[active].Counters.BroadcastFramesReceivedOK)
	assert.EqualValues(t, 2, r.Stations[standby].Counters.FramesReceivedOK-r.Stations[standby].Counters.BroadcastFramesReceivedOK)
}

// The active router is deaf. A frame for it is lost on its cable, until the standby has taken over the address and receives
// the copy that the switch has sent to the other cable.
func TestTheNextOwnerOfAnAddressReceivesWhatTheFirstDidNot(t *testing.T) {
	for _, row := range []struct {
		name   string
		port   phy.Time // the place of the switch on the first cable: it hears the frame before or after the router should
		warmup phy.Time
		lost   uint64 // until the standby receives it
	}{{"the switch hears it first", 0, 0, 1}, {"last", 2 * phy.Microsecond, 0, 1}, {"lost in the warm-up", 0, phy.Millisecond, 0}} {
		t.Run(row.name, func(t *testing.T) {
			c := twoCables()
			c.Warmup = row.warmup
			c.Stations[0].End.At = phy.Microsecond
			c.Bridges[0].Ports[0].End.At = row.port
			c.Bridges[0].Latency = 5 * phy.Millisecond
			c.Stations = append(c.Stations, domain.Station{Station: bus.Station{Name: "pc"}, End: domain.End{Segment: 0}})
			router := phy.StationAddress(0)
			c.Timeline = []medium.Change{
				{At: 0, Kind: medium.Deaf, Station: "A", On: true},
				{At: 2 * phy.Millisecond, Kind: medium.Ether, Station: "A", Address: phy.StationAddress(1000)},
				{At: 2 * phy.Millisecond, Kind: medium.Ether, Station: "B", Address: router},
			}
			n, err := New(c)
			require.NoError(t, err)
			require.NoError(t, n.Inject(2, 0, medium.Frame{Size: 64, Destination: 0}))
			require.NoError(t, n.Run(row.warmup+2*phy.Millisecond))
			assert.EqualValues(t, row.lost, n.Result().Medium.FramesLost)
			require.NoError(t, n.Run(10*phy.Millisecond))
			r := n.Result()
			assert.EqualValues(t, 1, r.Stations[1].Counters.FramesReceivedOK)
			assert.EqualValues(t, 1, r.Medium.FramesDelivered)
			assert.EqualValues(t, 1, r.Stations[2].FramesDelivered)
			assert.EqualValues(t, 1, r.Delay.Count)
			assert.Zero(t, r.Medium.FramesLost)
		})
	}
}

// A move in place of one that was planned: that one does not happen.
func TestAMoveInPlaceOfAPlannedOne(t *testing.T) {
	c := twoCables()
	c.Changeable = true
	n, err := New(c)
	require.NoError(t, err)
	const ms = phy.Millisecond
	set := func(at, planned phy.Time, a phy.Address) {
		require.NoError(t, n.Change(medium.Change{At: at, Kind: medium.Ether, Station: "A", Address: a, Planned: planned}))
	}
	set(50*ms, 0, phy.StationAddress(1000))
	set(10*ms, 50*ms, phy.StationAddress(1000))
	set(20*ms, 0, phy.StationAddress(2000))
	require.NoError(t, n.Run(60*ms))
	assert.Equal(t, phy.StationAddress(2000), n.Address(0))
	require.NoError(t, n.Inject(1, 60*ms, medium.Frame{Size: 64, Destination: n.Destination(phy.StationAddress(2000))}))
	require.NoError(t, n.Run(61*ms))
	assert.EqualValues(t, 1, n.Result().Stations[0].Counters.FramesReceivedOK)
}

// An address that another station or a port has is refused, and the network goes on.
func TestAnAddressThatIsTakenIsRefused(t *testing.T) {
	c := twoCables()
	c.Changeable = true
	n, err := New(c)
	require.NoError(t, err)
	set := func(name string, a phy.Address) error {
		return n.Change(medium.Change{At: n.Now(), Kind: medium.Ether, Station: name, Address: a})
	}
	require.ErrorIs(t, set("A", phy.StationAddress(1)), medium.ErrRefused)
	require.ErrorIs(t, set("A", phy.StationAddress(2)), medium.ErrRefused, "it is that of a port")
	require.ErrorIs(t, set("X", phy.StationAddress(7)), medium.ErrNoStation)
	require.NoError(t, set("B", phy.StationAddress(7)))
	require.NoError(t, set("A", phy.StationAddress(1)))
	require.NoError(t, n.Run(phy.Millisecond))
	assert.Equal(t, phy.StationAddress(1), n.Address(0))
	assert.Equal(t, phy.StationAddress(7), n.Address(1))
}
