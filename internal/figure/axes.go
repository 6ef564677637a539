package figure

import (
	"math"
	"slices"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/csmacd/csmacd/internal/palette"
)

// axes are the two axes of a panel, and the title above it.
type axes struct {
	title string
	x, y  span
	told  bool // there are texts of instants above the data
}

// norm returns the place of a value along an axis: 0 is the beginning, 1 the end.
func (s *span) norm(v float64) float64 {
	if s.log {
		from := math.Log(s.low)
		return (math.Log(v) - from) / (math.Log(s.high) - from)
	}
	return (v - s.low) / (s.high - s.low)
}

// drawable reports whether a point has a place between the axes.
func (a *axes) drawable(x, y float64) bool {
	return Finite(x) && Finite(y) && !(a.x.log && x < tiny) && !(a.y.log && y < tiny)
}

// field is the part of a canvas between two axes, in which values have places.
type field struct {
	draw.Canvas
	*axes
	margins margins
}

func (f *field) placeX(v float64) vg.Length { return f.X(f.x.norm(v)) }
func (f *field) placeY(v float64) vg.Length { return f.Y(f.y.norm(v)) }

func (f *field) place(x, y float64) vg.Point { return vg.Point{X: f.placeX(x), Y: f.placeY(y)} }

// The measures of axes.
const (
	tickLength = vg.Length(3) // half of it without a label
	labelRoom  = vg.Length(3) // between the labels of the vertical axis and its ticks
	titleGap   = vg.Length(2)
)

var tickLine = draw.LineStyle{Color: palette.Ink, Width: 0.5}

func tickStyle() text.Style { return Sans(7.5) }

// drawAxes draws the title, and the ticks and labels of both axes. The painter draws the lines of the axes, so that
// they meet.
func (f *field) drawAxes() {
	if f.title != "" {
		sty := Sans(8)
		sty.XAlign, sty.YAlign = draw.XCenter, draw.YTop
		middle := (f.Min.X - f.margins.left + f.Max.X + f.margins.right) / 2
		f.FillText(sty, vg.Point{X: middle, Y: f.Max.Y + f.margins.above + sty.FontExtents().Descent}, f.title)
	}
	f.drawAxisX()
	f.drawAxisY()
}

func (f *field) drawAxisX() {
	sty, foot := tickStyle(), f.Min.Y-tickLength
	sty.XAlign, sty.YAlign = draw.XCenter, draw.YTop
	marks := slices.DeleteFunc(f.x.marks(), func(t Tick) bool { return !f.ContainsX(f.placeX(t.At)) })
	for _, t := range marks {
		f.FillText(sty, vg.Point{X: f.placeX(t.At), Y: foot + sty.FontExtents().Descent}, t.Label)
	}
	for _, t := range marks {
		x := f.placeX(t.At)
		f.StrokeLine2(tickLine, x, f.Min.Y-t.length(), x, f.Min.Y)
	}
}

func (f *field) drawAxisY() {
	sty := tickStyle()
	sty.XAlign, sty.YAlign = draw.XRight, draw.YCenter
	right := f.Min.X - tickLength - labelRoom
	end := right + sty.Width(" ") + tickLength
	marks := slices.DeleteFunc(f.y.marks(), func(t Tick) bool { return !f.ContainsY(f.placeY(t.At)) })
	for _, t := range marks {
		f.FillText(sty, vg.Point{X: right, Y: f.placeY(t.At) + sty.FontExtents().Descent}, t.Label)
	}
	for _, t := range marks {
		y := f.placeY(t.At)
		f.StrokeLine2(tickLine, end-t.length(), y, end, y)
	}
}

// length returns the length of a tick's line.
func (t Tick) length() vg.Length {
	if t.Label == "" {
		return tickLength / 2
	}
	return tickLength
}
