package draw

import (
	"github.com/dustin/go-humanize"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/palette"
	"github.com/csmacd/csmacd/phy"
)

// axes draws the axes of time: bit times on the left, with lines across, and seconds on the right.
func (d *drawing) axes() {
	v := d.view
	style := figure.Sans(small)
	style.Color = palette.Quiet
	high := d.box.Max.Y - d.box.Min.Y
	left, right := d.Min.X+8, d.Max.X-8
	step := nice(d.unfolded(), v.Bit, int(high/26))
	for at := (v.From + step - 1) / step * step; at < v.To; at += step {
		if d.hidden(at) {
			continue
		}
		y := d.y(float64(at))
		d.lines(vg.Path{{Type: vg.MoveComp, Pos: vg.Point{X: left + axisRoom - 4, Y: y}}, {Type: vg.LineComp, Pos: vg.Point{X: right - axisRoom + 4, Y: y}}}, palette.Grid, 0.3)
		style.XAlign, style.YAlign = vgdraw.XRight, vgdraw.YCenter
		d.FillText(style, vg.Point{X: left + axisRoom - 6, Y: y}, Count(at, v.Bit))
	}
	unit, name := clock(v.To - v.From)
	step = nice(d.unfolded(), unit, int(high/26))
	for at := (v.From + step - 1) / step * step; at < v.To; at += step {
		if d.hidden(at) {
			continue
		}
		style.XAlign, style.YAlign = vgdraw.XLeft, vgdraw.YCenter
		d.FillText(style, vg.Point{X: right - axisRoom + 6, Y: d.y(float64(at))}, Count(at, unit))
	}
	style.YAlign = vgdraw.YBottom
	style.XAlign = vgdraw.XRight
	d.FillText(style, vg.Point{X: left + axisRoom - 6, Y: d.box.Max.Y + 4}, "bit times")
	style.XAlign = vgdraw.XLeft
	d.FillText(style, vg.Point{X: right - axisRoom + 6, Y: d.box.Max.Y + 4}, name)
}

// nice returns a step of 1, 2 or 5 times a power of ten of units, at least a picosecond, such that a length
// of time has at most the given number of steps.
func nice(long, unit phy.Time, most int) phy.Time {
	for step := unit; step > 0; step /= 10 {
		if long/max(1, step) >= phy.Time(max(1, most)) || step < 10 {
			unit = max(1, step)
			break
		}
	}
	for step := unit; ; step *= 10 {
		for _, k := range []phy.Time{1, 2, 5} {
			if long/(k*step) <= phy.Time(max(1, most)) || step > phy.MaxTime {
				return k * step
			}
		}
	}
}

// clock returns a suitable unit for a length of time.
func clock(long phy.Time) (phy.Time, string) {
	switch {
	case long > 2*phy.Second:
		return phy.Second, "s"
	case long > 5*phy.Millisecond:
		return phy.Millisecond, "ms"
	}
	return phy.Microsecond, "us"
}

// Count formats a time as an exact number of units, with commas.
func Count(t, unit phy.Time) string {
	whole := humanize.Comma(int64(t / unit))
	if rest := t % unit; rest != 0 {
		return whole + phy.Decimal(rest, unit)[1:]
	}
	return whole
}
