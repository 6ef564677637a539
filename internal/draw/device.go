package draw

import (
	"cmp"
	"fmt"

	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/palette"
	"github.com/csmacd/csmacd/internal/scene"
)

// devices draws the devices of a path, and what passes through them: in a repeater the signal itself, later
// by its delay; in a bridge the time from the end of a frame until it is sent on.
func (d *drawing) devices() {
	v := d.view
	if v.Sections == nil || v.Rows != nil {
		return
	}
	name := figure.Sans(8.5)
	name.XAlign, name.YAlign = vgdraw.XCenter, vgdraw.YBottom
	for k := range v.Devices {
		left, right := d.share(v.Devices[k].From), d.share(v.Devices[k].To)
		d.fill([]vg.Point{{X: left, Y: d.box.Max.Y + 2}, {X: right, Y: d.box.Max.Y + 2}, {X: right, Y: d.box.Min.Y}, {X: left, Y: d.box.Min.Y}}, palette.Carrier)
		d.FillText(name, vg.Point{X: (left + right) / 2, Y: d.box.Max.Y + 12}, fitting(func(s string) bool { return name.Width(s) <= right-left+30 }, v.Devices[k].Name))
	}
	for _, c := range v.Crossings {
		d.crossing(&c)
	}
}

// crossing draws a frame on its way through a device.
func (d *drawing) crossing(c *scene.Crossing) {
	v := d.view
	in, out := d.share(v.Devices[c.Device].From), d.share(v.Devices[c.Device].To)
	t := &v.Transmissions[c.Out]
	if v.Stations[t.Station].Side == scene.Left {
		in, out = out, in
	}
	look := d.look(t)
	if v.Devices[c.Device].Bridge {
		if c.Fall == scene.None {
			return
		}
		a, b := vg.Point{X: in, Y: d.y(float64(c.Fall))}, vg.Point{X: out, Y: d.y(float64(t.Start))}
		if line := clip([]vg.Point{a, b}, d.box.Min.Y, d.box.Max.Y); len(line) > 1 {
			d.titled(fmt.Sprintf("%s has frame %d of %s at %s and begins to send it on %s bt later", v.Devices[c.Device].Name, t.Frame, origin(v, t), both(v, c.Fall), bits(v, t.Start-c.Fall)), func() {
				d.lines(vg.Path{{Type: vg.MoveComp, Pos: line[0]}, {Type: vg.LineComp, Pos: line[1]}}, look.Jam, 0.9)
			})
		}
		return
	}
	fall, end := c.Fall, t.End
	if fall == scene.None {
		fall = v.Until
	}
	if end == scene.None {
		end = v.Until
	}
	if t.Jam != scene.None { // from there on it sends nothing that it received
		end = t.Jam
		fall = min(fall, max(c.Rise, end-(t.Start-c.Rise)))
	}
	shape := d.visible([]vg.Point{{X: in, Y: d.y(float64(c.Rise))}, {X: out, Y: d.y(float64(t.Start))}, {X: out, Y: d.y(float64(end))}, {X: in, Y: d.y(float64(fall))}})
	if len(shape) < 3 {
		return
	}
	d.titled(fmt.Sprintf("%s repeats frame %d of %s, %s bt after its first bit arrives", v.Devices[c.Device].Name, t.Frame, origin(v, t), bits(v, t.Start-c.Rise)), func() {
		d.fill(shape, look.Preamble)
		d.outlined(shape, look.Frame)
	})
}

// origin names the station whose frame a transmission carries.
func origin(v *scene.View, t *scene.Transmission) string {
	return cmp.Or(t.Of, v.Stations[t.Station].Name)
}
