package path

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/internal/scenario"
)

// cable is a segment of a chain.
type cable struct {
	phy    string
	metres float64
}

// chain writes a scenario of segments in a row with a repeater between each two, and a station at
// each end.
func chain(class int, cables ...cable) string {
	var b strings.Builder
	b.WriteString("duration: 1s\nphy: " + cables[0].phy + "\n")
	var segments, devices, links []string
	name := func(i int) string { // what stands between segments i-1 and i
		switch i {
		case 0:
			return "A"
		case len(cables):
			return "B"
		}
		return fmt.Sprintf("r%d", i)
	}
	for i, c := range cables {
		if i > 0 {
			keys := ""
			if class > 0 {
				keys = fmt.Sprintf(", class: %d", class)
			}
			devices = append(devices, fmt.Sprintf("{name: %s, kind: repeater%s}", name(i), keys))
		}
		if strings.HasSuffix(c.phy, "5") || strings.HasSuffix(c.phy, "2") {
			segments = append(segments, fmt.Sprintf("s%d: {phy: %s, length: %gm}", i, c.phy, c.metres))
			links = append(links, fmt.Sprintf("{between: [%s, s%d], at: 0m}, {between: [%s, s%d], at: %gm}", name(i), i, name(i+1), i, c.metres))
			continue
		}
		links = append(links, fmt.Sprintf("{between: [%s, %s], phy: %s, length: %gm}", name(i), name(i+1), c.phy, c.metres))
	}
	fmt.Fprintf(&b, "segments: {%s}\ndevices: [%s]\nlinks: [%s]\nstations: [{name: A}, {name: B}]\n", strings.Join(segments, ", "), strings.Join(devices, ", "), strings.Join(links, ", "))
	return b.String()
}

func of(t testing.TB, text string, margin float64) *Report {
	t.Helper()
	s, err := scenario.Parse("test.yaml", []byte(text), scenario.Options{})
	require.NoError(t, err)
	r, err := Of(s, margin)
	require.NoError(t, err)
	return r
}

// repeated returns a row of equal segments.
func repeated(n int, phy string, metres float64) (list []cable) {
	for range n {
		list = append(list, cable{phy, metres})
	}
	return list
}

