package domain_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// drawRules draws the rules of all stations: mostly the usual ones.
func drawRules(t *rapid.T) *mac.Params {
	p := mac.For(phy.Ethernet10)
	if rapid.Bool().Draw(t, "odd rules") {
		p.Jam = bt(float64(rapid.SampledFrom([]int{32, 1, 200}).Draw(t, "jam")))
		p.Gap = bt(float64(rapid.SampledFrom([]int{96, 40, 300}).Draw(t, "gap")))
		p.GapPart1 = min(p.Gap, rapid.SampledFrom([]phy.Time{bt(64), 0, bt(40)}).Draw(t, "part 1"))
		p.SlotTime = bt(float64(rapid.SampledFrom([]int{512, 64, 8}).Draw(t, "slot")))
		p.AttemptLimit = rapid.SampledFrom([]int{16, 1, 3}).Draw(t, "attempts")
		p.LateWindow = rapid.SampledFrom([]phy.Time{0, bt(50), phy.Forever}).Draw(t, "late window")
		p.CutHeader = rapid.Bool().Draw(t, "cut")
		p.BackoffDelay = rapid.SampledFrom([]phy.Time{0, bt(27.5)}).Draw(t, "backoff delay")
	}
	return &p
}

// drawHub draws a hub with stations on links that are mostly short, so that it is run by contention
// rounds if nobody observes.
func drawHub(t *rapid.T) domain.Config {
	c := domain.Config{Seed: rapid.Uint64().Draw(t, "seed"), Warmup: rapid.SampledFrom([]phy.Time{0, bt(5000.5)}).Draw(t, "warm-up")}
	r := domain.DefaultRepeater(bit)
	r.Name = "hub"
	if rapid.Bool().Draw(t, "own delays") {
		r.Delay, r.JamDelay, r.JamEnd = bt(float64(rapid.IntRange(0, 200).Draw(t, "delay"))/2), bt(float64(rapid.IntRange(0, 200).Draw(t, "jam delay"))/2), bt(float64(rapid.IntRange(0, 10).Draw(t, "jam end"))/2)
		r.Recovery = bt(float64(rapid.SampledFrom([]int{0, 0, 10}).Draw(t, "recovery")))
	}
	r.PartitionAfter = rapid.SampledFrom([]int{32, 32, 4, 2, 0}).Draw(t, "partition")
	r.PartitionLong = rapid.SampledFrom([]phy.Time{0, bt(25000), bt(25000), bt(140)}).Draw(t, "partition long")
	r.Reconnect = rapid.SampledFrom([]phy.Time{bt(512), bt(512), bt(130), bt(2000)}).Draw(t, "reconnect")
	equal, longest := rapid.Bool().Draw(t, "equal links"), rapid.SampledFrom([]int{0, 6, 40, 80, 300, 1000}).Draw(t, "longest")
	rules := drawRules(t)
	own := func() phy.Time { return bt(float64(rapid.IntRange(0, longest).Draw(t, "link")) / 2) }
	link := own()
	size := rapid.SampledFrom([]traffic.Size{traffic.Octets(64), traffic.Uniform(64, 300), traffic.Octets(1518)}).Draw(t, "size")
	to := traffic.To{Whom: rapid.SampledFrom([]traffic.Whom{traffic.ToRandom, traffic.ToNext, traffic.ToBroadcast}).Draw(t, "to")}
	load := rapid.IntRange(0, 3).Draw(t, "load")
	for i := range rapid.IntRange(1, 12).Draw(t, "stations") {
		s := bus.Station{Name: fmt.Sprint("h", i), Params: rules}
		switch {
		case load == 0 || load == 1 && i%2 == 0:
			s.Traffic = []traffic.Source{traffic.Saturated(size, to)}
		case load == 2:
			s.Traffic = []traffic.Source{traffic.Poisson(bt(3000), size, to)}
		case load == 3:
			s.Queue = 2
			s.Traffic = []traffic.Source{traffic.Think(bt(300), bt(900), size, to), traffic.Periodic(size, to, bt(float64(100*(i%3))), bt(4000), 3)}
		}
		if !equal {
			link = own()
		}
		c.Segments = append(c.Segments, domain.Segment{Name: s.Name, Link: true, Delay: link})
		r.Ports = append(r.Ports, domain.Port{To: s.Name, End: domain.End{Segment: i, At: link}})
		c.Stations = append(c.Stations, domain.Station{Station: s, End: domain.End{Segment: i}})
	}
	c.Repeaters = []domain.Repeater{r}
	c.Until.Idle = rapid.Bool().Draw(t, "until idle")
	return c
}

