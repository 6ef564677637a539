package plot

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
)

// style is how one series looks. Two differ in lightness, in hue along the axis that
// all eyes see (blue to yellow), in dashes and in marks.
type style struct {
	color  color.RGBA
	dashes []vg.Length
	glyph  shape
	open   bool // the mark is an outline
}

// colors run from dark to light in even steps, so that a grey copy keeps them apart.
var colors = []color.RGBA{
	{0x12, 0x2b, 0x6b, 0xff}, // navy
	{0x9d, 0x1f, 0x33, 0xff}, // crimson
	{0x00, 0x7d, 0x84, 0xff}, // teal
	{0xd2, 0x6a, 0x1e, 0xff}, // orange
	{0x5d, 0xa9, 0xd6, 0xff}, // sky
	{0xe0, 0xb4, 0x2c, 0xff}, // amber
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

// styleOf gives the style of the i-th measured series of n.
func styleOf(i, n int) style {
	return style{spread(i, n), dashes[i%len(dashes)], glyphs[i%len(glyphs)], i >= len(glyphs)}
}

// spread takes few colours from all over the range.
func spread(i, n int) color.RGBA {
	switch n {
	case 2:
		return colors[i*3]
	case 3:
		return colors[[]int{0, 1, 3}[i]]
	}
	return colors[i%len(colors)]
}

// theoryStyle is that of the i-th line of theory: thin and grey, whatever else there is.
func theoryStyle(i int) style {
	return style{color: color.RGBA{0x60, 0x60, 0x60, 0xff}, dashes: dashes[(i+2)%len(dashes)]}
}

// onPaper is a colour dark enough to be read as text on white.
func onPaper(c color.RGBA) color.RGBA {
	for lightness(c) > 46 {
		c.R, c.G, c.B = uint8(int(c.R)*19/20), uint8(int(c.G)*19/20), uint8(int(c.B)*19/20)
	}
	return c
}

// lightness is CIE's L* of a colour: 0 is black, 100 white.
func lightness(c color.RGBA) float64 {
	linear := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	y := 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
	if y <= 216.0/24389 {
		return y * 24389 / 27
	}
	return 116*math.Cbrt(y) - 16
}
