package figure

import (
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgpdf"
)

// pdfCanvas is a canvas of PDF whose texts come out as they are: vgpdf embeds its fonts
// with the 256 characters of Windows-1252, and would draw the octets of UTF-8. What is
// not among them, such as Greek letters, is a question mark.
type pdfCanvas struct{ *vgpdf.Canvas }

// FillString implements [vg.Canvas].
func (c pdfCanvas) FillString(f font.Face, at vg.Point, text string) {
	octets, err := encoding.ReplaceUnsupported(charmap.Windows1252.NewEncoder()).String(text)
	if err != nil {
		octets = text
	}
	c.Canvas.FillString(f, at, strings.ReplaceAll(octets, "\x1a", "?"))
}
