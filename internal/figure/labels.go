package figure

import (
	"slices"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/csmacd/csmacd/internal/palette"
)

// label names a series at the end of its line.
type label struct {
	text  string
	style style
	end   vg.Point  // of the line
	y     vg.Length // of the middle of the text
	line  *Series
}

// named returns the labels of a panel. A panel with a single series needs none.
func (p *Panel) named(styles []style, a *axes) (list []label) {
	for i := range p.Series {
		s := &p.Series[i]
		if s.Label != "" && s.Mark != Bars && s.Mark != Rest && s.last(a) >= 0 {
			name := styles[i]
			if s.Mark == Theory || s.Mark == Outside {
				name.color = theoryStyle(0).color // one name stands for the lines of all colours
			}
			list = append(list, label{text: s.Label, style: name, line: s})
		}
	}
	if len(list) == 1 && list[0].line.Mark != Theory && len(p.Series) == 1 {
		return nil
	}
	return list
}

// last returns the index of the last value that is drawn, or -1.
func (s *Series) last(a *axes) int {
	for i := len(s.X) - 1; i >= 0; i-- {
		if a.drawable(s.X[i], s.Y[i]) {
			return i
		}
	}
	return -1
}

// apart moves labels until none covers another and none leaves the range. It moves them as little as
// possible in the mean square, and keeps their order.
func apart(labels []label, height, low, high vg.Length) {
	slices.SortStableFunc(labels, func(a, b label) int {
		switch {
		case a.end.Y < b.end.Y:
			return -1
		case a.end.Y > b.end.Y:
			return 1
		}
		return 0
	})
	// Groups of labels that touch. Where a group would overlap another, the two are merged
	// and placed around the mean of the places that their members want.
	type group struct {
		from, n int
		sum     vg.Length // of the places that each member wants for the lowest one
	}
	lowest := func(g group) vg.Length {
		return min(max(g.sum/vg.Length(g.n), low+height/2), high-height*vg.Length(g.n)+height/2)
	}
	var groups []group
	for i, l := range labels {
		g := group{i, 1, l.end.Y}
		for len(groups) > 0 {
			before := groups[len(groups)-1]
			if lowest(before)+height*vg.Length(before.n) <= lowest(g) {
				break
			}
			groups = groups[:len(groups)-1]
			g = group{before.from, before.n + g.n, before.sum + g.sum - height*vg.Length(g.n*before.n)}
		}
		groups = append(groups, g)
	}
	for _, g := range groups {
		for k := range g.n {
			labels[g.from+k].y = lowest(g) + height*vg.Length(k)
		}
	}
}

// drawLabels writes the labels to the right of the data. A thin line joins a label that was moved to the
// end of its series.
func drawLabels(c draw.Canvas, f *field, labels []label, sty text.Style) {
	if len(labels) == 0 {
		return
	}
	for i := range labels {
		s := labels[i].line
		k := s.last(f.axes)
		labels[i].end = f.place(s.X[k], s.Y[k])
		labels[i].end.Y = min(max(labels[i].end.Y, f.Min.Y), f.Max.Y)
	}
	height := sty.Height("x") * 1.25
	apart(labels, height, f.Min.Y-height/2, f.Max.Y+height/2)
	left := f.Max.X + labelGap
	for _, l := range labels {
		from := l.end.X + 4
		if l.y-l.end.Y > 1.5 || l.end.Y-l.y > 1.5 || left-from > 12 {
			thin := draw.LineStyle{Color: palette.Faint, Width: 0.4}
			knee := max(from, f.Max.X)
			c.StrokeLines(thin, []vg.Point{{X: from, Y: l.end.Y}, {X: knee, Y: l.end.Y}, {X: left - 1.5, Y: l.y}})
		}
		sty.Color = palette.OnPaper(l.style.color)
		sty.XAlign, sty.YAlign = draw.XLeft, draw.YCenter
		c.FillText(sty, vg.Point{X: left, Y: l.y + 0.5}, l.text)
	}
}

// drawLegend names the series in rows above the data, each beside a piece of its line. It is used
// where there is no room for the names on the right.
func drawLegend(c draw.Canvas, labels []label, sty text.Style) {
	for _, at := range legendPlaces(c, labels, sty) {
		l := at.label
		if l.line.Mark != Dots && l.line.Mark != Outside {
			c.StrokeLines(l.line.stroke(l.style), []vg.Point{{X: at.X, Y: at.Y}, {X: at.X + legendLine, Y: at.Y}})
		}
		if l.line.marked() {
			mark(&c, l.style, vg.Point{X: at.X + legendLine/2, Y: at.Y}, markSize)
		}
		sty.XAlign, sty.YAlign = draw.XLeft, draw.YCenter
		c.FillText(sty, vg.Point{X: at.X + legendLine + 4, Y: at.Y}, l.text)
	}
}

type place struct {
	vg.Point
	label label
}

// legendPlaces lays the legend out in columns, from the top.
func legendPlaces(c draw.Canvas, labels []label, sty text.Style) (list []place) {
	widest := vg.Length(0)
	for _, l := range labels {
		widest = max(widest, sty.Width(l.text)+legendLine+14)
	}
	columns := max(1, int((c.Max.X-c.Min.X)/widest))
	columns = min(columns, len(labels))
	rows := (len(labels) + columns - 1) / columns
	height := sty.Height("x") * 1.4
	for i, l := range labels {
		row, column := i%rows, i/rows
		list = append(list, place{vg.Point{X: c.Min.X + widest*vg.Length(column), Y: c.Max.Y - height*(vg.Length(row)+0.5)}, l})
	}
	return list
}
