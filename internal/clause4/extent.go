package clause4

import (
	"math"
	"slices"
)

// wiring is the state of a segment that faults change.
type wiring struct {
	link    bool
	length  instant // of a cable: where its right end is
	cut     bool
	cutAt   instant
	short   bool
	shortAt instant
	left    bool // the left terminator is missing
	right   bool
	errors  *disturbance
	back    *disturbance // of a link: of what its second end sends
}

// extent says which taps a source's signal reaches from an instant on, and where it turns back. What
// is on the cable keeps its reach, whatever happens to the cable afterwards.
type extent struct {
	hushed      bool // it reaches no tap at all, not even its sender's
	cuts        []instant
	left, right bool // the terminator there is missing
	length      instant
	link        bool
}

// reachOf returns the reach of a signal that a source begins to send now.
func (m *model) reachOf(source int) *extent {
	end := source % m.ends()
	p := m.cable.places[end]
	w := &m.wirings[p.segment]
	r := &extent{left: w.left, right: w.right, length: w.length, link: w.link}
	if w.cut && !w.link {
		r.cuts = []instant{w.cutAt}
	}
	r.hushed = w.cut && w.link || w.short && !(w.cut && !together(p.at, w.shortAt, w.cutAt))
	if end < len(m.stations) {
		r.hushed = r.hushed || m.stations[end].hushed()
	}
	return r
}

// together reports whether two places are on the same side of a cut. The place of the cut itself is
// on its left.
func together(a, b, cut instant) bool { return (a <= cut) == (b <= cut) }

// worse returns the reach of a signal that is being sent while the cable changes: what has been
// taken from it is not given back.
func (r *extent) worse(now *extent) *extent {
	both := *now
	both.hushed = r.hushed || now.hushed
	both.left, both.right = r.left || now.left, r.right || now.right
	if r.right && !now.right { // what is there turns back where it did, even if the cable has another length now
		both.length = r.length
	}
	both.cuts = slices.Clone(r.cuts)
	for _, x := range now.cuts {
		if !slices.Contains(both.cuts, x) {
			both.cuts = append(both.cuts, x)
		}
	}
	return &both
}

// reaches reports whether a signal sent at one place gets to another.
func (r *extent) reaches(from, to instant) bool {
	if r.hushed {
		return false
	}
	for _, x := range r.cuts {
		if !together(from, to, x) {
			return false
		}
	}
	return true
}

// The open ends of a sender's part of the cable, at which its signal turns back. An end that does
// not is at nowhere.
const nowhere instant = math.MinInt64

func (r *extent) leftMirror(from instant) instant {
	mirror := nowhere
	if r.left {
		mirror = 0
	}
	for _, x := range r.cuts {
		if from > x {
			mirror = max(mirror, x)
		}
	}
	return mirror
}

func (r *extent) rightMirror(from instant) instant {
	mirror := never
	if r.right {
		mirror = r.length
	}
	for _, x := range r.cuts {
		if from <= x {
			mirror = min(mirror, x)
		}
	}
	if mirror == never {
		return nowhere
	}
	return mirror
}

// wirings makes the segments of a network without faults.
func (c *Config) wirings(m *model, sc *scale, places []place) {
	m.wirings = make([]wiring, max(1, len(c.Segments)))
	for i := range m.wirings {
		w := &m.wirings[i]
		if i < len(c.Segments) {
			w.link = c.Segments[i].Link
			w.length = sc.steps("length of a segment", c.Segments[i].Length)
		}
		for _, p := range places {
			if p.segment == i {
				w.length = max(w.length, p.at)
			}
		}
	}
}
