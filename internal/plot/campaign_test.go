package plot

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/experiment/table"
	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/figure/figuretest"
)

// tableOf makes a table of points from text: a head of names, @ before an axis, and rows.
func tableOf(text string) *table.Table {
	t := &table.Table{Info: table.Info{Name: "test", Confidence: 0.95, Complete: true}}
	lines := strings.Split(strings.TrimSpace(text), "\n")
	rows := lines[1:]
	for i, name := range strings.Fields(lines[0]) {
		c := table.Column{Name: strings.TrimPrefix(name, "@"), Kind: table.MetricColumn, What: name}
		if c.Name != name {
			c.Kind, c.What = table.AxisColumn, "stations[0]."+c.Name
			_, err := strconv.ParseFloat(strings.Fields(rows[0])[i], 64)
			c.Text = err != nil
		}
		if of, ok := strings.CutSuffix(name, "_half_width"); ok {
			c.Kind, c.Of = table.HalfWidthColumn, of
		}
		t.Columns = append(t.Columns, c)
	}
	for _, line := range rows {
		var row []table.Cell
		for _, cell := range strings.Fields(line) {
			c := table.Cell{Text: cell, Number: math.NaN()}
			if cell == "-" {
				c.Text = ""
			} else if n, err := strconv.ParseFloat(cell, 64); err == nil {
				c.Number = n
			}
			row = append(row, c)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

const points = `
@policy @count @size throughput throughput_half_width jain
beb     10     64    0.5        0.01                  1
beb     2      64    0.7        -                     0.9
beb     10     1518  0.8        0.03                  0.8
beb     2      1518  0.9        0.04                  0.7
fixed   10     64    0.4        0.05                  0.6
fixed   2      64    0.3        0.06                  -
fixed   10     1518  0.2        0.07                  0.4
fixed   2      1518  0.1        0.08                  0.3
`

func TestCampaignChoosesItself(t *testing.T) {
	_, _, err := Campaign(tableOf(points), Choice{})
	assert.EqualError(t, err, "size has several values at one place (64, 1518): choose one with --where size=64, or draw a line for each with --by size")

	f, notes, err := Campaign(tableOf(points), Choice{Where: []string{"policy=beb"}})
	require.NoError(t, err)
	p := f.Panels[0]
	assert.Equal(t, "stations", p.X.Label)
	assert.Equal(t, "share of the line rate", p.Y.Unit)
	require.Len(t, p.Series, 2)
	assert.Equal(t, "frame size 64", p.Series[0].Label)
	assert.Equal(t, []float64{2, 10}, p.Series[0].X, "from left to right")
	assert.Equal(t, []float64{0.7, 0.5}, p.Series[0].Y)
	assert.Equal(t, []float64{0.03, 0.04}, []float64{p.Series[1].Half[1], p.Series[1].Half[0]})
	assert.True(t, math.IsNaN(p.Series[0].Half[0]), "one run has no interval")
	assert.Equal(t, []string{"error bars are intervals of 95% confidence"}, notes)
}

// Columns go by parts of their names; text has places, and a missing mean is no point.
func TestCampaignByWords(t *testing.T) {
	f, _, err := Campaign(tableOf(points), Choice{X: "pol", Y: []string{"Jain"}, By: "stations", Where: []string{"size=64"}})
	require.NoError(t, err)
	p := f.Panels[0]
	assert.Equal(t, []figure.Tick{{At: 0, Label: "beb"}, {At: 1, Label: "fixed"}}, p.X.Ticks)
	assert.Equal(t, "10 stations", p.Series[0].Label)
	assert.Equal(t, []float64{1, 0.6}, p.Series[0].Y)
	assert.True(t, math.IsNaN(p.Series[1].Y[1]))
	assert.NotEmpty(t, figuretest.Written(t, f, "pdf"))

	f, _, err = Campaign(tableOf(points), Choice{X: "throughput", Y: []string{"jain"}, By: "policy", Where: []string{"size=64"}})
	require.NoError(t, err, "one metric over another")
	assert.IsIncreasing(t, f.Panels[0].Series[0].X)
	_, _, err = Campaign(tableOf(points), Choice{X: "jain", Y: []string{"jain"}, By: "policy", Theory: []string{"lam"}})
	assert.Error(t, err)
}

// Axes that go together, as zipped ones do, make no lines of their own.
func TestCampaignZipped(t *testing.T) {
	f, _, err := Campaign(tableOf("@length @count throughput\n100 2 0.9\n200 4 0.8\n300 6 0.7"), Choice{X: "count"})
	require.NoError(t, err)
	require.Len(t, f.Panels[0].Series, 1)
	assert.Equal(t, "throughput", f.Panels[0].Series[0].Label)
}

func TestCampaignRefuses(t *testing.T) {
	for want, c := range map[string]Choice{
		`--x: there is no "nothing"`:         {X: "nothing"},
		`--where size: write COLUMN=VALUE`:   {Where: []string{"size"}},
		`size has no such value: 64, 1518`:   {Where: []string{"size=65"}},
		`--by and --x are both count`:        {X: "count", By: "count"},
		`--theory needs the campaign's plan`: {Where: []string{"policy=beb"}, Theory: []string{"lam"}},
		`the campaign has a single point`:    {Where: []string{"policy=beb", "size=64", "count=2"}},
	} {
		_, _, err := Campaign(tableOf(points), c)
		assert.ErrorContains(t, err, want)
	}
	empty := tableOf(points)
	empty.Rows = nil
	_, _, err := Campaign(empty, Choice{})
	assert.ErrorIs(t, err, figure.ErrNothing)
}
