package figure

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/csmacd/csmacd/internal/palette"
)

const (
	markSize   = vg.Length(2.3) // radius
	lineWidth  = vg.Length(1.1)
	labelGap   = vg.Length(8)
	legendLine = vg.Length(22)
)

// painter draws the series of a panel between its axes.
type painter struct {
	panel  *Panel
	styles []style
}

// Plot implements [plot.Plotter].
func (d painter) Plot(c draw.Canvas, p *plot.Plot) {
	for _, t := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
		if y := c.Y(p.Y.Norm(t.Value)); t.Label != "" && c.ContainsY(y) {
			c.StrokeLine2(draw.LineStyle{Color: palette.Rule, Width: 0.4}, c.Min.X, y, c.Max.X, y)
		}
	}
	c.StrokeLines(draw.LineStyle{Color: palette.Ink, Width: 0.6}, []vg.Point{{X: c.Min.X, Y: c.Max.Y}, c.Min, {X: c.Max.X, Y: c.Min.Y}})
	// Theory lies behind what was measured, and the lines behind all marks.
	for pass := range 3 {
		for i := range d.panel.Series {
			s, st := &d.panel.Series[i], d.styles[i]
			switch {
			case pass == 0 && (s.Mark == Bars || s.Mark == Rest):
				s.bars(c, p, st)
			case pass == 0 && s.Mark == Curve && s.Half != nil:
				s.band(c, p, st)
			case pass == 0 && s.Mark == Theory, pass == 1 && (s.Mark == Measured || s.Mark == Steps || s.Mark == Curve):
				s.lines(c, p, st)
			case pass == 2 && s.marked():
				s.marks(c, p, st)
			}
		}
	}
	d.absent(c, p)
}

// marked says whether a series has a mark at each value.
func (s *Series) marked() bool { return s.Mark == Measured || s.Mark == Dots || s.Mark == Outside }

// band tints what lies within the intervals, where they are too close to each other for
// error bars.
func (s *Series) band(c draw.Canvas, p *plot.Plot, st style) {
	x, y := p.Transforms(&c)
	// Halfway to white, and not transparent: where bands overlap, the lines tell.
	tint := st.color
	tint.A = 0xff
	for _, v := range []*uint8{&tint.R, &tint.G, &tint.B} {
		*v = uint8(255 - (255-int(*v))/5)
	}
	var top, bottom []vg.Point
	flush := func() {
		if len(top) > 1 {
			top, bottom = extent(top), extent(bottom)
			slices.Reverse(bottom)
			c.FillPolygon(tint, c.ClipPolygonXY(append(top, bottom...)))
		}
		top, bottom = nil, nil
	}
	for i := range s.X {
		if !drawable(p, s.X[i], s.Y[i]) || !(Finite(s.Half[i]) && s.Half[i] >= 0) {
			flush()
			continue
		}
		at, low := x(s.X[i]), c.Min.Y
		if v := s.Y[i] - s.Half[i]; drawable(p, s.X[i], v) {
			low = y(v)
		}
		top, bottom = append(top, vg.Point{X: at, Y: y(s.Y[i] + s.Half[i])}), append(bottom, vg.Point{X: at, Y: low})
	}
	flush()
}

// stroke is how a series' line is drawn.
func (s *Series) stroke(st style) draw.LineStyle {
	width := lineWidth
	if s.Mark == Theory {
		width = 0.8
	}
	return draw.LineStyle{Color: st.color, Width: width, Dashes: st.dashes}
}

// lines draws the line, in pieces where values are missing.
func (s *Series) lines(c draw.Canvas, p *plot.Plot, st style) {
	x, y := p.Transforms(&c)
	var piece []vg.Point
	flush := func() {
		if len(piece) > 1 {
			c.StrokeLines(s.stroke(st), c.ClipLinesXY(extent(piece))...)
		}
		piece = nil
	}
	for i := range s.X {
		if !drawable(p, s.X[i], s.Y[i]) {
			flush()
			continue
		}
		at := vg.Point{X: x(s.X[i]), Y: y(s.Y[i])}
		if s.Mark == Steps && len(piece) > 0 {
			piece = append(piece, vg.Point{X: at.X, Y: piece[len(piece)-1].Y})
		}
		piece = append(piece, at)
	}
	flush()
}

// marks draws the intervals and the marks.
func (s *Series) marks(c draw.Canvas, p *plot.Plot, st style) {
	x, y := p.Transforms(&c)
	thin := draw.LineStyle{Color: st.color, Width: 0.8}
	shown := s.shown(c, p)
	for _, i := range shown {
		at := vg.Point{X: x(s.X[i]), Y: y(s.Y[i])}
		halo(&c, st, at, markSize)
		if h := s.half(i); h > 0 {
			top, bottom := min(y(s.Y[i]+h), c.Max.Y), c.Min.Y
			capped := false
			if low := s.Y[i] - h; drawable(p, s.X[i], low) && y(low) >= c.Min.Y {
				bottom, capped = y(low), true
			}
			c.StrokeLine2(thin, at.X, bottom, at.X, top)
			c.StrokeLine2(thin, at.X-markSize, top, at.X+markSize, top)
			if capped {
				c.StrokeLine2(thin, at.X-markSize, bottom, at.X+markSize, bottom)
			}
		}
	}
	for _, i := range shown {
		mark(&c, st, vg.Point{X: x(s.X[i]), Y: y(s.Y[i])}, markSize)
	}
}

func (s *Series) half(i int) float64 {
	if s.Half == nil || !Finite(s.Half[i]) {
		return 0
	}
	return s.Half[i]
}

// bars draws a bar for each value.
func (s *Series) bars(c draw.Canvas, p *plot.Plot, st style) {
	x, _ := p.Transforms(&c)
	for i := range s.X {
		if !drawable(p, s.X[i], s.Y[i]) || s.Y[i] == 0 {
			continue
		}
		left, right := x(s.X[i]-0.36), x(s.X[i]+0.36)
		foot, top := c.Min.Y, c.Y(p.Y.Norm(s.Y[i]))
		if !isLog(p.Y.Scale) {
			foot = c.Y(p.Y.Norm(max(p.Y.Min, 0)))
		}
		box := []vg.Point{{X: left, Y: foot}, {X: left, Y: top}, {X: right, Y: top}, {X: right, Y: foot}}
		if s.Mark == Rest {
			// Hollow: another kind of thing than the bars beside it.
			c.FillPolygon(color.White, box)
			c.StrokeLines(draw.LineStyle{Color: st.color, Width: 0.9}, append(box, box[0]))
			continue
		}
		c.FillPolygon(st.color, box)
	}
}

func isLog(n plot.Normalizer) bool {
	_, ok := n.(plot.LogScale)
	return ok
}

// drawable says whether a point has a place between the axes of a plot.
func drawable(p *plot.Plot, x, y float64) bool {
	return Finite(x) && Finite(y) && !(isLog(p.X.Scale) && x < tiny) && !(isLog(p.Y.Scale) && y < tiny)
}
