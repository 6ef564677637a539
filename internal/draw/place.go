package draw

import (
	"cmp"
	"slices"

	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/palette"
	"github.com/csmacd/csmacd/internal/scene"
)

// Room for the parts of a page, in points.
const (
	axisRoom   vg.Length = 34  // for the numbers of an axis, on each side
	labelRoom  vg.Length = 126 // for labels beside the stations at the ends, if there are only these
	fewerRoom  vg.Length = 86  // the same, if there are other stations
	barsRoom   vg.Length = 2*(barWide+barGap) + 4
	nameRoom   vg.Length = 22
	leastLabel vg.Length = 46
	leastBand  vg.Length = 40 // for the cable
)

// place divides the page: the names above, axes on both sides, and labels beside the outermost stations
// where there is room for them.
func (d *drawing) place(whole vg.Rectangle) {
	d.box = whole
	d.box.Min.X += axisRoom
	d.box.Max.X -= axisRoom
	d.box.Max.Y -= nameRoom
	if d.apart() || d.view.Rows != nil {
		d.placeApart()
		return
	}
	lanes := d.view.Lanes
	leftmost, rightmost := 0.0, 0.0
	for k := range lanes {
		at := d.along(lanes[k].Station)
		if k == 0 {
			leftmost, rightmost = at, at
		}
		leftmost, rightmost = min(leftmost, at), max(rightmost, at)
	}
	room := d.labelRoom()
	if wide := d.box.Max.X - d.box.Min.X; wide-2*(room+barsRoom) < leastBand {
		room = max(0, (wide-leastBand)/2-barsRoom)
	}
	outer := room + barsRoom
	d.box.Min.X += outer
	d.box.Max.X -= outer
	if len(lanes) == 1 {
		rightmost = -1
	}
	d.posts = make([]post, len(lanes))
	taken := map[float64]vg.Length{} // by place: the side that a station there takes
	for k := range lanes {
		at, s := d.along(lanes[k].Station), &d.view.Stations[lanes[k].Station]
		p := post{x: d.share(at), side: 1}
		switch {
		case s.Side == scene.Left || s.Side == scene.Right:
			p.inside = true
			if s.Side == scene.Left {
				p.side = -1
			}
			if room := d.sectionRoom(s.Section); room >= leastLabel && !(s.Repeater && d.crowded()) {
				p.room = room
			}
			d.posts[k] = p
			continue
		case taken[at] != 0: // the bars go on the other side, without labels, which would be in the way
			p.side = -taken[at]
		case d.crowded() && d.view.Sections == nil:
		case at == leftmost:
			p.side, p.room = -1, p.x-barsRoom-whole.Min.X-axisRoom
		case at == rightmost:
			p.from = max(p.x+barsRoom, d.box.Max.X+2)
			p.room = whole.Max.X - axisRoom - p.from
		}
		taken[at] = p.side
		d.posts[k] = p
	}
	if !d.crowded() && d.view.Sections == nil {
		d.inner()
	}
}

// along returns where a station is along the cable or the path, as a share of the width.
func (d *drawing) along(station int) float64 {
	s := &d.view.Stations[station]
	if d.view.Sections == nil {
		return float64(s.Place) / float64(d.view.Length)
	}
	return s.X
}

// sectionRoom returns the room for the labels of a device's port over its section: half of it if there is
// a device at the other end, too.
func (d *drawing) sectionRoom(section int) vg.Length {
	s := &d.view.Sections[section]
	wide := vg.Length(s.To-s.From) * (d.box.Max.X - d.box.Min.X)
	if section > 0 && section < len(d.view.Sections)-1 {
		wide /= 2
	}
	return wide - 8
}

// mostLabelled is the largest number of stations that have labels.
const mostLabelled = 6

// crowded reports whether there are too many stations for labels.
func (d *drawing) crowded() bool { return len(d.view.Lanes) > mostLabelled }

