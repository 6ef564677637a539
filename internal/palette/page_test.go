package palette

import (
	"fmt"
	"image/color"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The page explains its picture in the same words.
func TestPageHasTheSameLegend(t *testing.T) {
	text, err := os.ReadFile("../../web/src/words/en/picture.ts")
	require.NoError(t, err)
	for key, words := range Legend {
		if key == "idle" {
			continue // of reports and plots
		}
		assert.Contains(t, string(text), fmt.Sprintf("%q: %q,", "legend."+key, words))
	}
}

// The page has the colours of diagrams, charts and everything else that is drawn.
func TestPageHasTheSameColours(t *testing.T) {
	text, err := os.ReadFile("../../web/src/palette.ts")
	require.NoError(t, err)
	_, text2, found := strings.Cut(string(text), "const light")
	require.True(t, found)
	light, _, found := strings.Cut(text2, "const dark")
	require.True(t, found)
	hex := func(c color.RGBA) string { return fmt.Sprintf("%q", fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)) }
	for name, c := range map[string]color.RGBA{"ink": DiagramInk, "line": Grid, "now": Now, "overlap": Overlap, "defer": Deferring, "gap": Gap,
		"carrier": Carrier, "backoff": Backoff, "sent": Sent, "collided": Collided, "paper": White} {
		assert.Contains(t, light, name+": "+hex(c))
	}
	for _, s := range signals {
		assert.Contains(t, light, fmt.Sprintf("{ preamble: %s, frame: %s, jam: %s }", hex(s.Preamble), hex(s.Frame), hex(s.Jam)))
	}
	var all []string
	for _, c := range series {
		all = append(all, hex(c))
	}
	assert.Contains(t, light, "series: ["+strings.Join(all, ", ")+"]")
}

// The page's style has the strong colours of stations and that of overlaps, in light and in the dark; a wire has that of its
// collision domain, as csmacd topology draws it.
func TestStylesHaveTheSameColours(t *testing.T) {
	page, err := os.ReadFile("../../web/src/palette.ts")
	require.NoError(t, err)
	base, err := os.ReadFile("../../web/src/style/base.css")
	require.NoError(t, err)
	light, dark, found := strings.Cut(string(page), "const dark")
	require.True(t, found)
	for _, theme := range []string{light, dark} {
		var vars strings.Builder
		for i, m := range regexp.MustCompile(`jam: "(#[0-9a-f]{6})"`).FindAllStringSubmatch(theme, -1) {
			fmt.Fprintf(&vars, "--station-%d: %s; ", i, m[1])
		}
		require.Equal(t, len(signals), strings.Count(vars.String(), "--station"))
		overlap := regexp.MustCompile(`overlap: "(#[0-9a-f]{6})"`).FindStringSubmatch(theme)
		require.NotNil(t, overlap)
		assert.Contains(t, string(base), vars.String()+"--overlap: "+overlap[1]+";")
	}
	wires, err := os.ReadFile("../../web/src/style/picture.css")
	require.NoError(t, err)
	for i := range signals {
		assert.Contains(t, string(wires), fmt.Sprintf(`.wire[data-domain="%d"] { stroke: var(--station-%[1]d); }`, i))
	}
}

// What is drawn alone over time has the same colour in the page's charts.
func TestChartsHaveTheColoursOfQuantities(t *testing.T) {
	text, err := os.ReadFile("../../web/src/charts.tsx")
	require.NoError(t, err)
	for pick, of := range map[string]string{"utilisation": "throughput", "done": "throughput", "detections": "collisions", "failed": "collisions", "delay": "delay"} {
		found := regexp.MustCompile(`pick="`+pick+`" colour=\{(\d)\}`).FindAllStringSubmatch(string(text), -1)
		require.NotEmpty(t, found, pick)
		for _, m := range found {
			k, err := strconv.Atoi(m[1])
			require.NoError(t, err)
			assert.Equal(t, Quantity(of), series[k], pick)
		}
	}
	assert.Len(t, quantities, 3)
}

// A report has the colours of the page for the shares of time, in light, in the dark and on paper.
func TestReportsHaveTheSameColours(t *testing.T) {
	page, err := os.ReadFile("../../web/src/palette.ts")
	require.NoError(t, err)
	report, err := os.ReadFile("../report/html.tmpl")
	require.NoError(t, err)
	_, dark, found := strings.Cut(string(page), "const dark")
	require.True(t, found)
	of := func(theme, name string) string {
		_, rest, found := strings.Cut(theme, " "+name+": \"")
		require.True(t, found, name)
		value, _, _ := strings.Cut(rest, "\"")
		return value
	}
	light := string(page)[strings.Index(string(page), "const light"):]
	shares := func(theme string) string {
		return fmt.Sprintf("--good: %s; --bad: %s; --idle: %s;", of(theme, "sent"), of(theme, "collided"), of(theme, "carrier"))
	}
	assert.Equal(t, 2, strings.Count(string(report), shares(light)), "on a light screen and on paper")
	assert.Equal(t, 1, strings.Count(string(report), shares(dark)), "on a dark screen")
	assert.NotEqual(t, shares(light), shares(dark))
}