// drawWide draws a hub with saturated stations on links of very different lengths, so that inputs end before others begin.
func drawWide(t *rapid.T) domain.Config {
	c := domain.Config{Seed: rapid.Uint64().Draw(t, "seed")}
	r := domain.DefaultRepeater(bit)
	r.Name, r.PartitionAfter = "hub", rapid.SampledFrom([]int{32, 6}).Draw(t, "partition")
	r.Recovery = bt(float64(rapid.SampledFrom([]int{0, 0, 10}).Draw(t, "recovery")))
	if rapid.IntRange(0, 3).Draw(t, "own delays") == 0 {
		r.Delay, r.JamDelay, r.JamEnd = bt(float64(rapid.IntRange(0, 100).Draw(t, "delay"))/4), bt(float64(rapid.IntRange(0, 100).Draw(t, "jam delay"))/4), bt(float64(rapid.IntRange(0, 20).Draw(t, "jam end"))/4)
	}
	rules := drawRules(t)
	from := []traffic.Source{traffic.Saturated(traffic.Octets(64), traffic.To{})}
	if rapid.Bool().Draw(t, "open") {
		from = []traffic.Source{traffic.Poisson(bt(2000), traffic.Octets(64), traffic.To{Whom: traffic.ToBroadcast})}
	}
	longest := rapid.SampledFrom([]int{150, 300, 600}).Draw(t, "longest")
	for i := range rapid.IntRange(4, 40).Draw(t, "stations") {
		name := fmt.Sprint("h", i)
		link := bt(float64(rapid.IntRange(0, longest).Draw(t, "link")) / 4)
		c.Segments = append(c.Segments, domain.Segment{Name: name, Link: true, Delay: link})
		r.Ports = append(r.Ports, domain.Port{To: name, End: domain.End{Segment: i, At: link}})
		c.Stations = append(c.Stations, domain.Station{Station: bus.Station{Name: name, Params: rules, Traffic: from}, End: domain.End{Segment: i}})
	}
	c.Repeaters = []domain.Repeater{r}
	return c
}

// drawTree draws a hub, and gives some of its stations to hubs that are joined to it or to each other.
func drawTree(t *rapid.T) domain.Config {
	c := drawHub(t)
	first := &c.Repeaters[0]
	ports := first.Ports
	hubs := rapid.IntRange(2, 5).Draw(t, "hubs")
	c.Repeaters = slices.Repeat(c.Repeaters, hubs)
	own := rapid.Bool().Draw(t, "each its own delay")
	for k := range c.Repeaters {
		r := &c.Repeaters[k]
		r.Name, r.Ports = fmt.Sprint("hub", k), nil
		if own {
			r.Delay = bt(float64(rapid.IntRange(10, 20).Draw(t, "delay")) / 2)
			r.JamDelay = bt(float64(rapid.IntRange(10, 20).Draw(t, "jam delay")) / 2)
		}
	}
	for _, p := range ports {
		r := &c.Repeaters[rapid.IntRange(0, hubs-1).Draw(t, "hub")]
		r.Ports = append(r.Ports, p)
	}
	longest := rapid.SampledFrom([]int{0, 12, 12, 40}).Draw(t, "longest between hubs")
	for k := 1; k < hubs; k++ {
		up, down := &c.Repeaters[rapid.IntRange(0, k-1).Draw(t, "up")], &c.Repeaters[k]
		delay := bt(float64(rapid.IntRange(0, longest).Draw(t, "between")) / 2)
		segment := len(c.Segments)
		c.Segments = append(c.Segments, domain.Segment{Name: fmt.Sprint("up", k), Link: true, Delay: delay})
		up.Ports = append(up.Ports, domain.Port{To: down.Name, End: domain.End{Segment: segment}})
		down.Ports = append(down.Ports, domain.Port{To: up.Name, End: domain.End{Segment: segment, At: delay}})
	}
	return c
}

// A hub that nobody observes is run by contention rounds, and an observed one instant by instant. Both
// have the same result, in one piece or in several.
func TestRoundsOfAHubAgreeWithInstants(t *testing.T) { agree(t, drawHub) }

// So is one with links of very different lengths.
func TestRoundsOfAWideHubAgreeWithInstants(t *testing.T) { agree(t, drawWide) }

// So are several hubs.
func TestRoundsOfATreeAgreeWithInstants(t *testing.T) { agree(t, drawTree) }

