package figure

import (
	"slices"

	"gonum.org/v1/plot/vg/draw"
)

// Absent is a point that was measured and has no value: a server that never recovered has no recovery
// time. It is drawn as a small × at the upper edge, so that a figure does not show only the points that
// have values.
type Absent struct {
	X      float64
	Series int // the series whose colour it has
}

// absent draws a panel's points without a value.
func (d painter) absent(f *field) {
	for _, a := range d.panel.Absent {
		if !Finite(a.X) || f.x.log && a.X < tiny {
			continue
		}
		const r = markSize
		line := draw.LineStyle{Color: d.styles[a.Series].color, Width: 0.9}
		x, y := f.placeX(a.X), f.Max.Y-r
		f.StrokeLine2(line, x-r, y-r, x+r, y+r)
		f.StrokeLine2(line, x-r, y+r, x+r, y-r)
	}
}

// absentAt returns the places of the points without a value that an axis must reach.
func (p *Panel) absentAt(log bool) (values []float64) {
	for _, a := range p.Absent {
		if Finite(a.X) && !(log && a.X < tiny) {
			values = append(values, a.X)
		}
	}
	slices.Sort(values)
	return values
}
