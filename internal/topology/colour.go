package topology

import (
	"fmt"
	"image/color"

	"github.com/csmacd/csmacd/internal/palette"
)

// lineColour returns the colour of a wire: that of its domain. A duplex mismatch has one of its own.
func lineColour(e *edge) color.RGBA {
	switch {
	case e.mismatch():
		return palette.Collided
	case e.which < 0:
		return palette.DiagramInk
	}
	return palette.SignalOf(e.which).Jam
}

func hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
