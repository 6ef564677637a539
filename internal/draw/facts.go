package draw

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/scene"
	"github.com/csmacd/csmacd/phy"
)

// fact is an instant at a station and what happens then, in a few words.
type fact struct {
	at     phy.Time
	text   string
	weight int // of two without room for both, the heavier is shown
	parts  []part
}

// part is one of the things that happen at an instant.
type part struct {
	text   string
	weight int
}

// shorter returns the texts of a fact from long to short: the lightest parts are left out first.
func (f *fact) shorter() []string {
	texts, parts := []string{f.text}, slices.Clone(f.parts)
	for len(parts) > 1 {
		least := 0
		for k := range parts {
			if parts[k].weight <= parts[least].weight {
				least = k
			}
		}
		parts = slices.Delete(parts, least, least+1)
		words := make([]string, len(parts))
		for k := range parts {
			words[k] = parts[k].text
		}
		texts = append(texts, strings.Join(words, ", "))
	}
	return texts
}

// sent is that a frame got through, which is always told.
const sent = "sent"

// above returns what of a fact weighs more than a limit, and reports whether there is anything.
func (f *fact) above(limit int) (fact, bool) {
	left := fact{at: f.at}
	var words []string
	for _, p := range f.parts {
		if p.weight > limit || p.text == sent {
			left.parts, left.weight = append(left.parts, p), max(left.weight, p.weight)
			words = append(words, p.text)
		}
	}
	left.text = strings.Join(words, ", ")
	return left, len(words) > 0
}

// facts returns what happens at a lane's station in the window, in order of time.
func facts(v *scene.View, l *scene.Lane) (all []fact) {
	add := func(at phy.Time, weight int, format string, args ...any) {
		if at >= v.From && at < v.To && at < v.Until {
			text := fmt.Sprintf(format, args...)
			all = append(all, fact{at, text, weight, []part{{text, weight}}})
		}
	}
	sending := map[phy.Time]bool{} // instants at which the station's own carrier begins
	for k := range v.Transmissions {
		t := &v.Transmissions[k]
		if int(t.Station) != l.Station {
			continue
		}
		if sending[t.Start] = true; t.Signal != 0 {
			add(t.Start, 4, "%s", t.Signal)
			continue
		}
		switch {
		case v.Stations[l.Station].Repeater && t.Jam == t.Start:
			add(t.Start, 4, "jams")
		case v.Stations[l.Station].Repeater:
			add(t.Start, 4, "repeats %s", t.Of)
		case t.Attempt > 1 && t.Of != "":
			add(t.Start, 4, "starts %s's frame, attempt %d", t.Of, t.Attempt)
		case t.Of != "":
			add(t.Start, 4, "starts %s's frame %d", t.Of, t.Frame)
		case t.Attempt > 1:
			add(t.Start, 4, "starts attempt %d", t.Attempt)
		default:
			add(t.Start, 4, "starts")
		}
		if t.Collision != scene.None {
			add(t.Collision, 5, "%scollision", map[bool]string{true: "LATE ", false: ""}[t.Late])
		}
		if t.Jam != t.Collision && t.Jam != scene.None && t.Jam != t.Start {
			add(t.Jam, jamWeight(t), "jam")
		}
		switch t.Outcome {
		case scene.Sent:
			add(t.End, 3, sent)
		case scene.Collided:
			add(t.End, 2, "jam ends")
		case scene.GivenUp:
			add(t.End, 5, "jam ends, DISCARDED")
		case scene.Repeated, scene.Damaged:
			add(t.End, 2, "ends")
		}
	}
	for _, s := range l.Spans {
		if s.Kind != scene.Backoff {
			continue
		}
		add(s.From, 3, "%s", drawn(s))
		if s.Until > s.From && !sending[s.Until] {
			add(s.Until, 2, "backoff ends")
		}
	}
	for _, c := range l.Carrier {
		if !sending[c.Rise] {
			add(c.Rise, 2, "hears %s", hears(v, l.Station, c.Rise))
		}
		if c.Fall != scene.None {
			add(c.Fall, 2, "silent")
		}
	}
	for _, r := range l.Receptions {
		if r.OK {
			from := r.Of
			if v.Sections == nil {
				from = v.Stations[r.From].Name
			}
			add(r.Fall, 3, "has %s's frame %d", from, r.Frame)
		}
	}
	for _, g := range gaps(l) {
		add(g.from, 1, "gap %s bt", rounded(g.until-g.from, v.Bit))
	}
	for _, n := range l.Notes {
		weight := 3
		if n.Idle {
			weight = 0 // turns that nobody uses are many
		}
		add(n.At, weight, "%s", n.Text)
	}
	for _, a := range l.Arrivals {
		if a.Refused {
			add(a.At, 3, "frame %d discarded, queue full", a.Frame)
		} else if !sending[a.At] {
			add(a.At, 1, "frame %d queued", a.Frame)
		}
	}
	slices.SortStableFunc(all, func(a, b fact) int { return cmp.Compare(a.at, b.at) })
	return joined(all)
}

// jamWeight returns the weight of jam, which is larger for a repeater: it decides nothing else by itself.
func jamWeight(t *scene.Transmission) int {
	if t.Outcome == scene.Repeated || t.Outcome == scene.Damaged {
		return 3
	}
	return 1
}

// drawn describes the draw of a backoff.
func drawn(s scene.Span) string {
	switch {
	case s.Slots < 0:
		return "backs off"
	case s.Range > 1:
		return fmt.Sprintf("draws %d of 0-%d", s.Slots, s.Range-1)
	}
	return fmt.Sprintf("draws %d", s.Slots)
}

// joined merges the facts of one instant.
func joined(all []fact) []fact {
	whole := all[:0]
	for _, f := range all {
		if n := len(whole) - 1; n >= 0 && whole[n].at == f.at {
			whole[n].text += ", " + f.text
			whole[n].weight = max(whole[n].weight, f.weight)
			whole[n].parts = append(whole[n].parts, f.parts...)
			continue
		}
		whole = append(whole, f)
	}
	return whole
}

// hears names the stations whose signals reach a station at an instant.
func hears(v *scene.View, station int, at phy.Time) string {
	var names []string
	for k := range v.Transmissions {
		t := &v.Transmissions[k]
		if v.Stations[t.Station].Section != v.Stations[station].Section {
			continue
		}
		d := v.Stations[t.Station].Place - v.Stations[station].Place
		if d = max(d, -d); v.Star {
			d = v.Delay
		}
		if int(t.Station) != station && t.Start+d == at {
			names = append(names, origin(v, t))
		}
	}
	if len(names) > 3 {
		names = append(names[:2], fmt.Sprintf("%d more", len(names)-2))
	}
	if len(names) == 0 {
		return "carrier"
	}
	return strings.Join(names, ", ")
}

// bits formats a time in bit times.
func bits(v *scene.View, t phy.Time) string { return phy.Decimal(t, v.Bit) }

// micros formats a time in microseconds.
func micros(t phy.Time) string { return phy.Decimal(t, phy.Microsecond) }

// rounded formats a time in a unit with two decimals, for a label. The title of the label has the exact
// instant.
func rounded(t, unit phy.Time) string {
	const places = 100
	if unit <= places {
		return phy.Decimal(t, unit)
	}
	// Whole units are computed apart from the rest, so that nothing overflows.
	whole, rest := t/unit, (t%unit*places+unit/2)/unit
	return phy.Decimal(whole*places+rest, places)
}

// both formats a time in bit times and microseconds.
func both(v *scene.View, t phy.Time) string { return bits(v, t) + " bt (" + micros(t) + " us)" }
