package scene

import (
	"slices"

	"github.com/csmacd/csmacd/phy"
)

// Half is a length of time, or a place given by its delay, in half picoseconds: the edges of two signals
// meet on that grid.
type Half int64

// Point is a place on the cable and an instant.
type Point struct {
	Place, At Half
}

// Overlap is where the signals of two transmissions overlap: a polygon over the cable and time.
type Overlap struct {
	A       int     `json:"a"` // indexes in [View.Transmissions]
	B       int     `json:"b"`
	Corners []Point `json:"corners"`
}

// line is an edge of a signal on its way along the cable: it is at place x at the instant
// at + |x - from|.
type line struct{ from, at Half }

func (l line) over(x Half) Half { return l.at + max(x-l.from, l.from-x) }

// overlaps returns the polygons in which a pair of transmissions overlap, as far as the scene is known.
// There are several where a signal is so short that the other passes between two of them.
func (s *Scene) overlaps(a, b *Transmission) (regions [][]Point) {
	length := 2 * Half(s.length)
	if s.sections != nil {
		length = 2 * Half(s.sections[s.stations[a.Station].section].Length)
	}
	edge := func(t *Transmission, at phy.Time) line {
		return line{2 * Half(s.stations[t.Station].place), 2 * Half(min(at, s.until))}
	}
	tops := [2]line{edge(a, a.Start), edge(b, b.Start)}
	ends := [2]line{edge(a, a.end()), edge(b, b.end())}
	places := []Half{0, length}
	for _, l := range tops {
		if l.from > 0 && l.from < length { // else it is outside of the part of a cable that is on a path
			places = append(places, l.from)
		}
	}
	left, right := min(tops[0].from, tops[1].from), max(tops[0].from, tops[1].from)
	for k := range 4 {
		p, q := [2]line{tops[0], ends[0]}[k/2], [2]line{tops[1], ends[1]}[k%2]
		if p.from > q.from {
			p, q = q, p
		}
		// p goes to the right, q to the left: p.at + x - p.from = q.at + q.from - x.
		if x := (q.at - p.at + p.from + q.from) / 2; x > max(left, 0) && x < min(right, length) {
			places = append(places, x)
		}
	}
	slices.Sort(places)
	places = slices.Compact(places)

	var upper, lower []Point
	whole := func() {
		if len(upper) > 1 {
			slices.Reverse(lower)
			regions = append(regions, trim(append(upper, lower...)))
		}
		upper, lower = nil, nil
	}
	for k, x := range places {
		top := max(tops[0].over(x), tops[1].over(x))
		end := min(ends[0].over(x), ends[1].over(x))
		if end > top || end == top && (len(upper) > 0 || k+1 < len(places)) {
			upper, lower = append(upper, Point{x, top}), append(lower, Point{x, end})
			if end == top && len(upper) > 1 {
				whole()
				upper, lower = []Point{{x, top}}, []Point{{x, end}} // the next region may begin here
			}
			continue
		}
		whole()
	}
	whole()
	return slices.DeleteFunc(regions, func(r []Point) bool { return flat(r) })
}

// trim removes repeated corners.
func trim(r []Point) []Point {
	r = slices.Compact(r)
	if len(r) > 1 && r[0] == r[len(r)-1] {
		r = r[:len(r)-1]
	}
	return r
}

// flat reports whether a region has no area.
func flat(r []Point) bool {
	if len(r) < 3 {
		return true
	}
	// The corners form two chains; there is area where the chains differ.
	for k := range r {
		for n := range r {
			if r[k].Place == r[n].Place && r[k].At != r[n].At {
				return false
			}
		}
	}
	return true
}
