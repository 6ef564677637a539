package draw

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/palette"
	"github.com/csmacd/csmacd/internal/scene"
)

// turns names each frame that gets through, and its turn on a bus with PLCA, where the sender has no labels: beside the
// sender's line, or beside the cable, or over what else is there.
func (d *drawing) turns() {
	if d.view.Rows != nil {
		return
	}
	style := figure.Sans(small)
	style.XAlign, style.YAlign = vgdraw.XLeft, vgdraw.YTop
	order := d.fromLeft()
	for n := range d.view.Transmissions {
		t := &d.view.Transmissions[n]
		at := slices.IndexFunc(order, func(k int) bool { return d.view.Lanes[k].Station == int(t.Station) })
		if t.Signal != 0 || t.Outcome != scene.Sent || t.Collision != scene.None || at < 0 || d.posts[order[at]].room > 0 && !d.narrow() {
			continue
		}
		end := d.view.Until
		if t.End != scene.None {
			end = t.End
		}
		y := min(d.y(float64(t.Start)), d.box.Max.Y)
		if y-max(d.y(float64(end)), d.box.Min.Y) < labelHigh {
			continue
		}
		text := fmt.Sprintf("%s, frame %d", d.view.Stations[t.Station].Name, t.Frame)
		if t.Turn != "" {
			text += ", " + t.Turn
		}
		wide := style.Width(text)
		x, ok := d.turnPlace(order, at, wide)
		if !ok {
			x = min(d.posts[order[at]].x+3, d.box.Max.X-wide-1)
			d.fill([]vg.Point{{X: x - 1, Y: y - 0.5}, {X: x + wide + 1, Y: y - 0.5}, {X: x + wide + 1, Y: y - labelHigh}, {X: x - 1, Y: y - labelHigh}}, palette.White)
		}
		d.FillText(style, vg.Point{X: x, Y: y - 1}, text)
	}
}

// turnPlace returns where the turn of a station's frame is written.
func (d *drawing) turnPlace(order []int, at int, wide vg.Length) (x vg.Length, ok bool) {
	bars := barsRoom
	if d.narrow() {
		bars = 0
	}
	p := &d.posts[order[at]]
	x = p.x + d.skip() + 2
	if p.side > 0 {
		x += bars
	}
	edge := d.Max.X - 8 - axisRoom // the numbers of the axis
	end := edge
	for _, k := range order[at+1:] {
		if other := &d.posts[k]; other.x > p.x {
			if end = other.x - d.skip() - 2; other.side < 0 {
				end -= bars
			}
			break
		}
	}
	if end-x >= wide {
		return x, true
	}
	if at > 0 && p.side > 0 { // on the left
		before := &d.posts[order[at-1]]
		begin := before.x + d.skip() + 2
		if before.side > 0 {
			begin += bars
		}
		if x = p.x - d.skip() - 2 - wide; x >= begin {
			return x, true
		}
	}
	last := &d.posts[order[len(order)-1]]
	if x = d.box.Max.X + 2; last.side > 0 {
		x = max(x, last.x+d.skip()+bars)
	}
	return x, edge-x >= wide
}
