package plot

import (
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/internal/experiment/table"
	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/figure/figuretest"
)

// dataFile writes a file of CSV, and reads it.
func dataFile(t *testing.T, text string) (*Data, error) {
	path := filepath.Join(t.TempDir(), "known.csv")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	return ReadData(path, "")
}

// Values from elsewhere are hollow marks in the colour of the line that they are about,
// with their intervals; those of no line have a look of their own.
func TestDataBesideACampaign(t *testing.T) {
	d, err := dataFile(t, "# from a paper\ncount, size, throughput, throughput_half_width, policy\n2,1518,0.95,0.01,beb\n10,1518,0.9,,beb\n2,99,0.5,,beb\n2,64,0.1,,fixed\n")
	require.NoError(t, err)
	f, _, err := Campaign(tableOf(points), Choice{Where: []string{"policy=beb"}, Data: []*Data{d}})
	require.NoError(t, err)
	series := f.Panels[0].Series
	require.Len(t, series, 4)
	known := series[2]
	assert.Equal(t, figure.Series{Label: "known", Mark: figure.Outside, Like: 2, X: []float64{2, 10}, Y: []float64{0.95, 0.9}}, figure.Series{Label: known.Label, X: known.X, Y: known.Y, Mark: known.Mark, Like: known.Like})
	assert.Equal(t, 0.01, known.Half[0])
	assert.True(t, math.IsNaN(known.Half[1]))
	assert.Equal(t, []float64{0.5}, series[3].Y, "99 octets are of no line, and another policy is left out")
	assert.Zero(t, series[3].Like)
	assert.Contains(t, figuretest.Texts(t, f), "known")

	f, _, err = Campaign(tableOf(points), Choice{X: "policy", Where: []string{"size=64"}, By: "count", Data: []*Data{d}})
	require.NoError(t, err)
	assert.Equal(t, []float64{1}, f.Panels[0].Series[2].X, "text has its place")
}

// What is wrong in a file is told with its file, line and column.
func TestDataErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                   "known.csv: is empty",
		"count,count\n":                      `known.csv: line 1, column 7: there are two columns "count"`,
		"count\n1\n":                         "known.csv: line 1: there is no column throughput, which is drawn (there are count)",
		"x,y\n1,2\n":                         "known.csv: line 1: there is no column count, and no throughput",
		"count,throughput\n2,0.5\n10,fast\n": `known.csv: line 3, column 4: "fast" in throughput is not a number`,
		"count,throughput\n2,1e999\n":        `known.csv: line 2, column 3: "1e999" in throughput is not a number`,
		"count,throughput\n2\n":              "line 2: wrong number of fields",
		"count,throughput\n2,\"x\n":          `line 2, column 6: extraneous or missing`,
	} {
		d, err := dataFile(t, text)
		if err == nil {
			_, _, err = Campaign(tableOf(points), Choice{X: "count", Where: []string{"policy=beb", "size=64"}, Data: []*Data{d}})
		}
		require.Error(t, err, text)
		assert.Contains(t, err.Error(), want)
	}
	d, err := dataFile(t, "policy,throughput\nbeb,1\nnone,2\n")
	require.NoError(t, err)
	_, _, err = Campaign(tableOf(points), Choice{X: "policy", Where: []string{"size=64", "count=2"}, Data: []*Data{d}})
	assert.ErrorContains(t, err, `line 3, column 1: "none" is not a value that policy has in the figure: beb, fixed`)
	_, err = dataFile(t, "\ufeff\"policy\",\"throughput\"\n\"beb\",\"1\"\n")
	require.NoError(t, err, "a byte order mark before quotes, as spreadsheets write")
	_, err = ReadData("nowhere.csv", "")
	assert.ErrorContains(t, err, "nowhere.csv: no such file")
}

