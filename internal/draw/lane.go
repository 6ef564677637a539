package draw

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot/vg"

	"github.com/csmacd/csmacd/internal/palette"
	"github.com/csmacd/csmacd/internal/scene"
)

// lanes draws two bars beside each station: what it hears of the medium (deference and the parts of the
// gap), and what its frame waits for (backoff).
func (d *drawing) lanes() {
	if d.narrow() {
		return
	}
	for k := range d.view.Lanes {
		l, p := &d.view.Lanes[k], &d.posts[k]
		for _, s := range l.Spans {
			d.bar(l, p, s)
		}
	}
}

// narrow reports whether there is no room for bars between the stations.
func (d *drawing) narrow() bool {
	n := len(d.posts)
	return d.view.Rows != nil || d.view.Sections == nil && n > 2 && (d.box.Max.X-d.box.Min.X)/vg.Length(n-1) < barsRoom+1.5
}

func (d *drawing) bar(l *scene.Lane, p *post, s scene.Span) {
	v := d.view
	until := s.Until
	if until == scene.None {
		until = v.Until
	}
	from, until := max(s.From, v.From), min(until, v.To)
	if until <= from {
		return
	}
	column := vg.Length(0)
	if s.Kind == scene.Backoff || s.Kind == scene.Waiting || s.Kind == scene.OwnGap {
		column = 1
	}
	side := p.side
	if p.inside {
		side = -side
	}
	x := p.x + vg.Length(side*(d.skip()+1.5+vg.Length(column*(barWide+barGap))))
	shape := []vg.Point{{X: x, Y: d.y(float64(from))}, {X: x + vg.Length(side*barWide), Y: d.y(float64(from))},
		{X: x + vg.Length(side*barWide), Y: d.y(float64(until))}, {X: x, Y: d.y(float64(until))}}
	if shape[0].Y-shape[2].Y < unseen {
		return
	}
	d.titled(d.aboutSpan(l, s), func() { d.fillSpan(shape, s.Kind) })
}

// skip returns the room between a station's line and its bars: the width of its band, in a column of its own.
func (d *drawing) skip() vg.Length {
	if d.apart() {
		return d.ownWide() / 2
	}
	return 0
}

// fillSpan fills a bar: a gap with its pattern, anything else with its tone.
func (d *drawing) fillSpan(shape []vg.Point, kind scene.Doing) {
	switch kind {
	case scene.Defers:
		d.fill(shape, palette.Deferring)
	case scene.GapPart1, scene.OwnGap:
		d.fill(shape, palette.White)
		d.lines(hatch(1.3, 1, shape), palette.Gap, 0.5)
		d.lines(outline(shape), palette.Gap, 0.4)
	case scene.GapPart2:
		d.fill(shape, palette.Gap)
	case scene.Backoff:
		d.fill(shape, palette.Backoff)
	case scene.Waiting:
		d.fill(shape, palette.White)
		d.lines(outline(shape), palette.Backoff, 0.4)
	}
}

func (d *drawing) aboutSpan(l *scene.Lane, s scene.Span) string {
	v := d.view
	text := fmt.Sprintf("%s %s: %s", v.Stations[l.Station].Name, s.Kind, both(v, s.From))
	if s.Until != scene.None {
		text += " to " + both(v, s.Until)
	}
	switch {
	case s.Kind == scene.Backoff:
		text += fmt.Sprintf("; after collision %d of frame %d it %s", s.Attempt, s.Frame, drawn(s))
	case s.Kind == scene.Waiting:
		text += fmt.Sprintf("; frame %d, attempt %d", s.Frame, s.Attempt)
	case s.Blind:
		text += "; blind to carrier, since the station itself sent"
	case s.Cut:
		text += "; carrier restarts it"
	}
	return text
}

// ownBands draws the transmissions of stations that have no places on a cable: each in the column of its
// station, and beside it the other signals that the station hears.
func (d *drawing) ownBands() {
	v := d.view
	column := map[int32]int{}
	for k := range v.Lanes {
		column[int32(v.Lanes[k].Station)] = k
	}
	wide := d.ownWide()
	box := func(x, wide vg.Length, from, until float64) []vg.Point {
		return d.visible([]vg.Point{{X: x - wide/2, Y: d.y(from)}, {X: x + wide/2, Y: d.y(from)},
			{X: x + wide/2, Y: d.y(until)}, {X: x - wide/2, Y: d.y(until)}})
	}
	for k := range v.Lanes {
		for _, c := range v.Lanes[k].Carrier {
			until := c.Fall
			if until == scene.None {
				until = v.Until
			}
			d.titled(fmt.Sprintf("%s hears carrier: %s to %s", v.Stations[v.Lanes[k].Station].Name, both(v, c.Rise), both(v, until)), func() {
				shape := box(d.posts[k].x, wide, float64(c.Rise), float64(until))
				d.fill(shape, palette.Carrier)
				d.outlined(shape, palette.Quiet)
			})
		}
	}
	for n := range v.Transmissions {
		t := &v.Transmissions[n]
		k, ok := column[t.Station]
		if !ok {
			continue
		}
		for _, s := range t.Parts(v.Until) {
			shape := box(d.posts[k].x, wide*0.62, float64(s.From), float64(s.Until))
			d.titled(d.about(t, s), func() {
				if s.Part == scene.Jam {
					d.fill(shape, palette.White)
				}
				if look := d.look(t); len(shape) > 2 {
					d.fillPart(shape, s.Part, look)
					d.outlined(shape, look.Jam)
				}
			})
		}
	}
	for k := range v.Lanes {
		for _, o := range v.Lanes[k].Overlaid {
			until := o.Until
			if until == scene.None {
				until = v.Until
			}
			d.titled(fmt.Sprintf("signals overlap at %s: %s to %s", v.Stations[v.Lanes[k].Station].Name, both(v, o.From), both(v, until)), func() {
				shape := box(d.posts[k].x, wide, float64(o.From), float64(until))
				d.meet(shape)
				d.outlined(shape, palette.Overlap)
			})
		}
	}
}

func (d *drawing) outlined(shape []vg.Point, c color.RGBA) {
	if len(shape) > 2 {
		d.lines(outline(shape), c, 0.35)
	}
}
