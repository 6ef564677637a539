package plot

import (
	"bytes"
	"image/png"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/figure/figuretest"
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
func cells(c *figure.Matrix) string {
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

func crossOf(t require.TestingT, c Choice) *figure.Matrix {
	f, _, err := CrossTable(tableOf(crossPoints), c)
	require.NoError(t, err)
	return f.Matrix
}

// Rows are what --by says, columns stand together by --x in its order, and of each such group
// the first decides: who is twice as bad there has no other figure.
func TestCrossTable(t *testing.T) {
	c := crossOf(t, Choice{X: "medium", By: "policy", Let: []string{"tries = attempts/frames_sent"}, Y: []string{"channel=throughput", "cable=throughput", "cable=jain", "channel=tries"}})
	assert.Equal(t, []figure.Column{{Group: "cable", Title: "throughput"}, {Group: "cable", Title: "Jain"}, {Group: "channel", Title: "throughput"}, {Group: "channel", Title: "tries"}}, c.Columns)
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
	assert.Equal(t, []figure.Column{{Group: "cable", Title: "throughput"}, {Group: "channel", Title: "throughput"}}, c.Columns)
	c = crossOf(t, Choice{Where: []string{"medium=channel"}, Y: []string{"-throughput", "attempts"}})
	assert.Equal(t, []figure.Column{{Group: "", Title: "throughput"}, {Group: "", Title: "transmissions begun"}}, c.Columns)
	assert.Equal(t, "beb 0.2* 20*\nfixed 0.3 40\nnone 0.25 80\n", cells(c))
}

func TestCrossTableRefuses(t *testing.T) {
	for _, bad := range []struct {
		choice Choice
		want   string
	}{
		{Choice{}, "--y: say what is compared"},
		{Choice{X: "medium", Y: []string{"air=throughput"}}, "--y air=throughput: there is no such value (cable, channel)"},
		{Choice{Where: []string{"medium=cable"}, Y: []string{"cable=throughput"}}, "name the column that has this value with --x"},
		{Choice{X: "medium", Y: []string{"cable="}}, "--y: there is no \"\""},
		{Choice{X: "medium", Y: []string{"speed"}}, `--y: there is no "speed"`},
		{Choice{X: "policy", By: "policy", Y: []string{"jain"}}, "--by: --x is policy too"},
		{Choice{By: "policy", Y: []string{"jain"}}, "medium has several values at one place"},
		{Choice{Theory: []string{"lam"}, Y: []string{"jain"}}, "which cannot show --theory or --data"},
	} {
		_, _, err := CrossTable(tableOf(crossPoints), bad.choice)
		require.Error(t, err, bad.choice)
		assert.Contains(t, err.Error(), bad.want)
	}
}

// A table is drawn in every format.
func TestCrossIsDrawn(t *testing.T) {
	f := figure.Figure{Matrix: crossOf(t, Choice{X: "medium", Y: []string{"throughput"}})}
	image, err := png.Decode(bytes.NewReader(figuretest.Written(t, f, "png")))
	require.NoError(t, err)
	assert.InDelta(t, 120/25.4*300, image.Bounds().Dx(), 1, "at least as wide as other figures")
	figuretest.Written(t, f, "pdf")
	f.Matrix.Rows = nil
	assert.ErrorIs(t, f.Write(&bytes.Buffer{}, "svg"), figure.ErrNothing)
}
