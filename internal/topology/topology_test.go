package topology

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/internal/scenario"
)

func of(t testing.TB, text string) *Diagram {
	t.Helper()
	s, err := scenario.Parse("test.yaml", []byte(text), scenario.Options{})
	require.NoError(t, err)
	return Of(s)
}

const hubAndSwitch = `
name: hub and switch
duration: 1s
phy: 10base-t
segments: {yellow: {length: 500m, phy: 10base5}}
devices: [{name: hub, kind: repeater}, {name: sw, kind: bridge}]
links:
- {between: [hub, sw], length: 100m}
- {between: [hub, yellow], at: 250m}
- {between: [sw, B], length: 5m, duplex: [full, half]}
stations:
- {name: "pc%d", count: 12, via: hub, link: {length: 50m}}
- {name: "c%d", count: 2, via: yellow, from: 400m, spacing: 10m}
- {name: old, via: yellow, at: 10m}
- {name: 'say "no"', via: sw, link: {length: 10m, phy: 100base-tx, duplex: full}}
- {name: B}
`

// outline writes the tree, a node a line.
func outline(d *Diagram) string {
	var b strings.Builder
	var walk func(n *node, depth int)
	walk = func(n *node, depth int) {
		for i := range n.edges {
			e := &n.edges[i]
			fmt.Fprintf(&b, "%s%s --%s-- %s (%s) %d\n", strings.Repeat("  ", depth), n.name, e.text, e.to.name, e.to.about, e.which)
			walk(e.to, depth+1)
		}
	}
	for _, r := range d.roots {
		walk(r, 0)
	}
	return b.String()
}

// The root is in the middle; twelve equal stations are one node; those on a cable are in order of place.
func TestTree(t *testing.T) {
	d := of(t, hubAndSwitch)
	assert.Equal(t, []string{"yellow+hub", "sw-B"}, d.domains)
	assert.Equal(t, `hub --100 m-- sw (bridge) 0
  sw --5 m, full | half-- B () 1
  sw --10 m, 100base-tx, full duplex-- say "no" () -1
hub --250 m-- yellow (10base5, 500 m) 0
  yellow --10 m-- old () 0
  yellow --400 m-- c0 () 0
  yellow --410 m-- c1 () 0
hub --50 m-- pc0 … pc11 (12 stations) 0
`, outline(d))
}

func TestSeveralRoots(t *testing.T) {
	d := of(t, `
duration: 1s
segments: {st: {kind: star, delay: 1us}, b: {}}
stations: [{name: "x%d", count: 2, via: st}, {name: y, via: b, at: 7m}, {name: A}, {name: B}]
links: [{between: [A, B], length: 2m, duplex: full}]
`)
	assert.Equal(t, `st ---- x0 () 0
st ---- x1 () 0
y --7 m-- b (10base5, 7 m) 1
B --2 m, full duplex-- A () -1
`, outline(d))
}

func TestTexts(t *testing.T) {
	d := of(t, hubAndSwitch)
	var mermaid, dot bytes.Buffer
	require.NoError(t, d.Mermaid(&mermaid))
	require.NoError(t, d.Dot(&dot))
	for _, part := range []string{
		"flowchart TD\n", `n0{{"hub<br/>repeater"}}`, `[/"yellow<br/>10base5, 500 m"/]`, `(["say #quot;no#quot;"])`,
		`n0 ---|"100 m"| n1`, `n1 -.-|"5 m, full #124; half"| n2`, `n1 ===|"10 m, 100base-tx, full duplex"| n3`, `style n0 fill:#e3eefb,stroke:#12408a`,
	} {
		assert.Contains(t, mermaid.String(), part)
	}
	assert.Equal(t, strings.Count(mermaid.String(), "linkStyle"), 8)
	for _, part := range []string{`n0 [label="hub\nrepeater", shape=hexagon`, `label="say \"no\""`, `n1 -- n2 [label="5 m, full | half", color="#c8102e", style=dashed];`, `peripheries=2`} {
		assert.Contains(t, dot.String(), part)
	}
}

