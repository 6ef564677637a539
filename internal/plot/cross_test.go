package plot

import (
	"bytes"
	"image/png"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

const crossPoints = `
@policy  @medium throughput throughput_half_width jain attempts frames_sent
beb      cable   0.8        0.01                  0.5  30       10
fixed    cable   0.1        0.01                  1    10       10
none     cable   0          0                     -    100      0
beb      channel 0.2        0.01                  0.9  20       10
fixed    channel 0.3        0.01                  0.8  40       10
none     channel 0.25       0.01                  0.7  80       10
`

// cells gives a table as it is read, a row a line; * is the best.
func cells(c *Cross) string {
	var b strings.Builder
	for i, row := range c.Cells {
		b.WriteString(c.Rows[i])
		for _, cell := range row {
			b.WriteString(" " + cell.Text)
			if cell.Best {
				b.WriteByte('*')
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func crossOf(t require.TestingT, c Choice) *Cross {
	f, _, err := CrossTable(table(crossPoints), c)
	require.NoError(t, err)
	return f.Cross
}

// Rows are what --by says, columns stand together by --x in its order, and of each such group
// the first decides: who is twice as bad there has no other figure.
func TestCrossTable(t *testing.T) {
	c := crossOf(t, Choice{X: "medium", By: "policy", Let: []string{"tries = attempts/frames_sent"}, Y: []string{"channel=throughput", "cable=throughput", "cable=jain", "channel=tries"}})
	assert.Equal(t, []CrossColumn{{"cable", "throughput"}, {"cable", "Jain"}, {"channel", "throughput"}, {"channel", "tries"}}, c.Columns)
	assert.Equal(t, "beb 0.8* 0.5* 0.2 2*\nfixed 0.1  0.3* 4\nnone 0  0.25 8\n", cells(c))
	assert.InDelta(t, 8, c.Cells[1][0].Worse, 1e-12, "0.8 of 0.1")
	assert.True(t, math.IsInf(c.Cells[2][0].Worse, 1), "nothing got through")
	assert.True(t, math.IsNaN(c.Cells[1][1].Worse), "left out, though it is the fairest")
	assert.InDelta(t, 1.5, c.Cells[0][2].Worse, 1e-12)
	assert.InDelta(t, 4, c.Cells[2][3].Worse, 1e-12, "of tries less is better")
}

// A metric alone is a column at each value of x, and without x one of all; a sign says
// what is better.
func TestCrossColumns(t *testing.T) {
	c := crossOf(t, Choice{X: "medium", Y: []string{"throughput"}})
	assert.Equal(t, []CrossColumn{{"cable", "throughput"}, {"channel", "throughput"}}, c.Columns)
	c = crossOf(t, Choice{Where: []string{"medium=channel"}, Y: []string{"-throughput", "attempts"}})
	assert.Equal(t, []CrossColumn{{"", "throughput"}, {"", "transmissions begun"}}, c.Columns)
	assert.Equal(t, "beb 0.2* 20*\nfixed 0.3 40\nnone 0.25 80\n", cells(c))
}

func TestCrossTableRefuses(t *testing.T) {
	for _, bad := range []struct {
		choice Choice
		want   string
	}{
		{Choice{}, "--y: say what is compared"},
		{Choice{X: "medium", Y: []string{"air=throughput"}}, "--y air=throughput: there is no such value (cable, channel)"},
		{Choice{Where: []string{"medium=cable"}, Y: []string{"cable=throughput"}}, "name what it is a value of with --x"},
		{Choice{X: "medium", Y: []string{"cable="}}, "--y: there is no \"\""},
		{Choice{X: "medium", Y: []string{"speed"}}, `--y: there is no "speed"`},
		{Choice{X: "policy", By: "policy", Y: []string{"jain"}}, "--by: --x is policy too"},
		{Choice{By: "policy", Y: []string{"jain"}}, "medium has several values at one place"},
		{Choice{Theory: []string{"lam"}, Y: []string{"jain"}}, "has no place for theory"},
	} {
		_, _, err := CrossTable(table(crossPoints), bad.choice)
		require.Error(t, err, bad.choice)
		assert.Contains(t, err.Error(), bad.want)
	}
}

func TestCrossText(t *testing.T) {
	c := table(crossPoints).Columns[2]
	for v, want := range map[float64]string{0.12345: "0.123", 999.6: "1000", 1234.4: "1234", 12345: "12.3k", 2.5e6: "2.5M", math.NaN(): "–", 0: "0"} {
		assert.Equal(t, want, crossText(c, v))
	}
	c.Unit = "us"
	for v, want := range map[float64]string{891: "891 µs", 1500: "1.5 ms", 999.7e3: "1000 ms", 4e6: "4 s", 2e9: "2000 s", 0: "0 µs"} {
		assert.Equal(t, want, crossText(c, v))
	}
}

// What is darker in colour is darker in grey, in even steps, and every text can be read.
func TestTonesInGrey(t *testing.T) {
	last := 108.0
	for _, tone := range tones {
		light := lightness(toned(tone.dark))
		assert.Less(t, light, last-7, tone.words)
		assert.Greater(t, math.Abs(light-lightness(readable(toned(tone.dark)))), 38.0, tone.words)
		last = light
	}
}

// Whatever the table, it is drawn, the same octets each time.
func TestCrossIsDrawn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, columns := rapid.IntRange(1, 12).Draw(t, "rows"), rapid.IntRange(1, 8).Draw(t, "columns")
		c := &Cross{Cells: make([][]CrossCell, rows)}
		for k := range columns {
			c.Columns = append(c.Columns, CrossColumn{Group: []string{"a", "b"}[2*k/columns], Title: rapid.StringN(0, 30, 60).Draw(t, "title")})
		}
		for i := range rows {
			c.Rows = append(c.Rows, rapid.StringN(0, 60, 120).Draw(t, "row"))
			for range columns {
				worse := rapid.SampledFrom([]float64{1, 1.2, 3, 1e9, math.Inf(1), math.NaN()}).Draw(t, "worse")
				c.Cells[i] = append(c.Cells[i], CrossCell{Text: "0.123", Worse: worse, Best: worse == 1})
			}
		}
		f := Figure{Cross: c, Width: rapid.SampledFrom([]float64{0, 60, 300}).Draw(t, "width")}
		assert.Equal(t, written(t, f, "svg"), written(t, f, "svg"))
	})
	f := Figure{Cross: crossOf(t, Choice{X: "medium", Y: []string{"throughput"}})}
	image, err := png.Decode(bytes.NewReader(written(t, f, "png")))
	require.NoError(t, err)
	assert.InDelta(t, 120/25.4*300, image.Bounds().Dx(), 1, "at least as wide as other figures")
	written(t, f, "pdf")
	f.Cross.Rows = nil
	assert.ErrorIs(t, f.Write(&bytes.Buffer{}, "svg"), ErrNothing)
}
