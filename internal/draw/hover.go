package draw

import (
	"regexp"

	"gonum.org/v1/plot/vg"

	"github.com/csmacd/csmacd/internal/figure"
)

// An SVG file can show a text when the pointer rests on a shape: a title element in the group of the
// shape. Package vg knows neither groups nor titles. So a title is drawn as a text that begins with one of
// these private characters, and is replaced in the file.
const beginMark, endMark = "\ue000", "\ue001"

var (
	beginGroup = regexp.MustCompile(`<text [^>]*>` + beginMark + `([^<]*)</text>`)
	endGroup   = regexp.MustCompile(`<text [^>]*>` + endMark + `</text>`)
)

// titled adds a title to the shapes that paint draws.
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

// withTitles replaces the marked texts by titles.
func withTitles(svg []byte) []byte {
	svg = beginGroup.ReplaceAll(svg, []byte("<g><title>$1</title>"))
	return endGroup.ReplaceAll(svg, []byte("</g>"))
}
