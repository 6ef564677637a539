package figure

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// svgSlack is the factor by which a text of an SVG file may be wider than measured, in a program that has
// another font and ignores textLength.
const svgSlack = 1.15

// svg is a canvas of an SVG file. Files look the same where the font is not installed: they name fonts of the
// same measures, and state the length of each text.
type svg struct {
	wide, high vg.Length
	b          bytes.Buffer
	now        svgState
	pushed     []svgState
}

// svgState is what Push keeps and Pop restores.
type svgState struct {
	color  color.Color
	dashes []vg.Length
	offset vg.Length // of the dashes
	line   vg.Length // the width of lines
	groups int       // begun since the last Push
}

func newSVG(wide, high vg.Length) *svg {
	c := &svg{wide: wide, high: high}
	fmt.Fprintf(&c.b, `<?xml version="1.0"?>
<!-- drawn by csmacd -->
<svg width="%[1]spt" height="%[2]spt" viewBox="0 0 %[1]s %[2]s"
	xmlns="http://www.w3.org/2000/svg"
	xmlns:xlink="http://www.w3.org/1999/xlink">
`, short(wide), short(high))
	c.group("scale(1, -1) translate(0, -%s)", short(high)) // the origin is below on the left
	c.now.groups = 0                                       // WriteTo ends it
	vg.Initialize(c)
	return c
}

// short returns a length in points, exact enough to be seen.
func short(x vg.Length) string { return fmt.Sprintf("%.5g", x.Points()) }

func at(p vg.Point) string { return short(p.X) + "," + short(p.Y) }

func (c *svg) group(transform string, a ...any) {
	fmt.Fprintf(&c.b, "<g transform=\"%s\">\n", fmt.Sprintf(transform, a...))
	c.now.groups++
}

func (c *svg) Size() (w, h vg.Length)   { return c.wide, c.high }
func (c *svg) SetLineWidth(w vg.Length) { c.now.line = w }
func (c *svg) SetLineDash(dashes []vg.Length, off vg.Length) {
	c.now.dashes, c.now.offset = dashes, off
}
func (c *svg) SetColor(clr color.Color) { c.now.color = clr }
func (c *svg) Rotate(angle float64)     { c.group("rotate(%g)", angle*180/math.Pi) }
func (c *svg) Translate(p vg.Point)     { c.group("translate(%s, %s)", short(p.X), short(p.Y)) }
func (c *svg) Scale(x, y float64)       { c.group("scale(%g,%g)", x, y) }

func (c *svg) Push() {
	c.pushed = append(c.pushed, c.now)
	c.now.groups = 0
}

func (c *svg) Pop() {
	c.b.WriteString(strings.Repeat("</g>\n", c.now.groups))
	c.now = c.pushed[len(c.pushed)-1]
	c.pushed = c.pushed[:len(c.pushed)-1]
}

// styled returns a style attribute with those of the properties, given as key, value, default in turn, that
// differ from the default.
func styled(properties ...string) string {
	var set []string
	for i := 0; i < len(properties); i += 3 {
		if key, value := properties[i], properties[i+1]; value != properties[i+2] {
			set = append(set, key+":"+value)
		}
	}
	if set == nil {
		return ""
	}
	return `style="` + strings.Join(set, ";") + `"`
}

// ink returns a colour and its opacity.
func (c *svg) ink() (paint, opacity string) {
	clr := c.now.color
	if clr == nil {
		clr = color.Black
	}
	r, g, b, a := clr.RGBA()
	if a == 0 {
		return "#000000", "0"
	}
	part := func(x uint32) int { return int(float64(x) * (math.MaxUint8 / float64(a))) } // RGBA is multiplied by the opacity
	return fmt.Sprintf("#%02X%02X%02X", part(r), part(g), part(b)), fmt.Sprintf("%.5g", float64(a)/math.MaxUint16)
}

func (c *svg) Stroke(p vg.Path) {
	if c.now.line <= 0 {
		return
	}
	paint, opacity := c.ink()
	dashes := "none"
	for i, d := range c.now.dashes {
		if i == 0 {
			dashes = short(d)
		} else {
			dashes += "," + short(d)
		}
	}
	c.path(p, styled("fill", "none", "#000000", "stroke", paint, "none", "stroke-opacity", opacity, "1",
		"stroke-width", short(c.now.line), "1", "stroke-dasharray", dashes, "none", "stroke-dashoffset", short(c.now.offset), "0"))
}

