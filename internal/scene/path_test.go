package scene

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/lan"
	"github.com/csmacd/csmacd/phy"
)

// networkOf reads a scenario of a network.
func networkOf(t require.TestingT, text string) *lan.Config {
	sc, err := scenario.Parse("network.yaml", []byte(text), scenario.Options{})
	require.NoError(t, err, text)
	return sc.LAN()
}

// onPath runs a network up to an instant, with the scene of a path and all events.
func onPath(t require.TestingT, c *lan.Config, a, b int, until phy.Time) (*Scene, *recorder, *teller) {
	net, err := lan.New(*c)
	require.NoError(t, err)
	s, err := OfPath(net, c, a, b)
	require.NoError(t, err)
	r, told := &recorder{kinds: medium.AllKinds}, &teller{scene: s}
	net.Observe(s)
	net.Observe(r)
	net.Observe(told)
	require.NoError(t, net.Run(until))
	s.Advance(net.Now())
	return s, r, told
}

// A and B on 100 m links of a hub, and C behind a bridge at 100 Mb/s.
const hubAndSwitch = `
phy: 10base-t
devices: [{name: hub, kind: repeater}, {name: sw, kind: bridge}]
links: [{between: [hub, sw], length: 100m}]
duration: 2ms
stations:
  - {name: A, via: hub, link: {delay: 5bt}, traffic: {kind: frames, starts: [0s], size: 64, to: C}}
  - {name: B, via: hub, link: {delay: 5bt}}
  - {name: C, via: sw, link: {length: 10m, phy: 100base-tx, duplex: full}}
`

// A frame of A crosses the hub 8 bit times after its first bit arrives, and the bridge when it has arrived
// whole; there it goes on ten times as fast, in the colours of A.
func TestAFrameCrossesAHubAndABridge(t *testing.T) {
	text := strings.ReplaceAll(hubAndSwitch, "{delay: 5bt}", "{length: 115.4m}")
	c := networkOf(t, text)
	s, _, told := onPath(t, c, 0, 2, phy.Millisecond)
	v := s.View(Window{From: 0, To: phy.Millisecond, Most: 100, Rows: 1})
	names := make([]string, 0, len(v.Stations))
	for _, st := range v.Stations {
		names = append(names, st.Name)
	}
	assert.Equal(t, []string{"A", "hub/A", "hub/sw", "sw/hub", "sw/C", "C"}, names)
	require.Len(t, v.Sections, 3)
	require.Len(t, v.Crossings, 2)
	hub, sw := v.Crossings[0], v.Crossings[1]
	assert.Equal(t, "hub", v.Devices[hub.Device].Name)
	assert.Equal(t, bt(8), v.Transmissions[hub.Out].Start-hub.Rise)
	assert.Equal(t, v.Sections[0].Length, hub.Rise)
	out := &v.Transmissions[sw.Out]
	assert.Equal(t, sw.Fall, out.Start, "the bridge has no latency, and its port is idle")
	assert.Equal(t, bt(57.6), out.End-out.Start, "ten times as fast")
	assert.Equal(t, "A", out.Of)
	assert.Equal(t, int32(0), out.Origin)
	last := v.Lanes[5].Receptions
	require.Len(t, last, 1)
	assert.True(t, last[0].OK)
	assert.Equal(t, "A", last[0].Of)
	all := strings.Join(told.told, "\n")
	assert.Contains(t, all, "hub/sw repeats frame 1 of A from")
	assert.Contains(t, all, "it is for C, and the bridge queues it at all other ports")
	assert.Contains(t, all, "sw/C starts frame 1 of A at")
	assert.Contains(t, all, "C receives frame 1 of A whole at")
}

// The first window of a path shows the collision that its ends were chosen for.
func TestTheFirstWindowOfAPath(t *testing.T) {
	text := strings.ReplaceAll(hubAndSwitch, "{delay: 5bt}}", "{length: 100m}, traffic: {kind: frames, starts: [1us], size: 64, to: A}}")
	c := networkOf(t, strings.ReplaceAll(text, "{delay: 5bt}", "{length: 100m}"))
	net, err := lan.New(*c)
	require.NoError(t, err)
	m := newMeeting(net, c)
	net.Observe(m)
	require.NoError(t, net.Run(phy.Millisecond))
	a, b, at, ok := m.result()
	require.True(t, ok)
	assert.Equal(t, [2]int{0, 1}, [2]int{a, b})
	s, _, _ := onPath(t, c, a, b, 2*phy.Millisecond)
	s.ChooseFrom(at)
	choice, ok := s.Choose(true)
	require.True(t, ok)
	assert.Equal(t, "from the first collision to the first frame that gets through after it", choice.What)
	assert.True(t, choice.From <= at && at < choice.To)
}

