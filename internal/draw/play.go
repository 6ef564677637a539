package draw

import (
	"bytes"
	"fmt"
	"image/color"
	"time"

	"gonum.org/v1/plot/vg"

	"github.com/csmacd/csmacd/internal/palette"
)

// How long a picture may take to play.
const leastPlay, mostPlay = time.Second, time.Hour

// playedShare is the part of the time for which a picture plays; for the rest it stands still, whole.
const playedShare = 0.85

// played returns an SVG file in which time passes: the future is pale, and a line at the present moves down the box
// within a time, again and again. The movement is in a style sheet. Where style sheets do not move, and for readers who
// ask for less motion, the attribute transform holds: the whole picture is the past.
func played(svg []byte, box vg.Rectangle, width, height vg.Length, play time.Duration) []byte {
	end := bytes.LastIndex(svg, []byte("</svg>"))
	h := float64(box.Max.Y - box.Min.Y)
	var b bytes.Buffer
	b.Write(svg[:end])
	fmt.Fprintf(&b, `<style>
@media (prefers-reduced-motion: no-preference) { .future { animation: time %gs linear infinite } }
@keyframes time { from { transform: translateY(0) } %g%%, to { transform: translateY(%.5gpx) } }
</style>
<svg x="0" y="%.5g" width="%.5g" height="%.5g">
<g class="future" transform="translate(0, %.5g)">
<rect width="%.5g" height="%.5g" style="fill:%s;fill-opacity:0.88" />
<path d="M0,0H%.5g" style="stroke:%s;stroke-width:1.5" />
</g>
</svg>
`, play.Seconds(), 100*playedShare, h,
		float64(height-box.Max.Y), float64(width), h,
		h+2,
		float64(width), h, hex(palette.White),
		float64(width), hex(palette.Now))
	b.Write(svg[end:])
	return b.Bytes()
}

func hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// Playable returns an error for a picture that cannot play for a time.
func Playable(play time.Duration, format string) error {
	switch {
	case format != "svg":
		return fmt.Errorf("an SVG file can play, and this one is %s", format)
	case play < leastPlay || play > mostPlay:
		return fmt.Errorf("%v is not between %v and %v", play, leastPlay, mostPlay)
	}
	return nil
}
