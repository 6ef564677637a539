package draw

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode"

	vgdraw "gonum.org/v1/plot/vg/draw"

	"gonum.org/v1/plot/vg"

	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/palette"
	"github.com/csmacd/csmacd/internal/scene"
	"github.com/csmacd/csmacd/phy"
)

// Picture is the size and the texts of a picture of a view.
type Picture struct {
	Title  string
	Notes  []string // texts below the picture
	Width  float64  // mm; 0: 180
	Height float64  // mm; 0: 220

	// Play is how long an SVG file takes to show what happens, again and again; 0: it stands still.
	Play time.Duration
}

// The sides of a picture, in millimetres.
const (
	defaultWidth  = 180
	defaultHeight = 220
	leastSide     = 60
	greatestSide  = 2000
)

// Limits returns the least and the greatest width or height of a diagram in a format, and their unit.
func Limits(format, side string) (least, most float64, unit string) {
	switch {
	case format != "txt":
		return leastSide, greatestSide, "mm"
	case side == "width":
		return leastColumns, mostColumns, "columns"
	default:
		return 1, mostRows, "rows"
	}
}

// Write draws a view in one of the formats that package plot writes.
func (p Picture) Write(w io.Writer, format string, v *scene.View) error {
	if p.Width == 0 {
		p.Width = defaultWidth
	}
	if p.Height == 0 {
		p.Height = defaultHeight
	}
	for _, side := range []float64{p.Width, p.Height} {
		if !(side >= leastSide && side <= greatestSide) {
			return fmt.Errorf("a side of %gmm is outside the range of %dmm to %dmm", side, leastSide, greatestSide)
		}
	}
	if p.Play != 0 {
		if err := Playable(p.Play, format); err != nil {
			return err
		}
	}
	var b bytes.Buffer
	d := &drawing{view: clean(v), svg: format == "svg", folds: foldsOf(v)}
	err := figure.Page(&b, format, p.Width, p.Height, func(c vgdraw.Canvas) {
		d.Canvas = c
		d.page(p)
	})
	if err != nil {
		return err
	}
	whole := b.Bytes()
	if format == "svg" {
		whole = withTitles(whole)
	}
	if p.Play > 0 {
		whole = played(whole, d.box, vg.Length(p.Width)*vg.Millimeter, vg.Length(p.Height)*vg.Millimeter, p.Play)
	}
	_, err = w.Write(whole)
	return err
}

// clean returns a view in whose names every character can be shown.
func clean(v *scene.View) *scene.View {
	shown := *v
	shown.Stations = slices.Clone(v.Stations)
	for i := range shown.Stations {
		shown.Stations[i].Name = shownText(shown.Stations[i].Name)
	}
	shown.Sections, shown.Devices = slices.Clone(v.Sections), slices.Clone(v.Devices)
	for k := range shown.Sections {
		shown.Sections[k].Name = shownText(shown.Sections[k].Name)
	}
	for k := range shown.Devices {
		shown.Devices[k].Name = shownText(shown.Devices[k].Name)
	}
	shown.Transmissions = slices.Clone(v.Transmissions)
	for i := range shown.Transmissions {
		shown.Transmissions[i].Of = shownText(shown.Transmissions[i].Of)
	}
	return &shown
}

// shownText removes from a text from elsewhere the characters that cannot be shown, or that would move the
// cursor of a terminal.
func shownText(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == unicode.ReplacementChar {
			return '?'
		}
		return r
	}, s)
}

// drawing is a picture that is being drawn.
type drawing struct {
	vgdraw.Canvas
	view  *scene.View
	svg   bool
	folds []fold
	box   vg.Rectangle // the area of the diagram itself
	posts []post       // the lanes' stations, in the order of the view's lanes
	left  int          // labels for which there was no room
}

// post is a station's world line.
type post struct {
	x    vg.Length
	side vg.Length // whether its bars and labels stand on the left (-1) or on the right (1)
	room vg.Length // for labels beyond the bars; 0: none
	from vg.Length // where labels begin; 0: behind the bars

	inside bool // its bars stand on the other side, in the device whose port it is
}

// page draws everything.
func (d *drawing) page(p Picture) {
	d.SetColor(palette.White)
	d.Fill(d.Rectangle.Path())
	c := vgdraw.Crop(d.Canvas, 8, -8, 6, -6)
	y := d.head(c, shownText(p.Title))
	bottom := d.foot(c, p.Notes)
	d.place(vg.Rectangle{Min: vg.Point{X: c.Min.X, Y: bottom}, Max: vg.Point{X: c.Max.X, Y: y}})
	d.axes()
	d.devices()
	switch {
	case d.view.Rows != nil:
		d.rows()
	case d.apart():
		d.ownBands()
	default:
		d.bands()
	}
	d.worldLines()
	d.lanes()
	d.breaks()
	d.turns()
	d.labels()
	switch {
	case d.left > 0 && d.crowded():
		d.note(c, bottom, fmt.Sprintf("labels are shown for at most %d stations: choose some with --stations A,B; an SVG file shows all instants under the pointer", mostLabelled),
			fmt.Sprintf("labels: at most %d stations (--stations A,B)", mostLabelled))
	case d.left > 0:
		d.note(c, bottom, fmt.Sprintf("labels without room: %d; an SVG file shows them under the pointer, and a shorter window has more room", d.left),
			fmt.Sprintf("labels without room: %d", d.left))
	}
}

// apart reports whether the stations have no places along a cable.
func (d *drawing) apart() bool { return d.view.Star || d.view.Length == 0 }

// y returns the height of an instant on the page.
func (d *drawing) y(ps float64) vg.Length {
	return d.box.Max.Y - vg.Length(d.down(ps)*float64(d.box.Max.Y-d.box.Min.Y)) // rounded: not fused
}

// x returns where a place on a cable, or on a section of a path, is on the page.
func (d *drawing) x(section int, ps float64) vg.Length {
	t := trackOf(d.view, section)
	return d.share(t.from + float64((t.to-t.from)*(ps/float64(t.length))))
}

// share returns where a share of the width is on the page.
func (d *drawing) share(x float64) vg.Length {
	return d.box.Min.X + vg.Length(x*float64(d.box.Max.X-d.box.Min.X))
}

// track is a cable, or a section of a path: its length as a delay, and its share of the width.
type track struct {
	length   phy.Time
	from, to float64
}

func trackOf(v *scene.View, section int) track {
	if v.Sections == nil {
		return track{v.Length, 0, 1}
	}
	s := &v.Sections[section]
	return track{max(s.Length, 1), s.From, s.To}
}
