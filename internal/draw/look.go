package draw

import (
	"image/color"

	"gonum.org/v1/plot/vg"
)

// stationLook is what a station's signals look like: the same hue, pale for the preamble,
// darker for the frame, and stripes for jam. The lightness of each is the same for all
// stations, so that a grey copy tells the parts apart.
type stationLook struct{ preamble, frame, jam color.RGBA }

var looks = []stationLook{
	{rgb(0xe3eefb), rgb(0x9cc3ee), rgb(0x12408a)}, // blue
	{rgb(0xfbecd6), rgb(0xf0b978), rgb(0x8a4a08)}, // orange
	{rgb(0xdff3ee), rgb(0x8fccb9), rgb(0x0b5a4a)}, // green
	{rgb(0xf4e8f7), rgb(0xd3addf), rgb(0x6a2b80)}, // purple
	{rgb(0xf5efd0), rgb(0xd5c266), rgb(0x665500)}, // olive
	{rgb(0xfbe6e9), rgb(0xeeacb5), rgb(0x8f1f38)}, // rose
}

func lookOf(station int32) *stationLook { return &looks[int(station)%len(looks)] }

func rgb(v uint32) color.RGBA {
	return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 0xff}
}

var (
	white    = color.RGBA{0xff, 0xff, 0xff, 0xff}
	ink      = rgb(0x1c1c1c)
	quiet    = rgb(0x6a6a6a) // of what matters less
	grid     = rgb(0xdcdcdc)
	deferred = rgb(0xb8b8b8)
	gapInk   = rgb(0x333333)
	backInk  = rgb(0xc9485c)
	meetInk  = rgb(0x2a0d12) // where signals collide
	busyInk  = rgb(0x9cc3ee) // of rows: an attempt that gets through
	badInk   = rgb(0x8f1f38) // of rows: one that does not
)

// Measures, in points.
const (
	barWide   vg.Length = 3.2 // a bar beside a station
	barGap    vg.Length = 0.8
	unseen    vg.Length = 0.3 // a bar that is not as high is left out
	crossStep vg.Length = 2.6
	jamStep   vg.Length = 2.2
	small     float64   = 6.3 // of labels
)
