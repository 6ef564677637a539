package figure

import (
	"image/color"

	"gonum.org/v1/plot/vg"

	"github.com/csmacd/csmacd/internal/palette"
)

// style is the look of one series. Two styles differ in lightness, in hue between blue and yellow (which
// colour-blind readers see as well), in dashes and in marks.
type style struct {
	color  color.RGBA
	dashes []vg.Length
	glyph  shape
	open   bool // the mark is an outline
}

var dashes = [][]vg.Length{
	nil,
	{vg.Points(5), vg.Points(1.6)},
	{vg.Points(1.8), vg.Points(1.4)},
	{vg.Points(6), vg.Points(1.5), vg.Points(1.2), vg.Points(1.5)},
	{vg.Points(9), vg.Points(2.2)},
	{vg.Points(3), vg.Points(1.3), vg.Points(1), vg.Points(1.3), vg.Points(1), vg.Points(1.3)},
}

var glyphs = []shape{circle{}, square{}, triangle{}, diamond{}, wedge{}, cross{}}

// styleOf returns the style of the i-th measured series of n.
func styleOf(i, n int) style {
	return style{palette.Series(i, n), dashes[i%len(dashes)], glyphs[i%len(glyphs)], i >= len(glyphs)}
}

// theoryStyle returns the style of the i-th line of theory: always thin and grey.
func theoryStyle(i int) style {
	return style{color: palette.Grey, dashes: dashes[(i+2)%len(dashes)]}
}