// What stations and bridge ports of a path hear by the scene is what they hear in the engine.
func TestCarrierOnAPathIsThatOfTheEngine(t *testing.T) {
	for _, file := range []string{"four-pairs", "two-cables", "chain-of-hubs", "duplex-mismatch"} {
		sc := scenarioOf(t, "scenarios/"+file+".yaml")
		c := sc.LAN()
		for _, ends := range [][2]int{{0, len(c.Stations) - 1}, {1, 0}} {
			const until = 60 * phy.Millisecond
			s, r, _ := onPath(t, c, ends[0], ends[1], until)
			for i := range s.OnPath() {
				st := &s.stations[i]
				if st.repeater || st.full {
					continue // of the first no carrier is told, and of the second foreign carrier only
				}
				var want []Carrier
				for _, e := range r.events {
					switch {
					case e.Station != st.number:
					case e.Kind == medium.CarrierOn:
						want = append(want, Carrier{Rise: e.At, Fall: None})
					case e.Kind == medium.CarrierOff:
						want[len(want)-1].Fall = e.At
					}
				}
				got := s.Lane(i, 0, until).Carrier
				require.GreaterOrEqual(t, len(got), len(want), "%s %s", file, st.name)
				for k := range want {
					if want[k].Fall != None || k+1 < len(want) {
						require.Equal(t, [2]phy.Time{want[k].Rise, want[k].Fall}, [2]phy.Time{got[k].Rise, got[k].Fall}, "%s %s %d", file, st.name, k)
					}
				}
			}
		}
	}
}

// In any tree the path between two stations is found, goes through no segment twice, and is as long in the
// other direction; no path is longer than that of Farthest.
func TestPathsOfTrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		devices, links, stations := []string{}, []string{}, []string{}
		n := rapid.IntRange(1, 6).Draw(t, "devices")
		for k := range n {
			kind := rapid.SampledFrom([]string{"repeater", "bridge"}).Draw(t, "kind")
			devices = append(devices, fmt.Sprintf("{name: d%d, kind: %s}", k, kind))
			if k > 0 {
				links = append(links, fmt.Sprintf("{between: [d%d, d%d], length: %dm}", rapid.IntRange(0, k-1).Draw(t, "to"), k, rapid.IntRange(1, 100).Draw(t, "length")))
			}
			for i := range rapid.IntRange(1, 2).Draw(t, "stations") {
				stations = append(stations, fmt.Sprintf("{name: s%d-%d, via: d%d, link: {length: 10m}}", k, i, k))
			}
		}
		stations = append(stations, "{name: last, via: d0, link: {length: 10m}}")
		text := "duration: 1ms\nphy: 10base-t\ndevices: [" + strings.Join(devices, ", ") + "]\nstations: [" + strings.Join(stations, ", ") + "]\n"
		if len(links) > 0 {
			text += "links: [" + strings.Join(links, ", ") + "]\n"
		}
		c := networkOf(t, text)
		tr := newTree(c)
		a, b := Farthest(c)
		longest, err := tr.path(a, b)
		require.NoError(t, err)
		for i := range c.Stations {
			for k := range c.Stations {
				way, err := tr.path(i, k)
				require.NoError(t, err)
				back, err := tr.path(k, i)
				require.NoError(t, err)
				require.Len(t, back, len(way))
				require.LessOrEqual(t, len(way), len(longest))
				seen := map[int]bool{}
				for _, h := range way {
					require.False(t, seen[h.segment])
					seen[h.segment] = true
				}
			}
		}
	})
}

// A station that joins collides with others. A path is one between stations that are there from the
// beginning.
func TestAPathEndsAtStationsOfTheBeginning(t *testing.T) {
	c := networkOf(t, `
phy: 10base-t
duration: 20ms
segments: {near: {kind: bus, length: 50m, phy: 10base5}, far: {kind: bus, length: 50m, phy: 10base5}}
devices: [{name: hub, kind: repeater}]
links: [{between: [hub, near], at: 0m}, {between: [hub, far], at: 0m}]
stations:
  - {name: A, via: near, at: 10m, traffic: {kind: frames, start: 1ms, count: 5, interval: 2ms, to: B}}
  - {name: B, via: far, at: 20m}
  - {name: C, via: far, at: 30m, traffic: {kind: frames, starts: [9ms]}}
timeline: [{at: 500us, add: {name: late, via: far, at: 40m, traffic: {kind: frames, start: 1ms, count: 5, interval: 2ms, to: B}}}]
`)
	a, b, meets, _, err := Ends(t.Context(), c, 8*phy.Millisecond)
	require.NoError(t, err)
	assert.Equal(t, []int{0, 2}, []int{a, b}, "the farthest: only the station that joined met A's frames")
	assert.Zero(t, meets)
	_, _, told := onPath(t, c, a, b, 10*phy.Millisecond)
	assert.NotEmpty(t, told.told)

	a, b, meets, _, err = Ends(t.Context(), c, 20*phy.Millisecond)
	require.NoError(t, err)
	assert.Equal(t, []int{0, 2}, []int{a, b})
	assert.Greater(t, meets, 9*phy.Millisecond, "A and C meet")
}

// What a hub sends in a collision has not got through: where nothing has, ten slots are shown.
func TestJamHasNotGotThrough(t *testing.T) {
	c := networkOf(t, `
phy: 10base-t
duration: 700us
devices: [{name: hub, kind: repeater}]
stations: [{name: "s%d", count: 50, via: hub, link: {length: 10m}, traffic: {kind: saturated}}]
`)
	s, _, _ := onPath(t, c, 0, 1, 700*phy.Microsecond)
	choice, ok := s.Choose(true)
	assert.True(t, ok)
	assert.Equal(t, "the beginning, up to ten slots: no frame gets through after the first collision", choice.What)
	assert.Greater(t, choice.To-choice.From, bt(5000))
}