// labelRoom returns the room for labels at each end of the cable.
func (d *drawing) labelRoom() vg.Length {
	switch n := len(d.view.Lanes); {
	case n <= 2:
		return labelRoom
	case d.view.Sections != nil:
		return fewerRoom
	case d.crowded():
		return 0
	}
	return fewerRoom
}

// inner sets the room for the labels of inner stations: up to the next station.
func (d *drawing) inner() {
	order := d.fromLeft()
	for n, k := range order {
		p := &d.posts[k]
		if p.room > 0 || n+1 >= len(order) {
			continue
		}
		if room := d.posts[order[n+1]].x - p.x - barsRoom - 4; room >= leastLabel {
			p.room = room
		}
	}
}

// placeApart puts each station into a column of its own.
func (d *drawing) placeApart() {
	n := vg.Length(max(1, len(d.view.Lanes)))
	wide := (d.box.Max.X - d.box.Min.X) / n
	for k := range d.view.Lanes {
		p := post{x: d.box.Min.X + vg.Length(wide*(vg.Length(k)+0.5)), side: 1}
		own := d.ownWide()
		if room := wide - own - barsRoom - 18; d.view.Rows == nil && !d.crowded() && room >= leastLabel {
			p.x, p.room = d.box.Min.X+vg.Length(wide*vg.Length(k))+own/2+10, room
		}
		d.posts = append(d.posts, p)
	}
}

// ownWide returns the width of a station's band in a column of its own.
func (d *drawing) ownWide() vg.Length {
	wide := (d.box.Max.X - d.box.Min.X) / vg.Length(max(1, len(d.view.Lanes)))
	return max(1.5, min(26, 0.3*wide))
}

// fromLeft returns the posts in order of their places.
func (d *drawing) fromLeft() []int {
	order := make([]int, len(d.posts))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(d.posts[a].x, d.posts[b].x) })
	return order
}

// worldLines draws each station's line through time, and its name and place above.
func (d *drawing) worldLines() {
	v := d.view
	name, at := figure.Sans(8.5), figure.Sans(small)
	at.Color = palette.Quiet
	last := vg.Length(-1e9)
	tone, thick := palette.DiagramInk, vg.Length(0.8)
	if d.crowded() {
		tone, thick = palette.Quiet, 0.3
	}
	order := d.fromLeft()
	for n, k := range order {
		p, s := &d.posts[k], &v.Stations[v.Lanes[k].Station]
		title, place := s.Name, ""
		if v.Sections != nil && v.Rows == nil {
			title += ", on " + v.Sections[s.Section].Name
		} else if !d.apart() && v.Rows == nil {
			title += ", " + both(v, s.Place) + " from the left end of the cable"
			place = rounded(s.Place, v.Bit) + " bt"
		}
		d.titled(title, func() {
			if v.Rows != nil {
				return
			}
			d.lines(vg.Path{{Type: vg.MoveComp, Pos: vg.Point{X: p.x, Y: d.box.Max.Y + 2}}, {Type: vg.LineComp, Pos: vg.Point{X: p.x, Y: d.box.Min.Y}}}, tone, thick)
		})
		if p.inside || n > 0 && d.posts[order[n-1]].x == p.x {
			continue // the device is named, or the station was named together with the one before
		}
		names := s.Name
		for _, other := range order[n+1:] {
			if d.posts[other].x == p.x {
				names += ", " + v.Stations[v.Lanes[other].Station].Name
			}
		}
		wide := max(name.Width(names), at.Width(place))
		if p.x-wide/2 < last {
			continue
		}
		last = p.x + wide/2 + 3
		for _, w := range []struct {
			style *vgdraw.TextStyle
			text  string
			y     vg.Length
		}{{&name, names, 12}, {&at, place, 4}} {
			w.style.XAlign, w.style.YAlign = vgdraw.XCenter, vgdraw.YBottom
			d.FillText(*w.style, vg.Point{X: p.x, Y: d.box.Max.Y + w.y}, w.text)
		}
	}
}