// drawCoax draws a hub, and gives most of its stations to cables at its ports.
func drawCoax(t *rapid.T) domain.Config {
	c := drawHub(t)
	r := &c.Repeaters[0]
	cables := rapid.IntRange(1, 3).Draw(t, "cables")
	longest := rapid.SampledFrom([]int{20, 40, 100, 400, 1000}).Draw(t, "length in half bits")
	links := rapid.IntRange(0, 2).Draw(t, "stations on links: most, some, none")
	grid := rapid.SampledFrom([]int{1, 1, 10}).Draw(t, "places on a grid of half bits") // a wide one has more ties
	drawKind(t, &c, r, &longest)
	apart := rapid.IntRange(0, 3).Draw(t, "stations at one place") > 0
	taken := map[[2]int]bool{}
	place := func(k int) phy.Time {
		at := rapid.IntRange(0, longest/grid).Draw(t, "place") * grid
		for apart && taken[[2]int{k, at}] {
			at += grid
		}
		taken[[2]int{k, at}] = true
		return bt(float64(at) / 2)
	}
	first := len(c.Segments)
	for k := range cables {
		name := fmt.Sprint("cable", k)
		c.Segments = append(c.Segments, domain.Segment{Name: name})
		r.Ports = append(r.Ports, domain.Port{To: name, End: domain.End{Segment: first + k, At: place(k)}})
	}
	kept := r.Ports[:0]
	for _, p := range r.Ports {
		i := p.End.Segment
		if i < first && (links == 2 || rapid.IntRange(0, 2).Draw(t, "on a cable") >= links) {
			k := rapid.IntRange(0, cables-1).Draw(t, "cable")
			c.Stations[i].End = domain.End{Segment: first + k, At: place(k)}
			continue
		}
		kept = append(kept, p)
	}
	r.Ports = kept
	dropUnused(&c)
	return c
}

// drawKind draws what is sent on cables and, sometimes, times and lengths with which something odd happens. The repeater is that of
// the network, or what all are like.
func drawKind(t *rapid.T, c *domain.Config, r *domain.Repeater, longest *int) {
	rules := c.Stations[0].Params
	if to, ok := drawTo(t, len(c.Stations)); ok {
		for i := range c.Stations {
			for k := range c.Stations[i].Traffic {
				c.Stations[i].Traffic[k].To = to
			}
		}
	}
	if rapid.IntRange(0, 5).Draw(t, "only frames that are put in") == 0 {
		for i := range c.Stations {
			c.Stations[i].Traffic = nil
		}
		c.Until.Idle, rules.AttemptLimit = true, rapid.SampledFrom([]int{16, 1}).Draw(t, "attempts")
	}
	switch rapid.IntRange(0, 8).Draw(t, "of a kind") {
	case 0: // jam begins late, even after what collided has ended
		rules.Jam, r.JamEnd, r.Recovery = bit, 0, 0
		r.Delay, r.JamDelay = bt(float64(rapid.IntRange(0, 150).Draw(t, "later"))/2), bt(float64(rapid.IntRange(100, 300).Draw(t, "jam later"))/2)
	case 1: // collisions last for long
		rules.Jam, r.Reconnect, *longest = bt(200), bt(2000), rapid.IntRange(200, 600).Draw(t, "long cables")
	case 2: // jam comes, and may be over, in part 2 of a gap
		rules.Gap, rules.GapPart1, rules.Jam = bt(300), bt(float64(rapid.SampledFrom([]int{0, 40}).Draw(t, "part 1"))), bt(32)
		r.Delay, r.JamDelay, r.JamEnd = bt(float64(rapid.IntRange(0, 200).Draw(t, "later"))/2), bt(float64(rapid.IntRange(0, 400).Draw(t, "jam later"))/2), 0
	case 3: // frames are long: so are collisions, and the cables may be
		rules.MinFrame, rules.SlotTime, rules.Jam, r.Reconnect = 512, bt(4096), bt(float64(rapid.SampledFrom([]int{32, 200, 600}).Draw(t, "jam"))), bt(8000)
		*longest = rapid.IntRange(10, 1200).Draw(t, "long cables")
		for i := range c.Stations {
			for k := range c.Stations[i].Traffic {
				c.Stations[i].Traffic[k].Size = traffic.Octets(512)
			}
		}
	}
}

// dropUnused drops the links of stations that are on cables.
func dropUnused(c *domain.Config) {
	used := make([]bool, len(c.Segments))
	for k := range c.Repeaters {
		for _, p := range c.Repeaters[k].Ports {
			used[p.End.Segment] = true
		}
	}
	number := make([]int, len(c.Segments))
	var segments []domain.Segment
	for k := range c.Segments {
		number[k] = len(segments)
		if used[k] {
			segments = append(segments, c.Segments[k])
		}
	}
	for i := range c.Stations {
		c.Stations[i].End.Segment = number[c.Stations[i].End.Segment]
	}
	for k := range c.Repeaters {
		for j := range c.Repeaters[k].Ports {
			c.Repeaters[k].Ports[j].End.Segment = number[c.Repeaters[k].Ports[j].End.Segment]
		}
	}
	c.Segments = segments
}

