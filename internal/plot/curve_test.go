package plot

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/scenario"
)

// Theory goes along with computed columns: what is scaled is scaled, and each line's theory
// has the line's colour.
func TestTheoryOverComputedColumns(t *testing.T) {
	plan, err := scenario.ParsePlan("plan.yaml", []byte(`
duration: 20ms
sweep:
  axes:
    stations[0].count: [2, 10]
    stations[0].traffic.size: [64, 512, 1518]
stations:
  - {name: "h%d", count: 2, spacing: 20m, traffic: {kind: saturated, to: next}}
`))
	require.NoError(t, err)
	measured := tableOf(`
@count @size throughput
2      64    0.7
2      512   0.8
2      1518  0.9
10     64    0.7
10     512   0.8
10     1518  0.9
`)
	choice := Choice{X: "size", By: "count", Theory: []string{"metcalfe-boggs"}, Plan: plan}
	plain, _, err := Campaign(measured, choice)
	require.NoError(t, err)
	choice.X, choice.Y = "a", []string{"rate"}
	choice.Let = []string{"a = 1000/size", "rate = 10*throughput"}
	made, _, err := Campaign(measured, choice)
	require.NoError(t, err)

	require.Len(t, plain.Panels[0].Series, 4)
	require.Len(t, made.Panels[0].Series, 4)
	assert.Equal(t, []int{0, 0, 1, 2}, []int{made.Panels[0].Series[0].Like, made.Panels[0].Series[1].Like, made.Panels[0].Series[2].Like, made.Panels[0].Series[3].Like})
	assert.Equal(t, "Metcalfe & Boggs", made.Panels[0].Series[2].Label)
	for k := 2; k < 4; k++ {
		over, of := plain.Panels[0].Series[k], made.Panels[0].Series[k]
		q := []float64{2, 10}[k-2]
		assert.Greater(t, len(of.X), 2*steps)
		for i := range over.X {
			assert.InDelta(t, efficiency(8*over.X[i]+64, 512, q)*over.X[i]/(over.X[i]+8), over.Y[i], 1e-9)
		}
		for i := range of.X {
			size := 1000 / of.X[i]
			assert.InDelta(t, 10*efficiency(8*size+64, 512, q)*size/(size+8), of.Y[i], 1e-9, "exact between points, too")
		}
	}
	choice.Y, choice.Let = []string{"both"}, []string{"a = 1/size", "both = throughput*throughput/size"}
	_, _, err = Campaign(measured, choice)
	assert.NoError(t, err, "made of one metric")
	choice.X, choice.Y, choice.Let = "throughput", nil, nil
	_, _, err = Campaign(measured, choice)
	assert.ErrorContains(t, err, "throughput is measured, not set")
}
