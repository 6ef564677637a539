package scenario

import (
	"cmp"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/phy"
)

// warnMedium says what IEEE 802.3 would not have of the medium as a whole. Numbers
// that are overridden are so on purpose, and no cause for a warning.
func (r *reader) warnMedium(root *document.Node) {
	if len(r.Problems.List) > 0 {
		return
	}
	at := cmp.Or(root.Get("medium"), root.Get("stations"))
	if r.cable.star && r.placed != nil {
		r.Warn(r.placed, "places mean nothing in a star: every two stations are its delay apart")
	}
	if !r.warnSlot(at) && !r.cable.star {
		r.warnSegment(at)
	}
	line := r.line()
	if most := line.SegmentStations; !r.cable.star && most > 0 && r.Total > most {
		r.Warn(root.Get("stations"), "%d stations are more than the %d of a %s segment (%s)", r.Total, most, line.Name, line.Source)
	}
}

// warnSlot warns of stations so far apart that a collision may come late, or not
// at all: the limit is phy.OneWayLimit at the slot time of the line.
func (r *reader) warnSlot(at *document.Node) bool {
	span := r.span()
	p := &r.rules.Params
	limit := (p.SlotTime - (512-2*phy.OneWayLimit)*p.BitTime) / 2
	if span <= limit {
		return false
	}
	r.Warn(at, "stations are up to %s bit times apart, more than the %s that a slot time of %s leaves one way (4.2.3.2.3): collisions may be late, and short frames lost unseen",
		phy.Decimal(span, p.BitTime), phy.Decimal(max(0, limit), p.BitTime), phy.Decimal(p.SlotTime, p.BitTime))
	return true
}

// span is the longest delay between two stations.
func (r *reader) span() phy.Time {
	if r.cable.star {
		if r.Total < 2 {
			return 0
		}
		return r.cable.delay
	}
	least, most := phy.Forever, phy.Time(0)
	for _, g := range r.groups {
		first, last := r.cable.ends(g)
		least, most = min(least, first), max(most, last)
	}
	return most - least
}

// warnSegment warns of a cable that is longer than the line's segment.
func (r *reader) warnSegment(at *document.Node) {
	line := r.line()
	if most := phy.Delay(line.SegmentLength, r.cable.velocity); r.cable.length > most {
		r.Warn(at, "a cable of %s is longer than a %s segment, %gm or %s (%s)", r.cable.length, line.Name, line.SegmentLength, most, line.Source)
	}
}
