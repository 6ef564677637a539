package figure

import (
	"bytes"
	"fmt"
	"html"
	"regexp"
	"strconv"
)

// svgText is a text of an SVG file as vgsvg writes it.
var svgText = regexp.MustCompile(`(<text [^>]*?)(\s+style="[^"]*?)font-family:Liberation Sans;([^"]*?font-size:([0-9.]+)px[^"]*")>([^<]*)</text>`)

// portable has an SVG file look the same where the font is not installed: it names what
// has the font's measures, and says how long each text is.
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

// svgSlack is how much wider than measured a text may turn out to be in an SVG file, by
// a program that has another font and does not heed textLength.
const svgSlack = 1.15
