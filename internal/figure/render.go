package figure

import (
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/csmacd/csmacd/internal/palette"
)

// laid is a panel whose axes, styles and labels are computed.
type laid struct {
	panel  *Panel
	axes   *axes
	paint  painter
	x, y   string // the axes' titles
	labels []label
	legend bool // the labels are a legend above the data, not beside it
}

// draw draws the panels, one above the other. Texts may turn out wider than measured, up to the factor
// slack.
func (f *Figure) draw(c draw.Canvas, slack vg.Length) {
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	if f.Matrix != nil {
		f.Matrix.draw(c, slack)
		return
	}
	c = draw.Crop(c, 4, -4, 4, -4)
	small, title := Sans(8), Sans(8.5)

	var all []laid
	right, left := vg.Length(0), vg.Length(0) // room for labels on the right, and for titles on the left
	shares := vg.Length(len(f.Panels))
	room := (c.Max.Y-c.Min.Y)/shares - 36 // for an upright title
	var x, y span
	if f.Shared {
		whole := f.whole()
		x, y = whole.spanX(), whole.spanY()
	}
	for i := range f.Panels {
		p := &f.Panels[i]
		if !f.Shared {
			x, y = p.spanX(), p.spanY()
		}
		l := p.lay(x, y)
		if title.Width(l.y) > room {
			l.y = strings.Replace(l.y, " (", "\n(", 1)
		}
		left = max(left, title.Height(l.y)+6)
		widest := vg.Length(0)
		for _, k := range l.labels {
			widest = max(widest, small.Width(k.text)*slack)
		}
		l.legend = (len(f.Panels) == 1 || f.Shared) && (widest > 0.34*(c.Max.X-c.Min.X) || small.Height("x")*1.25*vg.Length(len(l.labels)) > room ||
			len(l.labels) > 1 && p.scattered())
		if widest > 0 && !l.legend {
			right = max(right, widest+labelGap+2)
		}
		all = append(all, l)
	}
	if slices.ContainsFunc(all, func(l laid) bool { return l.legend }) {
		right = 0
		for i := range all {
			all[i].legend = true // one legend serves all panels
		}
	}
	panels := make([]*axes, len(all))
	for i := range all {
		panels[i] = all[i].axes
	}
	// The lowest panel's horizontal axis has the title for all.
	lowest := all[len(all)-1].x
	inner := draw.Crop(c, left, -right, title.Height(lowest)-1, 0)
	top := all[0].head(inner, f.note(), small)
	const gap = 6
	for i, f := range stack(draw.Crop(inner, 0, 0, 0, -top), panels, gap) {
		all[i].thinX(f)
	}
	fields := stack(draw.Crop(inner, 0, 0, 0, -top), panels, gap) // once more: fewer labels may need less room
	for i := range all {
		l, data := &all[i], &fields[i]
		data.drawAxes()
		l.paint.draw(data)
		upright := title
		if w := title.Width(l.y); w > room {
			upright.Font.Size *= max(room/w, 0.65)
		}
		drawTitle(c, upright, vg.Point{X: c.Min.X, Y: data.Center().Y}, l.y, true)
		if i == len(all)-1 {
			drawTitle(c, title, vg.Point{X: data.Center().X, Y: c.Min.Y}, lowest, false)
		}
		if i == 0 && top > 0 {
			l.above(draw.Canvas{Canvas: c, Rectangle: vg.Rectangle{
				Min: vg.Point{X: data.Min.X, Y: inner.Max.Y - top}, Max: inner.Max}}, f.note(), small)
		}
		if !l.legend {
			drawLabels(c, data, l.labels, small)
		}
	}
}

// head returns the height of the note and the legend above the data.
func (l *laid) head(c draw.Canvas, note string, sty text.Style) (height vg.Length) {
	if note != "" {
		height += sty.Height("x")*1.4 + 2
	}
	if l.legend {
		c.Min.X += 40 // the width of the vertical axis
		lowest := c.Max.Y
		for _, p := range legendPlaces(c, l.labels, sty) {
			lowest = min(lowest, p.Y)
		}
		height += c.Max.Y - lowest + sty.Height("x")
	}
	return height
}

// above draws the note and the legend above the data.
func (l *laid) above(c draw.Canvas, note string, sty text.Style) {
	if note != "" {
		sty.XAlign, sty.YAlign = draw.XLeft, draw.YTop
		c.FillText(sty, vg.Point{X: c.Min.X, Y: c.Max.Y}, note)
		c.Max.Y -= sty.Height("x")*1.4 + 2
	}
	if l.legend {
		drawLegend(c, l.labels, sty)
	}
}

// drawTitle writes an axis's title, centred at a place on the lower edge, or upright on the left edge.
func drawTitle(c draw.Canvas, sty text.Style, at vg.Point, title string, upright bool) {
	sty.XAlign, sty.YAlign = draw.XCenter, draw.YBottom
	if upright {
		sty.Rotation, sty.YAlign = math.Pi/2, draw.YTop
	}
	c.FillText(sty, at, title)
}

// whole returns one panel with the series of all panels.
func (f *Figure) whole() Panel {
	whole := f.Panels[0]
	whole.Series, whole.Absent = nil, nil
	for i := range f.Panels {
		whole.Absent = append(whole.Absent, f.Panels[i].Absent...)
		whole.Series = append(whole.Series, f.Panels[i].Series...)
	}
	return whole
}

// scattered reports whether the values have no order, so that a name on the right would not be near
// what it names.
func (p *Panel) scattered() bool {
	return slices.ContainsFunc(p.Series, func(s Series) bool { return s.Mark == Dots })
}

// lay computes a panel's axes, styles and labels.
func (p *Panel) lay(x, y span) laid {
	styles := p.styles()
	a := &axes{p.Title, x, y, p.told()}
	return laid{panel: p, axes: a, paint: painter{p, styles}, x: p.X.title(x), y: p.Y.title(y), labels: p.named(styles, a)}
}

// styles returns the style of each series.
func (p *Panel) styles() []style {
	measured, theory := 0, 0
	for _, s := range p.Series {
		if s.Mark != Theory && s.Mark != Outside {
			measured++
		}
	}
	styles := make([]style, len(p.Series))
	k := 0
	for i, s := range p.Series {
		if s.Mark == Theory {
			// A line without a name belongs to the one before it.
			if s.Label != "" {
				theory++
			}
			styles[i] = theoryStyle(max(0, theory-1))
			continue
		}
		if s.Mark == Outside {
			// It belongs to no line: grey, and unlike the first ones.
			styles[i] = style{color: theoryStyle(0).color, glyph: diamond{}, open: true}
			continue
		}
		styles[i] = styleOf(k, measured)
		if measured == 1 && s.Of != "" {
			styles[i].color = palette.Quantity(s.Of)
		}
		if s.Mark == Steps || s.Mark == Curve {
			styles[i].dashes = dashes[k%len(dashes)]
		}
		k++
	}
	for i, s := range p.Series {
		if s.Like == 0 {
			continue
		}
		like := styles[s.Like-1]
		if styles[i].color = like.color; s.Mark == Outside {
			styles[i].glyph = like.glyph
		}
	}
	return styles
}
