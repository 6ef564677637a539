package palette

import (
	"image/color"
	"math"
)

// OnPaper returns a colour darkened so far that it can be read as text on white.
func OnPaper(c color.RGBA) color.RGBA {
	for Lightness(c) > 46 {
		c.R, c.G, c.B = uint8(int(c.R)*19/20), uint8(int(c.G)*19/20), uint8(int(c.B)*19/20)
	}
	return c
}

// Readable returns the colour of text on a ground: [White] or [Ink].
func Readable(ground color.RGBA) color.RGBA {
	if Lightness(ground) < 60 {
		return White
	}
	return Ink
}

// Lightness returns CIE's L* of a colour: 0 is black, 100 white.
func Lightness(c color.RGBA) float64 {
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
