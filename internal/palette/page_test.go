package palette

import (
	"fmt"
	"image/color"
	"os"
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
