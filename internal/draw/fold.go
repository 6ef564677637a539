package draw

import (
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/palette"
	"github.com/csmacd/csmacd/internal/scene"
	"github.com/csmacd/csmacd/phy"
)

// fold is a stretch of idle time that a picture shows shorter than it is.
type fold struct{ from, until phy.Time }

// foldShare is the share of the height that a fold takes; a stretch is folded if it takes leastFolded of the window.
const (
	foldShare   = 0.04
	leastFolded = 0.12
)

// foldsOf returns the stretches of a view in which nothing is on the medium, after the gap that follows a signal.
func foldsOf(v *scene.View) (all []fold) {
	if v.Rows != nil || len(v.Transmissions) == 0 {
		return nil
	}
	reach := max(v.Delay, v.Length)
	for k := range v.Sections {
		reach = max(reach, v.Sections[k].Length)
	}
	lead, tail := 64*v.Bit, 160*v.Bit+reach
	quiet := v.From
	add := func(until phy.Time) {
		if float64(until-quiet) > leastFolded*float64(v.To-v.From) && until-quiet > 4*lead {
			all = append(all, fold{quiet, until})
		}
	}
	for k := range v.Transmissions {
		t := &v.Transmissions[k]
		add(min(t.Start-lead, v.To))
		end := t.End
		if end == scene.None {
			end = v.Until
		}
		quiet = max(quiet, end+tail)
	}
	add(min(v.To, v.Until))
	return all
}

// unfolded returns the time of the window that is not folded.
func (d *drawing) unfolded() phy.Time { return unfolded(d.view, d.folds) }

func unfolded(v *scene.View, folds []fold) phy.Time {
	long := v.To - v.From
	for _, f := range folds {
		long -= f.until - f.from
	}
	return long
}

// down returns how far down the window an instant is: 0 at its beginning, 1 at its end.
func (d *drawing) down(ps float64) float64 {
	v := d.view
	if len(d.folds) == 0 {
		return (ps - float64(v.From)) / float64(v.To-v.From)
	}
	open := 1 - float64(foldShare*float64(len(d.folds)))
	time, folded := ps-float64(v.From), 0.0
	for _, f := range d.folds {
		if inside := min(ps, float64(f.until)) - float64(f.from); inside > 0 {
			time -= inside
			folded += float64(foldShare * (inside / float64(f.until-f.from)))
		}
	}
	return float64(time/float64(d.unfolded())*open) + folded
}

// hidden reports whether an instant is within a fold.
func (d *drawing) hidden(at phy.Time) bool {
	for _, f := range d.folds {
		if at > f.from && at < f.until {
			return true
		}
	}
	return false
}

// breaks marks the folds, and says how much time each stands for.
func (d *drawing) breaks() {
	style := figure.Sans(small)
	style.Color = palette.Quiet
	style.XAlign, style.YAlign = vgdraw.XCenter, vgdraw.YCenter
	left, right := d.box.Min.X-2, d.box.Max.X+2
	for _, f := range d.folds {
		top, low := d.y(float64(f.from))-2, d.y(float64(f.until))+2
		d.fill([]vg.Point{{X: left, Y: top}, {X: right, Y: top}, {X: right, Y: low}, {X: left, Y: low}}, palette.White)
		for _, y := range []vg.Length{top, low} {
			var wave vg.Path
			for k, x := 0, left; x <= right; k, x = k+1, x+3 {
				p := vg.Point{X: x, Y: y + vg.Length(vg.Length(k%2)*1.4)}
				if k == 0 {
					wave.Move(p)
				} else {
					wave.Line(p)
				}
			}
			d.lines(wave, palette.Quiet, 0.5)
		}
		d.FillText(style, vg.Point{X: (left + right) / 2, Y: (top + low) / 2}, rounded(f.until-f.from, d.view.Bit)+" bit times idle")
	}
}
