package palette

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Series differ in grey, are seen on white, and can be darkened to be read there.
func TestSeriesAreApart(t *testing.T) {
	for i := 1; i < len(series); i++ {
		assert.Greater(t, Lightness(series[i])-Lightness(series[i-1]), 7.0, "colour %d", i)
	}
	assert.Less(t, Lightness(series[len(series)-1]), 80.0, "to be seen on white")
	for i := range series {
		assert.LessOrEqual(t, Lightness(OnPaper(series[i])), 46.0)
	}
}

// Text is read on any tone.
func TestReadableOnTones(t *testing.T) {
	for dark := 0.0; dark <= 1; dark += 0.01 {
		ground := Tone(dark)
		assert.Greater(t, math.Abs(Lightness(ground)-Lightness(Readable(ground))), 38.0, dark)
	}
}
