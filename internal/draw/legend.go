package draw

import (
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/palette"
	"github.com/csmacd/csmacd/internal/scene"
)

// key is an entry of the legend.
type key struct {
	text  string
	paint func(shape []vg.Point)
}

// keys returns the legend for what the page shows.
func (d *drawing) keys() []key {
	tone := func(of string, paint func(shape []vg.Point)) key { return key{palette.Legend[of], paint} }
	if d.view.Rows != nil {
		return []key{
			tone("sent", func(s []vg.Point) { d.fill(s, palette.Sent) }),
			tone("collided", func(s []vg.Point) { d.fill(s, palette.Collided) }),
		}
	}
	look := palette.SignalOf(0)
	all := []key{
		tone("preamble", func(s []vg.Point) { d.fillPart(s, scene.Preamble, look); d.outlined(s, look.Jam) }),
		tone("frame", func(s []vg.Point) { d.fillPart(s, scene.Frame, look); d.outlined(s, look.Jam) }),
		tone("jam", func(s []vg.Point) { d.fillPart(s, scene.Jam, look) }),
		tone("overlap", func(s []vg.Point) { d.meet(s); d.outlined(s, palette.Overlap) }),
	}
	if signals(d.view) {
		all = append(all,
			tone("beacon", func(s []vg.Point) { d.fillPart(s, scene.Beacon, look) }),
			tone("commit", func(s []vg.Point) { d.fillPart(s, scene.Commit, look) }))
	}
	if d.apart() {
		all = append(all, tone("carrier", func(s []vg.Point) { d.fill(s, palette.Carrier); d.outlined(s, palette.Quiet) }))
	}
	if d.bars() {
		for _, k := range []scene.Doing{scene.Defers, scene.GapPart1, scene.GapPart2, scene.Backoff, scene.Waiting} {
			all = append(all, tone(name(k), func(s []vg.Point) { d.fillSpan(s, k) }))
		}
	}
	return all
}

// name returns the key of what a station does in the legend.
func name(k scene.Doing) string {
	text, _ := k.MarshalText() // it always has one
	return string(text)
}

// signals reports whether the view has signals of PLCA.
func signals(v *scene.View) bool {
	return slices.ContainsFunc(v.Transmissions, func(t scene.Transmission) bool { return t.Signal != 0 })
}

// bars reports whether the lanes of the view have anything beside the line.
func (d *drawing) bars() bool {
	for k := range d.view.Lanes {
		if len(d.view.Lanes[k].Spans) > 0 {
			return true
		}
	}
	return false
}

// head draws the title and the legend, and returns where they end.
func (d *drawing) head(c vgdraw.Canvas, title string) vg.Length {
	style := figure.Sans(9.5)
	style.XAlign, style.YAlign = vgdraw.XLeft, vgdraw.YTop
	y := c.Max.Y
	if title != "" {
		d.FillText(style, vg.Point{X: c.Min.X, Y: y}, fitting(func(s string) bool { return style.Width(s) <= c.Max.X-c.Min.X }, title))
		y -= 15
	}
	words := figure.Sans(7)
	words.XAlign, words.YAlign = vgdraw.XLeft, vgdraw.YCenter
	x := c.Min.X
	for _, k := range d.keys() {
		wide := 16 + words.Width(k.text)
		if x > c.Min.X && x+wide > c.Max.X {
			x, y = c.Min.X, y-11
		}
		k.paint([]vg.Point{{X: x, Y: y - 8}, {X: x + 12, Y: y - 8}, {X: x + 12, Y: y - 1}, {X: x, Y: y - 1}})
		d.FillText(words, vg.Point{X: x + 15, Y: y - 4.2}, k.text)
		x += wide + 9
	}
	return y - 14
}

// foot writes the notes below, and returns where they begin.
func (d *drawing) foot(c vgdraw.Canvas, notes []string) vg.Length {
	style := figure.Sans(small)
	style.Color = palette.Quiet
	style.XAlign, style.YAlign = vgdraw.XLeft, vgdraw.YBottom
	y := c.Min.Y
	for k := len(notes) - 1; k >= 0; k-- {
		for _, line := range reversed(wrap(notes[k], func(s string) bool { return style.Width(s) <= c.Max.X-c.Min.X })) {
			d.FillText(style, vg.Point{X: c.Min.X, Y: y}, line)
			y += 8
		}
	}
	return y + 10 // room for a line about what could not be shown
}

// note writes a line of its own above the notes: the first text for which there is room.
func (d *drawing) note(c vgdraw.Canvas, bottom vg.Length, texts ...string) {
	style := figure.Sans(small)
	style.Color = palette.Quiet
	style.XAlign, style.YAlign = vgdraw.XLeft, vgdraw.YBottom
	d.FillText(style, vg.Point{X: c.Min.X, Y: bottom - 10}, fitting(func(s string) bool { return style.Width(s) <= c.Max.X-c.Min.X }, texts...))
}

// wrap breaks a text into lines that fit.
func wrap(text string, fits func(string) bool) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if next := strings.TrimSpace(line + " " + word); line == "" || fits(next) {
			line = next
			continue
		}
		lines = append(lines, line)
		line = word
	}
	return append(lines, line)
}

func reversed(lines []string) []string {
	turned := make([]string, 0, len(lines))
	for k := len(lines) - 1; k >= 0; k-- {
		turned = append(turned, lines[k])
	}
	return turned
}