// Published cases of clauses 13 and 29, and sums of their tables.
func TestPublishedPaths(t *testing.T) {
	tx := func(metres float64) cable { return cable{"100base-tx", metres} }
	fx := func(metres float64) cable { return cable{"100base-fx", metres} }
	for name, c := range map[string]struct {
		class       int
		cables      []cable
		margin      float64
		delay, back float64
		variability float64
		ok, rule    bool
	}{
		"2 x 2 km of fibre, margin 5 (Spurgeon)":   {cables: repeated(2, "10base-fl", 2000), margin: 5, delay: 573.75, variability: 10.5, ok: true, rule: true},
		"five cables":                              {cables: repeated(5, "10base5", 500), delay: 537.25, variability: 49, ok: true, rule: false},
		"four hubs":                                {cables: repeated(5, "10base-t", 100), delay: 362.75, variability: 34.5, ok: true, rule: true},
		"five hubs":                                {cables: repeated(6, "10base-t", 100), delay: 416.05, variability: 42.5, ok: true, rule: false},
		"six hubs fail on variability":             {cables: repeated(7, "10base-t", 100), delay: 469.35, variability: 50.5, ok: false, rule: false},
		"nine segments fail on both":               {cables: repeated(9, "10base-t", 100), delay: 575.95, variability: 66.5, ok: false, rule: false},
		"fibre between two hubs":                   {cables: []cable{{"10base-t", 100}, {"10base-fl", 2000}, {"10base-t", 100}}, delay: 436.35, variability: 18.5, ok: true, rule: true},
		"three fibres":                             {cables: []cable{{"10base-fl", 1000}, {"10base-fl", 400}, {"10base-fl", 1000}}, delay: 442.25, variability: 18.5, ok: true, rule: true},
		"coax at one end, direction":               {cables: []cable{{"10base2", 185}, {"10base-t", 100}}, delay: 207.031, back: 215.031, variability: 16, ok: true, rule: true},
		"coax and two links (Spurgeon)":            {cables: []cable{{"10base5", 500}, {"10base5", 500}, {"10base-fl", 500}, {"10base-fl", 500}, {"10base-t", 100}}, delay: 55.05 + 89.8 + 2*83.5 + 176.3, back: 26.55 + 2*83.5 + 89.8 + 212.8, variability: 43, ok: true, rule: true},
		"two of class II, 205 m (Spurgeon)":        {class: 2, cables: []cable{tx(100), tx(5), tx(100)}, delay: 511.96, ok: true, rule: true},
		"two of class II, 20 m between (CCDA)":     {class: 2, cables: []cable{tx(75), tx(20), tx(75)}, delay: 473.04, ok: true, rule: true},
		"class I":                                  {class: 1, cables: []cable{tx(100), tx(100)}, delay: 462.4, ok: true, rule: true},
		"class I, copper and fibre, 260.8 m":       {class: 1, cables: []cable{tx(100), fx(160.8)}, delay: 512, ok: true, rule: true},
		"fibre without a repeater, 412 m":          {cables: []cable{fx(412)}, delay: 512, ok: true, rule: true},
		"class II, fibre, 320 m":                   {class: 2, cables: []cable{fx(160), fx(160)}, delay: 512, ok: true, rule: true},
		"two of class II, fibre, 228 m":            {class: 2, cables: []cable{fx(100), fx(28), fx(100)}, delay: 512, ok: true, rule: true},
		"two of class I do not fit":                {class: 1, cables: []cable{tx(100), tx(0), tx(100)}, delay: 602.4, ok: false, rule: true},
		"a repeater without a class is of class I": {cables: []cable{tx(100), tx(100)}, delay: 462.4, ok: true, rule: true},
	} {
		t.Run(name, func(t *testing.T) {
			r := of(t, chain(c.class, c.cables...), c.margin)
			require.Len(t, r.Paths, 2)
			there, back := r.Paths[0], r.Paths[1]
			if there.From != "A" {
				there, back = back, there
			}
			if c.back == 0 {
				c.back = c.delay
			}
			assert.Equal(t, []string{"A", "B", "B", "A"}, []string{there.From, there.To, back.From, back.To})
			assert.InDelta(t, c.delay, there.Delay, 0.001)
			assert.InDelta(t, c.back, back.Delay, 0.001)
			if c.variability == 0 {
				assert.Nil(t, there.Variability)
			} else {
				assert.InDelta(t, c.variability, *there.Variability, 1e-9)
			}
			assert.Equal(t, c.ok, r.OK)
			assert.Equal(t, c.rule, r.Rule543)
			assert.Len(t, there.Segments, len(c.cables))
			assert.Less(t, *there.RoundTrip, there.Delay)
			assert.Positive(t, *back.RoundTrip)
			if there.Variability != nil {
				assert.InDelta(t, 96-c.variability, *there.Gap, 1e-9, "the smallest gap")
			}
		})
	}
}

// The paths of the network that a scenario's description shows.
func TestSegmentsOfAPath(t *testing.T) {
	r := of(t, `
duration: 1s
phy: 10base-t
segments: {yellow: {length: 500m, phy: 10base5}}
devices: [{name: hub, kind: repeater}, {name: sw, kind: bridge}]
links: [{between: [hub, sw], length: 90m}, {between: [hub, yellow], at: 150m}]
stations:
- {name: "pc%d", count: 3, via: hub, link: {length: 50m}}
- {name: server, via: sw, link: {duplex: full}}
- {name: old, via: yellow, at: 10m}
- {name: far, via: yellow, at: 450m}
- {name: near, via: yellow, at: 160m}
`, 0)
	require.Len(t, r.Paths, 2, "one domain: the server's link is full duplex")
	p := r.Paths[0]
	assert.Equal(t, "yellow+hub", p.domain)
	assert.Equal(t, []Segment{
		{"hub-sw", "10base-t", 90, Left, 25.42},
		{"yellow", "10base5", 300, Right, 195.48},
	}, p.Segments)
	assert.Equal(t, []string{"sw/hub", "far"}, []string{p.From, p.To})
	assert.Equal(t, 220.9, p.Delay)
	assert.Equal(t, 10.5, *p.Variability)
	assert.Equal(t, 16.0, *r.Paths[1].Variability)
	assert.Equal(t, []Segment{
		{"yellow", "10base5", 300, Left, 37.73},
		{"hub-sw", "10base-t", 90, Right, 175.17},
	}, r.Paths[1].Segments)
}