// Whatever a file holds, it is read or refused, and so is a figure of it.
func FuzzData(f *testing.F) {
	f.Add("count,throughput\n2,0.5\n")
	f.Add("count,throughput,throughput_half_width,size\n2,0.5,-1,64\n1e308,-1e308,NaN,\n")
	f.Add("\ufeffpolicy;throughput\n\"")
	f.Fuzz(func(t *testing.T, text string) {
		d := &Data{path: "f.csv", Label: "f"}
		if d.read(strings.NewReader(text)) != nil {
			return
		}
		for _, c := range []Choice{{X: "count", Where: []string{"policy=beb"}}, {X: "policy", By: "count", Where: []string{"size=64"}}} {
			c.Data = []*Data{d}
			if f, _, err := Campaign(tableOf(points), c); err == nil {
				require.NotContains(t, string(figuretest.Written(t, f, "svg")), "NaN")
			}
		}
	})
}

// Columns that are computed: of what is set, for an axis, and of one metric, whose interval
// goes with it.
func TestComputedColumns(t *testing.T) {
	f, _, err := Campaign(tableOf(points), Choice{
		X: "bits", Y: []string{"rate"}, By: "count", Where: []string{"policy=beb"},
		Let: []string{"bits = size*8", "rate (Mb/s) = 10*throughput*(bits+160)/bits"},
	})
	require.NoError(t, err)
	p := f.Panels[0]
	assert.Equal(t, "Mb/s", p.Y.Unit)
	assert.Equal(t, "10 stations", p.Series[0].Label)
	assert.Equal(t, []float64{512, 12144}, p.Series[0].X)
	assert.InDelta(t, 5*672.0/512, p.Series[0].Y[0], 1e-9)
	assert.InDelta(t, 0.1*672.0/512, p.Series[0].Half[0], 1e-9)
	assert.True(t, math.IsNaN(p.Series[1].Half[0]), "as there is none of the metric")

	f, _, err = Campaign(tableOf(points), Choice{X: "count", Y: []string{"both"}, Where: []string{"policy=beb"}, Let: []string{"both = throughput*jain"}})
	require.NoError(t, err)
	assert.True(t, math.IsNaN(f.Panels[0].Series[1].Half[0]), "of two metrics there is no interval")
	f, _, err = Campaign(tableOf(points), Choice{X: "kind", Y: []string{"jain"}, Where: []string{"count=2"}, By: "size", Let: []string{`kind = policy + "!"`}})
	require.NoError(t, err)
	assert.Equal(t, "beb!", f.Panels[0].X.Ticks[0].Label)

	// A column that there is, and that cannot be what it is asked for: other names that it is a part of do not count.
	for let, want := range map[string]string{
		"t = size*2":       "--y: t is not made of a metric: choose one of the metrics: throughput",
		`t = policy + "!"`: "--y: t is text: choose one of the metrics: throughput",
	} {
		_, _, err = Campaign(tableOf(points), Choice{X: "count", Y: []string{"t"}, Let: []string{let}})
		assert.ErrorContains(t, err, want)
	}
	_, _, err = Campaign(tableOf(points), Choice{X: "count", By: "t", Let: []string{"t = 2*throughput"}})
	assert.ErrorContains(t, err, "t is made of a metric: choose one of the columns: policy")

	for let, want := range map[string]string{
		"size*8":              "write NAME = EXPRESSION",
		"size = 8":            "there is already a column size",
		"a = sise*8":          `did you mean "size"?`,
		"a = size > 8":        "the result must be a number or text",
		"a = size +":          "this is not an expression",
		"a = now()":           "this is not an expression",
		"a = policy*2":        "this is not an expression",
		`a = int("x"+policy)`: "(at policy=",
	} {
		_, _, err := Campaign(tableOf(points), Choice{Let: []string{let}})
		assert.ErrorContains(t, err, want, let)
	}
}

