package figure

import (
	"bytes"
	"fmt"
	"html"
	"regexp"
	"strconv"
)

// svgText matches a text of an SVG file as vgsvg writes it.
var svgText = regexp.MustCompile(`(<text [^>]*?)(\s+style="[^"]*?)font-family:Liberation Sans;([^"]*?font-size:([0-9.]+)px[^"]*")>([^<]*)</text>`)

// portable makes an SVG file look the same where the font is not installed: it names fonts of the same
// measures, and states the length of each text.
func portable(svg []byte) []byte {
	return svgText.ReplaceAllFunc(svg, func(found []byte) []byte {
		m := svgText.FindSubmatch(found)
		size, err := strconv.ParseFloat(string(m[4]), 64)
		if err != nil {
			return found
		}
		var b bytes.Buffer
		long := Sans(size).Width(html.UnescapeString(string(m[5])))
		fmt.Fprintf(&b, `%s textLength="%.2f" lengthAdjust="spacingAndGlyphs"%sfont-family:'Liberation Sans',Arial,Helvetica,sans-serif;%s>%s</text>`,
			m[1], long.Points(), m[2], m[3], m[5])
		return b.Bytes()
	})
}

// svgSlack is the factor by which a text of an SVG file may be wider than measured, in a program that has
// another font and ignores textLength.
const svgSlack = 1.15
