package path

import (
	"fmt"

	"github.com/csmacd/csmacd/internal/scenario"
)

// Over returns a sentence for each collision domain with a path through repeaters whose delay exceeds its limit, or nil. It
// measures nothing, and says nothing of a network with a segment that the standard has no values for.
func Over(s *scenario.Scenario) (list []string) {
	if s.Topology() == nil {
		return nil
	}
	t := newTree(s.Topology())
	if len(t.hubs) == 0 || t.check() != nil {
		return nil
	}
	of := make([]int, len(t.segments))
	domains := s.LAN().Domains()
	for i, d := range domains {
		for _, k := range d.Segments {
			of[k] = i
		}
	}
	starts := t.starts()
	w := t.newWalk(starts, nil)
	known := make([]bool, len(domains))
	for _, from := range starts {
		if known[of[from.segment]] {
			continue
		}
		known[of[from.segment]] = true
		d := w.far(from)
		if d == nil {
			continue
		}
		limit, clause := float64(MostDelay), "13.4.1"
		if fast(t.segments[from.segment].line) {
			limit, clause = MostFastDelay, "29.3.1.4"
		}
		if delay := rounded(d.delay); delay > limit {
			list = append(list, fmt.Sprintf("the path from %s to %s has a delay of %s bit times, more than %g (%s); csmacd path shows it",
				d.slowest.from.name, d.slowest.to.name, number(delay), limit, clause))
		}
	}
	return list
}

// far returns a path of the domain of an end that is as slow as any, as far as its segments are of one kind. In a tree the end
// that is farthest from any other is an end of the longest path: three walks are enough where [tree.all] needs one from each end.
func (w *walk) far(from start) (d *worstPaths) {
	for range 3 {
		var next *worstPaths
		w.found = func(w *walk, to start) {
			if total := w.total(to); len(w.steps) > 1 && (next == nil || total > next.delay) {
				next = &worstPaths{delay: total, slowest: &route{from: w.from, to: to}}
			}
		}
		w.from = from
		w.on(from.segment, from.at, -1)
		if next == nil {
			return d
		}
		if from = next.slowest.to; d == nil || next.delay > d.delay {
			d = next
		}
	}
	return d
}
