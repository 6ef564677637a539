package figure

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/internal/figure/figuretest"
	"github.com/csmacd/csmacd/internal/palette"
)

func TestBrief(t *testing.T) {
	for v, want := range map[float64]string{0.12345: "0.123", 999.6: "1000", 1234.4: "1234", 12345: "12.3k", 2.5e6: "2.5M", math.NaN(): "–", 0: "0"} {
		assert.Equal(t, want, Brief(v, ""))
	}
	for v, want := range map[float64]string{891: "891 µs", 1500: "1.5 ms", 999.7e3: "1000 ms", 4e6: "4 s", 2e9: "2000 s", 0: "0 µs"} {
		assert.Equal(t, want, Brief(v, "us"))
	}
}

// What is darker in colour is darker in grey, in even steps, and every text can be read.
func TestTonesInGrey(t *testing.T) {
	last := 108.0
	for _, tone := range tones {
		light := palette.Lightness(palette.Tone(tone.dark))
		assert.Less(t, light, last-7, tone.words)
		assert.Greater(t, math.Abs(light-palette.Lightness(palette.Readable(palette.Tone(tone.dark)))), 38.0, tone.words)
		last = light
	}
}

// Whatever the table, it is drawn, the same octets each time.
func TestAnyMatrixIsDrawn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, columns := rapid.IntRange(1, 12).Draw(t, "rows"), rapid.IntRange(1, 8).Draw(t, "columns")
		c := &Matrix{Cells: make([][]Cell, rows)}
		for k := range columns {
			c.Columns = append(c.Columns, Column{Group: []string{"a", "b"}[2*k/columns], Title: rapid.StringN(0, 30, 60).Draw(t, "title")})
		}
		for i := range rows {
			c.Rows = append(c.Rows, rapid.StringN(0, 60, 120).Draw(t, "row"))
			for range columns {
				worse := rapid.SampledFrom([]float64{1, 1.2, 3, 1e9, math.Inf(1), math.NaN()}).Draw(t, "worse")
				c.Cells[i] = append(c.Cells[i], Cell{Text: "0.123", Worse: worse, Best: worse == 1})
			}
		}
		f := Figure{Matrix: c, Width: rapid.SampledFrom([]float64{0, 60, 300}).Draw(t, "width")}
		assert.Equal(t, figuretest.Written(t, f, "svg"), figuretest.Written(t, f, "svg"))
	})
}
