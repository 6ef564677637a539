package figure

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// margins is the room that a panel's title, ticks and labels take around its data.
type margins struct{ left, right, below, above vg.Length }

// margins returns the margins of a panel, except that on the right, which depends on the width of the data.
func (a *axes) margins(high vg.Length) (m margins) {
	sty := tickStyle()
	m.left, m.below = labelRoom+tickLength, tickLength
	for _, t := range a.x.labelled() {
		m.below = max(m.below, tickLength+sty.Height(t.Label))
	}
	var labels []reach
	for _, t := range a.y.labelled() {
		labels = append(labels, reach{a.y.norm(t.At), sty.Height(t.Label) / 2})
		m.left = max(m.left, labelRoom+tickLength+sty.Width(t.Label))
	}
	if a.title != "" {
		m.above = Sans(8).Height(a.title) + titleGap
	}
	if a.told {
		m.above += instantStyle().Height("x") + 2
	}
	m.above += beyond(high-m.below-m.above, labels)
	return m
}

// right returns the margin on the right of a panel whose data and right margin share a width.
func (a *axes) right(wide vg.Length) vg.Length {
	var labels []reach
	for _, t := range a.x.labelled() {
		labels = append(labels, reach{a.x.norm(t.At), tickStyle().Width(t.Label) / 2})
	}
	return beyond(wide, labels)
}

// reach is a label along an axis, and how far it reaches to either side of its place.
type reach struct {
	at   float64 // 0 is the beginning of the axis, 1 the end
	half vg.Length
}

// beyond returns how much shorter than its room an axis must be, so that no label at its end reaches out of the room.
func beyond(room vg.Length, labels []reach) (short vg.Length) {
	for _, l := range labels {
		if l.at > 0 && l.at <= 1 {
			short = max(short, room-(room-l.half)/vg.Length(l.at))
		}
	}
	return short
}

// stack lays panels out one above the other, with a gap between them. The data of all panels have the same width
// and the same height.
func stack(c draw.Canvas, panels []*axes, gap vg.Length) (fields []field) {
	n := vg.Length(len(panels))
	size := c.Size()
	var left, right, around vg.Length
	for _, a := range panels {
		m := a.margins((size.Y - gap*(n-1)) / n)
		left, around = max(left, m.left), around+m.below+m.above
		fields = append(fields, field{axes: a, margins: m})
	}
	for i := range fields {
		f := &fields[i]
		f.margins.right = f.right(size.X - left)
		right = max(right, f.margins.right)
	}
	high := (size.Y - around - gap*(n-1)) / n
	top := c.Max.Y
	for i := range fields {
		f := &fields[i]
		top -= f.margins.above
		f.Canvas = draw.Canvas{Canvas: c, Rectangle: vg.Rectangle{
			Min: vg.Point{X: c.Min.X + left, Y: top - high}, Max: vg.Point{X: c.Max.X - right, Y: top}}}
		top -= high + f.margins.below + gap
	}
	return fields
}
