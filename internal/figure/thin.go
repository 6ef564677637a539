package figure

import (
	"slices"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// thin removes labels of an axis that would overlap: it keeps every second, third and so on. With last, the
// last label always stays, since it stands for something of its own.
func thin(ticks []Tick, sty text.Style, at func(float64) vg.Length, last bool) []Tick {
	const gap = 3
	overlap := func(a, b Tick) bool {
		return a.Label != "" && b.Label != "" && at(b.At)-at(a.At) < (sty.Width(a.Label)+sty.Width(b.Label))/2+gap
	}
	own := len(ticks)
	if last {
		own--
	}
	kept := append([]Tick(nil), ticks...)
	for every := 1; every <= own; every += 1 + every/64 {
		fits := true
		before := -1
		for i := range own {
			kept[i] = ticks[i]
			if i%every != 0 {
				kept[i].Label = ""
				continue
			}
			fits = fits && (before < 0 || !overlap(kept[before], kept[i]))
			if kept[i].Label != "" {
				before = i
			}
		}
		if fits {
			break
		}
	}
	for i := own - 1; last && i >= 0 && (kept[i].Label == "" || overlap(kept[i], ticks[own])); i-- {
		kept[i].Label = ""
	}
	return kept
}

// thinX removes labels of a panel's horizontal axis that would overlap at its width.
func (l *laid) thinX(f field) {
	last := slices.ContainsFunc(l.panel.Series, func(s Series) bool { return s.Mark == Rest })
	l.axes.x.ticks = thin(l.axes.x.ticks, tickStyle(), f.placeX, last)
}
