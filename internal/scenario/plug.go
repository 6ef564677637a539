package scenario

import (
	"cmp"

	"github.com/csmacd/csmacd/internal/document"
)

// plugIn finds the two ends of every wire, now that the names of all stations are known.
func (r *reader) plugIn() {
	for _, t := range r.net.order {
		if number, ok := r.Numbers[t.name]; ok {
			m := r.MembersOf(number)
			r.taken(cmp.Or(m.NamedAt, m.Node), t.name, t.at)
		}
	}
	if number, ok := r.Numbers[domainWord]; ok {
		m := r.MembersOf(number)
		r.Fail(cmp.Or(m.NamedAt, m.Node), "%q cannot be a station's name in a network: it has a meaning of its own in the key to", domainWord)
	}
	for _, p := range r.net.links {
		w := wire{plug: p}
		for k, n := range p.names {
			w.ends[k] = r.thing(n, "segment, device or station")
		}
		if w.ends[0] != nil && w.ends[1] != nil {
			r.plugLink(w)
		}
	}
	for _, g := range r.groups {
		if g.plug != nil {
			r.plugGroup(g)
		}
	}
	r.checkStations()
	for _, d := range r.net.devices {
		r.finishDevice(d)
	}
}

// plugLink adds an item of links.
func (r *reader) plugLink(w wire) {
	a, b := w.ends[0], w.ends[1]
	switch {
	case a.name == b.name:
		r.Fail(w.names[1], "both ends of the link are %q: a link joins two things", a.name)
		return
	case a.segment != nil && b.segment != nil:
		r.Fail(w.names[1], "a link does not join two segments: put a repeater or a bridge between %s and %s", a.name, b.name)
		return
	}
	if k := w.tap(); k < 0 {
		if w.placeAt != nil {
			r.Fail(w.placeAt, "%s", noPlace)
		}
	} else if !r.readTapPlace(&w, w.ends[k].segment) {
		return
	}
	for k, t := range w.ends {
		if t.segment == nil && t.device == nil && !r.plugStation(t.station, w.names[k], &w) {
			return
		}
	}
	r.plugWire(w)
}

// readTapPlace reads the place of a tap that a link has on a cable.
func (r *reader) readTapPlace(w *wire, s *segment) (ok bool) {
	switch {
	case s.star:
		r.Fail(w.node, "%s is a star: only stations can be plugged into it, with via: %[1]s", s.name)
		return false
	case w.placeAt == nil:
		r.net.unplugged = true
		r.Fail(w.node, "at is missing: the place of the tap on %s, such as at: 250m", s.name)
		return false
	}
	r.on(s.line, func() { w.far, ok = r.place(w.placeAt) })
	if !ok {
		return false
	}
	if w.place, ok = r.delayOf(&s.cable, w.placeAt, w.far); !ok {
		return false
	}
	if s.limit == nil {
		s.length = max(s.length, w.place)
	} else if w.place > s.length {
		r.Fail(w.placeAt, beyond, s.limit.Text)
	}
	return true
}

// plugStation notes where a station is plugged in. It reports whether it was not before.
func (r *reader) plugStation(number int, at *document.Node, w *wire) bool {
	g := r.groupOf(number)
	other := r.net.plugged[number]
	if other == nil && g.plug != nil && g.plug != w.plug {
		other = g.plug.names[1]
	}
	if other != nil {
		r.Fail(at, "%s is plugged in already (%s), and a station has one port", g.nameOf(number), other.Where())
		return false
	}
	r.net.plugged[number] = at
	line := w.line
	if k := w.tap(); k >= 0 {
		line = w.ends[k].segment.line
	}
	if g.plug == nil {
		if r.net.plugged[g.First] != at && line.BitTime != g.line.BitTime {
			r.Fail(at, "%s is at another rate than others of its item: give it an item of its own", g.nameOf(number))
		}
		g.line = line
	}
	return true
}

// plugGroup adds a wire for each station of an item.
func (r *reader) plugGroup(g *group) {
	t := r.thing(g.plug.names[1], "segment or device")
	if t == nil {
		return
	}
	if t.segment == nil && t.device == nil {
		r.Fail(g.plug.names[1], "%s is a station: write a link between the two: links: [{between: [%s, %[1]s]}]", t.name, g.StationName(0))
		return
	}
	for i := range g.Count {
		w := wire{plug: g.plug, ends: [2]*thing{{name: g.StationName(i), at: g.Node, station: g.First + i}, t}}
		if g.cable != nil && !g.cable.star {
			w.far = g.from.plus(g.spacing.times(i))
			w.place = g.cable.at(w.far)
		}
		if !r.plugStation(g.First+i, g.plug.names[1], &w) {
			return
		}
		r.plugWire(w)
	}
}

// plugWire adds a wire that is plugged in at both ends.
func (r *reader) plugWire(w wire) {
	if k := w.tap(); k >= 0 {
		s := w.ends[k].segment
		s.taps++
		for _, key := range []struct {
			name string
			at   *document.Node
		}{{"length", w.lengthAt}, {"phy", w.lineAt}} {
			if key.at != nil {
				r.Fail(key.at, "a tap on %s has no %s of its own: leave it out", s.name, key.name)
			}
		}
		if w.full[0] || w.full[1] {
			r.Fail(w.duplexAt, "%s is a cable, and whatever is on a cable is half duplex", s.name)
		}
		w.line = s.line
		w.plug = &plug{node: w.node, names: w.names, line: s.line}
	}
	for k, t := range w.ends {
		if t.device == nil {
			continue
		}
		if t.device.kind == repeater && w.full[k] {
			r.Fail(w.duplexAt, "%s is a repeater, which is half duplex: write half for its end of the link", t.name)
		}
		t.device.ports = append(t.device.ports, port{wire: len(r.net.wires), end: k})
	}
	if w.full[0] != w.full[1] {
		full, half := w.ends[0], w.ends[1]
		if w.full[1] {
			full, half = half, full
		}
		r.Warn(w.duplexAt, "a duplex mismatch: %s is full duplex and %s is half duplex, so that %[2]s has late collisions and %[1]s receives fragments", full.name, half.name)
	}
	r.net.wires = append(r.net.wires, w)
}
