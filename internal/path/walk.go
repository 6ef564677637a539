package path

import (
	"github.com/csmacd/csmacd/internal/scenario"
)

// walk goes from one end of paths to all others that are candidates for the longest path. It goes
// through the tree of segments and repeaters once.
type walk struct {
	*tree
	ends  map[int][]end // candidates, by segment
	from  start
	steps []step
	found func(w *walk, to start)

	// Of the path so far, without its last segment.
	delay, variability float64
	segments, cables   int
}

// step is a part of a path: a segment from one place to another, after a repeater.
type step struct {
	segment  int
	from, to float64
	hub      int // the repeater after which it comes; -1: it is the first
}

// all calls found for every path between candidates.
func (t *tree) all(found func(w *walk, to start)) {
	starts := t.starts()
	w := t.newWalk(starts, found)
	for _, s := range starts {
		w.from = s
		w.on(s.segment, s.at, -1)
	}
}

// newWalk returns a walk on which the ends are those of the longest paths.
func (t *tree) newWalk(starts []start, found func(w *walk, to start)) *walk {
	w := &walk{tree: t, ends: map[int][]end{}, found: found}
	for _, s := range starts {
		w.ends[s.segment] = append(w.ends[s.segment], s.end)
	}
	return w
}

// on goes on along a segment that the path has entered at a place, through a repeater or at its
// beginning.
func (w *walk) on(k int, at float64, through int) {
	s := &w.tree.segments[k]
	w.steps = append(w.steps, step{segment: k, from: at, hub: through})
	here := &w.steps[len(w.steps)-1]
	w.segments++
	coax := scenario.Coaxial(s.line)
	if coax {
		w.cables++
	}
	if through >= 0 || fast(s.line) && len(s.hubs) == 0 { // clause 13 is about paths with repeaters
		for _, e := range w.ends[k] {
			if e.name != w.from.name {
				here.to = e.at
				w.found(w, start{k, e})
			}
		}
	}
	role := Middle
	if through < 0 {
		role = Left
	}
	for _, x := range s.hubs {
		if x.hub == through {
			continue
		}
		w.steps[len(w.steps)-1].to = x.at
		d := delay(s.line, role, s.between(at, x.at)) + repeaterDelay(s.line, w.hubs[x.hub].class)
		v := variability(s.line, role)
		w.delay, w.variability = w.delay+d, w.variability+v
		for _, next := range w.hubs[x.hub].segments {
			if next == k || w.tree.segments[next].star {
				continue
			}
			n := &w.tree.segments[next]
			for _, tap := range n.hubs {
				if tap.hub == x.hub {
					w.on(next, tap.at, x.hub)
				}
			}
		}
		w.delay, w.variability = w.delay-d, w.variability-v
	}
	if coax {
		w.cables--
	}
	w.segments--
	w.steps = w.steps[:len(w.steps)-1]
}

// total returns the delay of the path to its last end, without the margin.
func (w *walk) total(to start) float64 {
	s := &w.tree.segments[to.segment]
	last := w.steps[len(w.steps)-1]
	d := w.delay + delay(s.line, Right, s.between(last.from, to.at))
	if fast(s.line) {
		d += fastStations
	}
	return d
}
