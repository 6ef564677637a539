package player

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/scene"
	"github.com/csmacd/csmacd/medium"
)

// The page shows a network along a path: its stations are those of the path, with the ports of devices, and the
// figures are those of the whole network.
func TestANetworkIsShownAlongAPath(t *testing.T) {
	text, err := os.ReadFile("../../../testdata/scenarios/two-cables.yaml")
	require.NoError(t, err)
	short := strings.Replace(string(text), "duration: 2s", "duration: 200ms", 1)
	p, err := Load("two.yaml", short, "l0", "r3")
	require.NoError(t, err)
	a := p.About()
	require.NotNil(t, a.Network)
	assert.Equal(t, []string{"l0", "r3"}, a.Network.Path)
	assert.Equal(t, []string{"left", "right"}, a.Network.Domains)
	var names []string
	for _, s := range a.Stations[:4] {
		names = append(names, s.Name)
	}
	assert.Equal(t, []string{"l0", "bridge/left", "bridge/right", "r3"}, names)

	for p.Run(1000) {
	}
	for p.RunOn(1000) {
	}
	forwarded := -1
	for k := range p.Len() {
		if e := p.Event(k); e.Kind == medium.Forward && forwarded < 0 {
			forwarded = k
		}
	}
	require.GreaterOrEqual(t, forwarded, 0)
	all := p.Tell(forwarded).Text
	assert.Regexp(t, `^bridge/left has received frame \d+ of l\d whole at .* the bridge queues it at the port that leads to r\d$`, all)

	r := p.Result("test")
	assert.Equal(t, "network", r.Medium.Kind)
	view, err := p.Ask("view", []byte(`{"from":0,"to":200000000000,"most":20000,"rows":10}`))
	require.NoError(t, err)
	v := view.(*scene.View)
	require.Len(t, v.Sections, 2)
	assert.NotEmpty(t, v.Crossings)
	_, err = json.Marshal(v)
	require.NoError(t, err)

	// What has been delivered to stations of the path is counted for its sender.
	delivered := int64(0)
	for _, c := range p.Counts(p.Len()) {
		delivered += c.Delivered
	}
	assert.Positive(t, delivered)
	events, _, err := p.Events()
	require.NoError(t, err)
	assert.Contains(t, string(events), `"forward"`)
	capture, _, err := p.Capture()
	require.NoError(t, err)
	assert.NotEmpty(t, capture)
}

// A full-duplex link has no collisions: it is not one of the collision domains, and its wire is in none.
func TestAFullDuplexLinkIsNotACollisionDomain(t *testing.T) {
	p, err := Load("full.yaml", `
phy: 10base-t
duration: 1ms
devices:
  - {name: sw, kind: bridge}
  - {name: hub, kind: repeater}
links:
  - {between: [sw, hub], length: 100m}
stations:
  - {name: S, via: sw, link: {length: 10m, duplex: full}}
  - {name: A, via: hub, link: {length: 10m}, traffic: {kind: saturated, size: 64}}
`, "S", "A")
	require.NoError(t, err)
	a := p.About().Network
	assert.Equal(t, []string{"hub"}, a.Domains)
	domains := map[string]int{}
	for _, w := range a.Wires {
		domains[w.Ends[0]+"-"+w.Ends[1]] = w.Domain
	}
	assert.Equal(t, map[string]int{"sw-hub": 0, "S-sw": -1, "A-hub": 0}, domains)
}

// Without names the path is that of the first collision, and the first window shows it; by default or by
// name, the sentences of a second run are those of the first.
func TestAPathIsChosen(t *testing.T) {
	text, err := os.ReadFile("../../../testdata/scenarios/four-pairs.yaml")
	require.NoError(t, err)
	p, err := Load("four.yaml", strings.Replace(string(text), "duration: 5s", "duration: 100ms", 1))
	require.NoError(t, err)
	assert.Equal(t, []string{"a0", "b2"}, p.About().Network.Path)
	for p.Run(1000) {
	}
	c, ok := p.Scene.Choose(true)
	require.True(t, ok)
	assert.Equal(t, "from the first collision to the first frame that gets through after it", c.What)
	assert.True(t, c.From < p.meets && p.meets < c.To)

	told := make([]string, p.Len())
	for k := range told {
		told[k] = p.Tell(k).Text
	}
	p.told = nil
	for k := range told {
		require.Equal(t, told[k], p.Tell(k).Text)
	}
	for _, e := range []Edit{{What: "move", Station: 0, Value: "5bt"}, {What: "count", Value: "3"}, {What: "length", Value: "5bt"}, {What: "hand", Station: 1}} {
		_, err := p.Edit(e)
		assert.ErrorIs(t, err, errShape, "%v", e)
	}
	_, err = Load("four.yaml", string(text), "a0", "nobody")
	assert.ErrorContains(t, err, "a path needs the names of two stations")
}

// A network with one station is shown: the segment of the station. Once there are others, a path is shown.
func TestANetworkWithOneStationIsShown(t *testing.T) {
	const one = `name: one station
phy: 10base-t
duration: 1ms
segments:
  yellow: {kind: bus, length: 500m, phy: 10base5}
devices:
  - {name: hub, kind: repeater}
links:
  - {between: [hub, yellow], at: 250m}
stations:
  - {name: A, via: hub, link: {length: 50m}, traffic: {kind: frames, starts: [0s], size: 64, to: broadcast}}
`
	for _, path := range [][]string{nil, {"A", "A"}, {"A", "B"}} {
		p, err := Load("one.yaml", one, path...)
		require.NoError(t, err)
		a := p.About()
		assert.Equal(t, []string{"A", "A"}, a.Network.Path)
		assert.Equal(t, "A", a.Stations[0].Name)
		for p.Run(1000) {
		}
		view, err := p.Ask("view", []byte(`{"from":0,"to":100000000,"most":200,"rows":10}`))
		require.NoError(t, err)
		v := view.(*scene.View)
		require.Len(t, v.Sections, 1)
		assert.NotEmpty(t, v.Transmissions)
	}
	p, err := Load("two.yaml", one+"  - {name: B, via: yellow, at: 0m}\n", "A", "A")
	require.NoError(t, err)
	assert.ElementsMatch(t, []string{"A", "B"}, p.About().Network.Path)
}
