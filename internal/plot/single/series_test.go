package single

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/figure/figuretest"
)

const lost = `t_us,interval_us,frames_sent,throughput,collisions_per_s,plca_ok,changes
0,10000,5,0.5,0,5,
10000,10000,4,0.4,200,4,"15ms: station: head, plca: off"
20000,5000,2,,100,0,"21ms: cut: 10m; 23ms: cut: 10m ends"
`

// A series is drawn panel by panel. A value at the end of an interval is shown from there on, and each change of the
// timeline at its own instant.
func TestSeries(t *testing.T) {
	f, err := Series(strings.NewReader(lost), nil)
	require.NoError(t, err)
	require.Equal(t, "in steps of 10ms", f.Note)
	require.Len(t, f.Panels, 3)
	require.Equal(t, []figure.Series{{Mark: figure.Steps, Of: "throughput", X: []float64{0, 10000, 25000}, Y: []float64{0.5, 0.4, 0.4}}}, f.Panels[0].Series)
	require.Equal(t, []float64{0, 200, 100, 100}, f.Panels[1].Series[0].Y)
	require.Equal(t, []figure.Series{{Mark: figure.Steps, X: []float64{10000, 20000, 25000}, Y: []float64{5, 4, 0}}}, f.Panels[2].Series)
	require.Equal(t, []figure.Instant{{X: 15000, Text: "station: head, plca: off"}, {X: 21000, Text: "cut: 10m"}, {X: 23000, Text: "cut: 10m ends"}}, f.Panels[0].Instants)
	require.Equal(t, []figure.Instant{{X: 15000}, {X: 21000}, {X: 23000}}, f.Panels[2].Instants)
	for _, p := range f.Panels {
		require.Equal(t, []float64{0, 25000}, p.X.Reach)
	}
	f.Width = 300
	drawn := string(figuretest.Written(t, f, "svg"))
	for _, text := range []string{">station: head, plca: off<", ">cut: 10m ends<", "plca_status OK (nodes)"} {
		require.True(t, strings.Contains(drawn, text), text)
	}

	f, err = Series(strings.NewReader(lost), []string{"sent"})
	require.NoError(t, err)
	require.Equal(t, "frames sent", f.Panels[0].Y.Label)
	_, err = Series(strings.NewReader(lost), []string{"changes"})
	require.ErrorContains(t, err, "--y changes")
	_, err = Series(strings.NewReader(strings.Replace(lost, "200", "many", 1)), nil)
	require.EqualError(t, err, `line 3, column 19: "many" is not a number`)
	_, err = Series(strings.NewReader("t_us,interval_us,throughput\n"), nil)
	require.NoError(t, err) // the figure has nothing to draw, as its writer says
}