func TestPictures(t *testing.T) {
	d := of(t, hubAndSwitch)
	for format, begin := range map[string]string{"svg": "<?xml", "png": "\x89PNG", "pdf": "%PDF"} {
		var b bytes.Buffer
		require.NoError(t, d.Picture(&b, format))
		assert.True(t, strings.HasPrefix(b.String(), begin), format)
	}
	var svg, again bytes.Buffer
	require.NoError(t, d.Picture(&svg, "svg"))
	require.NoError(t, of(t, hubAndSwitch).Picture(&again, "svg"))
	assert.Equal(t, svg.String(), again.String())
	for _, text := range []string{"hub and switch", "yellow", "12 stations", "collision domain yellow+hub", "5 m, full | half"} {
		assert.Contains(t, svg.String(), ">"+text+"<")
	}
}

func TestTooWide(t *testing.T) {
	var hubs []string
	for i := range 400 {
		hubs = append(hubs, fmt.Sprintf("{name: a%d, kind: bridge}", i))
	}
	text := "duration: 1s\ndevices: [{name: top, kind: bridge}, " + strings.Join(hubs, ", ") + "]\nlinks: ["
	for i := range hubs {
		text += fmt.Sprintf("{between: [top, a%d]}, ", i)
	}
	text += "]\nstations: ["
	for i := range hubs {
		text += fmt.Sprintf("{name: s%d, via: a%[1]d}, ", i)
	}
	assert.EqualError(t, of(t, text+"]").Picture(&bytes.Buffer{}, "svg"),
		"the picture would be 6150 mm wide, more than 3000: --as dot or --as mermaid writes the network as text for other programs")
}

// In a random network no box overlaps another one, and all are within the picture.
func TestBoxesDoNotOverlap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		devices := rapid.IntRange(2, 6).Draw(t, "devices")
		text := "duration: 1s\nphy: 10base-t\nsegments: {"
		for i := range devices {
			text += fmt.Sprintf("c%d: {}, ", i)
		}
		text += "}\ndevices: ["
		for i := range devices {
			text += fmt.Sprintf("{name: d%d, kind: %s}, ", i, rapid.SampledFrom([]string{"repeater", "bridge"}).Draw(t, "kind"))
		}
		text += "]\nlinks: ["
		for i := range devices {
			text += fmt.Sprintf("{between: [d%d, c%d], at: 5m}, ", i, i)
			if i > 0 {
				text += fmt.Sprintf("{between: [d%d, d%d], length: %dm}, ", i, rapid.IntRange(0, i-1).Draw(t, "to"), rapid.IntRange(0, 999).Draw(t, "length"))
			}
		}
		text += "]\nstations: ["
		for i := range devices {
			for k := range rapid.IntRange(1, 10).Draw(t, "stations") {
				text += fmt.Sprintf("{name: s%d-%d, via: %s%d}, ", i, k, rapid.SampledFrom([]string{"c", "d"}).Draw(t, "via"), i)
			}
		}
		s, err := scenario.Parse("test.yaml", []byte(text+"]"), scenario.Options{})
		require.NoError(t, err)
		d := Of(s)
		require.Len(t, d.roots, 1)
		root, wide := plan(d.roots[0], 0, 0)
		rows := map[float64]float64{} // by row: the right end so far
		var walk func(b *box)
		walk = func(b *box) {
			left, right := b.x-b.wide/2, b.x+b.wide/2
			require.GreaterOrEqual(t, left, -1e-6, b.name)
			require.LessOrEqual(t, right, wide+1e-6, b.name)
			if end, ok := rows[b.y]; ok {
				require.Greater(t, left, end-1e-6, "%s overlaps its neighbour", b.name)
			}
			rows[b.y] = right
			for _, c := range b.below {
				walk(c)
			}
		}
		walk(root)
	})
}
