package draw

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/scenario"
)

// A network with one station is drawn: the segment of the station.
func TestANetworkWithOneStationIsDrawn(t *testing.T) {
	const text = `name: one station
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
	sc, err := scenario.Parse("one.yaml", []byte(text), scenario.Options{})
	require.NoError(t, err)
	d, err := (&Stretch{From: -1, To: -1}).Run(t.Context(), "one.yaml", sc)
	require.NoError(t, err)
	assert.Equal(t, "the segment of A, the only station", d.Way)
	d.Window.Most, d.Window.Rows = 300, 50
	svg := written(t, Picture{Title: "one"}, "svg", d.Scene.View(d.Window))
	assert.Contains(t, svg, ">A<")
	assert.Contains(t, svg, "sent")

	_, err = (&Stretch{From: -1, To: -1, Path: []string{"A", "B"}}).Run(t.Context(), "one.yaml", sc)
	assert.ErrorContains(t, err, `"B"`)
}
