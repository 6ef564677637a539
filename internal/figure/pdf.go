package figure

import (
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgpdf"
)

// pdfCanvas is a canvas of PDF that encodes its texts: vgpdf embeds its fonts with the 256 characters of
// Windows-1252, and would draw the octets of UTF-8. A character that is not among them, such as a Greek
// letter, becomes a question mark.
type pdfCanvas struct{ *vgpdf.Canvas }

// FillString implements [vg.Canvas].
func (c pdfCanvas) FillString(f font.Face, at vg.Point, text string) {
	octets, err := encoding.ReplaceUnsupported(charmap.Windows1252.NewEncoder()).String(text)
	if err != nil {
		octets = text
	}
	c.Canvas.FillString(f, at, strings.ReplaceAll(octets, "\x1a", "?"))
}
