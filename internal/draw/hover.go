package draw

import (
	"regexp"

	"gonum.org/v1/plot/vg"

	"github.com/csmacd/csmacd/internal/figure"
)

// An SVG file shows a text where the pointer rests on a shape: a title element in the
// group of the shape. Package vg knows of neither, so that what is to be one is drawn as
// texts that begin with these marks of no script, and they are replaced in the file.
const beginMark, endMark = "\ue000", "\ue001"

var (
	beginGroup = regexp.MustCompile(`<text [^>]*>` + beginMark + `([^<]*)</text>`)
	endGroup   = regexp.MustCompile(`<text [^>]*>` + endMark + `</text>`)
)

// titled has what paint draws show a text.
func (d *drawing) titled(text string, paint func()) {
	if !d.svg {
		paint()
		return
	}
	style := figure.Sans(1)
	d.FillText(style, vg.Point{}, beginMark+text)
	paint()
	d.FillText(style, vg.Point{}, endMark)
}

// withTitles makes titles of the marked texts.
func withTitles(svg []byte) []byte {
	svg = beginGroup.ReplaceAll(svg, []byte("<g><title>$1</title>"))
	return endGroup.ReplaceAll(svg, []byte("</g>"))
}
