package draw

import (
	"cmp"
	"slices"

	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/palette"
	"github.com/csmacd/csmacd/phy"
)

// labelHigh is the least distance of two labels.
const labelHigh vg.Length = 7.6

// labels writes beside each station what happens there, as near to its instant as there is room. A line
// joins a label to its instant.
func (d *drawing) labels() {
	if d.view.Rows != nil {
		return
	}
	for k := range d.view.Lanes {
		if d.posts[k].room <= 0 || d.narrow() {
			d.left += len(facts(d.view, &d.view.Lanes[k]))
			continue
		}
		d.labelsOf(k)
	}
}

func (d *drawing) labelsOf(k int) {
	v, p := d.view, &d.posts[k]
	all := facts(v, &v.Lanes[k])
	order := make([]int, len(all))
	for n := range order {
		order[n] = n
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(all[b].weight, all[a].weight) })
	style := figure.Sans(small)
	style.YAlign = vgdraw.YCenter
	start := p.x + vg.Length(p.side*(d.skip()+barsRoom))
	if p.inside {
		start = p.x + 3*p.side
	}
	if p.from > 0 {
		start = p.from
	}
	places := newSlots(d.box.Max.Y, d.box.Min.Y)
	shown := make([]vg.Length, len(all))
	for _, n := range order {
		y := d.y(float64(all[n].at))
		place, ok := vg.Length(0), d.labelText(&all[n], style, p.room-8) != ""
		if ok {
			place, ok = places.near(y)
		}
		if !ok {
			d.left++
			shown[n] = -1
			continue
		}
		shown[n] = place
	}
	// Labels stand in order of time, in whatever order they found their places.
	var taken []vg.Length
	for _, y := range shown {
		if y >= 0 {
			taken = append(taken, y)
		}
	}
	slices.SortFunc(taken, func(a, b vg.Length) int { return cmp.Compare(b, a) })
	for n, f := range all {
		if shown[n] < 0 {
			continue
		}
		y, at := taken[0], d.y(float64(f.at))
		taken = taken[1:]
		text := d.labelText(&f, style, p.room-8)
		x := start + vg.Length(p.side*7)
		d.lines(vg.Path{{Type: vg.MoveComp, Pos: vg.Point{X: p.x, Y: at}}, {Type: vg.LineComp, Pos: vg.Point{X: start, Y: at}},
			{Type: vg.LineComp, Pos: vg.Point{X: x - p.side*1.5, Y: y}}}, palette.Quiet, 0.35)
		style.XAlign = vgdraw.XLeft
		if p.side < 0 {
			style.XAlign = vgdraw.XRight
		}
		wide, low := style.Width(text)*p.side, y-labelHigh/2+0.4
		d.fill([]vg.Point{{X: x - p.side, Y: low}, {X: x + wide + p.side, Y: low}, {X: x + wide + p.side, Y: low + labelHigh - 0.6}, {X: x - p.side, Y: low + labelHigh - 0.6}}, palette.White)
		d.titled(v.Stations[v.Lanes[k].Station].Name+": "+both(v, f.at)+": "+f.text, func() {
			d.FillText(style, vg.Point{X: x, Y: y}, text)
		})
	}
}

// labelText returns the label of a fact: as much as there is room for, and no word of it cut; "" if there is no room.
func (d *drawing) labelText(f *fact, style vgdraw.TextStyle, room vg.Length) string {
	bits, micros := rounded(f.at, d.view.Bit), rounded(f.at, phy.Microsecond)
	for k, text := range f.shorter() {
		tries := []string{bits + " bt, " + micros + " us: " + text, bits + " bt " + text, bits + " " + text}
		if k > 0 {
			tries = tries[1:]
		}
		for _, s := range tries {
			if style.Width(s) <= room {
				return s
			}
		}
	}
	return ""
}

// fitting returns the first text that fits, or as much of the last as there is room for.
func fitting(fits func(string) bool, texts ...string) string {
	for _, t := range texts {
		if fits(t) {
			return t
		}
	}
	cut := []rune(texts[len(texts)-1])
	for len(cut) > 2 && !fits(string(cut)+".") {
		cut = cut[:len(cut)-1]
	}
	return string(cut) + "."
}

// slots are the heights at which the labels of a column stand.
type slots struct {
	top, bottom vg.Length
	taken       []vg.Length
}

func newSlots(top, bottom vg.Length) *slots { return &slots{top: top, bottom: bottom} }

// near returns the free height that is nearest to a wanted one, within a few labels.
func (s *slots) near(y vg.Length) (vg.Length, bool) {
	for step := range 9 {
		for _, at := range []vg.Length{y - vg.Length(vg.Length(step)*labelHigh/2), y + vg.Length(vg.Length(step)*labelHigh/2)} {
			if at > s.top+2 || at < s.bottom-2 {
				continue
			}
			if !slices.ContainsFunc(s.taken, func(t vg.Length) bool { return max(t-at, at-t) < labelHigh-0.01 }) {
				s.taken = append(s.taken, at)
				return at, true
			}
		}
	}
	return 0, false
}
