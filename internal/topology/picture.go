package topology

import (
	"fmt"
	"image/color"
	"io"

	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/palette"
)

// mostWide is the width of the widest picture, in millimetres.
const mostWide = 3000

// Picture draws the diagram in one of the formats of [figure.Formats].
func (d *Diagram) Picture(w io.Writer, format string) error {
	var roots []*box
	wide, rows := 0.0, 0
	for _, r := range d.roots {
		b, across := plan(r, margin+wide, margin+10)
		roots = append(roots, b)
		wide += across
		rows = max(rows, depth(r))
	}
	if wide > mostWide {
		return fmt.Errorf("the picture would be %.0f mm wide, more than %d: --as dot or --as mermaid writes the network as text for other programs", wide, mostWide)
	}
	wide = max(wide, width(d.title, nameSize+2)+4, 60)
	legend := d.legend(wide)
	high := margin + 10 + float64(rows-1)*level + boxHigh + 4 + float64(len(legend))*4.5 + margin
	p := &picture{high: high}
	return figure.Page(w, format, wide+2*margin, high, func(c vgdraw.Canvas) {
		p.Canvas = c
		c.SetColor(palette.White)
		c.Fill(c.Rectangle.Path())
		p.text(margin, margin+3, d.title, nameSize+2, palette.Ink, vgdraw.XLeft)
		for _, b := range roots {
			p.wires(b)
		}
		for _, b := range roots {
			p.boxes(b)
		}
		for i, row := range legend {
			for _, k := range row {
				y := high - margin - float64(len(legend)-i)*4.5 + 2
				p.line(margin+k.x, y, margin+k.x+7, y, 1.6, k.colour)
				p.text(margin+k.x+9, y, k.text, aboutSize, palette.Ink, vgdraw.XLeft)
			}
		}
	})
}

// picture is a picture that is being drawn. Its places are in millimetres from the upper left
// corner.
type picture struct {
	vgdraw.Canvas
	high float64
}

// key is an entry of the legend.
type key struct {
	x      float64
	text   string
	colour color.RGBA
}

// mostKeys is the most domains that the legend names.
const mostKeys = 24

// legend returns the names of the domains, in rows.
func (d *Diagram) legend(wide float64) (rows [][]key) {
	x := wide
	for i, name := range d.domains {
		text, colour := "collision domain "+name, palette.SignalOf(i).Jam
		if i == mostKeys {
			text, colour = fmt.Sprintf("and %d more", len(d.domains)-i), palette.White
		}
		need := width(text, aboutSize) + 14
		if x+need > wide {
			rows, x = append(rows, nil), 0
		}
		last := &rows[len(rows)-1]
		*last = append(*last, key{x, text, colour})
		if x += need; i == mostKeys {
			break
		}
	}
	return rows
}

func (p *picture) at(x, y float64) vg.Point {
	return vg.Point{X: p.Min.X + vg.Length(x)*vg.Millimeter, Y: p.Min.Y + vg.Length(p.high-y)*vg.Millimeter}
}

func (p *picture) line(x, y, toX, toY, points float64, c color.RGBA) {
	p.StrokeLine2(vgdraw.LineStyle{Color: c, Width: vg.Length(points)}, p.at(x, y).X, p.at(x, y).Y, p.at(toX, toY).X, p.at(toX, toY).Y)
}

func (p *picture) text(x, y float64, s string, points float64, c color.RGBA, align vgdraw.XAlignment) {
	style := figure.Sans(points)
	style.Color, style.XAlign, style.YAlign = c, align, vgdraw.YCenter
	p.FillText(style, p.at(x, y), s)
}

