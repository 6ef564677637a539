package figure

import (
	"image/color"
	"slices"

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

// draw draws a line across at each label of the vertical axis, the lines of both axes, and the series.
func (d painter) draw(f *field) {
	for _, t := range f.y.labelled() {
		if y := f.placeY(t.At); f.ContainsY(y) {
			f.StrokeLine2(draw.LineStyle{Color: palette.Rule, Width: 0.4}, f.Min.X, y, f.Max.X, y)
		}
	}
	f.StrokeLines(draw.LineStyle{Color: palette.Ink, Width: 0.6}, []vg.Point{{X: f.Min.X, Y: f.Max.Y}, f.Min, {X: f.Max.X, Y: f.Min.Y}})
	d.instants(f)
	// Theory lies behind what was measured, and the lines behind all marks.
	for pass := range 3 {
		for i := range d.panel.Series {
			s, st := &d.panel.Series[i], d.styles[i]
			switch {
			case pass == 0 && (s.Mark == Bars || s.Mark == Rest):
				s.bars(f, st)
			case pass == 0 && s.Mark == Curve && s.Half != nil:
				s.band(f, st)
			case pass == 0 && s.Mark == Theory, pass == 1 && (s.Mark == Measured || s.Mark == Steps || s.Mark == Curve):
				s.lines(f, st)
			case pass == 2 && s.marked():
				s.marks(f, st)
			}
		}
	}
	d.absent(f)
}

// marked reports whether a series has a mark at each value.
func (s *Series) marked() bool { return s.Mark == Measured || s.Mark == Dots || s.Mark == Outside }

// band tints the area within the intervals, where the values are too close for error bars.
func (s *Series) band(f *field, st style) {
	// Light, and not transparent: where bands overlap, the lines tell them apart.
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
			f.FillPolygon(tint, f.ClipPolygonXY(append(top, bottom...)))
		}
		top, bottom = nil, nil
	}
	for i := range s.X {
		if !f.drawable(s.X[i], s.Y[i]) || !(Finite(s.Half[i]) && s.Half[i] >= 0) {
			flush()
			continue
		}
		at, low := f.placeX(s.X[i]), f.Min.Y
		if v := s.Y[i] - s.Half[i]; f.drawable(s.X[i], v) {
			low = f.placeY(v)
		}
		top, bottom = append(top, vg.Point{X: at, Y: f.placeY(s.Y[i] + s.Half[i])}), append(bottom, vg.Point{X: at, Y: low})
	}
	flush()
}

// stroke returns the style of a series' line.
func (s *Series) stroke(st style) draw.LineStyle {
	width := lineWidth
	if s.Mark == Theory {
		width = 0.8
	}
	return draw.LineStyle{Color: st.color, Width: width, Dashes: st.dashes}
}

// lines draws the line of a series, with gaps where values are missing.
func (s *Series) lines(f *field, st style) {
	var piece []vg.Point
	flush := func() {
		if len(piece) > 1 {
			f.StrokeLines(s.stroke(st), f.ClipLinesXY(extent(piece))...)
		}
		piece = nil
	}
	for i := range s.X {
		if !f.drawable(s.X[i], s.Y[i]) {
			flush()
			continue
		}
		at := f.place(s.X[i], s.Y[i])
		if s.Mark == Steps && len(piece) > 0 {
			piece = append(piece, vg.Point{X: at.X, Y: piece[len(piece)-1].Y})
		}
		piece = append(piece, at)
	}
	flush()
}

// marks draws the intervals and the marks.
func (s *Series) marks(f *field, st style) {
	thin := draw.LineStyle{Color: st.color, Width: 0.8}
	shown := s.shown(f)
	for _, i := range shown {
		at := f.place(s.X[i], s.Y[i])
		halo(&f.Canvas, st, at, markSize)
		if h := s.half(i); h > 0 {
			top, bottom := min(f.placeY(s.Y[i]+h), f.Max.Y), f.Min.Y
			capped := false
			if low := s.Y[i] - h; f.drawable(s.X[i], low) && f.placeY(low) >= f.Min.Y {
				bottom, capped = f.placeY(low), true
			}
			f.StrokeLine2(thin, at.X, bottom, at.X, top)
			f.StrokeLine2(thin, at.X-markSize, top, at.X+markSize, top)
			if capped {
				f.StrokeLine2(thin, at.X-markSize, bottom, at.X+markSize, bottom)
			}
		}
	}
	for _, i := range shown {
		mark(&f.Canvas, st, f.place(s.X[i], s.Y[i]), markSize)
	}
}

func (s *Series) half(i int) float64 {
	if s.Half == nil || !Finite(s.Half[i]) {
		return 0
	}
	return s.Half[i]
}

// bars draws a bar for each value.
func (s *Series) bars(f *field, st style) {
	for i := range s.X {
		if !f.drawable(s.X[i], s.Y[i]) || s.Y[i] == 0 {
			continue
		}
		left, right := f.placeX(s.X[i]-0.36), f.placeX(s.X[i]+0.36)
		foot, top := f.Min.Y, f.placeY(s.Y[i])
		if !f.y.log {
			foot = f.placeY(max(f.y.low, 0))
		}
		box := []vg.Point{{X: left, Y: foot}, {X: left, Y: top}, {X: right, Y: top}, {X: right, Y: foot}}
		if s.Mark == Rest {
			// Hollow, since it counts something else than the bars beside it.
			f.FillPolygon(color.White, box)
			f.StrokeLines(draw.LineStyle{Color: st.color, Width: 0.9}, append(box, box[0]))
			continue
		}
		f.FillPolygon(st.color, box)
	}
}
