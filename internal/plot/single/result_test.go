package single

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/figure/figuretest"
	"github.com/csmacd/csmacd/medium"
)

// A million numbers of collisions are drawn in a hundred bars, and none is lost.
func TestManyBins(t *testing.T) {
	bins := make([]uint64, 1_000_000)
	for i := range bins {
		bins[i] = 2
	}
	f, err := Attempts(&medium.Result{Stations: []medium.Station{{CollisionsPerFrame: bins}}})
	require.NoError(t, err)
	p := f.Panels[0]
	require.Equal(t, "collisions before the frame was sent, 10,000 to a bar", p.X.Label)
	require.Len(t, p.Series[0].X, 100)
	require.Equal(t, 20_000.0, p.Series[0].Y[99])
	require.Equal(t, "990000", p.X.Ticks[99].Label)
	require.Contains(t, f.Note, "2,000,000 frames sent")
	figuretest.Written(t, f, "svg")
	f, err = Attempts(&medium.Result{Stations: []medium.Station{{CollisionsPerFrame: bins[:100]}}})
	require.NoError(t, err)
	require.Len(t, f.Panels[0].Series[0].X, 100)
	require.Equal(t, "collisions before the frame was sent", f.Panels[0].X.Label)
}