// wires draws the lines from a box to those below it. The last part of each is upright, and has its text.
func (p *picture) wires(b *box) {
	for i, c := range b.below {
		e := &b.edges[i]
		colour := lineColour(e)
		fromX, fromY := b.x, b.y+boxHigh
		if b.kind == cable {
			fromX, fromY = c.tap(), b.y+cableUp
		}
		end := c.y
		if c.kind == cable {
			end += cableUp
		}
		way := [][2]float64{{fromX, fromY}, {c.tap(), c.y - drop}, {c.tap(), end}}
		switch {
		case e.full():
			p.way(way, -0.6, vgdraw.LineStyle{Color: colour, Width: 0.8})
			p.way(way, 0.6, vgdraw.LineStyle{Color: colour, Width: 0.8})
		case e.mismatch():
			p.way(way, 0, vgdraw.LineStyle{Color: colour, Width: 1.2, Dashes: []vg.Length{4, 2}})
		default:
			p.way(way, 0, vgdraw.LineStyle{Color: colour, Width: 1})
		}
		p.wires(c)
		if e.text == "" {
			continue
		}
		x, y := c.tap(), c.y-drop/2
		w := width(e.text, wireSize)/2 + 0.6
		p.SetColor(palette.White)
		p.Fill(vgdraw.Canvas{Canvas: p.Canvas, Rectangle: vg.Rectangle{Min: p.at(x-w, y+1.4), Max: p.at(x+w, y-1.4)}}.Path())
		p.text(x, y, e.text, wireSize, palette.OnPaper(colour), vgdraw.XCenter)
	}
}

// way draws a line through points, moved to the right.
func (p *picture) way(through [][2]float64, right float64, style vgdraw.LineStyle) {
	var line []vg.Point
	for _, at := range through {
		line = append(line, p.at(at[0]+right, at[1]))
	}
	p.StrokeLines(style, line)
}

// boxes draws a box and those below it.
func (p *picture) boxes(b *box) {
	for _, c := range b.below {
		p.boxes(c)
	}
	fill, edge := palette.White, palette.DiagramInk
	if b.domain >= 0 {
		fill, edge = palette.SignalOf(b.domain).Preamble, palette.SignalOf(b.domain).Jam
	}
	if b.kind == cable {
		y := b.y + cableUp
		p.line(b.x-b.wide/2, y, b.x+b.wide/2, y, 3, edge)
		p.line(b.x-b.wide/2, y-1.2, b.x-b.wide/2, y+1.2, 1.2, edge)
		p.line(b.x+b.wide/2, y-1.2, b.x+b.wide/2, y+1.2, 1.2, edge)
		p.text(b.x-b.wide/2, b.y+0.6, b.name, nameSize, edge, vgdraw.XLeft)
		p.text(b.x-b.wide/2, b.y+3.5, b.about, aboutSize, palette.Quiet, vgdraw.XLeft)
		return
	}
	left, right, top, bottom := b.x-b.wide/2, b.x+b.wide/2, b.y, b.y+boxHigh
	if b.about == "" {
		bottom -= 3
	}
	outline := p.outline(b.kind, left, right, top, bottom)
	if b.kind == stations {
		p.shape(p.outline(station, left+0.9, right+0.9, top-0.9, bottom-0.9), fill, edge)
	}
	p.shape(outline, fill, edge)
	middle := (top + bottom) / 2
	if b.about == "" {
		p.text(b.x, middle, b.name, nameSize, palette.Ink, vgdraw.XCenter)
		return
	}
	p.text(b.x, middle-1.7, b.name, nameSize, palette.Ink, vgdraw.XCenter)
	p.text(b.x, middle+2, b.about, aboutSize, palette.Quiet, vgdraw.XCenter)
}

// outline returns the outline of a box by its kind: a repeater has pointed ends, a station cut
// corners, and a bridge is a rectangle.
func (p *picture) outline(k kind, left, right, top, bottom float64) []vg.Point {
	middle := (top + bottom) / 2
	switch k {
	case repeater, star:
		return []vg.Point{p.at(left, middle), p.at(left+2, top), p.at(right-2, top), p.at(right, middle), p.at(right-2, bottom), p.at(left+2, bottom)}
	case bridge:
		return []vg.Point{p.at(left, top), p.at(right, top), p.at(right, bottom), p.at(left, bottom)}
	}
	const cut = 1.2
	return []vg.Point{p.at(left+cut, top), p.at(right-cut, top), p.at(right, top+cut), p.at(right, bottom-cut),
		p.at(right-cut, bottom), p.at(left+cut, bottom), p.at(left, bottom-cut), p.at(left, top+cut)}
}

func (p *picture) shape(outline []vg.Point, fill, edge color.RGBA) {
	p.FillPolygon(fill, outline)
	p.StrokeLines(vgdraw.LineStyle{Color: edge, Width: 0.9}, append(outline, outline[0]))
}
