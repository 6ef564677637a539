package draw

import (
	"fmt"
	"image/color"
	"strings"

	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"github.com/csmacd/csmacd/internal/palette"
	"github.com/csmacd/csmacd/internal/scene"
	"github.com/csmacd/csmacd/phy"
)

// bands draws the transmissions of a cable. Each travels both ways from its station. The
// overlaps are drawn over them, and the jam over the overlaps, so that none hides another.
func (d *drawing) bands() {
	v := d.view
	for _, wanted := range []scene.Part{scene.Commit, scene.Preamble, scene.Frame, scene.Beacon} {
		d.parts(wanted)
	}
	d.overlaps()
	d.parts(scene.Jam)
	for k := range v.Transmissions {
		t := &v.Transmissions[k]
		look := d.look(t)
		d.edge(t, t.Start, look.Jam)
		if t.End != scene.None {
			d.edge(t, t.End, look.Jam)
		}
	}
}

// parts draws one part of all transmissions.
func (d *drawing) parts(wanted scene.Part) {
	v := d.view
	for k := range v.Transmissions {
		t := &v.Transmissions[k]
		for _, s := range t.Parts(v.Until) {
			if s.Part != wanted {
				continue
			}
			if shape := d.visible(d.chevron(t.Station, s.From, s.Until)); len(shape) > 2 {
				d.titled(d.about(t, s), func() { d.fillPart(shape, s.Part, d.look(t)) })
			}
		}
	}
}

// visible returns the part of a shape that lies in the window and is known.
func (d *drawing) visible(shape []vg.Point) []vg.Point {
	low := d.y(float64(min(d.view.To, max(d.view.From, d.view.Until))))
	return clip(shape, low, d.box.Max.Y)
}

// chevron returns the part of cable and time that a signal from a station covers.
func (d *drawing) chevron(station int32, from, until phy.Time) []vg.Point {
	s := &d.view.Stations[station]
	place, right := s.Place, trackOf(d.view, s.Section).length
	at := func(x, t phy.Time) vg.Point {
		return vg.Point{X: d.x(s.Section, float64(x)), Y: d.y(float64(t + max(x-place, place-x)))}
	}
	if place < 0 || place > right { // it comes from beyond the path
		return []vg.Point{at(0, from), at(right, from), at(right, until), at(0, until)}
	}
	shape := []vg.Point{at(place, from), at(right, from), at(right, until), at(place, until)}
	if place > 0 {
		shape = append(shape, at(0, until), at(0, from))
	}
	return shape
}

// look returns the colours of a transmission: those of its station, or of the station whose frame it is.
func (d *drawing) look(t *scene.Transmission) *palette.Signal {
	if d.view.Sections != nil {
		return palette.SignalOf(int(t.Origin))
	}
	return palette.SignalOf(int(t.Station))
}

// fillPart fills a shape as a part of a transmission.
func (d *drawing) fillPart(shape []vg.Point, part scene.Part, look *palette.Signal) {
	switch part {
	case scene.Preamble:
		d.fill(shape, look.Preamble)
	case scene.Frame:
		d.fill(shape, look.Frame)
	case scene.Beacon:
		d.fill(shape, look.Jam)
	case scene.Commit:
		d.lines(hatch(jamStep, -1, shape), look.Frame, 0.6)
		d.lines(vg.Path(outline(shape)), look.Frame, 0.4)
	case scene.Jam:
		d.lines(hatch(jamStep, 1, shape), look.Jam, 1.05)
		d.lines(vg.Path(outline(shape)), look.Jam, 0.4)
	}
}

// mostOverlaps is the largest number of overlaps that each have an outline and a title.
const mostOverlaps = 100

// overlaps marks where transmissions overlap.
func (d *drawing) overlaps() {
	v := d.view
	shapes := make([][]vg.Point, 0, len(v.Overlaps))
	for _, o := range v.Overlaps {
		shape := make([]vg.Point, len(o.Corners))
		for k, p := range o.Corners {
			section := v.Stations[v.Transmissions[o.A].Station].Section
			shape[k] = vg.Point{X: d.x(section, float64(p.Place)/2), Y: d.y(float64(p.At) / 2)}
		}
		shapes = append(shapes, d.visible(shape))
	}
	d.meet(shapes...)
	if len(shapes) > mostOverlaps {
		return
	}
	for k, o := range v.Overlaps {
		if len(shapes[k]) < 3 {
			continue
		}
		a, b := &v.Transmissions[o.A], &v.Transmissions[o.B]
		d.titled(fmt.Sprintf("the signals of %s and %s overlap here, from %s", v.Stations[a.Station].Name, v.Stations[b.Station].Name, d.earliest(&o)), func() {
			if d.svg {
				d.fill(shapes[k], color.RGBA{}) // an area for the pointer
			}
			d.lines(outline(shapes[k]), palette.Overlap, 0.5)
		})
	}
}