// drawTo draws a destination of frames: a station, which may be the sender, a group, or an address of no station.
func drawTo(t *rapid.T, stations int) (to traffic.To, ok bool) {
	switch rapid.IntRange(0, 8).Draw(t, "for") {
	case 0:
		return traffic.To{Whom: traffic.ToStation, Station: rapid.IntRange(0, stations-1).Draw(t, "station")}, true
	case 1:
		return traffic.To{Whom: traffic.ToAddress, Address: phy.Address{1, 2, 3, 4, 5, 6}}, true
	case 2:
		return traffic.To{Whom: traffic.ToAddress, Address: phy.Address{2, 2, 3, 4, 5, 6}}, true
	}
	return to, false
}

// Stations on cables at a hub are run by rounds too.
func TestRoundsOfCablesAtAHubAgreeWithInstants(t *testing.T) { agree(t, drawCoax) }

// shortest returns the size of the shortest frames of the stations.
func shortest(c domain.Config) int32 { return int32(c.Stations[0].Params.MinFrame) }

// delivery is what a hook is called with.
type delivery struct {
	at      phy.Time
	station int
	frame   medium.Frame
}

func agree(t *testing.T, draw func(*rapid.T) domain.Config) {
	const horizon = 20000
	rapid.Check(t, func(t *rapid.T) {
		c := draw(t)
		each := rapid.SampledFrom([]int{100, 3, 1}).Draw(t, "one station of so many has a hook")
		from := rapid.IntRange(0, 3).Draw(t, "the first of them")
		build := func(list *[]delivery) *domain.Network {
			n, err := domain.New(c)
			require.NoError(t, err)
			for i := from; i < len(c.Stations); i += each {
				n.Deliver(i, func(at phy.Time, f medium.Frame) { *list = append(*list, delivery{at, i, f}) })
			}
			return n
		}
		var heard, heardByQuiet, heardInPieces []delivery
		watched := build(&heard)
		watched.Observe(&log{})
		quiet, pieces := build(&heardByQuiet), build(&heardInPieces)
		for range rapid.IntRange(0, 9).Draw(t, "frames that are put in") {
			at := bt(float64(rapid.IntRange(0, rapid.SampledFrom([]int{horizon, 1000}).Draw(t, "latest")).Draw(t, "at")))
			i := rapid.IntRange(0, len(c.Stations)-1).Draw(t, "at station")
			f := medium.Frame{Size: shortest(c), Destination: rapid.SampledFrom([]int32{medium.Broadcast, medium.Broadcast, 0, int32(i)}).Draw(t, "for"), Ref: 7}
			for _, n := range []*domain.Network{watched, quiet, pieces} {
				require.NoError(t, n.Inject(i, at, f))
			}
		}
		require.NoError(t, watched.Run(bt(horizon)))
		want := watched.Result()

		require.NoError(t, quiet.Run(bt(horizon)))
		require.Equal(t, heard, heardByQuiet)
		require.Equal(t, want, quiet.Result())
		require.Equal(t, watched.Repeaters(), quiet.Repeaters())

		read := rapid.Bool().Draw(t, "figures are read")
		for at := phy.Time(0); at < bt(horizon); at += bt(float64(rapid.IntRange(2000, 40000).Draw(t, "piece")) / 4) {
			require.NoError(t, pieces.Run(at))
			require.NoError(t, pieces.Run(at))
			if read {
				pieces.Result()
			}
			if k := len(heardInPieces); k < len(heard) {
				require.GreaterOrEqual(t, heard[k].at, at, "a hook was not called yet")
			}
		}
		require.NoError(t, pieces.Run(bt(horizon)))
		require.Equal(t, heard, heardInPieces)
		require.Equal(t, want, pieces.Result(), "in pieces")
		require.Equal(t, watched.Repeaters(), pieces.Repeaters(), "in pieces")
	})
}

