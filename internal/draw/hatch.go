package draw

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
)

// clip cuts a polygon to the part between two heights. If that is in several pieces, an edge without area
// joins them along the cut.
func clip(shape []vg.Point, low, high vg.Length) []vg.Point {
	shape = half(shape, func(p vg.Point) vg.Length { return p.Y - low })
	return half(shape, func(p vg.Point) vg.Length { return high - p.Y })
}

// half keeps the part of a polygon whose distance from a line is not negative.
func half(shape []vg.Point, distance func(vg.Point) vg.Length) (kept []vg.Point) {
	for k, a := range shape {
		b := shape[(k+1)%len(shape)]
		da, db := distance(a), distance(b)
		if da >= 0 {
			kept = append(kept, a)
		}
		if da < 0 != (db < 0) {
			kept = append(kept, between(a, b, da/(da-db)))
		}
	}
	return kept
}

func between(a, b vg.Point, share vg.Length) vg.Point {
	return vg.Point{X: a.X + vg.Length(share*(b.X-a.X)), Y: a.Y + vg.Length(share*(b.Y-a.Y))}
}

// hatch returns parallel lines across polygons, which rise to the right, or to the left if slope is -1. They
// belong to one grid for the whole page, and where polygons overlap there is one line, not several.
func hatch(apart, slope vg.Length, shapes ...[]vg.Point) (lines vg.Path) {
	step := vg.Length(apart * math.Sqrt2)
	grid := map[int][]piece{}
	for _, shape := range shapes {
		cross(shape, step, slope, grid)
	}
	order := make([]int, 0, len(grid))
	for n := range grid {
		order = append(order, n)
	}
	slices.Sort(order)
	for _, n := range order {
		pieces := grid[n]
		slices.SortFunc(pieces, func(a, b piece) int { return cmp.Compare(a.from.X, b.from.X) })
		whole := pieces[:1]
		for _, p := range pieces[1:] {
			if last := &whole[len(whole)-1]; p.from.X > last.to.X {
				whole = append(whole, p)
			} else if p.to.X > last.to.X {
				last.to = p.to
			}
		}
		for _, p := range whole {
			if p.to.X-p.from.X > 0.05 {
				lines.Move(p.from)
				lines.Line(p.to)
			}
		}
	}
	return lines
}

// piece is a stretch of a line of a grid.
type piece struct{ from, to vg.Point }

// cross adds the pieces of a grid's lines that lie in a polygon.
func cross(shape []vg.Point, step, slope vg.Length, grid map[int][]piece) {
	if len(shape) < 3 {
		return
	}
	// The place of a point across the lines is y - slope x.
	across := func(p vg.Point) vg.Length { return p.Y - vg.Length(slope*p.X) }
	low, high := across(shape[0]), across(shape[0])
	for _, p := range shape {
		low, high = min(low, across(p)), max(high, across(p))
	}
	for n := int(low/step) - 1; n <= int(high/step)+1; n++ {
		at := vg.Length(vg.Length(n)*step) + step/3
		if at <= low || at >= high {
			continue
		}
		var met []vg.Point
		for k, a := range shape {
			b := shape[(k+1)%len(shape)]
			da, db := across(a)-at, across(b)-at
			if da < 0 != (db < 0) {
				met = append(met, between(a, b, da/(da-db)))
			}
		}
		slices.SortFunc(met, func(a, b vg.Point) int { return cmp.Compare(a.X, b.X) })
		for k := 0; k+1 < len(met); k += 2 {
			grid[n] = append(grid[n], piece{met[k], met[k+1]})
		}
	}
}

// outline returns a polygon as a path.
func outline(shape []vg.Point) (p vg.Path) {
	for k, at := range shape {
		if k == 0 {
			p.Move(at)
		} else {
			p.Line(at)
		}
	}
	p.Close()
	return p
}