// Nothing gets through a disabled port, so that there is nothing to measure.
func TestADisabledPortIsNotMeasured(t *testing.T) {
	r := of(t, `
duration: 1s
phy: 10base-t
devices: [{name: hub, kind: repeater, ports: [{to: B, enabled: off}]}]
stations: [{name: A, via: hub}, {name: B, via: hub}]
`, 0)
	require.Len(t, r.Paths, 2)
	assert.Equal(t, 180.25, r.Paths[0].Delay)
	for _, p := range r.Paths {
		assert.True(t, p.RoundTrip == nil && p.Gap == nil)
	}
}

func TestNoValues(t *testing.T) {
	s, err := scenario.Parse("test.yaml", []byte("duration: 1s\nphy: 1base5\ndevices: [{name: hub, kind: repeater}]\nstations: [{count: 2, via: hub}]"), scenario.Options{})
	require.NoError(t, err)
	_, err = Of(s, 0)
	assert.EqualError(t, err, "h00-hub is 1base5: clauses 13 and 29 have no path delay values for it")
}

// No two stations of a random tree of hubs have a longer path than the one that is reported.
func TestTheWorstPathIsReported(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hubs := rapid.IntRange(1, 5).Draw(t, "hubs")
		phy := rapid.SampledFrom([]string{"10base-t", "10base-fl", "10base2"})
		var devices, stations, links []string
		segments := map[string]string{}
		for i := range hubs {
			devices = append(devices, fmt.Sprintf("{name: r%d, kind: repeater}", i))
			if i > 0 {
				links = append(links, fmt.Sprintf("{between: [r%d, r%d], phy: 10base-fl, length: %dm}", rapid.IntRange(0, i-1).Draw(t, "to"), i, rapid.IntRange(0, 900).Draw(t, "up")))
			}
			if kind := phy.Draw(t, "phy"); kind == "10base2" {
				name := fmt.Sprintf("c%d", i)
				segments[name] = fmt.Sprintf("%s: {phy: 10base2, length: 185m}", name)
				links = append(links, fmt.Sprintf("{between: [r%d, %s], at: %dm}", i, name, rapid.IntRange(0, 185).Draw(t, "tap")))
				for k := range 3 {
					stations = append(stations, fmt.Sprintf("{name: s%d-%d, via: %s, at: %dm}", i, k, name, rapid.IntRange(0, 185).Draw(t, "at")))
				}
			}
			for k := range rapid.IntRange(2, 3).Draw(t, "stations") {
				stations = append(stations, fmt.Sprintf("{name: t%d-%d, via: r%d, link: {phy: %s, length: %dm}}", i, k, i,
					rapid.SampledFrom([]string{"10base-t", "10base-fl"}).Draw(t, "link"), rapid.IntRange(1, 100).Draw(t, "length")))
			}
		}
		var cables []string
		for i := range hubs {
			if c := segments[fmt.Sprintf("c%d", i)]; c != "" {
				cables = append(cables, c)
			}
		}
		s, err := scenario.Parse("test.yaml", []byte(fmt.Sprintf("duration: 1s\nsegments: {%s}\ndevices: [%s]\nlinks: [%s]\nstations: [%s]\n",
			strings.Join(cables, ", "), strings.Join(devices, ", "), strings.Join(links, ", "), strings.Join(stations, ", "))), scenario.Options{})
		require.NoError(t, err)
		r, err := Of(s, 0)
		require.NoError(t, err)
		slowest, most := 0.0, 0.0
		for _, p := range r.Paths {
			slowest, most = max(slowest, p.Delay), max(most, *p.Variability)
			// The engine's repeaters shrink gaps exactly as the calculation says, and their round trip is
			// within the calculated one.
			require.InDelta(t, 96-*p.Variability, *p.Gap, 1e-3, "%s to %s", p.From, p.To)
			require.Less(t, *p.RoundTrip, p.Delay)
		}
		// All pairs, one after the other.
		tree := newTree(s.Topology())
		w := &walk{tree: tree, ends: map[int][]end{}, found: func(w *walk, to start) {
			p := tree.path(w.path(to), 0)
			require.LessOrEqual(t, p.Delay, slowest, "%s to %s", p.From, p.To)
			require.LessOrEqual(t, *p.Variability, most)
			require.InDelta(t, p.Delay, w.total(to), 1e-3)
			require.InDelta(t, *p.Variability, w.variability, 1e-9)
		}}
		for k := range tree.segments {
			w.ends[k] = tree.segments[k].ends
		}
		for k, list := range w.ends {
			for _, e := range list {
				w.from = start{k, e}
				w.on(k, e.at, -1)
			}
		}
	})
}