const delays = `
@policy @count delay_us_p50 delay_us_p50_half_width delay_us_p99 delay_us_mean share_idle share_success
beb     2      100          10                      900          200           0.5        0.4
beb     5      110          11                      990          210           0.4        0.5
fixed   2      300          30                      400          310           0.3        0.6
fixed   5      330          33                      440          340           0.2        0.7
`

// Several metrics are lines of one figure, and panels where there is another column to
// tell apart; they have one unit.
func TestSeveralMetrics(t *testing.T) {
	f, _, err := Campaign(tableOf(delays), Choice{X: "count", Y: []string{"p50", "delay_us_p99", "mean"}, Where: []string{"policy=beb"}})
	require.NoError(t, err)
	p := f.Panels[0]
	assert.Equal(t, "delay", p.Y.Label)
	for i, want := range []string{"median", "99th percentile", "mean"} {
		assert.Equal(t, want, p.Series[i].Label)
	}
	f, _, err = Campaign(tableOf(delays), Choice{X: "count", Y: []string{"p50", "p99"}})
	require.NoError(t, err)
	require.Len(t, f.Panels, 2)
	assert.Equal(t, []string{"beb", "fixed"}, []string{f.Panels[0].Title, f.Panels[1].Title})
	assert.True(t, f.Shared)
	got := figuretest.Texts(t, f)
	assert.Contains(t, got, "fixed")
	assert.Contains(t, got, "99th percentile")
	f, _, err = Campaign(tableOf(delays), Choice{X: "count", Y: []string{"idle", "success"}, By: "policy"})
	require.NoError(t, err)
	assert.Equal(t, figure.Axis{Label: "share of time"}, f.Panels[0].Y)

	_, _, err = Campaign(tableOf(delays), Choice{X: "count", Y: []string{"p50", "idle"}})
	assert.ErrorContains(t, err, "--y: delay_us_p50 is in no unit and share_idle in shares of time, and an axis has one unit: draw a figure for each")
	_, _, err = Campaign(tableOf(delays), Choice{X: "count", Y: []string{"p50", "p50"}})
	assert.ErrorContains(t, err, "--y names delay_us_p50 twice")
}

// Text has no order: marks side by side, with no line between them.
func TestPlacesOfText(t *testing.T) {
	f, _, err := Campaign(tableOf(delays), Choice{X: "policy", Y: []string{"p50"}, By: "count"})
	require.NoError(t, err)
	a, b := f.Panels[0].Series[0], f.Panels[0].Series[1]
	assert.Equal(t, figure.Dots, a.Mark)
	assert.Equal(t, []float64{-0.09, 0.91}, a.X)
	assert.Equal(t, []float64{0.09, 1.09}, b.X)
	assert.Equal(t, "2 stations", a.Label)
}

// kept makes a table of what is kept of runs: a : marks what a row is about, and the
// replication.
func kept(text string) *table.Table {
	t := tableOf(text)
	for i, c := range t.Columns {
		if name, ok := strings.CutPrefix(c.Name, ":"); ok {
			t.Columns[i].Name, t.Columns[i].Kind = name, table.RunColumn
			t.Columns[i].Text = math.IsNaN(t.Rows[0][i].Number)
		}
	}
	return t
}

// The course of runs is the mean over replications, and its interval.
func TestSeriesOfReplications(t *testing.T) {
	f, notes, err := Campaign(kept(`
@count :replication :t_us :interval_us collisions_per_s throughput
2      0            0     10           1                0.5
2      0            10    10           3                0.5
2      1            0     10           3                0.7
2      1            10    10           3                0.7
5      0            0     10           9                0.1
5      0            10    10           8                0.1
5      1            0     10           9                0.1
5      1            10    10           8                0.1
`), Choice{Y: []string{"collisions"}})
	require.NoError(t, err)
	p := f.Panels[0]
	assert.Equal(t, "time", p.X.Label)
	require.Len(t, p.Series, 2, "by count")
	assert.Equal(t, []float64{0, 10}, p.Series[0].X)
	assert.Equal(t, []float64{2, 3}, p.Series[0].Y)
	assert.InDelta(t, 12.706, p.Series[0].Half[0], 0.001, "Student's t for two: 12.706 standard errors of 1")
	assert.Equal(t, []string{"error bars are intervals of 95% confidence"}, notes)
}