// meet marks shapes in which signals overlap.
func (d *drawing) meet(shapes ...[]vg.Point) {
	d.lines(hatch(crossStep, 1, shapes...), palette.Overlap, 0.45)
	d.lines(hatch(crossStep, -1, shapes...), palette.Overlap, 0.45)
}

// edge draws an end of a transmission as it travels.
func (d *drawing) edge(t *scene.Transmission, at phy.Time, c color.RGBA) {
	s := &d.view.Stations[t.Station]
	place, right := s.Place, trackOf(d.view, s.Section).length
	near := max(0, min(place, right)) // else it comes from beyond the path
	for _, far := range []phy.Time{0, right} {
		if far == near {
			continue
		}
		a := vg.Point{X: d.x(s.Section, float64(near)), Y: d.y(float64(at + max(near-place, place-near)))}
		b := vg.Point{X: d.x(s.Section, float64(far)), Y: d.y(float64(at + max(far-place, place-far)))}
		if line := clip([]vg.Point{a, b}, d.box.Min.Y, d.box.Max.Y); len(line) > 1 {
			d.lines(vg.Path{{Type: vg.MoveComp, Pos: line[0]}, {Type: vg.LineComp, Pos: line[1]}}, c, 0.5)
		}
	}
}

func (d *drawing) fill(shape []vg.Point, c color.RGBA) {
	if len(shape) < 3 {
		return
	}
	d.SetColor(c)
	d.Fill(outline(shape))
}

func (d *drawing) lines(p vg.Path, c color.RGBA, wide vg.Length) {
	if len(p) == 0 {
		return
	}
	d.SetLineStyle(vgdraw.LineStyle{Color: c, Width: wide})
	d.Stroke(p)
}

// sender names the sender of a transmission, and the station whose frame a port passes on.
func (d *drawing) sender(t *scene.Transmission) string {
	if t.Of != "" {
		return d.view.Stations[t.Station].Name + ", which passes on " + t.Of
	}
	return d.view.Stations[t.Station].Name
}

// earliest says where and when an overlap begins.
func (d *drawing) earliest(o *scene.Overlap) string {
	first := o.Corners[0]
	for _, p := range o.Corners {
		if p.At < first.At {
			first = p
		}
	}
	end := "the left end"
	if d.view.Sections != nil {
		end += " of " + d.view.Sections[d.view.Stations[d.view.Transmissions[o.A].Station].Section].Name
	}
	return fmt.Sprintf("%s on, %s bit times from %s", both(d.view, phy.Time(first.At/2)), bits(d.view, phy.Time(first.Place/2)), end)
}

// about describes a part of a transmission.
func (d *drawing) about(t *scene.Transmission, s scene.Stretch) string {
	v := d.view
	var b strings.Builder
	b.WriteString(d.sender(t))
	if t.Frame > 0 {
		fmt.Fprintf(&b, ", frame %d", t.Frame)
	}
	if t.Attempt > 0 {
		fmt.Fprintf(&b, ", attempt %d", t.Attempt)
	}
	if t.Turn != "" {
		b.WriteString(", " + t.Turn)
	}
	fmt.Fprintf(&b, ", %s: ", s.Part)
	if end := s.Until; t.End == scene.None && end >= v.Until {
		fmt.Fprintf(&b, "from %s on", both(v, s.From))
	} else {
		fmt.Fprintf(&b, "%s to %s bt (%s to %s us) at its station", bits(v, s.From), bits(v, end), micros(s.From), micros(end))
	}
	fmt.Fprintf(&b, "; began at %s", both(v, t.Start))
	if t.Collision != scene.None {
		fmt.Fprintf(&b, "; collision detected at %s", both(v, t.Collision))
		if t.Late {
			b.WriteString(", late")
		}
	}
	fmt.Fprintf(&b, "; %s", t.Outcome)
	return b.String()
}
