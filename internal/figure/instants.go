package figure

import (
	"slices"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/csmacd/csmacd/internal/palette"
)

// Instant is a place on the horizontal axis at which something happened. It is drawn as an upright line across the
// panel, with its text above.
type Instant struct {
	X    float64
	Text string // "": a line alone
}

func instantStyle() text.Style {
	sty := Sans(6.5)
	sty.Color = palette.OnPaper(palette.Grey)
	return sty
}

// told reports whether an instant of a panel has a text.
func (p *Panel) told() bool {
	return slices.ContainsFunc(p.Instants, func(i Instant) bool { return i.Text != "" })
}

// instants draws a panel's instants. A text ends before the next line, and is left out where there is no room.
func (d painter) instants(f *field) {
	var shown []Instant
	for _, i := range d.panel.Instants {
		if f.drawable(i.X, 1) && f.ContainsX(f.placeX(i.X)) {
			shown = append(shown, i)
		}
	}
	line := draw.LineStyle{Color: palette.Faint, Width: 0.7, Dashes: []vg.Length{2, 2}}
	sty := instantStyle()
	sty.XAlign, sty.YAlign = draw.XLeft, draw.YBottom
	for k, i := range shown {
		x := f.placeX(i.X)
		top, end := f.Max.Y, f.Max.X+f.margins.right
		if k+1 < len(shown) {
			end = f.placeX(shown[k+1].X) - 3
		}
		if words := fit(i.Text, sty, end-x-2); words != "" {
			top += sty.Height("x")
			f.FillText(sty, vg.Point{X: x + 2, Y: f.Max.Y + 1}, words)
		}
		f.StrokeLine2(line, x, f.Min.Y, x, top)
	}
}

// fit shortens a text that is longer than its room; "": there is no room for three letters of it.
func fit(s string, sty text.Style, room vg.Length) string {
	if sty.Width(s) <= room {
		return s
	}
	for n := len([]rune(s)) - 1; n > 3; n-- {
		if short := Clip(s, n); sty.Width(short) <= room {
			return short
		}
	}
	return ""
}