// chain returns hubs in a chain, each with saturated stations.
func chain(hubs, stations int) domain.Config {
	c := domain.Config{}
	for k := range hubs {
		r := domain.DefaultRepeater(bit)
		r.Name = fmt.Sprint("hub", k)
		plug := func(name string, at phy.Time) {
			r.Ports = append(r.Ports, domain.Port{To: name, End: domain.End{Segment: len(c.Segments) - 1, At: at}})
		}
		if k > 0 {
			c.Segments = append(c.Segments, domain.Segment{Name: fmt.Sprint("up", k), Link: true, Delay: bt(5)})
			before := &c.Repeaters[k-1]
			before.Ports = append(before.Ports, domain.Port{To: r.Name, End: domain.End{Segment: len(c.Segments) - 1}})
			plug(before.Name, bt(5))
		}
		for j := range stations {
			name := fmt.Sprint("h", k, j)
			c.Segments = append(c.Segments, domain.Segment{Name: name, Link: true, Delay: bt(5)})
			plug(name, bt(5))
			c.Stations = append(c.Stations, domain.Station{End: domain.End{Segment: len(c.Segments) - 1}, Station: bus.Station{
				Name: name, Traffic: []traffic.Source{traffic.Saturated(traffic.Octets(512), traffic.To{})}}})
		}
		c.Repeaters = append(c.Repeaters, r)
	}
	return c
}

// Hubs in a chain are run by contention rounds: the observed ones of the tests above would agree with themselves.
func TestAChainHasRounds(t *testing.T) {
	mostlyInRounds(t, chain(4, 4))
}

// mostlyInRounds requires that a network is run by contention rounds at most instants.
func mostlyInRounds(t *testing.T, c domain.Config) {
	t.Helper()
	n, err := domain.New(c)
	require.NoError(t, err)
	require.Greater(t, stopsInRounds(t, n), 90)
}

// stopsInRounds runs a network for a second, and returns how often it is run by contention rounds at 100 instants.
func stopsInRounds(t *testing.T, n *domain.Network) (rounds int) {
	t.Helper()
	for k := range 100 {
		require.NoError(t, n.Run(phy.Time(k+1)*10*phy.Millisecond))
		if n.InRounds() {
			rounds++
		}
	}
	return rounds
}

// So has a hub with stations on cables, and two cables that are joined by a repeater.
func TestCablesAtAHubHaveRounds(t *testing.T) {
	for cables := 1; cables <= 2; cables++ {
		r := domain.DefaultRepeater(bit)
		r.Name = "hub"
		c := domain.Config{}
		for k := range 2 {
			name := fmt.Sprint("cable", k)
			if k < cables {
				c.Segments = append(c.Segments, domain.Segment{Name: name})
				r.Ports = append(r.Ports, domain.Port{To: name, End: domain.End{Segment: k}})
			}
			for j := range 8 {
				s := bus.Station{Name: fmt.Sprint("h", k, j), Traffic: []traffic.Source{traffic.Saturated(traffic.Octets(512), traffic.To{})}}
				end := domain.End{Segment: k, At: bt(float64(j + 1))}
				if k >= cables {
					end = domain.End{Segment: len(c.Segments)}
					c.Segments = append(c.Segments, domain.Segment{Name: s.Name, Link: true, Delay: bt(5)})
					r.Ports = append(r.Ports, domain.Port{To: s.Name, End: domain.End{Segment: end.Segment, At: bt(5)}})
				}
				c.Stations = append(c.Stations, domain.Station{Station: s, End: end})
			}
		}
		c.Repeaters = []domain.Repeater{r}
		mostlyInRounds(t, c)
	}
}

// Rounds know of the stations that a network began with. Another one can join a cable at a hub while it is run by them: this
// is as if it had been known before.
func TestAStationJoinsACableAtAHub(t *testing.T) {
	from := []traffic.Source{traffic.Saturated(traffic.Octets(100), traffic.To{Whom: traffic.ToBroadcast})}
	rules := mac.For(phy.Ethernet10)
	r := domain.DefaultRepeater(bit)
	r.Name, r.Ports = "hub", []domain.Port{{To: "left", End: domain.End{Segment: 0}}, {To: "right", End: domain.End{Segment: 1}}}
	c := domain.Config{Segments: []domain.Segment{{Name: "left", Delay: bt(30)}, {Name: "right"}}, Repeaters: []domain.Repeater{r}}
	for i := range 4 {
		c.Stations = append(c.Stations, domain.Station{
			Station: bus.Station{Name: fmt.Sprint("h", i), Traffic: from}, End: domain.End{Segment: i % 2, At: bt(float64(i + 1))}})
	}
	late := medium.Change{At: phy.Millisecond, Kind: medium.Add, Station: "late", New: domain.Station{
		Station: bus.Station{Name: "late", Params: &rules, Traffic: from}, End: domain.End{At: bt(20)}}}
	live, err := domain.New(c)
	require.NoError(t, err)
	require.NoError(t, live.Run(phy.Millisecond))
	require.NoError(t, live.Change(late))
	require.NoError(t, live.Run(20*phy.Millisecond))
	c.Timeline = []medium.Change{late}
	planned, err := domain.New(c)
	require.NoError(t, err)
	require.NoError(t, planned.Run(20*phy.Millisecond))
	require.Equal(t, planned.Result(), live.Result())
	require.Equal(t, planned.Repeaters(), live.Repeaters())
}

