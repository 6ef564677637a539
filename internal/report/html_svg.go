package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// The elements and attributes that an SVG drawing within a page may have. The drawings of csmacd have no others.
var (
	svgElements   = []string{"svg", "g", "path", "text", "tspan", "title", "rect", "line", "circle", "ellipse", "polyline", "polygon"}
	svgAttributes = []string{"viewBox", "transform", "style", "d", "x", "y", "dx", "dy", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "width", "height", "points",
		"textLength", "lengthAdjust", "fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "opacity", "text-anchor", "font-size", "font-family", "font-weight"}
)

// inline rewrites a drawing for an HTML page: with these elements and attributes only, without references to
// anything outside, and as wide as the page.
func inline(svg []byte) ([]byte, error) {
	var b bytes.Buffer
	d := xml.NewDecoder(bytes.NewReader(svg))
	depth, drawings := 0, 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("is not SVG: %w", err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			name := t.Name.Local
			if !slices.Contains(svgElements, name) || (name == "svg") != (depth == 0) {
				return nil, fmt.Errorf("has a %q, which is not allowed in a page", name)
			}
			if depth == 0 {
				drawings++
			}
			depth++
			b.WriteString("<" + name)
			if err := writeAttributes(&b, name, t.Attr); err != nil {
				return nil, err
			}
			b.WriteString(">")
		case xml.EndElement:
			depth--
			b.WriteString("</" + t.Name.Local + ">")
		case xml.CharData:
			if depth > 0 {
				if err := xml.EscapeText(&b, t); err != nil {
					return nil, err
				}
			}
		}
	}
	if drawings != 1 {
		return nil, errors.New("is not SVG")
	}
	return b.Bytes(), nil
}

func writeAttributes(b *bytes.Buffer, element string, list []xml.Attr) error {
	if element == "svg" {
		b.WriteString(` role="img"`)
	}
	for _, a := range list {
		name := a.Name.Local
		if element == "svg" && name != "viewBox" || a.Name.Space != "" {
			continue // the page sets the width
		}
		if !slices.Contains(svgAttributes, name) {
			return fmt.Errorf("has an attribute %q, which is not allowed in a page", name)
		}
		if strings.Contains(strings.ToLower(a.Value), "url") || strings.ContainsAny(a.Value, `\@`) {
			return fmt.Errorf("refers to something outside: %s", name)
		}
		b.WriteString(" " + name + `="`)
		if err := xml.EscapeText(b, []byte(a.Value)); err != nil {
			return err
		}
		b.WriteString(`"`)
	}
	return nil
}
