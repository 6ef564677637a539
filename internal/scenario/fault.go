package scenario

import (
	"strconv"
	"strings"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// damaged is a segment that a fault concerns.
type damaged struct {
	name  string // "": the only one
	line  phy.Line
	cable *cable // a cable or a star; nil: a link
	wire  *wire  // a link
}

// segmentOf finds the segment that an entry names, or the only one.
func (t *timeline) segmentOf(e *Entry) (d damaged, ok bool) {
	n := e.node.Get("segment")
	switch {
	case t.net == nil && n != nil:
		t.Fail(n, "there is one medium here: leave segment out")
		return d, false
	case t.net == nil:
		return t.segmentNamed("")
	case n == nil && len(t.net.segments) == 1:
		s := t.net.segments[0]
		return damaged{s.name, s.line, &s.cable, nil}, true
	case n == nil:
		t.Fail(e.node, "segment is missing: write the name of a segment or a link (%s)", document.Instead("", "there are", t.segmentNames()))
		return d, false
	}
	if d, ok = t.segmentNamed(n.Text); !ok {
		t.Fail(n, "there is no segment or link %q: %s", n.Text, document.Instead(n.Text, "there are", t.segmentNames()))
	}
	return d, ok
}

// segmentNamed finds a segment or a link by its name. The only medium has none.
func (t *timeline) segmentNamed(name string) (d damaged, ok bool) {
	if t.net == nil {
		return damaged{line: *t.line(), cable: &t.cable}, name == ""
	}
	for _, s := range t.net.segments {
		if s.name == name {
			return damaged{s.name, s.line, &s.cable, nil}, true
		}
	}
	for i := range t.net.wires {
		if w := &t.net.wires[i]; w.tap() < 0 && linkName(w) == name {
			return damaged{name, w.line, nil, w}, true
		}
	}
	return d, false
}

// linkName returns the name of a link as a segment.
func linkName(w *wire) string { return w.ends[0].name + "-" + w.ends[1].name }

// segmentNames returns the names of segments and links, as many as a message can list.
func (t *timeline) segmentNames() (names []string) {
	for _, s := range t.net.segments {
		names = append(names, s.name)
	}
	for i := range t.net.wires {
		if w := &t.net.wires[i]; w.tap() < 0 && len(names) < 20 {
			names = append(names, linkName(w))
		}
	}
	return names
}

// readBitErrors reads the rate of errors per bit: one number, or the four of Gilbert and Elliott.
func readBitErrors(t *timeline, e *Entry, n *document.Node) []medium.Change {
	c := medium.Change{Kind: medium.BitErrors}
	if e.node.Get("segment") != nil {
		d, ok := t.segmentOf(e)
		if !ok {
			return nil
		}
		c.Segment = d.name
	}
	before := len(t.Problems.List)
	switch {
	case n.Off():
	case n.Kind == document.Mapping:
		burstTable.Read(t.reader, n, &c.Errors)
		for _, key := range burstTable.Keys() {
			if n.Get(key) == nil && len(t.Problems.List) == before {
				t.Fail(n, "%s is missing: write {good: 1e-9, bad: 1e-3, to_bad: 1e-4, to_good: 1e-2}", key)
			}
		}
	default:
		c.Errors.Good = t.rate(n)
	}
	if len(t.Problems.List) > before {
		return nil
	}
	return []medium.Change{c}
}

// burstTable has the numbers of bursts of errors (Gilbert 1960, Elliott 1963).
var burstTable = table[medium.Errors]{
	What: "bit_errors",
	Fields: []field[medium.Errors]{
		{Key: "good", Read: func(r *reader, e *medium.Errors, n *document.Node) { e.Good = r.rate(n) }},
		{Key: "bad", Read: func(r *reader, e *medium.Errors, n *document.Node) { e.Bad = r.rate(n) }},
		{Key: "to_bad", Read: func(r *reader, e *medium.Errors, n *document.Node) { e.ToBad = r.rate(n) }},
		{Key: "to_good", Read: func(r *reader, e *medium.Errors, n *document.Node) { e.ToGood = r.rate(n) }},
	},
}

// rate reads a probability, which may have an exponent.
func (r *reader) rate(n *document.Node) float64 {
	if s, ok := r.Word(n); !ok {
		return 0
	} else if v, err := strconv.ParseFloat(s, 64); err == nil && n.Number() && len(s) <= 40 && v >= 0 && v <= 1 {
		return v
	}
	r.Fail(n, "%q is not a probability: write a number from 0 to 1, such as 1e-8", n.Text)
	return 0
}

// readCut reads the place of a cut. A link may be cut without a place.
func readCut(t *timeline, e *Entry, n *document.Node) []medium.Change {
	d, ok := t.segmentOf(e)
	if !ok {
		return nil
	}
	c := medium.Change{Kind: medium.Cut, Segment: d.name}
	switch {
	case d.cable != nil && d.cable.star:
		t.Fail(n, "a star has no cable to cut: describe a hub and its links as a network, and cut a link")
		return nil
	case n.Off():
		return []medium.Change{c}
	case d.wire != nil && n.On():
		c.On = true
		return []medium.Change{c}
	}
	c.On = true
	if c.Place, ok = t.placeIn(d, n); !ok {
		return nil
	}
	return []medium.Change{c}
}

func readShort(t *timeline, e *Entry, n *document.Node) []medium.Change {
	d, ok := t.coaxOf(e, n, "shorted")
	if !ok {
		return nil
	}
	c := medium.Change{Kind: medium.Short, Segment: d.name}
	if n.Off() {
		return []medium.Change{c}
	}
	c.On = true
	if c.Place, ok = t.placeIn(d, n); !ok {
		return nil
	}
	return []medium.Change{c}
}

// coaxOf finds a segment that is a cable with two conductors that everything is on.
func (t *timeline) coaxOf(e *Entry, n *document.Node, what string) (d damaged, ok bool) {
	switch d, ok = t.segmentOf(e); {
	case !ok:
	case d.wire != nil:
		t.Fail(n, "a link is not %s: cut it, with cut: on", what)
		return d, false
	case d.cable.star:
		t.Fail(n, "a star has no cable that is %s", what)
		return d, false
	}
	return d, ok
}

func readTerminator(t *timeline, e *Entry, n *document.Node) []medium.Change {
	d, ok := t.coaxOf(e, n, "terminated")
	switch {
	case !ok:
		return nil
	case !Coaxial(d.line):
		t.Fail(n, "the ends of a %s line do not reflect in this model: %s have terminators", d.line.Name, strings.Join(coaxial, " and "))
		return nil
	}
	c := medium.Change{Kind: medium.Terminator, Segment: d.name}
	s, ok := t.OneOf(n, "a terminator that is missing", "left", "right", "both", "ok")
	switch s {
	case "left":
		c.Missing = medium.LeftEnd
	case "right":
		c.Missing = medium.RightEnd
	case "both":
		c.Missing = medium.LeftEnd | medium.RightEnd
	}
	if !ok {
		return nil
	}
	return []medium.Change{c}
}

// readNewLength reads the length that a cable has from an instant on. What is plugged in stays where it is.
func readNewLength(t *timeline, e *Entry, n *document.Node) []medium.Change {
	d, ok := t.segmentOf(e)
	switch {
	case !ok:
		return nil
	case d.cable == nil:
		t.Fail(n, "%s is a link, which keeps its length: only a cable, a segment of kind bus, becomes longer", d.name)
		return nil
	case d.cable.star:
		t.Fail(n, "a star has no length: its stations are a delay apart")
		return nil
	}
	c := medium.Change{Kind: medium.Length, Segment: d.name}
	if c.Place, ok = t.placeOn(d, n); !ok {
		return nil
	}
	if name, last := t.lastOn(d.cable); last > c.Place {
		t.Fail(n, "%s is beyond the end of a cable of %s: a cable cannot be shorter than what is plugged into it", name, n.Text)
		return nil
	}
	return []medium.Change{c}
}

// lastOn returns what is plugged in farthest to the right on a cable.
func (t *timeline) lastOn(c *cable) (name string, last phy.Time) {
	for who, e := range t.came {
		if g := e.added; t.left[who] == nil && (t.net == nil || g.cable == c) {
			if at := c.at(g.from); at > last || at == last && who < name {
				name, last = who, at
			}
		}
	}
	if t.net == nil {
		for _, g := range t.groups {
			for i := g.Count - 1; i >= 0; i-- { // the last that has not left
				at := c.at(g.from.plus(g.spacing.times(i)))
				if at <= last {
					break
				}
				if who := g.StationName(i); t.left[who] == nil {
					name, last = who, at
					break
				}
			}
		}
		return name, last
	}
	for i := range t.net.wires {
		w := &t.net.wires[i]
		if k := w.tap(); k >= 0 && &w.ends[k].segment.cable == c && w.place > last && t.left[w.ends[1-k].name] == nil {
			name, last = w.ends[1-k].name, w.place
		}
	}
	return name, last
}

// placeOn reads a place, or a length, as a delay.
func (t *timeline) placeOn(d damaged, n *document.Node) (at phy.Time, ok bool) {
	c := d.cable
	if c == nil {
		c = &cable{velocity: d.line.Velocity}
	}
	t.on(d.line, func() {
		var p place
		if p, ok = t.place(n); ok {
			at, ok = t.delayOf(c, n, p)
		}
	})
	return at, ok
}

// placeIn reads a place of a cable or a link, and reports one that it does not have.
func (t *timeline) placeIn(d damaged, n *document.Node) (at phy.Time, ok bool) {
	if at, ok = t.placeOn(d, n); !ok {
		return 0, false
	}
	switch length := t.lengthAt(d); {
	case at <= length:
		return at, true
	case d.wire != nil:
		t.Fail(n, "this is beyond the end of the link, which is %s long; cut: on needs no place", length)
	default:
		t.Fail(n, "%s", d.cable.beyond(length))
	}
	return 0, false
}

// lengthAt returns the length that a segment has at this point of the timeline.
func (t *timeline) lengthAt(d damaged) phy.Time {
	s := slotOf(&medium.Change{Kind: medium.Length, Segment: d.name})
	if e := t.last[s]; e != nil && e.For > 0 && t.now < e.end() {
		return e.Changes[0].Place
	}
	return t.lastingLength(s, d)
}

// lastingLength returns the length that a segment has when no entry changes it for a time; s is the slot of its length.
func (t *timeline) lastingLength(s slot, d damaged) phy.Time {
	if v, changed := t.value[s]; changed {
		return v.Place
	}
	if d.cable == nil {
		return d.wire.delay()
	}
	return d.cable.length
}

// roomOn returns where a cable ends for a station that joins it now: the shorter end, if it has another length for a
// time.
func (t *timeline) roomOn(d damaged) phy.Time {
	s := slotOf(&medium.Change{Kind: medium.Length, Segment: d.name})
	return min(t.lengthAt(d), t.lastingLength(s, d))
}