// A frame of a saturated station that was queued before another, which was put in and was sent first, has waited for
// longer than those that follow each other.
func TestAFrameWaitsBehindOneThatWasPutIn(t *testing.T) {
	r := domain.DefaultRepeater(bit)
	r.Name = "hub"
	c := domain.Config{Repeaters: []domain.Repeater{r}}
	for i := range 2 {
		s := bus.Station{Name: fmt.Sprint("h", i)}
		c.Segments = append(c.Segments, domain.Segment{Name: s.Name, Link: true})
		c.Repeaters[0].Ports = append(c.Repeaters[0].Ports, domain.Port{To: s.Name, End: domain.End{Segment: i}})
		c.Stations = append(c.Stations, domain.Station{Station: s, End: domain.End{Segment: i}})
	}
	c.Stations[0].Traffic = []traffic.Source{traffic.Saturated(traffic.Octets(64), traffic.To{Whom: traffic.ToNext})}
	results := [2]*medium.Result{}
	for k := range results {
		n, err := domain.New(c)
		require.NoError(t, err)
		if k == 0 {
			n.Observe(&log{})
		}
		require.NoError(t, n.Inject(0, 0, medium.Frame{Size: 1518, Destination: 1, Ref: 7}))
		require.NoError(t, n.Run(bt(100000)))
		results[k] = n.Result()
	}
	require.Greater(t, results[0].Delay.Max, 1290.0)
	require.Equal(t, results[0], results[1])
}

// A frame that arrives at a station after another has left, sent or discarded, is at the head of the queue from its
// arrival on, although the links are so long that a station that joins the same round could start later than that.
func TestAFrameArrivesAfterTheOneBefore(t *testing.T) {
	for _, row := range []struct {
		name      string
		hubs      int
		jam       float64
		near, far float64 // the links of two stations and one at each hub
		attempts  int
		frames    [][2]float64 // stations and instants
	}{
		{"sent", 1, 92.5, 250, 250, 16, [][2]float64{{0, 0}, {0, 580}}},
		{"discarded", 1, 8, 0, 150, 1, [][2]float64{{0, 0}, {1, 0}, {0, 130}}},
		{"sent in a tree", 2, 92.5, 250, 250, 16, [][2]float64{{0, 0}, {0, 580}}},
		{"discarded in a tree", 2, 8, 15, 70, 1, [][2]float64{{0, 0}, {1, 0}, {0, 98}}},
	} {
		t.Run(row.name, func(t *testing.T) {
			rules := mac.For(phy.Ethernet10)
			rules.AttemptLimit = row.attempts
			c := domain.Config{}
			for k := range row.hubs {
				r := domain.DefaultRepeater(bit)
				r.Name, r.JamDelay, r.JamEnd = fmt.Sprint("hub", k), bt(row.jam), 0
				if k > 0 {
					c.Segments = append(c.Segments, domain.Segment{Name: "between", Link: true})
					c.Repeaters[0].Ports = append(c.Repeaters[0].Ports, domain.Port{To: r.Name, End: domain.End{Segment: len(c.Segments) - 1}})
					r.Ports = append(r.Ports, domain.Port{To: "hub0", End: domain.End{Segment: len(c.Segments) - 1}})
				}
				for j, link := range []float64{row.near, row.near, row.far} {
					s := bus.Station{Name: fmt.Sprint("h", k, j), Params: &rules}
					end := domain.End{Segment: len(c.Segments), At: bt(link)}
					c.Segments = append(c.Segments, domain.Segment{Name: s.Name, Link: true, Delay: end.At})
					r.Ports = append(r.Ports, domain.Port{To: s.Name, End: domain.End{Segment: end.Segment}})
					c.Stations = append(c.Stations, domain.Station{Station: s, End: end})
				}
				c.Repeaters = append(c.Repeaters, r)
			}
			results := [2]*medium.Result{}
			for k := range results {
				n, err := domain.New(c)
				require.NoError(t, err)
				if k == 0 {
					n.Observe(&log{})
				}
				for _, f := range row.frames {
					require.NoError(t, n.Inject(int(f[0]), bt(f[1]), medium.Frame{Size: 64, Destination: 2}))
				}
				require.NoError(t, n.Run(bt(100000)))
				results[k] = n.Result()
			}
			require.Equal(t, results[0], results[1])
		})
	}
}