// A histogram is steps, where a bin that a run has not counts as none of it.
func TestHistogramsOfReplications(t *testing.T) {
	k := kept(`
@count :replication :quantity     :bin_from :bin_to bin_count
2      0            backoff_slots 0         1       4
2      0            backoff_slots 1         2       2
2      0            delay_us      100       200     9
2      1            backoff_slots 0         1       6
2      1            backoff_slots 4         8       2
`)
	_, _, err := Campaign(k, Choice{X: "bin_from"})
	assert.NoError(t, err, "each bin is of one quantity here")
	f, _, err := Campaign(k, Choice{Where: []string{"quantity=backoff_slots"}})
	require.NoError(t, err)
	p := f.Panels[0]
	assert.Equal(t, figure.Axis{Label: "backoff drawn", Unit: "slots"}, p.X)
	require.Len(t, p.Series, 1)
	assert.Equal(t, figure.Steps, p.Series[0].Mark)
	assert.Equal(t, []float64{0, 0, 1, 2, 4, 4, 8, 8}, p.Series[0].X)
	assert.Equal(t, []float64{0, 5, 1, 0, 0, 0.25, 0.25, 0}, p.Series[0].Y, "over the bins' widths")
	assert.NotEmpty(t, figuretest.Written(t, f, "svg"))
}

// Whatever a table holds and whatever is asked of it, it is drawn or refused.
func TestAnyTableIsDrawn(t *testing.T) {
	cells := rapid.SampledFrom([]string{"", "0", "1", "2", "-5", "1e100", "1e-300", "beb", "{policy: fixed}"})
	kinds := []string{table.AxisColumn, table.DerivedColumn, table.RunColumn, table.MetricColumn, table.HalfWidthColumn, "other"}
	rapid.Check(t, func(t *rapid.T) {
		names := []string{"count", "policy", "bin_from", "bin_to", "bin_count", "replication", "throughput", "throughput_half_width", "quantity", "delay_us_p50", "delay_us_mean"}
		tab := &table.Table{Info: table.Info{Confidence: 0.95}}
		n := rapid.IntRange(1, len(names)).Draw(t, "columns")
		for _, name := range rapid.Permutation(names).Draw(t, "names")[:n] {
			tab.Columns = append(tab.Columns, table.Column{Name: name, Kind: rapid.SampledFrom(kinds).Draw(t, "kind"), Text: rapid.Bool().Draw(t, "text")})
		}
		for range rapid.IntRange(0, 12).Draw(t, "rows") {
			var row []table.Cell
			for _, c := range tab.Columns {
				cell := table.Cell{Text: cells.Draw(t, "cell"), Number: math.NaN()}
				if v, err := strconv.ParseFloat(cell.Text, 64); err == nil && !c.Text {
					cell.Number = v
				}
				row = append(row, cell)
			}
			tab.Rows = append(tab.Rows, row)
		}
		word := rapid.SampledFrom(append(names, "", "made"))
		choice := Choice{X: word.Draw(t, "x"), By: word.Draw(t, "by"), Y: rapid.SliceOfN(word, 0, 2).Draw(t, "y")}
		if rapid.Bool().Draw(t, "let") {
			choice.Let = []string{"made = " + rapid.SampledFrom(names).Draw(t, "of") + "/2"}
		}
		before := len(tab.Columns)
		f, _, err := Campaign(tab, choice)
		require.Len(t, tab.Columns, before, "the table stays as it is")
		if err != nil {
			return
		}
		var b strings.Builder
		if f.Write(&b, "svg") == nil {
			require.NotContains(t, b.String(), "NaN")
		}
	})
}
