package palette

import "image/color"

// Signal holds the colours of a station's signals in a space-time diagram: one hue, pale for the
// preamble, darker for the frame, darkest for jam.
type Signal struct{ Preamble, Frame, Jam color.RGBA }

// The lightness of each part is the same for all stations, so that a grey copy tells the parts
// apart.
var signals = []Signal{
	{rgb(0xe3eefb), rgb(0x9cc3ee), rgb(0x12408a)}, // blue
	{rgb(0xfbecd6), rgb(0xf0b978), rgb(0x8a4a08)}, // orange
	{rgb(0xdff3ee), rgb(0x8fccb9), rgb(0x0b5a4a)}, // green
	{rgb(0xf4e8f7), rgb(0xd3addf), rgb(0x6a2b80)}, // purple
	{rgb(0xf5efd0), rgb(0xd5c266), rgb(0x665500)}, // olive
	{rgb(0xfbe6e9), rgb(0xeeacb5), rgb(0x8f1f38)}, // rose
}

// SignalOf returns the colours of the station with a number.
func SignalOf(station int) *Signal { return &signals[station%len(signals)] }

// Colours of a diagram, apart from its signals.
var (
	DiagramInk = rgb(0x1c1c1c)
	Quiet      = rgb(0x6a6a6a) // text of less weight
	Grid       = rgb(0xdcdcdc)
	Deferring  = rgb(0xb8b8b8)
	Gap        = rgb(0x333333)
	Carrier    = rgb(0xf0f0f0)
	Backoff    = rgb(0xc98a00)
	Overlap    = rgb(0xc8102e) // where signals collide
	Sent       = rgb(0x9cc3ee) // an attempt that succeeds, in a row of attempts
	Collided   = rgb(0xc8102e) // an attempt that does not
	Now        = rgb(0xa3007a) // the present, in a diagram that plays
)

func rgb(v uint32) color.RGBA {
	return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 0xff}
}