// What a station alone heard of its hub's output, before the end of the warm-up, is not in its figures, even
// if nobody looks before the next collision.
func TestWarmupOfWhatOneStationHears(t *testing.T) {
	r := domain.DefaultRepeater(bit)
	r.Name = "hub"
	c := domain.Config{Seed: 0x863, Warmup: bt(5000.5)}
	for i, length := range []float64{0, 0, 47, 0, 0, 0, 0, 0, 51.5, 150, 0} {
		s := bus.Station{Name: fmt.Sprint("h", i)}
		if i%2 == 0 {
			s.Traffic = []traffic.Source{traffic.Saturated(traffic.Octets(1518), traffic.To{Whom: traffic.ToRandom})}
		}
		c.Segments = append(c.Segments, domain.Segment{Name: s.Name, Link: true, Delay: bt(length)})
		r.Ports = append(r.Ports, domain.Port{To: s.Name, End: domain.End{Segment: i, At: bt(length)}})
		c.Stations = append(c.Stations, domain.Station{Station: s, End: domain.End{Segment: i}})
	}
	c.Repeaters = []domain.Repeater{r}
	n, err := domain.New(c)
	require.NoError(t, err)
	n.Observe(&log{})
	for at := 13500.0; at < 13600; at += 10 { // a frame ends, and four stations collide
		require.NoError(t, n.Run(bt(at)))
		require.Zero(t, n.Result().Stations[8].Counters.Fragments)
	}
}

// A hub that is idle ends its run at one instant, whether it is run by contention rounds or not, and wherever
// the run is cut.
func TestAHubIsIdleAtOneInstant(t *testing.T) {
	r := domain.DefaultRepeater(bit)
	r.Name = "hub"
	c := domain.Config{Until: bus.Until{Idle: true}}
	for i := range 3 {
		name, link := fmt.Sprint("h", i), bt(60)
		c.Segments = append(c.Segments, domain.Segment{Name: name, Link: true, Delay: link})
		r.Ports = append(r.Ports, domain.Port{To: name, End: domain.End{Segment: i, At: link}})
		c.Stations = append(c.Stations, domain.Station{Station: bus.Station{Name: name}, End: domain.End{Segment: i}})
	}
	c.Repeaters = []domain.Repeater{r}
	c.Stations[0].Traffic = []traffic.Source{{Kind: traffic.KindFrames, Starts: []phy.Time{0, bt(1000), bt(3000)},
		Size: traffic.Octets(64), To: traffic.To{Whom: traffic.ToBroadcast}}}
	done := 0
	for cut := bt(0); cut < bt(4500); cut += bt(50) {
		watched, err := domain.New(c)
		require.NoError(t, err)
		watched.Observe(&log{})
		quiet, err := domain.New(c)
		require.NoError(t, err)
		for _, until := range []phy.Time{cut, phy.Second} {
			require.NoError(t, watched.Run(until))
			require.NoError(t, quiet.Run(until))
			require.Equal(t, watched.Done(), quiet.Done(), "run to %v", until)
			require.Equal(t, watched.Now(), quiet.Now(), "run to %v", until)
			if quiet.Done() {
				done++
				break
			}
		}
		require.Equal(t, watched.Result(), quiet.Result())
	}
	require.Equal(t, 90, done)
}

// So is a repeater that nobody hears, since its only port is on a cable: it sends until the end of its output.
func TestARepeaterThatNobodyHearsIsIdleAtOneInstant(t *testing.T) {
	r := domain.DefaultRepeater(bit)
	r.Name, r.Ports = "hub", []domain.Port{{To: "cable"}}
	c := domain.Config{Until: bus.Until{Idle: true}, Segments: []domain.Segment{{Name: "cable"}}, Repeaters: []domain.Repeater{r}}
	for i := range 2 {
		c.Stations = append(c.Stations, domain.Station{Station: bus.Station{Name: fmt.Sprint("h", i)}, End: domain.End{At: bt(float64(i + 1))}})
	}
	for cut := bt(570); cut < bt(600); cut += bt(1) {
		for _, watched := range []bool{true, false} {
			n, err := domain.New(c)
			require.NoError(t, err)
			if watched {
				n.Observe(&log{})
			}
			require.NoError(t, n.Inject(0, 0, medium.Frame{Size: 64, Destination: 1}))
			require.NoError(t, n.Run(cut))
			require.NoError(t, n.Run(phy.Second))
			require.True(t, n.Done())
			require.Equal(t, bt(576+1+8), n.Now(), "run to %v", cut)
		}
	}
}

