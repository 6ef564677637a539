package figure

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// The marks: shapes of the same area, filled with the series' colour, or white.
type (
	circle   struct{}
	square   struct{}
	triangle struct{}
	diamond  struct{}
	wedge    struct{} // a triangle on its point
	cross    struct{}
)

// shape is a closed path around a point.
type shape interface {
	path(at vg.Point, r vg.Length) vg.Path
}

func (circle) path(at vg.Point, r vg.Length) (p vg.Path) {
	p.Move(vg.Point{X: at.X + r, Y: at.Y})
	p.Arc(at, r, 0, 2*math.Pi)
	p.Close()
	return p
}

func (square) path(at vg.Point, r vg.Length) vg.Path {
	return polygon(at, r*0.9, [][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}})
}

func (triangle) path(at vg.Point, r vg.Length) vg.Path {
	return polygon(at, r*1.2, [][2]float64{{-1, -0.7}, {1, -0.7}, {0, 1}})
}

func (diamond) path(at vg.Point, r vg.Length) vg.Path {
	return polygon(at, r*1.3, [][2]float64{{-1, 0}, {0, -1}, {1, 0}, {0, 1}})
}

func (wedge) path(at vg.Point, r vg.Length) vg.Path {
	return polygon(at, r*1.2, [][2]float64{{-1, 0.7}, {1, 0.7}, {0, -1}})
}

func (cross) path(at vg.Point, r vg.Length) vg.Path {
	const w = 0.35
	return polygon(at, r*1.15, [][2]float64{{-w, -1}, {w, -1}, {w, -w}, {1, -w}, {1, w}, {w, w}, {w, 1}, {-w, 1}, {-w, w}, {-1, w}, {-1, -w}, {-w, -w}})
}

func polygon(at vg.Point, r vg.Length, corners [][2]float64) (p vg.Path) {
	for i, c := range corners {
		pt := vg.Point{X: at.X + r*vg.Length(c[0]), Y: at.Y + r*vg.Length(c[1])}
		if i == 0 {
			p.Move(pt)
		} else {
			p.Line(pt)
		}
	}
	p.Close()
	return p
}

// halo draws a white edge around a mark, which separates it from lines.
func halo(c *draw.Canvas, s style, at vg.Point, r vg.Length) {
	c.SetLineStyle(draw.LineStyle{Color: color.White, Width: 1.6})
	c.Stroke(s.glyph.path(at, r))
}

// mark draws a series' mark.
func mark(c *draw.Canvas, s style, at vg.Point, r vg.Length) {
	outline := s.glyph.path(at, r)
	c.SetColor(s.color)
	if s.open {
		c.SetColor(color.White)
	}
	c.Fill(outline)
	if s.open {
		c.SetLineStyle(draw.LineStyle{Color: s.color, Width: 0.9})
		c.Stroke(outline)
	}
}
