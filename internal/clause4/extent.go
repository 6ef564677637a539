package clause4

import (
	"math"
	"slices"

	"github.com/csmacd/csmacd/phy"
)

// wiring is the state of a segment that faults change.
type wiring struct {
	link   bool
	length instant // of a cable: where its right end is
	cut    bool
	cutAt  instant
	short  bool
	shorAt instant
	left   bool // the left terminator is missing
	right  bool
	errors *disturbance
	back   *disturbance // of a link: of what its second end sends
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
	r.hushed = w.cut && w.link || w.short && !(w.cut && !together(p.at, w.shorAt, w.cutAt))
	if source < len(m.stations) {
		r.hushed = r.hushed || m.stations[source].hushed()
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

// disturbance is the bit errors of a segment, slot by slot. A slot is a bit time of the line.
type disturbance struct {
	settings []setting
	draw     func(p float64) int64 // the number of slots until the next hit of probability p, at least 1
	setting  int                   // number of the one in force
	slot     int64                 // the next slot to be looked at
	bad      bool
	turn     int64 // the slot at which the state changes
	wrong    int64 // the next slot that is wrong
	hits     map[int64]bool
}

// setting is the errors from a slot on.
type setting struct {
	from                  int64
	good, bad, goes, back float64
}

// isWrong reports whether a slot is wrong.
func (d *disturbance) isWrong(slot int64) bool {
	for ; d.slot <= slot; d.slot++ {
		d.look(d.slot)
	}
	return d.hits[slot]
}

// look decides about one slot.
func (d *disturbance) look(slot int64) {
	for d.setting+1 < len(d.settings) && d.settings[d.setting+1].from <= slot {
		d.setting++
		if slot == d.settings[d.setting].from {
			d.bad = false
			d.enter(slot)
		}
	}
	if d.setting < 0 {
		return
	}
	if slot == d.turn {
		d.bad = !d.bad
		d.enter(slot)
	}
	if slot == d.wrong {
		d.hits[slot] = true
		d.wrong += d.draw(d.rate())
	}
}

// enter draws when the state of the line changes, and which slot is the first that is wrong.
func (d *disturbance) enter(slot int64) {
	s := &d.settings[d.setting]
	leaves := s.goes
	if d.bad {
		leaves = s.back
	}
	d.turn = slot + d.draw(leaves)
	d.wrong = slot - 1 + d.draw(d.rate())
}

func (d *disturbance) rate() float64 {
	s := &d.settings[d.setting]
	if d.bad {
		return s.bad
	}
	return s.good
}

// errorsOf returns the bits of a signal that are wrong on its segment, counted from its first.
func (m *model) errorsOf(source int, start instant, bits int, bit phy.Time) (wrong []int) {
	p := m.cable.places[source%m.ends()]
	w := &m.wirings[p.segment]
	d := w.errors
	if w.link && source%m.ends() == m.cable.second[p.segment] {
		d = w.back
	}
	if d == nil {
		return nil
	}
	first := int64(m.time(start) / bit)
	for k := range bits {
		if d.isWrong(first + int64(k)) {
			wrong = append(wrong, k)
		}
	}
	return wrong
}