// Rounds of hubs begin, and end at once as the next one is of another kind: a hub whose output does not stand for
// what its stations heard has them wait no less.
func TestRoundsThatEndAtOnceForgetNothing(t *testing.T) {
	c := domain.Config{Seed: 114, Until: bus.Until{Idle: true}}
	for k, x := range []struct{ delay, jam float64 }{{5, 10}, {5, 5.5}, {5.5, 5}, {5, 6}, {5.5, 5}} {
		r := domain.DefaultRepeater(bit)
		r.Name = fmt.Sprint("hub", k)
		r.Delay, r.JamDelay, r.JamEnd, r.PartitionLong, r.Reconnect = bt(x.delay), bt(x.jam), bt(5), 0, bt(130)
		c.Repeaters = append(c.Repeaters, r)
	}
	for i, h := range []int{4, 3, 0, 0, 1, 1, 2, 0} {
		s := bus.Station{Name: fmt.Sprint("h", i), Traffic: []traffic.Source{traffic.Poisson(bt(3000), traffic.Octets(64), traffic.To{})}}
		c.Segments = append(c.Segments, domain.Segment{Name: s.Name, Link: true})
		r := &c.Repeaters[h]
		r.Ports = append(r.Ports, domain.Port{To: s.Name, End: domain.End{Segment: i}})
		c.Stations = append(c.Stations, domain.Station{Station: s, End: domain.End{Segment: i}})
	}
	for k, x := range []struct {
		up    int
		delay float64
	}{{0, 0.5}, {1, 1.5}, {1, 0}, {0, 2}} {
		up, down := &c.Repeaters[x.up], &c.Repeaters[k+1]
		segment := len(c.Segments)
		c.Segments = append(c.Segments, domain.Segment{Name: fmt.Sprint("up", k+1), Link: true, Delay: bt(x.delay)})
		up.Ports = append(up.Ports, domain.Port{To: down.Name, End: domain.End{Segment: segment}})
		down.Ports = append(down.Ports, domain.Port{To: up.Name, End: domain.End{Segment: segment, At: bt(x.delay)}})
	}
	results := [2]*medium.Result{}
	for k, cuts := range [][]float64{{2500}, {500, 1000, 1500, 2040.25, 2500}} {
		n, err := domain.New(c)
		require.NoError(t, err)
		if k == 0 {
			n.Observe(&log{})
		}
		for _, x := range [][2]int{{4, 0}, {0, 0}, {1, 233}} {
			require.NoError(t, n.Inject(x[0], bt(float64(x[1])), medium.Frame{Size: 64, Destination: medium.Broadcast, Ref: 7}))
		}
		for _, at := range cuts {
			require.NoError(t, n.Run(bt(at)))
		}
		results[k] = n.Result()
	}
	require.Equal(t, results[0], results[1])
}

// A and B collide, and C, which is far away, starts meanwhile. B is the last port left, to which the hub stops sending when B's input
// ends. In that instant the input of C begins, and the hub sends jam to B again: for B this is another fragment, though no silence came before.
func TestASecondJamAsTheFirstEnds(t *testing.T) {
	r := domain.DefaultRepeater(bit)
	r.Name, r.Delay, r.JamDelay, r.JamEnd = "hub", 0, 0, 0
	rules := mac.For(phy.Ethernet10)
	rules.AttemptLimit = 1
	c := domain.Config{}
	for k, link := range []float64{0.5, 1, 70} {
		name := string(rune('A' + k))
		c.Segments = append(c.Segments, domain.Segment{Name: name, Link: true, Delay: bt(link)})
		r.Ports = append(r.Ports, domain.Port{To: name, End: domain.End{Segment: k, At: bt(link)}})
		c.Stations = append(c.Stations, domain.Station{Station: bus.Station{Name: name, Params: &rules}, End: domain.End{Segment: k}})
	}
	c.Repeaters = []domain.Repeater{r}
	var results []*medium.Result
	for _, watched := range []bool{true, false} {
		n := build(t, c)
		if watched {
			n.Observe(&log{})
		}
		for k, at := range []float64{1000, 1000.75, 1027.75} {
			require.NoError(t, n.Inject(k, bt(at), medium.Frame{Size: 64, Destination: medium.Broadcast}))
		}
		require.NoError(t, n.Run(bt(9000)))
		results = append(results, n.Result())
	}
	require.EqualValues(t, 1, results[0].Stations[1].Counters.Fragments)
	require.Equal(t, results[0], results[1])
}