func (c *svg) Fill(p vg.Path) {
	paint, opacity := c.ink()
	c.path(p, styled("fill", paint, "#000000", "fill-opacity", opacity, "1"))
}

func (c *svg) path(p vg.Path, style string) {
	fmt.Fprintf(&c.b, "<path d=\"%s\" %s />\n", pathData(p), style)
}

// pathData returns a path in the form of the attribute d.
func pathData(p vg.Path) string {
	var b strings.Builder
	var from vg.Point
	for _, part := range p {
		to := part.Pos
		switch part.Type {
		case vg.MoveComp:
			b.WriteString("M" + at(to))
		case vg.LineComp:
			b.WriteString("L" + at(to))
		case vg.CurveComp:
			b.WriteString(map[int]string{1: "Q", 2: "C"}[len(part.Control)])
			for _, k := range part.Control {
				b.WriteString(at(k) + ",")
			}
			b.WriteString(at(to))
		case vg.ArcComp:
			on := func(angle float64) vg.Point {
				sin, cos := math.Sincos(angle)
				return vg.Point{X: part.Pos.X + part.Radius*vg.Length(cos), Y: part.Pos.Y + part.Radius*vg.Length(sin)}
			}
			if start := on(part.Start); start != from {
				b.WriteString("L" + at(start))
			}
			arc := func(angle float64, end vg.Point) {
				large, sweep := 0, 1
				if math.Abs(angle) >= math.Pi {
					large = 1
				}
				if angle < 0 {
					sweep = 0
				}
				fmt.Fprintf(&b, "A%[1]s,%[1]s 0 %d %d %s", short(part.Radius), large, sweep, at(end))
			}
			angle := part.Angle
			to = on(part.Start + angle)
			if math.Abs(angle) >= 2*math.Pi { // an arc of SVG cannot end where it begins
				half := math.Copysign(math.Pi, angle)
				arc(half, on(part.Start+half))
				arc(half, to)
			} else {
				arc(angle, to)
			}
		case vg.CloseComp:
			b.WriteString("Z")
			to = from
		}
		from = to
	}
	return b.String()
}

// FillString writes a text. All texts are in the regular font.
func (c *svg) FillString(f font.Face, p vg.Point, text string) {
	paint, _ := c.ink()
	style := styled("font-size", short(f.Font.Size)+"px", "medium", "fill", paint, "#000000")
	style = strings.TrimPrefix(style, `style="`)
	fmt.Fprintf(&c.b, "<text x=\"%s\" y=\"%s\" transform=\"scale(1, -1)\" textLength=\"%.2f\" lengthAdjust=\"spacingAndGlyphs\"\n\tstyle=\"font-family:'Liberation Sans',Arial,Helvetica,sans-serif;font-variant:normal;font-weight:normal;font-style:normal;%s>%s</text>\n",
		short(p.X), short(-p.Y), Sans(f.Font.Size.Points()).Width(text).Points(), style, html.EscapeString(text))
}

// DrawImage draws pixels.
func (c *svg) DrawImage(to vg.Rectangle, pixels image.Image) {
	var b bytes.Buffer
	if err := png.Encode(&b, pixels); err != nil {
		return // an image too large for PNG
	}
	size := to.Size()
	fmt.Fprintf(&c.b, "<image x=\"%v\" y=\"%v\" width=\"%v\" height=\"%v\" xlink:href=\"data:image/png;base64,%s\" transform=\"scale(1, -1)\" />\n",
		to.Min.X.Points(), -to.Min.Y.Points()-size.Y.Points(), size.X.Points(), size.Y.Points(), base64.StdEncoding.EncodeToString(b.Bytes()))
}

// WriteTo writes the file.
func (c *svg) WriteTo(w io.Writer) (int64, error) {
	groups := 1 + c.now.groups
	for _, s := range c.pushed {
		groups += s.groups
	}
	n, err := io.WriteString(w, c.b.String()+strings.Repeat("</g>\n", groups)+"</svg>\n")
	return int64(n), err
}
