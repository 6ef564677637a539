package palette

import "image/color"

// Colours of a figure, apart from its series.
var (
	White = color.RGBA{0xff, 0xff, 0xff, 0xff}
	Ink   = color.RGBA{0x22, 0x22, 0x22, 0xff} // axes and text
	Faint = color.RGBA{0x99, 0x99, 0x99, 0xff} // lines that lead to a text
	Rule  = color.RGBA{0xe2, 0xe2, 0xe2, 0xff} // lines of a grid
	Grey  = color.RGBA{0x60, 0x60, 0x60, 0xff} // theory
)

// series run from dark to light in even steps.
var series = []color.RGBA{
	{0x12, 0x2b, 0x6b, 0xff}, // navy
	{0x9d, 0x1f, 0x33, 0xff}, // crimson
	{0x00, 0x7d, 0x84, 0xff}, // teal
	{0xd2, 0x6a, 0x1e, 0xff}, // orange
	{0x5d, 0xa9, 0xd6, 0xff}, // sky
	{0xe0, 0xb4, 0x2c, 0xff}, // amber
}

// Series returns the colour of the i-th of n series. Two or three series use the whole range.
func Series(i, n int) color.RGBA {
	switch n {
	case 2:
		return series[i*3]
	case 3:
		return series[[]int{0, 1, 3}[i]]
	}
	return series[i%len(series)]
}

// quantities are the colours of what is drawn alone over time, wherever it is: by csmacd plot and in the page's charts.
var quantities = map[string]color.RGBA{"throughput": series[2], "collisions": series[1], "delay": series[0]}

// Quantity returns the colour of throughput, collisions or delay that is drawn alone over time, and of anything else that of
// delay.
func Quantity(of string) color.RGBA {
	if c, ok := quantities[of]; ok {
		return c
	}
	return series[0]
}

// Tone returns the darkest colour of the series mixed with white; dark is its share, 0 to 1.
func Tone(dark float64) color.RGBA {
	mix := func(v uint8) uint8 { return uint8(255 - dark*float64(255-v)) }
	return color.RGBA{mix(series[0].R), mix(series[0].G), mix(series[0].B), 0xff}
}
